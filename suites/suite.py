"""Suites: which perturbations and metrics belong together, on which data, and what is expected of them.

A suite is a small TOML file, or the table `[tool.metricstress]` of a `pyproject.toml`:

    perturbations = ["typos@0.1", "random_shuffle"]
    metrics = ["bleu", "my_package.scores:f1"]
    data = "data/dev.jsonl"                            # relative to this file
    tolerance = 1.0                                    # percentage points, of a new baseline
    [expect]                                           # the last entry that fits a cell is the one that holds
    default_preserving = { stays = 0.05 }
    "bleu/typos@0.1"   = { stays = 0.15, min_n = 50 }
    "*/random_shuffle" = { drops = 0.25 }
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from metricstress.language.plugins import PluginError, load_plugin, plugins
from metricstress.language.suggest import did_you_mean

from .cell_patterns import fits
from .errors import UsageError
from .expectations import MIN_N, Expectation

__all__ = ["DEFAULT_TOLERANCE", "GROUP", "Suite", "built_in_suites", "load_suite", "read_suite"]

GROUP = "metricstress.suites"
DEFAULT_TOLERANCE: Final = 1.0

_KEYS: Final = (
    *("name", "title", "perturbations", "metrics", "severities", "seed", "limit", "data", "format", "min_n"),
    *("tolerance", "expect", "ev2r"),
)
_DEFAULTS: Final = {"default_preserving": "preserving", "default_altering": "altering"}
_KINDS: Final = ("stays", "drops", "monotone")
_EXPECT_KEYS: Final = (*_KINDS, "min_n", "absolute")


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
        data: File of the examples; None for the bundled sample.
        format: Its format; None for what the content tells.
        min_n: Fewest applicable examples on which a cell is judged; None for that of the expectation.
        tolerance: What a new baseline allows a cell to get worse by, in percentage points.
        expect: Pattern of cells (or an intent: see `expectation_of`) to what is expected, in the order of the file.
        ev2r: The table `[ev2r]` as it stands: options of the Ev²R scorer.
        path: The file; None for a built-in suite or one made in Python.
    """

    name: str
    title: str
    perturbations: tuple[str, ...]
    metrics: tuple[str, ...]
    severities: tuple[float, ...] = ()
    seed: int = 0
    limit: int | None = None
    data: Path | None = None
    format: str | None = None
    min_n: int | None = None
    tolerance: float = DEFAULT_TOLERANCE
    expect: Mapping[str, Expectation] = field(default_factory=dict)
    ev2r: Mapping[str, Any] = field(default_factory=dict)
    path: Path | None = None

    def expectation_of(self, names: Sequence[str], intent: str) -> tuple[str, Expectation] | None:
        """The entry of `[expect]` that holds for a cell, or None.

        Args:
            names: All names of the cell; see `metricstress.suites.cell_patterns`.
            intent: Of its perturbation: `preserving`, `altering` or `unknown`.
        """
        for pattern, expectation in reversed(list(self.expect.items())):
            if pattern not in _DEFAULTS and fits(pattern, names):
                return pattern, expectation
        for pattern, of in _DEFAULTS.items():
            if of == intent and pattern in self.expect:
                return pattern, self.expect[pattern]
        return None

    @property
    def folder(self) -> Path | None:
        """Where paths in the file start from."""
        return None if self.path is None else self.path.parent

    @property
    def patterns(self) -> list[str]:
        """The entries of `[expect]` that name cells."""
        return [pattern for pattern in self.expect if pattern not in _DEFAULTS]


def built_in_suites() -> list[str]:
    """Names of the suites that come with the package."""
    folder = files("metricstress.suites") / "builtin"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_suite(name: str) -> Suite:
    """The suite of a built-in name, of a plugin's name, or of a `.toml` file.

    A plugin gives a `Suite`, or the path of a suite file.

    Raises:
        UsageError: if there is none, or the file is not a suite, or the plugin is broken.
    """
    if name.endswith(".toml"):
        return read_suite(Path(name))
    if name in built_in_suites():
        text = (files("metricstress.suites") / "builtin" / f"{name}.toml").read_text(encoding="utf-8")
        return _parse(_table(text, f"suite {name!r}"), name, f"suite {name!r}", None)
    if name in plugins(GROUP):
        try:
            suite = load_plugin(GROUP, name)
        except PluginError as error:
            raise UsageError(str(error)) from error
        if isinstance(suite, (str, Path)):
            return read_suite(Path(suite))
        if not isinstance(suite, Suite):
            raise UsageError(
                f"plugin {name!r} should give a Suite or the path of a suite file, but gives a {type(suite).__name__}"
            )
        return suite
    known = [*built_in_suites(), *plugins(GROUP)]
    raise UsageError(f"unknown suite {name!r}{did_you_mean(name, known)} (your own: a path that ends in .toml)")


def read_suite(path: Path) -> Suite:
    """The suite in a TOML file; of a `pyproject.toml`, its table `[tool.metricstress]`.

    Raises:
        UsageError: if the file is missing, is not TOML, or has unknown or wrongly typed keys.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"no suite file {str(path)!r}; built-in suites: {', '.join(built_in_suites())}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"suite file {str(path)!r} cannot be read: {error}") from error
    table = _table(text, str(path))
    if path.name != "pyproject.toml":
        return _parse(table, path.stem, str(path), path)
    table = table.get("tool", {}).get("metricstress")
    if not isinstance(table, dict):
        raise UsageError(f"{path}: no table [tool.metricstress]; a suite may also stand in a file stress.toml")
    return _parse(table, "stress", f"{path}: [tool.metricstress]", path)


def _table(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{where}: not TOML: {error}") from error


def _parse(table: dict[str, Any], name: str, where: str, path: Path | None) -> Suite:
    _refuse_unknown(table, _KEYS, where)
    data = _optional(table, "data", str, where)
    if data is not None and path is not None:
        data = path.parent / data
    min_n = _optional(table, "min_n", int, where)
    if min_n is not None and min_n < 1:
        raise UsageError(f"{where}: 'min_n' is {min_n}, expected a whole number from 1")
    tolerance = table.get("tolerance", DEFAULT_TOLERANCE)
    if not _is_number(tolerance) or not 0 <= tolerance < math.inf:
        raise UsageError(f"{where}: 'tolerance' is {tolerance!r}, expected percentage points from 0, such as 1.0")
    ev2r = table.get("ev2r", {})
    if not isinstance(ev2r, dict):
        raise UsageError(f"{where}: 'ev2r' is {ev2r!r}, expected a table of options: [ev2r]")
    return Suite(
        name=_typed(table, "name", str, name, where),
        title=_typed(table, "title", str, name, where),
        perturbations=_strings(table, "perturbations", where),
        metrics=_strings(table, "metrics", where),
        severities=_shares(table, "severities", where),
        seed=_typed(table, "seed", int, 0, where),
        limit=_optional(table, "limit", int, where),
        data=None if data is None else Path(data),
        format=_optional(table, "format", str, where),
        min_n=min_n,
        tolerance=float(tolerance),
        expect=_expectations(table.get("expect", {}), MIN_N if min_n is None else min_n, f"{where}: [expect]"),
        ev2r=ev2r,
        path=path,
    )


def _expectations(table: Any, min_n: int, where: str) -> dict[str, Expectation]:
    if not isinstance(table, dict):
        raise UsageError(
            f'{where} is {table!r}, expected a table of cells, such as "bleu/typos@0.1" = {{ stays = 0.1 }}'
        )
    found = {}
    for pattern, entry in table.items():
        if "/" not in pattern and pattern not in _DEFAULTS:
            hint = did_you_mean(pattern, _DEFAULTS)
            raise UsageError(f"{where}: {pattern!r} is no cell METRIC/PERTURBATION, nor a default{hint}")
        found[pattern] = _expectation(entry, min_n, f"{where}: {pattern!r}")
    return found


def _expectation(entry: Any, min_n: int, where: str) -> Expectation:
    if not isinstance(entry, dict):
        raise UsageError(f"{where} is {entry!r}, expected such as {{ stays = 0.05 }} or {{ drops = 0.2 }}")
    _refuse_unknown(entry, _EXPECT_KEYS, where)
    kinds = [kind for kind in _KINDS if kind in entry]
    if len(kinds) != 1:
        raise UsageError(f"{where} has {' and '.join(kinds) or 'none'} of stays, drops and monotone; give one of them")
    amount = entry[kinds[0]]
    if kinds[0] == "monotone":
        if amount is not True:
            raise UsageError(f"{where}: 'monotone' is {amount!r}; it has no amount: {{ monotone = true }}")
        amount = None
    absolute = entry.get("absolute", False)
    if not isinstance(absolute, bool):
        raise UsageError(f"{where}: 'absolute' is {absolute!r}, expected true or false")
    try:
        return Expectation(kinds[0], amount, entry.get("min_n", min_n), absolute)  # type: ignore[arg-type]
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error


def _refuse_unknown(table: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise UsageError(f"{where}: unknown key {key!r}{did_you_mean(key, known)}")


def _optional(table: dict[str, Any], key: str, kind: type, where: str) -> Any:
    return _typed(table, key, kind, None, where) if key in table else None


def _typed(table: dict[str, Any], key: str, kind: type, default: Any, where: str) -> Any:
    value = table.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UsageError(f"{where}: {key!r} is {value!r}, expected {'text' if kind is str else 'a whole number'}")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shares(table: dict[str, Any], key: str, where: str) -> tuple[float, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(_is_number(item) and 0 <= item <= 1 for item in value):
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
