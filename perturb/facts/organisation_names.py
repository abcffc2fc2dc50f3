"""The organisations (and other things of typed lists) in a piece of evidence, each with another of its kind.

Known are the listed names (`metricstress.language.organisations`), and by the pattern of their names universities,
companies and bodies such as "the Pine County Commission". A name whose type is not certain is left out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from metricstress.language.organisations import ACRONYMS_ALONE, INSTITUTION_WORDS, Organisation, organisations
from metricstress.language.passages import Evidence, evidence_text

from ..perturbation import Context
from .name_mentions import GRAMMAR_WORDS, listed_names, name_tokens, opens_sentence, stands_alone
from .name_swap import Mention, fields_of, fits_articles

__all__ = ["Swap", "around", "bodies", "companies", "contains", "disease", "listed_organisations"]

Swap: TypeAlias = tuple[Sequence[Mention], Callable[[str], str]]
"""All mentions of one entity, and the new name for each form."""

COMPANIES = tuple(
    "Northgate Brightwater Halcyon Meridian Silverline Castlebrook Fernhill Redwood Stonebridge Westmark".split()
)
"""Made-up names that can stand for any company."""

_COVID = re.compile(r"(?<![\w@#/.&-])(?:COVID|Covid|covid)(?:[-‐‑ ]?19)?(?![\w/&]|-\d|-[A-Z])")
# Beside these, another disease would make nonsense of the sentence rather than a false one.
_ONLY_COVID = re.compile(r"SARS-CoV-2|coronavirus disease|\bnCoV\b|2019-n|\bCOVAX\b|\bNo\. ?19\b", re.I)
_WORD = r"[A-Z][\w’'-]*[\w]"
_ALONE_AFTER = r"(?![\w&/-]| [A-Z&]| of | at | for | on |, [A-Z])"
_BODIES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), tuple(f"{name} {head}" for name in names.split("/")) if head else tuple(names.split("/")))
    for pattern, head, names in (
        (
            rf"\b()(University of (?!the\b|Science|Technology|Applied){_WORD}(?: {_WORD})?){_ALONE_AFTER}",
            "",
            "University of Oslo/University of Leeds/University of Toronto/University of Nairobi/University of Bristol",
        ),
        (rf"(?<![\w.&-])()((?:{_WORD} ){{1,2}}University){_ALONE_AFTER}", "University", "Uppsala/Tufts/Durham/Rutgers"),
        *(
            (rf"\b([Tt]he )((?:{_WORD} ){{1,4}}{head}){_ALONE_AFTER}", head, names)
            for head, names in (
                ("Commission", "Federal Trade/Nuclear Regulatory/Federal Communications"),
                ("Institute", "Pasteur/Max Planck/Karolinska"),
                ("Foundation", "Rockefeller/Wellcome/Mozilla"),
                ("Association", "National Rifle/Modern Language/World Heart"),
                ("Council", "British/Nordic/World Energy"),
                ("Hospital", "Mercy/Mount Sinai/Saint Thomas"),
                ("Museum", "British/Guggenheim/Pergamon"),
                ("Bank", "World/Nordic Investment/Commercial"),
            )
        ),
    )
)
# Before the head, these are no name: "State University" and "Medical Association" are the end of a longer one.
_NO_NAME = INSTITUTION_WORDS | frozenset("State Open Medical Technical The Polytechnic Joint".split())
_COMPANY = re.compile(
    r"(?<![\w.&-])((?:[A-Z][\w-]*\w|[A-Z])(?: [A-Z][\w-]+){0,2}),? (?:Inc|Ltd|Corp|LLC|PLC|plc|GmbH)\b"
)
_LEGAL_FORMS = (" Inc", " Ltd", " Corp", " LLC", " PLC", " plc", " GmbH")
_CREDIT = re.compile(r"\b(?:photo|image|picture|credit|source)s?: ?$", re.I)
_SENTENCE_END = re.compile(r"[.?!\n]")
# Kinds whose short form is an ordinary word or another name unless the full name stands in the text too.
_SHORT_NEEDS_FULL = frozenset({"voting_company", "named_university", "conglomerate"})


def around(names: Sequence[str], start: int) -> Iterator[str]:
    """All names, beginning at `start`."""
    yield from names[start:]
    yield from names[:start]


def contains(one: str, other: str) -> bool:
    """Whether one of the two names contains the other."""
    one, other = one.lower(), other.lower()
    return one in other or other in one


def listed_organisations(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Swap]:
    """The names of the typed lists; all their forms change together."""
    kinds = organisations()
    text = f"{evidence_text(evidence)}\n{context.claim}"
    found: dict[tuple[str, int], list[Mention]] = {}
    for passage, where, field_text in fields_of(evidence):
        for name in listed_names(field_text):
            word = field_text[name.start : name.end]
            if _CREDIT.search(field_text, max(0, name.start - 12), name.start):
                continue
            if word == "WHO" and _asks_who(field_text, name.start, name.end):
                continue
            if name.kind in kinds and _is_certain(word, name.kind, name.entry, text):
                form = f"{name.form} small" if word.islower() else str(name.form)
                mention = Mention(passage, where, name.start, name.end, form)
                found.setdefault((name.kind, name.entry), []).append(mention)
    small = lower = text.lower()
    for (kind, entry), mentions in found.items():
        if all(mention.form.endswith("small") for mention in mentions):
            continue  # "zoom" and "uber" alone are words
        old = kinds[kind][entry]
        if any(small.count(full.lower()) > sum(text.count(one) for one in old[0]) for full in old[0]):
            continue  # the full name is there in another spelling and would stay
        forms = {int(mention.form.split()[0]) for mention in mentions}
        others = [other for other in kinds[kind] if _can_replace(old, other, forms, lower)]
        start = rng.randrange(len(others)) if others else 0
        for other in others[start:] + others[:start]:
            new = _forms_of(other, text)
            if fits_articles(evidence, mentions, new):
                lower = "\n".join([lower, *(name.lower() for form in other for name in form)])
                yield mentions, new
                break


def _can_replace(old: Organisation, other: Organisation, forms: set[int], lower: str) -> bool:
    if len(old) > 1 and old[0] == old[1] and len(other) > 1 and other[0] != other[1]:
        return False  # "Republican" is noun and adjective, "Democrat" is not
    return (
        all(form < len(other) and other[form] for form in forms)
        and not any(name.lower() in lower for form in other for name in form)
        and not any(contains(a, b) for form in forms for a in old[form] for b in other[form])
    )


def _forms_of(other: Organisation, text: str) -> Callable[[str], str]:
    british = "Organisation" in text and "Organization" not in text

    def new(form: str) -> str:
        name = other[int(form.split(maxsplit=1)[0])][0]
        if form.endswith("small"):
            return name.lower()
        return name.replace("Organization", "Organisation") if british else name

    return new


def _asks_who(text: str, start: int, end: int) -> bool:
    """Whether "WHO" is the shouted first word of a question."""
    stop = _SENTENCE_END.search(text, end)
    return opens_sentence(text, start) and stop is not None and stop.group() == "?"


def _is_certain(name: str, kind: str, entry: int, text: str) -> bool:
    """Whether a short form means the listed name: an acronym that everybody knows, or the full name is there too."""
    full_names = organisations()[kind][entry][0]
    if name in full_names or kind in ("faith", "partisan"):
        return True
    if (name.isupper() and len(name) < 6) or kind in _SHORT_NEEDS_FULL:
        return name in ACRONYMS_ALONE or any(full in text for full in full_names)
    return True


def disease(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Swap]:
    """COVID-19 in its many spellings."""
    mentions = [
        Mention(passage, where, *match.span(), "")
        for passage, where, text in fields_of(evidence)
        for match in _COVID.finditer(text)
    ]
    text = f"{evidence_text(evidence)}\n{context.claim}"
    if not mentions or _ONLY_COVID.search(text):
        return
    names = [one[0][0] for one in organisations()["disease"] if one[0][0].lower() not in text.lower()]
    new = _first_that_fits(evidence, mentions, names, rng)
    if new is not None:
        yield mentions, new


def bodies(evidence: Evidence, context: Context, rng: random.Random, used: set[str]) -> Iterator[Swap]:
    """Universities, commissions, foundations and the like, by the pattern of their names."""
    listed = _all_names()
    text = f"{evidence_text(evidence)}\n{context.claim}"
    for pattern, names in _BODIES:
        head = names[0].split()[-1] if "of" not in names[0].split() else "University of"
        if head not in text:
            continue
        found: dict[str, list[Mention]] = {}
        for passage, where, field_text in fields_of(evidence):
            for match in pattern.finditer(field_text):
                name = match.group(2)
                words = name.split()
                proper = words[2:] if words[1] == "of" else words[:-1]
                if name in listed or any(word in _NO_NAME or word.lower() in GRAMMAR_WORDS for word in proper[:1]):
                    continue
                found.setdefault(name, []).append(Mention(passage, where, *match.span(2), ""))
        for name, mentions in found.items():
            letters = "".join(word[0] for word in name.split() if word != "of")
            if len(letters) > 1 and re.search(rf"\b{letters}\b", text):
                continue  # its acronym would stay
            others = [other for other in names if other not in text and not contains(other, name)]
            new = _first_that_fits(evidence, mentions, others, rng)
            if new is not None and not used & set(new("").lower().split()[:1]) - {"university"}:
                used.update(new("").lower().split()[:1])
                yield mentions, new


@cache
def _all_names() -> frozenset[str]:
    return frozenset(
        name for entries in organisations().values() for entry in entries for form in entry for name in form
    )


def companies(evidence: Evidence, rng: random.Random, used: set[str]) -> Iterator[Swap]:
    """Companies by their legal form; the name without it is the same company."""
    found: dict[str, list[Mention]] = {}
    for passage, where, text in fields_of(evidence):
        if not any(form in text for form in _LEGAL_FORMS):
            continue
        for match in _COMPANY.finditer(text):
            if match.group(1).split()[0].lower() not in GRAMMAR_WORDS:
                found.setdefault(match.group(1), []).append(Mention(passage, where, *match.span(1), ""))
    for name, mentions in found.items():
        length = len(name.split())
        for passage, where, text in fields_of(evidence):
            tokens = name_tokens(text)
            for first, token in enumerate(tokens):
                end, last = token.start + len(name), first + length - 1
                if not text.startswith(name, token.start) or last >= len(tokens) or tokens[last].end != end:
                    continue
                if stands_alone(text, tokens, first, last):
                    mentions.append(Mention(passage, where, token.start, end, ""))
        others = [one for one in COMPANIES if one.lower() not in used]
        new = _first_that_fits(evidence, mentions, others, rng)
        if new is not None:
            used.add(new("").lower())
            yield sorted(set(mentions)), new


def _first_that_fits(
    evidence: Evidence, mentions: Sequence[Mention], names: Sequence[str], rng: random.Random
) -> Callable[[str], str] | None:
    """One of the names, the same for every form, that agrees with the articles before the mentions."""
    start = rng.randrange(len(names)) if names else 0
    for name in around(names, start):

        def new(form: str, name: str = name) -> str:
            return name

        if fits_articles(evidence, mentions, new):
            return new
    return None
