"""Unsupported sentence: a plain foreign statement behind a sentence of an answer."""

from __future__ import annotations

import random

import pytest

from metricstress.language.passages import Passage
from metricstress.perturb.donors import Donor, DonorPool
from metricstress.perturb.facts.unsupported_sentence import unsupported_sentence
from metricstress.perturb.perturbation import Perturbed, perturb

GLASS = "Glass makers of Murano melt quartz sand in furnaces."
OWLS = "Most owls hunt in the dark of the forest."


def pool(*texts: str) -> DonorPool:
    return DonorPool([Donor(f"d{number}", f"Donor {number}.", (Passage(text),)) for number, text in enumerate(texts)])


def insert(source: object, donors: DonorPool, claim: str = "Bees can count.", severity: float = 0.01) -> Perturbed:
    return perturb(unsupported_sentence(severity), source, example_id="own", claim=claim, donors=donors)  # type: ignore[arg-type]


def test_it_stands_behind_a_sentence_with_a_blank() -> None:
    done = insert("Bees saw four dots.", pool(GLASS))
    assert done.text == f"Bees saw four dots. {GLASS}"
    assert [edit.old for edit in done.edits] == [""]


def test_it_stands_in_the_answer_and_never_in_the_question() -> None:
    source = (Passage("Bees saw four dots. They left the hive.", "Can bees count? They can."),)
    done = insert(source, pool(GLASS))
    assert done.evidence[0].question == source[0].question
    assert GLASS in done.evidence[0].text


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        "No.",
        "No answer could be found.",
        "four dots",
        "Bees saw “four dots. And five dots.",
        "Bees saw (four dots. And",
        "Not listed\nNo.",
        "Honey trade under Hive Law, Mon 4 May 2015, 11:20 hrs.",
        "Bees by the river.",
        "Warm enough to melt wax, tin and lead.",
        "Bees saw four dots",
        "Bees saw four dots?",
    ],
)
def test_places_where_a_sentence_would_be_odd_are_left_alone(text: str) -> None:
    assert insert(text, pool(GLASS)).status == "not_applicable"


@pytest.mark.parametrize(
    "following",
    [
        "It left soon after",
        "These dots were blue",
        "The dots were blue",
        "In May, the dots were blue",
        "However, wasps saw none",
        "Wasps did not see them",
        "Only wasps of that hive saw none",
        "“Wasps saw none,” Ada Lind said",
        "[Wasps saw none]",
        "according to Ada Lind, wasps saw none",
        "Added to dots were lines",
    ],
)
def test_nothing_comes_between_a_sentence_and_one_that_leans_on_it(following: str) -> None:
    assert insert(f"Bees saw four dots. {following}", pool(GLASS)).status == "not_applicable"


def test_it_may_stand_before_a_sentence_that_stands_alone() -> None:
    done = insert("Bees saw four dots. Wasps were slow for Ada Lind", pool(GLASS))
    assert done.text == f"Bees saw four dots. {GLASS} Wasps were slow for Ada Lind"


def test_an_abbreviation_ends_no_sentence() -> None:
    text = "Hive Act, 12 U.S.C. 44b et. seq., protects bees"
    assert insert(text, pool(GLASS)).status == "not_applicable"


@pytest.mark.parametrize(
    "foreign",
    [
        "He melts quartz sand in large furnaces.",
        "However, glass makers melt quartz sand.",
        "This is why glass makers melt sand.",
        "Yes. Glass.",
        "Do most glass makers melt quartz sand?",
        "Quartz sand melts.",
        "most glass makers melt quartz sand in furnaces.",
        "Glass makers said that they melt quartz sand.",
        "Quartz, sand, lime and soda ash from the north.",
        "Glass makers “melt quartz sand in furnaces.",
        "Glass makers melt quartz sand in furnaces",
        "Glass makers melt\nquartz sand in furnaces.",
        "No answer could be found.",
        "Glass makers of Murano melt sand " + "and sand " * 40 + "daily.",
        "Glass makers melt quartz sand in furnaces.",
        "The furnaces of Murano melt quartz sand.",
        "In late May, the makers left Murano again.",
        "Glass makers in the region were visited by Ada Lind.",
        "Throughout the country glass is sold to Murano.",
        "Ada Lind and other makers melt quartz sand.",
        "Ada Lind said such sand is rare.",
        "To May 2018 3,400 ovens have been lit.",
        "By 2018 3,400 ovens were lit in Murano.",
        "Murano glass means and includes lamps and beads.",
        "Glass maker means somebody who melts sand in Murano.",
        "In Murano on 5 March 1824 at noon.",
    ],
)
def test_only_plain_statements_are_donated(foreign: str) -> None:
    assert insert("Bees saw four dots.", pool(foreign)).status == "not_applicable"


def test_nothing_about_the_claim_or_of_the_evidence_is_donated() -> None:
    assert insert("Bees saw four dots.", pool(GLASS), claim="Glass makers melt sand.").status == "not_applicable"
    assert insert(f"Bees saw four dots. {GLASS}", pool(GLASS)).status == "not_applicable"
    own = DonorPool([Donor("own", "x", (Passage(GLASS),)), Donor("d", "Bees can count. ", (Passage(OWLS),))])
    assert insert("Bees saw four dots.", own).status == "not_applicable"
    assert perturb(unsupported_sentence, "Bees saw four dots.").reason == "no_donor"


def test_a_higher_severity_reaches_more_answers_with_other_sentences() -> None:
    source = (Passage("Bees saw four dots."), Passage("Wasps did not see them."), Passage("Yes", "Is it so?"))
    done = insert(source, pool(GLASS, OWLS), severity=1.0)
    assert {str(edit.new).strip() for edit in done.edits} == {GLASS, OWLS}
    assert {edit.passage for edit in done.edits} == {0, 1}


def test_the_order_of_the_data_set_changes_nothing() -> None:
    donors = [Donor(f"d{n}", f"Donor {n}.", (Passage(f"Most owls hunt near village number {n}."),)) for n in range(9)]
    first = insert("Bees saw four dots.", DonorPool(donors)).text
    random.Random(3).shuffle(donors)
    assert insert("Bees saw four dots.", DonorPool(donors)).text == first
