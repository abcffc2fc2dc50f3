"""The rules of the scorecard, cell by cell, and the words made from them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from metricstress.reports.deltas import compute_deltas
from metricstress.reports.discrimination import discriminate
from metricstress.reports.frames import REFUSED, scores_frame
from metricstress.reports.scorecard import RULES, Scorecard, judge_cell, ranked, scorecards
from metricstress.reports.table import Cell, build_grid

CELL = Cell(
    change_pct=-20.0,
    change_abs=-0.1,
    low=-22.0,
    high=-18.0,
    change_pct_changed_only=-20.0,
    change_abs_changed_only=-0.1,
    base_mean=0.5,
    mean=0.4,
    p_value=0.001,
    n=60,
    n_changed=50,
    n_not_applicable=10,
    n_failed=0,
    n_audited_wrong=0,
    reason=None,
    verdict=None,
)

INTENTS = {"cut": "altering", "shuffle": "altering", "typos": "preserving", "noise": "preserving", "other": "unknown"}
META = {"perturbations": [{"name": "shuffle", "summary": "puts the words into a random\norder"}]}


@pytest.mark.parametrize(
    ("intent", "change", "low", "high", "marks"),
    [
        ("altering", -20.0, -22.0, -18.0, ""),
        ("altering", -10.0, -10.0, -10.0, "~"),
        ("altering", -12.0, -15.0, -9.0, "~"),
        ("altering", -9.9, -11.0, -8.0, "✗~"),
        ("altering", -2.0, -3.0, -1.0, "✗"),
        ("altering", 0.0, 0.0, 0.0, "✗"),
        ("altering", 15.0, 11.0, 19.0, "✗"),
        ("preserving", 0.0, 0.0, 0.0, ""),
        ("preserving", -4.0, -4.5, -3.5, ""),
        ("preserving", 4.0, 3.0, 5.5, "~"),
        ("preserving", -5.0, -5.0, -5.0, "~"),
        ("preserving", -6.0, -7.0, -4.0, "✗~"),
        ("preserving", 6.0, 5.5, 6.5, "✗"),
        ("preserving", -20.0, -22.0, -18.0, "✗"),
    ],
)
def test_the_change_decides_and_the_interval_says_how_close_it_was(
    intent: str, change: float, low: float, high: float, marks: str
) -> None:
    assert judge_cell(intent, replace(CELL, change_pct=change, low=low, high=high)).marks == marks


@pytest.mark.parametrize(
    ("intent", "changes", "reason"),
    [
        ("unknown", {}, "its intent is not known"),
        ("altering", {"n_failed": 61}, "more scores failed than not"),
        ("altering", {"verdict": REFUSED}, "too many scores failed"),
        ("altering", {"n_changed": 0}, "no example was both changed and scored"),
        ("preserving", {"change_pct": math.nan}, "no percentage exists"),
        ("preserving", {"reason": "base mean 0.001 is near 0: read the absolute change"}, "the base mean is near 0"),
        ("preserving", {"n_changed": 19}, "fewer than 20 changed examples"),
    ],
)
def test_a_cell_that_cannot_be_judged_says_why_and_has_no_mark(
    intent: str, changes: dict[str, Any], reason: str
) -> None:
    found = judge_cell(intent, replace(CELL, **changes))
    assert (found.status, found.reason, found.marks) == ("unjudged", reason, "")


def test_the_rules_say_the_numbers_by_which_cells_are_judged() -> None:
    text = " ".join(RULES)
    for number in ("10 %", "5 %", "95 %", "20 changed"):
        assert number in text


def cards(metrics: dict[str, dict[tuple[str, float], float]], examples: int = 40) -> dict[str, Scorecard]:
    """Scorecards of metrics given as perturbation and severity to the factor by which the score changes."""
    rows = [
        {"example_id": f"e{n:02}", "perturbation": name, "severity": severity, "repeat": 0, "metric": metric}
        | {"component": metric, "status": "ok", "reason": None, "base_score": 0.4 + n / 100}
        | {"score": (0.4 + n / 100) * factor, "n_edits": 1, "audit": None}
        for metric, factors in metrics.items()
        for (name, severity), factor in factors.items()
        for n in range(examples)
    ]
    scores = scores_frame(rows)
    grid = build_grid(scores, compute_deltas(scores, INTENTS, resamples=50), META)
    return {card.label: card for card in scorecards(grid, discriminate(scores, INTENTS), META)}


def test_a_scorecard_says_in_words_what_a_metric_is_blind_to_and_jumpy_about() -> None:
    found = cards(
        {
            "bag": {("cut", 1): 0.5, ("shuffle", 1): 1.0, ("typos", 1): 0.8, ("noise", 1): 0.9, ("other", 1): 0.1},
            "still": {("cut", 1): 1.0, ("shuffle", 1): 1.0, ("typos", 1): 1.0, ("noise", 1): 1.0},
            "good": {("cut", 1): 0.5, ("shuffle", 1): 0.6, ("typos", 1): 0.99, ("noise", 1): 1.0},
        }
    )
    bag = found["bag"]
    assert [(item.name, item.text, item.summary) for item in bag.blind] == [
        ("shuffle", "does not move [0.0, 0.0]", "puts the words into a random order")
    ]
    assert [(item.name, item.text) for item in bag.jumpy] == [
        ("typos", "falls by 20.0 % [−20.0, −20.0]"),
        ("noise", "falls by 10.0 % [−10.0, −10.0]"),
    ]
    assert bag.summary == "falls enough under 1 of 2 altering changes, keeps still under 0 of 2 preserving ones"
    assert found["still"].remark and not bag.remark and not found["good"].remark
    assert not found["good"].blind and not found["good"].jumpy
    assert [card.label for card in ranked(list(found.values()))] == ["good", "bag", "still"]
    assert found["good"].discrimination is not None and found["good"].discrimination.auc == 1


def test_of_an_altering_ladder_only_the_highest_severity_is_judged_and_of_a_preserving_one_all() -> None:
    ladder = {("cut", 0.1): 0.99, ("cut", 0.5): 0.7, ("typos", 0.1): 0.93, ("typos", 0.2): 0.9, ("typos", 0.05): 1.0}
    card = cards({"m": ladder})["m"]
    assert not card.blind and (card.n_altering, card.n_preserving) == (1, 3)
    assert [item.text for item in card.jumpy] == [
        "falls by 7.0 % [−7.0, −7.0] at severity 0.1; falls by 10.0 % [−10.0, −10.0] at severity 0.2"
    ]
    assert (card.n_jumpy, card.unjudged) == (2, ())


def test_too_few_examples_make_no_verdict() -> None:
    card = cards({"m": {("cut", 1): 1.0, ("typos", 1): 0.5}}, examples=5)["m"]
    assert card.summary == "no row could be judged"
    assert card.unjudged == ("cut, typos: fewer than 20 changed examples",)
