"""The agreement frame, what is told of it, and the authors' recipe."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from metricstress.reports.agreement.cells import AGREEMENT_COLUMNS, Design, agreement_frame, paper_style
from metricstress.reports.agreement.combined import combined_siblings, paper_f1_cell, paper_weighted_cell
from metricstress.reports.agreement.compared import COMPARISON_COLUMNS, comparison_frame
from metricstress.reports.agreement.recipe import paper_recipe
from metricstress.reports.agreement.remarks import remarks
from metricstress.reports.agreement.table import comparison_table, long_tables, matrix_tables, records

MAYBE = st.one_of(st.just(float("nan")), st.sampled_from([1.0, 2.0, 3.0, 4.0, 5.0]))
TABLES = st.lists(st.tuples(MAYBE, MAYBE, MAYBE, st.sampled_from(["a", "b", None])), max_size=12).map(
    lambda rows: pd.DataFrame(rows, columns=["s", "t", "rating", "group"])
)
DESIGN = Design(("s", "t"), ("rating",), ("pooled", "within", "system", "item"), "group", "group", pairwise=True)


@pytest.mark.slow
@given(TABLES)
@settings(max_examples=50)
def test_any_table_gives_a_row_a_cell_and_numbers_or_reasons(table: pd.DataFrame) -> None:
    frame = agreement_frame(table, DESIGN)
    assert list(frame.columns[: len(AGREEMENT_COLUMNS)]) == list(AGREEMENT_COLUMNS)
    assert len(frame) == 2 * 4
    for cell in records(frame):
        for name in ("pearson", "spearman", "kendall"):
            assert (cell[name] is None) == (cell["reason"] is not None)
            assert cell[name] is None or -1 <= cell[name] <= 1
            if cell[f"{name}_low"] is not None:
                assert cell[f"{name}_low"] - 1e-9 <= cell[name] <= cell[f"{name}_high"] + 1e-9
        if cell["level"] == "pooled":
            assert cell["n"] + cell["n_dropped"] == len(table)
            assert cell["n"] == table[[cell["score"], "rating"]].dropna().shape[0]
    assert all(line.strip() for line in remarks(frame, table, DESIGN))
    lengths = {
        len(row) == len(found.columns) for found in (*long_tables(frame), *matrix_tables(frame)) for row in found.rows
    }
    assert lengths == {True}


@given(TABLES)
@settings(max_examples=50)
def test_comparisons_of_any_table(table: pd.DataFrame) -> None:
    frame = comparison_frame(table, DESIGN)
    assert list(frame.columns) == list(COMPARISON_COLUMNS)
    assert len(frame) == 3  # the item level is not compared
    for row in records(frame):
        assert (row["p"] is None) == (row["reason"] is not None)
        assert row["p"] is None or row["p"] <= row["p_adjusted"] + 1e-12
    assert len(comparison_table(frame).rows) == 3


def test_equal_rows_have_equal_marks() -> None:
    table = pd.DataFrame(
        {"s": [1, 2, 3, 4, 5.0], "t": [1, 2, 3, np.nan, 5], "u": [1, 2, 3, 5, np.nan], "r": [1, 3, 2, 4, 5]}
    )
    frame = agreement_frame(table, Design(("s", "t", "u"), ("r",)))
    assert frame["rows"].nunique() == 3  # as many rows of t as of u, but others
    assert frame["n"].tolist() == [5, 4, 4]


def test_the_recipe_of_the_paper() -> None:
    table = pd.DataFrame(
        {"id": ["a", "b", "a", None, None], "s": [0.1, np.nan, 0.3, 0.4, np.nan], "r": [5, 4, 1, np.nan, 2.0]}
    )
    found, told = paper_recipe(table, ["s"], ["r"], "id", absent={"s": [False, False, False, False, True]})
    assert found["r"].tolist() == [5, 4, 5, 0, 2]
    assert found["s"].fillna(-1).tolist() == [0.1, 0, 0.3, 0.4, -1]
    assert told == [
        "1 rows with an id that occurred before (a) took that row's ratings",
        "1 missing in 's' were set to 0",
        "1 missing in 'r' were set to 0",
    ]
    assert table["r"].isna().sum() == 1  # the input is as it was
    assert paper_recipe(table[:2], ["s"], ["r"], None)[0]["r"].tolist() == [5, 4]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["precision", "recall", "f1"], {"f1": ("precision", "recall")}),
        (["x.precision", "x.recall", "y.f1"], {}),
        (["f1"], {}),
        (["weighted", "proxy"], {}),
        (
            ["e.precision", "e.recall", "e.f1", "ev2r.proxy_reference", "ev2r.weighted"],
            {
                "e.f1": ("e.precision", "e.recall"),
                "ev2r.weighted": ("e.precision", "e.recall", "ev2r.proxy_reference"),
            },
        ),
    ],
)
def test_combined_scores_are_found_beside_their_parts(names: list[str], found: dict[str, Any]) -> None:
    assert combined_siblings(names) == found


def test_the_papers_way_stands_beside_the_true_correlation() -> None:
    random = np.random.default_rng(0)
    human = random.normal(size=50)
    precision, recall, proxy = (np.clip(0.5 + 0.2 * human + 0.2 * random.normal(size=50), 0.01, 1) for _ in range(3))
    f1 = 2 * precision * recall / (precision + recall)
    columns = {"precision": precision, "recall": recall, "f1": f1, "proxy": proxy, "ev2r": (f1 + proxy) / 2}
    design = Design(tuple(columns), ("human",))
    frame = agreement_frame(pd.DataFrame({**columns, "human": human}), design)
    f1_row, weighted = paper_style(frame).to_dict("records")
    r = {name: float(stats.pearsonr(values, human).statistic) for name, values in columns.items()}
    harmonic = 2 / (1 / r["precision"] + 1 / r["recall"])
    assert (f1_row["pearson"], f1_row["paper_pearson"]) == pytest.approx((r["f1"], harmonic))
    assert (weighted["pearson"], weighted["paper_pearson"]) == pytest.approx((r["ev2r"], (harmonic + r["proxy"]) / 2))
    assert paper_f1_cell(0.5, -0.5) is None
    assert paper_weighted_cell(None, 0.5) is None
