"""Suites: perturbations, metrics and examples joined into runs, gates, tests and the command line.

What tests are written with can be imported from here: `from metricstress.suites import drops, examples_from, stays`.
It is loaded when it is asked for, since pytest imports this package at every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .expectations import Expectation, drops, monotone, stays
    from .given import examples_from
    from .stress import StressResult

__all__ = ["Expectation", "StressResult", "drops", "examples_from", "monotone", "stays"]

_PLACES = {
    "Expectation": "expectations",
    "StressResult": "stress",
    "drops": "expectations",
    "examples_from": "given",
    "monotone": "expectations",
    "stays": "expectations",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_PLACES[name]}", __name__), name)
