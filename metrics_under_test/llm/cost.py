"""What a run will cost, before it costs anything."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..metric import CannotScore
from .cache import ReplyCache
from .endpoint import Endpoint
from .request import Request

__all__ = ["Budget", "BudgetExceeded", "Estimate", "Price", "PriceError", "estimate", "read_prices"]

_MILLION = 1_000_000


class BudgetExceeded(CannotScore):
    """What is asked for would cost more than allowed. Nothing has been sent."""


class PriceError(CannotScore):
    """A price table cannot be used; the message says what is wrong and what is wanted."""


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens, in the currency of the table."""

    input: float
    output: float

    def of(self, prompt_tokens: float, completion_tokens: float) -> float:
        return (prompt_tokens * self.input + completion_tokens * self.output) / _MILLION


@dataclass(frozen=True, slots=True)
class Estimate:
    """What would be sent. Tokens are characters / 4, and so only near.

    Attributes:
        requests: How many replies are wanted.
        calls: How many of them must be sent: neither kept already nor asked twice.
        cache_hits: How many different ones are kept already.
        prompt_tokens: Sent by the calls.
        completion_tokens: Expected back.
        most_completion_tokens: The most that may come back.
        cost: For what is expected; None without a price.
        most_cost: If every reply is as long as it may be; None without a price.
    """

    requests: int
    calls: int
    cache_hits: int
    prompt_tokens: int
    completion_tokens: int
    most_completion_tokens: int
    cost: float | None
    most_cost: float | None

    def __add__(self, other: Estimate) -> Estimate:
        """Both together, taking it that they ask for nothing in common."""
        costs = zip((self.cost, self.most_cost), (other.cost, other.most_cost), strict=True)
        added = [None if one is None or two is None else one + two for one, two in costs]
        return Estimate(
            self.requests + other.requests,
            self.calls + other.calls,
            self.cache_hits + other.cache_hits,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.most_completion_tokens + other.most_completion_tokens,
            added[0],
            added[1],
        )

    def __str__(self) -> str:
        cost = "no price given" if self.cost is None else f"about {self.cost:.2f}, at most {self.most_cost:.2f}"
        return (
            f"{self.calls:,} calls ({self.requests:,} replies wanted, {self.cache_hits:,} in the cache),"
            f" {self.prompt_tokens:,} tokens sent, {self.completion_tokens:,} expected back"
            f" (at most {self.most_completion_tokens:,}); cost: {cost}"
        )


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent; None for no limit.

    Attributes:
        max_calls: Calls, not counting retries.
        max_cost: Money, in the currency of the price table, compared with `Estimate.most_cost`.
    """

    max_calls: int | None = None
    max_cost: float | None = None

    def check(self, estimate: Estimate, *, model: str = "", spent_calls: int = 0, spent_cost: float = 0.0) -> None:
        """Pass if the estimate is within the budget.

        Args:
            estimate: What is about to be sent.
            model: For the message.
            spent_calls: What has been sent before on the same budget. So too `spent_cost`.

        Raises:
            BudgetExceeded: if it is not, or if there is a limit to the cost and no price to hold against it.
        """
        calls = estimate.calls + spent_calls
        if self.max_calls is not None and calls > self.max_calls:
            raise BudgetExceeded(f"{calls:,} calls are needed, but max_calls is {self.max_calls:,}; nothing was sent")
        if self.max_cost is None or not estimate.calls:
            return
        if estimate.most_cost is None:
            raise BudgetExceeded(f"max_cost is {self.max_cost:g}, but no price is given for {model or 'the model'!r}")
        cost = estimate.most_cost + spent_cost
        if cost > self.max_cost:
            raise BudgetExceeded(f"it may cost {cost:.4g}, but max_cost is {self.max_cost:g}; nothing was sent")


def estimate(
    requests: Sequence[Request],
    endpoint: Endpoint,
    cache: ReplyCache,
    *,
    price: Price | None = None,
    expected: Sequence[int] | None = None,
) -> Estimate:
    """What sending `requests` would take. Nothing is sent.

    Args:
        requests: As they would be given to the client.
        endpoint: Its model and kind are part of the cache's keys.
        cache: What is in it costs nothing.
        price: Of the model.
        expected: How many tokens each reply is expected to have; by default as many as it may have.
    """
    wanted: dict[str, tuple[Request, int]] = {}
    for number, request in enumerate(requests):
        most = request.most_completion_tokens()
        wanted[request.key(endpoint)] = request, most if expected is None else min(expected[number], most)
    hits = cache.get(list(wanted))
    missing = [asked for key, asked in wanted.items() if key not in hits]
    sent = sum(request.prompt_tokens() for request, _ in missing)
    back = sum(tokens for _, tokens in missing)
    most = sum(request.most_completion_tokens() for request, _ in missing)
    costs = (None, None) if price is None else (price.of(sent, back), price.of(sent, most))
    return Estimate(len(requests), len(missing), len(hits), sent, back, most, *costs)


def read_prices(source: Path | Mapping[str, Any]) -> dict[str, Price]:
    """Prices by model, from a TOML file or a mapping.

    A model is a table with `input` and `output`, each for a million tokens:

        ["gpt-4o"]
        input = 2.50
        output = 10.00

    Raises:
        PriceError: if it holds anything else.
    """
    where = "prices"
    if not isinstance(source, Mapping):
        where = str(source)
        try:
            source = tomllib.loads(Path(source).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise PriceError(f"{where}: cannot be read as a TOML table of prices: {error}") from error
    prices: dict[str, Price] = {}
    for model, given in source.items():
        if not isinstance(given, Mapping) or set(given) != {"input", "output"}:
            raise PriceError(f"{where}: {model!r} needs input and output, for a million tokens each; got {given!r}")
        for value in given.values():
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
                raise PriceError(f"{where}: {model!r}: a price is a number from 0 up, got {value!r}")
        prices[model] = Price(float(given["input"]), float(given["output"]))
    return prices
