"""The auditor's checks of altering changes that declare what they break: it is broken, and nothing else is."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from metricstress.language.passages import Evidence

from .changes import Change, Part, compare, parts_of
from .classes import CONNECTIVES, NAME_LINKS, NUMBER_ADVERBS, QUANTIFIERS, WEAK_CUES
from .findings import Finding, some, texts_of, total
from .quantities import dates_of, units_of
from .reading import read
from .rules import (
    BROKEN,
    KEPT,
    agreement_rule,
    connective_rule,
    date_rule,
    is_name,
    is_pronoun,
    name_rule,
    negation_rule,
    number_rule,
    pronoun_rule,
    quantifier_rule,
    unit_rule,
    word_rule,
)

__all__ = ["BREAKS"]

Rule = Callable[[Change], str]
Check = Callable[[Evidence, Evidence], Iterator[Finding]]


def _check(
    what: str,
    rule: Rule,
    sign: Callable[[Evidence], object] | None = None,
    *,
    any_change: bool = False,
    articles: bool = False,
) -> Check:
    """The check of one invariant.

    Args:
        what: What is declared to break.
        rule: Judges a change: words of `broken`, `kept` and kinds of findings.
        sign: What must not be equal before and after. If not given, some change must be `broken`.
        any_change: Whether a `broken` change is enough where the sign is the same.
        articles: Whether "an" for "a" is a change.
    """

    def check(before: Evidence, after: Evidence) -> Iterator[Finding]:
        changes, findings = compare(before, after, articles=articles)
        yield from findings
        kinds: defaultdict[str, list[str]] = defaultdict(list)
        broken: list[Change] = []
        for change in changes:
            for verdict in rule(change).split():
                if verdict == BROKEN:
                    broken.append(change)
                elif verdict != KEPT:
                    kinds[verdict].append(_shown(change))
        for kind, shown in kinds.items():
            yield Finding(kind, f"{some(shown)}: not {what}")
        is_broken = sign is not None and len(before) == len(after) and sign(before) != sign(after)
        if not is_broken and (not broken or not (any_change or sign is None)):
            yield Finding("nothing_broken", f"{what} is as before")
        elif what == "a name":
            yield from _inconsistent(broken)
        elif what == "a word":
            yield from _too_much(before, broken)

    return check


def _shown(change: Change) -> str:
    sides = [" ".join(part.text for part in side) for side in (change.old, change.new)]
    return " > ".join(side or "-" for side in sides)


def _inconsistent(changes: Sequence[Change]) -> Iterator[Finding]:
    """One name that became several."""
    became: defaultdict[str, set[str]] = defaultdict(set)
    for change in changes:
        if not change.old or not change.new:
            continue  # A part of a name came or went beside a part that stays.
        old = _whole_name(change.was, change.at, change.at + len(change.old))
        became[old].add(_whole_name(change.now, change.to, change.to + len(change.new)))
    for old, new in became.items():
        if len(new) > 1:
            yield Finding("name", f"{old!r} became {some(new)}")


def _whole_name(parts: Sequence[Part], start: int, end: int) -> str:
    while start and is_name(parts[start - 1]):
        start -= 1
    while end < len(parts) and is_name(parts[end]) and end - start < 9:
        end += 1
    return " ".join(part.key for part in parts[start:end] if part.key not in NAME_LINKS)


def _too_much(before: Evidence, changes: Sequence[Change]) -> Iterator[Finding]:
    words = sum(len(parts_of(text)) * count for text, count in texts_of(before).items())
    replaced = sum(len(change.old) for change in changes)
    if replaced > max(3, words / 3):
        yield Finding("words", f"{replaced} of {words} words are replaced")


def _values(evidence: Evidence) -> Counter[str]:
    values = total(read(text).numbers.values for text in texts_of(evidence).elements())
    adverbs = Counter(part.key for part in _all_parts(evidence) if part.key in NUMBER_ADVERBS)
    return (
        Counter({key: count for key, count in values.items() if re.match(r"[-~]?\w*\d", key) or key[:1] == "~"})
        + adverbs
    )


def _pronouns(evidence: Evidence) -> Counter[str]:
    return Counter(part.key for part in _all_parts(evidence) if is_pronoun(part))


def _connectives(evidence: Evidence) -> Counter[str]:
    return Counter(part.key for part in _all_parts(evidence) if part.key in CONNECTIVES)


def _quantifiers(evidence: Evidence) -> Counter[str]:
    return Counter(part.key for part in _all_parts(evidence) if part.key in QUANTIFIERS or part.note in WEAK_CUES)


def _units_of(evidence: Evidence) -> Counter[str]:
    return total(units_of(parts_of(text)) for text in texts_of(evidence).elements())


def _dates(evidence: Evidence) -> Counter[str]:
    return total(dates_of(parts_of(text)) for text in texts_of(evidence).elements())


def _names(evidence: Evidence) -> Counter[str]:
    return Counter(part.key for part in _all_parts(evidence) if part.role == "name")


def _cues(evidence: Evidence) -> int:
    return sum(part.role == "negation" for part in _all_parts(evidence))


def _all_parts(evidence: Evidence) -> Iterator[Part]:
    for passage in evidence:
        yield from parts_of(passage.question)
        yield from parts_of(passage.text)


BREAKS: dict[str, Check] = {
    "breaks_number": _check("a number", number_rule, _values),
    "breaks_unit": _check("a unit", unit_rule, _units_of),
    "breaks_date": _check("a date", date_rule, _dates),
    "breaks_name": _check("a name", name_rule, _names, any_change=True),
    "breaks_negation": _check("a negation", negation_rule, _cues, any_change=True),
    "breaks_word": _check("a word", word_rule),
    "breaks_pronoun": _check("a pronoun", pronoun_rule, _pronouns, any_change=True),
    "breaks_connective": _check("a connective", connective_rule, _connectives, any_change=True),
    "breaks_quantifier": _check("a quantifier", quantifier_rule, _quantifiers, any_change=True),
    "breaks_agreement": _check("agreement", agreement_rule, articles=True),
}
