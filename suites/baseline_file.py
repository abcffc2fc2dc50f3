"""Reading and writing a baseline file. A damaged one is refused with what to do, and is never written over."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from metricstress.language.suggest import did_you_mean

from .baseline import Allowed, Baseline, Entry, Header
from .baseline_text import SCHEMA, lines_of_cells, to_toml
from .errors import UsageError, told
from .parts import write_whole

__all__ = ["parse_baseline", "read_baseline", "write_baseline"]

_HEADER: Final = {"schema": int, "suite": str, "examples": str, "seed": int}
_TABLES: Final = ("metrics", "perturbations", "noise", "tolerance", "change")


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        UsageError: if there is none, or it is damaged; the message says what to do.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(
            f"no baseline at {path}, so there is nothing to compare with.\n"
            "       Create it, review it and commit it: metricstress gate --update"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"baseline {path} cannot be read: {told(error)}{_MEND}") from error
    return parse_baseline(text, str(path))


_MEND: Final = (
    "\n       Mend it, or take back the committed one (git checkout -- FILE); if it is beyond that, remove it "
    "and write it anew: metricstress gate --update"
)


def parse_baseline(text: str, where: str) -> Baseline:
    """The baseline that `to_toml` wrote, perhaps edited by hand.

    Raises:
        UsageError: if it is none; the message begins with `where`.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"baseline {where} is not TOML: {error}{_MEND}") from error
    if table.get("schema") != SCHEMA:
        raise UsageError(
            f"baseline {where} has schema {table.get('schema')!r}, but this version reads {SCHEMA}; "
            "install the version of metricstress that wrote it, or remove it and run: metricstress gate --update"
        )
    _known(table, (*_HEADER, *_TABLES), where)
    for key, kind in _HEADER.items():
        if not isinstance(table.get(key), kind):
            _damaged(where, key, table.get(key), "text" if kind is str else "a whole number")
    tables = {name: table.get(name, {}) for name in _TABLES}
    for name, value in tables.items():
        if not isinstance(value, dict):
            _damaged(where, name, value, f"a table: [{name}]")
    for name, kind in (("metrics", str), ("perturbations", int), ("change", dict)):
        for key, value in tables[name].items():
            if not isinstance(value, kind):
                _damaged(where, f"{name}.{key}", value, {str: "text", int: "a whole number", dict: "a table"}[kind])
    tolerance = {key: _allowed(key, value, f"{where}: [tolerance]") for key, value in tables["tolerance"].items()}
    if "default" not in tolerance:
        raise UsageError(f"baseline {where}: [tolerance] has no 'default'; add such as: default = 1.0")
    header = Header(
        suite=table["suite"],
        examples=table["examples"],
        seed=table["seed"],
        metrics=tables["metrics"],
        perturbations=tables["perturbations"],
        sampled=frozenset(key for key, value in tables["noise"].items() if _sampled(key, value, where)),
    )
    cells = {
        (column, key): _entry(value, f"{where}: {column}/{key}")
        for column, rows in tables["change"].items()
        for key, value in rows.items()
    }
    return Baseline(header, tolerance, cells, lines_of_cells(text))


def write_baseline(path: Path, baseline: Baseline) -> bool:
    """Write the file, whole or not at all; gives whether anything changed.

    Raises:
        UsageError: if it cannot be written.
    """
    content = to_toml(baseline).encode()
    try:
        if path.exists() and path.read_bytes() == content:
            return False
        write_whole(path, content)
    except OSError as error:
        raise UsageError(f"cannot write the baseline {path}: {told(error)}") from error
    return True


def _allowed(pattern: str, value: Any, where: str) -> Allowed:
    if pattern != "default" and "/" not in pattern:
        hint = did_you_mean(pattern, ["default"])
        raise UsageError(f"baseline {where}: {pattern!r} is no cell METRIC/PERTURBATION nor a pattern of them{hint}")
    entry = value if isinstance(value, dict) else {"pp": value}
    _known(entry, ("pp", "reason"), f"{where}: {pattern!r}")
    pp, reason = _number(entry.get("pp")), entry.get("reason")
    if not 0 <= pp < math.inf or not isinstance(reason, (str, type(None))):
        _damaged(where, pattern, value, 'percentage points from 0, such as 1.0 or { pp = 2.0, reason = "…" }')
    return Allowed(pp, reason)


def _sampled(metric: str, value: Any, where: str) -> bool:
    if value != {"sampled": True}:
        _damaged(where, f"noise.{metric}", value, "{ sampled = true }")
    return True


def _entry(value: Any, where: str) -> Entry:
    if not isinstance(value, dict):
        _damaged(where, "", value, "such as { mean = -20.04, lo = -21.10, hi = -18.90, n = 392 }")
    _known(value, ("mean", "abs", "lo", "hi", "n"), where)
    absolute, n = "abs" in value, value.get("n")
    change = _number(value.get("abs" if absolute else "mean"))
    ends = [_number(value[key]) for key in ("lo", "hi") if key in value]
    if not all(math.isfinite(number) for number in (change, *ends)) or len(ends) == 1:
        _damaged(where, "", value, "numbers for one of mean and abs, and for both of lo and hi or none")
    if ("mean" in value) == absolute or not isinstance(n, int) or isinstance(n, bool) or n < 0:
        _damaged(where, "", value, "one of mean and abs, and a whole number n")
    low, high = ends or (None, None)
    return Entry(change, low, high, n, absolute)


def _known(table: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise UsageError(f"baseline {where}: unknown key {key!r}{did_you_mean(key, known)}")


def _number(value: object) -> float:
    """The number, or NaN if it is none."""
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan


def _damaged(where: str, key: str, value: object, expected: str) -> NoReturn:
    place = f"{where}: {key!r}" if key else where
    raise UsageError(f"baseline {place} is {value!r}, expected {expected}{_MEND}")
