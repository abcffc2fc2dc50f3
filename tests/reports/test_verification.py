"""The figures of the FineSumFact evaluation on small cases worked by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.verification import Judged, error_type_of, verification_figures

# Sums: wrong 3 (2 found), right 3 (2 kept): balanced accuracy (2/3 + 2/3) / 2.
CASE = [
    Judged("a", (1, 0), (1, 0), ("entity error", "no error"), ("EntE", "no error")),
    Judged("b", (1, 1), (1, 0), ("predicate error", "linking error"), ("entity error", "no error")),
    Judged("c", (0, 0), (0, 1), ("no error", "no error"), ("no error", "entity error")),
]


def test_figures_by_hand() -> None:
    figures = verification_figures(CASE)
    assert figures["balanced_accuracy"] == pytest.approx(2 / 3)
    # Shares of right sentences: gold .5 0 1, predicted .5 .5 .5: the prediction is constant.
    assert figures["summary_pearson"] is None
    assert figures["reasons"]["summary_pearson"] == "the predicted scores are all equal"
    # One of three typed errors has the right type; a missed one counts as not found.
    assert figures["localization_accuracy"] == pytest.approx(1 / 3)
    assert figures["localization_accuracy_detected"] == pytest.approx(1 / 2)
    assert (figures["n_sentences"], figures["n_errors"], figures["n_summaries"], figures["n_systems"]) == (6, 3, 3, 3)


def test_correlations() -> None:
    judged = [Judged(str(n), (1,) * n + (0,) * (4 - n), (1,) * (n + n % 2) + (0,) * (4 - n - n % 2)) for n in range(4)]
    figures = verification_figures(judged)
    # Gold shares 1 .75 .5 .25, predicted 1 .5 .5 0.
    assert figures["summary_pearson"] == pytest.approx(0.375 / (0.3125 * 0.5) ** 0.5)
    assert figures["summary_spearman"] == pytest.approx(figures["system_spearman"])
    assert figures["localization_accuracy"] is None
    assert "no error types" in figures["reasons"]["localization_accuracy"]


def test_what_is_undefined_says_why() -> None:
    figures = verification_figures([Judged("a", (0, 0), (0, 1))])
    assert figures["balanced_accuracy"] is None
    assert figures["reasons"]["balanced_accuracy"] == "no error sentences in gold"
    assert "needs at least 3" in figures["reasons"]["system_spearman"]
    assert "gold names no systems" in verification_figures([Judged("", (0, 1), (0, 1))])["reasons"]["system_spearman"]


# The statistics examples of the project: sentences, localization, systems.


@pytest.mark.parametrize(
    ("gold", "predicted", "expected", "reason"),
    [
        ((1, 1, 0, 0, 0, 0), (1, 0, 0, 0, 0, 1), {"balanced_accuracy": 0.625}, None),
        ((0, 0, 0), (0, 1, 0), {"balanced_accuracy": None, "correct_recall": 2 / 3}, "no error sentences in gold"),
        ((1, 1), (1, 0), {"balanced_accuracy": None, "error_recall": 0.5}, "no correct sentences in gold"),
    ],
)
def test_s17_balanced_accuracy(
    gold: tuple[int, ...], predicted: tuple[int, ...], expected: dict[str, float | None], reason: str | None
) -> None:
    figures = verification_figures([Judged("a", gold, predicted)])
    for name, value in expected.items():
        assert figures[name] == (None if value is None else pytest.approx(value, abs=1e-9))
    assert figures["reasons"].get("balanced_accuracy") == reason


def test_s18_localization() -> None:
    gold = ("entity error", "no error", "predicate error", "other error", "linking error", "coreference error")
    told = ("Entity Error", "entity error", "no error", "other error", "linking error", "predicate error")
    labels = [tuple(int(name.casefold() != "no error") for name in names) for names in (gold, told)]
    figures = verification_figures([Judged("a", labels[0], labels[1], gold, told)])
    assert (figures["n_localized"], figures["n_localized_right"]) == (4, 2)
    assert figures["localization_accuracy"] == 0.5
    assert figures["localization_accuracy_detected"] == pytest.approx(2 / 3, abs=1e-9)
    assert (figures["n_excluded_other_type"], figures["n_excluded_no_type"], figures["n_excluded"]) == (1, 0, 1)
    assert figures["localization_majority_baseline"] == 0.25
    assert figures["localization_macro"] == 0.5
    assert figures["localization_by_type"]["linking"] == {"n": 1, "n_right": 1, "recall": 1.0}
    # Sentences whose label is wrong have no right type: read over these alone the figure would be 0.
    assert not any(a == b for a, b, one, other in zip(gold, told, *labels, strict=True) if one != other)


def test_localization_needs_the_label_too() -> None:
    """A type named for a sentence that is called correct is no find."""
    figures = verification_figures(
        [Judged("a", (1, 1, 0), (0, 1, 0), ("EntE", "EntE", "NoE"), ("EntE", "EntE", "NoE"))]
    )
    assert figures["localization_accuracy"] == 0.5


def test_any_annotator() -> None:
    any_types = (frozenset({"EntE", "LinkE"}), frozenset({"OtherE"}), frozenset({"PredE"}))
    judged = Judged("a", (1, 1, 1), (1, 1, 1), ("", "OtherE", "PredE"), ("LinkE", "EntE", "EntE"), any_types)
    figures = verification_figures([judged])
    assert figures["localization_accuracy_any"] == 0.5
    assert figures["n_localized_any"] == 2
    assert (figures["n_localized"], figures["n_excluded_no_type"], figures["n_excluded_other_type"]) == (1, 1, 1)


def test_sentences_without_a_label_are_left_out_and_counted() -> None:
    judged = [Judged("a", (1, None), (1, 1)), Judged("a", (None, None), (0, 1)), Judged("b", (0, 0), (0, 0))]
    figures = verification_figures(judged)
    assert figures["balanced_accuracy"] == 1.0
    assert (figures["n_sentences"], figures["n_unlabelled"]) == (3, 3)
    assert (figures["n_summaries"], figures["n_summaries_excluded"]) == (2, 1)


labels = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=30)


@given(labels)
def test_balanced_accuracy_does_not_see_the_polarity(pairs: list[tuple[int, int]]) -> None:
    """Swapped on both sides it is the same, so a wrong polarity must be found elsewhere."""
    gold, predicted = (tuple(side) for side in zip(*pairs, strict=True))
    right = verification_figures([Judged("a", gold, predicted)])
    turned = verification_figures([Judged("a", tuple(1 - one for one in gold), tuple(1 - one for one in predicted))])
    assert turned["balanced_accuracy"] == right["balanced_accuracy"]
    assert (turned["error_recall"], turned["correct_recall"]) == (right["correct_recall"], right["error_recall"])
    one_side = verification_figures([Judged("a", gold, tuple(1 - one for one in predicted))])
    if right["balanced_accuracy"] is not None:
        assert one_side["balanced_accuracy"] == pytest.approx(1 - right["balanced_accuracy"])


def test_predictions_worse_than_chance_are_told() -> None:
    gold = (1,) * 10 + (0,) * 20
    assert verification_figures([Judged("a", gold, gold)])["warnings"] == []
    turned = verification_figures([Judged("a", gold, tuple(1 - label for label in gold))])
    assert "wrong polarity?" in turned["warnings"][0]
    assert "it would be 1.0000" in turned["warnings"][0]
    # Two of three wrong is chance, too.
    assert verification_figures([Judged("a", (1, 0, 0), (0, 1, 0))])["warnings"] == []


@pytest.mark.parametrize(
    ("gold", "predicted", "hint"),
    [((1, 0), (1,), "2 gold labels but 1 predicted"), ((2,), (1,), "gold label 2"), ((1,), (None,), "predicted label")],
)
def test_wrong_labels(gold: Any, predicted: Any, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        Judged("a", gold, predicted)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("OutE", "out-of-context"),
        ("out-of-context error", "out-of-context"),
        ("Entity Error", "entity"),
        ("RelE", "predicate"),
        ("PredE", "predicate"),
        ("CircE", "circumstance"),
        ("circumstantial error", "circumstance"),
        ("GRAME", "grammatical"),
        ("coreference error", "coreference"),
        ("LinkE", "linking"),
        (" out of article error ", "out-of-context"),
        ("OtherE", None),
        ("no error", None),
        ("", None),
    ],
)
def test_error_types(name: str, expected: str | None) -> None:
    assert error_type_of(name) == expected
