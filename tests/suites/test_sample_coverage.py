"""The bundled sample gives every perturbation enough to do, and none of its edits is found wrong."""

from __future__ import annotations

import pytest

from metricstress.perturb.perturbation import Perturbation
from metricstress.perturb.registry import BUILT_IN
from metricstress.suites.formats import read_examples
from metricstress.suites.sample import sample_path
from metricstress.suites.scoring import perturb_example
from metricstress.suites.suite import load_suite
from metricstress.suites.work import pool_of

TABLE_5 = load_suite("ev2r").perturbations
EXAMPLES = list(read_examples(sample_path()))


@pytest.mark.parametrize("perturbation", BUILT_IN.values(), ids=BUILT_IN)
def test_each_perturbation_applies_and_is_not_found_wrong(perturbation: Perturbation) -> None:
    donors = pool_of(EXAMPLES)
    variants = [perturb_example(example, [perturbation], seed=0, donors=donors)[0] for example in EXAMPLES]
    assert sum(variant.reason is None for variant in variants) >= (30 if perturbation.name in TABLE_5 else 10)
    assert [variant.audit for variant in variants if variant.audit] == []


def test_examples_are_enough_and_of_all_verdicts() -> None:
    assert len(EXAMPLES) >= 60
    assert sum(bool(example.reference) for example in EXAMPLES) >= len(EXAMPLES) / 2
    assert {example.verdict for example in EXAMPLES} == {
        "Supported",
        "Refuted",
        "Not Enough Evidence",
        "Conflicting Evidence/Cherrypicking",
    }
