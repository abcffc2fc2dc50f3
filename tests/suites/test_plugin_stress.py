"""One cell by hand: its numbers, the examples it shows, and what may be given."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import metricstress.suites
from metricstress.metrics_under_test.metric import Item, PairMetric
from metricstress.metrics_under_test.wrap import wrap
from metricstress.perturb import noise, random_shuffle, typos
from metricstress.suites import drops, examples_from, monotone, stays
from metricstress.suites.errors import UsageError
from metricstress.suites.example import Example
from metricstress.suites.explain import explain, record_of_cell, report_text, table_lines
from metricstress.suites.given import read_given
from metricstress.suites.remembering import Remembering
from metricstress.suites.scoring import items_of
from metricstress.suites.stress import score_cells, stress

TEXTS = [
    "The bridge was built in 1901 and it is very old.",
    "Three companies began to build it with large machines.",
    "It is late.",
    "12.",
]


def overlap(candidate: str, reference: str) -> float:
    words = set(reference.split())
    return len(words & set(candidate.split())) / len(words)


def distance(candidate: str, reference: str) -> float:
    return 1.5 - overlap(candidate, reference)


def test_a_result_is_made_to_assert_on() -> None:
    result = stress(overlap, typos(1.0), TEXTS)
    assert (result.n, result.n_not_applicable, result.n_failed, result.n_total) == (3, 1, 0, 4)
    assert result.base_mean == 1
    assert result.change == pytest.approx(result.mean - 1)
    assert result.low <= result.change <= result.high < 0
    assert result.reasons("not_applicable") == {"no_opportunity": 1}
    assert re.fullmatch(r"<overlap × typos@1: change=-0\.\d+, n=3 of 4>", repr(result))
    assert stress(overlap, "typos@1", TEXTS, limit=2).n_total == 2


def test_no_change_fails_every_comparison() -> None:
    result = stress(overlap, "num2text", ["Nothing to spell out."])
    assert math.isnan(result.change) and result.n == 0 and result.cell.change is None
    assert not result.change > -1 and not result.change < 1
    assert result.worst() == []


def test_worst_examples_by_what_was_expected() -> None:
    result = stress(overlap, typos(0.5), TEXTS)
    rows = result.scores[result.scores["status"] == "ok"].set_index("example_id")
    change = (rows["score"] - rows["base_score"]).to_dict()
    moved, kept = result.worst(3, "stays"), result.worst(3, "drops")
    assert [change[example.id] for example in moved] == sorted(change.values())
    assert [change[example.id] for example in kept] == sorted(change.values(), reverse=True)
    for example in moved:
        assert example.before in TEXTS and example.after != example.before
        assert overlap(example.after, example.before) == pytest.approx(example.score)
    lower = PairMetric("distance", distance, lambda: "", bounds=(0, math.inf), higher_is_better=False)
    assert [example.id for example in stress(lower, typos(0.5), TEXTS).worst(3, "drops")] == [e.id for e in kept]


def test_worst_examples_of_a_ladder_stand_at_the_step_that_rises() -> None:
    """The metric likes long texts, so it rises from step to step."""
    longer = wrap(lambda candidate, reference: float(len(candidate)), "length")
    ladder = [metricstress.perturb.redundancy_words(severity) for severity in (0.2, 0.9)]
    (result,) = score_cells(longer, ladder, read_given(TEXTS))
    outcome = result.judge(monotone(min_n=1))
    assert outcome.status == "fail"
    (worst,) = result.worst(1, "monotone")
    assert len(worst.before) == worst.base_score < worst.score == len(worst.after)
    text = explain(result, monotone(min_n=1), outcome)
    assert text.splitlines()[0] == outcome.text
    assert "@0.2   95% CI" in text and "whose score improved most with severity" in text


def test_perturbations_that_need_the_other_examples() -> None:
    result = stress(overlap, noise, TEXTS)
    worst = result.worst(1, "stays")[0]
    assert any(text in worst.after for text in TEXTS if text != worst.before)


def test_ids_that_no_file_can_hold() -> None:
    examples = [Example("\ud800", "", read_given(["It is late and cold."])[0].evidence)]
    assert stress(overlap, random_shuffle, examples).worst()[0].before == "It is late and cold."


def test_texts_of_a_failure_and_of_the_table() -> None:
    result = stress(overlap, "random_shuffle", TEXTS)
    expectation = drops(at_least=0.2, min_n=2)
    outcome = result.judge(expectation)
    lines = explain(result, expectation, outcome, worst=2, rerun="pytest x").splitlines()
    assert lines[0] == "overlap × random_shuffle@1: +0.0%, expected: drops by at least 20%"
    assert "  The 2 examples whose score got worse least:" in lines and lines[-1] == "  Rerun: pytest x"
    assert not any(" - " in line for line in explain(result, expectation, outcome, worst=0).splitlines())
    record = {**record_of_cell(result, expectation, outcome), "nodeid": "x", "xfail": None}
    json.dumps(record, allow_nan=False)
    assert table_lines([record])[1].split() == (
        "overlap random_shuffle@1 +0.0% [+0.0%, +0.0%] 3/4 FAIL drops by at least 20%".split()
    )
    assert json.loads(report_text([record], ".json"))["cells"][0]["n"] == 3
    assert report_text([record], ".md").startswith("```text\nmetric ")
    assert report_text([], ".json") == '{\n "schema": 1,\n "cells": []\n}\n'


def test_absolute_changes_of_a_scale_without_a_zero() -> None:
    signed = PairMetric("signed", lambda c, r: overlap(c, r) - 0.5, lambda: "", bounds=(-1, 1))
    result = stress(signed, typos(1.0), TEXTS)
    assert result.absolute and result.change == pytest.approx(result.mean - result.base_mean)
    relative, absolute = stays(within=0.01, min_n=1), stays(within=0.01, min_n=1, absolute=True)
    assert result.judge(relative).status == "error"
    assert result.judge(absolute).status == "fail"
    assert "scale starts at -1: absolute change" in explain(result, absolute, result.judge(absolute))
    assert stress(overlap, typos(1.0), TEXTS, absolute=True).absolute


def test_base_texts_are_scored_once() -> None:
    asked: list[str] = []

    def counting(candidate: str, reference: str) -> float:
        asked.append(candidate)
        return overlap(candidate, reference)

    examples = read_given(TEXTS)
    metric = Remembering(wrap(counting), examples)
    plain = [score_cells(wrap(overlap), (change,), examples)[0].cell.change for change in (typos(1.0), random_shuffle)]
    seen = [score_cells(metric, (change,), examples)[0].cell.change for change in (typos(1.0), random_shuffle)]
    assert seen == plain
    assert all(asked.count(text) == 1 for text in TEXTS)
    (known,) = items_of(examples[0], []).values()
    new = Item("It is new.", "It is late.")
    before = len(asked)
    assert metric.score([known, new, new]) == wrap(counting).score([known, new, new])
    assert asked[before : before + 2].count(TEXTS[0]) == 0


def test_everything_that_may_be_given_as_examples(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("system,gold\nIt is late.,It was late.\nWe are here.,We were there.\n")
    columns = {"candidate": "system", "reference": "gold"}
    from_file = examples_from("pairs.csv", columns=columns, limit=1).read(tmp_path)
    pair = read_given([("It is late.", "It was late.")])
    row = read_given([{"candidate": "It is late.", "reference": "It was late.", "id": 7}])
    assert from_file[0].evidence == pair[0].evidence == row[0].evidence
    assert from_file[0].reference == pair[0].reference == row[0].reference
    assert row[0].id == "7" and read_given(pair) == pair
    assert len({example.id for example in read_given(["same", "same", "same"])}) == 3
    assert len(read_given(None)) > 50


@pytest.mark.parametrize(
    ("use", "told"),
    [
        (lambda: read_given([]), "examples is an empty list"),
        (lambda: read_given([3]), "examples[0] is 3; expected a text, a pair (candidate, reference)"),  # type: ignore[list-item]
        (lambda: read_given([{"text": 3}]), "examples[0]: field 'text': expected text or a list of passages"),
        (lambda: read_given({"candidate": "x"}), "examples are a file or a list, but got a dict"),
        (lambda: read_given("gone.jsonl"), "gone.jsonl"),
        (lambda: stress("ev2r.reference_based", "typos", TEXTS), "has the components precision, recall, f1"),
        (lambda: stress(str, "typos", TEXTS), "str is a class"),
        (lambda: stress(overlap, "typos", TEXTS, component="f1"), "overlap has no component 'f1'"),
    ],
)
def test_wrong_use_is_told(use: Callable[[], Any], told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        use()


def test_all_public_names_can_be_imported() -> None:
    for name in metricstress.suites.__all__:
        assert getattr(metricstress.suites, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'stay'"):
        metricstress.suites.stay  # noqa: B018
