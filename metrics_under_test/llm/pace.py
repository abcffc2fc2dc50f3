"""Keeping to a number of requests and tokens a minute."""

from __future__ import annotations

import threading
import time

__all__ = ["Pace"]


class Pace:
    """Spreads calls evenly. One pace serves all threads and event loops of a client.

    Args:
        requests_per_minute: None for no limit.
        tokens_per_minute: Prompt and reply together, as estimated; None for no limit.
    """

    def __init__(self, requests_per_minute: float | None = None, tokens_per_minute: float | None = None) -> None:
        self._request_seconds = 60.0 / requests_per_minute if requests_per_minute else 0.0
        self._token_seconds = 60.0 / tokens_per_minute if tokens_per_minute else 0.0
        self._next = 0.0
        self._paused_until = 0.0
        self._lock = threading.Lock()

    def reserve(self, tokens: int, now: float | None = None) -> float:
        """Take the next place in the queue; seconds until it comes."""
        now = time.monotonic() if now is None else now
        with self._lock:
            start = max(now, self._next, self._paused_until)
            self._next = start + max(self._request_seconds, tokens * self._token_seconds)
            return start - now

    def pause(self, seconds: float, now: float | None = None) -> None:
        """Let nobody start for so long: who is told to wait stands for all."""
        now = time.monotonic() if now is None else now
        with self._lock:
            self._paused_until = max(self._paused_until, now + seconds)

    def pausing(self, now: float | None = None) -> float:
        """Seconds that a pause still lasts."""
        return max(0.0, self._paused_until - (time.monotonic() if now is None else now))
