"""Slips of the hand, of a scanner and of the memory: `keyboard_typos`, `ocr` and `misspelling`.

The words that may carry a slip, and what a slip may look like, are those of `typos`: names, numbers, negations
and words of quantity or time stay as they are, the first letter is kept, and no result is an English word. Only
the ways to go wrong differ: the key beside, letters that look alike, spellings that people get wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ..edits import Edit
from ..perturbation import Group, Perturbation
from ..typos import eligible_words, is_typo
from .context import fixed_spans, is_fixed
from .misspellings import misspellings_of

__all__ = ["find_keyboard_slips", "find_misspellings", "find_ocr_errors", "keyboard_typos", "misspelling", "ocr"]

# The keys that touch a key of an English keyboard (QWERTY).
_KEYS_BESIDE = {
    "q": "wa", "w": "qase", "e": "wsdr", "r": "edft", "t": "rfgy", "y": "tghu", "u": "yhji", "i": "ujko", "o": "iklp",
    "p": "ol", "a": "qwsz", "s": "awedxz", "d": "serfcx", "f": "drtgvc", "g": "ftyhbv", "h": "gyujnb", "j": "huikmn",
    "k": "jiolm", "l": "kop", "z": "asx", "x": "zsdc", "c": "xdfv", "v": "cfgb", "b": "vghn", "n": "bhjm", "m": "njk",
}  # fmt: skip

# What a scanner takes for what. Letters only: with a digit in it a word would be an identifier.
_LOOK_ALIKE: dict[str, tuple[str, ...]] = {
    "rn": ("m",), "nn": ("rm",), "cl": ("d",), "vv": ("w",), "ri": ("n",), "ni": ("m",), "in": ("m",), "li": ("h",),
    "ii": ("u", "n"), "tt": ("it", "tl"), "fi": ("h",), "ll": ("il", "li"), "a": ("o", "u"), "b": ("h",),
    "c": ("e", "o"), "d": ("cl",), "e": ("c", "o"), "f": ("t",), "g": ("q", "y"), "h": ("b", "li"), "i": ("l", "j"),
    "k": ("lc",), "l": ("i", "t"), "m": ("rn", "nn"), "n": ("u", "ri"), "o": ("c", "e"), "q": ("g",),
    "t": ("l", "f"), "u": ("v", "ii"), "v": ("u", "y"), "w": ("vv",), "y": ("v",),
}  # fmt: skip

_Slip = Callable[[str, random.Random], str | None]


def find_keyboard_slips(text: str, rng: random.Random) -> Iterator[Group]:
    """One letter of each eligible word replaced by that of a key beside it."""
    return _find(text, rng, _keyboard_slip)


def find_ocr_errors(text: str, rng: random.Random) -> Iterator[Group]:
    """One letter, or two that stand together, of each eligible word taken for what looks like it."""
    return _find(text, rng, _ocr_error)


def find_misspellings(text: str, rng: random.Random) -> Iterator[Group]:
    """Each eligible word that people are known to misspell, or that has a spot where they usually err."""
    return _find(text, rng, _misspelling)


def _find(text: str, rng: random.Random, slip: _Slip) -> Iterator[Group]:
    fixed = fixed_spans(text)
    for word in eligible_words(text):
        new = slip(word.string, rng)
        if new is not None and not is_fixed(fixed, word.start):
            yield (Edit(word.start, word.end, word.string, new),)


def _keyboard_slip(word: str, rng: random.Random) -> str | None:
    places = len(word) - 1
    start, turn = divmod(int(rng.random() * places * 8), 8)
    for step in range(places):
        place = 1 + (start + step) % places
        keys = _KEYS_BESIDE[word[place]]
        for number in range(len(keys)):
            new = word[:place] + keys[(turn + number) % len(keys)] + word[place + 1 :]
            if is_typo(new, word):
                return new
    return None


def _ocr_error(word: str, rng: random.Random) -> str | None:
    places = len(word) - 1
    start, turn = divmod(int(rng.random() * places * 2), 2)
    for step in range(places):
        place = 1 + (start + step) % places
        for size in (2, 1):
            taken_for = _LOOK_ALIKE.get(word[place : place + size], ())
            for number in range(len(taken_for)):
                new = word[:place] + taken_for[(turn + number) % len(taken_for)] + word[place + size :]
                if is_typo(new, word):
                    return new
    return None


def _misspelling(word: str, rng: random.Random) -> str | None:
    known = misspellings_of(word)
    return rng.choice(known) if known else None


keyboard_typos = Perturbation(
    name="keyboard_typos",
    intent="preserving",
    summary="one letter a word is that of the key beside; numbers, negations and names stay",
    find_in_text=find_keyboard_slips,
    severity=0.1,
)

ocr = Perturbation(
    name="ocr",
    intent="preserving",
    summary="letters are taken for others of like shape, as scanners do; numbers, negations and names stay",
    find_in_text=find_ocr_errors,
    severity=0.1,
)

misspelling = Perturbation(
    name="misspelling",
    intent="preserving",
    summary="words are spelled as people often get them wrong; numbers, negations and names stay",
    find_in_text=find_misspellings,
    severity=0.1,
)
