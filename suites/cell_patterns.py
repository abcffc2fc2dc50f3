"""Names of cells, and patterns that stand for several: `bleu/typos@0.1`, `rouge1/*`, `*/random_shuffle`.

A cell may be named without its severity, and a metric without its component, so a cell has up to four names.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from metricstress.language.suggest import did_you_mean

from .errors import UsageError

__all__ = ["column_of", "fits", "key_of", "names_of", "select"]


def column_of(metric: str, component: str) -> str:
    """The metric, with its component if that has a name of its own: `ev2r.reference_based:f1`."""
    return metric if component == metric else f"{metric}:{component}"


def key_of(perturbation: str, severity: float) -> str:
    """The perturbation with its severity, if it has one: `typos@0.1`; no two severities share a name."""
    if math.isnan(severity):
        return perturbation
    short = f"{severity:g}"
    return f"{perturbation}@{short if float(short) == severity else repr(severity)}"


def names_of(metric: str, component: str, perturbation: str, severity: float) -> list[str]:
    """All names of a cell, the full one first."""
    columns = dict.fromkeys((column_of(metric, component), metric))
    keys = dict.fromkeys((key_of(perturbation, severity), perturbation))
    return [f"{column}/{key}" for column in columns for key in keys]


def fits(pattern: str, names: Sequence[str]) -> bool:
    """Whether the pattern stands for a cell of these names."""
    return any(fnmatchcase(name, pattern) for name in names)


def select(patterns: Iterable[str], cells: Mapping[str, Sequence[str]], what: str) -> set[str]:
    """The full names of the cells that one of the patterns stands for.

    Args:
        patterns: As the user gave them.
        cells: Full name of every cell to all of its names.
        what: Where the patterns stand, for the message.

    Raises:
        UsageError: if a pattern stands for no cell; the message suggests the nearest.
    """
    found: set[str] = set()
    for pattern in patterns:
        here = {full for full, names in cells.items() if fits(pattern, names)}
        if not here:
            hint = did_you_mean(pattern, cells) if len(cells) <= 12 else _nearest(pattern, cells)
            raise UsageError(f"{what}: no cell {pattern!r}{hint}")
        found |= here
    return found


def _nearest(pattern: str, cells: Iterable[str]) -> str:
    """A suggestion among so many cells that to list them all would help nobody."""
    told = did_you_mean(pattern, cells)
    if told.startswith("; did you mean"):
        return told
    columns = dict.fromkeys(name.partition("/")[0] for name in cells)
    return f"; a cell is METRIC/PERTURBATION[@SEVERITY] or a pattern such as '{next(iter(columns))}/*'"
