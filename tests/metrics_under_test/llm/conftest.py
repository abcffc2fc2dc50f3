"""A chat-completion server on loopback for every test, and an environment that names no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.fault_server import Answer, FaultServer, serving


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serving() as running:
        yield running


@pytest.fixture
def answer() -> type[Answer]:
    """What a server can be told to do; a fixture since test modules cannot import each other."""
    return Answer


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BASE_URL", "MODEL", "API_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.delenv(f"OPENAI_{name}", raising=False)
        monkeypatch.delenv(f"METRICSTRESS_LLM_{name}", raising=False)
