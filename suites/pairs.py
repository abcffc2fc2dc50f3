"""`metricstress score`: pairs of texts from JSON lines, scored by any metrics."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.ev2r.options import Ev2rOptions
from metricstress.metrics_under_test.metric import CannotScore, Failure, Item, Metric, Text
from metricstress.metrics_under_test.registry import get_metric

from .errors import UsageError

__all__ = ["Pair", "load_metrics", "read_pairs", "score_pairs"]

Pair = tuple[str, Item]
"""An id and what is scored under it."""

_BATCH = 64


def load_metrics(specs: Sequence[str], ev2r: Ev2rOptions | None = None) -> list[Metric]:
    """The metrics that the user named, those of Ev²R set up as `ev2r` says.

    Raises:
        UsageError: if a name is unknown, or a metric cannot run here.
    """
    try:
        metrics = [get_metric(spec, ev2r) for spec in specs]
        for metric in metrics:
            metric.signature()  # Names what is missing, such as WordNet, before the first score.
    except (ValueError, RuntimeError, CannotScore) as error:
        raise UsageError(str(error)) from error
    return metrics


def read_pairs(path: Path) -> Iterator[Pair]:
    """Pairs of a JSON-lines file, or of standard input for `-`; read as they are needed.

    Raises:
        UsageError: with file, line, field and what was expected.
    """
    if str(path) == "-":
        yield from _parse("standard input", sys.stdin)
        return
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from _parse(str(path), file)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {getattr(error, 'strerror', None) or error}") from error


def score_pairs(metrics: Sequence[Metric], pairs: Iterator[Pair]) -> Iterator[dict[str, Any]]:
    """A record for every pair, metric and component, in that order."""
    batch: list[Pair] = []
    for pair in pairs:
        batch.append(pair)
        if len(batch) == _BATCH:
            yield from _records(metrics, batch)
            batch = []
    yield from _records(metrics, batch)


def _records(metrics: Sequence[Metric], batch: Sequence[Pair]) -> Iterator[dict[str, Any]]:
    columns = [metric.score([item for _, item in batch]) for metric in metrics]
    for row, (name, _) in enumerate(batch):
        for metric, outcomes in zip(metrics, columns, strict=True):
            outcome = outcomes[row]
            for component in metric.components:
                record = {"id": name, "metric": metric.name, "component": component}
                if isinstance(outcome, Failure):
                    yield {**record, "score": None, "status": "failed", "reason": outcome.reason}
                else:
                    value = outcome.values.get(component)
                    # A partial score is there for one component and not for another; each says how it ended.
                    whole = "repaired" if outcome.repairs else "ok" if outcome.status == "partial" else outcome.status
                    status = "failed" if value is None else whole
                    reason = outcome.reason if value is None or outcome.status != "partial" else None
                    if value is not None and outcome.repairs:
                        reason = ", ".join(outcome.repairs)
                    yield {**record, "score": value, "status": status, "reason": reason}


def _parse(source: str, lines: Any) -> Iterator[Pair]:
    empty = True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        empty = False
        where = f"{source}:{number}"
        try:
            row = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{where}: not JSON: {error}; expected one JSON object a line") from error
        if not isinstance(row, dict):
            raise UsageError(f"{where}: expected a JSON object, got {json.dumps(row)[:40]}")
        if "candidate" not in row:
            raise UsageError(f'{where}: field \'candidate\' is missing; a pair is {{"id", "candidate", "reference"}}')
        item = Item(
            _text(row["candidate"], "candidate", where) or "",
            _text(row.get("reference"), "reference", where),
            _string(row.get("claim"), "claim", where),
            _string(row.get("verdict"), "verdict", where),
            None if row.get("id") is None else str(row["id"]),
        )
        yield item.id or str(number), item
    if empty:
        raise UsageError(f"{source} holds no pairs; expected one JSON object a line")


def _text(value: Any, field: str, where: str) -> Text | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list):
        return tuple(_passage(item, field, where) for item in value)
    raise UsageError(f"{where}: field {field!r}: expected text or a list of passages, got {json.dumps(value)[:40]}")


def _passage(value: Any, field: str, where: str) -> Passage:
    if isinstance(value, str):
        return Passage(value)
    if isinstance(value, dict) and isinstance(value.get("text"), str) and isinstance(value.get("question", ""), str):
        return Passage(value["text"], value.get("question", ""))
    raise UsageError(
        f'{where}: field {field!r}: expected passages such as {{"question": "…", "text": "…"}}, '
        f"got {json.dumps(value)[:40]}"
    )


def _string(value: Any, field: str, where: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise UsageError(f"{where}: field {field!r}: expected text, got {json.dumps(value)[:40]}")
