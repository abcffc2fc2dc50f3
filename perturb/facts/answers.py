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

from metricstress.language.closed_classes import FUNCTION_WORDS, MODALS, NEGATIONS
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
_DENIALS = frozenset({"no", "nope", "false", "incorrect"})
_NOT_CONTENT = FUNCTION_WORDS | MODALS | NEGATIONS
_RESTATED = 0.7  # From this share of its content words on, a sentence says again what the claim says.
_STEM = 5  # Letters that two forms of a word share: "closed" and "closing".
_NO_ANSWER = ["no", "answer", "could", "be", "found"]
_FOLLOWING = 8  # Words of the next sentence that tell whether it corrects this one.
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
        lead: The answer in one word before it, in the same sentence or as one of its own, with its mark: "yes", "no.".
        following: The first words of the sentence behind it, in lower case.
    """

    text: str
    tokens: tuple[Token, ...]
    end: str
    lead: str = ""
    following: tuple[str, ...] = ()

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


def groups_in_answers(evidence: Evidence, find: SentenceFinder, claim: str = "") -> list[Group]:
    """The facts that `find` sees in the answers; a sentence that stands in them twice is one fact.

    Where the answer denies the claim and then says it again ("No. The dam broke."), there is no fact to change: the
    opposite of what is denied is what the answer means.
    """
    found: dict[str, list[Group]] = {}
    placed: dict[tuple[str, int], list[Edit]] = {}
    barred: set[tuple[str, int]] = set()
    unlike: set[str] = set()
    claimed = _stems(_words(claim)) if claim else frozenset()
    for index, passage in enumerate(evidence):
        for offset, sentence in answer_sentences(passage.text):
            groups = [] if _is_denied_claim(sentence, claimed) else list(find(sentence))
            if found.setdefault(sentence.text, groups) != groups:
                unlike.add(sentence.text)  # What stands round it allows the edit in one place only.
            for number, group in enumerate(groups):
                here = tuple(
                    replace(edit, start=edit.start + offset, end=edit.end + offset, passage=index) for edit in group
                )
                key = (sentence.text, number)
                if not is_allowed(passage.text, here):
                    barred.add(key)
                placed.setdefault(key, []).extend(here)
    return [tuple(edits) for key, edits in placed.items() if key not in barred and key[0] not in unlike]


def _is_denied_claim(sentence: Sentence, claimed: frozenset[str]) -> bool:
    """Whether a "No." leads the sentence and most of what it says stands in the claim."""
    if not claimed or sentence.lead.rstrip(".,;:!—–-") not in _DENIALS:
        return False
    said = _stems(sentence.tokens)
    return bool(said) and len(said & claimed) >= _RESTATED * len(said)


def _stems(tokens: Iterable[Token]) -> frozenset[str]:
    words = (token.lower.removesuffix("'s") for token in tokens if token.text[0].isalnum())
    return frozenset(word[:_STEM] for word in words if word not in _NOT_CONTENT)


def _read(text: str) -> Iterator[tuple[int, Sentence]]:
    lines = [
        (first, text[first:last], _words(text[first:last]))
        for start, end in sentence_spans(text)
        for first, last in _lines(text, start, end)
    ]
    lead = ""
    for number, (first, line, words) in enumerate(lines):
        count, own_lead = _lead(words)
        tokens = words[count:]
        lead = own_lead or lead
        if tokens and len(tokens) <= _LONGEST and [token.lower for token in tokens[:5]] != _NO_ANSWER:
            after = lines[number + 1][2][:_FOLLOWING] if number + 1 < len(lines) else []
            yield first, Sentence(line, tuple(tokens), _end(line), lead, tuple(token.lower for token in after))
        if tokens:
            lead = ""


def _words(text: str) -> list[Token]:
    return [
        Token(match.start(), match.end(), match.group(), match.group().lower().replace("’", "'"))
        for match in _TOKEN.finditer(text)
    ]


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The splitter joins headings, list items and answers on lines of their own; a wrapped line stays one."""
    position = start
    for match in _LINE_BORDER.finditer(text, start, end):
        if match.start() > position:
            yield position, match.start()
        position = match.end()
    if position < end:
        yield position, end


def _lead(tokens: list[Token]) -> tuple[int, str]:
    """How many tokens at the start are an answer in one word, or an opening quote or bullet; and that answer."""
    count = 0
    if tokens and tokens[0].lower in _LEADS and (len(tokens) == 1 or not tokens[1].text[0].isalnum()):
        count = 2
    elif tokens and tokens[0].lower == "yes":
        count = 1
    lead = "".join(token.lower for token in tokens[:count])
    while count < len(tokens) and not tokens[count].text[0].isalnum():
        count += 1
    return count, lead


def _end(line: str) -> str:
    closed = line.rstrip("\"'”’)]» ")
    return closed[-1:] if closed[-1:] in (".", "!", "?", "…", ":", ";") else ""
