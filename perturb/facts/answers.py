"""The sentences of the answers, as tokens: what the perturbations of predicates and circumstances look at.

They change what an answer *asserts*, so they look at `passage.text` alone: never at a question, never at the
"Yes" or "No" that leads an answer, and never at the standing "No answer could be found.".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from metricstress.language.passages import Evidence
from metricstress.language.sentences import sentence_spans

from ..edits import Edit
from ..perturbation import Group, is_allowed

__all__ = ["Sentence", "SentenceFinder", "Token", "answer_sentences", "groups_in_answers"]

_TOKEN = re.compile(
    r"[A-Z](?:\.[A-Z])+\b\.?"  # U.S.
    r"|\d+(?:[.,:]\d+)*\w*(?:[-‐‑/]\w+)*%?"  # 1,250.5, 21st, 10-year, 15%
    r"|\w+(?:['’\-‐‑]\w+)*"  # words; don't, well-known, COVID-19
    r"|\S"
)
# A line that ends like a sentence, or is followed by what begins like one, is a line of its own.
_LINE_BORDER = re.compile(r"(?<=[.!?:;”\"')])[ \t\r]*\n+\s*|\n\s*\n\s*|\n\s*(?=[A-Z“\"'\d•*\-–])")
_LEADS = frozenset({"yes", "no", "nope", "true", "false", "correct", "incorrect", "unclear", "maybe"})
_NO_ANSWER = ["no", "answer", "could", "be", "found"]
_LONGEST = 120  # Tokens; what is longer is a list or a table rather than a sentence.


class Token(NamedTuple):
    """A word, a number or one other character; `lower` has straight apostrophes and no capitals."""

    start: int
    end: int
    text: str
    lower: str

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()

    @property
    def is_name(self) -> bool:
        """Whether it is written with a capital (which at the start of a sentence tells nothing)."""
        return self.text[0].isupper()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer, in coordinates of its own text.

    Attributes:
        text: The sentence.
        tokens: Its tokens, without a leading "Yes." or "No,".
        end: The mark that closes it, or "".
    """

    text: str
    tokens: tuple[Token, ...]
    end: str

    def lower(self, index: int) -> str:
        """The token at `index` in lower case, or "" where there is none."""
        return self.tokens[index].lower if 0 <= index < len(self.tokens) else ""

    def words_after(self, index: int, count: int) -> tuple[str, ...]:
        """Up to `count` tokens behind `index`, in lower case."""
        return tuple(token.lower for token in self.tokens[index + 1 : index + 1 + count])

    def joined(self, first: int, last: int) -> bool:
        """Whether the tokens from `first` to `last` stand on one line, a blank apart."""
        pairs = zip(self.tokens[first:last], self.tokens[first + 1 : last + 1], strict=True)
        return first >= 0 and last < len(self.tokens) and all(self.text[a.end : b.start] == " " for a, b in pairs)

    def edit(self, first: int, last: int, new: str) -> Edit:
        """The edit that puts `new` in the place of the tokens from `first` to `last`."""
        start, end = self.tokens[first].start, self.tokens[last].end
        return Edit(start, end, self.text[start:end], new)


SentenceFinder: TypeAlias = Callable[[Sentence], Iterable[Group]]
"""Given a sentence: its facts, as groups of edits in coordinates of the sentence."""


@lru_cache(maxsize=2048)
def answer_sentences(text: str) -> tuple[tuple[int, Sentence], ...]:
    """The sentences of an answer with the places where they begin."""
    return tuple(_read(text))


def groups_in_answers(evidence: Evidence, find: SentenceFinder) -> list[Group]:
    """The facts that `find` sees in the answers; a sentence that stands in them twice is one fact."""
    found: dict[str, list[Group]] = {}
    placed: dict[tuple[str, int], list[Edit]] = {}
    barred: set[tuple[str, int]] = set()
    for index, passage in enumerate(evidence):
        for offset, sentence in answer_sentences(passage.text):
            if sentence.text not in found:
                found[sentence.text] = list(find(sentence))
            for number, group in enumerate(found[sentence.text]):
                here = tuple(
                    replace(edit, start=edit.start + offset, end=edit.end + offset, passage=index) for edit in group
                )
                key = (sentence.text, number)
                if not is_allowed(passage.text, here):
                    barred.add(key)
                placed.setdefault(key, []).extend(here)
    return [tuple(edits) for key, edits in placed.items() if key not in barred]


def _read(text: str) -> Iterator[tuple[int, Sentence]]:
    for start, end in sentence_spans(text):
        for first, last in _lines(text, start, end):
            line = text[first:last]
            tokens = [
                Token(match.start(), match.end(), match.group(), match.group().lower().replace("’", "'"))
                for match in _TOKEN.finditer(line)
            ]
            tokens = tokens[_lead(tokens) :]
            if tokens and len(tokens) <= _LONGEST and [token.lower for token in tokens[:5]] != _NO_ANSWER:
                yield first, Sentence(line, tuple(tokens), _end(line))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The splitter joins headings, list items and answers on lines of their own; a wrapped line stays one."""
    position = start
    for match in _LINE_BORDER.finditer(text, start, end):
        if match.start() > position:
            yield position, match.start()
        position = match.end()
    if position < end:
        yield position, end


def _lead(tokens: list[Token]) -> int:
    """How many tokens at the start are an answer in one word, or an opening quote or bullet."""
    count = 0
    if tokens and tokens[0].lower in _LEADS and (len(tokens) == 1 or not tokens[1].text[0].isalnum()):
        count = 2
    elif tokens and tokens[0].lower == "yes":
        count = 1
    while count < len(tokens) and not tokens[count].text[0].isalnum():
        count += 1
    return count


def _end(line: str) -> str:
    closed = line.rstrip("\"'”’)]» ")
    return closed[-1:] if closed[-1:] in (".", "!", "?", "…", ":", ";") else ""
