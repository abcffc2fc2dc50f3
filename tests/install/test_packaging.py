"""The package as it is installed: nothing missing, nothing that gets in the way of a user's own project."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("language", "metrics_under_test", "perturb", "reports", "suites")


def test_every_package_is_listed() -> None:
    """setuptools takes only what is named; a forgotten folder would be missing from the wheel."""
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    found = {
        "metricstress." + ".".join(path.relative_to(ROOT).parent.parts)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    assert listed == found


def test_no_module_is_imported_by_its_bare_name() -> None:
    """`import perturb` from the checkout would be a second copy of the package, with other classes."""
    for room in (*ROOMS, "tests", "benchmarks"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    names = [node.module or ""]
                for name in names:
                    assert name.split(".")[0] not in ROOMS, f"{path}: import metricstress.{name}"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom metricstress.suites.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'pandas', 'numpy', 'scipy', 'nltk', 'nlpaug', 'num2words', 'sacrebleu', 'pyarrow', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_importing_the_perturbations_does_no_work() -> None:
    code = (
        "import sys\nimport metricstress.perturb\n"
        "heavy = {'pandas', 'numpy', 'nltk', 'nlpaug', 'num2words', 'spellchecker', 'sentencex', 'text_to_num'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = folder.glob("metricstress-*.whl")
    return found


@pytest.mark.slow
def test_the_wheel_holds_code_data_and_wordnet(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in names} == {
        "metricstress",
        f"metricstress-{version('metricstress')}.dist-info",
    }
    for name in (
        "suites/builtin/ev2r.toml",
        "suites/sample/claims.jsonl",
        "perturb/py.typed",
        "language/data/wordnet-3.0/data.noun",
        "language/data/wordnet-3.0/LICENSE",
    ):
        assert f"metricstress/{name}" in names


@pytest.mark.slow
def test_beside_a_project_with_folders_of_the_same_names(wheel: Path, tmp_path: Path) -> None:
    """Top-level packages called `reports` and `suites` would stop pytest from starting there."""
    project = tmp_path / "project"
    for room in ROOMS:
        (project / room).mkdir(parents=True)
        (project / room / "__init__.py").write_text(f"WHOSE = 'mine: {room}'\n")
    (project / "tests").mkdir()
    (project / "tests" / "test_mine.py").write_text(
        "import perturb, reports, suites\n"
        "from metricstress.perturb import perturb as change, num2text\n"
        "def test_both():\n"
        "    assert (reports.WHOSE, suites.WHOSE) == ('mine: reports', 'mine: suites')\n"
        "    assert change(num2text, 'About 12 people came.').text == 'About twelve people came.'\n"
    )
    room = tmp_path / "venv"
    venv.create(room, system_site_packages=False, with_pip=False)
    site = next(room.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # The dependencies are those of the running tests; only metricstress itself has to come from the wheel.
    own = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(own))
    python = room / "bin" / "python"
    for command, extra in [
        ([python, "-m", "pytest", "-q"], {}),
        ([python, "-m", "pytest", "-q", "-n", "2"], {}),
        ([python, "-c", "import pytest, sys; sys.exit(pytest.main(['-q']))"], {"PYTHONPATH": "."}),
    ]:
        environment = {**os.environ, **extra, "PYTEST_ADDOPTS": ""}
        done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "1 passed" in done.stdout
