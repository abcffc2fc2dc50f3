"""Sentences of a text, by offsets; the splitter is sentencex (lossless, no model)."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["sentence_spans"]

_CJK_STOPS = "。！？｡"
_SURROGATES = re.compile("[\ud800-\udfff]")


@lru_cache(maxsize=8192)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the sentences of `text`, in order, disjoint, without outer white space.

    Everything between two spans is white space. Blank lines make no sentence of their own. Without white space
    a sentence ends only at a full stop of Chinese or Japanese: elsewhere what is glued on (a closing quote, the
    next word of "...and so on") belongs to it.
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
        if spans and spans[-1][1] == start and text[start - 1] not in _CJK_STOPS:
            start = spans.pop()[0]
        spans.append((start, end))
    return tuple(spans)
