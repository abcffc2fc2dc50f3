"""FineSumFact: a document and the sentences of a model's summary of it."""

from __future__ import annotations

from typing import Any

from metricstress.language.passages import Passage

from .errors import FieldError, nothing_but
from .fields import Draft, first_present, given_id, is_missing, passages, text

__all__ = ["looks_like_finesumfact", "read_finesumfact"]

_DOCUMENT = ("doc", "document")


def looks_like_finesumfact(row: dict[str, Any]) -> bool:
    """Whether a row has the shape of FineSumFact's human or machine labels."""
    return isinstance(row.get("model_summary"), (str, list)) and first_present(row, _DOCUMENT) is not None


def read_finesumfact(row: dict[str, Any]) -> Draft:
    """One row: the summary is the candidate, a passage a sentence, and the document its reference. Labels are not read.

    What verifiers say of such rows is judged by `metricstress agree finesumfact`.
    """
    document = first_present(row, _DOCUMENT)
    if document is None:
        raise FieldError("doc", "text: the document that is summarized", nothing_but(row))
    return Draft(
        id=given_id(row, ("id",)),
        claim="",
        evidence=passages(_present(row, "model_summary"), "model_summary"),
        reference=(Passage(text(row, document)),),
        verdict="",
    )


def _present(row: dict[str, Any], name: str) -> Any:
    if is_missing(row.get(name)):
        raise FieldError(name, "text or a list of sentences", nothing_but(row))
    return row[name]
