"""number_format: another way to write the same number in digits (preserving).

Separators come and go (22748, 22,748), scales are abbreviated or spelled ($5m, $5 million) and so is per cent. A
second application leads back, but for "per cent" and "percent", which both come from "%", and for "10k".
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from decimal import Decimal

from metricstress.language.numerals import group_digits

from ..edits import Edit
from ..facts.quantities import Quantity, find_quantities
from ..facts.quantity_words import SHORT_SCALES
from ..number_context import FOLLOWERS, fuses, word_before, word_set, words_after
from ..perturbation import Group, Perturbation

__all__ = ["find_number_formats", "number_format"]

_ABBREVIATIONS = {"million": "m", "billion": "bn", "trillion": "tn"}
_AMOUNT_SIGNS = word_set(
    "of about over than nearly least exactly only some around roughly almost under with by to from"
)
_AMERICAN = re.compile(r"\bpercent\b|\d (?:kilo|centi|milli)?meters\b")
_FEWEST_DIGITS = 5
"""Shorter numbers have no separators added: "4487" is as common as "4,487", and could be a year or a code."""


def find_number_formats(text: str, rng: random.Random) -> Iterable[Group]:
    """Every number in digits that has another usual format; `rng` is not used."""
    percent = "percent" if _AMERICAN.search(text) else "per cent"
    for quantity in find_quantities(text):
        if quantity.in_words or quantity.kind == "ordinal" or fuses(text, quantity.first, quantity.end):
            continue
        edit = _reformatted(text, quantity, percent)
        if edit:
            yield (edit,)


def _reformatted(text: str, quantity: Quantity, percent: str) -> Edit | None:
    first, last, end = quantity.first, quantity.last, quantity.end
    if quantity.kind == "percent":
        mark = text[last:end]
        if text[end : end + 1] in ("-", "+") or mark.startswith("-"):
            return None
        return Edit(last, end, mark, f" {percent}" if "%" in mark else "%")
    if quantity.scale_text:
        return _rescaled(text, quantity)
    body = text[first:last]
    whole = body.partition(".")[0]
    if "," in whole:
        plain = whole.replace(",", "")
        like_year = len(plain) == 4 and 1000 <= int(plain) <= 2199
        return None if like_year else Edit(first, first + len(whole), whole, plain)
    if len(whole) >= _FEWEST_DIGITS and last == end and _counts(text, quantity):
        return Edit(first, first + len(whole), whole, group_digits(int(whole)))
    return None


def _rescaled(text: str, quantity: Quantity) -> Edit | None:
    """The scale word abbreviated, or the abbreviation spelled; "10k" in full."""
    last, end, old = quantity.last, quantity.end, quantity.scale_text
    word = SHORT_SCALES.get(old.lower())
    symbol = quantity.kind == "money" and quantity.start < quantity.first
    if text[end : end + 1] == "-" or text[last : last + 1] == "-":
        return None
    if word == "thousand":
        total = quantity.total.copy_abs()
        if total != total.to_integral_value() or total < 10_000:
            return None
        return Edit(quantity.first, end, text[quantity.first : end], group_digits(int(total)))
    if word:
        return Edit(last, end, text[last:end], f" {word}")
    short = _ABBREVIATIONS.get(old.lower())
    if short is None or (short == "m" and not symbol) or old != old.lower():
        return None
    return Edit(last, end, text[last:end], short)


def _counts(text: str, quantity: Quantity) -> bool:
    """Whether a bare run of digits is an amount for certain, and no code: "10000 people", "about 10000"."""
    if quantity.kind == "money":
        return True
    if quantity.total > Decimal(10) ** 10:
        return False
    after = words_after(text, quantity.end, 1)
    noun = after[0].rstrip('.,;:!?)"”’') if after else ""
    if noun.isalpha() and noun.islower() and noun.endswith(("s", "people", "men", "women", "children")):
        return noun not in FOLLOWERS and noun not in ("is", "was", "has", "says", "does")
    return word_before(text, quantity.start).lower() in _AMOUNT_SIGNS


number_format = Perturbation(
    name="number_format",
    intent="preserving",
    summary="writes a number in digits in another format (22748 -> 22,748, $5m -> $5 million, 15% -> 15 per cent)",
    find_in_text=find_number_formats,
)
