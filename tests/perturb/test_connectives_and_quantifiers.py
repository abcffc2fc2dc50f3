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


def changed(perturbation: Perturbation, text: str, claim: str = "") -> str:
    return perturb(perturbation(1.0), text, example_id="x", claim=claim).text


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
        ("The ferry ran until May.", "The ferry ran after May."),
        ("He left after the wedding.", "He left before the wedding."),
        ("She left before the mayor was elected.", "She left after the mayor was elected."),
        ("Five years later, he left the town.", "Five years earlier, he left the town."),
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
        "The ferry ran from March until May.",
        "Between the two wars it was open until 1930.",
        "Ten years later, it is still there.",
        "It was sold twenty years later.",
        "He was a baker before the war.",
        "She returned to work after the trial.",
        "The singer fully recovered after the accident.",
        "The repair may cost more than 500 euros.",
        "It might take over 200 workers.",
        "The lake is wide, but it is shallow.",
        "It has a tower, but it has no bell.",
        "He wrote it during the regency.",
        "It was built before the reign of Otto.",
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
        ("Some ships sank.", "All ships sank."),
        ("Some people who drank it fell ill.", "All people who drank it fell ill."),
        ("He wrote many letters.", "He wrote only a few letters."),
        ("She sent it to many towns.", "She sent it to only a few towns."),
        ("They cut down many trees.", "They cut down only a few trees."),
        ("It flowed into many lakes.", "It flowed into only a few lakes."),
        ("There were many ships.", "There were few ships."),
        ("The fund pays solely for the roof.", "The fund pays partly for the roof."),
        ("It often happens at night.", "It occasionally happens at night."),
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
        "For many sailors the port was home.",
        "Many ships were not insured.",
        "Many ships did not even leave.",
        "The law prohibits ships from carrying all goods.",
        "It was lost without all the papers.",
        "The rule bans all ships.",
        "It was largely built by monks.",
        "The choir is mainly funded by the town.",
        "Always check the lamps.",
        "Be careful and always check the lamps.",
        "Some people came.",
        "The rash typically appears in spring.",
        "Sadly, many ships sank.",
    ],
)
def test_what_only_looks_like_a_quantity_stays(text: str) -> None:
    assert changed(quantifier_change, text) == text


@pytest.mark.parametrize(
    ("perturbation", "text"),
    [(connective_swap, "No. She left before the vote."), (quantifier_change, "No. Most ships sank.")],
)
def test_what_is_denied_and_then_said_again_is_left(perturbation: Perturbation, text: str) -> None:
    assert changed(perturbation, text, text.removeprefix("No. ")) == text
    assert changed(perturbation, text, "The tower is tall.") != text


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
