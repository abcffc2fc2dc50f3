"""Bootstrap and sign-flip test against scipy and against values counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from metricstress.reports.statistics import bootstrap_means, percentile_interval, sign_flip_p_values


def paired(n: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    base = random.beta(4, 3, n)
    return base, np.clip(base - random.normal(0.05, 0.1, n), 0, 1)


@pytest.mark.parametrize("n", [12, 40, 200])
def test_interval_agrees_with_scipy(n: int) -> None:
    base, after = paired(n)
    means = bootstrap_means(np.column_stack([base, after]), resamples=20_000)
    low, high = percentile_interval(100 * (means[:, 1] - means[:, 0]) / means[:, 0])
    theirs = stats.bootstrap(
        (base, after),
        lambda b, a, axis: 100 * (a.mean(axis) - b.mean(axis)) / b.mean(axis),
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=20_000,
        rng=np.random.default_rng(7),
    )
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert low == pytest.approx(theirs.confidence_interval.low, abs=0.03 * width)
    assert high == pytest.approx(theirs.confidence_interval.high, abs=0.03 * width)


def test_resampled_means_have_the_spread_that_theory_gives() -> None:
    values = paired(50)[0][:, None]
    means = bootstrap_means(values, resamples=20_000)
    assert means.mean() == pytest.approx(values.mean(), abs=0.002)
    assert means.std() == pytest.approx(values.std() / np.sqrt(50), rel=0.03)


@pytest.mark.parametrize("n", [2, 5, 9, 13])
def test_exact_p_value_is_that_of_scipy(n: int) -> None:
    base, after = paired(n, seed=n)
    differences = after - base
    theirs = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
    )
    assert sign_flip_p_values(differences[:, None])[0] == pytest.approx(theirs.pvalue, abs=1e-12)


def test_sampled_p_value_is_near_that_of_scipy() -> None:
    differences = np.random.default_rng(3).normal(0.02, 0.1, 60)
    theirs = stats.permutation_test(
        (differences,),
        lambda x, axis: x.mean(axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    assert sign_flip_p_values(differences[:, None])[0] == pytest.approx(theirs.pvalue, abs=0.015)


@pytest.mark.parametrize(
    ("differences", "p_value"),
    [
        ([0.0, 0.0, 0.0], 1.0),
        ([0.3], 1.0),
        ([-0.25, 0.0, -0.2, 0.0], 0.5),  # 2 of the 4 sign patterns reach 0.45
        ([0.1] * 4, 2 / 16),
        ([0.1, 0.2, -0.3], 1.0),  # a sum of 0 in decimals, not in binary
        ([0.1, 0.2, 0.3, -0.3], 12 / 16),  # ties that differ in the last bit: |±0.1±0.2±0.3±0.3| < 0.3 in 4
        ([0.1] * 13, 2 / 2**13),
        ([1e-300] * 4, 2 / 16),
        ([1e300] * 4, 2 / 16),
    ],
)
def test_p_values_by_hand(differences: list[float], p_value: float) -> None:
    assert sign_flip_p_values(np.array(differences)[:, None])[0] == pytest.approx(p_value, abs=1e-12)


def test_sampled_p_value_is_never_zero() -> None:
    assert sign_flip_p_values(np.full((100, 1), 0.1))[0] == 1 / 10_000


def test_p_values_are_uniform_if_nothing_happened() -> None:
    noise = np.random.default_rng(5).normal(size=(30, 400))
    p_values = sign_flip_p_values(noise, permutations=999)
    assert stats.kstest(p_values, "uniform").pvalue > 0.01


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(1, 6), st.integers(0, 2**31), st.integers(-5, 5))
def test_a_column_does_not_depend_on_its_neighbours(n: int, k: int, seed: int, power: int) -> None:
    columns = np.random.default_rng(seed).normal(size=(n, k)) * 10.0 ** (power * np.arange(k))
    together = bootstrap_means(columns, seed=seed, resamples=50)
    p_values = sign_flip_p_values(columns, seed=seed, permutations=99)
    for position in range(k):
        alone = columns[:, [position]]
        assert np.array_equal(bootstrap_means(alone, seed=seed, resamples=50)[:, 0], together[:, position])
        assert sign_flip_p_values(alone, seed=seed, permutations=99)[0] == p_values[position]


def test_seed_and_n_fix_the_draws() -> None:
    values = paired(20)[0][:, None]
    assert np.array_equal(bootstrap_means(values, seed=4), bootstrap_means(values, seed=4))
    assert not np.array_equal(bootstrap_means(values, seed=4), bootstrap_means(values, seed=5))
    assert np.isfinite(bootstrap_means(values, seed=-1)).all()


def test_failed_rows_as_zeros_do_not_move_an_exact_p_value() -> None:
    differences = np.array([0.2, -0.1, 0.3])[:, None]
    padded = np.vstack([differences, np.zeros((50, 1))])
    assert sign_flip_p_values(padded) == pytest.approx(sign_flip_p_values(differences))


@pytest.mark.parametrize("function", [bootstrap_means, sign_flip_p_values])
def test_what_cannot_be_done_is_said(function: object) -> None:
    assert callable(function)
    with pytest.raises(ValueError, match="a row an example"):
        function(np.empty((0, 2)))
    with pytest.raises(ValueError, match="finite"):
        function(np.array([[np.nan], [1.0]]))
