"""Two runs side by side: what is paired, what is more than noise, and what is said where nothing can be."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.run_frames import METRICS, awkward_run

from metricstress.reports.deltas import compute_deltas
from metricstress.reports.frames import scores_frame
from metricstress.reports.run_diff import ALPHA, CellDiff, Side, compare_runs
from metricstress.reports.run_diff_text import diff_document, diff_text

INTENTS = {"completeness": "altering", "typos": "preserving"}


def side(
    change: Any, *, metric: str = "m", n: int = 60, failed: int = 0, names: tuple[str, ...] = tuple(INTENTS)
) -> Side:
    """A run of `n` examples in which `change(number, perturbation)` is the share of the score that stays."""
    rows = []
    for name in names:
        for number in range(n):
            base = 0.2 + 0.6 * ((number * 7) % n) / n
            gone = number < failed
            rows.append(
                {"example_id": f"e{number:03}", "perturbation": name, "severity": 0.1, "repeat": 0, "metric": metric}
                | {"component": metric, "status": "failed" if gone else "ok", "reason": "no reply" if gone else None}
                | {"base_score": math.nan if gone else base, "n_edits": 1, "audit": None}
                | {"score": math.nan if gone else base * change(number, name)}
            )
    scores = scores_frame(rows, perturbations=list(INTENTS))
    return Side(scores, compute_deltas(scores, INTENTS))


def steady(number: int, name: str) -> float:
    return 0.7 if name == "completeness" else 0.98


def by_name(a: Side, b: Side, **options: Any) -> dict[str, CellDiff]:
    return {cell.a[0]: cell for cell in compare_runs(a, b, **options).cells}


def test_a_run_against_itself_is_the_same() -> None:
    scores, deltas = awkward_run()
    diff = compare_runs(Side(scores, deltas), Side(scores, deltas))
    assert (diff.only_a, diff.only_b) == ((), ())
    assert len(diff.cells) == len(deltas)
    for cell in diff.cells:
        if cell.a[2] == "broken":
            assert (cell.verdict, cell.reason) == ("none", "the metric failed on too many examples in A and B")
            assert math.isnan(cell.difference)
            continue
        assert (cell.verdict, cell.difference, cell.low, cell.high, cell.p_value) == ("same", 0, 0, 0, 1), cell
        assert cell.q_value == 1
    assert diff_text(diff, [], 80).count(" the same\n") == sum(map(len, METRICS.values())) - 1


def test_changes_are_those_of_the_reports() -> None:
    a, b = side(steady), side(lambda number, name: steady(number, name) - 0.001 * (number % 5))
    diff = compare_runs(a, b)
    for cell, row_a, row_b in zip(diff.cells, a.deltas.to_dict("records"), b.deltas.to_dict("records"), strict=True):
        assert cell.change_a == pytest.approx(row_a["change_pct"], rel=1e-12)
        assert cell.change_b == pytest.approx(row_b["change_pct"], rel=1e-12)
        assert cell.difference == pytest.approx(row_b["change_pct"] - row_a["change_pct"], rel=1e-9)
        assert cell.low <= cell.difference <= cell.high
        assert cell.n == 60


@pytest.mark.parametrize(
    ("completeness", "typos", "verdicts"),
    [
        (0.6, 0.99, ("better", "better")),  # drops more; moves less
        (0.8, 0.90, ("worse", "worse")),
        (0.8, 1.10, ("worse", "worse")),  # a rise is a movement too
    ],
)
def test_verdicts_are_by_intent(completeness: float, typos: float, verdicts: tuple[str, str]) -> None:
    def changed(number: int, name: str) -> float:
        return (completeness if name == "completeness" else typos) + 0.001 * (number % 3)

    found = by_name(side(steady), side(changed))
    assert (found["completeness"].verdict, found["typos"].verdict) == verdicts
    assert all(cell.q_value <= ALPHA for cell in found.values())


def test_a_difference_of_unknown_intent_is_neither() -> None:
    a, b = side(steady), side(lambda number, name: 0.5)
    unknown = [replace(run, deltas=compute_deltas(run.scores, {})) for run in (a, b)]
    assert {cell.verdict for cell in compare_runs(*unknown).cells} == {"other"}


def test_failures_leave_both_sides_and_are_counted() -> None:
    a, b = side(steady, failed=3), side(steady, failed=5)
    cell = by_name(a, b)["typos"]
    assert (cell.n, cell.n_failed_a, cell.n_failed_b, cell.verdict) == (55, 3, 5, "same")
    text = " ".join(diff_text(compare_runs(a, b), [], 80).split())
    assert "some examples failed and are in neither side: at most 3 in A and 5 in B" in text
    assert "55 scored in both" in text


def test_pairs_without_a_number_say_why() -> None:
    one = by_name(side(steady, failed=59), side(steady))
    assert one["typos"].reason == "1 examples were scored in both"
    unchanged = by_name(side(lambda number, name: 1.0), side(steady))
    assert unchanged["typos"].change_a == 0  # texts were changed, scores were not: a number like any other
    absolute = awkward_run({"logit": ("logit",)})
    relative = awkward_run({"bleu": ("bleu",)})
    diff = compare_runs(Side(*absolute), Side(*relative), columns={("logit", "logit"): ("bleu", "bleu")})
    assert all(not cell.relative and "as A has no percentage" in str(cell.reason) for cell in diff.cells)


def test_what_only_one_run_has_is_listed() -> None:
    a, b = side(steady), side(steady, names=("typos",))
    diff = compare_runs(a, b)
    assert [cell.a[0] for cell in diff.cells] == ["typos"]
    assert diff.only_a == (("completeness", 0.1, "m", "m"),)
    assert diff.only_b == ()
    assert "Only in A: m (1 cell)" in diff_text(diff, [], 80)
    assert compare_runs(b, a).only_b == diff.only_a


def test_two_metrics() -> None:
    a, b = side(steady, metric="old"), side(lambda number, name: 0.5, metric="new")
    assert compare_runs(a, b).cells == ()
    diff = compare_runs(a, b, columns={("old", "old"): ("new", "new")})
    assert [(cell.a[2], cell.b[2]) for cell in diff.cells] == [("old", "new")] * 2
    assert "old against new" in diff_text(diff, [], 80)


def test_other_examples_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match=r"different examples.*run both on the same data"):
        compare_runs(side(steady), side(steady, n=59))


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_scales_and_order_of_the_runs(seed: int) -> None:
    random = np.random.default_rng(seed)
    noise = random.normal(0, 0.05, size=(2, 60, 2))
    names = list(INTENTS)
    a = side(lambda number, name: steady(number, name) + noise[0, number, names.index(name)])
    b = side(lambda number, name: steady(number, name) + noise[1, number, names.index(name)])
    there, back = compare_runs(a, b), compare_runs(b, a)
    for one, other in zip(there.cells, back.cells, strict=True):
        assert one.difference == pytest.approx(-other.difference, abs=1e-9)
        assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-6)
        assert one.p_value == pytest.approx(other.p_value, abs=1e-3)
    scaled = scores_frame(
        b.scores.assign(base_score=b.scores["base_score"] / 8, score=b.scores["score"] / 8), perturbations=names
    )
    again = compare_runs(a, Side(scaled, compute_deltas(scaled, INTENTS)))
    for one, other in zip(there.cells, again.cells, strict=True):
        assert one.difference == pytest.approx(other.difference, abs=1e-9)
        assert one.p_value == pytest.approx(other.p_value, abs=1e-3)


def test_noise_alone_seldom_counts() -> None:
    """Of 60 runs whose scores differ by chance alone, few have a p-value below 0.05, and the adjusted ones fewer."""
    small = 0
    counted = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        noise = random.normal(0, 0.05, size=(2, 40))
        a, b = (
            side(lambda number, name, row=row: steady(number, name) + row[number], n=40, names=("typos",))
            for row in noise
        )
        (cell,) = compare_runs(a, b, seed=seed, resamples=50).cells
        small += cell.p_value < 0.05
        counted += cell.verdict != "noise"
    assert small <= 8  # 3 expected; more than 8 once in 200
    assert counted <= small


def test_q_values_are_those_of_benjamini_and_hochberg() -> None:
    random = np.random.default_rng(3)
    shift = {f"m{number}": 0.004 * number for number in range(6)}
    parts = []
    for flip in (0.0, 1.0):
        rows = []
        for metric, by in shift.items():
            of_metric = side(
                lambda number, name, by=flip * by: steady(number, name) - by + random.normal(0, 0.03), metric=metric
            )
            rows.append(of_metric.scores)
        scores = scores_frame(pd.concat(rows))
        parts.append(Side(scores, compute_deltas(scores, INTENTS)))
    cells = compare_runs(*parts).cells
    ranked = sorted(cells, key=lambda cell: cell.p_value)
    for rank, cell in enumerate(ranked, 1):
        later = [len(cells) * other.p_value / at for at, other in enumerate(ranked, 1) if at >= rank]
        assert cell.q_value == pytest.approx(min(1.0, *later))


def test_text_fits_and_json_is_strict() -> None:
    diff = compare_runs(side(steady), side(lambda number, name: 0.5 + 0.01 * (number % 4)))
    document = json.loads(json.dumps(diff_document(diff), allow_nan=False), parse_constant=pytest.fail)
    assert [cell["perturbation"] for cell in document["cells"]] == ["completeness", "typos"]
    assert document["cells"][0]["difference"] == diff.cells[0].difference
    for width in (44, 80):
        lines = diff_text(diff, ["A: " + "folder/" * 30], width).splitlines()
        assert max(map(len, lines)) <= width
        assert any(f"{diff.cells[1].difference:+.1f}".replace("-", "−") in line for line in lines)
