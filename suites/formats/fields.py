"""Reading the fields of a row: texts, ids, verdicts and passages, each with its error."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from metricstress.language.passages import Evidence, Passage

from .errors import FieldError, describe, nothing_but

__all__ = [
    "Draft",
    "canonical_verdict",
    "first_present",
    "given_id",
    "is_missing",
    "known_verdict",
    "passages",
    "text",
]

SUPPORTED = "Supported"
REFUTED = "Refuted"
NOT_ENOUGH_EVIDENCE = "Not Enough Evidence"
CONFLICTING = "Conflicting Evidence/Cherrypicking"

_SPELLINGS = {
    SUPPORTED: "supported supports support",
    REFUTED: "refuted refutes refute",
    NOT_ENOUGH_EVIDENCE: "notenoughevidence notenoughinfo notenoughinformation nei nee",
    CONFLICTING: "conflictingevidencecherrypicking conflictingevidence conflicting cherrypicking cherrypicked",
}
_CANONICAL = {spelling: verdict for verdict, line in _SPELLINGS.items() for spelling in line.split()}
_NO_LETTER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Draft:
    """What a format's reader makes of one row; the reading adds id, source and counts.

    Attributes:
        id: The row's own id, or empty.
        claim: As in `Example`.
        evidence: As in `Example`.
        reference: As in `Example`.
        verdict: As in `Example`.
        untold: How many passages are a mere name of a sentence whose text is not there (FEVER).
    """

    id: str
    claim: str
    evidence: Evidence
    reference: Evidence = ()
    verdict: str = ""
    untold: int = 0


def is_missing(value: Any) -> bool:
    """Whether a value means "none given": null, or the NaN that pandas writes for it."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def first_present(row: dict[str, Any], names: Iterable[str]) -> str | None:
    """The first of `names` that the row gives a value."""
    return next((name for name in names if not is_missing(row.get(name))), None)


def text(row: dict[str, Any], field: str) -> str:
    """The text in a field that must be there; it may be empty.

    Raises:
        FieldError: if the field is missing or holds something else.
    """
    if field not in row:
        raise FieldError(field, "text", nothing_but(row))
    value = row[field]
    if not isinstance(value, str):
        raise FieldError(field, "text", describe(value))
    return value


def given_id(row: dict[str, Any], names: Iterable[str]) -> str:
    """The row's own id as text, from the first of `names` that has a value; empty if none has."""
    for name in names:
        value = row.get(name)
        if is_missing(value) or value == "":
            continue
        if isinstance(value, str):
            return value
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # pandas makes 7.0 of 7 where another row has no id.
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        raise FieldError(name, "text or a whole number", describe(value))
    return ""


def canonical_verdict(label: str) -> str | None:
    """A label in the spelling of AVeriTeC, or None if it is none of its four labels."""
    return _CANONICAL.get(_NO_LETTER.sub("", label).casefold())


def known_verdict(row: dict[str, Any], names: Iterable[str], labels: str) -> str:
    """The verdict in the first of `names` that has a value; empty if none has.

    Args:
        row: The row.
        names: Fields that may hold the verdict.
        labels: The format's labels, for the error message.

    Raises:
        FieldError: if the label is not known.
    """
    name = first_present(row, names)
    if name is None or row[name] == "":
        return ""
    verdict = canonical_verdict(row[name]) if isinstance(row[name], str) else None
    if verdict is None:
        raise FieldError(name, labels, describe(row[name]))
    return verdict


def passages(value: Any, field: str) -> Evidence:
    """A cell as evidence: a text is one passage, to the byte; a list has a passage an item.

    An item is a text, or an object with `text` (or `answer`) and perhaps `question`.
    """
    if isinstance(value, str):
        return (Passage(value),)
    if isinstance(value, dict):
        return (_passage(value, field),)
    if isinstance(value, (list, tuple)):
        return tuple(_passage(item, f"{field}[{index}]") for index, item in enumerate(value))
    raise FieldError(field, "text or a list of passages", describe(value))


def _passage(item: Any, field: str) -> Passage:
    if isinstance(item, str):
        return Passage(item)
    if not isinstance(item, dict):
        raise FieldError(field, "text or an object with 'text' and 'question'", describe(item))
    name = first_present(item, ("text", "answer"))
    if name is None:
        raise FieldError(f"{field}.text", "text", nothing_but(item))
    question = item.get("question")
    if not isinstance(item[name], str):
        raise FieldError(f"{field}.{name}", "text", describe(item[name]))
    if not is_missing(question) and not isinstance(question, str):
        raise FieldError(f"{field}.question", "text", describe(question))
    return Passage(item[name], question if isinstance(question, str) else "")
