"""Scoring the texts of a table with registered metrics, as columns beside its ratings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score

from .agree_table import RawTable, id_text, require_columns
from .errors import UsageError
from .ev2r_options import ev2r_options
from .formats.errors import FieldError
from .formats.fields import canonical_verdict, is_missing, passages
from .formats.table import ROLES
from .pairs import load_metrics
from .progress import progress_bar
from .screen import say
from .spending import asking, check_budgets, estimated

__all__ = ["score_texts"]

_BATCH: Final = 64
_PROXY: Final = "ev2r.proxy_reference"
_PRIOR: Final = "ev2r.proxy_prior"
_TOO_MANY: Final = 0.5  # share of failed scores beyond which a scorer cannot be judged


def score_texts(
    table: RawTable,
    specs: Sequence[str],
    roles: Mapping[str, str | None],
    ids: Sequence[str | None],
    ev2r: Mapping[str, Any],
) -> tuple[dict[str, list[float]], list[str], bool]:
    """Scores of every row.

    Args:
        table: Its rows have texts.
        specs: Metrics as users name them.
        roles: candidate, reference, claim and verdict to their columns; None to look for the usual names.
        ids: Of the rows.
        ev2r: Options of Ev²R.

    Returns:
        Scorer to scores, NaN where it failed; what is to be told of failures; and whether a scorer failed too often.
        A metric of one component has its own name, one of several `metric.component`. Beside a proxy score stands
        the constant prior: a model that does not beat this control has not looked at the evidence.

    Raises:
        UsageError: if a metric is unknown, a column is not there, or a cell is no text.
        CannotScore: if a metric can score nothing here, or would spend more than allowed.
    """
    metrics = load_metrics(_with_control(specs), ev2r_options(ev2r))
    columns = _columns(table, metrics, roles)
    items = [_item(table, number, columns, name) for number, name in enumerate(ids)]
    scorable = [number for number, item in enumerate(items) if item is not None]
    if not scorable:
        raise UsageError(f"{table.path}: every row lacks its text in {columns['candidate']!r}; nothing can be scored")
    present = [item for item in items if item is not None]
    askers = asking(metrics)
    if askers:
        estimate = estimated(askers, present)
        check_budgets(askers, estimate)
        say(f"models are asked: {estimate}")
    found: dict[str, list[float]] = {}
    told: list[str] = []
    too_many = False
    with progress_bar("scoring") as progress:
        for position, metric in enumerate(metrics):
            outcomes: list[Score | Failure] = []
            step = len(present) if getattr(metric, "batches", False) else _BATCH
            for start in range(0, len(present), step):
                outcomes += metric.score(present[start : start + step])
                progress(position * len(present) + len(outcomes), len(metrics) * len(present))
            for component in metric.components:
                name = metric.name if len(metric.components) == 1 else f"{metric.name}.{component}"
                column = [math.nan] * len(items)
                for number, outcome in zip(scorable, outcomes, strict=True):
                    column[number] = _value(outcome, component)
                found[name] = column
            told += _told(metric, outcomes)
            limit: float | None = getattr(metric, "max_failed", None)
            too_many |= _n_failed(outcomes) > (_TOO_MANY if limit is None else limit) * len(outcomes)
    without = len(items) - len(present)
    if without:
        told.append(f"{without} of {len(items)} rows have no text in {columns['candidate']!r} and so no score")
    return found, told, too_many


def _with_control(specs: Sequence[str]) -> list[str]:
    """The metrics, and the constant prior if one of them is a proxy score."""
    found = list(dict.fromkeys(specs))
    if _PROXY in found and _PRIOR not in found:
        found.insert(found.index(_PROXY) + 1, _PRIOR)
        say(f"{_PRIOR} stands beside {_PROXY} as a control")
    return found


def _value(outcome: Score | Failure, component: str) -> float:
    return math.nan if isinstance(outcome, Failure) else outcome.values.get(component, math.nan)


def _n_failed(outcomes: Sequence[Score | Failure]) -> int:
    return sum(isinstance(outcome, Failure) for outcome in outcomes)


def _told(metric: Metric, outcomes: Sequence[Score | Failure]) -> list[str]:
    """What a reader must know of a metric: what failed or was repaired, what stands in, which way it points."""
    lines = []
    failures = Counter(outcome.reason for outcome in outcomes if isinstance(outcome, Failure))
    partial = Counter(str(o.reason) for o in outcomes if isinstance(o, Score) and o.status == "partial")
    for counts, what in ((failures, "failed on"), (partial, "has a part of its score only on")):
        if counts:
            reason, most = counts.most_common(1)[0]
            others = f" ({most} rows) and {len(counts) - 1} other reasons" if len(counts) > 1 else ""
            lines.append(f"{metric.name} {what} {counts.total()} of {len(outcomes)} rows: {reason}{others}")
    repaired = sum(isinstance(outcome, Score) and bool(outcome.repairs) for outcome in outcomes)
    if repaired:
        lines.append(f"{metric.name}: {repaired} of {len(outcomes)} replies had to be repaired to be read")
    stand_in: Mapping[str, str] = getattr(metric, "stand_in", None) or {}
    lines += [f"{metric.name}: {ours} stands in for {theirs}" for theirs, ours in stand_in.items()]
    if not metric.higher_is_better:
        lines.append(f"{metric.name}: less is better; expect negative correlations")
    return lines


def _columns(table: RawTable, metrics: Sequence[Metric], roles: Mapping[str, str | None]) -> dict[str, str]:
    """Role to column: those the user named, and by their usual names those that a metric needs."""
    found = {role: name for role, name in roles.items() if name is not None}
    require_columns(table, found.values())
    spelled = {name.strip().casefold().replace(" ", "_").replace("-", "_"): name for name in reversed(table.columns)}
    for role in ("candidate", "reference", "claim", "verdict"):
        users = [metric.name for metric in metrics if role == "candidate" or role in metric.needs]
        usual = next((spelled[name] for name in ROLES[role] if name in spelled), None)
        if role not in found and users:
            if usual is None:
                told = ", ".join(table.columns[:8]) + (", …" if len(table.columns) > 8 else "")
                raise UsageError(
                    f"{table.path}: {users[0]} needs the {role}: name its column with --{role} (there are {told})"
                )
            found[role] = usual
    return found


def _item(table: RawTable, number: int, columns: Mapping[str, str], name: str | None) -> Item | None:
    """What is scored for a row; None if it has no candidate."""
    row, where = table.rows[number], f"{table.path}:{table.places[number]}"
    if is_missing(row.get(columns["candidate"])):
        return None
    texts: dict[str, Any] = {}
    for role in ("candidate", "reference"):
        value = row.get(columns[role]) if role in columns else None
        # An empty cell of a csv file is no reference; an empty candidate is a text without words.
        if is_missing(value) or (role == "reference" and value == ""):
            texts[role] = None
            continue
        try:
            texts[role] = value if isinstance(value, str) else passages(value, columns[role])
        except FieldError as error:
            raise UsageError(f"{where}: field {error.field!r}: expected {error.expected}, got {error.got}") from error
    for role in ("claim", "verdict"):
        value = row.get(columns[role]) if role in columns else None
        texts[role] = None if is_missing(value) or value == "" else str(value)
    if texts["verdict"] is not None:
        texts["verdict"] = canonical_verdict(texts["verdict"]) or texts["verdict"]
    return Item(**texts, id=id_text(name))
