"""Cells for expectations: the scores of a run, one cell a metric component, perturbation and severity.

An expectation is about the examples that a perturbation changes. Table 5 keeps the others in its means, with their
base scores, so a change of negations that a tenth of the examples have would pass for none at all. The arithmetic is
that of the report (`compute_deltas`), over the changed examples alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from metricstress.metrics_under_test.metric import Metric

from .expectations import Cell

if TYPE_CHECKING:
    from metricstress.reports.frames import Scores

__all__ = ["cells_of"]


def cells_of(scores: Scores, metrics: Iterable[Metric], *, seed: int = 0, absolute: bool = False) -> list[Cell]:
    """The cells of a scores frame in the order of its perturbations, severities and metrics.

    Args:
        scores: As `run` gives it, or the path of its file.
        metrics: What scored; says scale, direction and whether a score is drawn.
        seed: Fixes the resamples of the intervals.
        absolute: Give the changes in units of the score, and not as shares of the base mean.

    Returns:
        Cells that nothing is expected of (`expectation` is None).

    Raises:
        ValueError: if it is no scores frame or has no rows.
    """
    import pandas as pd

    from metricstress.reports.deltas import compute_deltas
    from metricstress.reports.frames import CELL_KEY, severity_key

    frame = pd.read_parquet(scores) if isinstance(scores, Path) else scores
    known = {metric.name: metric for metric in metrics}
    bounds = {name: (-math.inf, math.inf) if absolute else metric.bounds for name, metric in known.items()}
    changed = frame[frame["status"] != "not_applicable"]
    found: dict[tuple[str, float | None, str, str], dict[str, Any]] = {}
    if len(changed):
        for delta in compute_deltas(changed, {}, bounds=bounds, seed=seed).to_dict("records"):
            row = {str(name): value for name, value in delta.items()}
            found[row["perturbation"], severity_key(row["severity"]), row["metric"], row["component"]] = row
    cells = []
    for names, rows in frame.groupby(list(CELL_KEY), sort=False, dropna=False):
        perturbation, severity, metric, component = cast(tuple[str, float, str, str], names)
        row = found.get((perturbation, severity_key(severity), metric, component), {})
        n_total = int(rows["example_id"].nunique())
        relative = _number(row.get("change_pct"))
        cells.append(
            Cell(
                metric=metric,
                component=component,
                perturbation=perturbation,
                severity=severity,
                expectation=None,
                change=_number(row.get("change_abs")) if relative is None else relative / 100,
                low=_end(row.get("low"), relative),
                high=_end(row.get("high"), relative),
                base_mean=_number(row.get("base_mean")),
                mean=_number(row.get("mean")),
                n=row.get("n", 0),
                n_not_applicable=n_total - row.get("n", 0) - row.get("n_failed", 0),
                n_failed=row.get("n_failed", 0),
                n_total=n_total,
                absolute=relative is None,
                higher_is_better=known[metric].higher_is_better if metric in known else True,
                deterministic=known[metric].deterministic if metric in known else True,
                n_audited_wrong=row.get("n_audited_wrong", 0),
                reason=None if not row or pd.isna(row["reason"]) else row["reason"],
            )
        )
    return cells


def _number(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else float(value)


def _end(value: float | None, relative: float | None) -> float | None:
    """An end of the interval in the unit of the change."""
    end = _number(value)
    return end if end is None or relative is None else end / 100
