"""Severity curves as small multiples: a panel a metric, all with one scale, for every perturbation run as a ladder.

Only the geometry is here, as text for the attributes of an SVG; the template writes the elements.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import pandas as pd

from .notes import one_line
from .table import Cell, Grid, Group, Row, format_percent

__all__ = ["Ladder", "Panel", "Tick", "interval_bar", "ladders"]

WIDTH: Final = 220
HEIGHT: Final = 130
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 10, 8, 24
_TICKS: Final = (2, 5, 10, 20, 25, 50, 100, 200, 500)
_MOST_TICKS: Final = 5

_Shares: TypeAlias = Mapping[tuple[str, str, str], float]
_Point: TypeAlias = tuple[float, Cell]


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where, in units of the drawing, and its label."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The curve of a metric.

    Attributes:
        label: Of the metric's column.
        line: Points of the polyline through the changes, from no change at severity 0.
        band: Points of the polygon of their 95 % intervals; empty if there is none.
        dots: x and y of every severity that was run.
        x_ticks: The severities.
        y_ticks: The same in all panels.
        monotone: `3 of 3 steps do not rise`.
        words: The curve in words, for who does not see it.
    """

    label: str
    line: str
    band: str
    dots: tuple[tuple[str, str], ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    monotone: str
    words: str


@dataclass(frozen=True, slots=True)
class Ladder:
    """A perturbation at several severities, and a panel a metric that has percentages for them."""

    perturbation: str
    intent: str
    panels: tuple[Panel, ...]


def ladders(grid: Grid, deltas: pd.DataFrame) -> tuple[Ladder, ...]:
    """The severity curves of a report; none if no perturbation was run at several severities.

    Args:
        grid: The numbers.
        deltas: The frame they are of, which knows the monotonicity.
    """
    shares = {
        (str(name), str(metric), str(component)): float(share)
        for name, metric, component, share in zip(
            deltas["perturbation"], deltas["metric"], deltas["component"], deltas["monotonicity"], strict=True
        )
    }
    found = [(group, rows) for group in grid.groups for rows in _rows_of_ladders(group)]
    curves = {
        (rows[0].perturbation, number): _points(rows, number)
        for _, rows in found
        for number in range(len(grid.columns))
    }
    scale = _scale([cell for points in curves.values() for _, cell in points])
    made = []
    for group, rows in found:
        name = rows[0].perturbation
        panels = tuple(
            _panel(
                column.label, curves[name, number], scale, shares.get((name, column.metric, column.component), math.nan)
            )
            for number, column in enumerate(grid.columns)
            if len(curves[name, number]) > 1
        )
        if panels:
            made.append(Ladder(one_line(name), group.intent, panels))
    return tuple(made)


def interval_bar(value: float, low: float, high: float) -> tuple[str, str, str]:
    """x of a value from 0 to 1, and of the ends of its interval, on a scale of 100; the ends are empty if missing."""
    ends = ("", "") if math.isnan(low) else (f"{100 * low:.1f}", f"{100 * high:.1f}")
    return (f"{100 * value:.1f}", *ends)


def _rows_of_ladders(group: Group) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in group.rows:
        if not math.isnan(row.severity):
            found.setdefault(row.perturbation, []).append(row)
    return [rows for rows in found.values() if len(rows) > 1]  # the grid has them by severity


def _points(rows: Sequence[Row], number: int) -> list[_Point]:
    cells = [(row.severity, row.cells[number]) for row in rows]
    return [(severity, cell) for severity, cell in cells if cell is not None and cell.available and cell.relative]


def _scale(cells: Sequence[Cell]) -> tuple[float, float, list[float]]:
    """Lowest and highest value of the y axis, and its ticks."""
    ends = [end for cell in cells for end in (cell.change_pct, cell.low, cell.high) if not math.isnan(end)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    span = high - low or 1.0
    step = next((step for step in _TICKS if span / step <= _MOST_TICKS - 1), 10 ** math.ceil(math.log10(span)))
    first, last = math.floor(low / step), math.ceil(high / step)
    return (
        first * step,
        max(last, first + 1) * step,
        [step * number for number in range(first, max(last, first + 1) + 1)],
    )


def _panel(label: str, points: Sequence[_Point], scale: tuple[float, float, list[float]], share: float) -> Panel:
    low, high, ticks = scale
    most = max(severity for severity, _ in points) or 1.0

    def x(severity: float) -> str:
        return f"{_LEFT + (WIDTH - _LEFT - _RIGHT) * severity / most:.1f}"

    def y(change: float) -> str:
        return f"{_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - change) / (high - low):.1f}"

    line = [(x(0), y(0)), *((x(severity), y(cell.change_pct)) for severity, cell in points)]
    banded = [(severity, cell) for severity, cell in points if not math.isnan(cell.low)]
    band = [(x(severity), y(cell.low)) for severity, cell in banded]
    band += [(x(severity), y(cell.high)) for severity, cell in reversed(banded)]
    steps = len(points) - 1
    monotone = "" if math.isnan(share) else f"{round(share * steps)} of {steps} steps do not rise"
    told = ", ".join(f"{cell.change} at {severity:g}" for severity, cell in points)
    return Panel(
        label=label,
        line=_joined(line),
        band=_joined([(x(0), y(0)), *band]) if band else "",
        dots=tuple(line[1:]),
        x_ticks=tuple(Tick(x(severity), f"{severity:g}") for severity in _apart([0.0, *(s for s, _ in points)], most)),
        y_ticks=tuple(Tick(y(tick), format_percent(tick).removesuffix(".0")) for tick in ticks),
        monotone=monotone,
        words=f"{label}, change in per cent by severity: {told}",
    )


def _apart(severities: Sequence[float], most: float) -> list[float]:
    """Those of the severities whose labels do not run into each other, with the last among them."""
    kept: list[float] = []
    for severity in reversed(severities):
        if not kept or (kept[-1] - severity) / most > 0.17:
            kept.append(severity)
    return kept


def _joined(points: Sequence[tuple[str, str]]) -> str:
    return " ".join(",".join(point) for point in points)
