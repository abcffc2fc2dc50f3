"""`metricstress agree annotators`: how far annotators agree with each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .agree_output import give
from .errors import UsageError
from .screen import say

if TYPE_CHECKING:
    from metricstress.reports.annotators import Level, Rating
    from metricstress.reports.plain_table import Cell, PlainTable

__all__ = ["annotators_command"]


def annotators_command(
    table: Path,
    item: str,
    rater: str,
    rating: str,
    level: Level,
    recipe: str,
    kind: str,
    output: Path | None,
) -> None:
    """Read, count, and print.

    Raises:
        UsageError: if the table cannot be read, lacks a column, or its ratings are of the wrong kind.
    """
    from metricstress.reports.annotators import annotator_figures

    ratings = read_ratings(table, item, rater, rating, level)
    try:
        figures = annotator_figures(ratings, level, fill_with_mode=recipe == "paper")
    except ValueError as error:
        raise UsageError(f"{table}: column {rating!r}: {error}") from error
    give(lambda: [_table(figures, rating)], figures, kind, output)
    if figures["krippendorff_alpha"] is None:
        say(f"warning: no agreement can be computed: {figures['reasons']['krippendorff_alpha']}")


def read_ratings(table: Path, item: str, rater: str, rating: str, level: Level) -> list[Rating]:
    """The ratings of a csv, jsonl or parquet file.

    Raises:
        UsageError: with file, row, column and what was expected.
    """
    from metricstress.reports.annotators import Rating

    from .formats.opening import check_file, sniff_container
    from .formats.rows import csv_header, parquet_columns, read_rows

    check_file(table)
    container = sniff_container(table)
    columns = {"item": item, "rater": rater, "rating": rating}
    if container in ("csv", "parquet"):
        _check_columns(table, columns, (csv_header if container == "csv" else parquet_columns)(table))
    ratings: list[Rating] = []
    seen: dict[str, bool] = {}
    for row in read_rows(table, container):
        where = f"{table}:{row.at}"
        if row.problem is not None:
            raise UsageError(f"{where}: {row.problem.got}; expected {row.problem.expected}")
        if container not in ("csv", "parquet") and item not in row.fields:
            _check_columns(table, {"item": item}, list(row.fields))
        if _is_missing(row.fields.get(item)):
            raise UsageError(f"{where}: no item in column {item!r}; expected what was rated")
        who, value = row.fields.get(rater), row.fields.get(rating)
        found = None if _is_missing(value) else _value(value, level, where, rating)
        ratings.append(Rating(str(row.fields[item]), "" if _is_missing(who) else str(who), found))
        for name in columns.values():
            seen[name] = seen.get(name, False) or name in row.fields
    for role, name in columns.items():
        if not seen.get(name):
            raise UsageError(f"{table}: no row has a {name!r}, which is to be the {role}")
    return ratings


def _check_columns(table: Path, columns: dict[str, str], header: list[str]) -> None:
    from metricstress.language.suggest import did_you_mean

    for role, name in columns.items():
        if name not in header:
            there = ", ".join(map(repr, header))
            raise UsageError(f"{table}: no column {name!r} for the {role}{did_you_mean(name, header)}; found {there}")


def _is_missing(value: Any) -> bool:
    return value is None or value != value or (isinstance(value, str) and not value.strip())


def _value(value: Any, level: Level, where: str, column: str) -> str | float:
    if level == "nominal":
        # 1 and 1.0 are one name, whichever the writer of the table made of it.
        return str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if number != number or isinstance(value, bool):
        raise UsageError(
            f"{where}: column {column!r} has {value!r}, and level {level} needs numbers; names are --level nominal"
        )
    return number


def _table(figures: dict[str, Any], rating: str) -> PlainTable:
    from metricstress.reports.plain_table import PlainTable

    reasons = figures["reasons"]
    counts = {"within_item_std": figures["n_within"]}
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            figures[name],
            counts.get(name, figures["n_items"]),
            figures["n_raters"],
            figures["n_ratings"],
            reasons.get(name, ""),
        )
        for name in ("fleiss_kappa", "krippendorff_alpha", "within_item_std", "pooled_std")
    ]
    cells = figures["n_items"] * figures["n_raters"]
    notes = [f"{figures['n_missing']} of {cells} cells of items and raters have no rating"]
    if figures["n_unnamed"]:
        notes.append(f"{figures['n_unnamed']} rows name no rater; they count as ratings by different ones")
    return PlainTable(
        f"Agreement of annotators on {rating} ({figures['level']})",
        ("figure", "value", "items", "raters", "ratings", "undefined because"),
        tuple(rows),
        (*notes, *figures["warnings"]),
    )
