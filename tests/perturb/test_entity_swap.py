"""Entity swap: who and what is found, whole names only, one new name for all mentions."""

from __future__ import annotations

import re
from typing import Any

import pytest

from metricstress.language.names import FAMILY_NAMES
from metricstress.language.organisations import organisations
from metricstress.language.passages import Passage
from metricstress.perturb.facts.entity_swap import entity_swap
from metricstress.perturb.facts.name_swap import takes_an
from metricstress.perturb.perturbation import Perturbed, perturb


def swap(source: Any, claim: str = "", severity: float = 1.0, **options: Any) -> Perturbed:
    return perturb(entity_swap(severity, **options), source, example_id="e", claim=claim)


def edited(text: str) -> list[str]:
    return [str(edit.old) for edit in swap(text).edits]


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("John Sullivan left. Mr Sullivan's car stayed.", ["John Sullivan", "Sullivan"]),
        ("The reporter met Dr. Maria Lopez, and Lopez spoke.", ["Maria Lopez", "Lopez"]),
        ("They cheered Priya Nair. Later Priya sang.", ["Priya Nair", "Priya"]),
        ("On Monday President Kovalenko resigned.", ["Kovalenko"]),
        ("It was Governor Thandiwe Mokoena who signed.", ["Thandiwe Mokoena"]),
        ("The pro-Trump crowd and the Trump-backed bill", ["Trump", "Trump"]),
        ("The World Health Organization (WHO) warned.", ["World Health Organization", "WHO"]),
        ("They were told by a WHO doctor.", ["WHO"]),
        ("A Pfizer vaccine and the Pfizer plant", ["Pfizer", "Pfizer"]),
        ("He teaches at the University of Ruritania now.", ["University of Ruritania"]),
        ("She went to Zenda University in May.", ["Zenda University"]),
        ("Acme Widgets Inc. paid, as Acme Widgets said.", ["Acme Widgets", "Acme Widgets"]),
        ("The Ministry of Health denied it.", ["Ministry of Health"]),
        ("Singer Maria Lopez sang.", ["Maria Lopez"]),
        ("A ban on Muslims and on political Islam", ["Muslims", "Islam"]),
        ("It falls under the Public Order Act, Part IV.", ["Public Order Act"]),
        ("Doctors can send reports to VAERS.", ["VAERS"]),
        ("It stood in the news site The Standard in May.", ["The Standard"]),
        ("Ruritania's Food and Agriculture Organization spoke.", ["Food and Agriculture Organization"]),
        ("TATA has a mill, and the TATA Group has two.", ["TATA", "TATA Group"]),
        ("The WHO said that no mill was closed.", ["WHO"]),
        ("No mill was closed, said Maria Lopez.", ["Maria Lopez"]),
        ("Maria Lopez, head of the mill, said it was not hers.", ["Maria Lopez"]),
        ("Maria Lopez won the race and did not stop.", ["Maria Lopez"]),
        ("According to the CDC, there is no danger.", ["CDC"]),
        ("The best rate is unknown, WHO emphasizes that it is low.", ["WHO"]),
        ("Pfizer paid. Roche did not pay.", ["Pfizer"]),
    ],
)
def test_all_mentions_of_one_entity_change(text: str, old: list[str]) -> None:
    assert edited(text) == old


@pytest.mark.parametrize(
    "text",
    [
        "The Kennedys met John Kennedy.",  # a family
        "Mrs Kennedy and Mr Kennedy left. Kennedy slept.",  # which one?
        "Joe Turner and Anna Turner came. Turner spoke.",
        "WHO ARE THEY? WHO are you?",
        "The Narendra Modi Stadium and the Kennedy Center are large.",
        "St. John Smith Square is closed.",
        "Will Smith win? Will it rain?",
        "They share the SARS-CoV-2 gene that causes COVID-19.",
        "The Marvel-Facebook-Pfizer fund paid.",
        "A post by @JohnSullivan about #Facebook on www.facebook.com was wrong.",
        "“Anna Karenina” is long.",
        "Then Gottmar Maria Quux spoke.",  # the first name is not known
        "Photo: EPA",
        "Yes",
        "No answer could be found.",
        "Some people in the north said that nothing had changed.",
    ],
)
def test_doubtful_names_are_left_alone(text: str) -> None:
    assert swap(text).status == "not_applicable"


@pytest.mark.parametrize(
    "text",
    [
        "Maria Lopez did not win.",
        "Maria Lopez has yet to win a race.",
        "Maria Lopez failed to win.",
        "There is no evidence that Maria Lopez won.",
        "There was no truth to the rumor that Pfizer paid.",
        "It is false that Pfizer paid.",
        "They denied that Pfizer had paid.",
        "That Pfizer paid is a hoax.",
        "The tale that Pfizer paid has been debunked.",
        "Nobody ever paid Pfizer.",
        "The keeper said Maria Lopez did not come.",
        # Lines that only sign a text
        "It rained all day, City News, Pfizer, Mon May 4 2020, 12:49 hrs.",
        "By Maria Lopez, 17 November 2022",
        "By Maria Lopez, Friday",
        "Reuters, 12:30",
        # An acronym that would survive
        "The UN met. It is one of the UNAgencies.",
        "The CDC met, and the cdc closed.",
        "The SNP won; the postSNP era began.",
    ],
)
def test_a_name_that_no_answer_states_stays(text: str) -> None:
    assert swap(text).status == "not_applicable"


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("No. Maria Lopez of Zenda has burned ballots.", False),
        ("False. Maria Lopez of Zenda burned the ballots. Maria Lopez has burned ballots.", False),
        ("No. Maria Lopez says that she was asleep in her house.", True),
        ("No. Maria Lopez of Zenda burned ballots. Later Maria Lopez went fishing.", True),
        ("Yes. Maria Lopez of Zenda has burned ballots.", True),
    ],
)
def test_a_no_that_repeats_the_claim_names_nobody(text: str, changed: bool) -> None:
    done = swap(text, claim="Maria Lopez of Zenda has burned all the ballots.")
    assert (done.status == "changed") is changed


def test_no_disease_of_the_same_family_takes_its_place() -> None:
    names = {name for entry in organisations()["disease"] for form in entry for name in form}
    assert not {"MERS", "SARS"} & names
    assert not {"Ebola", "Marburg"} <= names
    for seed in range(10):
        done = perturb(entity_swap, "The COVID-19 vaccine works.", example_id=str(seed))
        assert done.edits[0].new in names


def test_a_town_of_the_same_name_stays() -> None:
    done = swap("The memoirs of George Washington were printed in Washington.")
    assert done.text.endswith("printed in Washington.")
    assert "George Washington" not in done.text


def test_forms_of_a_person_stay_together() -> None:
    done = swap("John Sullivan left. Mr Sullivan’s dog barked at John.", severity=0.01)
    match = re.fullmatch(r"(\w+) (\w+) left\. Mr (\w+)’s dog barked at (\w+)\.", done.text)
    assert match is not None
    given, family, again, given_again = match.groups()
    assert (family, given) == (again, given_again)
    assert family in FAMILY_NAMES


def test_questions_change_with_the_answers_but_never_alone() -> None:
    both = swap((Passage("Sullivan lives in a mill.", "Where does John Sullivan live?"),))
    assert {edit.field for edit in both.edits} == {"question", "text"}
    alone = swap((Passage("In a mill.", "Where does John Sullivan live?"),))
    assert alone.status == "not_applicable"


def test_gender_is_kept_and_unknown_gender_gets_a_name_of_both() -> None:
    from metricstress.language.names import COMMON_NAMES

    assert swap("Maria Lopez knew her.").text.split()[0] in COMMON_NAMES["female"]
    assert swap("Peter Lopez knew him.").text.split()[0] in COMMON_NAMES["male"]
    assert swap("They asked Senator Xq Lopez.").text.split()[3] in COMMON_NAMES[""]


def test_the_new_name_is_new_and_entities_of_the_claim_come_first() -> None:
    text = "Facebook, NASA, Pfizer and Maria Lopez were named beside the CDC."
    for seed in range(20):
        done = perturb(entity_swap, text, example_id=str(seed), claim="Did NASA do it? Roscosmos did.", seed=seed)
        assert [edit.old for edit in done.edits] == ["NASA"]
        assert done.edits[0].new not in ("NASA", "Roscosmos")


def test_two_entities_never_become_one() -> None:
    text = "Pfizer, Moderna, Bayer and Roche; Peter Lopez, Maria Diaz and Anna Ng; CNN, NBC and CBS."
    new = [edit.new for edit in swap(text).edits]
    assert len(new) == 10
    assert len(set(new)) == len(new)


@pytest.mark.parametrize(
    ("text", "article"),
    [("It was an FBI agent.", "an"), ("It was a CIA agent.", "a"), ("It was an AstraZeneca dose.", "an")],
)
def test_the_article_suits_the_new_name(text: str, article: str) -> None:
    for seed in range(10):
        done = perturb(entity_swap, text, example_id=str(seed))
        match = re.match(r"It was (an?) ([\w&]+)", done.text)
        assert match is not None
        assert (match.group(1) == "an") == takes_an(match.group(2))


def test_possessives_stay_possessives() -> None:
    assert re.fullmatch(r"It was \w+ \w+'s boat\.", swap("It was Mark Jones' boat.").text)
    assert re.fullmatch(r"It was \w+ \w+’s boat\.", swap("It was Anna Diaz’s boat.").text)


def test_forms_of_a_listed_kind_are_aligned() -> None:
    for kind, entries in organisations().items():
        assert len(entries) >= 2, kind
        for forms in entries:
            assert forms[0], kind
            assert all(spelling == " ".join(spelling.split()) and spelling for form in forms for spelling in form)


class _Entity:
    def __init__(self, text: str, start: int, label: str) -> None:
        self.text, self.start_char, self.end_char, self.label_ = text, start, start + len(text), label


class _Doc:
    def __init__(self, ents: list[_Entity]) -> None:
        self.ents = ents


def _by_a_list(text: str) -> _Doc:
    labels = {"Zorb Quux": "PERSON", "Quux's": "PERSON", "Framboise": "ORG", "Monday": "DATE"}
    return _Doc([_Entity(name, text.index(name), label) for name, label in labels.items() if name in text])


def test_a_users_model_takes_the_place_of_the_rules() -> None:
    done = swap("Zorb Quux left Framboise on Monday. It was Quux's plan, not John Sullivan's.", nlp=_by_a_list)
    assert [edit.old for edit in done.edits] == ["Zorb Quux", "Framboise", "Quux"]
    assert done.edits[0].new.split()[-1] == done.edits[2].new  # type: ignore[union-attr]
    assert "John Sullivan's" in done.text


def test_places_are_entities_where_nothing_else_is_named() -> None:
    assert swap("It rained in Kenya.", places=False).status == "not_applicable"
    assert swap("It rained in Kenya.").edits[0].old == "Kenya"


@pytest.mark.parametrize(
    "text", ["Seen on Facebook, the facebook post spread.", "No COVID-19 deaths; covid is rare.", "Covid 19 came."]
)
def test_a_name_that_is_also_written_otherwise_is_left_alone(text: str) -> None:
    assert perturb(entity_swap(1.0), text).status == "not_applicable"
