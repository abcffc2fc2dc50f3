"""`whitespace`: a blank between words becomes two, a line break or a tab."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from metricstress.language.suggest import did_you_mean

from ..edits import Edit
from ..perturbation import Group, Perturbation
from .context import fixed_spans, is_abbreviation, is_fixed, is_quantity

__all__ = ["KINDS", "find_blanks", "plain_blanks", "whitespace"]

_NEW = {"double": "  ", "newline": "\n", "tab": "\t"}

KINDS: tuple[str, ...] = tuple(_NEW)
"""The kinds of changed blank."""

_TOKEN = re.compile(r"\S+")
_OPENING = "\"“‘'(["


def find_blanks(text: str, rng: random.Random, kind: str = "double") -> Iterator[Group]:
    """Every single blank of `text` between two words, but for those within numbers and behind abbreviations.

    Args:
        text: Any text.
        rng: Not used: there is nothing to choose.
        kind: `double` (the default), `newline` or `tab`.

    Raises:
        ValueError: if there is no such kind.
    """
    new = _NEW.get(kind)
    if new is None:
        raise ValueError(f"unknown kind of white space {kind!r}{did_you_mean(kind, KINDS)}")
    return _blanks(text, kind, new)


def _blanks(text: str, kind: str, new: str) -> Iterator[Group]:
    for place, left, right in plain_blanks(text):
        # A line break may not part a name, nor make what follows look like an item of a list.
        if kind == "newline" and (
            (left[-1].isalpha() and left.lstrip(_OPENING)[:1].isupper() and right.lstrip(_OPENING)[:1].isupper())
            or not right.lstrip(_OPENING)[:1].isalpha()
        ):
            continue
        yield (Edit(place, place + 1, " ", new),)


def plain_blanks(text: str) -> Iterator[tuple[int, str, str]]:
    """The places of the single blanks between two tokens that are no numbers, with these tokens."""
    fixed = fixed_spans(text)
    left, end, left_counts = "", -1, False
    for match in _TOKEN.finditer(text):
        right, start = match.group(), match.start()
        right_counts = is_quantity(right)
        single = left and start == end + 1 and text[end] == " "
        if single and not (left_counts or right_counts or is_abbreviation(left) or is_fixed(fixed, end)):
            yield end, left, right
        left, end, left_counts = right, match.end(), right_counts


whitespace = Perturbation(
    name="whitespace",
    intent="preserving",
    summary="blanks between words are doubled (or become line breaks or tabs)",
    find_in_text=find_blanks,
    severity=0.2,
    invariant="same_folded",
    kinds=KINDS,
)
