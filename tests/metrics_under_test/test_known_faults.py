"""What a number of each metric does not mean: worked inputs that show the faults its docstring names."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from metricstress.language.passages import Evidence, Passage
from metricstress.metrics_under_test.metric import Item, Score, Text
from metricstress.metrics_under_test.registry import BUILT_IN

NMT = "TensorFlow NMT recipe"
SACREBLEU = "sacrebleu 2.6.0"
NLTK = "nltk 3.10.4"
NLTK_OLD = "nltk 3.6.2"
ROUGE_SCORE = "rouge_score 0.1.2"
HAND = "by hand"


@dataclass(frozen=True)
class Fault:
    """A worked input.

    Attributes:
        value: What the metric gives.
        teaches: What that shows.
        source: Where the value, or the complaint about it, comes from.
        claim: Where the metric needs one.
        verdict: Where the metric needs one.
        component: Which number, where the metric has several.
    """

    metric: str
    reference: Text
    candidate: Text
    value: float
    teaches: str
    source: str
    claim: str = ""
    verdict: str = ""
    component: str = ""


RUSSIAN = "Плотина рухнула в мае"
LINES, SWAPPED = "Rain fell on Monday.\nThe dam held.", "The dam held.\nRain fell on Monday."
SAFE, NOT_SAFE = "the vaccine is safe", "the vaccine is not safe"
FORWARDS, BACKWARDS = "alpha beta gamma delta", "delta gamma beta alpha"
TITLE, LOWER = "The Dam Failed In May", "the dam failed in may"
EIGHT = "a b c d e f g h"
GAUGE = "Rain fell on Monday."
DAM: Evidence = (
    Passage("It failed in May.", "When did the dam fail?"),
    Passage("No. It was rebuilt in June.", "Is the valley dry?"),
)
FERRY = Passage("A ferry left the harbour.")
LENGTHS = [(1, 0.5), (2, 0.9375), (3, 0.98148148), (4, 0.9921875), (8, 0.9990234375)]


def own(length: int) -> str:
    return " ".join("abcdefgh"[:length])


FAULTS = [
    # A score that is no score of the meaning.
    *(
        Fault(metric, own(n), own(n), value, f"{n} identical words are not worth 1", "Maluuba/nlg-eval issue 105")
        for metric in ("meteor", "meteor_paper", "hungarian_meteor")
        for n, value in LENGTHS
    ),
    Fault("meteor_paper", "farmers plant trees", "farmer planted tree", 1.25, "more than 1", "nltk issue 2751"),
    Fault("meteor", "farmers plant trees", "farmer planted tree", 0.9814814814814815, "repaired", "nltk issue 2751"),
    Fault("meteor", "a large fire", "a big fire", 1 / 3, "synonyms are looked up for stems (larg)", NLTK),
    Fault("meteor_paper", "a large fire", "a big fire", 0.9814814814814815, "they once were not", NLTK_OLD),
    Fault("bleu", "minister resigned", "minister resigned", 0.0, "no 4-gram", "huggingface/evaluate issue 529"),
    Fault("sacrebleu", "minister resigned", "minister resigned", 100.0, "effective order", SACREBLEU),
    Fault("bleu", "a b c y d e", "a b c x d e", 0.0, "no common 4-gram", NMT),
    Fault("sacrebleu", "a b c y d e", "a b c x d e", 37.99178428, "smoothing invents one", SACREBLEU),
    Fault("rouge2", "dam", "dam", 0.0, "no bigram", ROUGE_SCORE),
    Fault("chrf", "The dam failed on a Monday.", "Nobody was hurt in the fire.", 9.79517304, "unrelated", SACREBLEU),
    # Blank texts: the NMT code divides by zero, HF METEOR and ROUGE give 0 even for equal ones.
    *(
        Fault(metric, reference, "", 0.0, "blank", "huggingface/evaluate issue 601")
        for metric in ("bleu", "meteor", "meteor_paper", "rouge1", "rouge2", "rougeL", "rougeLsum")
        for reference in ("", "some text here now", "\x0c")
    ),
    # Scripts.
    *(
        Fault(metric, RUSSIAN, RUSSIAN, 0.0, "nothing outside ASCII is a token", "huggingface/evaluate issue 256")
        for metric in ("rouge1", "rouge2", "rougeL", "rougeLsum", "rouge1_stem", "rouge2_stem", "rougeL_stem")
    ),
    Fault("rouge1_unicode", RUSSIAN, RUSSIAN, 1.0, "a tokenizer for any script", HAND),
    Fault("rougeL_unicode", RUSSIAN, RUSSIAN, 1.0, "a tokenizer for any script", HAND),
    Fault("rougeL_unicode", "ไทย", "ประเทศไทย", 0.0, "Thai has no blanks", HAND),
    *(
        Fault(metric, "the universe", "the university", 1.0, "unrelated words, one stem", ROUGE_SCORE)
        for metric in ("rouge1_stem", "rouge2_stem", "rougeL_stem")
    ),
    # Negation, sign and unit.
    *(
        Fault(metric, SAFE, NOT_SAFE, value, "the opposite is a good match", source)
        for metric, value, source in (
            *((name, 0.9146341463414633, NLTK) for name in ("meteor", "meteor_paper", "hungarian_meteor")),
            *((name, 8 / 9, ROUGE_SCORE) for name in ("rouge1", "rougeL", "rougeLsum", "rouge1_stem", "rougeL_stem")),
            *((name, 8 / 9, HAND) for name in ("rouge1_unicode", "rougeL_unicode")),
            ("chrf", 77.62192985, SACREBLEU),
        )
    ),
    Fault("rouge1", "profit rose by $5", "loss: profit rose by -5", 8 / 9, "blind to sign and unit", ROUGE_SCORE),
    # Order.
    Fault("rouge1", FORWARDS, BACKWARDS, 1.0, "blind to order", ROUGE_SCORE),
    Fault("meteor", FORWARDS, BACKWARDS, 0.5, "reversed and yet half right", NLTK),
    Fault("chrf", FORWARDS, BACKWARDS, 65.59718332, "blind to word order", SACREBLEU),
    Fault("rougeL", LINES, SWAPPED, 4 / 7, "swapped sentences", "google-research issue 168"),
    Fault("rougeLsum", LINES, SWAPPED, 1.0, "blind to the order of lines", "google-research issue 168"),
    Fault("rougeLsum", LINES.replace("\n", " "), SWAPPED.replace("\n", " "), 4 / 7, "no lines, no union", ROUGE_SCORE),
    # Case, punctuation and length.
    Fault("bleu", LOWER, TITLE, 0.0, "case matters", NMT),
    Fault("sacrebleu", LOWER, TITLE, 0.0, "case matters", SACREBLEU),
    Fault("chrf", LOWER, TITLE, 26.05270955, "case matters", SACREBLEU),
    Fault("rougeL", LOWER, f"{TITLE}!", 1.0, "blind to case and punctuation", ROUGE_SCORE),
    Fault("meteor_paper", "The dam failed.", "The dam failed", 0.625, "a full stop belongs to its word", NLTK_OLD),
    Fault("bleu", EIGHT, "a b c d", math.exp(-1), "brevity penalty alone", NMT),
    Fault("bleu", "a b c d", EIGHT, 0.345721, "twice as long", NMT),
    # Pieces of evidence.
    Fault("hungarian_meteor", DAM, DAM[::-1], 0.9996674953738487, "the score in the right order", HAND),
    Fault("hungarian_meteor", DAM, (*DAM, FERRY), 0.9996674953738487, "superfluous evidence costs nothing", HAND),
    Fault("hungarian_meteor", LINES, LINES.replace("\n", " "), 0.4509943, "other pieces", HAND),
    Fault("hungarian_meteor_server", DAM, DAM, 0.71823322, "explained answers lose to themselves", HAND),
    Fault(
        "hungarian_meteor_questions",
        (Passage("It failed in May.", "When did it fail?"),),
        (Passage("It never failed.", "When did it fail?"),),
        1 - 0.5 / 5**3,
        "the right question with a wrong answer",
        HAND,
    ),
    Fault("hungarian_meteor_paper", GAUGE, GAUGE, 0.9921875 / 20, "divided by characters", HAND),
    Fault("hungarian_meteor_paper", f"{GAUGE} {GAUGE}", f"{GAUGE} {GAUGE}", 0.02436643, "twice the text, half", HAND),
    # Ev²R with its embedded stand-ins.
    Fault(
        "ev2r.reference_based",
        "The mayor opened the bridge.",
        "The head of the town inaugurated the crossing.",
        0.0,
        "a paraphrase in other words is no support",
        HAND,
        component="recall",
    ),
    Fault(
        "ev2r.reference_less",
        "",
        "The tourists, like the old bridge, come from Oslo.",
        1.0,
        "the same words decide, whatever they say",
        HAND,
        claim="Tourists like the old bridge.",
    ),
    Fault(
        "ev2r.proxy_reference",
        "",
        (Passage("Nobody ever saw it there.", "Was the bridge in Oslo?"),),
        0.4223188,
        "a denial in plain words goes unseen",
        "the weights of stance.py",
        claim="The bridge was in Oslo.",
        verdict="supported",
    ),
    Fault("ev2r.proxy_prior", "", "", 0.61, "it does not look at the evidence", HAND, claim="x", verdict="refuted"),
    Fault(
        "ev2r.weighted",
        "The mayor opened the bridge.",
        "The head of the town inaugurated the crossing.",
        0.1059708,
        "the faults of both its parts",
        "the weights of stance.py",
        claim="The mayor opened the bridge.",
        verdict="supported",
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.metric}: {fault.teaches}")
def test_known_fault(fault: Fault) -> None:
    item = Item(fault.candidate, fault.reference, fault.claim or None, fault.verdict or None)
    (outcome,) = BUILT_IN[fault.metric].score([item])
    assert isinstance(outcome, Score), outcome
    (value,) = (outcome.values[name] for name in outcome.values if name == fault.component or not fault.component)
    assert value == pytest.approx(fault.value, abs=5e-7), fault.source


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_metric_says_and_shows_its_faults(name: str) -> None:
    said = getattr(BUILT_IN[name], "faults", "")
    assert said and "\n" not in said
    assert any(fault.metric == name for fault in FAULTS)
