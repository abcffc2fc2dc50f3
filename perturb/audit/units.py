"""Numbers in their place: fractions with a slash, money and percent signs, cents, days of the month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .numerals import Phrase, key_of
from .text import MONTHS, Token

__all__ = ["BLANKS", "JOINTS", "Mention", "add_minor_units", "bare", "find_unit", "is_day", "join_fractions"]


@dataclass(slots=True)
class Mention:
    """A number in its place; `start` and `end` include what belongs to it, units not."""

    first: int
    last: int
    start: int
    end: int
    phrase: Phrase
    value: Fraction | None
    unit: str = ""
    swallowed: bool = False


_SYMBOLS = {"$": "dollar", "£": "pound", "€": "euro", "₹": "rupee", "¥": "yen", "₦": "naira", "₽": "rouble", "₩": "won"}
_CODES = {"rs": "rupee", "inr": "rupee", "usd": "dollar", "eur": "euro", "gbp": "pound", "ngn": "naira"}
_UNITS = {
    "percent": "%",
    "pct": "%",
    "dollar": "dollar",
    "buck": "dollar",
    "pound": "pound",
    "quid": "pound",
    "lb": "pound",
    "euro": "euro",
    "rupee": "rupee",
    "yen": "yen",
    "naira": "naira",
    "rouble": "rouble",
    "ruble": "rouble",
    "cent": "cent",
    "pence": "penny",
    "penny": "penny",
    "paise": "paisa",
    "paisa": "paisa",
} | _CODES
_UNITS |= {f"{word}s": unit for word, unit in _UNITS.items() if len(word) > 3}
_MINOR = {"cent": ("dollar", "euro"), "penny": ("pound",), "paisa": ("rupee",)}
_MONEY = frozenset(_SYMBOLS.values())
_NATIONS = frozenset(
    ("us", "u.s.", "u.s", "american", "canadian", "australian", "hong", "indian", "british", "egyptian")
)
BLANKS = frozenset((" ", "\u00a0", "\u202f"))
JOINTS = BLANKS | {"-", "‑", "\n", "\r\n"}


def bare(word: str) -> str:
    return word[:-2] if word.endswith("'s") else word


def join_fractions(text: str, mentions: list[Mention]) -> list[Mention]:
    """Put "3/4" together, and "2 1/2"."""
    out: list[Mention] = []
    for mention in mentions:
        previous = out[-1] if out else None
        value = mention.value
        if previous is None or previous.value is None or value is None or previous.phrase.others:
            out.append(mention)
            continue
        gap = text[previous.end : mention.start]
        slashed = gap in ("/", "⁄") and text[mention.end : mention.end + 1] != "/"
        small = 0 < value < 1000 and value.denominator == previous.value.denominator == 1
        if slashed and small and not (len(out) > 1 and text[previous.start - 1] == "/"):
            joined = previous.value / value
            whole = out[-2] if len(out) > 1 else None
            if joined < 1 and whole and whole.value is not None and text[whole.end : previous.start] == " ":
                if whole.value.denominator == 1 and whole.value < 100:
                    joined, previous = joined + whole.value, whole
                    out.pop()
            out[-1] = Mention(
                previous.first, mention.last, previous.start, mention.end, Phrase(key_of(joined), joined), joined
            )
            continue
        out.append(mention)
    return out


def find_unit(text: str, tokens: Sequence[Token], mention: Mention) -> None:
    """Find the percent sign or the money that a number counts, before it or after it."""
    mention.unit = _unit(text, tokens, mention)
    if mention.unit in _MONEY and mention.phrase.others and mention.phrase.key[-1:] in ("m", "b", "t"):
        millions = mention.phrase.others[-1][0]  # $5m are millions, not metres.
        mention.phrase = Phrase(millions, Fraction(millions))
        mention.value = mention.phrase.value


def _unit(text: str, tokens: Sequence[Token], mention: Mention) -> str:
    start, end = mention.start, mention.end
    after = text[end : end + 2]
    symbol = after[1:] if after[:1] in BLANKS else after[:1]
    if symbol in ("%", "¢"):
        return "%" if symbol == "%" else "cent"
    before = text[max(0, start - 2) : start].rstrip("-−")
    symbol = before[-2:-1] if before[-1:] in BLANKS else before[-1:]
    if symbol in _SYMBOLS:
        return _SYMBOLS[symbol]
    if mention.first and tokens[mention.first - 1].lower in _CODES:
        if text[tokens[mention.first - 1].end : start] in (" ", ".", ". ", "\u00a0"):
            return _CODES[tokens[mention.first - 1].lower]
    if after[:1] in _SYMBOLS:
        return _SYMBOLS[after[:1]]
    if tokens[mention.last].lower == f"{mention.phrase.key}p":
        return "penny"
    index = mention.last + 1
    if index >= len(tokens) or text[end : tokens[index].start] not in JOINTS:
        return ""
    word = tokens[index].lower
    if word in _NATIONS and index + 1 < len(tokens):
        index, word = index + 1, tokens[index + 1].lower
    if word == "per" and index + 1 < len(tokens) and tokens[index + 1].lower == "cent":
        return "%"
    return _UNITS.get(bare(word.rstrip("'")), "")


def add_minor_units(tokens: Sequence[Token], mentions: list[Mention]) -> list[Mention]:
    """Add the cents to the dollars: "one dollar and fifty cents" is 1.5."""
    out: list[Mention] = []
    for mention in mentions:
        majors = _MINOR.get(mention.unit)
        if majors and mention.value is not None:
            cents = mention.value / 100
            previous = out[-1] if out else None
            if previous and previous.unit in majors and previous.value is not None and cents < 1:
                between = {token.lower for token in tokens[previous.last + 1 : mention.first]}
                if all(word in _UNITS or word in _NATIONS or word in ("and", "kong") for word in between):
                    previous.value += cents
                    previous.phrase = Phrase(key_of(previous.value), previous.value)
                    continue
            mention.value, mention.phrase = cents, Phrase(key_of(cents), cents)
        elif mention.value is not None and 0 < mention.value < 1:
            mention.unit = next((minor for minor, big in _MINOR.items() if mention.unit in big), mention.unit)
        out.append(mention)
    return out


def is_day(text: str, tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether a number stands beside the name of a month: 5 May, May 5, 5 of May."""
    first, last = mention.first, mention.last
    if first and tokens[first - 1].lower.rstrip(".") in MONTHS and tokens[first - 1].text[0].isupper():
        return text[tokens[first - 1].end : mention.start] in (" ", ". ")
    following = last + 1
    if following + 1 < len(tokens) and tokens[following].lower == "of":
        following += 1
    if following < len(tokens) and tokens[following].lower in MONTHS and tokens[following].text[0].isupper():
        return text[tokens[following - 1].end : tokens[following].start] == " "
    return False
