"""The general laws of DESIGN, over the perturbations that swap names and pronouns or add a foreign sentence."""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from support.texts import any_text, evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.edits import Edit, apply_edits, check_edits, invert_edits
from metricstress.perturb.facts.entity_swap import entity_swap
from metricstress.perturb.facts.place_swap import place_swap
from metricstress.perturb.facts.pronoun_swap import pronoun_swap
from metricstress.perturb.facts.unsupported_sentence import unsupported_sentence
from metricstress.perturb.noise import Donor, DonorPool
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb
from metricstress.perturb.protected import protected_spans

ALL = (entity_swap, place_swap, pronoun_swap, unsupported_sentence)
DONORS = DonorPool(
    [
        Donor("d1", "Glass is made of sand.", (Passage("Most glass makers melt quartz sand in furnaces."),)),
        Donor("d2", "Owls hunt by night.", (Passage("Most owls hunt in the dark of the forest."),)),
    ]
)
_NAMED = [
    "Ada", "Okoro", "John Sullivan", "Sullivan's", "Mrs Sullivan", "Dr. Maria Lopez", "Lopez", "the WHO",
    "an FBI agent", "the World Health Organization", "Facebook", "a Pfizer vaccine", "COVID-19", "covid",
    "Kenya", "the Kenyan", "Kenyans", "the US", "U.S.", "Americans", "an American", "Paris", "South Korea",
    "Texas", "he", "She", "her", "his", "him", "we", "our", "themselves", "they", "said", "in", "of",
    "The University of Oslo", "Acme Widgets Inc.", "pro-Trump", "Trump’s",
]  # fmt: skip
_END = st.sampled_from([".", "!", "?", "", ".”", "\r\n", ".\n\n"])
named = st.builds(
    lambda pieces, end: " ".join(pieces) + end, st.lists(st.one_of(st.sampled_from(_NAMED), any_text), max_size=9), _END
)
sources: st.SearchStrategy[Evidence] = st.one_of(
    evidence,
    st.lists(st.builds(Passage, named, st.one_of(st.just(""), named)), max_size=4).map(tuple),
)
severities = st.sampled_from([0.01, 0.3, 0.7, 1.0])
every_one = pytest.mark.parametrize("perturbation", ALL, ids=lambda item: item.name)


def run(perturbation: Perturbation, source: Evidence, name: str = "a", seed: int = 0) -> Perturbed:
    claim = "Ada Okoro said that Kenya has no COVID-19."
    return perturb(perturbation, source, example_id=name, claim=claim, donors=DONORS, seed=seed)


@every_one
@given(source=sources, severity=severities, seed=st.integers(0, 3))
def test_edits_are_exact_reversible_and_typed(
    perturbation: Perturbation, source: Evidence, severity: float, seed: int
) -> None:
    before, state = copy.deepcopy(source), random.getstate()
    done = run(perturbation(severity), source, seed=seed)
    assert source == before
    assert random.getstate() == state
    check_edits(source, done.edits)
    assert apply_edits(source, done.edits) == done.evidence
    assert apply_edits(done.evidence, invert_edits(done.edits)) == source
    assert (done.status == "changed") == (done.evidence != source) == bool(done.edits)
    assert {edit.error_type for edit in done.edits} <= {perturbation.error_type}


@every_one
@given(source=sources, other=sources)
def test_the_same_seed_and_id_give_the_same(perturbation: Perturbation, source: Evidence, other: Evidence) -> None:
    first = run(perturbation, source)
    run(perturbation, other, "between")
    assert run(perturbation, source) == first
    assert run(perturbation(0.0), source).edits == ()


@every_one
@given(source=sources, low=severities, high=severities)
def test_edits_grow_with_severity(perturbation: Perturbation, source: Evidence, low: float, high: float) -> None:
    low, high = sorted((low, high))
    assert set(run(perturbation(low), source).edits) <= set(run(perturbation(high), source).edits)


@every_one
@given(source=sources)
def test_no_grapheme_and_no_protected_span_is_touched(perturbation: Perturbation, source: Evidence) -> None:
    for edit in run(perturbation(1.0), source).edits:
        text = getattr(source[edit.passage], edit.field)
        borders = {0, len(text)} | {match.start() for match in regex.finditer(r"\X", text)}
        assert {edit.start, edit.end} <= borders
        for span in protected_spans(text):
            if span.kind not in perturbation.names_kinds:
                assert not (span.start < edit.end and edit.start < span.end)


@every_one
@given(source=sources)
def test_no_question_changes_without_an_answer(perturbation: Perturbation, source: Evidence) -> None:
    done = run(perturbation, source)
    assert not done.edits or any(edit.field == "text" for edit in done.edits)


_PROBE = """
from metricstress.language.passages import Passage
from metricstress.perturb.facts.entity_swap import entity_swap
from metricstress.perturb.noise import Donor, DonorPool
from metricstress.perturb.perturbation import perturb
from metricstress.perturb.facts.place_swap import place_swap
from metricstress.perturb.facts.pronoun_swap import pronoun_swap
from metricstress.perturb.facts.unsupported_sentence import unsupported_sentence
text = "John Sullivan met Maria Lopez of the WHO in Kenya. He told Facebook that Ghana and Oslo had no Zika cases."
pool = DonorPool([Donor("d", "x", (Passage("Most glass makers melt quartz sand in furnaces."),))])
for item in (entity_swap, place_swap, pronoun_swap, unsupported_sentence):
    for seed in range(4):
        print(item.name, perturb(item(0.5), text, example_id="x", seed=seed, donors=pool).text)
"""


def test_other_processes_and_hash_seeds_give_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _PROBE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1


def inserted(edit: Edit) -> str:
    assert isinstance(edit.new, str)
    return edit.new


@every_one
def test_every_severity_finds_something_in_plain_prose(perturbation: Perturbation) -> None:
    text = "John Sullivan said on Monday that he had never been to Kenya. His office in Oslo was closed."
    for severity in (0.01, 0.5, 1.0):
        done = run(perturbation(severity), (Passage(text),))
        assert done.status == "changed"
        assert all(inserted(edit) for edit in done.edits)
