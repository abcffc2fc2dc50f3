"""Quantifiers: how many, how often, how much of it: "most people" becomes "few people", "always" "sometimes".

A quantifier is changed to one that the old one excludes ("all" to "few", not to "some"), and never to a negation,
so that nothing but the quantity breaks. What only looks like one ("at all", "most common", "of many") stays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from metricstress.language.closed_classes import is_negation, word_set
from metricstress.language.inflection import BASE
from metricstress.language.passages import Evidence
from metricstress.language.verbs import is_noun, verb_readings

from ..clause_context import is_participle
from ..contraction_tables import PREPOSITIONS
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .answers import Sentence, groups_in_answers
from .clauses import BE, HAVE
from .quantifier_amounts import AMOUNTS
from .quantifier_degrees import DEGREES

__all__ = ["quantifier_change"]

_RULES = {**AMOUNTS, **DEGREES}
_NEGATION_REACH = 6
_SMALL = word_set("few fewest little")
_PREVENTING = ("prohibit", "forbid", "forbad", "prevent", "avoid")
_BANS = word_set(
    "ban bans banned banning bar bars barred barring stop stops stopped stopping refuse refuses refused refusing deny "
    "denies denied denying without lack lacks lacked lacking"
)
_SUBORDINATORS = word_set("that which who because although while when where if")
_PARTICLES = word_set("into onto across through throughout within among upon down up out off away")
_REGRETS = word_set("sadly unfortunately regrettably tragically alas")
_OBJECT_STARTS = word_set("the a an all any your his her its their our this that these those it them us me for with")
_MARKS = frozenset(",;:—–.()")


def find_quantifiers(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Every quantifier of the answers that another one contradicts."""
    return groups_in_answers(evidence, _find_in_sentence, context.claim)


def _find_in_sentence(sentence: Sentence) -> Iterator[Group]:
    if sentence.end == "?" or _is_imperative(sentence):
        return
    taken = -1
    for index, token in enumerate(sentence.tokens):
        rule = _RULES.get(token.lower)
        if rule is None or not (token.text.islower() or (index == 0 and token.text[1:].islower())):
            continue
        if _is_negated(sentence, index):
            continue
        found = rule(sentence, index)
        if found is None:
            continue
        first, last, new = found
        if new.partition(" ")[0] in _SMALL or new.startswith("very few"):
            if not _may_be_few(sentence, first, last):
                continue
            new = _as_object(sentence, first, new)
        if first <= taken or not sentence.joined(first, last):
            continue
        taken = last
        capital = sentence.tokens[first].is_name
        yield (sentence.edit(first, last, new[0].upper() + new[1:] if capital else new),)


def _is_negated(sentence: Sentence, index: int) -> bool:
    for token in reversed(sentence.tokens[max(0, index - _NEGATION_REACH) : index]):
        if token.text in _MARKS:
            return False
        if is_negation(token.lower) or token.lower.startswith(_PREVENTING) or token.lower in _BANS:
            return True
    return False


def _is_imperative(sentence: Sentence) -> bool:
    """Whether the sentence tells the reader what to do, so that it states nothing."""
    at = 0
    while sentence.lower(at) in ("please", "always", "just", "so", "and"):
        at += 1
    word, following = sentence.lower(at), sentence.lower(at + 1)
    if word in ("be", "let", "do", "don't") or sentence.lower(0) == "please":
        return True
    if not any(reading.form == BASE for reading in verb_readings(word)):
        return False
    return not is_noun(word) or following in _OBJECT_STARTS


def _may_be_few(sentence: Sentence, first: int, last: int) -> bool:
    """ "Few" is as good as a negation: none opens a sentence behind a preposition, or has another one behind it."""
    opening = 0
    while sentence.lower(opening) in ("and", "but", "so"):
        opening += 1
    before = [token.lower for token in sentence.tokens[:first]]
    if sentence.lower(opening) in PREPOSITIONS and first > opening and "," not in before:
        return False
    if not _REGRETS.isdisjoint(before):
        return False
    for token in sentence.tokens[last + 1 :]:
        if token.text in _MARKS or token.lower in _SUBORDINATORS:
            return True
        if token.lower == "even" or is_negation(token.lower):
            return False
    return True


def _as_object(sentence: Sentence, first: int, new: str) -> str:
    """ "He wrote few letters" is bookish: "only a few"."""
    before = sentence.lower(first - 1)
    if not new.startswith("few") or before in BE | HAVE or not before.isalpha():
        return new
    acts = bool(verb_readings(before)) or is_participle(before) or before.endswith("ing")
    alone = not is_noun(before) or before.endswith(("ed", "ing"))
    return f"only a {new}" if before in PREPOSITIONS | _PARTICLES or (acts and alone) else new


quantifier_change = Perturbation(
    name="quantifier_change",
    intent="altering",
    summary="one quantity word of an answer is contradicted: most becomes few, always sometimes, at least at most",
    find_in_evidence=find_quantifiers,
    severity=ONE_FACT,
    needs=frozenset({"wordnet"}),
    invariant="breaks_quantifier",
    error_type="circumstance",
)
