"""Does a scorer fall more on edits that alter the meaning than on edits that keep it?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..discrimination import area_under_curve
from ..statistics import Floats

__all__ = ["Discrimination", "discrimination", "paired_discrimination"]


@dataclass(frozen=True, slots=True)
class Discrimination:
    """The area under the ROC curve of drops as a sign of altering edits.

    Attributes:
        auc: P(altering drop > preserving drop) + ½ P(equal): ½ for a scorer that does not move, below ½ for one that
            rises on altering edits. None if one side is empty.
        n_altering: Drops on altering edits.
        n_preserving: Drops on preserving ones.
        n_examples: Base examples that have both; None where they were not told apart.
    """

    auc: float | None
    n_altering: int
    n_preserving: int
    n_examples: int | None = None


def discrimination(altering_drops: Sequence[float], preserving_drops: Sequence[float]) -> Discrimination:
    """Over all pairs of an altering and a preserving edit (Mann–Whitney U / (n₁ n₂)).

    Args:
        altering_drops: base score − changed score: positive if the score fell.
        preserving_drops: The same.
    """
    x, y = _array(altering_drops), _array(preserving_drops)
    # Each drop stands as an example of its own: of the area with its interval only the area is wanted here.
    auc, _, _ = area_under_curve(x, y, np.arange(len(x)), np.arange(len(x), len(x) + len(y)))
    return Discrimination(None if math.isnan(auc) else auc, len(x), len(y))


def paired_discrimination(
    altering: Mapping[Any, Sequence[float]], preserving: Mapping[Any, Sequence[float]]
) -> Discrimination:
    """Over the pairs of edits of the same base example, each example counting once.

    Args:
        altering: Base example to the drops of its altering copies.
        preserving: Base example to the drops of its preserving copies.
    """
    shares: list[float] = []
    n_altering = n_preserving = 0
    for name in altering:
        x, y = _array(altering[name]), _array(preserving.get(name, ()))
        if len(x) and len(y):
            shares.append(float(np.mean((x[:, None] > y) + 0.5 * (x[:, None] == y))))
            n_altering, n_preserving = n_altering + len(x), n_preserving + len(y)
    return Discrimination(float(np.mean(shares)) if shares else None, n_altering, n_preserving, len(shares))


def _array(values: Sequence[float]) -> Floats:
    return np.asarray(values, dtype=np.float64)
