"""Overlap of n-grams with a reference that is looked at once for all its candidates.

Each distinct word of the reference becomes one character, any other word the character NUL. An n-gram then is a slice
of a string, and the overlap is one intersection of sets, since nearly all n-grams of a text occur once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

__all__ = ["Reference"]


class Reference:
    """The words of a reference, as characters.

    Attributes:
        codes: The reference, a character a word.
    """

    __slots__ = ("_characters", "_orders", "codes")

    def __init__(self, tokens: Sequence[str]) -> None:
        characters: dict[str, str] = {}
        for token in tokens:
            if token not in characters:
                characters[token] = chr(len(characters) + 1)
        self._characters = characters
        self._orders: dict[int, tuple[frozenset[str], dict[str, int]]] = {}
        self.codes = "".join([characters[token] for token in tokens])

    def coded(self, tokens: Sequence[str]) -> str:
        """A candidate, a character a word."""
        get = self._characters.get
        return "".join([get(token, "\0") for token in tokens])

    def overlap(self, candidate: str, order: int) -> int:
        """How many n-grams are in both, each as often as on the side where it is rarer; `candidate` is coded."""
        distinct, repeats = self._ngrams(order)
        grams = set(candidate) if order == 1 else set(_slices(candidate, order))
        shared = len(grams & distinct)
        if repeats and len(grams) <= len(candidate) - order:
            for gram, count in repeats.items():
                if gram in grams:
                    shared += _count_up_to(candidate, gram, count) - 1
        return shared

    def _ngrams(self, order: int) -> tuple[frozenset[str], dict[str, int]]:
        """The n-grams, and how often those occur that occur more than once."""
        if order not in self._orders:
            counts = Counter(_slices(self.codes, order))
            self._orders[order] = frozenset(counts), {gram: count for gram, count in counts.items() if count > 1}
        return self._orders[order]


def _slices(codes: str, order: int) -> list[str]:
    return [codes[start : start + order] for start in range(len(codes) - order + 1)]


def _count_up_to(codes: str, gram: str, most: int) -> int:
    """How often `gram` occurs, overlaps included, but at most `most`."""
    count, place = 0, codes.find(gram)
    while place >= 0 and count < most:
        count, place = count + 1, codes.find(gram, place + 1)
    return count
