"""Reading the body of a chat completion. Servers differ, so nothing in it is taken for granted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .request import Completion, NoCompletion, Outcome

__all__ = ["read_response"]


def read_response(body: bytes) -> Outcome:
    """The reply in the body of an answer with status 200, or why there is none.

    The reasons are `malformed-body`, `api-error` (some gateways answer 200 with an error inside), `refused`,
    `content-filter` and `empty-reply`.
    """
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return NoCompletion("malformed-body: no JSON")
    if not isinstance(answer, dict):
        return NoCompletion("malformed-body: no object")
    if answer.get("error"):
        error = answer["error"]
        said = error.get("message") if isinstance(error, dict) else error
        return NoCompletion(f"api-error: {' '.join(str(said).split())[:200]}")
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        return NoCompletion("malformed-body: no choice with a message")
    finish = _text(choice.get("finish_reason"))
    if finish == "content_filter":
        return NoCompletion("content-filter")
    text = _content(message.get("content"))
    if text is None:
        return NoCompletion("malformed-body: content that is no text")
    if not text.strip() and finish != "length":
        refusal = _text(message.get("refusal"))
        return NoCompletion(f"refused: {' '.join(refusal.split())[:200]}" if refusal else "empty-reply")
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        text,
        finish,
        _text(answer.get("model")),
        _text(answer.get("system_fingerprint")),
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        _logprobs(choice.get("logprobs")),
    )


def _content(content: Any) -> str | None:
    """The text of a message, which may come in parts; "" for none."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text", "") if isinstance(part, dict) else None for part in content]
        if all(isinstance(part, str) for part in parts):
            return "".join(str(part) for part in parts)
    return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _logprobs(value: Any) -> tuple[Mapping[str, Any], ...] | None:
    tokens = value.get("content") if isinstance(value, dict) else None
    if not isinstance(tokens, list):
        return None
    return tuple(token for token in tokens if isinstance(token, dict) and "token" in token and "logprob" in token)
