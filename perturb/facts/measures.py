"""Units of measure and money as they follow (or precede) a quantity, and how each form is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from .quantities import Quantity, find_quantities

__all__ = ["UNITS", "Measure", "Unit", "converted", "measure_of", "plural_of_next"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its words, abbreviations, dimension, size in the dimension's own base, and what may replace it.

    Attributes:
        words: Pairs of singular and plural; the first is British where spellings differ.
        short: Abbreviations; those at one place in two units have the same style ("min", "mins").
        others: Units of the same dimension that clearly differ in size and are used for like amounts.
    """

    dimension: str
    size: float
    words: tuple[tuple[str, str], ...]
    short: tuple[str, ...]
    others: tuple[str, ...]


def _unit(dimension: str, size: float, words: str, short: str, others: str) -> Unit:
    forms = words.split()
    pairs = tuple(zip(forms[::2], forms[1::2], strict=True))
    return Unit(dimension, size, pairs, tuple(short.split()), tuple(others.split()))


_DAY = 86_400.0
UNITS: dict[str, Unit] = {
    "second": _unit("time", 1, "second seconds", "sec secs", "minute hour"),
    "minute": _unit("time", 60, "minute minutes", "min mins", "hour second"),
    "hour": _unit("time", 3600, "hour hours", "hr hrs", "minute day"),
    "day": _unit("time", _DAY, "day days", "", "week month hour"),
    "week": _unit("time", 7 * _DAY, "week weeks", "", "month day"),
    "month": _unit("time", 30 * _DAY, "month months", "", "year week"),
    "year": _unit("time", 365 * _DAY, "year years", "", "month decade week"),
    "decade": _unit("time", 3650 * _DAY, "decade decades", "", "year century"),
    "century": _unit("time", 36500 * _DAY, "century centuries", "", "decade"),
    "millimetre": _unit("length", 0.001, "millimetre millimetres millimeter millimeters", "mm", "centimetre inch"),
    "centimetre": _unit("length", 0.01, "centimetre centimetres centimeter centimeters", "cm", "inch millimetre"),
    "inch": _unit("length", 0.0254, "inch inches", "in", "centimetre"),
    "foot": _unit("length", 0.3048, "foot feet", "ft", "metre"),
    "yard": _unit("length", 0.9144, "yard yards", "yd", "mile foot"),
    "metre": _unit("length", 1, "metre metres meter meters", "m", "foot kilometre"),
    "kilometre": _unit("length", 1000, "kilometre kilometres kilometer kilometers", "km", "mile metre"),
    "mile": _unit("length", 1609.3, "mile miles", "mi", "kilometre"),
    "microgram": _unit("mass", 1e-6, "microgram micrograms", "mcg", "milligram"),
    "milligram": _unit("mass", 1e-3, "milligram milligrams", "mg", "gram microgram"),
    "gram": _unit("mass", 1, "gram grams gramme grammes", "g", "kilogram ounce milligram"),
    "ounce": _unit("mass", 28.35, "ounce ounces", "oz", "gram pound"),
    "pound": _unit("mass", 453.6, "pound pounds", "lb lbs", "kilogram ounce"),
    "kilogram": _unit("mass", 1000, "kilogram kilograms kilogramme kilogrammes kilo kilos", "kg", "pound gram tonne"),
    "ton": _unit("mass", 907_000, "ton tons", "", "pound kilogram"),
    "tonne": _unit("mass", 1e6, "tonne tonnes", "", "kilogram"),
    "millilitre": _unit("volume", 0.001, "millilitre millilitres milliliter milliliters", "ml", "litre"),
    "pint": _unit("volume", 0.5, "pint pints", "", "gallon"),
    "litre": _unit("volume", 1, "litre litres liter liters", "l", "gallon millilitre"),
    "gallon": _unit("volume", 4, "gallon gallons", "", "litre pint"),
    "acre": _unit("area", 0.405, "acre acres", "", "hectare"),
    "hectare": _unit("area", 1, "hectare hectares", "ha", "acre"),
    "celsius": _unit("temperature", 1, "", "C °C °", "fahrenheit"),
    "fahrenheit": _unit("temperature", 0.55, "", "F °F °", "celsius"),
    "kilobyte": _unit("data", 1, "kilobyte kilobytes", "KB", "megabyte"),
    "megabyte": _unit("data", 1e3, "megabyte megabytes", "MB", "gigabyte kilobyte"),
    "gigabyte": _unit("data", 1e6, "gigabyte gigabytes", "GB", "megabyte terabyte"),
    "terabyte": _unit("data", 1e9, "terabyte terabytes", "TB", "gigabyte"),
    "kilowatt": _unit("power", 1, "kilowatt kilowatts", "kW", "megawatt"),
    "megawatt": _unit("power", 1e3, "megawatt megawatts", "MW", "gigawatt kilowatt"),
    "gigawatt": _unit("power", 1e6, "gigawatt gigawatts", "GW", "megawatt"),
    "kilowatt-hour": _unit("energy", 1, "kilowatt-hour kilowatt-hours", "kWh", "megawatt-hour"),
    "megawatt-hour": _unit("energy", 1e3, "megawatt-hour megawatt-hours", "MWh", "kilowatt-hour"),
    "km/h": _unit("speed", 1, "", "km/h kmh kph", "mph"),
    "mph": _unit("speed", 1.6, "", "mph mph mph", "km/h"),
    "dollar": _unit("money", 1, "dollar dollars", "$", "euro sterling"),
    "euro": _unit("money", 1.1, "euro euros", "€", "dollar"),
    "sterling": _unit("money", 1.3, "pound pounds", "£", "dollar euro"),
    "rupee": _unit("money", 0.012, "rupee rupees", "₹", "dollar euro"),
    "naira": _unit("money", 0.001, "naira naira", "₦", "dollar rupee"),
    "yen": _unit("money", 0.007, "yen yen", "¥", "dollar euro"),
    "shilling": _unit("money", 0.008, "shilling shillings", "", "dollar euro"),
}  # fmt: skip

_NOT_ALONE = frozenset(("", "in", "C", "F", "l", "g", "m", "°", "min", "sec"))
"""Abbreviations that are words or initials of their own behind a blank."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The unit of a quantity in its place.

    Attributes:
        unit: Its name in `UNITS`.
        start: Where its word, abbreviation or symbol begins.
        end: Where that ends.
        form: Which word or abbreviation it is: `singular`, `plural`, `short` or `symbol`.
        index: Which pair of words, or which abbreviation, of the unit.
    """

    unit: str
    start: int
    end: int
    form: str
    index: int


@cache
def _forms() -> tuple[dict[str, tuple[str, str, int]], re.Pattern[str]]:
    known: dict[str, tuple[str, str, int]] = {}
    for name, unit in UNITS.items():
        if name == "sterling":
            continue
        for index, (singular, plural) in enumerate(unit.words):
            known[plural] = (name, "plural", index)
            known[singular] = (name, "singular", index)
        for index, short in enumerate(unit.short):
            if unit.dimension != "money" and short != "°":
                known.setdefault(short, (name, "short", index))
    choices = "|".join(re.escape(form) for form in sorted(known, key=lambda form: (-len(form), form)))
    pattern = re.compile(
        rf"(?P<gap>[ \u00a0-]?)(?P<skip>(?:square|cubic|degrees|degree|(?:US|U\.S\.|American|Canadian|Australian))"
        rf"[ \u00a0-])?(?P<unit>{choices}|Celsius|Fahrenheit)(?![\w²³°]|['’]\w|/(?!h))"
    )
    return known, pattern


def measure_of(text: str, quantity: Quantity) -> Measure | None:
    """The unit of measure or the currency of a quantity; None if it has none that is known for certain."""
    if quantity.kind == "money" and quantity.start < quantity.first:
        name = "sterling" if quantity.unit == "pound" else quantity.unit
        sign = 1 if text[quantity.start] in "-−" else 0
        end = quantity.first
        while text[end - 1].isspace():
            end -= 1
        return Measure(name, quantity.start + sign, end, "symbol", 0) if name in UNITS else None
    if quantity.kind not in ("count", "money"):
        return None
    known, pattern = _forms()
    at = quantity.end if quantity.scale_text else quantity.last
    match = pattern.match(text, at)
    if match is None:
        return None
    word = match["unit"]
    if word in ("Celsius", "Fahrenheit"):
        return Measure(word.lower(), *match.span("unit"), "name", 0) if match["skip"] else None
    name, form, index = known[word]
    if form == "short" and (match["skip"] not in (None, "square ") or match["gap"] == "-"):
        return None
    if form == "short" and match["gap"] and word in _NOT_ALONE:
        return None
    start = match.start("unit")
    if UNITS[name].dimension == "money" and match["skip"]:
        start = match.start("skip")  # "US dollars" becomes "euros".
    if name == "pound":
        name = _which_pound(text, quantity, form)
        if not name:
            return None
    if form != "short" and name == "second" and quantity.total > 600 and form == "singular":
        return None
    return Measure(name, start, match.end("unit"), form, index)


_MONEY_CONTEXT = re.compile(
    r"£|\b(?:cost|costs|paid|pay|pays|price\w*|sterling|worth|salar\w+|budget|fined?|tax\w*|wage\w*|earn\w*|debt|spen[dt]\w*)\b",
    re.I,
)
_WEIGHT_CONTEXT = re.compile(
    r"\b(?:weigh\w*|weight|heav\w+|carr\w+|lift\w*|lost|lose|gain\w*|lbs?|ounces?|kilo\w*|tons?)\b", re.I
)


def _which_pound(text: str, quantity: Quantity, form: str) -> str:
    """Whether pounds are a weight or money; "" if that is open."""
    if form == "short":
        return "pound"
    near = text[max(0, quantity.start - 120) : quantity.end + 80]
    money, weight = bool(_MONEY_CONTEXT.search(near)) or quantity.scale > 1, bool(_WEIGHT_CONTEXT.search(near))
    if money == weight:
        return ""
    return "sterling" if money else "pound"


def plural_of_next(text: str, quantity: Quantity) -> tuple[int, int, str] | None:
    """Place and plural of the singular unit behind "1": in "1 week" of "week", "weeks"."""
    measure = measure_of(text, quantity)
    if measure is None or measure.form != "singular" or text[measure.start - 1] not in " \u00a0":
        return None
    plurals = dict(UNITS[measure.unit].words)
    word = text[measure.start : measure.end]
    if word not in plurals:
        return None
    return measure.start, measure.end, plurals[word]


_SAME_AGAIN = re.compile(
    r"[^().;:\n]{0,25}\((?:(?:about|around|roughly|approximately|some|over|nearly|almost|or|i\.e\.) )?"
)


def converted(text: str) -> frozenset[Quantity]:
    """The quantities that are given twice: "5 miles (8 km)", "seventy-five cents ($0.75)", "ten (10)".

    Neither can change alone, and the two forms together would have to be converted.
    """
    found: set[Quantity] = set()
    opening = 0
    for left, right in pairwise(find_quantities(text)):
        within = left in found and opening and ")" not in text[opening : right.start]
        if within:
            found.add(right)  # "(26 miles and 385 yards)"
        if not _SAME_AGAIN.fullmatch(text, left.end, right.start):
            continue
        mine, other = measure_of(text, left), measure_of(text, right)
        alike = mine and other and UNITS[mine.unit].dimension == UNITS[other.unit].dimension
        if alike or left.unit == "cent" or (left.total == right.total and left.in_words != right.in_words):
            found |= {left, right}
            opening = right.start
    return frozenset(found)
