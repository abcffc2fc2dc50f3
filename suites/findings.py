"""What the gate says of a cell and of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .baseline import Allowed, CellId, Entry, cell_id, full_name
from .expectations import Cell, Outcome

__all__ = ["Finding", "GateResult", "Kind", "Status"]

Status: TypeAlias = Literal["worse", "improved", "noise", "tolerated", "unchanged", "unjudged", "skipped"]
Kind: TypeAlias = Literal["stays", "drops", "monotone", "moves"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the gate says of a cell; changes and losses in percentage points, or units of the score if absolute.

    Attributes:
        cell: As it is now.
        kind: What worse means: `stays`, `drops`, `monotone` or `moves`.
        status: `noise` is beyond the tolerance but not significant; `skipped` had nothing to apply to, as before.
        before: Its line in the baseline, or None.
        now: What its line would be now, or None if it has no change.
        worse_by: How much worse; negative if better; None if it was not compared.
        tolerance: How much was allowed.
        p_value: Of the loss, adjusted by Benjamini and Hochberg; None for deterministic metrics.
        detectable: The smallest loss that would be found in `POWER` of all cases; None for deterministic metrics.
        outcome: Of the suite's expectation; None if there is none.
        reason: Why it cannot be judged, or was skipped.
        line: In the baseline's file.
    """

    cell: Cell
    kind: Kind
    status: Status
    before: Entry | None = None
    now: Entry | None = None
    worse_by: float | None = None
    tolerance: Allowed = field(default_factory=lambda: Allowed(0.0))
    p_value: float | None = None
    detectable: float | None = None
    outcome: Outcome | None = None
    reason: str | None = None
    line: int | None = None

    @property
    def id(self) -> CellId:
        """Where its line stands."""
        return cell_id(self.cell)

    @property
    def name(self) -> str:
        """`bleu/typos@0.1`."""
        return full_name(self.id)

    @property
    def failed(self) -> bool:
        """Whether it got worse or falls short of its expectation."""
        return self.status == "worse" or (self.outcome is not None and self.outcome.status == "fail")

    @property
    def in_doubt(self) -> bool:
        """Whether it cannot be judged."""
        return self.status == "unjudged" or (self.outcome is not None and self.outcome.status == "error")


@dataclass(frozen=True, slots=True)
class GateResult:
    """What the gate says of a run.

    Attributes:
        findings: A finding a cell, in the order of the run.
        gone: Cells of the baseline that the run does not have, with their lines in the file.
        problems: What is wrong with the comparison as a whole, such as another signature.
    """

    findings: Sequence[Finding]
    gone: Mapping[CellId, int | None]
    problems: Sequence[str] = ()

    @property
    def exit_code(self) -> int:
        """1 if a cell failed, else 2 if something cannot be judged, else 0."""
        if any(finding.failed for finding in self.findings):
            return 1
        return 2 if self.gone or self.problems or any(finding.in_doubt for finding in self.findings) else 0
