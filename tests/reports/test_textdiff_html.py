"""Word diffs for the page: nothing is lost, nothing is hidden, and long texts cost little."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports.textdiff_html import Diff, diff_passages, diff_texts

WORDS = st.lists(st.sampled_from(["a", "bridge", "was", "not", "opened", "3.5"]), max_size=25).map(" ".join)


def marked(found: Diff) -> str:
    """The diff in the marks of `git diff --word-diff`."""
    forms = {"same": "{}", "gap": "{}", "del": "[-{}-]", "ins": "{{+{}+}}"}
    return "".join(forms[segment.kind].format(segment.text) for segment in found.segments)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("The ban was lawful.", "The ban was unlawful.", "The ban was [-lawful.-]{+unlawful.+}"),
        ("one two three", "one three", "one [-two -]three"),
        ("one three", "one two three", "one {+two +}three"),
        ("one two", "one two\nthree", "one two{+\nthree+}"),
        ("same", "same", ""),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
        ("a b", "a  b", "a[-␣-]{+␣␣+}b"),
        ("end", "end ", "end{+␣+}"),
        ("no \x1b[31m red", "no red", "no [-\\x1b[31m -]red"),
        ("go \u202eevil", "go evil", "go [-\\u202eevil-]{+evil+}"),
        ("a\x00b", "ab", "[-a\\x00b-]{+ab+}"),
        ("lone \udc80", "lone", "lone [-\\udc80-]"),
        ("pay now", "p\u0430y now", "[-pay-]{+p\\u0430y+} now"),
        ("Это да", "Это нет", "Это [-да-]{+нет+}"),
        ("schon gut", "schön gut", "[-schon-]{+schön+} gut"),
        ("שלום עולם", "שלום חבר", "שלום [-עולם-]{+חבר+}"),
        ("<b>x</b> ]]> &amp;", "<i>x</i> ]]> &amp;", "[-<b>x</b>-]{+<i>x</i>+} ]]> &amp;"),
    ],
)
def test_a_change_is_marked_and_what_cannot_be_seen_is_an_escape(before: str, after: str, expected: str) -> None:
    assert marked(diff_texts(before, after)) == expected


@given(WORDS, WORDS)
def test_what_is_not_deleted_is_the_text_after_and_what_is_not_inserted_the_text_before(a: str, b: str) -> None:
    found = diff_texts(a, b, limit=10_000)
    if found.sides:
        assert found.sides == (a, b)
        return
    if a == b:
        assert found == Diff()
        return
    for dropped, whole in (("ins", a), ("del", b)):
        kept = "".join(segment.text for segment in found.segments if segment.kind != dropped)
        pattern = ".*".join(map(re.escape, re.sub("[ ␣]", "", kept).split("…")))
        assert re.fullmatch(pattern, whole.replace(" ", ""))


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_have_a_diff_that_can_be_printed(before: str, after: str) -> None:
    found = diff_texts(before, after)
    texts = [segment.text for segment in found.segments] + list(found.sides or ())
    assert bool(texts) == (before != after)
    assert all(char == "\n" or char.isprintable() for text in texts for char in text)


LONG = " ".join(f"word{number}" for number in range(12_000))
SHUFFLED = " ".join(random.Random(0).sample(LONG.split(), 12_000))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LONG, LONG.replace("word6000", "other")),
        (LONG, f"new words here {LONG}"),
        (LONG, " ".join(LONG.split()[::2])),
        (LONG, SHUFFLED),
        ("x" * 100_000, "y" * 100_000),
        ("a " * 50_000, "b " * 50_000),
        (LONG, ""),
    ],
    ids=["one word", "in front", "every second", "shuffled", "no blanks", "all others", "emptied"],
)
def test_a_text_of_100_000_characters_is_shown_in_part(before: str, after: str) -> None:
    assert len(before) > 90_000
    found = diff_texts(before, after)
    shown = sum(len(segment.text) for segment in found.segments) + sum(map(len, found.sides or ()))
    assert 0 < shown < 2_500


def test_an_insertion_in_front_of_a_long_text_is_all_that_is_shown() -> None:
    found = diff_texts(LONG, f"new words here {LONG}")
    assert marked(found).startswith("{+new words here +}word0 word1") and marked(found).count("+}") == 1
    assert not found.more


def test_many_changes_are_cut_and_said_to_be() -> None:
    before = " ".join(f"w{number} and then on to the next" for number in range(300))
    found = diff_texts(before, before.replace("and then", "or else"))
    assert found.more and len(marked(found)) < 1_500


def test_words_in_another_order_stand_before_and_after() -> None:
    before = " ".join(f"word{number}" for number in range(40))
    after = " ".join(random.Random(1).sample(before.split(), 40))
    assert diff_texts(before, after).sides == (before, after)


def test_passages_are_lines_with_their_questions_in_front() -> None:
    before, after = (("How long?", "Ten metres."), ("", "It is old.")), (("", "It is old."),)
    assert marked(diff_passages(before, after)) == "[-How long? Ten metres.\n-]It is old."
