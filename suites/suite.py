"""Suites: which perturbations and metrics belong together. A suite is a small TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from metricstress.language.plugins import load_plugin, plugins
from metricstress.language.suggest import did_you_mean

from .errors import UsageError

__all__ = ["GROUP", "Suite", "built_in_suites", "load_suite", "read_suite"]

GROUP = "metricstress.suites"

_KINDS = {str: "text", int: "a whole number", dict: "a table"}
_KEYS = ("name", "title", "perturbations", "metrics", "severities", "seed", "limit", "ev2r")


@dataclass(frozen=True, slots=True)
class Suite:
    """A named choice of perturbations and metrics, by the specs that users type.

    Attributes:
        name: What users type, or the file's name without `.toml`.
        title: Heading of the report.
        perturbations: Such as `typos@0.1`, in the order of the report.
        metrics: Such as `bleu` or `package.module:function`, in the order of the report.
        severities: The ladder on which every graded perturbation is run; empty for its default severity.
        seed: Default seed of a run.
        limit: Default number of examples of a run; None for all.
        ev2r: Options of the Ev²R scorer; see `metricstress.metrics_under_test.ev2r.options`.
        folder: Where the file lies, from which paths in it start; None for a suite without a file.
    """

    name: str
    title: str
    perturbations: tuple[str, ...]
    metrics: tuple[str, ...]
    severities: tuple[float, ...] = ()
    seed: int = 0
    limit: int | None = None
    ev2r: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None


def built_in_suites() -> list[str]:
    """Names of the suites that come with the package."""
    folder = files("metricstress.suites") / "builtin"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_suite(name: str) -> Suite:
    """The suite of a built-in name, of a plugin's name, or of a `.toml` file.

    Raises:
        UsageError: if there is none, or the file is not a suite.
    """
    if name.endswith(".toml"):
        return read_suite(Path(name))
    if name in built_in_suites():
        text = (files("metricstress.suites") / "builtin" / f"{name}.toml").read_text(encoding="utf-8")
        return _parse(text, name, f"suite {name!r}")
    if name in plugins(GROUP):
        suite = load_plugin(GROUP, name)
        if not isinstance(suite, Suite):
            raise UsageError(f"plugin {name!r} should give a Suite, but gives a {type(suite).__name__}")
        return suite
    known = [*built_in_suites(), *plugins(GROUP)]
    raise UsageError(f"unknown suite {name!r}{did_you_mean(name, known)} (your own: a path that ends in .toml)")


def read_suite(path: Path) -> Suite:
    """The suite in a TOML file.

    Raises:
        UsageError: if the file is missing, is not TOML, or has unknown or wrongly typed keys.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"no suite file {str(path)!r}; built-in suites: {', '.join(built_in_suites())}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"suite file {str(path)!r} cannot be read: {error}") from error
    return _parse(text, path.stem, str(path), path.parent)


def _parse(text: str, name: str, where: str, folder: Path | None = None) -> Suite:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{where}: not TOML: {error}") from error
    for key in table:
        if key not in _KEYS:
            raise UsageError(f"{where}: unknown key {key!r}{did_you_mean(key, _KEYS)}")
    limit = table.get("limit")
    return Suite(
        name=_typed(table, "name", str, name, where),
        title=_typed(table, "title", str, name, where),
        perturbations=_strings(table, "perturbations", where),
        metrics=_strings(table, "metrics", where),
        severities=_shares(table, "severities", where),
        seed=_typed(table, "seed", int, 0, where),
        limit=None if limit is None else _typed(table, "limit", int, 0, where),
        ev2r=_typed(table, "ev2r", dict, {}, where),
        folder=folder,
    )


def _typed(table: dict[str, Any], key: str, kind: type, default: Any, where: str) -> Any:
    value = table.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UsageError(f"{where}: {key!r} is {value!r}, expected {_KINDS[kind]}")
    return value


def _shares(table: dict[str, Any], key: str, where: str) -> tuple[float, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, (int, float)) and 0 <= item <= 1 for item in value):
        raise UsageError(f"{where}: {key!r} is {value!r}, expected numbers from 0 to 1, such as {key} = [0.1, 0.2]")
    return tuple(float(item) for item in value)


def _strings(table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise UsageError(f'{where}: {key!r} is {value!r}, expected a list of names, such as {key} = ["…"]')
    repeated = sorted({item for item in value if value.count(item) > 1})
    if repeated:
        raise UsageError(f"{where}: {key!r} names {repeated[0]!r} twice; once is enough")
    return tuple(value)
