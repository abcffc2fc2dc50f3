"""The independent auditor: does a perturbed text keep, or break, what its perturbation declares?

It sees only the text before and after, never the edits, and shares no rule, word list or library with the
perturbations: numbers are parsed by `text2num` (they are spelled by `num2words`), names and negation
cues by rules of its own (`text`, `numbers`, `reading`). A finding should be a fault;
where a text can be read in two ways, the reading that fits is taken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from metricstress.language.passages import Evidence

from .breaks import BREAKS
from .findings import Finding, difference, texts_of, total
from .folding import check_same_folded
from .reading import Numbers, Reading, read
from .shape import check_added, check_cut, check_removed, check_reordered, check_repeated
from .text import is_caps

__all__ = ["Finding", "audit", "names_of", "negations_of", "numbers_of"]


def audit(before: Evidence, after: Evidence, *, intent: str, invariant: str) -> tuple[Finding, ...]:
    """Judge a perturbed piece of evidence.

    Args:
        before: The input of the perturbation.
        after: Its output.
        intent: `preserving` or `altering`. An altering change that alters nothing is a finding.
        invariant: What must hold. `same`: number values, negation cues and names. `same_folded`: all words, once
            case, letter shapes, punctuation, blanks and the format of dates are folded. `repeated`: nothing but
            copies is new. `added`: the input is still there to the byte, with passages or sentences put in.
            `removed`: the words are a strict part of the input's, in order. `reordered`: the same words between
            the same blanks in another order. `cut`: words are gone from the end. `breaks_number`, `_unit`,
            `_date`, `_name`, `_negation`, `_word`, `_pronoun`, `_connective`, `_quantifier`, `_agreement`: such
            a thing is another one, and nothing else is.

    Returns:
        The findings; empty if the change is what it says it is.

    Raises:
        ValueError: if `intent` or `invariant` is not one of these.
    """
    if intent not in ("preserving", "altering"):
        raise ValueError(f"intent is 'preserving' or 'altering', not {intent!r}")
    check = _CHECKS.get(invariant)
    if check is None:
        raise ValueError(f"unknown invariant {invariant!r}; it is one of {', '.join(_CHECKS)}")
    if before == after:
        return (Finding("nothing_broken", "the text is unchanged"),) if intent == "altering" else ()
    findings = tuple(check(before, after))
    if intent == "altering" and invariant == "same":
        # Declared to break what `same` keeps, as a changed number or a swapped name does.
        return () if findings else (Finding("nothing_broken", "numbers, negations and names are all as before"),)
    return findings


def numbers_of(text: str) -> Counter[str]:
    """The values of all numbers in `text`, however they are spelled.

    Keys are exact: "1234.5", "21st", "1990s", "2/3"; "~million" is a scale that nothing counts ("several
    million"); "%" and "dollar" count the units. Numerals inside a name (COVID-19) are not numbers.
    """
    return Counter(read(text).numbers.values)


def negations_of(text: str) -> Counter[str]:
    """The negation cues in `text`; "not" stands for n't and cannot as well."""
    return Counter(read(text).negations)


def names_of(text: str) -> Counter[str]:
    """The names in `text` that are certain: capitals within a sentence, acronyms, identifiers, addresses."""
    return Counter(read(text).names.sure)


def _same(before: Evidence, after: Evidence) -> Iterator[Finding]:
    whole, new_whole = texts_of(before), texts_of(after)
    old, new = whole - new_whole, new_whole - whole
    filled = [sum(count for text, count in texts.items() if text.strip()) for texts in (whole, new_whole)]
    if filled[0] != filled[1] or len(before) != len(after):
        yield Finding("passages", f"{filled[0]} texts in {len(before)} passages became {filled[1]} in {len(after)}")
    if not old and not new:
        return
    was, now = list(old.elements()), list(new.elements())
    breaks = [sum(map(_line_breaks, texts)) for texts in (was, now)]
    if breaks[0] != breaks[1]:
        yield Finding("lines", f"{breaks[0]} line breaks became {breaks[1]}")
    yield from _strange_letters(was, now)
    readings, new_readings = [read(text) for text in was], [read(text) for text in now]
    yield from _numbers(readings, new_readings)
    cues, new_cues = (total(reading.negations for reading in these) for these in (readings, new_readings))
    yield from difference("negation", cues - new_cues, new_cues - cues)
    yield from difference("name", *_lost_names(readings, new_readings, was, now, whole))


def _line_breaks(text: str) -> int:
    return text.count("\n") + text.count("\r")


# What spelling out, digits and contractions may bring into a text.
_USUAL = frozenset(" '’-,./%$£€₹")


def _strange_letters(before: Sequence[str], after: Sequence[str]) -> Iterator[Finding]:
    """Symbols that no preserving edit needs: the underscore of a thesaurus, quotes like ``these''."""
    new = set().union(*after).difference(*before, _USUAL)
    strange = sorted(char for char in new if not char.isalnum())
    if strange:
        yield Finding("letters", f"{', '.join(map(repr, strange))} is new")


def _numbers(before: Sequence[Reading], after: Sequence[Reading], only_new: bool = False) -> Iterator[Finding]:
    was, now = ([reading.numbers for reading in these] for these in (before, after))
    hybrids = total(numbers.hybrids for numbers in now) - total(numbers.hybrids for numbers in was)
    for spelling in hybrids:
        yield Finding("number", f"{spelling!r} is half a word, half digits or a symbol")
    values, new_values = (total(numbers.values for numbers in these) for these in (was, now))
    if values == new_values:
        yield from _doubled_articles(was, now)
        return
    if total(numbers.atoms for numbers in was) == total(numbers.atoms for numbers in now):
        return  # Every number word is there; only a link word such as "and" went.
    gone, new = values - new_values, new_values - values
    for numbers in was:
        _cancel(numbers, "mbt", gone, new)
    for numbers in now:
        _cancel(numbers, "", new, gone)
    yield from difference("number", gone, new)


def _cancel(numbers: Numbers, endings: str, ambiguous: Counter[str], plain: Counter[str]) -> None:
    """Where a key has a second reading and that is what the other side has, take both out."""
    for key, readings in numbers.others:
        if (not endings or key[-1] in endings) and ambiguous[key] > 0 and all(plain[other] > 0 for other in readings):
            ambiguous[key] -= 1
            plain.subtract(readings)


def _doubled_articles(before: Sequence[Numbers], after: Sequence[Numbers]) -> Iterator[Finding]:
    """ "a hundred and five crates" is 105 crates, not a 105 crates."""
    left = total(numbers.swallowed for numbers in before) - total(numbers.swallowed for numbers in after)
    if left:
        for value in left & (
            total(numbers.articles for numbers in after) - total(numbers.articles for numbers in before)
        ):
            yield Finding("number", f"'a {value}': the article belonged to the number")


def _lost_names(
    before: Sequence[Reading], after: Sequence[Reading], was: Sequence[str], now: Sequence[str], whole: Iterable[str]
) -> tuple[Counter[str], Counter[str]]:
    every, new_every = (total(reading.names.every for reading in these) for these in (before, after))
    if every == new_every:
        return Counter(), Counter()
    sure, new_sure = (total(reading.names.sure for reading in these) for these in (before, after))
    heads = frozenset[str]().union(*(read(text).names.heads for text in whole))
    gone, new = sure - new_every, new_sure - every
    for name in (every - new_every).keys() - gone.keys():
        # A surname at the start of a sentence, unless the word is also an ordinary one here.
        if name in heads and not any(re.search(rf"\b{re.escape(name.lower())}\b", text) for text in (*was, *now)):
            gone[name] = every[name] - new_every[name]
    for word in [name for name in gone if _is_emphasis(name)]:
        shouted = next((name for name in new if is_caps(name) and len(name) > 4), None)
        if shouted:  # A CAR, an AUTOMOBILE: a stressed word that got a synonym
            del gone[word]
            new -= Counter({shouted: 1})
    # "hAs" is a slip of the first letter; "iPhone" counts where it is lost.
    return gone, Counter({name: count for name, count in new.items() if not name[0].islower() or "://" in name})


_ACRONYMS = frozenset(
    "NATO UNESCO UNICEF FIFA UEFA NASA AIDS OPEC ASEAN COVID SARS MERS UAE USA WHO FBI CIA IRA IMF BBC HIV DNA RNA "
    "AFP EPA FDA NIH CEO PIB ICC ICU IEC IAEA INEC NEMA AAP CBI ISIS ISI ISRO RAF NHS ONS OECD APA ABC".split()
)
_SPEAKABLE = re.compile(r"(?=[A-Z]*[AEIOUY])(?![A-Z]*[BCDFGHJKLMNPQRSTVWXZ]{4})[A-Z]{3,}")


def _is_emphasis(name: str) -> bool:
    """Whether a word in capitals could be an ordinary word that is stressed."""
    return name not in _ACRONYMS and _SPEAKABLE.fullmatch(name) is not None


_CHECKS: dict[str, Callable[[Evidence, Evidence], Iterator[Finding]]] = {
    "added": check_added,
    "removed": check_removed,
    "reordered": check_reordered,
    "repeated": check_repeated,
    "same": _same,
    "same_folded": check_same_folded,
    "cut": check_cut,
    **BREAKS,
}
