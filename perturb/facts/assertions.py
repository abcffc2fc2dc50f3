"""What a sentence asserts about a value: stated, denied or asked, and with which hedge.

A changed value makes a sentence false only where the sentence states it. "There were not ten shops" stays
true with fourteen, "more than ten shops closed" stays true with five, and a question is neither. What denies may
stand behind the value as well ("In those two weeks nothing was sold") or in an answer "No." before the sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Literal, TypeAlias

from metricstress.language.closed_classes import FUNCTION_WORDS, NEGATIONS
from metricstress.language.sentences import sentence_spans

__all__ = ["Direction", "clause_of", "direction_of_change", "is_asserted", "is_name_asserted", "sentence_of"]

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
_BREAK_WORDS = (
    r"[;:!?—…\n]|(?<!\b[A-Z])(?<!\b[DM]r)(?<!\bMrs)(?<!\bSt)\.\s"
    r"|,\s+(?:and|but|so|or|yet|while|which|who|where|when|he|she|it|they|we|there|the)\b"
    r"|\b(?:but|because|although|though|whereas|however|since|while)\b"
)
_REPORTS = (
    r"(?:said|says?|saying|told|tells?|announced?|announces|reported|reports|wrote|writes|confirmed|confirms|stated"
    r"|states|explained|explains|showed|shows|revealed|reveals|warned|warns|argued|argues|noted|notes|added|suggested"
    r"|suggests|concluded|ruled|tweeted|insisted|testified|denied|denies|emphasi[sz]e[sd]|rate[sd]|describe[sd]"
    r"|recommend(?:s|ed)|classifie[sd]|called|posted|published|has tweeted|has said|has confirmed)"
)
_BREAK = re.compile(_BREAK_WORDS, re.I)
# Behind a value, also what begins another predicate: "left in 2016 and did not return", "said Friday it had not".
_BREAK_BEHIND = re.compile(
    rf"{_BREAK_WORDS}|(?:,(?:\s+and)?|\s+and)\s+not\s+(?:(?-i:[A-Z])|an?\b|the\b)"
    r"|\b(?:rather|other) than\b|\bwithout\b|\bwhether\b"
    r"|\band\s+(?:also\s+|then\s+|later\s+)?(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|may|might"
    r"|should|must|cannot|never|not|no|nobody|nothing|failed|refused)\b"
    rf"|\b{_REPORTS}\b(?!\s+(?:no|not|nothing|none|nobody)\b)",
    re.I,
)
_SPEAKER_BEFORE = re.compile(rf"(?:\baccording to|\b{_REPORTS}(?:\s+by)?)\s+(?:the\s+)?(?:[A-Z][\w.’'-]*\s+)*$")
_A_TIME = re.compile(
    r"(?:\d{1,2} )?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July"
    r"|Aug(?:ust)?|Sept(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b"
)
_REPORTED = re.compile(rf"\b{_REPORTS}\s+(?:on\s+)?$")
# "said Ada Okoro, …", but not "said Ada Okoro did not come".
_CLOSES = re.compile(r"\s*(?:[,.;:!)”\"—–-]|$|(?:in|on|at|of|from|when|who|during|last|this|earlier|after|before)\b)")
_SPEAKER_BEHIND = re.compile(rf"(?:,[^,.;:?!\n]{{1,70}},)?\s+(?:has\s+|have\s+|had\s+|also\s+|later\s+)?{_REPORTS}\b")
_UNREAL = frozenset(
    """
    if whether unless suppose supposing wish wished unlikely untrue fake hoax hoaxes incorrect incorrectly wrong wrongly
    mistaken mistakenly myth myths debunk debunked debunks debunking baseless unfounded unable unknown rumor rumors
    rumour rumours rumored rumoured misleading fabricated satire satirical disproved disproven refuted implausible
    conspiracy unproven unsubstantiated
    """.split()
)
_DENIES_BEHIND = (NEGATIONS | _UNREAL) - frozenset(
    "if whether unless except least deny denies denied denying lest without rarely seldom lack lacks lacked".split()
)
_YET_TO = re.compile(r"\b(?:is|are|was|were|has|have|had)\s+yet\s+to\b", re.I)
_NO_DENIAL = re.compile(
    r"\bnot (?:only|just|merely|least|to mention)\b|\bno (?:doubt|wonder|matter)\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|greater|higher|lower|longer) than\b|\bnon(?=[-‐])",
    re.I,
)
_ANSWER = re.compile(r"\s*(?:no|yes|nope)\b\s*[,.:;–—-]", re.I)
_DENIAL = re.compile(
    r"(?:^|\n|(?<=[.!?] ))[ \t\"“]*(?:no|nope|false|incorrect|untrue|not true|wrong)[.,:;!][ \t]*", re.I
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_CLAIM_WORD = re.compile(r"\w+(?:['’]\w+)*")
_RESTATED = 0.7


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


@lru_cache(maxsize=4096)
def _hedge_at_end(head: str) -> re.Match[str] | None:
    return _HEDGE.search(head)


@lru_cache(maxsize=4096)
def clause_of(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind `text[start:end]` in its clause."""
    first, last = sentence_of(text, start)
    answer = _ANSWER.match(text, first, start)
    if answer:
        first = answer.end()
    head, tail = text[first:start], text[end:last]
    cut = 0
    for found in _BREAK.finditer(head):
        cut = found.end()
    if _REPORTED.search(head) and _A_TIME.match(text, start):
        return head[cut:], ""  # "said Monday it had not paid"
    stop = _BREAK_BEHIND.search(tail)
    return head[cut:], tail[: stop.start()] if stop else tail


def is_asserted(text: str, start: int, end: int, claim: str = "") -> bool:
    """Whether the value at `text[start:end]` is stated: not denied, supposed, doubted, asked or a mere restriction.

    "over 65" in "people over 65 are at risk" restricts whom the sentence is about; other people over 70 are at
    risk as well, so neither direction makes it false for certain. An answer "No." that goes on with the words of the
    `claim` states none of them.
    """
    head = text[max(0, start - 60) : start]
    hedge = _hedge_at_end(head)
    anchor = start - len(head) + hedge.start() if hedge else start
    if hedge and _MEMBERS.search(text[max(0, anchor - 40) : anchor]):
        return False
    if re.search(r"\bage of\s+$|\baged?\s+$", head, re.I) and (hedge or _BEHIND.match(text, end)):
        return False
    behind = _BEHIND.match(text, end)
    if behind and (behind["members_up"] or behind["members_down"] or {behind["up"], behind["down"]} & _AGES):
        return False
    return not _is_asked(text, start, end) and _is_affirmed(text, anchor, end, claim)


def is_name_asserted(text: str, start: int, end: int, claim: str = "") -> bool:
    """The same for a name; whoever says something is named truly even if what is said denies."""
    if _is_asked(text, start, end):
        return False
    before, _ = clause_of(text, start, end)
    if _SPEAKER_BEHIND.match(text, end):
        cut = 0
    else:
        speaker = _CLOSES.match(text, end) and _SPEAKER_BEFORE.search(before)
        cut = speaker.start() if speaker else -1
    nearest = before[:cut] if cut else before.rpartition(",")[2]
    if cut >= 0 and not _denies(" ".join(nearest.split()[-3:]), NEGATIONS | _UNREAL):
        return not _is_denied_claim(text, start, claim)
    return _is_affirmed(text, start, end, claim)


def _is_asked(text: str, start: int, end: int) -> bool:
    _, finish = sentence_of(text, start)
    return text[end:finish].rstrip(" \t\r\n\"'”’)").endswith("?")


def _is_affirmed(text: str, start: int, end: int, claim: str) -> bool:
    before, behind = clause_of(text, start, end)
    if _denies(before, NEGATIONS | _UNREAL) or _denies(behind, _DENIES_BEHIND):
        return False
    return not _is_denied_claim(text, start, claim)


def _denies(part: str, words: frozenset[str]) -> bool:
    """Whether a part of a clause holds one of the words, or another sign, that what it says is not so."""
    rest = _NO_DENIAL.sub(" ", part)
    if _YET_TO.search(rest):
        return True
    return any(
        lower in words or lower.endswith(("n't", "n’t")) for lower in (word.lower() for word in _WORD.findall(rest))
    )


def _is_denied_claim(text: str, start: int, claim: str) -> bool:
    return bool(claim) and any(first <= start < last for first, last in _denied_claims(text, claim))


@lru_cache(maxsize=1024)
def _denied_claims(text: str, claim: str) -> tuple[tuple[int, int], ...]:
    """Where the answer "No." is followed by sentences that only repeat the claim."""
    found: list[tuple[int, int]] = []
    known: frozenset[str] | None = None
    for denial in _DENIAL.finditer(text):
        position = denial.end()
        while position < len(text):
            _, end = sentence_of(text, position)
            if end <= position:
                break
            words = _content(text[position:end])
            known = _content(claim) if known is None else known
            if len(words) < 2 or len(words & known) < _RESTATED * len(words):
                break
            found.append((position, end))
            position = end + len(text[end:]) - len(text[end:].lstrip(" \t"))
            if text[position : position + 1] == "\n":
                break
    return tuple(found)


def _content(text: str) -> frozenset[str]:
    words = (word.lower().replace("’", "'").removesuffix("'s") for word in _CLAIM_WORD.findall(text))
    return frozenset(word for word in words if word not in FUNCTION_WORDS)


def direction_of_change(text: str, start: int, end: int, *, of_time: bool = False) -> Direction:
    """Where the value at `text[start:end]` must go to make its sentence false.

    "More than 10" is false only of a greater number, "up to 30" and "within 28 days" only of a lesser one. For a
    point in time (`of_time`), "before" and "by" bound it from above, "after" from below.
    """
    hedge = _hedge_at_end(text[max(0, start - 60) : start])
    if hedge:
        word = (hedge["up"] or hedge["down"]).lower().split()[0]
        if of_time or word not in _TIME_WORDS:
            return "up" if hedge["up"] else "down"
    behind = _BEHIND.match(text, end)
    if behind and not of_time:
        return "down" if behind["down"] or behind["members_down"] else "up"
    return "any"
