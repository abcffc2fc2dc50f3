"""Protected spans: pieces of text that only a perturbation of that very kind may touch.

A changed character in a URL, a version or a date is neither a typo nor another spelling of the same
value, so every other perturbation leaves these spans alone; `perturb` sees to it in one place.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

__all__ = ["KINDS", "Protected", "overlaps_protected", "protected_spans"]

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:1\d|20)\d\d"

# In order of precedence, these before those with digits: a span found by an earlier pattern is not looked into again.
_ADDRESSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("url", re.compile(r"\b(?:https?|ftp)://[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]}'’]", re.I)),
    ("url", re.compile(r"\bwww\.[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]}'’]", re.I)),
    ("email", re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    # A bare host or file name: letters, a dot, a known ending.
    (
        "url",
        re.compile(
            r"\b(?:[\w-]+\.)+(?:com|org|net|gov|edu|int|info|io|co|uk|in|de|fr|eu|us|ng|ke|za|au|ca|tv|me|pdf|html?|php)"
            r"\b(?:/[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]}'’])?",
            re.I,
        ),
    ),
    ("handle", re.compile(r"(?<![\w@#])[@#]\w+")),
)
_WITH_DIGITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ip", re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?!\w|\.\d)")),
    ("version", re.compile(r"(?<![\w.,])v?\d+(?:\.\d+){2,}(?:[-+][\w.]+)?\b", re.I)),
    ("version", re.compile(r"\bv\d+(?:\.\d+)*\b", re.I)),
    ("date", re.compile(r"(?<![\w.,/-])\d{4}-\d{1,2}-\d{1,2}(?:T[\d:.]+Z?)?(?![\w/-])")),
    ("date", re.compile(r"(?<![\w.,/-])\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})(?![\w/-])")),
    ("date", re.compile(rf"\b{_DAY}(?:\s+of)?\s+{_MONTH}(?:,?\s+{_YEAR}\b)?", re.I)),
    ("date", re.compile(rf"\b{_MONTH}\s+{_DAY}\b(?:,?\s+{_YEAR}\b)?", re.I)),
    ("date", re.compile(rf"\b{_MONTH},?\s+{_YEAR}\b", re.I)),
    ("time", re.compile(r"(?<![\w:.,])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?(?![\w:])", re.I)),
    ("time", re.compile(r"(?<![\w:.,])\d{1,2}(?:\.\d{2})?\s?[ap]\.?m\b\.?", re.I)),
    ("phone", re.compile(r"(?<![\w.,+-])\+\d{1,3}[\s-]?(?:\(\d+\)[\s-]?)?\d{1,4}(?:[\s-]\d{2,4}){1,4}(?![\w-])")),
    ("phone", re.compile(r"(?<![\w.,-])(?:\(\d{3}\)\s?|\d{3}-)\d{3}-\d{4}(?![\w-])")),
    ("citation", re.compile(r"\[\s?\d{1,4}(?:\s?[-,–]\s?\d{1,4})*\s?\]")),
    ("citation", re.compile(r"\b(?:doi|isbn|issn|pmid|arxiv)\s?:?\s?[\d./X-]*\d\S*", re.I)),
    ("identifier", re.compile(r"(?<![\w.,-])\d[GDKP]\b")),  # 5G, 3D, 4K, but not 5g or 20K
    # Letters and digits in one name: COVID-19, H1N1, B12, F-16, 4chan, 5G, MH370, A/HRC/47.
    (
        "identifier",
        re.compile(
            r"(?<![\w$£€.,-])(?![\d.,]+(?:st|nd|rd|th|s|bn|mn?|k|km|kg|cm|mm|mg|g|tn?|lb|ft|in|oz|ml|l|mph|kmh|hz"
            r"|[kmgt]b|[kmgt]?wh?|c|f|x|p|pc|hrs?|mins?|secs?|yrs?|ha|am|pm)\b)"
            r"(?=[\w/-]*[^\W\d_])(?=[\w/-]*\d)(?!\d+(?:[.,]\d+)*-[^\W\d_]{2,}(?:-[^\W\d_]+)*(?![\w/-]))"
            r"[^\W_]+(?:[-_/][^\W_]+)*(?![\w])",
            re.I,
        ),
    ),
)

KINDS: frozenset[str] = frozenset(kind for kind, _ in (*_ADDRESSES, *_WITH_DIGITS))
"""The kinds of protected span."""


_DIGIT = re.compile(r"\d")
_INNER_DOT = re.compile(r"\.\w")


class Protected(NamedTuple):
    """A protected span of a text."""

    start: int
    end: int
    kind: str


@lru_cache(maxsize=4096)
def protected_spans(text: str) -> tuple[Protected, ...]:
    """The protected spans of `text`, sorted and disjoint."""
    found: list[Protected] = []
    digits = _DIGIT.search(text) is not None
    marks = "@" in text or "#" in text
    dots = "." in text
    if not (digits or marks or dots or (not text.isascii() and any(map(str.isdigit, text)))):
        return ()
    # Most texts have nothing that could begin an address, and many no digit: no pattern then has to look.
    addresses = marks or "://" in text or (dots and _INNER_DOT.search(text) is not None) or "www." in text.lower()
    for kind, pattern in (*(_ADDRESSES if addresses else ()), *(_WITH_DIGITS if digits else ())):
        for match in pattern.finditer(text):
            start, end = match.span()
            if all(end <= other.start or other.end <= start for other in found):
                found.append(Protected(start, end, kind))
    return tuple(sorted(found))


def overlaps_protected(text: str, start: int, end: int, names_kinds: frozenset[str] = frozenset()) -> bool:
    """Whether an edit of `text[start:end]` would reach into a protected span of another kind.

    An insertion (`start == end`) at the border of a span does not reach into it.
    """
    spans = protected_spans(text)
    return bool(spans) and any(first < end and start < last and kind not in names_kinds for first, last, kind in spans)
