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
from .llm_metric import LlmMetric, evidence_data

__all__ = ["LETTERS", "LlmVerdict", "log_probability", "verdict_letter"]

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
        found = log_probability(completion.logprobs, letter or "")
        return Failure(found) if isinstance(found, str) else Score({"log_probability": found})

    def is_whole(self, completion: Completion) -> bool:
        return completion.logprobs is not None and completion.text.rstrip().endswith(("}", "```"))

    def expected_tokens(self, item: Item) -> int:
        return 120


def verdict_letter(verdict: str) -> str | None:
    """The letter of a verdict in any of its usual spellings; None if it is none of them."""
    from ..reply_schemas import VERDICTS

    plain = re.sub(r"[\W_]+", " ", verdict).strip().casefold()
    return next((LETTERS[name] for name, spellings in VERDICTS.items() if plain in spellings), None)


def log_probability(tokens: Sequence[Mapping[str, Any]], letter: str) -> float | str:
    """The log-probability of `letter` where the reply gives its label, or why there is none.

    Args:
        tokens: In OpenAI's form: `token`, `logprob` and `top_logprobs`, a list of the same without the last.
        letter: Of the gold verdict.
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
    gold = [value for text, value in seen.items() if text.strip(' "\t\n}') == letter and math.isfinite(value)]
    if not gold:
        return f"label-not-found: {letter} is not among the {len(seen)} likeliest tokens"
    highest = max(gold)
    return min(0.0, highest + math.log(sum(math.exp(value - highest) for value in gold)))
