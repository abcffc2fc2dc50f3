"""The score cache as users meet it: later runs are spared work, and no number ever differs for it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Cli = Callable[..., Result]

SOME = ("--perturbation", "typos", "--perturbation", "completeness", "--metric", "bleu", "--metric", "rougeL")
SCORES = 17
"""Texts of the six examples: themselves, six with typos, and five that completeness applies to."""


def counts(cli: Cli, *arguments: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(cli("run", *arguments, "--dry-run", "--json").stdout)
    return document


def frames(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in ("scores.parquet", "deltas.parquet")}


def test_later_runs_take_scores_from_it(cli: Cli, data: Path, tmp_path: Path) -> None:
    arguments = ("--data", data, *SOME)
    assert cli("run", *arguments, "--out", "anew", "--no-cache").exit_code == 0
    assert counts(cli, *arguments)["cached"] == 0
    assert cli("run", *arguments, "--out", "first").exit_code == 0
    known = counts(cli, *arguments)
    assert known["cached"] == 2 * SCORES
    assert known["scores_to_compute"] == {"bleu": 0, "rougeL": 0}
    assert counts(cli, *arguments, "--no-cache")["cached"] == 0
    # Another perturbation and another metric: only what is new is computed.
    more = counts(cli, *arguments, "--perturbation", "random_shuffle", "--metric", "rouge1")
    assert more["cached"] == 2 * SCORES
    assert more["scores_to_compute"] == {"bleu": 6, "rougeL": 6, "rouge1": SCORES + 6}
    assert cli("run", *arguments, "--out", "second", "--workers", "2").exit_code == 0
    assert frames(tmp_path / "anew") == frames(tmp_path / "first") == frames(tmp_path / "second")


def test_a_whole_run_is_not_done_again_unless_asked(cli: Cli, data: Path, tmp_path: Path) -> None:
    arguments = ("run", "--data", data, *SOME, "--out", "out")
    first = cli(*arguments)
    before = (tmp_path / "out" / "scores.parquet").stat()
    again = cli(*arguments)
    assert "whole already" in again.stderr
    assert again.stdout == first.stdout
    assert (tmp_path / "out" / "scores.parquet").stat().st_ino == before.st_ino
    anew = cli(*arguments, "--no-cache")
    assert "whole already" not in anew.stderr
    assert anew.stdout == first.stdout
    assert (tmp_path / "out" / "scores.parquet").stat().st_mtime_ns > before.st_mtime_ns


def test_a_function_of_the_user_is_never_taken_from_it(cli: Cli, data: Path, tmp_path: Path) -> None:
    # What the function calls stands elsewhere: no signature of the function can see that it changed.
    (tmp_path / "cached_metric.py").write_text(
        "from pathlib import Path\ndef value(candidate, reference):\n    return float(Path('value').read_text())\n"
    )
    arguments = ("--data", data, *SOME[:4], "--metric", "cached_metric:value", "--out", "out")
    for value in ("0.5", "0.25"):
        (tmp_path / "value").write_text(value)
        document = json.loads(cli("run", *arguments, "--json").stdout)
        assert {cell["mean"] for cell in document["deltas"]} == {float(value)}
        assert counts(cli, *arguments)["cached"] == 0


@pytest.mark.parametrize("content", [b"", b"this is no database", b"SQLite format 3\x00" + b"\x00" * 4000])
def test_a_damaged_cache_is_made_anew(cli: Cli, data: Path, tmp_path: Path, content: bytes) -> None:
    arguments = ("run", "--data", data, *SOME)
    assert cli(*arguments, "--out", "good", "--no-cache").exit_code == 0
    file = Path(os.environ["METRICSTRESS_CACHE"]) / "scores.sqlite"
    file.write_bytes(content)
    assert cli(*arguments, "--out", "out").exit_code == 0
    assert frames(tmp_path / "out") == frames(tmp_path / "good")


def test_a_cache_that_cannot_be_used_is_told_and_the_run_goes_on(
    cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("METRICSTRESS_CACHE", str(tmp_path / "file" / "folder"))
    for workers in ("1", "2"):
        result = cli("run", "--data", data, *SOME, "--workers", workers, "--out", workers)
        assert result.exit_code == 0
        assert sum("score cache is out of use" in line for line in result.stderr.splitlines()) == 1
    assert frames(tmp_path / "1") == frames(tmp_path / "2")
