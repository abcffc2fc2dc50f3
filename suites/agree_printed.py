"""`metricstress agree check-printed`: whether printed correlations, p-values and averages are possible together."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from .agree_output import give
from .errors import UsageError

if TYPE_CHECKING:
    from metricstress.reports.plain_table import PlainTable
    from metricstress.reports.printed_numbers import Printed
    from metricstress.reports.printed_tables import Check, PrintedCell

__all__ = ["check_printed_command", "read_cells"]

_COLUMNS: Final = ("name", "r", "p", "n", "group", "average_of")
_SEPARATOR: Final = ";"


def check_printed_command(
    table: Path, one_sided: bool, rounding: Literal["nearest", "any"], kind: str, output: Path | None
) -> int:
    """Check, print, and give the exit code: 1 if something is not possible.

    Raises:
        UsageError: if the table cannot be read or there is nothing to check.
    """
    from metricstress.reports.printed_tables import check_table

    cells = read_cells(table, rounding)
    try:
        checks = check_table(cells, sides=1 if one_sided else 2)
    except ValueError as error:
        raise UsageError(f"{table}: {error}") from error
    if not checks:
        raise UsageError(f"{table}: nothing to check: no cell has a p-value and none is an average")
    impossible = sum(not check.possible for check in checks)
    document = {
        "n_cells": len(cells),
        "n_checks": len(checks),
        "n_impossible": impossible,
        "checks": [asdict(check) for check in checks],
    }
    give(lambda: [_table(checks, impossible, len(cells))], document, kind, output)
    return 1 if impossible else 0


def read_cells(table: Path, rounding: Literal["nearest", "any"] = "nearest") -> list[PrintedCell]:
    """The cells of a csv file; its numbers are read as they are written.

    Raises:
        UsageError: with file, line, column and what was expected.
    """
    from metricstress.language.suggest import did_you_mean
    from metricstress.reports.printed_tables import PrintedCell

    from .formats.opening import check_file, sniff_container
    from .formats.rows import csv_header, read_rows

    check_file(table)
    if sniff_container(table, "csv") != "csv":
        raise UsageError(f"{table}: expected a csv file, since it keeps numbers as they were printed")
    header = [name.strip() for name in csv_header(table)]
    for name in ("name", "r"):
        if name not in header:
            raise UsageError(f"{table}: no column {name!r}{did_you_mean(name, header)}; columns: {', '.join(_COLUMNS)}")
    unknown = [name for name in header if name not in _COLUMNS]
    if unknown:
        raise UsageError(
            f"{table}: unknown column {unknown[0]!r}{did_you_mean(unknown[0], _COLUMNS)}; "
            f"columns: {', '.join(_COLUMNS)}"
        )
    cells: list[PrintedCell] = []
    for row in read_rows(table, "csv"):
        where = f"{table}:{row.at}"
        if row.problem is not None:
            raise UsageError(f"{where}: {row.problem.got}; expected {row.problem.expected}")
        fields = {name.strip(): str(value).strip() for name, value in row.fields.items()}
        r = _printed(fields["r"], rounding, where, "r")
        if not fields["name"] or r is None:
            raise UsageError(f"{where}: no {'r' if fields['name'] else 'name'}; every cell needs a name and an r")
        cells.append(
            PrintedCell(
                fields["name"],
                r,
                _printed(fields.get("p", ""), rounding, where, "p"),
                _count(fields.get("n", ""), where),
                fields.get("group", ""),
                tuple(name.strip() for name in fields.get("average_of", "").split(_SEPARATOR) if name.strip()),
            )
        )
    if not cells:
        raise UsageError(f"{table}: holds no rows")
    return cells


def _printed(text: str, rounding: Literal["nearest", "any"], where: str, column: str) -> Printed | None:
    from metricstress.reports.printed_numbers import read_printed

    if not text:
        return None
    try:
        return read_printed(text, rounding=rounding)
    except ValueError as error:
        raise UsageError(f"{where}: column {column!r}: {error}") from error


def _count(text: str, where: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal():
        raise UsageError(f"{where}: column 'n': expected a whole number, got {text!r}")
    return int(text)


def _table(checks: list[Check], impossible: int, n_cells: int) -> PlainTable:
    from metricstress.reports.plain_table import PlainTable

    rows: list[tuple[Any, ...]] = [
        (
            check.name,
            check.kind,
            "possible" if check.possible else "NOT POSSIBLE",
            "" if check.low is None else check.low,
            "" if check.high is None else check.high,
            check.says,
        )
        for check in checks
    ]
    return PlainTable(
        "Printed numbers",
        ("cell", "check", "verdict", "low", "high", "says"),
        tuple(rows),
        (f"{impossible} of {len(checks)} checks of {n_cells} cells are not possible",),
    )
