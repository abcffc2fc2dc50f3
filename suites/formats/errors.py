"""What can be wrong with input data, said in one line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import UsageError

__all__ = [
    "BadRow",
    "FieldError",
    "InputError",
    "MalformedRow",
    "VariantMismatch",
    "describe",
    "nothing_but",
]


class InputError(UsageError):
    """Input data that cannot be used; the message is one line, fit to be shown as it is."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """One malformed row.

    Attributes:
        source: Where it stands, such as "data/dev.jsonl:7".
        line: The line of the file on which the row begins (for parquet the number of the row), from 1.
        field: The field at fault; empty if it is the row as a whole.
        expected: What should stand there.
        got: What stands there.
    """

    source: str
    line: int
    field: str
    expected: str
    got: str

    def __str__(self) -> str:
        if not self.expected:
            return f"{self.source}: {self.field}: {self.got}"
        if not self.field:
            return f"{self.source}: {self.got}; expected {self.expected}"
        return f"{self.source}: field {self.field!r}: expected {self.expected}, got {self.got}"


class MalformedRow(InputError):
    """Raised at a malformed row unless such rows are skipped; `row` says what is wrong with it."""

    def __init__(self, row: BadRow) -> None:
        super().__init__(str(row))
        self.row = row


class VariantMismatch(InputError):
    """A perturbed copy whose rows do not fit those of the original file."""


class FieldError(Exception):
    """What a format's reader raises for a row; the reading adds where the row stands."""

    def __init__(self, field: str, expected: str, got: str) -> None:
        super().__init__(field, expected, got)
        self.field = field
        self.expected = expected
        self.got = got


def describe(value: Any) -> str:
    """A JSON value in a few words: `a number (3)`, `text ('abc')`, `a list of 2`."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"a number ({_shortened(str(value))})"
        case str():
            told = repr(value)
            return f"text ({told if len(told) <= 40 else told[:38] + '…' + told[-1]})"
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
        case dict():
            return f"an object with {_fields(value)}"
    return f"a value of type {type(value).__name__}"


def nothing_but(row: dict[str, Any]) -> str:
    """What to say was got where a field is missing from `row`."""
    return f"nothing: the row has {_fields(row)}"


def _fields(row: dict[str, Any]) -> str:
    names = [_shortened(str(name)) for name in list(row)[:8]]
    if not names:
        return "no fields"
    more = f" and {len(row) - len(names)} more" if len(row) > len(names) else ""
    return f"the field{'s' if len(row) > 1 else ''} {', '.join(names)}{more}"


def _shortened(text: str, width: int = 40) -> str:
    if not text.isprintable():  # Line breaks, and surrogates, which no terminal can show.
        text = repr(text)[1:-1]
    return text if len(text) <= width else text[: width - 1] + "…"
