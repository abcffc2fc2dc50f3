"""Word lists for quantities: currencies, scales, units written onto digits, and nouns that decide a reading."""

from __future__ import annotations

from ..number_context import MONTHS, word_set

__all__ = [
    "CURRENCY_NOUNS",
    "CURRENCY_SYMBOLS",
    "NOT_BEHIND",
    "NO_ORDINAL_NOUNS",
    "ORDINALS_IN_WORDS",
    "SHORT_SCALES",
    "UNIT_SUFFIXES",
    "YEARLIKE_NOUNS",
]

CURRENCY_SYMBOLS: dict[str, str] = {
    "$": "dollar", "US$": "dollar", "A$": "dollar", "AU$": "dollar", "C$": "dollar", "CA$": "dollar", "NZ$": "dollar",
    "HK$": "dollar", "CAN$": "dollar", "£": "pound", "€": "euro", "₹": "rupee", "RS": "rupee", "₦": "naira", "¥": "yen",
    "KSH": "shilling", "KES": "shilling", "USD": "dollar", "EUR": "euro", "GBP": "pound", "INR": "rupee",
    "NGN": "naira",
}  # fmt: skip
"""What stands before a sum (upper case, without dot and blank), and the currency it names."""

CURRENCY_NOUNS: dict[str, str] = {
    "dollars": "dollar", "dollar": "dollar", "euros": "euro", "euro": "euro", "rupees": "rupee", "rupee": "rupee",
    "naira": "naira", "yen": "yen", "shillings": "shilling", "cents": "cent", "pence": "penny",
}  # fmt: skip
"""What stands behind a sum. Pounds are left out: they may be a weight."""

SHORT_SCALES: dict[str, str] = {
    "k": "thousand", "m": "million", "mn": "million", "b": "billion", "bn": "billion", "tn": "trillion",
}  # fmt: skip

UNIT_SUFFIXES = (
    r"km²|km2|km/h|km|kg|cm|mm|mg|µg|μg|mcg|lbs?|ft|mph|kmh|kWh|MWh|GWh|TWh|kW|MW|GW|TW|GB|MB|TB|KB|Hz|kHz|MHz|GHz"
    r"|ml|mL|°C|°F|°|C|F|g|p|in|oz|hrs?|mins?|secs?|yrs?"
)
"""Units as they are written onto the digits: "5km"."""

NOT_BEHIND = word_set("half halves third thirds quarter quarters fold noon midnight o'clock o’clock st") | (
    MONTHS - {"may", "mar", "sep", "dec", "march"}
)
"""Behind these a number is a fraction, a time or a day."""

YEARLIKE_NOUNS = word_set(
    """
    people persons men women children voters votes deaths cases doses patients students workers soldiers troops jobs
    homes houses shops schools hospitals kilometres kilometers km miles metres meters feet kg kilograms tonnes tons
    pounds litres liters acres hectares calories calorie kcal degrees hours days percent dollars euros rupees naira
    participants respondents members residents refugees migrants beds seats copies pages words
    """
)
"""Nouns that make a quantity of four digits that could be a year."""

ORDINALS_IN_WORDS: dict[str, int] = {
    word: value
    for value, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1)
}

NO_ORDINAL_NOUNS = word_set(
    """
    half halves party parties person persons hand hands nature world class thought thoughts opinion opinions language
    languages home homes place amendment degree trimester quarter quarters term of in to and or for on is was are were
    the a an if that which by as at with from it he she they we you i but so not thing issue point reason part one ones
    look chance floor gear string estate sector sex rail base cousin cousins lieutenant officer grade grader graders
    century
    """
)
"""Behind these an ordinal in words is part of a set phrase, or stands for a noun of its own."""
