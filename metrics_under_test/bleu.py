"""BLEU, in the paper's form and in sacrebleu's."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

from .metric import PairMetric
from .ngrams import Reference

__all__ = ["bleu", "bleu_score", "sacrebleu"]

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
    codes, log_precisions = target.coded(tokens), 0.0
    for order in range(1, _ORDER + 1):
        shared = target.overlap(codes, order)
        if not shared:
            return 0.0
        log_precisions += 1.0 / _ORDER * math.log(shared / (length - order + 1))
    ratio = length / reference_length
    brevity = 1.0 if ratio > 1.0 else math.exp(1 - 1.0 / ratio)
    return math.exp(log_precisions) * brevity


@lru_cache(maxsize=1024)
def _reference(text: str) -> Reference:
    return Reference(text.split())


@cache
def _sacrebleu() -> Any:
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(effective_order=True)


def _sacrebleu_score(candidate: str, reference: str) -> float:
    return float(_sacrebleu().sentence_score(candidate, [reference]).score)


def _sacrebleu_signature() -> str:
    metric = _sacrebleu()
    metric.sentence_score("a", ["a"])  # It knows its number of references only after a score.
    return f"sacrebleu.BLEU|{metric.get_signature()}"


bleu = PairMetric("bleu", bleu_score, lambda: "bleu|nmt|tok:split|order:4|smooth:none|case:mixed", cacheable=True)
sacrebleu = PairMetric("sacrebleu", _sacrebleu_score, _sacrebleu_signature, bounds=(0.0, 100.0), cacheable=True)
"""sacrebleu's sentence BLEU with effective order, on its own scale of 0 to 100."""
