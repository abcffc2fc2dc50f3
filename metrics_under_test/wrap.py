"""Turning what users have into a metric: a callable, or `package.module:attribute`."""

from __future__ import annotations

import importlib
import inspect
import math
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from metricstress.language.suggest import did_you_mean

from .metric import Metric, PairMetric

__all__ = ["UnknownMetric", "load_metric", "wrap"]


class UnknownMetric(ValueError):
    """A name that means no metric; the message says what would."""


def wrap(metric: Any, name: str | None = None) -> Metric:
    """`metric` itself if it is one, else a metric around the callable `f(candidate, reference) -> float`.

    The scale of a bare callable is not known; it is taken to start at 0 until a score below 0 is seen.

    Raises:
        UnknownMetric: if it is neither.
    """
    if isinstance(metric, Metric) and not inspect.isclass(metric):
        return metric
    if inspect.isclass(metric):
        raise UnknownMetric(
            f"{metric.__qualname__} is a class; give an instance of it, or a function f(candidate, reference) -> float"
        )
    if not callable(metric):
        raise UnknownMetric(
            f"{metric!r} is a {type(metric).__name__}; a metric is a function f(candidate, reference) -> float"
        )
    label = name or str(getattr(metric, "__name__", type(metric).__name__))
    return PairMetric(label, metric, _Source(metric), bounds=(0.0, math.inf))


class _Source:
    """The signature of a callable: where it is from and a hash of its source, so that an edit shows."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self) -> str:
        function = inspect.unwrap(self.function)
        if not hasattr(function, "__qualname__"):
            function = type(function)
        try:
            source = blake2b(inspect.getsource(function).encode("utf-8", "replace"), digest_size=6).hexdigest()
        except (OSError, TypeError):
            source = "unknown"
        return f"{function.__module__}:{function.__qualname__}|source:{source}"


def load_metric(spec: str) -> Metric:
    """The metric that `package.module:attribute` names; attributes may be dotted.

    Raises:
        UnknownMetric: if the module cannot be imported or has no such attribute.
    """
    module_name, _, attribute = spec.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except Exception as error:  # The module is the user's: whatever its import raises belongs into the message.
        raise UnknownMetric(
            f"metric {spec!r}: module {module_name!r} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            names = [name for name in vars(found) if not name.startswith("_")] if hasattr(found, "__dict__") else []
            raise UnknownMetric(f"metric {spec!r}: {module_name!r} has no {part!r}{did_you_mean(part, names)}")
        found = getattr(found, part)
    return wrap(found, name=spec)
