"""The baseline of the gate: one TOML file, a line a cell, made to be reviewed in a diff and kept in version control.

    schema   = 1
    suite    = "stress"
    examples = "1f3ac0d2"                              # hash of the examples
    seed     = 0
    [metrics]                                          # signatures
    [perturbations]                                    # versions
    [noise]                                            # metrics whose scores vary from run to run
    [tolerance]                                        # percentage points; the one table to be edited by hand
    default = 1.0
    "judge/*" = { pp = 2.0, reason = "judge is sampled" }
    [change.bleu]                                      # change of the mean score over the changed examples, in percent
    "typos@0.1"              = { mean = -20.04, lo = -21.10, hi = -18.90, n = 392 }

Keys are padded to a fixed width, so that a new cell changes no other line. Where a scale has no relative change, a
cell has `abs` instead of `mean`, and all of it is in units of the score.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from .cell_patterns import column_of, fits, key_of
from .expectations import Cell

__all__ = [
    "Allowed",
    "Baseline",
    "CellId",
    "Entry",
    "Header",
    "cell_id",
    "full_name",
    "metric_of",
    "perturbation_of",
]

_SOURCE_HASH: Final = re.compile(r"\|source:(?:[0-9a-f]+|unknown)(?=\||$)")

CellId: TypeAlias = tuple[str, str]
"""Metric (with its component) and perturbation (with its severity): the table and the key of a cell's line."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a run and a baseline must have in common to be compared.

    Attributes:
        suite: Its name.
        examples: Hash of the examples.
        seed: Of the run.
        metrics: Name to signature, without the hash of a function's source: to judge an edit of that is the point.
        perturbations: Label to version.
        sampled: Metrics whose scores vary from run to run.
    """

    suite: str
    examples: str
    seed: int
    metrics: Mapping[str, str]
    perturbations: Mapping[str, int]
    sampled: frozenset[str] = frozenset()

    @classmethod
    def of_run(cls, meta: Mapping[str, Any], sampled: Iterable[str]) -> Header:
        """The header of a run, from its manifest."""
        return cls(
            suite=meta["suite"],
            examples=meta["examples"],
            seed=meta["seed"],
            metrics={name: _SOURCE_HASH.sub("", signature) for name, signature in meta["metrics"].items()},
            perturbations={item["name"]: item["version"] for item in meta["perturbations"]},
            sampled=frozenset(sampled),
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell's line: change and 95 % interval in percent (two decimals) or, if `absolute`, in units of the score (six).

    Attributes:
        change: Of the mean score, over the changed examples.
        low: Lower end of its interval, or None.
        high: Upper end.
        n: Changed and scored examples.
        absolute: Whether there is no relative change.
    """

    change: float
    low: float | None
    high: float | None
    n: int
    absolute: bool = False

    @classmethod
    def of(cls, cell: Cell) -> Entry | None:
        """The line of a cell; None if it has no change."""
        change = _rounded(cell.change, cell.absolute)
        if change is None:
            return None
        low, high = _rounded(cell.low, cell.absolute), _rounded(cell.high, cell.absolute)
        return cls(change, low, high, cell.n, cell.absolute)


@dataclass(frozen=True, slots=True)
class Allowed:
    """How much worse a cell may get.

    Attributes:
        pp: Percentage points; of cells without a relative change, hundredths of a unit of the score.
        reason: Why, if someone said so.
    """

    pp: float
    reason: str | None = None


@dataclass(frozen=True)
class Baseline:
    """What was accepted.

    Attributes:
        header: Of the run that it is from.
        tolerance: Pattern of cells to what is allowed; `default` for all. The last that fits a cell holds.
        cells: The accepted changes.
        lines: Cell to its line in the file, from 1; empty for one that was not read from a file.
    """

    header: Header
    tolerance: Mapping[str, Allowed]
    cells: Mapping[CellId, Entry]
    lines: Mapping[CellId, int] = field(default_factory=dict, compare=False)

    def allowed(self, names: Iterable[str]) -> Allowed:
        """The tolerance of a cell with these names."""
        every = list(names)
        for pattern, allowed in reversed(list(self.tolerance.items())):
            if pattern != "default" and fits(pattern, every):
                return allowed
        return self.tolerance["default"]

    def stale(self, header: Header) -> set[CellId]:
        """The cells that a run with this header cannot be compared with."""
        mine = self.header
        if (mine.suite, mine.examples, mine.seed) != (header.suite, header.examples, header.seed):
            return set(self.cells)
        return {
            (column, key)
            for column, key in self.cells
            if _differ(mine.metrics, header.metrics, metric_of(column, mine.metrics))
            or _differ(mine.perturbations, header.perturbations, perturbation_of(key, mine.perturbations))
        }


def cell_id(cell: Cell) -> CellId:
    """Where a cell's line stands."""
    return column_of(cell.metric, cell.component), key_of(cell.perturbation, cell.severity)


def full_name(cell: CellId) -> str:
    """`bleu/typos@0.1`."""
    return f"{cell[0]}/{cell[1]}"


def metric_of(column: str, metrics: Iterable[str]) -> str:
    """The metric of a column `metric` or `metric:component`; names of users' functions have colons, too."""
    return column if column in set(metrics) else column.rpartition(":")[0]


def perturbation_of(key: str, perturbations: Iterable[str]) -> str:
    """The perturbation of a key `perturbation` or `perturbation@severity`."""
    return key if key in set(perturbations) else key.rpartition("@")[0]


def _differ(mine: Mapping[str, object], other: Mapping[str, object], name: str) -> bool:
    return name in mine and name in other and mine[name] != other[name]


def _rounded(value: float | None, absolute: bool) -> float | None:
    if value is None or not math.isfinite(value):
        return None
    return (round(value, 6) if absolute else round(100 * value, 2)) + 0.0  # without the sign of a negative zero
