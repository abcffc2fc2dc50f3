"""A scores file is the scores frame: written part by part, read in pieces, and reported on with the same numbers."""

from __future__ import annotations

import io
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metricstress.reports import scores_file
from metricstress.reports.deltas import compute_deltas
from metricstress.reports.export import to_json
from metricstress.reports.frames import scores_frame, sort_scores, validate_scores
from metricstress.reports.markdown import to_markdown
from metricstress.reports.scores_file import (
    read_pieces,
    score_batches,
    scores_table,
    validate_scores_file,
    write_scores,
    write_table,
)
from metricstress.reports.tally import failed_shares, tally_scores
from metricstress.reports.terminal import to_terminal

ORDER = ["typos", "shuffle", "elsewhere"]
METRICS = ["n", "m"]
INTENTS = {"typos": "preserving", "shuffle": "altering"}
SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def score_rows(draw: st.DrawFn) -> list[dict[str, Any]]:
    """The rows of a run of a few examples: every perturbation and metric, some repeats, some failures."""
    ids = draw(st.lists(st.text(max_size=3), min_size=1, max_size=8, unique=True))
    repeats = draw(st.integers(1, 2))
    rows = []
    for example in ids:
        base = draw(st.floats(-0.25, 1, width=16))
        for name in ORDER:
            for metric in METRICS:
                for component in ("f1", "p") if metric == "m" else ("n",):
                    for repeat in range(repeats):
                        status = draw(st.sampled_from(["ok", "ok", "not_applicable", "failed"]))
                        row: dict[str, Any] = {"example_id": example, "perturbation": name, "repeat": repeat}
                        row |= {"severity": None if name == "elsewhere" else 0.1, "metric": metric}
                        row |= {"component": component, "status": status, "base_score": base, "n_edits": 1}
                        row["reason"] = None if status == "ok" else draw(st.sampled_from(["why", "because", "\ud800"]))
                        row["score"] = {"ok": draw(st.floats(-0.25, 1, width=16)), "not_applicable": base}.get(status)
                        row["audit"] = draw(st.sampled_from([None, None, "number changed"]))
                        rows.append(row)
    return rows


def written(rows: list[dict[str, Any]], cuts: list[int], folder: Path) -> Path:
    """The rows as a scores file of which every part holds some examples."""
    frame = scores_frame(rows, perturbations=ORDER, metrics=METRICS)
    ids = list(dict.fromkeys(frame["example_id"]))
    edges = sorted({0, len(ids), *(cut % len(ids) for cut in cuts)})
    parts = []
    for number, (start, stop) in enumerate(pairwise(edges)):
        chunk = frame[frame["example_id"].isin(ids[start:stop])].sample(frac=1, random_state=number)
        parts.append(folder / f"{number}.parquet")
        write_table(scores_table(chunk, perturbations=ORDER, metrics=METRICS), parts[-1])
    write_scores(parts, folder / "scores.parquet")
    return folder / "scores.parquet"


@pytest.mark.slow
@SETTINGS
@given(score_rows(), st.lists(st.integers(1, 7), max_size=3))
def test_the_file_is_the_frame_wherever_its_parts_were_cut(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], cuts: list[int]
) -> None:
    frame = scores_frame(rows, perturbations=ORDER, metrics=METRICS)
    file = written(rows, cuts, tmp_path_factory.mktemp("cut"))
    assert file.read_bytes() == written(rows, [], tmp_path_factory.mktemp("whole")).read_bytes()
    found = pd.read_parquet(file)
    validate_scores(found)
    pd.testing.assert_frame_equal(found, frame, check_exact=True)
    validate_scores_file(file)
    pd.testing.assert_frame_equal(pd.concat(score_batches(file), ignore_index=True), frame, check_exact=True)


@pytest.mark.slow
@SETTINGS
@given(rows=score_rows(), at_once=st.integers(1, 40))
def test_a_report_on_the_file_is_that_on_the_frame(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], at_once: int
) -> None:
    frame = scores_frame(rows, perturbations=ORDER, metrics=METRICS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scores_file, "ROWS_AT_ONCE", at_once)  # Small pieces, as a large file has many.
        file = written(rows, [1, 3], tmp_path_factory.mktemp("file"))
        assert sum(1 for _ in score_batches(file)) >= 1
        options: dict[str, Any] = {"metrics": METRICS, "bounds": {"n": (0, 1), "m": (0, 1)}, "resamples": 50}
        deltas = compute_deltas(frame, INTENTS, **options)
        pd.testing.assert_frame_equal(compute_deltas(file, INTENTS, **options), deltas, check_exact=True)
        for render in (to_terminal, to_markdown, to_json):
            assert render(file, deltas, {}) == render(frame, deltas, {})
        assert tally_scores(file) == tally_scores(frame)


@pytest.mark.slow
@given(score_rows())
@settings(max_examples=40, deadline=None)
def test_the_tally_counts_what_a_reader_of_the_frame_would(rows: list[dict[str, Any]]) -> None:
    frame = scores_frame(rows, perturbations=ORDER, metrics=METRICS)
    tally = tally_scores(frame)
    for (name, severity), counts in tally.rows.items():
        own = frame[frame["perturbation"] == name]
        assert severity == (None if name == "elsewhere" else 0.1)
        changed = own[own["status"] == "ok"]
        assert counts.n_examples == own["example_id"].nunique()
        assert counts.n_changed == changed["example_id"].nunique()
        still = set(own.loc[own["status"] == "not_applicable", "example_id"]) - set(changed["example_id"])
        assert counts.unchanged.total() == len(still)
        assert counts.n_texts == len(changed.drop_duplicates(["example_id", "repeat"]))
        assert counts.objections.total() <= counts.n_texts
    for name, found in tally.metrics.items():
        own = frame[frame["metric"] == name]
        first = own.drop_duplicates(["example_id", "perturbation", "severity", "repeat"])
        call = ["example_id", "perturbation", "severity", "repeat"]
        failed = own[own["status"] == "failed"].drop_duplicates(call)
        remarks = own[(own["status"] == "ok") & own["reason"].notna()].drop_duplicates(call)
        assert found.remarks == Counter(remarks["reason"])
        assert (found.n_calls, found.n_failed_calls) == (len(first), len(failed))
        assert found.n_examples == own["example_id"].nunique()
        assert found.n_failed_examples == failed["example_id"].nunique()
        assert found.reasons == Counter(failed["reason"])
        assert failed_shares(frame)[name] == (own["status"] == "failed").mean()


def test_a_scale_that_was_thought_to_start_at_0_does_not_where_a_score_is_below() -> None:
    rows = [
        {"example_id": f"e{n}", "perturbation": "p", "severity": 1.0, "repeat": 0, "metric": "m", "component": "m"}
        | {"status": "ok", "reason": None, "base_score": 0.5, "score": score, "n_edits": 1, "audit": None}
        for n, score in enumerate([0.5, 0.25, -0.25])
    ]
    below = compute_deltas(scores_frame(rows), {}, bounds={"m": (0, 1)}).iloc[0]
    assert np.isnan(below["change_pct"])
    assert "absolute change" in below["reason"]
    above = compute_deltas(scores_frame(rows[:2]), {}, bounds={"m": (0, 1)}).iloc[0]
    assert above["change_pct"] == pytest.approx(-25)


@pytest.mark.parametrize(("second", "message"), [("e1", r"'e1' stands after 'e1'"), ("e0", r"'e0' stands after 'e1'")])
def test_parts_that_do_not_follow_each_other_are_refused(tmp_path: Path, second: str, message: str) -> None:
    row = {"perturbation": "p", "severity": 1.0, "repeat": 0, "metric": "m", "component": "m", "status": "ok"}
    row |= {"reason": None, "base_score": 0.5, "score": 0.5, "n_edits": 1, "audit": None}
    for name in ("e1", second):
        write_table(scores_table([{"example_id": name, **row}]), tmp_path / f"{len(list(tmp_path.iterdir()))}.parquet")
    with pytest.raises(ValueError, match=message):
        write_scores([tmp_path / "0.parquet", tmp_path / "1.parquet"], tmp_path / "scores.parquet")


def test_what_is_no_scores_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no parquet")
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(ValueError, match="is no Parquet file"):
        validate_scores_file(tmp_path / "text")
    with pytest.raises(ValueError, match="is no scores file: its columns are a"):
        validate_scores_file(tmp_path / "other.parquet")


def test_row_groups_are_as_large_as_said_and_pieces_end_with_an_example(tmp_path: Path) -> None:
    ids = np.repeat([f"e{n:05}" for n in range(9_000)], 15)
    frame = pd.DataFrame({"example_id": ids, "perturbation": "p", "severity": 0.5})
    frame = frame.assign(repeat=np.tile(np.arange(15), 9_000), metric="m", component="m", status="ok", reason=None)
    frame = frame.assign(base_score=0.5, score=0.25, n_edits=1, audit=None)
    write_table(scores_table(frame), tmp_path / "part.parquet")
    write_scores([tmp_path / "part.parquet"], tmp_path / "scores.parquet")
    about = pq.read_metadata(tmp_path / "scores.parquet")
    sizes = [about.row_group(number).num_rows for number in range(about.num_row_groups)]
    assert sizes == [scores_file.ROWS_AT_ONCE, scores_file.ROWS_AT_ONCE, 135_000 - 2 * scores_file.ROWS_AT_ONCE]
    pieces = list(score_batches(tmp_path / "scores.parquet"))
    assert len(pieces) > 2
    assert sum(piece["example_id"].nunique() for piece in pieces) == 9_000
    whole = pd.concat(read_pieces(tmp_path / "scores.parquet"), ignore_index=True)
    pd.testing.assert_frame_equal(whole, sort_scores(pd.concat(pieces)))


def test_a_table_can_be_written_to_memory(tmp_path: Path) -> None:
    row = {"example_id": "e", "perturbation": "p", "severity": 1.0, "repeat": 0, "metric": "m", "component": "m"}
    row |= {"status": "ok", "reason": None, "base_score": 0.5, "score": 0.5, "n_edits": 1, "audit": None}
    memory = io.BytesIO()
    write_table(scores_table([row]), memory)
    write_table(scores_table([row]), tmp_path / "part.parquet")
    assert memory.getvalue() == (tmp_path / "part.parquet").read_bytes()
