"""Numerals and number words: exact values both ways.

Reading gives `Decimal` or `int`, never `float`, and None where the text is not exactly one number.
Spelling is British ("one hundred and five", no comma) and uses num2words for whole numbers only:
that library reads signs, decimals and currencies wrongly, so these are put together here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

__all__ = [
    "BIG_SCALES",
    "CARDINAL_WORDS",
    "MAX_DIGITS",
    "ORDINAL_WORDS",
    "SCALES",
    "could_fuse",
    "group_digits",
    "ordinal_numeral",
    "parse_number_words",
    "parse_numeral",
    "parse_year_words",
    "read_cardinal",
    "read_ordinal",
    "read_quantity",
    "read_year",
    "spell_decade",
    "spell_integer",
    "spell_numeral",
    "spell_ordinal",
    "spell_year",
]

MAX_DIGITS = 15
"""Longest run of digits that is spelled; beyond it a number is a code."""


def _split(text: str) -> list[str]:
    return [word for word in re.split(r"[\s-]+", text.lower()) if word]


_SMALL = {
    word: value
    for value, word in enumerate(
        _split(
            """
            zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen
            """
        )
    )
}
_TENS = {
    word: value * 10
    for value, word in enumerate(_split("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
}
BIG_SCALES = {
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
}
SCALES = {"hundred": 100, **BIG_SCALES}

_CARDINAL_OF = dict(
    zip(
        _split(
            """
            first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
            fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth
            seventieth eightieth ninetieth hundredth thousandth lakhth millionth croreth billionth trillionth
            """
        ),
        [*list(_SMALL)[1:], *_TENS, *SCALES],
        strict=True,
    )
)
_DECADES = {value: word[:-1] + "ies" for word, value in _TENS.items()}

CARDINAL_WORDS = frozenset({*_SMALL, *_TENS, *SCALES})
ORDINAL_WORDS = frozenset(_CARDINAL_OF)

_WESTERN = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3}")
_NUMERAL = re.compile(r"([-−]?)([0-9][0-9,]*)(\.[0-9]+)?")


# ---------------------------------------------------------------------------------------- reading


def parse_numeral(text: str) -> Decimal | None:
    """The value of "1,234.50", "3,56,99,443", "-5" or "−5"; None if this is not one plain numeral.

    Leading zeros ("007"), a comma that is no thousands separator ("1,23") and other scripts' digits
    give None.
    """
    match = _NUMERAL.fullmatch(text)
    if match is None:
        return None
    sign, whole, fraction = match.groups()
    if "," in whole and not (_WESTERN.fullmatch(whole) or _INDIAN.fullmatch(whole)):
        return None
    digits = whole.replace(",", "")
    if len(digits) > 1 and digits.startswith("0"):
        return None
    value = Decimal(digits + (fraction or ""))
    # Not `-value`: Decimal arithmetic rounds to the context's precision, `copy_negate` is exact.
    return value.copy_negate() if sign else value


def parse_number_words(text: str) -> Decimal | None:
    """The value of a whole number phrase: "a hundred and five", "three point nine seven", "minus five".

    Scale words may be Indian ("two lakh"). None if the text is anything but exactly one number.
    """
    words = _split(text)
    negative = words[:1] == ["minus"]
    if negative:
        words = words[1:]
    value, end = read_quantity(words, 0)
    if value is None or end != len(words):
        return None
    return value.copy_negate() if negative else value


def parse_year_words(text: str) -> int | None:
    """The year in "twenty sixteen", "nineteen oh-five", "nineteen hundred"; None if it is not one."""
    words = _split(text)
    value, end = read_year(words, 0)
    return value if end == len(words) else None


def read_quantity(words: Sequence[str], start: int) -> tuple[Decimal | None, int]:
    """The longest number, decimal or cardinal, that begins at `words[start]` (lower case), and its end."""
    whole, end = read_cardinal(words, start)
    if whole is None:
        return None, start
    if end + 1 >= len(words) or words[end] != "point":
        return Decimal(whole), end
    stop = end + 1
    digits = ""
    while stop < len(words) and (digit := _digit(words[stop])) is not None:
        digits += digit
        stop += 1
    if not digits:
        return Decimal(whole), end
    value = Decimal(f"{whole}.{digits}")
    if stop < len(words) and words[stop] in BIG_SCALES:
        value = _shift(value, BIG_SCALES[words[stop]])
        stop += 1
    return value, stop


def read_cardinal(words: Sequence[str], start: int) -> tuple[int | None, int]:
    """The longest whole number that begins at `words[start]` (lower case), and where it ends."""
    total: int | None = None
    limit = 10**18
    end = start
    while end < len(words):
        joined = total is not None and words[end] == "and"
        group, stop = _below_thousand(words, end + joined)
        if group is None or (total is not None and group == 0):
            break
        scale = BIG_SCALES.get(words[stop], 1) if stop < len(words) else 1
        if scale == 1:
            # "and" stands only before the last two digits: "a thousand and five hundred" is two numbers.
            if total is None or (group < min(limit, 1000) and (not joined or group < 100)):
                total, end = (total or 0) + group, stop
            break
        if joined or scale >= limit or group >= 1000 or group == 0:
            break
        total, end, limit = (total or 0) + group * scale, stop + 1, scale
    return total, end


def read_ordinal(words: Sequence[str], start: int) -> tuple[int | None, int]:
    """The ordinal that begins at `words[start]` ("twenty-first" as two words), and where it ends."""
    for stop in range(start, len(words)):
        last = words[stop]
        if last in ORDINAL_WORDS:
            break
        if last not in CARDINAL_WORDS and last != "and":
            return None, start
    else:
        return None, start
    # "twenty-first" is read as "twenty-one": one grammar serves both.
    value, end = read_cardinal([*words[start:stop], _CARDINAL_OF[last]], 0)
    return (value, stop + 1) if value is not None and end == stop + 1 - start else (None, start)


def read_year(words: Sequence[str], start: int) -> tuple[int | None, int]:
    """A year said in two halves that begins at `words[start]` (1100 to 2099), and where it ends."""
    rest = words[start + 1 : start + 3]
    century = _SMALL.get(words[start], _TENS.get(words[start], 0)) if start < len(words) else 0
    if not 11 <= century <= 20 or not rest:
        return None, start
    if rest[0] == "oh" and len(rest) == 2 and 1 <= _SMALL.get(rest[1], 0) <= 9:
        return century * 100 + _SMALL[rest[1]], start + 3
    if rest[0] == "hundred":
        value, end = read_cardinal(words, start)
        return (value, end) if value is not None and value < 2000 else (None, start)
    tail, end = _below_hundred(words, start + 1)
    return (century * 100 + tail, end) if tail is not None and tail >= 10 else (None, start)


def _below_hundred(words: Sequence[str], start: int) -> tuple[int | None, int]:
    if start >= len(words):
        return None, start
    word = words[start]
    if word in _TENS:
        unit = _SMALL.get(words[start + 1], 0) if start + 1 < len(words) else 0
        return (_TENS[word] + unit, start + 2) if 1 <= unit <= 9 else (_TENS[word], start + 1)
    return (_SMALL[word], start + 1) if word in _SMALL else (None, start)


def _below_thousand(words: Sequence[str], start: int) -> tuple[int | None, int]:
    """A group before a scale word; also "fifteen hundred"."""
    if start + 1 < len(words) and words[start] in ("a", "an") and words[start + 1] in SCALES:
        value: int | None = 1
        end = start + 1
    else:
        value, end = _below_hundred(words, start)
    if value is None or end >= len(words) or words[end] != "hundred" or value == 0 or (value > 9 and value % 10 == 0):
        return value, end
    value, end = value * 100, end + 1
    joined = end < len(words) and words[end] == "and"
    tail, stop = _below_hundred(words, end + joined)
    # In "one hundred and two hundred" the second "hundred" takes "two" for itself.
    if not tail or (stop < len(words) and words[stop] == "hundred"):
        return value, end
    return value + tail, stop


def _digit(word: str) -> str | None:
    value = 0 if word == "oh" else _SMALL.get(word, 10)
    return str(value) if value < 10 else None


def _shift(value: Decimal, scale: int) -> Decimal:
    # `scaleb` keeps every digit that the context can hold; the tuple form keeps them all.
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    return Decimal((sign, digits, exponent + len(str(scale)) - 1))


# --------------------------------------------------------------------------------------- spelling


@lru_cache(maxsize=8192)
def spell_integer(value: int) -> str:
    """A whole number in words, "minus" before a negative one."""
    if value < 0:
        return f"minus {spell_integer(-value)}"
    return str(_num2words(value, "cardinal")).replace(",", "")


@lru_cache(maxsize=1024)
def spell_ordinal(value: int) -> str:
    """21 as "twenty-first"."""
    return _num2words(value, "ordinal").replace(",", "")


@lru_cache(maxsize=1024)
def spell_year(year: int) -> str:
    """2016 as "twenty sixteen", 1905 as "nineteen oh-five".

    Raises:
        ValueError: outside 1100 to 1999 and 2010 to 2099, where a year has no reading of its own.
    """
    if not (1100 <= year <= 1999 or 2010 <= year <= 2099):
        raise ValueError(f"a year from 1100 to 1999 or 2010 to 2099 can be spelled as a year, not {year}")
    return _num2words(year, "year")


def spell_decade(year: int) -> str | None:
    """1990 as "nineteen nineties", 1900 as "nineteen hundreds", 90 as "nineties"; None for others."""
    if year in _DECADES:
        return _DECADES[year]
    century, rest = divmod(year, 100)
    if 11 <= century <= 19 and rest == 0:
        return f"{spell_integer(century)} hundreds"
    if 11 <= century <= 20 and rest in _DECADES:
        return f"{spell_integer(century)} {_DECADES[rest]}"
    return None


def spell_numeral(text: str) -> str:
    """A numeral in words, digit for digit behind the point: "4.50" as "four point five zero".

    Raises:
        ValueError: if `parse_numeral` cannot read it.
    """
    if parse_numeral(text) is None:
        raise ValueError(f"a numeral such as 1,234.50 can be spelled, but not {text!r}")
    whole, _, fraction = text.lstrip("-−").replace(",", "").partition(".")
    words = [spell_integer(int(whole))]
    if fraction:
        words += ["point", *(spell_integer(int(digit)) for digit in fraction)]
    return " ".join(["minus", *words] if text[0] in "-−" else words)


def _num2words(value: int, form: str) -> str:
    from num2words import num2words

    return str(num2words(value, lang="en", to=form))


def group_digits(value: int) -> str:
    """12345 as "12,345"."""
    return f"{value:,}"


def ordinal_numeral(value: int) -> str:
    """21 as "21st", 112 as "112th"."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{group_digits(value)}{ending}"


def could_fuse(first: Decimal, second: Decimal) -> bool:
    """Whether the words for two numbers, joined by "and" or a comma, could be heard as one number.

    So "one hundred and five" for 100 and 5, and, said loosely, "one thousand and two hundred".
    """
    if first != first.to_integral_value() or second != second.to_integral_value() or first < 1 or second < 0:
        return False
    whole = int(first)
    room = 1
    while whole % (room * 10) == 0:
        room *= 10
    if room >= 100 and second < room:
        return True
    words = [*_split(spell_integer(whole)), "and", *_split(spell_integer(int(second)))]
    return read_cardinal(words, 0)[1] == len(words)
