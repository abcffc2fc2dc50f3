"""The auditor's check of surface noise: the same words once case, letter shapes, punctuation and blanks are folded."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from metricstress.language.passages import Evidence

from .dates import FULL_MONTHS, fold_dates, split_at_dates
from .findings import Finding, difference, texts_of
from .numerals import numeral
from .reading import read
from .text import BARE_NT, read_negations, tokenize

__all__ = ["check_same_folded", "folded_words"]

# Capital and small letters have tables of their own: the capital of Greek "ν" looks like N, the letter itself like v.
_LOOK_ALIKE = str.maketrans(
    # Cyrillic, then Greek, capital and small; each string over the letters it is taken for.
    "АВЕЅІЈКМНОРСТУХԌԚԜҮ" + "аеѕіјкорсухһԁԛԝүвнмтгп" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αογνιρκτυχωεηϲϳ" + "ıɑɡƖǀ",
    "ABESIJKMHOPCTYXGQWY" + "aesijkopcyxhdqwybhmtrn" + "ABEZHIKMNOPTYX" + "aoyviPktuxwencj".lower() + "iagll",
)
_MARKS = str.maketrans(
    dict.fromkeys("’‘ʼ`´ʹ′＇‛ˈ", "'") | dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-") | {"∕": "/", "⁄": "/", "‚": ",", "٬": ","}
)
_WORD = re.compile(r"-?\d+(?:[.,]\d+)*[^\W_]*|-?\.\d+[^\W_]*|[^\W_]+(?:'[^\W\d_]+)*|[%‰$£€¥₹₦₽₩¢°]")
_ACRONYM = re.compile(r"(?<![\w.])(?:[^\W\d_]\.){1,6}[^\W\d_](?![\w'])")
_SPACED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:\s\d{3})+(?![\d,]|\.\d)")
_NOT_MINUS = re.compile(r"(?<![\s(\[$£€])-(?=\d)|-(?![\d.])|(?<=\d)-")
_OTHER_WORDS = frozenset("we're we'll i'll he'll she'll we'd she'd i'd it's who're".split())
"""Contractions that without their apostrophe are another word: were, well, ill, its."""


def check_same_folded(before: Evidence, after: Evidence) -> Iterator[Finding]:
    """Judge a change of the surface: no word may be lost or new, no number may change its value."""
    if len(before) != len(after):
        yield Finding("passages", f"{len(before)} passages became {len(after)}")
        return
    gone: Counter[str] = Counter()
    new: Counter[str] = Counter()
    moved = False
    for passage, other in zip(before, after, strict=True):
        for old_text, new_text in ((passage.question, other.question), (passage.text, other.text)):
            if old_text == new_text:
                continue
            words, new_words = _pair(old_text, new_text)
            lost, come = Counter(words) - Counter(new_words), Counter(new_words) - Counter(words)
            gone += lost
            new += come
            moved = moved or (words != new_words and not lost and not come)
    names = {name.casefold() for text in texts_of(before) for name in read(text).names.sure}
    for kind in ("number", "negation", "name", "words"):
        sides = [
            Counter({word: count for word, count in side.items() if _kind(word, names) == kind}) for side in (gone, new)
        ]
        yield from difference(kind, *sides)
    if moved:
        yield Finding("order", "the words stand in another order")


def _kind(word: str, names: set[str]) -> str:
    if not word[0].isalpha() or ":" in word:
        return "number"
    if read_negations(word, tokenize(word)) or word in BARE_NT:
        return "negation"
    return "name" if word in names else "words"


def _pair(before: str, after: str) -> tuple[Sequence[str], Sequence[str]]:
    """The folded words of both, look-alike letters taken for themselves if that makes the two equal."""
    for look_alike in (False, True):
        old, new = folded_words(before, look_alike), folded_words(after, look_alike)
        if old == new:
            return old, new
    dated, new_dated = fold_dates(old, new)
    return _with_apostrophes(new_dated, dated), _with_apostrophes(dated, new_dated)


def _with_apostrophes(old: Sequence[str], new: Sequence[str]) -> Sequence[str]:
    """`new` with the apostrophes of `old` that it lacks: dont for don't, but not were for we're."""
    bare = {word.replace("'", ""): word for word in old if "'" in word and word not in _OTHER_WORDS}
    missing = Counter(old) - Counter(new)
    out: list[str] = []
    for word in new:
        whole = bare.get(word, "")
        if whole and missing[whole] > 0:
            missing[whole] -= 1
            word = whole
        out.append(word)
    return out


@lru_cache(maxsize=4096)
def folded_words(text: str, look_alike: bool = False) -> tuple[str, ...]:
    """The words of `text` without what surface noise may change; numbers as their values, dates as one word."""
    if look_alike:
        text = text.translate(_LOOK_ALIKE)
    text = unicodedata.normalize("NFKC", text).translate(_MARKS)
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    text = unicodedata.normalize("NFKC", text.casefold())
    words: list[str] = []
    for piece, date in split_at_dates(text):
        piece = _ACRONYM.sub(lambda match: match.group().replace(".", ""), piece)
        piece = _NOT_MINUS.sub(" ", _SPACED.sub(lambda match: "".join(match.group().split()), piece))
        words += map(_value, _WORD.findall(piece))
        words += date
    return tuple(words)


def _value(word: str) -> str:
    """A number by its value, so that 1,250 is 1250; a month by its full name; any other word as it is."""
    digits = word.lstrip("-")
    if not digits[0].isdecimal():
        return FULL_MONTHS.get(word, word)
    keys = [phrase.key for phrase in numeral(digits)]
    sign = "-" if digits != word else ""
    return sign + (keys[0] if len(keys) == 1 else digits)
