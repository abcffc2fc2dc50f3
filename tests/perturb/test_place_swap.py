"""Place swap: whole names, derived words changed alike, no languages."""

from __future__ import annotations

import re

import pytest

from metricstress.language.passages import Passage
from metricstress.language.places import places
from metricstress.perturb.facts.place_swap import place_swap
from metricstress.perturb.perturbation import Perturbed, perturb


def swap(text: str, seed: int = 0, severity: float = 1.0) -> Perturbed:
    return perturb(place_swap(severity), text, example_id="p", seed=seed)


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("It rained in Kenya and Kenyan farmers sang. Kenyans danced.", ["Kenya", "Kenyan", "Kenyans"]),
        ("The French president left France.", ["French", "France"]),
        ("He lives in Oslo.", ["Oslo"]),
        ("Texas officials met the Texas governor.", ["Texas", "Texas"]),
        ("The Texas Governor left.", ["Texas"]),
        ("South Korea won.", ["South Korea"]),
        ("The Vice President of Ghana spoke.", ["Ghana"]),
        ("Mars is red.", ["Mars"]),
        ("The Chinese-made phone came from China.", ["Chinese", "China"]),
        ("The US said that Americans in the U.S. slept.", ["US", "Americans", "U.S."]),
        ("In Norway it rained, and no dam broke in Peru.", ["Norway"]),
        ("Norway has non-tropical woods.", ["Norway"]),
        ("Cairo, Lagos and Nairobi grew.", ["Lagos", "Nairobi"]),
        ("The mill in Oslo will close for good.", ["Oslo"]),
    ],
)
def test_a_place_changes_with_its_derived_words(text: str, old: list[str]) -> None:
    assert [edit.old for edit in swap(text).edits] == old


@pytest.mark.parametrize(
    "text",
    [
        "Kenya Airways and the Bank of Ghana paid the Boston Globe.",
        "He read USA Today about the US-China talks.",
        "An African American sang.",
        "The Republic of Malta signed.",
        "The Spanish flu and the Spanish language spread.",
        "He spoke in German.",
        "The French are proud. France won.",
        "He is an American. The US won.",
        "Paris Hilton met Sydney Sweeney.",
        "the Paris agreement",
        "Turkey is eaten.",
        "The Georgian town lies in Georgia.",
        "Northern Kenya is dry.",
        "ask us about it",
        "Yes",
        # What is denied
        "No mills will go to Norway.",
        "No U.S. mills will go to Norway.",
        "It did not rain in Oslo.",
        "Norway is not the lowest.",
        "There is no evidence of a flood in Oslo.",
        "They told of rumours that a dam in Peru had burst.",
        "A claim that Peru was flooded is a hoax.",
        # What belongs to this place alone
        "The US president slept.",
        "The U.S. Senate met.",
        "She is the first United States President to ski.",
        "The US federal court met.",
        "In the US a governor resigned.",
        "He met Congress members in the US.",
        "It rained in Ahmedabad, Gujarat.",
        "It rained in Boston, MA.",
        "A mill in Portville, Texas burned.",
        "Escape County (Florida) was dry.",
        # Mere judgements
        "Norway is a beautiful land.",
        "Norway is a cold, rainy and windy country.",
        "The plan that runs in Kerala is highly effective.",
        # Lines that only date a text
        "OSLO, May 4 (Agency) - It rained.",
        "It rained, Oslo, Mon May 4 2020, 12:49 hrs.",
    ],
)
def test_what_is_no_place_is_left_alone(text: str) -> None:
    assert swap(text).status == "not_applicable"


def test_one_country_for_all_forms() -> None:
    for seed in range(20):
        done = swap("Kenya fell. A Kenyan doctor told Kenyans.", seed)
        match = re.fullmatch(r"(.+) fell\. (An?) (.+) doctor told (.+)\.", done.text)
        assert match is not None
        name, article, adjective, plural = match.groups()
        assert (name, adjective, plural) in set(places()["country"])
        assert article == "A"


def test_the_article_the_is_kept() -> None:
    for seed in range(10):
        done = swap("They left the Netherlands.", seed)
        assert done.edits[0].new in {place.name for place in places()["country_with_article"]}
        assert swap("They left Norway.", seed).edits[0].new in {place.name for place in places()["country"]}


def test_america_and_britain_stand_for_each_other() -> None:
    assert swap("The US saw an American flag.").text == "The UK saw a British flag."
    assert swap("The U.K. and the British press").text == "The U.S. and the American press"
    assert swap("The US and the UK agreed.").status == "not_applicable"


def test_questions_change_with_the_answers_but_never_alone() -> None:
    both = perturb(place_swap, (Passage("Norway did.", "Did Norway win?"),))
    assert {edit.field for edit in both.edits} == {"question", "text"}
    assert perturb(place_swap, (Passage("Yes.", "Did Norway win?"),)).status == "not_applicable"


@pytest.mark.parametrize(
    ("text", "changed"), [("No. A dam in Norway has burst.", False), ("No. A dam near Oslo was closed.", True)]
)
def test_a_no_that_repeats_the_claim_names_no_place(text: str, changed: bool) -> None:
    done = perturb(place_swap(1.0), text, claim="A large dam in Norway has burst.")
    assert (done.status == "changed") is changed


def test_the_new_place_is_new() -> None:
    text = "Mars, Venus, Jupiter, Saturn and Uranus"
    done = perturb(place_swap(1.0), text, claim="A claim.")
    assert [edit.new for edit in done.edits] == ["Neptune"]
