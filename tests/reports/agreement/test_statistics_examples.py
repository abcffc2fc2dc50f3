"""Worked examples with exact answers, one function each; the numbers stand in statistics_examples.json.

S17 and S18, on labels of sentences, are tested beside the verification figures.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

from metricstress.reports.agreement.combined import paper_f1_cell
from metricstress.reports.agreement.comparison import adjust, permutation_test, williams
from metricstress.reports.agreement.correlation import coefficient_value, correlate, drop_missing
from metricstress.reports.agreement.discrimination import discrimination, paired_discrimination
from metricstress.reports.agreement.grouping import averaged_by, correlate_at, grouping
from metricstress.reports.agreement.intervals import analytic_interval, bca_interval
from metricstress.reports.agreement.paired import paired_change
from metricstress.reports.agreement.pairwise import (
    calibrate_ties,
    count_pairs,
    soft_pairwise_accuracy,
    system_accuracy,
)
from metricstress.reports.deltas import compute_deltas
from metricstress.reports.frames import scores_frame

CASES: Final[dict[str, dict[str, Any]]] = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "statistics_examples.json").read_text(encoding="utf-8"))
}
CHECKS: dict[str, Callable[[Any, Any, float], None]] = {}


def case(check: Callable[[Any, Any, float], None]) -> Callable[[Any, Any, float], None]:
    CHECKS[check.__name__.partition("_")[0].upper()] = check
    return check


@pytest.mark.parametrize("name", CASES)
def test_example(name: str) -> None:
    found = CASES[name]
    CHECKS[name](found["inputs"], found["expected"], found["tol"])


def close(tolerance: float) -> Callable[[Any], Any]:
    return lambda value: pytest.approx(value, abs=tolerance)


@case
def s1_five_numbers(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    found = correlate(given["metric"], given["human"])
    for kind in ("pearson", "spearman", "kendall_b", "kendall_c"):
        assert getattr(found, kind).value == near(expected[kind])
    counts = count_pairs(given["metric"], given["human"])
    for name in ("concordant", "discordant", "tied_metric_only", "tied_human_only", "tied_both"):
        assert getattr(counts, name) == expected[name]
    assert (counts.accuracy, counts.tau) == (near(expected["acc23"]), near(expected["tau23"]))


@case
def s2_tie_calibration(given: Any, expected: Any, tolerance: float) -> None:
    found = calibrate_ties(given["metric"], given["human"])
    assert found is not None
    assert found.accuracy_at_0 == close(tolerance)(expected["acc_eps0"])
    assert (found.accuracy, found.epsilon) == (expected["best_acc"], expected["best_eps"])
    assert count_pairs(given["metric"], given["human"], epsilon=found.epsilon).accuracy == found.accuracy


@case
def s3_intervals(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    r, n, level = given["r"], given["n"], given["level"]
    pearson, spearman = (analytic_interval(kind, r, n, level) for kind in ("pearson", "spearman"))
    assert (pearson.low, pearson.high) == (near(expected["pearson_low"]), near(expected["pearson_high"]))
    ends = (expected["spearman_bonett_wright_low"], expected["spearman_bonett_wright_high"])
    assert (spearman.low, spearman.high) == (near(ends[0]), near(ends[1]))
    none = analytic_interval("pearson", r, 3)
    assert (none.low, none.high, none.method) == (None, None, "no interval: n = 3, it needs at least 4")
    for end in (1.0, -1.0):
        point = analytic_interval("spearman", end, 10)
        assert (point.low, point.high) == (end, end)


@case
def s4_williams(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    found = williams(given["r1"], given["r2"], given["r12"], given["n"])
    assert (found.t, found.k) == (near(expected["t"]), near(expected["K"]))
    assert found.p_one_sided == near(expected["p_one_sided"])
    assert found.p_two_sided == near(expected["p_two_sided"])
    assert williams(0.6, 0.6, 1.0, 50).p_two_sided == 1
    assert williams(0.6, 0.5, 0.8, 3).reason == "too few: n = 3, Williams' test needs at least 4"


@case
def s5_identical_deltas(given: Any, expected: Any, tolerance: float) -> None:
    found = paired_change(given["base"], given["perturbed"])
    assert found.mean_delta == close(tolerance)(expected["mean_delta"])
    assert (found.low, found.high) == (close(tolerance)(-0.1), close(tolerance)(-0.1))
    assert found.degenerate
    same = bca_interval(0.5, np.full(100, 0.5), np.full(3, 0.5))
    assert (same.low, same.high, same.degenerate) == (0.5, 0.5, True)


@case
def s6_sign_flip(given: Any, expected: Any, tolerance: float) -> None:
    deltas = np.array(given["deltas"], dtype=float)
    found = paired_change(np.full(4, 10.0), 10.0 + deltas)
    assert (found.p_two_sided, found.p_less) == (expected["p_two_sided"], expected["p_less"])
    assert found.smallest_p == expected["smallest_possible_two_sided_p"]
    assert found.wilcoxon_p == close(tolerance)(expected["wilcoxon_exact_two_sided"])


@case
def s7_two_percentages(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    found = paired_change(given["base"], given["perturbed"])
    assert found.ratio_of_means_pct == near(expected["ratio_of_means_pct"])
    assert found.relative_pct == found.ratio_of_means_pct
    assert found.mean_of_ratios_pct == near(expected["mean_of_ratios_pct"])
    assert (found.n_ratios, found.n_undefined_ratios) == (expected["mean_of_ratios_n"], expected["undefined_ratios"])
    assert found.mean_delta == near(expected["mean_abs_delta"])
    assert cell_of(given["base"], given["perturbed"])["change_pct"] == near(expected["ratio_of_means_pct"])


@case
def s8_base_mean_not_positive(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    for each, wanted in zip(given, expected, strict=True):
        found = paired_change(each["base"], each["perturbed"])
        naive = wanted["naive_pct"]
        assert found.ratio_of_means_pct == (None if naive is None else near(naive))
        assert (found.relative_pct, found.mean_delta) == (None, near(wanted["mean_delta"]))
        assert found.relative_reason is not None
        cell = cell_of(each["base"], each["perturbed"])
        assert math.isnan(cell["change_pct"])
        assert cell["change_abs"] == near(wanted["mean_delta"])


@case
def s9_dilution(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    base = [given["base_each"]] * given["n"]
    after = [given["base_each"] - given["drop_on_changed"] * (row < given["changed"]) for row in range(given["n"])]
    cell = cell_of(base, after)
    assert cell["change_pct"] == near(expected["all_pct"])
    assert cell["change_pct_changed_only"] == near(expected["changed_only_pct"])
    assert cell["n_changed"] / cell["n"] == near(expected["change_rate"])
    found = paired_change(base, after)
    assert (found.ratio_of_means_pct, found.n_changed) == (near(expected["all_pct"]), given["changed"])


@case
def s10_discrimination(given: Any, expected: Any, tolerance: float) -> None:
    altering, preserving = given["altering_drops"], given["preserving_drops"]
    assert discrimination(altering, preserving).auc == close(tolerance)(expected["auc"])
    assert discrimination([0.0, 0.0], [0.0]).auc == 0.5
    assert discrimination([-0.2, -0.1], [0.0]).auc == 0
    paired = paired_discrimination({"a": altering, "b": [1.0]}, {"a": preserving})
    assert (paired.auc, paired.n_examples) == (close(tolerance)(expected["auc"]), 1)


@case
def s11_corrections(given: Any, expected: Any, tolerance: float) -> None:
    for method in ("holm", "bh", "bonferroni"):
        assert adjust(given["p"], method) == close(tolerance)(expected[method])
        with_undefined = adjust([None, *given["p"], math.nan], method)
        assert with_undefined == [None, *close_list(expected[method], tolerance), None]


@case
def s12_system_level(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    means = given["metric_system_means"], given["human_system_means"]
    assert system_accuracy(*means) == near(expected["pairwise_accuracy_all_pairs"])
    untied = system_accuracy(*means, human_ties="left out")
    assert untied == near(expected["pairwise_accuracy_untied_human_pairs"])
    assert soft_pairwise_accuracy(given["metric_pair_p"], given["human_pair_p"]) == near(expected["spa"])


@case
def s13_combined(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    precision, recall, human = (np.array(given[name], dtype=float) for name in ("precision", "recall", "human"))
    r_precision, r_recall = (coefficient_value("pearson", side, human) for side in (precision, recall))
    assert (r_precision, r_recall) == (near(expected["r_precision"]), near(expected["r_recall"]))
    f1 = 2 * precision * recall / (precision + recall)
    assert coefficient_value("pearson", f1, human) == near(expected["r_true_F1"])
    assert r_precision is not None
    assert r_recall is not None
    assert paper_f1_cell(r_precision, r_recall) == near(expected["harmonic_mean_of_correlations"])


@case
def s14_missing(given: Any, expected: Any, tolerance: float) -> None:
    pairs = drop_missing(given["metric"], given["human"])
    assert (pairs.n, pairs.n_dropped) == (expected["n_dropped"], 1)
    found = correlate(pairs.scores, pairs.ratings)
    assert found.pearson.value == close(tolerance)(expected["pearson_dropped"])
    zeros = [0 if value is None else value for value in given["human"]]
    assert correlate(given["metric"], zeros).pearson.value == close(tolerance)(expected["pearson_nan_as_0"])


@case
def s15_perm_both(given: Any, expected: Any, tolerance: float) -> None:
    found = permutation_test(given["metric1"], given["metric2"], given["gold"])
    assert found.exact
    assert found.difference == close(tolerance)(expected["delta"])
    assert (found.n_at_least, found.n_swaps) == (expected["count_ge_delta"], expected["swaps"])
    assert found.p_one_sided == expected["p_one_sided"]


@case
def s16_near_constant(given: Any, expected: Any, tolerance: float) -> None:
    found = correlate(given["metric"], given["human"])
    assert found.pearson.value is found.spearman.value is found.kendall_b.value is expected["correlation"]
    assert found.reason is not None
    assert found.reason.startswith(expected["reason"])
    two = correlate([1, 2], [1, 2])
    assert (two.pearson.value, two.spearman.value) == (None, None)
    assert two.reason == "too few: n = 2, a correlation needs at least 3"
    three = correlate([1, 2, 4], [1, 3, 2])
    assert three.pearson.value is not None
    assert (three.pearson.low, three.spearman.low) == (None, None)


@case
def s19_system_ranks(given: Any, expected: Any, tolerance: float) -> None:
    rows = [(name, score) for name, scores in given["summary_scores"].items() for score in scores]
    systems = [name for name, _ in rows]
    ratings = [given["human"][name] for name in systems]
    found = correlate_at([score for _, score in rows], ratings, grouping("system", systems, len(rows)))
    assert found.spearman.value == close(tolerance)(expected["spearman"])
    assert found.n == 3


@case
def s20_simpson(given: Any, expected: Any, tolerance: float) -> None:
    near = close(tolerance)
    systems, metric, human = given["system"], given["metric"], given["human"]
    pooled, within = (
        correlate_at(metric, human, grouping(level, systems, len(metric))) for level in ("pooled", "within")
    )
    assert (pooled.pearson.value, within.pearson.value) == (near(expected["pooled"]), near(expected["within"]))
    averaged = averaged_by(systems, {"metric": metric}, human)["metric"]
    assert averaged.correlations.pearson.value == near(expected["mean_of_system_rs"])
    assert (averaged.correlations.n, averaged.n_undefined) == (2, 0)


def close_list(values: list[float], tolerance: float) -> list[Any]:
    return [pytest.approx(value, abs=tolerance) for value in values]


def cell_of(base: list[float], after: list[float]) -> pd.Series:
    """The row of the deltas frame for examples with these scores; an example whose score stays is not changed."""
    rows: list[dict[str, Any]] = []
    for number, (old, new) in enumerate(zip(base, after, strict=True)):
        row = {"example_id": str(number), "perturbation": "p", "severity": 1.0, "repeat": 0, "metric": "m"}
        row |= {"component": "m", "status": "ok" if old != new else "not_applicable"}
        row |= {"reason": None if old != new else "nothing to change", "base_score": old, "score": new}
        rows.append(row | {"n_edits": int(old != new), "audit": None})
    return compute_deltas(scores_frame(rows), {"p": "altering"}, bounds={"m": (0, 1)}).iloc[0]
