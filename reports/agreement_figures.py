"""Figures of agreement: a forest plot of all cells, and scatter plots. They need the extra `plots` (matplotlib).

Figures are made without pyplot, so that nothing global is touched and no display is needed; the same frame gives the
same bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from .agreement.cells import Design
from .agreement.correlation import drop_missing
from .agreement.table import records

__all__ = ["FIGURE_TYPES", "MissingPlots", "check_figure_path", "forest_plot", "save_figure", "scatter_plot"]

FIGURE_TYPES: Final = (".png", ".svg")
_MOST_PANELS: Final = 36
_COLORS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # Okabe and Ito: told apart by the colour-blind too
_MARKERS: Final = (("pearson", "o", "Pearson r"), ("spearman", "s", "Spearman ρ"))


class MissingPlots(RuntimeError):
    """matplotlib is not installed."""


def check_figure_path(path: Path) -> None:
    """Raise unless figures can be drawn here and written as `path` says.

    Raises:
        MissingPlots: if matplotlib is not installed.
        ValueError: if the ending is neither .png nor .svg.
    """
    if path.suffix.lower() not in FIGURE_TYPES:
        raise ValueError(f"{path}: figures are written as {' or '.join(FIGURE_TYPES)}")
    _figure(1, 1)


def forest_plot(frame: pd.DataFrame) -> Any:
    """Pearson and Spearman of every cell with their intervals and n; a panel a rating.

    Args:
        frame: The agreement frame.

    Returns:
        A matplotlib figure.
    """
    ratings = list(dict.fromkeys(frame["rating"]))
    lines = list(dict.fromkeys(zip(frame["level"], frame["score"], strict=True)))
    levels = list(dict.fromkeys(frame["level"]))
    figure = _figure(2.2 + 3 * len(ratings), 1.4 + 0.36 * len(lines))
    axes = figure.subplots(1, len(ratings), sharey=True, squeeze=False)[0]
    for axis, rating in zip(axes, ratings, strict=True):
        for cell in records(frame[frame["rating"] == rating]):
            place = lines.index((cell["level"], cell["score"]))
            _forest_line(axis, cell, place, _COLORS[levels.index(cell["level"]) % len(_COLORS)])
        axis.axvline(0, color="0.6", linewidth=0.8, zorder=0)
        axis.set(xlim=(-1.02, 1.02), title=str(rating), xlabel="correlation, 95 % interval")
        axis.tick_params(labelsize=8)
    labels = [str(score) if len(levels) == 1 else f"{score} ({level})" for level, score in lines]
    axes[0].set_yticks(range(len(lines)), labels)
    axes[0].set_ylim(len(lines) - 0.4, -0.6)
    for name, marker, label in _MARKERS:
        axes[0].plot([], [], marker, color="0.2", fillstyle="full" if name == "pearson" else "none", label=label)
    figure.legend(loc="outside lower center", ncols=len(_MARKERS), fontsize=7, frameon=False)
    return figure


def scatter_plot(table: pd.DataFrame, frame: pd.DataFrame, design: Design) -> Any:
    """Ratings against scores, a panel for every scorer and rating; up to four groups in colours.

    Args:
        table: The scores and ratings that `frame` was made of.
        frame: The agreement frame; the figures over the panels are those of its first level.
        design: As for `agreement_frame`.

    Raises:
        ValueError: if there would be more than 36 panels.
    """
    rows, columns = len(design.scores), len(design.ratings)
    if rows * columns > _MOST_PANELS:
        raise ValueError(f"{rows * columns} scatter plots fit no figure (at most {_MOST_PANELS}); name fewer columns")
    figure = _figure(2.9 * columns, 2.7 * rows)
    axes = figure.subplots(rows, columns, squeeze=False)
    groups = [] if design.group is None else list(dict.fromkeys(table[design.group].dropna()))
    cells = {(cell["score"], cell["rating"]): cell for cell in reversed(records(frame))}
    for axis, (score, rating) in zip(axes.flat, ((s, r) for s in design.scores for r in design.ratings), strict=True):
        pairs = drop_missing(table[score].to_numpy(dtype=np.float64), table[rating].to_numpy(dtype=np.float64))
        if 2 <= len(groups) <= len(_COLORS):
            labels = table.loc[pairs.kept, str(design.group)].to_numpy()
            for group, color in zip(groups, _COLORS, strict=False):
                here = labels == group
                axis.scatter(
                    pairs.scores[here], pairs.ratings[here], s=9, alpha=0.45, c=color, linewidths=0, label=str(group)
                )
        else:
            axis.scatter(pairs.scores, pairs.ratings, s=9, alpha=0.45, c=_COLORS[0], linewidths=0)
        axis.set(xlabel=score, ylabel=rating)
        axis.set_title(_told(cells[score, rating]), fontsize=7)
        axis.tick_params(labelsize=7)
    handles, labels = axes.flat[0].get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="outside lower center", ncols=columns + 1, fontsize=7, frameon=False)
    return figure


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure as .png or .svg, without the date, so that equal figures are equal files."""
    check_figure_path(path)
    import matplotlib as mpl

    svg = path.suffix.lower() == ".svg"
    with mpl.rc_context({"svg.hashsalt": "metricstress", "svg.fonttype": "none"}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if svg else {"Software": None})


def _forest_line(axis: Any, cell: dict[str, Any], place: int, color: str) -> None:
    for offset, (name, marker, _) in zip((-0.14, 0.14), _MARKERS, strict=True):
        value = cell[name]
        if value is None:
            continue
        if cell[f"{name}_low"] is not None:
            axis.plot([cell[f"{name}_low"], cell[f"{name}_high"]], [place + offset] * 2, color=color, linewidth=1.2)
        fill = color if name == "pearson" else "white"
        axis.plot([value], [place + offset], marker, color=color, markerfacecolor=fill, markersize=4.5)
    text = f"n {cell['n']}" if cell["reason"] is None else "undefined"
    axis.text(1.06, place, text, fontsize=6.5, ha="left", va="center", color="0.25")


def _told(cell: dict[str, Any]) -> str:
    if cell["reason"] is not None:
        return f"undefined (n {cell['n']}, {cell['level']})"
    return f"r {cell['pearson']:.3f}, ρ {cell['spearman']:.3f} (n {cell['n']}, {cell['level']})".replace("-", "−")


def _figure(width: float, height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingPlots("figures need matplotlib: pip install 'metricstress[plots]'") from error
    return Figure(figsize=(width, height), layout="constrained")
