"""The figures of the FineSumFact evaluation on small cases worked by hand."""

from __future__ import annotations

import pytest

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
    assert "it needs both" in figures["reasons"]["balanced_accuracy"]
    assert "needs at least 3" in figures["reasons"]["system_spearman"]


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
        ("OtherE", None),
        ("no error", None),
        ("", None),
    ],
)
def test_error_types(name: str, expected: str | None) -> None:
    assert error_type_of(name) == expected
