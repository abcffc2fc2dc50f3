"""Truncation: a tail of the evidence in whole words, growing from the end."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.texts import evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.edits import apply_edits, check_edits, invert_edits, sort_edits
from metricstress.perturb.facts.truncation import find_tail_words, truncation
from metricstress.perturb.perturbation import Context, Group, NotApplicable, perturb
from metricstress.perturb.words import splits_grapheme

few = settings(max_examples=150, deadline=None)


def groups_of(source: Evidence, verdict: str = "") -> list[Group]:
    return find_tail_words(source, Context(verdict=verdict), random.Random(0))


def cut(source: Evidence, count: int) -> Evidence:
    """The evidence without its last `count` groups: what taking the groups in their order gives."""
    edits = sort_edits(edit for group in groups_of(source)[:count] for edit in group)
    check_edits(source, edits)
    output = apply_edits(source, edits)
    assert apply_edits(output, invert_edits(edits)) == source
    return output


def fields(source: Evidence) -> list[str]:
    return [text for passage in source for text in (passage.question, passage.text)]


@given(source=evidence, share=st.floats(0, 1))
@few
def test_what_is_left_is_a_beginning(source: Evidence, share: float) -> None:
    try:
        groups = groups_of(source)
    except NotApplicable:
        return
    output = cut(source, max(1, round(share * len(groups))))
    assert len(output) == len(source) and output != source
    before, after = fields(source), fields(output)
    touched = next(index for index, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
    assert after[:touched] == before[:touched]
    assert before[touched].startswith(after[touched])
    assert not any(after[touched + 1 :])
    rest = after[touched]
    assert not splits_grapheme(before[touched], len(rest))
    # The cut is never within a word.
    assert not rest or before[touched][len(rest)].isspace()
    assert any(passage.text.strip() for passage in output)
    old_words, new_words = " ".join(before).split(), " ".join(after).split()
    assert new_words == old_words[: len(new_words)] and len(new_words) < len(old_words)


@given(source=evidence)
@few
def test_longer_cuts_hold_shorter_ones(source: Evidence) -> None:
    try:
        count = len(groups_of(source))
    except NotApplicable:
        return
    lengths = [sum(map(len, fields(cut(source, number)))) for number in range(1, count + 1)]
    assert lengths == sorted(set(lengths), reverse=True)


def test_words_go_from_the_end_and_a_question_with_its_answer() -> None:
    source = (Passage("One old bridge stands.", "Which?"), Passage("It fell in Rome", "Did it really fall?"))
    assert [" ".join(filter(None, fields(cut(source, number)))) for number in range(1, 8)] == [
        "Which? One old bridge stands. Did it really fall? It fell in",
        "Which? One old bridge stands. Did it really fall? It fell",
        "Which? One old bridge stands. Did it really fall? It",
        "Which? One old bridge stands.",
        "Which? One old bridge",
        "Which? One old",
        "Which? One",
    ]
    assert len(groups_of(source)) == 7


@given(source=evidence)
@few
def test_no_question_is_halved_or_left_without_its_answer(source: Evidence) -> None:
    try:
        count = len(groups_of(source))
    except NotApplicable:
        return
    for number in range(1, count + 1):
        for before, after in zip(source, cut(source, number), strict=True):
            assert after.question in (before.question, "")
            if after.question.strip() and before.text.strip() and after != before:
                assert after.text.strip()


def test_the_end_takes_its_white_space_along() -> None:
    assert cut((Passage("Rain fell on Rome.\n"),), 1) == (Passage("Rain fell on"),)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        # Three words that say something and are gone from the text.
        ("They saw the stone bridge and the chapel that it is of", "They saw the"),
        ("They saw a bridge, a bridge, the stone bridge and mill and barn", "They saw a bridge, a bridge, the"),
        # A tenth of the words.
        (
            "Long ago " + "they came and went " * 10 + "past barns, mills, inns",
            "Long ago " + "they came and went " * 9 + "they came and",
        ),
        ("We went on " * 12 + "to barns, mills, inns", ("We went on " * 11 + "We went on")),
        # One word, if it is a number, a name or a negation.
        ("They saw the old bridge in Rome", "They saw the old bridge in"),
        ("They saw the old bridge in 1994", "They saw the old bridge in"),
        ("They saw that the bridge was not", "They saw that the bridge was"),
        ("In Rome they saw the old stone bridge and Rome", "In Rome they saw the"),
    ],
)
def test_the_shortest_cut_loses_content(text: str, left: str) -> None:
    assert cut((Passage(text),), 1) == (Passage(left),)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It happened on 5 May 2020", "It happened on"),
        ("It cost them 20 million", "It cost them"),
        ("It grew by 95 %", "It grew by"),
        ("It weighs 20 000", "It weighs"),
        ("Nothing else. No answer could be found.", "Nothing else."),
        ("Nothing else.\nNo answer could be found.", "Nothing else."),
    ],
)
def test_what_is_one_thing_goes_as_one(text: str, left: str) -> None:
    assert cut((Passage(text),), 1) == (Passage(left),)


@pytest.mark.parametrize(
    ("source", "verdict", "reason"),
    [
        ((Passage("Bridges"),), "", "one_word"),
        ((Passage("Bridges", "What did they build there?"),), "", "one_word"),
        ((Passage("Bridge of it"),), "", "nothing_lost"),
        ((Passage("Bridges burn. Bridges burn."),), "", "nothing_lost"),
        ((Passage("", "What did they build there?"),), "", "no_answer"),
        ((Passage("They built bridges."),), "Not Enough Evidence", "verdict_nei"),
    ],
)
def test_not_applicable(source: Evidence, verdict: str, reason: str) -> None:
    done = perturb(truncation, source, verdict=verdict)
    assert (done.status, done.reason, done.evidence) == ("not_applicable", reason, source)


def test_the_default_is_a_fifth() -> None:
    source = (Passage("w " * 50 + "42"),)
    groups = groups_of(source)
    assert len(groups) == 50
    assert truncation.severity * len(groups) == 10
    assert (truncation.intent, truncation.invariant, truncation.error_type) == ("altering", "cut", "")
