"""The report for a terminal: Table 5, the details of every metric, the fact-level contrast, and the notes.

Numbers are never broken over lines. Metrics that do not fit side by side go into a second block of columns;
where not even two fit, every cell gets a line of its own.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import pandas as pd
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .contrast import CONTRAST_HEAD, CONTRAST_TITLE, contrast_tables
from .frames import Scores
from .notes import stacked
from .table import ABSENT, AVERAGE, NO_SCORE, Average, Cell, Column, Grid, Row, build_grid

__all__ = ["to_terminal"]

Lines: TypeAlias = Sequence[Sequence[str]]

_DETAILS: Final[tuple[tuple[str, Callable[[Cell], str]], ...]] = (
    ("95 % interval", lambda cell: cell.interval),
    ("only\nchanged", lambda cell: cell.changed_only),
    ("changed", lambda cell: cell.changed),
    ("base", lambda cell: cell.base),
    ("p", lambda cell: cell.p),
)
_DETAIL_GAP: Final = 1
_DETAILS_AT_LEAST: Final = 5  # columns with the label and the change; base and p are left out where they do not fit


def to_terminal(
    scores: Scores,
    deltas: pd.DataFrame,
    meta: Mapping[str, Any],
    *,
    width: int | None = None,
    color: bool | None = None,
    detail: bool = True,
) -> str:
    """The report as text for a terminal.

    Args:
        scores: The scores frame, or the path of its file.
        deltas: The deltas frame made of it.
        meta: As for `metricstress.reports.table.build_grid`.
        width: Columns of the terminal; by default those of the one in use, 80 if there is none.
        color: Whether to use ANSI styles; by default only on a terminal and without `NO_COLOR`.
        detail: Whether to show a table of details for every metric.
    """
    grid = build_grid(scores, deltas, meta)
    if width is None:
        width = shutil.get_terminal_size((80, 24)).columns
    if color is None:
        color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=color,
        force_jupyter=False,
        color_system="standard" if color else None,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(Text(grid.title, style="bold"))
    console.print(Text(grid.caption))
    # Columns two blanks apart read better, but one table reads better than two.
    layouts = [(gap, _blocks(grid, width, gap)) for gap in (2, 1)]
    gap, blocks = min(layouts, key=lambda layout: len(layout[1]) or len(grid.columns) + 1)
    details = _details(grid, width) if detail else {}
    if blocks and details is not None:
        for block in blocks:
            _print_block(console, grid, block, gap)
        for heading, lines in details.items():
            _print_details(console, heading, lines)
    else:
        _print_long(console, grid, width, detail)
    _print_contrast(console, meta, width)
    for note in grid.notes:
        console.print()
        console.print(Text(note.title, style="bold"))
        for line in note.lines:
            console.print(_hanging("-", Text(line)))
    assert isinstance(console.file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines())


def _blocks(grid: Grid, width: int, gap: int) -> list[list[int]]:
    """Positions of the metrics that stand side by side, block by block; empty if they are too wide."""
    stub = sum(_width(texts) for texts in _stub(grid)) + gap
    blocks: list[list[int]] = []
    left = 0
    for position in range(len(grid.columns)):
        needed = gap + _width(_column(grid, position))
        if not blocks or needed > left:
            blocks.append([])
            left = width - stub
        blocks[-1].append(position)
        left -= needed
        if left < 0:
            return []
    widest = max(len(block) for block in blocks)
    return blocks if widest >= min(2, len(grid.columns)) else []


def _stub(grid: Grid) -> tuple[list[str], list[str]]:
    rows = [row for group in grid.groups for row in group.rows]
    return [AVERAGE, *(row.label for row in rows)], ["changed", *(row.changed for row in rows)]


def _column(grid: Grid, position: int) -> list[str]:
    """The texts of a metric's column from the head down, group by group with the average last."""
    cells = [cell for group in grid.groups for row in group.rows if (cell := row.cells[position])]
    flags = _most_flags([*cells, *(group.averages[position] for group in grid.groups if group.averages)])
    texts = [stacked(grid.columns[position].label)]
    for group in grid.groups:
        texts += [_aligned(row.cells[position], flags) for row in group.rows]
        if group.averages:
            texts.append(_padded(group.averages[position], flags))
    return texts


def _most_flags(cells: Sequence[Cell | Average]) -> int:
    return max((len(cell.flags) for cell in cells), default=0)


def _padded(shown: Cell | Average, flags: int) -> str:
    return shown.text + " " * (flags - len(shown.flags))


def _aligned(cell: Cell | None, flags: int) -> str:
    # Room for the flags of all cells, so that digits stand below digits.
    if cell is None:
        return ABSENT + " " * flags
    return _padded(cell, flags)


def _print_block(console: Console, grid: Grid, block: Sequence[int], gap: int) -> None:
    labels, changed = _stub(grid)
    columns = [_column(grid, position) for position in block]
    widths = [_width(labels), _width(changed), *(_width(column) for column in columns)]
    lines = zip(*columns, strict=True)
    console.print()
    console.print(_table(widths, gap, [], ["", "changed", *next(lines)]))
    for group in grid.groups:
        rows = [[row.label, row.changed, *next(lines)] for row in group.rows]
        if group.averages:
            rows.append([AVERAGE, "", *next(lines)])
        console.print(Text(group.title, style="bold"))
        console.print(_table(widths, gap, rows))


def _details(grid: Grid, width: int) -> dict[str, Lines] | None:
    """Head and rows of the details of every metric by its label; None if they are too wide."""
    head = ["", "change %", *(name for name, _ in _DETAILS)]
    lines: dict[str, list[list[str]]] = {}
    for position, column in enumerate(grid.columns):
        rows = [(row, cell) for group in grid.groups for row in group.rows if (cell := row.cells[position])]
        flags = _most_flags([cell for _, cell in rows])
        scored = [(row, cell) for row, cell in rows if cell.n]
        lines[column.label] = [
            [row.label, _aligned(cell, flags), *(f(cell) for _, f in _DETAILS)] for row, cell in scored
        ]
    tables = [[head, *rows] for rows in lines.values()]
    widths = [max(column) for column in zip(*map(_widths, tables), strict=True)]
    for count in range(len(head), _DETAILS_AT_LEAST - 1, -1):
        if sum(widths[:count]) + _DETAIL_GAP * (count - 1) <= width:
            return {label: [line[:count] for line in [head, *rows]] for label, rows in lines.items()}
    return None


def _print_details(console: Console, heading: str, lines: Lines) -> None:
    console.print()
    console.print(Text(heading, style="bold"))
    if len(lines) == 1:
        console.print(Text(NO_SCORE))
        return
    console.print(_table(_widths(lines), _DETAIL_GAP, lines[1:], lines[0]))


def _print_contrast(console: Console, meta: Mapping[str, Any], width: int) -> None:
    for number, table in enumerate(contrast_tables(meta)):
        console.print()
        if number == 0:
            console.print(Text(CONTRAST_TITLE, style="bold"))
        console.print(Text(table.judge))
        head = ["", *CONTRAST_HEAD[1:]]
        widths = _widths([head, *table.lines])
        if sum(widths) + 2 * (len(widths) - 1) <= width:
            console.print(_table(widths, 2, table.lines, head))
        else:
            for sentence in table.sentences:
                console.print(_hanging("-", Text(sentence)))


def _print_long(console: Console, grid: Grid, width: int, detail: bool) -> None:
    for group in grid.groups:
        console.print()
        console.print(Text(group.title, style="bold"))
        for row in group.rows:
            console.print(Text(f"{row.label}, changed {row.changed}"))
            for column, cell in zip(grid.columns, row.cells, strict=True):
                for line in _fill(_long(column, row, cell, detail), width):
                    console.print(Text(line), no_wrap=True, overflow="ignore", crop=False)
        if group.averages:
            console.print(Text(AVERAGE))
        for column, average in zip(grid.columns, group.averages, strict=bool(group.averages)):
            console.print(Text(f"  {column.label} {average.text}"), no_wrap=True, overflow="ignore", crop=False)


def _long(column: Column, row: Row, cell: Cell | None, detail: bool) -> list[str]:
    if cell is None:
        return [column.label, ABSENT]
    parts = [column.label, cell.text]
    if detail and cell.available:
        parts += [cell.interval, f"only changed {cell.changed_only}"]
    return parts if cell.changed == row.changed else [*parts, f"changed {cell.changed}"]


def _fill(parts: Sequence[str], width: int) -> Iterator[str]:
    line = " "
    for part in parts:
        if line.strip() and cell_len(line) + 1 + cell_len(part) > width:
            yield line
            line = "   "
        line += f" {part}"
    yield line


def _table(widths: Sequence[int], gap: int, lines: Iterable[Sequence[str]], head: Sequence[str] | None = None) -> Table:
    """A table without rules, its first column to the left and all others to the right."""
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, show_header=head is not None)
    for position, width in enumerate(widths):
        # Padded here, as rich drops the blanks that stand where another cell has a flag.
        name = head[position] if head else ""
        shown = name if position == 0 else "\n".join(_right(part, width) for part in name.split("\n"))
        table.add_column(Text(shown), vertical="bottom", no_wrap=True, width=width)
    for label, *texts in lines:
        style = "italic" if label == AVERAGE else None
        padded = [_right(text, width) for text, width in zip(texts, widths[1:], strict=True)]
        table.add_row(label, *padded, style=style)
    return table


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def _hanging(bullet: str, text: Text) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=len(bullet))
    grid.add_column()
    grid.add_row(bullet, text)
    return grid


def _width(texts: Sequence[str]) -> int:
    return max(cell_len(line) for text in texts for line in text.split("\n"))


def _widths(lines: Lines) -> list[int]:
    return [_width(column) for column in zip(*lines, strict=True)]
