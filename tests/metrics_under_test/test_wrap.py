"""Users' own metrics: callables and `package.module:attribute`, and what goes wrong in them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from metricstress.metrics_under_test.metric import Failure, Item, PairMetric, Score
from metricstress.metrics_under_test.registry import BUILT_IN, get_metric
from metricstress.metrics_under_test.wrap import UnknownMetric, load_metric, wrap

ITEM = Item("a b", "a c")


def length(candidate: str, reference: str) -> float:
    return float(len(candidate))


class Judge:
    def __call__(self, candidate: str, reference: str) -> float:
        return 0.25

    def method(self, candidate: str, reference: str) -> float:
        return 0.5


def test_a_function_a_method_and_an_instance_become_metrics() -> None:
    for metric, name, value in ((length, "length", 3.0), (Judge(), "Judge", 0.25), (Judge().method, "method", 0.5)):
        wrapped = wrap(metric)
        assert wrapped.name == name
        assert wrapped.score([ITEM]) == [Score({name: value})]
        assert __name__ in wrapped.signature()


def test_the_signature_follows_the_source() -> None:
    assert wrap(length).signature() == wrap(length).signature()
    assert wrap(length).signature() != wrap(Judge().method).signature()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (float("nan"), "returned NaN"),
        (math.inf, "returned inf"),
        (None, "returned None (NoneType), expected a number"),
        ("high", "returned 'high' (str), expected a number"),
        ([0.5], "returned [0.5] (list), expected a number"),
    ],
)
def test_what_is_no_number_is_a_failure(value: Any, reason: str) -> None:
    assert wrap(lambda candidate, reference: value, "odd").score([ITEM]) == [Failure(reason)]


def test_a_raising_metric_fails_on_that_item_only() -> None:
    def picky(candidate: str, reference: str) -> float:
        if "b" in candidate:
            raise RuntimeError("no b please")
        return 1.0

    assert wrap(picky).score([ITEM, Item("a", "a")]) == [Failure("RuntimeError: no b please"), Score({"picky": 1.0})]


def test_a_metric_is_left_as_it_is() -> None:
    assert wrap(BUILT_IN["bleu"]) is BUILT_IN["bleu"]
    assert get_metric("bleu") is BUILT_IN["bleu"]


def test_module_and_attribute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scores_of_mine.py").write_text(
        "class Box:\n    @staticmethod\n    def half(candidate, reference):\n        return 0.5\n"
        "def third(candidate, reference):\n    return 1 / 3\nbroken = 3\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert load_metric("scores_of_mine:third").score([ITEM]) == [Score({"scores_of_mine:third": 1 / 3})]
    assert get_metric("scores_of_mine:Box.half").score([ITEM]) == [Score({"scores_of_mine:Box.half": 0.5})]
    for spec, message in [
        ("scores_of_mine:thrid", r"has no 'thrid'; did you mean 'third'\?"),
        ("scores_of_mine:broken", "3 is a int; a metric is a function"),
        ("scores_of_mine:Box", "Box is a class; give an instance"),
        ("no_such_module_here:f", "module 'no_such_module_here' cannot be imported: ModuleNotFoundError"),
    ]:
        with pytest.raises(UnknownMetric, match=message):
            get_metric(spec)


def test_a_module_that_fails_at_import_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fails_at_import.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownMetric, match="'fails_at_import' cannot be imported: ZeroDivisionError"):
        get_metric("fails_at_import:f")


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownMetric, match=r"unknown metric 'blue'; did you mean 'bleu'\?"):
        get_metric("blue")


def test_pair_metrics_keep_order() -> None:
    metric = PairMetric("length", length, lambda: "length")
    assert metric.score([Item("a", "x"), Item("aaa", "x")]) == [Score({"length": 1.0}), Score({"length": 3.0})]
