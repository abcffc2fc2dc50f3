"""The words of a report: labels, and notes on what did not apply, what failed and how it was computed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import pandas as pd

from .frames import REFUSED, severity_key
from .tally import Tally

__all__ = [
    "READING",
    "Labels",
    "Note",
    "caption",
    "column_labels",
    "lower_is_better",
    "notes",
    "one_line",
    "row_labels",
    "stacked",
    "title",
]

Labels: TypeAlias = Mapping[tuple[str, float | None], str]
"""Perturbation and severity (None where there is none) to the label of the row."""

READING: Final = "How to read"
"""The title of the note that explains the numbers and the signs beside them."""
_INSTRUCTION: Final = "injected_instruction"
_SHOWN: Final = 3  # different reasons in a line
_REASON_LENGTH: Final = 100
_CELL_REMARKS: Final = (": absolute change", ": no interval", ": read the absolute change")


@dataclass(frozen=True, slots=True)
class Note:
    """A titled list under the table."""

    title: str
    lines: tuple[str, ...]


def one_line(text: str, limit: int | None = None) -> str:
    """`text` on one line, without what a terminal would obey or could not print, and not longer than `limit`."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def title(meta: Mapping[str, Any]) -> str:
    """The title of a report."""
    return one_line(f"metricstress: {meta['suite']}") if meta.get("suite") else "metricstress"


def caption(meta: Mapping[str, Any]) -> str:
    """What the numbers are, and of which examples."""
    parts = [one_line(str(meta["data"]))] if meta.get("data") else []
    if meta.get("n_examples") is not None:
        parts.append(f"{meta['n_examples']} examples")
    if meta.get("seed") is not None:
        parts.append(f"seed {meta['seed']}")
    head = "Change of the mean score in percent" + (f" ({', '.join(parts)})" if parts else "")
    stand_ins = [f"{one_line(own)} for the paper's {one_line(theirs)}" for theirs, own in _stand_ins(meta)]
    return f"{head}. Ev²R's columns are of stand-ins: {'; '.join(stand_ins)}" if stand_ins else head


def lower_is_better(meta: Mapping[str, Any]) -> frozenset[str]:
    """The metrics of which a lower score is better."""
    return frozenset(map(str, meta.get("lower_is_better") or ()))


def _stand_ins(meta: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was used in place of a model of the paper's: its model, and ours."""
    return [(str(theirs), str(own)) for theirs, own in dict(meta.get("stand_ins") or {}).items()]


def row_labels(deltas: pd.DataFrame) -> Labels:
    """Perturbation and severity to the perturbation's name, with `@severity` where it has several."""
    rows = deltas[["perturbation", "severity"]].drop_duplicates()
    several = rows["perturbation"].value_counts()
    return {
        (name, severity_key(severity)): one_line(
            name if several[name] == 1 or math.isnan(severity) else f"{name}@{severity:g}"
        )
        for name, severity in rows.itertuples(index=False)
    }


def column_labels(deltas: pd.DataFrame) -> dict[tuple[str, str], str]:
    """Metric and component to the metric's name, with the component where the metric has several.

    The order is that of the frame, a metric's components together and by name.
    """
    components: dict[str, set[str]] = {}
    for metric, component in deltas[["metric", "component"]].drop_duplicates().itertuples(index=False):
        components.setdefault(metric, set()).add(component)
    return {
        (metric, component): one_line(f"{metric}/{component}" if len(names) > 1 else metric)
        for metric, names in components.items()
        for component in sorted(names)
    }


def stacked(label: str) -> str:
    """A long name over several lines, broken after its own separators: `hungarian_` over `meteor`."""
    pieces = re.findall(r"[^._/:-]+[._/:-]*|[._/:-]+", label)
    target = max([8, *(len(piece) for piece in pieces)])
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece) > target:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)


def notes(tally: Tally, deltas: pd.DataFrame, labels: Labels, meta: Mapping[str, Any]) -> tuple[Note, ...]:
    """The notes of a report in the order of reading; a note with nothing to say is left out."""
    found = (
        Note("Blind spots", tuple(_blind_spots(deltas, labels))),
        Note("Injected instructions", tuple(_obeyed(deltas))),
        Note("Not applicable", tuple(_not_applicable(tally, labels))),
        Note("Failures", tuple(_failures(tally, deltas))),
        Note("Scores with a remark", tuple(_repairs(tally, deltas))),
        Note("Audit", tuple(_audit(tally, labels))),
        Note("Remarks", tuple(_remarks(deltas, labels))),
        Note(READING, tuple(_legend(deltas, meta))),
        Note("Run", tuple(_run(meta))),
    )
    return tuple(note for note in found if note.lines)


def _blind_spots(deltas: pd.DataFrame, labels: Labels) -> Iterable[str]:
    """A line a metric: the share of altering edits that it hardly noticed, over all and by perturbation."""
    judged = deltas[deltas["blind_share"].notna()]
    judged = judged.assign(label=_labels_of(judged, labels))
    if judged["label"].nunique() < 2:
        return
    yield (
        "Share of the altered texts whose score fell by less than a tenth of what completeness costs the metric on "
        "average, over all and by perturbation."
    )
    for (metric, component), name in column_labels(deltas).items():
        cells = judged[(judged["metric"] == metric) & (judged["component"] == component)]
        edited = int(cells["n_changed"].sum())
        if edited:
            share = math.fsum(cells["blind_share"] * cells["n_changed"]) / edited
            worst = cells.sort_values(["blind_share", "label"], ascending=[False, True], kind="stable")
            parts = [f"{label} {of:.0%}" for label, of in zip(worst["label"], worst["blind_share"], strict=True)]
            yield f"{name}: {share:.0%} of {edited:,}: {', '.join(parts)}"


def _obeyed(deltas: pd.DataFrame) -> Iterable[str]:
    """A line a metric: how many forms of an injected instruction raised its score beyond chance."""
    forms = deltas[(deltas["perturbation"].str.split(":").str[0] == _INSTRUCTION) & (deltas["n_changed"] > 0)]
    for (metric, component), name in column_labels(deltas).items():
        cells = forms[(forms["metric"] == metric) & (forms["component"] == component)]
        if len(cells):
            obeyed = cells[(cells["change_abs"] > 0) & (cells["low"] > 0)]
            which = f": {_listed(list(obeyed['perturbation']))}" if len(obeyed) else ""
            yield f"{name} obeys {len(obeyed)} of {len(cells)} forms (score raised, interval above 0){which}"


def _labels_of(frame: pd.DataFrame, labels: Labels) -> pd.Series:
    keys = zip(frame["perturbation"], frame["severity"], strict=True)
    found = [labels.get((name, severity_key(severity))) for name, severity in keys]
    return pd.Series(pd.array(found, dtype="string"), index=frame.index)


def _not_applicable(tally: Tally, labels: Labels) -> Iterable[str]:
    for key, label in labels.items():
        counts = tally.rows[key]
        if counts.unchanged:
            yield (
                f"{label}: {counts.unchanged.total()} of {counts.n_examples} examples unchanged: "
                f"{_counted(counts.unchanged)}"
            )


def _failures(tally: Tally, deltas: pd.DataFrame) -> Iterable[str]:
    for metric in deltas["metric"].unique():
        counts = tally.metrics[metric]
        if counts.n_failed_calls:
            yield (
                f"{one_line(metric)} failed on {counts.n_failed_examples} of {counts.n_examples} "
                f"examples ({counts.n_failed_calls} of {counts.n_calls} scores): {_counted(counts.reasons)}"
            )


def _repairs(tally: Tally, deltas: pd.DataFrame) -> Iterable[str]:
    for metric in deltas["metric"].unique():
        counts = tally.metrics[metric]
        if counts.remarks:
            yield f"{one_line(metric)}: {counts.remarks.total()} of {counts.n_calls} scores: {_counted(counts.remarks)}"


def _audit(tally: Tally, labels: Labels) -> Iterable[str]:
    for key, label in labels.items():
        counts = tally.rows[key]
        if counts.objections:
            yield (
                f"{label}: the auditor objects to {counts.objections.total()} of {counts.n_texts} changed texts: "
                f"{_counted(counts.objections)}"
            )


def _remarks(deltas: pd.DataFrame, labels: Labels) -> Iterable[str]:
    rows_of: dict[tuple[str, str], list[str]] = {}
    cells_of: dict[str, int] = {}
    columns = column_labels(deltas)
    for cell in deltas.assign(label=_labels_of(deltas, labels)).to_dict("records"):
        name = columns[cell["metric"], cell["component"]]
        cells_of[name] = cells_of.get(name, 0) + 1
        for part in () if pd.isna(cell["reason"]) else cell["reason"].split("; "):
            if part.endswith(_CELL_REMARKS):
                rows_of.setdefault((name, part), []).append(cell["label"])
    for (name, part), rows in rows_of.items():
        where = "every perturbation" if len(rows) == cells_of[name] else _listed(rows)
        yield one_line(f"{name}, {where}: {part}")


def _legend(deltas: pd.DataFrame, meta: Mapping[str, Any]) -> Iterable[str]:
    resamples = f"{meta['resamples']:,} resamples" if meta.get("resamples") else "percentile"
    yield (
        "Change is 100 × (mean after − mean before) / mean before, of the means over all scored examples; "
        "an example that a perturbation leaves unchanged counts with its base score."
    )
    yield "Only changed is the same over the changed examples; changed is how many those are, of all scored."
    yield (
        f"Intervals: 95 % paired bootstrap over examples ({resamples}). p: paired sign-flip test of the mean "
        "difference, two-sided, one cell at a time."
    )
    if deltas["monotonicity"].notna().any():
        steps = deltas["monotonicity"].dropna()
        yield (
            "Monotonicity is the share of steps to the next severity in which the mean does not rise; here it is "
            f"{steps.mean():.2f} on average (column monotonicity of the deltas)."
        )
    lower = [one_line(name) for name in dict.fromkeys(deltas["metric"]) if name in lower_is_better(meta)]
    if lower:
        yield f"Of {', '.join(lower)} lower scores are better: what should drop should rise there."
    yield "Average is the plain mean over the rows of a group that have a percentage."
    if _uneven_averages(deltas):
        yield "† the average is over fewer rows, as the others of its group have no percentage."
    refused = (deltas["verdict"] == REFUSED).fillna(False)
    if refused.any():
        yield "n/a the metric failed on too many examples for a number (see Failures)."
    shown = deltas["n_changed"] > 0
    if (shown & ~refused & deltas["change_pct"].isna()).any():
        yield "Δ absolute change of the mean score, where no percentage exists (see Remarks)."
    if (~shown).any():
        yield "n/a no example was both changed and scored."
    if (deltas["n_failed"] > 0).any():
        yield "* rests on fewer examples, as the metric failed on some (see Failures)."
    if (deltas["n_audited_wrong"] > 0).any():
        yield "! the auditor objects to some of the edits (see Audit)."
    if deltas["reason"].str.contains("is near 0", regex=False).fillna(False).any():
        yield "° base mean near 0, so the percentage says little (see Remarks)."


def _uneven_averages(deltas: pd.DataFrame) -> bool:
    """Whether some rows of a group have a percentage of a metric and others have none."""
    judged = deltas[deltas["intent"] != "unknown"]
    counted = judged["change_pct"].notna() & (judged["n_changed"] > 0)
    shares = counted.groupby([judged[name] for name in ("intent", "metric", "component")]).mean()
    return bool(((shares > 0) & (shares < 1)).any())


def _run(meta: Mapping[str, Any]) -> Iterable[str]:
    if meta.get("bad_rows"):
        yield f"{meta['bad_rows']} rows of the data could not be read and were left out"
    for name, signature in dict(meta.get("metrics") or {}).items():
        yield one_line(f"{name}: {signature}")
    if meta.get("versions"):
        yield one_line("Versions: " + ", ".join(f"{name} {version}" for name, version in meta["versions"].items()))


def _counted(reasons: Mapping[str, int]) -> str:
    """`no_number (40), no_text (1)`: the commonest first."""
    counts: dict[str, int] = {}
    for reason, number in sorted((one_line(reason, _REASON_LENGTH), number) for reason, number in reasons.items()):
        counts[reason] = counts.get(reason, 0) + number
    ranked = sorted(counts, key=lambda reason: -counts[reason])
    if len(ranked) == 1:
        return ranked[0]
    rest = [f"{len(ranked) - _SHOWN} other reasons"] if len(ranked) > _SHOWN else []
    return ", ".join([f"{reason} ({counts[reason]})" for reason in ranked[:_SHOWN]] + rest)


def _listed(names: Sequence[str]) -> str:
    rest = [f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else []
    return ", ".join([*names[:_SHOWN], *rest])
