"""Asking many things of a model at once: limits, retries, and no reply paid for twice.

What is asked for is looked up first; what is missing is sent, each different request once, and every reply is on the
disk before anything else happens to it. A request that fails gives a `NoCompletion` with the reason, and the others go
on; a refused key stops the rest, since none of them could do better. Ctrl-C sends nothing more and waits for what is
under way, so that what is paid for is kept; a second Ctrl-C ends at once.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from .cache import ReplyCache
from .endpoint import Endpoint
from .extra import need
from .pace import Pace
from .request import Completion, NoCompletion, Outcome, Request
from .responses import read_response
from .retries import Trouble, backoff, trouble_of

__all__ = ["Limits", "LlmClient", "Usage"]

_log = logging.getLogger("metricstress.llm")


@dataclass(frozen=True, slots=True)
class Limits:
    """How hard a server is asked.

    Attributes:
        concurrency: Calls under way at once.
        requests_per_minute: None for no limit.
        tokens_per_minute: Prompt and reply together, as estimated; None for no limit.
        attempts: How often one request is sent at most.
        timeout: Seconds for one attempt.
        deadline: Seconds for one request, its retries and waits included.
        first_wait: Seconds before the first retry, about; each later wait is twice as long.
        longest_wait: Seconds that no wait exceeds, but for one that the server asks for.
    """

    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    attempts: int = 8
    timeout: float = 120.0
    deadline: float = 600.0
    first_wait: float = 1.0
    longest_wait: float = 60.0

    def __post_init__(self) -> None:
        for name in ("concurrency", "attempts"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        for name in ("timeout", "deadline", "first_wait", "longest_wait", "requests_per_minute", "tokens_per_minute"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be more than 0, got {value}")


@dataclass(slots=True)
class Usage:
    """What was really sent, by the server's own count where it gives one."""

    calls: int = 0
    retries: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(slots=True)
class _Round:
    """The state of one `complete`: who is asked, whether to go on, and how many in a row found no server."""

    api: Any
    keep: Callable[[Completion], bool]
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    why: str = "interrupted"
    unreachable: int = 0


class LlmClient:
    """One model on one server, with its cache and limits; may be used from several threads at once."""

    def __init__(self, endpoint: Endpoint, cache: ReplyCache | None = None, limits: Limits | None = None) -> None:
        self.endpoint = endpoint
        self.cache = ReplyCache() if cache is None else cache  # An empty one is false.
        self.limits = limits or Limits()
        self.usage = Usage()
        self._pace = Pace(self.limits.requests_per_minute, self.limits.tokens_per_minute)
        self._chance = random.Random()
        self._in_flight: dict[str, Future[Outcome]] = {}
        self._lock = threading.Lock()

    def complete(
        self, requests: Sequence[Request], *, keep: Callable[[Completion], bool] | None = None, recipe: str = ""
    ) -> list[Outcome]:
        """One outcome a request, in their order.

        Args:
            requests: Any number.
            keep: Whether a reply is whole, as far as its reader can tell; others are not kept. All are by default.
            recipe: See `ReplyCache.put`.

        Raises:
            ReplyCacheError: if the cache cannot be read, or a reply not kept; nothing more is sent then.
            EndpointError: if there is no key for OpenAI.
            MissingExtra: if something must be sent and `openai` is not installed.
        """
        keys = [request.key(self.endpoint) for request in requests]
        outcomes: dict[str, Outcome] = dict(self.cache.get(keys))
        with self._lock:
            self.usage.cached += len(outcomes)
        missing = {key: request for key, request in zip(keys, requests, strict=True) if key not in outcomes}
        if missing:
            outcomes |= _run(lambda: self._complete_missing(missing, keep or _any, recipe))
        return [outcomes[key] for key in keys]

    async def _complete_missing(
        self, missing: Mapping[str, Request], keep: Callable[[Completion], bool], recipe: str
    ) -> dict[str, Outcome]:
        openai = need("openai")
        outcomes: dict[str, Outcome] = {}
        todo = iter(missing.items())
        async with openai.AsyncOpenAI(
            base_url=self.endpoint.base_url,
            api_key=self.endpoint.key_to_send(),
            max_retries=0,  # Attempts are counted here and nowhere else.
            timeout=self.limits.timeout,
            # A proxy of the environment knows no way to this machine.
            http_client=openai.DefaultAsyncHttpxClient(trust_env=not self.endpoint.is_local),
        ) as api:
            this = _Round(api, keep)

            async def work() -> None:
                for key, request in todo:
                    if this.stop.is_set():
                        outcomes[key] = NoCompletion(f"not sent: {this.why}")
                    else:
                        outcomes[key] = await self._once(this, key, request, recipe)

            workers = [asyncio.ensure_future(work()) for _ in range(min(self.limits.concurrency, len(missing)))]
            try:
                await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
            finally:
                # Either all are done, or this was interrupted or cannot go on: what is under way is still paid for.
                this.stop.set()
                await asyncio.wait(workers, timeout=self.limits.timeout)
                await _end(workers)
        for worker in workers:
            if not worker.cancelled() and (error := worker.exception()):
                raise error
        return outcomes

    async def _once(self, this: _Round, key: str, request: Request, recipe: str) -> Outcome:
        """The outcome of a request that others may be asking at this moment too."""
        with self._lock:
            theirs = self._in_flight.get(key)
            if theirs is None:
                mine = self._in_flight[key] = Future()
                mine.set_running_or_notify_cancel()  # Who waits for it may give up, but not take it away.
        if theirs is not None:
            return await asyncio.wrap_future(theirs)
        outcome: Outcome = NoCompletion(this.why)
        try:
            # Again, since another thread or process may have asked it in the meantime.
            found = self.cache.get([key])
            outcome = found[key] if found else await self._send(this, request)
            if isinstance(outcome, Completion) and not outcome.cached and _is_whole(outcome, this.keep):
                self.cache.put(key, outcome, pair=request.pair, recipe=recipe)
        finally:
            with self._lock:
                del self._in_flight[key]
            mine.set_result(outcome)
        return outcome

    async def _send(self, this: _Round, request: Request) -> Outcome:
        limits = self.limits
        deadline = time.monotonic() + limits.deadline
        tokens = request.prompt_tokens() + request.most_completion_tokens()
        attempts, trouble = 0, Trouble("not sent")
        wait = self._pace.reserve(tokens)
        while True:
            left = deadline - time.monotonic()
            if wait >= left:
                asked = f" (next attempt in {wait:.0f} s)" if wait >= 1 else ""
                return self._failed(Trouble(f"deadline of {limits.deadline:g} s{asked}: {trouble.reason}"), attempts)
            if await _stopped(this.stop, wait):
                return NoCompletion(f"not sent: {this.why}" if not attempts else this.why, attempts)
            wait = self._pace.pausing()
            if wait:
                continue
            attempts += 1
            outcome = await self._attempt(this.api, request, min(limits.timeout, deadline - time.monotonic()))
            with self._lock:
                self.usage.calls += attempts == 1
                self.usage.retries += attempts > 1
            if not isinstance(outcome, Trouble):
                this.unreachable = 0
                return outcome
            trouble = outcome
            unreachable = trouble.reason.startswith("connection")
            this.unreachable = this.unreachable if unreachable else 0
            last = not trouble.passing or attempts >= limits.attempts
            this.unreachable += last and unreachable
            if trouble.fatal or this.unreachable > limits.concurrency:
                this.why = self.endpoint.redact(trouble.reason, guess=True)
                this.stop.set()
            if last:
                return self._failed(trouble, attempts)
            own = backoff(attempts, limits.first_wait, limits.longest_wait, self._chance)
            if trouble.wait is not None:
                self._pace.pause(trouble.wait)
                # A little later than asked for, so that not all come back in the same moment.
                wait = trouble.wait + min(own, 0.1 * trouble.wait)
            else:
                wait = own
            wait = max(wait, self._pace.reserve(tokens))
            _log.info("attempt %d: %s", attempts, self.endpoint.redact(trouble.reason, guess=True))

    async def _attempt(self, api: Any, request: Request, seconds: float) -> Completion | NoCompletion | Trouble:
        messages = [{"role": role, "content": content} for role, content in request.messages]
        try:
            # The client's own time-out is for each piece of an answer, and a slow server may send many pieces.
            async with asyncio.timeout(max(seconds, 0.001)):
                answer = await api.chat.completions.with_raw_response.create(
                    model=self.endpoint.model, messages=messages, **request.parameters
                )
        except Exception as error:  # What the client raises is a finding about one pair and no reason to lose others.
            return trouble_of(error)
        outcome = read_response(answer.http_response.content)
        if isinstance(outcome, NoCompletion):
            return Trouble(outcome.reason)
        with self._lock:
            self.usage.prompt_tokens += outcome.prompt_tokens or request.prompt_tokens()
            self.usage.completion_tokens += outcome.completion_tokens or 0
        text = self.endpoint.redact(outcome.text)
        return outcome if text == outcome.text else _with_text(outcome, text)

    def _failed(self, trouble: Trouble, attempts: int) -> NoCompletion:
        return NoCompletion(self.endpoint.redact(trouble.reason, guess=True), attempts)


def _any(completion: Completion) -> bool:
    return True


def _is_whole(completion: Completion, keep: Callable[[Completion], bool]) -> bool:
    return not completion.cut_off and keep(completion)


def _with_text(completion: Completion, text: str) -> Completion:
    from dataclasses import replace

    return replace(completion, text=text)


async def _stopped(stop: asyncio.Event, seconds: float) -> bool:
    """Wait so long; at once True if all is to stop."""
    if seconds <= 0 or stop.is_set():
        return stop.is_set()
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def _end(tasks: Iterable[asyncio.Future[None]]) -> None:
    left = [task for task in tasks if not task.done()]
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left)


def _run(begin: Callable[[], Any]) -> Any:
    """Run a coroutine to its end, also from within a running event loop, such as a notebook's."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(begin())
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(begin())).result()
