"""Does one scorer agree better with the ratings than another, on the same rows?

- `williams`: Williams' (1959) t test of two dependent correlations that share a variable (Steiger 1980; Graham and
  Baldwin 2014). For Pearson's r on one sample of independent rows.
- `permutation_test`: the paired permutation tests of Deutsch, Dror and Roth (2021). Both scorers are brought to the
  same scale, and their scores swapped at random: each row for itself (PERM-BOTH), all rows of an item together
  (PERM-INPUTS: would it hold for other inputs?), or all rows of a system (PERM-SYSTEMS: for other systems?).

Many comparisons make some small p-values by chance: `adjust` corrects a family of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast

import numpy as np
import pandas as pd

from ..statistics import PERMUTATIONS, Floats
from .correlation import Values, is_constant, obstacle
from .grouping import Grouping, grouping

__all__ = [
    "ADJUSTMENTS",
    "SLACK",
    "Adjustment",
    "PermutationTest",
    "Williams",
    "adjust",
    "permutation_test",
    "williams",
]

Adjustment: TypeAlias = Literal["holm", "bh", "bonferroni", "none"]
ADJUSTMENTS: Final[tuple[Adjustment, ...]] = ("holm", "bh", "bonferroni", "none")
SLACK: Final = 1e-12  # a permuted statistic this close below the observed one equals it, but for rounding
_SAME: Final = 1e-12  # |r12| this close to 1: one scorer under two names
_BLOCK: Final = 2**19  # swapped scores handled at a time: 4 MiB


@dataclass(frozen=True, slots=True)
class Williams:
    """Williams' test; all but `n` are None where it is not defined, and `reason` says why.

    Attributes:
        t: Positive if the first scorer agrees better.
        k: The determinant of the matrix of the three correlations.
        p_one_sided: That the first agrees no better.
        p_two_sided: That both agree equally.
    """

    n: int
    t: float | None = None
    k: float | None = None
    p_one_sided: float | None = None
    p_two_sided: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """A permutation test of the difference of two correlations.

    Attributes:
        difference: Of the first scorer's correlation and the second's.
        p_one_sided: Share of the swaps with a difference at least as large.
        p_two_sided: The same regardless of the sign.
        n_swaps: How many swaps the p-values rest on.
        n_at_least: How many of them have a difference at least as large.
        exact: Whether these are all that there are; else p = (1 + hits) / (1 + swaps).
        reason: Why there is no test, or None.
    """

    difference: float | None = None
    p_one_sided: float | None = None
    p_two_sided: float | None = None
    n_swaps: int = 0
    n_at_least: int = 0
    exact: bool = False
    reason: str | None = None


def williams(r1: float, r2: float, r12: float, n: int) -> Williams:
    """Compare the correlations of two scorers with the same ratings.

    Args:
        r1: Of the first scorer with the ratings.
        r2: Of the second.
        r12: Of the two scorers with each other. All three must come from the same n rows.
        n: How many rows; more than 3.
    """
    from scipy.stats import t as student

    if n <= 3:
        return Williams(n, reason=f"too few: n = {n}, Williams' test needs at least 4")
    if abs(r12) >= 1 - _SAME and abs(r1 - r2) <= 1e-9:
        return Williams(n, 0.0, 0.0, 0.5 if r1 == r2 else None, 1.0)
    k = 1 - r1 * r1 - r2 * r2 - r12 * r12 + 2 * r1 * r2 * r12
    scale = 2 * k * (n - 1) / (n - 3) + ((r1 + r2) / 2) ** 2 * (1 - r12) ** 3
    if scale <= 0:
        return Williams(n, k=k, reason="undefined: the three correlations leave nothing unexplained")
    t = (r1 - r2) * math.sqrt((n - 1) * (1 + r12) / scale)
    return Williams(n, t, k, float(student.sf(t, n - 3)), float(2 * student.sf(abs(t), n - 3)))


def permutation_test(
    first: Values,
    second: Values,
    ratings: Values,
    *,
    coefficient: Literal["pearson", "spearman"] = "pearson",
    units: Sequence[Any] | None = None,
    groups: Grouping | None = None,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> PermutationTest:
    """Compare two scorers by swapping their standardized scores.

    Args:
        first: n scores, none missing.
        second: n scores of the other, on the same rows.
        ratings: n ratings.
        coefficient: What is compared.
        units: A label a row: rows of one label are swapped together (items: PERM-INPUTS; systems: PERM-SYSTEMS). By
            default each row is swapped for itself (PERM-BOTH).
        groups: The level at which scores and ratings are correlated; pooled by default.
        permutations: All swaps are tried if there are no more than this, else so many random ones.
        seed: Fixes the random ones.
    """
    one, two, gold = (np.asarray(values, dtype=np.float64) for values in (first, second, ratings))
    level = groups or grouping("pooled", None, len(one))
    for values, name in ((one, "first"), (two, "second")):
        if len(values) != len(gold) or is_constant(values):
            return PermutationTest(reason=obstacle(values, gold, names=(f"{name} scores", "ratings")))
    y = level.apply(gold)
    for values in (one, two):
        reason = obstacle(level.apply(values), y)
        if reason is not None:
            return PermutationTest(reason=reason)
    one, two = (_standardized(values) for values in (one, two))
    codes = np.arange(len(one)) if units is None else pd.factorize(np.asarray(units, dtype=object))[0]
    n_units = int(codes.max()) + 1
    target = _standardized(_ranked(y) if coefficient == "spearman" else y)

    def difference(swapped: np.ndarray[Any, np.dtype[np.bool_]]) -> Floats:
        mask = swapped[:, codes]
        sides = (np.where(mask, two, one), np.where(mask, one, two))
        a, b = (_correlations(level.apply(side), target, coefficient) for side in sides)
        return a - b

    observed = float(difference(np.zeros((1, n_units), dtype=bool))[0])
    exact = n_units < 60 and 2**n_units <= permutations
    n_swaps = 2**n_units if exact else permutations
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed % 2**64, n_units, 4])))
    at_least = at_least_abs = 0
    height = max(1, _BLOCK // len(one))
    for start in range(0, n_swaps, height):
        rows = min(height, n_swaps - start)
        if exact:
            swapped = ((np.arange(start, start + rows)[:, None] >> np.arange(n_units)) & 1).astype(bool)
        else:
            swapped = random.integers(0, 2, size=(rows, n_units), dtype=np.uint8).astype(bool)
        found = difference(swapped)
        # A swap that leaves one scorer constant has no correlation; it counts against a difference.
        found = np.where(np.isfinite(found), found, math.inf)
        at_least += int(np.sum(found >= observed - SLACK))
        at_least_abs += int(np.sum(np.abs(found) >= abs(observed) - SLACK))
    extra = 0 if exact else 1
    return PermutationTest(
        difference=observed,
        p_one_sided=(extra + at_least) / (extra + n_swaps),
        p_two_sided=(extra + at_least_abs) / (extra + n_swaps),
        n_swaps=n_swaps,
        n_at_least=at_least,
        exact=exact,
    )


def adjust(p_values: Sequence[float | None], method: Adjustment = "holm") -> list[float | None]:
    """p-values corrected for the number of tests in their family, in the same order.

    Args:
        p_values: None for a test that is not defined: it is not of the family, and stays None.
        method: `holm` and `bonferroni` bound the chance of any false finding, `bh` (Benjamini and Hochberg 1995) the
            expected share of false ones among the findings.
    """
    defined = [index for index, p in enumerate(p_values) if p is not None and not math.isnan(p)]
    raw = np.array([p_values[index] for index in defined], dtype=np.float64)
    m = len(raw)
    order = np.argsort(raw, kind="stable")
    match method:
        case "none":
            found = raw
        case "bonferroni":
            found = raw * m
        case "holm":
            found = np.empty(m)
            found[order] = np.maximum.accumulate(raw[order] * (m - np.arange(m)))
        case "bh":
            found = np.empty(m)
            steps = raw[order] * m / (1 + np.arange(m))
            found[order] = np.minimum.accumulate(steps[::-1])[::-1]
        case _:
            raise ValueError(f"unknown correction {method!r}; use one of {', '.join(ADJUSTMENTS)}")
    result: list[float | None] = [None] * len(p_values)
    for index, p in zip(defined, np.minimum(found, 1.0), strict=True):
        result[index] = float(p)
    return result


def _standardized(values: Floats) -> Floats:
    # Scaled first, so that no square of a tiny or huge score leaves the floats.
    values = (values - values.mean()) / np.max(np.abs(values - values.mean()))
    return cast(Floats, values / values.std())


def _ranked(values: Floats) -> Floats:
    from scipy.stats import rankdata

    ranks: Floats = rankdata(values, axis=-1)
    return ranks


def _correlations(values: Floats, target: Floats, coefficient: str) -> Floats:
    """The correlation of every row of `values` with a standardized target; NaN for a constant row."""
    rows = _ranked(values) if coefficient == "spearman" else values
    rows = rows - rows.mean(axis=1, keepdims=True)
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = rows @ target / (norms * math.sqrt(len(target)))
    found[norms <= 1e-12] = math.nan
    return cast(Floats, found)
