"""Plain tables (jsonl, csv, parquet): a row has a candidate and perhaps a reference, a claim, a verdict, an id.

The native shape, which `native_row` writes, is one of them:
`{"id", "claim", "verdict", "evidence": [{"question", "text"}], "reference": [...]}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from metricstress.language.passages import Evidence
from metricstress.language.suggest import did_you_mean

from ..example import Example
from .errors import FieldError, InputError, describe, nothing_but
from .fields import Draft, canonical_verdict, given_id, is_missing, passages, text

__all__ = ["ROLES", "check_columns", "check_roles", "native_row", "read_table_row"]

ROLES: dict[str, tuple[str, ...]] = {
    "candidate": ("candidate", "prediction", "predicted_evidence", "evidence", "text"),
    "reference": ("reference", "gold", "target", "reference_evidence", "gold_evidence"),
    "claim": ("claim",),
    "verdict": ("verdict", "label", "gold_label"),
    "id": ("id", "claim_id", "unique_id", "example_id", "uid"),
}
"""What a column can be for, and the names under which it is looked for, best first."""


def read_table_row(row: dict[str, Any], columns: Mapping[str, str]) -> Draft:
    """One row; `columns` names the column of a role where the obvious names do not do."""
    names = _columns_of(row, columns)
    if "candidate" not in names:
        raise FieldError("candidate", "text or a list of passages", nothing_but(row))
    for role, name in names.items():
        if name not in row:
            raise FieldError(name, f"the {role}", nothing_but(row))
    reference = row[names["reference"]] if "reference" in names else None
    return Draft(
        id=given_id(row, [names["id"]]) if "id" in names else "",
        claim=text(row, names["claim"]) if "claim" in names and not is_missing(row[names["claim"]]) else "",
        evidence=passages(row[names["candidate"]], names["candidate"]),
        reference=() if is_missing(reference) else passages(reference, names["reference"]),
        verdict=_verdict(row[names["verdict"]], names["verdict"]) if "verdict" in names else "",
    )


def check_roles(columns: Mapping[str, str]) -> None:
    """Raise an `InputError` if `columns` names something that no column is for."""
    for role, name in columns.items():
        if role not in ROLES:
            raise InputError(f"columns: unknown role {role!r}{did_you_mean(str(role), ROLES)}")
        if not isinstance(name, str):
            raise InputError(f"columns: expected the name of the {role} column, got {describe(name)}")


def check_columns(path: object, header: Sequence[str], columns: Mapping[str, str]) -> None:
    """Raise an `InputError` if a table of this header lacks a column that is named or needed, or has one twice."""
    duplicate = next((name for name in header if header.count(name) > 1), None)
    if duplicate is not None:
        raise InputError(f"{path}: the column {duplicate!r} stands twice in the header")
    for role, name in columns.items():
        if name not in header:
            raise InputError(f"{path}: no column {name!r} for the {role}{did_you_mean(name, header)}")
    if "candidate" not in _columns_of(dict.fromkeys(header), columns):
        raise InputError(
            f"{path}: no column for the candidate: looked for {_quoted(ROLES['candidate'])}, "
            f"found {_quoted(header)}; name it with --column candidate=NAME"
        )


def native_row(example: Example) -> dict[str, Any]:
    """An example as a row of the native jsonl, from which it is read back the same."""
    row: dict[str, Any] = {"id": example.id} if example.named else {}
    row.update(claim=example.claim, verdict=example.verdict, evidence=_plain(example.evidence))
    if example.reference:
        row["reference"] = _plain(example.reference)
    return row


def _columns_of(row: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, str]:
    """Role to column, as named by the user or by the first obvious name (case and blanks aside)."""
    spelled: dict[str, str] = {}
    for name in row:
        spelled.setdefault(str(name).strip().casefold().replace(" ", "_").replace("-", "_"), name)
    found = {
        role: next(spelled[name] for name in names if name in spelled)
        for role, names in ROLES.items()
        if any(name in spelled for name in names)
    }
    for role, name in columns.items():
        # A column that the user gave another role is not also taken for the one its name suggests.
        found = {other: column for other, column in found.items() if column != name or other == role}
    return found | dict(columns)


def _verdict(value: Any, field: str) -> str:
    if is_missing(value):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if not isinstance(value, str):
        raise FieldError(field, "a label as text", describe(value))
    return canonical_verdict(value) or value


def _plain(evidence: Evidence) -> list[dict[str, str]]:
    return [{"question": passage.question, "text": passage.text} for passage in evidence]


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names)
