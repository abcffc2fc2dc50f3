"""Reading a verifier's answers and the gold test set that they are judged against."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import UsageError

__all__ = ["judge_verifier"]


def judge_verifier(predictions: Path, gold: Path) -> dict[str, Any]:
    """The figures of `metricstress.reports.verification`, with what was missing or did not fit counted.

    Both files have a JSON object a line with `id` and `labels` (1 for a wrong sentence), and perhaps `error_types`;
    the gold file also has `system`. An answer with another number of labels than gold has is counted as failed.

    Raises:
        UsageError: with file, line, field and what was expected; or if nothing can be judged.
    """
    from metricstress.reports.verification import Judged, verification_figures

    answers = {row["id"]: row for row in _rows(predictions)}
    judged, n_missing, n_failed = [], 0, 0
    for row in _rows(gold):
        answer = answers.pop(row["id"], None)
        if answer is None:
            n_missing += 1
        elif len(answer["labels"]) != len(row["labels"]):
            n_failed += 1
        else:
            judged.append(
                Judged(
                    str(row.get("system", "")),
                    tuple(row["labels"]),
                    tuple(answer["labels"]),
                    tuple(row.get("error_types") or ()),
                    tuple(answer.get("error_types") or ()),
                )
            )
    if not judged:
        raise UsageError(f"no id of {predictions} fits one of {gold}; nothing can be judged")
    counts = {"n_missing": n_missing, "n_failed": n_failed, "n_unknown_ids": len(answers)}
    return {**verification_figures(judged), **counts}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {getattr(error, 'strerror', None) or error}") from error
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{where}: not JSON: {error}; expected one JSON object a line") from error
        if not isinstance(row, dict) or "id" not in row:
            raise UsageError(f"{where}: expected an object with 'id' and 'labels'")
        labels, types = row.get("labels"), row.get("error_types")
        if not isinstance(labels, list) or not all(label in (0, 1) for label in labels):
            raise UsageError(f"{where}: field 'labels': expected a list of 0 (right) and 1 (wrong)")
        if types is not None and not (isinstance(types, list) and all(isinstance(name, str) for name in types)):
            raise UsageError(f"{where}: field 'error_types': expected a list of names")
        row["id"] = str(row["id"])
        if row["id"] in seen:
            raise UsageError(f"{where}: id {row['id']!r} stands twice")
        seen.add(row["id"])
        yield row
