"""Place swap (CircE): one country, city, state, continent or planet becomes another of its kind, throughout.

The words derived from it change alike: Norway and Norwegians become Peru and Peruvians. A place within a longer name
(the Boston Globe, North Korea, the Bank of Ghana) is no mention of it, and neither is a language.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from metricstress.language.passages import Evidence, evidence_text
from metricstress.language.places import AMERICAN_AND_BRITISH, Place, places

from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .assertions import clause_of, sentence_of
from .name_mentions import (
    GRAMMAR_WORDS,
    Listed,
    is_capitalised,
    is_title,
    listed_names,
    name_tokens,
    next_to,
    opens_sentence,
)
from .name_swap import Mention, fields_of, fits_articles, swap
from .person_names import people

__all__ = ["place_swap"]

_LANGUAGE_AFTER = frozenset(
    "language languages speaker speakers speaking translation translations dialect word words".split()
)
_LANGUAGE_BEFORE = frozenset("in into speak speaks spoke spoken speaking learn learned learning taught from".split())
# With these the adjective or the name says nothing about the place.
_SET_PHRASES = frozenset(
    """
    agreement accord accords treaty protocol convention climate flu measles fries toast bulldog shepherd roulette
    encephalitis wave oven whiskey whisky cheese pastry bacon football dollar dollars pound pounds rupee rupees peso
    pesos marathon variant strain derby bun roll pepper capita
    """.split()
)
_PREDICATE_BEFORE = frozenset("a an is are was were the this that every each any of by".split())
_NOT_NOUNS = GRAMMAR_WORDS | frozenset(
    """
    said says say told tells went came goes won lost made took announced claims claimed want wants has have according
    ago today yesterday alone only too also
    """.split()
)
# At the start of a sentence these may be ordinary words.
_ALSO_WORDS = frozenset("Turkey China Phoenix Nice Reading Mobile Mercury Chile".split())
# Then Georgia is the country in the Caucasus.
_OTHER_GEORGIA = re.compile(r"\b(?:Georgians?|Tbilisi|Abkhazia|South Ossetia|Saakashvili)\b")
_ONLY_AMERICAN = re.compile(
    r"\b(?:president\w*|vice[- ]president\w*|senat\w+|congress\w*|federal\w*|governors?|midterms?|white house"
    r"|electoral college|republicans?|democrats?|supreme court|capitol|house of representatives"
    r"|prime minister|parliament\w*|monarchy)\b",
    re.I,
)
_REGION = re.compile(r",? ?\(?(?:,[ \u00a0])?(?<=[ ,(\u00a0])(?:[A-Z][a-z]|[A-Z]{2}\b|[A-Z]\.[A-Z])")
_TOWN_BEFORE = re.compile(r"((?:[A-Z][\w.’'-]+ )?[A-Z][\w.’'-]+)(?:, ?| \()$")
_TOWN_ENDINGS = ("County", "City", "Town", "Beach", "Springs", "ville", "burg", "borough", "Falls", "Parish")
_JUDGES = re.compile(
    r"\b(?:great(?:est)?|beautiful|wonderful|best|worst|terrible|amazing|famous"
    r"|important|interesting|nice|lovely|(?<!for )good|bad|effective"
    r"|baseless|debunked|controversial|popular|proud|love[sd]?|believe[sd]?|think[s]?|hop(?:e|es|ed|ing)|feel|felt)\b"
    r"|\b(?:is|was) an? (?:[\w-]+,? (?:and )?){0,5}(?:state|country|nation|place|land|society|democracy)\b",
    re.I,
)
# Spoken of as a thing or a person more often than as the place.
_THINGS_AFTER = frozenset("dinnerware porcelain sandwich soup".split())


def find_places(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Group]:
    """One group a place: its name and what is derived from it, changed alike in questions and answers."""
    found: dict[tuple[str, int], list[tuple[Mention, bool]]] = {}
    left_out: set[tuple[str, int]] = set()
    kinds = places()
    in_names: set[tuple[int, str, int]] | None = None
    for passage, where, text in fields_of(evidence):
        for name in listed_names(text):
            if name.kind not in kinds and name.kind != "american_or_british":
                continue
            key = (name.kind, name.entry)
            if in_names is None:
                in_names = {
                    (one.passage, one.field, offset)
                    for person in people(evidence)
                    for one in person.mentions
                    for offset in range(one.start, one.end)
                }
            if (passage, where, name.start) in in_names:
                continue
            use = _use(text, name)
            if use == "doubtful":
                left_out.add(key)
            elif use:
                mention = Mention(passage, where, name.start, name.end, str(name.form))
                found.setdefault(key, []).append((mention, use == "attribute"))
    text = f"{evidence_text(evidence)}\n{context.claim}"
    chosen: set[Place] = set()
    fields = {(passage, where): field_text for passage, where, field_text in fields_of(evidence)}
    for key, uses in found.items():
        if key in left_out or (_is_georgia(key) and _OTHER_GEORGIA.search(text)):
            continue
        mentions = [mention for mention, _ in uses]
        if any(_is_bound(fields[one.passage, one.field], one, key[0]) for one in mentions):
            continue
        if all(_is_valued(fields[one.passage, one.field], one) for one in mentions if one.field == "text"):
            continue
        new = _another(evidence, key, uses, rng, text, chosen)
        group = swap(evidence, context, mentions, new, frozenset()) if new is not None else None
        if group is not None:
            yield group


def _is_bound(text: str, mention: Mention, kind: str) -> bool:
    """Whether the words around belong to this place alone: an American president, a city with its region."""
    if kind == "american_or_british":
        start, end = sentence_of(text, mention.start)
        return _ONLY_AMERICAN.search(text, start, end) is not None
    if kind == "city":
        return _REGION.match(text, mention.end) is not None
    town = _TOWN_BEFORE.search(text, max(0, mention.start - 40), mention.start)  # "Portville, Texas"
    return town is not None and (town[1].endswith(_TOWN_ENDINGS) or town[1].split(" ", 1)[-1] in _cities())


@cache
def _cities() -> frozenset[str]:
    return frozenset(place.name for place in places()["city"])


def _is_valued(text: str, mention: Mention) -> bool:
    """Whether the clause only judges, so that it could be said of another place with as much right."""
    before, behind = clause_of(text, mention.start, mention.end)
    return _JUDGES.search(f"{before} {behind}") is not None


def _is_georgia(key: tuple[str, int]) -> bool:
    kind, entry = key
    return kind == "us_state" and places()[kind][entry].name == "Georgia"


def _use(text: str, name: Listed) -> str:
    """How a listed place is used: "name", "attribute" (before a noun), "doubtful", or "" if it is no mention."""
    tokens = name_tokens(text)
    before, after = next_to(tokens, name.first, -1), next_to(tokens, name.last, 1)
    word = text[name.start : name.end]
    if is_capitalised(before) and not is_title(before):
        return ""  # "African American", "Northern Kenya"
    if after is not None and (after.text in _SET_PHRASES or after.text in _THINGS_AFTER):
        return ""
    if word in _ALSO_WORDS and opens_sentence(text, name.start):
        return "doubtful"
    is_adjective = name.form in (5, 6) if name.kind == "american_or_british" else name.form > 0
    if not is_adjective:
        return "name"
    if after is not None and after.text in _LANGUAGE_AFTER:
        return ""
    attribute = text[name.end : name.end + 1] == "-" or (
        after is not None
        and (is_title(after) or (after.text[0].islower() and after.text not in _NOT_NOUNS and len(after.text) > 2))
    )
    if attribute:
        return "attribute"
    if before is not None and before.text.lower() in _LANGUAGE_BEFORE:
        return ""
    is_plural = name.form == (6 if name.kind == "american_or_british" else 2)
    if is_plural or (before is not None and before.text.lower() in _PREDICATE_BEFORE):
        return "noun"
    return "doubtful"


def _another(
    evidence: Evidence,
    key: tuple[str, int],
    uses: Sequence[tuple[Mention, bool]],
    rng: random.Random,
    text: str,
    chosen: set[Place],
) -> Callable[[str], str] | None:
    """The names of a place of the same kind that has all the forms that are used and is not spoken of here."""
    kind, entry = key
    lower = text.lower()
    if kind == "american_or_british":
        return _over_the_ocean(entry, uses, text)
    entries = places()[kind]
    old = entries[entry]
    forms = {int(mention.form) for mention, _ in uses}
    # An adjective that is used as a noun needs another that can be one.
    as_noun = any(mention.form == "1" and not attribute for mention, attribute in uses)
    if as_noun and not old.plural:
        return None
    others = [
        other
        for other in entries
        if other != old
        and other not in chosen
        and all(other[form] for form in forms)
        and (other.plural or not as_noun)
        and not any(form and form.lower() in lower for form in other[:2])
        and not (other.name.lower() in old.name.lower() or old.name.lower() in other.name.lower())
    ]
    if not others:
        return None
    mentions = [mention for mention, _ in uses]
    start = rng.randrange(len(others))
    ordered = others[start:] + others[:start]
    for other in ordered:
        names = {str(form): name for form, name in enumerate(other)}
        if fits_articles(evidence, mentions, names.__getitem__):
            chosen.add(other)
            return names.__getitem__
    chosen.add(ordered[0])  # The articles change with it.
    return {str(form): name for form, name in enumerate(ordered[0])}.__getitem__


def _over_the_ocean(side: int, uses: Sequence[tuple[Mention, bool]], text: str) -> Callable[[str], str] | None:
    new = {str(form): pair[1 - side] for form, pair in enumerate(AMERICAN_AND_BRITISH)}
    if any(mention.form == "5" and not attribute for mention, attribute in uses):
        return None  # "an American": there is no British noun of that form
    there = "|".join(re.escape(name) for name in sorted(set(new.values()), key=len, reverse=True))
    return None if re.search(rf"(?<!\w)(?:{there})(?!\w)", text) else new.__getitem__


place_swap = Perturbation(
    name="place_swap",
    intent="altering",
    summary="swaps a country, city or state for another one, with the words derived from it",
    find_in_evidence=find_places,
    severity=ONE_FACT,
    invariant="breaks_name",
    error_type="circumstance",
)
