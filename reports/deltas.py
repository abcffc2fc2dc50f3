"""From scores to percentage deltas: the arithmetic of Table 5 of the Ev²R paper.

A cell is one metric component under one perturbation at one severity. Its change is the ratio of means,
100 · (mean − base mean) / base mean, over all examples that were scored; an example which the perturbation
leaves as it was counts with its base score, as in the paper. Beside it stands the same over the changed
examples only. Failed scores leave a cell, but never silently: they are counted, and `reason` tells why.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pandas as pd

from .frames import CELL_KEY, INTENTS, deltas_frame, sort_scores, validate_scores
from .statistics import RESAMPLES, Floats, bootstrap_means, percentile_interval, sign_flip_p_values

__all__ = ["HARDLY", "NEAR_ZERO", "YARDSTICK", "averages", "compute_deltas"]

DEFAULT_BOUNDS: Final = (0.0, 1.0)
NEAR_ZERO: Final = 0.01  # share of the scale below which a base mean makes percentages say little
YARDSTICK: Final = "completeness"  # the altering change that every metric of evidence should notice
HARDLY: Final = 0.1  # share of the yardstick's cost below which a metric has hardly noticed an edit
_UNDEFINED_AT_MOST: Final = 0.01  # share of resamples with base mean 0 that an interval may overlook
_COLUMNS_AT_ONCE: Final = 2**22  # floats of scores handed to the bootstrap at a time
_EXPECTED: Final = {"altering": "drops", "preserving": "stays"}


@dataclass(frozen=True, slots=True)
class _Cell:
    """The scores of one cell, by example id; `base` and `score` are without the failed examples."""

    perturbation: str
    severity: float
    metric: str
    component: str
    base: Floats
    score: Floats
    changed: np.ndarray[Any, np.dtype[np.bool_]]
    differences: Floats  # of all examples, 0 where failed
    failures: tuple[str, ...]
    n_audited_wrong: int
    base_mean: float
    mean: float
    no_percentage: str | None  # why there is no relative change, if there is none


def compute_deltas(
    scores: pd.DataFrame,
    intents: Mapping[str, str],
    *,
    metrics: Sequence[str] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """The deltas frame of a scores frame.

    `low` and `high` are the 95 % percentile interval of a paired bootstrap of `change_pct` (of `change_abs`
    where there is no percentage); `p_value` is the two-sided sign-flip test of the mean difference. Several
    repeats of an example count as one example with its mean score.

    Args:
        scores: As built by `metricstress.reports.frames.scores_frame`; the order of its rows does not matter.
        intents: Perturbation to `altering`, `preserving` or `unknown`, in the order of the report; a
            perturbation that is not in it is `unknown` and comes last.
        metrics: The metrics in the order of the report.
        bounds: Metric to the ends of its scale, (0, 1) if not given. A relative change exists only on a
            scale that starts at 0.
        seed: Fixes the resamples.
        resamples: How many bootstrap resamples to draw.

    Raises:
        ValueError: If the frame is empty or not valid, or an intent is unknown.
    """
    if scores.empty:
        raise ValueError("the scores frame has no rows, so there is nothing to compare; run with at least one example")
    validate_scores(scores)
    for name, intent in intents.items():
        if intent not in INTENTS:
            raise ValueError(f"unknown intent {intent!r} of {name!r}; use one of {', '.join(INTENTS)}")
    ordered = sort_scores(scores, perturbations=list(intents), metrics=metrics)
    cells = list(_cells(_one_row_an_example(ordered), bounds or {}))
    intervals = _intervals(cells, seed, resamples)
    p_values = _p_values(cells, seed)
    rows = [
        _row(cell, intents.get(cell.perturbation, "unknown"), (bounds or {}).get(cell.metric, DEFAULT_BOUNDS), *found)
        for cell, *found in zip(cells, intervals, p_values, strict=True)
    ]
    _add_monotonicity(rows)
    _add_blind_shares(rows, cells)
    return deltas_frame(rows, perturbations=list(intents), metrics=metrics)


def _add_monotonicity(rows: Sequence[dict[str, Any]]) -> None:
    """Say in every cell of a ladder of severities how often the mean does not rise from one to the next.

    More of a change should never score better: 1 is monotone, 0 the reverse, and one severity alone has none.
    """
    ladders: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        row["monotonicity"] = math.nan
        if row["n"]:
            ladders.setdefault((row["perturbation"], row["metric"], row["component"]), []).append(row)
    for ladder in ladders.values():
        means = [row["mean"] for row in sorted(ladder, key=lambda row: row["severity"])]
        steps = [later <= earlier for earlier, later in pairwise(means)]
        for row in ladder:
            row["monotonicity"] = sum(steps) / len(steps) if steps else math.nan


def _add_blind_shares(rows: Sequence[dict[str, Any]], cells: Sequence[_Cell]) -> None:
    """Say of every altering cell on what share of its changed examples the metric hardly noticed.

    Hardly noticed: the score fell by less than a tenth of what `completeness` costs the metric on average. Without
    that yardstick in the run, or where it costs nothing, there is no share.
    """
    costs: dict[tuple[str, str], float] = {}
    for row in rows:
        if row["perturbation"] == YARDSTICK and row["n_changed"]:
            costs.setdefault((row["metric"], row["component"]), -row["change_abs_changed_only"])
    for row, cell in zip(rows, cells, strict=True):
        cost = costs.get((row["metric"], row["component"]), 0.0)
        row["blind_share"] = math.nan
        if row["intent"] == "altering" and row["perturbation"] != YARDSTICK and cost > 0 and row["n_changed"]:
            falls = (cell.base - cell.score)[cell.changed]
            row["blind_share"] = float((falls < HARDLY * cost).mean())


def averages(deltas: pd.DataFrame) -> pd.DataFrame:
    """The paper's "Avg." rows: the plain mean of `change_pct` over the altering cells, and over the preserving.

    A cell without a percentage, or of a perturbation that changed no example, does not go in; a group in
    which no cell is left has no row.

    Returns:
        Columns intent, metric, component, n_cells, change_pct; in the order of `deltas`.
    """
    # Copies of unknown intent have nothing in common that a mean could stand for.
    judged = deltas[deltas["intent"].isin(["altering", "preserving"])]
    counted = judged[judged["change_pct"].notna() & (judged["n_changed"] > 0)]
    groups = counted.groupby(["intent", "metric", "component"], sort=False)["change_pct"]
    rows = [
        {"intent": intent, "metric": metric, "component": component, "n_cells": len(values)}
        | {"change_pct": math.fsum(values) / len(values)}
        for (intent, metric, component), values in groups
    ]
    return pd.DataFrame(rows, columns=["intent", "metric", "component", "n_cells", "change_pct"])


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


def _cells(scores: pd.DataFrame, bounds: Mapping[str, tuple[float, float]]) -> Iterator[_Cell]:
    keys = scores[list(CELL_KEY)]
    # The rows of a cell stand together; ngroup numbers them, NaN severities included.
    numbers = keys.groupby(list(CELL_KEY), sort=False, dropna=False).ngroup().to_numpy()
    edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(scores)]
    base, score = scores["base_score"].to_numpy(), scores["score"].to_numpy()
    status = scores["status"].to_numpy()
    failed, changed = status == "failed", status == "ok"
    wrong = changed & scores["audit"].notna().to_numpy()
    reasons = scores["reason"]
    for start, stop in pairwise(edges):
        part = slice(start, stop)
        scored = ~failed[part]
        cell_base, cell_score = base[part][scored], score[part][scored]
        perturbation, severity, metric, component = keys.iloc[start]
        base_mean, mean = _mean(cell_base), _mean(cell_score)
        yield _Cell(
            perturbation=perturbation,
            severity=severity,
            metric=metric,
            component=component,
            base=cell_base,
            score=cell_score,
            changed=changed[part][scored],
            differences=np.where(scored, score[part] - base[part], 0.0),
            failures=tuple(reasons.iloc[start:stop][~scored]),
            n_audited_wrong=int(wrong[part].sum()),
            base_mean=base_mean,
            mean=mean,
            no_percentage=_no_percentage(base_mean, mean, bounds.get(metric, DEFAULT_BOUNDS)[0]),
        )


def _mean(values: Floats) -> float:
    # fsum rounds once, so the order of the examples does not show in the last digit.
    return math.fsum(values) / len(values) if len(values) else math.nan


def _no_percentage(base_mean: float, mean: float, scale_start: float) -> str | None:
    if scale_start != 0:
        return f"scale starts at {scale_start:g}: absolute change"
    if base_mean == 0:
        return "base mean is 0: absolute change"
    if base_mean < 0:
        return f"base mean {base_mean:.4g} is negative: absolute change"
    if base_mean > 0 and math.isnan(_percentage(base_mean, mean)):
        return f"base mean {base_mean:.4g} is too small: absolute change"
    return None


def _percentage(base_mean: float, mean: float) -> float:
    change = 100 * (mean - base_mean) / base_mean if base_mean > 0 else math.nan
    return change if math.isfinite(change) else math.nan


def _intervals(cells: Sequence[_Cell], seed: int, resamples: int) -> list[tuple[float, float, str | None]]:
    """Low, high, and why there is no interval if there is none, for every cell."""
    found: list[tuple[float, float, str | None]] = [(math.nan, math.nan, None)] * len(cells)
    by_size: dict[int, list[int]] = {}
    for index, cell in enumerate(cells):
        by_size.setdefault(len(cell.base), []).append(index)
    for n, indices in by_size.items():
        if n < 2:
            for index in indices:
                found[index] = (math.nan, math.nan, "one example: no interval" if n else None)
            continue
        at_once = max(1, _COLUMNS_AT_ONCE // (2 * n))
        for start in range(0, len(indices), at_once):
            block = indices[start : start + at_once]
            pairs = [column for index in block for column in (cells[index].base, cells[index].score)]
            means = bootstrap_means(np.column_stack(pairs), seed=seed, resamples=resamples)
            for position, index in enumerate(block):
                base, after = means[:, 2 * position], means[:, 2 * position + 1]
                found[index] = _interval(base, after, relative=cells[index].no_percentage is None)
    return found


def _interval(base: Floats, after: Floats, *, relative: bool) -> tuple[float, float, str | None]:
    if not relative:
        return *percentile_interval(after - base), None
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        changes = 100 * (after - base) / base
    defined = (base > 0) & np.isfinite(changes)
    undefined = 1 - float(np.mean(defined))
    if undefined > _UNDEFINED_AT_MOST:
        return math.nan, math.nan, f"base mean is 0 in {undefined:.0%} of the resamples: no interval"
    return *percentile_interval(changes[defined]), None


def _p_values(cells: Sequence[_Cell], seed: int) -> Floats:
    # A failed example enters as a difference of 0, which the test does not see: all cells share their signs.
    p_values = np.full(len(cells), math.nan)
    by_size: dict[int, list[int]] = {}
    for index, cell in enumerate(cells):
        if len(cell.base):
            by_size.setdefault(len(cell.differences), []).append(index)
    for n, indices in by_size.items():
        at_once = max(1, _COLUMNS_AT_ONCE // n)
        for start in range(0, len(indices), at_once):
            block = indices[start : start + at_once]
            p_values[block] = sign_flip_p_values(np.column_stack([cells[i].differences for i in block]), seed=seed)
    return p_values


def _row(
    cell: _Cell, intent: str, bounds: tuple[float, float], interval: tuple[float, float, str | None], p_value: float
) -> dict[str, Any]:
    n, n_changed, n_failed = len(cell.base), int(cell.changed.sum()), len(cell.failures)
    low, high, no_interval = interval
    changed_base, changed_mean = _mean(cell.base[cell.changed]), _mean(cell.score[cell.changed])
    relative = n > 0 and cell.no_percentage is None
    change_pct = _percentage(cell.base_mean, cell.mean) if relative else math.nan
    reasons = []
    if n_failed:
        reasons.append(f"{n_failed} of {n + n_failed} failed: {_most_common(cell.failures)}")
    if n and not n_changed:
        reasons.append("no example was changed")
    if n and cell.no_percentage:
        reasons.append(cell.no_percentage)
    if no_interval:
        reasons.append(no_interval)
    if relative and cell.base_mean < NEAR_ZERO * (bounds[1] - bounds[0]) < math.inf:
        reasons.append(f"base mean {cell.base_mean:.4g} is near 0: read the absolute change")
    return {
        "perturbation": cell.perturbation,
        "intent": intent,
        "severity": cell.severity,
        "metric": cell.metric,
        "component": cell.component,
        "n": n,
        "n_changed": n_changed,
        "n_not_applicable": n - n_changed,
        "n_failed": n_failed,
        "base_mean": cell.base_mean,
        "mean": cell.mean,
        "change_pct": change_pct,
        "low": low,
        "high": high,
        "change_pct_changed_only": _percentage(changed_base, changed_mean) if relative else math.nan,
        "p_value": p_value,
        "expected": _EXPECTED.get(intent),
        "verdict": None,
        "n_audited_wrong": cell.n_audited_wrong,
        "change_abs": cell.mean - cell.base_mean,
        "change_abs_changed_only": changed_mean - changed_base,
        "reason": "; ".join(reasons) or None,
    }


def _most_common(reasons: Sequence[str]) -> str:
    counts: dict[str, int] = {}
    for reason in sorted(reasons):
        counts[reason] = counts.get(reason, 0) + 1
    return max(counts, key=lambda reason: counts[reason])
