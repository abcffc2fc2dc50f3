"""Findings of the auditor, and the few helpers that all its checks share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from metricstress.language.passages import Evidence

__all__ = ["Finding", "difference", "some", "texts_of", "total"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a perturbed text.

    Attributes:
        kind: `number`, `negation`, `name`, `letters`, `words`, `order`, `passages`, `lines` or `nothing_broken`.
        detail: What it is, to be read by people: "'1234.5' is gone; '1' is new".
    """

    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


def texts_of(evidence: Evidence) -> Counter[str]:
    return Counter(text for passage in evidence for text in (passage.question, passage.text) if text)


def total(counters: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter in counters:
        if counter:  # Most texts have no number and no negation.
            total.update(counter)
    return total


def difference(kind: str, gone: Counter[str], new: Counter[str]) -> Iterator[Finding]:
    parts = [f"{some(+these)} {what}" for these, what in ((gone, "is gone"), (new, "is new")) if +these]
    if parts:
        yield Finding(kind, "; ".join(parts))


def some(words: Iterable[str]) -> str:
    listed = sorted(words)
    return ", ".join(map(repr, listed[:5])) + (f" and {len(listed) - 5} more" if len(listed) > 5 else "")
