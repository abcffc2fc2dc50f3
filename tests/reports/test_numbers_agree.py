"""Every number of a report, read back from every format, is the same to the printed digit."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pandas as pd
import pytest
from support.run_frames import META, awkward_run

from metricstress.reports.export import to_csv, to_json
from metricstress.reports.latex import BEGIN, END, escape, to_latex
from metricstress.reports.markdown import to_markdown
from metricstress.reports.notes import column_labels, row_labels
from metricstress.reports.table import build_grid
from metricstress.reports.terminal import to_terminal

Frames = tuple[pd.DataFrame, pd.DataFrame]
Numbers = dict[tuple[str, str], str]
"""Row and column label to the number as printed, without flags."""

FLAGS = "*!°†"


@pytest.fixture(scope="module")
def frames() -> Frames:
    return awkward_run()


def printed(value: float, decimals: int = 1, signed: bool = True) -> str:
    """Our own rounding: not that of the code under test."""
    text = f"{value:+.{decimals}f}" if signed else f"{value:.{decimals}f}"
    return (text.lstrip("+-") if not text.strip("+-0.") else text).replace("-", "−")


def expected(rows: Iterator[Mapping[str, Any]], frames: Frames) -> tuple[Numbers, Numbers]:
    """Changes and intervals from the numbers in full precision; only where there is a percentage."""
    changes: Numbers = {}
    intervals: Numbers = {}
    columns, labels = column_labels(frames[1]), row_labels(frames[1])
    for row in rows:
        severity = None if row["severity"] in ("", None) else float(row["severity"])
        key = labels[row["perturbation"], severity], columns[row["metric"], row["component"]]
        values = [math.nan if row[name] in ("", None) else float(row[name]) for name in ("change_pct", "low", "high")]
        if math.isnan(values[0]) or not int(row["n_changed"]):
            continue
        changes[key] = printed(values[0])
        intervals[key] = f"[{printed(values[1])}, {printed(values[2])}]"
    return changes, intervals


def from_csv(frames: Frames) -> tuple[Numbers, Numbers]:
    return expected(csv.DictReader(io.StringIO(to_csv(*frames, META))), frames)


def from_json(frames: Frames) -> tuple[Numbers, Numbers]:
    return expected(iter(json.loads(to_json(*frames, META))["deltas"]), frames)


def bare(text: str) -> str:
    return text.strip().rstrip(FLAGS)


def from_markdown(frames: Frames) -> tuple[Numbers, Numbers]:
    text = to_markdown(*frames, META)
    changes: Numbers = {}
    intervals: Numbers = {}
    by_escaped = {re.sub(r"\\", "", column.label): column.label for column in build_grid(*frames, META).columns}
    heading = ""
    head: list[str] = []
    for line in text.splitlines():
        if line.startswith("### "):
            heading, head = re.sub(r"\\", "", line[4:]), []
        if not line.startswith("| "):
            continue
        cells = [re.sub(r"\\(.)", r"\1", cell) for cell in re.split(r"(?<!\\) \| ", line.strip("| "))]
        if not head:
            head = cells
        elif head[0] == "perturbation" and cells[0] != "---" and "**average**" not in line:
            if head[1] == "changed":
                for name, cell in zip(head[2:], cells[2:], strict=True):
                    changes[cells[0], name] = bare(cell)
            elif heading in by_escaped:
                intervals[cells[0], by_escaped[heading]] = cells[3]
    return changes, intervals


def from_latex(frames: Frames) -> tuple[Numbers, Numbers]:
    text = to_latex(*frames, META)
    columns = [column.label for column in build_grid(*frames, META).columns]
    rows = {escape(label): label for label in row_labels(frames[1]).values()}
    headings = {rf"\emph{{{escape(label)}}}": label for label in columns}
    table = text[text.index(BEGIN + "\n") : text.index(END + "\n")]
    found: dict[str, list[str]] = {}
    for line in table.splitlines():
        name, *cells = line.removesuffix(r" \\").split(" & ")
        if name in rows:
            found.setdefault(rows[name], []).extend(latex_number(cell) for cell in cells[1:])
    changes = {(row, column): cell for row, cells in found.items() for column, cell in zip(columns, cells, strict=True)}
    intervals: Numbers = {}
    heading = ""
    for line in text[text.index(r"\begin{longtable}") :].splitlines():
        name, *cells = line.removesuffix(r" \\").split(" & ")
        heading = next((label for mark, label in headings.items() if mark in line), heading)
        if name in rows and len(cells) == 7:
            intervals[rows[name], heading] = cells[2].replace("$-$", "−")
    return changes, intervals


def latex_number(cell: str) -> str:
    cell = re.sub(r"\\phantom\{\\textsuperscript\{[^{}]*(\{\}[^{}]*)*\}\}", "", cell)
    cell = re.sub(r"\\textsuperscript\{[^{}]*(\{\}[^{}]*)*\}", "", cell)
    return cell.replace("$-$", "−").replace(r"$\Delta$", "Δ")


def from_terminal(frames: Frames, width: int) -> tuple[Numbers, Numbers]:
    text = to_terminal(*frames, META, width=width, color=False)
    columns = [column.label for column in build_grid(*frames, META).columns]
    labels = list(row_labels(frames[1]).values())
    found: dict[str, list[str]] = {label: [] for label in labels}
    intervals: Numbers = {}
    heading = ""
    for line in text.splitlines():
        heading = line if line in columns else heading
        parts = re.split(r" +", line.strip())
        if line.startswith(" ") or parts[0] not in labels:
            continue
        if re.fullmatch(r"\d+/\d+", parts[1]):
            found[parts[0]] += [bare(part) for part in parts[2:]]
        elif interval := re.search(r"\[.*?\]", line):
            intervals[parts[0], heading] = re.sub(r"\[ *", "[", interval[0])
    changes = {(row, column): cell for row, cells in found.items() for column, cell in zip(columns, cells, strict=True)}
    return changes, intervals


def from_narrow_terminal(frames: Frames) -> tuple[Numbers, Numbers]:
    text = to_terminal(*frames, META, width=44, color=False)
    columns = [column.label for column in build_grid(*frames, META).columns]
    changes: Numbers = {}
    intervals: Numbers = {}
    row = column = ""
    for line in text.splitlines():
        if start := re.fullmatch(r"(\S+), changed \d+/\d+", line):
            row = start[1]
            continue
        if not line.startswith("  "):
            row = ""
        if not row:
            continue
        if not line.startswith("    "):
            column = next((name for name in columns if line.startswith(f"  {name} ")), column)
            rest = line.removeprefix(f"  {column} ")
            changes.setdefault((row, column), bare(rest.split(" ", 1)[0]))
        if interval := re.search(r"\[[−+\dΔ.]+, [−+\d.]+\]", line):
            intervals.setdefault((row, column), interval[0])
    return changes, intervals


READERS: dict[str, Callable[[Frames], tuple[Numbers, Numbers]]] = {
    "json": from_json,
    "markdown": from_markdown,
    "latex": from_latex,
    "terminal at 80 columns": lambda frames: from_terminal(frames, 80),
    "terminal at 200 columns": lambda frames: from_terminal(frames, 200),
    "terminal at 44 columns": from_narrow_terminal,
}


@pytest.mark.parametrize("name", READERS)
def test_numbers_read_back(name: str, frames: Frames) -> None:
    changes, intervals = from_csv(frames)
    assert len(changes) > 60
    found, found_intervals = READERS[name](frames)
    assert {key: found.get(key) for key in changes} == changes
    assert {key: found_intervals.get(key) for key in intervals} == intervals


def test_no_percentage_where_none_means_anything(frames: Frames) -> None:
    """An absolute change is marked, whatever the format; a refused cell has no number at all."""
    relative, _ = from_csv(frames)
    for name, reader in READERS.items():
        if name == "json":
            continue
        found, _ = reader(frames)
        for (row, column), text in found.items():
            if (row, column) in relative:
                continue
            assert text.startswith("n/a" if column == "broken" else "Δ"), (name, row, column, text)


def test_an_average_over_fewer_rows_says_so() -> None:
    scores, deltas = awkward_run({"bleu": ("bleu",)})
    judged = deltas.copy()
    judged.loc[judged["perturbation"] == "completeness", "change_pct"] = math.nan
    grid = build_grid(scores, judged, {})
    assert grid.groups[0].averages[0].text.endswith("†")
    assert any(mark.startswith("†: the average is over fewer rows") for mark in grid.marks)
    for text in (to_terminal(scores, judged, {}, width=80, color=False), to_markdown(scores, judged, {})):
        assert re.search(r"average\W+[−\d.]+†", text)
    whole = build_grid(scores, deltas, {})
    assert "†" not in whole.groups[0].averages[0].text + "".join(whole.marks)
