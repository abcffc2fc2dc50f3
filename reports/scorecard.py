"""Scorecards: what a metric is blind to and what it is jumpy about, in words, from the numbers of the grid.

The rules, the same for every metric (`RULES` says them to the reader):

- an altering change must lower the mean score by at least `FALL` per cent of the mean before, else the metric is blind
  to it;
- a preserving change may move it by no more than `MOVE` per cent up or down, else the metric is jumpy about it;
- the change itself decides; where the bound lies inside its 95 % interval, other examples might have decided
  otherwise, and the cell is borderline;
- cells without a percentage, on a base near 0, of fewer than `FEWEST` changed examples, or on which more scores failed
  than not, are not judged; nor are the lower severities of an altering ladder, as a weak change need not cost much.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from .discrimination import Discrimination
from .notes import one_line
from .table import Cell, Column, Grid, Group, Row

__all__ = [
    "FALL",
    "FEWEST",
    "MOVE",
    "RULES",
    "Finding",
    "Judgement",
    "Scorecard",
    "judge_cell",
    "ranked",
    "scorecards",
    "weaker_rows",
]

Status: TypeAlias = Literal["holds", "fails", "unjudged"]

FALL: Final = 10.0
"""Per cent of the mean by which a score must fall at least when the meaning is altered."""
MOVE: Final = 5.0
"""Per cent of the mean by which a score may move at most when the meaning is kept."""
FEWEST: Final = 20
"""Changed examples below which a cell is not judged."""
RULES: Final = (
    f"✗ altering: the mean score falls by less than {FALL:g} % of the mean before, or rises.",
    f"✗ preserving: the mean score moves by more than {MOVE:g} %, up or down.",
    "Of a metric whose lower scores are better, a rise counts as a fall.",
    "~ borderline: the bound lies inside the 95 % interval, so other examples might have decided otherwise.",
    f"Not judged: no percentage, a base mean near 0, fewer than {FEWEST} changed examples, or more scores failed "
    "than not; of an altering perturbation run at several severities all but the highest.",
)
_Failing: TypeAlias = tuple[Row, Cell, "Judgement"]
_ROUNDING: Final = 1e-9  # a change this near to its bound keeps it
_STILL: Final = 0.05  # per cent below which a change is printed as 0.0
_WEAKER: Final = "a lower severity of an altering change"
_INSENSITIVE: Final = "no change of any kind moves it, so that it keeps still says nothing for it"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a cell is as its row's intent wants it.

    Attributes:
        status: `holds`, `fails` or `unjudged`.
        borderline: Whether the bound lies inside the interval of the change.
        reason: Why it is not judged, else empty.
    """

    status: Status
    borderline: bool = False
    reason: str = ""

    @property
    def marks(self) -> str:
        """`✗`, `~`, both or neither."""
        return "✗" * (self.status == "fails") + "~" * self.borderline


@dataclass(frozen=True, slots=True)
class Finding:
    """A perturbation under which a metric is not as it should be.

    Attributes:
        name: Of the perturbation.
        text: What the score does, with its interval; of a ladder, at each severity that fails.
        summary: What the perturbation does; empty if the run does not say it.
        borderline: Whether all that it rests on is borderline.
        n_cells: Cells that it rests on.
    """

    name: str
    text: str
    summary: str
    borderline: bool
    n_cells: int


@dataclass(frozen=True, slots=True)
class Scorecard:
    """What the numbers say about one metric (or one of its components).

    Attributes:
        label: Of its column.
        discrimination: None if it has no scores.
        blind: The altering changes that do not lower it, worst first.
        jumpy: The preserving changes that move it, worst first.
        n_altering: Altering cells judged.
        n_preserving: Preserving cells judged.
        unjudged: Rows that were not, with the reason.
        remark: What must be known to read the rest, else empty.
    """

    label: str
    discrimination: Discrimination | None
    blind: tuple[Finding, ...]
    jumpy: tuple[Finding, ...]
    n_altering: int
    n_preserving: int
    unjudged: tuple[str, ...]
    remark: str = ""

    @property
    def n_blind(self) -> int:
        """Altering cells that fail."""
        return sum(finding.n_cells for finding in self.blind)

    @property
    def n_jumpy(self) -> int:
        """Preserving cells that fail."""
        return sum(finding.n_cells for finding in self.jumpy)

    @property
    def summary(self) -> str:
        """One sentence: `falls enough under 2 of 3 altering changes, keeps still under 7 of 11 preserving ones`."""
        parts = []
        if self.n_altering:
            seen = self.n_altering - self.n_blind
            parts.append(f"falls enough under {seen} of {self.n_altering} altering changes")
        if self.n_preserving:
            still = self.n_preserving - self.n_jumpy
            parts.append(f"keeps still under {still} of {self.n_preserving} preserving ones")
        return ", ".join(parts) if parts else "no row could be judged"


def judge_cell(intent: str, cell: Cell, *, weaker: bool = False) -> Judgement:
    """Whether a cell is as its intent wants it, by the rules above.

    Args:
        intent: Of the row.
        cell: The numbers.
        weaker: Whether the row is one of `weaker_rows`.
    """
    reason = _WEAKER if weaker else _not_judged(intent, cell)
    if reason:
        return Judgement("unjudged", reason=reason)
    worse = 1 if cell.lower_is_better else -1
    bounds = (worse * FALL,) if intent == "altering" else (-MOVE, MOVE)
    gain = cell.gain_pct
    holds = gain <= -FALL + _ROUNDING if intent == "altering" else abs(gain) <= MOVE + _ROUNDING
    return Judgement("holds" if holds else "fails", any(cell.low <= bound <= cell.high for bound in bounds))


def weaker_rows(group: Group) -> frozenset[str]:
    """Labels of the rows of an altering group of which another row is a higher severity."""
    if group.intent != "altering":
        return frozenset()
    highest: dict[str, float] = {}
    for row in group.rows:
        if not math.isnan(row.severity):
            highest[row.perturbation] = max(row.severity, highest.get(row.perturbation, row.severity))
    return frozenset(row.label for row in group.rows if row.severity < highest.get(row.perturbation, -math.inf))


def scorecards(
    grid: Grid, discrimination: Mapping[tuple[str, str], Discrimination], meta: Mapping[str, Any]
) -> tuple[Scorecard, ...]:
    """The scorecard of every column, in the order of the grid.

    Args:
        grid: The numbers.
        discrimination: By metric and component, as `discriminate` gives it.
        meta: Read is `perturbations`, whose summaries say what a row does.
    """
    summaries = {str(item["name"]): one_line(str(item.get("summary", ""))) for item in meta.get("perturbations") or ()}
    return tuple(
        _scorecard(grid, number, column, discrimination.get((column.metric, column.component)), summaries)
        for number, column in enumerate(grid.columns)
    )


def ranked(cards: Sequence[Scorecard]) -> list[Scorecard]:
    """By discrimination, the best first; those without one last."""
    return sorted(cards, key=lambda card: -_area(card) if not math.isnan(_area(card)) else math.inf)


def _area(card: Scorecard) -> float:
    return math.nan if card.discrimination is None else card.discrimination.auc


def _scorecard(
    grid: Grid, number: int, column: Column, found: Discrimination | None, summaries: Mapping[str, str]
) -> Scorecard:
    failing: dict[str, list[_Failing]] = {"altering": [], "preserving": []}
    judged = dict.fromkeys(failing, 0)
    unjudged: dict[str, list[str]] = {}
    still = []
    for intent, row, cell, judgement in _judged(grid, number):
        if judgement.status == "unjudged":
            if judgement.reason != _WEAKER:  # the rule says it once for all
                unjudged.setdefault(judgement.reason, []).append(row.label)
            continue
        judged[intent] += 1
        still.append(abs(cell.change_pct) < _STILL)
        if judgement.status == "fails":
            failing[intent].append((row, cell, judgement))
    return Scorecard(
        label=column.label,
        discrimination=found,
        blind=_findings(failing["altering"], "altering", summaries),
        jumpy=_findings(failing["preserving"], "preserving", summaries),
        n_altering=judged["altering"],
        n_preserving=judged["preserving"],
        unjudged=tuple(f"{', '.join(rows)}: {reason}" for reason, rows in unjudged.items()),
        remark=_INSENSITIVE if still and all(still) else "",
    )


def _judged(grid: Grid, number: int) -> Iterable[tuple[str, Row, Cell, Judgement]]:
    for group in grid.groups:
        weaker = weaker_rows(group)
        for row in group.rows:
            cell = row.cells[number]
            if cell is not None and group.intent in ("altering", "preserving"):
                yield group.intent, row, cell, judge_cell(group.intent, cell, weaker=row.label in weaker)


def _findings(failing: Sequence[_Failing], intent: str, summaries: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding a perturbation, the worst first."""
    by_name: dict[str, list[_Failing]] = {}
    for found in sorted(failing, key=lambda found: -_beyond(intent, found[1])):
        by_name.setdefault(found[0].perturbation, []).append(found)
    made = []
    for name, cells in by_name.items():
        cells.sort(key=lambda found: found[0].severity)
        ladder = len(cells) > 1 or cells[0][0].label != one_line(name)
        texts = [_moved(intent, cell) + (f" at severity {row.severity:g}" if ladder else "") for row, cell, _ in cells]
        borderline = all(judgement.borderline for _, _, judgement in cells)
        made.append(Finding(one_line(name), "; ".join(texts), summaries.get(name, ""), borderline, len(cells)))
    return tuple(made)


def _beyond(intent: str, cell: Cell) -> float:
    return cell.gain_pct + FALL if intent == "altering" else abs(cell.change_pct) - MOVE


def _moved(intent: str, cell: Cell) -> str:
    amount = cell.change.lstrip("+−")
    if abs(cell.change_pct) < _STILL:
        moved = "does not move"
    else:
        too_little = intent == "altering" and cell.gain_pct < 0
        moved = f"{'rises' if cell.change_pct > 0 else 'falls'} by {'only ' if too_little else ''}{amount} %"
    return f"{moved} {cell.interval}"


def _not_judged(intent: str, cell: Cell) -> str:
    """Why a cell cannot be judged; empty if it can."""
    if intent not in ("altering", "preserving"):
        return "its intent is not known"
    if cell.n_failed > cell.n:
        return "more scores failed than not"
    if not cell.available:
        return "no example was both changed and scored" if not cell.n_changed else "too many scores failed"
    if not cell.relative:
        return "no percentage exists"
    if "°" in cell.flags:
        return "the base mean is near 0"
    if cell.n_changed < FEWEST:
        return f"fewer than {FEWEST} changed examples"
    return ""
