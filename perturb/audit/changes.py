"""Where two texts differ: runs of words on both sides, each word with what it is (number, name, negation, word)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from metricstress.language.passages import Evidence

from .findings import Finding
from .reading import find_mentions, is_joined
from .text import BARE_NT, Token, name_at, negation_at, starts_sentence, tokenize
from .units import Mention, is_day

__all__ = ["UNIT_SYMBOLS", "Change", "Part", "compare", "parts_of"]


class Part(NamedTuple):
    """A word of a text, contractions taken apart: "don't" is "do" and "not".

    Attributes:
        start: Where it starts in the text.
        end: Where it ends.
        text: As it is written.
        key: In lower case, with straight apostrophes.
        role: `number`, `negation`, `name`, `capital` (opens a sentence and may be a name), `unit` (%, $) or `word`.
        note: For a negation its key; `date` for a number in a date or a time of day; else "".
        opens: Whether it stands where a sentence may start.
    """

    start: int
    end: int
    text: str
    key: str
    role: str
    note: str
    opens: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A run of words that became another run.

    Attributes:
        old: The parts that went.
        new: The parts that came; one of the two may be empty.
        gone: Symbols (neither letters, digits nor blanks) around and between the parts that went.
        came: The same for those that came.
        was: All parts of the text before; `old` starts at `at`.
        now: All parts of the text after; `new` starts at `to`.
        at: Place of `old` in `was`.
        to: Place of `new` in `now`.
    """

    old: tuple[Part, ...]
    new: tuple[Part, ...]
    gone: Counter[str]
    came: Counter[str]
    was: tuple[Part, ...]
    now: tuple[Part, ...]
    at: int
    to: int


_TAILS = ("'s", "'re", "'ve", "'ll", "'m", "'d")
_STEMS = {"wo": "will", "ca": "can", "sha": "shall", "ai": "be"}


UNIT_SYMBOLS = frozenset("%‰$£€¥₹₦₽₩¢°")
_DATE = re.compile(r"\d{4}(?:-\d{1,2}){2}|\d{1,2}([/.-])\d{1,2}\1\d{2,4}|\d{1,2}:\d{2}|\d(?=[ap]m\b)")


@lru_cache(maxsize=4096)
def parts_of(text: str) -> tuple[Part, ...]:
    """The words of `text` with their roles."""
    tokens = tokenize(text)
    caps = [token.text.isupper() for token in tokens]
    mentions, _, _ = find_mentions(text, tokens)
    numbers = {index: mention for mention in mentions for index in range(mention.first, mention.last + 1)}
    swallowed = {mention.first - 1 for mention in mentions if mention.swallowed}
    dates = [match.span() for match in _DATE.finditer(text)]
    found: list[Part] = []
    for index, token in enumerate(tokens):
        found += _between(text, tokens[index - 1].end if index else 0, token.start, numbers.get(index))
        opens = starts_sentence(text, tokens, index)
        cue = negation_at(text, tokens, index)
        if cue:
            found += _negated(token, cue, opens)
            continue
        name, certain = name_at(text, tokens, caps, index)
        digits = token.text[0].isdigit() or token.text[0] == "."
        note = ""
        if index in numbers and not (name and certain and not digits):
            role = "number"
            in_date = any(start <= token.start < end for start, end in dates)
            note = "date" if in_date or is_day(text, tokens, numbers[index]) else ""
        elif (name and certain) or (digits and is_joined(text, tokens, index)):
            role = "name"
        elif index in swallowed:
            role = "number"
        else:
            role = "capital" if name else "word"
        found += _with_tail(token, role, note, opens)
    return (*found, *_between(text, tokens[-1].end if tokens else 0, len(text), None))


def _between(text: str, start: int, end: int, mention: Mention | None) -> Iterator[Part]:
    """Symbols between two tokens that belong to a quantity: percent, money, a minus sign."""
    minus = mention is not None and mention.value is not None and mention.value < 0
    for place in range(start, end):
        char = text[place]
        if char in UNIT_SYMBOLS:
            yield Part(place, place + 1, char, char, "unit", "", False)
        elif minus and char in "-−":
            yield Part(place, place + 1, char, "-", "number", "", False)


def _negated(token: Token, cue: str, opens: bool) -> Iterator[Part]:
    """ "don't" and "cannot" are two words, "never" is one."""
    lower = token.lower
    if cue != "not" or lower == "not":
        yield Part(token.start, token.end, token.text, lower, "negation", cue, opens)
        return
    size = 2 if lower in BARE_NT else 3
    cut = token.end - size
    if len(lower) > size:
        stem = _STEMS.get(lower[:-size], lower[:-size])
        yield Part(token.start, cut, token.text[:-size], stem, "word", "", opens)
    yield Part(cut, token.end, token.text[-size:], "not", "negation", cue, False)


def _with_tail(token: Token, role: str, note: str, opens: bool) -> Iterator[Part]:
    """ "he's" and "Ada's" are two parts."""
    lower = token.lower
    tail = next((tail for tail in _TAILS if lower.endswith(tail) and len(lower) > len(tail)), "")
    size = len(token.text) - len(tail)
    yield Part(token.start, token.start + size, token.text[:size], lower[: len(lower) - len(tail)], role, note, opens)
    if tail:
        yield Part(token.start + size, token.end, token.text[size:], tail, "word", "", False)


def compare(before: Evidence, after: Evidence, *, articles: bool = False) -> tuple[list[Change], list[Finding]]:
    """All changes from `before` to `after`, and what is wrong beside the words.

    Args:
        before: The input.
        after: The output; passage by passage the same texts.
        articles: Whether "a" for "an" is a change.
    """
    if len(before) != len(after):
        return [], [Finding("passages", f"{len(before)} passages became {len(after)}")]
    changes: list[Change] = []
    findings: list[Finding] = []
    for passage, other in zip(before, after, strict=True):
        for old, new in ((passage.question, other.question), (passage.text, other.text)):
            if old == new:
                continue
            if bool(old.strip()) != bool(new.strip()):
                findings.append(Finding("passages", "a text is gone" if old.strip() else "a text is new"))
                continue
            breaks = [text.count("\n") + text.count("\r") for text in (old, new)]
            if breaks[0] != breaks[1]:
                findings.append(Finding("lines", f"{breaks[0]} line breaks became {breaks[1]}"))
            found = list(_changes(old, new, articles))
            changes += found
            findings += _beside_words(old, new, found)
    return changes, findings


def _changes(old: str, new: str, articles: bool) -> Iterator[Change]:
    was, now = parts_of(old), parts_of(new)
    for i, j, k, m in _unequal(_keys(was, articles), _keys(now, articles)):
        gone, came = _symbols(old, was, i, j), _symbols(new, now, k, m)
        yield Change(was[i:j], now[k:m], gone - came, came - gone, was, now, i, k)


_WINDOW = 160
_SURE = 8  # So many equal words in a row are the same place in both texts.


def _unequal(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """The slices of `old` that became other slices of `new`, found window by window: difflib takes quadratic time."""
    start, other = 0, 0
    size = _WINDOW
    while start < len(old) or other < len(new):
        if start < len(old) and other < len(new) and old[start] == new[other]:
            start, other = start + 1, other + 1
            continue
        one, two = old[start : start + size], new[other : other + size]
        matcher = SequenceMatcher(None, one, two, autojunk=False)
        is_last = start + size >= len(old) and other + size >= len(new)
        sure = next((block for block in matcher.get_matching_blocks() if block.size >= _SURE), None)
        if sure is None and not is_last:
            size *= 4
            continue
        end, other_end = (len(one), len(two)) if sure is None else (sure.a, sure.b)
        for tag, i, j, k, m in matcher.get_opcodes():
            if tag != "equal" and j <= end and m <= other_end:
                yield i + start, j + start, k + other, m + other
        start, other, size = start + end, other + other_end, _WINDOW


def _keys(parts: Sequence[Part], articles: bool) -> list[str]:
    return [part.key if articles or part.key != "an" else "a" for part in parts]


def _symbols(text: str, parts: Sequence[Part], first: int, last: int) -> Counter[str]:
    """The symbols from the word before a run to the word behind it."""
    start = parts[first - 1].end if first else 0
    end = parts[last].start if last < len(parts) else len(text)
    symbols: Counter[str] = Counter()
    for part in (*parts[first:last], None):
        gap = text[start : end if part is None else part.start]
        symbols.update(char for char in gap if not char.isspace())
        start = start if part is None else part.end
    return symbols


def _beside_words(old: str, new: str, changes: Sequence[Change]) -> Iterator[Finding]:
    """Differences of case, punctuation and blanks between words that are as they were."""
    was, now = parts_of(old), parts_of(new)
    borders = [(change.at, change.to, len(change.old), len(change.new)) for change in changes]
    place, other = 0, 0
    for at, to, went, came in [*borders, (len(was), len(now), 0, 0)]:
        for index in range(at - place):
            one, two = was[place + index], now[other + index]
            near = (index == 0 and place) or index == at - place - 1
            if one.text != two.text and one.text.lower() == two.text.lower():
                if not (one.opens or two.opens or near):
                    yield Finding("letters", f"{one.text!r} became {two.text!r}")
            gaps = old[was[place + index - 1].end : one.start], new[now[other + index - 1].end : two.start]
            if index and gaps[0] != gaps[1] and gaps[0].split() != gaps[1].split():
                yield Finding("letters", f"what stands before {one.text!r} is not what it was")
        place, other = at + went, to + came
    if not changes and was and now:
        if old[: was[0].start] != new[: now[0].start] or old[was[-1].end :] != new[now[-1].end :]:
            yield Finding("letters", "the ends of the text are not what they were")
    elif not was and not now:
        yield Finding("letters", "a text without words changed")
