"""Frames of a run with a little of everything that a report must be able to show."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from metricstress.reports.deltas import compute_deltas
from metricstress.reports.frames import scores_frame

INTENTS = {
    "completeness": "altering",
    "random_shuffle": "altering",
    "contraction": "preserving",
    "redundancy_sentences": "preserving",
    "typos:keyboard": "preserving",
    "elsewhere": "unknown",
}
SEVERITIES: dict[str, Sequence[float]] = {"typos:keyboard": (0.05, 0.1, 0.4), "elsewhere": (math.nan,)}
METRICS: dict[str, Sequence[str]] = {
    "bleu": ("bleu",),
    "hungarian_meteor": ("hungarian_meteor",),
    "ev2r.reference_based": ("f1", "precision", "recall"),
    "ev2r.proxy_reference": ("proxy",),
    "third": ("third",),  # fails on every third example
    "broken": ("broken",),  # fails always
    "zero": ("zero",),  # base scores of 0
    "logit": ("logit",),  # a scale that does not start at 0
    "tiny": ("tiny",),  # base scores near 0
    "cost_$&%#{x}^~\\ 評価": ("a_b", "c|d"),
}
META: dict[str, Any] = {
    "suite": "ev2r",
    "seed": 0,
    "n_examples": 12,
    "data": "claims_50%.jsonl",
    "metrics": {name: f"{name}|v:1|prior:uniform" for name in METRICS},
    "stand_ins": {"GPT-4o": "a lexical judge"},
    "versions": {"numpy": "2.0"},
    "resamples": 2_000,
    "contrast": [
        {"judge": "lexical|v:2", "contrast": "negation", "n_facts": 9, "n_applicable": 8, "n_supported": 2}
        | {"share": 0.25, "low": 0.07, "high": 0.59}
    ],
}
MESSAGE = "ValueError: no | `tick`\nand \x1b[31m[red]<b>x</b> 100 % of_it & more \\ {x}"


def score_row(number: int, perturbation: str, severity: float, metric: str, component: str) -> dict[str, Any]:
    """One score; the metric's name says what goes wrong with it."""
    base = 0.3 + 0.05 * number
    applies = perturbation != "contraction" or number < 5
    strength = 0.4 if INTENTS[perturbation] == "altering" else 0.03 * (1 if math.isnan(severity) else 1 + 4 * severity)
    share = 1 - strength * (1 + 0.3 * math.sin(number + len(perturbation) + 3 * len(component)))
    score = base * share if applies else base
    status, reason = ("ok", None) if applies else ("not_applicable", "no_contraction" if number % 2 else "no_text")
    if metric == "zero":
        base, score = 0.0, 0.01 * number if applies else 0.0
    if metric == "logit":
        base, score = base - 2, score - 2
    if metric == "tiny":
        base, score = base / 200, score / 200
    if metric == "broken" or (metric == "third" and number % 3 == 0):
        base, score, status, reason = math.nan, math.nan, "failed", MESSAGE
    return {
        "example_id": f"e{number:02}",
        "perturbation": perturbation,
        "severity": severity,
        "repeat": 0,
        "metric": metric,
        "component": component,
        "status": status,
        "reason": reason,
        "base_score": base,
        "score": score,
        "n_edits": None if math.isnan(severity) else 1,
        "audit": "number changed" if perturbation == "random_shuffle" and number < 2 else None,
    }


def awkward_run(
    metrics: Mapping[str, Sequence[str]] = METRICS, examples: int = 12, seed: int = 0
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The scores frame and the deltas frame."""
    rows = [
        score_row(number, name, severity, metric, component)
        for metric, components in metrics.items()
        for component in components
        for name in INTENTS
        for severity in SEVERITIES.get(name, (1.0,))
        for number in range(examples)
    ]
    scores = scores_frame(rows, perturbations=list(INTENTS), metrics=list(metrics))
    return scores, compute_deltas(
        scores, INTENTS, metrics=list(metrics), bounds={"logit": (-5, 5)}, max_failed={"broken": 0.5}, seed=seed
    )
