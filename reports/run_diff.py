"""Two runs side by side, paired by example: what changed from A to B, and whether it is more than noise.

Both runs must have made the same changed texts, which is for the caller to see to. A cell is compared over the
examples that were scored in both; its difference is the change in B minus the change in A, in percentage points where
both have a percentage. The interval is that of a paired bootstrap in which both runs see the same resamples. The
p-value is that of the sign-flip test of what each example contributes to the difference (for percentages, which are
ratios of means, to the first order: Efron and Tibshirani 1993, chapter 21), adjusted over all cells after Benjamini
and Hochberg (1995).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from .cells import CELL_COLUMNS, Cell, CellKey, batches_of_cells, collect_cells, outline_scores
from .frames import CELL_KEY, REFUSED, Scores, severity_key
from .notes import column_labels
from .paired_cells import PairedCell, blocks_of_pairs, pair_cells, resampled_differences
from .scores_file import read_pieces
from .statistics import RESAMPLES, Floats, bootstrap_means, percentile_interval, sign_flip_p_values

__all__ = ["ALPHA", "CellDiff", "Pair", "RunDiff", "Side", "cells_of", "compare_runs"]

ALPHA: Final = 0.05
"""The false discovery rate up to which a difference counts as more than noise."""

Pair: TypeAlias = tuple[CellKey, CellKey]
"""A cell of A and the cell of B that it is compared with."""

_ROWS_AT_ONCE: Final = 2**18  # of the scores of one run
_UNDEFINED_AT_MOST: Final = 0.01


@dataclass(frozen=True, slots=True)
class Side:
    """A run: its scores (a frame or the path of its file) and its deltas frame."""

    scores: Scores
    deltas: pd.DataFrame


@dataclass(frozen=True, slots=True)
class CellDiff:
    """A cell in both runs.

    Attributes:
        a: Perturbation, severity, metric and component in A.
        b: The same in B.
        intent: Of the perturbation.
        n: Examples scored in both.
        n_failed_a: Examples that failed in A.
        n_failed_b: Examples that failed in B.
        relative: Whether the changes and their difference are percentages; else they are absolute.
        change_a: The change in A over those examples; NaN if there is none, as with all that follows.
        change_b: The change in B.
        difference: `change_b` minus `change_a`.
        low: Lower end of the 95 % interval of the difference.
        high: Upper end.
        p_value: Of the sign-flip test, one cell at a time.
        q_value: The same, adjusted over all cells.
        verdict: `same` (no score differs), `noise`, `better`, `worse`, `other` (more than noise, but neither) or
            `none` (no number: see the reason).
        reason: Why there is no number, or why it is absolute; else None.
    """

    a: CellKey
    b: CellKey
    intent: str
    n: int
    n_failed_a: int
    n_failed_b: int
    relative: bool
    change_a: float
    change_b: float
    difference: float
    low: float
    high: float
    p_value: float
    q_value: float
    verdict: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class RunDiff:
    """The cells of both runs in the order of A, those of one run alone, and the columns' labels as in the reports."""

    cells: tuple[CellDiff, ...]
    only_a: tuple[CellKey, ...]
    only_b: tuple[CellKey, ...]
    labels: Mapping[tuple[str, str], str]


def cells_of(deltas: pd.DataFrame) -> dict[CellKey, dict[str, Any]]:
    """The rows of a deltas frame by cell."""
    rows = {}
    for row in deltas.to_dict("records"):
        perturbation, severity, metric, component = (row[name] for name in CELL_KEY)
        rows[perturbation, severity_key(severity), metric, component] = {str(name): row[name] for name in row}
    return rows


def compare_runs(
    a: Side,
    b: Side,
    *,
    columns: Mapping[tuple[str, str], tuple[str, str]] | None = None,
    lower_is_better: Collection[str] = (),
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> RunDiff:
    """Compare the cells of two runs on the same examples and the same changed texts.

    Args:
        a: The first run.
        b: The second one; it may be the first again, to compare two of its metrics.
        columns: Metric and component in A to those in B that they are compared with. By default each with itself.
        lower_is_better: Metrics of which a lower score is better, so that altering should raise it.
        seed: Fixes the resamples.
        resamples: How many to draw.

    Raises:
        ValueError: if the runs have not the same examples.
    """
    if _examples(a.scores) != _examples(b.scores):
        raise ValueError("the runs have different examples, so that they cannot be paired; run both on the same data")
    rows_a, rows_b = cells_of(a.deltas), cells_of(b.deltas)
    pairs: dict[CellKey, CellKey] = {}
    for key in rows_a:
        column = (columns or {}).get(key[2:], key[2:] if columns is None else None)
        if column is not None and (*key[:2], *column) in rows_b:
            pairs[key] = (*key[:2], *column)
    counts_a, counts_b = (_rows(side.scores) for side in (a, b))
    found: dict[Pair, CellDiff] = {}
    for batch in batches_of_cells({key: counts_a[key] for key in pairs}, _ROWS_AT_ONCE) if pairs else ():
        cells_a = _collected(a.scores, {key: counts_a[key] for key in batch})
        cells_b = _collected(b.scores, {pairs[key]: counts_b[pairs[key]] for key in batch})
        drafts = {(key, pairs[key]): pair_cells(cells_a[key], cells_b[pairs[key]]) for key in batch}
        found |= _compared(drafts, rows_a, rows_b, seed, resamples)
    wanted_a = set(rows_a) if columns is None else {key for key in rows_a if key[2:] in columns}
    wanted_b = set(rows_b) if columns is None else {key for key in rows_b if key[2:] in columns.values()}
    return RunDiff(
        cells=_judged([found[key, pairs[key]] for key in rows_a if key in pairs], lower_is_better),
        only_a=tuple(key for key in rows_a if key in wanted_a and key not in pairs),
        only_b=tuple(key for key in rows_b if key in wanted_b and key not in pairs.values()),
        labels={**column_labels(b.deltas), **column_labels(a.deltas)},
    )


def _examples(scores: Scores) -> list[str]:
    """The ids in the order of the rows; both runs are sorted alike."""
    return sorted({name for piece in read_pieces(scores, ("example_id",)) for name in piece["example_id"].unique()})


def _rows(scores: Scores) -> Mapping[CellKey, int]:
    return outline_scores(read_pieces(scores, (*CELL_KEY, "base_score", "score"))).rows


def _collected(scores: Scores, rows: Mapping[CellKey, int]) -> dict[CellKey, Cell]:
    cells = collect_cells(read_pieces(scores, CELL_COLUMNS), rows)
    return {(cell.perturbation, severity_key(cell.severity), cell.metric, cell.component): cell for cell in cells}


def _compared(
    drafts: Mapping[Pair, PairedCell],
    rows_a: Mapping[CellKey, Mapping[str, Any]],
    rows_b: Mapping[CellKey, Mapping[str, Any]],
    seed: int,
    resamples: int,
) -> dict[Pair, CellDiff]:
    found: dict[Pair, CellDiff] = {}
    differing: dict[Pair, PairedCell] = {}
    for pair, paired in drafts.items():
        row_a, row_b = rows_a[pair[0]], rows_b[pair[1]]
        if reason := _no_number(paired, row_a, row_b):
            found[pair] = _nothing(pair, paired, str(row_a["intent"]), reason)
        elif paired.same:
            found[pair] = _cell(pair, paired, row_a, row_b, np.zeros(1), 1.0)
        else:
            differing[pair] = paired
    for block in blocks_of_pairs(differing):
        # Each array goes in once, as cells of one metric share their base scores.
        columns = {id(column): column for pair in block for column in differing[pair].columns}
        positions = {name: position for position, name in enumerate(columns)}
        means = bootstrap_means(list(columns.values()), seed=seed, resamples=resamples)
        relative = {pair: _both_relative(differing[pair], rows_a[pair[0]], rows_b[pair[1]]) for pair in block}
        p_values = sign_flip_p_values(
            [differing[pair].contributions(relative=relative[pair]) for pair in block], seed=seed
        )
        for pair, p_value in zip(block, p_values.tolist(), strict=True):
            resampled = [means[:, positions[id(column)]] for column in differing[pair].columns]
            differences = resampled_differences(resampled, relative=relative[pair])
            found[pair] = _cell(pair, differing[pair], rows_a[pair[0]], rows_b[pair[1]], differences, p_value)
    return found


def _no_number(paired: PairedCell, row_a: Mapping[str, Any], row_b: Mapping[str, Any]) -> str | None:
    refused = [name for name, row in (("A", row_a), ("B", row_b)) if row["verdict"] == REFUSED]
    if refused:
        return f"the metric failed on too many examples in {' and '.join(refused)}"
    if len(paired.base_a) < 2:
        return f"{len(paired.base_a)} examples were scored in both"
    if not row_a["n_changed"]:
        return "no example was changed"
    return None


def _both_relative(paired: PairedCell, row_a: Mapping[str, Any], row_b: Mapping[str, Any]) -> bool:
    has = all(not math.isnan(row["change_pct"]) for row in (row_a, row_b))
    return has and min(paired.base_a.mean(), paired.base_b.mean()) > 0


def _cell(
    pair: Pair,
    paired: PairedCell,
    row_a: Mapping[str, Any],
    row_b: Mapping[str, Any],
    differences: Floats,
    p_value: float,
) -> CellDiff:
    """The cell; `differences` are those of the resamples."""
    relative = _both_relative(paired, row_a, row_b)
    change_a, change_b = paired.changes(relative=relative)
    defined = np.isfinite(differences)
    low, high = math.nan, math.nan
    reasons = [] if relative else [_why_absolute(row_a, row_b)]
    if 1 - float(defined.mean()) > _UNDEFINED_AT_MOST:
        reasons.append("base mean is 0 in some resamples: no interval")
    else:
        low, high = percentile_interval(differences[defined])
    return CellDiff(
        *pair,
        intent=str(row_a["intent"]),
        n=len(paired.base_a),
        n_failed_a=paired.n_failed_a,
        n_failed_b=paired.n_failed_b,
        relative=relative,
        change_a=change_a,
        change_b=change_b,
        difference=change_b - change_a,
        low=low,
        high=high,
        p_value=p_value,
        q_value=math.nan,
        verdict="same" if paired.same else "",
        reason="; ".join(reasons) or None,
    )


def _why_absolute(row_a: Mapping[str, Any], row_b: Mapping[str, Any]) -> str:
    without = [name for name, row in (("A", row_a), ("B", row_b)) if math.isnan(row["change_pct"])]
    return f"absolute change, as {' and '.join(without) or 'one of them'} has no percentage"


def _nothing(pair: Pair, paired: PairedCell, intent: str, reason: str) -> CellDiff:
    return CellDiff(
        *pair,
        intent=intent,
        n=len(paired.base_a),
        n_failed_a=paired.n_failed_a,
        n_failed_b=paired.n_failed_b,
        relative=False,
        change_a=math.nan,
        change_b=math.nan,
        difference=math.nan,
        low=math.nan,
        high=math.nan,
        p_value=math.nan,
        q_value=math.nan,
        verdict="none",
        reason=reason,
    )


def _judged(cells: Sequence[CellDiff], lower_is_better: Collection[str]) -> tuple[CellDiff, ...]:
    """The cells with their q-values and verdicts."""
    from scipy.stats import false_discovery_control

    tested = [cell.p_value for cell in cells if not math.isnan(cell.p_value)]
    adjusted = iter(false_discovery_control(tested).tolist() if tested else [])
    judged = []
    for cell in cells:
        q_value = next(adjusted) if not math.isnan(cell.p_value) else math.nan
        directions = {key[2] in lower_is_better for key in (cell.a, cell.b)}
        judged.append(replace(cell, q_value=q_value, verdict=cell.verdict or _verdict(cell, q_value, directions)))
    return tuple(judged)


def _verdict(cell: CellDiff, q_value: float, lower_is_better: Set[bool]) -> str:
    """The verdict; `lower_is_better` says it of the metrics on both sides, which may be of two minds."""
    if q_value > ALPHA or cell.difference == 0:
        return "noise"
    if cell.intent == "altering":
        if len(lower_is_better) > 1:
            return "other"
        return "better" if (cell.difference < 0) != (True in lower_is_better) else "worse"
    closer = abs(cell.change_b) - abs(cell.change_a)
    if cell.intent == "preserving" and closer:
        return "better" if closer < 0 else "worse"
    return "other"
