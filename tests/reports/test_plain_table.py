"""One table in four formats: the same digits, nothing that the format would take for its own signs."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.plain_table import FORMATS, PlainTable, render, shown

TABLE = PlainTable(
    "A & B", ("name", "value", "n"), (("x_1|y", -0.123456789, 12), ("100 %", None, 0)), ("a note with 5 % <of> it",)
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, "undefined"), (float("nan"), "undefined"), (-0.5, "−0.5"), (1.0, "1"), (12, "12"), ("a\nb", "a b")],
)
def test_cells(value: str | float | None, expected: str) -> None:
    assert shown(value) == expected


def test_text() -> None:
    assert render([TABLE], "terminal").splitlines() == [
        "A & B",
        "",
        "name   value      n",
        "x_1|y  −0.123457  12",
        "100 %  undefined  0",
        "",
        "- a note with 5 % <of> it",
    ]


def test_markdown() -> None:
    assert render([TABLE], "markdown").splitlines()[2:6] == [
        "| name | value | n |",
        "| --- | --- | --- |",
        r"| x_1\|y | −0.123457 | 12 |",
        "| 100 % | undefined | 0 |",
    ]


def test_csv_has_all_digits() -> None:
    assert render([TABLE], "csv") == "name,value,n\nx_1|y,-0.123456789,12\n100 %,,0\n"


def test_latex() -> None:
    text = render([TABLE], "latex")
    assert r"\caption{A \& B}" in text
    assert r"\begin{tabular}{lrr}" in text
    assert r"x\_1\textbar{}y & $-$0.123457 & 12 \\" in text
    assert r"100 \% & undefined & 0 \\" in text
    assert r"\par\footnotesize a note with 5 \% \textless{}of\textgreater{} it" in text


@given(st.text(max_size=20), st.floats(allow_nan=False, allow_infinity=False))
def test_any_text_is_one_cell(name: str, value: float) -> None:
    table = PlainTable("t", ("name", "value"), ((name, value),))
    rows = list(csv.reader(io.StringIO(render([table], "csv"), newline="")))
    assert [float(row[1]) for row in rows[1:]] == [value]
    for kind in set(FORMATS) - {"csv"}:
        assert len(render([table], kind).splitlines()) == len(
            render([PlainTable("t", ("name", "value"), (("x", 1.0),))], kind).splitlines()
        )


def test_unknown_format() -> None:
    with pytest.raises(ValueError, match="unknown format 'html'"):
        render([TABLE], "html")
