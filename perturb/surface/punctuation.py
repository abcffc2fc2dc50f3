"""`punctuation_drop`: marks that a reader can do without are left out.

A mark is dropped only where it holds nothing apart that would run together without it: numbers, names, the items
of a list, two clauses. Question marks stay, they tell a question from a statement.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from metricstress.language.closed_classes import (
    COMPARISONS,
    FUNCTION_WORDS,
    MODALS,
    NEGATIONS,
    NUMBER_WORDS,
    QUANTIFIERS,
    TEMPORALS,
    is_negation,
    word_set,
)

from ..edits import Edit
from ..perturbation import Group, Perturbation
from .context import fixed_spans, is_abbreviation, is_fixed, is_quantity, last_token

__all__ = ["find_punctuation", "punctuation_drop"]

_MEANINGFUL = NEGATIONS | QUANTIFIERS | COMPARISONS | TEMPORALS | MODALS | NUMBER_WORDS

# A mark between two words of letters: "left, right".
_MARK = re.compile(r"(?<![\w.@#/&'’])([^\W\d_]+(?:['’\-‐‑][^\W\d_]+)*)([,;:])(?= ([^\W\d_][\w'’\-‐‑]*)(?![.\w]))")
# The border of the stretch in which a comma may be the partner of another.
_BORDER = re.compile(r"[!?;\n\r()\[\]\"“”—–…]|:(?!\d)|\.(?!\w)")
_CLAUSE_COMMA = re.compile(r",(?!\d)")
# The second of the items that a comma keeps apart: "iron, copper and tin".
_LIST = re.compile(r" (?:[\w'’\-‐‑]+ ){0,3}(?:[\w'’\-‐‑]+) ?(?:,|\b(?:and|or|nor|&)\b)")

# Behind these the comma is part of the answer, the greeting or the call; without it they govern what follows.
_NOT_AFTER = word_set(
    """
    yes no nope yeah yep ok okay oh ah well hello hi hey dear thanks sorry please indeed sure right true false however
    anyway first second third last next now here there this that these those what which who
    """
)
# What follows a mark that can go. Before a noun or an adjective it may keep the items of a list apart, before "who"
# or a participle it makes an addition of what follows ("the voters, who are angry, left"), before "because" or
# "not" it ends a scope.
_MAY_FOLLOW = word_set(
    """
    a an the this these those my our your his her its their i he she it we they you there
    in on at by for with to from into upon across along among toward towards and but according
    """
)
_INTRODUCTIONS = word_set("in on at for with from of during under over so as among between within despite across")
_OPENS_CLAUSE = word_set("a an the this these those my our your his her its their i he she it we they you there")
_SUBORDINATORS = word_set(
    "when while after before if since as although though because once until unless whenever where wherever by to"
)
_NEGATED = re.compile(r"\b(?:no|not|never|none|nor|neither|without|cannot|\w+n['’]t)\b", re.I)
_NOMINATIVES = word_set("i he she we they there")
_QUOTED = re.compile(
    r"(?<![^\s(\[])(?:\"([^\s\"“”](?:[^\"“”\n\r]*[^\s\"“”])?)\"|“([^\s“”](?:[^“”\n\r]*[^\s“”])?)”)(?!\w)"
)
_BRACKETED = re.compile(r"(?<=[^\W\d_] )\(([^\W\d_][^()\[\]\n\r]*[^\W\d_.])\)(?=[.,;:!?]|\s+[^\W\d_(]|\s*$)")
_LAST_STOP = re.compile(r"(?<=[\w%])[.,](?=\s*$)")
# More than a sentence, or a speaker of its own: without the marks it would be the writer who says so.
_SPEAKS = re.compile(r"[.!?…]\s|\b(?:I|[Ww]e|me|us|[Mm]y|[Oo]ur|[Yy]ou|[Yy]our)\b")
# A term, an explanation of one, or anything in capitals.
_DEFINES = re.compile(r"(?:the|a|an|or|see|hereafter|hereinafter|aka|not|i\.e|e\.g)\b|[A-Z]")
_MARKS = '"“”()[],;:.!?'


def find_punctuation(text: str, rng: random.Random) -> Iterator[Group]:
    """Every mark of `text` that can go, the two of a pair together.

    Args:
        text: Any text.
        rng: Not used: there is nothing to choose.
    """
    return _disjoint(text)


def _disjoint(text: str) -> Iterator[Group]:
    fixed = fixed_spans(text)
    taken: set[int] = set()  # Places of the marks dropped so far.
    for group in _groups(text):
        places = {edit.start for edit in group}
        # Two deletions side by side would be put back at the same place, in an order that the record does not tell.
        if any(place in taken or place - 1 in taken or place + 1 in taken for place in places):
            continue
        if any(is_fixed(fixed, place) for place in places):
            continue
        taken |= places
        yield group


def _groups(text: str) -> Iterator[Group]:
    stop = _LAST_STOP.search(text)
    if stop is not None and not is_abbreviation(last_token(text, stop.end())):
        yield (Edit(stop.start(), stop.end(), stop.group(), ""),)
    for match in _QUOTED.finditer(text):
        inside = match.group(1) or match.group(2)
        if not _SPEAKS.search(inside) and _may_lose_pair(text, match.start(), match.end(), inside):
            yield _pair(text, match.start(), match.end())
    for match in _BRACKETED.finditer(text):
        inside = match.group(1)
        if " " in inside and not _DEFINES.match(inside) and _may_lose_pair(text, *match.span(), inside):
            yield _pair(text, match.start(), match.end())
    for match in _MARK.finditer(text):
        place = match.start(2)
        if _separates_little(match.group(1), match.group(3)) and _stands_singly(text, place, match):
            yield (Edit(place, place + 1, match.group(2), ""),)


def _pair(text: str, start: int, end: int) -> Group:
    return (Edit(start, start + 1, text[start], ""), Edit(end - 1, end, text[end - 1], ""))


def _may_lose_pair(text: str, start: int, end: int, inside: str) -> bool:
    """Whether neither end of what is enclosed would run together with a name, a number or a negation outside."""
    tokens = inside.split()
    before, after = text[max(0, start - 40) : start].split(), text[end : end + 40].split()
    # What touches the marks ("word,") is no word that could run together with what is inside.
    left = before[-1] if before else ""
    right = after[0] if after and text[end] in " \t" else ""
    return not (_run_together(left, tokens[0]) or _run_together(tokens[-1], right))


def _run_together(left: str, right: str) -> bool:
    if not left or not right or left[-1] in ".,;:!?":
        return False
    names = _is_capital(left) and _is_capital(right)
    return names or is_quantity(left) or is_quantity(right) or is_negation(left.strip(_MARKS))


def _is_capital(token: str) -> bool:
    return token.lstrip(_MARKS)[:1].isupper()


def _separates_little(left: str, right: str) -> bool:
    before, after = left.lower(), right.lower()
    if before in _MEANINGFUL or before in _NOT_AFTER or before in FUNCTION_WORDS or is_negation(before):
        return False
    if is_quantity(left) or is_quantity(right) or (before.endswith(("ed", "ing")) and after in _OPENS_CLAUSE):
        return False
    return after in _MAY_FOLLOW


def _stands_singly(text: str, place: int, match: re.Match[str]) -> bool:
    """Whether the mark neither is one of a pair or a list, nor keeps a clause from its object."""
    start, end = _stretch(text, place)
    commas = len(_CLAUSE_COMMA.findall(text, start, end))
    left, mark, right = match.group(1), match.group(2), match.group(3)
    if _NEGATED.search(text, start, place):
        return False  # Without the mark what follows might be negated too.
    if mark != ",":
        return commas == 0 and left.islower() and right not in _OPENS_CLAUSE
    if right == "and":
        return left.islower() and (commas > 1 or not _has_subordinator(text, start))
    if commas > 1 or _LIST.match(text, match.end(2)):
        return False
    if right in _NOMINATIVES:
        return _is_introduced(text, start, match.start(1))
    return not _has_subordinator(text, start)


def _stretch(text: str, place: int) -> tuple[int, int]:
    """The text around `place` up to the next mark on each side that is stronger than a comma."""
    start = 0
    head_from = max(0, place - 300)
    for border in _BORDER.finditer(text, head_from, place):
        if _is_border(text, border):
            start = border.end()
    end = min(len(text), place + 300)
    following = (border.start() for border in _BORDER.finditer(text, place + 1, end) if _is_border(text, border))
    return max(start, head_from), next(following, end)


def _is_border(text: str, border: re.Match[str]) -> bool:
    return border.group() != "." or not is_abbreviation(last_token(text, border.end()))


def _is_introduced(text: str, start: int, left: int) -> bool:
    """Whether what stands before the comma leads up to a clause ("In the end, we"), rather than being one."""
    first = _first_word(text, start)
    return first in _SUBORDINATORS or first in _INTRODUCTIONS or first.endswith("ing") or not text[start:left].strip()


def _has_subordinator(text: str, start: int) -> bool:
    """Whether a verb may stand before the comma whose object would be what follows: "While eating, the dog"."""
    first = _first_word(text, start)
    return first in _SUBORDINATORS or first.endswith("ing")


def _first_word(text: str, start: int) -> str:
    found = text[start : start + 40].split(None, 1)
    return found[0].lower() if found else ""


punctuation_drop = Perturbation(
    name="punctuation_drop",
    intent="preserving",
    summary="leaves out quotation marks, brackets, commas and final full stops that keep nothing apart",
    find_in_text=find_punctuation,
    invariant="same_folded",
)
