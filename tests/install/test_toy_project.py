"""The pytest plugin of the built wheel in somebody else's project, which has packages of the names that we use."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

STRESS_TEST = """
import pytest
from metricstress.suites import drops, stays
from suites.smoke import overlap


@pytest.mark.stress(metric=overlap, cells=[("typos@0.05", stays(within=0.1)), ("completeness", drops(at_least=0.1))])
def test_overlap(stress_case):
    stress_case.check()
"""

OWN_TEST = """
import reports
from reports.totals import total
from suites.smoke import overlap


def test_mine():
    assert reports.WHOSE == "mine" and total([1, 2]) == 3 and overlap("a b", "a c") == 0.5
"""

FILES = {
    "reports/__init__.py": "WHOSE = 'mine'\n",
    "reports/totals.py": "def total(numbers):\n    return sum(numbers)\n",
    "reports/tests/__init__.py": "",
    "reports/tests/test_totals.py": "from reports.totals import total\ndef test_total():\n    assert total([]) == 0\n",
    "suites/__init__.py": "",
    "suites/smoke.py": (
        "def overlap(candidate, reference):\n    words = set(reference.split())\n"
        "    return len(words & set(candidate.split())) / len(words)\n"
    ),
    "tests/__init__.py": "",
    "tests/test_mine.py": OWN_TEST,
    "tests/test_stress.py": STRESS_TEST,
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel, which sees the packages of the running tests but not our checkout."""
    folder = tmp_path_factory.mktemp("toy")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("metricstress-*.whl")
    venv.create(folder / "venv", with_pip=False, symlinks=os.name != "nt")
    site = next((folder / "venv").glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    others = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join(others))
    script = folder / "venv" / "bin" / "pytest"
    script.write_text(f"#!{folder / 'venv' / 'bin' / 'python'}\nimport sys, pytest\nsys.exit(pytest.console_main())\n")
    script.chmod(0o755)
    for name, text in FILES.items():
        path = folder / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "path"),
    [(["pytest"], None), (["python", "-m", "pytest"], None), (["pytest", "-n2"], None), (["pytest"], ".")],
    ids=["pytest", "python -m pytest", "pytest -n2", "PYTHONPATH=. pytest"],
)
def test_passes(room: Path, command: list[str], path: str | None) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    if path is not None:
        environment["PYTHONPATH"] = path
    done = subprocess.run(
        [str(room / "venv" / "bin" / command[0]), *command[1:]],
        cwd=room / "project",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    assert "4 passed" in output
    assert "metric stress" in output and "overlap  completeness@0.5" in output
