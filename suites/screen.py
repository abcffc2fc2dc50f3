"""Words to the user: on standard error, so that standard output holds results alone."""

from __future__ import annotations

import sys

__all__ = ["printable", "say"]


def say(line: str) -> None:
    """One line on standard error."""
    print(printable(line), file=sys.stderr)


def printable(text: str) -> str:
    """The text as it can be printed: a lone surrogate has no bytes of its own."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
