"""METEOR (Banerjee and Lavie 2005) as nltk computes it, over WordNet 3.0, without importing nltk."""

from __future__ import annotations

from functools import lru_cache

from .meteor_kernel import Words, meteor_of
from .metric import PairMetric
from .word_tokenizer import lower_word_tokens, word_tokens

__all__ = ["NLTK_VERSION", "meteor", "meteor_score", "meteor_tokens"]

NLTK_VERSION = "3.10.4"
"""The version whose scores these are, whichever is installed; a test compares them."""


def meteor_tokens(text: str) -> tuple[str, ...]:
    """Tokens of nltk's NLTKWordTokenizer on the whole text; no punkt model is needed."""
    return tuple(word_tokens(text))


def meteor_score(candidate: str, reference: str) -> float:
    """nltk's `single_meteor_score` (alpha .9, beta 3, gamma .5): lower case, Porter stems, synonyms.

    Known faults: one identical word scores .5 and two .9375, since the fragmentation penalty sees one
    chunk a match; since nltk 3.6.3 synonyms are looked up for stems, so that many are missed ("larg" for "large"
    has none); a "not" more or less costs next to nothing; text in reverse keeps half of its score.

    Raises:
        WordNetMissing: if WordNet 3.0 is not to be found.
    """
    from metricstress.language.wordnet import wordnet

    return meteor_of(_words(candidate), _words(reference), wordnet().synonyms)


# Pieces of evidence for the most part: those of a hundred texts in their original form and in one more.
@lru_cache(maxsize=1024)
def _words(text: str) -> Words:
    return Words(tuple(lower_word_tokens(text)))


def _signature() -> str:
    from metricstress.language.wordnet import wordnet

    return (
        f"meteor|nltk:{NLTK_VERSION}|tok:NLTKWordTokenizer|stem:porter|{wordnet().signature()}"
        "|alpha:0.9|beta:3|gamma:0.5"
    )


meteor = PairMetric(
    "meteor",
    meteor_score,
    _signature,
    needs=frozenset({"reference", "wordnet"}),
    cacheable=True,
    faults="equal short texts score below 1 (one word .5); many synonyms are missed; a negation costs next to nothing",
)
