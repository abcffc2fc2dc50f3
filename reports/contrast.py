"""The fact-level contrast as tables: altered facts that a judge still calls supported.

The rows are plain mappings, as a run leaves them under `contrast` in its meta and as JSON gives them back: `judge` (its
signature), `contrast`, `n_facts`, `n_applicable`, `n_supported`, and `share`, `low` and `high` from 0 to 1 or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .notes import one_line

__all__ = ["CONTRAST_HEAD", "CONTRAST_TITLE", "ContrastTable", "contrast_tables"]

CONTRAST_TITLE: Final = "Contrast: altered facts that are still called supported"
CONTRAST_HEAD: Final = ("contrast", "supported %", "95 % interval", "supported", "altered", "facts")
_NONE: Final = "n/a"


@dataclass(frozen=True, slots=True)
class ContrastTable:
    """The contrasts of one judge.

    Attributes:
        judge: Its signature, on one line.
        lines: A line a contrast, with the cells of `CONTRAST_HEAD`.
    """

    judge: str
    lines: tuple[tuple[str, ...], ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines in words, for where no table fits."""
        return tuple(
            f"{name}: {supported} of {altered} altered facts still supported ({share} %, 95 % interval {interval})"
            for name, share, interval, supported, altered, _ in self.lines
        )


def contrast_tables(meta: Mapping[str, Any]) -> tuple[ContrastTable, ...]:
    """A table a judge, in the order of the rows; none if the run has no contrast.

    Raises:
        KeyError: if a row lacks one of its fields.
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in meta.get("contrast") or ():
        found.setdefault(one_line(str(row["judge"])), []).append(_line(row))
    return tuple(ContrastTable(judge, tuple(lines)) for judge, lines in found.items())


def _line(row: Mapping[str, Any]) -> tuple[str, ...]:
    interval = f"[{_percent(row['low'])}, {_percent(row['high'])}]" if row["low"] is not None else _NONE
    counts = (f"{row[name]:,}" for name in ("n_supported", "n_applicable", "n_facts"))
    return (one_line(str(row["contrast"])), _percent(row["share"]), interval, *counts)


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.1f}"
