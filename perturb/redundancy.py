"""Redundancy (Table 5, preserving): the same thing said twice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

from metricstress.language.closed_classes import QUANTIFIERS, is_negation, is_number_word
from metricstress.language.passages import Evidence

from .edits import Edit
from .perturbation import Context, Group, Perturbation
from .units import units_of
from .words import Word, tokens, words

__all__ = ["redundancy_sentences", "redundancy_words"]

_JOINED = re.compile(r"[\w\-‐‑/@’'+]")


def find_units_to_repeat(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """An exact copy of each passage (sentence of plain text), right behind it.

    A sentence without a stop at its end is left alone: it would run into its copy, and "No No" is no repetition.
    """
    units = units_of(evidence)
    return [
        (units.insert(index + 1, units.content(index)),)
        for index in range(len(units))
        if not units.is_blank(index) and not (units.are_sentences and not _ends(units.content(index).text))
    ]


def find_words_to_repeat(text: str, rng: random.Random) -> Iterator[Group]:
    """A second copy of each plain word, behind a blank.

    Left alone: negations, number words and quantifiers (doubled, they say something else), words with a
    capital (they may be names), parts of a larger token ("well-known", "end/start"), words already doubled.
    """
    found, borders = words(text), tokens(text)
    token = 0
    for index, word in enumerate(found):
        while borders[token].end < word.end:
            token += 1
        if not _is_repeatable(word.string) or not _stands_alone(text, word, borders[token]):
            continue
        before = found[index - 1] if index else None
        after = found[index + 1] if index + 1 < len(found) else None
        if not _doubled(word, before, after):
            yield (Edit(word.end, word.end, "", " " + word.string),)


def _ends(sentence: str) -> bool:
    return sentence.rstrip("\"'”’)]»").endswith((".", "!", "?", "…", "。", "！", "？"))


@lru_cache(maxsize=16384)
def _is_repeatable(string: str) -> bool:
    return (
        string.isascii()
        and string.isalpha()
        and string.islower()
        and string not in QUANTIFIERS
        and not is_negation(string)
        and not is_number_word(string)
    )


def _stands_alone(text: str, word: Word, token: Word) -> bool:
    """Whether around the word its token holds nothing but punctuation."""
    rest = text[token.start : word.start] + text[word.end : token.end]
    return not rest or _JOINED.search(rest) is None


def _doubled(word: Word, before: Word | None, after: Word | None) -> bool:
    lower = word.string.lower()
    return any(other is not None and other.string.lower() == lower for other in (before, after))


redundancy_sentences = Perturbation(
    name="redundancy_sentences",
    intent="preserving",
    summary="repeats passages (sentences of plain text), each right behind itself",
    find_in_evidence=find_units_to_repeat,
    severity=0.2,
    invariant="repeated",
)

redundancy_words = Perturbation(
    name="redundancy_words",
    intent="preserving",
    summary="doubles words",
    find_in_text=find_words_to_repeat,
    severity=0.2,
    invariant="repeated",
)
