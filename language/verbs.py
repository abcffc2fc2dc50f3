"""Verb and noun forms read backwards: which form of which word a string is.

Built on WordNet's morphology and on `inflection`; a reading is given only if inflecting the base form
leads to the very string again, so that what is read can also be written.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .closed_classes import word_set
from .inflection import BASE, PARTICIPLE, PAST, S_FORM, inflect
from .wordnet import wordnet

__all__ = ["VerbReading", "is_adjective", "is_noun", "is_plural", "is_singular", "verb_forms", "verb_readings"]

# Verbs of which every form is irregular.
_FORMS: Mapping[str, Mapping[str, str]] = {
    "do": {S_FORM: "does", PAST: "did", PARTICIPLE: "done"},
    "have": {S_FORM: "has", PAST: "had", PARTICIPLE: "had"},
}
# Their forms belong to two verbs of different meaning, or are no verb's in common prose.
_UNSURE = word_set("lie lay be bear wind saw fell found bore rose long well still even down out back like further")
_ALSO_LISTED = word_set("us as is was has ha does do less this")  # WordNet has symbols and rare nouns for these.
_UNCOUNTABLE_S = word_set("news series species means physics politics economics mathematics diabetes measles")


class VerbReading(NamedTuple):
    """A verb that a string may be, and the form of it (names in `inflection`)."""

    lemma: str
    form: str


@lru_cache(maxsize=8192)
def verb_readings(word: str) -> tuple[VerbReading, ...]:
    """The finite readings of a lower-case word: base, "-s" and past; empty where it is none or is doubtful."""
    found = [
        VerbReading(lemma, form)
        for lemma in wordnet().base_forms(word, "v")
        if lemma not in _UNSURE and lemma.isalpha() and lemma.isascii()
        for form in (BASE, S_FORM, PAST)
        if verb_forms(lemma)[form] == word
    ]
    return tuple(found)


@lru_cache(maxsize=8192)
def verb_forms(lemma: str) -> Mapping[str, str]:
    """The forms of a verb, by the names in `inflection`."""
    return {**inflect(lemma, "v"), **_FORMS.get(lemma, {})}


@lru_cache(maxsize=8192)
def is_noun(word: str) -> bool:
    """Whether the lower-case word is a noun or a form of one."""
    return word not in _ALSO_LISTED and bool(wordnet().base_forms(word, "n"))


@lru_cache(maxsize=8192)
def is_adjective(word: str) -> bool:
    """Whether the lower-case word is listed as an adjective."""
    return wordnet().has(word, "a")


@lru_cache(maxsize=8192)
def is_plural(word: str) -> bool:
    """Whether the lower-case word is the plural of a noun, and certainly no singular."""
    if word in ("people", "police"):
        return word == "people"
    if word in _ALSO_LISTED or word in _UNCOUNTABLE_S or word.endswith(("ss", "us")):
        return False
    lemmas = [lemma for lemma in wordnet().base_forms(word, "n") if lemma != word]
    return any(inflect(lemma, "n")["plural"] == word for lemma in lemmas)


@lru_cache(maxsize=8192)
def is_singular(word: str) -> bool:
    """Whether the lower-case word is listed as a noun and is not a plural too."""
    known = wordnet().has(word, "n") and word not in _ALSO_LISTED and not is_plural(word)
    return known and word not in _UNCOUNTABLE_S and word not in ("people", "police")
