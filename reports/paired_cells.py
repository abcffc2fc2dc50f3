"""A cell of one run paired with a cell of another, over the examples that were scored in both."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np

from .cells import Cell
from .statistics import Floats

__all__ = ["PairedCell", "blocks_of_pairs", "pair_cells", "resampled_differences"]

_Key = TypeVar("_Key", bound=Hashable)

_FLOATS_AT_ONCE: Final = 2**20


@dataclass(frozen=True, slots=True, eq=False)
class PairedCell:
    """The scores of both over those examples, and how many failed in either."""

    base_a: Floats
    score_a: Floats
    base_b: Floats
    score_b: Floats
    n_failed_a: int
    n_failed_b: int

    @property
    def columns(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Base and score of A, then of B."""
        return self.base_a, self.score_a, self.base_b, self.score_b

    @property
    def same(self) -> bool:
        """Whether no score differs between the two."""
        return np.array_equal(self.base_a, self.base_b) and np.array_equal(self.score_a, self.score_b)

    def changes(self, *, relative: bool) -> tuple[float, float]:
        """The change in A and the change in B."""
        means = [math.fsum(column) / len(column) for column in self.columns]
        return _change(*means[:2], relative=relative), _change(*means[2:], relative=relative)

    def contributions(self, *, relative: bool) -> Floats:
        """What each example adds to the difference of the changes; the mean of it is that difference."""
        sides = [_linear(*self.columns[start : start + 2], relative=relative) for start in (0, 2)]
        contributions: Floats = sides[1] - sides[0]
        return contributions


def pair_cells(a: Cell, b: Cell) -> PairedCell:
    """The pair; both cells are of the same examples."""
    both = a.scored & b.scored
    return PairedCell(
        base_a=_at(a, a.base, both),
        score_a=_at(a, a.score, both),
        base_b=_at(b, b.base, both),
        score_b=_at(b, b.score, both),
        n_failed_a=int((~a.scored).sum()),
        n_failed_b=int((~b.scored).sum()),
    )


def resampled_differences(means: Sequence[Floats], *, relative: bool) -> Floats:
    """The difference of the changes in every resample.

    Args:
        means: Of each column of a `PairedCell` its mean in every resample.
        relative: Whether the changes are percentages; where a base mean is 0 the result is not finite.
    """
    base_a, score_a, base_b, score_b = means
    if not relative:
        absolute: Floats = score_b - base_b - (score_a - base_a)
        return absolute
    with np.errstate(divide="ignore", invalid="ignore"):
        percent: Floats = 100 * ((score_b - base_b) / base_b - (score_a - base_a) / base_a)
    return percent


def blocks_of_pairs(pairs: Mapping[_Key, PairedCell]) -> Iterator[list[_Key]]:
    """Pairs of as many examples, which share their resamples, in parts that may go into one call."""
    by_size: dict[int, list[_Key]] = {}
    for key, paired in pairs.items():
        by_size.setdefault(len(paired.base_a), []).append(key)
    for size, keys in by_size.items():
        at_once = max(1, _FLOATS_AT_ONCE // (4 * size))
        for start in range(0, len(keys), at_once):
            yield keys[start : start + at_once]


def _at(cell: Cell, values: Floats, mask: np.ndarray[Any, np.dtype[np.bool_]]) -> Floats:
    """The scored values at the examples of `mask`, which counts all examples."""
    kept = mask[cell.scored]
    return values if kept.all() else values[kept]  # so cells of a metric go on sharing their base scores


def _linear(base: Floats, score: Floats, *, relative: bool) -> Floats:
    """The change of one run, example by example; of a ratio of means its change plus the influence of each example.

    To take the mean before the change as fixed instead would make noise of how much the base scores differ.
    """
    if not relative:
        return score - base
    before, after = math.fsum(base) / len(base), math.fsum(score) / len(score)
    ratio = after / before
    linear: Floats = 100 * ((ratio - 1) + (score - ratio * base) / before)
    return linear


def _change(before: float, after: float, *, relative: bool) -> float:
    return 100 * (after - before) / before if relative else after - before
