"""The scores of a report cell by cell, collected from the pieces of a scores frame or file.

Two readings: the first counts (`outline_scores`), so that the second (`collect_cells`) fills arrays of known size, of
some metrics at a time. Memory then holds the scores of those metrics and one piece, however long the file is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from .frames import CELL_KEY, STATUSES, severity_key
from .statistics import Floats

__all__ = [
    "CELL_COLUMNS",
    "Cell",
    "CellKey",
    "Outline",
    "batches_of_cells",
    "collect_cells",
    "numbered",
    "outline_scores",
]

CellKey: TypeAlias = tuple[str, float | None, str, str]
"""Perturbation, severity (None where there is none), metric and component."""

CELL_COLUMNS: Final = (*CELL_KEY, "example_id", "repeat", "status", "reason", "base_score", "score", "audit")
_CHANGED, _FAILED = STATUSES.index("ok"), STATUSES.index("failed")


@dataclass(frozen=True, slots=True)
class Outline:
    """What there is to collect.

    Attributes:
        rows: Cell to its number of rows, repeats counted singly.
        lowest: Metric to the lowest score seen, before a change or after; none if it has no score.
    """

    rows: Mapping[CellKey, int]
    lowest: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """The scores of one cell, by example id; `base`, `score` and `changed` are without the failed examples.

    Cells of a metric whose base scores are equal share one array.
    """

    perturbation: str
    severity: float
    metric: str
    component: str
    base: Floats
    score: Floats
    changed: np.ndarray[Any, np.dtype[np.bool_]]
    scored: np.ndarray[Any, np.dtype[np.bool_]]  # of all examples: those that have not failed
    failures: Mapping[str, int]  # reason to examples
    n_audited_wrong: int

    @property
    def differences(self) -> Floats:
        """Score minus base of all examples, 0 where failed."""
        differences = np.zeros(len(self.scored))
        differences[self.scored] = self.score - self.base
        return differences


def numbered(frame: pd.DataFrame, names: Sequence[str]) -> tuple[np.ndarray[Any, np.dtype[np.int64]], list[Any]]:
    """The rows' values in the columns `names` as numbers from 0, and the tuple of values each number stands for."""
    numbers = np.zeros(len(frame), dtype=np.int64)
    for name in names:
        codes, values = pd.factorize(frame[name], use_na_sentinel=False)
        numbers = numbers * len(values) + codes
    _, first, numbers = np.unique(numbers, return_index=True, return_inverse=True)
    return numbers, list(frame[list(names)].iloc[first].itertuples(index=False, name=None))


def outline_scores(pieces: Iterable[pd.DataFrame]) -> Outline:
    """The first reading; needs the columns of `CELL_KEY`, `base_score` and `score`."""
    rows: Counter[CellKey] = Counter()
    lowest: dict[str, float] = {}
    for piece in pieces:
        numbers, keys = _cell_numbers(piece)
        for key, count in zip(keys, np.bincount(numbers, minlength=len(keys)).tolist(), strict=True):
            rows[key] += count
        found = piece.groupby("metric")[["base_score", "score"]].min().min(axis=1)
        for metric, low in found.dropna().items():
            lowest[str(metric)] = min(float(low), lowest.get(str(metric), math.inf))
    return Outline(rows, lowest)


def batches_of_cells(rows: Mapping[CellKey, int], at_most: int) -> Iterator[dict[CellKey, int]]:
    """`rows` of an outline in parts of at most so many rows, but all cells of a metric's component in one."""
    groups: dict[tuple[str, str], dict[CellKey, int]] = {}
    for key, count in rows.items():
        groups.setdefault(key[2:], {})[key] = count
    batch: dict[CellKey, int] = {}
    for group in groups.values():
        if batch and sum(batch.values()) + sum(group.values()) > at_most:
            yield batch
            batch = {}
        batch |= group
    if batch:
        yield batch


def collect_cells(pieces: Iterable[pd.DataFrame], rows: Mapping[CellKey, int]) -> list[Cell]:
    """The second reading; needs `CELL_COLUMNS`.

    Args:
        pieces: The whole of the scores, in the order of the example ids, an example's rows all in one piece.
        rows: The cells wanted and their numbers of rows.
    """
    drafts = {key: _Draft(count) for key, count in rows.items()}
    metrics = sorted({key[2] for key in rows})
    for piece in pieces:
        wanted = _one_row_an_example(piece[piece["metric"].isin(metrics)])
        numbers, keys = _cell_numbers(wanted)
        order = np.argsort(numbers, kind="stable")
        edges = np.searchsorted(numbers[order], np.arange(len(keys) + 1))
        codes, found = pd.factorize(wanted["status"])
        status = np.array([STATUSES.index(name) for name in found], dtype=np.int8)[codes]
        base, score = wanted["base_score"].to_numpy(), wanted["score"].to_numpy()
        wrong = (status == _CHANGED) & wanted["audit"].notna().to_numpy()
        for key, (start, stop) in zip(keys, pairwise(edges.tolist()), strict=True):
            if draft := drafts.get(key):
                part = order[start:stop]
                draft.add(base[part], score[part], status[part])
                draft.n_audited_wrong += int(wrong[part].sum())
                draft.failures.update(wanted["reason"].iloc[part[status[part] == _FAILED]])
    cells: list[Cell] = []
    bases: dict[tuple[str, str], Floats] = {}
    for key in list(drafts):
        cell = drafts.pop(key).finish(key, bases.get(key[2:]))
        bases.setdefault(key[2:], cell.base)
        cells.append(cell)
    return cells


class _Draft:
    """A cell in the making."""

    def __init__(self, count: int) -> None:
        self.base, self.score, self.status = np.empty(count), np.empty(count), np.empty(count, dtype=np.int8)
        self.filled = 0
        self.failures: Counter[str] = Counter()
        self.n_audited_wrong = 0

    def add(self, base: Floats, score: Floats, status: np.ndarray[Any, np.dtype[np.int8]]) -> None:
        end = self.filled + len(base)
        self.base[self.filled : end], self.score[self.filled : end], self.status[self.filled : end] = (
            base,
            score,
            status,
        )
        self.filled = end

    def finish(self, key: CellKey, other_base: Floats | None) -> Cell:
        perturbation, severity, metric, component = key
        status = self.status[: self.filled]
        scored = status != _FAILED
        base, score = (
            values[: self.filled] if scored.all() else values[: self.filled][scored]
            for values in (self.base, self.score)
        )
        return Cell(
            perturbation=perturbation,
            severity=math.nan if severity is None else severity,
            metric=metric,
            component=component,
            base=other_base if other_base is not None and np.array_equal(base, other_base) else base,
            score=score,
            changed=status[scored] == _CHANGED,
            scored=scored,
            failures=self.failures,
            n_audited_wrong=self.n_audited_wrong,
        )


def _cell_numbers(piece: pd.DataFrame) -> tuple[np.ndarray[Any, np.dtype[np.int64]], list[CellKey]]:
    numbers, keys = numbered(piece, CELL_KEY)
    return numbers, [(name, severity_key(severity), *column) for name, severity, *column in keys]


def _one_row_an_example(scores: pd.DataFrame) -> pd.DataFrame:
    """`scores` with the repeats of an example replaced by their mean; failed only if all of them failed."""
    if not scores["repeat"].any():
        return scores
    key = [*CELL_KEY, "example_id"]
    scored = scores["status"] != "failed"
    any_scored = scored.groupby([scores[name] for name in key], dropna=False).transform("any")
    kept = scores[scored | ~any_scored]
    kept = kept.assign(changed=(kept["status"] == "ok").astype(bool))
    groups = kept.groupby(key, sort=False, dropna=False)
    # The rows are sorted, so these sums always add in the same order.
    merged = pd.concat(
        [
            groups[["base_score", "score"]].mean(),
            groups["changed"].any(),
            groups[["status", "reason", "audit"]].first(),
        ],
        axis=1,
    ).reset_index()
    merged.loc[merged["changed"], "status"] = "ok"
    return merged
