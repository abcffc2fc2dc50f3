"""chrF (Popović 2015) with the numbers of sacrebleu, character n-grams counted as whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from .metric import PairMetric

__all__ = ["chrf", "chrf_score"]

Codes: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

_ORDER: Final = 6
_FACTOR: Final = 2**2  # beta is 2


@dataclass(frozen=True, eq=False)
class _Reference:
    """The n-grams of a reference.

    Attributes:
        alphabet: Its characters as code points, sorted. An n-gram is a number whose digits are places in it.
        sizes: How many n-grams of each order there are.
        grams: The distinct n-grams of each order, sorted, and how often each occurs.
    """

    alphabet: Codes
    sizes: list[int]
    grams: list[tuple[Codes, Codes]]

    @property
    def base(self) -> int:
        """One more than there are characters: the last digit stands for those that the reference has not."""
        return len(self.alphabet) + 1


def chrf_score(candidate: str, reference: str) -> float:
    """sacrebleu's sentence chrF2 (character order 6, no word order, white space left out), from 0 to 100.

    Known faults: case and punctuation count like letters; the order of words hardly counts, as most n-grams lie within
    a word; a "not" more or less costs little.
    """
    known = _reference(reference)
    if known.base**_ORDER >= 2**63:
        # More than 1,400 different characters, as in long Chinese texts: the numbers would overflow.
        return float(_sacrebleu().sentence_score(candidate, [reference]).score)
    codes = _code_points(candidate)
    places = np.searchsorted(known.alphabet, codes)
    foreign = np.append(known.alphabet, -1)[places] != codes
    places[foreign] = len(known.alphabet)
    matches = []
    for keys, (grams, counts) in zip(_grams(places, known.base), known.grams, strict=True):
        own, numbers = np.unique(keys, return_counts=True)
        at = np.searchsorted(grams, own)
        both = np.append(grams, -1)[at] == own
        matches.append(int(np.minimum(numbers[both], counts[at[both]]).sum()))
    return _f_score(_sizes(len(codes)), known.sizes, matches)


def _f_score(candidate: list[int], reference: list[int], matches: list[int]) -> float:
    """F2 of precision and recall, each averaged over the orders that both texts have n-grams of."""
    precision = recall = 0.0
    orders = 0
    for n_candidate, n_reference, n_matches in zip(candidate, reference, matches, strict=True):
        if n_candidate and n_reference:
            precision += n_matches / n_candidate
            recall += n_matches / n_reference
            orders += 1
    if not precision + recall:
        return 0.0
    precision /= orders
    recall /= orders
    score = (1 + _FACTOR) * precision * recall
    score /= (_FACTOR * precision) + recall
    return 100 * score


@lru_cache(maxsize=256)
def _reference(text: str) -> _Reference:
    codes = _code_points(text)
    alphabet, places = np.unique(codes, return_inverse=True)
    keys = _grams(places, len(alphabet) + 1) if (len(alphabet) + 1) ** _ORDER < 2**63 else iter(())
    return _Reference(alphabet, _sizes(len(codes)), [np.unique(each, return_counts=True) for each in keys])


def _grams(places: Codes, base: int) -> Iterator[Codes]:
    """The n-grams of every order as numbers."""
    keys = places
    for order in range(1, _ORDER + 1):
        yield keys
        keys = keys[:-1] * base + places[order:] if len(places) > order else places[:0]


def _sizes(length: int) -> list[int]:
    return [max(0, length - order) for order in range(_ORDER)]


def _code_points(text: str) -> Codes:
    """The characters that are no white space."""
    return np.frombuffer("".join(text.split()).encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)


@cache
def _sacrebleu() -> Any:
    from sacrebleu.metrics.chrf import CHRF

    return CHRF()


def _signature() -> str:
    metric = _sacrebleu()
    metric.sentence_score("a", ["a"])  # It knows its number of references only after a score.
    return f"sacrebleu.CHRF|{metric.get_signature()}"


chrf = PairMetric(
    "chrf",
    chrf_score,
    _signature,
    bounds=(0.0, 100.0),
    cacheable=True,
    faults="word order hardly counts; a negation costs next to nothing; case matters; unrelated texts score above 0",
)
"""Sentence chrF2 on sacrebleu's own scale of 0 to 100."""
