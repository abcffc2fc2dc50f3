"""A metric of which lower scores are better is judged like its mirror image, everywhere in a report."""

from __future__ import annotations

import random
from typing import Any

import pandas as pd
import pytest

from metricstress.reports.cell_examples import cell_examples
from metricstress.reports.deltas import compute_deltas
from metricstress.reports.discrimination import discriminate
from metricstress.reports.frames import scores_frame
from metricstress.reports.html import to_html
from metricstress.reports.html_worst import worst_examples
from metricstress.reports.run_diff import Side, compare_runs
from metricstress.reports.scorecard import scorecards
from metricstress.reports.table import build_grid
from metricstress.reports.terminal import to_terminal

INTENTS = {"completeness": "altering", "shuffle": "altering", "typos": "preserving"}
META: dict[str, Any] = {"lower_is_better": ["error"]}


@pytest.fixture(scope="module")
def scores() -> pd.DataFrame:
    """`good` falls by about a half, a twentieth and nothing; `error` is its mirror image about .5, and so rises."""
    chance = random.Random(3)
    rows = []
    for number in range(40):
        for perturbation, factor in {"completeness": 0.5, "shuffle": 0.95, "typos": 0.995}.items():
            base = 0.5
            after = base * factor + chance.uniform(-0.002, 0.002)
            for metric, before, now in (("good", base, after), ("error", 1 - base, 1 - after)):
                rows.append(
                    {"example_id": f"e{number:02}", "perturbation": perturbation, "severity": 0.5, "repeat": 0}
                    | {"metric": metric, "component": metric, "status": "ok", "reason": None}
                    | {"base_score": before, "score": now, "n_edits": 1, "audit": None}
                )
    return scores_frame(rows)


@pytest.fixture(scope="module")
def deltas(scores: pd.DataFrame) -> pd.DataFrame:
    return compute_deltas(scores, INTENTS, lower_is_better=["error"], resamples=50)


def test_it_is_judged_as_its_mirror_image(scores: pd.DataFrame, deltas: pd.DataFrame) -> None:
    found = discriminate(scores, INTENTS, lower_is_better=["error"])
    assert found["error", "error"].auc == found["good", "good"].auc > 0.9
    cards = {card.label: card for card in scorecards(build_grid(scores, deltas, META), found, META)}
    for name in ("good", "error"):
        assert [finding.name for finding in cards[name].blind] == ["shuffle"]
        assert not cards[name].jumpy
    assert "falls by only" in cards["good"].blind[0].text
    assert "rises by only" in cards["error"].blind[0].text
    without = discriminate(scores, INTENTS)
    assert without["error", "error"].auc < 0.1


def test_its_blind_share_and_worst_examples_are_those_of_its_mirror_image(
    scores: pd.DataFrame, deltas: pd.DataFrame
) -> None:
    shares = deltas[deltas["perturbation"] == "shuffle"].set_index("metric")["blind_share"]
    assert shares["error"] == shares["good"]
    worst = worst_examples(scores, INTENTS, each=3, lower_is_better=["error"])
    ids = {metric: [found.key[0] for found in worst["shuffle", 0.5, metric, metric]] for metric in ("good", "error")}
    assert ids["good"] == ids["error"]
    cell = {"perturbation": "shuffle", "severity": 0.5, "intent": "altering"}
    chosen = {
        metric: cell_examples(
            scores, {**cell, "metric": metric, "component": metric}, count=3, lower_is_better=metric == "error"
        ).chosen
        for metric in ("good", "error")
    }
    assert [one.example_id for one in chosen["good"]] == [one.example_id for one in chosen["error"]]


def test_a_version_that_notices_more_is_better(scores: pd.DataFrame, deltas: pd.DataFrame) -> None:
    # B notices the shuffle as much as A notices what is left out.
    other = scores.copy()
    shuffled = other["perturbation"] == "shuffle"
    other.loc[shuffled, "score"] += 0.2 * other.loc[shuffled, "metric"].map({"good": -1.0, "error": 1.0})
    sides = [Side(frame, compute_deltas(frame, INTENTS, resamples=50)) for frame in (scores, other)]
    found = compare_runs(*sides, lower_is_better=["error"], resamples=50)
    assert {cell.a[2]: cell.verdict for cell in found.cells if cell.a[0] == "shuffle"} == dict.fromkeys(
        ("good", "error"), "better"
    )


def test_reports_say_so(scores: pd.DataFrame, deltas: pd.DataFrame) -> None:
    for text in (to_terminal(scores, deltas, META, width=200), to_html(scores, deltas, META)):
        assert "Of error lower scores are better" in text
    assert "lower scores are better: what" not in to_terminal(scores, deltas, {}, width=200)
