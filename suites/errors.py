"""The one kind of error that the command line turns into a line and exit code 2."""

from __future__ import annotations

__all__ = ["UsageError", "told"]


class UsageError(ValueError):
    """Something the user gave cannot be used; the message says what, what it got, and what to do."""


def told(error: BaseException) -> str:
    """What the system says of an error, without number and path: "No space left on device"."""
    return getattr(error, "strerror", None) or str(error)
