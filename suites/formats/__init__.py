"""Data formats: AVeriTeC, FEVER, VitaminC and plain tables as one stream of examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path

from metricstress.language.suggest import did_you_mean

from .averitec import read_averitec
from .detection import detect_format, first_row, looks_like
from .errors import BadRow, InputError, MalformedRow, VariantMismatch
from .fever import SentenceTexts, needed_sentences, read_fever, read_wiki
from .finesumfact import read_finesumfact
from .opening import Container, check_file, sniff_container
from .reading import Reading, RowReader
from .rows import csv_header, parquet_columns, read_rows
from .table import check_columns, check_roles, native_row, read_table_row
from .variants import match_variant
from .vitaminc import read_vitaminc

__all__ = [
    "FORMATS",
    "BadRow",
    "Format",
    "InputError",
    "MalformedRow",
    "Reading",
    "VariantMismatch",
    "check_format",
    "detect_format",
    "match_variant",
    "native_row",
    "read_examples",
]

_JSON: tuple[Container, ...] = ("json lines", "json array")


@dataclass(frozen=True)
class Format:
    """A format by its name.

    Attributes:
        summary: One line for the user.
        containers: How its rows may be stored.
        read_row: Makes a draft of one row; None for plain tables, whose columns are settable.
    """

    summary: str
    containers: tuple[Container, ...]
    read_row: RowReader | None = None


FORMATS: dict[str, Format] = {
    "averitec": Format("AVeriTeC data or submissions", (*_JSON, "parquet"), read_averitec),
    "fever": Format("FEVER annotations or predictions", (*_JSON, "parquet"), partial(read_fever, texts={})),
    "vitaminc": Format("VitaminC", (*_JSON, "parquet"), read_vitaminc),
    "finesumfact": Format("FineSumFact: summaries and their documents", (*_JSON, "parquet"), read_finesumfact),
    "jsonl": Format("one JSON object a line, or a JSON array of them", _JSON),
    "csv": Format("csv (or tsv) with a header", ("csv",)),
    "parquet": Format("parquet", ("parquet",)),
}


def check_format(name: str) -> None:
    """Raise an `InputError` with the known names unless `name` is one of them."""
    if name not in FORMATS:
        raise InputError(f"unknown format {name!r}{did_you_mean(name, FORMATS)}")


def read_examples(
    path: str | PathLike[str],
    format: str | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    skip_bad_rows: bool = False,
    wiki: str | PathLike[str] | None = None,
) -> Reading:
    """Read a file as a stream of examples.

    Args:
        path: The file; it may be gzip-compressed.
        format: A name from `FORMATS`; by default the content tells.
        columns: For plain tables: role ("candidate", "reference", "claim", "verdict", "id") to column name.
        skip_bad_rows: Leave malformed rows out and list them in `Reading.bad_rows`, rather than raise at the first.
        wiki: For FEVER: the folder of wiki-pages files from which the texts of the sentences are taken.

    Returns:
        An iterable of examples; rows are read while it is iterated over.

    Raises:
        InputError: if the file cannot be read at all, or an option does not fit it. What is wrong with
            a row is raised when the iteration comes to it.
    """
    path = Path(path)
    columns = dict(columns or {})
    check_roles(columns)
    if format is not None:
        check_format(format)
    check_file(path)
    container = sniff_container(path, format)
    if format is None:
        format = container if container in ("csv", "parquet") else _shape(path, container, columns)
    known = FORMATS[format]
    if container not in known.containers:
        told = container if container in ("csv", "parquet") else "jsonl"
        raise InputError(f"{path}: is {_a(container)} file, which is not how {format} is stored; use --format {told}")
    if columns and known.read_row is not None:
        raise InputError(f"columns: the fields of {format} have fixed names; columns are for jsonl, csv and parquet")
    if wiki is not None and format != "fever":
        raise InputError(f"wiki: goes with the format fever, but {path} is read as {format}")
    if known.read_row is None and container in ("csv", "parquet"):
        header = csv_header(path) if container == "csv" else parquet_columns(path)
        check_columns(path, header, columns)
    make_reader = _reader(path, container, known, columns, Path(wiki) if wiki is not None else None)
    return Reading(path, format, container, make_reader, columns, skip_bad_rows)


def _shape(path: Path, container: Container, columns: Mapping[str, str]) -> str:
    row = first_row(path, container)
    # Whoever names columns wants a plain table, whatever else the rows look like.
    return "jsonl" if columns else looks_like(row) or "jsonl"


def _reader(
    path: Path, container: Container, format: Format, columns: Mapping[str, str], wiki: Path | None
) -> Callable[[], RowReader]:
    """Makes the function that reads a row, when the reading begins."""
    if format.read_row is None:
        return lambda: partial(read_table_row, columns=columns)
    if wiki is None:
        read_row = format.read_row
        return lambda: read_row
    texts: SentenceTexts | None = None

    def with_texts() -> RowReader:
        nonlocal texts
        if texts is None:
            # A first pass over the rows, so that of the gigabytes of pages only what is needed is kept.
            texts = read_wiki(
                wiki, {name for row in read_rows(path, container) for name in needed_sentences(row.fields)}
            )
        return partial(read_fever, texts=texts)

    return with_texts


def _a(container: Container) -> str:
    return {"csv": "a csv", "parquet": "a parquet", "json lines": "a JSON", "json array": "a JSON"}[container]
