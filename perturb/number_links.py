"""Several numbers in a row: what "and", "or", "to" and commas do to the numbers that they join.

Both directions use this, each with its own numbers: linked numbers change together or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from metricstress.language.numerals import could_fuse

__all__ = ["Number", "chains", "settle_links"]


@dataclass(slots=True)
class Number:
    """A number in a text.

    Attributes:
        start: Where it begins, sign and currency included.
        end: Where it ends, suffix and scale word included.
        kind: `cardinal`, `money`, `percent`, `ordinal`, `year` or `decade`.
        value: Its exact value.
        new: Its other form; None if it is left alone.
        scaled: Whether its digits stand with a scale word ("3 million").
        label: Whether it is a label or lies in a protected span: numbers linked to it are labels as well.
        blocked: Whether its surroundings forbid any change.
    """

    start: int
    end: int
    kind: str
    value: Decimal
    new: str | None = None
    scaled: bool = False
    label: bool = False
    blocked: bool = False


_LINK = re.compile(r"\s*(?:[,&]|,?\s*\b(?:and|or|to|through|until|nor)\b)\s+")


def chains(text: str, numbers: Sequence[Number]) -> Iterator[list[Number]]:
    """The numbers in runs that only "and", "or", "to" or a comma join: "3, 4 and 5"."""
    chain: list[Number] = []
    for number in numbers:
        if chain and not _LINK.fullmatch(text, chain[-1].end, number.start):
            yield chain
            chain = []
        chain.append(number)
    if chain:
        yield chain


def settle_links(text: str, numbers: Sequence[Number]) -> None:
    """Clear `new` where linked numbers would be misread, and in the rest of their chain."""
    for chain in chains(text, numbers):
        if len(chain) == 1:
            continue
        label = False
        for number in chain:
            label = label or number.label
            if label and number.kind in ("cardinal", "ordinal"):
                number.new = None
        run = chain[:1]
        for left, right in pairwise(chain):
            if _misread(text, left, right):
                left.new = right.new = None
            if _family(left) == _family(right):
                run.append(right)
            else:
                _all_or_none(run)
                run = [right]
        _all_or_none(run)


def _family(number: Number) -> str:
    return "cardinal" if number.kind == "year" and number.new is None else number.kind


def _all_or_none(run: Sequence[Number]) -> None:
    if any(number.new is None for number in run):
        for number in run:
            number.new = None


def _misread(text: str, left: Number, right: Number) -> bool:
    """Whether two linked numbers run into each other in words: "one hundred and five", "two or three hundred"."""
    link = text[left.end : right.start].strip(" ,\n\r\t\u00a0")
    kinds = {left.kind, right.kind}
    if kinds == {"money", "cardinal"}:
        return bool(link)
    if kinds == {"money"}:
        return right.scaled and not left.scaled
    if kinds != {"cardinal"}:
        return False
    triple = right.end - right.start == 3 and text[right.start : right.end].isdigit()
    if not link and triple and left.end - left.start <= 3 and text[left.start : left.end].isdigit():
        return True  # 4, 487, 566
    if link in ("", "and", "&") and could_fuse(left.value, right.value):
        return True
    return left.value < 100 <= right.value and not right.scaled
