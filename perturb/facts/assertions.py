"""What a sentence asserts about a value: stated, denied or asked, and with which hedge.

A changed value makes a sentence false only where the sentence states it. "There were not ten shops" stays
true with fourteen, "more than ten shops closed" stays true with five, and a question is neither.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Literal, TypeAlias

from metricstress.language.closed_classes import NEGATIONS
from metricstress.language.sentences import sentence_spans

__all__ = ["Direction", "clause_before", "direction_of_change", "is_asserted", "sentence_of"]

Direction: TypeAlias = Literal["up", "down", "any"]
"""Where a value must go so that what is said of it becomes false."""

_UP = (
    r"(?:more|greater|higher|larger|longer|bigger|heavier|taller|wider|older|faster|further|farther|deeper|better"
    r"|warmer|hotter|later) than|(?:no|not) (?:less|fewer|lower|smaller) than|over|above|beyond|exceed(?:s|ed|ing)?"
    r"|at least|upwards? of|north of|in excess of|(?:a )?minimum(?: of)?|surpass(?:es|ed|ing)?|topp(?:ed|ing)"
    r"|after|past"
)
_DOWN = (
    r"(?:less|fewer|lower|smaller|shorter|lighter|younger|cheaper|slower|cooler|colder|narrower|earlier|sooner) than"
    r"|(?:no|not) (?:more|greater|higher|larger|longer|bigger|heavier|later) than|under|below|up to|at most|within"
    r"|as (?:many|much|high|long|large|big|few|little|late|far) as|(?:a )?maximum(?: of)?|capped at|south of"
    r"|limited to|before|by|until|till|prior to|since"
)
_LOOSE = r"(?:about|around|roughly|approximately|some|just|the|an?|only|its|their|another|additional)"
_HEDGE = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s+(?:the (?:age|end|start|beginning|middle|close) of\s+)?"
    rf"(?:{_LOOSE}\s+){{0,2}}$",
    re.I,
)
_TIME_WORDS = frozenset("after past before by until till prior later earlier since".split())
_AGES = frozenset(("older", "younger", "over", "under"))
_BEHIND = re.compile(
    r"\+|-plus\b|[\s-]*(?:[^\W\d]+\s){0,3}?(?:"
    r"or (?:(?P<up>more|above|over|older|higher|greater|longer|up|upwards?|beyond|later|after)"
    r"|(?P<down>less|fewer|below|under|younger|lower|shorter|earlier|before))\b"
    r"|and (?:(?P<members_up>over|above|older|higher|up(?! to)|upwards?|beyond)"
    r"|(?P<members_down>under|below|younger))\b(?!\s+\d))"
)
_MEMBERS = re.compile(
    r"\b(?:people|persons?|those|anyone|adults?|children|child|kids|teens|men|women|males|females|voters|patients|pets"
    r"|residents|citizens|workers|students|pupils|age|aged|ages|anybody|everyone|everybody|someone|age group)"
    r"(?:\s+(?:is|are|who|that|aged|were|was|weighing|earning))*\s+$",
    re.I,
)
_BREAK = re.compile(
    r"[;:!?—…\n]|\.\s|,\s+(?:and|but|so|or|yet|while|which|who|where|when|he|she|it|they|we|there|the)\b"
    r"|\b(?:but|because|although|though|whereas|however|since|while)\b",
    re.I,
)
_UNREAL = frozenset(
    "if whether unless suppose supposing wish wished unlikely untrue fake hoax incorrect incorrectly wrong wrongly "
    "mistaken mistakenly myth debunked baseless unfounded unable unknown".split()
)
_ANSWER = re.compile(r"\s*(?:no|yes|nope)\b\s*[,.:;–—-]", re.I)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@lru_cache(maxsize=4096)
def _sentence_starts(text: str) -> tuple[int, ...]:
    return tuple(start for start, _ in sentence_spans(text))


def sentence_of(text: str, position: int) -> tuple[int, int]:
    """Start and end of the sentence around `position`; a line break ends a sentence as well."""
    spans = sentence_spans(text)
    index = bisect_right(_sentence_starts(text), position) - 1
    start, end = spans[index] if index >= 0 else (0, len(text))
    line = max(text.rfind("\n", start, position), text.rfind("\r", start, position))
    stop = text.find("\n", position, end)
    return max(start, line + 1), end if stop < 0 else stop


def clause_before(text: str, position: int) -> str:
    """What stands before `position` in its clause."""
    start, _ = sentence_of(text, position)
    answer = _ANSWER.match(text, start, position)
    if answer:
        start = answer.end()
    head = text[start:position]
    for found in _BREAK.finditer(head):
        start = found.end()
    return text[start:position] if start <= position else ""


def is_asserted(text: str, start: int, end: int) -> bool:
    """Whether the value at `text[start:end]` is stated: not denied, supposed, doubted, asked or a mere restriction.

    "over 65" in "people over 65 are at risk" restricts whom the sentence is about; other people over 70 are at
    risk as well, so neither direction makes it false for certain.
    """
    _, finish = sentence_of(text, start)
    if text[end:finish].rstrip(" \t\r\n\"'”’)").endswith("?"):
        return False
    head = text[max(0, start - 60) : start]
    hedge = _HEDGE.search(head)
    anchor = start - len(head) + hedge.start() if hedge else start
    if hedge and _MEMBERS.search(text[max(0, anchor - 40) : anchor]):
        return False
    if re.search(r"\bage of\s+$|\baged?\s+$", head, re.I) and (hedge or _BEHIND.match(text, end)):
        return False
    behind = _BEHIND.match(text, end)
    if behind and (behind["members_up"] or behind["members_down"] or {behind["up"], behind["down"]} & _AGES):
        return False
    for word in _WORD.findall(clause_before(text, anchor)):
        lower = word.lower()
        if lower in NEGATIONS or lower in _UNREAL or lower.endswith(("n't", "n’t")):
            return False
    return True


def direction_of_change(text: str, start: int, end: int, *, of_time: bool = False) -> Direction:
    """Where the value at `text[start:end]` must go to make its sentence false.

    "More than 10" is false only of a greater number, "up to 30" and "within 28 days" only of a lesser one. For a
    point in time (`of_time`), "before" and "by" bound it from above, "after" from below.
    """
    hedge = _HEDGE.search(text[max(0, start - 60) : start])
    if hedge:
        word = (hedge["up"] or hedge["down"]).lower().split()[0]
        if of_time or word not in _TIME_WORDS:
            return "up" if hedge["up"] else "down"
    behind = _BEHIND.match(text, end)
    if behind and not of_time:
        return "down" if behind["down"] or behind["members_down"] else "up"
    return "any"
