"""What a connective needs around it: a clause or a noun phrase behind it, and a second clause to link."""

from __future__ import annotations

from typing import TypeAlias

from metricstress.language.closed_classes import word_set
from metricstress.language.inflection import S_FORM
from metricstress.language.verbs import is_noun, is_plural, verb_readings

from .answers import Sentence
from .clauses import BE, HAVE, MODALS

__all__ = [
    "DETERMINERS",
    "EVENTS",
    "INTRODUCES_QUESTION",
    "MONTHS",
    "PRONOUNS",
    "TIMES",
    "Change",
    "has_second_clause",
    "opens_clause",
    "opens_noun_phrase",
]

Change: TypeAlias = tuple[int, str] | None
"""The last token of the connective and what takes its place, or None where it must stay."""

_SUBJECTS = word_set("he she it they we i there this these the")
PRONOUNS = word_set("he she it they we i there")
DETERMINERS = word_set("the a an his her its their our this that these those")
TIMES = word_set(
    """
    while time times day days week weeks month months year years hour hours minute minutes second seconds decade decades
    century centuries moment long then that all now today summer winter spring autumn night morning evening afternoon
    """
)
INTRODUCES_QUESTION = word_set(
    """
    ask asked asks asking wonder wondered know knows knew see check tell told determine clear unclear sure as even only
    what and or but is was are were say said like to of in question test learn find out especially particularly except
    """
)
MONTHS = word_set(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday christmas easter"
)
EVENTS = word_set(
    """
    election elections vote votes voting referendum ballot count recount primary primaries war battle invasion attack
    attacks siege coup revolution riot riots protest protests rally march strike uprising massacre shooting murder
    killing bombing explosion fire crash collision accident disaster earthquake tsunami flood floods storm hurricane
    cyclone eruption outbreak pandemic epidemic lockdown shutdown quarantine meeting meetings summit conference session
    convention congress ceremony wedding funeral parade party festival concert show match game games race final finals
    tournament fight trial hearing verdict ruling decision judgment appeal inquest inquiry investigation audit test
    tests examination experiment survey interview debate speech announcement statement broadcast publication launch
    release signing inauguration oath appointment nomination resignation departure arrival return visit trip voyage
    flight landing tour death deaths birth marriage divorce arrest raid conviction execution operation surgery
    procedure injection vaccination dose doses shot infection sale purchase merger takeover deal agreement treaty
    opening closure construction collapse incident discovery find event events ban crisis
    """
)
"""Nouns of what begins and is over: one can tell what was before it and what after."""

_INFINITIVES = word_set("be expire return begin start arrive appear open close end leave retire become have")
_CLAUSE_REACH = 9


def has_second_clause(sentence: Sentence, index: int) -> bool:
    """Whether a comma and a subject follow, so that the sentence does not consist of this clause alone."""
    tokens = sentence.tokens
    for place in range(index + 3, len(tokens) - 2):
        if tokens[place].text == ",":
            following = tokens[place + 1]
            return following.lower in _SUBJECTS | DETERMINERS or following.is_name or is_noun(following.lower)
    return False


def opens_clause(sentence: Sentence, index: int) -> bool:
    """Whether a subject stands at `index` and a finite verb soon after it."""
    if index >= len(sentence.tokens):
        return False
    first = sentence.tokens[index]
    if first.lower not in _SUBJECTS | DETERMINERS and not first.is_name and not _is_plural_noun(first.lower):
        return False
    for place in range(index, min(index + _CLAUSE_REACH, len(sentence.tokens))):
        token = sentence.tokens[place]
        if token.text in (",", ";", ":", "(", "."):
            return False
        if token.lower in BE | HAVE | MODALS or token.lower in ("do", "does", "did") or "'" in token.lower[1:-1]:
            return token.lower.rpartition("'")[2] != "s" or token.lower.partition("'")[0] in PRONOUNS
        if place == index + 1 and first.lower in PRONOUNS and verb_readings(token.lower):
            return True
        if place > index and token.text.islower() and token.lower.endswith("ed") and verb_readings(token.lower):
            return True
    return False


def _is_plural_noun(word: str) -> bool:
    """A plural that is no verb as well: "but says" has its subject elsewhere."""
    return is_plural(word) and not any(reading.form == S_FORM for reading in verb_readings(word))


def opens_noun_phrase(sentence: Sentence, index: int) -> bool:
    if index >= len(sentence.tokens):
        return False
    token = sentence.tokens[index]
    if token.lower in ("what", "how", "which", "whom", "that", "it", "him", "her", "them") or not token.is_word:
        return False
    if token.lower in DETERMINERS or token.is_name:
        return True
    return not token.lower.endswith("ing") and token.lower not in _INFINITIVES
