"""The rows of a file, one after the other, each with the place where it stands.

Nothing here knows what a row means. Every reader holds one row (parquet: one batch, a JSON array:
one stretch of text) in memory, so files larger than memory are read.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from .errors import FieldError, InputError, describe
from .json_array import array_items
from .opening import (
    BOM,
    Container,
    open_bytes,
    suffix_of,
    told_as_input_errors,
)

__all__ = ["Row", "csv_header", "parquet_columns", "read_rows"]

_LARGEST_CELL = (1 << 31) - 1
_BATCH = 256


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        fields: Name to value; empty if the row could not be read.
        line: The line on which it begins (for parquet its number), from 1.
        at: What stands behind the file's name and a colon to say where the row is.
        place: The same in words: "line 7", "row 7".
        problem: Why the row could not be read, or None.
    """

    fields: dict[str, Any]
    line: int
    at: str
    place: str
    problem: FieldError | None = None


def read_rows(path: Path, container: Container) -> Iterator[Row]:
    """The rows of `path`.

    Raises:
        InputError: if the file as a whole cannot be read (further).
    """
    if container == "parquet":
        yield from _parquet_rows(path)
        return
    with told_as_input_errors(path), open_bytes(path) as stream:
        match container:
            case "json lines":
                yield from _json_lines(stream, path)
            case "json array":
                yield from _json_array(stream, path)
            case "csv":
                yield from _csv_rows(stream, path)


def _line_row(value: Any, line: int, problem: FieldError | None = None) -> Row:
    if problem is None and not isinstance(value, dict):
        problem = FieldError("", "one JSON object a line", describe(value))
    return Row({} if problem else value, line, str(line), f"line {line}", problem)


# JSON, one object a line


def _json_lines(stream: IO[bytes], path: Path) -> Iterator[Row]:
    first = True
    for line, raw in enumerate(stream, 1):
        if line == 1:
            raw = raw.removeprefix(BOM)
        raw = raw.strip()
        if not raw:
            continue
        try:
            yield _line_row(json.loads(raw.decode("utf-8")), line)
        except UnicodeDecodeError as error:
            yield _line_row(None, line, FieldError("", "UTF-8 text", _undecodable(error)))
        except json.JSONDecodeError as error:
            if first and raw.startswith(b"{") and raw.endswith((b"{", b"[", b",", b":")):
                raise InputError(
                    f"{path}:{line}: a JSON object over several lines; "
                    "expected a JSON array of rows or one JSON object a line"
                ) from error
            got = f"not JSON: {error.msg.removesuffix(' at')} at column {error.pos + 1}"
            yield _line_row(None, line, FieldError("", "one JSON object a line", got))
        except (ValueError, RecursionError) as error:
            yield _line_row(None, line, FieldError("", "one JSON object a line", f"not JSON: {error}"))
        first = False


def _undecodable(error: UnicodeDecodeError) -> str:
    return f"not UTF-8: byte 0x{error.object[error.start]:02x} at column {error.start + 1}"


def _json_array(stream: IO[bytes], path: Path) -> Iterator[Row]:
    last_line = 0
    for number, (value, line) in enumerate(array_items(stream, path), 1):
        at, place = str(line), f"line {line}"
        if line == last_line:  # Several rows a line: the line alone does not say which.
            at, place = f"{line} (row {number})", f"row {number}"
        last_line = line
        problem = None if isinstance(value, dict) else FieldError("", "an array of objects", describe(value))
        yield Row({} if problem else value, line, at, place, problem)


# CSV


def csv_header(path: Path) -> list[str]:
    """The column names of a csv file.

    Raises:
        InputError: if there is no header.
    """
    with told_as_input_errors(path), open_bytes(path) as stream:
        records = _csv_records(stream, path)
        for _, record, problem in records:
            if problem is not None:
                raise InputError(f"{path}:1: {problem.got}; expected a header with the names of the columns")
            return record
    raise InputError(f"{path}: holds no rows")


def _csv_rows(stream: IO[bytes], path: Path) -> Iterator[Row]:
    header = csv_header(path)
    records = _csv_records(stream, path)
    next(records)
    for line, record, problem in records:
        if problem is None and len(record) != len(header):
            problem = FieldError("", f"{len(header)}, as in the header", f"{len(record)} cells")
        yield _line_row(dict(zip(header, record, strict=False)), line, problem)


def _csv_records(stream: IO[bytes], path: Path) -> Iterator[tuple[int, list[str], FieldError | None]]:
    """Each record's first line and cells, or what is wrong with it; blank lines are left out."""
    delimiter = "\t" if suffix_of(path) == ".tsv" else ","
    reader = csv.reader(_decoded_lines(stream, path), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        # The limit belongs to the whole process, so it is put back at once.
        limit = csv.field_size_limit(_LARGEST_CELL)
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, [], FieldError("", "a csv row", f"not csv: {error}")
        else:
            if record:
                yield line, record, None
        finally:
            csv.field_size_limit(limit)


def _decoded_lines(stream: IO[bytes], path: Path) -> Iterator[str]:
    for line, raw in enumerate(stream, 1):
        if line == 1:
            raw = raw.removeprefix(BOM)
        try:
            yield raw.decode("utf-8")
        except UnicodeDecodeError as error:
            # A generator cannot go on after this, so it is no matter of one row.
            raise InputError(f"{path}:{line}: {_undecodable(error)}; expected UTF-8 text") from error


# Parquet


def parquet_columns(path: Path) -> list[str]:
    """The column names of a parquet file."""
    with _parquet_file(path) as file:
        return [str(name) for name in file.schema_arrow.names]


def _parquet_rows(path: Path) -> Iterator[Row]:
    number = 0
    with _parquet_file(path) as file, _damage_told(path):
        for batch in file.iter_batches(batch_size=_BATCH):
            for fields in batch.to_pylist():
                number += 1
                yield Row(fields, number, f"row {number}", f"row {number}")


def _parquet_file(path: Path) -> Any:
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise InputError(f"{path}: reading parquet needs pyarrow: pip install 'metricstress[parquet]'") from error
    with _damage_told(path):
        return parquet.ParquetFile(path)


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    try:
        yield
    except (import_module("pyarrow").ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged parquet file: {' '.join(str(error).split())}") from error
