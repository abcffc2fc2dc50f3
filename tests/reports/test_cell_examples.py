"""The examples behind a cell, and what the diff of their evidence says."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.cell_examples import cell_examples, evidence_diff, telling_order
from metricstress.reports.frames import scores_frame

CHANGES = {"a": -0.3, "b": 0.0, "c": 0.1, "d": -0.05, "e": 0.0}


def row(example: str, change: float, **other: Any) -> dict[str, Any]:
    return {
        "example_id": example,
        "perturbation": "typos",
        "severity": 0.1,
        "repeat": 0,
        "metric": "bleu",
        "component": "bleu",
        "status": "ok",
        "reason": None,
        "base_score": 0.5,
        "score": 0.5 + change,
        "n_edits": 2,
        "audit": None,
    } | other


def cell(intent: str, severity: float = 0.1) -> dict[str, Any]:
    return {"perturbation": "typos", "severity": severity, "metric": "bleu", "component": "bleu", "intent": intent}


@pytest.mark.parametrize(
    ("intent", "order", "ids"),
    [
        ("altering", None, "cbeda"),  # a rise is worse than no movement
        ("altering", "most", "acdbe"),
        ("preserving", None, "acdbe"),
        ("preserving", "least", "bedca"),
        ("unknown", None, "acdbe"),
    ],
)
def test_order(intent: str, order: Any, ids: str) -> None:
    scores = scores_frame(row(name, change) for name, change in CHANGES.items())
    found = cell_examples(scores, cell(intent), count=9, order=order)
    assert "".join(example.example_id for example in found.chosen) == ids
    assert (found.n_fell, found.n_stayed, found.n_rose) == (2, 2, 1)
    assert found.order == (order or telling_order(intent))
    fewer = cell_examples(scores, cell(intent), count=2, order=order)
    assert fewer.chosen == found.chosen[:2]


def test_only_changed_examples_of_the_cell_and_repeats_as_one() -> None:
    scores = scores_frame(
        [
            row("a", -0.2, audit="number changed"),
            row("a", -0.4, repeat=1),
            row("b", 0, status="not_applicable", reason="no_text", score=0.5),
            row("c", 0, status="failed", reason="no reply", score=None),
            row("d", -0.9, severity=0.2),
            row("e", -0.9, metric="chrf", component="chrf"),
            row("f", -0.1, severity=None, n_edits=None),
        ]
    )
    (example,) = cell_examples(scores, cell("preserving"), count=9).chosen
    assert (example.example_id, example.n_edits, example.audit) == ("a", 2, "number changed")
    assert example.change == pytest.approx(-0.3)
    (variant,) = cell_examples(scores, cell("preserving", math.nan), count=9).chosen
    assert (variant.example_id, variant.n_edits) == ("f", None)


def passages(*texts: str) -> tuple[tuple[str, str], ...]:
    return tuple(("", text) for text in texts)


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (passages("One.", "It was lawful."), passages("One.", "It was unlawful."), ["It was [-lawful.-]{+unlawful.+}"]),
        (passages("One.", "Two."), passages("Two."), ["[-One.-]"]),
        (passages("One."), passages("One.", "Else\nwhere."), ["{+Else where.+}"]),
        (passages("One.", "Two."), passages("Two.", "One."), ["moved: Two."]),
        (passages("One."), passages("One."), []),
        ((("Who?", "Ada."),), (("Who?", ""),), ["[-Ada.-]"]),
        (passages("A <script>x</script> b c d"), passages("A b c d"), ["A[- <script>x</script>-] b c d"]),
        (passages("x\x1b[31m"), passages(), ["[-x\ufffd[31m-]"]),
    ],
)
def test_evidence_diff(before: Any, after: Any, lines: list[str]) -> None:
    assert evidence_diff(before, after) == lines


def test_one_word_in_a_passage_of_a_hundred_thousand_characters() -> None:
    words = [f"w{number}" for number in range(20_000)]
    changed = [*words[:15_000], "OTHER", *words[15_001:]]
    (line,) = evidence_diff(passages(" ".join(words)), passages(" ".join(changed)), width=160)
    assert "[-w15000-]{+OTHER+}" in line
    assert len(line) < 160


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_any_text_gives_printable_lines(before: list[str], after: list[str]) -> None:
    lines = evidence_diff(passages(*before), passages(*after), width=60)
    assert all(line.isprintable() for line in lines), lines
    assert bool(lines) or passages(*before) == passages(*after)
