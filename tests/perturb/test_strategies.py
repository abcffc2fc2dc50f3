"""Strategies: what they draw is changed, small when it fails, and reproducible."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from metricstress.language.passages import Passage
from metricstress.perturb import perturb, random_shuffle, typos
from metricstress.perturb.registry import BUILT_IN, get_perturbation
from metricstress.perturb.strategies import Pair, chains, examples, perturbed, sentences, texts
from metricstress.suites.given import read_given

_FINDING = settings(max_examples=500, database=None, derandomize=True)


def overlap(candidate: str, reference: str) -> float:
    """Blind to the order of words."""
    return len(set(candidate.split()) & set(reference.split())) / max(1, len(set(reference.split())))


def test_a_failing_example_shrinks_to_a_few_words() -> None:
    """ "Word order matters" fails for a bag of words; the least sentence of the strategy has three."""
    pair = find(
        perturbed(texts(), random_shuffle), lambda pair: overlap(pair.after, pair.before) == 1, settings=_FINDING
    )
    assert sorted(pair.before.split()) == sorted(pair.after.split())
    assert len(pair.before.split()) <= 4
    assert pair.perturbation == "random_shuffle@1"


def test_texts_of_any_strategy_shrink_as_far_as_they_can() -> None:
    words = st.lists(st.text("ab", min_size=1), min_size=1).map(" ".join)
    pair = find(perturbed(words, random_shuffle), lambda pair: True, settings=_FINDING)
    assert (pair.before, pair.after) in [("a b", "b a"), ("a aa", "aa a"), ("b a", "a b")]


def test_seed_and_severity_shrink_too() -> None:
    pair = find(perturbed(sentences(), typos, severity=st.floats(0.25, 1)), lambda pair: True, settings=_FINDING)
    assert pair.seed == 0
    assert pair.perturbation in ("typos@0.25", "typos@1")


def test_a_chain_shrinks_to_the_one_step_that_matters() -> None:
    chain = chains(max_size=4, among=["typos@0.5", "num2text", "random_shuffle"])
    pair = find(
        perturbed(texts(), chain),
        lambda pair: sorted(pair.before.split()) != sorted(pair.after.split()),
        settings=_FINDING,
    )
    assert pair.perturbation == "typos@0.5"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_perturbation_finds_something_to_do(name: str) -> None:
    answers = sentences().map(lambda text: Passage(text, "What happened?"))
    found = settings(_FINDING, phases=[Phase.generate])
    pair = find(perturbed(st.one_of(texts(), answers), name), lambda pair: True, settings=found)
    assert pair.after != pair.before or BUILT_IN[name].control
    assert pair.perturbation.split("@")[0] == name


@given(perturbed(texts(), "negation"))
def test_a_pair_can_be_made_again(pair: Pair) -> None:
    assert pair.after == perturb(get_perturbation(pair.perturbation), pair.before, seed=pair.seed).text != pair.before


@given(perturbed(texts(), chains()))
def test_chains_change_something(pair: Pair) -> None:
    assert pair.after != pair.before
    assert all(get_perturbation(step).intent == "preserving" for step in pair.perturbation.split(" -> "))


def test_not_applicable_is_rejected() -> None:
    with pytest.raises(Unsatisfiable):
        find(perturbed(st.just("Nothing to spell out here."), "num2text"), lambda pair: True, settings=_FINDING)

    @settings(suppress_health_check=list(HealthCheck), database=None, phases=[Phase.generate])
    @given(perturbed(st.just("Nothing to spell out here."), "num2text"))
    def never_called(pair: Pair) -> None:
        raise AssertionError(pair)

    with pytest.raises(Unsatisfiable):
        never_called()


@given(examples())
def test_examples_are_rows_that_a_stress_test_takes(row: dict[str, object]) -> None:
    (example,) = read_given([row])
    assert example.claim == row["claim"] and example.evidence
    assume(row["reference"])
    assert example.references == example.reference


def test_unknown_names_are_told_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean 'typos'"):
        perturbed(sentences(), "typo")
    with pytest.raises(TypeError, match=r"'typos@0\.1'"):
        perturbed(sentences(), 0.1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="none of the perturbations is altering"):
        chains(intent="altering", among=["typos"])


def test_without_hypothesis_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import metricstress.perturb.strategies"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'metricstress[pytest]'" in done.stderr
