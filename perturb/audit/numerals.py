"""The auditor's number vocabulary, and its reading of digits: 1,234.50, 3,56,99,443, 21st, 1990s, 7.1bn, 2½."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

__all__ = [
    "DECADES",
    "LINKS",
    "ORDINALS",
    "PARTS",
    "PLAIN",
    "PLURALS",
    "SCALES",
    "SHORT_SCALES",
    "VOCABULARY",
    "Phrase",
    "decimal",
    "key_of",
    "numeral",
    "ordinal_key",
    "vocabulary",
]

PLAIN = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
} | {word: 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
SCALES: dict[str, int] = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
    "lakh": 10**5,
    "lac": 10**5,
    "crore": 10**7,
    "dozen": 12,
}
SHORT_SCALES: dict[str, str] = {
    "k": "thousand",
    "mn": "million",
    "mln": "million",
    "bn": "billion",
    "bln": "billion",
    "tn": "trillion",
    "trn": "trillion",
    "cr": "crore",
}
ORDINALS = {
    "first": "one",
    "second": "two",
    "third": "three",
    "fifth": "five",
    "eighth": "eight",
    "ninth": "nine",
    "twelfth": "twelve",
} | {
    word + "th": word
    for word in "four six seven ten eleven thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "hundred thousand million billion trillion".split()
}
ORDINALS |= {word[:-1] + "ieth": word for word in "twenty thirty forty fifty sixty seventy eighty ninety".split()}
DECADES = {word[:-1] + "ies": word for word in "twenty thirty forty fifty sixty seventy eighty ninety".split()}
PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4}
PARTS |= {word + "th" + plural: value for word, value in (("fif", 5), ("six", 6), ("seven", 7)) for plural in ("", "s")}
PARTS |= {word + "th" + plural: value for word, value in (("eigh", 8), ("nin", 9), ("ten", 10)) for plural in ("", "s")}
PLURALS = {"hundreds": 100, "thousands": 1000}

VOCABULARY = frozenset(PLAIN) | frozenset(SCALES) | frozenset(ORDINALS) | frozenset(DECADES) | frozenset(PARTS)
VOCABULARY |= PLURALS.keys()
LINKS = frozenset(("and", "point", "a", "oh", "o"))
_LONGEST = 60
"""More digits than this are compared as they stand: nobody writes them out, and int() has limits."""


class Phrase(NamedTuple):
    """One number as read.

    Attributes:
        key: Its canonical form: "1234.5", "21st", "1990s", "2/3", "~million" (a scale without a count), "007".
        value: The exact value of a cardinal; None for the other kinds.
        others: Further keys that the same spelling may stand for: "5m" metres or millions, "twenty sixteen" 20 and 16.
    """

    key: str
    value: Fraction | None = None
    others: tuple[tuple[str, ...], ...] = ()


def vocabulary(word: str) -> bool:
    """Whether a lower-case word can begin or continue a number."""
    return word in VOCABULARY


def key_of(value: Fraction) -> str:
    """The shortest exact decimal, or a fraction where there is none."""
    if value.denominator == 1:
        return str(value.numerator)
    rest, power = value.denominator, 0
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest //= 10 if rest % 10 == 0 else 5 if rest % 5 == 0 else 2
        power += 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**power // value.denominator).rjust(power + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-power]}.{digits[-power:]}"


def ordinal_key(value: Fraction | int) -> str:
    """21 as "21st"."""
    number = int(value)
    suffix = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


_NUMERAL = re.compile(r"(\d*(?:[.,]\d+)*)(.*)", re.S)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?")


@lru_cache(maxsize=8192)
def numeral(text: str) -> tuple[Phrase, ...]:
    """What a token that begins with a digit stands for: 1,234.50, 3,56,99,443, 21st, 1990s, 7.1bn, 2½, 6."""
    match = _NUMERAL.match(text)
    assert match is not None
    digits, suffix = match.groups()
    if not digits:
        return ()
    values = (
        [decimal(digits)] if "," not in digits or _GROUPED.fullmatch(digits) else list(map(decimal, digits.split(",")))
    )
    if len(digits) > _LONGEST or None in values:
        return (Phrase(text),)
    *firsts, last = (value for value in values if value is not None)
    return (*(Phrase(key_of(value), value) for value in firsts), _with_suffix(last, suffix, text))


def decimal(digits: str) -> Fraction | None:
    """The value of plain digits; None for 007 and 2.0.14, which are labels rather than values."""
    whole, _, decimals = digits.replace(",", "").partition(".")
    if "." in decimals or (len(whole) > 1 and int(whole[0]) == 0) or len(digits) > _LONGEST:
        return None
    return Fraction(int((whole or "0") + decimals), 10 ** len(decimals))


def _with_suffix(value: Fraction, suffix: str, text: str) -> Phrase:
    lower = suffix.lower()
    if not suffix:
        return Phrase(key_of(value), value)
    if len(suffix) == 1 and unicodedata.category(suffix) == "No":
        try:
            part = Fraction(unicodedata.numeric(suffix)).limit_denominator(100)
        except ValueError:
            part = Fraction(0)
        if 0 < part < 1:
            return Phrase(key_of(value + part), value + part)
    if lower in ("st", "nd", "rd", "th") and value.denominator == 1:
        return Phrase(ordinal_key(value))
    if lower == "s":
        return Phrase(f"{key_of(value)}s")
    if lower in SHORT_SCALES or lower in SCALES:
        value *= SCALES[SHORT_SCALES.get(lower, lower)]
        return Phrase(key_of(value), value)
    if lower in ("m", "b", "t"):
        scale = {"m": 10**6, "b": 10**9, "t": 10**12}[lower]
        return Phrase(f"{key_of(value)}{lower}", value, ((key_of(value),), (key_of(value * scale),)))
    if suffix.islower() or (suffix.isupper() and len(suffix) > 1):
        return Phrase(key_of(value), value)  # A unit written close: 10km, 5GB.
    return Phrase(text)  # 5G, 4x4B: a name
