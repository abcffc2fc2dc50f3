"""What the gate says to continuous integration: annotations, step summary, JUnit XML, JSON."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.suites.baseline import Allowed, CellId, Entry
from metricstress.suites.ci import (
    escape_data,
    escape_property,
    github_annotations,
    junit,
    step_summary,
    write_step_summary,
)
from metricstress.suites.errors import UsageError
from metricstress.suites.expectations import Cell, Outcome
from metricstress.suites.findings import Finding, GateResult
from metricstress.suites.gate_report import GateRun, as_record, summary, to_text

RUN = GateRun("stress", ["bleu"], 100, 0, Path("stress-baseline.toml"), Path("runs/x"), "metricstress gate", {})


def finding(status: str, perturbation: str = "typos", metric: str = "bleu", **fields: Any) -> Finding:
    cell = Cell(metric, metric, perturbation, 0.1, None, -0.1, -0.2, 0.0, 0.5, 0.45, 100, 0, 0, 100)
    compared: dict[str, Any] = {}
    if status in ("worse", "improved", "noise", "tolerated", "unchanged"):
        worse_by = {"worse": 4.4, "improved": -6.8, "noise": 2.4}.get(status, 0.0)
        before = Entry(-8.3, -9.0, -7.0, 100)
        compared = {"before": before, "now": Entry(-8.3 - worse_by, -13.0, -12.0, 100), "worse_by": worse_by}
        compared |= {"tolerance": Allowed(1.0), "line": 22}
    return Finding(cell, "stays", status, **{**compared, **fields})  # type: ignore[arg-type]


def unescaped(text: str) -> str:
    for code, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, character)
    return text


@given(st.text())
def test_escapes_hold_nothing_that_ends_a_command_and_lose_nothing(text: str) -> None:
    assert not set("\r\n") & set(escape_data(text))
    assert not set("\r\n:,") & set(escape_property(text))
    assert unescaped(escape_data(text)) == text == unescaped(escape_property(text))


def test_an_annotation_stands_at_the_line_of_its_cell() -> None:
    result = GateResult([finding("worse"), finding("unchanged", "noise")], {})
    assert github_annotations(result, "a,b/stress-baseline.toml") == [
        "::error file=a%2Cb/stress-baseline.toml,line=22,title=bleu/typos@0.1::"
        "-8.30%25 -> -12.70%25, 4.40 pp worse, tolerance 1"
    ]
    result = GateResult([finding("worse", metric="my.module:f")], {})
    assert "title=my.module%3Af/typos@0.1::" in github_annotations(result, "b.toml")[0]


@pytest.mark.parametrize("count", [0, 1, 10, 11, 300])
def test_there_are_never_more_than_ten_annotations_and_none_is_lost_unsaid(count: int) -> None:
    result = GateResult([finding("worse", f"p{number}", line=number) for number in range(count)], {})
    lines = github_annotations(result, "b.toml")
    assert len(lines) == min(count, 10)
    assert all(re.fullmatch(r"::error file=b\.toml,(line=\d+,)?title=[^:]+::[^\r\n]+", line) for line in lines)
    if count > 10:
        assert f"… and {count - 9} more" in lines[-1]


def test_every_kind_of_trouble_is_annotated_the_certain_first() -> None:
    gone: dict[CellId, int | None] = {("bleu", "old@0.1"): 30}
    failed = Outcome("fail", "bleu × negation: -1%, expected: drops by at least 10%")
    result = GateResult(
        [
            finding("unjudged", "a", reason="no line"),
            finding("unchanged", "b", outcome=failed),
            finding("unchanged", "c", outcome=Outcome("error", "cannot judge: 3 of 100 examples")),
            finding("worse", "d"),
            finding("improved", "e"),
            finding("skipped", "f", reason="nothing"),
        ],
        gone,
        ["bleu has another signature:\n   1"],
    )
    titles = [line.split("title=")[1] for line in github_annotations(result, "b.toml")]
    assert [title.split("::")[0] for title in titles] == [
        *("bleu/d@0.1", "bleu/b@0.1", "metricstress gate", "bleu/a@0.1", "bleu/c@0.1", "bleu/old@0.1")
    ]
    assert summary(result) == (
        "1 cell got worse, 1 improved, 2 unchanged, 1 cannot be judged, 1 not applicable, "
        "1 of the baseline not in this run; 1 expectation is not met"
    )


def test_the_summary_is_a_table_that_no_name_can_break() -> None:
    found = [finding("worse", "ty|pos\nx"), finding("noise", p_value=0.36, detectable=3.9), finding("unchanged", "z")]
    text = step_summary(GateResult(found, {("bleu", "old"): None}), "gate | x", "| run |\n|---|")
    table = [line for line in text.split("\n") if line.startswith(("| ✗", "| noise"))]
    assert len(table) == 2
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 7 for line in table)
    assert "-8.30% | -12.70% | 1 |" in table[0]
    assert "p = 0.36" in table[1]
    assert "`bleu/old` is in the baseline" in text
    assert text.endswith("| run |\n|---|\n")


@given(st.integers(700, 6000), st.text(min_size=1, max_size=40))
def test_a_summary_is_cut_at_a_line_end_and_says_so(limit: int, name: str) -> None:
    result = GateResult([finding("worse", f"{name}{number}") for number in range(40)], {})
    whole, text = step_summary(result, "gate", limit=10**9), step_summary(result, "gate", limit=limit)
    assert len(text.encode()) <= limit or text == whole
    if text != whole:
        kept, cut, _ = text.partition("\n\n*The summary was cut here")
        assert cut
        assert whole.startswith(kept + "\n")


def test_github_gets_at_most_900_kb() -> None:
    result = GateResult([finding("worse", f"p{number}") for number in range(20_000)], {})
    assert 890_000 < len(step_summary(result, "gate").encode()) <= 900_000


def test_a_summary_is_appended_where_github_says(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    path.write_text("before\n")
    write_step_summary("gate ✗\n", {"GITHUB_STEP_SUMMARY": str(path)})
    write_step_summary("lost", {})
    assert path.read_text(encoding="utf-8") == "before\ngate ✗\n"
    with pytest.raises(UsageError, match="cannot write the step summary"):
        write_step_summary("x", {"GITHUB_STEP_SUMMARY": str(tmp_path)})


def test_junit_has_a_case_a_cell_and_the_right_kinds() -> None:
    result = GateResult(
        [
            finding("worse"),
            finding("unchanged", "b"),
            finding("improved", "c"),
            finding("unjudged", "d", reason='3 failed: "<x>" & \x00\x1b'),
            finding("skipped", "e", reason="nothing to apply to"),
            finding("unchanged", "f", outcome=Outcome("error", "cannot judge")),
        ],
        {("bleu", "old"): 3},
        ["another signature"],
    )
    root = ElementTree.fromstring(junit(result, "stress").encode())
    (suite,) = root.findall("testsuite")
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "8",
        "failures": "1",
        "errors": "4",
        "skipped": "1",
    }
    kinds = {
        (case.get("classname"), case.get("name")): [child.tag for child in case] for case in suite.findall("testcase")
    }
    assert kinds == {
        ("bleu", "typos@0.1"): ["failure"],
        ("bleu", "b@0.1"): [],
        ("bleu", "c@0.1"): [],
        ("bleu", "d@0.1"): ["error"],
        ("bleu", "e@0.1"): ["skipped"],
        ("bleu", "f@0.1"): ["error"],
        ("bleu", "old"): ["error"],
        ("metricstress.gate", "problem 1"): ["error"],
    }
    message = root.find(".//failure")
    assert message is not None
    assert message.get("message") == "-8.30% -> -12.70%, 4.40 pp worse, tolerance 1"


@given(st.text())
def test_junit_is_xml_whatever_the_names(text: str) -> None:
    result = GateResult([finding("unjudged", text or "x", text or "x", reason=text)], {}, [text])
    assert ElementTree.fromstring(junit(result, text).encode()).tag == "testsuites"


def test_the_text_puts_the_worst_first_and_says_how_to_accept() -> None:
    found = [
        finding("worse", "a", worse_by=1.5),
        finding("improved", "it's"),
        finding("worse", "b", worse_by=9.0, p_value=1e-6, detectable=3.9, tolerance=Allowed(2.0, "judge is sampled")),
        finding("noise", "c", p_value=0.36, detectable=3.9),
    ]
    text = to_text(GateResult(found, {}), RUN)
    assert [re.findall(r"bleu/\S+", line)[0] for line in text.split("\n") if "bleu/" in line] == [
        *("bleu/b@0.1", "bleu/a@0.1", "bleu/c@0.1", "bleu/it's@0.1", "bleu/a@0.1")
    ]
    assert "9.00 pp worse   tolerance 2 (judge is sampled)   p < 0.0001; detectable from 3.90 pp" in text
    assert "stress-baseline.toml:22" in text
    assert "p = 0.36, not counted; detectable from 3.90 pp" in text
    assert "accept with: metricstress gate --update 'bleu/it'\"'\"'s@0.1'" in text
    assert "bleu varies from run to run: of 2 cells, a loss is found in 80% of all cases from 3.90 pp" in text
    assert "Details: metricstress show runs/x bleu/a@0.1" in text


def test_json_holds_every_cell_and_no_number_that_json_has_not() -> None:
    odd = finding("skipped", "n", reason="nothing")
    cell = Cell("bleu", "bleu", "copy", math.nan, None, None, None, None, None, None, 0, 5, 0, 5)
    record = as_record(GateResult([finding("worse"), odd, Finding(cell, "moves", "skipped")], {}), RUN)
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["exit_code"] == 1
    assert [row["name"] for row in record["cells"]] == ["bleu/typos@0.1", "bleu/n@0.1", "bleu/copy"]
    first = record["cells"][0]
    assert (first["before"], first["now"], first["worse_by"], first["unit"], first["line"]) == (
        *(-8.3, pytest.approx(-12.7), 4.4, "percent", 22),
    )
