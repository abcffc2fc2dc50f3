"""Atomic facts of evidence: the sentences of its answers, each with the question that it answers.

Ev²R asks a language model for atomic facts, each of which has to make sense by itself. Here a fact is a sentence of an
answer; what makes it whole is the question, whose words go along with it ("When did it open?" "In May."). A question
without an answer states nothing, and "No answer could be found" says that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from metricstress.language.passages import Evidence, Passage
from metricstress.language.sentences import sentence_spans

from ..metric import Text
from .terms import Terms, terms_of

__all__ = ["Fact", "facts_of", "passages_of"]

_BLOCK = re.compile(r"^(?=(?:question|q)\s*:)", re.I | re.M)
_HEADED = re.compile(r"\A(?:question|q)\s*:\s*(.*?)(?:\n\s*(?:answer|a)\s*:\s*(.*))?\Z", re.I | re.S)
_YES_NO = re.compile(r"\s*(?:yes|no)\b[.,;:!]+(?=\s)", re.I)
_WRAP = re.compile(r"(?<![.!?:;\s])[ \t]*\n[ \t]*(?=[a-z])")
_NO_ANSWER = re.compile(r"\W*no answers? could be found\b", re.I)


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """One fact.

    Attributes:
        text: The sentence.
        question: The question that it answers, or "".
        place: The number of its passage; facts of one passage stand together.
        own: What the sentence says.
        whole: What question and sentence say together.
    """

    text: str
    question: str
    place: int
    own: Terms
    whole: Terms


def facts_of(text: Text | None, *, questions_as_facts: bool = False) -> tuple[Fact, ...]:
    """The facts of a text or of passages, in order.

    Args:
        questions_as_facts: Whether a question whose answer is missing is a fact of its own. The paper's scorer, whose
            language model sees questions and answers as one text, comes nearer to that.
    """
    return _facts(passages_of(text), questions_as_facts)


def passages_of(text: Text | None) -> Evidence:
    """`text` as passages; a string with "Question:" and "Answer:" lines, as the authors write it, is taken apart."""
    if not text:
        return ()
    if not isinstance(text, str):
        return text
    found = []
    for block in _BLOCK.split(text):
        headed = _HEADED.match(block)
        if headed:
            found.append(Passage((headed[2] or "").strip(), headed[1].strip()))
        elif block.strip():
            found.append(Passage(block.strip()))
    return tuple(found)


@lru_cache(maxsize=512)
def _facts(evidence: Evidence, questions_as_facts: bool) -> tuple[Fact, ...]:
    found: list[Fact] = []
    for place, passage in enumerate(evidence):
        before = len(found)
        # A line that goes on with a small letter was wrapped; any other is the next answer, or the next item of a list.
        text = _WRAP.sub(" ", passage.text)
        for answer in text.split("\n") if passage.question else [text]:
            for sentence in _sentences(answer, asked=bool(passage.question)):
                if not _NO_ANSWER.match(sentence):
                    found += _fact(sentence, passage.question, place)
        if questions_as_facts and len(found) == before and passage.question:
            found += _fact(passage.question, "", place)
    return tuple(found)


def _sentences(answer: str, *, asked: bool) -> Iterator[str]:
    """The sentences of an answer; a "No." that its explanation follows is a statement by itself."""
    said = _YES_NO.match(answer) if asked else None
    if said:
        yield said[0]
        answer = answer[said.end() :]
    for start, end in sentence_spans(answer):
        yield answer[start:end]


def _fact(sentence: str, question: str, place: int) -> list[Fact]:
    own = terms_of(sentence)
    whole = terms_of(f"{question}\n{sentence}") if question else own
    return [Fact(sentence, question, place, own, whole)] if whole.order else []
