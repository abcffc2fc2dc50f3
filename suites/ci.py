"""The gate's answer for continuous integration: GitHub's step summary and annotations, and JUnit XML.

GitHub shows at most ten annotations of a step and drops a summary over 1 MiB as a whole, hence the limits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from .baseline import full_name
from .errors import UsageError, told
from .findings import Finding, GateResult
from .gate_report import change_text, loss_text, summary, tolerance_text

__all__ = ["escape_data", "escape_property", "github_annotations", "junit", "step_summary", "write_step_summary"]

MOST_ANNOTATIONS: Final = 10
MOST_BYTES: Final = 900_000
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CUT: Final = "\n\n*The summary was cut here: it is longer than GitHub shows. The whole is in the log of the step.*\n"


def escape_data(text: str) -> str:
    """The text of a workflow command, in which line ends and percent signs are escaped."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """A property of a workflow command, in which colons and commas are escaped, too."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def github_annotations(result: GateResult, baseline: str) -> list[str]:
    """Workflow commands: an error for every cell that failed or cannot be judged, at most ten.

    Args:
        result: Of the gate.
        baseline: Path of its file, as in the repository.
    """
    found = [_annotation(finding.name, finding.line, _told(finding), baseline) for finding in _failed(result)]
    found += [_annotation("metricstress gate", None, problem, baseline) for problem in result.problems]
    found += [
        _annotation(finding.name, finding.line, f"cannot be judged: {_why(finding)}", baseline)
        for finding in result.findings
        if finding.in_doubt and not finding.failed
    ]
    found += [
        _annotation(full_name(cell), line, "in the baseline, but not in this run", baseline)
        for cell, line in result.gone.items()
    ]
    if len(found) <= MOST_ANNOTATIONS:
        return found
    more = f"… and {len(found) - MOST_ANNOTATIONS + 1} more; the log of the step has them all"
    return [*found[: MOST_ANNOTATIONS - 1], _annotation("metricstress gate", None, more, baseline)]


def step_summary(result: GateResult, title: str, appendix: str = "", limit: int = MOST_BYTES) -> str:
    """Markdown: the verdict, a table of the cells that matter, and an appendix; cut at a line end if too long.

    Args:
        result: Of the gate.
        title: Its heading.
        appendix: More Markdown, such as the table of the run.
        limit: Most bytes.
    """
    lines = [f"### {_cell(title)}", "", summary(result), ""]
    order = ("worse", "improved", "noise", "unjudged")
    rows = [finding for finding in result.findings if finding.failed or finding.status in order]
    rows.sort(key=lambda finding: (not finding.failed, order.index(finding.status) if finding.status in order else 9))
    if rows:
        lines += ["| | cell | baseline | now | tolerance | |", "|---|---|---:|---:|---:|---|"]
        lines += [_row(finding) for finding in rows]
        lines.append("")
    lines += [f"- `{full_name(cell)}` is in the baseline, but not in this run" for cell in result.gone]
    lines += [f"- {_cell(problem)}" for problem in result.problems]
    text = "\n".join([*lines, "", appendix.strip()]).rstrip("\n") + "\n"
    content = text.encode("utf-8", "backslashreplace")
    if len(content) <= limit:
        return content.decode()
    kept = content[: limit - len(_CUT.encode())]
    return kept[: kept.rindex(b"\n")].decode() + _CUT


def write_step_summary(text: str, environment: Mapping[str, str]) -> None:
    """Append to the file that `GITHUB_STEP_SUMMARY` names, if it names one.

    Raises:
        UsageError: if it cannot be written.
    """
    path = environment.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot write the step summary {path!r}: {told(error)}") from error


def junit(result: GateResult, suite: str) -> str:
    """JUnit XML: a test case a cell; worse is a failure, what cannot be judged an error, not applicable skipped."""
    cases: list[ElementTree.Element] = []
    counts = {"failures": 0, "errors": 0, "skipped": 0}
    for finding in result.findings:
        case = _case(*finding.id)
        if finding.failed:
            _outcome(case, "failure", _told(finding))
            counts["failures"] += 1
        elif finding.in_doubt:
            _outcome(case, "error", _why(finding))
            counts["errors"] += 1
        elif finding.status == "skipped":
            _outcome(case, "skipped", finding.reason or "not applicable")
            counts["skipped"] += 1
        cases.append(case)
    for cell in result.gone:
        cases.append(_case(*cell))
        _outcome(cases[-1], "error", "in the baseline, but not in this run")
        counts["errors"] += 1
    for number, problem in enumerate(result.problems, 1):
        cases.append(_case("metricstress.gate", f"problem {number}"))
        _outcome(cases[-1], "error", problem)
        counts["errors"] += 1
    attributes = {"name": _xml(f"metricstress gate {suite}"), "tests": str(len(cases))}
    attributes |= {name: str(count) for name, count in counts.items()}
    root = ElementTree.Element("testsuites")
    ElementTree.SubElement(root, "testsuite", attributes).extend(cases)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _failed(result: GateResult) -> Sequence[Finding]:
    found = [finding for finding in result.findings if finding.failed]
    return sorted(found, key=lambda finding: (finding.status != "worse", -(finding.worse_by or 0.0)))


def _told(finding: Finding) -> str:
    """What is wrong with a cell that failed."""
    parts = []
    if finding.status == "worse" and finding.before is not None and finding.now is not None:
        absolute = finding.now.absolute
        shown = [change_text(entry.change, absolute=absolute) for entry in (finding.before, finding.now)]
        worse = loss_text(finding.worse_by or 0.0, absolute=absolute)
        parts.append(f"{shown[0]} -> {shown[1]}, {worse} worse, {tolerance_text(finding)}")
    if finding.outcome is not None and finding.outcome.status == "fail":
        parts.append(finding.outcome.text)
    return "; ".join(parts)


def _why(finding: Finding) -> str:
    """Why a cell cannot be judged."""
    if finding.reason is not None:
        return finding.reason
    return finding.outcome.text if finding.outcome is not None else ""


def _annotation(title: str, line: int | None, text: str, file: str) -> str:
    place = f"file={escape_property(file)}," + (f"line={line}," if line is not None else "")
    return f"::error {place}title={escape_property(title)}::{escape_data(text)}"


def _row(finding: Finding) -> str:
    changes = [
        "" if entry is None else change_text(entry.change, absolute=entry.absolute)
        for entry in (finding.before, finding.now)
    ]
    mark = "✗ worse" if finding.status == "worse" else "✗ expectation" if finding.failed else finding.status
    if finding.failed:
        note = "" if finding.outcome is None or finding.outcome.status != "fail" else finding.outcome.text
    else:
        note = _why(finding) if finding.in_doubt else ""
    if finding.p_value is not None:
        note = f"p = {finding.p_value:.2g}" + (f"; {note}" if note else "")
    texts = (mark, f"`{finding.name}`", *changes, tolerance_text(finding).removeprefix("tolerance "), note)
    return "| " + " | ".join(map(_cell, texts)) + " |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _case(classname: str, name: str) -> ElementTree.Element:
    return ElementTree.Element("testcase", {"classname": _xml(classname), "name": _xml(name), "time": "0"})


def _outcome(case: ElementTree.Element, kind: str, message: str) -> None:
    ElementTree.SubElement(case, kind, {"message": _xml(message)})


def _xml(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)
