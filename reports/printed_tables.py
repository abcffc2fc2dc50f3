"""What printed correlations, p-values and averages say of each other: which of them are not possible together.

A printed number stands for an interval: .119 for [.1185, .1195]. Three checks:

- *n*: p falls as |r| and n grow, t = |r| √((n − 2) / (1 − r²)) with n − 2 degrees of freedom (the test of Pearson's r,
  and scipy's of Spearman's ρ). So r and p leave a range of n, found by bisection at the ends of both intervals.
- *one n*: cells that are said to rest on the same examples need an n in all their ranges.
- *average*: rows leave an interval for their mean. Where the printed average is outside, it is compared with means of
  another kind (absolute values, harmonic, by Fisher's z), and the nearest is named.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from .printed_numbers import Printed, implied_n

__all__ = ["Check", "PrintedCell", "check_table"]

Kind: TypeAlias = Literal["range", "n", "one n", "average"]
Interval: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A cell of a printed table.

    Attributes:
        name: What it is called.
        r: The correlation, or the average.
        p: Its p-value, or None.
        n: The number of examples that is claimed, or None.
        group: Cells said to rest on the same examples have the same; empty for none.
        average_of: Names of the rows of an average, or empty.
    """

    name: str
    r: Printed
    p: Printed | None = None
    n: int | None = None
    group: str = ""
    average_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """What one check found.

    Attributes:
        name: The cell, or the group.
        kind: Which check.
        possible: Whether the numbers can stand together.
        low: The lower end of what is possible: of n, or of the average.
        high: The upper end; None if there is none.
        says: In words.
    """

    name: str
    kind: Kind
    possible: bool
    low: float | None
    high: float | None
    says: str


def check_table(cells: Sequence[PrintedCell], *, sides: Literal[1, 2] = 2) -> list[Check]:
    """All checks that the cells allow, in their order; groups last.

    Raises:
        ValueError: if a name stands twice or an average names no row.
    """
    by_name: dict[str, PrintedCell] = {}
    for cell in cells:
        if cell.name in by_name:
            raise ValueError(f"the cell {cell.name!r} stands twice; give every cell its own name")
        by_name[cell.name] = cell
    checks: list[Check] = []
    ranges: dict[str, list[tuple[str, int, float]]] = {}
    for cell in cells:
        checks += _range_checks(cell)
        if cell.p is not None and not cell.average_of:
            found = implied_n(cell.r, cell.p, sides=sides)
            checks.append(_n_check(cell, cell.p, found))
            if cell.group and found is not None:
                ranges.setdefault(cell.group, []).append((cell.name, found[0], found[1] or math.inf))
        if cell.average_of:
            checks.append(_average_check(cell, _rows_of(cell, cells, by_name)))
    checks += [_group_check(group, found) for group, found in ranges.items() if len(found) > 1]
    return checks


def _range_checks(cell: PrintedCell) -> Iterator[Check]:
    if cell.r.low > 1 or cell.r.high < -1:
        yield Check(cell.name, "range", False, -1, 1, f"r {cell.r.text} is no correlation: it is outside −1 to 1")
    if cell.p is not None and (cell.p.low > 1 or cell.p.high < 0):
        yield Check(cell.name, "range", False, 0, 1, f"p {cell.p.text} is no probability: it is outside 0 to 1")


def _n_check(cell: PrintedCell, p: Printed, found: tuple[int, int | None] | None) -> Check:
    pair = f"r {cell.r.text} with p {p.text}"
    if found is None:
        return Check(cell.name, "n", False, None, None, f"{pair}: no n gives both")
    low, high = found
    span = f"n {low}" if low == high else f"n from {low}" + ("" if high is None else f" to {high}")
    if cell.n is None:
        return Check(cell.name, "n", True, low, high, f"{pair}: {span}")
    possible = low <= cell.n <= (math.inf if high is None else high)
    said = f"as claimed, {cell.n}" if possible else f"not the claimed {cell.n}"
    return Check(cell.name, "n", possible, low, high, f"{pair}: {span}, {said}")


def _group_check(group: str, found: Sequence[tuple[str, int, float]]) -> Check:
    lowest, highest = max(found, key=lambda one: one[1]), min(found, key=lambda one: one[2])
    low, high = lowest[1], highest[2]
    upper = None if math.isinf(high) else high
    if low <= high:
        span = f"n {low}" if low == high else f"n from {low}" + ("" if upper is None else f" to {upper:.0f}")
        return Check(group, "one n", True, low, upper, f"{len(found)} cells can rest on the same examples: {span}")
    return Check(
        group,
        "one n",
        False,
        None,
        None,
        f"{len(found)} cells cannot rest on the same examples: {lowest[0]!r} needs n {low} at least, "
        f"{highest[0]!r} {high:.0f} at most",
    )


def _rows_of(cell: PrintedCell, cells: Sequence[PrintedCell], by_name: Mapping[str, PrintedCell]) -> list[PrintedCell]:
    rows: list[PrintedCell] = []
    for name in cell.average_of:
        in_group = [other for other in cells if other.group == name and not other.average_of]
        if name in by_name and name != cell.name:
            rows.append(by_name[name])
        elif in_group:
            rows += in_group
        else:
            raise ValueError(f"the average {cell.name!r} is of {name!r}, which is neither a cell nor a group")
    return rows


def _average_check(cell: PrintedCell, rows: Sequence[PrintedCell]) -> Check:
    intervals = [(row.r.low, row.r.high) for row in rows]
    means = {name: span for name, mean in _MEANS.items() if (span := mean(intervals)) is not None}
    low, high = _mean(intervals)
    fits = [name for name, span in means.items() if _touch(span, cell.r)]
    told = f"average {cell.r.text} of {len(rows)} rows"
    given = f"the rows give {_digits(low)} to {_digits(high)}"
    if "mean" in fits:
        return Check(cell.name, "average", True, low, high, f"{told}: {given}")
    if fits:
        return Check(cell.name, "average", False, low, high, f"{told}: {given}; it is the {fits[0]} of the rows")
    nearest = min(means, key=lambda name: _gap(means[name], cell.r))
    return Check(
        cell.name,
        "average",
        False,
        low,
        high,
        f"{told}: {given}; no mean of another kind fits, nearest is the {nearest}, {_digits(sum(means[nearest]) / 2)}",
    )


def _digits(value: float) -> str:
    return f"{value:.5g}".replace("-", "−")


def _touch(span: Interval, printed: Printed) -> bool:
    return _gap(span, printed) <= 1e-12


def _gap(span: Interval, printed: Printed) -> float:
    return max(span[0] - printed.high, printed.low - span[1], 0.0)


# Each mean grows with every row, so its interval runs from the rows' lower ends to their upper ones.


def _mean(rows: Sequence[Interval]) -> Interval:
    low, high = zip(*rows, strict=True)
    return _exact_mean(low), _exact_mean(high)


def _exact_mean(values: Iterable[float]) -> float:
    exact = [Fraction(repr(value)) for value in values]
    return float(sum(exact, Fraction(0)) / len(exact))


def _mean_of_absolutes(rows: Sequence[Interval]) -> Interval:
    return _mean(
        [(0.0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))) for low, high in rows]
    )


def _harmonic_mean(rows: Sequence[Interval]) -> Interval | None:
    """None where a row may be 0 or signs differ: no end is sure."""
    if not (all(low > 0 for low, _ in rows) or all(high < 0 for _, high in rows)):
        return None
    low, high = (len(rows) / math.fsum(1 / row[end] for row in rows) for end in (0, 1))
    return low, high


def _fisher_mean(rows: Sequence[Interval]) -> Interval | None:
    """The mean of atanh(r), turned back."""
    if any(low <= -1 or high >= 1 for low, high in rows):
        return None
    low, high = (math.tanh(math.fsum(math.atanh(row[end]) for row in rows) / len(rows)) for end in (0, 1))
    return low, high


_MEANS: Final[Mapping[str, Callable[[Sequence[Interval]], Interval | None]]] = {
    "mean": _mean,
    "mean of absolute values": _mean_of_absolutes,
    "harmonic mean": _harmonic_mean,
    "mean by Fisher's z": _fisher_mean,
}
