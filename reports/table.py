"""One grid for all renderers: Table 5 with what it rests on.

Rows are perturbations in groups by intent, columns are metrics. A renderer arranges the grid and never
formats a number itself, so a number has the same digits in every format.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from .deltas import averages
from .frames import REFUSED, Scores, severity_key, validate_deltas
from .notes import READING, Note, caption, column_labels, lower_is_better, notes, row_labels, title
from .number_texts import NOT_AVAILABLE, format_change, format_p_value, format_percent, format_score
from .tally import tally_scores

__all__ = [
    "ABSENT",
    "AVERAGE",
    "NOT_AVAILABLE",
    "NO_SCORE",
    "Average",
    "Cell",
    "Column",
    "Grid",
    "Group",
    "Row",
    "build_grid",
    "format_change",
    "format_p_value",
    "format_percent",
    "format_score",
    "shown_cell",
]

ABSENT: Final = "—"  # the metric was not run on this perturbation
AVERAGE: Final = "average"  # the label of the last row of a group
NO_SCORE: Final = "No score for any example: see Failures."  # instead of the details of a metric
_SIGNS: Final = frozenset(["Δ", NOT_AVAILABLE, "*", "!", "°", "†"])
_TITLES: Final = {
    "altering": "Semantics-altering (should drop)",
    "preserving": "Semantics-preserving (should not move)",
    "unknown": "Made elsewhere, intent not given",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One metric under one perturbation: the fields of a row of the deltas frame, and their texts."""

    change_pct: float
    change_abs: float
    low: float
    high: float
    change_pct_changed_only: float
    change_abs_changed_only: float
    base_mean: float
    mean: float
    p_value: float
    n: int
    n_changed: int
    n_not_applicable: int
    n_failed: int
    n_audited_wrong: int
    reason: str | None
    verdict: str | None
    lower_is_better: bool = False

    @property
    def available(self) -> bool:
        """Whether there is a change to show: some example was changed and scored, and not too many failed."""
        return self.n_changed > 0 and self.verdict != REFUSED

    @property
    def gain_pct(self) -> float:
        """The change in percent, as if higher were better: negative is worse."""
        return -self.change_pct if self.lower_is_better else self.change_pct

    @property
    def relative(self) -> bool:
        """Whether the change is a percentage; else it is absolute and marked Δ."""
        return not math.isnan(self.change_pct)

    @property
    def change(self) -> str:
        """The change without flags: `−32.7`, `Δ−0.0123` or `n/a`."""
        return self._change(self.change_pct, self.change_abs)

    @property
    def text(self) -> str:
        """The change with its flags, for the main table."""
        return self.change + "".join(self.flags)

    @property
    def changed_only(self) -> str:
        """The change over the changed examples only."""
        return self._change(self.change_pct_changed_only, self.change_abs_changed_only)

    @property
    def interval(self) -> str:
        """The 95 % interval in the unit of `change`."""
        if not self.available or math.isnan(self.low):
            return NOT_AVAILABLE
        form = format_percent if self.relative else format_change
        return f"[{form(self.low)}, {form(self.high)}]"

    @property
    def changed(self) -> str:
        """Changed examples of those the cell rests on: `57/64`."""
        return f"{self.n_changed}/{self.n}"

    @property
    def base(self) -> str:
        """The mean score before the perturbation."""
        return format_score(self.base_mean)

    @property
    def p(self) -> str:
        """The p-value of the change."""
        return format_p_value(self.p_value) if self.available else NOT_AVAILABLE

    @property
    def flags(self) -> tuple[str, ...]:
        """`*` some examples failed; `!` the auditor objects to some edits; `°` the base mean is near 0."""
        near_zero = self.available and "is near 0" in (self.reason or "")
        marks = ((self.n_failed > 0, "*"), (self.n_audited_wrong > 0, "!"), (near_zero, "°"))
        return tuple(mark for holds, mark in marks if holds)

    def _change(self, percent: float, absolute: float) -> str:
        if not self.available:
            return NOT_AVAILABLE
        return f"Δ{format_change(absolute)}" if math.isnan(percent) else format_percent(percent)


@dataclass(frozen=True, slots=True)
class Row:
    """A perturbation at one severity: a cell a column, None where the metric was not run.

    `n_examples` and `n_changed` count over all metrics, so a failing metric does not hide what was tried.
    """

    label: str
    perturbation: str
    severity: float
    n_examples: int
    n_changed: int
    cells: tuple[Cell | None, ...]

    @property
    def changed(self) -> str:
        """Changed examples of all: `57/64`."""
        return f"{self.n_changed}/{self.n_examples}"


@dataclass(frozen=True, slots=True)
class Average:
    """The mean percentage of a metric over the rows of a group, how many of them went in, and how many were run."""

    change_pct: float
    n_cells: int
    n_rows: int

    @property
    def text(self) -> str:
        """The percentage with its flags, or `n/a` if no row has one."""
        return (format_percent(self.change_pct) if self.n_cells else NOT_AVAILABLE) + "".join(self.flags)

    @property
    def flags(self) -> tuple[str, ...]:
        """`†` if some rows of the group have no percentage, so that it is over the others alone."""
        return ("†",) if 0 < self.n_cells < self.n_rows else ()


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one intent and their averages, one a column; none where the intent is unknown."""

    intent: str
    title: str
    rows: tuple[Row, ...]
    averages: tuple[Average, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A metric, or one of its components."""

    metric: str
    component: str
    label: str


@dataclass(frozen=True, slots=True)
class Grid:
    """What a report shows, ready to be arranged."""

    title: str
    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    notes: tuple[Note, ...]

    @property
    def marks(self) -> tuple[str, ...]:
        """What the signs beside the numbers mean, of those that are in use."""
        lines = [line for note in self.notes if note.title == READING for line in note.lines]
        return tuple(line.replace(" ", ": ", 1) for line in lines if line.split(" ", 1)[0] in _SIGNS)

    def cells(self) -> Iterable[tuple[Column, Group, Row, Cell]]:
        """Every cell that was run, column by column in the order of the rows."""
        for position, column in enumerate(self.columns):
            for group in self.groups:
                for row in group.rows:
                    cell = row.cells[position]
                    if cell is not None:
                        yield column, group, row, cell


def build_grid(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> Grid:
    """The grid of a run.

    Args:
        scores: The scores frame, or the path of its file, which is then read in pieces.
        deltas: The deltas frame made of it; its order is the order of rows and columns.
        meta: How the run was made; read are `suite`, `data`, `n_examples`, `seed`, `metrics` (name to
            signature), `versions` (package to version), `bad_rows` (a count) and `resamples`, all optional.

    Raises:
        ValueError: If a frame is not valid, or there is nothing to report.
    """
    validate_deltas(deltas)
    if deltas.empty:
        raise ValueError("the deltas frame has no rows, so there is nothing to report; run with at least one example")
    columns = tuple(Column(metric, component, label) for (metric, component), label in column_labels(deltas).items())
    labels = row_labels(deltas)
    tally = tally_scores(scores)
    tried = tally.rows
    strangers = [label for key, label in labels.items() if key not in tried]
    if strangers:
        raise ValueError(f"the scores frame has no rows for {', '.join(strangers)}; give both frames of one run")
    cells = {
        (row["perturbation"], severity_key(row["severity"]), row["metric"], row["component"]): shown_cell(row, meta)
        for row in deltas.to_dict("records")
    }
    run = Counter(deltas[["intent", "metric", "component"]].itertuples(index=False, name=None))
    means = {
        (key := (row["intent"], row["metric"], row["component"])): Average(row["change_pct"], row["n_cells"], run[key])
        for row in averages(deltas).to_dict("records")
    }
    groups = []
    for intent, heading in _TITLES.items():
        of_intent = deltas.loc[deltas["intent"] == intent, ["perturbation", "severity"]].drop_duplicates()
        rows = tuple(
            Row(
                label=labels[name, severity_key(severity)],
                perturbation=name,
                severity=severity,
                n_examples=tried[name, severity_key(severity)].n_examples,
                n_changed=tried[name, severity_key(severity)].n_changed,
                cells=tuple(
                    cells.get((name, severity_key(severity), column.metric, column.component)) for column in columns
                ),
            )
            for name, severity in of_intent.itertuples(index=False)
        )
        if rows:
            nothing = Average(math.nan, 0, 0)
            keys = [(intent, column.metric, column.component) for column in columns if intent != "unknown"]
            groups.append(Group(intent, heading, rows, tuple(means.get(key, nothing) for key in keys)))
    return Grid(title(meta), caption(meta), columns, tuple(groups), notes(tally, deltas, labels, meta))


def shown_cell(row: Mapping[Any, Any], meta: Mapping[str, Any]) -> Cell:
    """The cell of a row of the deltas frame; `meta` says of which metrics lower scores are better."""
    values = {name: row[name] for name in Cell.__dataclass_fields__ if name != "lower_is_better"}
    for name in ("reason", "verdict"):
        values[name] = None if pd.isna(values[name]) else str(values[name])
    return Cell(**values, lower_is_better=row["metric"] in lower_is_better(meta))
