"""A printed number as the interval that it stands for, and the n behind a printed correlation and its p-value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

__all__ = ["Printed", "implied_n", "read_printed"]

_NUMBER: Final = re.compile(r"(?P<below>[<≤])?\s*(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*\Z")
_LARGEST: Final = 10**9
"""No n beyond this is looked for; a range that reaches it has no upper end."""
_FEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed number and the values that it may stand for.

    Attributes:
        text: As printed.
        value: As a number.
        low: The smallest value that is printed so.
        high: The largest.
    """

    text: str
    value: float
    low: float
    high: float


def read_printed(text: str, *, rounding: Literal["nearest", "any"] = "nearest") -> Printed:
    """The number and its interval.

    Args:
        text: Such as "0.119", "-.03", "9.2e-3", "0.000", "<0.001"; a true minus is read too.
        rounding: "nearest": half a unit of the last digit to either side. "any": a whole one, since the number may
            have been cut off.

    Raises:
        ValueError: if it is no number.
    """
    found = _NUMBER.match(text.strip().replace("−", "-"))
    if found is None:
        raise ValueError(f"{text!r} is no printed number; expected one such as 0.119 or <0.001")
    number = Decimal(found["number"])
    if found["below"]:
        return Printed(text.strip(), float(number), 0.0, float(number))
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)  # The pattern lets no NaN and no infinity through.
    half = Decimal(1).scaleb(exponent) / (1 if rounding == "any" else 2)
    return Printed(text.strip(), float(number), float(number - half), float(number + half))


def implied_n(r: Printed, p: Printed, *, sides: Literal[1, 2] = 2) -> tuple[int, int | None] | None:
    """The smallest and largest n for which r and p can be printed so; None if there is no such n.

    The largest is None if there is no bound: where p may be 0 or r may be 0.
    """
    sizes = [abs(r.low), abs(r.high)]
    largest = min(max(sizes), 1.0)
    smallest = 0.0 if r.low <= 0 <= r.high else min(sizes)
    low = _first(lambda n: _p_value(largest, n, sides) <= p.high)
    if low is None:
        return None
    beyond = _first(lambda n: _p_value(smallest, n, sides) < p.low)
    if beyond is None:
        return low, None
    return (low, beyond - 1) if beyond > low else None


def _first(holds: Callable[[int], bool]) -> int | None:
    """The smallest n of which something holds that, once it does, does for all larger ones."""
    if holds(_FEWEST):
        return _FEWEST
    below, above = _FEWEST, 2 * _FEWEST
    while not holds(above):
        if above >= _LARGEST:
            return None
        below, above = above, 2 * above
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if holds(middle) else (middle, above)
    return above


def _p_value(r: float, n: int, sides: int) -> float:
    from scipy.special import stdtr

    if r >= 1:
        return 0.0
    return float(sides * stdtr(n - 2, -r * math.sqrt((n - 2) / (1 - r * r))))
