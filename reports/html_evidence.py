"""What the page shows of single examples: the worst few of each cell with the words that changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from .cells import CellKey
from .frames import encodable, severity_key
from .html_table import anchor
from .html_worst import Example
from .notes import one_line
from .scorecard import Judgement, judge_cell, weaker_rows
from .table import Cell, Grid, Row, format_score
from .textdiff_html import Diff, diff_passages
from .texts_file import TextKey, Texts

__all__ = ["MOST_EXAMPLES", "CellExamples", "Evidence", "MetricExamples", "Shown", "TextsOf", "evidence_of"]

TextsOf: TypeAlias = Callable[[Collection[TextKey]], Texts]
"""Gives the evidence before and after of the changed copies asked for, as far as it is known."""

MOST_EXAMPLES: Final = 400
"""Examples on one page: what is beyond would make it too large to open quickly."""

_MOST_BYTES: Final = 1_000_000  # of all diffs on a page, for texts that are far from plain words


@dataclass(frozen=True, slots=True)
class Shown:
    """An example: its id, the scores before and after, the auditor's objection (or empty), and what changed."""

    name: str
    base: str
    score: str
    audit: str
    diff: Diff


@dataclass(frozen=True, slots=True)
class CellExamples:
    """The worst examples of a cell."""

    anchor: str
    row: Row
    cell: Cell
    marks: str
    examples: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class MetricExamples:
    """Those of a metric, in the order of the rows."""

    label: str
    cells: tuple[CellExamples, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """All examples on the page.

    Attributes:
        metrics: Those that have any.
        n_cells_left_out: Cells with examples that the page has no room for.
    """

    metrics: tuple[MetricExamples, ...] = ()
    n_cells_left_out: int = 0

    @property
    def anchors(self) -> frozenset[str]:
        """Of the cells that have examples on the page."""
        return frozenset(cell.anchor for metric in self.metrics for cell in metric.cells)


@dataclass(frozen=True, slots=True)
class _Place:
    column: int
    anchor: str
    intent: str
    row: Row
    cell: Cell
    judgement: Judgement
    worst: tuple[Example, ...]


def evidence_of(
    grid: Grid, worst: Mapping[CellKey, tuple[Example, ...]], texts: TextsOf, *, most: int = MOST_EXAMPLES
) -> Evidence:
    """The worst examples as the page shows them.

    If there are too many, cells that are not as they should be come before those that are.

    Args:
        grid: The numbers.
        worst: Of `worst_examples`.
        texts: Where the texts are.
        most: Examples to show at most.
    """
    places = _places(grid, worst)
    chosen, n_left = [], most
    for place in sorted(places, key=lambda place: place.judgement.status != "fails"):
        if len(place.worst) <= n_left:
            n_left -= len(place.worst)
            chosen.append(place)
    found = texts({example.key for place in chosen for example in place.worst})
    diffs = {key: diff_passages(*sides) for key, sides in found.items()}
    kept, room = [], _MOST_BYTES
    for place in chosen:
        room -= sum(_size(diffs[example.key]) for example in place.worst if example.key in diffs)
        if room >= 0:
            kept.append(place)
    metrics = []
    for number, column in enumerate(grid.columns):
        of_metric = sorted((place for place in kept if place.column == number), key=places.index)
        cells = [_cell(place, diffs) for place in of_metric]
        if cells := [cell for cell in cells if cell.examples]:
            metrics.append(MetricExamples(column.label, tuple(cells)))
    return Evidence(tuple(metrics), len(places) - len(kept))


def _places(grid: Grid, worst: Mapping[CellKey, tuple[Example, ...]]) -> list[_Place]:
    found = []
    for column, names in enumerate(grid.columns):
        for group_number, group in enumerate(grid.groups):
            weaker = weaker_rows(group)
            for number, row in enumerate(group.rows):
                cell = row.cells[column]
                key = (row.perturbation, severity_key(row.severity), names.metric, names.component)
                if cell is not None and (examples := worst.get(key)):
                    name = anchor(column, group_number, number)
                    judgement = judge_cell(group.intent, cell, weaker=row.label in weaker)
                    found.append(_Place(column, name, group.intent, row, cell, judgement, examples))
    return found


def _size(diff: Diff) -> int:
    """Bytes that a diff takes on the page, with its escapes and marks."""
    texts = [segment.text for segment in diff.segments] + list(diff.sides or ())
    return sum(len(escape(encodable(text)).encode()) + 2 * len("<ins>") for text in texts)


def _cell(place: _Place, diffs: Mapping[TextKey, Diff]) -> CellExamples:
    return CellExamples(
        anchor=place.anchor,
        row=place.row,
        cell=place.cell,
        marks=place.judgement.marks,
        examples=tuple(
            Shown(
                name=one_line(example.key[0], 80),
                base=format_score(example.base_score),
                score=format_score(example.score),
                audit=one_line(example.audit or "", 200),
                diff=diffs[example.key],
            )
            for example in place.worst
            if example.key in diffs
        ),
    )
