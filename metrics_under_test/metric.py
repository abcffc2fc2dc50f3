"""What a metric is here: a batch of items in, one score or one failure for each out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from metricstress.language.passages import Evidence, evidence_text

__all__ = ["CannotScore", "Failure", "Item", "Metric", "PairMetric", "Score", "Text", "text_of"]

Text: TypeAlias = str | Evidence


@dataclass(frozen=True, slots=True)
class Item:
    """What one score is computed from. A metric that needs less ignores the rest.

    Attributes:
        candidate: The text (or passages) to judge.
        reference: What it is judged against.
        claim: The claim that both are evidence for.
        verdict: The claim's label.
        id: What the caller calls the pair, for metrics that look up what others said of it; no part of any key.
    """

    candidate: Text
    reference: Text | None = None
    claim: str | None = None
    verdict: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """A finished score.

    Attributes:
        values: One number for each of the metric's components; of a `partial` score some are missing.
        status: `ok`, `repaired` or `partial`.
        reason: What is missing and why, or what was repaired.
        repairs: The names of the repairs that a judge's reply took to be read.
    """

    values: Mapping[str, float]
    status: str = "ok"
    reason: str | None = None
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """No score, and why. Never a silent 0, None or missing row."""

    reason: str


class CannotScore(Exception):
    """A metric that can score nothing here: an extra is missing, a budget spent, a server or file not usable.

    Whoever calls `score` must not count it as failures of the items; the message says what to do.
    """


@runtime_checkable
class Metric(Protocol):
    """What the suites call.

    Attributes:
        name: What users type.
        components: Names of the numbers a score holds.
        needs: Of `reference`, `claim`, `verdict`, `wordnet`.
        bounds: Lowest and highest possible score. A relative change is reported only if the lowest is 0.
        higher_is_better: Whether more is better.
        deterministic: Whether the same item always gets the same score.
        cacheable: Optional, False where it is missing. True promises that `signature()` covers everything that
            changes the number, that `needs` names every field of the item that is looked at beside the candidate,
            and that the instance does not change once it has been used. Only then are scores kept for later runs,
            so a metric that calls code whose change its signature does not show must not say so.
        batches: Optional, False where it is missing. True asks for the items of many examples at once, and promises
            that one of them cannot make the others fail.
        max_failed: Optional. The share of failed scores above which the metric gives no headline number.
        stand_in: Optional. A mapping from a model of a paper to what is used in its place.
        unavailable: Optional. Why the metric can give no score as it is set up, or None.
    """

    # The optional ones are no members, since isinstance would then refuse metrics that do not have them.

    @property
    def name(self) -> str: ...
    @property
    def components(self) -> tuple[str, ...]: ...
    @property
    def needs(self) -> frozenset[str]: ...
    @property
    def bounds(self) -> tuple[float, float]: ...
    @property
    def higher_is_better(self) -> bool: ...
    @property
    def deterministic(self) -> bool: ...

    def signature(self) -> str:
        """Everything that changes the number: recipe, tokenizer, versions."""
        ...

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        """One outcome an item, in their order.

        Raises:
            CannotScore: if nothing can be scored here.
        """
        ...


def text_of(text: Text | None) -> str:
    """The text as one string; passages are joined as `evidence_text` does."""
    if text is None:
        return ""
    return text if isinstance(text, str) else evidence_text(text)


@dataclass(frozen=True)
class PairMetric:
    """A metric that is a function of candidate and reference, both strings.

    Attributes:
        function: `f(candidate, reference) -> float`. If it raises, or what it gives is no finite
            number, that item is a failure with the reason and the others go on.
        describe: Gives the signature; called only when asked, since versions may cost an import.
        cacheable: See `Metric`. Not so by default: forgetting to say it costs time, saying it wrongly stale scores.
        as_text: How passages become a string.
        faults: What its numbers do not see, in a line.
    """

    name: str
    function: Callable[[str, str], float]
    describe: Callable[[], str]
    needs: frozenset[str] = frozenset({"reference"})
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = False
    as_text: Callable[[Text], str] = text_of
    faults: str = ""

    @property
    def components(self) -> tuple[str, ...]:
        return (self.name,)

    def signature(self) -> str:
        return self.describe()

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [guarded(self.name, self._compare, item) for item in items]

    def _compare(self, candidate: Text, reference: Text) -> float:
        return self.function(self.as_text(candidate), self.as_text(reference))


def guarded(name: str, compare: Callable[[Text, Text], object], item: Item) -> Score | Failure:
    """The score of an item: what `compare` gives for candidate and reference, or why there is none."""
    if item.reference is None:
        return Failure(f"{name} needs a reference, but the item has none")
    try:
        value = compare(item.candidate, item.reference)
    except Exception as error:  # A metric under test may raise anything; that is a finding, not a crash.
        return Failure(f"{type(error).__name__}: {error}".rstrip(": "))
    return value if isinstance(value, Failure) else checked(name, value)


def checked(component: str, value: object) -> Score | Failure:
    """A score if `value` is a finite number, else a failure that says what it is."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return Failure(f"returned {value!r} ({type(value).__name__}), expected a number")
    if not math.isfinite(number):
        return Failure(f"returned {'NaN' if math.isnan(number) else number}")
    return Score({component: number})
