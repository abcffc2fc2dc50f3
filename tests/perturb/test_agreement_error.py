"""Agreement errors: certain ones only, whatever the variety of English."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.texts import evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.audit import names_of, negations_of, numbers_of
from metricstress.perturb.facts.agreement_error import agreement_error
from metricstress.perturb.perturbation import perturb


def broken(text: str) -> str:
    return perturb(agreement_error(1.0), text, example_id="x").text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The river is deep.", "The river are deep."),
        ("The rivers were low.", "The rivers was low."),
        ("It has eight legs.", "It have eight legs."),
        ("They have eight legs.", "They has eight legs."),
        ("She does not agree.", "She do not agree."),
        ("They don’t agree.", "They doesn’t agree."),
        ("The old bridge wasn't safe.", "The old bridge weren't safe."),
        ("He says so.", "He say so."),
        ("They know the way.", "They knows the way."),
        ("He knew that she is ill.", "He knew that she are ill."),
        ("The pump was losing drops.", "The pump were losing drops."),
        ("The pumps were loud.", "The pumps was loud."),
        ("Read this letter.", "Read these letter."),
        ("These antibodies will fade.", "This antibodies will fade."),
        ("We saw a letter on it.", "We saw a letters on it."),
        ("He knew this claim.", "He knew these claim."),
    ],
)
def test_the_form_does_not_fit(before: str, after: str) -> None:
    assert broken(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "You are right.",
        "If he were here, all would be fine.",
        "The team is here.",
        "The government has fallen.",
        "Pfizer has denied it.",
        "The police are here.",
        "The data is old.",
        "Bread and butter is cheap.",
        "The mother and the child are here.",
        "A number of people are here.",
        "Half of the water is salt.",
        "They insisted that she remain.",
        "The list of names is long.",
        "Either the king or the queen is here.",
        "The news is good.",
        "Is the river deep?",
        "He won.",
        "She was ill.",
        "They were late.",
        "We weren't ready.",
        "The gills are the organ for breathing.",
        "The trouble is the old pipes.",
        "The trouble is rusty pipes.",
        "The answer is 12.",
        "The roots are not the vegetable.",
        "Yes",
        "No answer could be found.",
    ],
)
def test_what_may_be_right_both_ways_stays(text: str) -> None:
    assert broken(text) == text


def test_questions_stay() -> None:
    source = (Passage("The river is deep.", "The river is deep, is it?"),)
    done = perturb(agreement_error, source, example_id="x")
    assert done.evidence == (Passage("The river are deep.", source[0].question),)
    assert {edit.error_type for edit in done.edits} == {"grammatical"}


@given(source=evidence)
def test_numbers_names_and_negations_hold(source: Evidence) -> None:
    done = perturb(agreement_error(1.0), source, example_id="x")
    for before, after in zip(source, done.evidence, strict=True):
        assert numbers_of(after.text) == numbers_of(before.text)
        assert names_of(after.text) == names_of(before.text)
        assert negations_of(after.text) == negations_of(before.text)
