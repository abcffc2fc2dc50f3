"""Synonyms: "the doctor bought a car" becomes "the physician purchased an automobile".

Only words of a closed, hand-made table are replaced (`synonym_pairs`), each checked against WordNet, and only
where the words around them leave no doubt about part of speech and inflection (`synonym_context`). The case
pattern stays, an article changes with its word, and names, numbers, negations, quantities and fixed phrases
are left alone.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from metricstress.language.closed_classes import (
    COMPARISONS,
    MODALS,
    NEGATIONS,
    NUMBER_WORDS,
    QUANTIFIERS,
    TEMPORALS,
)
from metricstress.language.wordnet import POSES, WordNet, WordNetMissing, wordnet

from .edits import Edit
from .perturbation import Group, NotApplicable, Perturbation
from .synonym_context import PHRASES, Context, kind_in_context
from .synonym_pairs import Candidate, candidates

__all__ = ["find_synonyms", "synonyms"]

_TOKEN = re.compile(r"[^\W_]+(?:['’\-‐‑][^\W_]+)*")
# Beside these a run of letters is a part of something else: a handle, a path, a compound, a possessive.
_GLUE = frozenset("_@#/\\-‐‑–&*%{}")
_QUOTES = ("'", "’", "‘", "")
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*\s+[\"“‘'(\[]*$|[\n\r][\s\"“‘'(\[•*-]*$")
# "Often" and "usually" say how often and not in which order, so their synonyms are as safe as any.
_UNTOUCHED = (COMPARISONS | MODALS | NEGATIONS | NUMBER_WORDS | QUANTIFIERS | TEMPORALS) - {"often", "usually"}
_ARTICLES = {"a": "an", "an": "a"}
# Where the first letter misleads about the sound.
_LONG_U = re.compile(r"(?:u(?:s[aeiu]|ti|ni)|eu|one|once)")
_SILENT_H = re.compile(r"(?:honest|honou?r|hour|heir)")
_ENDS_IN_ARTICLE = re.compile(r"\b[Aa][Nn]?$")
_WIDE_CONTEXT = 6
# Words with synonyms inside a fixed phrase: "for example" is "for instance", "sort of" is "kind of".
_HEADS = frozenset({"example", "instance", "kind", "sort"})


def find_synonyms(text: str, rng: random.Random) -> list[Group]:
    """Every word of `text` that can be replaced by a synonym; with its article, where that has to change.

    Raises:
        NotApplicable: `needs_wordnet` if this installation has no WordNet.
    """
    try:
        source = wordnet()
    except WordNetMissing as missing:
        raise NotApplicable("needs_wordnet") from missing
    table = candidates(source)
    matches = list(_TOKEN.finditer(text))
    lower = [match.group().lower() for match in matches]
    present: frozenset[str] | None = None
    chosen: dict[str, Candidate] = {}
    groups: list[Group] = []
    last_edited = -2
    for index, form in enumerate(lower):
        choices = table.get(form)
        # Two neighbours are not replaced together: each was judged with the other in place.
        if choices is None or form in _UNTOUCHED or last_edited == index - 1:
            continue
        if not _stands_free(text, matches[index]):
            continue
        case = _case(text, matches, index)
        if case is None:
            continue
        if present is None:
            present = frozenset(part for word in lower for part in re.split(r"['’\-‐‑]", word))
        context = _context(text, matches, lower, index)
        fitting = []
        for candidate in choices:
            # At the start of a sentence a noun in capitals cannot be told from a name.
            if case == "title" and candidate.pair.pos == "n":
                continue
            kind = kind_in_context(candidate, form, context, source)
            if kind is not None and not candidate.new_family & present:
                fitting.append((candidate, candidate.new_forms[kind]))
        candidate_form = _choose(fitting, chosen, rng)
        if candidate_form is None:
            continue
        candidate, new = candidate_form
        if _in_phrase(form, candidate.pair.old, new, context, source):
            continue
        edit = _edit(text, matches, index, new, case)
        if edit is not None:
            chosen[candidate.pair.old] = candidate
            groups.append((edit,))
            last_edited = index
    return groups


def _choose(
    fitting: Sequence[tuple[Candidate, str]], chosen: dict[str, Candidate], rng: random.Random
) -> tuple[Candidate, str] | None:
    """One of the replacements, so that an old word has one new word and the other way round in the whole text."""
    usable = []
    for candidate, new in fitting:
        pair = candidate.pair
        before = chosen.get(pair.old)
        if before is not None and before.pair.new == pair.new:
            return candidate, new
        taken = any(other.new_family & candidate.new_family for other in chosen.values())
        if before is None and not taken:
            usable.append((candidate, new))
    if not usable:
        return None
    return usable[0] if len(usable) == 1 else rng.choice(usable)


def _stands_free(text: str, match: re.Match[str]) -> bool:
    """Whether nothing but white space and plain punctuation touches the word."""
    start, end = match.span()
    before, after = text[start - 1 : start], text[end : end + 1]
    if not _is_border(before) or not _is_border(after) or before == ".":
        return False
    if before in _QUOTES and before and start > 1 and not text[start - 2].isspace():
        return False
    # "drivers'" may be a possessive and "car.org" a name.
    return not (after in _QUOTES and after) and not (after == "." and text[end + 1 : end + 2].isalnum())


def _is_border(char: str) -> bool:
    return not char or char.isspace() or (char not in _GLUE and unicodedata.category(char)[0] == "P")


def _case(text: str, matches: Sequence[re.Match[str]], index: int) -> str | None:
    """ "lower", "title" or "upper", or None if the word may be a name or an acronym."""
    word = matches[index].group()
    if word.islower():
        return "lower"
    following = matches[index + 1].group() if index + 1 < len(matches) else ""
    if word.isupper() and len(word) > 2:
        previous = matches[index - 1].group() if index else ""
        if _all_capitals(text, matches[index].start()):
            return "upper"
        # One word in capitals for emphasis: "a CAR hit". Anything else in capitals may be an acronym.
        emphasis = previous.lower() in ("a", "an", "the", "this", "that") and following.islower()
        return "upper" if emphasis else None
    if word[0].isupper() and word[1:].islower():
        return "title" if not following[:1].isupper() and _starts_sentence(text, matches, index) else None
    return None


def _starts_sentence(text: str, matches: Sequence[re.Match[str]], index: int) -> bool:
    start = matches[index].start()
    if index == 0:
        return True
    previous = matches[index - 1]
    gap = text[previous.end() : start]
    abbreviation = gap.startswith(".") and "\n" not in gap and _abbreviates(previous.group())
    return _SENTENCE_END.search(gap) is not None and not abbreviation


def _abbreviates(word: str) -> bool:
    """Whether a full stop after `word` may be that of an abbreviation: Dr., U.S., Sen., No."""
    return (len(word) <= 4 and word[0].isupper()) or len(word) == 1


def _all_capitals(text: str, start: int) -> bool:
    left = max(text.rfind(mark, 0, start) for mark in ".!?\n") + 1
    rights = [found for found in (text.find(mark, start) for mark in ".!?\n") if found >= 0]
    sentence = text[left : min(rights, default=len(text))]
    return sentence.isupper() and len(sentence.split()) > 2


def _context(text: str, matches: Sequence[re.Match[str]], lower: Sequence[str], index: int) -> Context:
    before: list[str] = []
    at = index
    while at > 0 and len(before) < _WIDE_CONTEXT and text[matches[at - 1].end() : matches[at].start()].isspace():
        at -= 1
        before.append(lower[at])
    after: list[str] = []
    at = index
    while at + 1 < len(matches) and len(after) < 2 and text[matches[at].end() : matches[at + 1].start()].isspace():
        at += 1
        after.append(lower[at])
    following = matches[index + 1].group() if after else ""
    name = bool(following) and not following.islower() and not matches[index].group().isupper()
    after += ["", ""]
    return Context(tuple(before), after[0], after[1], name)


def _in_phrase(form: str, base: str, new: str, context: Context, source: WordNet) -> bool:
    """Whether the word belongs to a fixed phrase, or its replacement would make up one."""
    prev = context.prev
    before_that = context.before[1] if len(context.before) > 1 else ""
    if base in _HEADS and (
        _same_entry(f"{prev}_{form}", f"{prev}_{new}", source)
        or (_same_entry(f"{form}_{context.next}", f"{new}_{context.next}", source))
    ):
        return False
    around = (before_that, prev, context.next, context.second)
    if any(phrase in PHRASES for phrase in _windows(form, *around)):
        return True
    return any(_is_entry(word, *around, source) for word in dict.fromkeys((form, base, new)))


def _windows(word: str, before_that: str, prev: str, following: str, second: str) -> list[tuple[str, ...]]:
    runs = (
        *((prev, word), (word, following), (before_that, prev, word), (prev, word, following)),
        *((word, following, second), (before_that, prev, word, following), (prev, word, following, second)),
    )
    return [run for run in runs if all(run)]


@lru_cache(maxsize=1 << 10)
def _same_entry(phrase: str, other: str, source: WordNet) -> bool:
    """Whether two phrases are synonyms in WordNet."""
    return any(other in synset.lemma_names() for pos in POSES for synset in source.entry(phrase, pos))


@lru_cache(maxsize=1 << 14)
def _is_entry(word: str, before_that: str, prev: str, following: str, second: str, source: WordNet) -> bool:
    for run in _windows(word, before_that, prev, following, second):
        joined = "_".join(run)
        for pos in POSES:
            if source.has(joined, pos):
                return True
        *head, last = run
        for base in source.base_forms(last, "n"):
            if source.has("_".join((*head, base)), "n"):
                return True
    return False


def _edit(text: str, matches: Sequence[re.Match[str]], index: int, new: str, case: str) -> Edit | None:
    """The splice; with the article before the word if that has to change with it."""
    match = matches[index]
    replacement = {"lower": new, "title": new.capitalize(), "upper": new.upper()}[case]
    start, end = match.span()
    article = matches[index - 1] if index else None
    if article is not None and article.group().lower() not in _ARTICLES and _ENDS_IN_ARTICLE.search(article.group()):
        return None
    if article is None or article.group().lower() not in _ARTICLES or not text[article.end() : start].isspace():
        return Edit(start, end, match.group(), replacement)
    if not _sound_is_plain(new) or not _sound_is_plain(match.group().lower()):
        return None
    standing = article.group()
    if standing.lower() != _article(match.group().lower()) or (
        not standing.islower() and standing[1:].isupper() != (case == "upper" and len(standing) > 1)
    ):
        return None
    wanted = _article(new)
    if wanted == standing.lower():
        return Edit(start, end, match.group(), replacement)
    if not _stands_free(text, article):
        return None
    if case == "upper" and standing.isupper():
        wanted = wanted.upper()
    elif standing[0].isupper():
        wanted = wanted.capitalize()
    old = text[article.start() : end]
    return Edit(article.start(), end, old, wanted + text[article.end() : start] + replacement)


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _sound_is_plain(word: str) -> bool:
    """Whether the first letter tells the article."""
    return not _LONG_U.match(word) and not _SILENT_H.match(word)


# A fifth of the opportunities: the table is narrow, so most texts of a hundred words offer five to ten, and one
# or two replaced words are what a reporter who rephrases would change.
synonyms = Perturbation(
    name="synonyms",
    intent="preserving",
    summary="replaces words by WordNet synonyms of the same sense and inflection",
    find_in_text=find_synonyms,
    severity=0.2,
    needs=frozenset({"wordnet"}),
)
