"""`truncation` (altering): the evidence is cut off before its end, as by a window that is too short.

What is cut is a tail in reading order, in whole words: the last answer from its end, then its question, then
the answer before it. The first word of the first answer always stays.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from metricstress.language.closed_classes import COMPARISONS, FUNCTION_WORDS, MODALS
from metricstress.language.passages import Evidence

from ..edits import Edit, Field
from ..perturbation import Context, Group, NotApplicable, Perturbation
from ..protected import KINDS, protected_spans
from ..surface.context import fixed_spans, is_quantity
from ..words import Word, splits_grapheme, tokens

__all__ = ["find_tail_words", "truncation"]

_LETTERS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GRAMMAR = FUNCTION_WORDS | COMPARISONS | MODALS


class _Piece(NamedTuple):
    """Words that go together: mostly one, or the words of a date, a number or the like."""

    passage: int
    field: Field
    start: int  # Where the text before ends; the white space between goes with the words.
    end: int
    old: str


def find_tail_words(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """The words behind the first of an answer, from the last backwards: the first k groups are a tail.

    Args:
        evidence: What is cut.
        context: Its verdict; what was never enough cannot become less so.
        rng: Not used: the order is that of the text.

    Raises:
        NotApplicable: if the verdict is "Not Enough Evidence", or there is nothing behind the first word.
    """
    if context.verdict.strip().lower() == "not enough evidence":
        raise NotApplicable("verdict_nei")
    first = next((index for index, passage in enumerate(evidence) if passage.text.strip()), None)
    if first is None:
        raise NotApplicable("no_answer")
    pieces: list[_Piece] = list(_pieces(evidence[first].text, first, "text"))[1:]
    for index in range(first + 1, len(evidence)):
        pieces += _pieces(evidence[index].question, index, "question")
        pieces += _pieces(evidence[index].text, index, "text")
    pieces.reverse()
    # To cut off nothing but grammar takes nothing away, so the first group reaches back to a word that says something.
    least = next((number for number, piece in enumerate(pieces, 1) if _says_something(piece.old)), None)
    if least is None:
        raise NotApplicable("one_word")
    return [tuple(_edit(piece) for piece in pieces[:least]), *((_edit(piece),) for piece in pieces[least:])]


def _edit(piece: _Piece) -> Edit:
    return Edit(piece.start, piece.end, piece.old, "", passage=piece.passage, field=piece.field)


def _pieces(text: str, passage: int, field: Field) -> Iterator[_Piece]:
    """The words of `text` with the white space before them; the last one takes what is left of the text."""
    found = list(tokens(text))
    # What is one thing stays one: a date or another protected span, "No answer could be found.".
    whole = [*((span.start, span.end) for span in protected_spans(text)), *fixed_spans(text)]
    starts = [0, *(left.end for left, right in pairwise(found) if _may_part(text, left, right, whole))]
    if not found:
        return
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield _Piece(passage, field, start, end, text[start:end])


def _may_part(text: str, left: Word, right: Word, whole: Sequence[tuple[int, int]]) -> bool:
    """Whether the text may end behind `left`: within no grapheme, number or other whole."""
    if splits_grapheme(text, left.end):
        return False
    if any(start < left.end < end for start, end in whole):
        return False
    return not (is_quantity(left.string) and (is_quantity(right.string) or right.string[0] in "%°"))


def _says_something(text: str) -> bool:
    return any(word not in _GRAMMAR for word in _LETTERS.findall(text.lower()))


truncation = Perturbation(
    name="truncation",
    intent="altering",
    summary="cuts off the end of the evidence, in whole words and mostly in mid-sentence",
    find_in_evidence=find_tail_words,
    severity=0.2,
    names_kinds=KINDS,
    ordered=True,
    invariant="cut",
)
