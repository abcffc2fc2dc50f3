"""The libraries that only the language-model path needs."""

from __future__ import annotations

import importlib
from types import ModuleType

from ..metric import CannotScore

__all__ = ["MissingExtra", "need"]


class MissingExtra(CannotScore, ImportError):
    """A library of an extra is not installed; the message says which extra."""


def need(module: str, extra: str = "llm") -> ModuleType:
    """The module, imported now.

    Raises:
        MissingExtra: if it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(
            f"{module!r} cannot be imported ({error}); install it with: pip install 'metricstress[{extra}]'"
        ) from error
