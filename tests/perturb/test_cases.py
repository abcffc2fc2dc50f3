"""Small inputs with right answers, each a fault of a public tool that must not come back."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from metricstress.language.passages import Passage
from metricstress.perturb.donors import Donor, DonorPool
from metricstress.perturb.perturbation import perturb
from metricstress.perturb.registry import BUILT_IN
from metricstress.suites.suite import load_suite

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "perturbation_cases.jsonl").read_text(encoding="utf-8").splitlines()
]

TABLE_5 = load_suite("ev2r").perturbations

NAMES = {
    "expansion (inverse)": ["expansion"],
    "fluency: stop-word drop": ["stopword_drop"],
    "fluency: typos": ["typos"],
    "redundancy: words": ["redundancy_words"],
    "argument structure + completeness": ["argument_structure", "completeness"],
    "random shuffle": ["random_shuffle"],
    "number change": ["number_change"],
}


def holds(checks: dict[str, Any], before: str, after: str) -> None:
    for part in checks.get("must_contain", []):
        assert part in after
    for part in checks.get("not_contain", []):
        assert part not in after
    for pattern in checks.get("not_regex", []):
        assert not re.search(pattern, after)
    if "any_of" in checks:
        assert any(part in after for part in checks["any_of"])
    if "expect" in checks:
        assert after == checks["expect"]
    if checks.get("equal"):
        assert after == before
    if checks.get("same_letters"):
        assert Counter(after) == Counter(before)
    if checks.get("skeleton"):
        assert re.findall(r"\s+", after) == re.findall(r"\s+", before)
    if checks.get("multiset"):
        assert Counter(after.split()) == Counter(before.split())
    if checks.get("differs"):
        assert after != before
    if "max_run" in checks:
        words = re.findall(r"\w+", after.lower())
        run = checks["max_run"]
        assert not any(len(set(words[i : i + run + 1])) == 1 for i in range(len(words) - run))


@pytest.mark.parametrize("case", [case for case in CASES if "equal_for" not in case["checks"]], ids=lambda c: c["id"])
@pytest.mark.parametrize("severity", [None, 1.0], ids=["default", "all"])
def test_case(case: dict[str, Any], severity: float | None) -> None:
    if case["id"] == "C39" and severity:
        severity = 0.1  # The claim's own number comes first; at 1 all the others change as well.
    for name in NAMES.get(case["perturbation"], [case["perturbation"]]):
        donors = None
        if name == "noise":  # "dataset of exactly this one example"
            donors = DonorPool([Donor("x", "", (Passage(case["input"]),))])
        for seed in range(10):
            done = perturb(
                BUILT_IN[name](severity),
                case["input"],
                example_id="x",
                claim=case.get("claim", ""),
                donors=donors,
                seed=seed,
            )
            holds(case["checks"], case["input"], done.text)


@pytest.mark.parametrize("perturbation", BUILT_IN.values(), ids=BUILT_IN)
def test_degenerate_input(perturbation: Any) -> None:
    (case,) = [case for case in CASES if "equal_for" in case["checks"]]
    donors = DonorPool([Donor("other", "Owls.", (Passage("Owls hunt in the dark."),))])
    for text in json.loads(case["input"]):
        if text.strip() and perturbation.name not in TABLE_5:
            continue
        done = perturb(perturbation, text, example_id="x", donors=donors)
        may_apply = perturbation.name in ("redundancy_sentences", "noise") and text.strip()
        if not may_apply:
            assert (done.status, done.text) == ("not_applicable", text)
            assert done.reason
