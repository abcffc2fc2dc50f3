"""Words and grapheme borders of any text, by offsets."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Word", "may_split_grapheme", "splits_grapheme", "tokens", "words"]

_TOKEN = re.compile(r"\S+")
# A run of letters; apostrophes and hyphens inside belong to it ("don't", "well-known", "O’Neill").
_WORD = re.compile(r"[^\W\d_]+(?:['’\-‐‑][^\W\d_]+)*")

_FIRST_MARK = "\u0300"  # Below it, only CR LF is one character of several code points.
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


# The perturbations of one example ask for its few texts one after the other; later they are not asked for again.
_REMEMBERED = 256


@lru_cache(maxsize=_REMEMBERED)
def tokens(text: str) -> tuple[Word, ...]:
    """The tokens between white space, with punctuation."""
    return tuple([Word(*match.span(), match.group()) for match in _TOKEN.finditer(text)])


@lru_cache(maxsize=_REMEMBERED)
def words(text: str) -> tuple[Word, ...]:
    """The words: letters with inner apostrophes and hyphens, without digits and outer punctuation.

    A run of letters that touches a digit or an underscore ("B12", "x_1") is no word.
    """
    found: list[Word] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        if not ((start and _is_code(text[start - 1])) or (end < len(text) and _is_code(text[end]))):
            found.append(Word(start, end, match.group()))
    return tuple(found)


def may_split_grapheme(text: str) -> bool:
    """Whether `splits_grapheme` may be true anywhere in `text`; for plain text it need not be asked place by place."""
    return "\r" in text or not (text.isascii() or max(text) < _FIRST_MARK)


def splits_grapheme(text: str, position: int) -> bool:
    """Whether a cut at `position` would fall inside a user-perceived character.

    Covers what Unicode calls extended grapheme clusters as far as single code points decide it:
    combining marks, joiners, variation selectors, emoji modifiers and tags, flags, CR LF.
    """
    if position <= 0 or position >= len(text):
        return False
    left, right = text[position - 1], text[position]
    if left < _FIRST_MARK and right < _FIRST_MARK:
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


def _is_code(char: str) -> bool:
    return char == "_" or char.isdigit()


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_hangul_jamo(char: str) -> bool:
    return "\u1100" <= char <= "\u11ff"
