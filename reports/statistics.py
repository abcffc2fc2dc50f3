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
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

__all__ = ["CONFIDENCE", "PERMUTATIONS", "RESAMPLES", "bootstrap_means", "percentile_interval", "sign_flip_p_values"]

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Columns: TypeAlias = Floats | Sequence[Floats]
"""A matrix with a row an example and a column a cell, or a sequence of its columns, which saves a copy."""

RESAMPLES: Final = 2_000
PERMUTATIONS: Final = 9_999
CONFIDENCE: Final = 0.95
_EXACT_UP_TO: Final = 13  # 2**13 sign patterns are fewer than PERMUTATIONS
_DRAWS: Final = 2**16  # draws of examples made at a time: half a MiB, which stays in the processor's cache
_BLOCK: Final = 2**19  # floats multiplied at a time: 4 MiB
_COINS: Final = 2**21  # coins drawn at a time, 256 KiB; another number would draw others


def bootstrap_means(columns: Columns, *, seed: int = 0, resamples: int = RESAMPLES) -> Floats:
    """The mean of every column in every bootstrap resample of the rows.

    Args:
        columns: n × k values, a row an example; or k columns of n values. Columns of one call, and calls with the
            same n and seed, see the same resamples, which keeps base and score of an example paired.
        seed: Fixes the resamples together with n.
        resamples: How many to draw.

    Returns:
        resamples × k means.

    Raises:
        ValueError: If there is no row.
    """
    exact, units = _on_grid(columns)
    n = len(exact)
    random = _generator(seed, n, stream=0)
    means = np.empty((resamples, len(units)))
    for start, stop in _blocks(resamples, n, _BLOCK):
        counts = np.empty((stop - start, n))
        for first, last in _blocks(stop - start, n, _DRAWS):
            drawn = random.integers(0, n, size=(last - first, n))
            drawn += np.arange(last - first)[:, None] * n
            counts[first:last] = np.bincount(drawn.ravel(), minlength=(last - first) * n).reshape(-1, n)
        means[start:stop] = counts @ exact
    means *= units / n
    return means


def percentile_interval(values: Floats, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The central interval that holds the share `confidence` of `values` (linear between order statistics)."""
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def sign_flip_p_values(differences: Columns, *, seed: int = 0, permutations: int = PERMUTATIONS) -> Floats:
    """Two-sided p-values of the sign-flip test that the mean difference is 0, one a column.

    Exact (all sign patterns) where a column has at most 13 differences other than 0, since zeros play no
    part. Else (1 + hits) / (1 + permutations), with the same random signs for all columns. A column of
    zeros has p = 1.

    Args:
        differences: n × k paired differences, a row an example; or k columns of n.
        seed: Fixes the random signs together with n.
        permutations: How many random sign patterns to draw where there are too many for all.

    Raises:
        ValueError: If there is no row.
    """
    exact, _ = _on_grid(differences)
    n = len(exact)
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
        values = exact if few.sum() == 0 else exact[:, many]
        total = values.sum(axis=0)
        hits = np.zeros(len(many), dtype=np.int64)
        for start, stop in _blocks(permutations, n, _COINS):
            packed = random.integers(0, 256, size=(stop - start, -(-n // 8)), dtype=np.uint8)
            for first, last in _blocks(stop - start, n, _BLOCK):
                coins = np.unpackbits(packed[first:last], axis=1, count=n)
                sums = total - 2.0 * (coins.astype(np.float64) @ values)
                hits += np.count_nonzero(np.abs(sums) >= bar[many], axis=0)
        p_values[many] = (1 + hits) / (1 + permutations)
    return p_values


def _on_grid(columns: Columns) -> tuple[Floats, Floats]:
    """Whole numbers close to `columns` / units, so small that sums of 2n of them stay below 2**53."""
    each = list(columns.T if isinstance(columns, np.ndarray) else columns)
    n = len(each[0]) if each else 0
    if not n or any(column.shape != (n,) for column in each):
        shapes = ", ".join(map(str, dict.fromkeys(column.shape for column in each)))
        raise ValueError(f"expected a row an example and a column a cell, got columns of shape {shapes or None}")
    exact, units = np.empty((n, len(each)), order="F"), np.empty(len(each))
    bits = 51 - math.ceil(math.log2(n + 1))
    for position, column in enumerate(each):
        largest = float(np.max(np.abs(column)))
        if not math.isfinite(largest):
            raise ValueError("scores must be finite; leave failed ones out")
        exponent = math.frexp(largest)[1] - bits if largest > 0 else 0
        units[position] = math.ldexp(1.0, max(exponent, -1074))  # a unit a column: no cell depends on another's scale
        np.divide(column, units[position], out=exact[:, position])
        np.rint(exact[:, position], out=exact[:, position])
    return exact, units


def _generator(seed: int, n: int, stream: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed % 2**64, n, stream])))


def _blocks(total: int, width: int, size: int) -> Iterator[tuple[int, int]]:
    """Runs of `total` rows of `width` values, of at most `size` values each but at least one row."""
    height = max(1, min(total, size // width))
    for start in range(0, total, height):
        yield start, min(start + height, total)
