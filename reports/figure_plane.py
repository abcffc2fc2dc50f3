"""The robustness–agreement plane: one axis from a run, one from `metricstress agree` (extra `plots`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from .figures import new_figure, settings
from .frames import Scores
from .notes import column_labels
from .table import build_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["COEFFICIENTS", "Point", "plane", "plane_points"]

COEFFICIENTS: Final = ("spearman", "pearson", "kendall")


@dataclass(frozen=True, slots=True)
class Point:
    """A metric in the robustness–agreement plane.

    Attributes:
        label: As in the report.
        movement: Mean absolute change in percent over the preserving cells; the less, the more robust.
        agreement: The correlation with human ratings.
        low: Lower end of its interval, or None.
        high: Upper end.
    """

    label: str
    movement: float
    agreement: float
    low: float | None
    high: float | None


def plane(
    scores: Scores,
    deltas: pd.DataFrame,
    meta: Mapping[str, Any],
    agreement: Sequence[Mapping[str, Any]],
    *,
    coefficient: str = "spearman",
) -> Figure:
    """The robustness–agreement plane: how far preserving changes move a metric, and how it agrees with people.

    Args:
        scores: The scores frame, or the path of its file.
        deltas: The deltas frame made of it.
        meta: As for `metricstress.reports.table.build_grid`.
        agreement: Records of `metricstress agree correlate --json`, one for each metric; see `plane_points`.
        coefficient: One of `COEFFICIENTS`.

    Raises:
        ValueError: as `plane_points`.
        ImportError: if matplotlib is not installed; the message names the extra.
    """
    points, missing = plane_points(deltas, agreement, coefficient=coefficient)
    grid = build_grid(scores, deltas, meta)
    ratings = {str(record["rating"]) for record in agreement if record.get("rating")}
    rating = ratings.pop() if len(ratings) == 1 else "human ratings"
    aside = f"not shown: {', '.join(missing)}" if missing else ""
    with settings():
        figure = new_figure(5.2, 4.2)
        axes = figure.add_subplot()
        for number, point in enumerate(points):
            color = f"C{number % 10}"
            if point.low is not None and point.high is not None:
                axes.plot([point.movement] * 2, [point.low, point.high], color=color, linewidth=1, alpha=0.6)
            axes.plot([point.movement], [point.agreement], color=color, marker="o", markersize=4, linestyle="none")
            axes.annotate(
                point.label, (point.movement, point.agreement), xytext=(4, 3), textcoords="offset points", fontsize=7
            )
        axes.set_xlabel(
            "\n".join(["mean |change| in percent under preserving changes (left: more robust)", *wrap(aside, 85)]),
            fontsize=7,
        )
        axes.set_ylabel(f"{coefficient} with {rating}", fontsize=7)
        axes.tick_params(labelsize=7)
        axes.margins(x=0.15, y=0.15)
        axes.set_title(f"{grid.title}: robustness and agreement", fontsize=9)
    return figure


def plane_points(
    deltas: pd.DataFrame, agreement: Sequence[Mapping[str, Any]], *, coefficient: str = "spearman"
) -> tuple[list[Point], list[str]]:
    """The points of the plane, and the columns that have none with the reason.

    A record belongs to a column if its `score` is the column's label, or its component or metric where that is unique.

    Raises:
        ValueError: if a column has two records, or no column has both coordinates.
    """
    if coefficient not in COEFFICIENTS:
        raise ValueError(f"unknown coefficient {coefficient!r}; use one of {', '.join(COEFFICIENTS)}")
    found: list[Point] = []
    missing: list[str] = []
    preserving = deltas[(deltas["intent"] == "preserving") & (deltas["n_changed"] > 0)]
    for (metric, component), label in column_labels(deltas).items():
        cells = preserving[(preserving["metric"] == metric) & (preserving["component"] == component)]["change_pct"]
        records = [record for record in agreement if record.get("score") in (label, component, metric)]
        exact = [record for record in records if record.get("score") == label] or records
        if len(exact) > 1:
            kinds = ", ".join(f"{record.get('rating')} ({record.get('level')})" for record in exact)
            raise ValueError(f"{label!r} has several records of agreement: {kinds}; leave one rating and level")
        values = cells.dropna().abs()
        if values.empty:
            missing.append(f"{label} (no percentage)")
        elif not exact or exact[0].get(coefficient) is None:
            missing.append(f"{label} (no agreement)")
        else:
            low, high = (_number(exact[0].get(f"{coefficient}_{end}")) for end in ("low", "high"))
            place = float(exact[0][coefficient])
            found.append(Point(label, math.fsum(values) / len(values), place, low, high))
    if not found:
        raise ValueError(f"no metric of the run has a record of agreement: {', '.join(missing)}")
    return found, missing


def _number(value: Any) -> float | None:
    return None if value is None or math.isnan(float(value)) else float(value)
