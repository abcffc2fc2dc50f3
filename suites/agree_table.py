"""Reading a table of scores and ratings, and what can be wrong with one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from metricstress.language.suggest import did_you_mean

from .errors import UsageError
from .formats.errors import BadRow, describe
from .formats.opening import check_file, sniff_container
from .formats.rows import csv_header, parquet_columns, read_rows

__all__ = [
    "ID_NAMES",
    "RawTable",
    "ScoreColumn",
    "id_text",
    "joined_scores",
    "numbers",
    "read_raw",
    "require_columns",
    "score_column",
]

ID_NAMES: Final = ("id", "claim_id", "example_id", "unique_id", "uid")
_MISSING: Final = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "."})
_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table as it stands in its file.

    Attributes:
        path: The file.
        columns: In the order of the file.
        rows: Column to value, a row each.
        places: Where each row stands, behind the file's name and a colon.
    """

    path: Path
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    places: tuple[str, ...]


def read_raw(path: Path) -> RawTable:
    """A csv, jsonl (or JSON array) or parquet file.

    Raises:
        UsageError: in one line, if it cannot be read or has no rows.
    """
    check_file(path)
    container = sniff_container(path)
    columns: dict[str, None] = {}
    if container in ("csv", "parquet"):
        header = csv_header(path) if container == "csv" else parquet_columns(path)
        twice = next((name for name in header if header.count(name) > 1), None)
        if twice is not None:
            raise UsageError(f"{path}: the column {twice!r} stands twice in the header")
        columns.update(dict.fromkeys(header))
    rows, places = [], []
    for row in read_rows(path, container):
        if row.problem is not None:
            problem = row.problem
            raise UsageError(str(BadRow(f"{path}:{row.at}", row.line, problem.field, problem.expected, problem.got)))
        rows.append(row.fields)
        places.append(row.at)
        columns.update(dict.fromkeys(row.fields))
    if not rows:
        raise UsageError(f"{path}: holds no rows")
    return RawTable(path, tuple(columns), tuple(rows), tuple(places))


def require_columns(table: RawTable, names: Iterable[str]) -> None:
    """Raise a `UsageError` at the first of `names` that is no column, with the nearest that is."""
    for name in names:
        if name not in table.columns:
            raise UsageError(f"{table.path}: no column {name!r}{did_you_mean(name, table.columns)}")


def numbers(table: RawTable, column: str, what: str) -> list[float]:
    """A column as numbers, NaN where there is none.

    Args:
        table: The table.
        column: One of its columns.
        what: What it is for, such as "rating".

    Raises:
        UsageError: at text that is no number, with where it stands and how often that is so.
    """
    found = [_number(row.get(column)) for row in table.rows]
    bad = [place for place, value in enumerate(found) if value is None]
    if bad:
        first = bad[0]
        more = f" ({len(bad)} of {len(found)} rows are no numbers)" if len(bad) > 1 else ""
        raise UsageError(
            f"{table.path}:{table.places[first]}: {what} column {column!r}: expected numbers, "
            f"got {describe(table.rows[first].get(column))}{more}; name a column of numbers, or leave cells empty "
            "that are missing"
        )
    return [math.nan if value is None else value for value in found]


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """Scores as the user named them.

    Attributes:
        name: What they are called.
        values: NaN where there is no score.
        absent: Rows without an answer to score, as opposed to those whose score could not be made.
    """

    name: str
    values: list[float]
    absent: list[bool]


def score_column(table: RawTable, spec: str) -> ScoreColumn:
    """The scores of `COLUMN`, of `COLUMN/COLUMN` (one count over another), or of `NAME=` and either.

    A share of nothing, 0/0, is no score.

    Raises:
        UsageError: if there is no such column, or it holds text.
    """
    name, equals, source = spec.partition("=")
    if spec in table.columns or not equals:
        name = source = spec
    above, slash, below = source.partition("/")
    if source in table.columns or not slash:
        require_columns(table, [source])
        values = numbers(table, source, "score")
        return ScoreColumn(name, values, [False] * len(values))
    require_columns(table, [above, below])
    pairs = list(zip(numbers(table, above, "score"), numbers(table, below, "score"), strict=True))
    return ScoreColumn(
        name,
        [math.nan if not under or math.isnan(under) else over / under for over, under in pairs],
        [math.isnan(over) or math.isnan(under) for over, under in pairs],
    )


def id_text(value: Any) -> str | None:
    """An id as text, the same whether a file has it as 7, 7.0 or "7"; None if there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() or None


def joined_scores(
    ids: Sequence[str | None], scores: RawTable, wanted: Sequence[str], id_column: str
) -> tuple[dict[str, list[float]], list[str]]:
    """The scores of another file, by id.

    Args:
        ids: Of the rows that need scores.
        scores: The other file: an id and columns of numbers, or the lines that `metricstress score --json` prints.
        wanted: Its columns to take; empty for all columns of numbers.
        id_column: Where the ids of a plain table stand.

    Returns:
        Scorer to a score for each of `ids`, NaN where the file has no row of that id; and what is to be told.

    Raises:
        UsageError: if a column is not there, an id occurs twice in `scores`, or none is among `ids`.
    """
    found = _scored_lines(scores) if {"metric", "component", "score"} <= {*scores.columns} else None
    if found is None:
        name = id_column if id_column in scores.columns else _id_name(scores, "needs a column of ids to be joined by")
        own = [id_text(row.get(name)) for row in scores.rows]
        columns = wanted or [column for column in scores.columns if column != name and _is_numeric(scores, column)]
        require_columns(scores, columns)
        found = {}
        for column in columns:
            pairs = list(zip(own, numbers(scores, column, "score"), strict=True))
            found[column] = {key: value for key, value in pairs if key is not None}
        twice = _twice(own)
        if twice is not None:
            raise UsageError(f"{scores.path}: id {twice!r} stands twice; a row needs one score")
    for column in wanted:
        if column not in found:
            raise UsageError(f"{scores.path}: no scores {column!r}{did_you_mean(column, found)}")
    if not found:
        raise UsageError(f"{scores.path}: no column of numbers beside the ids")
    known = {key for values in found.values() for key in values}
    matched = known & {name for name in ids if name is not None}
    if not matched:
        theirs, ours = (
            next((str(name) for name in names if name is not None), "none") for names in (sorted(known), ids)
        )
        raise UsageError(f"{scores.path}: no id fits one of the table (such as {theirs!r} there and {ours!r} here)")
    told: list[str] = []
    without = sum(name not in known for name in ids)
    if without:
        told.append(f"{without} of {len(ids)} rows have no score in {scores.path.name}; they are left out")
    if len(known) > len(matched):
        told.append(f"{len(known) - len(matched)} ids of {scores.path.name} are not in the table")
    return {
        column: [found[column].get(name, math.nan) if name is not None else math.nan for name in ids]
        for column in list(wanted) or list(found)
    }, told


def _scored_lines(scores: RawTable) -> dict[str, dict[str, float]]:
    """The output of `metricstress score --json`: scorer to id to score; a metric of one component has its own name."""
    components: dict[str, set[str]] = {}
    for row in scores.rows:
        components.setdefault(str(row["metric"]), set()).add(str(row["component"]))
    values = numbers(scores, "score", "score")
    found: dict[str, dict[str, float]] = {}
    for row, value in zip(scores.rows, values, strict=True):
        metric, component = str(row["metric"]), str(row["component"])
        name = metric if len(components[metric]) == 1 else f"{metric}.{component}"
        key = id_text(row.get("id"))
        by_id = found.setdefault(name, {})
        if key in by_id:
            raise UsageError(f"{scores.path}: id {key!r} stands twice for {name}; a row needs one score")
        if key is not None:
            by_id[key] = value
    return found


def _id_name(table: RawTable, why: str) -> str:
    found = next((name for name in ID_NAMES if name in table.columns), None)
    if found is None:
        raise UsageError(f"{table.path}: {why}; it has {', '.join(table.columns[:8])}: name it with --id")
    return found


def _twice(names: Sequence[str | None]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name is not None and name in seen:
            return name
        if name is not None:
            seen.add(name)
    return None


def _is_numeric(table: RawTable, column: str) -> bool:
    found = [_number(row.get(column)) for row in table.rows]
    return None not in found and any(value is not None and math.isfinite(value) for value in found)


def _number(value: Any) -> float | None:
    """The number in a cell, NaN if it is empty, None if it is something else."""
    if value is None:
        return math.nan
    if isinstance(value, bool | int | float):
        return float(value)
    if not isinstance(value, str):
        return None
    text = value.strip()
    if text.casefold() in _MISSING:
        return math.nan
    if text.casefold() in ("true", "false"):
        return float(text.casefold() == "true")
    try:
        return float(text)
    except ValueError:
        return None
