"""Correlations, their intervals and levels: laws, and values made in another way."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metricstress.reports.agreement.correlation import (
    COEFFICIENTS,
    coefficient_value,
    correlate,
    drop_missing,
    is_constant,
    obstacle,
)
from metricstress.reports.agreement.grouping import averaged_by, correlate_at, grouping
from metricstress.reports.agreement.intervals import analytic_interval, bca_interval, bootstrap_intervals

STEPS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0])
SAMPLES = st.lists(st.tuples(STEPS, STEPS), min_size=3, max_size=30).map(lambda rows: np.array(rows).T)


@given(SAMPLES)
def test_a_correlation_is_undefined_exactly_if_one_side_does_not_vary(sample: Any) -> None:
    x, y = sample
    found = correlate(x, y)
    constant = len(set(x)) == 1 or len(set(y)) == 1
    assert (found.reason is not None) == constant
    for kind in COEFFICIENTS:
        value = getattr(found, kind).value
        assert (value is None) == constant
        assert value is None or -1 <= value <= 1


@pytest.mark.slow
@given(SAMPLES, st.floats(0.01, 100), st.floats(-50, 50))
def test_scale_and_place_of_scores_do_not_matter(sample: Any, scale: float, shift: float) -> None:
    x, y = sample
    one, two = correlate(x, y), correlate(np.round(x * 10) * scale + shift, y)
    assert (one.reason is None) == (two.reason is None)
    if one.reason is None:
        for kind in COEFFICIENTS:
            assert getattr(two, kind).value == pytest.approx(getattr(one, kind).value, abs=1e-7)


@given(SAMPLES)
def test_swapping_sides_changes_nothing_and_turning_one_round_changes_the_sign(sample: Any) -> None:
    x, y = sample
    if obstacle(x, y) is None:
        for kind in COEFFICIENTS:
            value = coefficient_value(kind, x, y)
            assert coefficient_value(kind, y, x) == pytest.approx(value)
            assert coefficient_value(kind, -x, y) == pytest.approx(-value)  # type: ignore[operator]


@given(st.lists(st.tuples(st.none() | STEPS, st.none() | STEPS), max_size=20))
def test_missing_values_leave_in_pairs_and_are_counted(rows: list[tuple[float | None, float | None]]) -> None:
    pairs = drop_missing([row[0] for row in rows], [row[1] for row in rows])
    whole = [row for row in rows if None not in row]
    assert list(zip(pairs.scores, pairs.ratings, strict=True)) == whole
    assert (pairs.n, pairs.n_dropped) == (len(whole), len(rows) - len(whole))


@pytest.mark.parametrize(
    ("x", "y", "begins"),
    [
        ([1.0, 2.0], [1.0, 2.0, 3.0], "mismatched: 2 scores, 3 ratings"),
        ([1.0, 2.0], [1.0, 2.0], "too few: n = 2"),
        ([], [], "too few: n = 0"),
        ([0.0, 0.0, 0.0], [1.0, 2.0, 3.0], "constant: all scores are 0"),
        ([1.0, 2.0, 3.0], [4.0, 4.0, 4.0], "constant: all ratings are 4"),
        ([1e9, 1e9 + 1e-4, 1e9], [1.0, 2.0, 3.0], "constant: all scores are 1e+09 up to rounding errors"),
    ],
)
def test_the_reason_says_what_is_wrong(x: list[float], y: list[float], begins: str) -> None:
    found = correlate(x, y)
    assert found.reason is not None
    assert found.reason.startswith(begins)
    assert found.pearson.value is found.spearman.value is found.kendall_b.value is None


def test_infinite_scores_are_missing_and_unpaired_columns_an_error() -> None:
    assert drop_missing([1, math.inf, math.nan, 2], [1, 2, 3, 4]).kept.tolist() == [True, False, False, True]
    with pytest.raises(ValueError, match="expected one rating a score, got 2 scores and 1 ratings"):
        drop_missing([1, 2], [1])


@pytest.mark.parametrize("value", [-0.9, -0.2, 0.0, 0.4, 0.95])
@pytest.mark.parametrize("kind", COEFFICIENTS)
def test_an_interval_holds_its_value_and_narrows_with_n(kind: Any, value: float) -> None:
    few, many = (analytic_interval(kind, value, n) for n in (20, 200))
    assert few.low is not None and few.high is not None and many.low is not None and many.high is not None
    assert -1 < few.low < many.low < value < many.high < few.high < 1


def test_the_interval_of_pearson_is_that_of_scipy() -> None:
    random = np.random.default_rng(0)
    x = random.normal(size=40)
    y = x + random.normal(size=40)
    theirs = stats.pearsonr(x, y).confidence_interval(0.95)
    ours = correlate(x, y).pearson
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def sample_of(n: int, seed: int = 0) -> tuple[Any, Any]:
    """Scores and five-step ratings, with ties on both sides."""
    random = np.random.default_rng(seed)
    x = np.round(random.normal(size=n), 1)
    return x, np.clip(np.round(3 + x + random.normal(size=n)), 1, 5)


def test_the_bootstrap_interval_is_that_of_scipy_but_for_the_draws() -> None:
    x, y = sample_of(60)
    ours = bootstrap_intervals(x, y, resamples=9_999)
    for kind, function in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr)):
        theirs = stats.bootstrap(
            (x, y),
            lambda a, b, function=function: function(a, b).statistic,
            paired=True,
            vectorized=False,
            method="BCa",
            n_resamples=1_999,
            rng=np.random.default_rng(1),
        ).confidence_interval
        assert ours[kind].method == "BCa bootstrap"
        assert ours[kind].low == pytest.approx(theirs.low, abs=0.03)
        assert ours[kind].high == pytest.approx(theirs.high, abs=0.03)


def test_replicates_are_the_correlations_of_the_resampled_rows() -> None:
    from metricstress.reports.agreement.intervals import _draws, _replicates

    x, y = sample_of(15, seed=3)
    weights = np.concatenate(list(_draws(np.random.default_rng(5), 15, 40)))
    assert (weights.sum(axis=1) == 15).all()
    found = _replicates(iter([weights]), x, y, ("pearson", "spearman"))
    for row, pearson, spearman in zip(weights, found["pearson"], found["spearman"], strict=True):
        rows = np.repeat(np.arange(15), row.astype(int))
        assert pearson == pytest.approx(stats.pearsonr(x[rows], y[rows]).statistic)
        assert spearman == pytest.approx(stats.spearmanr(x[rows], y[rows]).statistic)


def test_the_bootstrap_repeats_itself_and_clusters_widen_it() -> None:
    x, y = sample_of(40)
    assert bootstrap_intervals(x, y, seed=4, resamples=500) == bootstrap_intervals(x, y, seed=4, resamples=500)
    assert bootstrap_intervals(x, y, seed=5, resamples=500) != bootstrap_intervals(x, y, seed=4, resamples=500)
    # Every row four times: without the clusters, the interval would be half as wide.
    x4, y4, clusters = np.repeat(x, 4), np.repeat(y, 4), np.repeat(np.arange(40), 4)
    flat, clustered, once = (
        bootstrap_intervals(*sample, clusters=labels, resamples=2_000)["pearson"]
        for sample, labels in (((x4, y4), None), ((x4, y4), clusters.tolist()), ((x, y), None))
    )
    assert (clustered.low, clustered.high) == pytest.approx((once.low, once.high))
    assert flat.high - flat.low < 0.7 * (clustered.high - clustered.low)  # type: ignore[operator]


def test_a_bootstrap_that_cannot_be_says_so() -> None:
    x, y = np.array([0.0] * 9 + [1.0]), np.arange(10.0)
    lone = bootstrap_intervals(x, y, resamples=500)["pearson"]
    assert lone.low is None
    assert lone.method.startswith("no interval: undefined in ")
    line = bootstrap_intervals(np.arange(10.0), np.arange(10.0), resamples=500)["spearman"]
    assert (line.low, line.high) == pytest.approx((1, 1))
    assert line.degenerate
    few = bootstrap_intervals(x, y, clusters=["a"] * 5 + ["b"] * 5, resamples=500)["pearson"]
    assert few.method == "no interval: 2 clusters, a bootstrap needs at least 4"
    beyond = bca_interval(2.0, np.linspace(0, 1, 100), np.array([0.1, 0.2, 0.3]))
    assert (beyond.degenerate, beyond.method) == (True, "percentile (BCa is not defined here)")


def grouped(n_groups: int = 5, size: int = 20, seed: int = 0) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(seed)
    groups = np.repeat(np.arange(n_groups), size)
    quality = random.normal(size=n_groups)[groups]
    x = quality * 2 + random.normal(size=len(groups))
    y = np.round(quality + 0.3 * x + random.normal(size=len(groups)), 1)
    return groups, x, y


def test_within_groups_is_the_partial_correlation_given_indicators_of_the_groups() -> None:
    """Residuals by least squares on one indicator a group, correlated, with n − 2 − (groups − 1) degrees of freedom."""
    groups, x, y = grouped()
    indicators = (groups[:, None] == np.unique(groups)).astype(float)
    residuals = [values - indicators @ np.linalg.lstsq(indicators, values, rcond=None)[0] for values in (x, y)]
    found = correlate_at(x, y, grouping("within", groups.tolist(), len(x)))
    r = float(np.corrcoef(*residuals)[0, 1])
    assert found.pearson.value == pytest.approx(r, abs=1e-9)
    ranked = [np.round(values, 9) for values in residuals]
    assert found.spearman.value == pytest.approx(stats.spearmanr(*ranked).statistic, abs=1e-9)
    freedom = len(x) - 2 - 4
    t = r * math.sqrt(freedom / (1 - r * r))
    assert found.pearson.p_value == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-6)
    narrower = correlate(*residuals)
    assert narrower.pearson.low is not None and found.pearson.low is not None
    assert found.pearson.low < narrower.pearson.low


def test_system_level_correlates_means() -> None:
    groups, x, y = grouped()
    found = correlate_at(x, y, grouping("system", groups.tolist(), len(x)))
    means = [[float(values[groups == group].mean()) for group in range(5)] for values in (x, y)]
    assert found.n == 5
    assert found.pearson.value == pytest.approx(stats.pearsonr(*means).statistic)
    assert found.kendall_b.value == pytest.approx(stats.kendalltau(*means).statistic)


@pytest.mark.parametrize("level", ["within", "system"])
def test_rows_without_a_group_and_small_groups_are_left_out(level: Any) -> None:
    labels = ["a", "a", "b", None, "b", "c", "a"]
    groups = grouping(level, labels, 7, min_size=2)
    assert groups.used.tolist() == [True, True, True, False, True, False, True]
    assert groups.names == ("a", "b")
    with pytest.raises(ValueError, match="needs a group for each of the 7 rows"):
        grouping(level, None, 7)


def test_a_scorer_that_only_knows_the_system_is_undefined_within() -> None:
    groups = ["a"] * 4 + ["b"] * 4
    found = correlate_at([0.1] * 4 + [0.7] * 4, [1, 2, 3, 4, 2, 3, 4, 5], grouping("within", groups, 8))
    assert found.reason == "constant: all scores within groups are 0"


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_level(random: Any) -> None:
    groups, x, y = grouped(3, 6)
    order = list(range(len(x)))
    random.shuffle(order)
    for level in ("pooled", "within", "system"):
        one, two = (
            correlate_at(a, b, grouping(level, g.tolist(), len(a)))
            for g, a, b in ((groups, x, y), (groups[order], x[order], y[order]))
        )
        for kind in COEFFICIENTS:
            assert getattr(two, kind).value == pytest.approx(getattr(one, kind).value, abs=1e-9)


def test_averages_over_items_rest_on_the_items_that_all_scorers_have() -> None:
    items = ["a"] * 4 + ["b"] * 4 + ["c"] * 4 + ["d"] * 2
    ratings = [1, 2, 3, 4, 1, 2, 2, 4, 4, 3, 2, 1, 1, 2]
    good = [1, 2, 3, 5, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2]
    flat = [1, 2, 3, 4, 7, 7, 7, 7, 4, 3, 2, 1, 1, 2]
    found = averaged_by(items, {"good": good, "flat": flat}, ratings)
    by_hand = {
        name: [[f(x[i : i + 4], ratings[i : i + 4]).statistic for i in (0, 8)] for f in FUNCTIONS]
        for name, x in (("good", good), ("flat", flat))
    }
    for name, (pearson, spearman, kendall) in by_hand.items():
        averaged = found[name].correlations
        assert averaged.n == 2
        assert averaged.pearson.value == pytest.approx(np.mean(pearson))
        assert averaged.spearman.value == pytest.approx(np.mean(spearman))
        assert averaged.kendall_b.value == pytest.approx(np.mean(kendall))
    assert (found["good"].n_items, found["good"].n_undefined, found["flat"].n_undefined) == (4, 1, 2)
    alone = averaged_by(items, {"flat": [7] * 14}, ratings)["flat"].correlations
    assert alone.reason == "too few: none of 4 items has a correlation for every scorer"


FUNCTIONS = (stats.pearsonr, stats.spearmanr, stats.kendalltau)


def test_constants_are_those_of_the_numbers_themselves() -> None:
    assert is_constant(np.array([0.1 + 0.2, 0.3]))
    assert not is_constant(np.array([1e-20, 2e-20]))
    assert is_constant(np.array([]))
