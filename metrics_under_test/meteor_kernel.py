"""The alignment and the score of METEOR as NLTK computes them, for words that are already in lower case.

NLTK matches in three stages (equal words, equal stems, synonyms), each from the end of the candidate backwards, and
gives every word the last free word of the reference that fits. For equal words that comes to pairing the last
occurrences, the last but one, and so on; so positions by word replace the scans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from .porter import stem

__all__ = ["Aligner", "Reference", "Synonyms", "Words", "align", "align_double", "meteor_of"]

Words: TypeAlias = tuple[str, ...]

Match: TypeAlias = tuple[int, int]
"""A position in the candidate and one in the reference."""

Synonyms: TypeAlias = Callable[[str], Set[str]]
"""Gives the single words that share a meaning with a word."""

_ALPHA, _BETA, _GAMMA = 0.9, 3.0, 0.5


@dataclass(frozen=True, slots=True)
class Reference:
    """A text to compare with, looked at once for all its candidates.

    Attributes:
        words: Its words in lower case.
        positions: Where each word stands, the last position first.
    """

    words: tuple[str, ...]
    positions: dict[str, list[int]]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> Reference:
        """The text with these words."""
        positions: dict[str, list[int]] = {}
        for index in range(len(words) - 1, -1, -1):
            positions.setdefault(words[index], []).append(index)
        return cls(words, positions)


def align(candidate: Words, reference: Reference, synonyms: Synonyms) -> list[Match]:
    """The matches since NLTK 3.6.3, in the order of the candidate; synonyms are looked up for stems."""
    matches, left, left_reference = _match_words(candidate, reference)
    if left and left_reference:
        stems = [(index, stem(candidate[index])) for index in left]
        free = _Free((index, stem(reference.words[index])) for index in left_reference)
        rest = _match_equal(stems, free, matches)
        _match_synonyms(rest, free, synonyms, matches)
        matches.sort()
    return matches


def align_double(candidate: Words, reference: Reference, synonyms: Synonyms) -> list[Match]:
    """The matches up to NLTK 3.6.2: words with equal stems stay free for the last stage, which wants words, not stems.

    Such words may match twice; the matches of a word stand in the order of the stages.
    """
    matches, left, left_reference = _match_words(candidate, reference)
    if left and left_reference:
        free = _Free((index, stem(reference.words[index])) for index in left_reference)
        _match_equal([(index, stem(candidate[index])) for index in left], free, matches)
        free = _Free((index, reference.words[index]) for index in left_reference)
        _match_synonyms([(index, candidate[index]) for index in left], free, synonyms, matches)
        matches.sort(key=_first)
    return matches


Aligner: TypeAlias = Callable[[Words, Reference, Synonyms], list[Match]]


def meteor_of(candidate: Words, reference: Reference, synonyms: Synonyms, aligner: Aligner = align) -> float:
    """The score, operation for operation as in NLTK, so that it is the same to the last bit.

    Args:
        candidate: The text to judge.
        reference: What it is judged against.
        synonyms: Asked only for words that have no equal.
        aligner: `align` or `align_double`.
    """
    if candidate == reference.words:
        count, chunks = len(candidate), 1
    else:
        matches = aligner(candidate, reference, synonyms)
        count, chunks = len(matches), _chunks(matches)
    if not count:
        return 0.0
    precision, recall = float(count) / len(candidate), float(count) / len(reference.words)
    mean = (precision * recall) / (_ALPHA * precision + (1 - _ALPHA) * recall)
    penalty: float = _GAMMA * (float(chunks) / count) ** _BETA
    return (1 - penalty) * mean


def _chunks(matches: Sequence[Match]) -> int:
    """Runs of matches that are adjacent on both sides."""
    chunks = 0
    next_own = next_other = -1
    for own, other in matches:
        if own != next_own or other != next_other:
            chunks += 1
        next_own, next_other = own + 1, other + 1
    return chunks


def _first(match: Match) -> int:
    return match[0]


def _match_words(candidate: Words, reference: Reference) -> tuple[list[Match], list[int], list[int]]:
    """Matches of equal words in order, and what is left: candidate positions from the last, reference positions."""
    positions = reference.positions
    pairs: dict[int, int] = {}
    left: list[int] = []
    taken: dict[str, int] = {}
    for index, word in zip(range(len(candidate) - 1, -1, -1), reversed(candidate), strict=True):
        places = positions.get(word)
        if places is None:
            left.append(index)
        elif len(places) == 1 and word not in taken:
            taken[word] = 1
            pairs[index] = places[0]
        else:
            nth = taken.get(word, 0)
            if nth < len(places):
                taken[word] = nth + 1
                pairs[index] = places[nth]
            else:
                left.append(index)
    matches = list(pairs.items())
    matches.reverse()
    if len(pairs) == len(reference.words) or not left:
        return matches, left, []
    matched = set(pairs.values())
    return matches, left, [index for index in range(len(reference.words)) if index not in matched]


class _Free:
    """The free positions of the reference by word or stem, the last one at the end."""

    def __init__(self, words: Iterable[tuple[int, str]]) -> None:
        self.positions: dict[str, list[int]] = {}
        for index, word in words:
            self.positions.setdefault(word, []).append(index)

    def take_last(self, word: str) -> int:
        places = self.positions[word]
        index = places.pop()
        if not places:
            del self.positions[word]
        return index


def _match_equal(words: Sequence[tuple[int, str]], free: _Free, matches: list[Match]) -> list[tuple[int, str]]:
    """Match words from the last one on, and give those that remain."""
    rest = []
    for index, word in words:
        if word in free.positions:
            matches.append((index, free.take_last(word)))
        else:
            rest.append((index, word))
    return rest


def _match_synonyms(words: Sequence[tuple[int, str]], free: _Free, synonyms: Synonyms, matches: list[Match]) -> None:
    """Match words from the last one on with the last free word that is a synonym.

    No free word equals one of `words`: those have been matched before.
    """
    for index, word in words:
        found = free.positions.keys() & synonyms(word) if free.positions else ()
        if found:
            matches.append((index, free.take_last(max(found, key=lambda name: free.positions[name][-1]))))
