"""Correlation of scores with ratings on one sample: a number, or the reason why there is none.

A correlation with something that does not vary is not 0, it does not exist. Libraries give NaN, or a number made of
rounding errors with a warning; here it is None with a reason. Pairs of which one half is missing are dropped together
and counted: a missing rating is not a rating of 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from ..statistics import Floats

__all__ = [
    "COEFFICIENTS",
    "Coefficient",
    "Correlations",
    "Kind",
    "Pairs",
    "Values",
    "coefficient_value",
    "correlate",
    "drop_missing",
    "is_constant",
    "obstacle",
]

Kind: TypeAlias = Literal["pearson", "spearman", "kendall_b", "kendall_c"]
Values: TypeAlias = Sequence[float | None] | Floats

COEFFICIENTS: Final[tuple[Kind, ...]] = ("pearson", "spearman", "kendall_b", "kendall_c")
_AT_LEAST: Final = 3  # two points always lie on a line
_NEAR_CONSTANT: Final = 1e-12  # range over largest value: below it, differences are rounding errors


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One correlation coefficient.

    Attributes:
        value: From −1 to 1, or None.
        low: Lower end of the interval, or None.
        high: Upper end of the interval, or None.
        p_value: Two-sided, of the hypothesis that there is no correlation; or None.
        interval: How the interval was found, or why there is none.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    interval: str | None = None


@dataclass(frozen=True, slots=True)
class Correlations:
    """The coefficients of one sample; all values are None if `reason` says why they are not defined."""

    n: int
    pearson: Coefficient = Coefficient()
    spearman: Coefficient = Coefficient()
    kendall_b: Coefficient = Coefficient()
    kendall_c: Coefficient = Coefficient()
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Pairs:
    """Scores and ratings of the rows that have both.

    Attributes:
        scores: n values.
        ratings: n values.
        kept: For every row that was given, whether it is among them.
    """

    scores: Floats
    ratings: Floats
    kept: np.ndarray[tuple[int], np.dtype[np.bool_]]

    @property
    def n(self) -> int:
        return len(self.scores)

    @property
    def n_dropped(self) -> int:
        return len(self.kept) - self.n


def drop_missing(scores: Values, ratings: Values) -> Pairs:
    """The rows that have a score and a rating; what is None or not finite is missing.

    Raises:
        ValueError: If there is not one rating a score.
    """
    x, y = (np.asarray(values, dtype=np.float64) for values in (scores, ratings))
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError(f"expected one rating a score, got {x.size} scores and {y.size} ratings")
    kept = np.isfinite(x) & np.isfinite(y)
    return Pairs(x[kept], y[kept], kept)


def is_constant(values: Floats) -> bool:
    """Whether values differ by no more than rounding errors would make them differ."""
    return not len(values) or bool(np.ptp(values) <= _NEAR_CONSTANT * np.max(np.abs(values)))


def obstacle(x: Floats, y: Floats, *, names: tuple[str, str] = ("scores", "ratings")) -> str | None:
    """Why `x` and `y` have no correlation, or None if they have one.

    The reason begins with `mismatched`, `too few` or `constant`.
    """
    if len(x) != len(y):
        return f"mismatched: {len(x)} {names[0]}, {len(y)} {names[1]}"
    if len(x) < _AT_LEAST:
        return f"too few: n = {len(x)}, a correlation needs at least {_AT_LEAST}"
    for values, name in zip((x, y), names, strict=True):
        if is_constant(values):
            nearly = "" if np.ptp(values) == 0 else " up to rounding errors"
            return f"constant: all {name} are {float(values[0]):.6g}{nearly}"
    return None


def coefficient_value(kind: Kind, x: Floats, y: Floats) -> float | None:
    """One coefficient, or None where it is not defined."""
    if obstacle(x, y) is not None:
        return None
    from scipy import stats

    match kind:
        case "pearson":
            found = stats.pearsonr(x, y).statistic
        case "spearman":
            found = stats.spearmanr(x, y).statistic
        case _:
            found = stats.kendalltau(x, y, variant=kind[-1]).statistic
    return min(1.0, max(-1.0, float(found)))


def correlate(
    scores: Values, ratings: Values, *, controls: int = 0, names: tuple[str, str] = ("scores", "ratings")
) -> Correlations:
    """Pearson's r, Spearman's ρ and Kendall's τ-b and τ-c, with analytic intervals and p-values.

    p-values: r and ρ by Student's t with n − 2 − `controls` degrees of freedom (for ρ an approximation); τ by its exact
    distribution where n is small and nothing is tied, else by the normal one. Intervals are those of
    `metricstress.reports.agreement.intervals.analytic_interval`.

    Args:
        scores: n values, none missing; see `drop_missing`.
        ratings: n values.
        controls: How many quantities were taken out of both beforehand, such as the means of that many groups less one:
            what is left then has as many degrees of freedom fewer, as in any partial correlation.
        names: What to call the two in a reason.
    """
    from .intervals import analytic_interval

    x, y = (np.asarray(values, dtype=np.float64) for values in (scores, ratings))
    reason = obstacle(x, y, names=names)
    if reason is not None:
        return Correlations(min(len(x), len(y)), reason=reason)
    n = len(x)
    found: dict[str, Coefficient] = {}
    for kind in COEFFICIENTS:
        value = coefficient_value(kind, x, y)
        assert value is not None
        interval = analytic_interval(kind, value, n - controls)
        p_value = _p_value(kind, value, x, y, controls)
        found[kind] = Coefficient(value, interval.low, interval.high, p_value, interval.method)
    return Correlations(n, found["pearson"], found["spearman"], found["kendall_b"], found["kendall_c"])


def _p_value(kind: Kind, value: float, x: Floats, y: Floats, controls: int) -> float | None:
    from scipy import stats

    if kind in ("kendall_b", "kendall_c"):
        return None if controls else float(stats.kendalltau(x, y, variant=kind[-1]).pvalue)
    if not controls:
        return float((stats.pearsonr if kind == "pearson" else stats.spearmanr)(x, y).pvalue)
    freedom = len(x) - 2 - controls
    if freedom < 1:
        return None
    t = math.inf if abs(value) == 1 else abs(value) * math.sqrt(freedom / (1 - value * value))
    return float(2 * stats.t.sf(t, freedom))
