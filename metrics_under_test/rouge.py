"""ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum (Lin 2004) with the semantics of the package rouge_score, F measure."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from .metric import PairMetric
from .ngrams import Reference
from .rouge_lsum import union_lcs_hits
from .rouge_tokens import rouge_tokens, stemmed_tokens, unicode_tokens

__all__ = [
    "ROUGE",
    "Tokenizer",
    "rouge1",
    "rouge2",
    "rougeL",
    "rouge_l_score",
    "rouge_lsum_score",
    "rouge_n_score",
    "rouge_tokens",
]

Tokenizer = Callable[[str], tuple[str, ...]]


def rouge_n_score(candidate: str, reference: str, order: int, tokenizer: Tokenizer = rouge_tokens) -> float:
    """F measure of the overlap of n-grams, from 0 to 1.

    Known faults: the order of the n-grams counts for nothing, and one "not" for one word.
    """
    target, tokens = _reference(reference, tokenizer), tokenizer(candidate)
    shared = target.overlap(target.coded(tokens), order)
    return _f_measure(shared, max(len(tokens) - order + 1, 0), max(len(target.codes) - order + 1, 0))


def rouge_l_score(candidate: str, reference: str, tokenizer: Tokenizer = rouge_tokens) -> float:
    """F measure of the longest common subsequence of tokens, from 0 to 1.

    Known faults: swapped sentences lose the shorter of them, also if they stand on lines of their own
    (`rouge_lsum_score` does not lose it); case and punctuation count for nothing.
    """
    from rapidfuzz.distance import LCSseq

    target, tokens = _reference(reference, tokenizer), tokenizer(candidate)
    if not tokens or not target.codes:
        return 0.0
    codes = target.coded(tokens)
    return _f_measure(LCSseq.similarity(target.codes, codes), len(codes), len(target.codes))


def rouge_lsum_score(candidate: str, reference: str, tokenizer: Tokenizer = rouge_tokens) -> float:
    """F measure of the union of longest common subsequences over sentences, from 0 to 1.

    A sentence is a line, as in rouge_score without `split_summaries`.

    Known fault: a text that is not split into lines gets the ROUGE-L of the whole.
    """
    hypothesis, target = _lines(candidate, tokenizer), _lines(reference, tokenizer)
    hypothesis_length, target_length = sum(map(len, hypothesis)), sum(map(len, target))
    if not hypothesis_length or not target_length:
        return 0.0
    return _f_measure(union_lcs_hits(hypothesis, target), hypothesis_length, target_length)


@lru_cache(maxsize=1024)
def _reference(text: str, tokenizer: Tokenizer) -> Reference:
    return Reference(tokenizer(text))


@lru_cache(maxsize=4096)
def _lines(text: str, tokenizer: Tokenizer) -> tuple[tuple[str, ...], ...]:
    return tuple(tokenizer(line) for line in text.split("\n") if line)


def _f_measure(shared: int, hypothesis: int, target: int) -> float:
    precision, recall = shared / max(hypothesis, 1), shared / max(target, 1)
    if precision + recall == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def _metric(variant: str, suffix: str = "") -> PairMetric:
    """ROUGE-`variant` (1, 2, L or Lsum) with the tokenizer that the suffix of its name means."""
    tokenizer, words, stemmer = _TOKENIZERS[suffix]
    function = {
        "1": partial(rouge_n_score, order=1, tokenizer=tokenizer),
        "2": partial(rouge_n_score, order=2, tokenizer=tokenizer),
        "L": partial(rouge_l_score, tokenizer=tokenizer),
        "Lsum": partial(rouge_lsum_score, tokenizer=tokenizer),
    }[variant]
    name = f"rouge{variant}{suffix}"
    origin = "own" if suffix == "_unicode" else "rouge_score"
    signature = f"{name}|{origin}|tok:{words}|stemmer:{stemmer}|F"
    return PairMetric(name, function, lambda: signature, cacheable=True)


_TOKENIZERS: dict[str, tuple[Tokenizer, str, str]] = {
    "": (rouge_tokens, "a-z0-9", "no"),
    "_stem": (stemmed_tokens, "a-z0-9", "porter>3"),
    "_unicode": (unicode_tokens, "nfkc-casefold-alnum-marks", "no"),
}

rouge1, rouge2, rougeL = _metric("1"), _metric("2"), _metric("L")

ROUGE = (
    *(rouge1, rouge2, rougeL, _metric("Lsum")),
    *(_metric("1", "_stem"), _metric("2", "_stem"), _metric("L", "_stem")),
    *(_metric("1", "_unicode"), _metric("L", "_unicode")),
)
"""All of them; `_stem` and `_unicode` say which tokenizer is not the default one."""
