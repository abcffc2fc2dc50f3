"""Text that got longer: is everything that is new put in between its sentences?"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["has_insertions_only"]

_WIDE_STOPS = "。！？｡．"
# The end of a sentence as a reader may see it, abbreviations included: whether one ends there is not for this check.
_BORDER = re.compile(
    r"(?<=[.!?…؟۔।॥‼⁇⁈⁉。！？｡．])[\"'”’»)\]*_>]*(?: ?\[[\d, –-]{1,12}\])*(\s+)"
    r"|\s*[\n\r\u2028\u2029\x85]\s*"
    rf"|(?<=[{_WIDE_STOPS}])(?=\S)"
)
_MOST_PLACES = 64


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences of `text`, and the white space before, between and behind them (one more)."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    sentences: list[str] = []
    gaps = [text[:start]]
    position = start
    for match in _BORDER.finditer(text, start, end):
        first = match.start(1) if match.group(1) else match.start()
        if first > position:
            sentences.append(text[position:first])
            gaps.append(text[first : match.end()])
            position = match.end()
    return (*sentences, text[position:end]), (*gaps, text[end:])


def has_insertions_only(text: str, longer: str) -> bool:
    """Whether `longer` is `text` to the byte, with pieces put in between its sentences, before or behind them."""
    if text == longer:
        return True
    if not text.strip():
        return False
    sentences, gaps = _sentences(text)
    # All places where the sentence before may end: a piece that was put in may repeat the text.
    ends = {0}
    for index, (sentence, gap) in enumerate(zip(sentences, gaps, strict=False)):
        places: set[int] = set()
        for end in ends:
            place = longer.find(sentence, end)
            while place >= 0 and len(places) < _MOST_PLACES:
                if _is_gap(longer, end, place, gap, at_start=index == 0):
                    places.add(place + len(sentence))
                place = longer.find(sentence, place + 1)
        ends = places
    return any(_is_gap(longer, end, len(longer), gaps[-1], at_end=True) for end in ends)


def _is_gap(text: str, start: int, end: int, gap: str, at_start: bool = False, at_end: bool = False) -> bool:
    """Whether `text[start:end]` is the gap, or the gap with a piece that touches no sentence."""
    piece = text[start:end]
    if piece == gap:
        return True
    if not piece.strip() or not (piece.startswith(gap) or piece.endswith(gap)):
        return False
    left = at_start or piece[0].isspace() or text[start - 1] in _WIDE_STOPS
    right = at_end or piece[-1].isspace() or piece[-1] in _WIDE_STOPS
    return left and right
