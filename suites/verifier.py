"""Judging a verifier's answers against gold: which label is the error, what fits what, what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError
from .sentence_rows import SentenceRow, type_evidence
from .verifier_files import Role, read_sentence_rows

__all__ = ["Polarity", "judge_verifier"]

_OPTIONS: dict[Role, str] = {"gold": "--error-label", "predictions": "--predictions-error-label"}


@dataclass(frozen=True, slots=True)
class Polarity:
    """Which label is the error in a file, and who says so.

    Attributes:
        error_label: 0 or 1.
        why: In words.
        n_conflicts: Labels that contradict the type beside them all the same.
    """

    error_label: int
    why: str
    n_conflicts: int = 0


def judge_verifier(
    predictions: Path,
    gold: Path,
    *,
    error_label: int | None = None,
    predictions_error_label: int | None = None,
    min_n: int = 1,
) -> dict[str, Any]:
    """The figures of `metricstress.reports.verification`, with what was missing or did not fit counted.

    Args:
        predictions: What the verifier says; shapes as in `verifier_files`.
        gold: What is true.
        error_label: Which label is an error; needed for a file where neither its fields nor its types say.
        predictions_error_label: The same for the predictions alone.
        min_n: As for `verification_figures`.

    Returns:
        Its figures, and `n_missing` (no answer), `n_failed` and `failed_by_reason` (an unreadable reply, or another
        number of labels than gold has), `n_repaired`, `n_unknown_ids`, `n_gold_mismatch` (gold whose labels and
        sentences differ in number), `error_label` of either file and `polarity` in words.

    Raises:
        UsageError: with file, line, field and what was expected; if labels are in the wrong polarity, or nobody says
            in which; or if nothing can be judged.
    """
    from metricstress.reports.verification import Judged, verification_figures

    given = error_label if predictions_error_label is None else predictions_error_label
    gold_rows = list(read_sentence_rows(gold, "gold"))
    answers = {row.id: row for row in read_sentence_rows(predictions, "predictions")}
    polarity = {
        "gold": _polarity(gold, gold_rows, "gold", error_label),
        "predictions": _polarity(predictions, list(answers.values()), "predictions", given),
    }
    n_answers, n_missing, n_mismatch = len(answers), 0, 0
    failures: Counter[str] = Counter()
    judged, used = [], []
    for row in gold_rows:
        answer = answers.pop(row.id, None)
        truth = row.merged(polarity["gold"].error_label)
        if row.n_sentences not in (None, len(truth.labels)):
            n_mismatch += 1
        elif answer is None:
            n_missing += 1
        elif answer.failure is not None:
            failures[answer.failure] += 1
        elif len((said := answer.merged(polarity["predictions"].error_label)).labels) != len(truth.labels):
            failures["length-mismatch"] += 1
        else:
            told = tuple(label for label in said.labels if label is not None)
            system = row.system or answer.system
            judged.append(Judged(system, truth.labels, told, truth.types, said.types, row.any_types))
            used.append(answer)
    if not judged:
        raise UsageError(_nothing(predictions, gold, n_answers - len(answers), failures, n_mismatch))
    figures = verification_figures(judged, min_n=min_n)
    return {
        **figures,
        "n_missing": n_missing,
        "n_failed": failures.total(),
        "failed_by_reason": dict(sorted(failures.items())),
        "n_repaired": sum(answer.repaired for answer in used),
        "n_stored_labels_differ": sum(answer.stored_differs for answer in used),
        "n_unknown_ids": len(answers),
        "n_gold_mismatch": n_mismatch,
        "n_type_lists_unusable": sum(row.n_lists_unusable for row in gold_rows),
        "n_label_type_conflicts": sum(one.n_conflicts for one in polarity.values()),
        "error_label": {name: one.error_label for name, one in polarity.items()},
        "polarity": [f"{name}: {one.error_label} is an error ({one.why})" for name, one in polarity.items()],
    }


def _polarity(path: Path, rows: Sequence[SentenceRow], role: Role, option: int | None) -> Polarity:
    """Which label is the error: as the option, the types beside the labels, or the field's definition says."""
    if not rows:
        raise UsageError(f"{path}: holds no rows")
    labelled = [row for row in rows if row.label_field]
    if not labelled:
        return Polarity(1, "by the categories of the replies")
    evidence = [type_evidence(row) for row in labelled]
    agree, conflict = sum(one for one, _ in evidence), sum(other for _, other in evidence)
    by_types = None if agree == conflict else int(agree > conflict)
    known = all(row.defined for row in labelled)
    name = labelled[0].label_field
    assumed = option if option is not None else 1 if known else by_types
    if assumed is None:
        raise UsageError(
            f"{path}: nothing says whether 1 or 0 is the error in field {name!r}; "
            f"give {_OPTIONS[role]} 1 or {_OPTIONS[role]} 0"
        )
    against = conflict if assumed else agree
    if by_types not in (None, assumed):
        raise UsageError(
            f"{path}: labels in the wrong polarity: with {assumed} as the error, {against} of {agree + conflict} "
            f"labels in field {name!r} contradict the error types beside them; give {_OPTIONS[role]} {by_types}"
        )
    if option is not None:
        why = "as the option says"
    elif by_types is not None:
        why = "by the error types beside the labels"
    else:
        why = f"as field {name!r} is defined; if yours means the other, give {_OPTIONS[role]} 0"
    return Polarity(assumed, why, against)


def _nothing(predictions: Path, gold: Path, n_met: int, failures: Counter[str], n_mismatch: int) -> str:
    if not n_met:
        return f"no id of {predictions} fits one of {gold}; nothing can be judged"
    reasons = [f"{reason} {count}" for reason, count in sorted(failures.items())]
    if n_mismatch:
        reasons.append(f"gold with other numbers of labels and sentences {n_mismatch}")
    return f"none of the {n_met} answers of {predictions} can be judged: {', '.join(reasons)}"
