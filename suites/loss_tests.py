"""Whether a loss is more than chance: standard errors, one-sided tests, and what they could have seen.

The test is Student's t of the loss against the tolerance, adjusted over all sampled cells by Benjamini and Hochberg
(1995), who control the share of false alarms among all alarms; where nothing has changed, that is the chance of any.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np

from .baseline import CellId, Entry
from .findings import Finding, Status

__all__ = ["ALPHA", "POWER", "BeforeAndNow", "by_tolerance", "error_of", "standard_error", "tested"]

ALPHA: Final = 0.02
"""Level of the tests, over all cells together; `benchmarks/gate_power.py` measures what it means."""
POWER: Final = 0.8
"""How surely the smallest detectable loss would be found."""

_WIDTH_IN_ERRORS: Final = 2 * 1.959964  # of a 95 % interval
_ROUNDING: Final = 1e-9

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class BeforeAndNow:
    """The scores of a cell's changed examples at the time of the baseline and now, in one order of examples.

    Attributes:
        base_before: n scores of the original texts.
        before: n scores of the changed texts.
        base_now: As above, of this run.
        now: As above, of this run.
    """

    base_before: Floats
    before: Floats
    base_now: Floats
    now: Floats


def standard_error(known: BeforeAndNow, *, absolute: bool, signs: tuple[float, float]) -> float:
    """Standard error of `signs[1]` · change now − `signs[0]` · change before, in percent or units of the score.

    The change is a ratio of means over examples; its linearisation (the delta method) gives every example a share,
    and the shares of one example are subtracted before their spread is taken.
    """
    before = _shares(known.base_before, known.before, absolute=absolute)
    now = _shares(known.base_now, known.now, absolute=absolute)
    return float(np.std(signs[1] * now - signs[0] * before, ddof=1) / math.sqrt(len(now)))


def _shares(base: Floats, score: Floats, *, absolute: bool) -> Floats:
    """What every example adds to the deviation of the change from its expected value, times n."""
    if absolute:
        return score - base
    mean = float(base.mean())
    return 100 * (score - float(score.mean()) / mean * base) / mean


def by_tolerance(finding: Finding) -> Status:
    worse_by, limit = finding.worse_by or 0.0, _limit(finding)
    if abs(worse_by) > limit + _ROUNDING:
        return "worse" if worse_by > 0 else "improved"
    same = finding.before is not None and finding.now is not None and finding.before.change == finding.now.change
    return "unchanged" if same else "tolerated"


def _limit(finding: Finding) -> float:
    """The tolerance in the unit of the finding."""
    absolute = finding.now is not None and finding.now.absolute
    return finding.tolerance.pp / (100 if absolute else 1)


def error_of(
    finding: Finding, known: BeforeAndNow | None, neighbours: tuple[Entry, Entry | None] | None
) -> tuple[float, int] | None:
    """Standard error of the loss and its degrees of freedom, or None."""
    before, now = finding.before, finding.now
    assert before is not None and now is not None
    if known is not None and len(known.now) > 1 and finding.kind != "monotone":
        size = finding.kind == "stays"
        signs = (math.copysign(1.0, before.change) if size else 1.0, math.copysign(1.0, now.change) if size else 1.0)
        return standard_error(known, absolute=now.absolute, signs=signs), len(known.now) - 1
    entries = [before, now, *(entry for entry in neighbours or () if entry is not None)]
    if any(entry.low is None or entry.high is None or entry.n < 2 for entry in entries):
        return None
    squares = [(((entry.high or 0.0) - (entry.low or 0.0)) / _WIDTH_IN_ERRORS) ** 2 for entry in entries]
    return math.sqrt(sum(squares)), min(entry.n for entry in entries) - 1


def tested(findings: Sequence[Finding], errors: Mapping[CellId, tuple[float, int]]) -> dict[CellId, Finding]:
    """The findings of sampled metrics, decided together."""
    if not findings:
        return {}
    from scipy import stats

    worse_by = np.array([finding.worse_by for finding in findings], dtype=float)
    limit = np.array([_limit(finding) for finding in findings])
    error = np.array([errors[finding.id][0] for finding in findings])
    freedom = np.array([errors[finding.id][1] for finding in findings], dtype=float)
    # A change in either direction is a loss where nothing is expected, so both tails count.
    tails = np.array([2.0 if finding.kind == "moves" else 1.0 for finding in findings])
    worse = stats.false_discovery_control(np.minimum(1.0, tails * _tail(worse_by - limit, error, freedom)))
    better = stats.false_discovery_control(_tail(-worse_by - limit, error, freedom))
    bar = stats.t.isf(ALPHA / len(findings) / tails, freedom) + stats.norm.ppf(POWER)
    decided = {}
    for position, finding in enumerate(findings):
        status = by_tolerance(finding)
        p_value = float(better[position] if worse_by[position] < 0 else worse[position])
        if status in ("worse", "improved") and p_value > ALPHA:
            status = "noise"
        detectable = float(limit[position] + bar[position] * error[position])
        decided[finding.id] = replace(finding, status=status, p_value=p_value, detectable=detectable)
    return decided


def _tail(excess: Floats, error: Floats, freedom: Floats) -> Floats:
    """One-sided p-values of the excess; without any spread the excess itself decides."""
    from scipy import stats

    spread = error > 0
    statistic = np.where(spread, excess / np.where(spread, error, 1.0), np.where(excess > _ROUNDING, np.inf, -np.inf))
    tail: Floats = stats.t.sf(statistic, freedom)
    return tail
