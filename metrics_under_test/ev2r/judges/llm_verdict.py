"""The log-probability that a language model gives the gold verdict after reasoning: Ev²R's prompted baseline.

The model explains itself and then writes a letter for its verdict, which every tokenizer knows as one token. At that
place all tokens that are the gold letter, with or without blank or quote, are added up. A gold letter that is not among
the tokens the server tells of has no log-probability, and is a failure and not a small number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ...llm.request import Completion
from ...metric import Failure, Item, Score
from ..verdict_labels import verdict_of
from .llm_metric import LlmMetric, evidence_data

__all__ = ["LETTERS", "LlmProxy", "LlmVerdict", "log_probability", "verdict_letter", "verdict_probability"]

LETTERS: Final[Mapping[str, str]] = {
    "supported": "A",
    "refuted": "B",
    "not enough evidence": "C",
    "conflicting evidence/cherrypicking": "D",
}
_TOP = 20
"""The most that OpenAI's interface gives."""
_LABEL = re.compile(r'"label"\s*:\s*"\s*([A-D])\b')


@dataclass(frozen=True)
class LlmVerdict(LlmMetric):
    """Natural logarithm of the probability of the item's verdict, from minus infinity to 0."""

    name: str = "llm_verdict"

    components: ClassVar[tuple[str, ...]] = ("log_probability",)
    needs: ClassVar[frozenset[str]] = frozenset({"claim", "verdict"})
    bounds: ClassVar[tuple[float, float]] = (-math.inf, 0.0)
    prompt_name: ClassVar[str] = "verdict"
    schema: ClassVar[str] = "verdict_letter v1"
    default_parameters: ClassVar[Mapping[str, Any]] = {
        "temperature": 0,
        "seed": 0,
        "max_tokens": 1024,
        "response_format": {"type": "json_object"},
        "logprobs": True,
        "top_logprobs": _TOP,
    }

    def data(self, item: Item) -> Any:
        return {"claim": item.claim or "", "evidence": evidence_data(item.candidate)}

    def problem(self, item: Item) -> str | None:
        if not (item.claim or "").strip():
            return "needs a claim, but the item has none"
        if item.verdict is None:
            return "needs a verdict, but the item has none"
        return (
            None
            if verdict_letter(item.verdict)
            else f"unknown verdict {item.verdict!r}; there are {', '.join(LETTERS)}"
        )

    def read(self, completion: Completion, item: Item) -> Score | Failure:
        letter = verdict_letter(item.verdict or "")
        if completion.logprobs is None:
            return Failure("no-logprobs: the server gave no log-probabilities")
        found = self.value(completion.logprobs, letter or "")
        return Failure(found) if isinstance(found, str) else Score({self.components[0]: found})

    def value(self, tokens: Sequence[Mapping[str, Any]], letter: str) -> float | str:
        """The number for the gold letter, or why there is none."""
        return log_probability(tokens, letter)

    def is_whole(self, completion: Completion) -> bool:
        return completion.logprobs is not None and completion.text.rstrip().endswith(("}", "```"))

    def expected_tokens(self, item: Item) -> int:
        return 120


@dataclass(frozen=True)
class LlmProxy(LlmVerdict):
    """P(gold verdict) of a model after reasoning: its probability among the letters of the verdicts.

    The same requests as `LlmVerdict`, so that both cost one call.
    """

    name: str = "ev2r.proxy_reference"

    components: ClassVar[tuple[str, ...]] = ("proxy",)
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def value(self, tokens: Sequence[Mapping[str, Any]], letter: str) -> float | str:
        return verdict_probability(tokens, letter)


def verdict_letter(verdict: str) -> str | None:
    """The letter of a verdict in any of its usual spellings; None if it is none of them."""
    return LETTERS.get(verdict_of(verdict) or "")


def log_probability(tokens: Sequence[Mapping[str, Any]], letter: str) -> float | str:
    """The log-probability of `letter` where the reply gives its label, or why there is none.

    Args:
        tokens: In OpenAI's form: `token`, `logprob` and `top_logprobs`, a list of the same without the last.
        letter: Of the gold verdict.
    """
    found = _letters(tokens)
    if isinstance(found, str):
        return found
    letters, n_seen = found
    return letters.get(letter, f"label-not-found: {letter} is not among the {n_seen} likeliest tokens")


def verdict_probability(tokens: Sequence[Mapping[str, Any]], letter: str) -> float | str:
    """The probability of `letter` among all letters of verdicts, or why there is none; else as `log_probability`."""
    found = _letters(tokens)
    if isinstance(found, str):
        return found
    letters, n_seen = found
    if letter not in letters:
        return f"label-not-found: {letter} is not among the {n_seen} likeliest tokens"
    return math.exp(letters[letter]) / math.fsum(map(math.exp, letters.values()))


def _letters(tokens: Sequence[Mapping[str, Any]]) -> tuple[dict[str, float], int] | str:
    """The log-probability of every letter that stands among the likeliest tokens of the label, and how many these are.

    A string says why there are none.
    """
    texts = [str(token["token"]) for token in tokens]
    labels = list(_LABEL.finditer("".join(texts)))
    if len(labels) != 1:
        return "no-label" if not labels else "multiple-labels"
    place, end = labels[0].start(1), 0
    number = next(number for number, text in enumerate(texts) if (end := end + len(text)) > place)
    # What the letter shares its token with stands in every other candidate for that place as well, or it is no letter.
    seen: dict[str, float] = {texts[number]: float(tokens[number]["logprob"])}
    for other in tokens[number].get("top_logprobs") or ():
        if isinstance(other, Mapping) and "token" in other and "logprob" in other:
            seen[str(other["token"])] = float(other["logprob"])
    by_letter: dict[str, list[float]] = {}
    for text, value in seen.items():
        letter = text.strip(' "\t\n}')
        if letter in LETTERS.values() and math.isfinite(value):
            by_letter.setdefault(letter, []).append(value)
    return {letter: _log_sum(values) for letter, values in by_letter.items()}, len(seen)


def _log_sum(values: Sequence[float]) -> float:
    """The logarithm of a sum of probabilities, which is at most 1."""
    highest = max(values)
    return min(0.0, highest + math.log(sum(math.exp(value - highest) for value in values)))
