"""The gate's verdicts: what worse means for every expectation, what chance may do, and what cannot be judged."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metricstress.suites.baseline import Allowed, Baseline, CellId, Entry, Header, cell_id
from metricstress.suites.expectations import Cell, Expectation, drops, monotone, stays
from metricstress.suites.findings import Finding, GateResult
from metricstress.suites.gate import compare
from metricstress.suites.loss_tests import ALPHA, BeforeAndNow, standard_error
from metricstress.suites.suite import Suite

HEADER = Header("s", "h", 0, {"bleu": "bleu|v1", "judge": "llm"}, {"keep": 1, "alter": 1, "copy": 1})
INTENTS = {"keep": "preserving", "alter": "altering", "copy": "unknown"}
SUITE = Suite("s", "s", ("keep",), ("bleu",))


def cell(change: float | None, perturbation: str = "keep", **fields: Any) -> Cell:
    """A cell with a change in percent (or units of the score, if absolute), of 100 examples."""
    absolute = fields.get("absolute", False)
    share = change if change is None or absolute else change / 100
    half = fields.pop("half", 1.0) / (1 if absolute else 100)
    defaults: dict[str, Any] = {
        "metric": "bleu",
        "component": fields.get("metric", "bleu"),
        "perturbation": perturbation,
        "severity": 0.1,
        "expectation": None,
        "change": share,
        "low": None if share is None else share - half,
        "high": None if share is None else share + half,
        "base_mean": 0.5,
        "mean": None if share is None else 0.5 + share if absolute else 0.5 * (1 + share),
        "n": 100,
        "n_not_applicable": 0,
        "n_failed": 0,
        "n_total": 100,
    }
    return Cell(**(defaults | fields))


def baseline_of(cells: Sequence[Cell], tolerance: Mapping[str, Allowed] | None = None) -> Baseline:
    lines: dict[CellId, Entry] = {}
    for item in cells:
        entry = Entry.of(item)
        assert entry is not None
        lines[cell_id(item)] = entry
    numbers = {identity: number for number, identity in enumerate(lines, 20)}
    return Baseline(HEADER, {"default": Allowed(1.0), **(tolerance or {})}, lines, numbers)


def gate(
    before: Sequence[Cell],
    now: Sequence[Cell],
    expect: Mapping[str, Expectation] | None = None,
    tolerance: Mapping[str, Allowed] | None = None,
    **fields: Any,
) -> GateResult:
    suite = replace(SUITE, expect=expect or {}, min_n=fields.pop("min_n", None))
    return compare(now, INTENTS, fields.pop("header", HEADER), baseline_of(before, tolerance), suite, **fields)


def the_one(result: GateResult) -> Finding:
    (finding,) = result.findings
    return finding


@pytest.mark.parametrize(
    ("perturbation", "before", "now", "status", "worse_by"),
    [
        # stays: what counts is how far it is from 0
        ("keep", -3.0, -3.0, "unchanged", 0.0),
        ("keep", -3.0, -3.9, "tolerated", 0.9),
        ("keep", -3.0, -4.0, "tolerated", 1.0),
        ("keep", -3.0, -4.01, "worse", 1.01),
        ("keep", -3.0, 4.5, "worse", 1.5),
        ("keep", -3.0, 3.0, "tolerated", 0.0),
        ("keep", -3.0, -1.0, "improved", -2.0),
        ("keep", 0.0, 2.0, "worse", 2.0),
        # drops: what counts is how much the drop shrank
        ("alter", -30.0, -28.0, "worse", 2.0),
        ("alter", -30.0, -29.5, "tolerated", 0.5),
        ("alter", -30.0, -35.0, "improved", -5.0),
        ("alter", -30.0, 5.0, "worse", 35.0),
        # nothing is known of a copy made elsewhere: any other number is a loss
        ("copy", -3.0, -1.0, "worse", 2.0),
        ("copy", -3.0, -5.0, "worse", 2.0),
        ("copy", -3.0, -3.5, "tolerated", 0.5),
    ],
)
def test_what_worse_means(perturbation: str, before: float, now: float, status: str, worse_by: float) -> None:
    result = gate([cell(before, perturbation)], [cell(now, perturbation)])
    finding = the_one(result)
    assert (finding.status, finding.worse_by) == (status, worse_by)
    assert result.exit_code == (status == "worse")
    assert finding.line == 20


@pytest.mark.parametrize(
    ("perturbation", "before", "now", "status"),
    [("alter", 30.0, 25.0, "worse"), ("alter", 30.0, 40.0, "improved"), ("keep", 3.0, 5.0, "worse")],
)
def test_where_lower_is_better_a_drop_is_a_rise(perturbation: str, before: float, now: float, status: str) -> None:
    found = gate([cell(before, perturbation)], [cell(now, perturbation, higher_is_better=False)])
    assert the_one(found).status == status


def test_an_expectation_says_what_worse_means_before_the_intent_does() -> None:
    found = gate([cell(-30.0, "alter")], [cell(-10.0, "alter")], {"bleu/alter": stays(0.5)})
    assert (the_one(found).kind, the_one(found).status) == ("stays", "improved")
    found = gate([cell(-5.0)], [cell(-20.0)], {"default_preserving": drops(0.01)})
    assert (the_one(found).kind, the_one(found).status) == ("drops", "improved")


def ladder(*changes: float, **fields: Any) -> list[Cell]:
    return [cell(change, severity=number / 10, **fields) for number, change in enumerate(changes, 1)]


@pytest.mark.parametrize(
    ("before", "now", "statuses", "outcome"),
    [
        ((-2, -4, -6), (-2, -4, -6), ["unchanged"] * 3, "pass"),
        ((-2, -4, -6), (-2, -9, -20), ["unchanged", "tolerated", "tolerated"], "pass"),  # steeper is no inversion
        ((-2, -4, -6), (-2, -4, -1), ["unchanged", "unchanged", "worse"], "fail"),  # a new one
        ((-2, -4, -1), (-2, -4, -1), ["unchanged"] * 3, "fail"),  # an old one
        ((-2, -4, -1), (-2, -4, -3.5), ["unchanged", "unchanged", "improved"], "fail"),
        ((-2, -4, -6), (3, -4, -6), ["worse", "unchanged", "unchanged"], "fail"),  # above the base score
    ],
)
def test_monotone_is_about_the_steps_of_a_ladder(
    before: Sequence[float], now: Sequence[float], statuses: Sequence[str], outcome: str
) -> None:
    result = gate(ladder(*before), ladder(*now)[::-1], {"bleu/keep": monotone()})
    by_severity = sorted(result.findings, key=lambda finding: finding.cell.severity)
    assert [finding.status for finding in by_severity] == statuses
    assert [finding.outcome is not None for finding in by_severity] == [False, False, True]
    assert by_severity[-1].outcome is not None
    assert by_severity[-1].outcome.status == outcome


def test_expectations_are_checked_whatever_the_baseline_says() -> None:
    result = gate([cell(-8.0)], [cell(-8.0)], {"bleu/keep": stays(0.05)})
    assert the_one(result).status == "unchanged"
    assert the_one(result).failed
    assert result.exit_code == 1
    assert gate([cell(-8.0)], [cell(-8.0)], {"bleu/keep": stays(0.10)}).exit_code == 0
    assert gate([cell(-8.0)], [cell(-8.0)], {"*/*": stays(0.01), "bleu/*": stays(0.10)}).exit_code == 0
    assert gate([cell(-8.0)], [cell(-8.0)], {"bleu/*": stays(0.10), "*/*": stays(0.01)}).exit_code == 1
    assert gate([cell(-8.0)], [cell(-8.0)], {"bleu/*": stays(0.10), "default_preserving": stays(0.01)}).exit_code == 0


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        (
            cell(-3.0, n=99, n_total=100, n_failed=1, reason="1 of 100 failed: ValueError"),
            "99 examples (1 failed: 1 of",
        ),
        (cell(-3.0, n=99, n_not_applicable=1), "99 examples, in the baseline on 100"),
        (cell(None, n=0, n_failed=100, reason="all failed"), "(100 failed: all failed)"),
        (cell(None, n=0, n_not_applicable=100), "0 of 100 examples applicable"),
        (cell(-0.01, absolute=True), "the baseline has a relative change, but there is an absolute one now"),
        (cell(-3.0, deterministic=False, n=80, n_not_applicable=20), "80 examples, in the baseline on 100"),
        (cell(-3.0, deterministic=False, low=None, high=None), "no interval"),
        (cell(-3.0, deterministic=False, n=94, n_failed=6, reason="timeout"), "6 of 100 scores failed: timeout"),
    ],
)
def test_what_cannot_be_judged_is_exit_code_2(now: Cell, reason: str) -> None:
    result = gate([cell(-3.0)], [now])
    assert the_one(result).status == "unjudged"
    assert reason in str(the_one(result).reason)
    assert result.exit_code == 2


def test_a_few_failures_of_a_sampled_metric_are_borne() -> None:
    before, now = (cell(-3.0, deterministic=False, n=n, n_failed=100 - n) for n in (100, 95))
    assert gate([before], [now]).exit_code == 0


def test_too_few_examples_are_never_a_pass() -> None:
    few = cell(-3.0, n=5, n_not_applicable=95)
    assert gate([few], [few]).exit_code == 0  # nobody asked for more
    assert gate([few], [few], min_n=6).exit_code == 2
    assert gate([few], [few], {"bleu/keep": stays(0.05, min_n=5)}).exit_code == 0
    result = gate([few], [few], {"default_preserving": stays(0.05, min_n=6)})
    assert result.exit_code == 2
    assert "5 of 100 examples applicable" in str(the_one(result).reason)


def test_cells_without_a_counterpart() -> None:
    known, new = cell(-3.0), cell(-3.0, severity=0.2)
    result = gate([known], [known, new])
    assert [finding.status for finding in result.findings] == ["unchanged", "unjudged"]
    assert "--update 'bleu/keep@0.2'" in str(result.findings[1].reason)
    assert (result.exit_code, result.gone) == (2, {})
    result = gate([known, new], [known])
    assert (result.exit_code, result.gone) == (2, {("bleu", "keep@0.2"): 21})


def test_what_applies_to_nothing_is_skipped_unless_someone_expects_something_of_it() -> None:
    nothing = cell(None, "alter", n=0, n_not_applicable=100)
    result = gate([cell(-3.0)], [cell(-3.0), nothing], {"default_altering": drops(0.1)})
    assert [finding.status for finding in result.findings] == ["unchanged", "skipped"]
    assert result.exit_code == 0
    assert gate([cell(-3.0)], [cell(-3.0), nothing], {"*/alter": drops(0.1)}).exit_code == 2


def test_another_signature_stops_the_cells_of_that_metric_alone() -> None:
    header = replace(HEADER, metrics={"bleu": "bleu|v2", "judge": "llm"})
    both = [cell(-3.0), cell(-3.0, metric="judge")]
    result = gate(both, both, header=header)
    assert [finding.status for finding in result.findings] == ["unjudged", "unchanged"]
    assert result.exit_code == 2
    (problem,) = result.problems
    assert "bleu|v1" in problem
    assert "bleu|v2" in problem
    assert "metricstress gate --update 'bleu/*'" in problem
    worse = [both[0], cell(-9.0, metric="judge")]
    assert gate(both, worse, header=header).exit_code == 1  # What is known to be worse is not hidden by it.
    header = replace(HEADER, perturbations={**HEADER.perturbations, "keep": 2})
    result = gate(both, both, header=header)
    assert [finding.status for finding in result.findings] == ["unjudged", "unjudged"]
    assert "'*/keep*'" in result.problems[0]


def test_tolerances_by_pattern_and_in_units_of_the_score() -> None:
    before, now = [cell(-3.0)], [cell(-5.0)]
    assert gate(before, now).exit_code == 1
    assert gate(before, now, tolerance={"bleu/keep": Allowed(2.0)}).exit_code == 0
    assert gate(before, now, tolerance={"*/*": Allowed(2.0), "bleu/*": Allowed(0.0)}).exit_code == 1
    before, now = [cell(-0.010, absolute=True)], [cell(-0.015, absolute=True)]
    assert gate(before, now).exit_code == 0
    assert gate(before, now, tolerance={"bleu/keep": Allowed(0.4)}).exit_code == 1


changes = st.integers(-9_900, 9_900).map(lambda number: number / 100)
kinds = st.sampled_from(["keep", "alter", "copy"])


@given(st.lists(st.tuples(kinds, changes), min_size=1, max_size=8))
def test_the_same_run_is_never_worse(drawn: list[tuple[str, float]]) -> None:
    cells = [cell(change, kind, severity=number / 100) for number, (kind, change) in enumerate(drawn)]
    for deterministic in (True, False):
        again = [replace(item, deterministic=deterministic) for item in cells]
        result = gate(cells, again, tolerance={"default": Allowed(0.0)})
        assert {finding.status for finding in result.findings} == {"unchanged"}
        assert result.exit_code == 0


@given(kinds, changes, changes, st.floats(0, 50), st.floats(0, 50))
def test_more_tolerance_never_makes_more_worse(kind: str, before: float, now: float, one: float, two: float) -> None:
    for deterministic in (True, False):
        found = [
            the_one(
                gate(
                    [cell(before, kind)],
                    [cell(now, kind, deterministic=deterministic)],
                    tolerance={"default": Allowed(pp)},
                )
            )
            for pp in sorted([one, two])
        ]
        assert [finding.status == "worse" for finding in found] != [False, True]


@given(st.lists(st.tuples(st.floats(-2, 8), st.floats(0.01, 3)), min_size=1, max_size=30))
def test_a_sampled_cell_is_worse_if_benjamini_and_hochberg_reject(drawn: list[tuple[float, float]]) -> None:
    """The step-up rule as their paper states it: reject the k smallest p, k the last with p(k) ≤ αk/m."""
    before = [cell(-50.0, "alter", severity=number / 100, half=width) for number, (_, width) in enumerate(drawn)]
    now = [
        cell(-50.0 + round(loss, 2), "alter", severity=number / 100, half=width, deterministic=False)
        for number, (loss, width) in enumerate(drawn)
    ]
    findings = gate(before, now).findings
    p_values = []
    for finding, earlier in zip(findings, baseline_of(before).cells.values(), strict=True):
        entry = Entry.of(finding.cell)
        assert entry is not None
        assert None not in (entry.low, entry.high, earlier.low, earlier.high)
        widths = [(each.high or 0) - (each.low or 0) for each in (entry, earlier)]
        error = math.hypot(*widths) / (2 * 1.959964)
        excess = round(entry.change - earlier.change, 6) - 1.0
        p_values.append(float(stats.t.sf(excess / error, 99)) if error else float(excess <= 1e-9))
    ordered = sorted(p_values)
    bars = [p for rank, p in enumerate(ordered, 1) if p <= ALPHA * rank / len(ordered)]
    rejected = [bool(bars) and p <= max(bars) for p in p_values]
    assert [finding.status == "worse" for finding in findings] == rejected
    adjusted = stats.false_discovery_control(p_values)
    for finding, expected in zip(findings, adjusted, strict=True):
        if (finding.worse_by or 0) >= 0:
            assert finding.p_value == pytest.approx(expected)


def test_the_same_loss_counts_or_not_by_the_noise_and_the_number_of_cells() -> None:
    def status(half: float, others: int) -> tuple[str, float]:
        extra = [cell(-50.0, "alter", severity=number / 1000, half=1.0) for number in range(200, 200 + others)]
        before = [cell(-50.0, "alter", half=half), *extra]
        now = [replace(item, deterministic=False) for item in [cell(-47.0, "alter", half=half), *extra]]
        finding = gate(before, now).findings[0]
        return finding.status, finding.detectable or 0.0

    assert status(1.0, 0)[0] == "worse"
    assert status(3.0, 0)[0] == "noise"
    assert status(1.1, 0)[0] == "worse"
    assert status(1.1, 500)[0] == "noise"
    assert status(1.0, 0)[1] < status(1.0, 500)[1] < status(3.0, 500)[1]


def test_a_loss_of_the_detectable_size_is_found_as_often_as_is_said() -> None:
    random = np.random.default_rng(0)
    half = 1.959964  # a standard error of 1
    detectable = the_one(
        gate([cell(-50.0, "alter", half=half)], [cell(-50.0, "alter", half=half, deterministic=False)])
    )
    assert detectable.detectable is not None
    found = 0
    for first, second in random.normal(0, 1, (800, 2)):
        before = cell(-50.0 + first, "alter", half=half)
        now = cell(-50.0 + detectable.detectable + second, "alter", half=half, deterministic=False)
        found += the_one(gate([before], [now])).status == "worse"
    assert found / 800 == pytest.approx(0.8, abs=0.045)


@pytest.mark.parametrize("absolute", [False, True])
@pytest.mark.parametrize("signs", [(1.0, 1.0), (1.0, -1.0)])
def test_the_standard_error_is_the_spread_over_repeated_runs(absolute: bool, signs: tuple[float, float]) -> None:
    """Of many pairs of runs on examples drawn anew, the difference of changes spreads as one pair says."""
    random = np.random.default_rng(1)

    def pair() -> BeforeAndNow:
        quality = random.uniform(0.4, 0.9, 300)
        cost = 1 - random.uniform(0, 0.6, 300)
        parts = (quality, quality * cost, quality, quality * cost)
        return BeforeAndNow(*(part + random.normal(0, 0.1, 300) for part in parts))

    def change(base: np.ndarray[Any, Any], score: np.ndarray[Any, Any]) -> float:
        return float(score.mean() - base.mean()) if absolute else float(100 * (score.mean() / base.mean() - 1))

    pairs = [pair() for _ in range(3000)]
    losses = [
        signs[1] * change(each.base_now, each.now) - signs[0] * change(each.base_before, each.before) for each in pairs
    ]
    errors = [standard_error(each, absolute=absolute, signs=signs) for each in pairs[:200]]
    assert float(np.mean(errors)) == pytest.approx(float(np.std(losses)), rel=0.05)


def test_scores_of_the_same_examples_show_what_intervals_cannot() -> None:
    random = np.random.default_rng(2)
    quality, cost = random.uniform(0.4, 0.9, 200), random.uniform(0.2, 1, 200)
    base, before = quality, quality * cost
    now = before + 0.02 + random.normal(0, 0.005, 200)
    found = []
    for scores in ({}, {("bleu", "alter@0.1"): BeforeAndNow(base, before, base, now)}):
        cells = [
            cell(100 * (score.mean() / base.mean() - 1), "alter", n=200, n_total=200, half=4.0, deterministic=False)
            for score in (before, now)
        ]
        found.append(the_one(gate(cells[:1], cells[1:], scores=scores)))
    assert [finding.status for finding in found] == ["noise", "worse"]
