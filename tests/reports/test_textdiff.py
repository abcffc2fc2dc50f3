"""Word diffs: what is shown, and that it is always one short line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.texts import any_text, prose

from metricstress.reports.textdiff import diff_lines, word_diff


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("same", "same", ""),
        ("", "", ""),
        ("the ban was lawful.", "the ban was unlawful.", "the ban was [-lawful.-]{+unlawful.+}"),
        ("It is late", "It is not late", "It is {+not +}late"),
        ("one two three", "one three", "one [-two -]three"),
        (
            "a b c d e f g h i j k",
            "a b c d e X g h i j k",
            "…c d e [-f-]{+X+} g h i…",
        ),
        ("about 12 people", "about twelve people", "about [-12-]{+twelve+} people"),
        ("in two words here", "in 3 numbers here", "in [-two words-]{+3 numbers+} here"),
        ("a b", "a\nb", "a[- -]{+\\n+}b"),
        ("a b", "a  b", "a[- -]{+  +}b"),
        ("a b", "a\u00a0b", "a[- -]{+\\xa0+}b"),
        ("same word", "s\u0430me word", "[-same-]{+s\\u0430me+} word"),
        ("gone", "", "[-gone-]"),
        ("", "new", "{+new+}"),
    ],
)
def test_shown(before: str, after: str, expected: str) -> None:
    assert word_diff(before, after) == expected


def test_many_changes_are_cut_and_counted() -> None:
    before = " ".join(f"keep{n} all{n} these{n} old{n} words{n}" for n in range(40))
    shown = word_diff(before, before.replace("old", "new"), width=100)
    counted = re.search(r"\(and (\d+) more changes\)$", shown)
    assert counted is not None
    assert shown.count("{+") + int(counted[1]) == 40
    assert len(shown) < 140


def test_a_long_change_loses_its_middle() -> None:
    shown = word_diff("start " + "x" * 500 + " end", "start end")
    assert shown.startswith("start [-xxx") and " … " in shown and len(shown) < 100


@given(st.one_of(any_text, prose), st.one_of(any_text, prose), st.integers(0, 5), st.integers(20, 200))
def test_one_line_that_is_empty_exactly_for_equal_texts(before: str, after: str, context: int, width: int) -> None:
    shown = word_diff(before, after, context=context, width=width)
    assert (shown == "") == (before == after)
    assert shown.isprintable()


def test_a_new_order_of_words_is_shown_as_the_two_texts() -> None:
    before, after = "one two three four five six seven", "seven five six three four two one"
    assert diff_lines(before, after) == [f"- {before}", f"+ {after}"]
    assert diff_lines(before, before) == []
    assert diff_lines(before, before.replace("two", "2")) == ["one [-two-]{+2+} three four five…"]


@given(st.one_of(any_text, prose), st.one_of(any_text, prose), st.integers(20, 200))
def test_lines_are_printable_and_there_exactly_if_something_changed(before: str, after: str, width: int) -> None:
    lines = diff_lines(before, after, width=width)
    assert bool(lines) == (before != after)
    assert all(line.isprintable() for line in lines)
