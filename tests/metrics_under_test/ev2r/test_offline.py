"""The Ev²R components on their embedded backends: cases by hand, and what must hold for any evidence."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.texts import any_text, evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.metrics_under_test.ev2r.facts import facts_of, passages_of
from metricstress.metrics_under_test.ev2r.judges.lexical import LexicalJudge
from metricstress.metrics_under_test.ev2r.proxy_reference import (
    VERDICTS,
    PriorProxy,
    ProxyReference,
    StanceProxy,
    proxy_prior,
    proxy_reference,
)
from metricstress.metrics_under_test.ev2r.reference_based import ReferenceBased, reference_based
from metricstress.metrics_under_test.ev2r.reference_less import reference_less
from metricstress.metrics_under_test.ev2r.terms import terms_of
from metricstress.metrics_under_test.ev2r.weighted import Weighted, weighted
from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score

DAM: Evidence = (
    Passage("The dam was built in 1931.", "When was the dam built?"),
    Passage("No. It held through the flood of 2016.\nIt was shut for 12 days.", "Did the dam fail?"),
)
BRIDGE = Passage("The bridge in Tromso opened to trams.", "What opened?")


def values(candidate: object, reference: object, metric: ReferenceBased = reference_based) -> dict[str, float]:
    (outcome,) = metric.score([Item(candidate, reference)])  # type: ignore[arg-type]
    assert isinstance(outcome, Score), outcome
    return dict(outcome.values)


def support(fact: str, premise: str, judge: LexicalJudge | None = None, question: str = "") -> float:
    (judgement,) = (judge or LexicalJudge()).judge(
        facts_of((Passage(fact, question),)), facts_of((Passage(premise, question),))
    )
    return judgement.support


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("It cost 1,234.50 pounds.", ["cost", "#1234.5", "pound"]),
        ("five million doses", ["#5000000", "dose"]),
        ("5 million doses", ["#5000000", "dose"]),
        ("5 1000000 doses", ["#5000000", "dose"]),
        ("two lakh voters", ["#200000", "voter"]),
        ("the twenty-first day", ["#21", "day"]),
        ("the 21st day", ["#21", "day"]),
        ("in twenty sixteen", ["#2016"]),
        ("on Jan. 6", ["januari", "#6"]),
        ("the U.S. Capitol", ["us", "capitol"]),
        ("one of the reasons", ["reason"]),  # A bare "one" is hardly ever a number.
        ("they don't", []),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert list(terms_of(text).order) == terms


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        (
            DAM,
            ["The dam was built in 1931.", "No.", "It held through the flood of 2016.", "It was shut for 12 days."],
        ),
        ((Passage("No answer could be found.", "Why?"), Passage("", "Who was it?")), []),
        (
            "Question: Did it fail?\nAnswer: Yes. It fell.\n\nQuestion: Why?\nAnswer: Rain.",
            ["Yes.", "It fell.", "Rain."],
        ),
        ("The dam held. Nobody was hurt.", ["The dam held.", "Nobody was hurt."]),
        ("", []),
        (None, []),
        ("?!", []),
    ],
)
def test_facts(given: Evidence | str | None, facts: list[str]) -> None:
    assert [fact.text.strip() for fact in facts_of(given)] == facts


def test_a_question_is_a_fact_only_if_asked_for() -> None:
    blank = (Passage("", "When was the dam built?"),)
    assert facts_of(blank) == ()
    assert [fact.text for fact in facts_of(blank, questions_as_facts=True)] == ["When was the dam built?"]
    asked = ReferenceBased(questions_as_facts=True)
    assert values(blank, DAM)["recall"] == 0
    assert values((Passage("", DAM[0].question), *blank), (Passage("", DAM[0].question),), asked)["recall"] == 1


def test_the_layout_of_the_authors_is_read_as_passages() -> None:
    text = "Question: When was the dam built?\nAnswer: The dam was built in 1931.\n\nQuestion: Why?\nAnswer:"
    assert passages_of(text) == (Passage("The dam was built in 1931.", "When was the dam built?"), Passage("", "Why?"))


@pytest.mark.parametrize(
    ("fact", "premise", "least", "most"),
    [
        ("The dam held 12 days.", "The dam held 12 days.", 1.0, 1.0),
        ("The dam held twelve days.", "The dam held 12 days.", 1.0, 1.0),
        ("The dam held for 13 days.", "The dam held for 12 days.", 0.0, 0.3),  # number
        ("The old dam was closed by Pele.", "The old dam was closed by Maradona.", 0.0, 0.3),  # name
        ("The old dam did not hold the spring flood.", "The old dam held the spring flood.", 0.0, 0.3),  # negation
        ("The dam cannot be repaired.", "The dam can be repaired.", 0.0, 0.3),
        ("The dam is repaired.", "The dam's been repaired.", 1.0, 1.0),
        ("The village celebrated the harvest.", "The vilage celebrated the harvest.", 1.0, 1.0),  # a slip
        ("The dam holds the flood of spring back.", "spring of The back dam the flood holds.", 0.0, 0.95),  # order
        ("The mayor opened a bridge.", "Rain fell on Monday.", 0.0, 0.0),
    ],
)
def test_support(fact: str, premise: str, least: float, most: float) -> None:
    assert least <= support(fact, premise) <= most


@pytest.mark.parametrize(
    ("fact", "premise"),
    [
        ("Pele closed the old dam.", "Maradona closed the old dam."),  # a name at the start that is also a word
        ("The dam did not hold the flood.", "The dam held the flood."),  # few words, and the verb changes its form
    ],
)
def test_what_the_judge_does_not_see(fact: str, premise: str) -> None:
    assert support(fact, premise) > 0.8


@pytest.mark.parametrize(
    ("fact", "premise", "least", "most"),
    [
        (("Was the dam built in spring?", "Yes."), ("When was the dam built?", "In spring."), 0.0, 0.25),
        (("Was the old dam repaired?", "Yes."), ("Was the dam repaired?", "Yes."), 0.5, 1.0),
        (("Who closed the dam?", "Pele"), ("Who opened the dam to ships?", "Rain fell."), 0.0, 0.15),
        (("Who closed the dam?", "Pele"), ("Who closed the dam?", "It was closed by Pele."), 1.0, 1.0),
        # What answers the same question is about the same, whatever its words.
        (("Who closed the old dam?", "farmers"), ("Who closed the old dam?", "villagers"), 0.5, 1.0),
    ],
)
def test_the_topic_alone_is_no_support(
    fact: tuple[str, str], premise: tuple[str, str], least: float, most: float
) -> None:
    one, other = (facts_of((Passage(answer, question),)) for question, answer in (fact, premise))
    (judgement,) = LexicalJudge().judge(one, other)
    assert least <= judgement.support <= most


def test_what_is_split_or_joined_elsewhere_is_supported() -> None:
    lines = "We opened the northern lock\nand closed the southern gate\nbefore the winter."
    assert [fact.text for fact in facts_of((Passage(lines, "What happened?"),))] == [lines.replace("\n", " ")]
    assert len(facts_of((Passage("Red paint\nBlue paint", "Which?"),))) == 2  # answers, or items of a list
    items = "Open the northern lock\nPaint the southern gate\nFeed the grey geese"
    assert values((Passage(items.replace("\n", " "), "Duties?"),), (Passage(items, "Duties?"),))["f1"] == 1
    # A run that says more than the fact is none: in a long answer the words of any fact stand somewhere.
    elsewhere = "\n".join(f"{item} before the rain of Monday spoils every wooden boat" for item in items.split("\n"))
    assert values((Passage(items.replace("\n", " "), "Duties?"),), (Passage(elsewhere, "Duties?"),))["precision"] < 0.3


def test_a_text_that_says_much_more_may_negate_a_word_and_not() -> None:
    fact = "He works for the county board of elections in spring."
    more = "He said that he works for the county board of elections in spring, but he does not work for the mayor, "
    assert support(fact, f"{more}the local police, the harbour or the old railway museum.") == 1
    assert support(fact, fact.replace("works", "does not work")) <= 0.25


@pytest.mark.parametrize(("text", "names"), [("Denmark is far", {"denmark"}), ("Bridges are far", set())])
def test_names_at_the_start_of_a_sentence(text: str, names: set[str]) -> None:
    assert terms_of(text).names == names


def test_options_of_the_judge() -> None:
    assert support("The dam held for 13 days.", "The dam held for 12 days.", LexicalJudge(veto=False)) == 1
    assert support("The dam is not safe.", "The dam is safe.", LexicalJudge(negation=False)) == 1
    for judge in (LexicalJudge(support="binary"), LexicalJudge(support="binary", veto=False)):
        assert support("The dam held for 12 days.", "The dam held.", judge) in (0.0, 1.0)
    plain, synonymous = LexicalJudge(), LexicalJudge(wordnet=True)
    pair = ("The physician bought a car.", "The doctor bought an automobile.")
    assert support(*pair, synonymous) > support(*pair, plain)
    assert synonymous.needs == {"wordnet"} and ReferenceBased(synonymous).needs == {"reference", "wordnet"}
    assert (
        len(
            {
                LexicalJudge(negation=flag, wordnet=other).signature()
                for flag in (False, True)
                for other in (False, True)
            }
        )
        == 4
    )


def test_yes_and_no_are_facts_of_their_question() -> None:
    def recall(answer: str) -> float:
        return values((Passage(answer, "Did the dam fail?"),), (Passage("No", "Did the dam fail?"),))["recall"]

    assert recall("No.") == 1
    assert recall("Yes.") <= 0.3


def test_what_is_left_out_costs_recall_and_what_is_added_precision() -> None:
    assert values(DAM, DAM) == {"precision": 1, "recall": 1, "f1": 1}
    less = values(DAM[:1], DAM)
    assert less["precision"] == 1
    assert less["recall"] < 0.6
    more = values((*DAM, BRIDGE), DAM)
    assert more["recall"] == 1
    assert more["precision"] < 1
    assert values((Passage("", "When?"),), DAM) == {"precision": 0, "recall": 0, "f1": 0}
    assert reference_based.score([Item(DAM, (Passage("", "When?"),))]) == [Failure("the reference holds no fact")]
    assert isinstance(reference_based.score([Item(DAM)])[0], Failure)


@given(evidence, evidence, st.randoms(use_true_random=False))
def test_laws_of_the_reference_based_score(one: Evidence, two: Evidence, source: random.Random) -> None:
    (outcome,) = reference_based.score([Item(one, two)])
    if not facts_of(two):
        assert isinstance(outcome, Failure)
        return
    assert isinstance(outcome, Score)
    assert set(outcome.values) == {"precision", "recall", "f1"}
    assert all(0 <= value <= 1 for value in outcome.values.values())
    assert values(two, two) == {"precision": 1, "recall": 1, "f1": 1}
    # More evidence never takes recall away from facts that stand in it to the letter.
    assert values((*two, *one), two)["recall"] == 1
    assert values((*one, *one), two)["recall"] == pytest.approx(outcome.values["recall"])
    again = reference_based.score([Item(one, two)])
    assert again == [outcome]


@given(any_text, any_text, any_text)
def test_any_text_is_scored_or_failed(candidate: str, reference: str, claim: str) -> None:
    metrics: list[Metric] = [reference_based, reference_less, proxy_reference, proxy_prior, weighted]
    for metric in metrics:
        (outcome,) = metric.score([Item(candidate, reference, claim, "Refuted")])
        if isinstance(outcome, Score):
            assert set(outcome.values) == set(metric.components)
            assert all(0 <= value <= 1 for value in outcome.values.values())
        else:
            assert outcome.reason


def test_reference_less_counts_what_is_decided() -> None:
    def decided(claim: str) -> float:
        (outcome,) = reference_less.score([Item(DAM, claim=claim)])
        assert isinstance(outcome, Score)
        return outcome.values["decided"]

    assert decided("The dam was built in 1931.") == 1
    assert decided("The dam was built in 1932.") == 1  # refuted
    assert decided("Whales sing at night near Iceland.") == 0
    assert decided("The dam was built in 1931. Whales sing at night near Iceland.") == 0.5
    assert isinstance(reference_less.score([Item(DAM)])[0], Failure)


def test_the_proxy_is_the_probability_of_the_gold_verdict() -> None:
    claim = "The dam failed."
    outcomes = [proxy_reference.score([Item(DAM, claim=claim, verdict=verdict)])[0] for verdict in VERDICTS]
    shares = {verdict: outcome.values["proxy"] for verdict, outcome in zip(VERDICTS, outcomes, strict=True)}  # type: ignore[union-attr]
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=shares.__getitem__) == "refuted"
    merged = proxy_reference.score([Item(DAM, claim=claim, verdict="Conflicting Evidence/Cherrypicking")])
    assert merged == [Score({"proxy": shares["not enough evidence"]})]
    prior = ProxyReference(PriorProxy())
    assert prior.score([Item(DAM, claim=claim, verdict="REFUTES")]) == [Score({"proxy": 305 / 500})]
    (unknown,) = proxy_reference.score([Item(DAM, claim=claim, verdict="half true")])
    assert isinstance(unknown, Failure)
    assert "'half true'" in unknown.reason and "refuted" in unknown.reason
    for item in (Item(DAM, claim=claim), Item(DAM, verdict="refuted")):
        assert isinstance(proxy_reference.score([item])[0], Failure)
    assert "weak" in StanceProxy().signature()


def test_the_weighted_score_is_of_both_or_there_is_none() -> None:
    item = Item(DAM[:1], DAM, "The dam was built in 1931.", "Supported")
    (facts,), (verdict,) = reference_based.score([item]), proxy_reference.score([item])
    assert isinstance(facts, Score) and isinstance(verdict, Score)
    for alpha in (0.0, 0.3, 0.5, 1.0):
        expected = alpha * facts.values["f1"] + (1 - alpha) * verdict.values["proxy"]
        assert Weighted(alpha=alpha).score([item]) == [Score({"ev2r": expected})]
    (outcome,) = Weighted(alpha=1.0).score([Item(DAM, DAM, "The dam was built in 1931.")])
    assert isinstance(outcome, Failure)
    assert outcome.reason.startswith("no proxy score: ")
    (outcome,) = weighted.score([Item(DAM, (), "The dam was built in 1931.", "Supported")])
    assert isinstance(outcome, Failure)
    assert outcome.reason == "no reference-based score: the reference holds no fact"
    with pytest.raises(ValueError, match="alpha lies between 0 and 1"):
        Weighted(alpha=1.5)
    assert Weighted(alpha=0.3).signature() != weighted.signature()


@pytest.mark.parametrize("form", ["NFKC", "NFD", "fullwidth"])
def test_forms_of_characters_change_no_judgement(form: str) -> None:
    text = "Zoë Nuñez opened the café in 2016, and no one paid 40 euros."
    wide = "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)
    other = wide if form == "fullwidth" else unicodedata.normalize(form, text)
    (outcome,) = reference_based.score([Item(other, text)])
    assert isinstance(outcome, Score) and outcome.values["f1"] == pytest.approx(1.0)
