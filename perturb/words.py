"""Words and grapheme borders of any text, by offsets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Word", "splits_grapheme", "tokens", "words"]

_TOKEN = re.compile(r"\S+")
# A run of letters; apostrophes and hyphens inside belong to it ("don't", "well-known", "O’Neill").
_WORD = re.compile(r"[^\W\d_]+(?:['’\-‐‑][^\W\d_]+)*")

_ZWJ = "\u200d"
# The non-joiner, the vowel AM of Thai and Lao, voicing marks of half width.
_JOINS_BEFORE = frozenset("\u200c\u0e33\u0eb3\uff9e\uff9f")
# The signs that Unicode calls prepended: they belong to the character behind them.
_JOINS_BEHIND = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd\U000111c2\U000111c3"
    "\U000113d1\U0001193f\U00011941\U00011a84\U00011a85\U00011a86\U00011a87\U00011a88\U00011a89\U00011d46\U00011f02"
)


class Word(NamedTuple):
    """A word or token with its place: `text[start:end] == string`."""

    start: int
    end: int
    string: str


def tokens(text: str) -> Iterator[Word]:
    """The tokens between white space, with punctuation."""
    for match in _TOKEN.finditer(text):
        yield Word(match.start(), match.end(), match.group())


def words(text: str) -> Iterator[Word]:
    """The words: letters with inner apostrophes and hyphens, without digits and outer punctuation.

    A run of letters that touches a digit or an underscore ("B12", "x_1") is no word.
    """
    for match in _WORD.finditer(text):
        start, end = match.span()
        if _touches_code(text, start - 1) or _touches_code(text, end):
            continue
        yield Word(start, end, match.group())


def splits_grapheme(text: str, position: int) -> bool:
    """Whether a cut at `position` would fall inside a user-perceived character.

    Covers what Unicode calls extended grapheme clusters as far as single code points decide it:
    combining marks, joiners, variation selectors, emoji modifiers and tags, flags, CR LF.
    """
    if position <= 0 or position >= len(text):
        return False
    left, right = text[position - 1], text[position]
    if left < "\u0300" and right < "\u0300":
        return left == "\r" and right == "\n"
    if left == _ZWJ or right == _ZWJ or right in _JOINS_BEFORE or left in _JOINS_BEHIND:
        return True
    # Cn: what this Python has no data for may be a mark of a later Unicode.
    if unicodedata.category(right) in ("Mn", "Me", "Mc", "Cn"):
        return True
    if "\U0001f3fb" <= right <= "\U0001f3ff" or "\U000e0020" <= right <= "\U000e007f":
        return True
    if _is_flag(left) and _is_flag(right):
        start = position
        while start > 0 and _is_flag(text[start - 1]):
            start -= 1
        return (position - start) % 2 == 1
    return _is_hangul_jamo(left) and _is_hangul_jamo(right)


def _touches_code(text: str, position: int) -> bool:
    return 0 <= position < len(text) and (text[position].isdigit() or text[position] == "_")


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_hangul_jamo(char: str) -> bool:
    return "\u1100" <= char <= "\u11ff"
