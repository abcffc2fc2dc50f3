"""The examples that speak most against a metric: a few of every cell of the report, found in one reading of the scores.

Of an altering change those whose score fell least (by share of the score before, since what had no score cannot fall);
of any other those whose score moved most.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from .cells import CellKey, numbered
from .frames import CELL_KEY, Scores, severity_key
from .scores_file import read_pieces
from .statistics import Floats
from .texts_file import TextKey

__all__ = ["Example", "worst_examples"]

_COLUMNS: Final = (*CELL_KEY, "example_id", "repeat", "status", "base_score", "score", "audit")
_Ranked: TypeAlias = tuple[float, float, str]


@dataclass(frozen=True, slots=True)
class Example:
    """An example in a cell.

    Attributes:
        key: Where its texts are.
        base_score: Its score before the change.
        score: Its score after.
        audit: What the auditor found wrong with the change, or None.
    """

    key: TextKey
    base_score: float
    score: float
    audit: str | None


def worst_examples(
    scores: Scores, intents: Mapping[str, str], *, each: int = 2, lower_is_better: Collection[str] = ()
) -> dict[CellKey, tuple[Example, ...]]:
    """The worst few changed examples of every cell, the worst first; ties by the id.

    Args:
        scores: The scores frame, or the path of its file, which is read in pieces.
        intents: Perturbation to intent.
        each: How many of a cell.
        lower_is_better: Metrics of which a rise counts as a fall.
    """
    found: dict[CellKey, list[tuple[_Ranked, Example]]] = {}
    for piece in read_pieces(scores, _COLUMNS):
        # A text is kept of the first repeat.
        changed = piece[(piece["status"] == "ok").to_numpy(dtype=bool) & (piece["repeat"] == 0).to_numpy(dtype=bool)]
        if not len(changed):
            continue
        for cell, ranked in _worst_of_piece(changed, intents, each, lower_is_better):
            best = sorted([*found.get(cell, ()), ranked], key=lambda pair: pair[0])
            found[cell] = best[:each]
    return {cell: tuple(example for _, example in pairs) for cell, pairs in found.items()}


def _worst_of_piece(
    piece: pd.DataFrame, intents: Mapping[str, str], each: int, lower_is_better: Collection[str]
) -> list[tuple[CellKey, tuple[_Ranked, Example]]]:
    numbers, keys = numbered(piece, CELL_KEY)
    altering = np.array([intents.get(str(key[0])) == "altering" for key in keys])[numbers]
    base, score = (piece[name].to_numpy(dtype=np.float64) for name in ("base_score", "score"))
    sign = np.array([-1.0 if str(key[2]) in lower_is_better else 1.0 for key in keys])[numbers]
    first, second = _ranks(base, score, altering, sign)
    ids, names = pd.factorize(piece["example_id"], sort=True)
    order = np.lexsort((ids, second, first, numbers))
    ordered = numbers[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    place = np.arange(len(ordered)) - np.repeat(starts, np.diff(np.r_[starts, len(ordered)]))
    found: list[tuple[CellKey, tuple[_Ranked, Example]]] = []
    audits = piece["audit"]
    for position in order[place < each].tolist():
        name, severity, *column = keys[numbers[position]]
        cell: CellKey = (str(name), severity_key(severity), str(column[0]), str(column[1]))
        audit: Any = audits.iloc[position]
        example = str(names[ids[position]])
        rank = (float(first[position]), float(second[position]), example)
        shown = Example(
            (example, cell[0], cell[1]),
            float(base[position]),
            float(score[position]),
            None if pd.isna(audit) else str(audit),
        )
        found.append((cell, (rank, shown)))
    return found


def _ranks(
    base: Floats, score: Floats, altering: np.ndarray[Any, np.dtype[np.bool_]], sign: Floats
) -> tuple[Floats, Floats]:
    """Two keys by which the worst come first; `sign` is -1 where lower scores are better."""
    # Rounded, so that differences in the last bits do not outrank the id.
    change = np.round(sign * (score - base), 12)
    share = np.round(np.divide(change, base, out=np.full(len(base), -np.inf), where=base > 0), 12)
    return np.where(altering, -share, -np.abs(change)), np.where(altering, -change, 0.0)
