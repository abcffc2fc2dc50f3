"""How often, how far, at least how much: "always" becomes "sometimes", "fully" "partly", "at least" "at most"."""

from __future__ import annotations

from collections.abc import Callable

from metricstress.language.closed_classes import NUMBER_WORDS, word_set
from metricstress.language.verbs import is_adjective

from ..contraction_tables import PREPOSITIONS
from .answers import Sentence
from .connective_context import MONTHS
from .quantifier_amounts import Requantified

__all__ = ["DEGREES"]


_NOT_BEFORE_OFTEN = word_set("most more how as so too very less quite all")
_NOT_BEFORE_ALWAYS = word_set("almost nearly as not practically")
_OFTEN = word_set("often frequently regularly")
_OCCURRING = ("occur", "happen", "appear")
_MARKS = frozenset(",;:—–.()")


def _always(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index - 1) in ("and", "or"):
        return None  # "Be careful and always check": an order, which states nothing.
    if index == 0 or sentence.lower(index - 1) in _NOT_BEFORE_ALWAYS or sentence.lower(index - 1) in _MARKS:
        return None
    return index, index, "sometimes"


def _sometimes(sentence: Sentence, index: int) -> Requantified:
    before = sentence.lower(index - 1)
    if index == 0 or before in _MARKS | {"and", "or", "even", "but"} or sentence.lower(index + 1) in (",", "called"):
        return None
    return index, index, "always"


def _usually(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index) not in _OFTEN and sentence.lower(index + 1).startswith(_OCCURRING):
        return None  # What typically occurs on day two may occasionally do so too, when it occurs at all.
    if sentence.lower(index - 1) in _NOT_BEFORE_OFTEN or sentence.lower(index + 1) in (
        "than",
        "enough",
        "used",
        "known",
        "speaking",
        "accepted",
        "recognized",
    ):
        return None
    return index, index, "occasionally"


def _wholly(sentence: Sentence, index: int) -> Requantified:
    if index == 0 or sentence.lower(index - 1) in ("almost", "nearly", "not", "how", "too", "more"):
        return None
    following = sentence.lower(index + 1)
    fits = following.isalpha() and (is_adjective(following) or following.endswith("ed") or following == "by")
    return (index, index, "partly") if fits else None


def _partly(sentence: Sentence, index: int) -> Requantified:
    following = sentence.lower(index + 1)
    if index == 0 or not following.isalpha() or sentence.lower(index - 1) in ("only", "at", "and", "or"):
        return None
    fits = is_adjective(following) or following.endswith("ed")
    return (index, index, "completely") if fits else None


def _solely(sentence: Sentence, index: int) -> Requantified:
    before, following = sentence.lower(index - 1), sentence.lower(index + 1)
    fits = following in PREPOSITIONS or following.endswith("ed") or following in ("because", "responsible")
    return (index, index, "partly") if index and fits and before not in ("not", "almost", "or", "and") else None


def _occasionally(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index - 1) in ("only", "and", "or", "but", "even"):
        return None
    return index, index, "usually"


def _at(sentence: Sentence, index: int) -> Requantified:
    degree = sentence.lower(index + 1)
    if degree not in ("least", "most") or not _is_amount(sentence, index + 2):
        return None
    return index + 1, index + 1, "most" if degree == "least" else "least"


def _up(sentence: Sentence, index: int) -> Requantified:
    """ "up to 90%" becomes "at least 90%"."""
    if sentence.lower(index + 1) != "to" or not _is_amount(sentence, index + 2):
        return None
    before = sentence.lower(index - 1)
    if before in (
        "and",
        "added",
        "add",
        "adds",
        "go",
        "went",
        "goes",
        "rose",
        "moved",
        "went",
        "or",
        "go",
        "it",
        "them",
    ):
        return None
    return index, index + 1, "at least"


def _is_amount(sentence: Sentence, index: int) -> bool:
    word = sentence.lower(index)
    if word in ("one", "once", "first", "second", ""):
        return False
    if word[0].isdigit():  # No ordinal, no year and no date: "up to 31 March".
        plain = word.rstrip("%").replace(",", "").replace(".", "").isdigit() and word != "1"
        year = len(word) == 4 and word.isdigit() and word[:2] in ("18", "19", "20")
        return plain and not year and sentence.lower(index + 1) not in MONTHS
    return word in NUMBER_WORDS or word in "$£€₹"


DEGREES: dict[str, Callable[[Sentence, int], Requantified]] = {
    "solely": _solely,
    "exclusively": _solely,
    "occasionally": _occasionally,
    "generally": _usually,
    "normally": _usually,
    "regularly": _usually,
    "always": _always,
    "sometimes": _sometimes,
    "usually": _usually,
    "often": _usually,
    "frequently": _usually,
    "typically": _usually,
    "entirely": _wholly,
    "completely": _wholly,
    "fully": _wholly,
    "totally": _wholly,
    "wholly": _wholly,
    "partly": _partly,
    "partially": _partly,
    "at": _at,
    "up": _up,
}
"""The rule of each word."""
