"""Where names stand in a text, by typed lists and rules: tokens, borders of names, listed names.

A mention counts only if it is the whole name. "Boston Globe" mentions no Boston, "Kenya Airways" no Kenya, "US-China"
neither of the two; "President Okoro", "Kenyan-born" and "pro-Nakamura" hold a mention each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from metricstress.language.closed_classes import COMPARISONS, FUNCTION_WORDS, MODALS, QUANTIFIERS, TEMPORALS
from metricstress.language.names import TITLES
from metricstress.language.organisations import INSTITUTION_WORDS, organisations
from metricstress.language.places import AMERICAN_AND_BRITISH, places

__all__ = [
    "GRAMMAR_WORDS",
    "Listed",
    "Token",
    "is_capitalised",
    "is_title",
    "listed_names",
    "name_tokens",
    "next_to",
    "opens_sentence",
    "stands_alone",
]

GRAMMAR_WORDS = (FUNCTION_WORDS | MODALS | QUANTIFIERS | COMPARISONS | TEMPORALS) - {"today"}
"""Words whose capital, beside a name, comes from the start of a sentence or a headline."""

_TOKEN = re.compile(
    r"([A-Z](?:\.[A-Z])+\.?(?!\w)"  # U.S., C.I.A
    r"|[^\W_]+(?:[-‐‑&][^\W_]+|['’](?![sS]\b)[^\W\d_]+)*)"  # O’Neill, Pfizer-BioNTech, COVID-19, AT&T
    r"(['’][sS]\b)?"
)
_ABBREVIATED = frozenset("Mr Mrs Ms Dr Prof Hon Rev Gen Lt Col Capt Sgt Maj Cmdr Sen Rep Gov St Jr Sr".split())
_SUFFIXES = frozenset("Jr Sr II III IV".split())
_HYPHENS = re.compile("[-‐‑]")
_SPACES = frozenset((" ", "\u00a0"))
_STOP_AND_SPACE = frozenset((". ", ".\u00a0"))
_GLUE = frozenset("@#/_&\\")
_STOPS = frozenset(".!?:;…\n\r。")
_OPENING = "\"'“”‘’([{*•-–—"
# Their names are often written without the capital, and then mean nothing else.
_WRITTEN_SMALL = frozenset(("social_network", "pharma"))
# "Audit of Kenya's accounts" speaks of Kenya, "Bank of Kenya" does not.
_HEADS = INSTITUTION_WORDS | frozenset(
    """
    Academies Battle Bishop Archbishop Archdiocese Cape Captain Cardinal Commonwealth Confederation Diocese Duchess
    Duke Earl Federation Fall Flag Friends Isle Isles Kingdom Lady Lord Maid Merchant Moors Port Prince Princess Rock
    Siege Strait Straits Sultan Voice Bible Gates Ladies
    """.split()
)


class Token(NamedTuple):
    """A word with its place; the possessive 's does not belong to it.

    Attributes:
        joined: Whether nothing but one blank parts it from the token before.
    """

    start: int
    end: int
    text: str
    joined: bool


class Listed(NamedTuple):
    """An occurrence of a name that stands in the typed lists: tokens `first` to `last`.

    Attributes:
        entry: Which name of its kind.
        form: Which form of that name, by position.
    """

    first: int
    last: int
    start: int
    end: int
    kind: str
    entry: int
    form: int


@lru_cache(maxsize=4096)
def name_tokens(text: str) -> tuple[Token, ...]:
    """The words of `text`. Of a compound with one capitalised part ("pro-Trump") only that part is a token."""
    found: list[Token] = []
    border, before = 0, ""
    for match in _TOKEN.finditer(text):
        word = match[1]
        start, end = match.span(1)
        close = match.end()
        if not word.isalnum() and ("-" in word or "‐" in word or "‑" in word):
            whole = end
            start, end = _capitalised_part(word, start, end)
            word = text[start:end]
            close = close if end == whole else end
        gap = start - border
        joined = (gap == 1 and text[border] in _SPACES) or (
            gap == 2 and text[border:start] in _STOP_AND_SPACE and (len(before) == 1 or before in _ABBREVIATED)
        )
        found.append(Token(start, end, word, joined))
        border, before = close, word
    return tuple(found)


def _capitalised_part(word: str, start: int, end: int) -> tuple[int, int]:
    parts = _HYPHENS.split(word)
    capitals = [index for index, part in enumerate(parts) if part[:1].isupper()]
    if word in TITLES or len(capitals) != 1 or not all(part.isalpha() for part in parts):
        return start, end
    start += sum(len(part) + 1 for part in parts[: capitals[0]])
    return start, start + len(parts[capitals[0]])


def is_capitalised(token: Token | None) -> bool:
    """Whether the token may belong to a name: a capital that grammar does not explain."""
    return token is not None and token.text[0].isupper() and token.text.lower() not in GRAMMAR_WORDS


def is_title(token: Token | None) -> bool:
    return token is not None and token.text in TITLES


def next_to(tokens: Sequence[Token], index: int, step: int) -> Token | None:
    """The token before (-1) or after (1), if one blank is all that parts them."""
    other = index + step
    if not 0 <= other < len(tokens):
        return None
    return tokens[other] if tokens[max(index, other)].joined else None


def opens_sentence(text: str, start: int) -> bool:
    """Whether a capital at `start` may come from the start of a sentence, a line or a quotation."""
    position = start - 1
    while position >= 0 and (text[position] in _OPENING or text[position].isspace()):
        if text[position] in '\n\r"“‘(':
            return True
        position -= 1
    return position < 0 or text[position] in _STOPS


def stands_alone(text: str, tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether tokens `first` to `last` are a name by themselves and no part of a longer one."""
    start, end = tokens[first].start, tokens[last].end
    if (start and text[start - 1] in _GLUE) or text[end : end + 1] in _GLUE - {""}:
        return False
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum() and not text[start:end].endswith("."):
        return False
    if text[end : end + 3] == " & " or text[max(0, start - 3) : start] == " & ":
        return False
    if _is_shouted(tokens, first, last):
        return False
    before, after = next_to(tokens, first, -1), next_to(tokens, last, 1)
    if before is not None:
        owner = last - first > 1 and text[before.end : before.end + 2] in ("'s", "’s")  # "Ruritania's Bureau of Mines"
        if is_capitalised(before) and not is_title(before) and not owner and not _is_place_or_acronym(before.text):
            return False
        if before.text in ("of", "for") and first > 1:
            head = next_to(tokens, first - 1, -1)
            if head is not None and head.text in _HEADS:
                return False
    if is_capitalised(after) and after is not None:
        if not is_title(after) and after.text not in _SUFFIXES:
            return False
        position = last + 1
        while position < len(tokens) and tokens[position].joined and is_capitalised(tokens[position]):
            if tokens[position].text in INSTITUTION_WORDS:
                return False
            position += 1
    return True


def _is_shouted(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether a word in capitals stands in a line of capitals, where "WHO" may be a pronoun."""
    if not tokens[first].text.isupper() or len(tokens[first].text) < 2:
        return False
    for index in (first - 1, last + 1):
        if 0 <= index < len(tokens):
            word = tokens[index].text
            if len(word) > 1 and word.isupper() and word.isalpha():
                if word.lower() in GRAMMAR_WORDS or len(word) > 4:
                    return True
    return False


def _is_place_or_acronym(word: str) -> bool:
    return (word.isupper() and 1 < len(word) < 6) or word in _place_words()


@cache
def _place_words() -> frozenset[str]:
    words = {form for kind in places().values() for place in kind for form in place if form}
    return frozenset(words | {form for pair in AMERICAN_AND_BRITISH for form in pair})


@cache
def _index() -> dict[str, tuple[tuple[str, str, int, int], ...]]:
    """First word of each listed name to the names that begin with it, the longest first."""
    rows: list[tuple[str, str, int, int]] = []
    for kind, entries in organisations().items():
        for entry, forms in enumerate(entries):
            rows += [(name, kind, entry, form) for form, names in enumerate(forms) for name in names]
            if kind in _WRITTEN_SMALL:
                rows += [(name.lower(), kind, entry, 0) for name in forms[0] if name.isalpha()]
    for kind, all_places in places().items():
        for entry, place in enumerate(all_places):
            rows += [(name, kind, entry, form) for form, name in enumerate(place) if name]
    for form, pair in enumerate(AMERICAN_AND_BRITISH):
        rows += [(name, "american_or_british", side, form) for side, name in enumerate(pair)]
    rows += [("Great Britain", "american_or_british", 1, 4)]
    index: dict[str, dict[str, tuple[str, str, int, int]]] = {}
    for row in rows:
        match = _TOKEN.match(row[0])
        assert match is not None
        index.setdefault(match.group(1), {}).setdefault(row[0], row)
    return {word: tuple(sorted(found.values(), key=lambda row: -len(row[0]))) for word, found in index.items()}


@lru_cache(maxsize=4096)
def listed_names(text: str) -> tuple[Listed, ...]:
    """The listed names in `text` that stand alone; a name within a longer listed one is none."""
    tokens, index = name_tokens(text), _index()
    found: list[Listed] = []
    position = 0
    while position < len(tokens):
        start = tokens[position].start
        step = 1
        for name, kind, entry, form in index.get(tokens[position].text, ()):
            end = start + len(name)
            if text.startswith(name, start) and not text[end : end + 1].isalnum():
                last = position
                while last + 1 < len(tokens) and tokens[last + 1].start < end:
                    last += 1
                if tokens[last].end > end or ("." in text[start:end] and tokens[last].end != end):
                    continue
                if stands_alone(text, tokens, position, last):
                    found.append(Listed(position, last, start, end, kind, entry, form))
                step = last - position + 1
                break
        position += step
    return tuple(found)
