"""How a run was made, as the page tells it: facts, metrics with signatures, perturbations, versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from .notes import one_line

__all__ = ["RunFacts", "run_facts"]

_FACTS: Final = {
    "title": "Suite",
    "suite": "Suite's name",
    "command": "Command",
    "data": "Data",
    "format": "Format",
    "n_examples": "Examples",
    "n_references": "With a reference",
    "seed": "Seed",
    "resamples": "Resamples",
    "examples": "Hash of the examples",
    "fingerprint": "Fingerprint of the run",
    "bad_rows": "Rows that could not be read",
}
"""Key of the meta to its name, in the order of the page."""
_LISTS: Final = ("warnings", "notes", "bad_row_list")
_MOST: Final = 20  # remarks shown


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What the last section says.

    Attributes:
        facts: Name and value.
        metrics: Name and signature.
        perturbations: Name, intent, severity, version and what it does.
        versions: Package and version.
        stand_ins: Model of the paper, and what stood in for it.
        remarks: Warnings and notes of the run, the first of them.
    """

    facts: tuple[tuple[str, str], ...]
    metrics: tuple[tuple[str, str], ...]
    perturbations: tuple[tuple[str, ...], ...]
    versions: tuple[tuple[str, str], ...]
    stand_ins: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]


def run_facts(meta: Mapping[str, Any]) -> RunFacts:
    """The facts of a run, all on one line each and free of what cannot be printed; what is not known is left out."""
    facts = [
        (name, meta.get(key)) for key, name in _FACTS.items() if meta.get(key) not in (None, "", 0) or key == "seed"
    ]
    remarks = [one_line(str(text), 300) for key in _LISTS for text in meta.get(key) or ()]
    if len(remarks) > _MOST:
        remarks = [*remarks[:_MOST], f"and {len(remarks) - _MOST} more"]
    return RunFacts(
        facts=tuple((name, one_line(_text(value))) for name, value in facts if value is not None),
        metrics=_pairs(meta.get("metrics")),
        perturbations=tuple(
            tuple(one_line(str(item.get(key, ""))) for key in ("name", "intent", "severity", "version", "summary"))
            for item in meta.get("perturbations") or ()
        ),
        versions=_pairs(meta.get("versions")),
        stand_ins=_pairs(meta.get("stand_ins")),
        remarks=tuple(remarks),
    )


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return " ".join(map(str, value)) if isinstance(value, Iterable) else str(value)


def _pairs(mapping: Mapping[str, Any] | None) -> tuple[tuple[str, str], ...]:
    return tuple((one_line(str(name)), one_line(str(value))) for name, value in (mapping or {}).items())
