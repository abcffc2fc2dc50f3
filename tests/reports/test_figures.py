"""Figures: the numbers of the report in them, the same bytes each time, and what is said where none can be drawn."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.text import Text
from support.run_frames import META, awkward_run

from metricstress.reports.figure_plane import plane, plane_points
from metricstress.reports.figures import curves, heatmap, save_figure
from metricstress.reports.table import build_grid

AGREEMENT = [
    {"score": "bleu", "rating": "coverage", "level": "pooled", "spearman": 0.2, "spearman_low": 0.1}
    | {"spearman_high": 0.3, "pearson": 0.25},
    {"score": "ev2r.reference_based/recall", "rating": "coverage", "level": "pooled", "spearman": 0.6, "pearson": None},
    {"score": "proxy", "rating": "coverage", "level": "pooled", "spearman": None, "pearson": 0.4},
    {"score": "logit", "rating": "coverage", "level": "pooled", "spearman": 0.4, "pearson": 0.4},
]
Frames = tuple[pd.DataFrame, pd.DataFrame]
DRAW: dict[str, Callable[[Frames], Figure]] = {
    "heatmap": lambda frames: heatmap(*frames, META),
    "curves": lambda frames: curves(*frames, META),
    "plane": lambda frames: plane(*frames, META, AGREEMENT),
}


@pytest.fixture(scope="module")
def frames() -> Frames:
    return awkward_run()


def texts(figure: Figure) -> list[str]:
    return [found.get_text() for found in figure.findobj(Text) if isinstance(found, Text)]


def test_every_number_of_the_table_is_in_the_heatmap(frames: Frames) -> None:
    grid = build_grid(*frames, META)
    found = texts(heatmap(*frames, META))
    numbers = [cell.text for _, _, _, cell in grid.cells()]
    numbers += [average.text for group in grid.groups for average in group.averages]
    assert sorted(text for text in found if text in set(numbers)) == sorted(numbers)
    for label in (*(column.label for column in grid.columns), *(group.title for group in grid.groups)):
        assert label in found
    assert any("lexical judge" in text and "°: base mean near 0" in " ".join(text.split()) for text in found)


def test_colours_are_symmetric_and_grey_without_a_percentage(frames: Frames) -> None:
    deltas = frames[1].copy()
    of_bleu = (deltas["metric"] == "bleu") & (deltas["perturbation"] == "completeness")
    faces = []
    for value in (-500.0, -100.0, 0.0, 100.0, math.nan):
        deltas.loc[of_bleu, "change_pct"] = value
        (axes,) = heatmap(frames[0], deltas, META).axes
        faces.append(axes.patches[0].get_facecolor())
    assert faces[0] == faces[1]
    assert len(set(faces[1:])) == 4
    assert len(set(faces[4][:3])) == 1


def test_curves_have_a_panel_a_metric_and_one_scale(frames: Frames) -> None:
    figure = curves(*frames, META)
    panels = {axes.get_title(): axes for axes in figure.axes}
    assert "logit (absolute change)" in panels
    assert "zero (absolute change)" in panels
    assert "broken" not in "".join(panels)
    relative = [axes.get_ylim() for title, axes in panels.items() if "absolute" not in title]
    assert len(set(relative)) == 1
    (line, *_) = panels["bleu"].get_lines()
    cells = frames[1][(frames[1]["metric"] == "bleu") & (frames[1]["perturbation"] == "typos:keyboard")]
    assert list(line.get_xdata()) == list(cells["severity"])
    assert list(line.get_ydata()) == list(cells["change_pct"])
    assert f"typos:keyboard (m {cells['monotonicity'].iloc[0]:.2f})" in texts(figure)


def test_no_curves_without_several_severities(frames: Frames) -> None:
    scores, deltas = (frame[frame["perturbation"] != "typos:keyboard"].reset_index(drop=True) for frame in frames)
    with pytest.raises(ValueError, match=r"no curves; run it with --severities"):
        curves(scores, deltas, META)


def test_points_of_the_plane(frames: Frames) -> None:
    points, missing = plane_points(frames[1], AGREEMENT)
    assert [point.label for point in points] == ["bleu", "ev2r.reference_based/recall"]
    preserving = frames[1][(frames[1]["metric"] == "bleu") & (frames[1]["intent"] == "preserving")]
    assert points[0].movement == pytest.approx(preserving["change_pct"].abs().mean())
    assert (points[0].agreement, points[0].low, points[0].high) == (0.2, 0.1, 0.3)
    assert (points[1].low, points[1].high) == (None, None)
    assert "logit (no percentage)" in missing
    assert "ev2r.proxy_reference (no agreement)" in missing
    by_pearson, _ = plane_points(frames[1], AGREEMENT, coefficient="pearson")
    assert [point.label for point in by_pearson] == ["bleu", "ev2r.proxy_reference"]
    figure = plane(*frames, META, AGREEMENT)
    assert any("not shown: " in text and "logit (no" in " ".join(text.split()) for text in texts(figure))
    assert "spearman with coverage" in texts(figure)


@pytest.mark.parametrize(
    ("records", "options", "message"),
    [
        ([*AGREEMENT, AGREEMENT[0] | {"level": "within"}], {}, r"several records.*coverage \(pooled\).*leave one"),
        ([{"score": "bleurt", "spearman": 0.1}], {}, "no metric of the run has a record"),
        (AGREEMENT, {"coefficient": "r2"}, "unknown coefficient 'r2'; use one of spearman"),
    ],
)
def test_records_that_do_not_fit(records: Any, options: Any, message: str, frames: Frames) -> None:
    with pytest.raises(ValueError, match=message):
        plane_points(frames[1], records, **options)


@pytest.mark.parametrize("kind", DRAW)
@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.filterwarnings("ignore:Glyph")
def test_the_same_bytes_each_time(kind: str, ending: str, frames: Frames, tmp_path: Path) -> None:
    written = []
    for number in range(2):
        target = tmp_path / f"{number}.{ending}"
        save_figure(DRAW[kind](frames), target)
        written.append(target.read_bytes())
    assert written[0] == written[1]
    if ending == "svg":
        ElementTree.fromstring(written[0])
        assert b"<dc:date>" not in written[0]
    else:
        assert imread(tmp_path / "0.png").shape[2] == 4
        assert b"matplotlib" not in written[0].lower()


def test_the_same_bytes_in_other_processes(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from support.run_frames import *\n"
        "from metricstress.reports.figures import *\n"
        "save_figure(heatmap(*awkward_run({'bleu': ('bleu',)}), META), Path(sys.argv[1]))"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        subprocess.run([sys.executable, "-c", code, str(tmp_path / f"{seed}.svg")], env=environment, check=True)
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "77.svg").read_bytes()


def test_formats(frames: Frames, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"'a\.pdf'; end it in \.png or \.svg"):
        save_figure(heatmap(*frames, META), tmp_path / "a.pdf")


def test_matplotlib_is_imported_when_used_and_named_when_missing() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"  # what an absent module looks like to `import`
        "import metricstress.reports.figures as figures\n"
        "from support.run_frames import *\n"
        "try:\n    figures.heatmap(*awkward_run({'bleu': ('bleu',)}), META)\n"
        "except ImportError as error:\n    print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "pip install 'metricstress[plots]'" in done.stdout
