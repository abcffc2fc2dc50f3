"""Opening a data file: what kind of file it is, and its bytes (decompressed)."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal, TypeAlias, cast

from metricstress.language.suggest import did_you_mean

from .errors import InputError

__all__ = ["Container", "check_file", "open_bytes", "sniff_container", "suffix_of", "told_as_input_errors"]

Container: TypeAlias = Literal["json lines", "json array", "csv", "parquet"]

HEAD = 8192
BOM = b"\xef\xbb\xbf"
_NOT_TEXT = (
    (b"PK\x03\x04", "a zip or Excel file; expected json, jsonl, csv or parquet: unpack or export it first"),
    (b"BZh", "compressed with bzip2; only gzip is read: decompress it first"),
    (b"\xfd7zXZ\x00", "compressed with xz; only gzip is read: decompress it first"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstandard; only gzip is read: decompress it first"),
    (b"\xff\xfe", "UTF-16 text; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text; save it as UTF-8"),
)


def check_file(path: Path) -> None:
    """Raise an `InputError` unless `path` is a file that can be read more than once."""
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder; expected a file")
        if not path.exists():
            near = [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []
            raise InputError(f"{path}: no such file{did_you_mean(path.name, near)}")
        if not path.is_file():
            # The format is found by looking into the file before it is read, which a pipe does not allow.
            raise InputError(f"{path}: is not a regular file; save the data to a file first")
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error


def open_bytes(path: Path) -> IO[bytes]:
    """The file's bytes, decompressed if it is gzip."""
    with path.open("rb") as raw:
        magic = raw.read(2)
    return cast(IO[bytes], gzip.open(path, "rb")) if magic == b"\x1f\x8b" else path.open("rb")


@contextmanager
def told_as_input_errors(path: Path) -> Iterator[None]:
    """Turn what can go wrong while bytes are read into an `InputError` that names the file."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path}: damaged gzip file: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error


def suffix_of(path: Path) -> str:
    """The suffix in lower case, without a last `.gz`."""
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def sniff_container(path: Path, format: str | None = None) -> Container:
    """How the rows are stored, by the file's first bytes, then its suffix.

    Args:
        path: The file.
        format: The format that the user named; settles a text file that could be anything.

    Raises:
        InputError: if the file is empty, is not text, or nothing tells how it is stored.
    """
    with told_as_input_errors(path), open_bytes(path) as stream:
        head = stream.read(HEAD)
    suffix = suffix_of(path)
    if head[:4] == b"PAR1":
        return "parquet"
    for magic, what in _NOT_TEXT:
        if head.startswith(magic):
            raise InputError(f"{path}: {what}")
    head = head.removeprefix(BOM)
    if not head.strip() and len(head) < HEAD // 2:
        raise InputError(f"{path}: holds no rows")
    if suffix == ".parquet" or format == "parquet":
        raise InputError(f"{path}: not a parquet file: it does not begin with the letters PAR1")
    zero = head.partition(b"\n")[0].find(b"\0")  # Further down it may be a character of some text.
    if zero >= 0:
        raise InputError(f"{path}: holds binary data (a zero byte at offset {zero}); expected UTF-8 text")
    if suffix in (".csv", ".tsv"):
        return "csv"
    first = head.lstrip()[:1]
    if first == b"[":
        return "json array"
    if first == b"{" or suffix in (".json", ".jsonl", ".ndjson"):
        return "json lines"
    if format == "csv" or b"," in head.splitlines()[0]:
        return "csv"
    if format is not None:
        return "json lines"
    raise InputError(
        f"{path}: cannot tell the format: the file begins with neither '[' nor '{{' nor a csv header; "
        "give it with --format"
    )
