"""What the labels of a classifier mean: verdicts of fact checking, or relations of natural language inference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["CONFLICTING", "SPELLINGS", "UnknownLabels", "verdict_of", "verdicts_of_labels"]

CONFLICTING: Final = "conflicting evidence/cherrypicking"

SPELLINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "supported": tuple("supported supports support true entailment entailed entails entail".split()),
    "refuted": tuple("refuted refutes refute false contradiction contradicted contradicts contradictory".split()),
    "not enough evidence": (
        *("not enough evidence", "not enough information", "not enough info", "nei", "nee", "neutral"),
        *("insufficient evidence", "insufficient information", "unverifiable"),
    ),
    CONFLICTING: (
        *("conflicting evidence cherrypicking", "conflicting evidence cherry picking", "conflicting evidence"),
        *("conflicting cherrypicking", "conflicting cherry picking", "conflicting", "cherrypicking", "cherry picking"),
    ),
}
"""Every verdict and its spellings, without case and punctuation. "Not supported" and "not entailment" are none: they
are said of refuted claims and of those without enough evidence alike."""

_VERDICTS: Final = {spelling: verdict for verdict, spellings in SPELLINGS.items() for spelling in spellings}
_SEPARATORS: Final = re.compile(r"[\W_]+")


class UnknownLabels(ValueError):
    """Labels that do not say which verdict they are."""


def verdict_of(label: str) -> str | None:
    """The verdict that a label is a spelling of; None if it is none."""
    return _VERDICTS.get(_SEPARATORS.sub(" ", label).strip().casefold())


def verdicts_of_labels(labels: Mapping[int, str]) -> dict[int, str]:
    """The verdict of each of a classifier's three or four labels, by number.

    Raises:
        UnknownLabels: if a label is no verdict, two are the same, or one of the three verdicts is missing.
    """
    found = {number: verdict_of(label) for number, label in sorted(labels.items())}
    verdicts = {number: verdict for number, verdict in found.items() if verdict is not None}
    three = set(SPELLINGS) - {CONFLICTING}
    if len(verdicts) == len(labels) == len(set(verdicts.values())) and three <= set(verdicts.values()):
        return verdicts
    listed = ", ".join(f"{number}: {labels[number]!r}" for number in sorted(labels))
    raise UnknownLabels(
        f"its labels are {{{listed}}}, which do not say what is supported, refuted and not enough evidence; name them "
        'in its config.json, as "id2label": {"0": "supported", "1": "not enough evidence", "2": "refuted"} '
        "in the order that it was trained with (entailment, neutral and contradiction are understood too, and so is "
        'a fourth label "conflicting")'
    )
