"""What two texts have in common, for metrics that count n-grams or look for the longest common subsequence.

Each distinct word of the reference becomes one character, any other word the character NUL, so that the compiled code
for strings finds the longest common subsequence.

A changed text mostly has long stretches of the original. If both texts have a stretch, then an n-gram g of it counts
min(p + a, p + b) = p + min(a, b), where p is how often g stands in the stretches and a and b how often elsewhere. So
what lies within the stretches is counted by its length, and only n-grams that reach outside of them are compared.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import repeat
from typing import TypeAlias

__all__ = ["Comparison", "Reference"]

_LONG = 8
"""Words of a common stretch that pays; no n-gram is longer."""

_NOWHERE = chr(sys.maxunicode)

Gram: TypeAlias = str | tuple[str, ...]
Gap: TypeAlias = tuple[int, int, int, int]
"""Start and end in the candidate and in the reference of what lies between two common stretches."""


class Ngrams:
    """The n-grams of a text.

    Attributes:
        all: One after the other.
        distinct: Each once.
    """

    __slots__ = ("_counts", "_repeated", "all", "distinct")

    def __init__(self, codes: str, order: int) -> None:
        self.all: Sequence[Gram] = codes if order == 1 else list(zip(*(codes[k:] for k in range(order)), strict=False))
        self.distinct = frozenset(self.all)
        self._counts: Counter[Gram] | None = None
        self._repeated: frozenset[Gram] | None = None

    def overlap(self, other: Ngrams) -> int:
        """How many are in both, each as often as on the side where it is rarer."""
        shared = len(self.distinct & other.distinct)
        if len(self.distinct) == len(self.all) or len(other.distinct) == len(other.all):
            return shared
        more = self.distinct & other._occur_again()
        if not more:
            return shared
        one, two = self._count(), other._count()
        return shared + sum([min(one[gram], two[gram]) for gram in more]) - len(more)

    def _count(self) -> Counter[Gram]:
        if self._counts is None:
            self._counts = Counter(self.all)
        return self._counts

    def _occur_again(self) -> frozenset[Gram]:
        """Those that occur more than once."""
        if self._repeated is None:
            self._repeated = frozenset([gram for gram, count in self._count().items() if count > 1])
        return self._repeated


class Reference:
    """The words of a reference, as characters, looked at once for all its candidates.

    Attributes:
        codes: The reference, a character a word.
    """

    __slots__ = ("_characters", "_orders", "codes")

    def __init__(self, tokens: Sequence[str]) -> None:
        self._characters = {token: chr(place) for place, token in enumerate(dict.fromkeys(tokens), 1)}
        self._orders: dict[int, Ngrams] = {}
        self.codes = "".join(map(self._characters.__getitem__, tokens))

    def coded(self, tokens: Sequence[str]) -> str:
        """A candidate, a character a word."""
        return "".join(map(self._characters.get, tokens, repeat("\0")))

    def ngrams(self, order: int) -> Ngrams:
        """Its n-grams."""
        if order not in self._orders:
            self._orders[order] = Ngrams(self.codes, order)
        return self._orders[order]


class Comparison:
    """A candidate and its reference.

    Attributes:
        own: The candidate, a character a word.
        other: The reference, likewise.
    """

    def __init__(self, tokens: Sequence[str], target: Reference) -> None:
        self.own = target.coded(tokens)
        self.other = target.codes
        self._target = target

    def common_subsequence(self) -> int:
        """The length of the longest common subsequence."""
        from rapidfuzz.distance import LCSseq

        return LCSseq.similarity(self.other, self.own)

    def overlap(self, order: int) -> int:
        """How many n-grams are in both, each as often as on the side where it is rarer."""
        stretches, gaps = self._stretches
        if order > _LONG or 2 * sum(stretches) < len(self.own):
            return Ngrams(self.own, order).overlap(self._target.ngrams(order))
        more = order - 1  # An n-gram that reaches out of a gap has so many words in the stretches beside it.
        own, other = self.own, self.other
        # What joins the pieces makes n-grams that the other side does not have.
        pieces = "\0".join([own[start - more if start else 0 : end + more] for start, end, _, _ in gaps])
        other_pieces = _NOWHERE.join([other[start - more if start else 0 : end + more] for _, _, start, end in gaps])
        within = sum(stretches) - more * len(stretches)
        return within + Ngrams(pieces, order).overlap(Ngrams(other_pieces, order))

    @cached_property
    def _stretches(self) -> tuple[list[int], list[Gap]]:
        """The lengths of long common stretches, and the gaps before, between and after them."""
        from rapidfuzz.distance import LCSseq

        lengths: list[int] = []
        gaps: list[Gap] = []
        own_end = other_end = 0
        for step in LCSseq.opcodes(self.own, self.other):
            if step.tag == "equal" and step.src_end - step.src_start >= _LONG:
                lengths.append(step.src_end - step.src_start)
                gaps.append((own_end, step.src_start, other_end, step.dest_start))
                own_end, other_end = step.src_end, step.dest_end
        gaps.append((own_end, len(self.own), other_end, len(self.other)))
        return lengths, gaps
