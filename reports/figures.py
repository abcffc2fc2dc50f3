"""Figures of a run for papers and slides, with matplotlib (extra `plots`): heatmap and severity curves.

The same run gives the same bytes. Colours only repeat the numbers, and their scale is the same in all reports.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from .frames import Scores
from .table import ABSENT, AVERAGE, Cell, Grid, build_grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "curves", "heatmap", "new_figure", "save_figure", "settings"]

FORMATS: Final = ("png", "svg")
_SCALE: Final = 100.0  # percent at both ends of the colours
_SETTINGS: Final = {
    "svg.hashsalt": "metricstress",
    "svg.fonttype": "path",
    "text.parse_math": False,  # a name may hold a dollar sign
    "axes.unicode_minus": True,
    "font.family": "DejaVu Sans",  # comes with matplotlib
}
_ALIKE: Final = {"png": {"Software": None}, "svg": {"Date": None, "Creator": "metricstress"}}
_DPI: Final = 200


def heatmap(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> Figure:
    """Table 5 with a colour behind every number; grey is without a percentage.

    Args:
        scores: The scores frame, or the path of its file.
        deltas: The deltas frame made of it.
        meta: As for `metricstress.reports.table.build_grid`.

    Raises:
        ImportError: if matplotlib is not installed; the message names the extra.
    """
    grid = build_grid(scores, deltas, meta)
    rows: list[tuple[str, Sequence[tuple[str, float]]]] = []
    heads: list[tuple[int, str]] = []
    for group in grid.groups:
        heads.append((len(rows), group.title))
        rows += [(row.label, [_shade(cell) for cell in row.cells]) for row in group.rows]
        if group.averages:
            means = [(mean.text, mean.change_pct if mean.n_cells else math.nan) for mean in group.averages]
            rows.append((AVERAGE, means))
    with settings():
        height = 0.27 * (len(rows) + 1.4 * len(heads)) + 1.9
        figure = new_figure(2.4 + 0.72 * len(grid.columns), height)
        axes = figure.add_subplot()
        _draw_cells(axes, grid, rows, heads)
        figure.suptitle(grid.title, fontsize=9)
    return figure


def _draw_cells(
    axes: Axes, grid: Grid, rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], heads: Sequence[tuple[int, str]]
) -> None:
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    colors = colormaps["RdBu"]
    starts = dict(heads)
    y, ticks = 0.0, []
    for number, (label, cells) in enumerate(rows):
        if number in starts:
            y += 0.2 if number == 0 else 0.5
            axes.text(-0.5, y - 0.1, starts[number], fontsize=7, fontweight="bold", va="center", ha="left")
            y += 0.9
        ticks.append((y, label))
        for x, (text, value) in enumerate(cells):
            known = not math.isnan(value)
            share = 0.5 + max(-1.0, min(1.0, value / _SCALE)) / 2 if known else 0.5
            face = colors(share) if known else (0.88, 0.88, 0.88, 1.0)
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=face, edgecolor="white", linewidth=0.5))
            dark = known and abs(value) > 0.65 * _SCALE
            style = "italic" if label == AVERAGE else "normal"
            axes.text(
                x, y, text, fontsize=6.5, ha="center", va="center", color="white" if dark else "black", style=style
            )
        y += 1
    axes.set_xlim(-0.5, len(grid.columns) - 0.5)
    axes.set_ylim(y - 0.4, -0.3)
    axes.set_yticks([place for place, _ in ticks], [label for _, label in ticks], fontsize=7)
    axes.set_xticks(range(len(grid.columns)), [column.label for column in grid.columns], fontsize=7)
    axes.xaxis.tick_top()
    for tick in axes.get_xticklabels():
        tick.set(rotation=35, rotation_mode="anchor", horizontalalignment="left")
    _below(axes, ". ".join([grid.caption, *grid.marks]), width=int(28 + 13 * len(grid.columns)))
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _below(axes: Axes, text: str, width: int) -> None:
    """Small print under the axes: what the numbers are, and of what."""
    axes.xaxis.set_label_position("bottom")
    axes.set_xlabel("\n".join(wrap(text, width)), fontsize=6)


def _shade(cell: Cell | None) -> tuple[str, float]:
    if cell is None:
        return ABSENT, math.nan
    return cell.text, cell.change_pct if cell.available else math.nan


def curves(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> Figure:
    """A panel a metric: change over severity with its 95 % band, for every perturbation with several severities.

    Panels in percent share one scale; a metric without percentages has its own and says so.

    Raises:
        ValueError: if no perturbation has several severities.
        ImportError: if matplotlib is not installed; the message names the extra.
    """
    grid = build_grid(scores, deltas, meta)
    ladders = _ladders(grid)
    names = list(dict.fromkeys(name for of_column in ladders.values() for name in of_column))
    if not names:
        raise ValueError(
            "no perturbation of the run has several severities, so there are no curves; "
            "run it with --severities, such as --severities 0.05,0.1,0.2,0.4"
        )
    shown = [column for column in grid.columns if ladders[column.label]]
    across = min(3, len(shown))
    down = -(-len(shown) // across)
    steps = deltas.groupby(["metric", "component", "perturbation"])["monotonicity"].first()
    with settings():
        figure = new_figure(2.9 * across + 0.3, 2.2 * down + 0.9)
        relative: list[Axes] = []
        for number, column in enumerate(shown):
            axes = figure.add_subplot(down, across, number + 1)
            percent = all(cell.relative for cells in ladders[column.label].values() for _, cell in cells)
            for name, cells in ladders[column.label].items():
                share = steps.get((column.metric, column.component, name), math.nan)
                _draw_curve(axes, name, names.index(name), cells, percent, float(share))
            axes.axhline(0, color="0.6", linewidth=0.6)
            axes.set_title(column.label if percent else f"{column.label} (absolute change)", fontsize=8)
            axes.set_xlabel("severity", fontsize=7)
            axes.set_ylabel("change %" if percent else "change", fontsize=7)
            axes.tick_params(labelsize=6)
            axes.legend(fontsize=5.5, frameon=False)
            if percent:
                relative.append(axes)
        if relative:
            low, high = (f(end(axes.get_ylim()) for axes in relative) for f, end in ((min, min), (max, max)))
            for axes in relative:
                axes.set_ylim(low, high)
        figure.suptitle(
            f"{grid.title}: change over severity, 95 % bands; m: share of steps that do not rise", fontsize=9
        )
    return figure


def _ladders(grid: Grid) -> dict[str, dict[str, list[tuple[float, Cell]]]]:
    """Column label to perturbation to its cells by severity, where there are at least two."""
    found: dict[str, dict[str, list[tuple[float, Cell]]]] = {column.label: {} for column in grid.columns}
    for column, _, row, cell in grid.cells():
        if cell.available and not math.isnan(row.severity):
            found[column.label].setdefault(row.perturbation, []).append((row.severity, cell))
    return {
        label: {name: sorted(cells, key=lambda pair: pair[0]) for name, cells in ladders.items() if len(cells) > 1}
        for label, ladders in found.items()
    }


def _draw_curve(
    axes: Axes, name: str, number: int, cells: Sequence[tuple[float, Cell]], percent: bool, monotone: float
) -> None:
    x = [severity for severity, _ in cells]
    y = [cell.change_pct if percent else cell.change_abs for _, cell in cells]
    color, marker = f"C{number % 10}", "osD^vP*Xph"[number % 10]
    label = name if math.isnan(monotone) else f"{name} (m {monotone:.2f})"
    axes.plot(x, y, color=color, marker=marker, markersize=3, linewidth=1, label=label)
    # An interval is in the unit of the cell's own change.
    if all(cell.relative == percent for _, cell in cells):
        axes.fill_between(
            x, [cell.low for _, cell in cells], [cell.high for _, cell in cells], color=color, alpha=0.15, linewidth=0
        )


def save_figure(figure: Figure, target: Path) -> None:
    """Write a figure; the ending of the name says whether as PNG or SVG.

    Raises:
        ValueError: if it says neither.
        OSError: if it cannot be written.
    """
    kind = target.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise ValueError(
            f"cannot tell the format of {target.name!r}; end it in {' or '.join('.' + name for name in FORMATS)}"
        )
    with settings():
        figure.savefig(target, format=kind, dpi=_DPI, metadata=_ALIKE[kind])


def new_figure(width: float, height: float) -> Figure:
    """An empty figure; width and height in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def settings() -> Any:
    """A context in which figures are drawn and written alike.

    Raises:
        ImportError: if matplotlib is not installed; the message names the extra.
    """
    try:
        from matplotlib import rc_context
    except ImportError as error:
        raise ImportError(
            f"matplotlib cannot be imported ({error}); install it with: pip install 'metricstress[plots]'"
        ) from error
    settings: Any = dict(_SETTINGS)  # the names that its types know differ from version to version
    return rc_context(settings)
