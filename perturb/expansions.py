"""Expansion: "it isn't" becomes "it is not", wherever only one long form can be meant.

"'s" and "'d" each stand for two verbs, so they are resolved by what follows ("it's been", "she'd
gone", "she'd go") and otherwise left alone, as are inverted questions ("Isn't it?"), whose long form
has another order of words. `perturb.contractions` asks `expansion_at` before it contracts anything.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from .clause_context import (
    before,
    complement,
    has_finite_verb,
    has_participle,
    is_participle,
    is_question,
    next_word,
    sentence_from,
)
from .contraction_tables import (
    ADVERBS,
    ALSO_BASE_FORMS,
    ARTICLES,
    BASE_VERBS,
    DETERMINERS,
    NEGATED,
    SUBJECT_PRONOUNS,
    word_set,
)
from .edits import Edit
from .perturbation import Group, Perturbation

__all__ = ["expansion", "expansion_at", "find_expansions"]

_SUFFIX = re.compile(r"['’](?:t|s|re|ve|ll|m|d)(?![\w'’\-‐‑])", re.I)
_LONGEST_HOST = 8

_HOSTS: dict[str, frozenset[str]] = {
    "re": word_set("you we they who what there"),
    "ve": word_set("i you we they who there could should would might must"),
    "ll": word_set("i you he she it we they who that there this what"),
    "m": frozenset({"i"}),
    "s": word_set("it he she that there here what who where how let"),
    "d": word_set("i you he she it we they"),
}
_FIXED = {"re": "are", "ve": "have", "ll": "will", "m": "am"}

_STATEMENT_IS = word_set("ing article definite determiner adjective loose preposition clause")
_QUESTION_WORDS = word_set("what who where how")
_FREE_RELATIVES = word_set("what who")

# Before an n't form these make an inverted clause, or show that it is mentioned and not used.
_NO_SUBJECT = word_set("why how when where nor than as so a an the")
# After an n't form these may be the subject of an inverted clause.
_LIKE_SUBJECTS = word_set("the this that these those some any all many most every each everyone anyone")
_CONJUNCTIONS = word_set("and but or so yet")
_OBJECT_RELATIVES = word_set("what which whom")
_SUBJECT_STARTS = _LIKE_SUBJECTS | ARTICLES | DETERMINERS

# After "what's" these are a subject ("What's it for?" has no certain verb) or nothing that can be read.
_NO_NAME = SUBJECT_PRONOUNS | _LIKE_SUBJECTS | frozenset({"", "to"})


def find_expansions(text: str, rng: random.Random) -> Iterator[Group]:
    """Every contraction of `text` that has one certain long form.

    Args:
        text: The text of one field.
        rng: Not used: nothing is left to choose.

    Yields:
        One edit each, from the contraction to its long form in the same case.
    """
    for match in _SUFFIX.finditer(text):
        edit = expansion_at(text, match.start())
        if edit is not None:
            yield (edit,)


def expansion_at(text: str, apostrophe: int) -> Edit | None:
    """The edit that expands the contraction whose apostrophe stands at `apostrophe`, if it is certain."""
    match = _SUFFIX.match(text, apostrophe)
    if match is None:
        return None
    start = apostrophe
    while start > 0 and apostrophe - start <= _LONGEST_HOST and text[start - 1].isalpha():
        start -= 1
    if start == apostrophe or not _is_bounded(text, start):
        return None
    old = text[start : match.end()]
    plain = old.replace("’", "'")
    long = _long_form(text, start, match.end(), plain.lower(), shouting=_is_shouting(plain))
    if long is None:
        return None
    new = _in_case(long, plain)
    return None if new is None else Edit(start, match.end(), old, new)


def _is_bounded(text: str, start: int) -> bool:
    """Whether a word may begin at `start`: a quote before it may open, but not be an apostrophe."""
    if start == 0:
        return True
    left = text[start - 1]
    if left in "'’":
        return start == 1 or not (text[start - 2].isalnum() or text[start - 2] in "_'’")
    return not (left.isalnum() or left in "_-‐‑@#/\\&")


def _long_form(text: str, start: int, end: int, word: str, *, shouting: bool) -> str | None:
    if word in NEGATED:
        return NEGATED[word] if _follows_its_subject(text, start, end, word) else None
    host, _, suffix = word.partition("'")
    if host not in _HOSTS.get(suffix, ()):
        return None
    verb = _FIXED.get(suffix)
    if host == "let":
        verb = "us"
    elif suffix == "s":
        verb = _is_or_has(text, start, end, host, shouting=shouting)
    elif suffix == "d":
        verb = _had_or_would(text, end, shouting=shouting)
    return verb and f"{host} {verb}"


def _follows_its_subject(text: str, start: int, end: int, word: str) -> bool:
    """Whether an n't form stands after its subject (or begins an imperative), so that nothing need move."""
    left = before(text, start)
    right = next_word(text, end)
    lower = right.lower()
    if lower in SUBJECT_PRONOUNS or (left.word in _NO_SUBJECT and left.kind == "word"):
        return False
    subject_like = lower in _SUBJECT_STARTS or right[:1].isupper()
    if left.kind == "word":
        if left.word in _CONJUNCTIONS and lower in ("this", "that", "these", "those"):
            return False
        return not (subject_like and (left.word in _OBJECT_RELATIVES or is_question(text, end)))
    if left.kind in ("start", "comma") and word == "don't":
        return lower in BASE_VERBS or lower == "be"
    return left.kind in ("comma", "closed") and bool(right) and not subject_like


def _is_or_has(text: str, start: int, end: int, host: str, *, shouting: bool) -> str | None:
    kind = complement(text, end, shouting=shouting)
    if kind == "perfect":
        return "has"
    if host not in _QUESTION_WORDS:
        return "is" if kind in _STATEMENT_IS else None
    if kind == "ing" or (kind in ("adjective", "preposition") and host in _FREE_RELATIVES):
        return "is"
    rest = sentence_from(text, end)
    if rest is None or has_participle(rest):
        return None  # "What's the council done?"
    if kind in ("article", "definite", "determiner"):
        return "is"
    subject_next = next_word(text, end).lower() in _NO_NAME
    plain_question = rest.end == "?" and before(text, start).kind == "start" and not has_finite_verb(rest.words)
    return "is" if kind == "unknown" and plain_question and not subject_next else None


def _had_or_would(text: str, end: int, *, shouting: bool) -> str | None:
    position = end
    right = next_word(text, position)
    word = right.lower() if shouting else right
    while word in ADVERBS and word != "rather":
        position += len(word) + 1
        word = next_word(text, position)
        word = word.lower() if shouting else word
    if word == "better":
        return "had"
    if word in ("rather", "prefer"):
        return "would"
    if word in ALSO_BASE_FORMS:
        return None
    if word in BASE_VERBS:
        return "would"
    return "had" if is_participle(word) else None


def _is_shouting(word: str) -> bool:
    return word.isupper() and sum(char.isalpha() for char in word) > 2


def _in_case(long: str, plain: str) -> str | None:
    """`long` in the case of the contraction `plain`, or None if that is mixed."""
    if plain.startswith(("I'", "i'")) and plain[2:].islower():
        return plain[0] + long[1:]
    if plain.islower():
        return long
    if plain.isupper():
        return long.upper()
    if plain[0].isupper() and plain[1:].islower():
        return long[0].upper() + long[1:]
    return None


expansion = Perturbation(
    name="expansion",
    intent="preserving",
    summary="writes contractions out, where only one reading is possible (isn't -> is not)",
    find_in_text=find_expansions,
)
