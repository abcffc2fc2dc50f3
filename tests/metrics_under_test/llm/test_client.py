"""The client against a server that fails in every way: limits, retries, deadlines, and nothing paid for twice."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.metrics_under_test.llm.cache import ReplyCache, ReplyCacheError
from metricstress.metrics_under_test.llm.client import Limits, LlmClient
from metricstress.metrics_under_test.llm.endpoint import endpoint
from metricstress.metrics_under_test.llm.pace import Pace
from metricstress.metrics_under_test.llm.request import Completion, NoCompletion, Outcome, Request
from metricstress.metrics_under_test.llm.responses import read_response
from metricstress.metrics_under_test.llm.retries import backoff, retry_after

QUICK = Limits(timeout=20, deadline=60, first_wait=0.02, longest_wait=0.1)


def ask(text: str, **parameters: Any) -> Request:
    return Request((("user", text),), parameters)


def client_of(server: Any, limits: Limits = QUICK, path: Path | None = None, key: str = "sk-test-1234") -> LlmClient:
    return LlmClient(endpoint(server.url, "model", key), ReplyCache(path), limits)


def reason(outcome: Outcome) -> str:
    assert isinstance(outcome, NoCompletion)
    return outcome.reason


def test_a_reply_with_all_that_the_server_says_of_it(server: Any) -> None:
    client = client_of(server)
    (first,) = client.complete([ask("one", temperature=0, extra_body={"grammar": "root ::= x"})])
    assert isinstance(first, Completion)
    assert (first.model, first.finish_reason, first.prompt_tokens, first.cached) == ("served-model", "stop", 100, False)
    (body,) = server.requests
    assert (body["model"], body["temperature"], body["grammar"]) == ("model", 0, "root ::= x")
    assert (client.usage.calls, client.usage.prompt_tokens, client.usage.completion_tokens) == (1, 100, 10)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
def test_what_passes_is_asked_again(server: Any, answer: Any, status: int) -> None:
    server.behave = lambda body, attempt: answer(status if attempt < 3 else 200)
    assert isinstance(client_of(server).complete([ask("one")])[0], Completion)
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422])
def test_what_does_not_pass_is_asked_once(server: Any, answer: Any, status: int) -> None:
    server.behave = lambda body, attempt: answer(status)
    assert reason(client_of(server).complete([ask("one")])[0]) == f"http-{status}: no luck"
    assert len(server.requests) == 1


@pytest.mark.parametrize("drop", ["before", "within"])
def test_a_lost_connection_is_tried_again(server: Any, answer: Any, drop: str) -> None:
    server.behave = lambda body, attempt: answer(drop=drop if attempt == 1 else "")
    assert isinstance(client_of(server).complete([ask("one")])[0], Completion)
    assert len(server.requests) == 2


def test_a_slow_reply_is_tried_again(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(delay=1.0, drop="before") if attempt == 1 else answer()
    limits = Limits(timeout=0.2, deadline=10, first_wait=0.01)
    assert isinstance(client_of(server, limits).complete([ask("one")])[0], Completion)
    assert len(server.requests) == 2


def test_attempts_end(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(500)
    outcome = client_of(server, Limits(attempts=3, first_wait=0.01)).complete([ask("one")])[0]
    assert outcome == NoCompletion("http-500: no luck", 3)
    assert len(server.requests) == 3


def test_retry_after_is_kept_to_by_all(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: (
        answer(429, headers={"Retry-After": "1"}) if len(server.requests) == 1 else answer()
    )
    client = client_of(server, Limits(concurrency=1, first_wait=0.01))
    assert all(isinstance(one, Completion) for one in client.complete([ask("one"), ask("two")]))
    assert server.times[1] - server.times[0] >= 1.0


def test_the_deadline_holds_for_all_attempts_together(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(503)
    outcome = client_of(server, Limits(deadline=0.5, first_wait=0.1, attempts=99)).complete([ask("one")])[0]
    assert reason(outcome) == "deadline of 0.5 s: http-503: no luck"
    assert len(server.requests) < 20


def test_who_asks_to_wait_beyond_the_deadline_is_not_waited_for(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(429, headers={"Retry-After": "3600"})
    outcome = client_of(server, Limits(deadline=30)).complete([ask("one")])[0]
    assert reason(outcome).startswith("deadline of 30 s (next attempt in 36")
    assert len(server.requests) == 1


def test_a_spent_quota_does_not_pass(server: Any, answer: Any) -> None:
    body = b'{"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}'
    server.behave = lambda _, attempt: answer(429, body=body)
    assert reason(client_of(server).complete([ask("one")])[0]) == "http-429: You exceeded your quota"
    assert len(server.requests) == 1


def test_a_refused_key_stops_the_rest(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(401)
    outcomes = client_of(server, Limits(concurrency=2)).complete([ask(str(number)) for number in range(50)])
    assert len(server.requests) <= 2
    assert all("http-401: no luck" in reason(outcome) for outcome in outcomes)


def test_no_server_stops_the_rest(server: Any) -> None:
    server.stop()
    limits = Limits(concurrency=2, attempts=2, first_wait=0.01)
    outcomes = client_of(server, limits).complete([ask(str(number)) for number in range(200)])
    assert all("connection" in reason(outcome) for outcome in outcomes)
    assert sum(reason(outcome).startswith("not sent") for outcome in outcomes) > 150


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", "malformed-body: no JSON"),
        (b"<html>502</html>", "malformed-body: no JSON"),
        (b"[1]", "malformed-body: no object"),
        (b"\xff\xfe", "malformed-body: no JSON"),
        (b"{}", "malformed-body: no choice with a message"),
        (b'{"choices": []}', "malformed-body: no choice with a message"),
        (b'{"choices": [{"message": null}]}', "malformed-body: no choice with a message"),
        (b'{"choices": [{"message": {"content": 5}}]}', "malformed-body: content that is no text"),
        (b'{"choices": [{"message": {"content": null}}]}', "empty-reply"),
        (b'{"choices": [{"message": {"content": " "}}]}', "empty-reply"),
        (b'{"choices": [{"message": {"content": null, "refusal": "I will not."}}]}', "refused: I will not."),
        (b'{"choices": [{"finish_reason": "content_filter", "message": {"content": "x"}}]}', "content-filter"),
        (b'{"error": {"message": "upstream is down"}}', "api-error: upstream is down"),
        (b'{"error": "upstream is down"}', "api-error: upstream is down"),
    ],
)
def test_bodies_that_hold_no_reply(server: Any, answer: Any, body: bytes, expected: str) -> None:
    server.behave = lambda _, attempt: answer(body=body)
    client = client_of(server)
    assert reason(client.complete([ask("one")])[0]) == expected
    assert len(client.cache) == 0 and len(server.requests) == 1


NAMES = st.sampled_from(["choices", "message", "content", "usage", "error", "logprobs", "text"])
ANSWERS = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)
)


@pytest.mark.slow
@given(st.binary() | ANSWERS.map(lambda value: json.dumps(value).encode()))
def test_any_body_is_read(body: bytes) -> None:
    assert isinstance(read_response(body), Completion | NoCompletion)


def test_content_in_parts_is_joined() -> None:
    parts = b'{"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}]}'
    found = read_response(parts)
    assert isinstance(found, Completion) and found.text == "ab"


def test_what_was_cut_off_is_given_back_but_not_kept(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(finish="length")
    client = client_of(server)
    for _ in range(2):
        outcome = client.complete([ask("one")])[0]
        assert isinstance(outcome, Completion) and outcome.cut_off and not outcome.cached
    assert len(client.cache) == 0 and len(server.requests) == 2


def test_what_its_reader_does_not_want_is_not_kept(server: Any) -> None:
    client = client_of(server)
    client.complete([ask("one"), ask("two")], keep=lambda completion: False)
    assert len(client.cache) == 0


def test_equal_requests_are_sent_once(server: Any, answer: Any, tmp_path: Path) -> None:
    server.behave = lambda body, attempt: answer(delay=0.1)
    client = client_of(server, path=tmp_path / "r.sqlite")
    outcomes: list[list[Outcome]] = []
    requests = [ask(str(number % 10)) for number in range(30)]
    threads = [threading.Thread(target=lambda: outcomes.append(client.complete(requests))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 4 and all(isinstance(one, Completion) for some in outcomes for one in some)
    assert len(server.requests) == len(client.cache) == 10


def test_what_changes_the_reply_changes_the_key(server: Any) -> None:
    client = client_of(server)
    first = Request((("user", "a"),), {"seed": 1, "temperature": 0}, "s v1", "pair")
    same = Request((("user", "a"),), {"temperature": 0, "seed": 1}, "s v1", "another pair")
    others = [
        Request((("system", "a"),), {"seed": 1, "temperature": 0}, "s v1"),
        Request((("user", "b"),), {"seed": 1, "temperature": 0}, "s v1"),
        Request((("user", "a"), ("user", "")), {"seed": 1, "temperature": 0}, "s v1"),
        Request((("user", "a"),), {"seed": 2, "temperature": 0}, "s v1"),
        Request((("user", "a"),), {"seed": 1}, "s v1"),
        Request((("user", "a"),), {"seed": 1, "temperature": 0}, "s v2"),
    ]
    keys = [request.key(client.endpoint) for request in (first, *others)]
    assert first.key(client.endpoint) == same.key(client.endpoint)
    assert first.key(client.endpoint) == first.key(endpoint("http://127.0.0.1:9/v1", "model"))
    keys += [first.key(endpoint(server.url, "model 2")), first.key(endpoint("https://example.org/v1", "model"))]
    assert len(set(keys)) == len(keys)


def test_no_more_calls_at_once_than_allowed(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(delay=0.03)
    client_of(server, Limits(concurrency=3)).complete([ask(str(number)) for number in range(20)])
    assert server.most_under_way <= 3


def test_requests_a_minute_are_kept_to(server: Any) -> None:
    client_of(server, Limits(requests_per_minute=600)).complete([ask(str(number)) for number in range(6)])
    assert server.times[-1] - server.times[0] >= 0.4


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(0, 900)), min_size=1, max_size=30))
def test_the_pace_never_exceeds_its_limits(arrivals: list[tuple[float, int]]) -> None:
    pace, now, starts = Pace(60, 600), 0.0, []
    for gap, tokens in arrivals:
        now += gap
        starts.append((now + pace.reserve(tokens, now), tokens))
    for (start, tokens), (following, _) in pairwise(starts):
        assert following - start >= max(1.0, tokens / 10) - 1e-6


def test_a_pause_is_for_all() -> None:
    pace = Pace()
    pace.pause(5, now=10.0)
    pace.pause(1, now=10.0)
    assert pace.reserve(1, now=12.0) == 3.0
    assert (pace.pausing(12.0), pace.pausing(20.0)) == (3.0, 0.0)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": format_datetime(datetime.fromtimestamp(1_000_030, UTC), usegmt=True)}, 30.0),
        ({"retry-after": format_datetime(datetime.fromtimestamp(900_000, UTC), usegmt=True)}, 0.0),
        ({"retry-after": "-4"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ],
)
def test_how_long_a_server_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, now=1_000_000) == seconds


@given(st.integers(1, 10_000), st.floats(0.01, 10), st.floats(0.01, 100), st.randoms())
def test_waits_grow_and_are_bounded(attempt: int, first: float, longest: float, chance: Any) -> None:
    wait = backoff(attempt, first, longest, chance)
    whole = min(longest, first * 2.0 ** min(attempt - 1, 30))
    assert whole / 2 <= wait <= whole <= longest


def test_within_a_running_event_loop(server: Any) -> None:
    async def notebook() -> list[Outcome]:
        return client_of(server).complete([ask("one")])

    assert isinstance(asyncio.run(notebook())[0], Completion)


def test_a_cache_that_cannot_be_written_stops_what_is_paid_for(server: Any, tmp_path: Path) -> None:
    client = client_of(server, Limits(concurrency=1), tmp_path / "r.sqlite")
    client.complete([ask("first")])
    client.cache._run("CREATE TRIGGER full BEFORE INSERT ON replies BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    with pytest.raises(ReplyCacheError, match="disk is full"):
        client.complete([ask(str(number)) for number in range(30)])
    assert len(server.requests) <= 3


@pytest.mark.parametrize("field", ["concurrency", "attempts", "timeout", "deadline", "requests_per_minute"])
def test_limits_that_are_none(field: str) -> None:
    with pytest.raises(ValueError, match=f"{field} must be"):
        Limits(**{field: 0})


def test_nothing_to_send_needs_no_server() -> None:
    assert LlmClient(endpoint("http://127.0.0.1:9/v1", "model")).complete([]) == []
