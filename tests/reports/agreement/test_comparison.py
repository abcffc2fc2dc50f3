"""Pairs, comparisons of scorers, changes of paired scores: laws, and values made in another way."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from metricstress.reports.agreement.cells import Design
from metricstress.reports.agreement.compared import comparison_frame
from metricstress.reports.agreement.comparison import ADJUSTMENTS, adjust, permutation_test, williams
from metricstress.reports.agreement.discrimination import discrimination, paired_discrimination
from metricstress.reports.agreement.grouping import grouping
from metricstress.reports.agreement.paired import paired_change, sign_flip_one_sided
from metricstress.reports.agreement.pairwise import (
    calibrate_ties,
    count_pairs,
    soft_pairwise_accuracy,
    system_pair_p_values,
)

GRID = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
SAMPLES = st.lists(st.tuples(GRID, GRID), min_size=2, max_size=12).map(lambda rows: np.array(rows).T)


@given(SAMPLES)
def test_every_pair_is_counted_once(sample: Any) -> None:
    x, y = sample
    found = count_pairs(x, y)
    assert found.pairs == len(x) * (len(x) - 1) // 2
    assert found.accuracy is not None
    right = sum(np.sign(x[i] - x[j]) == np.sign(y[i] - y[j]) for i in range(len(x)) for j in range(i))
    assert found.accuracy == pytest.approx(right / found.pairs)


@given(SAMPLES)
def test_calibration_finds_the_best_of_all_thresholds(sample: Any) -> None:
    x, y = sample
    found = calibrate_ties(x, y)
    assert found is not None
    differences = {0.0, *(abs(a - b) for a in x for b in x)}
    tried = {epsilon: count_pairs(x, y, epsilon=epsilon).accuracy for epsilon in differences}
    best = max(value for value in tried.values() if value is not None)
    assert found.accuracy == pytest.approx(best)
    assert found.epsilon == min(epsilon for epsilon, value in tried.items() if value == pytest.approx(best))


def test_pairs_within_groups_are_those_of_the_groups() -> None:
    x, y, groups = [1, 2, 3, 1, 5], [1, 3, 2, 4, 4], ["a", "a", "a", "b", "b"]
    both = count_pairs(x, y, groups=groups)
    parts = [count_pairs(x[:3], y[:3]), count_pairs(x[3:], y[3:])]
    assert both.pairs == 4
    assert both.concordant == sum(part.concordant for part in parts)
    assert both.tied_human_only == 1
    assert count_pairs([], [], groups=[]).accuracy is None
    assert calibrate_ties([1], [1]) is None


def test_soft_accuracy_is_one_for_equal_p_and_zero_for_opposite_ones() -> None:
    assert soft_pairwise_accuracy([0.2, 0.9], [0.2, 0.9]) == 1
    assert soft_pairwise_accuracy([0.0, 1.0], [1.0, 0.0]) == 0
    assert soft_pairwise_accuracy([], []) is None
    with pytest.raises(ValueError, match="same pairs, got 1 and 2"):
        soft_pairwise_accuracy([0.5], [0.5, 0.5])


def test_p_values_of_pairs_of_systems() -> None:
    items = list(range(8)) * 3
    systems = ["best"] * 8 + ["good"] * 8 + ["worst"] * 8
    values = [*(np.arange(8) + 5.0), *np.arange(8.0), *(np.arange(8) - 5.0)]
    found = system_pair_p_values(values, systems, items, permutations=999)
    assert list(found.index) == [("best", "good"), ("best", "worst"), ("good", "worst")]
    # All eight differences have one sign: one sign pattern of 256 reaches as far.
    assert (found < 0.02).all()
    assert (found >= 1 / 1000).all()
    swapped = system_pair_p_values([-value for value in values], systems, items)
    assert (swapped == 1).all()
    apart = system_pair_p_values([1, 2], ["a", "b"], [1, 2])
    assert np.isnan(apart).all()


def residual_correlations(frame: pd.DataFrame, one: str, two: str) -> float:
    """The partial correlation of two columns given the system, from residuals of a regression on indicators."""
    indicators = pd.get_dummies(frame["system"]).to_numpy(dtype=float)
    sides = [frame[name].to_numpy() for name in (one, two)]
    left = [side - indicators @ np.linalg.solve(indicators.T @ indicators, indicators.T @ side) for side in sides]
    a, b = (side - side.mean() for side in left)
    return float((a * b).sum() / math.sqrt((a * a).sum() * (b * b).sum()))


def written_out_williams(r1: float, r2: float, r12: float, n: int) -> float:
    """Two-sided p, with the determinant from the matrix and the t density integrated."""
    determinant = float(np.linalg.det(np.array([[1, r1, r2], [r1, 1, r12], [r2, r12, 1]])))
    t = (r1 - r2) * math.sqrt(
        ((n - 1) * (1 + r12)) / (2 * determinant * (n - 1) / (n - 3) + (r1 + r2) ** 2 / 4 * (1 - r12) ** 3)
    )
    return 2 * (1 - float(stats.t(n - 3).cdf(abs(t))))


def test_ten_scorers_within_systems_and_their_45_williams_tests() -> None:
    """As for FRANK (Pagnoni et al. 2021): partial correlations given the system, and Williams' test of each pair."""
    random = np.random.default_rng(7)
    n = 900
    systems = random.integers(0, 9, size=n)
    truth = random.normal(size=n) + systems / 3
    columns = {f"m{k}": truth * k / 10 + random.normal(size=n) + random.normal(size=9)[systems] for k in range(10)}
    frame = pd.DataFrame({"system": systems, "human": np.round(truth), **columns})
    design = Design(tuple(columns), ("human",), levels=("within",), group="system")
    found = comparison_frame(frame, design)
    assert len(found) == 45
    for row in found.to_dict("records"):
        first, second = str(row["first"]), str(row["second"])
        pairs = ((first, "human"), (second, "human"), (first, second))
        r1, r2, r12 = (residual_correlations(frame, *pair) for pair in pairs)
        assert (row["r_first"], row["r_second"]) == (pytest.approx(r1, abs=1e-9), pytest.approx(r2, abs=1e-9))
        assert row["p"] == pytest.approx(written_out_williams(r1, r2, r12, n), abs=1e-9)
    by_hand = sorted(found["p"])
    holm = np.minimum(1, np.maximum.accumulate([p * (45 - rank) for rank, p in enumerate(by_hand)]))
    assert sorted(found["p_adjusted"]) == pytest.approx(list(holm))


def test_the_same_scorer_twice_and_a_perfect_pair() -> None:
    assert williams(0.4, 0.4, 1.0, 30).p_two_sided == 1
    # Two scorers that explain the ratings fully and oppositely leave nothing to test with.
    assert williams(1.0, -1.0, -1.0, 30).reason == "undefined: the three correlations leave nothing unexplained"


@given(st.lists(st.floats(0, 1), max_size=12))
def test_corrections_only_raise_p_and_keep_their_order(p_values: list[float]) -> None:
    for method in ADJUSTMENTS:
        found = adjust(p_values, method)
        for before, after in zip(p_values, found, strict=True):
            assert after is not None
            assert before <= after <= 1 or after == pytest.approx(before)
        ranked = [after for _, after in sorted(zip(p_values, found, strict=True), key=lambda pair: pair[0])]
        assert ranked == sorted(ranked)  # type: ignore[type-var]
    bh, holm, bonferroni = (adjust(p_values, method) for method in ("bh", "holm", "bonferroni"))
    for a, b, c in zip(bh, holm, bonferroni, strict=True):
        assert a is not None and b is not None and c is not None
        assert a <= b + 1e-12
        assert b <= c + 1e-12
    if p_values:
        assert adjust(p_values, "bh") == pytest.approx(list(stats.false_discovery_control(p_values)))


def test_an_unknown_correction_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown correction 'hochberg'; use one of holm, bh"):
        adjust([0.1], "hochberg")  # type: ignore[arg-type]


def written_out_permutation(one: Any, two: Any, gold: Any, units: Any) -> tuple[float, float]:
    """All swaps of units, one after the other."""
    one, two = ((side - side.mean()) / side.std() for side in (one, two))

    def difference(swapped: Any) -> float:
        mask = np.array(swapped)[units]
        a, b = np.where(mask, two, one), np.where(mask, one, two)
        return float(np.corrcoef(a, gold)[0, 1] - np.corrcoef(b, gold)[0, 1])

    n = max(units) + 1
    observed = difference([False] * n)
    found = [difference(swapped) for swapped in product([False, True], repeat=n)]
    return (
        float(np.mean([value >= observed - 1e-12 for value in found])),
        float(np.mean([abs(value) >= abs(observed) - 1e-12 for value in found])),
    )


@pytest.mark.parametrize("units", [None, [0, 0, 1, 1, 2, 2, 3, 3]])
def test_exact_permutations_are_all_swaps(units: list[int] | None) -> None:
    random = np.random.default_rng(2)
    gold = random.normal(size=8)
    one, two = gold + random.normal(size=8), gold + 2 * random.normal(size=8)
    found = permutation_test(one, two, gold, units=units)
    by_hand = written_out_permutation(one, two, gold, units or list(range(8)))
    assert (found.p_one_sided, found.p_two_sided) == pytest.approx(by_hand)
    assert found.n_swaps == (256 if units is None else 16)


@pytest.mark.parametrize("level", ["pooled", "within", "system"])
@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
def test_a_better_scorer_is_told_from_noise_and_not_from_itself(level: Any, coefficient: Any) -> None:
    random = np.random.default_rng(1)
    groups = np.repeat(np.arange(8), 12)
    gold = random.normal(size=96) + groups
    good, noise = gold + 0.1 * random.normal(size=96), random.normal(size=96)
    how: dict[str, Any] = {"groups": grouping(level, groups.tolist(), 96), "coefficient": coefficient}
    told = permutation_test(good, noise, gold, permutations=499, **how)
    assert told.p_one_sided is not None and told.p_two_sided is not None
    assert 1 / 500 <= told.p_one_sided <= 0.05
    assert permutation_test(good, good * 3 + 1, gold, permutations=499, **how).p_two_sided == 1
    assert told == permutation_test(good, noise, gold, permutations=499, **how)
    constant = permutation_test(np.full(96, 0.3), noise, gold, **how)
    assert constant.p_two_sided is None
    assert str(constant.reason).startswith("constant: all first scores are 0.3")


@given(st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)), min_size=1, max_size=9))
@settings(max_examples=50)
def test_paired_changes_agree_with_scipy(rows: list[tuple[int, int]]) -> None:
    base, after = (np.array(side) / 10 for side in zip(*rows, strict=True))
    found = paired_change(base, after, resamples=50)
    deltas = np.round(after - base, 10)
    assert found.mean_delta == pytest.approx(deltas.mean())
    assert found.n_changed == np.count_nonzero(deltas)
    if len(deltas) > 1:
        signs = np.array(list(product([-1, 1], repeat=len(deltas))))
        means = signs @ deltas
        assert found.p_less == pytest.approx(np.mean(means <= deltas.sum() + 1e-9))
        assert found.p_two_sided == pytest.approx(np.mean(np.abs(means) >= abs(deltas.sum()) - 1e-9))
        assert found.smallest_p <= found.p_two_sided + 1e-12
    if base.sum() > 0:
        assert found.ratio_of_means_pct == pytest.approx(100 * (after.sum() / base.sum() - 1))
    else:
        assert found.relative_reason == "the base mean is 0"


def test_the_sampled_one_sided_p_is_never_0_and_near_the_exact_one() -> None:
    deltas = np.linspace(-1, 0.4, 14)
    exact = sign_flip_one_sided(deltas)
    more = np.concatenate([deltas, [-1e-9] * 6])
    assert sign_flip_one_sided(more) == pytest.approx(exact, abs=0.01)
    assert sign_flip_one_sided(np.full(60, -1.0)) == 1 / 10_000
    assert sign_flip_one_sided(np.zeros(5)) == 1


def test_scales_that_do_not_start_at_0_have_no_percentage() -> None:
    found = paired_change([0.5, 0.4], [0.2, 0.1], lowest=-1)
    assert (found.relative_pct, found.relative_reason) == (None, "the scale starts at -1")
    assert found.ratio_of_means_pct is not None
    with pytest.raises(ValueError, match="paired scores of at least one example, got 1 and 2"):
        paired_change([0.5], [0.2, 0.1])


@given(st.lists(GRID, min_size=1, max_size=8), st.lists(GRID, min_size=1, max_size=8))
def test_discrimination_turns_round_with_its_sides(altering: list[float], preserving: list[float]) -> None:
    one, other = discrimination(altering, preserving).auc, discrimination(preserving, altering).auc
    assert one is not None and other is not None
    assert one + other == pytest.approx(1)
    assert paired_discrimination({1: altering}, {1: preserving}).auc == pytest.approx(one)
    assert discrimination([], preserving).auc is None
    assert paired_discrimination({1: altering}, {2: preserving}).auc is None
