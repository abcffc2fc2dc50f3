"""What every metric that asks a language model shares: endpoint, replies that are kept, budget, estimate, signature."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from metricstress.language.passages import Passage

from ...llm.cache import ReplyCache, default_replies_path
from ...llm.client import Limits, LlmClient
from ...llm.cost import Budget, Estimate, Price, estimate
from ...llm.endpoint import Endpoint, endpoint
from ...llm.extra import need
from ...llm.prompt import Prompt, load_prompt
from ...llm.request import Completion, NoCompletion, Request
from ...metric import Failure, Item, Score, Text
from .replay import MAX_FAILED, pair_id

__all__ = ["LlmMetric", "evidence_data"]

_PACKAGE = "metricstress.metrics_under_test.ev2r"


@dataclass(frozen=True)
class LlmMetric(ABC):
    """A metric whose scores are read from a model's replies. Not cacheable as a score, since the replies are cached.

    Attributes:
        endpoint: None for that of the environment, looked up at first use.
        cache_path: Where replies are kept; None keeps them for the life of this object only.
        limits: Of the client.
        budget: Checked before anything is sent. It holds for all calls of `score` together, so ask for `estimate`
            over all items first: a later batch may go beyond what an earlier one did not.
        price: Of the model, for estimates and `Budget.max_cost`.
        parameters: Sent beside model and messages; what the client library does not know goes under `extra_body`.
            None for those that the metric is made for.
        max_failed: Share of failed pairs above which no headline number is given.
    """

    endpoint: Endpoint | None = None
    cache_path: Path | None = field(default_factory=default_replies_path)
    limits: Limits = field(default_factory=Limits)
    budget: Budget = field(default_factory=Budget)
    price: Price | None = None
    parameters: Mapping[str, Any] | None = None
    max_failed: float = MAX_FAILED

    name: str = ""

    prompt_name: ClassVar[str]
    schema: ClassVar[str]
    default_parameters: ClassVar[Mapping[str, Any]]
    cacheable: ClassVar[bool] = False
    batches: ClassVar[bool] = True
    higher_is_better: ClassVar[bool] = True
    deterministic: ClassVar[bool] = False

    @abstractmethod
    def data(self, item: Item) -> Any:
        """What the prompt shows of an item, as JSON."""

    @abstractmethod
    def problem(self, item: Item) -> str | None:
        """Why the model need not be asked about it."""

    @abstractmethod
    def read(self, completion: Completion, item: Item) -> Score | Failure:
        """What a whole reply says about an item."""

    @abstractmethod
    def is_whole(self, completion: Completion) -> bool:
        """Whether the reply does not break off, as far as its text tells; some servers never say so."""

    @abstractmethod
    def expected_tokens(self, item: Item) -> int:
        """About how long the reply will be."""

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: no open connection, and the endpoint leaves its key behind."""
        return {name: value for name, value in self.__dict__.items() if name != "client"}

    @cached_property
    def client(self) -> LlmClient:
        """Made at first use.

        Raises:
            EndpointError: if the environment does not say which model to ask.
        """
        return LlmClient(self.endpoint or endpoint(), ReplyCache(self.cache_path), self.limits)

    @cached_property
    def prompt(self) -> Prompt:
        return load_prompt(_PACKAGE, self.prompt_name)

    @cached_property
    def _parameters(self) -> Mapping[str, Any]:
        return dict(self.default_parameters if self.parameters is None else self.parameters)

    def signature(self) -> str:
        return f"{self.name}|{self.recipe}"

    @cached_property
    def recipe(self) -> str:
        """What decides on a reply: two metrics of one recipe send the same requests."""
        asked = self.client.endpoint
        parameters = json.dumps(self._parameters, sort_keys=True, separators=(",", ":"))
        return (
            f"judge:llm|endpoint:{asked.kind}|model:{asked.model}"
            f"|prompt:{self.prompt.name} v{self.prompt.version} {self.prompt.hash}"
            f"|parameters:{parameters}|schema:{self.schema}"
        )

    def request(self, item: Item) -> Request:
        return Request(self.prompt.messages(self.data(item)), self._parameters, self.schema, pair_id(item))

    def estimate(self, items: Sequence[Item]) -> Estimate:
        """What scoring `items` would take. Nothing is sent."""
        asked = [item for item in items if self.problem(item) is None]
        return estimate(
            [self.request(item) for item in asked],
            self.client.endpoint,
            self.client.cache,
            price=self.price,
            expected=[self.expected_tokens(item) for item in asked],
        )

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        """One outcome an item.

        Raises:
            BudgetExceeded: if sending what is missing would go beyond the budget; nothing is sent then.
            ReplyCacheError, EndpointError, MissingExtra: see `LlmClient.complete`.
        """
        need("pydantic")  # Before anything is paid for: reading replies takes it.
        asked = [item for item in items if self.problem(item) is None]
        self._check_budget(asked)
        replies = iter(
            self.client.complete([self.request(item) for item in asked], keep=self.is_whole, recipe=self.recipe)
        )
        return [Failure(why) if (why := self.problem(item)) else self._outcome(next(replies), item) for item in items]

    def _outcome(self, reply: Completion | NoCompletion, item: Item) -> Score | Failure:
        if isinstance(reply, NoCompletion):
            return Failure(reply.reason)
        return Failure("truncated") if reply.cut_off else self.read(reply, item)

    def _check_budget(self, items: Sequence[Item]) -> None:
        if self.budget == Budget():
            return
        used = self.client.usage
        spent = 0.0 if self.price is None else self.price.of(used.prompt_tokens, used.completion_tokens)
        self.budget.check(
            self.estimate(items), model=self.client.endpoint.model, spent_calls=used.calls, spent_cost=spent
        )


def evidence_data(evidence: Text) -> list[dict[str, str]]:
    """Evidence as the prompt shows it: an entry a passage, with its question if it has one."""
    passages = (Passage(evidence),) if isinstance(evidence, str) else evidence
    return [
        {"question": passage.question, "text": passage.text} if passage.question else {"text": passage.text}
        for passage in passages
    ]
