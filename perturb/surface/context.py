"""What the surface perturbations ask about a place in a text: fixed answers, numbers, abbreviations."""

from __future__ import annotations

import re
from functools import lru_cache

from metricstress.language.closed_classes import is_number_word, word_set

__all__ = [
    "CARDINALS",
    "fixed_spans",
    "is_abbreviation",
    "is_fixed",
    "is_quantity",
    "last_token",
]

# An answer particle at the start of a line, or the phrase with which AVeriTeC says that there is no answer: they
# are labels more than prose, so no surface form of them is tried.
_FIXED = re.compile(r"^[ \t]*(?:no answer could be found\b\.?|(?:yes|no)(?=[.,;:!?]|[ \t]*$)[.,;:!?]*)", re.I | re.M)

_DIGIT = re.compile(r"\d")
_OUTER = '()[]"“”‘’,;:!?'
_ABBREVIATIONS = word_set(
    """
    mr mrs ms mx dr prof st mt gen sen rep gov pres lt col capt cmdr sgt maj adm rev hon fr sr jr esq messrs
    inc ltd co corp bros dept govt univ assn assoc est etc al cf vs viz ie eg approx ca no nos fig figs vol vols pp ch
    sec art para ed eds max min avg incl excl ext tel jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed
    thu thur thurs fri sat sun ave blvd rd ft sq hrs hr mins
    """
)

CARDINALS: frozenset[str] = word_set(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
    """
)
"""Number words that count what follows ("two hours"); ordinals and fractions are not among them."""


def fixed_spans(text: str) -> list[tuple[int, int]]:
    """Spans of leading "Yes" and "No" and of "No answer could be found.": nothing in them is changed."""
    return [match.span() for match in _FIXED.finditer(text)]


def is_fixed(spans: list[tuple[int, int]], position: int) -> bool:
    """Whether `position` lies in one of the spans, or right behind one."""
    return bool(spans) and any(start <= position <= end for start, end in spans)


@lru_cache(maxsize=65536)
def is_quantity(token: str) -> bool:
    """Whether a token between blanks has a digit or names a number, so that its neighbour may be its unit."""
    return _DIGIT.search(token) is not None or is_number_word(token.strip(_OUTER).rstrip("."))


def is_abbreviation(token: str) -> bool:
    """Whether the full stop at the end of `token` belongs to an abbreviation: "Dr.", "U.S.", "e.g.", "J."."""
    if "." not in token:
        return False
    bare = token.strip(_OUTER)
    if not bare.endswith("."):
        return False
    bare = bare.rstrip(".").lower()
    return len(bare) < 2 or "." in bare or bare in _ABBREVIATIONS


def last_token(text: str, position: int) -> str:
    """The token that ends at `position`; only its last 40 characters if it is longer."""
    head = text[max(0, position - 40) : position]
    return head.split()[-1] if head and not head[-1].isspace() else ""
