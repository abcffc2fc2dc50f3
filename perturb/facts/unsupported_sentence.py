"""Unsupported sentence (OutE): a sentence of another example stands in an answer as if it belonged there.

`noise` inserts a whole passage beside the others; this one puts a plain statement, which names what it speaks of,
behind a sentence of the answer: at its end, or where the sentence that follows does not lean on the one before.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

from metricstress.language.closed_classes import FUNCTION_WORDS
from metricstress.language.passages import Evidence, evidence_text
from metricstress.language.sentences import sentence_spans

from ..donors import DonorPool
from ..edits import Edit
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
    r"\b(?:he|she|it|they|we|i|you|him|them|us|his|her|its|their|our|my|your|this|these|those|claims?|other|others|such"
    r"|above|below|following|aforementioned|former|latter|respectively|related|both|too|also"
    r"|the (?:claim|video|post|image|photo|report|article|study|statement|same|new|authors?|researchers?|protest\w*"
    r"|attack|company|agency|group|team|whole|entire|time|saying|incident"
    r"|decision|ruling|event|man|woman|victims?|suspects?|data|findings|results?|first|second|latest)"
    r"|(?:is|are|was|were) (?:first|second|third|last)"
    r"|(?:in|of|across|throughout|within|for|by|to|from|at) the (?:state|country|county|city|region|area|company|agency"
    r"|group|trial|town|village|nation|province|district|island|program(?:me)?|project|survey|test|case|event|site|team))\b",
    re.I,
)
_LEANS_ON_NOUN = re.compile(r"The [a-z]|[^,]{1,60}, the [a-z]|Of the|Seen |[^,]{0,60}\bhad (?:been|begun|already)\b")
_MALFORMED = re.compile(
    r"^To (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b"
    r"|(?<!\S)\d[\d,.]*\s+\d|\bmeans and includes\b|\b(?:shall mean|is defined as|are defined as)\b"
    r"|^(?:[\w-]+ ){1,4}means\b|[,;:]\.|\s[.,]|; [A-Z][a-z]+ing\b|\bet\.?$|\b(\w+) \1\b",
)
_NAME_OR_NUMBER = re.compile(r"(?<=[\w,;:()’'%–—-] )\W?(?:[A-Z][\w.&’'-]+|[$£€]?\d)|^(?:[A-Z]{2}|[\w-]*[a-z\d][A-Z])")
# What is true in general needs no name: "Most owls hunt in the dark."
_GENERAL = re.compile(
    r"Most (?:[a-z]+ )?[a-z]+s (?!were\b|had\b|did\b)(?!.*(?:\w(?<!ne)ed\b|\bw(?:as|ere)\b|\bsaid\b))"
)
# In the sentence that follows: a word that may mean something in the sentence before, or a quotation going on.
_POINTS_BACK = re.compile(
    r"\b(?:he|she|it|they|him|his|her|hers|its|them|their|theirs|this|these|those|that|such|same|other|others|another"
    r"|both|also|too|former|latter|above|instead|therefore|however|then|there|either|neither|so)\b",
    re.I,
)
_OPENING = re.compile(
    r"[^\w\s#$£€@]|[a-zà-ÿ]|The [a-z]|[^,]{1,40}, the [a-z]|[A-Z][a-z]+ed (?:in|among|by|to|with|on|from)\b"
)
_EARLY = 10
"""Words of a sentence within which one that points back leans on the sentence before."""
_FINITE = re.compile(
    r"(?<!\bto )\b(?:is|are|was|were|has|have|had|does|did|do|will|would|can|could|may|might|must|should|shall|said"
    r"|says|told|became|began|made|took|gave|won|lost|found|rose|fell|grew|led|held|left|saw|went|came|ran|got|kept|brought|bought"
    r"|felt|knew|wrote|spoke|drew|drove|ate|sat|stood|sent|spent|built|met|paid|put|set|cut|hit|read|heard|chose"
    r"|broke|caught|taught|sold|fought|flew|shot|sank|sang|struck|swore|threw|wore|woke|understood|withdrew|bore"
    r"|sought|shows?|causes?|contains?|includes?|provides?|melt|hunt|lives?|lies|stands?|runs?|comes?|goes|grows?|eats?|makes?"
    r"|uses?|needs?|helps?|knows?|gives?|takes?|sees?|keeps?|holds?|believes?|means?|remains?|seems?"
    r"|appears?|becomes?|begins?|leads|allows?|requires?|refers?|exists?|occurs?|sits?|tells?|think|thinks"
    r"|belongs?|consists?|estimates?|suggests?|recommends?|produces?|protects?|publishes|sells?|reads|writes?|thought)\b"
    r"|n['’]t\b|['’](?:re|ve|ll|m)\b|\b(?:it|he|she|that|there)['’]s\b"
    r"|\b[a-z]{2,}ed(?! (?:by|from|in|into|under|at|on|with|to|for|as|of)\b)\b",
)
_PLAIN = re.compile(r"[A-Z][^\n\r\t\[\]{}|<>=•\uf0b7…“”\"‘]*[\w)]\.")
_DOTS = re.compile(r"\.\.|\.\s*\.")
_BARE_ANSWER = re.compile(r"(?:.*\n)?\W*(?:yes|no|none|unknown|true|false)\W*", re.I | re.S)
_NO_ANSWER = "no answer could be found"
_ENDS = (".", ".”", '."', ".)")


def find_places_for_sentences(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Group]:
    """One place in each answer, each with a sentence of its own."""
    if context.donors is None or not len(context.donors):
        raise NotApplicable("no_donor")
    places = [
        (passage, rng.choice(ends)) for passage, item in enumerate(evidence) if (ends := _ends_of_sentences(item.text))
    ]
    rng.shuffle(places)
    donated = _donated(context.donors, evidence, context, rng) if places else iter(())
    for (passage, place), sentence in zip(places, donated, strict=False):
        yield (Edit(place, place, "", f" {sentence}", passage=passage),)


def _ends_of_sentences(text: str) -> list[int]:
    """Where a sentence may follow: behind a whole one, outside quotations, and before none that leans on it."""
    if _NO_ANSWER in text.lower():
        return []
    spans = sentence_spans(text)
    found: list[int] = []
    for (start, end), following in zip(spans, (*spans[1:], None), strict=False):
        if (
            _is_host(text[start:end])
            and (end == len(text) or text[end].isspace())
            and (following is None or not _leans(text[slice(*following)]))
            and not _is_open(text[:end])
            and is_allowed(text, (Edit(end, end, "", " "),))
        ):
            found.append(end)
    return found


def _is_host(sentence: str) -> bool:
    """Whether it is a whole sentence with a verb, rather than a heading, a date line or a bare "No."."""
    return (
        sentence.endswith(_ENDS)
        and not sentence.endswith("...")
        and _BARE_ANSWER.fullmatch(sentence) is None
        and len(_LETTERS.findall(sentence)) >= 3
        and _FINITE.search(sentence) is not None
    )


def _leans(sentence: str) -> bool:
    """Whether the sentence needs the one before it, so that nothing may come between."""
    if _OPENING.match(sentence) or _LEANING_START.match(sentence):
        return True
    return _POINTS_BACK.search(" ".join(sentence.split()[:_EARLY])) is not None


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
    for donor in donors.foreign(
        context.example_id, context.claim, seed=context.seed, perturbation="unsupported_sentence"
    ):
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
        and _LEANS_ON_NOUN.match(sentence) is None
        and _MALFORMED.search(sentence) is None
        and (_NAME_OR_NUMBER.search(sentence) is not None or _GENERAL.match(sentence) is not None)
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
