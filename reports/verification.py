"""How well a fact verifier does on sentences with known truth: the figures of the FineSumFact evaluation.

Labels are 1 for a sentence with an error and 0 for one without. Undefined is None with a reason, never a number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["SEVEN_TYPES", "Judged", "error_type_of", "verification_figures"]

SEVEN_TYPES: Mapping[str, str] = {
    "oute": "out-of-context",
    "outofcontext": "out-of-context",
    "ente": "entity",
    "entity": "entity",
    "rele": "predicate",
    "prede": "predicate",
    "predicate": "predicate",
    "relation": "predicate",
    "circe": "circumstance",
    "cire": "circumstance",
    "circumstance": "circumstance",
    "circumstantial": "circumstance",
    "grame": "grammatical",
    "grammatical": "grammatical",
    "corefe": "coreference",
    "coreference": "coreference",
    "linke": "linking",
    "linking": "linking",
}
"""Spellings of the seven error types, without case, blanks and the word "error"."""

_DIGITS = 12
"""System means are rounded to so many digits before they are ranked: sums in another order must tie."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A summary (or document) with gold and predicted labels of its sentences.

    Attributes:
        system: Who wrote it.
        gold: Labels, 1 for an error.
        predicted: Labels of the verifier, as many.
        gold_types: The gold error type of each sentence; what is none of the seven does not count.
        predicted_types: The verifier's types; empty if it gives none.
    """

    system: str
    gold: tuple[int, ...]
    predicted: tuple[int, ...]
    gold_types: tuple[str, ...] = ()
    predicted_types: tuple[str, ...] = field(default=())


def error_type_of(name: str) -> str | None:
    """One of the seven types in one spelling, or None."""
    letters = "".join(char for char in name.casefold() if char.isalpha())
    return SEVEN_TYPES.get(letters.removesuffix("error"))


def verification_figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures, with counts and the reasons for what is undefined.

    Returns:
        `balanced_accuracy` over all sentences; `summary_pearson` and `summary_spearman` of the share of right
        sentences over summaries; `system_spearman` of the systems' mean shares; `localization_accuracy`: the share
        of wrong gold sentences with one of the seven types whose type was found (a missed error counts as not
        found), beside it `localization_accuracy_detected` over the detected ones; `n_…` counts; `reasons`.
    """
    reasons: dict[str, str] = {}
    pairs = [pair for item in judged for pair in zip(item.gold, item.predicted, strict=True)]
    figures: dict[str, Any] = {
        "balanced_accuracy": _balanced_accuracy(pairs, reasons),
        **_summary_level(judged, reasons),
        "system_spearman": _system_level(judged, reasons),
        **_localization(judged, reasons),
        "n_sentences": len(pairs),
        "n_errors": sum(gold for gold, _ in pairs),
        "n_summaries": len(judged),
        "n_systems": len({item.system for item in judged}),
        "reasons": reasons,
    }
    return figures


def _balanced_accuracy(pairs: Sequence[tuple[int, int]], reasons: dict[str, str]) -> float | None:
    wrong = [predicted for gold, predicted in pairs if gold == 1]
    right = [predicted for gold, predicted in pairs if gold == 0]
    if not wrong or not right:
        reasons["balanced_accuracy"] = f"gold has {len(wrong)} wrong and {len(right)} right sentences; it needs both"
        return None
    return (sum(wrong) / len(wrong) + (len(right) - sum(right)) / len(right)) / 2


def _share_right(labels: Sequence[int]) -> float:
    return 1 - sum(labels) / len(labels)


def _summary_level(judged: Sequence[Judged], reasons: dict[str, str]) -> dict[str, float | None]:
    usable = [item for item in judged if item.gold]
    gold = [_share_right(item.gold) for item in usable]
    predicted = [_share_right(item.predicted) for item in usable]
    return {
        "summary_pearson": _correlation("pearsonr", gold, predicted, "summary_pearson", reasons),
        "summary_spearman": _correlation("spearmanr", gold, predicted, "summary_spearman", reasons),
    }


def _system_level(judged: Sequence[Judged], reasons: dict[str, str]) -> float | None:
    by_system: dict[str, list[Judged]] = {}
    for item in judged:
        if item.gold:
            by_system.setdefault(item.system, []).append(item)
    gold = [_mean_share([item.gold for item in items]) for items in by_system.values()]
    predicted = [_mean_share([item.predicted for item in items]) for items in by_system.values()]
    return _correlation("spearmanr", gold, predicted, "system_spearman", reasons)


def _mean_share(labels: Sequence[Sequence[int]]) -> float:
    return round(math.fsum(map(_share_right, labels)) / len(labels), _DIGITS)


def _correlation(
    kind: str, one: Sequence[float], other: Sequence[float], name: str, reasons: dict[str, str]
) -> float | None:
    if len(one) < 3:
        reasons[name] = f"{len(one)} points; a correlation needs at least 3"
        return None
    if len(set(one)) == 1 or len(set(other)) == 1:
        reasons[name] = f"the {'gold' if len(set(one)) == 1 else 'predicted'} scores are all equal"
        return None
    from scipy import stats

    return float(getattr(stats, kind)(one, other).statistic)


def _localization(judged: Sequence[Judged], reasons: dict[str, str]) -> dict[str, Any]:
    found = detected = typed = excluded = 0
    for item in judged:
        for index, label in enumerate(item.gold):
            if label != 1:
                continue
            gold = error_type_of(item.gold_types[index]) if index < len(item.gold_types) else None
            if gold is None:
                excluded += 1
                continue
            typed += 1
            if item.predicted[index] == 1:
                detected += 1
                given = item.predicted_types[index] if index < len(item.predicted_types) else ""
                found += error_type_of(given) == gold
    if not any(item.predicted_types for item in judged):
        reasons["localization_accuracy"] = "the predictions name no error types"
    elif not typed:
        reasons["localization_accuracy"] = "gold names none of the seven error types"
    usable = "localization_accuracy" not in reasons
    return {
        "localization_accuracy": found / typed if usable else None,
        "localization_accuracy_detected": found / detected if usable and detected else None,
        "n_localized": typed,
        "n_detected": detected,
        "n_excluded": excluded,
    }
