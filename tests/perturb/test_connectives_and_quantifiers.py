"""Connectives and quantifiers: where the opposite one is as good English, and where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.texts import evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.audit import names_of, negations_of, numbers_of
from metricstress.perturb.facts.connective_swap import connective_swap
from metricstress.perturb.facts.quantifier_change import quantifier_change
from metricstress.perturb.perturbation import Perturbation, perturb

BOTH = pytest.mark.parametrize("perturbation", [connective_swap, quantifier_change], ids=lambda item: item.name)


def changed(perturbation: Perturbation, text: str) -> str:
    return perturb(perturbation(1.0), text, example_id="x").text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He resigned because he was ill.", "He resigned although he was ill."),
        ("Because it rained, the match was moved.", "Although it rained, the match was moved."),
        ("The match was moved because of rain.", "The match was moved despite rain."),
        ("Although it rained, the match went on.", "Because it rained, the match went on."),
        ("It went on even though it rained.", "It went on because it rained."),
        ("Despite the rain, the match went on.", "Because of the rain, the match went on."),
        ("The train was delayed due to snow.", "The train was delayed despite snow."),
        ("She left before the vote.", "She left after the vote."),
        ("After the war, the king returned.", "Before the war, the king returned."),
        ("It was built before 1850.", "It was built after 1850."),
        ("Wash it before using it.", "Wash it after using it."),
        ("Two men fell ill during the voyage.", "Two men fell ill before the voyage."),
        ("Ten years later, it was sold.", "Ten years earlier, it was sold."),
        ("More than 500 people died.", "Fewer than 500 people died."),
        ("It cost more than $40.", "It cost less than $40."),
        ("Fewer than ten ships came back.", "More than ten ships came back."),
        ("It covers over 95% of the land.", "It covers under 95% of the land."),
        ("If it rains, the match is cancelled.", "Unless it rains, the match is cancelled."),
        ("He was ill, but he came.", "He was ill, so he came."),
        ("He was ill, so he stayed home.", "He was ill, but he stayed home."),
        ("Therefore, the plan was dropped.", "Nevertheless, the plan was dropped."),
        ("However, the plan was dropped.", "Therefore, the plan was dropped."),
    ],
)
def test_a_link_is_turned_round(before: str, after: str) -> None:
    assert changed(connective_swap, before) == after


@pytest.mark.parametrize(
    "text",
    [
        "It is because he was ill.",
        "Because it is cold.",
        "He came only because he was paid.",
        "The deaths are due to cold.",
        "The rent is due to rise.",
        "He spoke before the committee.",
        "He was named after the king.",
        "Year after year it floods.",
        "Wait after 5 or 30 minutes.",
        "It had never happened before.",
        "After all, it was his.",
        "No more than 20 people came.",
        "He is more than happy.",
        "If he were here, it would be easy.",
        "They asked if it was safe.",
        "Even if it rains, we play.",
        "It was not finished until May.",
        "It was not red, but it was bright.",
        "Was it moved because it rained?",
        "It lasted over 30 years.",
    ],
)
def test_what_only_looks_like_a_connective_stays(text: str) -> None:
    assert changed(connective_swap, text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("All of the houses burned.", "Few of the houses burned."),
        ("All the houses burned.", "Few of the houses burned."),
        ("All houses burned.", "Few houses burned."),
        ("It is sold in all states.", "It is sold in only some states."),
        ("All 50 states signed.", "Only some of the 50 states signed."),
        ("Almost all ships sank.", "Very few ships sank."),
        ("Most people agree.", "Few people agree."),
        ("Most of the letters were burnt.", "Few of the letters were burnt."),
        ("Many old ships sank.", "Few old ships sank."),
        ("A few ships sank.", "Many ships sank."),
        ("Only a few ships sank.", "Many ships sank."),
        ("Few ships sank.", "Many ships sank."),
        ("Some people came.", "All people came."),
        ("An overwhelming majority of voters agreed.", "A tiny minority of voters agreed."),
        ("A small number of birds died.", "A large number of birds died."),
        ("He always wins.", "He sometimes wins."),
        ("The illness is sometimes fatal.", "The illness is always fatal."),
        ("It is usually dry.", "It is occasionally dry."),
        ("The two are completely different.", "The two are partly different."),
        ("At least 20 people were hurt.", "At most 20 people were hurt."),
        ("It costs up to $90.", "It costs at least $90."),
        ("More ships sank in May.", "Fewer ships sank in May."),
        ("The whole site was sold.", "Part of the site was sold."),
    ],
)
def test_a_quantity_is_contradicted(before: str, after: str) -> None:
    assert changed(quantifier_change, before) == after


@pytest.mark.parametrize(
    "text",
    [
        "He is not at all sure.",
        "After all, they are all here.",
        "It rained all over the island.",
        "It is 39% of all emissions.",
        "Not all ships sank.",
        "The most common symptoms are fever and cough.",
        "It is the most common of them.",
        "As many as 20 people came.",
        "Some 500 people came.",
        "At least one person was hurt.",
        "At least they came.",
        "Is it always dry?",
        "The majority leader spoke.",
        "The past few years were dry.",
        "He has some money.",
        "The list is up to date.",
        "It was more expensive.",
        "It is almost always dry.",
        "Few ships have ever been lost.",
        "Five more years passed.",
    ],
)
def test_what_only_looks_like_a_quantity_stays(text: str) -> None:
    assert changed(quantifier_change, text) == text


@BOTH
def test_questions_and_standing_answers_stay(perturbation: Perturbation) -> None:
    source = (Passage("Yes", "Did most people die before the war?"), Passage("No answer could be found.", "Were all?"))
    assert perturb(perturbation(1.0), source, example_id="x").status == "not_applicable"


@BOTH
@given(source=evidence)
def test_numbers_names_and_negations_hold(perturbation: Perturbation, source: Evidence) -> None:
    done = perturb(perturbation(1.0), source, example_id="x")
    for before, after in zip(source, done.evidence, strict=True):
        assert after.question == before.question
        assert numbers_of(after.text) == numbers_of(before.text)
        assert names_of(after.text) == names_of(before.text)
        assert negations_of(after.text) == negations_of(before.text)
