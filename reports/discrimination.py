"""Discrimination: how well a metric's drops tell changes that alter the meaning from changes that keep it.

The area under the ROC curve of the drop (base score minus score) of single texts: the probability that the drop of a
text whose meaning was altered exceeds that of one whose meaning was kept, ties counted half. 1 is perfect, 0.5 is
chance, and no threshold and no unit of the score has a part in it, so that metrics can be ranked by it.

The interval is that for clustered data of Obuchowski (1997, Biometrics 53), since the texts made of one example are not
independent: per example the placements of its drops are added up (DeLong et al. 1988), and the variance is of these
sums. It is computed on the logit scale, which keeps it inside 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from .cells import batches_of_cells, outline_scores
from .frames import CELL_KEY, Scores
from .scores_file import read_pieces
from .statistics import Floats

__all__ = ["Discrimination", "area_under_curve", "discriminate"]

Codes: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

_ROWS_AT_ONCE: Final = 2**20  # of the scores: what is beyond is read again for every few metrics
_DECIMALS: Final = 12  # of a drop: what differs beyond is the rounding of a subtraction, and counts as a tie
_Z: Final = 1.959964  # 97.5th percentile of the normal distribution
_COLUMNS: Final = ("example_id", "perturbation", "metric", "component", "status", "base_score", "score")
_SIDES: Final = ("altering", "preserving")


@dataclass(frozen=True, slots=True)
class Discrimination:
    """How well one metric component discriminates.

    Attributes:
        auc: From 0 to 1; NaN if there is no drop on one of the two sides.
        low: Lower end of the 95 % interval; NaN if it has none (fewer than two examples, or no overlap at all).
        high: Upper end.
        n_altering: Changed and scored texts whose meaning was altered, repeats counted singly.
        n_preserving: Those whose meaning was kept.
        n_failed: Texts on either side without a score, which have no part in it.
    """

    auc: float
    low: float
    high: float
    n_altering: int
    n_preserving: int
    n_failed: int


def discriminate(
    scores: Scores, intents: Mapping[str, str], *, lower_is_better: Collection[str] = ()
) -> dict[tuple[str, str], Discrimination]:
    """The discrimination of every metric component, by metric and component, in the order of the scores.

    Args:
        scores: The scores frame, or the path of its file, which is read in pieces.
        intents: Perturbation to intent; only `altering` and `preserving` count.
        lower_is_better: Metrics of which a rise counts as a drop.
    """
    # Not named by the caller's word alone: what only stands in `intents` and has no scores plays no part.
    outline = outline_scores(read_pieces(scores, (*CELL_KEY, "base_score", "score")))
    found: dict[tuple[str, str], Discrimination] = {}
    for batch in batches_of_cells(outline.rows, _ROWS_AT_ONCE):
        wanted = list(dict.fromkeys(key[2:] for key in batch))
        drops: dict[tuple[str, str], _Drops] = {key: _Drops() for key in wanted}
        for piece, examples in _numbered_pieces(read_pieces(scores, _COLUMNS), {metric for metric, _ in wanted}):
            _collect(piece, examples, intents, drops, lower_is_better)
        found |= {key: drops[key].compared() for key in wanted}
    return found


def area_under_curve(
    altering: Floats, preserving: Floats, altering_examples: Codes, preserving_examples: Codes
) -> tuple[float, float, float]:
    """The area under the ROC curve with its 95 % interval: `(auc, low, high)`, NaN for what does not exist.

    Args:
        altering: m drops.
        preserving: n drops.
        altering_examples: The example of each of the m drops, as a number from 0.
        preserving_examples: The same for the n.
    """
    if not len(altering) or not len(preserving):
        return math.nan, math.nan, math.nan
    above = _placements(altering, preserving)
    below = 1 - _placements(preserving, altering)
    auc = math.fsum(above) / len(above)
    examples = 1 + int(max(altering_examples.max(), preserving_examples.max()))
    influence = np.bincount(altering_examples, (above - auc) / len(above), examples)
    influence += np.bincount(preserving_examples, (below - auc) / len(below), examples)
    clusters = len(np.union1d(altering_examples, preserving_examples))
    if clusters < 2 or not 0 < auc < 1:
        return auc, math.nan, math.nan
    variance = clusters / (clusters - 1) * math.fsum(influence**2)
    logit, width = math.log(auc / (1 - auc)), _Z * math.sqrt(variance) / (auc * (1 - auc))
    return auc, _logistic(logit - width), _logistic(logit + width)


class _Drops:
    """The drops of a metric component on both sides, and the example each belongs to."""

    def __init__(self) -> None:
        self.drops: dict[str, list[Floats]] = {side: [] for side in _SIDES}
        self.examples: dict[str, list[Codes]] = {side: [] for side in _SIDES}
        self.n_failed = 0

    def compared(self) -> Discrimination:
        drops = [np.concatenate([*self.drops[side], np.empty(0)]) for side in _SIDES]
        examples = [np.concatenate([*self.examples[side], np.empty(0, dtype=np.int64)]) for side in _SIDES]
        area = area_under_curve(drops[0], drops[1], examples[0], examples[1])
        return Discrimination(*area, len(drops[0]), len(drops[1]), self.n_failed)


def _numbered_pieces(pieces: Iterable[pd.DataFrame], metrics: set[str]) -> Iterator[tuple[pd.DataFrame, Codes]]:
    """The rows of some metrics, and the number of each row's example; an example's rows all stand in one piece."""
    n_before = 0
    for piece in pieces:
        codes, ids = pd.factorize(piece["example_id"])
        kept = piece["metric"].isin(list(metrics)).to_numpy()
        yield piece[kept], (codes[kept] + n_before).astype(np.int64)
        n_before += len(ids)


def _collect(
    piece: pd.DataFrame,
    examples: Codes,
    intents: Mapping[str, str],
    drops: Mapping[tuple[str, str], _Drops],
    lower_is_better: Collection[str],
) -> None:
    codes, names = pd.factorize(piece["perturbation"])
    side = np.array([intents.get(str(name), "unknown") for name in names], dtype=object)[codes]
    status = piece["status"].to_numpy(dtype=object)
    fall = np.round((piece["base_score"] - piece["score"]).to_numpy(), _DECIMALS)
    metric, metrics = pd.factorize(piece["metric"])
    fall = fall * np.array([-1.0 if name in lower_is_better else 1.0 for name in metrics])[metric]
    component, components = pd.factorize(piece["component"])
    column = metric * len(components) + component
    for code in np.unique(column):
        found = drops.get((str(metrics[code // len(components)]), str(components[code % len(components)])))
        if found is None:
            continue
        for name in _SIDES:
            here = (column == code) & (side == name)
            changed = here & (status == "ok")
            found.drops[name].append(fall[changed])
            found.examples[name].append(examples[changed])
            found.n_failed += int((here & (status == "failed")).sum())


def _placements(values: Floats, others: Floats) -> Floats:
    """The share of `others` below each value, ties counted half."""
    ordered = np.sort(others)
    ranks = np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")
    placements: Floats = ranks / (2 * len(ordered))
    return placements


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0
