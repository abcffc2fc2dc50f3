"""Typing errors, one to a word.

A typo shall make a text harder to read and leave what it says alone, so three kinds of word are never
touched: names (any word with a capital or a digit), words that carry polarity, quantity or time, and words
that English does not have (names in lower case, foreign words, words already misspelled). The result is
never an English word, keeps the first letter, and but for `misspelling` lies one Damerau-Levenshtein step
(optimal string alignment: swap, delete, insert or replace one letter) from the word.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

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
from metricstress.language.lexicon import is_listed, is_word
from metricstress.language.suggest import did_you_mean

from .edits import Edit
from .perturbation import Group
from .words import Word, tokens

__all__ = ["CALENDAR", "KINDS", "UNITS", "eligible_words", "find_typos", "is_typo"]


CALENDAR = word_set(
    """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays
    """
)
"""Months and days of the week, lower case."""

UNITS = word_set(
    """
    second seconds minute minutes hour hours day days week weeks month months year years decade decades century
    centuries night nights fortnight weekend semester season hourly daily weekly monthly yearly annually
    millimetre millimetres centimetre centimetres metre metres kilometre kilometres millimeter millimeters centimeter
    centimeters meter meters kilometer kilometers inch inches foot feet yard yards mile miles acre acres hectare
    hectares litre litres liter liters millilitre millilitres milliliter milliliters gallon gallons pint pints barrel
    barrels ounce ounces pound pounds stone gram grams kilogram kilograms kilo kilos ton tons tonne tonnes milligram
    milligrams microgram micrograms degree degrees celsius fahrenheit watt watts kilowatt kilowatts megawatt megawatts
    volt volts hertz byte bytes megabyte megabytes gigabyte gigabytes terabyte terabytes calorie calories joule joules
    dollar dollars cent cents euro euros pence penny pennies rupee rupees yuan peso pesos ruble rubles rouble roubles
    shilling shillings naira rand franc francs dose doses head person capita
    """
)
"""Units of time, measure and money in letters, lower case: what a number counts."""

# Prefixes written apart ("anti war"), and words that carry polarity beside the cues in NEGATIONS.
_OPPOSING = word_set("anti counter semi quasi pseudo wrong opposite absent absence avoid avoids avoided")

_MEANINGFUL = _OPPOSING | NEGATIONS | QUANTIFIERS | COMPARISONS | TEMPORALS | MODALS | NUMBER_WORDS | CALENDAR | UNITS

# Letters only, with nothing but ordinary punctuation around. An apostrophe next to the letters might belong to the
# word ("workers'"), so such words are left alone.
_PLAIN = re.compile(r"[(\[\"“]*([a-z]{4,})(?:[)\]\"”.,;:!?…][)\]\"”’'.,;:!?…]*)?")
_DIGIT = re.compile(r"\d")
_NEGATIVE_PREFIX = re.compile(r"(?:un|non|dis|mis|in|im|il|ir)(?=[a-z]{4})")

_SHORTEST_TYPO = 4  # Shorter strings read as abbreviations.


def find_typos(text: str, rng: random.Random, kind: str = "swap") -> list[Group]:
    """A typo for every eligible word of `text` that has one.

    Args:
        text: Any text.
        rng: Chooses which letter of a word goes wrong.
        kind: `swap` (two neighbouring inner letters; the default), `delete`, `insert` (a stray letter),
            `double` (a key pressed twice), or by nlpaug `keyboard` (the key beside), `ocr` (a letter of like
            shape) and `misspelling` (recorded errors of people, which may lie several steps from the word).

    Raises:
        ValueError: if there is no such kind.
        ImportError: if the kind needs nlpaug and it is not installed.
    """
    make = _maker(kind)
    found = list(eligible_words(text))
    made = make([word.string for word in found], rng)
    return [(Edit(word.start, word.end, word.string, new),) for word, new in zip(found, made, strict=True) if new]


def eligible_words(text: str) -> Iterator[Word]:
    """The words of `text` that may carry a typo."""
    found = tokens(text)
    for index, token in enumerate(found):
        match = _PLAIN.fullmatch(token.string)
        if match is None:
            continue
        word = match.group(1)
        before = found[index - 1].string if index else ""
        after = found[index + 1].string if index + 1 < len(found) else ""
        # A word right after a number may be its unit, a function word between capitals part of a name.
        if _is_number(before) or (word in FUNCTION_WORDS and _is_name(before) and _is_name(after)):
            continue
        if _may_carry_typo(word):
            yield Word(token.start + match.start(1), token.start + match.end(1), word)


def is_typo(new: str, word: str) -> bool:
    """Whether `new` may stand for `word`: other letters than any English word, first letter kept."""
    return (
        new != word
        and len(new) >= _SHORTEST_TYPO
        and new[0] == word[0]
        and new.isascii()
        and new.isalpha()
        and new.islower()
        and not is_negation(new)
        and not is_number_word(new)
        and not is_word(new)
    )


def _is_near_typo(new: str, word: str) -> bool:
    # Some recorded errors are another word altogether ("related" as "relationish").
    return is_typo(new, word) and SequenceMatcher(None, word, new, autojunk=False).ratio() >= 0.75


def _is_number(token: str) -> bool:
    return _DIGIT.search(token) is not None or is_number_word(token.strip('()[]"“”,;:'))


def _is_name(token: str) -> bool:
    return token.lstrip("([\"“‘'")[:1].isupper()


@lru_cache(maxsize=65536)
def _may_carry_typo(word: str) -> bool:
    return word not in _MEANINGFUL and not _negates_inside(word) and is_word(word)


def _negates_inside(word: str) -> bool:
    """Whether an affix negates ("untrue", "illegal", "baseless"): a typo might hide it."""
    prefix = _NEGATIVE_PREFIX.match(word)
    return word.endswith("less") or (prefix is not None and is_listed(word[prefix.end() :]))


def _swap(word: str, place: int, rng: random.Random) -> str:
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _delete(word: str, place: int, rng: random.Random) -> str:
    return word[:place] + word[place + 1 :]


def _insert(word: str, place: int, rng: random.Random) -> str:
    return word[:place] + rng.choice(string.ascii_lowercase) + word[place:]


def _double(word: str, place: int, rng: random.Random) -> str:
    return word[:place] + word[place] + word[place:]


_Change = Callable[[str, int, random.Random], str]
_Maker = Callable[[Sequence[str], random.Random], list[str | None]]


def _by_hand(change: _Change, width: int) -> _Maker:
    """Makes typos with `change` on `width` neighbouring letters, neither the first nor the last of the word.

    Those two stay because a word is recognised by them.
    """

    def first_typo(word: str, rng: random.Random) -> str | None:
        places = len(word) - width - 1
        start = rng.randrange(places)
        for step in range(places):
            new = change(word, 1 + (start + step) % places, rng)
            if is_typo(new, word):
                return new
        return None

    def make(words: Sequence[str], rng: random.Random) -> list[str | None]:
        return [first_typo(word, rng) for word in words]

    return make


def _by_nlpaug(kind: str) -> _Maker:
    accept = _is_near_typo if kind == "misspelling" else is_typo

    def make(words: Sequence[str], rng: random.Random) -> list[str | None]:
        # Here and not at the top: nlpaug takes seconds to import, and the default kind does without.
        from .nlpaug_words import augment_words

        return augment_words(words, kind, rng, accept)

    return make


_MAKERS: dict[str, _Maker] = {
    "swap": _by_hand(_swap, 2),
    "delete": _by_hand(_delete, 1),
    "insert": _by_hand(_insert, 1),
    "double": _by_hand(_double, 1),
    "keyboard": _by_nlpaug("keyboard"),
    "ocr": _by_nlpaug("ocr"),
    "misspelling": _by_nlpaug("misspelling"),
}

KINDS: tuple[str, ...] = tuple(_MAKERS)
"""The kinds of typo."""


def _maker(kind: str) -> _Maker:
    if kind not in _MAKERS:
        raise ValueError(f"unknown kind of typo {kind!r}{did_you_mean(kind, KINDS)}")
    return _MAKERS[kind]
