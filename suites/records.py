"""Perturbed evidence as JSON records; the shapes are a contract (`metricstress perturb --json`)."""

from __future__ import annotations

from typing import Any

from metricstress.language.passages import Evidence, evidence_text
from metricstress.perturb.edits import Edit
from metricstress.perturb.perturbation import Perturbed

__all__ = ["passages_record", "record_of"]


def record_of(perturbed: Perturbed, *, with_evidence: bool = False) -> dict[str, Any]:
    """Status, reason, text and edits.

    Args:
        with_evidence: For evidence of several passages: edits then say which passage and field they
            are in, and the changed passages are given too.
    """
    record: dict[str, Any] = {
        "status": perturbed.status,
        "reason": perturbed.reason,
        "text": perturbed.text,
        "edits": [_edit(edit, with_evidence) for edit in perturbed.edits],
    }
    if with_evidence:
        record["evidence"] = passages_record(perturbed.evidence)
    return record


def passages_record(evidence: Evidence) -> list[dict[str, str]]:
    """Passages as JSON objects."""
    return [{"question": passage.question, "text": passage.text} for passage in evidence]


def _edit(edit: Edit, with_place: bool) -> dict[str, Any]:
    if isinstance(edit.old, str) or isinstance(edit.new, str):
        record: dict[str, Any] = {"start": edit.start, "end": edit.end, "old": edit.old, "new": edit.new}
        return {**record, "passage": edit.passage, "field": edit.field} if with_place else record
    # A passage edit counts in passages: start and end are places in the list of passages.
    return {
        "start": edit.start,
        "end": edit.end,
        "old": evidence_text(edit.old),
        "new": evidence_text(edit.new),
        "passage": edit.start,
        "field": "passages",
        "old_passages": passages_record(edit.old),
        "new_passages": passages_record(edit.new),
    }
