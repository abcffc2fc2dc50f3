"""The people of a piece of evidence and all their mentions: full name, family name, first name.

A person is known by a listed first name, by a title or an office in front of the name, or as a public figure. Whoever
cannot be told apart from somebody else of the same name is left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from metricstress.language.names import (
    AMBIGUOUS_NAMES,
    FEMALE_NAMES,
    MALE_NAMES,
    NEUTRAL_NAMES,
    PUBLIC_FIGURES,
    ROLES,
    SURE_TITLES,
    TITLE_GENDER,
)
from metricstress.language.organisations import INSTITUTION_WORDS
from metricstress.language.passages import Evidence
from metricstress.language.places import places

from ..edits import Field
from .name_mentions import (
    Token,
    is_capitalised,
    is_title,
    listed_names,
    name_tokens,
    next_to,
    opens_sentence,
    stands_alone,
)
from .name_swap import Mention, fields_of

__all__ = ["Person", "people"]

_PARTICLES = frozenset("de del della da di du van von der den bin ibn al el la le ben Oude Chan".split())
_SUFFIXES = frozenset("Jr Sr II III IV".split())
# What may follow a name in a headline and is none.
_HEADLINE_VERBS = frozenset(
    "Arrested Says Said Dies Died Killed Wins Won Loses Lost Claims Tells Told Calls Called Has Is Was Did".split()
)
# "Singer Ada Okoro", "Kenyan Ada Okoro"; any other word in capitals may be an unlisted first name.
_LIKE_A_ROLE = re.compile(r"(?:er|or|ist|[iy]an|ant|man|men|person|ary|ress)$")
# A capitalised word before a name that makes it the name of a place or a thing.
_PLACE_HEADS = frozenset(
    "San Santa Saint St Fort Camp Port Cape Mount Lake New Los Las El Point Operation Hurricane".split()
)
# Family names that are towns, too; "in Washington" speaks of no president.
_LIKE_TOWNS = frozenset(
    "Washington Jackson Lincoln Houston Austin Madison Jefferson Hamilton Wellington Lancaster York Raleigh".split()
)
_TOWN_PREPOSITIONS = frozenset("in at near to from around outside of".split())
_NOT_AFTER_TITLE = frozenset("Elect Emeritus Designate Speaker Chairman Chair Joint America American".split())


class _Name(NamedTuple):
    """A name of two or more words, or one word behind a title (then `given` is empty)."""

    words: tuple[Token, ...]
    given: str
    family: str
    gender: str


@dataclass(slots=True)
class Person:
    """Somebody, with the forms "full", "family", "given" (and "full small", all in small letters) of the mentions."""

    given: str
    family: str
    gender: str
    mentions: list[Mention] = field(default_factory=list)


@cache
def _place_names() -> frozenset[str]:
    return frozenset(place.name for kind in places().values() for place in kind)


def _gender(given: str) -> str:
    return "male" if given in MALE_NAMES else "female" if given in FEMALE_NAMES else ""


@lru_cache(maxsize=4096)
def _names_in(text: str) -> tuple[_Name, ...]:
    """The names of people in `text` that prove themselves: a listed first name or a title comes first."""
    tokens = name_tokens(text)
    blocked = {index for name in listed_names(text) for index in range(name.first, name.last + 1)}
    found: list[_Name] = []
    index = 0
    while index < len(tokens):
        small = not tokens[index].text[0].isupper()
        name = None if small or index in blocked else _name_at(text, tokens, index)
        if name is None:
            index += 1
        else:
            found.append(name)
            index = tokens.index(name.words[-1], index) + 1
    return tuple(found)


def _name_at(text: str, tokens: tuple[Token, ...], index: int) -> _Name | None:
    token = tokens[index]
    if not is_capitalised(token) and token.text not in ("Will", "May"):
        return None
    if not token.text[0].isupper() or (token.text.isupper() and len(token.text) > 1) or is_title(token):
        return None
    before = next_to(tokens, index, -1)
    titled = before is not None and (before.text in SURE_TITLES or before.text in ("State", "General"))
    if titled and before is not None and before.text in ("State", "General"):
        earlier = next_to(tokens, index - 1, -1)
        titled = earlier is not None and earlier.text in ("of", "Attorney")
    known = token.text in MALE_NAMES or token.text in FEMALE_NAMES or token.text in NEUTRAL_NAMES
    has_role = before is not None and before.text in ROLES
    if not (known or titled or has_role):
        return None
    if known and not titled and token.text in AMBIGUOUS_NAMES and opens_sentence(text, token.start):
        return None
    words = _run(tokens, index)
    if words is None or not _fits_before(text, tokens, index):
        return None
    plain = [word for word in words if word.text not in _PARTICLES]
    last = plain[-1].text
    if (
        last in _place_names()
        or len(last) < 2
        or last in _NOT_AFTER_TITLE
        or text[plain[-1].end :][:1] in ("/", "&", "-")
    ):
        return None
    gender = _gender(token.text) or (TITLE_GENDER.get(before.text, "") if before else "")
    if len(plain) == 1:
        is_family = titled and not known
        return _Name(tuple(words), "", last, gender) if is_family else None
    if not known and len(plain) > 3:
        return None
    return _Name(tuple(words), token.text, last, gender)


def _run(tokens: tuple[Token, ...], index: int) -> list[Token] | None:
    """The words of the name that begins at `index`; None if they belong to the name of something else."""
    words = [tokens[index]]
    if words[0].text in INSTITUTION_WORDS or words[0].text in _place_names():
        return None
    position = index
    while True:
        word = next_to(tokens, position, 1)
        if word is None:
            break
        if word.text in _PARTICLES and is_capitalised(next_to(tokens, position + 1, 1)):
            words.append(word)
            position += 1
            continue
        if not is_capitalised(word) or word.text in _SUFFIXES or word.text in _HEADLINE_VERBS:
            break
        if word.text in INSTITUTION_WORDS:
            return None
        if is_title(word) or not word.text.replace("'", "").replace("’", "").replace("-", "").isalpha():
            break
        if word.text.isupper() and len(word.text) > 1:
            break
        words.append(word)
        position += 1
    return words


def _fits_before(text: str, tokens: tuple[Token, ...], index: int) -> bool:
    """Whether what stands before the name leaves it the name of a person."""
    start = tokens[index].start
    end = tokens[index + 1].end if index + 1 < len(tokens) else len(text)
    if start and text[start - 1] in "\"“‘'" and text[end : end + 1] in ('"', "”", "’", "'"):
        return False  # the title of a work
    if start and (text[start - 1] in "@#/_&" or text[max(0, start - 3) : start] == " & "):
        return False
    before = next_to(tokens, index, -1)
    if before is None:
        return True
    if before.text == "of":
        head = next_to(tokens, index - 1, -1)
        return not (head is not None and head.text in INSTITUTION_WORDS)
    if not is_capitalised(before) or is_title(before) or before.text in _place_names():
        return True
    if before.text in _PLACE_HEADS or before.text in INSTITUTION_WORDS:
        return False
    return before.text.isupper() or _LIKE_A_ROLE.search(before.text) is not None


def people(evidence: Evidence) -> Iterator[Person]:
    """Everybody who is named without ambiguity, with all mentions in questions and answers."""
    named: list[tuple[int, Field, str, _Name]] = []
    capitals: dict[str, list[tuple[int, Field, str, int]]] = defaultdict(list)
    for passage, where, text in fields_of(evidence):
        named += [(passage, where, text, name) for name in _names_in(text)]
        for index, token in enumerate(name_tokens(text)):
            if token.text[0].isupper():
                capitals[token.text].append((passage, where, text, index))
    pairs = {(name.given, name.family) for *_, name in named if name.given and len(name.words) == 2}
    persons: dict[tuple[str, str], Person] = {}
    alone: dict[str, str] = {}
    covered: set[tuple[int, Field, int]] = set()
    for passage, where, _text, name in named:
        words, family = name.words, name.family
        if len(words) > 2 and (words[0].text, words[1].text) in pairs:
            words, family = words[:2], words[1].text  # "Ada Okoro Resigns"
        covered.update((passage, where, word.start) for word in words)
        if not name.given:
            covered.discard((passage, where, words[-1].start))
            alone.setdefault(family, name.gender)
            continue
        end = words[-1].end
        if family[-1] == "s" and _is_slip(name.given, family[:-1], pairs):
            family, end = family[:-1], end - 1  # "Ada Okoros speech"
        person = persons.setdefault((name.given, family), Person(name.given, family, name.gender))
        person.gender = person.gender or name.gender
        person.mentions.append(Mention(passage, where, words[0].start, end, "full"))
    for family, gender in alone.items():
        if not any(family == other for _, other in persons):
            persons["", family] = Person("", family, gender)
    for family in PUBLIC_FIGURES.keys() & capitals.keys():
        if not any(family == other for _, other in persons):
            persons["", family] = Person("", family, "")
    for person in sorted(persons.values(), key=lambda one: (one.family, one.given)):
        namesakes = [other for other in persons.values() if other.family == person.family]
        firsts = [other for other in persons.values() if other.given == person.given]
        if not _add_single_words(person, capitals, covered, len(namesakes), len(firsts)):
            continue
        if person.given:
            _add_small(person, evidence)
        person.mentions = _longest(person.mentions)
        if person.mentions:
            yield person


def _longest(mentions: list[Mention]) -> list[Mention]:
    """The mentions without those that lie within another."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda one: (one.passage, one.field, one.start, -one.end)):
        last = kept[-1] if kept else None
        if last is None or last[:2] != mention[:2] or mention.start >= last.end:
            kept.append(mention)
    return kept


def _is_slip(given: str, family: str, pairs: set[tuple[str, str]]) -> bool:
    return (given, family) in pairs or PUBLIC_FIGURES.get(family) == given


def _add_single_words(
    person: Person,
    capitals: dict[str, list[tuple[int, Field, str, int]]],
    covered: set[tuple[int, Field, int]],
    namesakes: int,
    firsts: int,
) -> bool:
    """Add the mentions by one word; False if it is not certain that they mean this person."""
    for *_, text, index in capitals.get(f"{person.family}s", ()):
        before = next_to(name_tokens(text), index, -1)
        if before is not None and before.text.lower() in ("the", "both"):
            return False  # the family
    for passage, where, text, index in capitals.get(person.family, ()):
        tokens = name_tokens(text)
        token, before, after = tokens[index], next_to(tokens, index, -1), next_to(tokens, index, 1)
        if (passage, where, token.start) in covered or not stands_alone(text, tokens, index, index):
            continue
        if namesakes > 1 or (after is not None and after.text in _SUFFIXES):
            return False
        if token.text in AMBIGUOUS_NAMES and opens_sentence(text, token.start):
            return False
        if person.family in _LIKE_TOWNS and before is not None and before.text in _TOWN_PREPOSITIONS:
            continue
        gender = TITLE_GENDER.get(before.text, "") if before is not None else ""
        if gender and person.gender and gender != person.gender:
            return False
        person.mentions.append(Mention(passage, where, token.start, token.end, "family"))
    if not person.given or firsts > 1 or person.given in AMBIGUOUS_NAMES:
        return True
    for passage, where, text, index in capitals.get(person.given, ()):
        tokens = name_tokens(text)
        token = tokens[index]
        if (passage, where, token.start) not in covered and stands_alone(text, tokens, index, index):
            person.mentions.append(Mention(passage, where, token.start, token.end, "given"))
    return True


def _add_small(person: Person, evidence: Evidence) -> None:
    """Add the mentions of the full name in small letters, as hurried writers have it."""
    first, last = person.given, person.family
    pattern = rf"(?<![\w@#/])(?:{re.escape(first)}|{re.escape(first.lower())}) {re.escape(last.lower())}(?=s?(?!\w))"
    if last.lower() == last:
        return
    small = re.compile(pattern)  # "george lindholm", "George lindholms"
    for passage, where, text in fields_of(evidence):
        if last.lower() in text:
            person.mentions += [
                Mention(passage, where, *match.span(), "full" if match.group()[0].isupper() else "full small")
                for match in small.finditer(text)
            ]
