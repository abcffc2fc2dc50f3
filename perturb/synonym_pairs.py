"""The closed table of synonyms, read and checked against WordNet.

WordNet alone is no guide to what may be swapped: most of its synsets join words that share one sense of
many. So the pairs of words that mean the same in nearly every context were chosen by hand, in the direction
that adds no meaning, and WordNet is the check: a pair without a common synset is left out (a test sees to it
that there is none).

A line of the table is `old > new : conditions`. In a condition `|` joins alternatives, and names in capitals
are word classes (`synonym_context`); a line may go on in the next one, indented:

    next=, prev=      the neighbouring word is one of these
    next!=, prev!=    ... is none of these
    second=, second!= the same for the word after the next
    far=, far!=       one (none) of these stands among the six words before
    kinds=            only these inflections: base, plural; base, s, past, participle, ing
    modifier          a noun that may also stand before another noun
    strict            a noun that is a verb as often: the word before must show that it is a noun
    loose             a verb whose forms are hardly ever nouns or adjectives, whatever WordNet lists
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from metricstress.language.inflection import BASE, ING, PARTICIPLE, PAST, PLURAL, S_FORM, inflect
from metricstress.language.wordnet import WordNet

from .synonym_modifiers import ADJECTIVES, ADVERBS
from .synonym_nouns import NOUNS
from .synonym_verbs import VERBS

__all__ = ["Candidate", "Condition", "Pair", "candidates", "read_pairs", "shares_synset"]

_TABLES = {"n": NOUNS, "v": VERBS, "a": ADJECTIVES, "r": ADVERBS}
_PLACES = frozenset({"prev", "next", "second", "far"})
_FLAGS = frozenset({"modifier", "strict", "loose"})
_CONTINUED = re.compile(r"\n +")
_KINDS = {
    "n": (BASE, PLURAL),
    "v": (BASE, S_FORM, PAST, PARTICIPLE, ING),
    "a": (BASE,),
    "r": (BASE,),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What must (or must not) stand at a place near the word.

    Attributes:
        place: prev, next, second or far.
        wanted: Whether one of `words` must be there; else none may.
        words: Lower-case words, and names of word classes in capitals.
    """

    place: str
    wanted: bool
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pair:
    """One line of the table.

    Attributes:
        old: The base form that may be replaced.
        new: The base form that takes its place.
        pos: "n", "v", "a" or "r".
        kinds: The inflections that may be replaced.
        conditions: All of them must hold.
        flags: Of modifier, strict, loose.
    """

    old: str
    new: str
    pos: str
    kinds: tuple[str, ...]
    conditions: tuple[Condition, ...]
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be done about one inflected form.

    Attributes:
        pair: The pair it belongs to.
        new_forms: The replacement for each kind of inflection that the form may be.
        other_pos: Whether the form may also be another part of speech.
        new_family: All forms of the new word; none of them may stand in the text already.
    """

    pair: Pair
    new_forms: Mapping[str, str]
    other_pos: bool
    new_family: frozenset[str]


def read_pairs(table: str, pos: str) -> tuple[Pair, ...]:
    """The pairs of a table.

    Raises:
        ValueError: if a line cannot be read.
    """
    joined = _CONTINUED.sub(" ", table.replace("|\n    ", "|"))
    return tuple(_read_line(line, pos) for line in joined.splitlines() if line.strip())


def _read_line(line: str, pos: str) -> Pair:
    words, _, rest = line.partition(" : ")
    old, arrow, new = words.partition(" > ")
    kinds, conditions, flags = _KINDS[pos], [], set()
    for item in rest.split():
        key, equals, value = item.partition("=")
        place = key.removesuffix("!")
        if not equals and key in _FLAGS:
            flags.add(key)
        elif key == "kinds" and set(value.split("|")) <= set(_KINDS[pos]):
            kinds = tuple(value.split("|"))
        elif equals and place in _PLACES:
            conditions.append(Condition(place, not key.endswith("!"), frozenset(value.split("|"))))
        else:
            raise ValueError(f"line {line!r} has the condition {item!r}, which is none: see the text of this module")
    if not arrow:
        raise ValueError(f"line {line!r} is not of the form 'old > new : conditions'")
    return Pair(old.strip(), new.strip(), pos, kinds, tuple(conditions), frozenset(flags))


def shares_synset(source: WordNet, pair: Pair) -> bool:
    """Whether WordNet has both words in one synset of that part of speech."""
    return any(
        pair.new in (name.lower() for name in synset.lemma_names()) for synset in source.entry(pair.old, pair.pos)
    )


@cache
def candidates(source: WordNet) -> Mapping[str, tuple[Candidate, ...]]:
    """What may be replaced, by the lower-case form as it stands in a text. Read once a process."""
    found: dict[str, list[Candidate]] = {}
    for pos, table in _TABLES.items():
        for pair in read_pairs(table, pos):
            if not shares_synset(source, pair):
                continue
            old_forms, new_forms = inflect(pair.old, pos), inflect(pair.new, pos)
            family = frozenset(new_forms.values()) | (_compared(pair.new) if pos == "a" else frozenset())
            for form in dict.fromkeys(old_forms.values()):
                kinds = tuple(kind for kind in _KINDS[pos] if old_forms[kind] == form)
                if set(kinds) & set(pair.kinds):
                    # A form that is also another kind keeps that kind, so that context has to decide.
                    replacement = {kind: new_forms[kind] for kind in kinds}
                    candidate = Candidate(pair, replacement, _is_other_pos(source, form, pos), family)
                    found.setdefault(form, []).append(candidate)
    return {form: tuple(choices) for form, choices in found.items()}


def _compared(adjective: str) -> frozenset[str]:
    """What the comparative and superlative may look like: "larger", "biggest"."""
    stems = (adjective.removesuffix("e"), adjective + adjective[-1], re.sub("y$", "i", adjective))
    return frozenset(stem + ending for stem in stems for ending in ("er", "est"))


def _is_other_pos(source: WordNet, form: str, pos: str) -> bool:
    others = {"n": "v", "v": "na", "a": "nv", "r": "na"}[pos]
    if pos == "v" and form.endswith("ed"):
        return False  # A participle is an adjective only in as far as it is a participle.
    return any(source.base_forms(form, other) for other in others)
