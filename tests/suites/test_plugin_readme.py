"""README's test file, as pasted, gives README's output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def run(folder: Path, *args: str) -> str:
    environment = {**os.environ, "PYTEST_ADDOPTS": "", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    environment.pop("CI", None)
    plugin = ["-p", "no:metricstress", "-p", "metricstress.suites.pytest_plugin", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *args],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def blocks() -> tuple[str, str, str]:
    """The test file, its output, and the test with hypothesis."""
    page = README[README.index("<!-- test your metric -->") : README.index("## What a run tells you")]
    code, output, strategies = re.findall(r"^```(?:python|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return code, output, strategies


def test_the_page_as_pasted(tmp_path: Path) -> None:
    code, output, _ = blocks()
    (tmp_path / "test_overlap.py").write_text(code, encoding="utf-8")
    assert len([line for line in code.splitlines() if line]) <= 10
    printed = iter(run(tmp_path).splitlines())
    # "…" alone stands for lines that are left out; `in` moves on behind the line that it finds.
    for line in output.splitlines():
        assert line == "…" or line in printed, f"README shows {line!r}, which is not printed there"


def test_the_strategies_shrink_to_what_the_page_shows(tmp_path: Path) -> None:
    code, _, strategies = blocks()
    (tmp_path / "test_order.py").write_text(code[: code.index("@pytest")] + strategies, encoding="utf-8")
    printed = run(tmp_path, "--hypothesis-seed=0")
    shown = re.search(r"# (Pair\(.*), …\)", strategies)
    assert shown is not None
    assert f"pair={shown[1]}" in re.sub(r"\nE +", " ", printed)
