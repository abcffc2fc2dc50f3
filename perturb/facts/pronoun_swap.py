"""Pronoun swap (CorefE): the personal pronouns of one sentence come to mean somebody else.

"He said his car was stolen" becomes "She said her car was stolen". All pronouns of the sentence change together, and
only where they mean somebody who is named before: a sentence of two readings, or one about no one in particular ("a
voter must show his card"), is left alone. So is "we", which often means nobody whom "they" would not mean as well.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from metricstress.language.closed_classes import (
    FUNCTION_WORDS,
    MODALS,
    NUMBER_WORDS,
    QUANTIFIERS,
    TEMPORALS,
    word_set,
)
from metricstress.language.names import FEMALE_NAMES, MALE_NAMES, PUBLIC_FIGURES
from metricstress.language.organisations import INSTITUTION_WORDS
from metricstress.language.passages import Evidence, Passage
from metricstress.language.places import places
from metricstress.language.sentences import sentence_spans

from ..edits import Edit
from ..perturbation import ONE_FACT, Context, Group, Perturbation, Preferred, is_allowed
from .person_names import people

__all__ = ["pronoun_swap"]

_MASCULINE = re.compile(r"(?<![\w@#/'’-])(he|him|his|himself)(?![\w/-])(?!['’](?!s\b|d\b|ll\b))", re.I)
_FEMININE = re.compile(r"(?<![\w@#/'’-])(she|her|hers|herself)(?![\w/-])(?!['’](?!s\b|d\b|ll\b))", re.I)
# Sentences in which a changed pronoun would be odd rather than wrong.
_LEFT_ALONE = re.compile(
    r"\b(?:s/he|(?:he|she|him|her|his|hers) or (?:he|she|him|her|his|hers)"
    r"|(?:his|her) (?:majesty|highness|excellency|hono[u]?r|holiness|royal|lord|lady|father|eminence)"
    r"|pregnant|pregnancy|maternity|wom[ae]n|girls?|mothers?|m[ae]n|boys?|fathers?|king|queen|widow|widower|actress|lad(?:y|ies)"
    r"|god|allah|christ|jesus|prophet)\b",
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
# Somebody, but no one in particular.
_ANYONE = re.compile(
    r"\b(?:(?:any|every|some|no)(?:one|body| one)|who(?:so)?ever|(?:any|every|each|either|no|neither|one of|whichever)"
    r" (?!longer\b|more\b|doubt\b|time\b|other\b)[a-z]+|a person|an individual|a given [a-z]+|one must|if one)\b",
    re.I,
)
_SOMEBODY = re.compile(
    r"(?<!\w)(?<!\bin )(?<!\bafter )(?<!\bduring )(?<!\bat )(?<!\bon )(?<!\bas )(?<!\bwithin )(?<!\bsince )"
    r"(?<!\bbefore )(?<!\bfrom )(?<!\bunder )(?<!\bover )(?<!\bthrough )(?<!\bvia )an? [a-z]",
    re.I,
)
_SOMEBODY_FIRST = re.compile(r"(?:^\W*|\b(?:if|when|unless|that|because|where|for) )an? [a-z]", re.I)
_THE_KIND = re.compile(
    r"(?:^\W*|\b(?:if|when|unless|that) )the [a-z]+ (?:can|may|must|should|shall|will|has to)\b", re.I
)
_RUN = re.compile(
    r"(?<![\w.@#/-])(?<!\bthe )(?<!\bThe )[A-Z][a-zà-ÿ]+(?:-[A-Z]?[a-zà-ÿ]+)?(?: [A-Z]\.)?"
    r"(?: (?:de|bin|van|von|al|el|da|di|den|der))*"
    r"(?: (?:Mc|Mac|O['’])?[A-Z][a-zà-ÿ]+(?:-[A-Z][a-zà-ÿ]+)?){1,2}(?![\w-])"
)
_NO_PERSON = INSTITUTION_WORDS | word_set(
    """
    The A An In On At Of By For From To And But Or If When While After Before Since Although However This That These
    Those His Her Their Our My It He She They We As With Is Was Are Were Has Had Have Will Did Does Do Not No Yes
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
    September October November December North South East West Northern Southern Eastern Western New Old Great San
    Santa Saint Los Las United States State City County River Lake Mount Street Road Avenue Act Bill Law Constitution
    Article Section Chapter Amendment Times Post News Magazine Journal Daily Twitter Facebook Instagram Youtube
    Covid Corona Virus Vaccine War World National International Federal Supreme High House White Democratic Republican
    Party Good Morning America American British Indian Chinese Russian Medal Honor Award Prize Cup League
    """
)
_VESSEL = re.compile(
    r"\b(?:\w*ships?|vessels?|boats?|yachts?|liners?|ferry|frigate|schooner|brig|submarine|sank|adrift|crew)\b", re.I
)
_NEAR = 250
"""Characters before a sentence within which a name is what its pronoun most likely means."""


class _Named(NamedTuple):
    """A place where somebody is named; `gender` is "" if the name tells none."""

    start: int
    gender: str


def find_pronouns(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Group]:
    """One group a passage, wherever it stands; first those near a name of the pronoun's own gender."""
    found: dict[str, list[Edit]] = {}
    meant: dict[str, int] = {}
    named: dict[tuple[int, str], list[_Named]] | None = None
    for passage, item in enumerate(evidence):
        text = item.text
        if not (_MASCULINE.search(text) or _FEMININE.search(text)):
            continue
        if _FEMININE.search(text) and any(map(_VESSEL.search, (text, item.question, context.claim))):
            continue  # "She sank": a ship is no less itself as "he".
        if named is None:
            named = _named(evidence, context.claim)
        inside = named.get((passage, "text"), [])
        outside = [*named.get((passage, "question"), []), *named.get((len(evidence), "text"), [])]
        edits, certainty = _in_passage(text, passage, inside, outside)
        if edits:
            meant[text] = max(certainty, meant.get(text, 0))
            found.setdefault(text, []).extend(edits)
    for text, edits in found.items():
        if meant[text]:
            yield Preferred(edits) if meant[text] > 1 else tuple(edits)


def _in_passage(text: str, passage: int, inside: list[_Named], outside: list[_Named]) -> tuple[list[Edit], int]:
    """The edits of a passage and how certain it is whom its pronouns mean.

    All its pronouns change or none: one "she" among the "he" of other sentences is a slip and no other person.
    """
    edits: list[Edit] = []
    certainty = before = 0
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        changes = _changes(sentence)
        here = [
            Edit(start + place, start + place + len(old), old, _in_case(old, new), passage=passage)
            for place, old, new in changes
        ]
        if here and is_allowed(text, tuple(here)):
            gender = "male" if _MASCULINE.fullmatch(changes[0][1]) else "female"
            if not _means_no_one(text, before, start, here[0].start, inside):
                certainty = max(certainty, _certainty(gender, here[0].start, start, inside, outside))
            edits += here
        elif _MASCULINE.search(sentence) or _FEMININE.search(sentence):
            return [], 0
        before = start
    directions = {bool(_MASCULINE.fullmatch(str(edit.old))) for edit in edits}
    return (edits, certainty) if len(directions) == 1 else ([], 0)


def _named(evidence: Evidence, claim: str) -> dict[tuple[int, str], list[_Named]]:
    """Where people are named, by passage and field; the claim stands as one passage more."""
    whole = (*evidence, Passage(claim))
    found: dict[tuple[int, str], list[_Named]] = {}
    for person in people(whole):
        given = person.given or PUBLIC_FIGURES.get(person.family, "")
        gender = person.gender or ("male" if given in MALE_NAMES else "female" if given in FEMALE_NAMES else "")
        for mention in person.mentions:
            found.setdefault((mention.passage, mention.field), []).append(_Named(mention.start, gender))
    for passage, item in enumerate(whole):
        for field, text in (("text", item.text), ("question", item.question)):
            for run in _RUN.finditer(text):
                words = run.group().split()
                if _NO_PERSON.isdisjoint(words) and _place_words().isdisjoint(words):
                    gender = "male" if words[0] in MALE_NAMES else "female" if words[0] in FEMALE_NAMES else ""
                    found.setdefault((passage, field), []).append(_Named(run.start(), gender))
    return found


@cache
def _place_words() -> frozenset[str]:
    words = {word for kind in places().values() for place in kind for word in place.name.split()}
    return frozenset(words - MALE_NAMES - FEMALE_NAMES)


def _means_no_one(text: str, before: int, start: int, place: int, named: list[_Named]) -> bool:
    """Whether the pronoun at `place` stands for anyone of a kind; `before` is where the sentence before begins."""
    last = max((name.start for name in named if start <= name.start < place), default=None)
    if _ANYONE.search(text, start if last is None else last, place):
        return True
    if last is not None:
        return False
    sentence = text[start:place]
    if _SOMEBODY.search(sentence) or _THE_KIND.search(sentence):
        return True
    earlier = text[before:start]
    if any(before <= name.start < start for name in named):
        return False
    return any(pattern.search(earlier) for pattern in (_ANYONE, _SOMEBODY_FIRST, _THE_KIND))


def _certainty(gender: str, place: int, start: int, inside: list[_Named], outside: list[_Named]) -> int:
    """How sure it is that somebody named is meant: 2 if the name's gender tells, 1 if none denies it, else 0."""
    before = [name for name in inside if name.start < place]
    fitting = [name for name in (*before, *outside) if name.gender in ("", gender)]
    if not fitting:
        return 0
    near = [name for name in before if name.start >= start - _NEAR] or outside
    return 2 if any(name.gender == gender for name in near) else 1


def _changes(sentence: str) -> list[tuple[int, str, str]]:
    """Place, old and new pronoun for each that changes; empty if the sentence is left alone."""
    if sentence.isupper() or "?" in sentence or _LEFT_ALONE.search(sentence):
        return []
    masculine, feminine = list(_MASCULINE.finditer(sentence)), list(_FEMININE.finditer(sentence))
    if bool(masculine) == bool(feminine):
        return []
    change = _to_feminine if masculine else _to_masculine
    changed = [(match.start(), match.group(), change(sentence, match)) for match in masculine or feminine]
    return changed if all(new for *_, new in changed) else []


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
