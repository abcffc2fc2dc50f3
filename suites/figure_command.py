"""`metricstress figure DIR heatmap|curves|plane --output FILE`: a figure of a run, as PNG or SVG."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from .errors import UsageError, told
from .screen import say
from .store import read_run

__all__ = ["figure", "figure_command"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("kind", type=click.Choice(("heatmap", "curves", "plane")))
@click.option("--output", type=click.Path(path_type=Path), required=True, help="File to write, .png or .svg.")
@click.option(
    "--agreement",
    type=click.Path(path_type=Path),
    help="With plane: what `agree correlate --json` printed, or the same as csv.",
)
@click.option(
    "--coefficient",
    type=click.Choice(("spearman", "pearson", "kendall")),
    default="spearman",
    show_default=True,
    help="With plane: which correlation.",
)
def figure(folder: Path, kind: str, output: Path, agreement: Path | None, coefficient: str) -> None:
    """Draw a saved run: Table 5 as a heatmap, curves over severity, or robustness against agreement.

    Needs matplotlib: pip install 'metricstress[plots]'. plane takes a metric's movement under preserving changes from
    the run, and its agreement with people from --agreement, where `score` is the metric's name in the report.

    \b
    metricstress figure runs/ev2r-1a2b3c4d5e heatmap --output table5.svg
    metricstress figure runs/ev2r-1a2b3c4d5e plane --agreement agreement.json --output plane.png
    """
    figure_command(folder, kind, output, agreement, coefficient)


def figure_command(folder: Path, kind: str, output: Path, agreement: Path | None, coefficient: str) -> None:
    """Write the figure.

    Raises:
        UsageError: if matplotlib is missing, or there is nothing to draw.
    """
    from metricstress.reports import figures
    from metricstress.reports.figure_plane import plane

    if (kind == "plane") != (agreement is not None):
        raise UsageError("plane needs --agreement FILE" if kind == "plane" else "--agreement goes with plane")
    if output.suffix.lower().removeprefix(".") not in figures.FORMATS:
        raise UsageError(f"--output is a .png or .svg file, but got {str(output)!r}")
    run = read_run(folder)
    frames = (run.source, run.deltas, run.meta)
    try:
        if agreement is not None:
            drawn = plane(*frames, _records(agreement), coefficient=coefficient)
        else:
            drawn = {"heatmap": figures.heatmap, "curves": figures.curves}[kind](*frames)
    except (ImportError, ValueError) as error:
        raise UsageError(str(error)) from error
    staged = output.with_name(f".{os.getpid()}.{output.name}")
    try:
        figures.save_figure(drawn, staged)
        os.replace(staged, output)
    except OSError as error:
        raise UsageError(f"cannot write {str(output)!r}: {told(error)}") from error
    finally:
        with suppress(OSError):
            staged.unlink()
    say(f"written to {output}")


def _records(path: Path) -> list[Mapping[str, Any]]:
    import pandas as pd

    try:
        if path.suffix.lower() == ".csv":
            frame = pd.read_csv(path)
            return [
                {str(name): None if pd.isna(value) else value for name, value in row.items()}
                for row in frame.to_dict("records")
            ]
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {told(error)}") from error
    if isinstance(found, dict):
        found = found.get("correlations")
    if not isinstance(found, list) or not all(isinstance(row, dict) and "score" in row for row in found):
        raise UsageError(f"{str(path)!r} is not what `metricstress agree correlate --json` prints")
    return found
