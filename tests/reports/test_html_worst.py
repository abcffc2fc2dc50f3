"""The worst examples of a cell, against sorting them all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.frames import scores_frame
from metricstress.reports.html_worst import worst_examples
from metricstress.reports.scores_file import scores_table, write_table

INTENTS = {"cut": "altering", "typos": "preserving"}
VALUES = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.8, 1.0])
PAIRS = st.lists(st.tuples(VALUES, VALUES, st.sampled_from(["ok", "ok", "not_applicable"])), min_size=1, max_size=12)


def rows(pairs: list[tuple[float, float, str]], perturbation: str) -> list[dict[str, Any]]:
    return [
        {"example_id": f"e{n:02}", "perturbation": perturbation, "severity": 0.5, "repeat": 0, "metric": "m"}
        | {"component": "m", "status": status, "reason": None if status == "ok" else "no word", "base_score": base}
        | {"score": score if status == "ok" else base, "n_edits": 1, "audit": "wrong" if n == 0 else None}
        for n, (base, score, status) in enumerate(pairs)
    ]


def badness(perturbation: str, base: float, score: float) -> tuple[float, float]:
    if perturbation == "typos":
        return -round(abs(score - base), 9), 0
    return (-round((score - base) / base, 9) if base > 0 else float("inf")), round(base - score, 9)


@given(PAIRS, st.sampled_from(["cut", "typos"]), st.integers(1, 3), st.randoms())
def test_they_are_the_first_of_all_changed_examples_in_order(
    pairs: list[tuple[float, float, str]], perturbation: str, each: int, chance: Any
) -> None:
    every = rows(pairs, perturbation)
    found = worst_examples(scores_frame(chance.sample(every, len(every))), INTENTS, each=each)
    changed = [row for row in every if row["status"] == "ok"]
    changed.sort(key=lambda row: (*badness(perturbation, row["base_score"], row["score"]), row["example_id"]))
    expected = [row["example_id"] for row in changed[:each]]
    assert [example.key[0] for examples in found.values() for example in examples] == expected


@pytest.mark.parametrize(
    ("perturbation", "pairs", "worst"),
    [
        ("cut", [(0.8, 0.4), (0.8, 0.7), (0.8, 0.1)], "e01"),
        ("cut", [(0.0, 0.0), (0.8, 0.4)], "e01"),
        ("cut", [(0.8, 0.4), (0.2, 0.3)], "e01"),
        ("cut", [(-2.0, -3.0), (-2.0, -2.1)], "e01"),
        ("typos", [(0.8, 0.7), (0.8, 0.2)], "e01"),
        ("typos", [(0.5, 0.4), (0.5, 0.9)], "e01"),
        ("typos", [(0.5, 0.4), (0.5, 0.4)], "e00"),
    ],
)
def test_least_fallen_where_altered_most_moved_where_kept(
    perturbation: str, pairs: list[tuple[float, float]], worst: str
) -> None:
    every = rows([(base, score, "ok") for base, score in pairs], perturbation)
    (found,) = worst_examples(scores_frame(every), INTENTS, each=1)[perturbation, 0.5, "m", "m"]
    assert found.key == (worst, perturbation, 0.5)


def test_a_file_gives_what_the_frame_gives_with_scores_and_objections(tmp_path: Path) -> None:
    every = rows([(0.5, 0.1, "ok"), (0.5, 0.4, "ok")], "typos")
    write_table(scores_table(every), tmp_path / "scores.parquet")
    found = worst_examples(tmp_path / "scores.parquet", INTENTS)
    assert found == worst_examples(scores_frame(every), INTENTS)
    first, second = found["typos", 0.5, "m", "m"]
    assert (first.base_score, first.score, first.audit, second.audit) == (0.5, 0.1, "wrong", None)
