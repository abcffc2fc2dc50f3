"""The text of a baseline file: how it is laid out, and on which line a cell stands."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

from .screen import printable

if TYPE_CHECKING:
    from .baseline import Allowed, Baseline, Entry

__all__ = ["SCHEMA", "lines_of_cells", "to_toml"]

SCHEMA: Final = 1

_WIDTH: Final = 32
"""Width of the keys: fixed, as padding to the longest would rewrite all lines when a longer one comes."""
_TITLE: Final = "# metricstress baseline. Written by `metricstress gate --update`; by hand edit only [tolerance]."
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(baseline: Baseline) -> str:
    """The file of a baseline. Its lines depend on nothing but what they say, and their order on names alone."""
    header = baseline.header
    lines = [
        _TITLE,
        f"schema   = {SCHEMA}",
        f"suite    = {_text(header.suite)}",
        f"examples = {_text(header.examples)}",
        f"seed     = {header.seed}",
        *("", "[metrics]", *(f"{_padded(name)} = {_text(header.metrics[name])}" for name in sorted(header.metrics))),
        *("", "[perturbations]"),
        *(f"{_padded(name)} = {header.perturbations[name]}" for name in sorted(header.perturbations)),
    ]
    if header.sampled:
        lines += ["", "[noise]", *(f"{_padded(name)} = {{ sampled = true }}" for name in sorted(header.sampled))]
    lines += ["", "[tolerance]"]
    lines += [f"{_padded(pattern)} = {_allowed(allowed)}" for pattern, allowed in baseline.tolerance.items()]
    for column in sorted({column for column, _ in baseline.cells}):
        keys = sorted((key for of, key in baseline.cells if of == column), key=_by_severity)
        lines += ["", f"[change.{_key(column)}]"]
        lines += [f"{_padded(key)} = {_entry(baseline.cells[column, key])}" for key in keys]
    return "\n".join(lines) + "\n"


def lines_of_cells(text: str) -> dict[tuple[str, str], int]:
    """Column and key of every cell that has a line of its own to the number of that line, from 1."""
    found: dict[tuple[str, str], int] = {}
    column: str | None = None
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            column = None
            table: dict[str, Any] = _parsed(stripped).get("change", {})
            if isinstance(table, dict) and len(table) == 1:
                column = next(iter(table))
        elif column is not None and "=" in stripped:
            for key in _parsed(stripped):
                found[column, key] = number
    return found


def _parsed(line: str) -> dict[str, Any]:
    try:
        return tomllib.loads(line)
    except tomllib.TOMLDecodeError:  # A line of something longer, such as a list over several lines.
        return {}


def _by_severity(key: str) -> tuple[str, float, str]:
    name, _, level = key.rpartition("@")
    try:
        return name, float(level), key
    except ValueError:
        return key, -1.0, key


def _text(value: str) -> str:
    # JSON's strings are TOML's, but for the one control character that JSON leaves as it is.
    return json.dumps(printable(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _padded(name: str) -> str:
    return f"{_key(name):<{_WIDTH}}"


def _allowed(allowed: Allowed) -> str:
    if allowed.reason is None:
        return repr(allowed.pp)
    return f"{{ pp = {allowed.pp!r}, reason = {_text(allowed.reason)} }}"


def _entry(entry: Entry) -> str:
    name, form = ("abs", ".6f") if entry.absolute else ("mean", ".2f")
    ends = "" if entry.low is None or entry.high is None else f", lo = {entry.low:{form}}, hi = {entry.high:{form}}"
    return f"{{ {name} = {entry.change:{form}}{ends}, n = {entry.n} }}"
