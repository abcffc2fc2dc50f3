"""Where the results of `metricstress agree` go: standard output or a file, in the format that was asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UsageError, told
from .parts import write_whole
from .screen import printable, say

if TYPE_CHECKING:
    from metricstress.reports.plain_table import PlainTable

__all__ = ["give"]


def give(
    tables: Callable[[], Sequence[PlainTable]], document: Any, kind: str, output: Path | None, *, csv_of: int = 1
) -> None:
    """Print or write the tables, or the document as JSON.

    Args:
        tables: Makes the tables.
        document: What JSON shows.
        kind: json, or a format of `metricstress.reports.plain_table`.
        output: The file; None for standard output.
        csv_of: How many of the tables a csv file has; the first ones. Two headers in one file fit no reader.

    Raises:
        UsageError: if the file cannot be written.
    """
    if kind == "json":
        text = json.dumps(document, indent=2, allow_nan=False) + "\n"
    else:
        from metricstress.reports.plain_table import render

        text = render(list(tables())[: csv_of if kind == "csv" else None], kind)
    if output is None:
        print(printable(text), end="")
        return
    try:
        write_whole(output, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"cannot write {str(output)!r}: {told(error)}") from error
    say(f"written to {output}")
