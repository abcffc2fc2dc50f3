"""The options of the Ev²R scorer on the command line, over those of a suite file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import click

from metricstress.metrics_under_test.ev2r.options import Ev2rOptions, OptionError, options_from

from .errors import UsageError

__all__ = ["ev2r_options", "with_ev2r_options"]

_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--judge",
        metavar="JUDGE",
        help="Ev²R: what decides whether a fact is supported: lexical (default), semantic, llm or replay:FILE.",
    ),
    click.option(
        "--proxy", metavar="PROXY", help="Ev²R: what gives verdicts: stance (default, weak), hf:PATH, llm or none."
    ),
    click.option("--alpha", type=float, help="Ev²R: weight of F1 in ev2r.weighted (default 0.5)."),
    click.option("--support", metavar="graded|binary", help="Ev²R: whether a fact can be supported in part."),
    click.option(
        "--questions-as-facts", is_flag=True, default=None, help="Ev²R: a question without an answer is a fact too."
    ),
    click.option("--prices", metavar="FILE", help="Prices by model (TOML: input and output for a million tokens)."),
    click.option("--max-calls", type=int, help="Send nothing if models would be asked more often than this."),
    click.option("--max-cost", type=float, help="Send nothing if models might cost more than this; needs --prices."),
    click.option("--max-failed", type=float, help="Share of failed replies beyond which no change is given (0.05)."),
)


def with_ev2r_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with Ev²R's options; it gets those that were given as one mapping `ev2r`."""
    names = [
        *("judge", "proxy", "alpha", "support", "questions_as_facts"),
        *("prices", "max_calls", "max_cost", "max_failed"),
    ]

    @wraps(command)
    def gathered(**options: Any) -> Any:
        given = {name: value for name in names if (value := options.pop(name)) is not None}
        return command(ev2r=given, **options)

    wrapped: Callable[..., Any] = gathered
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def ev2r_options(
    given: Mapping[str, Any], suite: Mapping[str, Any] | None = None, folder: Path | None = None
) -> Ev2rOptions | None:
    """The options that were given over those of the suite; None if there are none of either.

    Args:
        given: By name, from the command line; paths start from the working folder.
        suite: The suite's table; paths start from `folder`.
        folder: Where the suite's file lies.

    Raises:
        UsageError: if one cannot be used.
    """
    if not given and not suite:
        return None
    try:
        if suite:
            options_from(suite, where="[ev2r]")
        merged = {**_absolute(suite or {}, folder), **given}
        return options_from(merged, where="options of Ev²R")
    except OptionError as error:
        raise UsageError(str(error)) from error


def _absolute(table: Mapping[str, Any], folder: Path | None) -> dict[str, Any]:
    """The table with paths that no longer start from `folder`."""
    found = dict(table)
    if folder is None:
        return found
    for key in ("judge", "proxy"):
        head, colon, path = str(found.get(key, "")).partition(":")
        if colon:
            found[key] = f"{head}:{folder / path}"
    if "prices" in found:
        found["prices"] = str(folder / found["prices"])
    return found
