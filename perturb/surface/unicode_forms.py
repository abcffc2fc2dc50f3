"""`unicode_variants` and `homoglyphs`: the same text to a reader, other code points to a program.

A *variant* is another encoding of the same characters: typographic or typewriter quotes and dashes, blanks that do
not break, letters with their accent apart, full-width letters, ligatures. All but the quotes and dashes are equal
under the normal form NFKC. A *homoglyph* is a letter of another script that looks alike, and equal to nothing.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

from metricstress.language.suggest import did_you_mean

from ..edits import Edit
from ..perturbation import Group, Perturbation
from ..typos import eligible_words
from .context import fixed_spans, is_fixed
from .whitespace import plain_blanks

__all__ = ["HOMOGLYPHS", "KINDS", "find_homoglyphs", "find_variants", "homoglyphs", "unicode_variants"]

HOMOGLYPHS: dict[str, str] = {
    "a": "\u0430", "c": "\u0441", "d": "\u0501", "e": "\u0435", "h": "\u04bb", "i": "\u0456", "j": "\u0458",
    "o": "\u043e", "p": "\u0440", "q": "\u051b", "s": "\u0455", "v": "\u03bd", "w": "\u051d", "x": "\u0445",
    "y": "\u0443",
}  # fmt: skip
"""Small Latin letters and their look-alikes: all Cyrillic but for "v", which is a Greek nu."""

_TO_HOMOGLYPH = str.maketrans(HOMOGLYPHS)
_TO_FULLWIDTH = {code: code + 0xFEE0 for code in (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))}
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "fi": "ﬁ", "fl": "ﬂ", "ff": "ﬀ"}

# A pair on one line whose first mark opens a word and whose second closes one; inches (5") open none.
_STRAIGHT_PAIR = re.compile(r"(?<![^\s(\[])\"(?=[^\s\"])[^\"“”\n\r]*(?<=[^\s\"])\"(?!\w)")
_CURLY_PAIR = re.compile(r"“[^\"“”\n\r]*”")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
# Between words only: between numbers a dash may be a minus or "to".
_DASH = re.compile(r"(?<=[^\W\d_] |[,;.!?)\"”%] )[-–—](?= [^\W\d_(\"“])")
_BLANK_AND_UNIT = re.compile(r"(?<=\d) (?=[^\W\d_])")
_LIGATURE = re.compile("|".join(_LIGATURES))
_COMPOSED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")
_DECOMPOSED = re.compile(r"[A-Za-z][\u0300-\u036f]+")


def find_variants(text: str, rng: random.Random, kind: str = "mixed") -> Iterator[Group]:
    """Every place of `text` where the same characters can be encoded in another way.

    Args:
        text: Any text.
        rng: Not used: each place has one other form.
        kind: `mixed` (quotes, dashes, nbsp and decomposed together; the default), `quotes` (straight ones become
            curly and curly ones straight), `dashes` (a hyphen between blanks becomes an en dash, and the other way),
            `nbsp` (a blank becomes one that does not break the line), `decomposed` (a letter and its accent become
            two code points, and the other way), `fullwidth` (letters of East Asian width), `ligatures` (fi, ff, ...).

    Raises:
        ValueError: if there is no such kind.
    """
    if kind not in _FINDERS:
        raise ValueError(f"unknown kind of variant {kind!r}{did_you_mean(kind, KINDS)}")
    fixed = fixed_spans(text)
    return (group for finder in _FINDERS[kind] for group in finder(text) if not is_fixed(fixed, group[0].start))


def find_homoglyphs(text: str, rng: random.Random) -> Iterator[Group]:
    """Every plain lower-case word of four letters or more, its letters replaced by those that look alike.

    Args:
        text: Any text.
        rng: Not used: all letters of the word that have a look-alike get it.
    """
    fixed = fixed_spans(text)
    for start, end, word in eligible_words(text):
        new = word.translate(_TO_HOMOGLYPH)
        if new != word and not is_fixed(fixed, start):
            yield (Edit(start, end, word, new),)


def _quotes(text: str) -> Iterator[Group]:
    for pattern, opening, closing in ((_STRAIGHT_PAIR, "“", "”"), (_CURLY_PAIR, '"', '"')):
        for match in pattern.finditer(text):
            start, end = match.span()
            yield (Edit(start, start + 1, text[start], opening), Edit(end - 1, end, text[end - 1], closing))
    for match in _APOSTROPHE.finditer(text):
        yield _at(match, "’" if match.group() == "'" else "'")


def _dashes(text: str) -> Iterator[Group]:
    for match in _DASH.finditer(text):
        yield _at(match, "–" if match.group() == "-" else "-")


def _nbsp(text: str) -> Iterator[Group]:
    for place, left, right in plain_blanks(text):
        # A dash between blanks is a place of its own.
        if left not in "-–—" and right not in "-–—":
            yield (Edit(place, place + 1, " ", "\u00a0"),)
    for match in _BLANK_AND_UNIT.finditer(text):
        yield _at(match, "\u00a0")


def _decomposed(text: str) -> Iterator[Group]:
    for match in _COMPOSED.finditer(text):
        apart = unicodedata.normalize("NFD", match.group())
        if len(apart) > 1 and unicodedata.normalize("NFC", apart) == match.group():
            yield _at(match, apart)
    for match in _DECOMPOSED.finditer(text):
        whole = unicodedata.normalize("NFC", match.group())
        if len(whole) == 1 and unicodedata.normalize("NFD", whole) == match.group():
            yield _at(match, whole)


def _fullwidth(text: str) -> Iterator[Group]:
    for start, end, word in eligible_words(text):
        yield (Edit(start, end, word, word.translate(_TO_FULLWIDTH)),)


def _ligatures(text: str) -> Iterator[Group]:
    for start, _, word in eligible_words(text):
        for match in _LIGATURE.finditer(word):
            place = start + match.start()
            yield (Edit(place, place + len(match.group()), match.group(), _LIGATURES[match.group()]),)


def _at(match: re.Match[str], new: str) -> Group:
    return (Edit(match.start(), match.end(), match.group(), new),)


_Finder = Callable[[str], Iterator[Group]]
_FINDERS: dict[str, tuple[_Finder, ...]] = {
    "mixed": (_quotes, _dashes, _nbsp, _decomposed),
    "quotes": (_quotes,),
    "dashes": (_dashes,),
    "nbsp": (_nbsp,),
    "decomposed": (_decomposed,),
    "fullwidth": (_fullwidth,),
    "ligatures": (_ligatures,),
}

KINDS: tuple[str, ...] = tuple(_FINDERS)
"""The kinds of variant."""

unicode_variants = Perturbation(
    name="unicode_variants",
    intent="preserving",
    summary="other code points for the same quotes, dashes, blanks and letters",
    find_in_text=find_variants,
    severity=0.5,
    invariant="same_folded",
    kinds=KINDS,
)

homoglyphs = Perturbation(
    name="homoglyphs",
    intent="preserving",
    summary="words in letters of other scripts that look alike; numbers, negations and names stay",
    find_in_text=find_homoglyphs,
    severity=0.1,
    invariant="same_folded",
)
