"""The two frames: types, order, checks, and the way through a parquet file."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.reports.frames import (
    DELTAS_COLUMNS,
    SCORES_COLUMNS,
    deltas_frame,
    scores_frame,
    validate_deltas,
    validate_scores,
)


def score_row(**values: Any) -> dict[str, Any]:
    row = {"example_id": "a", "perturbation": "typos", "severity": 0.1, "repeat": 0, "metric": "bleu"}
    row |= {"component": "bleu", "status": "ok", "reason": None, "base_score": 0.5, "score": 0.4}
    return row | {"n_edits": 2, "audit": None} | values


def delta_row(**values: Any) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(DELTAS_COLUMNS)
    row |= {"perturbation": "typos", "intent": "preserving", "severity": 0.1, "metric": "bleu", "component": "bleu"}
    row |= {"n": 3, "n_changed": 2, "n_not_applicable": 1, "n_failed": 0, "n_audited_wrong": 0}
    return row | {"base_mean": 0.5, "mean": 0.4, "change_pct": -20.0, "change_abs": -0.1, "expected": "stays"} | values


ROWS = [
    score_row(),
    score_row(example_id="b", status="not_applicable", reason="no_word", score=0.5, n_edits=0),
    score_row(example_id="c", status="failed", reason="ValueError: bad", base_score=None, score=None),
    score_row(example_id="\ud800", score=float("nan"), status="failed", reason="lone \udc00"),
    score_row(perturbation="made elsewhere", severity=None, n_edits=None, audit="number changed"),
    score_row(severity=0.2),
    score_row(metric="rouge", component="precision"),
    score_row(metric="rouge", component="f1"),
    score_row(metric="rouge", component="f1", repeat=1),
]


def as_bytes(frame: pd.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def test_types_and_order() -> None:
    frame = scores_frame(ROWS, perturbations=["typos"], metrics=["rouge", "bleu"])
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == SCORES_COLUMNS
    # By example; within one in the order of the report: perturbation, severity, metric, component, repeat.
    assert list(frame["example_id"]) == ["\\ud800", *"aaaaaa", "b", "c"]
    assert list(frame["perturbation"][1:7]) == ["typos"] * 5 + ["made elsewhere"]
    assert list(frame["severity"][1:6]) == [0.1, 0.1, 0.1, 0.1, 0.2]
    assert list(frame["metric"][1:5]) == ["rouge", "rouge", "rouge", "bleu"]
    assert list(frame["component"][1:4]) == ["f1", "f1", "precision"]
    assert list(frame["repeat"][1:4]) == [0, 1, 0]


@settings(max_examples=50, deadline=None)
@given(st.randoms(use_true_random=False))
def test_rows_in_any_order_give_the_same_bytes(source: random.Random) -> None:
    shuffled = source.sample(ROWS, len(ROWS))
    assert as_bytes(scores_frame(shuffled)) == as_bytes(scores_frame(ROWS))
    # pandas itself takes no lone surrogates, so a frame made elsewhere has none
    plain = [row for row in shuffled if row["example_id"] != "\ud800"]
    ordered = [row for row in ROWS if row in plain]
    assert as_bytes(scores_frame(pd.DataFrame(plain))) == as_bytes(scores_frame(ordered))


@pytest.mark.parametrize(
    ("build", "rows"),
    [(scores_frame, ROWS), (scores_frame, ROWS[:1]), (scores_frame, []), (deltas_frame, [delta_row()])],
)
def test_parquet_round_trip_is_the_identity(build: Any, rows: list[dict[str, Any]]) -> None:
    frame = build(rows)
    again = pd.read_parquet(io.BytesIO(as_bytes(frame)))
    pd.testing.assert_frame_equal(again, frame)
    assert as_bytes(build(again)) == as_bytes(frame)


def test_a_frame_in_other_types_is_brought_into_shape() -> None:
    frame = scores_frame(ROWS[:3])
    loose = pd.DataFrame({name: list(frame[name]) for name in frame}, dtype=object)
    pd.testing.assert_frame_equal(scores_frame(loose), frame)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([score_row(status="skipped")], "unknown status 'skipped'.*use one of ok, not_applicable, failed"),
        ([score_row(), score_row(score=0.1)], "two rows for the same example_id, perturbation"),
        ([score_row(severity=None), score_row(severity=float("nan"))], "two rows for the same"),
        ([score_row(score=None)], "score is missing in 1 of 1 rows.*example_id='a'"),
        ([score_row(base_score=None)], "base_score is missing"),
        ([score_row(score=float("inf"))], "score is infinite"),
        ([score_row(status="failed", reason="x")], "'failed' but a score is there"),
        ([score_row(status="failed", score=None)], "has no reason"),
        ([score_row(status="not_applicable", reason="x")], "differs from base_score"),
        ([score_row(status="not_applicable", score=0.5)], "has no reason"),
        ([score_row(n_edits=-1)], "n_edits is negative"),
        ([score_row(metric=None)], "metric is missing"),
        ([score_row(example_id=7)], "column 'example_id'.*type string: 7 is no text"),
        ([score_row(repeat=0.5)], "column 'repeat'"),
        ([score_row(repeat=None)], "column 'repeat'"),
        ([score_row(score="high")], "column 'score'.*type float64"),
        ([score_row(colour="red")], r"unknown columns \['colour'\]"),
        ([{"example_id": "a"}], r"lacks the columns \['perturbation'"),
    ],
)
def test_faults_of_scores_are_named(rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        scores_frame(rows)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"intent": "good"}, "unknown intent 'good'"),
        ({"expected": "rises"}, "unknown expected 'rises'"),
        ({"n": 4}, "n is not n_changed"),
        ({"n_failed": -1}, "n_failed is negative"),
        ({"mean": None}, "mean must be there exactly if n > 0"),
        ({"change_pct": float("inf")}, "change_pct is infinite"),
        ({"n": None}, "column 'n'"),
    ],
)
def test_faults_of_deltas_are_named(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        deltas_frame([delta_row(**values)])
    with pytest.raises(ValueError, match="two rows for the same perturbation, severity, metric, component"):
        deltas_frame([delta_row(), delta_row()])


def test_a_frame_from_elsewhere_is_checked_as_it_is() -> None:
    frame = scores_frame(ROWS)
    validate_scores(frame)
    with pytest.raises(ValueError, match=r"has the columns.*build it with scores_frame"):
        validate_scores(frame[list(frame.columns)[::-1]])
    with pytest.raises(ValueError, match=r"'score'.*has type float32, expected float64"):
        validate_scores(frame.astype({"score": np.float32}))
    with pytest.raises(ValueError, match="deltas frame has the columns"):
        validate_deltas(frame)
