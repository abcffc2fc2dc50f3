"""Files that `metricstress report` and `figure` write, end to end."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from click.testing import Result

from metricstress.reports.export import META_KEY
from metricstress.reports.frames import scores_frame, validate_deltas, validate_scores

Cli = Callable[..., Result]


@pytest.fixture
def run(cli: Cli, data: Path) -> str:
    args = (
        "--metric",
        "bleu",
        "--metric",
        "ev2r.reference_based",
        "--perturbation",
        "typos",
        "--severities",
        "0.1,0.4",
    )
    assert cli("run", "--data", data, *args, "--perturbation", "completeness", "--out", "out").exit_code == 0
    return "out"


def kept(tmp_path: Path, run: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    scores, deltas = (pd.read_parquet(tmp_path / run / f"{name}.parquet") for name in ("scores", "deltas"))
    return scores, deltas


def test_parquet_files_hold_both_frames_and_the_metadata(cli: Cli, run: str, tmp_path: Path) -> None:
    result = cli("report", run, "--to", "parquet", "--output", "cells.parquet")
    assert result.exit_code == 0, result.stderr
    scores, deltas = kept(tmp_path, run)
    manifest = json.loads((tmp_path / run / "manifest.json").read_text())
    for name, frame in {"cells": deltas, "cells.scores": scores}.items():
        path = tmp_path / f"{name}.parquet"
        pd.testing.assert_frame_equal(pd.read_parquet(path), frame)
        assert json.loads(pq.read_schema(path).metadata[META_KEY.encode()]) == manifest
        assert f"written to {name}.parquet" in result.stderr
    validate_deltas(pd.read_parquet(tmp_path / "cells.parquet"))
    validate_scores(pd.read_parquet(tmp_path / "cells.scores.parquet"))


def test_csv_files_come_back_as_they_were(cli: Cli, run: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert cli("report", run, "--to", "csv", "--output", "folder").exit_code == 0
    assert {path.name for path in (tmp_path / "folder").iterdir()} == {"deltas.csv", "scores.csv", "meta.json"}
    scores, deltas = kept(tmp_path, run)
    read = pd.read_csv(tmp_path / "folder" / "scores.csv", keep_default_na=False, na_values=[""])
    pd.testing.assert_frame_equal(
        scores_frame(read)[["base_score", "score"]], scores_frame(scores)[["base_score", "score"]]
    )
    assert len(read) == len(scores)
    assert (tmp_path / "folder" / "deltas.csv").read_text() == cli("report", run, "--to", "csv").stdout
    assert len(pd.read_csv(io.StringIO(cli("report", run, "--to", "csv").stdout))) == len(deltas)
    meta = json.loads((tmp_path / "folder" / "meta.json").read_text())
    assert meta == json.loads((tmp_path / run / "manifest.json").read_text())


def test_json_files(cli: Cli, run: str, tmp_path: Path) -> None:
    assert cli("report", run, "--to", "json", "--output", "cells.json").exit_code == 0
    assert (tmp_path / "cells.json").read_text() == cli("report", run, "--to", "json").stdout
    lines = (tmp_path / "cells.scores.jsonl").read_text().splitlines()
    scores, _ = kept(tmp_path, run)
    assert [json.loads(line)["score"] for line in lines] == scores["score"].tolist()
    assert list(json.loads(lines[0])) == list(scores.columns)


@pytest.mark.parametrize("kind", ["terminal", "markdown", "latex", "csv", "json", "parquet"])
def test_two_reports_of_a_run_are_the_same_bytes(cli: Cli, run: str, tmp_path: Path, kind: str) -> None:
    found = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        assert cli("report", run, "--to", kind, "--output", f"{name}/report.{kind}").exit_code == 0
        found.append({path.name: path.read_bytes() for path in sorted((tmp_path / name).iterdir())})
    assert found[0] == found[1]
    assert all(found[0].values())


def test_latex_is_a_whole_document(cli: Cli, run: str) -> None:
    text = cli("report", run, "--to", "latex").stdout
    assert r"\documentclass{article}" in text
    assert r"\multicolumn{3}{c}{ev2r.reference\_based}" in text
    assert text.rstrip().endswith(r"\end{document}")


def test_where_nothing_can_be_written(cli: Cli, run: str) -> None:
    for kind in ("csv", "parquet", "latex"):
        result = cli("report", run, "--to", kind, "--output", "no/such/file")
        assert result.exit_code == 2
        assert "cannot write 'no/such/file" in result.stderr


@pytest.mark.parametrize("name", ["heatmap.svg", "curves.png", "plane.svg"])
def test_figures(cli: Cli, run: str, tmp_path: Path, name: str) -> None:
    records = [{"score": "bleu", "rating": "coverage", "level": "pooled", "spearman": 0.2}]
    (tmp_path / "agreement.json").write_text(json.dumps({"correlations": records, "comparisons": []}))
    kind = name.split(".", maxsplit=1)[0]
    more = ("--agreement", "agreement.json") if kind == "plane" else ()
    result = cli("figure", run, kind, "--output", name, *more)
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / name).read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_agreement_as_csv_and_as_a_list_give_the_same_plane(cli: Cli, run: str, tmp_path: Path) -> None:
    records = [{"score": "ev2r.reference_based/f1", "rating": "c", "level": "pooled", "spearman": 0.2, "kendall": None}]
    (tmp_path / "list.json").write_text(json.dumps(records))
    pd.DataFrame(records).to_csv(tmp_path / "table.csv", index=False)
    for name in ("list.json", "table.csv"):
        assert cli("figure", run, "plane", "--output", f"{name}.svg", "--agreement", name).exit_code == 0
    assert (tmp_path / "list.json.svg").read_bytes() == (tmp_path / "table.csv.svg").read_bytes()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("heatmap", "--output", "a.pdf"), "--output is a .png or .svg file, but got 'a.pdf'"),
        (("plane", "--output", "a.svg"), "plane needs --agreement FILE"),
        (("heatmap", "--output", "a.svg", "--agreement", "x"), "--agreement goes with plane"),
        (("plane", "--output", "a.svg", "--agreement", "none.json"), "cannot read 'none.json'"),
        (("heatmap", "--output", "no/such/a.svg"), "cannot write 'no/such/a.svg'"),
    ],
)
def test_figures_that_cannot_be_drawn(cli: Cli, run: str, args: tuple[str, ...], message: str) -> None:
    result = cli("figure", run, *args)
    assert result.exit_code == 2
    assert message in result.stderr
