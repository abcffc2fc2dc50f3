"""The options that say which examples a command reads, and how."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Any

import click

__all__ = ["data_options"]

_FORMATS = ("averitec", "fever", "vitaminc", "finesumfact", "jsonl", "csv", "parquet")


def data_options(command: Any) -> Any:
    """The options that say what to read and how; the command gets them as `source`, `limit` and `seed`."""

    @wraps(command)
    def with_source(**options: Any) -> Any:
        from .source import Source

        named = ("data", "format_", "columns", "wiki", "skip_bad_rows")
        return command(source=Source(**{name: options.pop(name) for name in named}), **options)

    options = [
        click.option("--data", type=click.Path(path_type=Path), help="Examples; without it the bundled sample."),
        click.option(
            "--format", "format_", type=click.Choice(_FORMATS), help="Format of --data (default: by its content)."
        ),
        click.option(
            "--column",
            "columns",
            multiple=True,
            metavar="ROLE=NAME",
            help="Column of a table, such as candidate=system_output. Roles: candidate reference claim verdict id.",
        ),
        click.option(
            "--wiki",
            type=click.Path(path_type=Path),
            help="Folder of FEVER wiki-pages, where the sentences of a FEVER file stand.",
        ),
        click.option("--skip-bad-rows", is_flag=True, help="Count and list malformed rows instead of stopping."),
        click.option("--limit", type=click.IntRange(min=1), help="Only the first N examples."),
        click.option("--seed", type=int, help="Where chance plays (default 0)."),
    ]
    wrapped: Any = with_source
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped
