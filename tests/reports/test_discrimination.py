"""Discrimination against its definition, against scipy, and the laws of its interval."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from metricstress.reports.discrimination import area_under_curve, discriminate
from metricstress.reports.frames import scores_frame
from metricstress.reports.scores_file import scores_table, write_table

INTENTS = {"cut": "altering", "swap": "altering", "typos": "preserving", "elsewhere": "unknown"}

DROPS = st.lists(st.sampled_from([-0.2, 0.0, 0.1, 0.1, 0.3, 0.5]), min_size=1, max_size=12)


def area(altering: list[float], preserving: list[float], repeats: int = 1) -> tuple[float, float, float]:
    """Every drop is of an example of its own, which gives it `repeats` times."""
    first = np.repeat(np.array(altering), repeats), np.repeat(np.array(preserving), repeats)
    examples = np.arange(len(altering)), len(altering) + np.arange(len(preserving))
    return area_under_curve(*first, *(np.repeat(numbers, repeats) for numbers in examples))


def row(example: int, perturbation: str, base: float, score: float | None, **more: Any) -> dict[str, Any]:
    found = {"example_id": f"e{example:03}", "perturbation": perturbation, "severity": 1.0, "repeat": 0, "metric": "m"}
    found |= {"component": "m", "status": "ok" if score is not None else "failed", "base_score": base, "score": score}
    return found | {"reason": None if score is not None else "no answer", "n_edits": 1, "audit": None} | more


@given(DROPS, DROPS)
def test_the_area_is_the_share_of_pairs_won_with_ties_half(altering: list[float], preserving: list[float]) -> None:
    won = [(one > other) + (one == other) / 2 for one in altering for other in preserving]
    assert area(altering, preserving)[0] == pytest.approx(sum(won) / len(won), abs=1e-12)


@given(DROPS, DROPS)
def test_the_area_is_the_u_statistic_of_mann_and_whitney(altering: list[float], preserving: list[float]) -> None:
    u = mannwhitneyu(altering, preserving).statistic
    assert area(altering, preserving)[0] == pytest.approx(u / (len(altering) * len(preserving)), abs=1e-12)


@given(DROPS, DROPS)
def test_exchanging_the_sides_mirrors_the_area_and_its_interval(altering: list[float], preserving: list[float]) -> None:
    auc, low, high = area(altering, preserving)
    mirrored = area(preserving, altering)
    assert mirrored == pytest.approx((1 - auc, 1 - high, 1 - low), abs=1e-9, nan_ok=True)


@given(DROPS, DROPS, st.integers(2, 4))
def test_more_texts_of_the_same_examples_make_nothing_surer(
    altering: list[float], preserving: list[float], repeats: int
) -> None:
    """Texts of one example are not independent: repeating them all must not narrow the interval."""
    assert area(altering, preserving, repeats) == pytest.approx(area(altering, preserving), abs=1e-9, nan_ok=True)


@given(DROPS, DROPS)
def test_an_interval_stays_inside_the_scale_and_holds_the_area(altering: list[float], preserving: list[float]) -> None:
    auc, low, high = area(altering, preserving)
    assert math.isnan(low) == (auc in (0, 1))
    assert math.isnan(low) or 0 <= low <= auc <= high <= 1


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Normal drops a standard deviation apart have the area Φ(1/√2) = 0.760; each example gives correlated texts."""
    truth, hits, rounds = 0.7602, 0, 400
    chance = np.random.default_rng(0)
    for _ in range(rounds):
        own = chance.normal(size=(60, 1)) * math.sqrt(0.5)
        drops = own + chance.normal(size=(60, 4)) * math.sqrt(0.5)
        examples = np.repeat(np.arange(60), 2)
        _, low, high = area_under_curve(drops[:, :2].ravel() + 1, drops[:, 2:].ravel(), examples, examples)
        hits += low <= truth <= high
    # Correlation within an example makes the pairs of one example differ: the area over all pairs moves by under 0.002.
    assert 0.92 <= hits / rounds <= 0.98


def test_only_changed_texts_of_known_intent_count_and_failures_are_told() -> None:
    rows = [row(number, "cut", 0.8, 0.2) for number in range(4)] + [row(9, "swap", 0.8, None)]
    rows += [row(number, "typos", 0.8, 0.7) for number in range(3)]
    rows += [row(5, "typos", 0.8, 0.8, status="not_applicable", reason="no word"), row(5, "elsewhere", 0.8, 0.0)]
    found = discriminate(scores_frame(rows), INTENTS)["m", "m"]
    assert (found.auc, found.n_altering, found.n_preserving, found.n_failed) == (1.0, 4, 3, 1)
    assert math.isnan(found.low)


def test_without_one_of_the_sides_there_is_no_area() -> None:
    found = discriminate(scores_frame([row(1, "cut", 0.5, 0.1)]), INTENTS)["m", "m"]
    assert math.isnan(found.auc) and math.isnan(found.low)


def test_rounding_of_a_subtraction_is_a_tie() -> None:
    rows = [row(1, "cut", 0.3, 0.2), row(1, "typos", 0.4, 0.3), row(2, "cut", 0.9, 0.8), row(2, "typos", 0.2, 0.1)]
    assert discriminate(scores_frame(rows), INTENTS)["m", "m"].auc == 0.5


@given(st.lists(st.tuples(st.sampled_from(["cut", "typos"]), st.floats(0, 1)), min_size=2, max_size=20), st.randoms())
def test_a_file_in_pieces_and_rows_in_any_order_give_the_same(pairs: list[tuple[str, float]], chance: Any) -> None:
    rows = [row(number, name, 0.5, score) for number, (name, score) in enumerate(pairs)]
    mixed = chance.sample(rows, len(rows))
    assert repr(discriminate(scores_frame(mixed), INTENTS)) == repr(discriminate(scores_frame(rows), INTENTS))


def test_a_file_gives_what_the_frame_gives(tmp_path: Path) -> None:
    rows = [row(n, name, 0.5, (n * 7 % 11) / 11) for n in range(30) for name in INTENTS]
    rows += [row(n, name, 0.5, (n * 5 % 13) / 13) | {"metric": "k"} for n in range(30) for name in INTENTS]
    write_table(scores_table(rows), tmp_path / "scores.parquet")
    assert discriminate(tmp_path / "scores.parquet", INTENTS) == discriminate(scores_frame(rows), INTENTS)
