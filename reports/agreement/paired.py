"""A change of paired scores in all the ways it is reported, and what each of them hides.

The paper's figure is the ratio of means. The mean of ratios is another number and does not exist for examples that
scored 0. Neither means anything on a scale that does not start at 0, or where the base mean is not positive: there a
fall can print as a rise. So the change in the scorer's own units, and in standard deviations, always stands beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..statistics import RESAMPLES, Floats, bootstrap_means, percentile_interval, sign_flip_p_values
from .correlation import is_constant

__all__ = ["PairedChange", "paired_change", "sign_flip_one_sided"]

_EXACT_UP_TO: Final = 16
_DIGITS: Final = 1e-12  # differences this close, relative to the scores, are equal but for rounding


@dataclass(frozen=True, slots=True)
class PairedChange:
    """The change from base scores to changed ones.

    Attributes:
        n: Examples.
        n_changed: Those whose score is another one.
        mean_delta: In the scorer's units.
        low: Lower end of its 95 % interval (percentiles of a paired bootstrap), or None.
        high: Upper end.
        degenerate: Whether all differences are equal, so that the interval is a point and says nothing.
        standardized: `mean_delta` in standard deviations of the base scores (ddof 1); None if these do not vary.
        ratio_of_means_pct: 100 · (mean / base mean − 1), as the paper computes it; None if the base mean is 0.
        relative_pct: The same where it means something, else None.
        relative_reason: Why `relative_pct` is None.
        mean_of_ratios_pct: The mean of the examples' own changes in per cent; None if none has one.
        n_ratios: Examples that have one.
        n_undefined_ratios: Examples whose base score is 0.
        p_two_sided: Sign-flip permutation test.
        p_less: One-sided: that scores did not fall.
        smallest_p: What `p_two_sided` is if all differences other than 0 have one sign: no data of this size give less.
        wilcoxon_p: Wilcoxon's signed-rank test, zeros left out; None if all are 0.
    """

    n: int
    n_changed: int
    mean_delta: float
    low: float | None
    high: float | None
    degenerate: bool
    standardized: float | None
    ratio_of_means_pct: float | None
    relative_pct: float | None
    relative_reason: str | None
    mean_of_ratios_pct: float | None
    n_ratios: int
    n_undefined_ratios: int
    p_two_sided: float
    p_less: float
    smallest_p: float
    wilcoxon_p: float | None


def paired_change(
    base: Sequence[float] | Floats,
    changed: Sequence[float] | Floats,
    *,
    lowest: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> PairedChange:
    """The change of n paired scores.

    Args:
        base: n scores, none missing.
        changed: n scores of the same examples.
        lowest: Where the scorer's scale starts.
        seed: Fixes the resamples.
        resamples: How many to draw.

    Raises:
        ValueError: If there is no example, or not one changed score a base score.
    """
    before, after = np.asarray(base, dtype=np.float64), np.asarray(changed, dtype=np.float64)
    if before.shape != after.shape or not before.size:
        raise ValueError(f"expected paired scores of at least one example, got {before.size} and {after.size}")
    largest = float(max(np.max(np.abs(before)), np.max(np.abs(after))))
    deltas = after - before
    deltas[np.abs(deltas) <= _DIGITS * largest] = 0
    n = len(deltas)
    mean_delta = math.fsum(deltas) / n
    degenerate = n < 2 or bool(np.ptp(deltas) <= _DIGITS * largest)
    ends: tuple[float, float] | None = None
    if degenerate and n > 1:
        ends = (mean_delta, mean_delta)
    elif n > 1:
        ends = percentile_interval(bootstrap_means([deltas], seed=seed, resamples=resamples)[:, 0])
    base_mean, mean = math.fsum(before) / n, math.fsum(after) / n
    ratio = None if base_mean == 0 else 100 * (mean / base_mean - 1)
    reason = _no_percentage(base_mean, float(min(before.min(), after.min())), lowest)
    ratios = [100 * (b / a - 1) for a, b in zip(before, after, strict=True) if a != 0]
    nonzero = deltas[deltas != 0]
    return PairedChange(
        n=n,
        n_changed=len(nonzero),
        mean_delta=mean_delta,
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        degenerate=degenerate,
        standardized=None if n < 2 or is_constant(before) else mean_delta / float(np.std(before, ddof=1)),
        ratio_of_means_pct=ratio,
        relative_pct=None if reason else ratio,
        relative_reason=reason,
        mean_of_ratios_pct=math.fsum(ratios) / len(ratios) if ratios else None,
        n_ratios=len(ratios),
        n_undefined_ratios=n - len(ratios),
        p_two_sided=float(sign_flip_p_values([deltas], seed=seed)[0]),
        p_less=sign_flip_one_sided(deltas, seed=seed),
        smallest_p=min(1.0, 2.0 ** (1 - len(nonzero))),
        wilcoxon_p=_wilcoxon(nonzero),
    )


def sign_flip_one_sided(deltas: Floats, *, seed: int = 0, permutations: int = 9_999) -> float:
    """The p-value that the mean of paired differences is not below 0: exact up to 16 differences other than 0."""
    nonzero = deltas[deltas != 0]
    n = len(nonzero)
    if not n:
        return 1.0
    bar = float(nonzero.sum()) + 1e-12 * float(np.abs(nonzero).sum())
    if n <= _EXACT_UP_TO:
        signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        return float(np.mean(signs @ nonzero <= bar))
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed % 2**64, n, 5])))
    hits = done = 0
    while done < permutations:
        rows = min(permutations - done, max(1, 2**19 // n))
        signs = random.integers(0, 2, size=(rows, n)) * 2.0 - 1.0
        hits += int(np.sum(signs @ nonzero <= bar))
        done += rows
    return (1 + hits) / (1 + permutations)


def _no_percentage(base_mean: float, lowest_seen: float, lowest: float) -> str | None:
    if lowest != 0:
        return f"the scale starts at {lowest:g}"
    if lowest_seen < -1e-9:
        return f"the scale is said to start at 0, but there is a score of {lowest_seen:.4g}"
    return None if base_mean > 0 else "the base mean is 0"


def _wilcoxon(nonzero: Floats) -> float | None:
    from scipy import stats

    return float(stats.wilcoxon(nonzero).pvalue) if len(nonzero) else None
