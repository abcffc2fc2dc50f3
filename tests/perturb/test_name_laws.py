"""Laws of the perturbations that swap names and pronouns or add a foreign sentence, beyond the common ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.texts import any_text, evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.donors import Donor, DonorPool
from metricstress.perturb.facts.entity_swap import entity_swap
from metricstress.perturb.facts.place_swap import place_swap
from metricstress.perturb.facts.pronoun_swap import pronoun_swap
from metricstress.perturb.facts.unsupported_sentence import unsupported_sentence
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb

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
every_one = pytest.mark.parametrize("perturbation", ALL, ids=lambda item: item.name)


def run(perturbation: Perturbation, source: Evidence, name: str = "a", seed: int = 0) -> Perturbed:
    claim = "Ada Okoro said that Kenya has no COVID-19."
    return perturb(perturbation, source, example_id=name, claim=claim, donors=DONORS, seed=seed)


@every_one
@given(source=sources)
def test_no_question_changes_without_an_answer(perturbation: Perturbation, source: Evidence) -> None:
    done = run(perturbation, source)
    assert not done.edits or any(edit.field == "text" for edit in done.edits)


@every_one
def test_every_severity_finds_something_in_plain_prose(perturbation: Perturbation) -> None:
    text = "John Sullivan said on Monday that he had never been to Kenya. His office in Oslo was closed."
    for severity in (0.01, 0.5, 1.0):
        done = run(perturbation(severity), (Passage(text),))
        assert done.status == "changed"
        assert all(edit.new for edit in done.edits)
