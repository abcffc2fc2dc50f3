"""The auditor's own reading of numbers in words, as exact values.

Word cardinals go to the library `text2num`, which shares nothing with the generators' `num2words`;
years, decades, ordinals, fractions, decimals, lakh and crore are read here, because that library gets them
wrong or does not know them ("twenty sixteen" as 20 16, "two 3rds", "half a 1000000").
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from importlib import import_module

from .numerals import (
    DECADES,
    ORDINALS,
    PARTS,
    PLAIN,
    PLURALS,
    SCALES,
    Phrase,
    decimal,
    key_of,
    ordinal_key,
)

__all__ = ["first_number", "phrase"]


@lru_cache(maxsize=8192)
def phrase(words: tuple[str, ...]) -> Phrase | None:
    """The number that lower-case words and numerals ("5") form together; None if they do not form one."""
    last = words[-1]
    if last in ORDINALS:
        fraction = _fraction(words) if len(words) > 1 else None
        if fraction is not None:
            return Phrase(key_of(fraction), fraction)
        value = _cardinal((*words[:-1], ORDINALS[last]))
        if value is None:
            return None
        # "a twenty second delay" is twenty of the unit.
        count = _cardinal(words[:-1])
        others = () if count is None else ((key_of(count), ordinal_key(PLAIN.get(ORDINALS[last], 0))),)
        return Phrase(ordinal_key(value), None, others)
    if last in DECADES or last in PLURALS:
        return _decade(words)
    value = _fraction(words)
    if value is None:
        value = _cardinal(words)
    if value is None:
        return _year(words)
    if len(words) == 1 and last in SCALES:
        return Phrase(f"~{last}")  # "several million": no value of its own
    return Phrase(key_of(value), value, _split_at_and(words))


def _split_at_and(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """ "two hundred and fifty" may also be two numbers, as after "between"."""
    found: list[tuple[str, ...]] = []
    for index, word in enumerate(words):
        if word == "and" and 0 < index < len(words) - 1:
            parts = [_cardinal(words[:index]), _cardinal(words[index + 1 :])]
            if None not in parts:
                found.append(tuple(key_of(part) for part in parts if part is not None))
    return tuple(found)


def _decade(words: tuple[str, ...]) -> Phrase | None:
    """nineties, nineteen nineties, nineteen hundreds; "hundreds" alone is no number."""
    if words[-1] in PLURALS:
        century = _cardinal(words[:-1])
        return None if century is None or century >= 100 else Phrase(f"{key_of(century * PLURALS[words[-1]])}s")
    decade = PLAIN[DECADES[words[-1]]]
    if len(words) == 1:
        return Phrase(f"{decade}s")
    century = _cardinal(words[:-1])
    return Phrase(f"{100 * int(century) + decade}s") if century is not None and 10 <= century < 100 else None


def _year(words: tuple[str, ...]) -> Phrase | None:
    """Two pairs of digits: nineteen eighty-four, twenty sixteen, nineteen oh five."""
    for index in range(1, len(words)):
        century, rest = _cardinal(words[:index]), words[index:]
        if century is None or not 10 <= century <= 21:
            continue
        year = _cardinal(rest[1:]) if rest[0] in ("oh", "o") and len(rest) == 2 else _cardinal(rest)
        if year is not None and (10 <= year < 100 if rest[0] not in ("oh", "o") else year < 10):
            value = 100 * century + year
            return Phrase(key_of(value), value, ((key_of(century), key_of(year)),))
    return None


def _fraction(words: tuple[str, ...]) -> Fraction | None:
    """half, two thirds, one-third, half a million, two and a half million."""
    if words[-1] in SCALES and len(words) > 1:
        head = words[:-2] if words[-2] == "a" else words[:-1]
        value = _fraction(head) if head and head[-1] in PARTS else None
        return None if value is None else value * SCALES[words[-1]]
    if words == ("half",):
        return Fraction(1, 2)
    if words[-1] not in PARTS or len(words) < 2:
        return None
    part, head = words[-1], words[:-1]
    if "and" in head:
        index = head.index("and")
        whole, over = _cardinal(head[:index]) if index else None, head[index + 1 :]
        count = Fraction(1) if over == ("a",) else _cardinal(over) if over else None
        if whole is None or count is None or not 0 < count < PARTS[part]:
            return None
        return whole + count / PARTS[part]
    count = Fraction(1) if head == ("a",) else _cardinal(head)
    if count is None or (count == 1) == (part.endswith("s") or part == "halves") or "hundred" in head or count > 99:
        return None
    return count / PARTS[part]


def _cardinal(words: tuple[str, ...]) -> Fraction | None:
    """The value of a cardinal in words, with numerals among them ("5", "million")."""
    if not words or words[0] == "and" or words[-1] == "and":
        return None
    if len(words) == 1 and words[0][:1].isdigit():
        return decimal(words[0])
    if len(words) > 1 and words[0] == "zero" and words[1] != "point":
        return None
    if all(word in PLAIN or word == "and" or word in ("hundred", "thousand", "million", "billion") for word in words):
        return _library(" ".join(words))
    largest = max((SCALES[word] for word in words if word in SCALES), default=0)
    if largest:
        # "three crore fifty-six lakh": what the largest scale counts, and what follows it.
        index = max(place for place, word in enumerate(words) if SCALES.get(word) == largest)
        count = _cardinal(words[:index]) if index else Fraction(1)
        rest = words[index + 1 :]
        following = _cardinal(rest[1:] if rest[0] == "and" else rest) if rest else Fraction(0)
        if count is None or following is None or following >= largest:
            return None
        return count * largest + following
    return _with_decimals(words) if "point" in words else None


def _with_decimals(words: tuple[str, ...]) -> Fraction | None:
    index = words.index("point")
    whole = _cardinal(words[:index]) if index else Fraction(0)
    digits = ""
    for word in words[index + 1 :]:
        if word not in PLAIN and word not in ("oh", "o"):
            return None
        value = PLAIN.get(word, 0)
        if digits.endswith("~") and 0 < value < 10:
            digits = f"{digits[:-2]}{value}"  # "point twenty-five"
        else:
            digits = digits.rstrip("~") + str(value) + ("~" if value >= 20 else "")
    digits = digits.rstrip("~")
    if whole is None or not digits:
        return None
    return whole + Fraction(int(digits), 10 ** len(digits))


@cache
def _parser() -> Callable[[str, str], int]:
    parser: Callable[[str, str], int] = import_module("text_to_num").text2num
    return parser


def _library(words: str) -> Fraction | None:
    try:
        return Fraction(_parser()(words, "en"))
    except ValueError:
        return None


def first_number(words: tuple[str, ...]) -> tuple[int, Phrase | None]:
    """The number that `words` begin with, and how many words it takes.

    All of the words if they form one number; else up to an "and" that makes whole numbers on both sides
    ("one hundred and two hundred"); else the longest beginning that is a number.
    """
    for size in (len(words), *(place for place in range(len(words) - 1, 0, -1) if words[place] == "and")):
        found = phrase(words[:size])
        if found is not None and (size == len(words) or _are_numbers(words[size + 1 :])):
            return size, found
    for size in range(len(words) - 1, 0, -1):
        found = phrase(words[:size])
        if found is not None:
            return size, found
    return 1, None


@lru_cache(maxsize=8192)
def _are_numbers(words: tuple[str, ...]) -> bool:
    if not words or words[0] == "and":
        return False
    return phrase(words) is not None or any(
        word == "and" and phrase(words[:place]) is not None and _are_numbers(words[place + 1 :])
        for place, word in enumerate(words)
    )
