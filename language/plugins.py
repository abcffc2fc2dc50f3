"""What installed packages register through entry points; found by name, imported only when asked for.

A name that two packages register belongs to neither: it is asked for as `package/name`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

__all__ = ["PluginError", "load_plugin", "plugins"]


class PluginError(ValueError):
    """A registered plugin that cannot be imported; the message names it."""


@cache
def plugins(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, such as `metricstress.metrics`; nothing is imported."""
    found = sorted(entry_points(group=group), key=lambda entry: (entry.name, _package(entry)))
    counts = Counter(entry.name for entry in found)
    return {entry.name if counts[entry.name] == 1 else f"{_package(entry)}/{entry.name}": entry for entry in found}


def load_plugin(group: str, name: str) -> Any:
    """What the plugin `name` of `group` provides.

    Raises:
        PluginError: if its import fails, whatever the reason.
    """
    entry = plugins(group)[name]
    try:
        return entry.load()
    except (Exception, SystemExit) as error:  # It is somebody else's code: any failure must name the plugin.
        raise PluginError(
            f"plugin {name!r} ({entry.value}, of {_package(entry) or 'an unknown package'}) cannot be loaded: "
            f"{type(error).__name__}: {error}"
        ) from error


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""
