"""Unsupported sentence (OutE): a sentence of another example stands in an answer as if it belonged there.

`noise` inserts a whole passage beside the others; this one puts a plain statement behind a sentence of the answer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

from metricstress.language.closed_classes import FUNCTION_WORDS
from metricstress.language.passages import Evidence, evidence_text
from metricstress.language.sentences import sentence_spans

from ..edits import Edit
from ..noise import DonorPool
from ..perturbation import ONE_FACT, Context, Group, NotApplicable, Perturbation, is_allowed

__all__ = ["unsupported_sentence"]

_LETTERS = re.compile(r"[^\W_]+")
_MOST_OVERLAP = 0.5
"""A sentence that shares more than this of its or the claim's content words may be supported or about the claim."""
_FEWEST_WORDS, _MOST_WORDS = 6, 40

# What leans on a sentence before it, or is no statement.
_LEANING_START = re.compile(
    r"(?:yes|no|not|he|she|it|they|we|i|you|his|her|its|their|our|my|your|this|that|these|those|such|there|here|however"
    r"|moreover|furthermore|therefore|thus|hence|also|but|and|or|so|yet|nor|instead|then|when|where|while|meanwhile"
    r"|additionally|similarly|likewise|consequently|nevertheless|nonetheless|besides|otherwise|still|although|though"
    r"|because|since|if|as|both|either|neither|another|other|others|some|even|indeed|overall|finally|first|firstly"
    r"|second|secondly|third|lastly|rather|accordingly|later|earlier|after|before|afterwards|earlier|none|one|all|each"
    r"|for example|for instance|in addition|in fact|in contrast|in other words|in general|on the other hand|which|who"
    r"|what|how|why|whose|please|see|click|share|sources?|photo|image|related|according to (?:him|her|it|them))\b",
    re.I,
)
_LEANING = re.compile(
    r"\b(?:he|she|it|they|we|i|you|him|them|us|his|her|its|their|our|my|your|this|these|those|claims?"
    r"|above|below|following|aforementioned|former|latter|respectively"
    r"|the (?:claim|video|post|image|photo|report|article|study|statement)|the other|related)\b",
    re.I,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|do|will|would|can|could|may|might|must|should|said|says|told|became"
    r"|began|made|took|gave|won|lost|found|shows?|causes?|contains?|includes?|provides?|rose|fell|grew|led|held|left"
    r"|melt|hunt|lives?|lies|stands?|runs?|comes?|came|goes|went|grows?|eats?|makes?|uses?|needs?|helps?|knows?)\b"
    r"|\b[a-z]{2,}ed (?!by|from|in|into|under|at|on|with|to|for|as|of)\b"
)
_PLAIN = re.compile(r"[A-Z][^\n\r\t\[\]{}|<>=•\uf0b7…“”\"‘]*[\w)]\.")
_DOTS = re.compile(r"\.\.|\.\s*\.")
_BARE_ANSWER = re.compile(r"(?:.*\n)?\W*(?:yes|no|none|unknown|true|false)\W*", re.I | re.S)
_NO_ANSWER = "no answer could be found"
_ENDS = (".", "!", "?", ".”", '."', "!”", "?”", ".)")


def find_places_for_sentences(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Group]:
    """One place in each answer, each with a sentence of its own."""
    if not isinstance(context.donors, DonorPool) or not len(context.donors):
        raise NotApplicable("no_donor")
    places = [
        (passage, rng.choice(ends)) for passage, item in enumerate(evidence) if (ends := _ends_of_sentences(item.text))
    ]
    rng.shuffle(places)
    donated = _donated(context.donors, evidence, context, rng) if places else iter(())
    for (passage, place), sentence in zip(places, donated, strict=False):
        yield (Edit(place, place, "", f" {sentence}", passage=passage),)


def _ends_of_sentences(text: str) -> list[int]:
    """Where a sentence may follow: behind a whole one, outside quotations and brackets."""
    if _NO_ANSWER in text.lower():
        return []
    found: list[int] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        if not sentence.endswith(_ENDS) or sentence.endswith("...") or _BARE_ANSWER.fullmatch(sentence):
            continue
        if (
            len(_LETTERS.findall(sentence)) < 3
            or _is_open(text[:end])
            or not is_allowed(text, (Edit(end, end, "", " "),))
        ):
            continue
        if end == len(text) or text[end].isspace():
            found.append(end)
    return found


def _is_open(text: str) -> bool:
    """Whether a quotation or a bracket is still open at the end of `text`."""
    return (
        text.count('"') % 2 == 1
        or text.count("“") > text.count("”")
        or text.count("‘") > len(re.findall(r"’(?!\w)", text))
        or text.count("(") > text.count(")")
        or text.count("[") > text.count("]")
    )


def _donated(donors: DonorPool, evidence: Evidence, context: Context, rng: random.Random) -> Iterator[str]:
    """Sentences of other examples that the evidence does not hold, in an order of the example's own."""
    own = _flat(evidence_text(evidence))
    own_words, claim_words = _content_words(own), _content_words(context.claim)
    claim = _flat(context.claim)
    for donor in donors.following(f"{context.seed}\x1f{context.example_id}\x1fsentence"):
        if donor.example_id == context.example_id or (claim and _flat(donor.claim) == claim):
            continue
        candidates = [sentence for item in donor.evidence for sentence in _plain_sentences(item.text)]
        rng.shuffle(candidates)
        for sentence in candidates:
            words = _content_words(sentence)
            about_claim = len(claim_words & words) / len(claim_words) if claim_words else 0.0
            if (
                _flat(sentence) not in own
                and about_claim <= _MOST_OVERLAP
                and len(words & own_words) <= _MOST_OVERLAP * len(words)
            ):
                yield sentence
                break  # One a donor: two of its sentences would speak to each other.


@lru_cache(maxsize=8192)
def _plain_sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text` that are plain statements and stand on their own."""
    return tuple(
        text[start:end]
        for start, end in sentence_spans(text)
        if _NO_ANSWER not in text.lower() and _is_plain(text[start:end])
    )


def _is_plain(sentence: str) -> bool:
    count = len(sentence.split())
    return (
        _FEWEST_WORDS <= count <= _MOST_WORDS
        and _PLAIN.fullmatch(sentence) is not None
        and _DOTS.search(sentence) is None
        and _LEANING_START.match(sentence) is None
        and _LEANING.search(sentence) is None
        and _FINITE.search(sentence) is not None
        and "?" not in sentence
        and sentence.count("(") == sentence.count(")")
        and "http" not in sentence
        and not sentence.isupper()
    )


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()


def _content_words(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text.lower())) - FUNCTION_WORDS


unsupported_sentence = Perturbation(
    name="unsupported_sentence",
    intent="altering",
    summary="puts a sentence of another example into an answer",
    find_in_evidence=find_places_for_sentences,
    severity=ONE_FACT,
    needs=frozenset({"donors"}),
    invariant="added",
    error_type="out_of_context",
)
