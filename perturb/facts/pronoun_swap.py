"""Pronoun swap (CorefE): the personal pronouns of one sentence come to mean somebody else.

"He said his car was stolen" becomes "She said her car was stolen", or "We sold our house" "They sold their house". All
pronouns of the set change together; a sentence in which one of them has two readings is left alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from metricstress.language.closed_classes import FUNCTION_WORDS, MODALS, NUMBER_WORDS, QUANTIFIERS, TEMPORALS
from metricstress.language.passages import Evidence
from metricstress.language.sentences import sentence_spans

from ..edits import Edit
from ..perturbation import ONE_FACT, Context, Group, Perturbation, Preferred, is_allowed

__all__ = ["pronoun_swap"]

_MASCULINE = re.compile(r"(?<![\w@#/'’-])(he|him|his|himself)(?![\w/-])(?!['’](?!s\b|d\b|ll\b))", re.I)
_FEMININE = re.compile(r"(?<![\w@#/'’-])(she|her|hers|herself)(?![\w/-])(?!['’](?!s\b|d\b|ll\b))", re.I)
_FIRST_PLURAL = re.compile(r"(?<![\w@#/'’-])(we|us|our|ours|ourselves)(?![\w/-])(?!['’](?!re\b|ve\b|d\b|ll\b))", re.I)
_THIRD_PLURAL = re.compile(r"(?<![\w'’])(?:they|them|their|theirs|themselves)(?!\w)", re.I)
# Sentences in which a changed pronoun would be odd rather than wrong.
_LEFT_ALONE = re.compile(
    r"\b(?:s/he|(?:he|she|him|her|his|hers) or (?:he|she|him|her|his|hers)|let us|let['’]s"
    r"|(?:his|her|our) (?:majesty|highness|excellency|hono[u]?r|holiness|royal|lord|lady|father|eminence)"
    r"|pregnant|pregnancy|maternity|wom[ae]n|girls?|mothers?|m[ae]n|boys?|fathers?|king|queen|widow|widower|actress)\b",
    re.I,
)
_NEXT = re.compile(r"([ \u00a0]+)([^\W_]+(?:['’-][^\W_]+)*)")
_LAST_WORD = re.compile(r"([^\W\d_]+)[ \u00a0]+$")
_DAYS = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october"
    r"|november|december|yesterday|today|tomorrow|home|back|away|there|here|again|alone|last|next|once"
)
# After these verbs "her" may be the object and the next word something else.
_TWO_OBJECTS = frozenset(
    f"{verb}{ending}"
    for verbs, endings in (
        ("ask offer show award pay send help allow want consider find watch hear declare render earn", " s ed ing"),
    )
    for verb in verbs.split()
    for ending in ("", *endings.split())
) | frozenset(
    """
    give gives gave given giving tell tells told telling make makes made making let lets letting see sees saw seen
    seeing call calls called calling name names named naming bring brings brought bringing buy buys bought get gets
    got getting keep keeps kept leave leaves left leaving cost costs teach teaches taught teaching have has had having
    do does did paid sent heard found elect elects elected appoint appointed sell sold lend lent deny denied denies
    feel felt costing wish wishes wished promise promised owe owes owed save saved charge charged fined cause caused
    """.split()
)
_CLOSED = (
    FUNCTION_WORDS | MODALS | frozenset("that so as not than then when where how why what who if but".split())
) - {"own"}
_FEMALE_OF = {"he": "she", "him": "her", "himself": "herself"}
_MALE_OF = {"she": "he", "hers": "his", "herself": "himself"}
_THEIR_OF = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}


def find_pronouns(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Group]:
    """One group a sentence, wherever it stands; he and she come before we, whose meaning is less often fixed."""
    found: dict[str, list[Edit]] = {}
    for passage, item in enumerate(evidence):
        text = item.text
        if not (_MASCULINE.search(text) or _FEMININE.search(text) or _FIRST_PLURAL.search(text)):
            continue
        for start, end in sentence_spans(text):
            sentence = text[start:end]
            here = tuple(
                Edit(start + place, start + place + len(old), old, _in_case(old, new), passage=passage)
                for place, old, new in _changes(sentence)
            )
            if here and is_allowed(text, here):
                found.setdefault(sentence, []).extend(here)
    for edits in found.values():
        yield tuple(edits) if str(edits[0].old).lower() in _THEIR_OF else Preferred(edits)


def _changes(sentence: str) -> list[tuple[int, str, str]]:
    """Place, old and new pronoun for each that changes; empty if the sentence is left alone."""
    if sentence.isupper() or "?" in sentence or _LEFT_ALONE.search(sentence):
        return []
    masculine, feminine = list(_MASCULINE.finditer(sentence)), list(_FEMININE.finditer(sentence))
    if masculine and feminine:
        return []
    if masculine or feminine:
        found = masculine or feminine
        change = _to_feminine if masculine else _to_masculine
        changed = [(match.start(), match.group(), change(sentence, match)) for match in found]
    elif _THIRD_PLURAL.search(sentence):
        return []
    else:
        found = [match for match in _FIRST_PLURAL.finditer(sentence) if match.group() != "US" and match.group() != "Us"]
        changed = [(match.start(), match.group(), _THEIR_OF[match.group().lower()]) for match in found]
    return [] if any(not new for *_, new in changed) else [(place, old, new) for place, old, new in changed]


def _to_feminine(sentence: str, match: re.Match[str]) -> str:
    old = match.group().lower()
    if old != "his":
        return _FEMALE_OF[old]
    following = _following(sentence, match.end())
    if not following:
        return "hers"
    if following in NUMBER_WORDS or following in QUANTIFIERS:
        return "her"
    return "" if following in _CLOSED and following not in ("own", "then", "will", "need") else "her"


def _to_masculine(sentence: str, match: re.Match[str]) -> str:
    """His or him for "her", by what follows; "" if both are possible."""
    old = match.group().lower()
    if old != "her":
        return _MALE_OF[old]
    following = _following(sentence, match.end())
    if not following or following in _CLOSED:
        return "him"
    before = _LAST_WORD.search(sentence, 0, match.start())
    verb = before.group(1).lower() if before else ""
    if verb in _TWO_OBJECTS or verb in ("but", "except", "than", "like") or following.endswith(("ly", "ing")):
        return ""
    if _DAYS.fullmatch(following) or following in TEMPORALS:
        return ""
    if following in QUANTIFIERS and following not in ("few", "many", "several", "other", "own", "entire", "whole"):
        return ""
    return "his"


def _following(sentence: str, end: int) -> str:
    """The word right after, in small letters; "" if something other than a blank comes first."""
    match = _NEXT.match(sentence, end)
    return match.group(2).lower() if match else ""


def _in_case(old: str, new: str) -> str:
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[0].upper() + new[1:] if old[0].isupper() else new


pronoun_swap = Perturbation(
    name="pronoun_swap",
    intent="altering",
    summary="lets the pronouns of a sentence mean somebody else",
    find_in_evidence=find_pronouns,
    severity=ONE_FACT,
    invariant="breaks_pronoun",
    error_type="coreference",
)
