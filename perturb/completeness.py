"""Completeness (Table 5, altering): part of the evidence is missing."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator

from metricstress.language.closed_classes import COMPARISONS, FUNCTION_WORDS, MODALS
from metricstress.language.passages import Evidence

from .edits import Edit
from .perturbation import Context, Group, NotApplicable, Perturbation
from .units import units_of

__all__ = ["completeness", "completeness_answers"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GRAMMAR = FUNCTION_WORDS | COMPARISONS | MODALS
_NOT_ENOUGH = "not enough evidence"


def find_removable(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """All units that say something, but for one that stays whatever the severity."""
    _needs_verdict_to_lose(context)
    units = units_of(evidence)
    speaking = [index for index in range(len(units)) if _says_something(units.content(index).text)]
    if len(speaking) < 2:
        raise NotApplicable("one_unit")
    keeper = rng.choice(speaking)
    return [(units.delete(index, keeper),) for index in speaking if index != keeper]


def removed_units(severity: float, removable: int) -> int:
    """The fewest units whose share of all (`removable` + the one that stays) reaches `severity`."""
    # The slack keeps 0.3 of 10 at 3: the product is a hair above it in binary.
    return min(removable, max(1, math.ceil(severity * (removable + 1) - 1e-9)))


def find_answers(evidence: Evidence, context: Context, rng: random.Random) -> Iterator[Group]:
    """Every answer that stands under a question."""
    _needs_verdict_to_lose(context)
    if not any(passage.question.strip() for passage in evidence):
        raise NotApplicable("no_questions")
    for index, passage in enumerate(evidence):
        if passage.question.strip() and _says_something(passage.text):
            yield (Edit(0, len(passage.text), passage.text, "", passage=index),)


def _says_something(text: str) -> bool:
    """Whether the text has a word that is more than grammar; taking out any other text takes nothing away."""
    return any(word not in _GRAMMAR for word in _WORD.findall(text.lower()))


def _needs_verdict_to_lose(context: Context) -> None:
    """Evidence that was never enough cannot become less so (six of the authors' 100 claims)."""
    if context.verdict.strip().lower() == _NOT_ENOUGH:
        raise NotApplicable("verdict_nei")


completeness = Perturbation(
    name="completeness",
    intent="altering",
    summary="drops passages (sentences of plain text); at least one stays",
    find_in_evidence=find_removable,
    severity=0.5,
    invariant="removed",
    quota=removed_units,
)

completeness_answers = Perturbation(
    name="completeness_answers",
    intent="altering",
    summary="blanks the answers and keeps the questions, as the Ev²R authors' files do",
    find_in_evidence=find_answers,
    invariant="removed",
)
