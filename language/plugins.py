"""What installed packages register through entry points; found by name, imported only when asked for."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

__all__ = ["PluginError", "load_plugin", "plugins"]


class PluginError(ValueError):
    """A registered plugin that cannot be imported; the message names it."""


@cache
def plugins(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, such as `metricstress.metrics`; nothing is imported."""
    return {entry.name: entry for entry in sorted(entry_points(group=group), key=lambda entry: entry.name)}


def load_plugin(group: str, name: str) -> Any:
    """What the plugin `name` of `group` provides.

    Raises:
        PluginError: if its import fails, whatever the reason.
    """
    entry = plugins(group)[name]
    try:
        return entry.load()
    except Exception as error:  # It is somebody else's code: any failure must name the plugin.
        raise PluginError(
            f"plugin {name!r} ({entry.value}) cannot be loaded: {type(error).__name__}: {error}"
        ) from error
