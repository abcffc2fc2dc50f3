"""A language model as the judge of a whole pair: facts and support of both sides, or of the claim, in one reply.

Ev²R's reference-based and reference-less scorers with the paper's kind of backend. The wording of the prompts is our
own; the fields of the replies are those of the authors' published replies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...llm.request import Completion, estimated_tokens
from ...metric import Failure, Item, Score, text_of
from .llm_metric import LlmMetric, evidence_data
from .replay import COMPONENTS, DECIDED, REFLESS_SCHEMA, SCHEMA, outcome_of

__all__ = ["PARAMETERS", "LlmReferenceBased", "LlmReferenceLess"]

PARAMETERS: Mapping[str, Any] = {
    "temperature": 0,
    "seed": 0,
    "max_tokens": 4096,
    "response_format": {"type": "json_object"},
}
"""What the server is told beside model and prompt. With them most servers still repeat themselves only nearly."""

_FIELD_TOKENS = 100
_TOKENS_A_TOKEN = 3
"""Each fact is written down once and talked about once; guessed for `Estimate.completion_tokens` only."""


@dataclass(frozen=True)
class LlmReferenceBased(LlmMetric):
    """Ev²R's reference-based precision, recall and F1, judged by a model over an OpenAI-compatible endpoint.

    A score's status is `ok`, `repaired` (with the repairs as reason) or `partial` (with what is missing, and why);
    everything else is a `Failure`.
    """

    name: str = "ev2r.reference_based"

    components: ClassVar[tuple[str, ...]] = COMPONENTS
    needs: ClassVar[frozenset[str]] = frozenset({"reference"})
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    prompt_name: ClassVar[str] = "reference_based"
    schema: ClassVar[str] = SCHEMA
    default_parameters: ClassVar[Mapping[str, Any]] = PARAMETERS

    def data(self, item: Item) -> Any:
        return {
            "claim": item.claim or "",
            "predicted evidence": evidence_data(item.candidate),
            "reference evidence": evidence_data(item.reference or ""),
        }

    def problem(self, item: Item) -> str | None:
        if item.reference is None:
            return "needs a reference, but the item has none"
        return None if text_of(item.reference).strip() else "the reference is empty"

    def read(self, completion: Completion, item: Item) -> Score | Failure:
        from ..replies import parse_reply

        return outcome_of(parse_reply(completion.text, "prec_recall"))

    def is_whole(self, completion: Completion) -> bool:
        from ..replies import parse_reply

        return parse_reply(completion.text, "prec_recall").reason != "truncated"

    def expected_tokens(self, item: Item) -> int:
        evidence = estimated_tokens(text_of(item.candidate)) + estimated_tokens(text_of(item.reference))
        return _FIELD_TOKENS + _TOKENS_A_TOKEN * evidence


@dataclass(frozen=True)
class LlmReferenceLess(LlmMetric):
    """Ev²R's reference-less score by a model: the share of the claim's facts that the evidence supports or refutes."""

    name: str = "ev2r.reference_less"

    components: ClassVar[tuple[str, ...]] = DECIDED
    needs: ClassVar[frozenset[str]] = frozenset({"claim"})
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    prompt_name: ClassVar[str] = "reference_less"
    schema: ClassVar[str] = REFLESS_SCHEMA
    default_parameters: ClassVar[Mapping[str, Any]] = PARAMETERS

    def data(self, item: Item) -> Any:
        return {"claim": item.claim or "", "evidence": evidence_data(item.candidate)}

    def problem(self, item: Item) -> str | None:
        return None if (item.claim or "").strip() else "needs a claim, but the item has none"

    def read(self, completion: Completion, item: Item) -> Score | Failure:
        from ..replies import parse_reply

        return outcome_of(parse_reply(completion.text, "refless"))

    def is_whole(self, completion: Completion) -> bool:
        from ..replies import parse_reply

        return parse_reply(completion.text, "refless").reason != "truncated"

    def expected_tokens(self, item: Item) -> int:
        return _FIELD_TOKENS + _TOKENS_A_TOKEN * estimated_tokens(item.claim or "")
