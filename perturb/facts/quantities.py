"""Quantities in a text: numbers that count or measure something, in digits or in words, with what belongs to them.

The same digits are a quantity in "5 people" and a part of a name in "Article 5". Labels, names, dates, years,
times, codes, fractions and idioms are left out; every doubt is decided for leaving out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

from metricstress.language.numerals import BIG_SCALES, MAX_DIGITS, ordinal_numeral, parse_number_words, parse_numeral

from ..number_context import (
    in_title,
    is_label,
    names_what_follows,
    right_is_name,
    starts_sentence,
    word_before,
    words_after,
    words_before,
)
from ..number_words import find_number_words
from ..protected import overlaps_protected, protected_spans
from .quantity_words import (
    CURRENCY_NOUNS,
    CURRENCY_SYMBOLS,
    NO_ORDINAL_NOUNS,
    NOT_BEHIND,
    ORDINALS_IN_WORDS,
    SHORT_SCALES,
    UNIT_SUFFIXES,
    YEARLIKE_NOUNS,
)

__all__ = ["Kind", "Quantity", "find_quantities", "is_between", "refers_back"]

Kind: TypeAlias = Literal["count", "percent", "money", "ordinal"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that counts or measures.

    Attributes:
        start: Where it begins, sign and currency included.
        end: Where it ends, percent sign, ordinal suffix, scale word and unit letters included.
        first: Where the digits or number words begin.
        last: Where they end; for an ordinal in digits, behind its suffix.
        kind: What sort of quantity it is.
        unit: "%" or the currency, else "".
        value: The digits or number words as they stand, sign included.
        scale: What a scale word behind them multiplies by: 10**6 for "7.1 million" and "$7.1m".
        scale_text: That scale word or abbreviation.
        in_words: Whether it is spelled out.
        fixed: Whether it is a quantity whose value cannot be exchanged alone: one end of a range.
    """

    start: int
    end: int
    first: int
    last: int
    kind: Kind
    unit: str
    value: Decimal
    scale: int = 1
    scale_text: str = ""
    in_words: bool = False
    fixed: bool = False

    @property
    def total(self) -> Decimal:
        """The value with its scale."""
        return self.value * self.scale

    @property
    def key(self) -> tuple[str, str, Decimal]:
        """What two mentions of the same quantity share, however they are written."""
        return (self.kind, self.unit, self.total.normalize())


_DIGITS = re.compile(r"(?<![\w.,])[0-9]+(?:[.,][0-9]+)*")
_CURRENCY = re.compile(
    r"(?:(?<![\w$])(?:US|AU?|CA?|NZ|HK|Can)?\$|[£€₹₦¥]|(?<!\w)(?:Rs\.?|KSh|Ksh|USD|EUR|GBP|INR|NGN|KES)[ \u00a0])$"
)
_SUFFIX = re.compile(
    r"(?P<ordinal>st|nd|rd|th)(?!\w)|(?P<percent>[ \u00a0]?%)(?![\w%])|(?P<short>bn|tn|mn|[mbkMBK])(?!\w)"
    r"|[ \u00a0-](?P<scale>thousand|lakh|million|crore|billion|trillion)(?![\w-])"
    r"|[ \u00a0](?P<spaced>bn|tn|mn)(?![\w-])"
)
_PERCENT_WORD = re.compile(r"[ \u00a0-](?:percent|per[ \u00a0]cent)(?![\w])")
_MONEY_WORD = re.compile(
    rf"[ \u00a0-](?:(?:US|U\.S\.|American|Canadian|Australian)[ \u00a0])?({'|'.join(CURRENCY_NOUNS)})(?![\w])", re.I
)
_UNIT_LETTERS = re.compile(rf"(?:{UNIT_SUFFIXES})(?![\w°])")
_TOUCHING = re.compile(r"\s*(?:[-–—−/:x×*^~=<>]|\bto\b|\bor\b|\bthrough\b|\bversus\b|\bvs\.?)?\s*")
_COMPOUND = re.compile(r"-(?:[a-z]+)(?![\w])")
_OF_A_PERIOD = re.compile(
    r"[\s-](?:hours|days|weeks|months|minutes|seconds)[\s-](?:an?|per|in an?|of the|every|each)\s"
    r"(?:day|week|month|year|hour|minute)\b|/7\b"
)
_FRACTION_BEHIND = re.compile(r"\s+and\s+(?:an?|one|\d)[\s-]+(?:half|quarter|third|fifth|eighth|tenth)\b")
_ORDINAL_WORD = re.compile(rf"\b(?:{'|'.join(ORDINALS_IN_WORDS)})\b(?:(?=\s+[a-z])|(?=-(?:\w+est|most)\b))")
_BY_DATE = re.compile(r"\s*(?:,|and|&|to|or|[-–—/]|,\s*and)\s*")
_UP_TO = re.compile(r"\s*(?:[^\W\d]+\s+){0,2}?(?:and\s+)?(?:up\s+)?to\s+|\s+(?:and\s+)?until\s+", re.I)
_MOVES = re.compile(
    r"\b(?:ris\w+|rose|f[ae]ll\w*|grew|gr[eo]w\w*|increas\w+|decreas\w+|jump\w*|drop\w*|climb\w*|mov\w+|chang\w+|went|go\w*"
    r"|declin\w+|reduc\w+|rais\w+|cut\w*|shr\w+nk\w*|soar\w*|surg\w+|plung\w+|slid\w*|expand\w*|up|down|improv\w+|doubl\w+"
    r"|lower\w*|swell\w*|swung|slash\w*)\b[^.;:,\d]*\bfrom\s+(?:about\s+|around\s+|roughly\s+|just\s+|only\s+|an?\s+)?\D?$",
    re.I,
)
_AND = re.compile(r"\s(?:\S{1,14}\s)?and\s")
_DIGIT_NEAR = re.compile(r"[ \u00a0\u202f]+\d")
_DIGIT_NEAR_BEFORE = re.compile(r"\d[ \u00a0\u202f]+$")
_MORE_DAYS = re.compile(r"[\s,&\dandorto–-]*")
_FEET_BEFORE = frozenset(("ft", "feet", "foot", "lb", "lbs", "st", "stone", "h"))
_PLAIN = frozenset((911, 999, 112, 360, 420, 666))


@lru_cache(maxsize=2048)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text`, sorted and disjoint."""
    found = sorted([*_in_digits(text), *_in_words(text)], key=lambda quantity: quantity.start)
    fixed = set()
    for index, (left, right) in enumerate(pairwise(found)):
        gap = text[left.end : right.start]
        between = is_between(text, left, right)
        listed = gap.strip() == ","  # "4, 487, 566", "seven, eight or nine"
        # "rose from 5 to 10" are two values, "from 5 to 10 people" is one range.
        moves = gap.strip() == "to" and _MOVES.search(text, max(0, left.start - 60), left.start) is not None
        if (
            between
            or listed
            or _is_span(text, left, right, gap)
            or (len(gap) < 12 and not moves and _TOUCHING.fullmatch(gap))
        ):
            fixed |= {index, index + 1}
    return tuple(replace(quantity, fixed=True) if at in fixed else quantity for at, quantity in enumerate(found))


def _is_span(text: str, left: Quantity, right: Quantity, gap: str) -> bool:
    """Whether two quantities bound a span: "above 5% and up to 10%", "from 5 and up to 10"."""
    opens = word_before(text, left.start).lower() in ("above", "over", "from", "beyond")
    return opens and (left.kind, left.unit) == (right.kind, right.unit) and _UP_TO.fullmatch(gap) is not None


def refers_back(text: str, quantity: Quantity) -> bool:
    """Whether the number only takes up what was told: "these two shops", "both 5 km runs", "this second wave"."""
    before = [token.lower() for token in words_before(text, quantity.start, 2)]
    if not before:
        return False
    if quantity.kind == "ordinal":
        return before[-1] in ("this", "that", "these", "those", "same")
    return before[-1] in ("these", "those", "both", "same", "latter", "former") and quantity.kind == "count"


def is_between(text: str, left: Quantity, right: Quantity) -> bool:
    """Whether two quantities bound a range: "between 5 and 10", "between 5 km and 10 km"."""
    opens = word_before(text, left.start).lower() == "between"
    return opens and _AND.fullmatch(text, left.end, right.start) is not None


def _in_digits(text: str) -> Iterator[Quantity]:
    for match in _DIGITS.finditer(text):
        body = match.group()
        value = parse_numeral(body) if len(body) <= MAX_DIGITS + 5 else None
        if value is None or overlaps_protected(text, match.start(), match.end()):
            continue
        quantity = _read(text, match.start(), match.end(), value)
        if quantity and _stands_free(text, quantity) and _is_quantity(text, quantity):
            yield quantity


def _read(text: str, first: int, last: int, value: Decimal) -> Quantity | None:
    """The number with its sign, currency, scale and per cent."""
    start, end, kind, unit, scale, scale_text = first, last, "count", "", 1, ""
    symbol = _CURRENCY.search(text, max(0, first - 6), first)
    if symbol:
        start, unit = symbol.start(), CURRENCY_SYMBOLS[symbol.group().rstrip(" \u00a0.").upper()]
    if text[start - 1 : start] in ("-", "−") and start:
        if text[: start - 1].rstrip()[-1:].isdigit() or not (start == 1 or text[start - 2] in " (\t\n"):
            return None
        start, value = start - 1, value.copy_negate()
    suffix = _SUFFIX.match(text, last)
    if suffix:
        end = suffix.end()
        word = suffix["scale"] or suffix["short"] or suffix["spaced"]
        if suffix["ordinal"]:
            whole = value == value.to_integral_value() and 0 < value < 10**6
            if symbol or not whole or ordinal_numeral(int(value)) != text[first:end]:
                return None
            return Quantity(start, end, first, end, "ordinal", "", value)
        if suffix["percent"]:
            return None if symbol else Quantity(start, end, first, last, "percent", "%", value)
        if word in ("m", "M", "b", "B") and not symbol:
            if word != "m":
                return None
            return Quantity(start, end, first, last, "count", "", value)  # Metres
        if word in ("K", "k") and not symbol and value != value.to_integral_value():
            return None
        scale, scale_text = BIG_SCALES[SHORT_SCALES.get(word.lower(), word.lower())], word
    if symbol:
        return Quantity(start, end, first, last, "money", unit, value, scale, scale_text)
    percent, money = _PERCENT_WORD.match(text, end), _MONEY_WORD.match(text, end)
    if percent and not suffix:
        return Quantity(start, percent.end(), first, last, "percent", "%", value)
    if money:
        kind, unit = "money", CURRENCY_NOUNS[money[1].lower()]
    letters = None if suffix else _UNIT_LETTERS.match(text, last)
    if letters:
        end = letters.end()
    return Quantity(start, end, first, last, "money" if kind == "money" else "count", unit, value, scale, scale_text)


def _stands_free(text: str, quantity: Quantity) -> bool:
    """Whether the characters on both sides leave the number a word of its own."""
    start, end = quantity.start, quantity.end
    before, after, then = text[start - 1 : start] or " ", text[end : end + 1] or " ", text[end + 1 : end + 2] or " "
    if not (before.isspace() or before in "([“\"‘'—–~≈"):
        return False
    plain = quantity.last == end and quantity.kind == "count"
    split = _DIGIT_NEAR.match(text, end) or _DIGIT_NEAR_BEFORE.search(text[max(0, start - 4) : start])
    if split and "," not in text[quantity.first : quantity.last]:
        return False  # "2 1/2", "20 000"
    if after in ",;:.!?":
        numbering = plain and after == "." and starts_sentence(text, start) and bool(text[end + 1 : end + 40].strip())
        return not (then.isalnum() or numbering)
    if after == ")":
        opening = text.rfind("(", 0, start)
        return opening >= 0 and text.rfind(")", opening, start) < 0 and not (before == "(" and plain)
    if after == "]":
        return text.rfind("[", 0, start) >= 0 and before != "["
    if after == "-":
        return _COMPOUND.match(text, end) is not None
    if after in "\"'’”":
        return not then.isalnum() and (not plain or text[:start].count({"”": "“"}.get(after, after)) > 0)
    return after.isspace() or after in "…—–+"


def _is_quantity(text: str, quantity: Quantity) -> bool:
    """Whether the words around let the number be a quantity."""
    before, after = word_before(text, quantity.start), words_after(text, quantity.end)
    first = after[0].rstrip('.,;:!?)"”’') if after else ""
    if _OF_A_PERIOD.match(text, quantity.end) or _FRACTION_BEHIND.match(text, quantity.end):
        return False
    if first.lower() in NOT_BEHIND or _beside_date(text, quantity):
        return False
    if quantity.kind in ("money", "percent"):
        return True
    value = quantity.value
    if quantity.kind == "ordinal":
        return not (first[:1].isupper() or names_what_follows(before) or is_label(before)) and not (
            after[:1] == ["and"] and len(after) > 1 and after[1][:1].isupper()
        )
    bare = quantity.last - quantity.first == 4 and text[quantity.first : quantity.last].isdigit()
    if bare and 1000 <= value <= 2100 and quantity.end == quantity.last and first.lower() not in YEARLIKE_NOUNS:
        return False
    if (
        (is_label(before) and quantity.scale == 1)
        or in_title(text, quantity.start)
        or _is_second_unit(text, quantity, before)
    ):
        return False
    if quantity.scale > 1:
        return True
    if value in _PLAIN and quantity.last == quantity.end:
        return False
    grouped = "," in text[quantity.first : quantity.last]
    if names_what_follows(before) and not grouped:
        return False
    if after and after[0].startswith("(") and any(char.isupper() for char in after[0]):
        return False  # "enzyme 2 (ACE2)"
    return grouped or not right_is_name(after)


def _is_second_unit(text: str, quantity: Quantity, before: str) -> bool:
    """Whether this is the smaller part of one measure: "5 feet 2 inches"."""
    return before.rstrip(".").lower() in _FEET_BEFORE and text[quantity.start - 1] != "("


def _beside_date(text: str, quantity: Quantity) -> bool:
    """Whether this is one more day of a list: "February 18, 25 and 27", "25 and 26 May"."""
    if quantity.total > 31 or quantity.kind not in ("count", "ordinal"):
        return False
    return any(
        (quantity.end <= span.start <= quantity.end + 7 and _BY_DATE.fullmatch(text[quantity.end : span.start]))
        or (span.end <= quantity.start <= span.end + 12 and _MORE_DAYS.fullmatch(text, span.end, quantity.start))
        for span in protected_spans(text)
        if span.kind == "date"
    )


def _in_words(text: str) -> Iterator[Quantity]:
    places: list[tuple[int, int]] = []
    for (edit,) in find_number_words(text, random.Random(0)):
        words = text[edit.start : edit.end]
        value = parse_number_words(words)
        if value is None or value <= 0 or words[:2].lower() == "a ":
            continue
        places.append((edit.start, edit.end))
        last, scale, scale_text = edit.end, 1, ""
        head, _, tail = words.rpartition(" ")
        if tail in BIG_SCALES and (mantissa := parse_number_words(head)) is not None:
            scale, scale_text, last, value = BIG_SCALES[tail], tail, edit.start + len(head), mantissa
        percent, money = _PERCENT_WORD.match(text, edit.end), _MONEY_WORD.match(text, edit.end)
        kind: Kind = "percent" if percent else "money" if money else "count"
        unit = "%" if percent else CURRENCY_NOUNS[money[1].lower()] if money else ""
        quantity = Quantity(edit.start, edit.end, edit.start, last, kind, unit, value, scale, scale_text, in_words=True)
        if not _OF_A_PERIOD.match(text, edit.end):
            yield quantity
    for match in _ORDINAL_WORD.finditer(text):
        if all(match.end() <= start or end <= match.start() for start, end in places) and _orders(text, match):
            value = Decimal(ORDINALS_IN_WORDS[match.group()])
            yield Quantity(*match.span(), *match.span(), "ordinal", "", value, in_words=True)


def _orders(text: str, match: re.Match[str]) -> bool:
    """Whether an ordinal in words counts its noun: "the second dose", but not "the second half"."""
    before = [token.lower() for token in words_before(text, match.start(), 2)]
    after = words_after(text, match.end(), 1)
    noun = after[0].lower().rstrip('.,;:!?)"”’') if after else ""
    if match.group() == "first":
        return before[-2:] == ["for", "the"] and noun == "time"
    if not before or before[-1] not in ("the", "a", "his", "her", "its", "their", "our", "this", "that"):
        return False
    return noun not in NO_ORDINAL_NOUNS and not (before[-1] == "a" and match.group() != "second")
