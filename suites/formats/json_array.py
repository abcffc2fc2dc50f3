"""A JSON array decoded item by item, without holding all of it."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from .errors import InputError

__all__ = ["array_items"]

_CHUNK = 1 << 16
_BLANKS = re.compile(r"[ \t\r\n]*")


def array_items(stream: IO[bytes], path: Path) -> Iterator[tuple[Any, int]]:
    """Each item of the array and the line on which it begins.

    Args:
        stream: UTF-8 text of one JSON array.
        path: Its name, for error messages.

    Raises:
        InputError: where the text is no JSON; nothing behind such a place can be read.
    """
    text = _ArrayText(stream, path)
    text.peek()
    text.advance(text.position + 1)  # The opening bracket.
    delimiter = text.peek()
    while delimiter != "]":
        text.peek()
        line = text.line
        yield text.take(), line
        delimiter = text.peek()
        if delimiter not in (",", "]") or not delimiter:
            what = "Expecting ',' or ']'" if delimiter else "the file ends within the array"
            raise text.broken(what, text.position)
        if delimiter == ",":
            text.advance(text.position + 1)
    text.advance(text.position + 1)
    if text.peek():
        raise text.broken("text behind the end of the array", text.position)


class _ArrayText:
    """A window on the text of a JSON array: what is not yet consumed, and where it stands."""

    def __init__(self, stream: IO[bytes], path: Path) -> None:
        self.stream = stream
        self.path = path
        self.decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self.scan = json.JSONDecoder().raw_decode
        self.text = ""
        self.position = 0  # In `text`: all before it is consumed.
        self.ended = False
        self.line = 1
        self.column = 1

    def fill(self) -> None:
        """Read as much again as is waiting, so that a long row is not decoded over and over."""
        rest = self.text[self.position :]
        raw = self.stream.read(max(_CHUNK, len(rest)))
        try:
            self.text = rest + self.decode(raw, not raw)
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise InputError(f"{self.path}: not UTF-8 text: byte 0x{byte:02x} after line {self.line}") from error
        self.position = 0
        self.ended = not raw

    def place(self, end: int) -> tuple[int, int]:
        """Line and column of a position in `text`."""
        newlines = self.text.count("\n", self.position, end)
        if not newlines:
            return self.line, self.column + end - self.position
        return self.line + newlines, end - self.text.rindex("\n", self.position, end)

    def advance(self, end: int) -> None:
        self.line, self.column = self.place(end)
        self.position = end

    def peek(self) -> str:
        """The next character that is not blank, unconsumed; empty at the end of the file."""
        while True:
            blanks = _BLANKS.match(self.text, self.position)
            assert blanks is not None  # The pattern matches the empty string.
            self.advance(blanks.end())
            if self.position < len(self.text):
                return self.text[self.position]
            if self.ended:
                return ""
            self.fill()

    def take(self) -> Any:
        """Decode and consume one value."""
        while True:
            try:
                value, end = self.scan(self.text, self.position)
            except json.JSONDecodeError as error:
                if self.ended or not self._cut_short(error):
                    raise self.broken(error.msg.removesuffix(" at"), error.pos) from error
            except (ValueError, RecursionError) as error:
                raise self.broken(str(error), self.position) from error
            else:
                if end + 4 < len(self.text) or self.ended:  # Else it may be a number that goes on (1 of 1e-5).
                    self.advance(end)
                    return value
            self.fill()

    def _cut_short(self, error: json.JSONDecodeError) -> bool:
        """Whether the decoder may have failed only because the text is not all here."""
        # Other errors at the window's end stand at most a cut literal or escape (-Infinity, \ud83d\ude00) before it.
        return error.msg.startswith("Unterminated string") or error.pos >= len(self.text.rstrip()) - 12

    def broken(self, what: str, position: int) -> InputError:
        line, column = self.place(position)
        return InputError(
            f"{self.path}:{line}: not JSON: {what} at column {column}; "
            "nothing behind such a place of a JSON array can be read"
        )
