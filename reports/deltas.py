"""From scores to percentage deltas: the arithmetic of Table 5 of the Ev²R paper.

A cell is one metric component under one perturbation at one severity. Its change is the ratio of means,
100 · (mean − base mean) / base mean, over all examples that were scored; an example which the perturbation
leaves as it was counts with its base score, as in the paper. Beside it stands the same over the changed
examples only. Failed scores leave a cell, but never silently: they are counted, and `reason` tells why.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pandas as pd

from .cells import CELL_COLUMNS, Cell, batches_of_cells, collect_cells, outline_scores
from .frames import INTENTS, REFUSED, Scores, deltas_frame, sort_scores
from .resampling import Interval, intervals, p_values
from .scores_file import read_pieces
from .statistics import RESAMPLES, Floats

__all__ = ["HARDLY", "NEAR_ZERO", "YARDSTICK", "averages", "compute_deltas"]

DEFAULT_BOUNDS: Final = (0.0, 1.0)
NEAR_ZERO: Final = 0.01  # share of the scale below which a base mean makes percentages say little
YARDSTICK: Final = "completeness"  # the altering change that every metric of evidence should notice
HARDLY: Final = 0.1  # share of the yardstick's cost below which a metric has hardly noticed an edit
_ROWS_AT_ONCE: Final = 2**19  # of the scores: what is beyond is read again for every few metrics
_WENT_BELOW: Final = -1e-9  # a score under it is no rounding error of a scale from 0
_HEADLINE: Final = ("change_pct", "low", "high", "change_pct_changed_only", "p_value", "blind_share", "monotonicity")
_EXPECTED: Final = {"altering": "drops", "preserving": "stays"}


def compute_deltas(
    scores: Scores,
    intents: Mapping[str, str],
    *,
    metrics: Sequence[str] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    max_failed: Mapping[str, float] | None = None,
    lower_is_better: Collection[str] = (),
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """The deltas frame of a scores frame, or of the file of one.

    `low` and `high` are the 95 % percentile interval of a paired bootstrap of `change_pct` (of `change_abs`
    where there is no percentage); `p_value` is the two-sided sign-flip test of the mean difference. Several
    repeats of an example count as one example with its mean score.

    Args:
        scores: As built by `metricstress.reports.frames.scores_frame`; the order of its rows does not matter.
            Or the path of its Parquet file, sorted, which is read in pieces and so may be larger than memory.
        intents: Perturbation to `altering`, `preserving` or `unknown`, in the order of the report; a
            perturbation that is not in it is `unknown` and comes last.
        metrics: The metrics in the order of the report.
        bounds: Metric to the ends of its scale as it declares them, (0, 1) if not given. A relative change
            exists only on a scale that starts at 0; a metric that declares this and yet gave a score below
            counts as one without a lower end.
        max_failed: Metric to the share of failed scores above which a cell of it gives no change, and has the
            verdict `refused`: what is left would speak for the rows that did not fail, and for no others.
        lower_is_better: Metrics of which a lower score is better: there monotone is a mean that does not fall, and an
            edit is noticed by a rise.
        seed: Fixes the resamples.
        resamples: How many bootstrap resamples to draw.

    Raises:
        ValueError: If there are no scores or they are not valid, or an intent is unknown.
    """
    for name, intent in intents.items():
        if intent not in INTENTS:
            raise ValueError(f"unknown intent {intent!r} of {name!r}; use one of {', '.join(INTENTS)}")
    source = scores if isinstance(scores, Path) else sort_scores(scores)
    outline = outline_scores(read_pieces(source))
    if not outline.rows:
        raise ValueError("the scores frame has no rows, so there is nothing to compare; run with at least one example")
    scales = {name: _scale(ends, outline.lowest.get(name, 0)) for name, ends in (bounds or {}).items()}
    rows: list[dict[str, Any]] = []
    for batch in batches_of_cells(outline.rows, _ROWS_AT_ONCE):
        cells = collect_cells(read_pieces(source, CELL_COLUMNS), batch)
        rows += _rows(cells, intents, scales, lower_is_better, seed, resamples)
    for row in rows:
        _refuse(row, (max_failed or {}).get(row["metric"], 1.0))
    return deltas_frame(rows, perturbations=list(intents), metrics=metrics)


def _refuse(row: dict[str, Any], most: float) -> None:
    """Take the change from a cell on too many of whose examples the metric failed."""
    n_failed, n = row["n_failed"], row["n"] + row["n_failed"]
    if n_failed > most * n:
        row.update(dict.fromkeys(_HEADLINE, math.nan), verdict=REFUSED)
        row["reason"] = f"{row['reason']}; no change is given: more than {most:.3g} of the scores failed"


def _scale(declared: tuple[float, float], lowest: float) -> tuple[float, float]:
    low, high = declared
    return (-math.inf if low == 0 and lowest < _WENT_BELOW else low, high)


def _rows(
    cells: Sequence[Cell],
    intents: Mapping[str, str],
    scales: Mapping[str, tuple[float, float]],
    lower_is_better: Collection[str],
    seed: int,
    resamples: int,
) -> list[dict[str, Any]]:
    """Rows of the deltas frame; `cells` are all those of some components of metrics."""
    ends = [scales.get(cell.metric, DEFAULT_BOUNDS) for cell in cells]
    means = [(_mean(cell.base), _mean(cell.score)) for cell in cells]
    obstacles = [_no_percentage(*pair, low) for pair, (low, _) in zip(means, ends, strict=True)]
    found = intervals(cells, [obstacle is None for obstacle in obstacles], seed=seed, resamples=resamples)
    rows = [
        _row(cell, intents.get(cell.perturbation, "unknown"), *rest)
        for cell, *rest in zip(cells, ends, means, obstacles, found, p_values(cells, seed=seed), strict=True)
    ]
    signs = [-1.0 if cell.metric in lower_is_better else 1.0 for cell in cells]
    _add_monotonicity(rows, signs)
    _add_blind_shares(rows, cells, signs)
    return rows


def _add_monotonicity(rows: Sequence[dict[str, Any]], signs: Sequence[float]) -> None:
    """Say in every cell of a ladder of severities how often the mean does not rise from one to the next.

    More of a change should never score better: 1 is monotone, 0 the reverse, and one severity alone has none.
    """
    ladders: dict[tuple[str, str, str, float], list[dict[str, Any]]] = {}
    for row, sign in zip(rows, signs, strict=True):
        row["monotonicity"] = math.nan
        if row["n"]:
            ladders.setdefault((row["perturbation"], row["metric"], row["component"], sign), []).append(row)
    for (*_, sign), ladder in ladders.items():
        means = [sign * row["mean"] for row in sorted(ladder, key=lambda row: row["severity"])]
        steps = [later <= earlier for earlier, later in pairwise(means)]
        for row in ladder:
            row["monotonicity"] = sum(steps) / len(steps) if steps else math.nan


def _add_blind_shares(rows: Sequence[dict[str, Any]], cells: Sequence[Cell], signs: Sequence[float]) -> None:
    """Say of every altering cell on what share of its changed examples the metric hardly noticed.

    Hardly noticed: the score fell by less than a tenth of what `completeness` costs the metric on average. Without
    that yardstick in the run, or where it costs nothing, there is no share.
    """
    costs: dict[tuple[str, str], float] = {}
    for row, sign in zip(rows, signs, strict=True):
        if row["perturbation"] == YARDSTICK and row["n_changed"]:
            costs.setdefault((row["metric"], row["component"]), -sign * row["change_abs_changed_only"])
    for row, cell, sign in zip(rows, cells, signs, strict=True):
        cost = costs.get((row["metric"], row["component"]), 0.0)
        row["blind_share"] = math.nan
        if row["intent"] == "altering" and row["perturbation"] != YARDSTICK and cost > 0 and row["n_changed"]:
            falls = sign * (cell.base - cell.score)[cell.changed]
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


def _row(
    cell: Cell,
    intent: str,
    scale: tuple[float, float],
    means: tuple[float, float],
    no_percentage: str | None,
    interval: Interval,
    p_value: float,
) -> dict[str, Any]:
    n, n_changed, n_failed = len(cell.base), int(cell.changed.sum()), sum(cell.failures.values())
    base_mean, mean = means
    changed_base, changed_mean = _mean(cell.base[cell.changed]), _mean(cell.score[cell.changed])
    relative = n > 0 and no_percentage is None
    reasons = []
    if n_failed:
        reasons.append(f"{n_failed} of {n + n_failed} failed: {_most_common(cell.failures)}")
    if n and not n_changed:
        reasons.append("no example was changed")
    if n and no_percentage:
        reasons.append(no_percentage)
    if interval.missing:
        reasons.append(interval.missing)
    if relative and base_mean < NEAR_ZERO * (scale[1] - scale[0]) < math.inf:
        reasons.append(f"base mean {base_mean:.4g} is near 0: read the absolute change")
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
        "base_mean": base_mean,
        "mean": mean,
        "change_pct": _percentage(base_mean, mean) if relative else math.nan,
        "low": interval.low,
        "high": interval.high,
        "change_pct_changed_only": _percentage(changed_base, changed_mean) if relative else math.nan,
        "p_value": p_value,
        "expected": _EXPECTED.get(intent),
        "verdict": None,
        "n_audited_wrong": cell.n_audited_wrong,
        "change_abs": mean - base_mean,
        "change_abs_changed_only": changed_mean - changed_base,
        "reason": "; ".join(reasons) or None,
    }


def _most_common(reasons: Mapping[str, int]) -> str:
    return min(reasons, key=lambda reason: (-reasons[reason], reason))
