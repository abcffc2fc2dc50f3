"""The alignment and the score of METEOR as NLTK computes them, for words that are already in lower case.

NLTK matches in three stages (equal words, equal stems, synonyms), each from the end of the candidate backwards, and
gives every word the last free word of the reference that fits. For equal words that comes to pairing the last
occurrences, the last but one, and so on: each word is numbered among its like, from the end, when a text is first
looked at, and the first stage then is a look into a dictionary.

The other stages mostly find nothing, above all between texts that have nothing to do with each other, of which
Hungarian METEOR compares ten times as many as texts that have. Sets tell that at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cached_property
from itertools import count, repeat
from operator import ne, sub
from typing import TypeAlias

from .porter import stem

__all__ = ["Aligner", "Synonyms", "Words", "align", "align_double", "meteor_of"]

Match: TypeAlias = tuple[int, int]
"""A position in the candidate and one in the reference."""

Synonyms: TypeAlias = Callable[[str], frozenset[str]]
"""Gives the single words that share a meaning with a word; words are asked for if they have no equal."""

_ALPHA, _BETA, _GAMMA = 0.9, 3.0, 0.5
_NOWHERE = -(1 << 40)  # So far off that no two words without a partner look like neighbours of each other.


class Words:
    """The words of a text, looked at once for all its comparisons.

    Attributes:
        words: In lower case, without blanks in them.
        places: Each word with its position, the last word first. An earlier occurrence has its number behind it, "the",
            "the 1", "the 2".
        occurrences: The keys of `places` in the order of the text.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.places: dict[str, int] = {}
        later: dict[str, int] = {}
        places = self.places
        for index in range(len(words) - 1, -1, -1):
            word = words[index]
            if word in places:
                later[word] = number = later.get(word, 0) + 1
                word = f"{word} {number}"
            places[word] = index
        self.occurrences = [*reversed(places)]

    def left_over(self, other: Words) -> list[int]:
        """The positions without an equal word in `other`, the last first."""
        others = other.places
        return [index for word, index in self.places.items() if word not in others]

    @cached_property
    def stems(self) -> list[str]:
        """The stem of each word."""
        return list(map(stem, self.words))

    def reach(self, synonyms: Synonyms) -> frozenset[str]:
        """The synonyms of all stems together; kept, so `synonyms` has to be the same at each call."""
        if self._reach is None:
            self._reach = frozenset().union(*map(synonyms, self.stems))
        return self._reach

    _reach: frozenset[str] | None = None


def align(candidate: Words, reference: Words, synonyms: Synonyms) -> tuple[int, int]:
    """How many words match and in how many chunks, since NLTK 3.6.3; synonyms are looked up for stems."""
    partners = list(map(reference.places.get, candidate.occurrences, repeat(_NOWHERE)))
    alone = partners.count(_NOWHERE)
    if alone and len(partners) - alone < len(reference.words):
        left, left_reference = candidate.left_over(reference), reference.left_over(candidate)
        # Of a text that is mostly alone the stems and their synonyms are soon asked for again.
        if 2 * alone > len(partners):
            own_stems, other_stems = candidate.stems, reference.stems
            own, other = [own_stems[index] for index in left], [other_stems[index] for index in left_reference]
            within_reach = candidate.reach(synonyms).intersection(other)
        else:
            own = [stem(candidate.words[index]) for index in left]
            other = [stem(reference.words[index]) for index in left_reference]
            within_reach = frozenset(other)
        if within_reach or not set(own).isdisjoint(other):
            free = _Free(other, left_reference)
            rest = []
            for index, word in zip(left, own, strict=True):
                if word in free.last:
                    partners[index] = free.take(word)
                else:
                    rest.append((index, word))
            for index, place in _match_synonyms(rest, free, synonyms, within_reach):
                partners[index] = place
            alone = partners.count(_NOWHERE)
    return len(partners) - alone, _chunks(partners) - alone


def _chunks(partners: Sequence[int]) -> int:
    """Runs of words whose partners are neighbours too; each word without one is a run of its own."""
    shifts = list(map(sub, partners, count()))
    return sum(map(ne, shifts, shifts[1:])) + 1 if shifts else 0


def align_double(candidate: Words, reference: Words, synonyms: Synonyms) -> tuple[int, int]:
    """The same up to NLTK 3.6.2: words with equal stems stay free for the last stage, which wants words, not stems.

    Such words may match twice; the matches of a word stand in the order of the stages.
    """
    left, left_reference = candidate.left_over(reference), reference.left_over(candidate)
    matches = [
        (index, reference.places[word]) for index, word in enumerate(candidate.occurrences) if word in reference.places
    ]
    if left and left_reference:
        free = _Free([stem(reference.words[index]) for index in left_reference], left_reference)
        for index in left:
            word = stem(candidate.words[index])
            if word in free.last:
                matches.append((index, free.take(word)))
        free = _Free([reference.words[index] for index in left_reference], left_reference)
        words = [(index, candidate.words[index]) for index in left]
        matches += _match_synonyms(words, free, synonyms, set(free.last))
        matches.sort(key=_first)
    chunks, expected = 0, (-1, -1)
    for own, other in matches:
        chunks += (own, other) != expected
        expected = own + 1, other + 1
    return len(matches), chunks


def _first(match: Match) -> int:
    return match[0]


Aligner: TypeAlias = Callable[[Words, Words, Synonyms], tuple[int, int]]


def meteor_of(candidate: Words, reference: Words, synonyms: Synonyms, aligner: Aligner = align) -> float:
    """The score, operation for operation as in NLTK, so that it is the same to the last bit.

    Args:
        candidate: The text to judge.
        reference: What it is judged against.
        synonyms: Asked only for words that have no equal.
        aligner: `align` or `align_double`.
    """
    if candidate.words == reference.words:
        matches, chunks = len(candidate.words), 1
    else:
        matches, chunks = aligner(candidate, reference, synonyms)
    if not matches:
        return 0.0
    precision, recall = float(matches) / len(candidate.words), float(matches) / len(reference.words)
    mean = (precision * recall) / (_ALPHA * precision + (1 - _ALPHA) * recall)
    penalty: float = _GAMMA * (float(chunks) / matches) ** _BETA
    return (1 - penalty) * mean


class _Free:
    """The free words of the reference.

    Attributes:
        last: Each distinct word with the position of its last occurrence that is still free.
    """

    def __init__(self, words: Sequence[str], places: Sequence[int]) -> None:
        """Take words with their positions, the last first."""
        self._words, self._places = words, places
        self.last = dict(zip(reversed(words), reversed(places), strict=True))

    def take(self, word: str) -> int:
        """The last place of `word`, which is free no longer."""
        place = self.last.pop(word)
        for other, earlier in zip(self._words, self._places, strict=True):
            if earlier < place and other == word:
                self.last[word] = earlier
                break
        return place


def _match_synonyms(
    words: Sequence[tuple[int, str]], free: _Free, synonyms: Synonyms, within_reach: Set[str]
) -> list[Match]:
    """Match words from the last one on with the last free word that is a synonym, which is one of `within_reach`.

    No free word equals one of `words`: those have been matched before.
    """
    matches: list[Match] = []
    left = {word for word in within_reach if word in free.last}
    for index, word in words:
        if not left:
            break
        near = synonyms(word)
        if not near.isdisjoint(left):
            found = max(near & left, key=free.last.__getitem__)
            matches.append((index, free.take(found)))
            if found not in free.last:
                left.discard(found)
    return matches
