"""The shapes of a judge's reply: field names, spellings of labels, and what makes a reply valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeAlias

from ..llm.extra import need

need("pydantic")

from pydantic import BaseModel, ConfigDict, Field, model_validator  # noqa: E402
from pydantic_core import PydanticCustomError  # noqa: E402

__all__ = [
    "CATEGORIES",
    "COUNTED",
    "SCHEMAS",
    "Counts",
    "JudgedSentence",
    "Reply",
    "Schema",
    "Side",
    "Status",
]

Schema: TypeAlias = Literal["prec_recall", "refless", "verdict", "factcheck"]
Status: TypeAlias = Literal["ok", "repaired", "partial", "failed"]

SCHEMAS: Final[tuple[Schema, ...]] = ("prec_recall", "refless", "verdict", "factcheck")

CATEGORIES: Final = (
    *("no error", "out-of-context error", "entity error", "predicate error", "circumstantial error"),
    *("grammatical error", "coreference error", "linking error", "out-of-article error", "other error"),
)
"""FineSurE's categories of a sentence, and FRANK's name for one of them."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reply says, or why it says nothing.

    Attributes:
        status: See the module.
        scores: By name; None for one that could not be had, or instead of all if none could. `prec_recall` has
            precision and recall, `refless` score, `verdict` label, `factcheck` labels and types.
        repairs: The names of the repairs, in the order of `REPAIRS`.
        reason: Why something is missing: `kind`, or `kind:where`; several are joined by "; ".
        fields: The fields as they were read, for looking into a score.
    """

    status: Status
    scores: Mapping[str, Any] | None
    repairs: tuple[str, ...] = ()
    reason: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall, 0 if both are; None unless both are there."""
        scores = self.scores or {}
        precision, recall = scores.get("precision"), scores.get("recall")
        if precision is None or recall is None:
            return None
        return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


@dataclass(frozen=True, slots=True)
class Side:
    """Where the numbers of one score stand in a reply."""

    score: str
    where: str
    numbers: Mapping[str, str]
    texts: tuple[str, ...]


def _side(score: str, side: str) -> Side:
    numbers = {"count": f"facts count {side} evidence", "support": f"support {side} evidence"}
    return Side(score, f":{side}", numbers, (f"facts in {side} evidence", f"fact check {side} evidence"))


_REFLESS_NUMBERS: Final = {"count": "facts count", "support": "support", "contradict": "contradict"}
COUNTED: Final[Mapping[str, tuple[Side, ...]]] = {
    "prec_recall": (_side("precision", "predicted"), _side("recall", "reference")),
    "refless": (Side("score", "", _REFLESS_NUMBERS, ("facts", "fact check")),),
}


class Counts(BaseModel):
    """How many facts there are, and how many of them the other text speaks of."""

    model_config = ConfigDict(strict=True, frozen=True)

    count: Annotated[int, Field(ge=0, le=1_000_000)]
    support: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    contradict: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0

    @model_validator(mode="after")
    def _possible(self) -> Counts:
        if self.support + self.contradict > self.count:
            raise PydanticCustomError("support-exceeds-count", "more facts are judged than there are")
        if self.count == 0:
            raise PydanticCustomError("zero-facts", "a share of no facts is not defined")
        return self


class JudgedSentence(BaseModel):
    """FineSurE's judgement of one sentence."""

    model_config = ConfigDict(strict=True, frozen=True)

    category: str
    sentence: str = ""
    reason: str = ""
