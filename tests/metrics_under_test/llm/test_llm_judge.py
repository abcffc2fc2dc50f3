"""The judge as a whole: 500 pairs against a server that fails at random, interruption, keys, budgets, replay."""

from __future__ import annotations

import io
import json
import logging
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.ev2r.judges.llm import LlmReferenceBased
from metricstress.metrics_under_test.ev2r.judges.replay import ReplayError, ReplayReferenceBased
from metricstress.metrics_under_test.llm.client import Limits
from metricstress.metrics_under_test.llm.cost import Budget, BudgetExceeded, Price, PriceError, read_prices
from metricstress.metrics_under_test.llm.endpoint import EndpointError, endpoint
from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score

SCORES: dict[str, Any] = {"precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3)}
QUICK = Limits(concurrency=16, attempts=4, timeout=0.8, deadline=16, first_wait=0.02, longest_wait=0.1)
PATIENT = Limits(concurrency=16)
KEY = "sk-VERYSECRET-0123456789abcdef"


def items(count: int) -> list[Item]:
    return [Item(f"Candidate {number}.", f"Reference {number}.", f"Claim {number}.") for number in range(count)]


def judge(server: Any, path: Path | None = None, limits: Limits = PATIENT, **more: Any) -> LlmReferenceBased:
    return LlmReferenceBased(endpoint(server.url, "model", KEY), path, limits, **more)


def faults(answer: Any, seed: int) -> Callable[[dict[str, Any], int], Any]:
    """Something else goes wrong with each request, for the same reason in every run of the test."""
    kinds: list[tuple[int, Callable[[], Any]]] = [
        (60, answer),
        (4, lambda: answer(429, headers={"Retry-After": "0.05"})),
        (4, lambda: answer(429)),
        (6, lambda: answer(500)),
        (3, lambda: answer(503, headers={"Retry-After": "soon"})),
        (2, lambda: answer(delay=1.2, drop="before")),
        (4, lambda: answer(drop="before")),
        (4, lambda: answer(drop="within")),
        (3, lambda: answer(body=b"<html>Bad gateway</html>")),
        (2, lambda: answer(body=b'{"choices": [{"message": {"content": ')),
        (1, lambda: answer(body=b'{"error": {"message": "overloaded"}}')),
        (2, lambda: answer(400)),
        (2, lambda: answer(finish="length", text='{"facts in predicted')),
        (1, lambda: answer(text='{"facts in predicted')),
        (1, lambda: answer(text="I'm sorry, I can't.")),
        (1, lambda: answer(text="")),
    ]

    def behave(body: dict[str, Any], attempt: int) -> Any:
        chance = random.Random(f"{seed} {body['messages'][-1]['content']} {attempt}")
        return chance.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    return behave


def test_500_pairs_of_which_much_fails(server: Any, answer: Any, tmp_path: Path) -> None:
    server.behave = faults(answer, 7)
    path = tmp_path / "replies.sqlite"
    first = judge(server, path, QUICK)
    outcomes = first.score(items(500))
    scored = [outcome for outcome in outcomes if isinstance(outcome, Score)]
    reasons = [outcome.reason for outcome in outcomes if isinstance(outcome, Failure)]
    assert len(scored) + len(reasons) == 500 and len(scored) > 350
    assert all(outcome.values == SCORES and outcome.status == "ok" for outcome in scored)
    kinds = {reason.split(":")[0].split("-")[0] for reason in reasons}
    assert kinds <= {"malformed", "api", "http", "truncated", "no", "empty", "connection", "timeout", "deadline"}
    assert {"malformed", "http", "truncated", "no"} <= kinds

    # Everything that was paid for and can be read is kept: all scores, and the refusals, which are replies as well.
    kept = len(first.client.cache)
    assert kept == len(scored) + reasons.count("no-json")
    assert len(set(server.paid)) >= kept
    first.client.cache.close()

    server.forget()
    server.behave = lambda body, attempt: answer()
    second = judge(server, path).score(items(500))
    assert len(server.requests) == 500 - kept
    assert [b for a, b in zip(outcomes, second, strict=True) if isinstance(a, Score)] == scored
    assert sum(isinstance(outcome, Score) for outcome in second) == 500 - reasons.count("no-json")

    server.forget()
    assert judge(server, path).score(items(500)) == second
    assert not server.requests


RUN = """
import sys
from pathlib import Path
from metricstress.metrics_under_test.ev2r.judges.llm import LlmReferenceBased
from metricstress.metrics_under_test.llm.client import Limits
from metricstress.metrics_under_test.llm.endpoint import endpoint
from metricstress.metrics_under_test.metric import Item
items = [Item(f"Candidate {number}.", f"Reference {number}.", f"Claim {number}.") for number in range(300)]
LlmReferenceBased(endpoint(sys.argv[1], "model", "sk-test-1234"), Path(sys.argv[2]), Limits(concurrency=4)).score(items)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_loses_no_reply(server: Any, answer: Any, tmp_path: Path, how: signal.Signals) -> None:
    server.behave = lambda body, attempt: answer(delay=0.05)
    path = tmp_path / "replies.sqlite"
    run = subprocess.Popen([sys.executable, "-c", RUN, server.url, str(path)], stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while len(server.paid) < 40 and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(run.pid, how)
    _, errors = run.communicate(timeout=60)
    assert run.returncode != 0 and 40 <= len(server.paid) < 300
    kept = len(judge(server, path).client.cache)
    if how == signal.SIGINT:  # What was under way was waited for.
        assert b"KeyboardInterrupt" in errors and kept == len(server.paid) == len(server.requests)
    else:  # What was under way cannot be known to have come.
        assert kept >= len(server.paid) - 4
    server.forget()
    judge(server, path).score(items(300))
    assert len(server.requests) == 300 - kept


def test_outcomes_say_what_is_missing(server: Any, answer: Any) -> None:
    good = json.loads(answer().text)
    texts = {
        "Claim 0.": json.dumps(good),
        "Claim 1.": f"```json\n{json.dumps(good)}\n```",
        "Claim 2.": json.dumps(good | {"facts count predicted evidence": 0, "support predicted evidence": 0}),
        "Claim 3.": "I'm sorry.",
    }
    server.behave = lambda body, attempt: answer(
        text=next(text for claim, text in texts.items() if f'"{claim}"' in body["messages"][-1]["content"])
    )
    empty = [Item("x"), Item("x", "  "), Item("x", (Passage(""),))]
    assert judge(server).score([*empty[:1], *items(4), *empty[1:]]) == [
        Failure("needs a reference, but the item has none"),
        Score(SCORES),
        Score(SCORES, "repaired", "code-fence", ("code-fence",)),
        Score({"recall": 1.0}, "partial", "zero-facts:predicted"),
        Failure("no-json"),
        Failure("the reference is empty"),
        Failure("the reference is empty"),
    ]
    assert len(server.requests) == 4


def test_a_text_that_breaks_off_is_not_kept_though_the_server_does_not_say_so(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(text=answer().text[:200], finish=None)
    metric = judge(server)
    assert metric.score(items(1)) == [Failure("truncated")]
    assert len(metric.client.cache) == 0


def test_a_text_that_did_not_change_is_never_sent_again(server: Any) -> None:
    metric = judge(server)
    base, *_ = items(1)
    changed = Item("Another candidate.", base.reference, base.claim)
    metric.score([base, base, changed, base])
    metric.score([base, changed])
    assert len(server.requests) == 2


def test_it_is_a_metric_that_survives_pickling(server: Any) -> None:
    metric = judge(server)
    assert isinstance(metric, Metric)
    metric.score(items(1))
    copy = pickle.loads(pickle.dumps(metric))
    assert copy.signature() == metric.signature()
    assert "prompt:reference_based v1 " in metric.signature() and "|model:model|" in metric.signature()


@pytest.mark.parametrize("status", [200, 400, 401, 403, 429, 500])
def test_the_key_is_nowhere(
    server: Any,
    answer: Any,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    """Not even if the server says it back."""
    caplog.set_level(logging.DEBUG)
    told = f"bad: Bearer {KEY} {KEY}"
    text = json.dumps(json.loads(answer().text) | {"fact check predicted evidence": KEY})
    server.behave = lambda body, attempt: answer(status, text=text, message=told)
    monkeypatch.setenv("METRICSTRESS_LLM_API_KEY", KEY)
    metric = LlmReferenceBased(
        endpoint(server.url, "model"), tmp_path / "r.sqlite", Limits(attempts=2, first_wait=0.01), Budget(100)
    )
    outcomes = metric.score(items(3))
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    exported = io.StringIO()
    metric.client.cache.export(exported)
    seen = [repr(outcomes), repr(metric), repr(metric.client.endpoint), metric.signature(), caplog.text]
    seen += [str(metric.estimate(items(5))), exported.getvalue(), repr(pickle.dumps(metric)), repr(vars(metric.client))]
    seen += [repr(file.read_bytes()) for file in tmp_path.iterdir()]
    assert not [text for text in seen if KEY in text or "VERYSECRET" in text]
    assert "Score" in seen[0] if status == 200 else "Failure" in seen[0]
    assert len(list(tmp_path.iterdir())) >= 1


def test_a_copy_takes_its_key_from_the_environment(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = pickle.loads(pickle.dumps(judge(server)))
    monkeypatch.setenv("METRICSTRESS_LLM_API_KEY", "sk-from-environment")
    copy.score(items(1))
    assert server.headers[0]["authorization"] == "Bearer sk-from-environment"


@pytest.mark.parametrize(
    ("environment", "url", "model", "key"),
    [
        ({}, "https://api.openai.com/v1", "m", "theirs"),
        ({"OPENAI_BASE_URL": "https://a.org/v1/"}, "https://a.org/v1", "m", "theirs"),
        ({"METRICSTRESS_LLM_API_KEY": "k", "METRICSTRESS_LLM_MODEL": "n"}, "https://api.openai.com/v1", "n", "k"),
        # The key of another service is not given away, but to this machine.
        ({"METRICSTRESS_LLM_BASE_URL": "https://b.org/v1"}, "https://b.org/v1", "m", ""),
        ({"METRICSTRESS_LLM_BASE_URL": "http://localhost:80/v1"}, "http://localhost:80/v1", "m", "theirs"),
    ],
)
def test_endpoints_of_the_environment(environment: dict[str, str], url: str, model: str, key: str) -> None:
    found = endpoint(environment={"OPENAI_API_KEY": "theirs", "OPENAI_MODEL": "m", **environment})
    assert (found.base_url, found.model, found.key.reveal()) == (url, model, key)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no model is named: set METRICSTRESS_LLM_MODEL"),
        ({"base_url": "localhost:8080", "model": "m"}, "must start with http"),
        ({"base_url": "https://user:SECRET@a.org/v1", "model": "m"}, "holds a password"),
        ({"base_url": "https://a.org/v1?key=SECRET", "model": "m"}, "holds a password"),
        ({"base_url": "ftp://user:SECRET@a.org/v1", "model": "m"}, "must start with http"),
    ],
)
def test_endpoints_that_are_none(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(EndpointError, match=message) as caught:
        endpoint(**arguments, environment={})
    assert "SECRET" not in str(caught.value)


def test_openai_needs_a_key() -> None:
    with pytest.raises(EndpointError, match=r"no key for api\.openai\.com: set METRICSTRESS_LLM_API_KEY"):
        LlmReferenceBased(endpoint(model="m"), None).score(items(1))


def test_an_estimate_before_anything_is_sent(server: Any) -> None:
    metric = judge(server, price=Price(2.0, 10.0), parameters={"max_tokens": 1000})
    before = metric.estimate([*items(10), *items(10)])
    assert (before.requests, before.calls, before.cache_hits) == (20, 10, 0)
    assert before.most_completion_tokens == 10_000 and 0 < before.completion_tokens < 10_000
    size = sum(len(content) for _, content in metric.request(items(1)[0]).messages)
    assert before.prompt_tokens == pytest.approx(10 * size / 4, abs=30)
    assert before.most_cost == pytest.approx((before.prompt_tokens * 2 + 10_000 * 10) / 1e6)
    assert not server.requests
    metric.score(items(4))
    after = metric.estimate([*items(10), *items(10)])
    assert (after.calls, after.cache_hits) == (6, 4)
    assert metric.estimate([Item("x")]).calls == 0


@pytest.mark.parametrize(
    ("budget", "price", "message"),
    [
        (Budget(max_calls=9), None, "10 calls are needed, but max_calls is 9; nothing was sent"),
        (Budget(max_cost=0.01), Price(2.0, 10.0), r"it may cost 0\.\d+, but max_cost is 0.01; nothing was sent"),
        (Budget(max_cost=99), None, "max_cost is 99, but no price is given for 'model'"),
    ],
)
def test_a_budget_stops_before_the_first_call(server: Any, budget: Budget, price: Price | None, message: str) -> None:
    metric = judge(server, budget=budget, price=price, parameters={"max_tokens": 500})
    with pytest.raises(BudgetExceeded, match=message):
        metric.score(items(10))
    assert not server.requests


def test_a_budget_is_for_all_calls_together_and_spares_what_is_kept(server: Any) -> None:
    metric = judge(server, budget=Budget(max_calls=10))
    metric.score(items(7))
    metric.score(items(10))
    metric.score(items(10))
    with pytest.raises(BudgetExceeded, match="11 calls"):
        metric.score(items(11))
    assert len(server.requests) == 10


def test_prices(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text('["gpt-4o"]\ninput = 2.5\noutput = 10\n')
    assert read_prices(file) == read_prices({"gpt-4o": {"input": 2.5, "output": 10}}) == {"gpt-4o": Price(2.5, 10.0)}
    for wrong in ({"m": 1}, {"m": {"input": 1}}, {"m": {"input": "1", "output": 1}}, {"m": {"input": -1, "output": 1}}):
        with pytest.raises(PriceError, match="prices: 'm'"):
            read_prices(wrong)
    file.write_text("input = ")
    with pytest.raises(PriceError, match=r"prices\.toml: cannot be read"):
        read_prices(file)


def test_what_the_cache_exports_can_be_replayed(server: Any, answer: Any, tmp_path: Path) -> None:
    server.behave = faults(answer, 3)
    metric = judge(server, limits=QUICK)
    outcomes = metric.score(items(30))
    with (tmp_path / "replies.jsonl").open("w", encoding="utf-8") as file:
        metric.client.cache.export(file, metric.recipe)
    replay = ReplayReferenceBased(tmp_path / "replies.jsonl")
    assert isinstance(replay, Metric) and replay.deterministic
    for outcome, again in zip(outcomes, replay.score(items(30)), strict=True):
        if isinstance(outcome, Score) or outcome.reason == "no-json":
            assert again == outcome
        else:
            assert again == Failure("no-recorded-reply")


def test_replay_by_ids_of_ones_own(tmp_path: Path, answer: Any) -> None:
    file = tmp_path / "replies.jsonl"
    good = json.loads(answer().text)
    lines = [{"id": 7, "response": answer().text}, {"id": "b", "response": good}, {"id": "c", "response": ""}]
    file.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n")
    replay = ReplayReferenceBased(file)
    expected = [Failure("no-recorded-reply"), Score(SCORES), Score(SCORES), Failure("no-json")]
    assert replay.score_ids(["d", "b", "7", "c"]) == expected
    assert replay.signature().startswith("ev2r.reference_based|judge:replay|replies:3|hash:")
    assert pickle.loads(pickle.dumps(replay)).signature() == replay.signature()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"id": "a", "response": "x"}\n{"id": "a", "response": "y"}', "line 2: id 'a' has another response in line 1"),
        ('{"id": "a", "response": "x"}\n\nnonsense', "line 3: is no JSON"),
        ('{"response": "x"}', "line 1: needs"),
        ('{"id": "a"}', "line 1: needs"),
        ("[1]", "line 1: needs"),
        (None, "cannot be read"),
    ],
)
def test_files_that_cannot_be_replayed(tmp_path: Path, content: str | None, message: str) -> None:
    file = tmp_path / "replies.jsonl"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ReplayError, match=message):
        ReplayReferenceBased(file).score(items(1))
