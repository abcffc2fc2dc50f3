"""At what level scores and ratings are compared when the rows come from several systems (or raters, documents).

- pooled: all rows together. Differences between systems count, and can make a scorer look good that sees nothing else.
- within: the mean of each group is taken out of scores and ratings first, which is the partial correlation given the
  group (FRANK, Pagnoni et al. 2021). FEQA's agreement on FRANK is .56 pooled and .01 within systems.
- system: the groups' mean scores against their mean ratings.
- item: one correlation an item (over systems, say), averaged over the items that have one for every scorer.

Means and what is left after subtracting them are rounded to 12 digits of the largest value, since sums in another order
differ in the last bit, and ranks must not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import pandas as pd

from ..statistics import Floats, bootstrap_means, percentile_interval
from .correlation import Coefficient, Correlations, Values, correlate, is_constant
from .pairwise import sign_differences

__all__ = ["LEVELS", "Averaged", "Grouping", "Level", "averaged_by", "correlate_at", "grouping"]

Level: TypeAlias = Literal["pooled", "within", "system", "item"]
LEVELS: tuple[Level, ...] = ("pooled", "within", "system", "item")
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Grouping:
    """What is done to n values before they are correlated.

    Attributes:
        level: `pooled`, `within` or `system`.
        codes: The number of each row's group, from 0; of no meaning if pooled.
        names: The groups.
        used: Which rows go in: groups that are too small are left out.
    """

    level: Level
    codes: np.ndarray[tuple[int], np.dtype[np.intp]]
    names: tuple[Any, ...]
    used: np.ndarray[tuple[int], np.dtype[np.bool_]]

    @property
    def controls(self) -> int:
        """How many quantities are taken out of both sides."""
        return max(0, len(self.names) - 1) if self.level == "within" else 0

    def apply(self, values: Floats) -> Floats:
        """The values that are correlated: of n values, or of every row of a matrix of n columns."""
        values = values[..., self.used]
        if self.level == "pooled" or not values.size:
            return values
        one_hot = np.zeros((values.shape[-1], len(self.names)))
        one_hot[np.arange(values.shape[-1]), self.codes] = 1
        means = values @ (one_hot / np.maximum(one_hot.sum(axis=0), 1))
        return _tidy(means if self.level == "system" else values - means[..., self.codes], values)


def grouping(level: Level, groups: Sequence[Any] | None, n: int, *, min_size: int = 1) -> Grouping:
    """How to take n rows to a level.

    Args:
        level: `pooled`, `within` or `system`.
        groups: The group of each row; not needed if pooled.
        n: How many rows there are.
        min_size: Smaller groups are left out; within groups at least 2, since a group of one row has no inside.

    Raises:
        ValueError: If the level needs groups that are not given, or not one a row.
    """
    if level == "pooled":
        return Grouping(level, np.zeros(n, dtype=np.intp), (), np.ones(n, dtype=bool))
    if groups is None or len(groups) != n:
        raise ValueError(f"level {level!r} needs a group for each of the {n} rows, got {groups and len(groups)}")
    codes, _ = pd.factorize(np.asarray(groups, dtype=object))
    sizes = np.bincount(codes + 1, minlength=1)  # the first is that of the rows without a group
    used = (codes >= 0) & (sizes[codes + 1] >= max(min_size, 2 if level == "within" else 1))
    codes, names = pd.factorize(np.asarray(groups, dtype=object)[used])
    return Grouping(level, codes, tuple(names), used)


def correlate_at(
    scores: Values, ratings: Values, groups: Grouping, *, names: tuple[str, str] = ("scores", "ratings")
) -> Correlations:
    """The correlations of n scores and ratings, none missing, at a level."""
    x, y = (groups.apply(np.asarray(values, dtype=np.float64)) for values in (scores, ratings))
    if groups.level == "within":
        names = (f"{names[0]} within groups", f"{names[1]} within groups")
    elif groups.level == "system":
        names = (f"mean {names[0]}", f"mean {names[1]}")
    return correlate(x, y, controls=groups.controls, names=names)


@dataclass(frozen=True, slots=True)
class Averaged:
    """Correlations averaged over items.

    Attributes:
        correlations: n is the number of items averaged; intervals come from a bootstrap over items.
        n_items: How many items there are.
        n_undefined: How many have no correlation for this scorer.
    """

    correlations: Correlations
    n_items: int
    n_undefined: int


def averaged_by(
    items: Sequence[Any], scores: Mapping[str, Values], ratings: Values, *, seed: int = 0
) -> dict[str, Averaged]:
    """For every scorer, its correlation within each item, averaged over the items where all scorers have one.

    An item whose scores or ratings are all equal has no correlation. Which items these are differs between scorers, so
    only those that no scorer lacks are averaged.

    Args:
        items: The item of each of n rows.
        scores: Scorer to n scores, none missing.
        ratings: n ratings, none missing.
        seed: Fixes the bootstrap.
    """
    y = np.asarray(ratings, dtype=np.float64)
    codes, names = pd.factorize(np.asarray(items, dtype=object))
    order = np.argsort(codes, kind="stable")
    places = np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(order) else []
    found = {
        name: np.array([_three(np.asarray(x, dtype=np.float64)[place], y[place]) for place in places]).reshape(-1, 3)
        for name, x in scores.items()
    }
    common = np.all([np.isfinite(values[:, 0]) for values in found.values()], axis=0)
    averaged: dict[str, Averaged] = {}
    for name, values in found.items():
        undefined = int(np.sum(~np.isfinite(values[:, 0])))
        averaged[name] = Averaged(_mean_of(values[common], len(names), seed), len(names), undefined)
    return averaged


def _mean_of(values: Floats, n_items: int, seed: int) -> Correlations:
    if not len(values):
        return Correlations(0, reason=f"too few: none of {n_items} items has a correlation for every scorer")
    means = bootstrap_means(values, seed=seed) if len(values) > 3 else None
    found = []
    for column in range(3):
        value = float(np.mean(values[:, column]))
        if means is None:
            found.append(Coefficient(value, interval=f"no interval: {len(values)} items, it needs at least 4"))
        else:
            low, high = percentile_interval(means[:, column])
            found.append(Coefficient(value, low, high, interval="percentile bootstrap over items"))
    return Correlations(len(values), found[0], found[1], found[2])


def _three(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Pearson, Spearman and Kendall τ-b of a few rows, NaN where not defined; scipy takes long to begin."""
    from scipy.stats import rankdata

    if len(x) < 3 or is_constant(x) or is_constant(y):
        return (np.nan, np.nan, np.nan)
    pearson, spearman = (_cosine(a - a.mean(), b - b.mean()) for a, b in ((x, y), (rankdata(x), rankdata(y))))
    return pearson, spearman, _cosine(sign_differences(x), sign_differences(y))


def _cosine(a: Floats, b: Floats) -> float:
    found = float(np.vdot(a, b) / np.sqrt(np.vdot(a, a)) / np.sqrt(np.vdot(b, b)))
    return min(1.0, max(-1.0, found))


def _tidy(computed: Floats, values: Floats) -> Floats:
    """Rounded to 12 digits of the largest of the values that it was computed from."""
    largest = np.max(np.abs(values), axis=-1, keepdims=True)
    # A power of two, so that scaling itself rounds nothing.
    scale = np.exp2(np.ceil(np.log2(np.where(largest > 0, largest, 1.0))))
    return cast(Floats, np.round(computed / scale, _DIGITS) * scale)
