"""The auditor's checks of changes in shape: texts that are repeated, added, removed or put in another order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from metricstress.language.passages import Evidence

from .findings import Finding, difference, some, texts_of, total
from .insertions import has_insertions_only
from .reading import read

__all__ = ["check_added", "check_cut", "check_removed", "check_reordered", "check_repeated"]


_WORD = re.compile(r"\w+")
# The same cue or number twice with no end of a sentence between.
_TWICE = re.compile(
    r"\b(no|not|never|none|nothing|nobody|neither|nor|without|cannot|\w+n['’]t|\d[\d.,]{0,30})[ ,]{1,3}\1\b(?!-)", re.I
)


def _doubled(texts: Iterable[str]) -> set[str]:
    return {match.group().lower() for text in texts for match in _TWICE.finditer(text)}


def check_repeated(before: Evidence, after: Evidence) -> Iterator[Finding]:
    whole, new_whole = texts_of(before), texts_of(after)
    now = list((new_whole - whole).elements())
    if len(after) < len(before):
        yield Finding("passages", f"{len(before)} passages became {len(after)}")
    words, new_words = _all_words(before), _all_words(after)
    fresh = Counter(new_words).keys() - Counter(words).keys()
    if fresh:
        yield Finding("words", f"{some(fresh)} did not stand in the text")
    if not _is_part(words, new_words):
        yield Finding("order", "without the copies the text is not what it was")
    elif len(words) == len(new_words):
        yield Finding("words", "nothing is repeated")
    # A sentence that stammers by itself ("5 5 May") does so in its copy too.
    twice = _doubled(new_whole.keys() - whole.keys())
    if twice and twice - _doubled(whole):
        yield Finding("negation", "a negation or a number is doubled within a sentence")
    readings, all_new = [read(text) for text in whole], [read(text) for text in now]
    values = total(reading.numbers.values for reading in readings).keys()
    atoms = total(reading.numbers.atoms for reading in readings).keys()
    fresh_values = total(reading.numbers.values for reading in all_new).keys() - values
    if fresh_values and total(reading.numbers.atoms for reading in all_new).keys() - atoms:
        yield Finding("number", f"{some(fresh_values)} is new")
    cues = (
        total(reading.negations for reading in all_new).keys() - total(reading.negations for reading in readings).keys()
    )
    if cues:
        yield Finding("negation", f"{some(cues)} is new")


def check_added(before: Evidence, after: Evidence) -> Iterator[Finding]:
    if _is_part(before, after):
        rest = list(after)
        for passage in before:
            rest.remove(passage)
        if not any(passage.text.strip() for passage in rest):
            yield Finding("passages", "nothing was added")
        elif any(passage in before and passage.text.strip() for passage in rest):
            yield Finding("passages", "what was added stood there already")
        return
    if len(before) == len(after) and all(
        passage.question == other.question and has_insertions_only(passage.text, other.text)
        for passage, other in zip(before, after, strict=True)
    ):
        return
    yield Finding("passages", "the original text is not all there, in order and to the byte")


def check_cut(before: Evidence, after: Evidence) -> Iterator[Finding]:
    """Words are gone from the end only: whole passages first, then the tails of those that are last."""
    if len(after) > len(before):
        yield Finding("passages", f"{len(before)} passages became {len(after)}")
        return
    if not any(passage.text.strip() or passage.question.strip() for passage in after):
        yield Finding("passages", "nothing is left")
    cut = 0
    for index, (passage, other) in enumerate(zip(before, after, strict=False)):
        if passage == other:
            if cut and passage.text.strip():
                yield Finding("words", f"passage {index + 1} is whole, though one before it is cut")
            continue
        cut += 1
        blank = not other.text.strip() and passage.question.startswith(other.question)
        if not blank and (passage.question != other.question or not passage.text.startswith(other.text)):
            yield Finding("words", f"passage {index + 1} does not begin what it was")
        elif _splits_word(passage.text, len(other.text)) or _splits_word(passage.question, len(other.question)):
            yield Finding("words", f"passage {index + 1} ends within a word")
    if len(_all_words(after)) >= len(_all_words(before)):
        yield Finding("nothing_broken", "no word is gone")


def _splits_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and _INSIDE.match(text, place - 1) is not None


_INSIDE = re.compile(r"\w\w")


_FUNCTION = frozenset(
    """
    a an the this that these those i you he she it we they me him her us them my your his its our their
    is are was were be been being am has have had do does did of in on at by for with to from as and or
    """.split()
)


def check_removed(before: Evidence, after: Evidence) -> Iterator[Finding]:
    words, rest = _all_words(before), _all_words(after)
    if not _is_part(rest, words):
        fresh = Counter(rest) - Counter(words)
        if fresh:
            yield Finding("words", f"{some(fresh)} did not stand there so often")
        else:
            yield Finding("order", "the words that are left are in another order")
    if not any(passage.text.strip() or passage.question.strip() for passage in after):
        yield Finding("passages", "nothing is left")
    lost = Counter(words) - Counter(rest)
    if not any(word.lower() not in _FUNCTION for word in lost):
        yield Finding("nothing_broken", "no content word was removed")


_BLANK = re.compile(r"\s+")


def check_reordered(before: Evidence, after: Evidence) -> Iterator[Finding]:
    if len(before) != len(after):
        yield Finding("passages", f"{len(before)} passages became {len(after)}")
    was, now = ([text for passage in these for text in (passage.question, passage.text)] for these in (before, after))
    tokens, new_tokens = ([token for text in these for token in text.split()] for these in (was, now))
    gone, new = Counter(tokens) - Counter(new_tokens), Counter(new_tokens) - Counter(tokens)
    yield from difference("words", gone, new)
    if [_skeleton(text) for text in was] != [_skeleton(text) for text in now]:
        yield Finding("lines", "the blanks between the words are not what they were")
    if tokens == new_tokens and not gone and not new:
        yield Finding("nothing_broken", "the words stand in the order they had")


def _skeleton(text: str) -> tuple[list[str], bool, bool]:
    return _BLANK.findall(text), text[:1].isspace(), text[-1:].isspace()


def _all_words(evidence: Evidence) -> list[str]:
    return [word for passage in evidence for text in (passage.question, passage.text) for word in _WORD.findall(text)]


def _is_part(part: Sequence[object], whole: Sequence[object]) -> bool:
    """Whether `part` is a subsequence of `whole`."""
    rest = iter(whole)
    return all(item in rest for item in part)  # Each search goes on where the last one ended.
