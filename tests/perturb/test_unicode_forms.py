"""Other code points for the same text: variants that a normal form undoes, and look-alike letters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.texts import any_text, prose

from metricstress.perturb.perturbation import perturb
from metricstress.perturb.surface.unicode_forms import HOMOGLYPHS, homoglyphs, unicode_variants

few = settings(max_examples=150, deadline=None)
kinds = st.sampled_from(unicode_variants.kinds)
_FOLD = str.maketrans({"“": '"', "”": '"', "’": "'", "–": "-", "—": "-"})


def changed(kind: str, text: str) -> str:
    return perturb(unicode_variants(1.0, kind=kind), text).text


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(_FOLD)


@given(text=st.one_of(prose, any_text), kind=kinds)
@few
def test_the_normal_form_is_the_same(text: str, kind: str) -> None:
    assert folded(changed(kind, text)) == folded(text)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("quotes", 'He said "go on" and didn\'t.', "He said “go on” and didn’t."),
        ("quotes", "He said “go on” and didn’t.", 'He said "go on" and didn\'t.'),
        ("quotes", "It is 5' 10\" or 6\" long, the boys' own", "It is 5' 10\" or 6\" long, the boys' own"),
        ("quotes", 'An odd " mark', 'An odd " mark'),
        ("dashes", "the sea - cold and grey – was calm", "the sea – cold and grey - was calm"),
        ("dashes", "a well-known 5 - 3 win, 1990–1995", "a well-known 5 - 3 win, 1990–1995"),
        ("dashes", "- one item", "- one item"),
        ("nbsp", "the 5 km walk", "the 5\u00a0km\u00a0walk"),
        ("nbsp", "old man  came", "old\u00a0man  came"),
        ("nbsp", "20 000", "20 000"),
        ("decomposed", "café Zoë", "cafe\u0301 Zoe\u0308"),
        ("decomposed", "cafe\u0301 Zoe\u0308", "café Zoë"),
        ("decomposed", "e\u0301\u0323 ß 한", "e\u0301\u0323 ß 한"),
        ("fullwidth", "the house has 12 rooms upstairs", "the ｈｏｕｓｅ has 12 rooms ｕｐｓｔａｉｒｓ"),
        ("fullwidth", "never seven Kenya", "never seven Kenya"),
        ("ligatures", "the official flag", "the oﬃcial ﬂag"),
    ],
)
def test_variants(kind: str, text: str, expected: str) -> None:
    assert changed(kind, text) == expected


@pytest.mark.parametrize("kind", ["quotes", "dashes", "decomposed"])
@given(text=prose)
@few
def test_twice_leads_back(kind: str, text: str) -> None:
    plain = text.replace("—", "-")
    assert changed(kind, changed(kind, plain)) == plain


def test_mixed_has_all_that_stand_between_marks() -> None:
    assert changed("mixed", 'a "fine café" - isn\'t it') == "a\u00a0“fine\u00a0cafe\u0301” – isn’t\u00a0it"


def test_protected_spans_stay() -> None:
    for kind in unicode_variants.kinds:
        after = changed(kind, "On 5 May 2020 the official wrote to office@example.org about COVID-19 at 10:30 am")
        assert all(span in after for span in ("5 May 2020", "office@example.org", "COVID-19", "10:30 am"))


def test_homoglyphs_look_alike() -> None:
    text = "The committee never opened seven windows, lights of the house in Kenya"
    done = perturb(homoglyphs(1.0), text)
    assert [edit.old for edit in done.edits] == ["committee", "opened", "lights", "house"]
    back = {new: old for old, new in HOMOGLYPHS.items()}
    assert "".join(back.get(char, char) for char in done.text) == text
    assert len(done.text) == len(text)
    for edit in done.edits:
        assert unicodedata.normalize("NFKC", str(edit.new)) != edit.old


def test_each_homoglyph_is_one_small_letter_of_another_script() -> None:
    assert len(set(HOMOGLYPHS.values())) == len(HOMOGLYPHS)
    for latin, other in HOMOGLYPHS.items():
        assert latin.isascii() and latin.islower() and len(latin) == len(other) == 1
        assert unicodedata.category(other) == "Ll"
        assert unicodedata.name(other).split()[0] in ("CYRILLIC", "GREEK")


def test_the_share_of_homoglyphs_is_small() -> None:
    text = "people build houses with bricks " * 10
    assert len(perturb(homoglyphs, text).edits) == 5
