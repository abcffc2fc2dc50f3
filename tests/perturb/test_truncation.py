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


def test_words_go_from_the_end() -> None:
    source = (Passage("One old bridge stands.", "Which?"), Passage("It fell", "Did it fall?"))
    assert [" ".join(filter(None, fields(cut(source, number)))) for number in range(1, 9)] == [
        "Which? One old bridge stands. Did it fall? It",
        "Which? One old bridge stands. Did it fall?",
        "Which? One old bridge stands. Did it",
        "Which? One old bridge stands. Did",
        "Which? One old bridge stands.",
        "Which? One old bridge",
        "Which? One old",
        "Which? One",
    ]
    assert len(groups_of(source)) == 8


def test_the_end_takes_its_white_space_along() -> None:
    assert cut((Passage("Rain fell.\n"),), 1) == (Passage("Rain"),)


def test_only_grammar_is_not_enough() -> None:
    assert cut((Passage("They saw the bridge that it is of"),), 1) == (Passage("They saw the"),)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It happened on 5 May 2020", "It happened on"),
        ("It cost them 20 million", "It cost them"),
        ("It grew by 95 %", "It grew by"),
        ("It weighs 20 000", "It weighs"),
        ("Nothing else. No answer could be found.", "Nothing else. No answer could be"),
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
        ((Passage("Bridge of it"),), "", "one_word"),
        ((Passage("", "What did they build there?"),), "", "no_answer"),
        ((Passage("They built bridges."),), "Not Enough Evidence", "verdict_nei"),
    ],
)
def test_not_applicable(source: Evidence, verdict: str, reason: str) -> None:
    done = perturb(truncation, source, verdict=verdict)
    assert (done.status, done.reason, done.evidence) == ("not_applicable", reason, source)


def test_the_default_is_a_fifth() -> None:
    source = (Passage("w " * 50 + "end"),)
    groups = groups_of(source)
    assert len(groups) == 50
    assert truncation.severity * len(groups) == 10
    assert (truncation.intent, truncation.invariant, truncation.error_type) == ("altering", "cut", "")
