"""The AVeriTeC score: cases by hand, and the laws it keeps whatever the rows."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.averitec_score import ClaimRow, averitec_score, evidence_mean, veracity

Row = tuple[str | None, str, float | None]
LABELS = ("yes", "no", "unknown")

# Right verdicts with .9, .5 and no score; a wrong verdict with 1; a missing claim.
ROWS: list[Row] = [("yes", "yes", 0.9), ("no", "no", 0.5), ("no", "no", None), ("no", "yes", 1.0), (None, "no", None)]


@pytest.mark.parametrize(
    ("threshold", "strict", "n_reached", "n_at"),
    [
        (-1.0, False, 2, 0),
        (0.0, False, 2, 0),
        (0.25, False, 2, 0),
        (0.5, False, 2, 1),
        (0.5, True, 1, 1),
        (0.6, False, 1, 0),
        (0.9, False, 1, 1),
        (0.9, True, 0, 1),
        (1.0, False, 0, 0),
    ],
)
def test_scores_by_hand(threshold: float, strict: bool, n_reached: int, n_at: int) -> None:
    found = averitec_score(ROWS, threshold, strict=strict)
    assert (found.n_reached, found.n_at_threshold, found.score) == (n_reached, n_at, n_reached / 5)
    assert (found.threshold, found.n, found.n_missing, found.n_failed) == (threshold, 5, 1, 1)


def test_mean_by_hand() -> None:
    # The failed claim is left out, the missing one counts 0: (.9 + .5 + 1 + 0) / 4.
    found = evidence_mean(ROWS)
    assert found.mean == pytest.approx(0.6)
    assert (found.n, found.n_missing, found.n_failed) == (4, 1, 1)
    assert evidence_mean([("yes", "yes", None)]).mean is None
    # The evidence of a claim that was not submitted is not looked at.
    assert evidence_mean([(None, "yes", 1.0)]).mean == 0.0


def test_veracity_by_hand() -> None:
    found = veracity(ROWS, LABELS)
    assert (found.accuracy, found.n, found.n_missing) == (3 / 5, 5, 1)
    yes, no, unknown = (found.per_label[label] for label in LABELS)
    assert (yes.n_gold, yes.n_predicted, yes.precision, yes.recall, yes.f1) == (2, 1, 1.0, 1 / 2, 2 / 3)
    assert (no.n_gold, no.n_predicted, no.precision, no.recall, no.f1) == (3, 3, 2 / 3, 2 / 3, 2 / 3)
    assert (unknown.n_gold, unknown.precision, unknown.recall, unknown.f1) == (0, None, None, None)
    assert found.macro_f1 == pytest.approx(2 / 3)  # of the two labels that occur
    assert veracity([("no", "yes", None)], LABELS).macro_f1 == 0.0
    assert veracity([(None, "yes", None)], LABELS).per_label["yes"].f1 == 0.0


@pytest.mark.parametrize("function", [lambda rows: averitec_score(rows, 0.5), evidence_mean])
def test_what_is_no_number_is_refused(function: Callable[[list[Row]], object]) -> None:
    with pytest.raises(ValueError, match="no claims"):
        function([])
    with pytest.raises(ValueError, match="row 1: the evidence score is NaN"):
        function([ROWS[0], ("yes", "yes", math.nan)])


def test_other_refusals() -> None:
    with pytest.raises(ValueError, match="the threshold is NaN"):
        averitec_score(ROWS, math.nan)
    with pytest.raises(ValueError, match="unknown label 'maybe'; expected one of yes, no, unknown"):
        veracity([("maybe", "yes", None)], LABELS)
    with pytest.raises(ValueError, match="no claims"):
        veracity([], LABELS)


labels = st.sampled_from(LABELS)
# Few values, so that scores often meet the threshold.
levels = st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(-2, 2))
rows_of = st.lists(st.tuples(st.none() | labels, labels, st.none() | levels), min_size=1, max_size=30)


@given(rows=rows_of, one=levels, other=levels, strict=st.booleans())
def test_a_higher_threshold_is_no_easier(rows: list[Row], one: float, other: float, strict: bool) -> None:
    low, high = sorted((one, other))
    assert averitec_score(rows, low, strict=strict).score >= averitec_score(rows, high, strict=strict).score


@given(rows=rows_of, threshold=levels)
def test_no_score_is_above_accuracy(rows: list[Row], threshold: float) -> None:
    figures = veracity(rows, LABELS)
    found = averitec_score(rows, threshold)
    assert 0 <= found.score <= figures.accuracy <= (figures.n - figures.n_missing) / figures.n
    # With evidence that always suffices, only the claims without a score are between the two.
    whole = [(predicted, gold, math.inf) for predicted, gold, _ in rows]
    assert averitec_score(whole, threshold).score == figures.accuracy
    assert found.n_reached <= found.n - found.n_missing - found.n_failed


@given(rows=rows_of, threshold=levels)
def test_strict_differs_by_those_at_the_threshold(rows: list[Row], threshold: float) -> None:
    loose, strict = averitec_score(rows, threshold), averitec_score(rows, threshold, strict=True)
    assert loose.n_reached - strict.n_reached == loose.n_at_threshold == strict.n_at_threshold


@given(rows=rows_of, threshold=levels, rng=st.randoms(use_true_random=False))
def test_the_order_of_claims_counts_for_nothing(rows: list[Row], threshold: float, rng: random.Random) -> None:
    shuffled = [ClaimRow(*row) for row in rows]
    rng.shuffle(shuffled)
    assert averitec_score(shuffled, threshold) == averitec_score(rows, threshold)
    assert evidence_mean(shuffled) == evidence_mean(rows)
    assert veracity(shuffled, LABELS) == veracity(rows, LABELS)
