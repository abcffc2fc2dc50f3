"""Printed numbers: the n behind r and p, averages against their rows, and what cannot stand together."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metricstress.reports.printed_numbers import implied_n, read_printed
from metricstress.reports.printed_tables import Check, PrintedCell, check_table


@pytest.mark.parametrize(
    ("text", "rounding", "expected"),
    [
        ("0.119", "nearest", (0.119, 0.1185, 0.1195)),
        ("0.119", "any", (0.119, 0.118, 0.12)),
        ("-.03", "nearest", (-0.03, -0.035, -0.025)),
        ("−0.5", "nearest", (-0.5, -0.55, -0.45)),
        ("9.2e-3", "nearest", (0.0092, 0.00915, 0.00925)),
        ("0.000", "nearest", (0.0, -0.0005, 0.0005)),
        ("< 0.001", "nearest", (0.001, 0.0, 0.001)),
        ("1", "nearest", (1.0, 0.5, 1.5)),
    ],
)
def test_a_printed_number_is_an_interval(
    text: str, rounding: Literal["nearest", "any"], expected: tuple[float, ...]
) -> None:
    found = read_printed(text, rounding=rounding)
    assert (found.value, found.low, found.high) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "n/a", "0.1.2", "1e", "nan", "12%", "0,5"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="no printed number"):
        read_printed(text)


def p_value(r: float, n: int) -> float:
    return float(2 * stats.t.sf(abs(r) * ((n - 2) / (1 - r * r)) ** 0.5, n - 2))


@given(
    st.floats(-0.95, 0.95).filter(lambda r: abs(r) > 0.01), st.integers(4, 2000), st.integers(2, 4), st.integers(3, 6)
)
def test_the_true_n_is_always_possible(r: float, n: int, r_digits: int, p_digits: int) -> None:
    found = implied_n(read_printed(f"{r:.{r_digits}f}"), read_printed(f"{p_value(r, n):.{p_digits}f}"))
    assert found is not None
    assert found[0] <= n <= (found[1] or n)


@pytest.mark.slow
@given(st.floats(0.02, 0.9), st.floats(1e-4, 0.9))
def test_the_range_holds_every_n_that_fits_and_no_other(r: float, p: float) -> None:
    one, other = read_printed(f"{r:.2f}"), read_printed(f"{p:.4f}")
    fits = [n for n in range(3, 400) if p_value(one.high, n) <= other.high and p_value(one.low, n) >= other.low]
    found = implied_n(one, other)
    if fits:
        assert found is not None
        assert found[0] == fits[0]
        assert fits[-1] == 399 or found[1] == fits[-1]
    else:
        assert found is None or found[0] >= 400


def test_ends_of_the_range() -> None:
    assert implied_n(read_printed("0.00"), read_printed("0.50")) is not None
    assert implied_n(read_printed("0.40"), read_printed("0.000")) == (71, None)
    assert p_value(0.405, 71) < 0.0005 < p_value(0.405, 70)
    # Between n 4 and 5 p jumps over what is printed.
    assert implied_n(read_printed("0.5000"), read_printed("0.4500")) is None
    # One-sided p is half of it.
    assert implied_n(read_printed("0.300"), read_printed("0.0168"), sides=1) == implied_n(
        read_printed("0.300"), read_printed("0.0336"), sides=2
    )


def cell(name: str, r: str, p: str = "", n: int | None = None, group: str = "", of: str = "") -> PrintedCell:
    told = read_printed(p) if p else None
    return PrintedCell(name, read_printed(r), told, n, group, tuple(filter(None, of.split(";"))))


def only(checks: list[Check]) -> Check:
    assert len(checks) == 1
    return checks[0]


def test_the_claimed_n() -> None:
    # r .25 of 278 examples has p 2.5e-05; of 12 examples p .433.
    right = only(check_table([cell("a", "0.250", "2.5e-05", 278)]))
    assert (right.possible, right.kind) == (True, "n")
    assert "as claimed, 278" in right.says
    wrong = only(check_table([cell("a", "0.250", "0.433", 278)]))
    assert (wrong.possible, wrong.low, wrong.high) == (False, 12, 12)
    assert wrong.says == "r 0.250 with p 0.433: n 12, not the claimed 278"
    # The text of one table claims 278; such a pair needs thousands.
    wrong = only(check_table([cell("a", "-.034", ".00916", 278)]))
    assert not wrong.possible
    assert wrong.low is not None and wrong.low > 5000


def test_cells_of_one_group_need_one_n() -> None:
    alike = [cell("a", "0.250", "2.5e-05", group="g"), cell("b", "0.100", "0.0961", group="g")]
    assert [check.possible for check in check_table(alike)] == [True, True, True]
    apart = [*alike, cell("c", "0.250", "0.433", group="g")]
    last = check_table(apart)[-1]
    assert (last.name, last.kind, last.possible) == ("g", "one n", False)
    assert "'a' needs n" in last.says and "'c' 12 at most" in last.says


@pytest.mark.parametrize(
    ("rows", "average", "possible", "hint"),
    [
        (["0.10", "0.20", "0.33"], "0.21", True, "the rows give 0.205 to 0.215"),
        (["0.10", "0.20", "0.33"], "0.23", False, "no mean of another kind fits, nearest is the mean"),
        (["-0.50", "0.10", "0.30"], "0.30", False, "it is the mean of absolute values"),
        (["0.200", "0.600"], "0.300", False, "it is the harmonic mean"),
        (["0.100", "0.900"], "0.656", False, "it is the mean by Fisher's z"),
        (["0.2", "0.8"], "0.5", True, "the rows give"),
    ],
)
def test_averages(rows: list[str], average: str, possible: bool, hint: str) -> None:
    cells = [cell(str(number), text) for number, text in enumerate(rows)]
    found = only(check_table([*cells, cell("average", average, of=";".join(each.name for each in cells))]))
    assert found.possible is possible
    assert hint in found.says


def test_an_average_of_a_group() -> None:
    cells = [cell("a", "0.1", group="g"), cell("b", "0.3", group="g"), cell("mean", "0.2", group="g", of="g")]
    assert only(check_table(cells)).possible


@given(st.lists(st.integers(-999, 999), min_size=1, max_size=8))
def test_a_true_average_is_always_possible(thousandths: list[int]) -> None:
    exact = [value / 1000 + 0.0003 for value in thousandths]
    cells = [cell(str(number), f"{value:.3f}") for number, value in enumerate(exact)]
    average = cell("average", f"{sum(exact) / len(exact):.3f}", of=";".join(each.name for each in cells))
    assert only(check_table([*cells, average])).possible


@pytest.mark.parametrize(
    ("cells", "hint"),
    [
        ([cell("a", "0.1"), cell("a", "0.2")], "the cell 'a' stands twice"),
        ([cell("a", "0.1"), cell("m", "0.2", of="b")], "'b', which is neither a cell nor a group"),
        ([cell("m", "0.2", of="m")], "neither a cell nor a group"),
    ],
)
def test_wrong_tables(cells: list[PrintedCell], hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        check_table(cells)


def test_what_is_no_correlation_or_probability() -> None:
    checks = check_table([cell("a", "1.20"), cell("b", "0.10", "1.3")])
    assert [(check.name, check.kind, check.possible) for check in checks if check.kind == "range"] == [
        ("a", "range", False),
        ("b", "range", False),
    ]
