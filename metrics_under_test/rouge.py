"""ROUGE-1, ROUGE-2 and ROUGE-L (Lin 2004) with the semantics of the package rouge_score, F measure."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from .metric import PairMetric

__all__ = ["rouge1", "rouge2", "rougeL", "rouge_l_score", "rouge_n_score", "rouge_tokens"]

_SEPARATORS = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=4096)
def rouge_tokens(text: str) -> tuple[str, ...]:
    """Lower-cased runs of a-z and 0-9, the tokens of rouge_score without stemmer.

    Known fault: nothing outside ASCII is a token, so Cyrillic text scores 0 against itself.
    """
    return tuple(token for token in _SEPARATORS.split(text.lower()) if token)


def rouge_n_score(candidate: str, reference: str, order: int) -> float:
    """F measure of the overlap of n-grams, from 0 to 1."""
    hypothesis, target = _ngrams(rouge_tokens(candidate), order), _ngrams(rouge_tokens(reference), order)
    return _f_measure((hypothesis & target).total(), hypothesis.total(), target.total())


def rouge_l_score(candidate: str, reference: str) -> float:
    """F measure of the longest common subsequence of tokens, from 0 to 1."""
    from rapidfuzz.distance import LCSseq

    hypothesis, target = rouge_tokens(candidate), rouge_tokens(reference)
    if not hypothesis or not target:
        return 0.0
    return _f_measure(LCSseq.similarity(target, hypothesis), len(hypothesis), len(target))


def _ngrams(tokens: tuple[str, ...], order: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[offset:] for offset in range(order)), strict=False))


def _f_measure(overlap: int, hypothesis: int, target: int) -> float:
    precision, recall = overlap / max(hypothesis, 1), overlap / max(target, 1)
    if precision + recall == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def _rouge_1(candidate: str, reference: str) -> float:
    return rouge_n_score(candidate, reference, 1)


def _rouge_2(candidate: str, reference: str) -> float:
    return rouge_n_score(candidate, reference, 2)


rouge1 = PairMetric("rouge1", _rouge_1, lambda: "rouge1|rouge_score|tok:a-z0-9|stemmer:no|F")
rouge2 = PairMetric("rouge2", _rouge_2, lambda: "rouge2|rouge_score|tok:a-z0-9|stemmer:no|F")
rougeL = PairMetric("rougeL", rouge_l_score, lambda: "rougeL|rouge_score|tok:a-z0-9|stemmer:no|F")
