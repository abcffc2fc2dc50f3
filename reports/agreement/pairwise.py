"""Does the scorer order pairs as people do: pairwise accuracy with ties, tie calibration, and systems.

Correlations pass over ties or punish them; ratings on five steps are full of them. Deutsch, Foster and Freitag (2023)
count a pair as right if both say the same of it, "equal" included, and let a scorer with fine steps call small
differences equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from ..statistics import Floats
from .correlation import Values

__all__ = [
    "Calibration",
    "PairCounts",
    "calibrate_ties",
    "count_pairs",
    "sign_differences",
    "soft_pairwise_accuracy",
    "system_accuracy",
    "system_pair_p_values",
]


@dataclass(frozen=True, slots=True)
class PairCounts:
    """What scorer and people say of the pairs of rows."""

    concordant: int
    discordant: int
    tied_metric_only: int
    tied_human_only: int
    tied_both: int

    @property
    def pairs(self) -> int:
        return self.concordant + self.discordant + self.tied_metric_only + self.tied_human_only + self.tied_both

    @property
    def accuracy(self) -> float | None:
        """Share of pairs of which both say the same, ties included (acc23); None without a pair."""
        return (self.concordant + self.tied_both) / self.pairs if self.pairs else None

    @property
    def tau(self) -> float | None:
        """The same from −1 to 1 (tau23)."""
        return None if self.accuracy is None else 2 * self.accuracy - 1


@dataclass(frozen=True, slots=True)
class Calibration:
    """The threshold under which differences of scores are best taken for ties.

    Attributes:
        epsilon: The smallest of the best: a pair is tied if its scores differ by at most this.
        accuracy: With it, on the rows it was chosen on, and so too good. Use `count_pairs` with it on others.
        accuracy_at_0: Without it.
    """

    epsilon: float
    accuracy: float
    accuracy_at_0: float


def count_pairs(
    metric: Values, human: Values, *, epsilon: float = 0.0, groups: Sequence[Any] | None = None
) -> PairCounts:
    """Count the pairs of n rows, or only those within each group.

    Args:
        metric: n scores.
        human: n ratings.
        epsilon: Scores that differ by at most this are tied.
        groups: The group of each row.
    """
    x, y = _differences(metric, human, groups)
    sign_x, sign_y = np.where(np.abs(x) <= epsilon, 0, np.sign(x)), np.sign(y)
    agree = sign_x * sign_y
    tied_x, tied_y = sign_x == 0, sign_y == 0
    return PairCounts(
        int(np.sum(agree > 0)),
        int(np.sum(agree < 0)),
        int(np.sum(tied_x & ~tied_y)),
        int(np.sum(~tied_x & tied_y)),
        int(np.sum(tied_x & tied_y)),
    )


def calibrate_ties(metric: Values, human: Values, *, groups: Sequence[Any] | None = None) -> Calibration | None:
    """The threshold for ties, of those that occur as differences; None without a pair.

    Arguments are as for `count_pairs`.
    """
    x, y = _differences(metric, human, groups)
    if not len(x):
        return None
    size = np.abs(x)
    order = np.argsort(size, kind="stable")
    # Widening the threshold over a pair makes it tied: right if people tie it, no longer right if it was concordant.
    gains = np.where(y == 0, 1, 0) - np.where(np.sign(x) * np.sign(y) > 0, 1, 0)
    thresholds, starts = np.unique(size[order], return_index=True)
    right = int(np.sum(np.sign(x) * np.sign(y) > 0)) + np.cumsum(np.add.reduceat(gains[order], starts))
    at_0 = count_pairs(metric, human, groups=groups).accuracy
    assert at_0 is not None
    best = int(np.argmax(right))
    accuracy = float(right[best] / len(x))
    if accuracy <= at_0:
        return Calibration(0.0, at_0, at_0)
    return Calibration(float(thresholds[best]), accuracy, at_0)


def system_accuracy(
    metric_means: Values, human_means: Values, *, human_ties: Literal["wrong", "left out"] = "wrong"
) -> float | None:
    """Share of pairs of systems that the scorer orders as people do (Kocmi et al. 2021).

    Args:
        metric_means: A mean score a system.
        human_means: A mean rating a system.
        human_ties: A pair that people hold equal is right only if the scorer does too, or does not count at all.
    """
    counts = count_pairs(metric_means, human_means)
    if human_ties == "wrong":
        return counts.accuracy
    untied = counts.pairs - counts.tied_human_only - counts.tied_both
    return counts.concordant / untied if untied else None


def soft_pairwise_accuracy(metric_p: Values, human_p: Values) -> float | None:
    """1 − the mean difference of the p-values of all pairs of systems (Thompson, Mathur et al. 2024); None without one.

    Args:
        metric_p: One-sided p-values that the first system of each pair is better, by the scorer.
        human_p: The same by people, of the same pairs.
    """
    x, y = (np.asarray(values, dtype=np.float64) for values in (metric_p, human_p))
    if x.shape != y.shape:
        raise ValueError(f"expected p-values of the same pairs, got {x.size} and {y.size}")
    return float(1 - np.mean(np.abs(x - y))) if x.size else None


def system_pair_p_values(
    values: Values, systems: Sequence[Any], items: Sequence[Any], *, permutations: int = 999, seed: int = 0
) -> pd.Series:
    """For every pair of systems, the one-sided p-value that the first is better.

    Over the items both have, the signs of the differences are flipped at random (paired permutation test); an item
    that a system has several times counts with its mean.

    Args:
        values: n scores or ratings, none missing.
        systems: The system of each row.
        items: The item of each row.
        permutations: Random sign patterns; the p-value is (1 + hits) / (1 + permutations).
        seed: Fixes them.

    Returns:
        Index (first, second) of all pairs in sorted order; NaN for a pair without a common item.
    """
    frame = pd.DataFrame({"value": np.asarray(values, dtype=np.float64), "system": systems, "item": items})
    table = frame.pivot_table(index="item", columns="system", values="value", aggfunc="mean", sort=True)
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed % 2**64, len(table), 3])))
    signs = random.integers(0, 2, size=(permutations, len(table))) * 2.0 - 1.0
    found: dict[tuple[Any, Any], float] = {}
    columns = list(table.columns)
    for place, first in enumerate(columns):
        for second in columns[place + 1 :]:
            differences = (table[first] - table[second]).to_numpy()
            if np.isnan(differences).all():
                found[first, second] = np.nan
                continue
            differences = np.nan_to_num(differences)
            observed = float(differences.sum())
            slack = 1e-12 * float(np.abs(differences).sum())
            hits = int(np.sum(signs @ differences >= observed - slack))
            found[first, second] = (1 + hits) / (1 + permutations)
    return pd.Series(found, dtype=np.float64)


def sign_differences(values: Floats) -> Floats:
    """The sign of every difference, as an n × n matrix; the cosine of two such matrices is Kendall's τ-b."""
    return np.sign(values[:, None] - values[None, :])


def _differences(metric: Values, human: Values, groups: Sequence[Any] | None) -> tuple[Floats, Floats]:
    """Differences of scores and of ratings over all pairs i < j, or over those within groups."""
    x, y = (np.asarray(values, dtype=np.float64) for values in (metric, human))
    if x.shape != y.shape:
        raise ValueError(f"expected one rating a score, got {x.size} scores and {y.size} ratings")
    if groups is None:
        i, j = np.triu_indices(len(x), k=1)
        return x[i] - x[j], y[i] - y[j]
    codes, _ = pd.factorize(np.asarray(groups, dtype=object))
    parts = [_differences(x[codes == code], y[codes == code], None) for code in range(int(codes.max(initial=-1)) + 1)]
    empty = np.empty(0)
    return tuple(np.concatenate([empty, *side]) for side in zip(*parts, strict=True)) if parts else (empty, empty)  # type: ignore[return-value]
