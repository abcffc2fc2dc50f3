"""Entity swap (EntE): one named person, organisation, product or disease becomes another of the same type.

Every mention changes alike, in all answers and questions: "Ada Okoro", "Dr Okoro" and "Okoro's" become one new
person. Only names whose type is certain are swapped, and the new name occurs neither in the evidence nor in the claim.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from metricstress.language.names import COMMON_NAMES, FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES
from metricstress.language.passages import Evidence

from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .name_swap import Mention, fields_of, fits_articles, swap, words_used
from .organisation_names import COMPANIES, Swap, around, bodies, companies, contains, disease, listed_organisations
from .person_names import Person, people
from .place_swap import find_places

__all__ = ["entity_swap"]

_KINDS = frozenset({"identifier"})  # COVID-19


def find_entities(
    evidence: Evidence,
    context: Context,
    rng: random.Random,
    nlp: Callable[[str], Any] | None = None,
    places: bool = True,
) -> Iterator[Group]:
    """One group an entity: all its mentions, swapped alike.

    Args:
        evidence: Where the names stand.
        context: Its claim says which entities come first.
        rng: Chooses the new names.
        nlp: A spaCy model, or any callable whose result has `ents` with `text`, `start_char`, `end_char` and
            `label_`; its PERSON and ORG entities are swapped in place of those found by rules.
        places: Whether places count as entities, too, where nobody and nothing else is named: see `place_swap`.
    """
    used = words_used(evidence, context)
    found = _by_rules(evidence, context, rng, used) if nlp is None else _by_model(evidence, rng, used, nlp)
    taken: set[tuple[int, str, int]] = set()
    for mentions, new in found:
        group = swap(evidence, context, mentions, new, _KINDS)
        if group is not None and all(_is_whole_name(str(edit.old)) for edit in group):
            spans = {(edit.passage, edit.field, offset) for edit in group for offset in range(edit.start, edit.end)}
            if not spans & taken:
                taken |= spans
                yield group
    if places and not taken:
        yield from find_places(evidence, context, rng)


def _is_whole_name(mention: str) -> bool:
    """Whether a mention is written as names are: "covid", "George floyds" and "Covid 19" leave doubt."""
    words = mention.split()
    capitals = all(not word[0].islower() or len(word) < 4 for word in words)
    return capitals and any(char.isupper() for char in mention) and not any(word.isdigit() for word in words)


def _by_rules(evidence: Evidence, context: Context, rng: random.Random, used: set[str]) -> Iterator[Swap]:
    for person in people(evidence):
        new = _another_person(evidence, person, rng, used)
        if new is not None:
            yield person.mentions, new
    yield from listed_organisations(evidence, context, rng)
    yield from disease(evidence, context, rng)
    yield from bodies(evidence, context, rng, used)
    yield from companies(evidence, rng, used)


def _another_person(
    evidence: Evidence, person: Person, rng: random.Random, used: set[str]
) -> Callable[[str], str] | None:
    """Who takes the person's place: of the same gender where a first name is needed, of new names in any case."""
    first_names = COMMON_NAMES[person.gender]
    given_at, family_at = rng.randrange(len(first_names)), rng.randrange(len(FAMILY_NAMES))
    given = next((name for name in around(first_names, given_at) if name.lower() not in used), None)
    if given is None:
        return None
    for family in around(FAMILY_NAMES, family_at):
        if family.lower() in used:
            continue
        full = f"{given} {family}"
        forms = {"full": full, "full small": full.lower(), "family": family, "given": given}
        if fits_articles(evidence, person.mentions, forms.__getitem__):
            used |= {given.lower(), family.lower()}
            return forms.__getitem__
    return None


def _by_model(evidence: Evidence, rng: random.Random, used: set[str], nlp: Callable[[str], Any]) -> Iterator[Swap]:
    """The entities that a model finds: people by family name, organisations by their whole name."""
    persons: dict[str, Person] = {}
    named: dict[str, list[Mention]] = {}
    for passage, where, text in fields_of(evidence):
        for entity in nlp(text).ents:
            start, end = int(entity.start_char), int(entity.end_char)
            if text[start:end].endswith(("'s", "’s")):
                end -= 2
            words = text[start:end].split()
            if words and entity.label_ == "PERSON":
                person = persons.setdefault(words[-1], Person("", words[-1], ""))
                if len(words) > 1:
                    person.given = person.given or words[0]
                    known = "male" if words[0] in MALE_NAMES else "female" if words[0] in FEMALE_NAMES else ""
                    person.gender = person.gender or known
                person.mentions.append(Mention(passage, where, start, end, "full" if len(words) > 1 else "family"))
            elif words and entity.label_ == "ORG" and not _has_the(text, start, words[0]):
                named.setdefault(text[start:end], []).append(Mention(passage, where, start, end, ""))
    by_first = {person.given: person for person in persons.values() if person.given}
    for name in [name for name, person in persons.items() if not person.given and name in by_first]:
        by_first[name].mentions += [mention._replace(form="given") for mention in persons.pop(name).mentions]
    for person in persons.values():
        new = _another_person(evidence, person, rng, used)
        if new is not None:
            yield person.mentions, new
    for name, mentions in named.items():
        others = [one for one in COMPANIES if one.lower() not in used and not contains(one, name)]
        for other in around(others, rng.randrange(len(COMPANIES)) % max(1, len(others))):
            forms = {"": other}
            if fits_articles(evidence, mentions, forms.__getitem__):
                used.add(other.lower())
                yield mentions, forms.__getitem__
                break


def _has_the(text: str, start: int, first: str) -> bool:
    """Whether "the" belongs to the name: then no company of one word can take its place."""
    return first.lower() == "the" or text[:start].lower().endswith("the ")


entity_swap = Perturbation(
    name="entity_swap",
    intent="altering",
    summary="swaps a person, organisation or disease for another one, in all mentions",
    find_in_evidence=find_entities,
    severity=ONE_FACT,
    names_kinds=_KINDS,
    invariant="breaks_name",
    error_type="entity",
)
