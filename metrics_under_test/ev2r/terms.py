"""What a sentence is about, for a judge without a model: stems of content words, names, and the values of numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

from metricstress.language.closed_classes import FUNCTION_WORDS, MODALS, is_negation, word_set
from metricstress.language.lexicon import is_word
from metricstress.language.names import AMBIGUOUS_NAMES, FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES, PUBLIC_FIGURES
from metricstress.language.numerals import (
    BIG_SCALES,
    CARDINAL_WORDS,
    ORDINAL_WORDS,
    read_ordinal,
    read_quantity,
    read_year,
)
from metricstress.language.places import places

from ..porter import stem

__all__ = ["Terms", "terms_of"]

# A number with its separators, an acronym with its dots, or a word with its apostrophe.
_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?![^\W_])|\d+(?:[.,]\d+)*|(?:[^\W\d_]\.){2,}"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\W_]+"
)
_LIGHT: Final = (
    FUNCTION_WORDS
    | MODALS
    | word_set("say says said not no as than or also very so too yes if then because cause let 's 'm 're 've 'll 'd")
)
_SPELT_OUT: Final = {
    short: name
    for name in "january february march april august september october november december".split()
    for short in (name[:3], "sept" if name == "september" else name[:3])
} | {"usa": "us", "govt": "government", "dept": "department", "dr": "doctor", "st": "saint", "vs": "versus"}
_SCALES: Final = {
    **{word: Decimal(value) for word, value in BIG_SCALES.items()},
    "hundred": Decimal(100),
    "bn": Decimal(10**9),
    "mn": Decimal(10**6),
    "lakh": Decimal(10**5),
    "lakhs": Decimal(10**5),
    "crore": Decimal(10**7),
    "crores": Decimal(10**7),
}
_POWERS: Final = ("100", "1000", "100000", "1000000", "10000000", "1000000000")


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The content of a text.

    Attributes:
        order: Its terms in order: stems, and numbers as "#" and their value.
        found: The same as a set.
        names: Those that are proper names.
        numbers: Those that are numbers.
        words: Term to the word in lower case that it is the stem of.
        negated: Those that a negation stands before, and "" if one has nothing behind it (the answer "No.").
        free: Those that stand without one; a text may do both.
    """

    order: tuple[str, ...]
    found: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    words: dict[str, str]
    negated: frozenset[str]
    free: frozenset[str]


@lru_cache(maxsize=4096)
def terms_of(text: str) -> Terms:
    """The terms of a text, whatever the forms of its characters (NFKC: full width, ligatures, decomposed accents)."""
    tokens = _TOKEN.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))
    lower = [token.lower().replace("’", "'") for token in tokens]
    order: list[str] = []
    names: set[str] = set()
    numbers: set[str] = set()
    words: dict[str, str] = {}
    negated: set[str] = set()
    free: set[str] = set()
    negation_open = False
    position = 0
    while position < len(tokens):
        value, end = _number(lower, position)
        if end > position:
            if value is not None:
                term = f"#{value}"
                order.append(term)
                numbers.add(term)
                (negated if negation_open else free).add(term)
                negation_open = False
            position = end
            continue
        word = lower[position]
        negation_open = negation_open or is_negation(word)
        base = word.partition("'")[0] if not word.endswith("n't") else ""
        if base and base not in _LIGHT and word not in _LIGHT:
            base = _SPELT_OUT.get(base.replace(".", ""), base.replace(".", ""))
            term = stem(base)
            if len(term) > 1 and _is_name(tokens[position], first=position == 0):
                names.add(term)
            order.append(term)
            words.setdefault(term, base)
            if not is_negation(word):
                (negated if negation_open else free).add(term)
                negation_open = False
        position += 1
    if negation_open:
        negated.add("")
    return Terms(
        tuple(order), frozenset(order), frozenset(names), frozenset(numbers), words, frozenset(negated), frozenset(free)
    )


def _number(words: Sequence[str], start: int) -> tuple[str | None, int]:
    """The value of the number that begins at `words[start]`, and its end; a bare "one" has no value to compare."""
    word = words[start]
    if word[0].isdigit():
        try:
            value = Decimal(word.rstrip("dhnrst").replace(",", ""))
        except ArithmeticError:
            return word, start + 1
        end = start + 1
        if end < len(words) and words[end] in _POWERS and value < 1000:
            # "5 1000000": five million, half of it put into digits.
            value, end = value * Decimal(words[end]), end + 1
    elif word in CARDINAL_WORDS or word in ORDINAL_WORDS:
        # The longest reading: "twenty sixteen" is a year, "twenty-first" no twenty.
        readings = [read(words, start) for read in (read_ordinal, read_year, read_quantity)]
        found, end = max(readings, key=lambda reading: reading[1])
        if found is None:
            return None, start
        value = Decimal(found)
    else:
        return None, start
    while end < len(words) and words[end] in _SCALES:
        value, end = value * _SCALES[words[end]], end + 1
    if value == 1:
        return None, end
    return format(value.normalize(), "f"), end


def _is_name(token: str, *, first: bool) -> bool:
    if not token[0].isupper():
        return False
    # At the start of a sentence every word has a capital: there a name is what is no other word.
    return not first or token.isupper() or not is_word(token) or token in _known_names()


@cache
def _known_names() -> frozenset[str]:
    """Words that are names of people, countries or cities, and nothing else."""
    people = (MALE_NAMES | FEMALE_NAMES | {*FAMILY_NAMES, *PUBLIC_FIGURES}) - AMBIGUOUS_NAMES
    of_places = {form for kind in places().values() for place in kind for form in place}
    return frozenset(people | {form for form in of_places if " " not in form and form[:1].isupper()})
