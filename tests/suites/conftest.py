"""The command line as users call it, and small data to call it on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from metricstress.suites.cli import main

ROWS: list[dict[str, Any]] = [
    {
        "claim": f"Bridge {n} is longer than {n}00 metres.",
        "label": label,
        "questions": [
            {
                "question": f"How long is bridge {n}?",
                "answers": [
                    {"answer": f"It is {n}50 metres long and they are proud of it.", "answer_type": "Extractive"}
                ],
            },
            {
                "question": "Was it built by hand?",
                "answers": [
                    {
                        "answer": "No",
                        "answer_type": "Boolean",
                        "boolean_explanation": f"Three companies began to build it with {n} large machines.",
                    }
                ],
            },
        ],
    }
    for n, label in enumerate(["Supported", "Refuted", "Not Enough Evidence", "Refuted", "Supported", "Refuted"], 2)
]


@pytest.fixture
def cli(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """Call `metricstress ARGS…` in an empty folder, with an empty score cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("METRICSTRESS_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("COLUMNS", "100")

    def call(*args: object, stdin: str | None = None) -> Result:
        result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.stderr
        return result

    return call


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Six AVeriTeC claims."""
    path = tmp_path / "dev.json"
    path.write_text(json.dumps(ROWS))
    return path
