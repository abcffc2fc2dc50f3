"""The benchmarks run, on a few examples, and print tables of the shape that their readers expect."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from metricstress.suites.formats import read_examples
from metricstress.suites.sample import sample_path

FOLDER = Path(__file__).parents[2] / "benchmarks"


def printed(script: str, *arguments: str) -> list[str]:
    """The lines that a benchmark prints."""
    command = [sys.executable, str(FOLDER / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def texts_of(row: dict[str, Any]) -> list[str]:
    """All passages of a row, as JSON."""
    passages = [*row["evidence"], *row.get("reference", [])]
    return [json.dumps(passage) for passage in passages]


def test_an_enlarged_file_is_read_and_repeats_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path in (one, two):
        assert printed("enlarge.py", str(path), "--examples", "300") == []
    assert one.read_bytes() == two.read_bytes()
    rows = [json.loads(line) for line in one.read_text(encoding="utf-8").splitlines()]
    texts = [text for row in rows for text in texts_of(row)]
    assert len(set(texts)) == len(texts)
    assert len({row["id"] for row in rows}) == 300 == len(list(read_examples(one)))
    sample = [row for line in sample_path().read_text(encoding="utf-8").splitlines() for row in [json.loads(line)]]
    assert {text for row in sample for text in texts_of(row)}.isdisjoint(texts)


def test_another_seed_gives_other_texts(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    printed("enlarge.py", str(one), "--examples", "3")
    printed("enlarge.py", str(two), "--examples", "3", "--seed", "1")
    rows = [[json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in (one, two)]
    assert all(left["claim"] != right["claim"] for left, right in zip(*rows, strict=True))


@pytest.mark.slow
def test_perturbation() -> None:
    lines = printed("perturbation.py", "--limit", "3", "--runs", "1")
    assert lines[0] == "3 examples, 14 perturbations with audit; medians of 1 runs"
    for name in ("RandomCharAug", "KeyboardAug"):
        assert re.search(rf"^{name} .*\d+\.\dx$", "\n".join(lines), re.M)
    assert re.fullmatch(r"all 14 with audit, cold, against RandomCharAug alone: [\d.]+ times .*", lines[-1])


@pytest.mark.slow
def test_growth() -> None:
    head, small, large = printed("growth.py", "--sizes", "2", "3", "--metric", "bleu")
    assert head.split()[0] == "examples"
    assert small.split()[0] == "2" and large.split()[0] == "3"
    assert small.split()[4] == "1.00x" and re.fullmatch(r"\d+\.\d\dx", large.split()[-1])
    assert float(small.split()[5]) > 10  # No Python with pandas in it is smaller.


@pytest.mark.slow
def test_whole_job() -> None:
    lines = printed("whole_job.py", "--limit", "3", "--runs", "1", "--evaluate-pairs", "4")
    assert lines[0].startswith("45 pairs, BLEU, ROUGE-L and METEOR")
    assert [line.split()[0] for line in lines[2:]] == ["metricstress", "loop,", "loop,", "metricstress"]
    assert all(re.search(r"\d\.\d\d +\d+\.\dx$", line) for line in lines[2:])
