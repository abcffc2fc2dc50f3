"""VitaminC: a claim and one sentence of evidence from a revision of Wikipedia."""

from __future__ import annotations

from typing import Any

from metricstress.language.passages import Passage

from .errors import FieldError, describe
from .fields import (
    Draft,
    canonical_verdict,
    first_present,
    given_id,
    known_verdict,
    passages,
    text,
)

__all__ = ["looks_like_vitaminc", "read_vitaminc"]

_OWN_FIELDS = ("unique_id", "case_id", "wiki_revision_id", "revision_type", "FEVER_id")
_LABELS = "one of SUPPORTS, REFUTES, NOT ENOUGH INFO"


def looks_like_vitaminc(row: dict[str, Any]) -> bool:
    """Whether a row has the shape of VitaminC."""
    if not isinstance(row.get("claim"), str) or not isinstance(row.get("evidence"), str):
        return False
    label = row.get("label", "SUPPORTS")
    # Other tables have ids of this name too, but not these labels.
    return any(name in row for name in _OWN_FIELDS) and isinstance(label, str) and canonical_verdict(label) is not None


def read_vitaminc(row: dict[str, Any]) -> Draft:
    """One row; `gold`, if there, is the reference evidence."""
    if isinstance(row.get("evidence"), list):
        raise FieldError("evidence", "text (one sentence)", describe(row["evidence"]))
    gold = first_present(row, ("gold", "reference"))
    return Draft(
        id=given_id(row, ("unique_id", "id")),
        claim=text(row, "claim"),
        evidence=(Passage(text(row, "evidence")),),
        reference=passages(row[gold], gold) if gold else (),
        verdict=known_verdict(row, ("label",), _LABELS),
    )
