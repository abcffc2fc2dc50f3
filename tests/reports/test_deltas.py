"""The arithmetic of Table 5. Golden values are worked out by hand beside the rows."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.reports.deltas import averages, compute_deltas
from metricstress.reports.frames import scores_frame

Pair = tuple[float | None, float | None]


def rows(pairs: Sequence[Pair], perturbation: str = "negate", metric: str = "m", **common: Any) -> list[dict[str, Any]]:
    """A row an example: no score means failed, an equal score not applicable."""
    found = []
    for number, (base, score) in enumerate(pairs):
        status = "failed" if score is None else "not_applicable" if base == score else "ok"
        reason = {"ok": None, "not_applicable": "no_verb", "failed": "ValueError: bad"}[status]
        row = {"example_id": f"e{number}", "perturbation": perturbation, "severity": 1.0, "repeat": 0}
        row |= {"metric": metric, "component": metric, "status": status, "reason": reason}
        found.append(row | {"base_score": base, "score": score, "n_edits": 1, "audit": None} | common)
    return found


def cell(pairs: Sequence[Pair], intent: str = "altering", **options: Any) -> dict[str, Any]:
    deltas = compute_deltas(scores_frame(rows(pairs)), {"negate": intent}, **options)
    assert len(deltas) == 1
    return {str(name): value for name, value in deltas.iloc[0].items()}


HAND: list[Pair] = [(0.5, 0.25), (0.4, 0.4), (0.8, 0.6), (0.3, 0.3)]


def test_golden_cell() -> None:
    found = cell(HAND)
    assert (found["n"], found["n_changed"], found["n_not_applicable"], found["n_failed"]) == (4, 2, 2, 0)
    assert found["base_mean"] == 0.5  # 2.00 / 4
    assert found["mean"] == 0.3875  # 1.55 / 4
    assert found["change_pct"] == pytest.approx(-22.5)
    assert found["change_abs"] == pytest.approx(-0.1125)
    assert found["change_pct_changed_only"] == pytest.approx(100 * (0.85 - 1.3) / 1.3)
    assert found["change_abs_changed_only"] == pytest.approx(-0.225)
    assert found["p_value"] == 0.5  # of ±0.25 ±0.20 two of four reach 0.45
    assert found["low"] < -22.5 < found["high"] <= 0
    assert found["expected"] == "drops"
    assert pd.isna(found["verdict"])
    assert pd.isna(found["reason"])


def test_the_mean_of_ratios_is_something_else() -> None:
    # The paper's ratio of means: (0.2 + 0.9) against (0.1 + 0.9). The mean of the ratios would be −25 %.
    assert cell([(0.2, 0.1), (0.9, 0.9)])["change_pct"] == pytest.approx(100 * (1.0 - 1.1) / 1.1)


@pytest.mark.parametrize(("intent", "expected"), [("altering", "drops"), ("preserving", "stays"), ("unknown", None)])
def test_expectation_follows_from_the_intent(intent: str, expected: str | None) -> None:
    found = cell(HAND, intent)["expected"]
    assert (None if pd.isna(found) else found) == expected


def test_failures_leave_the_cell_and_are_counted() -> None:
    found = cell([*HAND, (None, None), (0.9, None)])
    assert (found["n"], found["n_failed"]) == (4, 2)
    assert found["change_pct"] == pytest.approx(-22.5)
    assert found["p_value"] == 0.5
    assert found["reason"] == "2 of 6 failed: ValueError: bad"


def test_all_failed() -> None:
    found = cell([(None, None), (0.5, None)])
    assert (found["n"], found["n_failed"]) == (0, 2)
    assert found["reason"] == "2 of 2 failed: ValueError: bad"
    for name in ("base_mean", "mean", "change_pct", "change_abs", "low", "high", "p_value"):
        assert math.isnan(found[name]), name


def test_base_mean_of_zero_gives_the_absolute_change() -> None:
    found = cell([(0.0, 0.5), (0.0, 0.0), (0.0, 0.25), (0.0, 0.0)])
    assert math.isnan(found["change_pct"])
    assert math.isnan(found["change_pct_changed_only"])
    assert found["change_abs"] == 0.1875
    assert 0 <= found["low"] < 0.1875 < found["high"] <= 0.5
    assert found["reason"] == "base mean is 0: absolute change"


def test_scale_that_starts_below_zero_gives_the_absolute_change() -> None:
    found = cell([(0.5, 0.1), (-0.2, -0.4), (0.3, 0.3)], bounds={"m": (-1, 1)})
    assert math.isnan(found["change_pct"])
    assert found["change_abs"] == pytest.approx(-0.2)
    assert found["low"] < -0.2 < found["high"]
    assert found["reason"] == "scale starts at -1: absolute change"


@pytest.mark.parametrize("start", [1, -math.inf])
def test_other_scales(start: float) -> None:
    reason = cell([(2, 1), (3, 3)], bounds={"m": (start, 5)})["reason"]
    assert reason.startswith(f"scale starts at {start:g}: absolute change")


def test_negative_base_on_a_scale_from_zero() -> None:
    found = cell([(-0.5, -0.6), (0.1, 0.1)])
    assert math.isnan(found["change_pct"])
    assert found["reason"] == "base mean -0.2 is negative: absolute change"


def test_base_near_zero_keeps_the_percentage_and_says_so() -> None:
    found = cell([(0.002, 0.001), (0.003, 0.003)])
    assert found["change_pct"] == pytest.approx(-20)
    assert found["reason"] == "base mean 0.0025 is near 0: read the absolute change"
    assert pd.isna(cell([(0.2, 0.1), (0.3, 0.3)], bounds={"m": (0, math.inf)})["reason"])


def test_a_base_too_small_to_divide_by() -> None:
    found = cell([(5e-324, 0.5), (5e-324, 5e-324)])
    assert math.isnan(found["change_pct"])
    assert "is too small: absolute change" in found["reason"]


def test_no_interval_where_resamples_have_no_base() -> None:
    found = cell([(0.5, 0.2), (0.0, 0.1), (0.0, 0.0), (0.0, 0.0)])
    assert found["change_pct"] == pytest.approx(-40)
    assert math.isnan(found["low"])
    assert "% of the resamples: no interval" in found["reason"]


def test_single_example() -> None:
    found = cell([(0.5, 0.25)])
    assert (found["n"], found["change_pct"], found["p_value"]) == (1, -50.0, 1.0)
    assert math.isnan(found["low"])
    assert found["reason"] == "one example: no interval"


def test_nothing_changed() -> None:
    found = cell([(0.5, 0.5), (0.3, 0.3)])
    assert (found["n"], found["n_changed"], found["change_pct"], found["p_value"]) == (2, 0, 0.0, 1.0)
    assert math.isnan(found["change_pct_changed_only"])
    assert found["reason"] == "no example was changed"


def test_no_examples() -> None:
    with pytest.raises(ValueError, match=r"no rows.*at least one example"):
        compute_deltas(scores_frame([]), {})


def test_unknown_intent() -> None:
    with pytest.raises(ValueError, match="unknown intent 'bad' of 'negate'; use one of altering"):
        cell(HAND, "bad")


def test_repeats_are_averaged_to_one_example() -> None:
    first, second = rows([(0.5, 0.2), (0.4, None)]), rows([(0.5, 0.4), (0.4, 0.3)], repeat=1)
    failed = [*rows([(0.1, None)], example_id="z"), *rows([(0.1, None)], example_id="z", repeat=1)]
    found = compute_deltas(scores_frame([*first, *second, *failed]), {}).iloc[0]
    assert (found["n"], found["n_changed"], found["n_failed"], found["intent"]) == (2, 2, 1, "unknown")
    assert found["mean"] == pytest.approx((0.3 + 0.3) / 2)


def test_repeats_of_which_one_changed_nothing() -> None:
    scores = scores_frame([*rows([(0.5, 0.5)]), *rows([(0.5, 0.3)], repeat=1)])
    found = compute_deltas(scores, {}).iloc[0]
    assert (found["n"], found["n_changed"], found["mean"]) == (1, 1, pytest.approx(0.4))


def test_audit_findings_are_counted_on_changed_examples_only() -> None:
    deltas = compute_deltas(scores_frame(rows(HAND, audit="number changed")), {})
    assert deltas.loc[0, "n_audited_wrong"] == 2


def test_order_severities_and_variants_without_severity() -> None:
    every = [
        *rows(HAND, "b", severity=0.2),
        *rows(HAND, "b", severity=0.1),
        *rows(HAND, "a", severity=None),
        *rows(HAND, "c", metric="x"),
    ]
    deltas = compute_deltas(scores_frame(every), {"c": "altering", "b": "preserving"}, metrics=["x", "m"])
    assert list(deltas["perturbation"]) == ["c", "b", "b", "a"]
    assert list(deltas["severity"][:3]) == [1.0, 0.1, 0.2]
    assert math.isnan(deltas["severity"][3])
    assert list(deltas["intent"]) == ["altering", "preserving", "preserving", "unknown"]


def test_averages() -> None:
    half: list[Pair] = [(0.4, 0.2), (0.6, 0.3)]
    every = [
        *rows(HAND, "a"),
        *rows(half, "b"),
        *rows([(0.5, 0.5)], "untouched"),
        *rows([(0.0, 0.1)], "zero"),
        *rows(half, "p"),
        *rows([(None, None)], "q", metric="broken"),
    ]
    intents = dict.fromkeys(["a", "b", "untouched", "zero"], "altering") | {"p": "preserving", "q": "preserving"}
    found = averages(compute_deltas(scores_frame(every), intents))
    assert found.to_dict("records") == [
        {"intent": "altering", "metric": "m", "component": "m", "n_cells": 2, "change_pct": pytest.approx(-36.25)},
        {"intent": "preserving", "metric": "m", "component": "m", "n_cells": 1, "change_pct": pytest.approx(-50.0)},
    ]


SCORE = st.floats(0, 1, width=32)
PAIR = st.one_of(st.tuples(SCORE, SCORE), SCORE.map(lambda score: (score, score)), st.tuples(SCORE, st.none()))


@settings(max_examples=60, deadline=None)
@given(st.lists(PAIR, min_size=1, max_size=15), st.lists(PAIR, min_size=1, max_size=15), st.randoms())
def test_laws(one: list[Pair], two: list[Pair], source: random.Random) -> None:
    every = [*rows(one, "a"), *rows(two, "b"), *rows(two, "a", metric="n")]
    intents = {"a": "altering", "b": "preserving"}
    deltas = compute_deltas(scores_frame(every), intents, resamples=100)
    # the order of the rows does not matter, to the last bit
    shuffled = scores_frame(source.sample(every, len(every))).sample(frac=1, random_state=source.randint(0, 99))
    pd.testing.assert_frame_equal(compute_deltas(shuffled, intents, resamples=100), deltas, check_exact=True)
    # a cell is the same whatever else is in the frame
    alone = compute_deltas(scores_frame(rows(two, "b")), intents, resamples=100)
    beside = deltas[deltas["perturbation"] == "b"].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, beside, check_exact=True)
    assert (deltas["n"] + deltas["n_failed"] == [len(one), len(two), len(two)]).all()
    whole = deltas[deltas["change_pct"].notna() & deltas["low"].notna()]
    assert (whole["low"] <= whole["high"]).all()
    assert deltas["p_value"].dropna().between(0, 1, inclusive="right").all()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(1 / 64, 1, width=32), SCORE), min_size=2, max_size=15))
def test_percentages_do_not_depend_on_the_unit_of_the_scale(pairs: list[tuple[float, float]]) -> None:
    magnified = [(64 * base, 64 * score) for base, score in pairs]
    small, large = cell(pairs, resamples=100), cell(magnified, bounds={"m": (0, 64)}, resamples=100)
    for name in ("change_pct", "low", "high", "change_pct_changed_only", "p_value"):
        assert large[name] == pytest.approx(small[name], nan_ok=True, rel=1e-9), name


def test_cells_with_the_same_examples_share_resamples() -> None:
    every = [*rows(HAND, "a"), *rows(HAND, "b"), *rows(HAND, "a", metric="n")]
    deltas = compute_deltas(scores_frame(every), {})
    assert deltas["low"].nunique() == deltas["high"].nunique() == 1


def test_a_large_run() -> None:
    n, source = 10_000, np.random.default_rng(0)
    parts = []
    for metric in ("a", "b", "c"):
        base = source.random(n)
        for number in range(14):
            score = base * source.random(n)
            parts.append(
                pd.DataFrame({"example_id": np.arange(n).astype(str), "perturbation": f"p{number}", "severity": 0.1})
                .assign(repeat=0, metric=metric, component=metric, status="ok", reason=None)
                .assign(base_score=base, score=score, n_edits=1, audit=None)
            )
    deltas = compute_deltas(scores_frame(pd.concat(parts)), {})
    assert len(deltas) == 42
