"""Hungarian METEOR of the questions alone: AVeriTeC's "question only" score."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from hypothesis import given
from support.texts import evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.metrics_under_test.hungarian_meteor import (
    hungarian_meteor_questions,
    predicted_questions,
    question_pieces,
)
from metricstress.metrics_under_test.metric import Failure, Item, Score, Text

NAME = "hungarian_meteor_questions"


def asked(*questions: str) -> Evidence:
    return tuple(Passage(f"Answer {number}.", question) for number, question in enumerate(questions))


def outcome_of(candidate: Text, reference: Text) -> Score | Failure:
    (outcome,) = hungarian_meteor_questions.score([Item(candidate, reference)])
    return outcome


def value(candidate: Text, reference: Text) -> float:
    outcome = outcome_of(candidate, reference)
    assert isinstance(outcome, Score), outcome
    return outcome.values[NAME]


@pytest.mark.parametrize(
    ("given_evidence", "pieces"),
    [
        (asked("Who came?", "When?"), ["Who came?", "When?"]),
        (asked("Who came?", "Who came?"), ["Who came?", "Who came?"]),
        ((Passage("Two.\nAnswers.", "Who came?"),), ["Who came?"]),
        ((Passage("", "Who came?"),), ["Who came?"]),
        ((Passage("Plain evidence."), Passage("Me.", "Who came?"), Passage("Me.", " ")), ["Who came?"]),
        ("Who came? Nobody.", []),
        ("", []),
        ((), []),
    ],
)
def test_pieces_are_the_questions(given_evidence: Text, pieces: list[str]) -> None:
    assert question_pieces(given_evidence) == pieces
    assert predicted_questions(given_evidence * 10) == (pieces * 10)[:10]


# METEOR of n equal tokens is 1 - .5 / n³. "Who came home ?" against "Who came ?": precision 3/4, recall 1, so that
# the mean is .75 / (.9 · .75 + .1 · 1); three matches in two chunks cost .5 · (2/3)³.
THREE = 1 - 0.5 / 3**3
HOME = 0.75 / 0.775 * (1 - 0.5 * (2 / 3) ** 3)
# "Who came ?" against "When ?" shares the question mark: precision 1/3, recall 1/2, one match in one chunk.
MARK = (1 / 3 * 1 / 2) / (0.9 / 3 + 0.1 / 2) * 0.5


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        (asked("Who came?"), asked("Who came?"), THREE),
        (asked("Who came home?"), asked("Who came?"), HOME),
        (asked("Who came home?"), asked("Who came?", "Dam"), HOME / 2),
        (asked("Dam", "Who came home?"), asked("Who came?", "Dam"), (HOME + 0.5) / 2),
        (asked("Who came?"), asked("When?"), MARK),
        (asked("Who came?", "Who came home?"), asked("Who came?"), THREE),  # superfluous ones cost nothing
        (asked("Who came?"), asked("Who came?", "Who came?"), THREE / 2),  # one question is matched once
        ((*asked("Dam"), Passage("Who came?")), asked("Who came?"), 0.0),  # an answer is no question
        (asked(*["Dam"] * 10, "Who came?"), asked("Who came?"), 0.0),  # the eleventh does not count
        (asked(*["Dam"] * 9, "Who came?"), asked("Who came?"), THREE),
        (asked(), asked("Who came?"), 0.0),
        ("", asked("Who came?"), 0.0),
    ],
)
def test_values_by_hand(candidate: Text, reference: Text, expected: float) -> None:
    assert value(candidate, reference) == pytest.approx(expected, abs=1e-12)


def test_equals_nltk_under_the_best_of_all_pairings() -> None:
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.translate.meteor_score import single_meteor_score

    from metricstress.language.wordnet import wordnet

    tokenize = NLTKWordTokenizer().tokenize

    @cache
    def meteor(candidate: str, reference: str) -> float:
        return float(single_meteor_score(tokenize(reference), tokenize(candidate), wordnet=wordnet()))

    questions = [
        "When did the old dam fail?",
        "Did the dam fail in May or in June?",
        "How many people died when it failed?",
        "Who built the dam, and when?",
        "Is the valley's largest bridge safe today?",
    ]
    for size in (1, 2, 3):
        for reference in itertools.combinations(questions, size):
            for candidate in itertools.combinations(reversed(questions), 3):
                best = max(
                    sum(meteor(own, other) for own, other in zip(chosen, reference, strict=True))
                    for chosen in itertools.permutations(candidate, size)
                )
                assert value(asked(*candidate), asked(*reference)) == pytest.approx(best / size, abs=1e-12)


@pytest.mark.parametrize(
    ("candidate", "reference", "reason"),
    [
        (asked("Who came?"), (Passage("Rain fell."),), "has no question"),
        (asked("Who came?"), (), "is blank"),
        (asked("Who came?"), "", "is blank"),
        (asked("Who came?"), "Who came? Nobody.", "the reference is a plain string"),
        ("Who came? Nobody.", asked("Who came?"), "the candidate is a plain string"),
    ],
)
def test_failures_say_why(candidate: Text, reference: Text, reason: str) -> None:
    outcome = outcome_of(candidate, reference)
    assert isinstance(outcome, Failure)
    assert outcome.reason.startswith(f"{NAME} needs ")
    assert reason in outcome.reason


@given(candidate=evidence, reference=evidence)
def test_answers_count_for_nothing(candidate: Evidence, reference: Evidence) -> None:
    other = tuple(Passage(f"Not {passage.text}", passage.question) for passage in candidate)
    outcome = outcome_of(candidate, reference)
    assert outcome == outcome_of(other, reference)
    if isinstance(outcome, Score):
        assert 0 <= outcome.values[NAME] <= 1
    else:
        assert not question_pieces(reference)
