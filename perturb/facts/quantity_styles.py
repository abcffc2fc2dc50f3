"""Another value in the style of a quantity: separators, decimals, scale, number words, ordinal suffix, article."""

from __future__ import annotations

import re
from decimal import Decimal

from metricstress.language.numerals import ordinal_numeral, spell_integer, spell_numeral

from ..number_context import word_before
from .quantities import Quantity
from .quantity_words import ORDINALS_IN_WORDS

__all__ = ["group_like", "round_step", "step_of", "write_like"]

_WESTERN = re.compile(r"\d{1,3}(?:,\d{3})+")
_ORDINALS = {value: word for word, value in ORDINALS_IN_WORDS.items()}


def step_of(text: str, quantity: Quantity) -> Decimal:
    """The smallest difference that the style of a quantity can show: 1 for "10,000", 100,000 for "7.1 million".

    Number words are round where the original is: "forty" may become "sixty", not "fifty-three".
    """
    body = text[quantity.first : quantity.last]
    if quantity.kind == "ordinal":
        return Decimal(1)
    if quantity.in_words:
        places = -int(str(quantity.value.as_tuple().exponent))
        digits = str(abs(int(quantity.value.scaleb(max(0, places)))))
        zeros = len(digits) - len(digits.rstrip("0"))
        return Decimal(10) ** (zeros - max(0, places)) * quantity.scale
    return Decimal(1).scaleb(-len(body.partition(".")[2])) * quantity.scale


def round_step(total: Decimal, finest: Decimal) -> Decimal:
    """The step to a value about as round as `total`: 1,000 for 10,000, but `finest` for 11,780 or 7.1."""
    digits = str(abs(int(total / finest)))
    return finest.scaleb(max(0, len(digits) - len(digits.rstrip("0")) - 1))


def write_like(text: str, quantity: Quantity, total: Decimal) -> str | None:
    """What stands at `first:last` if the quantity is `total`, in the style it has; None if it cannot be so written."""
    old = text[quantity.first : quantity.last]
    value = total / quantity.scale
    if quantity.kind == "ordinal":
        new = _ordinal(quantity, int(value))
    elif quantity.in_words:
        new = _words(old, value)
    else:
        new = _digits(old, value)
    if new is None:
        return None
    article = word_before(text, quantity.start).lower()
    if article in ("a", "an") and quantity.start == quantity.first:
        if _sound(old) != article or _sound(new) != article:
            return None
    return new


def _digits(old: str, value: Decimal) -> str | None:
    whole, _, decimals = old.partition(".")
    value = abs(value)  # The sign stands in front and stays.
    digits = f"{value:.{len(decimals)}f}"
    if Decimal(digits) != value:
        return None
    new = digits.partition(".")[0]
    if "," not in whole:
        if len(new) > max(3, len(whole)) or (len(new) == 4 and not decimals and 1000 <= int(new) <= 2100):
            return None
        return digits
    return group_like(whole, new) + digits[len(new) :]


def group_like(old: str, digits: str) -> str:
    """Separators as in `old`, which is grouped by thousands (1,234,567) or in the Indian way (12,34,567)."""
    if _WESTERN.fullmatch(old) or len(digits) <= 3:
        return f"{int(digits):,}"
    head, tail = digits[:-3], digits[-3:]
    pairs = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)]
    return ",".join([*reversed(pairs), tail])


def _words(old: str, value: Decimal) -> str | None:
    if value != value.to_integral_value():
        if "point" not in old.lower():
            return None
        new = spell_numeral(f"{value:f}")
    elif "point" in old.lower():
        return None
    else:
        new = spell_integer(int(value))
    if "-" not in old:
        if re.search(r"\w+ty[ \u00a0]\w", old, re.I):
            new = new.replace("-", " ")
        elif " " not in old.strip() and "-" in new and value >= 100:
            return None
    if "and" not in old.lower().split() and " and " in new:
        new = new.replace(" and ", " ") if " " in old else ""
    if not new:
        return None
    return new[0].upper() + new[1:] if old[0].isupper() else new


def _ordinal(quantity: Quantity, value: int) -> str | None:
    if quantity.in_words:
        return _ORDINALS.get(value)
    suffixed = ordinal_numeral(value)
    return suffixed if "," not in suffixed else None


def _sound(number: str) -> str:
    """The article that a number takes; "" where it depends on the reading (1,100: one thousand, eleven hundred)."""
    if number[0].isalpha():
        return "an" if number.lower().startswith(("eight", "eleven")) else "a"
    digits = number.partition(".")[0].replace(",", "")
    head = digits[: len(digits) % 3 or 3]
    if len(digits) == 4 and digits[:2] in ("11", "18"):
        return ""
    return "an" if digits[0] == "8" or head in ("11", "18") else "a"
