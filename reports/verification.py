"""How well a fact verifier does on sentences with known truth: the figures of the FineSumFact evaluation.

Labels are 1 for a sentence with an error and 0 for one without, as in the data set's README; None is a sentence that
gold has no label for (its annotators tied). Undefined is None with a reason, never a number. Figures over summaries
and systems stand in `finesumfact_levels`, the names of the error types in `finesumfact_annotations`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .finesumfact_annotations import SEVEN_TYPES, error_type_of
from .finesumfact_levels import SummaryShares, summary_level, system_level

__all__ = ["SEVEN_TYPES", "Judged", "error_type_of", "verification_figures"]

_INVERTED: Final = 0.01
"""A verifier that is worse than chance at this level (Fisher's exact test, one-sided) may be read upside down."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A summary (or document) with gold and predicted labels of its sentences.

    Attributes:
        system: Who wrote it; empty if gold does not say.
        gold: Labels, 1 for an error, None for no label.
        predicted: Labels of the verifier, as many.
        gold_types: The gold error type of each sentence; what is none of the seven does not count.
        predicted_types: The verifier's types; empty if it gives none.
        any_types: The types that any annotator gave each sentence; empty if there is but one annotation.
    """

    system: str
    gold: tuple[int | None, ...]
    predicted: tuple[int, ...]
    gold_types: tuple[str, ...] = ()
    predicted_types: tuple[str, ...] = field(default=())
    any_types: tuple[frozenset[str], ...] = ()

    def __post_init__(self) -> None:
        if len(self.gold) != len(self.predicted):
            raise ValueError(f"{len(self.gold)} gold labels but {len(self.predicted)} predicted ones; give as many")
        for name, labels, allowed in (("gold", self.gold, (0, 1, None)), ("predicted", self.predicted, (0, 1))):
            for label in labels:
                if label not in allowed:
                    raise ValueError(f"{name} label {label!r}; expected 1 (an error) or 0 (none)")


def verification_figures(judged: Sequence[Judged], *, min_n: int = 1) -> dict[str, Any]:
    """The figures, with counts and the reasons for what is undefined.

    Args:
        judged: The summaries.
        min_n: A system with fewer usable summaries is left out of the figures over systems and counted. FineSurE's
            own evaluation has 5.

    Returns:
        - Sentences, pooled: `balanced_accuracy`, the mean of `error_recall` (TP / (TP + FN)) and `correct_recall`
          (TN / (TN + FP)), and `error_precision`. If gold lacks a class, that recall and the balanced accuracy are
          undefined and the other recall stands.
        - Summaries, by their share of sentences without error: `summary_pearson`, `_spearman`, `_kendall` (tau-b).
        - Systems: `system_spearman`, `system_kendall`, `system_pairwise_accuracy` of the mean over summaries (macro),
          the same with `_micro` of the share over all sentences.
        - `localization_accuracy`: of the gold errors with a gold type of the seven, the share whose type was named; a
          missed error counts as wrong. Beside it `localization_accuracy_detected` over those that were labelled
          errors, `localization_macro` (mean recall of the types), `localization_majority_baseline` (always the most
          frequent gold type), `localization_accuracy_any` (right is the type of any annotator) and
          `localization_by_type`.
        - Counts `n_…`, `reasons`, and `warnings` in words.
    """
    reasons: dict[str, str] = {}
    pairs = [
        (gold, predicted)
        for item in judged
        for gold, predicted in zip(item.gold, item.predicted, strict=True)
        if gold is not None
    ]
    shares = [found for item in judged if (found := _shares(item)) is not None]
    figures: dict[str, Any] = {
        **_sentence_level(pairs, reasons),
        **summary_level(shares, reasons),
        **system_level(shares, reasons, min_n),
        **_localization(judged, reasons),
        "n_sentences": len(pairs),
        "n_errors": sum(gold for gold, _ in pairs),
        "n_predicted_errors": sum(predicted for _, predicted in pairs),
        "n_unlabelled": sum(label is None for item in judged for label in item.gold),
        "n_summaries": len(shares),
        "n_summaries_excluded": len(judged) - len(shares),
        "reasons": reasons,
    }
    return {**figures, "warnings": _warnings(pairs, figures)}


def _shares(item: Judged) -> SummaryShares | None:
    """Gold and prediction over the same sentences: those with a gold label."""
    usable = [(gold, told) for gold, told in zip(item.gold, item.predicted, strict=True) if gold is not None]
    if not usable:
        return None
    return SummaryShares(item.system, len(usable), sum(gold for gold, _ in usable), sum(told for _, told in usable))


def _sentence_level(pairs: Sequence[tuple[int, int]], reasons: dict[str, str]) -> dict[str, float | None]:
    counts = Counter(pairs)
    errors, correct = counts[1, 1] + counts[1, 0], counts[0, 0] + counts[0, 1]
    told = counts[1, 1] + counts[0, 1]
    missing = [name for name, n in (("error", errors), ("correct", correct)) if not n]
    if missing:
        reasons["balanced_accuracy"] = f"no {' and no '.join(missing)} sentences in gold"
        for name in missing:
            reasons[f"{name}_recall"] = f"no {name} sentences in gold"
    if not told:
        reasons["error_precision"] = "the predictions label no sentence an error"
    recalls = (counts[1, 1] / errors if errors else None, counts[0, 0] / correct if correct else None)
    return {
        "balanced_accuracy": None if recalls[0] is None or recalls[1] is None else (recalls[0] + recalls[1]) / 2,
        "error_recall": recalls[0],
        "correct_recall": recalls[1],
        "error_precision": counts[1, 1] / told if told else None,
    }


def _localization(judged: Sequence[Judged], reasons: dict[str, str]) -> dict[str, Any]:
    errors = [(item, index) for item in judged for index, label in enumerate(item.gold) if label == 1]
    gold = {
        (number, index): found
        for number, item in enumerate(judged)
        for index, name in enumerate(item.gold_types[: len(item.gold)])
        if item.gold[index] == 1 and (found := error_type_of(name)) is not None
    }
    named = {place: _told_type(judged[place[0]], place[1]) for place in gold}
    detected = [place for place in gold if judged[place[0]].predicted[place[1]] == 1]
    right = [place for place, kind in gold.items() if named[place] == kind]
    totals = Counter(gold.values())
    hits = Counter(gold[place] for place in right)
    no_type = sum(not _type_at(item, index) for item, index in errors)
    allowed = _any_annotator(errors)
    reason = None
    if not any(item.predicted_types for item in judged):
        reason = "the predictions name no error types"
    elif not gold:
        reason = "no gold error has one of the seven types"
    by_type = {
        kind: {"n": totals[kind], "n_right": hits[kind], "recall": hits[kind] / totals[kind] if not reason else None}
        for kind in sorted(totals, key=lambda kind: (-totals[kind], kind))
    }
    figures: dict[str, Any] = {
        "localization_accuracy": None if reason else len(right) / len(gold),
        "localization_accuracy_detected": len(right) / len(detected) if detected and not reason else None,
        "localization_macro": None if reason else sum(hits[kind] / totals[kind] for kind in by_type) / len(by_type),
        "localization_accuracy_any": None if reason or not allowed else sum(map(_is_in, allowed)) / len(allowed),
    }
    if not allowed:
        reasons["localization_accuracy_any"] = "no sentence has the types of several annotators"
    for name, value in figures.items():
        if value is None:
            reasons.setdefault(name, reason or "no typed error was labelled an error")
    if not totals:
        reasons["localization_majority_baseline"] = "no gold error has one of the seven types"
    return {
        **figures,
        "localization_majority_baseline": max(totals.values()) / len(gold) if totals else None,
        "localization_by_type": by_type,
        "n_localized": len(gold),
        "n_localized_right": None if reason else len(right),
        "n_localized_any": len(allowed),
        "n_detected": len(detected),
        "n_excluded": len(errors) - len(gold),
        "n_excluded_no_type": no_type,
        "n_excluded_other_type": len(errors) - len(gold) - no_type,
    }


def _type_at(item: Judged, index: int) -> str:
    return item.gold_types[index] if index < len(item.gold_types) else ""


def _told_type(item: Judged, index: int) -> str | None:
    """The type that the verifier names; a sentence that it labels correct has none, whatever it names."""
    if item.predicted[index] != 1 or index >= len(item.predicted_types):
        return None
    return error_type_of(item.predicted_types[index])


def _any_annotator(errors: Sequence[tuple[Judged, int]]) -> list[tuple[str | None, set[str]]]:
    """The named type and all that annotators gave, for the gold errors to which someone gave one of the seven."""
    return [
        (_told_type(item, index), kinds)
        for item, index in errors
        if item.any_types
        and (kinds := {kind for name in item.any_types[index] if (kind := error_type_of(name)) is not None})
    ]


def _is_in(pair: tuple[str | None, set[str]]) -> bool:
    return pair[0] in pair[1]


def _warnings(pairs: Sequence[tuple[int, int]], figures: Mapping[str, Any]) -> list[str]:
    accuracy = figures["balanced_accuracy"]
    if accuracy is None or accuracy >= 0.5:
        return []
    from scipy.stats import fisher_exact

    counts = Counter(pairs)
    table = [[counts[1, 1], counts[1, 0]], [counts[0, 1], counts[0, 0]]]
    p = float(fisher_exact(table, alternative="less").pvalue)
    if p >= _INVERTED:
        return []
    return [
        f"wrong polarity? the predictions agree with gold less than chance does (balanced accuracy {accuracy:.4f}, "
        f"p {p:.2g}); were 1 and 0 swapped in one of the two, it would be {1 - accuracy:.4f}"
    ]
