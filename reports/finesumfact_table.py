"""The figures of the FineSumFact evaluation as tables, each with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .plain_table import Cell, PlainTable

__all__ = ["finesumfact_tables"]

_ROWS: Final[tuple[tuple[str, str, str], ...]] = (
    ("balanced_accuracy", "n_sentences", "sentences"),
    ("error_recall", "n_errors", "gold errors"),
    ("correct_recall", "n_correct", "gold correct"),
    ("error_precision", "n_predicted_errors", "predicted errors"),
    ("summary_pearson", "n_summaries", "summaries"),
    ("summary_spearman", "n_summaries", "summaries"),
    ("summary_kendall", "n_summaries", "summaries"),
    ("system_spearman", "n_systems", "systems"),
    ("system_kendall", "n_systems", "systems"),
    ("system_pairwise_accuracy", "n_system_pairs", "pairs of systems"),
    ("system_pairwise_accuracy_untied", "n_system_pairs_untied", "pairs that gold does not tie"),
    ("system_spearman_micro", "n_systems", "systems"),
    ("system_kendall_micro", "n_systems", "systems"),
    ("system_pairwise_accuracy_micro", "n_system_pairs", "pairs of systems"),
    ("system_pairwise_accuracy_untied_micro", "n_system_pairs_untied_micro", "pairs that gold does not tie"),
    ("localization_accuracy", "n_localized", "gold errors of a type"),
    ("localization_accuracy_detected", "n_detected", "of these, predicted errors"),
    ("localization_accuracy_any", "n_localized_any", "gold errors some annotator typed"),
    ("localization_macro", "n_types", "types in gold"),
    ("localization_majority_baseline", "n_localized", "gold errors of a type"),
)
_COUNTS: Final = (
    *("n_missing", "n_failed", "n_repaired", "n_unknown_ids", "n_gold_mismatch"),
    *("n_unlabelled", "n_summaries_excluded", "n_systems_excluded", "n_summaries_without_system"),
    *("n_excluded", "n_excluded_no_type", "n_excluded_other_type"),
    *("n_type_lists_unusable", "n_label_type_conflicts"),
)


def finesumfact_tables(figures: Mapping[str, Any]) -> list[PlainTable]:
    """Figures with their n, recall by error type, and what was left out.

    Args:
        figures: As `metricstress.reports.verification.verification_figures` gives them, perhaps with more counts.
    """
    reasons = figures["reasons"]
    extra = {
        "n_correct": figures["n_sentences"] - figures["n_errors"],
        "n_types": len(figures["localization_by_type"]),
    }
    counts = {**figures, **extra}
    rows: list[tuple[Cell, ...]] = [
        (name, figures[name], counts[count], of, reasons.get(name, "") if figures[name] is None else "")
        for name, count, of in _ROWS
    ]
    tables = [
        PlainTable(
            "FineSumFact evaluation",
            ("figure", "value", "n", "of", "undefined because"),
            tuple(rows),
            (*figures.get("polarity", ()), *figures["warnings"]),
        )
    ]
    by_type = figures["localization_by_type"]
    if by_type:
        lines = tuple((kind, row["recall"], row["n_right"], row["n"]) for kind, row in by_type.items())
        tables.append(PlainTable("Localization by gold type", ("type", "recall", "right", "n"), lines))
    told = [(name, figures[name]) for name in _COUNTS if figures.get(name)]
    for reason, count in sorted(figures.get("failed_by_reason", {}).items()):
        told.append((f"failed: {reason}", count))
    if told:
        tables.append(PlainTable("Left out or repaired", ("what", "count"), tuple(told)))
    return tables
