"""Agreement of annotators: published examples, a slow textbook implementation, and what is undefined."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metricstress.reports.annotators import (
    POOLED_WARNING,
    Level,
    Rating,
    annotator_figures,
    fleiss_kappa,
    krippendorff_alpha,
)

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, C: four observers, twelve units; 0 is missing.
OBSERVERS = ["123321412000", "123322412503", "033323422510", "123324412510"]
UNITS = [[float(row[unit]) for row in OBSERVERS if row[unit] != "0"] for unit in range(12)]

# Fleiss (1971) as worked on Wikipedia: ten subjects, fourteen raters, five categories.
COUNTS = """
    0 0 0 0 14 / 0 2 6 4 2 / 0 0 3 5 6 / 0 3 9 2 0 / 2 2 8 1 1 / 7 7 0 0 0 / 3 2 6 3 0 / 2 5 3 2 2 / 6 5 2 1 0 /
    0 2 2 3 7
"""
SUBJECTS = [[kind for kind, n in enumerate(row.split()) for _ in range(int(n))] for row in COUNTS.split("/")]


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_as_published(level: Level, expected: float) -> None:
    found = krippendorff_alpha(UNITS, level)
    assert found == pytest.approx(expected, abs=5e-4)


def test_kappa_as_published() -> None:
    assert fleiss_kappa(SUBJECTS) == pytest.approx(0.210, abs=5e-4)


def test_kappa_by_hand() -> None:
    # Two raters, four items, one disagreement: observed 3/4, shares 5/8 and 3/8, expected 34/64.
    units = ["aa", "aa", "bb", "ab"]
    assert fleiss_kappa([list(unit) for unit in units]) == pytest.approx((3 / 4 - 34 / 64) / (1 - 34 / 64))


def textbook_alpha(units: Sequence[Sequence[float]], level: Level) -> float:
    """One minus observed over expected disagreement, from the table of coincidences, pair by pair."""
    coincidences: defaultdict[tuple[float, float], float] = defaultdict(float)
    for values in units:
        for pair in itertools.permutations(values, 2):
            coincidences[pair[0], pair[1]] += 1 / (len(values) - 1)
    totals: defaultdict[float, float] = defaultdict(float)
    for (one, _), count in coincidences.items():
        totals[one] += count
    n = sum(totals.values())

    def distance(one: float, other: float) -> float:
        if level == "nominal":
            return float(one != other)
        if level == "interval":
            return (one - other) ** 2
        low, high = min(one, other), max(one, other)
        between = sum(count for value, count in totals.items() if low <= value <= high)
        return (between - (totals[low] + totals[high]) / 2) ** 2

    observed = sum(count * distance(*pair) for pair, count in coincidences.items()) / n
    expected = sum(totals[one] * totals[other] * distance(one, other) for one in totals for other in totals) / (
        n * (n - 1)
    )
    return 1 - observed / expected


ratings = st.lists(st.lists(st.integers(1, 5).map(float), min_size=1, max_size=5), min_size=2, max_size=8)


@given(ratings, st.sampled_from(LEVELS))
def test_alpha_is_the_textbooks(units: list[list[float]], level: Level) -> None:
    pairable = [values for values in units if len(values) > 1]
    assume(len(pairable) > 1 and len({value for values in pairable for value in values}) > 1)
    found = krippendorff_alpha(units, level)
    assert found == pytest.approx(textbook_alpha(pairable, level), abs=1e-9)
    assert isinstance(found, float)
    assert found <= 1 + 1e-12


@given(ratings, st.floats(0.1, 1000), st.floats(-1e6, 1e6))
def test_interval_alpha_has_no_unit(units: list[list[float]], scale: float, shift: float) -> None:
    before = krippendorff_alpha(units, "interval")
    after = krippendorff_alpha([[value * scale + shift for value in values] for values in units], "interval")
    assert after == (before if isinstance(before, str) else pytest.approx(before, abs=1e-6))


@given(ratings)
def test_ordinal_alpha_sees_order_alone(units: list[list[float]]) -> None:
    before = krippendorff_alpha(units, "ordinal")
    assert krippendorff_alpha([[value**3 for value in values] for values in units], "ordinal") == before


def table(rows: Sequence[Sequence[float | str | None]]) -> list[Rating]:
    """Ratings of a matrix with a row an item and a column a rater."""
    return [Rating(f"i{i}", f"r{r}", value) for i, row in enumerate(rows) for r, value in enumerate(row)]


def test_deviations_are_within_items_and_pooled() -> None:
    figures = annotator_figures(table([[1, 3], [5, 5], [2, 4]]), "interval")
    # Deviations of the items: √2, 0, √2. Over all six: mean 10/3, squares 80 − 6·(10/3)².
    assert figures["within_item_std"] == pytest.approx(2 * 2**0.5 / 3)
    assert figures["pooled_std"] == pytest.approx(((80 - 6 * (10 / 3) ** 2) / 5) ** 0.5)
    assert figures["warnings"] == [POOLED_WARNING]
    assert figures["reasons"] == {}


def test_missing_ratings_are_counted_and_filled_only_on_request() -> None:
    rows = table([["a", "a", None], ["b", "b", "b"], ["a", "b", "b"]])
    clean = annotator_figures(rows, "nominal")
    assert clean["fleiss_kappa"] is None
    assert "items have 2 to 3 ratings" in clean["reasons"]["fleiss_kappa"]
    assert clean["krippendorff_alpha"] == pytest.approx(textbook_alpha([[0, 0], [1, 1, 1], [0, 1, 1]], "nominal"))
    assert (clean["n_missing"], clean["n_blank"], clean["n_filled"], clean["n_ratings"]) == (1, 1, 0, 8)
    filled = annotator_figures(rows, "nominal", fill_with_mode=True)
    assert filled["fleiss_kappa"] == fleiss_kappa([list("aaa"), list("bbb"), list("abb")])
    assert (filled["n_missing"], filled["n_filled"], filled["n_ratings"]) == (1, 1, 9)
    assert "got their item's mode" in filled["warnings"][-1]
    # A row that is not there is as missing as a blank one.
    assert annotator_figures([row for row in rows if row.value is not None], "nominal")["n_missing"] == 1


@pytest.mark.parametrize(
    ("rows", "level", "expected"),
    [
        ([[1], [2], [3]], "interval", {"krippendorff_alpha": "no item has two", "within_item_std": "no item has two"}),
        ([[1, 2, 3]], "interval", {"krippendorff_alpha": "one item", "fleiss_kappa": "one item"}),
        ([[1]], "ordinal", {"krippendorff_alpha": "no item has two", "pooled_std": "one rating"}),
        ([[4, 4], [4, 4]], "ordinal", {"krippendorff_alpha": "all ratings are equal", "fleiss_kappa": "all ratings"}),
        ([["a", "b"], ["b", "b"]], "nominal", {"within_item_std": "no deviation", "pooled_std": "no deviation"}),
        ([[1, None], [None, 2], [3, None]], "interval", {"krippendorff_alpha": "no item has two ratings"}),
    ],
)
def test_undefined_says_why(rows: list[list[float | None]], level: Level, expected: dict[str, str]) -> None:
    figures = annotator_figures(table(rows), level)
    for name, hint in expected.items():
        assert figures[name] is None
        assert hint in figures["reasons"][name]


@pytest.mark.parametrize(
    ("rows", "level", "hint"),
    [
        ([Rating("1", "x", 1.0), Rating("1", "x", 2.0)], "interval", "rated item '1' twice"),
        ([Rating("1", "x", "good")], "ordinal", "is no number, which level ordinal needs"),
        ([Rating("1", "x", float("inf"))], "interval", "is no number"),
        ([Rating("1", "x", None)], "interval", "no ratings"),
        ([], "nominal", "no ratings"),
    ],
)
def test_wrong_ratings(rows: list[Rating], level: Level, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        annotator_figures(rows, level)


def test_ratings_without_a_rater_count_but_cannot_be_filled_up() -> None:
    rows = [Rating("1", "", 1.0), Rating("1", "", 2.0), Rating("2", "x", 1.0), Rating("2", "", 1.0)]
    figures = annotator_figures(rows, "interval")
    assert figures["krippendorff_alpha"] == pytest.approx(textbook_alpha([[1, 2], [1, 1]], "interval"))
    assert (figures["n_unnamed"], figures["n_raters"], figures["n_missing"]) == (3, 1, 1)
    with pytest.raises(ValueError, match="3 ratings name no rater"):
        annotator_figures(rows, "interval", fill_with_mode=True)
