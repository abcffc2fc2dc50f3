"""ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum (Lin 2004) with the semantics of the package rouge_score, F measure."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from .metric import PairMetric
from .ngrams import Comparison, Reference
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

    Known faults: the order of the n-grams counts for nothing; signs, units and punctuation are not seen ("$5", "-5"); a
    "not" is one word like any other; a text shorter than `order` scores 0 even against itself; with the default
    tokenizer, so does one outside ASCII.
    """
    compared = _compared(candidate, reference, tokenizer)
    own, other = len(compared.own) - order + 1, len(compared.other) - order + 1
    return _f_measure(compared.overlap(order), own, other) if own > 0 and other > 0 else 0.0


def rouge_l_score(candidate: str, reference: str, tokenizer: Tokenizer = rouge_tokens) -> float:
    """F measure of the longest common subsequence of tokens, from 0 to 1.

    Known faults: swapped sentences lose the shorter of them, also if they stand on lines of their own
    (`rouge_lsum_score` does not lose it); a "not" is one word like any other; case and punctuation count for nothing;
    with the default tokenizer a text outside ASCII scores 0 even against itself.
    """
    compared = _compared(candidate, reference, tokenizer)
    if not compared.own or not compared.other:
        return 0.0
    return _f_measure(compared.common_subsequence(), len(compared.own), len(compared.other))


def rouge_lsum_score(candidate: str, reference: str, tokenizer: Tokenizer = rouge_tokens) -> float:
    """F measure of the union of longest common subsequences over sentences, from 0 to 1.

    A sentence is a line, as in rouge_score without `split_summaries`.

    Known faults: a text that is not split into lines gets the ROUGE-L of the whole; the order of the lines counts for
    nothing; with the default tokenizer a text outside ASCII scores 0 even against itself.
    """
    hypothesis, target = _lines(candidate, tokenizer), _lines(reference, tokenizer)
    hypothesis_length, target_length = sum(map(len, hypothesis)), sum(map(len, target))
    if not hypothesis_length or not target_length:
        return 0.0
    return _f_measure(union_lcs_hits(hypothesis, target), hypothesis_length, target_length)


# The variants of an example are scored together, a metric at a time; pair files come back to a hundred texts.
@lru_cache(maxsize=256)
def _compared(candidate: str, reference: str, tokenizer: Tokenizer) -> Comparison:
    return Comparison(tokenizer(candidate), _reference(reference, tokenizer))


@lru_cache(maxsize=256)
def _reference(text: str, tokenizer: Tokenizer) -> Reference:
    return Reference(tokenizer(text))


@lru_cache(maxsize=256)
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
    faults = "; ".join((_FAULTS[variant], _TOKEN_FAULTS[suffix]))
    return PairMetric(name, function, lambda: signature, cacheable=True, faults=faults)


_TOKENIZERS: dict[str, tuple[Tokenizer, str, str]] = {
    "": (rouge_tokens, "a-z0-9", "no"),
    "_stem": (stemmed_tokens, "a-z0-9", "porter>3"),
    "_unicode": (unicode_tokens, "nfkc-casefold-alnum-marks", "no"),
}

_FAULTS = {
    "1": "word order, signs and units count for nothing, a negation as little as any word",
    "2": "0 for one word even against itself; a negation costs as little as any word",
    "L": "swapped sentences lose the shorter one; a negation costs as little as any word",
    "Lsum": "sentences are lines: a text without line ends gets ROUGE-L; the order of lines counts for nothing",
}
_TOKEN_FAULTS = {
    "": "text outside a-z and 0-9 does not exist (Cyrillic scores 0 against itself)",
    "_stem": "text outside a-z and 0-9 does not exist; unrelated words may share a stem (universe, university)",
    "_unicode": "scripts without blanks but Chinese and Japanese are one token a run",
}

rouge1, rouge2, rougeL = _metric("1"), _metric("2"), _metric("L")

ROUGE = (
    *(rouge1, rouge2, rougeL, _metric("Lsum")),
    *(_metric("1", "_stem"), _metric("2", "_stem"), _metric("L", "_stem")),
    *(_metric("1", "_unicode"), _metric("L", "_unicode")),
)
"""All of them; `_stem` and `_unicode` say which tokenizer is not the default one."""
