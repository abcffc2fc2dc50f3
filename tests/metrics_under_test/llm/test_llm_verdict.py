"""The log-probability of the gold verdict: read at the label, added up over spellings, never made up."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.metrics_under_test.ev2r.judges.llm_verdict import LETTERS, LlmVerdict, log_probability, verdict_letter
from metricstress.metrics_under_test.ev2r.verdict_labels import SPELLINGS
from metricstress.metrics_under_test.llm.client import Limits
from metricstress.metrics_under_test.llm.endpoint import endpoint
from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score

ITEM = Item("It was demolished in 1987.", None, "The lighthouse is gone.", "Supported")


def tokens(label: dict[str, float], before: str = '{"explanation": "A or B", "label": "') -> list[dict[str, Any]]:
    """A reply whose last token but one is the first of `label`, with all of them as its candidates."""
    candidates = [{"token": token, "logprob": math.log(share)} for token, share in label.items()]
    texts = [{"token": part, "logprob": -0.1} for part in before]
    return [*texts, {**candidates[0], "top_logprobs": candidates}, {"token": '"}', "logprob": -0.1}]


@pytest.mark.parametrize(
    ("label", "letter", "probability"),
    [
        ({"A": 0.7, "B": 0.2}, "A", 0.7),
        ({"A": 0.7, "B": 0.2}, "B", 0.2),
        ({"A": 0.5, " A": 0.2, "B": 0.1}, "A", 0.7),
        ({'A"': 0.5, "A": 0.25, "AB": 0.1}, "A", 0.75),
    ],
)
def test_spellings_of_the_gold_letter_are_added_up(label: dict[str, float], letter: str, probability: float) -> None:
    assert log_probability(tokens(label), letter) == pytest.approx(math.log(probability))


def test_a_letter_that_shares_its_token_with_a_quote() -> None:
    split = tokens({'"A': 0.6, '"B': 0.3}, '{"explanation": "", "label": ')
    assert log_probability(split, "B") == pytest.approx(math.log(0.3))


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (tokens({"A": 0.9, "B": 0.05}), "label-not-found: D is not among the 2 likeliest tokens"),
        (tokens({"E": 0.9}), "no-label"),
        (tokens({"A": 0.9}, '{"label": "B"} {"label": "'), "multiple-labels"),
        ([], "no-label"),
    ],
)
def test_what_is_not_there_is_not_made_up(found: list[dict[str, Any]], reason: str) -> None:
    assert log_probability(found, "D") == reason


@given(st.lists(st.floats(0.001, 1), min_size=4, max_size=4))
def test_never_more_than_certain(shares: list[float]) -> None:
    found = log_probability(tokens(dict(zip("ABCD", shares, strict=True))), "C")
    assert found == pytest.approx(math.log(shares[2])) and isinstance(found, float) and found <= 0


def test_every_spelling_has_its_letter() -> None:
    assert LETTERS.keys() == SPELLINGS.keys()
    for verdict, spellings in SPELLINGS.items():
        assert {verdict_letter(verdict), *map(verdict_letter, spellings)} == {LETTERS[verdict]}
    assert verdict_letter("not supported") is None


def test_against_a_server(server: Any, answer: Any) -> None:
    said = tokens({"A": 0.75, "C": 0.2})
    text = "".join(token["token"] for token in said)
    choice = {"finish_reason": "stop", "message": {"content": text}, "logprobs": {"content": said}}
    server.behave = lambda body, attempt: answer(body=json.dumps({"choices": [choice]}).encode())
    metric = LlmVerdict(endpoint(server.url, "model"), None, Limits())
    assert isinstance(metric, Metric)
    others = [Item("x", None, "c", verdict) for verdict in ("Not Enough Evidence", "Refuted", "maybe", None)]
    scored = metric.score([ITEM, *others, Item("x", verdict="Supported")])
    assert scored == [
        Score({"log_probability": pytest.approx(math.log(0.75))}),  # type: ignore[dict-item]
        Score({"log_probability": pytest.approx(math.log(0.2))}),  # type: ignore[dict-item]
        Failure("label-not-found: B is not among the 2 likeliest tokens"),
        Failure(f"unknown verdict 'maybe'; there are {', '.join(LETTERS)}"),
        Failure("needs a verdict, but the item has none"),
        Failure("needs a claim, but the item has none"),
    ]
    assert server.requests[0]["logprobs"] is True and server.requests[0]["top_logprobs"] == 20
    # The verdict is never told, so that items that differ in it alone share a reply.
    assert len(server.requests) == 2 and "Supported" not in json.dumps(server.requests)


def test_a_server_without_log_probabilities(server: Any, answer: Any) -> None:
    server.behave = lambda body, attempt: answer(text='{"explanation": "", "label": "A"}')
    metric = LlmVerdict(endpoint(server.url, "model"), None)
    assert metric.score([ITEM]) == [Failure("no-logprobs: the server gave no log-probabilities")]
