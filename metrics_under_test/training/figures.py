"""Figures of a model on development rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["classification", "regression"]


def classification(logits: Any, labels: Any, names: Sequence[str]) -> dict[str, Any]:
    """Micro- and macro-F1, each label's precision, recall and F1, and the confusion matrix (gold by row).

    Micro-F1 of a single-label classifier is its accuracy. `majority` is what the commonest gold label would reach
    alone; macro-F1 is the mean over the labels that occur in gold.
    """
    import numpy as np

    gold, told = np.asarray(labels).astype(int), np.asarray(logits).argmax(axis=-1)
    table = np.zeros((len(names), len(names)), dtype=int)
    np.add.at(table, (gold, told), 1)
    by_label: dict[str, dict[str, float]] = {}
    for number, name in enumerate(names):
        right, said, there = int(table[number, number]), int(table[:, number].sum()), int(table[number].sum())
        precision, recall = right / said if said else 0.0, right / there if there else 0.0
        f1 = 2 * right / (said + there) if said + there else 0.0
        by_label[name] = {"precision": precision, "recall": recall, "f1": f1, "rows": there}
    seen = [figures["f1"] for figures in by_label.values() if figures["rows"]]
    return {
        "f1_micro": float(table.trace() / table.sum()),
        "f1_macro": sum(seen) / len(seen),
        "majority": float(table.sum(axis=1).max() / table.sum()),
        "labels": by_label,
        "confusion": table.tolist(),
    }


def regression(scores: Any, gold: Any) -> dict[str, Any]:
    """Mean squared error, the share on the right side of one half, and the mean score of positives and negatives."""
    import numpy as np

    told, wanted = np.asarray(scores, dtype=float).reshape(-1), np.asarray(gold, dtype=float).reshape(-1)
    positive = wanted > 0.5
    return {
        "mse": float(((told - wanted) ** 2).mean()),
        "accuracy_at_half": float(((told > 0.5) == positive).mean()),
        "mean_of_positives": float(told[positive].mean()) if positive.any() else None,
        "mean_of_negatives": float(told[~positive].mean()) if (~positive).any() else None,
    }
