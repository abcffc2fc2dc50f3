"""The laws of DESIGN over the perturbations of numbers, dates, units and their formats."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.texts import any_text, passages, prose

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.facts.date_shift import date_shift
from metricstress.perturb.facts.number_change import number_change
from metricstress.perturb.facts.unit_change import unit_change
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb
from metricstress.perturb.surface.date_format import date_format
from metricstress.perturb.surface.number_format import number_format

ALTERING = [number_change, date_shift, unit_change]
ALL = [*ALTERING, number_format, date_format]
every_perturbation = pytest.mark.parametrize("perturbation", ALL, ids=lambda item: item.name)
every_altering = pytest.mark.parametrize("perturbation", ALTERING, ids=lambda item: item.name)

_NUMBERS = [
    "10,000", "22748", "3,56,99,443", "15%", "15 per cent", "$5m", "€3.5 million", "7.1bn", "five million",
    "twenty-one", "an 8%", "a 12-year", "2 to 4", "more than 30", "up to 60", "at least 7", "1 week", "5 km", "80kg",
    "300 miles",
    "25°C", "5 US dollars", "12 pounds", "26th", "second", "three", "0", "911", "1", "one", "-5", "half a million",
]  # fmt: skip
_DATES = [
    "5 May 2020", "May 5, 2020", "2020-05-05", "25/12/2020", "03/04/2020", "Jan. 6", "6 Jan.", "in 2016", "since 2013",
    "in August", "May 2020", "1990s", "on Monday", "Monday, May 4, 2020", "29 February 2000", "February 18, 25 and 27",
    "from 2010 to 2015", "may", "March", "Sept. 2019", "JANUARY 20, 2021", "the 2020 election", "9/11",
]  # fmt: skip
_PLAIN = [
    "shops",
    "people",
    "closed",
    "of",
    "and",
    "The",
    "was",
    "not",
    "(",
    ")",
    "years",
    "old",
    "dollars",
    "🙂",
    "\r\n",
]
quantities = st.lists(st.sampled_from([*_NUMBERS, *_DATES, *_PLAIN]), max_size=14).map(" ".join)
texts = st.one_of(quantities, prose, any_text, st.builds(lambda one, other: f"{one}. {other}.", quantities, quantities))
evidence: st.SearchStrategy[Evidence] = st.lists(
    st.one_of(passages, st.builds(Passage, text=texts, question=st.one_of(st.just(""), quantities))), max_size=4
).map(tuple)
severities = st.sampled_from([0.01, 0.1, 0.5, 1.0])


def run(perturbation: Perturbation, source: Evidence, seed: int = 0) -> Perturbed:
    return perturb(perturbation, source, example_id="a", claim="In 2016, 10,000 shops (15%) closed.", seed=seed)


@every_altering
@given(source=evidence, severity=severities)
def test_a_question_changes_only_with_an_answer(perturbation: Perturbation, source: Evidence, severity: float) -> None:
    edits = run(perturbation(severity), source).edits
    assert not edits or any(edit.field == "text" for edit in edits)


@every_perturbation
@given(
    text=st.sampled_from(
        ["", " ", "Yes", "No.", "No answer could be found.", "🙂", "\ud800", "I", "one", "Yes, it is."]
    )
)
def test_what_has_no_value_stays(perturbation: Perturbation, text: str) -> None:
    assert run(perturbation(1.0), (Passage(text, "Did 10,000 shops close on 5 May 2020?"),)).evidence[0].text == text


@every_altering
def test_what_is_one_value_is_one_value_afterwards(perturbation: Perturbation) -> None:
    source = (
        Passage("Yes. 40 shops closed on 5 May 2020 after 12 days.", "Did 40 shops close on May 5, 2020?"),
        Passage("All forty shops were shut on 2020-05-05; it took twelve days.", "Which 40?"),
    )
    for seed in range(20):
        done = run(perturbation(1.0), source, seed)
        for pattern in (r"(\d+|\w+)(?= shops)", r"\w+(?= \w+[.]$)"):
            assert re.search(pattern, done.evidence[0].text)
        assert len(done.edits) >= 2
