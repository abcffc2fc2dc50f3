"""Which errors pass by themselves, and how long to wait before asking again."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final

__all__ = ["Trouble", "backoff", "retry_after", "trouble_of"]

_PASSING: Final = frozenset({408, 409, 429})
_FATAL: Final = frozenset({401, 403})


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a call failed.

    Attributes:
        reason: For the reader; may still hold a key.
        passing: Whether asking again may help.
        fatal: Whether every other call will fail in the same way.
        wait: Seconds that the server asks to wait, or None.
    """

    reason: str
    passing: bool = False
    fatal: bool = False
    wait: float | None = None


def trouble_of(error: Exception) -> Trouble:
    """What an error of the `openai` client, or a time-out around it, means."""
    import openai

    if isinstance(error, TimeoutError | asyncio.TimeoutError | openai.APITimeoutError):
        return Trouble("timeout", passing=True)
    if isinstance(error, openai.APIStatusError):
        status = error.status_code
        code = error.body.get("code") if isinstance(error.body, dict) else None
        passing = (status in _PASSING or status >= 500) and code != "insufficient_quota"
        wait = retry_after(error.response.headers)
        return Trouble(f"http-{status}: {_said(error)}", passing=passing, fatal=status in _FATAL, wait=wait)
    if isinstance(error, openai.APIConnectionError):
        return Trouble(f"connection: {error.__cause__ or error}", passing=True)
    return Trouble(f"{type(error).__name__}: {error}")


def _said(error: Any) -> str:
    """The server's own words, on one line and not too many of them."""
    body = error.body
    said = body.get("message") if isinstance(body, dict) else None
    text = " ".join(str(said or error.message).split())
    return text if len(text) <= 200 else text[:199] + "…"


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds to wait by `retry-after-ms` or `Retry-After` (seconds or a date); None if neither says so.

    Args:
        headers: Of the answer; looked up as given and in lower case.
        now: Seconds since the epoch, to compare a date with.
    """
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        said = (headers.get(name) or headers.get(name.title()) or "").strip()
        if not said:
            continue
        try:
            seconds = float(said) / scale
        except ValueError:
            try:
                seconds = parsedate_to_datetime(said).timestamp() - (time.time() if now is None else now)
            except (ValueError, TypeError, OverflowError):
                continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    return None


def backoff(attempt: int, first: float, longest: float, chance: random.Random) -> float:
    """Seconds before the next attempt: doubling from `first`, at most `longest`, of which half is left to chance.

    The chance keeps many clients that failed together from coming back together.
    """
    whole = min(longest, first * 2.0 ** min(attempt - 1, 30))
    return whole * (0.5 + 0.5 * chance.random())
