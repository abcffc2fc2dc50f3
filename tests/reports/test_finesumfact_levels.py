"""Figures over summaries and systems, and the majority of annotators."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.finesumfact_annotations import label_of_type, majority, types_by_sentence
from metricstress.reports.finesumfact_levels import (
    SummaryShares,
    pairwise_accuracy,
    summary_level,
    system_level,
)


def systems(rows: dict[str, list[tuple[int, int, int]]]) -> list[SummaryShares]:
    """Of each system: sentences, gold errors and predicted errors of its summaries."""
    return [SummaryShares(name, *summary) for name, summaries in rows.items() for summary in summaries]


# By the mean over summaries b is before c, by the share over sentences they tie.
TWO_WAYS = systems(
    {"a": [(3, 0, 0), (3, 0, 0)], "b": [(4, 2, 2), (2, 0, 0)], "c": [(3, 1, 2), (3, 1, 1)], "d": [(3, 3, 2), (3, 2, 3)]}
)


def test_macro_and_micro_rank_systems_differently() -> None:
    reasons: dict[str, str] = {}
    figures = system_level(TWO_WAYS, reasons, 1)
    # Macro: gold 1, 3/4, 2/3, 1/6; predicted 1, 3/4, 1/2, 1/6: the same order.
    assert figures["system_spearman"] == figures["system_kendall"] == figures["system_pairwise_accuracy"] == 1
    # Micro: gold 1, 2/3, 2/3, 1/6; predicted 1, 2/3, 1/2, 1/6: ranks 4 2.5 2.5 1 and 4 3 2 1.
    assert figures["system_spearman_micro"] == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
    assert figures["system_pairwise_accuracy_micro"] == pytest.approx(5 / 6)
    assert figures["system_pairwise_accuracy_untied_micro"] == 1
    assert (figures["n_system_pairs"], figures["n_system_pairs_untied_micro"]) == (6, 5)
    assert reasons == {}


def test_small_systems_are_left_out_and_counted() -> None:
    reasons: dict[str, str] = {}
    figures = system_level([*TWO_WAYS, SummaryShares("e", 3, 1, 3)], reasons, 2)
    assert (figures["n_systems"], figures["n_systems_excluded"]) == (4, 1)
    assert figures["system_spearman"] == 1
    figures = system_level(TWO_WAYS, reasons, 5)
    assert figures["system_spearman"] is None
    assert figures["n_systems_excluded"] == 4
    assert reasons["system_spearman"] == "0 of 4 systems have 5 summaries or more"
    assert system_level(TWO_WAYS[:2], reasons, 1)["system_pairwise_accuracy"] is None
    assert reasons["system_pairwise_accuracy"] == "no two systems to compare"


def test_s19_float_noise_does_not_break_ties() -> None:
    # Shares of A and B are .1 .2 .3 in another order, whose sums differ in the last bit; C is above both.
    rows = {"A": [(10, 9, 9), (10, 8, 9), (10, 7, 9)], "B": [(10, 7, 9), (10, 8, 9), (10, 9, 9)], "C": [(10, 4, 1)] * 3}
    assert system_level(systems(rows), {}, 1)["system_spearman"] == 1


def test_s12_pairwise_accuracy() -> None:
    human, metric = [0.9, 0.5, 0.5], [0.8, 0.6, 0.7]
    assert pairwise_accuracy(human, metric, gold_ties=True) == pytest.approx(2 / 3)
    assert pairwise_accuracy(human, metric, gold_ties=False) == 1
    assert pairwise_accuracy([0.5, 0.5], [0.1, 0.2], gold_ties=False) is None
    assert pairwise_accuracy([0.5, 0.5], [0.1, 0.1], gold_ties=True) == 1


@pytest.mark.parametrize(
    ("summaries", "reason"),
    [
        ([], "0 points; a correlation needs at least 3"),
        ([SummaryShares("a", 3, 1, 2)] * 2, "2 points"),
        ([SummaryShares("a", 3, 1, n) for n in (0, 1, 2)], "the gold scores are all equal"),
        # S16: shares that differ by floating-point noise alone are all equal.
        ([SummaryShares("a", *row) for row in ((3, 1, 1), (6, 2, 3), (9, 3, 4))], "the gold scores are all equal"),
        ([SummaryShares("a", 3, n, 3) for n in (0, 1, 2)], "the predicted scores are all equal"),
    ],
)
def test_undefined_correlations(summaries: list[SummaryShares], reason: str) -> None:
    reasons: dict[str, str] = {}
    figures = summary_level(summaries, reasons)
    assert set(figures.values()) == {None}
    assert all(reason in told for told in reasons.values()) and len(reasons) == 3


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ([1, 1, 0], 1),
        ([1, 0], None),
        ([0, None, 1], None),
        ([0, 0, None], 0),
        ([1, None, None], None),
        ([None, None, None], None),
        ([], None),
        (["EntE", "EntE", None], "EntE"),
        (["EntE", "PredE", "LinkE"], None),
        ([0], 0),
    ],
)
def test_majority(votes: list[Any], expected: Any) -> None:
    assert majority(votes) == expected


@given(st.lists(st.sampled_from([0, 1, None])), st.randoms())
def test_a_majority_does_not_depend_on_the_order(votes: list[int | None], random: Any) -> None:
    before = majority(votes)
    random.shuffle(votes)
    assert majority(votes) == before
    assert before is None or votes.count(before) * 2 > len(votes)


def test_flattened_type_lists_are_of_no_use() -> None:
    assert types_by_sentence(["OtherE", "EntE", "OutE"], 3) == ("OtherE", "EntE", "OutE")
    assert types_by_sentence(["OtherE", "EntE", "OutE", "EntE"], 3) is None
    assert types_by_sentence(None, 3) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [("NoE", 0), ("No Error", 0), ("none", 0), ("OtherE", 1), ("other error", 1), ("CirE", 1), ("", None), ("?", None)],
)
def test_what_a_type_says_of_its_sentence(name: str, expected: int | None) -> None:
    assert label_of_type(name) == expected
