"""Confidence intervals of correlations: by formula, and by the bootstrap.

By formula (95 % unless asked otherwise), with ζ = atanh:
- Pearson: Fisher's z, tanh(ζ(r) ± z / √(n − 3)); exact only for bivariate normal data.
- Spearman: the same with Bonett and Wright's (2000) wider error √((1 + ρ²/2) / (n − 3)).
- Kendall: the same with Fieller, Hartley and Pearson's (1957) error √(0.437 / (n − 4)).

The bootstrap (Efron 1987, BCa) assumes none of this. A resample is a vector of how often each row was drawn, so that
all resamples come down to a few operations on one matrix; rows that share a rater or a document are drawn together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from ..statistics import CONFIDENCE, Floats
from .correlation import Kind, coefficient_value, obstacle

__all__ = ["BOOTSTRAP_RESAMPLES", "ConfidenceInterval", "analytic_interval", "bca_interval", "bootstrap_intervals"]

BOOTSTRAP_RESAMPLES: Final = 10_000
_METHODS: Final = {"pearson": "Fisher z", "spearman": "Bonett–Wright", "kendall_b": "Fieller", "kendall_c": "Fieller"}
_UNDEFINED_AT_MOST: Final = 0.01  # share of resamples without a correlation that an interval may overlook
_BLOCK: Final = 2**17  # weights handled at a time: 1 MiB, of which several copies stay in the cache
_JACKKNIFE_UP_TO: Final = 20_000  # units; beyond it the acceleration is lost in the noise


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """The ends, or None.

    Attributes:
        low: Lower end.
        high: Upper end.
        method: How it was found; where there is none, why.
        degenerate: Whether the method that was asked for could not be used as it is.
    """

    low: float | None
    high: float | None
    method: str
    degenerate: bool = False


def analytic_interval(kind: Kind, value: float, n: int, confidence: float = CONFIDENCE) -> ConfidenceInterval:
    """The interval of a coefficient by formula.

    Args:
        kind: Which coefficient.
        value: From −1 to 1. At either end the interval is that point.
        n: Rows it rests on, less one for every quantity that was controlled for.
        confidence: Share of such intervals that hold the true value.
    """
    from scipy.special import ndtri

    at_least = 4 if kind in ("pearson", "spearman") else 5
    if n < at_least:
        return ConfidenceInterval(None, None, f"no interval: n = {n}, it needs at least {at_least}")
    if abs(value) >= 1:
        return ConfidenceInterval(value, value, _METHODS[kind])
    match kind:
        case "pearson":
            error = 1 / math.sqrt(n - 3)
        case "spearman":
            error = math.sqrt((1 + value * value / 2) / (n - 3))
        case _:
            error = math.sqrt(0.437 / (n - 4))
    half = float(ndtri((1 + confidence) / 2)) * error
    center = math.atanh(value)
    return ConfidenceInterval(math.tanh(center - half), math.tanh(center + half), _METHODS[kind])


def bootstrap_intervals(
    x: Floats,
    y: Floats,
    kinds: Sequence[Literal["pearson", "spearman"]] = ("pearson", "spearman"),
    *,
    clusters: Sequence[Any] | None = None,
    resamples: int = BOOTSTRAP_RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> dict[str, ConfidenceInterval]:
    """BCa intervals of coefficients; all see the same resamples.

    Args:
        x: n scores.
        y: n ratings.
        kinds: Of which coefficients.
        clusters: A label a row; rows of one label are drawn together. By default every row is drawn for itself.
        resamples: How many to draw.
        seed: Fixes the draws together with the number of rows (or clusters).
        confidence: As for `analytic_interval`.

    Returns:
        By coefficient. Where BCa is not defined the interval is that of the percentiles, and says so; where more than
        1 % of the resamples have no correlation there is none.
    """
    reason = obstacle(x, y)
    if reason is not None:
        return dict.fromkeys(kinds, ConfidenceInterval(None, None, reason, degenerate=True))
    units = np.arange(len(x)) if clusters is None else np.unique(np.asarray(clusters), return_inverse=True)[1].ravel()
    n_units = int(units.max()) + 1
    if n_units < 4:
        told = ConfidenceInterval(None, None, f"no interval: {n_units} clusters, a bootstrap needs at least 4", True)
        return dict.fromkeys(kinds, told)
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed % 2**64, n_units, 2])))
    own = np.array_equal(units, np.arange(n_units))
    drawn = _replicates((w if own else w[:, units] for w in _draws(random, n_units, resamples)), x, y, kinds)
    if n_units <= _JACKKNIFE_UP_TO:
        without = _replicates((w if own else w[:, units] for w in _leave_one_out(n_units)), x, y, kinds)
    else:
        without = {kind: np.empty(0) for kind in kinds}
    found: dict[str, ConfidenceInterval] = {}
    for kind in kinds:
        value = coefficient_value(kind, x, y)
        assert value is not None
        found[kind] = bca_interval(value, drawn[kind], without[kind], confidence)
    return found


def bca_interval(
    value: float, replicates: Floats, leave_one_out: Floats, confidence: float = CONFIDENCE
) -> ConfidenceInterval:
    """The bias-corrected and accelerated interval of a statistic (Efron 1987).

    Args:
        value: The statistic of the sample.
        replicates: Of the resamples; NaN where it is not defined.
        leave_one_out: Of the sample without each of its units.
        confidence: As for `analytic_interval`.
    """
    from scipy.special import ndtr, ndtri

    defined = replicates[np.isfinite(replicates)]
    undefined = 1 - len(defined) / len(replicates)
    if undefined > _UNDEFINED_AT_MOST:
        return ConfidenceInterval(None, None, f"no interval: undefined in {undefined:.0%} of the resamples", True)
    spread = 1e-12 * max(1.0, abs(value))
    if np.ptp(defined) <= spread:
        return ConfidenceInterval(value, value, "degenerate: all resamples give the same", True)
    tail = (1 - confidence) / 2
    below = float(np.mean(defined < value - spread) + np.mean(defined <= value + spread)) / 2
    differences = leave_one_out.mean() - leave_one_out if len(leave_one_out) else np.full(1, math.nan)
    scale = float(np.max(np.abs(differences)))
    if not 0 < below < 1 or not math.isfinite(scale) or scale <= spread:
        low, high = np.quantile(defined, [tail, 1 - tail])
        return ConfidenceInterval(float(low), float(high), "percentile (BCa is not defined here)", True)
    differences = differences / scale  # cubes of small numbers vanish
    acceleration = float(np.sum(differences**3)) / (6 * float(np.sum(differences**2)) ** 1.5)
    bias = float(ndtri(below))
    shifted = bias + np.asarray([ndtri(tail), ndtri(1 - tail)])
    low, high = np.quantile(defined, ndtr(bias + shifted / (1 - acceleration * shifted)))
    return ConfidenceInterval(float(low), float(high), "BCa bootstrap")


def _draws(random: np.random.Generator, n: int, resamples: int) -> Iterator[Floats]:
    """How often each unit is in each resample, some resamples at a time."""
    height = max(1, _BLOCK // n)
    for start in range(0, resamples, height):
        rows = min(height, resamples - start)
        drawn = random.integers(0, n, size=(rows, n))
        drawn += np.arange(rows)[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)


def _leave_one_out(n: int) -> Iterator[Floats]:
    height = max(1, _BLOCK // n)
    for start in range(0, n, height):
        rows = min(height, n - start)
        weights = np.ones((rows, n))
        weights[np.arange(rows), start + np.arange(rows)] = 0
        yield weights


def _replicates(blocks: Iterator[Floats], x: Floats, y: Floats, kinds: Sequence[str]) -> dict[str, Floats]:
    ranked = {"spearman": [_Ranker(x), _Ranker(y)]} if "spearman" in kinds else {}
    found: dict[str, list[Floats]] = {kind: [] for kind in kinds}
    for weights in blocks:
        if "pearson" in found:
            found["pearson"].append(_weighted_correlation(weights, x[None, :], y[None, :]))
        if ranked:
            found["spearman"].append(_weighted_correlation(weights, *(rank(weights) for rank in ranked["spearman"])))
    return {kind: np.concatenate(parts) for kind, parts in found.items()}


class _Ranker:
    """Average ranks of the same values under many weights: sorted once, counted per resample."""

    def __init__(self, values: Floats) -> None:
        _, self._inverse = np.unique(values, return_inverse=True)
        self._order = np.argsort(self._inverse, kind="stable")
        self._starts = np.flatnonzero(np.diff(self._inverse[self._order], prepend=-1))

    def __call__(self, weights: Floats) -> Floats:
        counts = weights[:, self._order]
        if len(self._starts) < counts.shape[1]:
            counts = np.add.reduceat(counts, self._starts, axis=1)
        ranks = np.cumsum(counts, axis=1)
        ranks -= (counts - 1) / 2
        return np.take(ranks, self._inverse, axis=1)


def _weighted_correlation(weights: Floats, x: Floats, y: Floats) -> Floats:
    """The correlation of x and y (one row, or a row a resample) under every row of weights; NaN if one is constant."""
    total = weights.sum(axis=1)
    deviations = []
    for values in (x, y):
        mean = (weights @ values[0] if len(values) == 1 else np.einsum("ij,ij->i", weights, values)) / total
        deviations.append(values - mean[:, None])
    dx, dy = deviations
    weighted = weights * dx
    sum_xy, sum_xx = np.einsum("ij,ij->i", weighted, dy), np.einsum("ij,ij->i", weighted, dx)
    np.multiply(weights, dy, out=weighted)
    sum_yy = np.einsum("ij,ij->i", weighted, dy)
    floor_x, floor_y = (total * (1e-12 * np.max(np.abs(values))) ** 2 for values in (x, y))
    varies = (sum_xx > floor_x) & (sum_yy > floor_y)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = sum_xy / np.sqrt(sum_xx) / np.sqrt(sum_yy)
    return np.where(varies, np.clip(found, -1, 1), math.nan)
