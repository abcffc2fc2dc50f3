"""Expectations: what a metric's score should do under a perturbation, and whether it did.

`stays` is for changes that keep the meaning, `drops` for those that alter it, `monotone` for a ladder of severities.
Importing this costs nothing: numbers come in as a `Cell` and leave as an `Outcome`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from .errors import UsageError

__all__ = ["MIN_N", "Cell", "Expectation", "Kind", "Outcome", "cell_name", "drops", "judge", "monotone", "stays"]

Kind = Literal["stays", "drops", "monotone"]

MIN_N: Final = 20
"""Default of the fewest applicable examples on which a cell is judged."""

_WIDTH: Final = 80  # of an outcome's text: pytest's summary line and a CI annotation show no more
_ROUNDING: Final = 1e-9  # a change this near to its bound keeps it


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the score should do.

    Attributes:
        kind: `stays`, `drops` or `monotone`.
        amount: Share of the base mean, such as .02 or .25; None for `monotone`.
        min_n: Fewest applicable and scored examples; with fewer, the cell is an error and never a pass.
        absolute: Whether `amount` is in units of the score instead, for scales without a relative change.
    """

    kind: Kind
    amount: float | None
    min_n: int = MIN_N
    absolute: bool = False

    def __post_init__(self) -> None:
        if self.kind not in ("stays", "drops", "monotone"):
            raise UsageError(f"unknown expectation {self.kind!r}; use stays, drops or monotone")
        if isinstance(self.min_n, bool) or not isinstance(self.min_n, int) or self.min_n < 1:
            raise UsageError(f"{self.kind}: min_n is a whole number of examples from 1, but got {self.min_n!r}")
        if self.kind == "monotone":
            if self.amount is not None or self.absolute:
                raise UsageError("monotone has no amount: it looks at the order of the means alone")
            return
        name = "within" if self.kind == "stays" else "at_least"
        amount = self.amount
        if isinstance(amount, bool) or not isinstance(amount, (int, float)) or not math.isfinite(amount):
            raise UsageError(f"{self.kind}({name}=…) takes a number, such as 0.05, but got {amount!r}")
        if amount < 0 or (amount == 0 and self.kind == "drops"):
            raise UsageError(f"{self.kind}({name}=…) must be {'positive' if amount else 'above 0'}, but got {amount!r}")
        if amount > 1 and not self.absolute:
            raise UsageError(
                f"{self.kind}({name}={amount!r}): the amount is a share of the base mean, from 0 to 1; "
                f"for {amount:g} per cent write {name}={amount / 100:g}, for {amount:g} points add absolute=True"
            )

    @property
    def text(self) -> str:
        """What is expected, in words: `stays within 5%`, `drops by at least 20%`, `never improves with severity`."""
        if self.amount is None:
            return "never improves with severity"
        amount = f"{self.amount:g}" if self.absolute else f"{100 * self.amount:g}%"
        return f"stays within {amount}" if self.kind == "stays" else f"drops by at least {amount}"


def stays(within: float, *, min_n: int = MIN_N, absolute: bool = False) -> Expectation:
    """The mean score moves by no more than `within` of the base mean, up or down.

    Args:
        within: Share of the base mean from 0 to 1: .05 is five per cent.
        min_n: Fewest applicable examples on which to judge.
        absolute: `within` is in units of the score instead.

    Raises:
        UsageError: if a number is out of range.
    """
    return Expectation("stays", within, min_n, absolute)


def drops(at_least: float, *, min_n: int = MIN_N, absolute: bool = False) -> Expectation:
    """The mean score gets worse by at least that share of the base mean: falls, or rises if lower is better.

    Args:
        at_least: Share of the base mean, above 0 and up to 1: .1 is ten per cent.
        min_n: Fewest applicable examples on which to judge.
        absolute: `at_least` is in units of the score instead.

    Raises:
        UsageError: if a number is out of range.
    """
    return Expectation("drops", at_least, min_n, absolute)


def monotone(*, min_n: int = MIN_N) -> Expectation:
    """More of a change never scores better, from the base score through every severity of a ladder.

    Raises:
        UsageError: if `min_n` is out of range.
    """
    return Expectation("monotone", None, min_n)


@dataclass(frozen=True, slots=True)
class Cell:
    """One metric component under one perturbation at one severity: what an expectation is judged on.

    Attributes:
        metric: Its name.
        component: Of the metric's numbers; equal to `metric` where it has one.
        perturbation: Its label.
        severity: NaN for copies made elsewhere.
        expectation: None if nothing is expected.
        change: (mean − base mean) / base mean, or mean − base mean if `absolute`; None if there is no number.
        low: Lower end of the change's 95 % interval, in its unit; None if there is none.
        high: Upper end.
        base_mean: Mean score of the original texts, over the same examples as `mean`; None if none was scored.
        mean: Mean score of the changed texts.
        n: Examples that were changed and scored: what the change rests on.
        n_not_applicable: Examples that the perturbation left as they were.
        n_failed: Examples for which the metric gave no score.
        n_total: All of them.
        absolute: Whether there is no relative change, so that `change` is in units of the score.
        higher_is_better: Of the metric.
        deterministic: Of the metric; if not, a change is held against it only if its whole interval is.
        n_audited_wrong: Changed examples whose edit the auditor objects to.
        reason: What is odd about the cell, as the deltas frame says it.
    """

    metric: str
    component: str
    perturbation: str
    severity: float
    expectation: Expectation | None
    change: float | None
    low: float | None
    high: float | None
    base_mean: float | None
    mean: float | None
    n: int
    n_not_applicable: int
    n_failed: int
    n_total: int
    absolute: bool = False
    higher_is_better: bool = True
    deterministic: bool = True
    n_audited_wrong: int = 0
    reason: str | None = None

    @property
    def name(self) -> str:
        """`rouge1/typos@0.1`, `ev2r.weighted:f1/negation@0.01`."""
        return cell_name(self, "/")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on a cell.

    Attributes:
        status: `error` means that it cannot be judged.
        text: One line of at most 80 characters with the cell's name.
        borderline: Whether the bound lies inside the change's interval: other examples might decide otherwise.
    """

    status: Literal["pass", "fail", "error"]
    text: str
    borderline: bool = False


def cell_name(cell: Cell, between: str = " × ", *, severity: bool = True) -> str:
    """Metric (with its component, if it has several) and perturbation (with its severity)."""
    metric = cell.metric if cell.component == cell.metric else f"{cell.metric}:{cell.component}"
    at = f"@{cell.severity:g}" if severity and not math.isnan(cell.severity) else ""
    return f"{metric}{between}{cell.perturbation}{at}"


def judge(expectation: Expectation, cell: Cell | Sequence[Cell]) -> Outcome:
    """Whether the cell (for `monotone`: the cells of a ladder) does what is expected.

    The change itself decides, and its interval only says whether it was close; of a metric that is not deterministic
    a change fails only if its whole interval is out of bounds.

    Raises:
        UsageError: if several cells are given to `stays` or `drops`, or cells of different ladders to `monotone`.
    """
    cells = [cell] if isinstance(cell, Cell) else list(cell)
    if not cells or (expectation.kind != "monotone" and len(cells) > 1):
        raise UsageError(f"{expectation.kind} is judged on one cell, but got {len(cells)}")
    if len({(item.metric, item.component, item.perturbation) for item in cells}) > 1:
        raise UsageError(f"monotone is judged on one ladder, but got {', '.join(item.name for item in cells)}")
    if len(cells) > 1 and len({item.severity for item in cells if not math.isnan(item.severity)}) < len(cells):
        raise UsageError("monotone is judged on different severities, but got one twice or none at all")
    problem = next((found for item in cells if (found := _problem(expectation, item))), None)
    if problem is not None:
        return Outcome("error", _line(cell_name(cells[0]), f"cannot judge: {problem}"))
    return _judge_ladder(expectation, cells) if expectation.kind == "monotone" else _judge_one(expectation, cells[0])


def _problem(expectation: Expectation, cell: Cell) -> str | None:
    """Why the cell cannot be judged, or None."""
    if cell.n_failed > cell.n:
        return f"{cell.n_failed} of {cell.n_total} failed"
    if cell.n < expectation.min_n:
        return f"{cell.n} of {cell.n_total} applicable, min_n={expectation.min_n}"
    if any(value is None or math.isnan(value) for value in (cell.change, cell.base_mean, cell.mean)):
        return "there is no change to judge"
    if cell.absolute and expectation.kind != "monotone" and not expectation.absolute:
        return "no relative change; use absolute=True"
    return None


def _judge_one(expectation: Expectation, cell: Cell) -> Outcome:
    assert expectation.amount is not None and cell.change is not None
    assert cell.mean is not None and cell.base_mean is not None
    change, low, high = cell.change, cell.low, cell.high
    if expectation.absolute and not cell.absolute:
        change, low, high = cell.mean - cell.base_mean, None, None
    bounds: tuple[float, ...]
    if expectation.kind == "stays":
        bounds = (-expectation.amount, expectation.amount)
        kept = abs(change) <= expectation.amount + _ROUNDING
    else:
        worse = -change if cell.higher_is_better else change
        bounds = (-expectation.amount,) if cell.higher_is_better else (expectation.amount,)
        kept = worse >= expectation.amount - _ROUNDING
    borderline = low is not None and high is not None and any(low <= bound <= high for bound in bounds)
    passed = kept or (borderline and not cell.deterministic)
    shown = _shown(change, bounds, expectation.absolute)
    expected = expectation.text if cell.higher_is_better else expectation.text.replace("drops", "worsens")
    told = f"{shown}, {expected}" if passed else f"{shown}, expected: {expected}"
    return Outcome("pass" if passed else "fail", _line(cell_name(cell), told), borderline)


def _judge_ladder(expectation: Expectation, cells: Sequence[Cell]) -> Outcome:
    ladder = sorted(cells, key=lambda cell: cell.severity)
    sign = 1 if ladder[0].higher_is_better else -1
    # The base score is the rung of severity 0; a change of it is 0 by definition.
    rungs = [(0.0, 0.0), *((cell.severity, cell.change or 0.0) for cell in ladder)]
    rises = [(sign * (later - earlier), low, high) for (low, earlier), (high, later) in pairwise(rungs)]
    rise, low, high = max(rises)
    # A step that both intervals cover might as well go the other way.
    by_severity = {cell.severity: cell for cell in ladder}
    close = all(_covers(by_severity.get(end), by_severity.get(low), by_severity.get(high)) for end in (low, high))
    name = cell_name(ladder[0], severity=False)
    if rise <= _ROUNDING:
        ends = dict.fromkeys((rungs[1], rungs[-1]))
        steps = ", ".join(f"{_shown(change, (), ladder[0].absolute)} at {severity:g}" for severity, change in ends)
        return Outcome("pass", _line(name, f"never improves: {steps}"))
    passed = close and not ladder[0].deterministic
    told = f"improves by {_shown(rise, (), ladder[0].absolute)[1:]} from @{low:g} to @{high:g}"
    told += f", {expectation.text}" if passed else ", expected: never"
    return Outcome("pass" if passed else "fail", _line(name, told), close)


def _covers(cell: Cell | None, *others: Cell | None) -> bool:
    """Whether the cell's interval holds the changes of the others; the base (None) has change 0 and no width."""
    if cell is None:
        return True
    if cell.low is None or cell.high is None:
        return False
    changes = [0.0 if other is None else other.change or 0.0 for other in others]
    return all(cell.low <= change <= cell.high for change in changes)


def _shown(change: float, bounds: Sequence[float], absolute: bool) -> str:
    """The change with so many digits that it does not look as if it were on the other side of a bound."""
    value = change if absolute else 100 * change
    limits = bounds if absolute else [round(100 * bound, 9) for bound in bounds]
    decimals = 4 if absolute else 1
    while decimals < 8 and any(
        (round(value, decimals) - limit) * (value - limit) <= 0 for limit in limits if abs(value - limit) > _ROUNDING
    ):
        decimals += 1
    rounded = round(value, decimals) + 0.0  # without the sign of a negative zero
    return f"{rounded:+.{decimals}f}" + ("" if absolute else "%")


def _line(name: str, told: str) -> str:
    """`name: told` in at most 80 characters; a name too long loses its middle."""
    room = _WIDTH - len(told) - 2
    if len(name) > room:
        room = max(room, 16)
        head = (room - 1) // 3
        name = f"{name[:head]}…{name[-(room - 1 - head) :]}"
    line = f"{name}: {told}"
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…"
