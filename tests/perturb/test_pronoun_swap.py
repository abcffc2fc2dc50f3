"""Pronoun swap: whole sentences, the right form of her, sentences of two readings left alone."""

from __future__ import annotations

import pytest

from metricstress.language.passages import Passage
from metricstress.perturb.facts.pronoun_swap import pronoun_swap
from metricstress.perturb.perturbation import perturb


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        ("He said his car was hit by him himself.", "She said her car was hit by her herself."),
        ("The choice was his.", "The choice was hers."),
        ("His two sons left.", "Her two sons left."),
        ("She hurt her left foot and her arm.", "He hurt his left foot and his arm."),
        ("She fought for her country.", "He fought for his country."),
        ("A ball hit her.", "A ball hit him."),
        ("A ball hit her in the face.", "A ball hit him in the face."),
        ("The prize is hers, she says herself.", "The prize is his, he says himself."),
        ("He's late, and he'd know that HE'LL win.", "She's late, and she'd know that SHE'LL win."),
        ("He’s late.", "She’s late."),
        ("We're sure our dog bit us.", "They're sure their dog bit them."),
        ("The fault is ours, as we see ourselves.", "The fault is theirs, as they see themselves."),
        ("Nobody asked us about US troops.", "Nobody asked them about US troops."),
    ],
)
def test_the_pronouns_of_a_sentence_change_together(text: str, swapped: str) -> None:
    assert perturb(pronoun_swap, text).text == swapped


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
        "We told them.",
        "I know you. It is mine.",
        "THE US ASKED.",
        "#he @she e-he",
        "Yes",
        "No answer could be found.",
    ],
)
def test_doubtful_sentences_are_left_alone(text: str) -> None:
    assert perturb(pronoun_swap, text).status == "not_applicable"


def test_one_sentence_is_one_group_and_questions_stay() -> None:
    source = (Passage("He left. We saw his dog. He slept.", "Did he leave?"),)
    small, whole = perturb(pronoun_swap, source, example_id="p"), perturb(pronoun_swap(1.0), source, example_id="p")
    assert len(small.edits) == 1
    assert {edit.field for edit in whole.edits} == {"text"}


def test_he_and_she_come_before_we() -> None:
    for seed in range(20):
        done = perturb(pronoun_swap, "We slept. We sang. He left. We ate.", seed=seed)
        assert [edit.old for edit in done.edits] == ["He"]


def test_a_sentence_that_stands_twice_changes_twice() -> None:
    source = (Passage("He left. It rained."), Passage("It snowed. He left."))
    assert [edit.passage for edit in perturb(pronoun_swap, source).edits] == [0, 1]
