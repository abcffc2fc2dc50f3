"""Expectations: what is judged how, and that every verdict is one short and truthful line."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.metrics_under_test.metric import PairMetric
from metricstress.metrics_under_test.wrap import wrap
from metricstress.perturb import negation, typos
from metricstress.suites.cells import cells_of
from metricstress.suites.errors import UsageError
from metricstress.suites.expectations import Cell, Expectation, Kind, drops, judge, monotone, stays
from metricstress.suites.given import read_given
from metricstress.suites.plan import Plan
from metricstress.suites.run import run


def cell(change: float | None = -0.1, **fields: object) -> Cell:
    """60 examples whose mean falls from .8, with an interval of two points about the change."""
    known = change is not None and not math.isnan(change)
    whole = Cell(
        metric="rouge1",
        component="rouge1",
        perturbation="typos",
        severity=0.1,
        expectation=None,
        change=change,
        low=change - 0.02 if known and change is not None else None,
        high=change + 0.02 if known and change is not None else None,
        base_mean=0.8,
        mean=0.8 * (1 + change) if known and change is not None else None,
        n=60,
        n_not_applicable=3,
        n_failed=0,
        n_total=63,
    )
    return replace(whole, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expectation", "given_cell", "status", "borderline", "text"),
    [
        (stays(0.05), cell(-0.01), "pass", False, "rouge1 × typos@0.1: -1.0%, stays within 5%"),
        (stays(0.05), cell(-0.04), "pass", True, "rouge1 × typos@0.1: -4.0%, stays within 5%"),
        (stays(0.05), cell(0.06), "fail", True, "rouge1 × typos@0.1: +6.0%, expected: stays within 5%"),
        (stays(0.05), cell(0.1), "fail", False, "rouge1 × typos@0.1: +10.0%, expected: stays within 5%"),
        (stays(0.05), cell(-0.05), "pass", True, "rouge1 × typos@0.1: -5.0%, stays within 5%"),
        (stays(0), cell(0.0), "pass", True, "rouge1 × typos@0.1: +0.0%, stays within 0%"),
        (drops(0.1), cell(-0.2), "pass", False, "rouge1 × typos@0.1: -20.0%, drops by at least 10%"),
        (drops(0.1), cell(-0.1), "pass", True, "rouge1 × typos@0.1: -10.0%, drops by at least 10%"),
        (drops(0.1), cell(0.2), "fail", False, "rouge1 × typos@0.1: +20.0%, expected: drops by at least 10%"),
        # What rounds to the bound is told with as many digits as it takes to see on which side of it it is.
        (drops(0.1), cell(-0.0996), "fail", True, "rouge1 × typos@0.1: -9.96%, expected: drops by at least 10%"),
        (stays(0.1), cell(-0.10001), "fail", True, "rouge1 × typos@0.1: -10.001%, expected: stays within 10%"),
        (
            drops(0.1),
            cell(0.2, higher_is_better=False),
            "pass",
            False,
            "rouge1 × typos@0.1: +20.0%, worsens by at least 10%",
        ),
        (
            drops(0.1),
            cell(-0.2, higher_is_better=False),
            "fail",
            False,
            "rouge1 × typos@0.1: -20.0%, expected: worsens by at least 10%",
        ),
        # A sampled metric is held to a bound only with its whole interval.
        (stays(0.05), cell(0.06, deterministic=False), "pass", True, "rouge1 × typos@0.1: +6.0%, stays within 5%"),
        (
            stays(0.05),
            cell(0.1, deterministic=False),
            "fail",
            False,
            "rouge1 × typos@0.1: +10.0%, expected: stays within 5%",
        ),
        (drops(0.1), cell(n=19), "error", False, "rouge1 × typos@0.1: cannot judge: 19 of 63 applicable, min_n=20"),
        (drops(0.1, min_n=19), cell(-0.2, n=19), "pass", False, "rouge1 × typos@0.1: -20.0%, drops by at least 10%"),
        (stays(0.5), cell(n=30, n_failed=33), "error", False, "rouge1 × typos@0.1: cannot judge: 33 of 63 failed"),
        (stays(0.5), cell(None), "error", False, "rouge1 × typos@0.1: cannot judge: there is no change to judge"),
        (stays(0.5), cell(math.nan), "error", False, "rouge1 × typos@0.1: cannot judge: there is no change to judge"),
        (
            stays(0.5),
            cell(absolute=True),
            "error",
            False,
            "rouge1 × typos@0.1: cannot judge: no relative change; use absolute=True",
        ),
        (
            stays(0.5, absolute=True),
            cell(-0.1, absolute=True),
            "pass",
            False,
            "rouge1 × typos@0.1: -0.1000, stays within 0.5",
        ),
        (
            drops(0.1, absolute=True),
            cell(-0.1),
            "fail",
            False,
            "rouge1 × typos@0.1: -0.0800, expected: drops by at least 0.1",
        ),
        (
            stays(0.5),
            cell(severity=math.nan, component="f1"),
            "pass",
            False,
            "rouge1:f1 × typos: -10.0%, stays within 50%",
        ),
    ],
)
def test_verdicts(expectation: Expectation, given_cell: Cell, status: str, borderline: bool, text: str) -> None:
    outcome = judge(expectation, given_cell)
    assert (outcome.status, outcome.borderline, outcome.text) == (status, borderline, text)


def ladder(*changes: float, **fields: object) -> list[Cell]:
    return [cell(change, severity=0.1 * (number + 1), **fields) for number, change in enumerate(changes)]


@pytest.mark.parametrize(
    ("cells", "status", "text"),
    [
        (ladder(-0.1, -0.2, -0.3), "pass", "rouge1 × typos: never improves: -10.0% at 0.1, -30.0% at 0.3"),
        (ladder(-0.1, -0.1), "pass", "rouge1 × typos: never improves: -10.0% at 0.1, -10.0% at 0.2"),
        (ladder(-0.3, -0.2, -0.15), "fail", "rouge1 × typos: improves by 10.0% from @0.1 to @0.2, expected: never"),
        (ladder(0.1, -0.2), "fail", "rouge1 × typos: improves by 10.0% from @0 to @0.1, expected: never"),
        (
            ladder(0.1, 0.2, higher_is_better=False),
            "pass",
            "rouge1 × typos: never improves: +10.0% at 0.1, +20.0% at 0.2",
        ),
        (
            ladder(-0.1, higher_is_better=False),
            "fail",
            "rouge1 × typos: improves by 10.0% from @0 to @0.1, expected: never",
        ),
        (ladder(-0.1, -0.2, n=3), "error", "rouge1 × typos@0.1: cannot judge: 3 of 63 applicable, min_n=20"),
    ],
)
def test_ladders(cells: list[Cell], status: str, text: str) -> None:
    outcome = judge(monotone(), cells)
    assert (outcome.status, outcome.text) == (status, text)
    assert judge(monotone(), cells[::-1]).status == status


def test_a_small_rise_of_a_sampled_metric_is_borderline() -> None:
    outcome = judge(monotone(), ladder(-0.2, -0.19, deterministic=False))
    assert (outcome.status, outcome.borderline) == ("pass", True)
    assert judge(monotone(), ladder(-0.2, -0.19)).status == "fail"
    assert judge(monotone(), ladder(-0.2, -0.1, deterministic=False)).status == "fail"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: stays(15), r"for 15 per cent write within=0.15"),
        (lambda: drops(1.5), r"share of the base mean, from 0 to 1"),
        (lambda: stays(-0.1), r"must be positive, but got -0.1"),
        (lambda: drops(0), r"must be above 0, but got 0"),
        (lambda: stays(math.nan), r"takes a number, such as 0.05, but got nan"),
        (lambda: stays("5%"), r"takes a number, such as 0.05, but got '5%'"),
        (lambda: drops(True), r"takes a number"),
        (lambda: drops(0.1, min_n=0), r"min_n is a whole number of examples from 1, but got 0"),
        (lambda: stays(0.1, min_n=2.5), r"min_n is a whole number"),
        (lambda: Expectation("monotone", 0.1), r"monotone has no amount"),
        (lambda: Expectation("rises", 0.1), r"unknown expectation 'rises'; use stays, drops or monotone"),
        (lambda: judge(stays(0.1), [cell(), cell()]), r"stays is judged on one cell, but got 2"),
        (lambda: judge(monotone(), [cell(), cell(metric="bleu")]), r"one ladder, but got rouge1/typos@0.1, bleu"),
        (lambda: judge(monotone(), [cell(), cell()]), r"different severities"),
        (lambda: judge(monotone(), []), r"but got 0"),
    ],
)
def test_wrong_use_is_told(make: object, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        make()  # type: ignore[operator]


amounts = st.floats(0.001, 1)
changes = st.one_of(st.none(), st.just(math.nan), st.floats(-1, 5))
kinds: st.SearchStrategy[Kind] = st.sampled_from(("stays", "drops"))


@given(kinds, amounts, changes, st.text(min_size=1, max_size=120), st.integers(0, 99), st.booleans())
def test_one_line_of_80_characters(
    kind: Kind, amount: float, change: float | None, name: str, n: int, higher: bool
) -> None:
    name = name.replace("\n", " ")
    outcome = judge(Expectation(kind, amount), cell(change, metric=name, component=name, n=n, higher_is_better=higher))
    assert len(outcome.text) <= 80
    assert outcome.status != "pass" or n >= 20


@given(kinds, amounts, st.floats(-1, 5), st.booleans())
def test_the_number_shown_is_on_the_side_of_the_verdict(kind: Kind, amount: float, change: float, higher: bool) -> None:
    """ "-10.0%, expected: drops by at least 10%" would read like a fault of the tool."""
    amount = round(amount, 3)
    outcome = judge(Expectation(kind, amount), cell(change, higher_is_better=higher))
    shown = float(outcome.text.split(": ")[1].split("%")[0])
    bound = round(100 * amount, 9)
    kept = abs(shown) <= bound if kind == "stays" else (-shown if higher else shown) >= bound
    assert kept == (outcome.status == "pass") or abs(abs(change) - amount) < 1e-8


def words(candidate: str, reference: str) -> float:
    """Share of the reference's words; fails where it says so."""
    if "unscorable" in candidate:
        raise ValueError("unscorable")
    return sum(word in candidate.split() for word in reference.split()) / len(reference.split())


def test_cells_rest_on_the_examples_that_were_changed() -> None:
    rows = [f"The bridge was built in 190{n}." for n in range(6)]
    rows += [f"Bridge {n}, a landmark." for n in range(3)]  # no verb: nothing to negate
    rows += ["It is unscorable."]
    metric = wrap(words)
    result = run(read_given(rows), Plan((negation, typos(0.5)), (metric,)))
    found = {item.perturbation: item for item in cells_of(result.scores, [metric])}
    negated = found["negation"]
    assert (negated.n, negated.n_not_applicable, negated.n_failed, negated.n_total) == (6, 3, 1, 10)
    rows_of = result.scores[(result.scores["perturbation"] == "negation") & (result.scores["status"] == "ok")]
    assert negated.base_mean == pytest.approx(rows_of["base_score"].mean())
    assert negated.mean == pytest.approx(rows_of["score"].mean())
    assert negated.change == pytest.approx(rows_of["score"].mean() / rows_of["base_score"].mean() - 1)
    assert negated.low is not None and negated.high is not None and negated.low <= negated.change <= negated.high
    assert not negated.absolute
    (absolute, _) = cells_of(result.scores, [metric], absolute=True)
    assert absolute.absolute and absolute.change == pytest.approx(negated.change * negated.base_mean)


def test_nothing_applicable_is_a_cell_that_cannot_be_judged() -> None:
    metric = PairMetric("length", lambda candidate, reference: len(candidate) / 100, lambda: "", higher_is_better=False)
    scores = run(read_given(["Bridges, a landmark."]), Plan((negation,), (metric,))).scores
    (found,) = cells_of(scores, [metric])
    assert (found.n, found.n_not_applicable, found.change, found.higher_is_better) == (0, 1, None, False)
    assert judge(stays(1.0, min_n=1), found).text == "length × negation@0.01: cannot judge: 0 of 1 applicable, min_n=1"
