"""The auditor's checks of changes in shape: texts that are repeated, added, removed or put in another order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from metricstress.language.passages import Evidence

from .findings import Finding, difference, some, texts_of, total
from .reading import read

__all__ = ["check_added", "check_removed", "check_reordered", "check_repeated"]


_WORD = re.compile(r"\w+")
# The same cue or number twice with no end of a sentence between.
_TWICE = re.compile(
    r"\b(no|not|never|none|nothing|nobody|neither|nor|without|cannot|\w+n['’]t|\d[\d.,]{0,30})[ ,]{1,3}\1\b(?!-)", re.I
)


def check_repeated(before: Evidence, after: Evidence) -> Iterator[Finding]:
    whole, new_whole = texts_of(before), texts_of(after)
    was, now = list((whole - new_whole).elements()), list((new_whole - whole).elements())
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
    twice = sum(len(_TWICE.findall(text)) for text in now) - sum(len(_TWICE.findall(text)) for text in was)
    if twice > 0 and any(_TWICE.search(text) and text not in whole for text in now):
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
    old, new = [(p.question, p.text) for p in before], [(p.question, p.text) for p in after]
    if len(old) == len(new) and all(
        _is_inserted(text, other)
        for pair, pair2 in zip(old, new, strict=True)
        for text, other in zip(pair, pair2, strict=True)
    ):
        return
    yield Finding("passages", "the original text is not all there, in order and to the byte")


def _is_inserted(text: str, longer: str) -> bool:
    """Whether `longer` is `text` with one piece put in."""
    if len(longer) < len(text):
        return False
    start = 0
    while start < len(text) and text[start] == longer[start]:
        start += 1
    rest = len(text) - start
    return not rest or text[-rest:] == longer[-rest:]


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
    return all(any(item == other for other in rest) for item in part)
