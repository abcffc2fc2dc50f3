"""Numbers as all reports print them."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["NOT_AVAILABLE", "format_change", "format_p_value", "format_percent", "format_score"]

NOT_AVAILABLE: Final = "n/a"  # there is no number to give
_MINUS: Final = "−"


def format_percent(value: float) -> str:
    """A signed percentage with one decimal and a true minus; what rounds to zero has no sign."""
    return _signed(value, f"{abs(value):.1f}")


def format_change(value: float) -> str:
    """A signed absolute change of a score."""
    return _signed(value, format_score(abs(value)))


def format_score(value: float) -> str:
    """A score: four decimals, fewer for scales such as 0 to 100."""
    if math.isnan(value):
        return NOT_AVAILABLE
    decimals = 4 if abs(value) < 10 else 2
    return _signed(value, f"{abs(value):.{decimals}f}", plus="")


def format_p_value(value: float) -> str:
    """A p-value with three decimals, `<0.001` below."""
    if math.isnan(value):
        return NOT_AVAILABLE
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def _signed(value: float, digits: str, plus: str = "+") -> str:
    if math.isnan(value):
        return NOT_AVAILABLE
    if not digits.strip("0."):
        return digits
    return (_MINUS if value < 0 else plus) + digits
