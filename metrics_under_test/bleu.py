"""BLEU, in the paper's form and in sacrebleu's."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

from .metric import PairMetric
from .ngrams import Comparison, Reference

__all__ = ["bleu", "bleu_score", "sacrebleu", "sacrebleu_score"]

_ORDER = 4


def bleu_score(candidate: str, reference: str) -> float:
    """Sentence BLEU as in the Ev²R paper: white-space tokens, up to 4-grams, no smoothing.

    The recipe is the one of the TensorFlow NMT tutorial, which the Hugging Face metric `bleu` wraps:
    geometric mean of the clipped precisions times min(1, exp(1 - r/c)). Where that code divides by zero
    (a side without tokens), the score is 0 here.

    Known faults: a text of fewer than four tokens scores 0 even against itself; case matters; punctuation
    sticks to its word, so that a missing full stop is a missing word.
    """
    target, tokens = _reference(reference), candidate.split()
    length, reference_length = len(tokens), len(target.codes)
    if length < _ORDER or reference_length < _ORDER:
        return 0.0
    if candidate == reference:
        return 1.0
    compared, log_precisions = Comparison(tokens, target), 0.0
    for order in range(1, _ORDER + 1):
        shared = compared.overlap(order)
        if not shared:
            return 0.0
        log_precisions += 1.0 / _ORDER * math.log(shared / (length - order + 1))
    ratio = length / reference_length
    brevity = 1.0 if ratio > 1.0 else math.exp(1 - 1.0 / ratio)
    return math.exp(log_precisions) * brevity


@lru_cache(maxsize=256)
def _reference(text: str) -> Reference:
    return Reference(text.split())


@cache
def _sacrebleu() -> Any:
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(effective_order=True)


def sacrebleu_score(candidate: str, reference: str) -> float:
    """sacrebleu's sentence BLEU with effective order, from 0 to 100.

    Known faults: short texts are judged by the orders that they have, so that one equal word scores 100; smoothing
    gives texts without a common 4-gram a score that depends on their length; case matters.
    """
    return float(_sacrebleu().sentence_score(candidate, [reference]).score)


def _sacrebleu_signature() -> str:
    metric = _sacrebleu()
    metric.sentence_score("a", ["a"])  # It knows its number of references only after a score.
    return f"sacrebleu.BLEU|{metric.get_signature()}"


bleu = PairMetric(
    "bleu",
    bleu_score,
    lambda: "bleu|nmt|tok:split|order:4|smooth:none|case:mixed",
    cacheable=True,
    faults="0 below four words even for equal texts, and without a common 4-gram; case and punctuation matter",
)
sacrebleu = PairMetric(
    "sacrebleu",
    sacrebleu_score,
    _sacrebleu_signature,
    bounds=(0.0, 100.0),
    cacheable=True,
    faults="made for corpora: on one sentence smoothing decides; case matters; a negation costs as little as any word",
)
"""sacrebleu's sentence BLEU with effective order, on its own scale of 0 to 100."""
