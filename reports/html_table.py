"""The cells of the page's main table: texts of the grid, marks of the scorecard, and a shade that repeats the number.

The shades are the same in every report: six steps of falling and six of rising, with bounds that do not depend on the
run. A shade is never all that says something: the number, its sign and the marks stand in the cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from .scorecard import Judgement, judge_cell, weaker_rows
from .table import Cell, Grid, Group, Row

__all__ = ["SHADES", "CellView", "GroupView", "RowView", "anchor", "table_view", "verdicts"]

_STEPS: Final = (2.0, 5.0, 10.0, 25.0, 50.0)
SHADES: Final = (
    ("f5", "−50 and below"),
    ("f4", "to −25"),
    ("f3", "to −10"),
    ("f2", "to −5"),
    ("f1", "to −2"),
    ("z", "within ±2"),
    ("r1", "from +2"),
    ("r2", "from +5"),
    ("r3", "from +10"),
    ("r4", "from +25"),
    ("r5", "+50 and above"),
)
"""Class and words of every shade, per cent of the mean, from the deepest fall to the highest rise."""


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell as it is shown.

    Attributes:
        cell: The numbers and their texts.
        judgement: Whether it is as it should be.
        shade: A class of `SHADES`, or empty where there is no percentage.
        anchor: Of its worst examples, or empty if none are shown.
        tip: The base mean and the counts.
    """

    cell: Cell
    judgement: Judgement
    shade: str
    anchor: str
    tip: str


@dataclass(frozen=True, slots=True)
class RowView:
    """A row: a view a column, None where the metric was not run."""

    row: Row
    cells: tuple[CellView | None, ...]

    @property
    def n_not_applicable(self) -> int:
        """Examples that the perturbation left as they were, by the metric that scored most of them."""
        return max((view.cell.n_not_applicable for view in self.cells if view), default=0)

    @property
    def n_failed(self) -> int:
        """Scores that failed, over all metrics."""
        return sum(view.cell.n_failed for view in self.cells if view)

    @property
    def n_audited_wrong(self) -> int:
        """Changed examples that the auditor objects to."""
        return max((view.cell.n_audited_wrong for view in self.cells if view), default=0)


@dataclass(frozen=True, slots=True)
class GroupView:
    """The rows of one intent."""

    group: Group
    rows: tuple[RowView, ...]


def table_view(grid: Grid, with_examples: Collection[str]) -> tuple[GroupView, ...]:
    """The grid's groups with what the page adds.

    Args:
        grid: The numbers.
        with_examples: Anchors of the cells whose worst examples are on the page.
    """
    return tuple(
        GroupView(group, tuple(_row(group, place, number, with_examples) for number in range(len(group.rows))))
        for place, group in enumerate(grid.groups)
    )


def anchor(column: int, group: int, row: int) -> str:
    """The id of a cell's worst examples on the page, from its place in the grid."""
    return f"w{column}-{group}-{row}"


def verdicts(groups: tuple[GroupView, ...], intent: str) -> list[Judgement]:
    """The judgements of the cells of one intent that could be judged."""
    found = (view for group in groups if group.group.intent == intent for view in _views(group))
    return [view.judgement for view in found if view.judgement.status != "unjudged"]


def _views(group: GroupView) -> Iterator[CellView]:
    for row in group.rows:
        yield from (view for view in row.cells if view)


def _row(group: Group, place: int, number: int, with_examples: Collection[str]) -> RowView:
    row = group.rows[number]
    weaker = row.label in weaker_rows(group)
    views = []
    for column, cell in enumerate(row.cells):
        name = anchor(column, place, number)
        name = name if name in with_examples else ""
        views.append(None if cell is None else _cell(cell, judge_cell(group.intent, cell, weaker=weaker), name))
    return RowView(row, tuple(views))


def _cell(cell: Cell, judgement: Judgement, name: str) -> CellView:
    shade = _shade(cell.change_pct) if cell.available and cell.relative else ""
    tip = f"base {cell.base}, {cell.changed} changed" + (f", {cell.n_failed} failed" if cell.n_failed else "")
    return CellView(cell, judgement, shade, name, tip)


def _shade(change: float) -> str:
    step = sum(abs(change) >= bound for bound in _STEPS)
    return f"{'f' if change < 0 else 'r'}{step}" if step else "z"
