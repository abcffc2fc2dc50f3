"""BLEURT and BERTScore over local checkpoints: a real BERT, tiny and randomly initialised."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path

import pytest
from support import tiny_models

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.learned.bertscore import bertscore
from metricstress.metrics_under_test.learned.bleurt import WITH_CLAIM, bleurt
from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score
from metricstress.metrics_under_test.registry import get_metric
from metricstress.metrics_under_test.wrap import UnknownMetric

pytestmark = [pytest.mark.hf, pytest.mark.slow]

YES, NO = "Yes, the bridge of Alba was opened then.", "No, it never happened in Brno."


@pytest.fixture(scope="module")
def regression(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.bert_regression(tmp_path_factory.mktemp("models") / "bert")


@pytest.fixture(scope="module")
def classifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.deberta(tmp_path_factory.mktemp("models") / "deberta")


def logit(path: Path, reference: str, candidate: str) -> float:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    inputs = AutoTokenizer.from_pretrained(path)(reference, candidate, return_tensors="pt")
    with torch.no_grad():
        return float(AutoModelForSequenceClassification.from_pretrained(path).eval()(**inputs).logits.item())


def only(metric: Metric, item: Item) -> Score:
    (score,) = metric.score([item])
    assert isinstance(score, Score)
    return score


def test_bleurt_is_what_transformers_gives_for_reference_and_candidate(regression: Path) -> None:
    metric = get_metric(f"bleurt:{regression}")
    assert (metric.name, metric.components) == ("bleurt:bert", ("bleurt",))
    assert metric.needs == {"reference"}
    score = only(metric, Item(YES, NO))
    assert score.values["bleurt"] == pytest.approx(logit(regression, NO, YES), abs=1e-6)
    assert score.reason is None
    assert only(metric, Item((Passage(YES),), (Passage(NO),))) == score
    assert only(metric, Item(NO, YES)) != score


def test_bleurt_that_was_trained_with_the_claim_in_front(regression: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(regression, tmp_path / "model"))
    config = json.loads((path / "config.json").read_text())
    (path / "config.json").write_text(json.dumps({**config, WITH_CLAIM: True}))
    metric = bleurt(path)
    assert metric.needs == {"reference", "claim"}
    found = only(metric, Item(YES, NO, "A claim.")).values["bleurt"]
    assert found == pytest.approx(logit(regression, f"A claim. {NO}", f"A claim. {YES}"), abs=1e-6)
    assert isinstance(metric.score([Item(YES, NO)])[0], Failure)


def test_bleurt_cuts_long_texts_and_says_so(regression: Path) -> None:
    assert only(bleurt(regression), Item(YES * 50, NO)).reason == "texts cut at 128 tokens"


@pytest.mark.parametrize("spec", ["bleurt", "bertscore#1"])
def test_company_and_order_change_nothing_and_it_can_be_pickled(regression: Path, spec: str) -> None:
    kind, _, layer = spec.partition("#")
    metric = get_metric(f"{kind}:{regression}{'#' if layer else ''}{layer}")
    items = [Item(YES, NO), Item(NO, NO), Item(YES * 40, NO), Item("Brno", YES), Item("", YES), Item("\ud800", "😀")]
    alone = [metric.score([item])[0] for item in items]
    assert metric.score(items) == alone
    assert metric.score(items[::-1]) == alone[::-1]
    assert pickle.loads(pickle.dumps(metric)).score(items) == alone
    assert isinstance(metric.score([Item(YES)])[0], Failure)


def test_bertscore_is_greedy_matching_of_the_hidden_states(classifier: Path) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, network = AutoTokenizer.from_pretrained(classifier), AutoModel.from_pretrained(classifier).eval()
    states = []
    for text in (YES, NO):
        with torch.no_grad():
            every = network(**tokenizer(text, return_tensors="pt"), output_hidden_states=True).hidden_states
        states.append(torch.nn.functional.normalize(every[1][0], dim=-1))
    alike = states[0] @ states[1].T
    # The marks at both ends may be matched, but do not count themselves.
    precision, recall = alike.max(1).values[1:-1].mean().item(), alike.max(0).values[1:-1].mean().item()
    found = only(bertscore(classifier, 1), Item(YES, NO)).values
    assert found["precision"] == pytest.approx(precision, abs=1e-5)
    assert found["recall"] == pytest.approx(recall, abs=1e-5)
    assert found["f1"] == pytest.approx(2 * precision * recall / (precision + recall), abs=1e-5)


def test_bertscore_of_a_text_with_itself_nothing_and_too_much(classifier: Path) -> None:
    """A tokenizer that knows no longest text, and an empty text, are where bert-score itself fails."""
    metric = bertscore(classifier)
    assert list(only(metric, Item(YES, YES)).values.values()) == pytest.approx([1, 1, 1], abs=1e-5)
    one, two = only(metric, Item(YES, NO)).values, only(metric, Item(NO, YES)).values
    assert (one["precision"], one["recall"]) == pytest.approx((two["recall"], two["precision"]), abs=1e-5)
    assert only(metric, Item(" \n", NO)) == Score(
        {"precision": 0.0, "recall": 0.0, "f1": 0.0}, reason="an empty text matches nothing"
    )
    assert only(metric, Item(YES * 50, NO)).reason == "texts cut at 128 tokens"
    assert only(bertscore(classifier, 1), Item(YES, NO)).values != one
    assert bertscore(classifier).signature() == bertscore(classifier, 2).signature()
    assert bertscore(classifier, 1).signature() != bertscore(classifier, 2).signature()


def test_what_cannot_be_a_metric_is_told_in_a_line(classifier: Path, tmp_path: Path) -> None:
    for spec, said in [
        ("bleurt", "give its local path: bleurt:PATH"),
        ("bertscore", "bertscore:PATH#LAYER"),
        ("bleurt:", "give its local path"),
        ("bleurt:Elron/bleurt-base-512", "give a local path"),
        (f"bleurt:{tmp_path / 'nowhere'}", "there is no folder"),
        (f"bleurt:{classifier}", "has 3 labels (entailment, neutral, contradiction)"),
        (f"bertscore:{classifier}#9", "has 2 hidden layers"),
        (f"bertscore:{classifier}#0", "has 2 hidden layers"),
    ]:
        with pytest.raises(UnknownMetric) as caught:
            get_metric(spec)
        assert said in str(caught.value) and "\n" not in str(caught.value)
