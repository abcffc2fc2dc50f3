"""The edits that give an entity another name in all its mentions, with the articles before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from metricstress.language.organisations import WORD_ACRONYMS
from metricstress.language.passages import Evidence, evidence_text

from ..edits import Edit, Field
from ..perturbation import Context, Group, Preferred, is_allowed
from .assertions import is_name_asserted
from .dates import in_dateline

__all__ = ["Mention", "article_before", "fields_of", "fits_articles", "swap", "takes_an", "words_used"]

_WORD = re.compile(r"[^\W_]+")
_ARTICLE = re.compile(r"(?<![\w'’])(an?)[ \u00a0]$", re.I)
_LETTERS_LIKE_VOWELS = frozenset("AEFHILMNORSX")
_ALSO_WORDS = frozenset(("WHO", "US", "IT", "AU", "COVID"))
_LIKE_YOU = re.compile(r"(?:eu|uni|uk|ug|us|ut|uru|uzb?|one\b|u\b|u\.)", re.I)


class Mention(NamedTuple):
    """One mention of an entity: `form` says which of its names stands there."""

    passage: int
    field: Field
    start: int
    end: int
    form: str


def fields_of(evidence: Evidence) -> Iterator[tuple[int, Field, str]]:
    """Every text of the evidence that is not blank, with its place."""
    for index, passage in enumerate(evidence):
        if passage.question:
            yield index, "question", passage.question
        if passage.text:
            yield index, "text", passage.text


def words_used(evidence: Evidence, context: Context) -> set[str]:
    """The words, in small letters, that a new name must not bring in again."""
    return set(_WORD.findall(f"{evidence_text(evidence)} {context.claim}".lower()))


def article_before(text: str, start: int) -> str:
    """ "a" or "an" if that stands right before `start`, else ""."""
    match = _ARTICLE.search(text, max(0, start - 4), start)
    return match.group(1) if match else ""


def takes_an(name: str) -> bool:
    """Whether the article before `name` is "an": by sound, so "an FBI agent" and "a Ukrainian"."""
    first = re.split(r"[\s-]", name, maxsplit=1)[0]
    if first.isupper() and len(first) > 1 and first not in WORD_ACRONYMS:
        return first[0] in _LETTERS_LIKE_VOWELS
    return name[:1].lower() in "aeiou" and not _LIKE_YOU.match(name)


def fits_articles(evidence: Evidence, mentions: Iterable[Mention], new: Callable[[str], str]) -> bool:
    """Whether every a and an before the mentions suits the new names, too."""
    for mention in mentions:
        article = article_before(_text(evidence, mention), mention.start)
        if article and (article.lower() == "an") != takes_an(new(mention.form)):
            return False
    return True


def swap(
    evidence: Evidence, context: Context, mentions: Sequence[Mention], new: Callable[[str], str], kinds: frozenset[str]
) -> Group | None:
    """The edits that give every mention its new name; None if one of them must not be made or no answer states it.

    Preferred if the claim has one of the names. An article that does not suit the new name changes with it.
    """
    if not any(_is_stated(evidence, mention, context.claim) for mention in mentions):
        return None
    if any(_remains(evidence, mentions, name) for name in {_old(evidence, mention) for mention in mentions}):
        return None
    if any(in_dateline(_text(evidence, mention), mention.start, mention.end) for mention in mentions):
        return None
    edits: list[Edit] = []
    in_claim = False
    for mention in sorted(set(mentions)):
        text = _text(evidence, mention)
        old, name = text[mention.start : mention.end], new(mention.form)
        in_claim = in_claim or re.search(rf"(?<!\w){re.escape(old)}(?!\w)", context.claim) is not None
        start, end = mention.start, mention.end
        article = article_before(text, start)
        if article and (article.lower() == "an") != takes_an(name):
            start -= len(article) + 1
            suited = article[0] + "n" if takes_an(name) else article[0]
            name = f"{suited}{text[mention.start - 1]}{name}"
        if text[end : end + 1] in ("'", "’") and text[end - 1] in "sS" and name[-1] not in "sS" and _owns(text, end):
            name, end = f"{name}{text[end]}s", end + 1
        edit = Edit(start, end, text[start:end], name, passage=mention.passage, field=mention.field)
        if edit.old == edit.new or not is_allowed(text, (edit,), kinds):
            return None
        edits.append(edit)
    return Preferred(edits) if in_claim else tuple(edits)


def _old(evidence: Evidence, mention: Mention) -> str:
    return _text(evidence, mention)[mention.start : mention.end]


def _remains(evidence: Evidence, mentions: Sequence[Mention], name: str) -> bool:
    """Whether an acronym stands elsewhere in another case or glued to other letters ("cdc.gov", "UNAgencies")."""
    if not (name.isupper() and name.isalpha() and 1 < len(name) < 7) or name in _ALSO_WORDS:
        return False
    return any(_hides(text, name) for _, _, text in fields_of(evidence))


def _hides(text: str, name: str) -> bool:
    lower, small = text.lower(), name.lower()
    if small not in lower or len(lower) != len(text):
        return False
    at = lower.find(small)
    while at >= 0:
        end = at + len(name)
        before, behind = text[at - 1 : at] if at else "", text[end : end + 2]
        if text[at:end] != name:
            if not before.isalpha() and not behind[:1].isalpha():
                return True
        elif before.islower() or (not before.isalpha() and behind[:1].isupper() and behind[1:].islower()):
            return True
        at = lower.find(small, end)
    return False


def _is_stated(evidence: Evidence, mention: Mention, claim: str) -> bool:
    text = _text(evidence, mention)
    return mention.field == "text" and is_name_asserted(text, mention.start, mention.end, claim)


def _owns(text: str, apostrophe: int) -> bool:
    """Whether an apostrophe after s is a possessive and not a closing quote: a word follows, no quote is open."""
    return text[apostrophe + 1 : apostrophe + 2] == " " and text[:apostrophe].count("‘") == 0


def _text(evidence: Evidence, mention: Mention) -> str:
    passage = evidence[mention.passage]
    return passage.question if mention.field == "question" else passage.text
