"""The auditor's rules for altering changes: what is one change, given what is declared to break?

A rule answers with words: `broken` (the declared break), `kept` (something that a break may bring along:
do-support, an article, agreement), and the kinds of findings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .changes import Change, Part
from .classes import (
    CLOSED,
    CONNECTIVE_LINKS,
    CONNECTIVES,
    NAME_LINKS,
    NUMBER_ADVERBS,
    POLAR,
    PRONOUNS,
    QUANTIFIER_LINKS,
    QUANTIFIERS,
    WEAK_CUES,
)
from .forms import differ_in_agreement, same_lemma
from .quantities import date_change, number_fault, unit_change

__all__ = [
    "BROKEN",
    "KEPT",
    "agreement_rule",
    "connective_rule",
    "date_rule",
    "is_name",
    "is_pronoun",
    "name_rule",
    "negation_rule",
    "number_rule",
    "pronoun_rule",
    "quantifier_rule",
    "unit_rule",
    "word_rule",
]

BROKEN = "broken"
KEPT = "kept"


def _besides(change: Change, declared: str = "") -> str:
    """The kind of finding that a change is beside what was declared."""
    for roles, kind in ((("negation",), "negation"), (("number", "unit"), "number"), (("name",), "name")):
        if kind != declared and _of(change.old, roles) != _of(change.new, roles):
            return kind
    return "words"


def _of(parts: Sequence[Part], roles: Sequence[str]) -> list[str]:
    return sorted(part.note or part.key for part in parts if part.role in roles)


def _keys(parts: Sequence[Part]) -> set[str]:
    return {part.key for part in parts}


def _symbols_beyond(change: Change, allowed: str) -> bool:
    return any(char not in allowed for char in (*change.gone, *change.came))


def _is_article(change: Change) -> bool:
    """ "a" came or went, or "an" for "a" with nothing else."""
    return _keys((*change.old, *change.new)) <= {"a", "an"}


def number_rule(change: Change) -> str:
    sides = change.old, change.new
    if not all(any(_is_amount(part) for part in side) for side in sides):
        # "two hundred and two" to "two hundred and sixty-two": a part of the number came.
        beside = (*change.was[max(0, change.at - 1) : change.at], *change.now[change.to + len(change.new) :][:1])
        if all(_is_numeric(part) for side in sides for part in side) and any(_is_numeric(part) for part in beside):
            return BROKEN
        return KEPT if _is_article(change) else _besides(change)
    rest = [[part.key for part in side if not _is_numeric(part)] for side in sides]
    # One company, three companies.
    if len(rest[0]) != len(rest[1]) or not all(differ_in_agreement(*pair) for pair in zip(*rest, strict=True)):
        units = _of(change.old, ("unit",)) != _of(change.new, ("unit",))
        return "number" if units else _besides(change, "number")
    if _symbols_beyond(change, "-,‑"):
        return "letters"
    return "number" if number_fault(change) else BROKEN


def _is_numeric(part: Part) -> bool:
    return _is_amount(part) or part.key in ("and", "a", "an", "point", "minus")


def _is_amount(part: Part) -> bool:
    return part.role == "number" or part.key in NUMBER_ADVERBS


def unit_rule(change: Change) -> str:
    return {True: BROKEN, False: KEPT, None: ""}[unit_change(change)] or _besides(change)


def date_rule(change: Change) -> str:
    outcome = date_change(change)
    return outcome if outcome else _besides(change)


def name_rule(change: Change) -> str:
    sides = change.old, change.new
    if not all(any(is_name(part) for part in side) for side in sides):
        # "the US" to "France": the article belongs to the name.
        near = [*change.was[change.at : change.at + 2], *change.now[change.to : change.to + 2]]
        links = _keys((*change.old, *change.new)) <= {"the", "a", "an"}
        if links and any(is_name(part) for part in near):
            return KEPT
        # "Supreme Court" to "Court of Appeals": one name with a word in common is seen as two changes.
        beside = [*change.was[max(0, change.at - 1) : change.at], *near[:1]]
        part_of_name = all(is_name(part) or part.key in NAME_LINKS for part in (*change.old, *change.new))
        return BROKEN if part_of_name and any(is_name(part) for part in beside) else _besides(change)
    if any(not is_name(part) and part.key not in NAME_LINKS for side in sides for part in side):
        return _besides(change, "name")
    possessives = [
        any(part.key == "'s" for part in side) or any(mark in "'’" for mark in marks)
        for side, marks in ((change.old, change.gone), (change.new, change.came))
    ]
    if possessives[0] != possessives[1]:
        return "words"
    return "letters" if _symbols_beyond(change, "-.,'’&+‑") else BROKEN


def is_name(part: Part) -> bool:
    return part.role in ("name", "capital") or (len(part.text) == 1 and part.text.isupper())  # George W. Bush


def negation_rule(change: Change) -> str:
    cues = [sum(part.role == "negation" for part in side) for side in (change.old, change.new)]
    if _of(change.old, ("name",)) != _of(change.new, ("name",)) or _amounts(change.old) != _amounts(change.new):
        return _besides(change, "negation")
    correlative = {"and", "or"} if "nor" in _keys((*change.old, *change.new)) else set()
    rest = [
        [part.key for part in _without_polar(side) if part.key not in correlative] for side in (change.old, change.new)
    ]
    if len(rest[0]) != len(rest[1]) or not all(same_lemma(*_as_verbs(pair)) for pair in zip(*rest, strict=True)):
        return "words"
    if _symbols_beyond(change, "-,'’"):
        return "letters"
    return BROKEN if (cues[0] - cues[1]) % 2 else KEPT


def _as_verbs(pair: tuple[str, str]) -> tuple[str, str]:
    return ("be", "be") if pair in (("be", "is"), ("is", "be")) else pair


def _amounts(side: Sequence[Part]) -> list[str]:
    """The numbers of a side; the one of "no one" is none."""
    return [
        part.key
        for index, part in enumerate(side)
        if part.role == "number" and not (part.key == "one" and index and side[index - 1].key == "no")
    ]


def _without_polar(side: Sequence[Part]) -> Iterator[Part]:
    for part in side:
        if part.role != "negation" and part.key not in POLAR and not same_lemma(part.key, "do") and part.key != "one":
            yield part


def word_rule(change: Change) -> str:
    sides = [[part for part in side if part.key not in ("a", "an")] for side in (change.old, change.new)]
    if not sides[0] and not sides[1]:
        return KEPT
    kind = _besides(change)
    if kind != "words" or len(sides[0]) != len(sides[1]):
        return kind
    for one, two in zip(*sides, strict=True):
        if one.key != two.key and (one.key in CLOSED or two.key in CLOSED or same_lemma(one.key, two.key)):
            return "words"
    return f"{BROKEN} letters" if _symbols_beyond(change, "") else BROKEN


def pronoun_rule(change: Change) -> str:
    if len(change.old) != len(change.new) or _symbols_beyond(change, ""):
        return _besides(change)
    pairs = list(zip(change.old, change.new, strict=True))
    replaced = [is_pronoun(one) and is_pronoun(two) for one, two in pairs]
    if not all(done or differ_in_agreement(one.key, two.key) for done, (one, two) in zip(replaced, pairs, strict=True)):
        return _besides(change)
    if any(replaced):
        return BROKEN
    # "he also says", "they also say"
    subject = change.now[max(0, change.to - 3) : change.to]
    return KEPT if any(is_pronoun(part) for part in subject) else "words"


def is_pronoun(part: Part) -> bool:
    return part.key in PRONOUNS and part.role != "name"


def connective_rule(change: Change) -> str:
    parts = (*change.old, *change.new)
    if any(part.role in ("negation", "name", "number", "unit") for part in parts):
        return _besides(change)
    if _keys(parts) <= CONNECTIVES | CONNECTIVE_LINKS and _keys(parts) & CONNECTIVES:
        return "letters" if _symbols_beyond(change, ",;-") else BROKEN
    return KEPT if _is_article(change) else "words"


def quantifier_rule(change: Change) -> str:
    parts = (*change.old, *change.new)
    foreign = ("name", "number", "unit")
    if any(part.role in foreign or (part.role == "negation" and part.note not in WEAK_CUES) for part in parts):
        return _besides(change)
    words = QUANTIFIERS | QUANTIFIER_LINKS
    rest = [
        [part.key for part in side if part.key not in words and part.role != "negation"]
        for side in (change.old, change.new)
    ]
    if len(rest[0]) != len(rest[1]) or not all(differ_in_agreement(*pair) for pair in zip(*rest, strict=True)):
        return "words"
    if any(part.key in QUANTIFIERS or part.role == "negation" for part in parts):
        return "letters" if _symbols_beyond(change, ",") else BROKEN
    near = (*change.now[max(0, change.to - 3) : change.to + 3], *change.was[max(0, change.at - 3) : change.at + 3])
    return KEPT if any(part.key in QUANTIFIERS for part in near) else "words"


def agreement_rule(change: Change) -> str:
    if any(part.role not in ("word", "capital") for part in (*change.old, *change.new)):
        return _besides(change)
    if _symbols_beyond(change, ""):
        return "letters"
    if not change.old or not change.new:
        return BROKEN if _is_article(change) and len(change.old) + len(change.new) == 1 else "words"
    if len(change.old) != len(change.new):
        return "words"
    pairs = zip(change.old, change.new, strict=True)
    return BROKEN if all(differ_in_agreement(one.key, two.key) for one, two in pairs) else "words"
