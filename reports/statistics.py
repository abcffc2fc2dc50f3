"""Interval and test for a change of means on paired scores.

- The percentile bootstrap of Efron (1979; Efron and Tibshirani 1993, chapter 13): examples are drawn with
  replacement, base and changed score of an example together.
- The sign-flip permutation test for paired samples (Fisher 1935; Good 2005): if the change did nothing, the
  sign of each example's difference is a coin toss.

All columns of a call share the draws, so both come down to one matrix product. Before it, the values are
rounded to multiples of a power of two so coarse that every sum is exact in float64. Thus no order of
addition, and hence no number of columns, threads or BLAS kernel, changes a digit; the price is a relative
error below 1e-9, far under the noise of the resampling itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np

__all__ = ["CONFIDENCE", "PERMUTATIONS", "RESAMPLES", "bootstrap_means", "percentile_interval", "sign_flip_p_values"]

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

RESAMPLES: Final = 2_000
PERMUTATIONS: Final = 9_999
CONFIDENCE: Final = 0.95
_EXACT_UP_TO: Final = 13  # 2**13 sign patterns are fewer than PERMUTATIONS
_BLOCK: Final = 2**21  # floats in one block of draws: 16 MiB


def bootstrap_means(columns: Floats, *, seed: int = 0, resamples: int = RESAMPLES) -> Floats:
    """The mean of every column in every bootstrap resample of the rows.

    Args:
        columns: n × k values, a row an example. Columns of one call, and calls with the same n and seed,
            see the same resamples, which keeps base and score of an example paired.
        seed: Fixes the resamples together with n.
        resamples: How many to draw.

    Returns:
        resamples × k means.

    Raises:
        ValueError: If there is no row.
    """
    n = _rows(columns)
    exact, units = _on_grid(columns)
    random = _generator(seed, n, stream=0)
    means = np.empty((resamples, columns.shape[1]))
    for start, stop in _blocks(resamples, n):
        drawn = random.integers(0, n, size=(stop - start, n))
        drawn += np.arange(stop - start)[:, None] * n
        counts = np.bincount(drawn.ravel(), minlength=(stop - start) * n).reshape(-1, n)
        means[start:stop] = counts.astype(np.float64) @ exact
    return means * (units / n)


def percentile_interval(values: Floats, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The central interval that holds the share `confidence` of `values` (linear between order statistics)."""
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def sign_flip_p_values(differences: Floats, *, seed: int = 0, permutations: int = PERMUTATIONS) -> Floats:
    """Two-sided p-values of the sign-flip test that the mean difference is 0, one a column.

    Exact (all sign patterns) where a column has at most 13 differences other than 0, since zeros play no
    part. Else (1 + hits) / (1 + permutations), with the same random signs for all columns. A column of
    zeros has p = 1.

    Args:
        differences: n × k paired differences, a row an example.
        seed: Fixes the random signs together with n.
        permutations: How many random sign patterns to draw where there are too many for all.

    Raises:
        ValueError: If there is no row.
    """
    n = _rows(differences)
    exact, _ = _on_grid(differences)
    # Decimal fractions make equal sums differ in their last bits; the grid turns that into at most one
    # unit an example, so sums that close count as tied.
    bar = np.abs(exact.sum(axis=0)) - n
    p_values = np.ones(exact.shape[1])
    few = np.count_nonzero(exact, axis=0) <= _EXACT_UP_TO
    for column in np.flatnonzero(few):
        values = exact[exact[:, column] != 0, column]
        patterns = (np.arange(2 ** len(values))[:, None] >> np.arange(len(values))) & 1
        sums = values.sum() - 2.0 * (patterns @ values)
        p_values[column] = np.mean(np.abs(sums) >= bar[column])
    many = np.flatnonzero(~few)
    if len(many):
        random = _generator(seed, n, stream=1)
        values, total = exact[:, many], exact[:, many].sum(axis=0)
        hits = np.zeros(len(many), dtype=np.int64)
        for start, stop in _blocks(permutations, n):
            coins = np.unpackbits(random.integers(0, 256, size=(stop - start, -(-n // 8)), dtype=np.uint8), axis=1)
            sums = total - 2.0 * (coins[:, :n].astype(np.float64) @ values)
            hits += np.count_nonzero(np.abs(sums) >= bar[many], axis=0)
        p_values[many] = (1 + hits) / (1 + permutations)
    return p_values


def _rows(columns: Floats) -> int:
    if columns.ndim != 2 or not len(columns):
        raise ValueError(f"expected a row an example and a column a cell, got an array of shape {columns.shape}")
    return len(columns)


def _on_grid(columns: Floats) -> tuple[Floats, Floats]:
    """Whole numbers close to `columns` / units, so small that sums of 2n of them stay below 2**53."""
    largest = np.max(np.abs(columns), axis=0, initial=0.0)
    if not np.isfinite(largest).all():
        raise ValueError("scores must be finite; leave failed ones out")
    bits = 51 - math.ceil(math.log2(len(columns) + 1))
    exponents = np.where(largest > 0, np.frexp(largest)[1] - bits, 0)
    units = np.ldexp(1.0, np.maximum(exponents, -1074))  # a unit a column: no cell depends on another's scale
    return np.rint(columns / units), units


def _generator(seed: int, n: int, stream: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed % 2**64, n, stream])))


def _blocks(total: int, width: int) -> Iterator[tuple[int, int]]:
    height = max(1, min(total, _BLOCK // width))
    for start in range(0, total, height):
        yield start, min(start + height, total)
