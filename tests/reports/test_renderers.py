"""All renderers on real frames: the same digits everywhere, and what a reader must be told."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from typing import Any

import pandas as pd
import pytest
from rich.cells import cell_len

from metricstress.reports.deltas import averages, compute_deltas
from metricstress.reports.export import to_csv, to_json
from metricstress.reports.frames import deltas_frame, scores_frame
from metricstress.reports.markdown import escape, to_markdown
from metricstress.reports.notes import one_line
from metricstress.reports.table import build_grid, format_change, format_p_value, format_percent, format_score
from metricstress.reports.terminal import to_terminal

INTENTS = {
    "completeness": "altering",
    "random_shuffle": "altering",
    "contraction": "preserving",
    "redundancy_sentences": "preserving",
}
MESSAGE = "ValueError: no | `tick`\nand \x1b[31m[red]<b>x</b>"
META: dict[str, Any] = {
    "suite": "ev2r",
    "seed": 0,
    "n_examples": 12,
    "data": "claims.jsonl",
    "metrics": {"steady": "steady 1.0", "third": "third 2 | x"},
    "versions": {"numpy": "2.0"},
    "bad_rows": 2,
    "resamples": 2_000,
}


def row(number: int, perturbation: str, metric: str, component: str | None = None) -> dict[str, Any]:
    """Scores with a little of everything; `metric` says what goes wrong."""
    base = 0.3 + 0.05 * number
    applies = perturbation != "contraction" or number < 5
    score = base * (0.6 if INTENTS.get(perturbation) == "altering" else 0.97) if applies else base
    status, reason = ("ok", None) if applies else ("not_applicable", "no_contraction" if number % 2 else "no_text")
    if metric == "zero":
        base, score = 0.0, (0.0 if status == "not_applicable" else 0.01 * number)
    if metric == "logit":
        base, score = base - 2, score - 2
    if metric == "tiny":
        base, score = base / 200, score / 200
    if metric == "broken" or (metric == "third" and number % 3 == 0):
        base, score, status, reason = float("nan"), float("nan"), "failed", MESSAGE
    audit = "number changed" if perturbation == "random_shuffle" and number < 2 else None
    severity = None if perturbation == "elsewhere" else 1.0
    found = {"example_id": f"e{number:02}", "perturbation": perturbation, "severity": severity, "repeat": 0}
    found |= {"metric": metric, "component": component or metric, "status": status, "reason": reason}
    return found | {"base_score": base, "score": score, "n_edits": None if severity is None else 1, "audit": audit}


METRICS = ("steady", "third", "broken", "zero", "logit", "tiny")


def frames(
    metrics: tuple[str, ...] = METRICS, examples: int = 12, components: tuple[str | None, ...] = (None,)
) -> tuple[pd.DataFrame, pd.DataFrame]:
    names = [*INTENTS, "elsewhere"]
    every = [row(n, name, m, c) for m in metrics for c in components for name in names for n in range(examples)]
    scores = scores_frame(every, perturbations=names, metrics=metrics)
    return scores, compute_deltas(scores, INTENTS, metrics=metrics, bounds={"logit": (-5, 5)})


def plain(frames: tuple[pd.DataFrame, pd.DataFrame], **options: Any) -> str:
    return to_terminal(*frames, META, color=False, **{"width": 80} | options)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-32.74, "−32.7"),
        (4.25, "+4.2"),
        (0.0, "0.0"),
        (-0.04, "0.0"),
        (0.05, "+0.1"),
        (-100.0, "−100.0"),
        (12345.6, "+12345.6"),
        (float("nan"), "n/a"),
    ],
)
def test_percentages(value: float, text: str) -> None:
    assert format_percent(value) == text


def test_other_numbers() -> None:
    assert [format_score(value) for value in (0.4124, 0.0025, 41.237, -0.5, float("nan"))] == [
        "0.4124",
        "0.0025",
        "41.24",
        "−0.5000",
        "n/a",
    ]
    assert [format_change(value) for value in (-0.0123, 0.5, 0.0, -12.345)] == [
        "−0.0123",
        "+0.5000",
        "0.0000",
        "−12.35",
    ]
    assert [format_p_value(value) for value in (0.0001, 0.0213, 1.0)] == ["<0.001", "0.021", "1.000"]


def test_grid() -> None:
    grid = build_grid(*frames(), META)
    assert [group.title for group in grid.groups] == [
        "Semantics-altering (should drop)",
        "Semantics-preserving (should not move)",
        "Made elsewhere, intent not given",
    ]
    assert [column.label for column in grid.columns] == list(METRICS)
    shuffle, contraction = grid.groups[0].rows[1], grid.groups[1].rows[0]
    assert [cell.text if cell else "" for cell in shuffle.cells][:5] == [
        "−40.0!",
        "−40.0*!",
        "n/a*",
        "Δ+0.0550!",
        "Δ−0.2300!",
    ]
    assert (contraction.changed, contraction.cells[0] and contraction.cells[0].changed) == ("5/12", "5/12")
    assert contraction.cells[1] is not None
    assert contraction.cells[1].changed == "3/8"  # numbers 1, 2, 4 of those that are not 0, 3, 6, 9
    assert contraction.cells[0] is not None
    assert contraction.cells[0].changed_only == "−3.0"
    assert [average.text for average in grid.groups[0].averages] == ["−40.0", "−40.0", "n/a", "n/a", "n/a", "−40.0"]
    assert grid.groups[0].averages[0].n_cells == 2


def test_components_stand_in_the_label_where_there_are_several() -> None:
    scores, deltas = frames(("steady",), components=("precision", "f1"))
    assert [column.label for column in build_grid(scores, deltas, {}).columns] == ["steady/f1", "steady/precision"]


def test_severities_stand_in_the_label_where_there_are_several() -> None:
    every = [row(n, "typos", "steady") | {"severity": severity} for n in range(3) for severity in (0.1, 0.25)]
    scores = scores_frame(every)
    grid = build_grid(scores, compute_deltas(scores, {"typos": "preserving"}), {})
    assert [row.label for row in grid.groups[0].rows] == ["typos@0.1", "typos@0.25"]


def test_a_metric_that_was_not_run_on_a_perturbation() -> None:
    every = [row(n, "completeness", metric) for n in range(3) for metric in ("steady", "tiny")]
    scores = scores_frame([*every, *(row(n, "random_shuffle", "tiny") for n in range(3))])
    both = scores, compute_deltas(scores, INTENTS)
    assert build_grid(*both, {}).groups[0].rows[1].cells[0] is None
    assert re.search(r"^random_shuffle +3/3 +— +−40.0", plain(both), re.MULTILINE)
    assert re.search(r"^ +steady —$", plain(both, width=20), re.MULTILINE)
    assert "| random_shuffle | 3/3 | — | −40.0" in to_markdown(*both, {})


def test_notes() -> None:
    notes = {note.title: note.lines for note in build_grid(*frames(), META).notes}
    assert notes["Not applicable"] == ("contraction: 7 of 12 examples unchanged: no_contraction (4), no_text (3)",)
    assert notes["Failures"] == (
        "third failed on 4 of 12 examples (20 of 60 scores): ValueError: no | `tick` and [31m[red]<b>x</b>",
        "broken failed on 12 of 12 examples (60 of 60 scores): ValueError: no | `tick` and [31m[red]<b>x</b>",
    )
    assert notes["Audit"] == ("random_shuffle: the auditor objects to 2 of 12 changed texts: number changed",)
    assert notes["Remarks"] == (
        "zero, every perturbation: base mean is 0: absolute change",
        "logit, every perturbation: scale starts at -5: absolute change",
        "tiny, every perturbation: base mean 0.002875 is near 0: read the absolute change",
    )
    assert [line[0] for line in notes["How to read"][4:]] == ["Δ", "n", "*", "!", "°"]
    assert notes["Run"] == (
        "2 rows of the data could not be read and were left out",
        "steady: steady 1.0",
        "third: third 2 | x",
        "Versions: numpy 2.0",
    )
    clean = build_grid(*frames(("steady",)), {}).notes
    assert [note.title for note in clean] == ["Not applicable", "Audit", "How to read"]


def test_many_different_reasons_are_summed_up() -> None:
    every = [row(n, "completeness", "broken") | {"reason": f"KeyError: {n}"} for n in range(9)]
    scores = scores_frame(every)
    notes = build_grid(scores, compute_deltas(scores, INTENTS), {}).notes
    assert notes[0].lines == (
        "broken failed on 9 of 9 examples (9 of 9 scores): "
        "KeyError: 0 (1), KeyError: 1 (1), KeyError: 2 (1), 6 other reasons",
    )


@pytest.mark.parametrize("width", [80, 100, 44, 20])
def test_the_same_digits_in_every_format(width: int) -> None:
    both = frames()
    grid = build_grid(*both, META)
    terminal, markdown = plain(both, width=width), to_markdown(*both, META)
    exported = json.loads(to_json(*both, META))["deltas"]
    lines = {(line["perturbation"], line["metric"]): line for line in exported}
    for column, _, place, cell in grid.cells():
        found = lines[place.perturbation, column.metric]
        if cell.relative and cell.available:
            assert cell.change == format_percent(found["change_pct"])
            assert cell.changed_only == format_percent(found["change_pct_changed_only"])
            assert cell.interval == f"[{format_percent(found['low'])}, {format_percent(found['high'])}]"
        for text in (cell.change, cell.interval, cell.changed_only, cell.changed):
            if cell.n:
                assert text in terminal
                assert text in markdown.replace("\\", "")


def test_terminal_at_80_columns() -> None:
    text = plain(frames())
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert "\x1b" not in text
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
    head, shuffle = re.search(r"^ +changed +steady.*$", text, re.MULTILINE), re.search("^random_shuffle.*", text, re.M)
    assert head is not None
    assert shuffle is not None
    assert head[0].split() == ["changed", *METRICS]  # one block
    assert shuffle[0].split() == [
        "random_shuffle",
        "12/12",
        "−40.0!",
        "−40.0*!",
        "n/a*",
        "Δ+0.0550!",
        "Δ−0.2300!",
        "−40.0!°",
    ]
    assert re.search(r"^contraction +−0\.9 +\[−\d\.\d, −\d\.\d\] +−3\.0 +5/12", text, re.MULTILINE)
    assert "broken\nNo score for any example: see Failures." in text


def test_digits_stand_below_digits() -> None:
    text = plain(frames(("steady", "third")), detail=False)
    starts = [line.rindex("−40.0") for line in text.splitlines() if "−40.0" in line]
    assert len(starts) == 3  # without a flag, with two flags, and the average
    assert len(set(starts)) == 1


def test_detail_can_be_left_out() -> None:
    assert "95 % interval" in plain(frames())
    assert "95 % interval" not in plain(frames(), detail=False).split("How to read")[0]
    assert "95 % interval" not in to_markdown(*frames(), META, detail=False)


def test_metrics_that_do_not_fit_go_into_a_second_block() -> None:
    names = tuple(f"quite_a_long_metric_{number}" for number in range(8))
    text = plain(frames(names))
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert text.count("Semantics-altering (should drop)") == 2
    assert plain(frames(names), width=140).count("Semantics-altering (should drop)") == 1


def test_narrow_terminal_gets_a_line_a_cell() -> None:
    text = plain(frames(), width=44)
    assert max(cell_len(line) for line in text.splitlines()) <= 44
    block = text[text.index("random_shuffle, changed 12/12") :].splitlines()
    assert block[1] == "  steady −40.0! [−40.0, −40.0]"
    assert block[2] == "    only changed −40.0"
    assert block[3:5] == ["  third −40.0*! [−40.0, −40.0]", "    only changed −40.0 changed 8/8"]
    assert block[5] == "  broken n/a* changed 0/0"


def test_terminal_colour_follows_the_terminal_and_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    both = frames(("steady",))
    assert "\x1b[1m" in to_terminal(*both, META, color=True)
    assert "\x1b" not in to_terminal(*both, META)  # standard output is captured, so no terminal
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[1m" in to_terminal(*both, META)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in to_terminal(*both, META)
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", to_terminal(*both, META, color=True, width=80))
    assert "\n".join(line.rstrip() for line in stripped.splitlines()) + "\n" == plain(both)


def test_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    assert to_terminal(*frames(), META, color=False) == plain(frames(), width=44)


def test_markdown() -> None:
    text = to_markdown(*frames(), META)
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) == 3 + 5  # three groups; details of five metrics, as one has no score
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    assert "| random_shuffle | 12/12 | −40.0! | −40.0\\*! | n/a\\* |" in text
    assert "| **average** |  | **−40.0** | **−40.0** | **n/a** |" in text
    assert not re.search(r"(?<!\\)[<`]", text)
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a|b\nc", r"a\|b c"),
        ("`x` *y* <z> [l](u)", r"\`x\` \*y\* \<z\> \[l\](u)"),
        ("redundancy_words", "redundancy_words"),
        ("_x_", r"\_x\_"),
        ("back\\slash", r"back\\slash"),
        ("a &lt; b & c", r"a \&lt; b & c"),
        ("# ~~no~~", r"\# \~\~no\~\~"),
    ],
)
def test_markdown_escapes(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_one_line() -> None:
    assert one_line("a\r\n\tb\x1b[0m\u202e c\ud800") == "a b [0m c"
    assert one_line("x" * 20, 8) == "x" * 7 + "…"


def test_csv_comes_back_as_it_was() -> None:
    scores, deltas = frames()
    text = to_csv(scores, deltas, META)
    read = pd.read_csv(io.StringIO(text), keep_default_na=False, na_values=[""])
    pd.testing.assert_frame_equal(deltas_frame(read, perturbations=list(INTENTS), metrics=METRICS), deltas, rtol=1e-12)
    lines = list(csv.DictReader(io.StringIO(text)))
    assert float(lines[0]["change_pct"]) == deltas.loc[0, "change_pct"]
    assert "\r" not in text


def test_json_is_strict_and_whole() -> None:
    scores, deltas = frames()
    document = json.loads(
        to_json(scores, deltas, META | {"limit": float("nan"), "kinds": {"b", "a"}}), parse_constant=pytest.fail
    )
    assert document["meta"] == META | {"limit": None, "kinds": ["a", "b"]}
    assert [list(line) for line in document["deltas"]] == [list(deltas.columns)] * len(deltas)
    broken = next(line for line in document["deltas"] if line["metric"] == "broken")
    assert (broken["n"], broken["n_failed"], broken["base_mean"], broken["verdict"]) == (0, 12, None, None)
    assert document["deltas"][0]["change_pct"] == deltas.loc[0, "change_pct"]
    elsewhere = next(line for line in document["deltas"] if line["perturbation"] == "elsewhere")
    assert (elsewhere["severity"], elsewhere["intent"], elsewhere["expected"]) == (None, "unknown", None)


@pytest.mark.parametrize("render", [to_terminal, to_markdown])
def test_nothing_to_report(render: Any) -> None:
    with pytest.raises(ValueError, match=r"no rows.*at least one example"):
        render(scores_frame([]), deltas_frame([]), META)
    with pytest.raises(ValueError, match=r"no rows for completeness.*both frames of one run"):
        render(scores_frame([]), frames()[1], META)


@pytest.mark.parametrize("render", [to_terminal, to_markdown, to_csv, to_json])
def test_single_example_and_empty_meta(render: Any) -> None:
    both = frames(examples=1)
    assert render(*both, {}) == render(*both, {})
    assert "completeness" in render(*both, {})


def test_rich_is_loaded_for_the_terminal_only() -> None:
    code = (
        "import sys, metricstress.reports.markdown, metricstress.reports.export\n"
        "rooms = ('suites', 'perturb', 'metrics_under_test', 'language')\n"
        "print([m for m in sys.modules if m == 'rich' or m.startswith(tuple('metricstress.' + r for r in rooms))])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_no_average_where_the_intent_is_unknown() -> None:
    rows = [
        {
            **dict.fromkeys(("severity", "reason", "n_edits", "audit")),
            "example_id": str(n),
            "perturbation": name,
            "repeat": 0,
            "metric": "bleu",
            "component": "bleu",
            "status": "ok",
            "base_score": 1.0,
            "score": 0.5,
        }
        for n in range(4)
        for name in ("mine", "theirs")
    ]
    scores = scores_frame(rows)
    deltas = compute_deltas(scores, {"mine": "preserving", "theirs": "unknown"})
    assert list(averages(deltas)["intent"]) == ["preserving"]
    for width in (80, 30):
        assert to_terminal(scores, deltas, {}, width=width, color=False).splitlines().count("average") <= 1
    assert to_terminal(scores, deltas, {}, width=80, color=False).count("average ") == 1
    assert to_markdown(scores, deltas, {}).count("**average**") == 1
