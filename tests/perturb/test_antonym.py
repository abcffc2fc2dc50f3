"""Antonyms: which words have one in their place, and in which form."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.texts import evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.audit import names_of, negations_of, numbers_of
from metricstress.perturb.facts.antonym import antonym, are_antonyms
from metricstress.perturb.facts.antonym_pairs import GUARDS, PAIRS, Pair
from metricstress.perturb.perturbation import perturb


def swapped(text: str, claim: str = "") -> str:
    return perturb(antonym(1.0), text, example_id="x", claim=claim).text


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.old}-{pair.new}")
def test_wordnet_knows_every_pair(pair: Pair) -> None:
    assert are_antonyms(pair.old, pair.new, pair.pos)


def test_every_guard_is_for_a_word_of_a_pair() -> None:
    assert set(GUARDS) <= {(pair.old, pair.pos) for pair in PAIRS}


@pytest.mark.parametrize(
    ("one", "other", "pos", "expected"),
    [
        ("high", "low", "a", True),
        ("peaceful", "violent", "a", True),  # through an adjective similar to one of them
        ("allow", "forbid", "v", True),  # through a word of the same sense
        ("high", "green", "a", False),
        ("high", "tall", "a", False),
        ("open", "begin", "v", False),
    ],
)
def test_are_antonyms(one: str, other: str, pos: str, expected: bool) -> None:
    assert are_antonyms(one, other, pos) is expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The water level was high.", "The water level was low."),
        ("The party won the election.", "The party lost the election."),
        ("The prices rose by 5% in 2020.", "The prices fell by 5% in 2020."),
        ("Smoking increases the risk.", "Smoking decreases the risk."),
        ("The court accepted the appeal.", "The court rejected the appeal."),
        ("Fishing is allowed here.", "Fishing is forbidden here."),
        ("The shop closed in 2019.", "The shop opened in 2019."),
        ("The gate was open.", "The gate was closed."),
        ("He was found guilty of theft.", "He was found innocent of theft."),
        ("It is an uncommon bird.", "It is a common bird."),
        ("It is a legal dispute, but the sale is legal.", "It is a legal dispute, but the sale is illegal."),
        ("It was a complete success.", "It was an incomplete success."),
        ("Female voters decided it.", "Male voters decided it."),
        ("It snowed in early March.", "It snowed in late March."),
        ("The siege ended in June.", "The siege began in June."),
        ("It has two official mottos.", "It has two unofficial mottos."),
        ("The lake was directly affected.", "The lake was indirectly affected."),
        ("She lives in a similar house.", "She lives in a different house."),
        ("The two are similar.", "The two are different."),
        ("The cream is effective.", "The cream is ineffective."),
        ("The firm closed two mills.", "The firm opened two mills."),
        ("He had a mild injury.", "He had a severe injury."),
        ("Both men are eligible.", "Both men are ineligible."),
        ("The bank raised its rates.", "The bank lowered its rates."),
        ("Peru exports copper.", "Peru imports copper."),
        ("The island's exports grew.", "The island's imports grew."),
        ("They moved to a rural area.", "They moved to an urban area."),
        ("Five shops, including a bakery.", "Five shops, excluding a bakery."),
    ],
)
def test_the_form_the_case_and_the_article_fit(before: str, after: str) -> None:
    new = swapped(before)
    if before.startswith("It was a complete"):  # two words with an antonym side by side
        assert new in (after, "It was an incomplete failure.")
    else:
        assert new == after


@pytest.mark.parametrize(
    "text",
    [
        "She attended a high school.",
        "The High Court heard it.",
        "The dream came true.",
        "It is not illegal.",
        "Nothing in it was illegal.",
        "He won a medal.",
        "The public health service paid.",
        "The price is thirty feet high.",
        "They raised questions.",
        "The vaccine is more effective.",
        "They bought the house from a friend.",
        "The White House said so.",
        "He is a big-hearted man.",
        "As many as possible came.",
        "Is it legal?",
        "The drug is not only safe but cheap.",
        "He was left alone.",
        "She fell in love.",
        "No answer could be found.",
        "The terms of both consuls end in June.",
        "The season starts in May.",
        "It is on the council's official website.",
        "Both use an official account.",
        "The envoy spoke directly.",
        "Both towns have similar schools.",
        "The cream is 70% effective.",
        "The mill will close for good in May.",
        "The bakery closed its doors in 1990.",
        "He had minor injuries.",
        "Apply only if you are eligible.",
        "The clerk may think it sufficient.",
        "The bank raised its rate to 5%.",
        "There were import restrictions.",
        "They visited 12 rural parishes.",
    ],
)
def test_another_word_of_that_spelling_stays(text: str) -> None:
    assert swapped(text) == text


def test_what_is_denied_and_then_said_again_is_left() -> None:
    assert swapped("No. The dam is safe.", "The dam is safe.") == "No. The dam is safe."
    assert swapped("No. The dam is safe.", "The mill is old.") == "No. The dam is unsafe."


def test_questions_stay() -> None:
    source = (Passage("The dam is safe.", "Is the dam unsafe or safe to use in early March?"),)
    done = perturb(antonym(1.0), source, example_id="x")
    assert done.evidence == (Passage("The dam is unsafe.", source[0].question),)
    assert {edit.error_type for edit in done.edits} == {"predicate"}


@given(source=evidence)
def test_numbers_names_and_negations_hold(source: Evidence) -> None:
    done = perturb(antonym(1.0), source, example_id="x")
    for before, after in zip(source, done.evidence, strict=True):
        assert numbers_of(after.text) == numbers_of(before.text)
        assert names_of(after.text) == names_of(before.text)
        assert negations_of(after.text) == negations_of(before.text)
