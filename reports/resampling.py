"""Intervals and p-values of cells: what goes into one call of the bootstrap and of the sign-flip test.

The draws depend on the seed and the number of examples alone, so cells of as many examples share them, whichever
cells stand beside them in a call.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from .cells import Cell
from .statistics import Floats, bootstrap_means, percentile_interval, sign_flip_p_values

__all__ = ["Interval", "intervals", "p_values"]

_UNDEFINED_AT_MOST: Final = 0.01  # share of resamples with base mean 0 that an interval may overlook
_FLOATS_AT_ONCE: Final = 2**20  # scores handed over in one call: 8 MiB


class Interval(NamedTuple):
    """The ends of a 95 % interval, or NaN and why there is none."""

    low: float
    high: float
    missing: str | None


def intervals(cells: Sequence[Cell], relative: Sequence[bool], *, seed: int, resamples: int) -> list[Interval]:
    """The paired bootstrap interval of every cell.

    Args:
        cells: Of any numbers of examples.
        relative: Of every cell, whether the interval is that of the change in percent, or that of the absolute one.
        seed: Fixes the resamples.
        resamples: How many to draw.
    """
    found = [Interval(math.nan, math.nan, None)] * len(cells)
    for n, block in _blocks([len(cell.base) for cell in cells], arrays=2):
        if n < 2:
            for index in block:
                found[index] = Interval(math.nan, math.nan, "one example: no interval" if n else None)
            continue
        # Cells of one metric share their base scores: each array goes in once.
        columns = {id(column): column for index in block for column in (cells[index].base, cells[index].score)}
        positions = {name: position for position, name in enumerate(columns)}
        means = bootstrap_means(list(columns.values()), seed=seed, resamples=resamples)
        for index in block:
            base, after = (means[:, positions[id(column)]] for column in (cells[index].base, cells[index].score))
            found[index] = _interval(base, after, relative=relative[index])
    return found


def p_values(cells: Sequence[Cell], *, seed: int) -> Floats:
    """The two-sided p-value of every cell's mean difference; NaN where no example was scored."""
    found = np.full(len(cells), math.nan)
    # A failed example enters as a difference of 0, which the test does not see: all cells share their signs.
    for _, block in _blocks([len(cell.scored) if len(cell.base) else 0 for cell in cells], arrays=1):
        if len(cells[block[0]].base):
            found[block] = sign_flip_p_values([cells[index].differences for index in block], seed=seed)
    return found


def _blocks(sizes: Sequence[int], arrays: int) -> Iterator[tuple[int, list[int]]]:
    """A size and the positions of cells of that size, as many as may be handed over with so many arrays each."""
    by_size: dict[int, list[int]] = {}
    for index, size in enumerate(sizes):
        by_size.setdefault(size, []).append(index)
    for size, indices in by_size.items():
        at_once = max(1, _FLOATS_AT_ONCE // max(1, arrays * size))
        for start in range(0, len(indices), at_once):
            yield size, indices[start : start + at_once]


def _interval(base: Floats, after: Floats, *, relative: bool) -> Interval:
    if not relative:
        return Interval(*percentile_interval(after - base), None)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        changes = 100 * (after - base) / base
    defined = (base > 0) & np.isfinite(changes)
    undefined = 1 - float(np.mean(defined))
    if undefined > _UNDEFINED_AT_MOST:
        return Interval(math.nan, math.nan, f"base mean is 0 in {undefined:.0%} of the resamples: no interval")
    return Interval(*percentile_interval(changes[defined]), None)
