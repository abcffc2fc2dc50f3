"""The report as GitHub-flavoured Markdown, for job summaries, issues and READMEs. No HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import pandas as pd

from .contrast import CONTRAST_HEAD, CONTRAST_TITLE, contrast_tables
from .frames import Scores
from .notes import one_line
from .table import ABSENT, AVERAGE, NO_SCORE, Grid, build_grid

__all__ = ["escape", "to_markdown"]

# An underscore inside a word is plain text in GFM; at its edge it could open or close emphasis.
_SPECIAL: Final = re.compile(r"[\\`*~|<>\[\]#]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_DETAILS: Final = ("perturbation", "base", "change %", "95 % interval", "only changed %", "changed", "failed", "p")


def to_markdown(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any], *, detail: bool = True) -> str:
    """Table 5, a table of details for every metric, the fact-level contrast if the run has one, and the notes.

    Args:
        scores: The scores frame, or the path of its file.
        deltas: The deltas frame made of it.
        meta: As for `metricstress.reports.table.build_grid`.
        detail: Whether the details are in it.
    """
    grid = build_grid(scores, deltas, meta)
    parts = [f"## {escape(grid.title)}", escape(grid.caption) + ".", *_main(grid)]
    if detail:
        parts += _details(grid)
    parts += _contrast(meta)
    for note in grid.notes:
        parts += [f"### {escape(note.title)}", "\n".join(f"- {escape(line)}" for line in note.lines)]
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """`text` on one line, such that Markdown shows it as it is, inside tables and outside."""
    return _SPECIAL.sub(r"\\\g<0>", one_line(text))


def _main(grid: Grid) -> Iterable[str]:
    head = ["perturbation", "changed", *(column.label for column in grid.columns)]
    for group in grid.groups:
        rows = [[row.label, row.changed, *(cell.text if cell else ABSENT for cell in row.cells)] for row in group.rows]
        table = _table(head, rows)
        yield f"### {escape(group.title)}"
        if group.averages:
            average = " | ".join([f"**{AVERAGE}**", "", *(f"**{average.text}**" for average in group.averages)])
            table = f"{table}\n| {average} |"
        yield table


def _details(grid: Grid) -> Iterable[str]:
    rows: dict[str, list[list[str]]] = {column.label: [] for column in grid.columns}
    for column, _, row, cell in grid.cells():
        if cell.n:
            line = [row.label, cell.base, cell.text, cell.interval, cell.changed_only, cell.changed]
            rows[column.label].append([*line, str(cell.n_failed), cell.p])
    for label, lines in rows.items():
        yield f"### {escape(label)}"
        yield _table(_DETAILS, lines) if lines else NO_SCORE


def _contrast(meta: Mapping[str, Any]) -> Iterable[str]:
    for number, table in enumerate(contrast_tables(meta)):
        if number == 0:
            yield f"### {escape(CONTRAST_TITLE)}"
        yield escape(table.judge)
        yield _table(CONTRAST_HEAD, table.lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---", *["---:"] * (len(head) - 1)]
    lines = [rule, *([escape(text) for text in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in [[escape(text) for text in head], *lines])
