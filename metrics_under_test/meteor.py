"""METEOR (Banerjee and Lavie 2005) as nltk computes it, over WordNet 3.0 read without nltk's corpus."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from .metric import PairMetric

__all__ = ["meteor", "meteor_score", "meteor_tokens"]


@lru_cache(maxsize=4096)
def meteor_tokens(text: str) -> tuple[str, ...]:
    """Tokens of nltk's NLTKWordTokenizer on the whole text; no punkt model is needed."""
    return tuple(_tokenizer().tokenize(text))


def meteor_score(candidate: str, reference: str) -> float:
    """nltk's `single_meteor_score` (alpha .9, beta 3, gamma .5): lower case, Porter stems, synonyms.

    Known faults: one identical word scores .5 and two .9375, since the fragmentation penalty sees one
    chunk a match; since nltk 3.6.3 synonyms are looked up for stems, so that many are missed.

    Raises:
        WordNetMissing: if WordNet 3.0 is not to be found.
    """
    from nltk.translate.meteor_score import single_meteor_score

    from metricstress.language.wordnet import wordnet

    return float(
        single_meteor_score(
            list(meteor_tokens(reference)), list(meteor_tokens(candidate)), stemmer=_stemmer(), wordnet=wordnet()
        )
    )


@cache
def _tokenizer() -> Any:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()


@cache
def _stemmer() -> Any:
    """nltk's Porter stemmer that remembers: the same words come back in every variant of a text."""
    from nltk.stem.porter import PorterStemmer

    stemmer = PorterStemmer()
    stemmer.stem = lru_cache(maxsize=65536)(stemmer.stem)
    return stemmer


def _signature() -> str:
    from metricstress.language.wordnet import wordnet

    return (
        f"meteor|nltk:{version('nltk')}|tok:NLTKWordTokenizer|stem:porter|{wordnet().signature()}"
        "|alpha:0.9|beta:3|gamma:0.5"
    )


meteor = PairMetric("meteor", meteor_score, _signature, needs=frozenset({"reference", "wordnet"}))
