"""METEOR as the numbers of the Ev²R paper have it: nltk up to 3.6.2, with the faults that were repaired afterwards."""

from __future__ import annotations

import math
import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from metricstress.language.passages import Passage, evidence_text

from .meteor_kernel import Words, align_double, meteor_of
from .metric import PairMetric, Text

if TYPE_CHECKING:
    from metricstress.language.wordnet import WordNet

__all__ = ["meteor_paper", "meteor_paper_score", "old_base_forms", "paper_text"]

# The detachment rules of WordNet's morphology as nltk 3.6.2 had them.
_RULES = {
    "n": "s: ses:s ves:f xes:x zes:z ches:ch shes:sh men:man ies:y",
    "v": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "a": "er: est: er:e est:e",
    "r": "",
}
_SUBSTITUTIONS = {
    pos: [(old, new) for old, _, new in (rule.partition(":") for rule in rules.split())]
    for pos, rules in _RULES.items()
}


# The reader of AVeriTeC puts a full stop between a Boolean answer and its explanation, as AVeriTeC's evaluation does.
_EXPLAINED = re.compile(r"^(Yes|No)\. (?=\S)", re.MULTILINE)


def paper_text(text: Text) -> str:
    """The words of the Ev²R authors' string for this evidence: a Boolean answer has no full stop of its own in it.

    A string is given back as it is, since in it no answer can be told from its question.
    """
    if isinstance(text, str):
        return text
    return evidence_text(
        tuple(
            Passage(_EXPLAINED.sub(r"\1 ", passage.text), passage.question) if passage.question else passage
            for passage in text
        )
    )


def meteor_paper_score(candidate: str, reference: str) -> float:
    """METEOR of nltk 3.6.2 and before: text in lower case, split at white space.

    Known faults, all of them wanted here since the published numbers rest on them: a word whose stem has matched
    may match a synonym once more, so that the score may exceed 1 (nltk issue 2751); punctuation sticks to its word, so
    that a missing full stop is a missing word; one identical word scores .5.

    Raises:
        WordNetMissing: if WordNet 3.0 is not to be found.
    """
    from metricstress.language.wordnet import wordnet

    return meteor_of(_words(candidate), _words(reference), partial(_synonyms, wordnet()), align_double)


@lru_cache(maxsize=1024)
def _words(text: str) -> Words:
    return Words(tuple(text.lower().split()))


@lru_cache(maxsize=1 << 16)
def _synonyms(wordnet: WordNet, word: str) -> frozenset[str]:
    """The single words of all synsets of `word`, which is in lower case."""
    return frozenset(
        name
        for pos in _RULES
        for form in old_base_forms(wordnet, word.lower(), pos)
        for name in wordnet.single_words(form, pos)
    )


def old_base_forms(wordnet: WordNet, form: str, pos: str) -> list[str]:
    """The base forms as nltk found them before 3.9: rules are applied again and again until there is a word."""
    forms = wordnet.base_forms(form, pos)
    if forms or form in wordnet.exceptions(pos):
        return forms
    tried = _detached([form], pos)
    while tried:
        tried = _detached(tried, pos)
        found = [one for one in tried if wordnet.has(one, pos)]
        if found:
            return found
    return []


def _detached(forms: list[str], pos: str) -> list[str]:
    return list(
        dict.fromkeys(
            form[: -len(old)] + new for form in forms for old, new in _SUBSTITUTIONS[pos] if form.endswith(old)
        )
    )


def _signature() -> str:
    from metricstress.language.wordnet import wordnet

    return (
        f"meteor_paper|nltk:<=3.6.2|tok:lower+split|stem:porter, counted twice|{wordnet().signature()}, old morphy"
        "|alpha:0.9|beta:3|gamma:0.5"
    )


meteor_paper = PairMetric(
    "meteor_paper",
    meteor_paper_score,
    _signature,
    needs=frozenset({"reference", "wordnet"}),
    bounds=(0.0, math.inf),
    cacheable=True,
    as_text=paper_text,
    faults="may exceed 1; a full stop belongs to its word; one equal word scores .5; a negation costs next to nothing",
)
"""The recipe of the published numbers; its scores may exceed 1."""
