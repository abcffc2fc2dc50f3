"""Fluency: `typos` and `stopword_drop`. The "Fluency" row of Table 5 in the Ev²R paper is both.

`stopword_drop` takes out function words that a sentence can lose without saying something else. Public
stop-word lists cannot be used for that: they hold negations, quantifiers and comparisons, and taking out
"by" or "were" turns a passive round. So the list is short, and each word must stand where its loss is safe.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from metricstress.language.closed_classes import (
    COMPARISONS,
    FUNCTION_WORDS,
    MODALS,
    NEGATIONS,
    NUMBER_WORDS,
    QUANTIFIERS,
    TEMPORALS,
    is_negation,
    is_number_word,
    word_set,
)

from .edits import Edit
from .perturbation import Group, Perturbation
from .typos import CALENDAR, KINDS, UNITS, find_typos

__all__ = ["DROPPABLE", "find_droppable", "stopword_drop", "typos"]


_ARTICLES = frozenset({"a", "an", "the"})
_POSSESSIVES = frozenset({"his", "its", "their", "our", "my", "your"})  # "her" may be an object: "told her lies".
_BE = frozenset({"is", "are"})  # Not "was", "were": a sentence without a verb reads as present.
_HAVE = frozenset({"has", "have"})

DROPPABLE: frozenset[str] = _ARTICLES | _POSSESSIVES | _BE | _HAVE | {"that", "of", "on"}
"""The words that `stopword_drop` may take out, each only where it is safe:

- articles: not before a number, a quantifier or a unit ("a few", "the third", "twice a day"), not as a label
  ("vitamin a"), not after "that", which would become a pronoun;
- possessives before a noun;
- "is" and "are" before a determiner ("he is a spy"); anywhere else they may belong to a passive;
- "has" and "have" before "been";
- "that" as a conjunction ("said that the court", "said that they");
- "of" between nouns, not after a number or a participle ("2 of 10", "accused of murder");
- "on" before a day of the week.

Other prepositions, "and", the pronouns and all other auxiliaries stay: they say who did what to whom.
"""

_MEANINGFUL = NEGATIONS | QUANTIFIERS | COMPARISONS | TEMPORALS | MODALS | NUMBER_WORDS
_CLOSED = _MEANINGFUL | FUNCTION_WORDS
_DETERMINERS = _ARTICLES | _POSSESSIVES | {"her", "this", "these", "those"}
_SUBJECTS = frozenset({"i", "he", "she", "it", "we", "they", "you", "there"})
_DAYS = word_set("monday tuesday wednesday thursday friday saturday sunday")

# After these "a" is a letter: "plan a", "hepatitis a".
_LABELLED = word_set(
    """
    vitamin vitamins hepatitis influenza flu plan option group type class grade section part schedule annex appendix
    article exhibit figure table team level category block gate hall list point row strain stage step tier variant
    answer choice letter site version zone
    """
)
# Before these "a" makes a quantity: "a lot", "a number of people".
_AMOUNTS = word_set("lot bit number majority minority handful fraction range series quarter third bunch host")
# After these "of" belongs to a participle, verb or adjective, and without it what follows becomes its object.
_KEEPS_OF = word_set(
    """
    free rid devoid void bereft clear short independent exclusive capable incapable aware unaware guilty innocent
    full tired proud afraid sick ahead regardless irrespective inside outside because instead out off made heard told
    thought spoke spoken dispose disposes approve approves disapprove disapproves warn warns hear hears think thinks
    cent consist consists accuse accuses convict convicts die dies dying speak speaks know knows knew known dream dreams
    """
)

_LONGEST_RUN = 8  # Function words in a row looked at for capitals; real runs are shorter, and this bounds the work.

_TOKEN = re.compile(r"\S+")
_DIGIT = re.compile(r"\d")
_CORE = re.compile(r"[^\W_]+(?:['’.\-‐‑][^\W_]+)*")


class _Token(NamedTuple):
    """A token between white space, and what the rules ask about it."""

    start: int
    end: int
    core: str  # Its word in lower case; empty if it has none.
    capital: bool  # Whether it may be (part of) a name or number.
    opens: bool  # Whether punctuation stands before the word.
    closes: bool  # Whether punctuation stands after it.
    closed: bool  # Whether it is a lower-case word of a closed class and nothing else.


def find_droppable(text: str, rng: random.Random) -> list[Group]:
    """Every word of `text` that can be taken out, each with one space beside it.

    Args:
        text: Any text.
        rng: Not used: there is nothing to choose.
    """
    found = list(_TOKEN.finditer(text))
    # Only the neighbours of a candidate are looked into, and each of them once.
    read = cache(lambda index: _read(found[index]))
    # Without a content word nothing is said, so there is nothing to preserve.
    if all(read(index).core in _CLOSED or not read(index).core for index in range(len(found))):
        return []
    groups: list[Group] = []
    for index, match in enumerate(found[:-1]):  # The last word has nothing to lean on.
        word = match.group()
        if word not in DROPPABLE or not _spaced(text, match.start(), match.end()):
            continue
        before = read(index - 1) if index else None
        after = read(index + 1)
        if after.opens or not after.core or not _safe(word, before, after):
            continue
        if _between_capitals(index, len(found), read):
            continue
        if groups and groups[-1][0].end == match.start() and not _make_room(groups, text):
            continue
        groups.append((Edit(match.start(), match.end() + 1, word + " ", ""),))
    return groups


def _make_room(groups: list[Group], text: str) -> bool:
    """Let the last edit take the space before its word instead of the one after; False if it cannot.

    Two edits that touch would both have to be put back at the same place, in an order that the record does
    not tell. So of two neighbours ("of the") the first takes the space on its left, the second that on its
    right, and the one between them stays.
    """
    last = groups[-1][0]
    start, end = last.start - 1, last.end - 1
    if start < 0 or text[start] != " " or (len(groups) > 1 and groups[-2][0].end >= start):
        return False
    groups[-1] = (Edit(start, end, text[start:end], ""),)
    return True


def _read(match: re.Match[str]) -> _Token:
    start, end = match.span()
    string = match.group()
    core = _CORE.search(string)
    if core is None:
        return _Token(start, end, "", False, True, True, False)
    word = core.group()
    lower = word.lower()
    capital = word[0].isupper() or _DIGIT.search(string) is not None
    opens, closes = core.start() > 0, core.end() < len(string)
    return _Token(start, end, lower, capital, opens, closes, lower == string and lower in _CLOSED)


def _between_capitals(index: int, count: int, read: Callable[[int], _Token]) -> bool:
    """Whether a capital or digit stands on both sides of the run of function words around `index`.

    Some such words are parts of names ("Bank of England", "Isle of the Dead"). Others hold two names apart,
    which would run together without them ("told Smith that the Senate").
    """
    left, right = index - 1, index + 1
    while left >= 0 and read(left).closed and index - left < _LONGEST_RUN:
        left -= 1
    if left < 0 or not read(left).capital or read(left).closes:
        return False
    while right < count and read(right).closed and right - index < _LONGEST_RUN:
        right += 1
    return right < count and read(right).capital


def _spaced(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` stands before a plain single space, and after one or at the start of a line."""
    if text[end] != " " or text[end + 1 : end + 2].isspace():
        return False
    return (
        start == 0 or text[start - 1] == "\n" or (text[start - 1] == " " and not text[start - 2 : start - 1].isspace())
    )


def _safe(word: str, before: _Token | None, after: _Token) -> bool:
    """Whether `word` can be lost between these neighbours."""
    follows = after.core
    # The word before, if it belongs to the same phrase.
    previous = before.core if before is not None and not before.closes else ""
    if previous in _BE or _counts(after) or follows in _MEANINGFUL:
        return False
    if word in _ARTICLES:
        return _safe_article(word, previous, before is not None and before.capital and not before.closes, follows)
    if word in _POSSESSIVES:
        return follows not in _CLOSED and previous not in _MEANINGFUL and not after.capital
    if word in _BE:
        return follows in _DETERMINERS and previous not in _MEANINGFUL | {"that", "there", ""}
    if word in _HAVE:
        return follows == "been" and previous not in _MEANINGFUL | {""}
    if word == "that":
        clause = follows in _DETERMINERS or follows in _SUBJECTS or after.capital
        return clause and previous not in _CLOSED | {""}
    if word == "on":
        return follows in _DAYS and previous not in _CLOSED
    return _safe_of(previous, before is not None and before.capital, follows)


def _safe_article(word: str, previous: str, after_name: bool, follows: str) -> bool:
    if previous in QUANTIFIERS or previous == "that" or after_name or follows in _CLOSED:
        return False
    return word == "the" or (follows not in UNITS and follows not in _AMOUNTS and previous not in _LABELLED)


def _safe_of(previous: str, after_name: bool, follows: str) -> bool:
    if previous in _CLOSED | {""} or previous in _KEEPS_OF or previous.endswith(("ed", "ing")):
        return False
    if follows in CALENDAR:  # "the 20th day of January": the date must read as it did.
        return False
    return not after_name and (follows in _DETERMINERS or follows not in _CLOSED)


def _counts(token: _Token) -> bool:
    return _DIGIT.search(token.core) is not None or is_number_word(token.core) or is_negation(token.core)


typos = Perturbation(
    name="typos",
    intent="preserving",
    summary="one typing error a word, never a real word; numbers, negations and names stay",
    find_in_text=find_typos,
    severity=0.1,
    kinds=KINDS,
)

stopword_drop = Perturbation(
    name="stopword_drop",
    intent="preserving",
    summary="function words that carry no fact are left out; negations, quantities and prepositions of role stay",
    find_in_text=find_droppable,
)
