"""Changes of numbers, units and dates: is the new one well formed, and is it a change of that kind at all?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .changes import Change, Part
from .classes import DATE_WORDS, UNIT_LINKS, UNIT_WORDS, WEEKDAYS
from .numerals import numeral, ordinal_key
from .text import MONTHS

__all__ = ["date_change", "dates_of", "number_fault", "unit_change", "units_of"]

_DIGITS = re.compile(r"(\d+(?:[.,]\d+)*|\.\d+)(.*)", re.S)
_YEAR = re.compile(r"(?:1\d|20|21)\d\d")
_BEFORE_YEARS = frozenset(("in", "since", "during", "until", "till", "by")) | MONTHS
_ORDINAL_ENDINGS = ("st", "nd", "rd", "th")


def number_fault(change: Change) -> bool:
    """Whether a new number in digits is no number a writer would put in the old one's place.

    Whole numbers stay whole, years years, the unit written close stays, an ordinal has the ending of its value.
    """
    old, new = ([part for part in side if part.text[0].isdigit()] for side in (change.old, change.new))
    if any(_has_wrong_ending(part.key) for part in new):
        return True
    if len(old) != len(new):
        return False
    previous = change.was[change.at - 1].key.rstrip(".") if change.at else ""
    for one, two in zip(old, new, strict=True):
        digits, suffix = _split(one.key)
        new_digits, new_suffix = _split(two.key)
        if _decimals(new_digits) > _decimals(digits) or new_digits.count(".") > max(1, digits.count(".")):
            return True
        if suffix != new_suffix and not {suffix, new_suffix} <= set(_ORDINAL_ENDINGS):
            return True
        if _YEAR.fullmatch(digits) and previous in _BEFORE_YEARS and not _YEAR.fullmatch(new_digits):
            return True
        previous = ""
    return False


def _split(key: str) -> tuple[str, str]:
    match = _DIGITS.match(key)
    return (match.group(1), match.group(2)) if match else (key, "")


def _decimals(digits: str) -> int:
    return len(digits.partition(".")[2])


def _has_wrong_ending(key: str) -> bool:
    digits, suffix = _split(key)
    return suffix in _ORDINAL_ENDINGS and digits.isdecimal() and len(digits) < 9 and ordinal_key(int(digits)) != key


_SAME_UNIT = {
    "km": "kilometre", "kilometer": "kilometre", "m": "metre", "meter": "metre", "cm": "centimetre",
    "centimeter": "centimetre", "mm": "millimetre", "millimeter": "millimetre", "mi": "mile", "ft": "foot",
    "feet": "foot", "in": "inch", "inche": "inch", "kg": "kilogram", "kilo": "kilogram", "g": "gram",
    "gramme": "gram", "mg": "milligram", "tonne": "ton", "t": "ton", "lb": "pound", "oz": "ounce", "l": "litre",
    "liter": "litre", "ml": "millilitre", "milliliter": "millilitre", "hr": "hour", "h": "hour", "min": "minute",
    "sec": "second", "s": "second", "yr": "year", "centurie": "century", "$": "dollar", "usd": "dollar",
    "€": "euro", "eur": "euro", "£": "pound", "gbp": "pound", "₹": "rupee", "r": "rupee", "inr": "rupee",
    "¥": "yen", "₦": "naira", "ngn": "naira", "%": "percent", "pct": "percent", "bn": "billion", "mn": "million",
    "tn": "trillion", "cr": "crore", "c": "celsius", "f": "fahrenheit", "buck": "dollar", "ruble": "rouble",
    "kmh": "kph", "pennie": "penny", "pence": "penny",
}  # fmt: skip
_UNIT_MARKS = ".-/‑²³"


def unit_change(change: Change) -> bool | None:
    """Whether only units changed: True if they did, False if only their spelling did, None if more changed."""
    old, new = _units(change.old), _units(change.new)
    if old is None or new is None or any(char not in _UNIT_MARKS for char in (*change.gone, *change.came)):
        return None
    if old.digits != new.digits or not (old.units or new.units):
        return None
    return sorted(old.units) != sorted(new.units)


def units_of(parts: Sequence[Part]) -> Counter[str]:
    """The units in a text; the spelling of a unit makes no difference."""
    found: Counter[str] = Counter()
    for index, part in enumerate(parts):
        side = _units(parts[index - 1 : index + 1] if part.key in ("cent", "cents") and index else (part,))
        found.update(side.units if side else ())
    return found


class _Units(NamedTuple):
    digits: list[str]
    units: list[str]


def _units(side: Sequence[Part]) -> _Units | None:
    """The digits and the units of a side; None if it holds anything else."""
    digits: list[str] = []
    units: list[str] = []
    for index, part in enumerate(side):
        key = part.key.rstrip("²³.")
        if key in ("cent", "cents") and index and side[index - 1].key == "per":
            units[-1:] = ["percent"]
        elif part.role == "unit" or key in UNIT_WORDS:
            single = key[:-1] if key.endswith("s") and len(key) > 1 else key
            units.append(_SAME_UNIT.get(key, _SAME_UNIT.get(single, single)) + part.key[len(key) :].rstrip("."))
        elif key[:1].isdigit() and _split(key)[1] in UNIT_WORDS:
            digits.append(_split(key)[0])
            units.append(_SAME_UNIT.get(_split(key)[1], _split(key)[1]))
        elif part.role == "number":
            digits.append(key)
        elif part.key in ("square", "cubic"):
            units.append(part.key)
        elif part.key not in UNIT_LINKS:
            return None
    return _Units(digits, units)


_DAYS = dict.fromkeys("apr jun sep nov".split(), 30) | {"feb": 29}
_DATE_MARKS = ",.-/:‑–()'’"
_LINKS = frozenset(("of", "the", "on", "early", "mid", "late", "a", "an"))


def date_change(change: Change) -> str:
    """`broken` if one date became another, `number` if the new one is no date, "" if more than a date changed."""
    for side, whole, start in ((change.old, change.was, change.at), (change.new, change.now, change.to)):
        if not all(_is_dated(whole, start + index) for index in range(len(side))):
            return ""
        if not any(part.key not in _LINKS for part in side):
            return ""
    if any(char not in _DATE_MARKS for char in (*change.gone, *change.came)):
        return ""
    if [_plain(part) for part in change.old] == [_plain(part) for part in change.new]:
        return "kept"  # Jan. 5, January 5
    first, last = max(0, change.to - 2), change.to + len(change.new) + 2
    return "number" if _is_impossible(change.now[first:last]) else "broken"


def dates_of(parts: Sequence[Part]) -> Counter[str]:
    """The words and numbers of a text that belong to its dates."""
    return Counter(_plain(part) for index, part in enumerate(parts) if _is_dated(parts, index))


def _plain(part: Part) -> str:
    key = part.key.rstrip(".")
    if key in MONTHS or key in WEEKDAYS:
        return key[:3]
    digits, suffix = _split(key)
    return digits.lstrip("0") if suffix in ("", *_ORDINAL_ENDINGS) else key


def _is_dated(parts: Sequence[Part], index: int) -> bool:
    """Whether a part belongs to a date: a month, a day beside it, a year, a decade, a time of day."""
    part = parts[index]
    if part.note == "date" or part.key.rstrip(".") in DATE_WORDS:
        return True
    if part.role != "number":
        return False
    if re.fullmatch(r"(?:1\d|20|21)?\d\ds?|(?:1\d|20|21)\d\d", part.key) and (len(part.key) > 3 or part.key[-1] == "s"):
        return True
    if any(numeral_key.endswith("0s") for numeral_key in (phrase.key for phrase in numeral(part.key))):
        return True
    near = parts[max(0, index - 2) : index + 3]
    return any(
        other.note == "date" or other.key.rstrip(".") in _BESIDE or bool(_YEAR.fullmatch(other.key))
        for other in near
        if other is not part
    )


_BESIDE = MONTHS | {"century", "centuries", "bc", "ad", "bce", "ce", "am", "pm", "a.m", "p.m", "o'clock"}


def _is_impossible(parts: Sequence[Part]) -> bool:
    """Whether a day stands beside a month that has no such day."""
    for one, two in pairwise(parts):
        for day, month in ((one, two), (two, one)):
            name = month.key.rstrip(".")
            digits, suffix = _split(day.key)
            if name in MONTHS and month.text[0].isupper() and suffix in ("", *_ORDINAL_ENDINGS) and digits.isdecimal():
                if len(digits) < 3 and not 1 <= int(digits) <= _DAYS.get(name[:3], 31):
                    return True
                if _has_wrong_ending(day.key):
                    return True
    return False
