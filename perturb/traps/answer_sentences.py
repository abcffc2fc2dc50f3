"""The sentences of answers, for perturbations that put something before or behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from metricstress.language.passages import Evidence
from metricstress.language.sentences import sentence_spans

__all__ = ["Sentence", "answer_sentences", "is_bare_answer"]

_BARE = frozenset(("yes", "no", "true", "false", "no answer could be found", "unknown", "n/a"))
_LETTERS = re.compile(r"[^\W\d_]+")
_CLOSED = re.compile(r"[.!?…][\"'”’»)\]]*$")
# A full stop that may belong to the last word: U.S., J., Dr., No., etc.
_ABBREVIATED = re.compile(
    r"(?:\b[^\W\d_]|\b(?:[dm]rs?|ms|st|prof|gen|sen|rep|gov|no|nos|vs|etc|jr|sr|inc|ltd|co|corp|fig|al|approx|dept|est"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec))\.$",
    re.I,
)
# The splitter takes "No." for "number", and the short answer for a part of what explains it.
_SHORT_ANSWER = re.compile(r"(?:yes|no)[.!]\s+(?=[^\W\d_])", re.I)
_PAIRS = (("“", "”"), ("«", "»"), ("(", ")"), ("[", "]"))


class Sentence(NamedTuple):
    """A whole sentence of an answer, outside quotations and brackets.

    Attributes:
        passage: Index of the passage.
        start: Where it starts in the passage's text.
        end: Where it ends, its full stop and closing quote included.
        string: `text[start:end]`.
    """

    passage: int
    start: int
    end: int
    string: str


def is_bare_answer(text: str) -> bool:
    """Whether an answer says no more than yes, no, or that there is none."""
    return text.strip().rstrip(".!").strip().lower() in _BARE or not text.strip()


def answer_sentences(evidence: Evidence) -> Iterator[Sentence]:
    """The complete sentences of the answers (of the text, where there are no questions), in order.

    Left out: bare answers, a leading "Yes." or "No.", fragments of fewer than three words, what does not end with
    a mark, or with the full stop of an abbreviation, and all that stands within quotation marks or brackets.
    """
    for index, passage in enumerate(evidence):
        text = passage.text
        if is_bare_answer(text):
            continue
        position, depths, straight = 0, [0] * len(_PAIRS), 0
        previous_ends = True
        for start, end in sentence_spans(text):
            gap = text[position:start]
            answer = None if position else _SHORT_ANSWER.match(text, start, end)
            start = answer.end() if answer else start
            string = text[start:end]
            # A title on a line of its own needs no full stop.
            free = (previous_ends or "\n" in gap or "\r" in gap) and not straight % 2 and not any(depths)
            for place, (opening, closing) in enumerate(_PAIRS):
                depths[place] = max(0, depths[place] + string.count(opening) - string.count(closing))
            straight += string.count('"')
            position = end
            bare = is_bare_answer(string)
            previous_ends = bare or bool(_CLOSED.search(string) and not _ABBREVIATED.search(string))
            outside = free and not straight % 2 and not any(depths)
            if outside and previous_ends and not bare and len(_LETTERS.findall(string)) > 2:
                yield Sentence(index, start, end, string)
