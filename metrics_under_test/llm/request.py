"""What is asked of a model and what comes back, with the key under which the reply is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .endpoint import Endpoint

__all__ = ["Completion", "Message", "NoCompletion", "Outcome", "Request", "estimated_tokens"]

Message: TypeAlias = tuple[str, str]
"""Role and content."""
_CHARACTERS_A_TOKEN = 4
_CHOICE_TOKENS = 1024
"""What a reply is taken to need where no parameter limits it."""


@dataclass(frozen=True, slots=True)
class Request:
    """One call.

    Attributes:
        messages: What is said, in order.
        parameters: Everything else that the server is told, such as temperature, seed and response format; what the
            client library does not know stands under `extra_body`.
        schema: How the reply is to be read: name and version. Part of the key, not sent.
        pair: What the caller calls the pair that is judged. Not part of the key: two pairs that are asked about in
            the same words share a reply.
    """

    messages: tuple[Message, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    schema: str = ""
    pair: str = ""

    def key(self, endpoint: Endpoint) -> str:
        """A hash of all that the reply depends on."""
        asked = [endpoint.kind, endpoint.model, [*map(list, self.messages)], dict(self.parameters), self.schema]
        canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode("ascii")).hexdigest()

    def prompt_tokens(self) -> int:
        """About how many tokens are sent."""
        return sum(estimated_tokens(content) for _, content in self.messages)

    def most_completion_tokens(self) -> int:
        """How many tokens may come back: the limit that is sent, else a guess."""
        for name in ("max_completion_tokens", "max_tokens"):
            if isinstance(self.parameters.get(name), int):
                return int(self.parameters[name])
        return _CHOICE_TOKENS


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply.

    Attributes:
        text: What the model wrote.
        finish_reason: `length` if it was cut off.
        model: What the server says it is; some answer to any name.
        fingerprint: The server's `system_fingerprint`, if it has one.
        prompt_tokens: As billed; None if the server does not say. So too `completion_tokens`.
        logprobs: The tokens with their log-probabilities in OpenAI's form, if asked for.
        cached: Whether it was not paid for this time.
    """

    text: str
    finish_reason: str | None = None
    model: str | None = None
    fingerprint: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    logprobs: tuple[Mapping[str, Any], ...] | None = None
    cached: bool = False

    @property
    def cut_off(self) -> bool:
        return self.finish_reason == "length"


@dataclass(frozen=True, slots=True)
class NoCompletion:
    """No reply, and why: `kind` or `kind: details`, without any key."""

    reason: str
    attempts: int = 0


Outcome: TypeAlias = Completion | NoCompletion


def estimated_tokens(text: str) -> int:
    """Characters / 4, rounded up: near enough for English, low for most other scripts."""
    return -(-len(text) // _CHARACTERS_A_TOKEN)
