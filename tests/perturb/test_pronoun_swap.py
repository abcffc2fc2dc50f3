"""Pronoun swap: whole sentences, the right form of her, sentences of two readings left alone."""

from __future__ import annotations

import pytest

from metricstress.language.passages import Passage
from metricstress.perturb.facts.pronoun_swap import pronoun_swap
from metricstress.perturb.perturbation import Perturbed, perturb

CLAIM = "Maria Lopez and Peter Novak own a mill."


def swap(text: str | tuple[Passage, ...], claim: str = CLAIM, seed: int = 0) -> Perturbed:
    return perturb(pronoun_swap, text, example_id="p", claim=claim, seed=seed)


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        ("He said his car was hit by him himself.", "She said her car was hit by her herself."),
        ("The choice was his.", "The choice was hers."),
        ("His two sons left.", "Her two sons left."),
        ("She hurt her left foot and her arm.", "He hurt his left foot and his arm."),
        ("She fought for her country.", "He fought for his country."),
        ("The ball hit her.", "The ball hit him."),
        ("The ball hit her in the face.", "The ball hit him in the face."),
        ("The prize is hers, she says herself.", "The prize is his, he says himself."),
        ("He's late, and he'd know that HE'LL win.", "She's late, and she'd know that SHE'LL win."),
        ("He’s late.", "She’s late."),
    ],
)
def test_the_pronouns_of_a_sentence_change_together(text: str, swapped: str) -> None:
    assert swap(text).text == swapped


@pytest.mark.parametrize(
    "text",
    [
        "They gave her money.",  # him money, his money
        "He told her lies.",  # both genders
        "They saw her leaving.",
        "They met her yesterday.",
        "Nobody but her knew.",
        "He or she may vote, and s/he may not.",
        "Her Majesty waved.",
        "She is pregnant.",
        "Let's go, we said.",
        "Is he at home?",
        "We told them that our dog bit us.",
        "“We sold our mill,” Peter Novak said.",
        "I know you. It is mine.",
        "THE US ASKED.",
        "#he @she e-he",
        "Yes",
        "No answer could be found.",
    ],
)
def test_doubtful_sentences_are_left_alone(text: str) -> None:
    assert swap(text).status == "not_applicable"


@pytest.mark.parametrize(
    "text",
    [
        "A driver must show his licence at the border.",
        "Every miller knows his wheel.",
        "No judge likes to see his ruling quashed.",
        "Anyone may ask for his money back.",
        "Whoever left his coat should call.",
        "Peter Novak says that every miller knows his wheel.",
        "The rule is the same for each clerk and his deputy.",
        "An owner may sell. He then signs a form.",
        "If the owner can prove that he paid, the debt is void.",
    ],
)
def test_who_is_no_one_in_particular_stays(text: str) -> None:
    assert swap(text).status == "not_applicable"


@pytest.mark.parametrize(
    ("text", "claim", "status"),
    [
        ("He sold it in May.", "The mill was sold.", "not_applicable"),
        ("He sold it in May.", "Peter Novak sold the mill.", "changed"),
        ("He sold it in May.", "Maria Lopez sold the mill.", "not_applicable"),
        ("The mill stood empty. Peter Novak bought it. He sold it in May.", "", "changed"),
        ("He sold the mill. Peter Novak had bought it.", "", "not_applicable"),
        ("Dr. Umbarra, a vet, came. Then he left.", "", "changed"),
        ("Ofonime Umbarra came. Then she left.", "", "changed"),
        ("The National Bank failed, and he left.", "", "not_applicable"),
        ("Peter Novak gave a speech after which he left.", "", "changed"),
        ("The Maria Lopez was a ship. She sank in May.", "", "not_applicable"),
        ("In a speech on Monday, he denied it.", "Peter Novak sold the mill.", "changed"),
    ],
)
def test_somebody_is_named_before(text: str, claim: str, status: str) -> None:
    assert swap(text, claim).status == status


def test_the_question_may_name_who_is_meant() -> None:
    assert swap((Passage("He sold it.", "Did Peter Novak sell the mill?"),), "").text.endswith("She sold it.")
    assert swap((Passage("He sold it."), Passage("Yes", "Did Peter Novak sell it?")), "").status == "not_applicable"


def test_who_is_named_near_comes_first() -> None:
    source = (Passage("Ofonime Umbarra came, and he slept."), Passage("Peter Novak came, and he sang."))
    for seed in range(20):
        assert [edit.passage for edit in perturb(pronoun_swap, source, example_id="p", seed=seed).edits] == [1]


def test_one_passage_is_one_group_and_questions_stay() -> None:
    source = (Passage("He left. Then he saw his dog. He slept.", "Did Peter Novak leave, or did he stay?"),)
    small, whole = perturb(pronoun_swap, source, example_id="p"), perturb(pronoun_swap(1.0), source, example_id="p")
    assert small.edits == whole.edits
    assert len(whole.edits) == 4
    assert {edit.field for edit in whole.edits} == {"text"}


@pytest.mark.parametrize(
    "text", ["Peter Novak left. He slept. Then he asked her.", "Peter Novak left; he slept. HE SANG."]
)
def test_a_passage_changes_as_a_whole_or_not_at_all(text: str) -> None:
    assert perturb(pronoun_swap(1.0), text).status == "not_applicable"


def test_a_passage_that_stands_twice_changes_twice() -> None:
    source = (Passage("Peter Novak left. He slept."), Passage("Peter Novak left. He slept."))
    assert [edit.passage for edit in swap(source).edits] == [0, 1]
