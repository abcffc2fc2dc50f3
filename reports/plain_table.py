"""A table of figures with their n, as text for a terminal, Markdown, CSV and LaTeX.

A number has the same digits in every format but CSV, which has all of them.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rich.cells import cell_len

from .latex import escape as escape_latex
from .markdown import escape
from .notes import one_line

__all__ = ["FORMATS", "UNDEFINED", "Cell", "PlainTable", "render", "shown"]

Cell: TypeAlias = str | int | float | None

UNDEFINED: Final = "undefined"


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A title, named columns, rows of as many cells, and lines below.

    Attributes:
        title: One line.
        columns: Names of the columns.
        rows: Numbers in full precision; None is undefined.
        notes: Sentences that belong to the table.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def shown(value: Cell) -> str:
    """A cell as text: six significant digits, a true minus, `undefined` for None."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return UNDEFINED
    if isinstance(value, float):
        return f"{value:.6g}".replace("-", "−")
    return one_line(str(value))


def to_text(table: PlainTable) -> str:
    """Columns two blanks apart; the last one is as long as it is."""
    lines = [list(table.columns), *([shown(cell) for cell in row] for row in table.rows)]
    widths = [max(cell_len(line[column]) for line in lines) for column in range(len(table.columns))]
    text = [table.title, ""]
    for line in lines:
        padded = [cell + " " * (width - cell_len(cell)) for cell, width in zip(line, widths, strict=True)]
        text.append("  ".join(padded).rstrip())
    if table.notes:
        text += ["", *(f"- {one_line(note)}" for note in table.notes)]
    return "\n".join(text) + "\n"


def to_markdown(table: PlainTable) -> str:
    """A GitHub-flavoured table."""
    lines = [[escape(shown(cell)) for cell in line] for line in (table.columns, *table.rows)]
    rule = ["---"] * len(table.columns)
    text = "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]])
    parts = [f"## {escape(table.title)}", text]
    if table.notes:
        parts.append("\n".join(f"- {escape(note)}" for note in table.notes))
    return "\n\n".join(parts) + "\n"


def to_csv(table: PlainTable) -> str:
    """A line a row, undefined cells empty; without title and notes."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.rows:
        # The writer quotes no lone carriage return, which readers take for the end of a line.
        writer.writerow(["" if cell is None else one_line(cell) if isinstance(cell, str) else cell for cell in row])
    return stream.getvalue()


def to_latex(table: PlainTable) -> str:
    """A `table` with rules of booktabs, the title as caption and the notes below."""
    numeric = [
        all(isinstance(row[column], int | float) or row[column] is None for row in table.rows)
        for column in range(len(table.columns))
    ]
    lines = [" & ".join(escape_latex(shown(cell)) for cell in line) + r" \\" for line in (table.columns, *table.rows)]
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}",
            rf"\caption{{{escape_latex(table.title)}}}",
            rf"\begin{{tabular}}{{{''.join('r' if right else 'l' for right in numeric)}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            *(rf"\par\footnotesize {escape_latex(note)}" for note in table.notes),
            r"\end{table}",
            "",
        ]
    )


FORMATS: Final[Mapping[str, Callable[[PlainTable], str]]] = {
    "terminal": to_text,
    "markdown": to_markdown,
    "csv": to_csv,
    "latex": to_latex,
}


def render(tables: Sequence[PlainTable], kind: str) -> str:
    """The tables one below the other, a blank line between.

    Raises:
        ValueError: if there is no such format.
    """
    if kind not in FORMATS:
        raise ValueError(f"unknown format {kind!r}; there are {', '.join(FORMATS)}")
    return "\n".join(FORMATS[kind](table) for table in tables)
