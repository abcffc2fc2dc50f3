"""Telling a file's format by its content."""

from __future__ import annotations

from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from .averitec import looks_like_averitec
from .errors import BadRow, InputError, MalformedRow
from .fever import looks_like_fever
from .finesumfact import looks_like_finesumfact
from .opening import Container, check_file, sniff_container
from .rows import read_rows
from .vitaminc import looks_like_vitaminc

__all__ = ["detect_format", "first_row", "looks_like"]

_SHAPES = {
    "averitec": looks_like_averitec,
    "fever": looks_like_fever,
    "vitaminc": looks_like_vitaminc,
    "finesumfact": looks_like_finesumfact,
}
_ROWS_LOOKED_AT = 20


def detect_format(path: str | PathLike[str]) -> str:
    """The format of a file: averitec, fever, vitaminc, finesumfact, jsonl, csv or parquet.

    Raises:
        InputError: if the file cannot be read, or holds no row that tells.
    """
    path = Path(path)
    check_file(path)
    container = sniff_container(path)
    if container in ("csv", "parquet"):
        return container
    return looks_like(first_row(path, container)) or "jsonl"


def looks_like(row: dict[str, Any]) -> str | None:
    """The data set whose shape a row has, or None."""
    return next((name for name, fits in _SHAPES.items() if fits(row)), None)


def first_row(path: Path, container: Container) -> dict[str, Any]:
    """The first row that can be read, among the first few.

    Raises:
        InputError: if there is none.
    """
    problem: BadRow | None = None
    for row in islice(read_rows(path, container), _ROWS_LOOKED_AT):
        if row.problem is None:
            return row.fields
        found = row.problem
        problem = problem or BadRow(f"{path}:{row.at}", row.line, found.field, found.expected, found.got)
    if problem is None:
        raise InputError(f"{path}: holds no rows")
    raise MalformedRow(problem)
