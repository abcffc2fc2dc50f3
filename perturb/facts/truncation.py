"""`truncation` (altering): the evidence is cut off before its end, as by a window that is too short.

What is cut is a tail in reading order, in whole words: the last answer from its end, then its question, then
the answer before it. The first word of the first answer always stays, and a question goes as a whole, together with
the first word of its answer. Even the shortest cut loses content: a tail without which all is said is not cut.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from metricstress.language.closed_classes import (
    COMPARISONS,
    FUNCTION_WORDS,
    MODALS,
    is_negation,
    is_number_word,
)
from metricstress.language.passages import Evidence

from ..edits import Edit, Field
from ..perturbation import Context, Group, NotApplicable, Perturbation
from ..protected import KINDS, protected_spans
from ..surface.context import fixed_spans, is_quantity
from ..words import Word, splits_grapheme, tokens

__all__ = ["find_tail_words", "truncation"]

_LETTERS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GRAMMAR = FUNCTION_WORDS | COMPARISONS | MODALS
_FEWEST_CONTENT_WORDS, _LEAST_SHARE = 3, 0.1
"""So much a cut must take away, unless it takes a number, a name or a negation."""
_OPENS_SENTENCE = re.compile(r"(?:^|[.!?:;•\n][\"'”’)\]]*)[\s\"'“‘(\[*•–—-]*$")


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
        NotApplicable: if the verdict is "Not Enough Evidence", or there is nothing behind the first word, or nothing
            that says something new.
    """
    if context.verdict.strip().lower() == "not enough evidence":
        raise NotApplicable("verdict_nei")
    first = next((index for index, passage in enumerate(evidence) if passage.text.strip()), None)
    if first is None:
        raise NotApplicable("no_answer")
    kept, *own = _pieces(evidence[first].text, first, "text")
    cuts: list[tuple[_Piece, ...]] = [(piece,) for piece in own]
    for index in range(first + 1, len(evidence)):
        passage = evidence[index]
        # Half a question, or one without any answer, would be an orphan.
        asked = [_Piece(index, "question", 0, len(passage.question), passage.question)] if passage.question else []
        answer = list(_pieces(passage.text, index, "text"))
        if opening := (*asked, *answer[:1]):
            cuts.append(opening)
        cuts += [(piece,) for piece in answer[1:]]
    cuts.reverse()
    least = _least(evidence, first, kept, cuts)
    if least is None:
        raise NotApplicable("one_word" if not cuts else "nothing_lost")
    edits = [tuple(_edit(piece) for piece in cut) for cut in cuts]
    return [tuple(edit for cut in edits[:least] for edit in cut), *edits[least:]]


def _least(evidence: Evidence, first: int, kept: _Piece, cuts: Sequence[tuple[_Piece, ...]]) -> int | None:
    """How many of the cuts it takes until content is lost: words that say something and stand nowhere in the rest."""
    rest: Counter[str] = Counter()
    for index in range(first + 1):
        rest.update(_words(evidence[index].question))
    rest.update(_words(kept.old))
    for cut in cuts:
        for piece in cut:
            rest.update(_words(piece.old))
    total, gone = rest.total(), 0
    lost: set[str] = set()
    for number, cut in enumerate(cuts, 1):
        for piece in cut:
            words = _words(piece.old)
            gone += len(words)
            rest.subtract(words)
            lost.update(word for word in words if not rest[word] and word not in _GRAMMAR)
            if any(not rest[word] for word in words if _weighs(word) or word in _names(evidence, piece)):
                return number
        if len(lost) >= _FEWEST_CONTENT_WORDS and gone >= _LEAST_SHARE * total:
            return number
    return None


def _words(text: str) -> list[str]:
    return [match.lower().replace("’", "'") for match in _LETTERS.findall(text)]


def _weighs(word: str) -> bool:
    """Whether the word is a number or a negation."""
    return is_negation(word) or word[0].isdigit() or (word != "one" and is_number_word(word))


def _names(evidence: Evidence, piece: _Piece) -> set[str]:
    """The words of a piece of an answer that are written like names, other than for opening a sentence."""
    if piece.field == "question":
        return set()
    text = evidence[piece.passage].text
    return {
        match.group().lower().replace("’", "'")
        for match in _LETTERS.finditer(text, piece.start, piece.end)
        if match.group()[0].isupper()
        and match.group() != "I"
        and not _OPENS_SENTENCE.search(text, max(0, match.start() - 20), match.start())
    }


def _edit(piece: _Piece) -> Edit:
    return Edit(piece.start, piece.end, piece.old, "", passage=piece.passage, field=piece.field)


def _pieces(text: str, passage: int, field: Field) -> Iterator[_Piece]:
    """The words of `text` with the white space before them; the last one takes what is left of the text."""
    found = tokens(text)
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
