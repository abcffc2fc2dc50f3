"""num2text and text2num: the same numbers, written in words or in digits.

One edit covers a whole number with its sign, separators, currency, per cent and scale word, and keeps
its exact value. A number that could be a name, a code, a range or part of an idiom stays as it is, and
so do numbers that would run together in words ("100 and 5").
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from metricstress.language.numerals import (
    BIG_SCALES,
    CARDINAL_WORDS,
    MAX_DIGITS,
    ordinal_numeral,
    parse_numeral,
    spell_decade,
    spell_integer,
    spell_numeral,
    spell_ordinal,
    spell_year,
)

from .edits import Edit
from .number_context import (
    COMPOUND,
    FOLLOWERS,
    fuses,
    in_title,
    is_event,
    is_label,
    names_what_follows,
    right_is_name,
    starts_sentence,
    word_before,
    word_set,
    words_after,
    words_before,
    year_may_end,
    year_may_start,
)
from .number_links import Number, chains, settle_links
from .number_words import find_number_words
from .perturbation import Group, Perturbation
from .protected import overlaps_protected

__all__ = ["find_numerals", "num2text", "text2num"]


_CORE = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_CURRENCY = re.compile(r"(?:(?<![\w$])(?:US|AU?|CA?|NZ|HK)?\$|[£€₹₦]|(?<!\w)Rs\.?[ \u00a0]?)$")
_UNITS = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "Rs": ("rupee", "rupees", "paisa", "paise"),
    "₦": ("naira", "naira", "kobo", "kobo"),
}
_COUNTRIES = {
    "US": "US ",
    "A": "Australian ",
    "AU": "Australian ",
    "C": "Canadian ",
    "CA": "Canadian ",
    "NZ": "New Zealand ",
    "HK": "Hong Kong ",
}
_SUFFIX = re.compile(
    r"(?P<ordinal>st|nd|rd|th)(?!\w)|(?P<decade>s)(?!\w)|(?P<percent>[ \u00a0]?%)(?![\w%])"
    r"|(?P<short>bn|tn|mn|[mbkMBK])(?!\w)"
    r"|[ \u00a0](?P<word>percent|per cent)(?![\w-])"
    r"|[ \u00a0](?P<scale>hundred|thousand|lakh|million|crore|billion|trillion|bn|tn)(?![\w-])"
)
_SHORT = {
    "k": "thousand",
    "m": "million",
    "mn": "million",
    "b": "billion",
    "bn": "billion",
    "tn": "trillion",
}
_AMBIGUOUS_SHORT = frozenset("kmb")  # "5m" without a currency may be metres.
_DECADE_BEFORE = word_set(
    """
    the her his their my early mid late
    """
)
_SIGN_BEFORE = word_set(
    """
    of to by at from was is were are be below above between and or reached fell rose than around about nearly
    roughly hit averaged dropped near under over with
    """
)
_OPERATORS = frozenset("=<>≈~±×*/+^|÷")
_UNIT_SYMBOLS = word_set(
    """
    km m cm mm nm kg g mg µg μg mcg ug ng lb lbs oz ft in. yd mi ha l L ml mL cl dl kW MW GW TW kWh MWh GWh TWh W V
    kV A Hz kHz MHz GHz KB MB GB TB kB mph kph kmh km/h m/s psi hp HP cc c C F K x X × AM PM am pm a.m. p.m. GMT UTC
    EST PST BST IST AD BC BCE CE px pt dpi bpm rpm mmHg ppm ppb kcal cal J kJ Pa kPa USD EUR GBP INR sq cu °C °F ° º
    """
)
_NOT_BEHIND = word_set(
    """
    degree degrees celsius fahrenheit half halves third thirds quarter quarters x st nd rd th
    """
)
_HALF_BEHIND = re.compile(r"\s+and\s+(?:an?|one|two|three)[\s-]+(?:half|(?:quarter|third|fifth|eighth|tenth)s?)\b")
_RANGE = re.compile(r"\s*[-–—−/:x×*^~=<>+]?\s*")


def find_numerals(text: str, rng: random.Random) -> Iterable[Group]:
    """Every number in digits that can be written in words; `rng` is not used."""
    numbers = [_read_numeral(text, match) for match in _CORE.finditer(text)]
    _block_ranges(text, numbers)
    _settle_years(text, numbers)
    for number in numbers:
        if number.new is not None and fuses(text, number.start, number.end):
            number.new = None
    settle_links(text, numbers)
    for number in numbers:
        if number.new is None:
            continue
        new = number.new
        if starts_sentence(text, number.start):
            new = new[0].upper() + new[1:]
        yield (Edit(number.start, number.end, text[number.start : number.end], new),)


def _read_numeral(text: str, match: re.Match[str]) -> Number:
    body = match.group()
    number = Number(match.start(), match.end(), "cardinal", Decimal(0))
    value = parse_numeral(body) if len(body) <= MAX_DIGITS + 5 else None
    if value is None or sum(char.isdigit() for char in body) > MAX_DIGITS:
        return number
    number.value = value
    symbol = _CURRENCY.search(text, max(0, number.start - 5), number.start)
    if symbol:
        number.kind = "money"
        number.start = symbol.start()
    suffix = _SUFFIX.match(text, number.end)
    new = _spell(text, number, body, symbol, suffix)
    if new is None:
        return number
    if suffix:
        number.end = suffix.end()
    if text[number.start - 1 : number.start] in ("-", "−"):
        if not _is_sign(text, number):
            return number
        number.start -= 1
        number.value = number.value.copy_negate()
        new = f"minus {new}"
    before = word_before(text, number.start)
    labelled = number.kind in ("cardinal", "ordinal") or (number.kind == "year" and before.lower() != "year")
    number.label = (labelled and is_label(before)) or overlaps_protected(text, number.start, number.end)
    if number.label or not _stands_free(text, number, new) or not _fits(text, number, body, new):
        number.blocked = True
    elif number.kind != "year":  # Years wait for their neighbours.
        number.new = new
    return number


def _block_ranges(text: str, numbers: Sequence[Number]) -> None:
    """Leave alone what only blanks or a sign keep apart: "20 000", "10 - 20", "3 : 1"."""
    for left, right in pairwise(numbers):
        if _RANGE.fullmatch(text, left.end, right.start):
            for number in (left, right):
                number.new, number.blocked = None, True


def _spell(
    text: str, number: Number, body: str, symbol: re.Match[str] | None, suffix: re.Match[str] | None
) -> str | None:
    """The number in words, by its currency and suffix; sets kind, value and scale."""
    if symbol:
        scale = ""
        if suffix:
            scale = suffix["scale"] or suffix["short"] or ""
            scale = _SHORT.get(scale.lower(), scale)
            if not scale:
                return None
        if scale and number.value >= 1000:
            return None
        number.scaled = bool(scale)
        return _spell_money(symbol.group().rstrip(" \u00a0."), body, scale)
    if suffix is None:
        if len(body) == 4 and body.isdigit() and 1100 <= number.value <= 2099:
            number.kind = "year"
            return spell_integer(int(body))
        return spell_numeral(body)
    if suffix["percent"] or suffix["word"]:
        number.kind = "percent"
        return f"{spell_numeral(body)} {suffix['word'] or 'per cent'}"
    if suffix["ordinal"]:
        number.kind = "ordinal"
        if (
            not body.replace(",", "").isdigit()
            or body == "0"
            or not ordinal_numeral(int(number.value)).endswith(suffix["ordinal"])
        ):
            return None
        return spell_ordinal(int(number.value))
    if suffix["decade"]:
        number.kind = "decade"
        short = len(body) == 2 and word_before(text, number.start).lower() not in _DECADE_BEFORE
        return None if short or not body.isdigit() else spell_decade(int(body))
    scale = suffix["scale"] or suffix["short"]
    if suffix["short"] and scale.lower() in _AMBIGUOUS_SHORT:
        return None
    scale = _SHORT.get(scale, scale)
    if number.value >= (100 if scale == "hundred" else 1000):
        return None  # "one thousand two hundred million" is read in two ways.
    number.scaled = True
    number.value *= 100 if scale == "hundred" else BIG_SCALES[scale]
    return f"{spell_numeral(body)} {scale}"


def _spell_money(symbol: str, body: str, scale: str) -> str | None:
    country = symbol.partition("$")[0]
    unit, units, cent, cents = _UNITS["$" if "$" in symbol else symbol]
    prefix = _COUNTRIES.get(country, "") if "$" in symbol else ""
    whole, _, fraction = body.replace(",", "").partition(".")
    if scale or (fraction and len(fraction) != 2):
        return f"{spell_numeral(body)}{' ' * bool(scale)}{scale} {prefix}{units}"
    if fraction and whole == "0":
        return None  # "seventy-five cents" for $0.75 would show another number.
    words = f"{spell_integer(int(whole))} {prefix}{unit if whole == '1' else units}"
    if int(fraction or 0):
        words += f" and {spell_integer(int(fraction))} {cent if int(fraction) == 1 else cents}"
    return words


def _is_sign(text: str, number: Number) -> bool:
    """Whether the dash in front of the number is a minus and no range, hyphen or bullet."""
    before = text[: number.start - 1]
    if not before.strip():
        return not text[number.end :].strip(" \n\r\t.")
    if not (before[-1].isspace() or before[-1] == "("):
        return False
    return word_before(text, number.start - 1).lower() in _SIGN_BEFORE


def _stands_free(text: str, number: Number, new: str) -> bool:
    """Whether the characters on both sides leave the number a word of its own."""
    start, end = number.start, number.end
    before = text[start - 1] if start else " "
    plain = text[end - 1].isdigit()
    if not (before.isspace() or before in "(“\"‘'—"):
        return False
    if before in "‘'" and end - start <= 3 and (plain or number.kind == "decade"):
        return False  # '16, '90s
    after = text[end] if end < len(text) else " "
    then = text[end + 1] if end + 1 < len(text) else " "
    if after == "-":
        return (
            number.kind in ("cardinal", "ordinal")
            and new.replace("-", "").isalpha()
            and not number.scaled
            and COMPOUND.match(text, end) is not None
        )
    if after in ",;.!?":
        if then.isalnum() or (after == "." and plain and _is_numbering(text, number)):
            return False
    elif after == ")":
        opening = text.rfind("(", 0, start)
        if opening < 0 or text.rfind(")", opening, start) > 0 or (before == "(" and plain):
            return False
    elif after in "\"'’”":
        if then.isalnum() or (plain and (after != "”" or "“" not in text[:start])):
            return False  # 6' 2", 2020's
    elif after == "—":
        if then.isdigit():
            return False
    elif not (after.isspace() or after == "…"):
        return False
    left, right = text[:start].rstrip()[-1:], text[end : end + 20].lstrip()[:1]
    return not (left in _OPERATORS or right in _OPERATORS or left.isdigit() or right.isdigit())


def _is_numbering(text: str, number: Number) -> bool:
    return starts_sentence(text, number.start) and bool(text[number.end + 1 : number.end + 60].strip())


def _fits(text: str, number: Number, body: str, new: str) -> bool:
    """Whether the words around let the number be a quantity (or an ordinal, a year, a decade)."""
    before, after = word_before(text, number.start), words_after(text, number.end)
    first = after[0].rstrip('.,;:!?)"”’') if after else ""
    earlier = [token.lower().strip("(“\"‘'") for token in words_before(text, number.start, 3)]
    later = [token.lower().rstrip('.,;:!?)"”’') for token in after]
    if before.lower() in ("a", "an") and (before.lower() == "an") != new.startswith(("eight", "eleven")):
        return False  # "an 1,800-seat hall" was read as eighteen hundred.
    # "five million and 20" would fuse; "$5 million and $7 million" is a pair of numbers in digits.
    pair = len(earlier) == 3 and earlier[1] in BIG_SCALES and earlier[0][-1:].isdigit()
    if _is_number_word(earlier[-1:]) or (earlier[-1:] == ["and"] and _is_number_word(earlier[-2:-1]) and not pair):
        return False
    if in_title(text, number.start):
        return False
    if _is_number_word(later[:1]) or (later[:1] == ["and"] and _is_number_word(later[1:2])):
        return False
    if _HALF_BEHIND.match(text, number.end):
        return False
    if number.kind == "money":
        complete = not after or first.lower() in FOLLOWERS or not after[0][0].isalpha()
        return complete and before.lower() not in ("a", "an") and not before.isupper()
    if number.kind == "percent":
        return not (first[:1].isupper() and before[:1].isupper())
    if number.kind in ("decade", "year"):
        return True
    if number.kind == "ordinal":
        street = later[:1] == ["and"] and len(after) > 1 and after[1][0].isupper()
        return not (street or first[:1].isupper() or names_what_follows(before))
    if after and (after[0] in _UNIT_SYMBOLS or first in _UNIT_SYMBOLS or first.lower() in _NOT_BEHIND):
        return False
    if after and after[0].startswith("(") and any(char.isupper() for char in after[0]):
        return False  # "enzyme 2 (ACE2)"
    if before in ("ft", "lb", "lbs", "st", "m", "km", "kg", "h") and earlier[-2:-1] and earlier[-2][-1:].isdigit():
        return False  # "5 ft 6 in"
    if names_what_follows(before) and not number.scaled:
        return False
    return not right_is_name(after) or "," in body


def _is_number_word(tokens: Sequence[str]) -> bool:
    return bool(tokens) and all(part in CARDINAL_WORDS for part in tokens[0].split("-"))


def _settle_years(text: str, numbers: Sequence[Number]) -> None:
    """Spell a bare four-digit number, or a linked chain of them, if both sides say that it is a year."""
    for linked in chains(text, numbers):
        chain = [number for number in linked if number.kind == "year"]
        if not chain or any(number.blocked for number in chain):
            continue
        first, last = chain[0], chain[-1]
        recent = all(1800 <= number.value <= 2050 for number in chain)
        event = recent and is_event(text, last.end)
        if not event and not (year_may_start(text, first.start, recent) and year_may_end(text, last.end)):
            continue
        # 2000 to 2009 have no reading that differs from the cardinal's, so they stay in digits.
        if all(number.value < 2000 or number.value > 2009 for number in chain):
            for number in chain:
                number.new = spell_year(int(number.value))


num2text = Perturbation(
    name="num2text",
    intent="preserving",
    summary="writes numbers in digits as words, with the same exact value ($5 million -> five million dollars)",
    find_in_text=find_numerals,
)

text2num = Perturbation(
    name="text2num",
    intent="preserving",
    summary="writes number words as digits, with the same exact value (a hundred and five -> 105)",
    find_in_text=find_number_words,
)
