"""The pytest plugin as its users meet it: pytest in a folder of theirs, in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from metricstress.suites import drops, monotone, stays
from metricstress.suites.errors import UsageError
from metricstress.suites.marker import cells_of_marker

# The entry point loads the plugin under another name, where metricstress is installed.
_PLUGIN = ["-p", "no:metricstress", "-p", "metricstress.suites.pytest_plugin"]

WITHIN = stays(within=0.1)

METRICS = '''
def overlap(candidate, reference):
    """Share of the reference's words; blind to their order."""
    words = set(reference.lower().split())
    return len(words & set(candidate.lower().split())) / max(1, len(words))


def raising(candidate, reference):
    raise RuntimeError("no model")
'''

TESTS = """
import pytest
from metrics import overlap, raising
from metricstress.perturb import random_shuffle, typos
from metricstress.suites import drops, monotone, stays

TEXTS = [f"The bridge of town {n} was built in 190{n} and it is not safe for heavy cars." for n in range(8)]


@pytest.mark.stress(
    metric=overlap,
    examples=TEXTS,
    cells=[
        (typos(0.1), stays(within=0.3, min_n=5)),
        (random_shuffle, drops(at_least=0.2, min_n=5)),
        ("negation", drops(at_least=0.5, min_n=5), "a bag of words hardly sees a negation"),
        ("num2text", stays(within=0.5, min_n=5), "said to fail, but it does not"),
        ("contraction", stays(within=0.5)),
        (typos, monotone(min_n=5)),
    ],
)
def test_overlap(stress_case):
    stress_case.check()
"""


@dataclass(frozen=True)
class Project:
    folder: Path

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, *args: str, code: int | None = None) -> str:
        """What pytest prints; `code` is the exit code that it must have."""
        environment = {**os.environ, "PYTEST_ADDOPTS": "", "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
        environment.pop("CI", None)
        path = [str(self.folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *_PLUGIN, "-p", "no:cacheprovider", *args],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        output = done.stdout + done.stderr
        assert code is None or done.returncode == code, output
        return output


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write("metrics.py", METRICS)
    return made


def test_importing_the_plugin_imports_only_pytest() -> None:
    code = (
        "import sys, pytest\nbefore = set(sys.modules)\nimport metricstress.suites.pytest_plugin\n"
        "print(sorted(set(sys.modules) - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    own = ["metricstress", "metricstress.suites", "metricstress.suites.pytest_plugin"]
    added = [name for name in eval(done.stdout) if name not in sys.stdlib_module_names]
    assert added == own


def test_the_whole_of_a_run(project: Project) -> None:
    project.write("test_mine.py", TESTS)
    output = project.run("--junitxml=junit.xml", "--stress-report=cells.json", "--stress-worst=1", code=1)
    assert "3 failed, 2 passed, 1 xfailed" in output

    # A failure: its first line says all, then come the numbers, the example that tells most, and the command.
    failure = output[output.index("overlap × random_shuffle@1: ") :]
    lines = failure[: failure.index("____")].splitlines()
    assert lines[0] == "overlap × random_shuffle@1: +0.0%, expected: drops by at least 20%"
    assert "  score change   +0.0%   95% CI [+0.0%, +0.0%]" in lines
    assert "  mean score     1 -> 1" in lines
    assert "  examples       8 changed and scored, 0 not applicable, 0 failed (of 8)" in lines
    assert "  The example whose score got worse least:" in lines
    assert sum(line.startswith("      - The bridge of town") for line in lines) == 1
    assert "  Rerun: pytest 'test_mine.py::test_overlap[overlap-random_shuffle@1]' --stress-seed=0" in lines
    assert "Traceback" not in output and "cells=[" not in output

    # Too few applicable examples are an error, whatever their scores; an expected failure that passes is strict.
    assert "overlap × contraction@1: cannot judge: 8 of 8 applicable, min_n=20" in output
    assert "[XPASS(strict)] said to fail, but it does not" in output

    summary = output[output.index("- metric stress -") :]
    rows = {line.split()[1]: line for line in summary.splitlines() if line.startswith("overlap ")}
    verdicts = {name: re.search(r"\d/\d+ +(\S+)", line)[1] for name, line in rows.items()}  # type: ignore[index]
    assert verdicts == {
        "typos@0.1": "pass",
        "random_shuffle@1": "FAIL",
        "negation@0.01": "xfail",
        "num2text@1": "XPASS",
        "contraction@1": "ERROR",
        "typos@0.05..0.4": "pass",
    }
    assert "[a bag of words hardly sees a negation]" in rows["negation@0.01"]
    assert re.search(r"FAILED test_mine.py::test_overlap\[overlap-random_shuffle@1\] - Failed: overlap × ran", output)

    cases = {case.get("name"): case for case in ElementTree.parse(project.folder / "junit.xml").iter("testcase")}
    assert len(cases) == 6
    failed = cases["test_overlap[overlap-random_shuffle@1]"].find("failure")
    assert failed is not None
    assert failed.get("message", "").startswith("Failed: overlap × random_shuffle@1: +0.0%, expected: drops by")
    properties = {
        item.get("name"): item.get("value") for item in cases["test_overlap[overlap-typos@0.1]"].iter("property")
    }
    assert properties["n"] == "8" and float(properties["change"] or 1) < 0

    cells = json.loads((project.folder / "cells.json").read_text(encoding="utf-8"))["cells"]
    assert {cell["perturbation"]: cell["status"] for cell in cells} == {
        "typos": "pass",
        "random_shuffle": "fail",
        "negation": "fail",
        "num2text": "pass",
        "contraction": "error",
    }
    assert [cell["severities"] for cell in cells if cell["expected"].startswith("never")] == [[0.05, 0.1, 0.2, 0.4]]


@pytest.mark.slow
def test_two_workers_say_the_same_as_one(project: Project) -> None:
    """The closing table is whole, and nothing but the order and the times differ."""
    project.write("test_mine.py", TESTS)
    one = project.run("--stress-report=one.txt", code=1)
    two = project.run("-n2", "--dist=loadgroup", "--stress-report=two.txt", code=1)
    assert (project.folder / "one.txt").read_text() == (project.folder / "two.txt").read_text()
    table = one[one.index("- metric stress -") :].split("=====")[0].splitlines()[1:-1]
    assert len(table) == 7
    assert all(line in two for line in table)


@pytest.mark.slow
def test_selection_and_last_failed(project: Project) -> None:
    project.write("test_mine.py", TESTS)
    assert "1 failed, 5 deselected" in project.run("-k", "overlap-random_shuffle", code=1)
    project.run("-p", "cacheprovider", code=1)
    again = project.run("-p", "cacheprovider", "--lf", code=1)
    assert "3 failed, 3 deselected" in again or "run-last-failure: rerun previous 3 failures" in again
    rerun = re.search(r"Rerun: pytest '(.+)' (--stress-seed=0)", again)
    assert rerun is not None
    assert "1 failed" in project.run(rerun[1], rerun[2], code=1)


def test_options_and_ini_keys(project: Project) -> None:
    project.write(
        "data/dev.jsonl", "\n".join(json.dumps({"candidate": f"It is late and {n} of them came."}) for n in range(9))
    )
    project.write("pytest.ini", "[pytest]\nstress_examples = data/dev.jsonl\nstress_limit = 7\nstress_seed = 3\n")
    project.write(
        "tests/test_ini.py",
        "import pytest\nfrom metrics import overlap\nfrom metricstress.suites import stays\n"
        "@pytest.mark.stress(metric=overlap, cells=[('contraction', stays(within=0.01, min_n=1))])\n"
        "def test_it(stress_case):\n    stress_case.check()\n"
        "def test_by_hand(stress):\n    assert stress(overlap, 'contraction').n_total == 7\n",
    )
    output = project.run(code=1)
    assert "7 changed and scored, 0 not applicable, 0 failed (of 7)" in output
    assert "--stress-seed=3" in output
    assert "1 passed" in output
    output = project.run("--stress-limit=2", "--stress-seed=4", "--stress-worst=0", "-k", "test_it", code=1)
    assert "(of 2)" in output and "--stress-seed=4 --stress-limit=2" in output and "The example" not in output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--stress-seed=x"], "--stress-seed takes a whole number from 0, but got 'x'"),
        (["--stress-limit=0"], "--stress-limit takes a whole number from 1, but got '0'"),
        (["--stress-report=gone/cells.md"], "--stress-report: no folder 'gone' to write into"),
        (["--stress-report=cells.pdf"], "'cells.pdf' should end in one of .json, .md, .txt"),
    ],
)
def test_wrong_options(project: Project, arguments: list[str], told: str) -> None:
    assert told in project.run(*arguments, code=4)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"cell": []}, "stress has no argument 'cell'; did you mean 'cells'?"),
        ({}, "stress needs cells=[(perturbation, expectation), …] or suite='…'"),
        ({"metric": None, "cells": [("typos", WITHIN)]}, "stress needs metric=…"),
        ({"metric": "blue", "cells": [("typos", WITHIN)]}, "unknown metric 'blue'; did you mean 'bleu'?"),
        ({"cells": [("typo", WITHIN)]}, "cells[0]: unknown perturbation 'typo'; did you mean 'typos'?"),
        ({"cells": [("typos", 0.1)]}, "cells[0] is ('typos', 0.1); expected (perturbation, expectation) such as"),
        ({"cells": [("typos", WITHIN, "")]}, "with a reason behind it if it is known to fail"),
        ({"cells": []}, "cells is an empty list"),
        ({"cells": "typos"}, "cells is a list of (perturbation, expectation), but got 'typos'"),
        ({"cells": [(3, WITHIN)]}, "a perturbation is a name such as 'typos@0.1'"),
        ({"cells": [("identity", monotone())]}, "'identity' has no degrees"),
        ({"cells": [(["typos@0.1"], monotone())]}, "takes one perturbation at two or more severities"),
        ({"cells": [(["typos@0.1", "typos@0.2"], WITHIN)]}, "several perturbations go with monotone()"),
        ({"component": "f1", "cells": [("typos", WITHIN)]}, "overlap has no component 'f1'"),
        ({"suite": "ev2"}, "unknown suite 'ev2'; did you mean 'ev2r'?"),
    ],
)
def test_wrong_markers(arguments: dict[str, Any], told: str) -> None:
    def overlap(candidate: str, reference: str) -> float:
        return 1.0

    with pytest.raises(UsageError, match=re.escape(told)):
        cells_of_marker({"metric": overlap, **arguments})


def test_cells_of_a_suite_and_their_own_expectations() -> None:
    cells = cells_of_marker({"suite": "ev2r", "metric": "bleu", "min_n": 7, "cells": [("typos", stays(within=0.3))]})
    expected = {cell.id: cell.expectation for cell in cells}
    assert expected["bleu-typos@0.1"] == stays(within=0.3)
    assert expected["bleu-completeness@0.5"].kind == "drops" and expected["bleu-completeness@0.5"].min_n == 7
    assert expected["bleu-num2text@1"].kind == "stays"
    assert len({cell.id for cell in cells}) == len(cells)
    metrics = {cell.metric.name for cell in cells_of_marker({"suite": "ev2r"})}
    assert {"bleu", "rouge1", "meteor"} <= metrics


def test_each_component_is_a_cell_of_its_own() -> None:
    cells = cells_of_marker({"metric": "ev2r.reference_based", "cells": [("negation", drops(at_least=0.1))]})
    assert [cell.id for cell in cells] == [
        f"ev2r.reference_based:{component}-negation@0.01" for component in cells[0].metric.components
    ]


def test_what_never_passes(project: Project) -> None:
    """A cell that was not checked or cannot be judged; an expected failure does not cover it either."""
    project.write(
        "test_it.py",
        "import pytest\nfrom metricstress.suites import stays\nfrom metrics import overlap, raising\n"
        "cell = ('typos', stays(within=0.1))\n"
        "def test_no_marker(stress_case): pass\n"
        "@pytest.mark.stress(metric=overlap, cells=[cell])\ndef test_unchecked(stress_case): pass\n"
        "@pytest.mark.stress(metric=overlap, examples='gone.jsonl', cells=[(*cell, 'fails')])\n"
        "def test_no_file(stress_case): stress_case.check()\n"
        "@pytest.mark.stress(metric=raising, examples=['It is late.'] * 30, cells=[(*cell, 'fails')])\n"
        "def test_no_score(stress_case): stress_case.check()\n",
    )
    output = project.run(code=1)
    assert "3 failed, 1 error" in output
    assert "stress_case needs @pytest.mark.stress(metric=…, cells=[…]) on the test" in output
    assert "stress_case was not checked: call stress_case.check()" in output
    assert "FAILED test_it.py::test_no_file[overlap-typos@0.1] - CannotJudge: overlap-typos@0.1: " in output
    assert "raising × typos@0.1: cannot judge: 30 of 30 failed" in output
    assert "  failed         30 × base text: RuntimeError: no model" in output


def test_marks_that_cannot_be_read_stop_the_collection(project: Project) -> None:
    project.write(
        "test_it.py",
        "import pytest\n@pytest.mark.stress('bleu')\ndef test_it(stress_case): stress_case.check()\n"
        "@pytest.mark.stress(metric='bleu')\ndef test_other(stress_case): stress_case.check()\n",
    )
    assert "test_it: stress takes keyword arguments alone" in project.run(code=2)
    project.write("test_it.py", "import pytest\n@pytest.mark.stress(metric='bleu')\ndef test_it(): pass\n")
    assert "test_it is marked stress; it must take `stress_case` and call" in project.run(code=2)


def test_under_given(project: Project) -> None:
    project.write(
        "test_given.py",
        "from hypothesis import given, settings\nfrom metrics import overlap\n"
        "from metricstress.perturb.strategies import examples\n"
        "@settings(max_examples=5, deadline=None)\n@given(row=examples())\n"
        "def test_order_is_not_seen(stress, row):\n"
        "    result = stress(overlap, 'random_shuffle', [row])\n"
        "    assert result.change == 0 or result.n == 0\n",
    )
    assert "1 passed" in project.run(code=0)
