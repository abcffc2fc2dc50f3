"""Sentences of a text, by offsets; the splitter is sentencex (lossless, no model)."""

from __future__ import annotations

import re
from functools import lru_cache

from .closed_classes import FUNCTION_WORDS

__all__ = ["sentence_spans"]

_CJK_STOPS = "。！？｡"
_SURROGATES = re.compile("[\ud800-\udfff]")
_GAP = re.compile(r"[ \t\u00a0]+")  # Across a line break nothing is put together again.
# The full stop of these is their own: something always follows them.
_GOES_ON = re.compile(r"(?<![\w.])(?:viz|cf|approx|et)\.$", re.I)
# These may also close a sentence, which then shows in how the next one begins.
_MAY_GO_ON = re.compile(r"(?<![\w.])(?:hrs|al|seq)\.$", re.I)
_SMALL = re.compile(r"[“‘\"'(\[]?[a-zà-öø-ÿ]")
_FIRST_WORD = re.compile(r"\W*([^\W\d_]+)")
_INNER_CAPITAL = re.compile(r"[^\W\d_]*[^\W\d_A-Z][A-Z]")


@lru_cache(maxsize=8192)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences of `text`, in order, disjoint, without outer white space.

    Everything between two spans is white space. Blank lines make no sentence of their own. Without white space
    a sentence ends only at a full stop of Chinese or Japanese: elsewhere what is glued on (a closing quote, the
    next word of "...and so on") belongs to it. Nor does one end at "cf." or "et seq.", or before a small letter
    if it began with a capital itself.
    """
    import sentencex

    # Its compiled part takes UTF-8 only, so a lone surrogate is passed as another single code point.
    readable = _SURROGATES.sub("\ufffd", text)
    spans: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries("en", readable):
        start, end = int(boundary["start_index"]), int(boundary["end_index"])
        piece = text[start:end]
        start += len(piece) - len(piece.lstrip())
        end -= len(piece) - len(piece.rstrip())
        if start >= end:
            continue
        glued = spans and spans[-1][1] == start and text[start - 1] not in _CJK_STOPS
        if spans and (glued or _goes_on(text, spans[-1], start)):
            start = spans.pop()[0]
        spans.append((start, end))
    return tuple(spans)


def _goes_on(text: str, before: tuple[int, int], start: int) -> bool:
    """Whether what begins at `start` is no sentence of its own but the rest of the one before."""
    first, end = before
    if not _GAP.fullmatch(text, end, start):
        return False
    tail = text[max(first, end - 8) : end]
    if _GOES_ON.search(tail):
        return True
    word = _FIRST_WORD.match(text, start)
    if _MAY_GO_ON.search(tail):
        return word is None or word.group(1).lower() not in FUNCTION_WORDS or word.group(1).islower()
    # Who writes without capitals at all does not tell where a sentence begins; "iPhones" may begin one.
    if not _SMALL.match(text, start) or _SMALL.match(text, first):
        return False
    return word is None or not _INNER_CAPITAL.match(word.group(1))
