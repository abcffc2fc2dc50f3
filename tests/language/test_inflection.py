"""Inflection: regular rules, irregular forms, and agreement with WordNet's morphology."""

import pytest

from metricstress.language.inflection import BASE, ING, PARTICIPLE, PAST, PLURAL, S_FORM, inflect
from metricstress.language.wordnet import wordnet


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("start", "starts started started starting"),
        ("begin", "begins began begun beginning"),
        ("choose", "chooses chose chosen choosing"),
        ("hide", "hides hid hidden hiding"),
        ("forbid", "forbids forbade forbidden forbidding"),
        ("show", "shows showed shown showing"),
        ("buy", "buys bought bought buying"),
        ("get", "gets got got getting"),
        ("cut", "cuts cut cut cutting"),
        ("come", "comes came come coming"),
        ("run", "runs ran run running"),
        ("swim", "swims swam swum swimming"),
        ("write", "writes wrote written writing"),
        ("go", "goes went gone going"),
        ("stop", "stops stopped stopped stopping"),
        ("permit", "permits permitted permitted permitting"),
        ("occur", "occurs occurred occurred occurring"),
        ("happen", "happens happened happened happening"),
        ("carry", "carries carried carried carrying"),
        ("reply", "replies replied replied replying"),
        ("die", "dies died died dying"),
        ("agree", "agrees agreed agreed agreeing"),
        ("reach", "reaches reached reached reaching"),
        ("fix", "fixes fixed fixed fixing"),
        ("use", "uses used used using"),
        ("stay", "stays stayed stayed staying"),
    ],
)
def test_verbs(verb: str, forms: str) -> None:
    found = inflect(verb, "v")
    assert [found[kind] for kind in (S_FORM, PAST, PARTICIPLE, ING)] == forms.split()
    assert found[BASE] == verb


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("car", "cars"),
        ("country", "countries"),
        ("survey", "surveys"),
        ("box", "boxes"),
        ("match", "matches"),
        ("child", "children"),
        ("policeman", "policemen"),
        ("knife", "knives"),
        ("photo", "photos"),
        ("hero", "heroes"),
        ("analysis", "analyses"),
        ("gas", "gases"),
        ("species", "species"),
        ("mouse", "mice"),
    ],
)
def test_nouns(noun: str, plural: str) -> None:
    assert inflect(noun, "n") == {BASE: noun, PLURAL: plural}


def test_adjectives_and_adverbs_have_no_other_form() -> None:
    assert inflect("big", "a") == {BASE: "big"}
    assert inflect("quickly", "r") == {BASE: "quickly"}


def test_wordnet_leads_every_form_back_to_its_base() -> None:
    source = wordnet()
    verbs = "begin carry choose control cut die get hide hurt know lie permit quit read refer spread stop travel write"
    nouns = "baby box child crisis hero knife lady man photo thief wife"
    for pos, lemmas in (("v", verbs), ("n", nouns)):
        for lemma in lemmas.split():
            for form in inflect(lemma, pos).values():
                assert lemma in source.base_forms(form, pos), (lemma, form)
