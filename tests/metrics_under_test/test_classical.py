"""BLEU, ROUGE, METEOR and chrF against the reference libraries, and their known faults by hand."""

from __future__ import annotations

import math
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.texts import any_text, prose

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.bleu import bleu_score
from metricstress.metrics_under_test.chrf import chrf_score
from metricstress.metrics_under_test.meteor import meteor_score
from metricstress.metrics_under_test.metric import Failure, Item, Score
from metricstress.metrics_under_test.registry import BUILT_IN
from metricstress.metrics_under_test.rouge import rouge_l_score, rouge_n_score, rouge_tokens

pairs = st.one_of(st.tuples(prose, prose), st.tuples(any_text, any_text), prose.map(lambda text: (text, text)))


@pytest.fixture(scope="module")
def rouge_scorer() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rouge1", "rouge2", "rougeL"])


@given(pair=pairs)
def test_rouge_equals_rouge_score(rouge_scorer: Any, pair: tuple[str, str]) -> None:
    candidate, reference = pair
    expected = rouge_scorer.score(reference, candidate)
    assert rouge_n_score(candidate, reference, 1) == pytest.approx(expected["rouge1"].fmeasure, abs=1e-12)
    assert rouge_n_score(candidate, reference, 2) == pytest.approx(expected["rouge2"].fmeasure, abs=1e-12)
    assert rouge_l_score(candidate, reference) == pytest.approx(expected["rougeL"].fmeasure, abs=1e-12)


@given(pair=pairs)
def test_rouge_tokens_equal_rouge_score(pair: tuple[str, str]) -> None:
    from rouge_score.tokenize import tokenize

    assert list(rouge_tokens(pair[0])) == tokenize(pair[0], None)


@given(pair=pairs)
def test_bleu_equals_nltk_without_smoothing(pair: tuple[str, str]) -> None:
    from nltk.translate.bleu_score import sentence_bleu

    candidate, reference = pair
    if not candidate.split() or not reference.split():
        assert bleu_score(candidate, reference) == 0.0
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nltk warns of every precision that is 0.
        expected = sentence_bleu([reference.split()], candidate.split())
    assert bleu_score(candidate, reference) == pytest.approx(expected, abs=1e-12)


@given(pair=pairs)
def test_sacrebleu_and_chrf_are_sacrebleus(pair: tuple[str, str]) -> None:
    from sacrebleu.metrics import BLEU, CHRF

    candidate, reference = pair
    for name, metric in (("sacrebleu", BLEU(effective_order=True)), ("chrf", CHRF())):
        (outcome,) = BUILT_IN[name].score([Item(candidate, reference)])
        assert isinstance(outcome, Score)
        assert outcome.values[name] == metric.sentence_score(candidate, [reference]).score


def test_chrf_of_more_characters_than_its_numbers_can_tell_apart() -> None:
    from sacrebleu.metrics import CHRF

    reference = "".join(map(chr, range(0x4E00, 0x4E00 + 2000)))
    for candidate in (reference, reference[200:900], reference[::-1], "", "abc"):
        assert chrf_score(candidate, reference) == CHRF().sentence_score(candidate, [reference]).score


# Values of nltk 3.10.4 with its own WordNet 3.0 corpus, worked out in the cited issues or by the formula.
METEOR_VALUES = [
    ("farmer planted tree", "farmers plant trees", 0.9814814814814815),  # nltk issue 2751: 1.25 before 3.6.3
    ("a big fire", "a large fire", 1 / 3),  # since 3.6.3 synonyms are looked up for stems
    ("fire", "fire", 0.5),  # one chunk a match: 1 - .5 / n^3
    ("dam failed", "dam failed", 0.9375),
    ("one two three four", "one two three four", 0.9921875),
    ("delta gamma beta alpha", "alpha beta gamma delta", 0.5),
    ("", "", 0.0),
    ("", "some text here now", 0.0),
]


@pytest.mark.parametrize(("candidate", "reference", "value"), METEOR_VALUES)
def test_meteor_values(candidate: str, reference: str, value: float) -> None:
    assert meteor_score(candidate, reference) == pytest.approx(value, abs=1e-12)


ROUGE_VALUES = [
    # Nothing outside ASCII is a token of rouge_score (huggingface/evaluate issue 256).
    ("Плотина рухнула в мае", "Плотина рухнула в мае", 0.0),
    ("The vaccine is not safe", "the vaccine is safe", 8 / 9),  # blind to "not"
    ("The Dam Failed In May", "the dam failed in may", 1.0),  # blind to case
    ("", "", 0.0),
]


@pytest.mark.parametrize(("candidate", "reference", "value"), ROUGE_VALUES)
def test_rouge_l_values(candidate: str, reference: str, value: float) -> None:
    assert rouge_l_score(candidate, reference) == pytest.approx(value, abs=1e-12)


BLEU_VALUES = [
    ("minister resigned", "minister resigned", 0.0),  # shorter than four words: 0 even against itself
    ("", "some text here now", 0.0),  # the NMT recipe divides by zero here
    ("\x0c", "\x0c", 0.0),
    ("The Dam Failed In May", "the dam failed in may", 0.0),  # case matters
    ("a b c d", "a b c d e f g h", math.exp(-1)),  # brevity penalty alone
    ("a b c d e f g h", "a b c d", (4 / 8 * 3 / 7 * 2 / 6 * 1 / 5) ** 0.25),
]


@pytest.mark.parametrize(("candidate", "reference", "value"), BLEU_VALUES)
def test_bleu_values(candidate: str, reference: str, value: float) -> None:
    assert bleu_score(candidate, reference) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_metric_scores_passages_and_says_how(name: str) -> None:
    metric = BUILT_IN[name]
    evidence = (Passage("In May it failed.", "When did the dam fail?"), Passage("Nobody was hurt."))
    text = "When did the dam fail? In May it failed.\nNobody was hurt."
    given = {"claim": "The dam failed in May.", "verdict": "Supported"}
    outcomes = metric.score([Item(evidence, evidence, **given), Item(text, text, **given)])
    if name == "hungarian_meteor_questions":  # A string does not tell which part of it is a question.
        assert isinstance(outcomes.pop(), Failure)
    elif "claim" not in metric.needs:
        assert outcomes[0] == outcomes[1]
    assert all(isinstance(outcome, Score) for outcome in outcomes)
    assert name.lower() in metric.signature().lower()
    (missing,) = metric.score([Item(text)])
    assert isinstance(missing, Failure)
    assert any(f"needs a {need}" in missing.reason or f"no {need}" in missing.reason for need in metric.needs)
