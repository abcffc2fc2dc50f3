"""Error types of a sentence, their spellings, and the majority of several annotators.

The seven types and their abbreviations are FRANK's (Pagnoni et al. 2021) under the names of FineSurE and FineSumFact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

__all__ = ["NO_ERROR", "SEVEN_TYPES", "error_type_of", "label_of_type", "majority", "types_by_sentence"]

SEVEN_TYPES: Mapping[str, str] = {
    "oute": "out-of-context",
    "outofcontext": "out-of-context",
    "outofarticle": "out-of-context",
    "ente": "entity",
    "entity": "entity",
    "rele": "predicate",
    "prede": "predicate",
    "predicate": "predicate",
    "relation": "predicate",
    "circe": "circumstance",
    "cire": "circumstance",
    "circumstance": "circumstance",
    "circumstantial": "circumstance",
    "grame": "grammatical",
    "grammatical": "grammatical",
    "corefe": "coreference",
    "coreference": "coreference",
    "linke": "linking",
    "linking": "linking",
}
"""Spellings of the seven error types, without case, blanks and the word "error"."""

_Vote = TypeVar("_Vote", bound=Hashable)

NO_ERROR = "no error"
_NONE = frozenset({"no", "noe", "none", "correct"})
_OTHER = frozenset({"other", "othere"})


def error_type_of(name: str) -> str | None:
    """One of the seven types in one spelling, or None."""
    return SEVEN_TYPES.get(_letters(name))


def label_of_type(name: str) -> int | None:
    """What a type says of its sentence: 1 an error, 0 none; None if it is empty or unknown."""
    letters = _letters(name)
    if letters in _NONE:
        return 0
    return 1 if letters in SEVEN_TYPES or letters in _OTHER else None


def _letters(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalpha()).removesuffix("error")


def majority(votes: Sequence[_Vote | None]) -> _Vote | None:
    """What more than half of the votes are for; None if nothing is, or if most are None. A tie is no majority."""
    if not votes:
        return None
    choice, count = Counter(votes).most_common(1)[0]
    return choice if count * 2 > len(votes) else None


def types_by_sentence(types: Sequence[str] | None, n_sentences: int) -> tuple[str, ...] | None:
    """An annotator's types if there is one a sentence, else None.

    FRANK's lists are flattened: a sentence with two errors has two entries, and nothing says which. Such a list is
    of use only if it has as many entries as there are sentences.
    """
    return tuple(types) if types is not None and len(types) == n_sentences else None
