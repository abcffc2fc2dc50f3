"""What labels mean, and what is said where the libraries for checkpoints are missing; neither needs torch."""

from __future__ import annotations

import subprocess
import sys

import pytest

from metricstress.metrics_under_test.ev2r.verdict_labels import (
    CONFLICTING,
    SPELLINGS,
    UnknownLabels,
    verdict_of,
    verdicts_of_labels,
)

SUPPORTED, REFUTED, NEI = "supported", "refuted", "not enough evidence"


@pytest.mark.parametrize(
    ("labels", "verdicts"),
    [
        (["entailment", "neutral", "contradiction"], [SUPPORTED, NEI, REFUTED]),
        (["CONTRADICTION", "NEUTRAL", "ENTAILMENT"], [REFUTED, NEI, SUPPORTED]),
        (["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], [SUPPORTED, REFUTED, NEI]),
        (["Supported", "Refuted", "NEI"], [SUPPORTED, REFUTED, NEI]),
        (["true", "not_enough_info", "false"], [SUPPORTED, NEI, REFUTED]),
        (
            ["Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking"],
            [SUPPORTED, REFUTED, NEI, CONFLICTING],
        ),
        (["conflicting", "not-enough-evidence", "refutes", "support"], [CONFLICTING, NEI, REFUTED, SUPPORTED]),
    ],
)
def test_labels_that_are_verdicts(labels: list[str], verdicts: list[str]) -> None:
    assert verdicts_of_labels(dict(enumerate(labels))) == dict(enumerate(verdicts))


@pytest.mark.parametrize(
    "labels",
    [
        ["LABEL_0", "LABEL_1", "LABEL_2"],
        ["entailment", "not_entailment"],
        ["supported", "refuted", "refutes"],
        ["supported", "refuted", "conflicting"],
        ["supported", "refuted", "nei", "LABEL_3"],
        ["not supported", "supported", "nei"],
        ["entailment", "neutral", "contradiction", "conflicting", "other"],
        [],
    ],
)
def test_labels_that_are_not(labels: list[str]) -> None:
    with pytest.raises(UnknownLabels) as caught:
        verdicts_of_labels(dict(enumerate(labels)))
    assert all(f"{number}: {label!r}" in str(caught.value) for number, label in enumerate(labels))
    assert '"id2label"' in str(caught.value)


def test_no_spelling_means_two_verdicts_and_case_and_punctuation_mean_nothing() -> None:
    spellings = [spelling for each in SPELLINGS.values() for spelling in each]
    assert len(set(spellings)) == len(spellings)
    for verdict, each in SPELLINGS.items():
        for spelling in each:
            assert verdict_of(f" {spelling.upper().replace(' ', '_')}.") == verdict


BLOCKED = """
import sys
for name in {modules!r}:
    sys.modules[name] = None
from metricstress.metrics_under_test.registry import get_metric
try:
    {call}
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("modules", "call", "extra"),
    [
        (("torch", "transformers"), "get_metric('bleurt:somewhere')", "metricstress[hf]"),
        (("transformers",), "get_metric('bleurt:somewhere')", "metricstress[hf]"),
        (("bert_score",), "get_metric('bertscore:somewhere')", "metricstress[bertscore]"),
        (
            ("torch",),
            "from metricstress.metrics_under_test.ev2r.hf_proxy import hf_proxy; hf_proxy('somewhere')",
            "metricstress[hf]",
        ),
    ],
)
def test_a_missing_extra_is_named(modules: tuple[str, ...], call: str, extra: str) -> None:
    code = BLOCKED.format(modules=modules, call=call)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install '{extra}'" in done.stdout
    assert all(name in done.stdout for name in modules)
    assert len(done.stdout.splitlines()) == 1
