"""The auditor on altering changes: the declared thing breaks, everything else holds; and on folded surface noise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.texts import any_text, prose

from metricstress.language.passages import Evidence, Passage, as_evidence
from metricstress.perturb.audit import audit, numbers_of


def kinds(before: Evidence | str, after: Evidence | str, invariant: str, intent: str = "altering") -> set[str]:
    found = audit(as_evidence(before), as_evidence(after), intent=intent, invariant=invariant)
    assert all(finding.detail for finding in found)
    return {finding.kind for finding in found}


RIGHT: dict[str, list[tuple[str, str]]] = {
    "breaks_number": [
        ("In all 1,250 people came.", "In all 1,430 people came."),
        ("It rose by 3.5% in 2016.", "It rose by 5.5% in 2016."),
        ("It rose by 3.5% in 2016.", "It rose by 3.5% in 2012."),
        ("Twenty-one ships sank.", "Thirty-four ships sank."),
        ("Three million left.", "Five million left."),
        ("About 7.1bn was lost.", "About 9.4bn was lost."),
        ("She came 21st.", "She came 32nd."),
        ("A third of them left.", "Half of them left."),
        ("An 8 km road.", "A 9 km road."),
        ("A ship sank within 11 hours.", "A ship sank within 8 hours."),
        ("One company paid.", "Three companies paid."),
        ("It happened twice.", "It happened three times."),
        ("It fell to -5 at night.", "It fell to -9 at night."),
        ("Between 10-20 came.", "Between 15-25 came."),
        ("It cost $40 then, $40 now.", "It cost $60 then, $60 now."),
    ],
    "breaks_unit": [
        ("It is 5 km long.", "It is 5 miles long."),
        ("It is 5km long.", "It is 5mi long."),
        ("It cost 3 million dollars.", "It cost 3 billion dollars."),
        ("It cost $3 in all.", "It cost €3 in all."),
        ("It cost $3 in all.", "It cost 3 pounds in all."),
        ("It rose by 5%.", "It rose by 5 percentage points."),
        ("He ran for 5 hours.", "He ran for 5 minutes."),
        ("It cost 7.1bn.", "It cost 7.1mn."),
        ("It is 20 °C there.", "It is 20 °F there."),
        ("At 30 km/h it broke.", "At 30 m/h it broke."),
        ("A plot of 5 km² burned.", "A plot of 5 hectares burned."),
        ("It paid five US dollars.", "It paid five euros."),
        ("It covers 5 square miles.", "It covers 5 acres."),
    ],
    "breaks_date": [
        ("On 5 May 2016 they met 12 men.", "On 9 May 2016 they met 12 men."),
        ("On 5 May 2016 they met.", "On 5 August 2016 they met."),
        ("They met in 2016.", "They met in 2011."),
        ("They met on Monday.", "They met on Thursday."),
        ("They met in March.", "They met in October."),
        ("They met on 2016-05-04.", "They met on 2013-07-04."),
        ("Since the 1990s it rained.", "Since the 1970s it rained."),
        ("In the 19th century it stood.", "In the 17th century it stood."),
        ("The season of 2019-20 was wet.", "The season of 2016-17 was wet."),
        ("They met on Dec. 5.", "They met on Feb. 5."),
        ("They met at 10:30.", "They met at 11:45."),
        ("In the spring they met.", "In the autumn they met."),
        ("On May 5th they met.", "On May 2nd they met."),
    ],
    "breaks_name": [
        ("Then Ada Lovelace wrote it.", "Then Grace Hopper wrote it."),
        ("Ada's notes were read in Rome.", "Ada's notes were read in Oslo."),
        ("In Ada's book it stands.", "In Grace's book it stands."),
        ("Norway paid for it.", "Kenya paid for it."),
        ("It was the US that paid.", "It was France that paid."),
        ("The French minister came.", "The Danish minister came."),
        ("An Italian came to NASA.", "A Dane came to ESA."),
        ("He studied at the University of Oslo.", "He studied at the University of Bergen."),
        ("Leonardo da Vinci saw it.", "Albrecht Dürer saw it."),
        ("In the U.S. it rained.", "In Peru it rained."),
        ("COVID-19 spread in 12 towns.", "Ebola spread in 12 towns."),
        ("John Smith met Adam Smith.", "John Carter met Adam Brown."),
    ],
    "breaks_negation": [
        ("The shop closed.", "The shop did not close."),
        ("The shop did not close.", "The shop closed."),
        ("The shops close early.", "The shops don't close early."),
        ("He has gone.", "He has not gone."),
        ("They are ready.", "They aren't ready."),
        ("They can't go.", "They can go."),
        ("It will not rain.", "It will rain."),
        ("It won't rain.", "It will rain."),
        ("There is no proof.", "There is some proof."),
        ("There is no proof.", "There is proof."),
        ("There is proof of it.", "There is no proof of it."),
        ("He always paid.", "He never paid."),
        ("No countries joined.", "Countries joined."),
        ("Nobody came.", "Everybody came."),
        ("No one came.", "Someone came."),
        ("Neither Ada nor Grace came.", "Both Ada and Grace came."),
        ("It went with him.", "It went without him."),
        ("They rose at six.", "They did not rise at six."),
        ("He studies law.", "He does not study law."),
        ("It no longer works.", "It still works."),
        ("A ship sank and a boat burned.", "A ship did not sink and a boat did not burn."),
    ],
    "breaks_word": [
        ("The prices increased in 2016.", "The prices decreased in 2016."),
        ("An old man won.", "A young man won."),
        ("Doctors agree with it here.", "Lawyers agree with it here."),
        ("It was found to be safe and legal.", "It was found to be unsafe and illegal."),
        ("They entered the old town slowly.", "They left the old town slowly."),
    ],
    "breaks_pronoun": [
        ("He said that she left.", "She said that she left."),
        ("It was his idea.", "It was her idea."),
        ("She hurt herself.", "He hurt himself."),
        ("He was late.", "They were late."),
        ("He's late.", "She's late."),
        ("He also says so.", "They also say so."),
        ("We gave it to them.", "We gave it to him."),
    ],
    "breaks_connective": [
        ("It fell because it rained.", "It fell although it rained."),
        ("More than 5 men came.", "Fewer than 5 men came."),
        ("He left before the war.", "He left after the war."),
        ("It fell because of the rain.", "It fell despite the rain."),
        ("It fell. However, it held.", "It fell. Therefore, it held."),
        ("It fell, but it held.", "It fell and it held."),
        ("It fell if it rained.", "It fell unless it rained."),
        ("At least 5 came.", "At most 5 came."),
        ("It is higher than that.", "It is lower than that."),
    ],
    "breaks_quantifier": [
        ("All the men left.", "Few of the men left."),
        ("Most men left.", "Some men left."),
        ("He often left.", "He rarely left."),
        ("Every man has left.", "Few men have left."),
        ("He always pays.", "He sometimes pays."),
        ("The majority of men left.", "A minority of men left."),
        ("Everyone left.", "Someone left."),
        ("It is mostly water.", "It is partly water."),
    ],
    "breaks_agreement": [
        ("The men are late.", "The men is late."),
        ("He was late.", "He were late."),
        ("It has gone.", "It have gone."),
        ("She runs and carries it.", "She run and carry it."),
        ("These men left.", "This men left."),
        ("A man left.", "Man left."),
        ("He doesn't know.", "He don't know."),
        ("An old man left.", "A old man left."),
        ("They're late.", "They's late."),
        ("He goes home.", "He go home."),
    ],
    "cut": [
        ("It rained in Rome. It was late.", "It rained in Rome. It was"),
        ("It rained in Rome. It was late.", "It rained in Rome."),
    ],
}


@pytest.mark.parametrize(
    ("invariant", "before", "after"), [(name, *pair) for name, pairs in RIGHT.items() for pair in pairs]
)
def test_the_declared_break_raises_nothing(invariant: str, before: str, after: str) -> None:
    assert kinds(before, after, invariant) == set()


@pytest.mark.parametrize("invariant", RIGHT)
def test_no_change_breaks_nothing(invariant: str) -> None:
    assert kinds("It is so.", "It is so.", invariant) == {"nothing_broken"}
    assert kinds("It is so.", "It is so.", invariant, "preserving") == set()


WRONG = [
    # something else broke as well, or instead
    ("breaks_number", "COVID-19 spread.", "COVID-17.6 spread.", {"name", "nothing_broken"}),
    ("breaks_number", "In all 12 men came.", "In all 14.304155 men came.", {"number"}),
    ("breaks_number", "It rained in 2020.", "It rained in 2104.55.", {"number"}),
    ("breaks_number", "It rained in 2020.", "It rained in 1312.", set()),
    ("breaks_number", "It rained in 2020.", "It rained in 480.", {"number"}),
    ("breaks_number", "In all 2127 came.", "In all 2127.88.646 came.", {"number"}),
    ("breaks_number", "She came 21st.", "She came 22st.", {"number"}),
    ("breaks_number", "In all 12 men came.", "In all 12 women came.", {"words", "nothing_broken"}),
    ("breaks_number", "In all 12 men came.", "In all 14 women came.", {"words"}),
    ("breaks_number", "It cost $12.", "It cost 14.", {"number"}),
    ("breaks_number", "It rose by 12%.", "It rose by 14.", {"number"}),
    ("breaks_number", "It is 12km long.", "It is 14mi long.", {"number"}),
    ("breaks_number", "In all 12 men came.", "In all twelve men came.", {"nothing_broken"}),
    ("breaks_number", "He did not pay 12.", "He paid 14.", {"negation"}),
    ("breaks_number", "Then Ada paid 12.", "Then Grace paid 14.", {"name"}),
    ("breaks_number", "In all 12 men came.\nThey left.", "In all 14 men came. They left.", {"lines"}),
    ("breaks_number", "In all 12 men (and more) came.", "In all 14 men and more came.", {"letters"}),
    ("breaks_unit", "It is 5 km long.", "It is 5 kilometres long.", {"nothing_broken"}),
    ("breaks_unit", "It is 5 km long.", "It is 6 miles long.", {"number"}),
    ("breaks_unit", "It is 5 km long.", "It is 5 km short.", {"words", "nothing_broken"}),
    ("breaks_date", "They met in 2016.", "They met in Rome.", {"number"}),
    ("breaks_date", "On 5 May they met 12 men.", "On 5 May they met 14 men.", {"number", "nothing_broken"}),
    ("breaks_date", "On 15 March they met.", "On 31 February they met.", {"number"}),
    ("breaks_date", "They met on Jan. 5.", "They met on January 5.", {"nothing_broken"}),
    ("breaks_date", "On 5 May Ada came.", "On 5 June Grace came.", {"name"}),
    ("breaks_name", "Then Ada came to us.", "Then ada came to us.", {"letters"}),
    ("breaks_name", "Then Ada came.", "Then she came.", {"name"}),
    ("breaks_name", "Then Ada came late.", "Then Grace came early.", {"words"}),
    ("breaks_name", "In Ada's book it is.", "In Grace book it is.", {"words"}),
    ("breaks_name", "Then Ada came. I saw Ada.", "Then Grace came. I saw Jane.", {"name"}),
    ("breaks_name", "Then Ada paid 5.", "Then Grace paid 6.", {"number"}),
    ("breaks_negation", "The shop closed.", "The store did not close.", {"words"}),
    ("breaks_negation", "The shop closed.", "The shop did close.", {"nothing_broken"}),
    ("breaks_negation", "He did not pay 12.", "He paid 14.", {"number"}),
    ("breaks_negation", "Then Ada did not come.", "Then Grace came.", {"name"}),
    ("breaks_word", "The prices rose.", "The prices rise.", {"words", "nothing_broken"}),
    ("breaks_word", "The big prices rose.", "The costs rose.", {"words", "nothing_broken"}),
    ("breaks_word", "Then Ada left the town.", "Then Grace left the town.", {"name", "nothing_broken"}),
    ("breaks_word", "It was not late.", "It was very late.", {"negation", "nothing_broken"}),
    ("breaks_word", "In all 12 men left.", "In all some men left.", {"number", "nothing_broken"}),
    ("breaks_word", "Most men left.", "They men left.", {"words", "nothing_broken"}),
    ("breaks_word", "old red cat sat here", "new blue dog stood there", {"words"}),
    ("breaks_word", "A hot dog stand.", "A hot_cat stand.", {"letters"}),
    ("breaks_pronoun", "He told her.", "He told Ada.", {"name"}),
    ("breaks_pronoun", "He left.", "She stayed.", {"words"}),
    ("breaks_pronoun", "The men were late with it.", "The men was late with it.", {"words", "nothing_broken"}),
    ("breaks_connective", "It fell because it rained.", "It rose although it rained.", {"words"}),
    ("breaks_connective", "He left before 1950.", "He left after 1960.", {"number"}),
    ("breaks_quantifier", "All men left.", "No men left.", {"negation"}),
    ("breaks_quantifier", "All men left.", "Five men left.", {"number"}),
    ("breaks_quantifier", "All men left.", "Some men stayed.", {"words"}),
    ("breaks_agreement", "The men are late.", "The men were late.", {"words", "nothing_broken"}),
    ("breaks_agreement", "The men are late.", "The man is early.", {"words", "nothing_broken"}),
    ("breaks_agreement", "The men are not late.", "The men is late.", {"negation", "nothing_broken"}),
    ("cut", "It rained in Rome.", "It rained in Ro", {"words", "nothing_broken"}),
    ("cut", "It rained in Rome.", "It rained in Rome", {"nothing_broken"}),
    ("cut", "It rained in Rome.", "rained in Rome.", {"words"}),
    ("cut", "It rained in Rome.", "", {"passages"}),
    ("cut", "It rained in Rome.", "It rained in Oslo.", {"words", "nothing_broken"}),
]


@pytest.mark.parametrize(("invariant", "before", "after", "expected"), WRONG)
def test_what_else_broke_is_found(invariant: str, before: str, after: str, expected: set[str]) -> None:
    assert kinds(before, after, invariant) == expected


QA = (Passage("It was 12. He left.", "How many?"), Passage("Ada paid.", "Who paid?"), Passage("", "Why?"))


@pytest.mark.parametrize("invariant", [name for name in RIGHT if name != "cut"])
def test_passages_stay_where_they_are(invariant: str) -> None:
    assert kinds(QA, QA[:2], invariant) == {"passages", "nothing_broken"}
    assert "passages" in kinds(QA, (*QA[:2], Passage("New.", "Why?")), invariant)


def test_a_question_may_change_with_its_answer() -> None:
    before = (Passage("It was 12.", "Were there 12?"),)
    assert kinds(before, (Passage("It was 15.", "Were there 15?"),), "breaks_number") == set()


def test_cut_takes_the_end_of_the_evidence() -> None:
    assert kinds(QA, QA[:1], "cut") == set()
    assert kinds(QA, (Passage("It was 12.", "How many?"),), "cut") == set()
    assert kinds(QA, (Passage("It was 12.", "How many?"), Passage("", "Who paid?"), QA[2]), "cut") == set()
    assert kinds(QA, (Passage("It was 12.", "How many?"), Passage("Ada", "Who paid?"), QA[2]), "cut") == set()
    assert kinds(QA, (Passage("It was 12.", "How many?"), *QA[1:]), "cut") == {"words"}
    assert kinds(QA, QA[1:], "cut") == {"words"}
    assert kinds(QA, (*QA, Passage("More.")), "cut") == {"passages"}


FOLDED = [
    ("Then Ada did NOT pay.", "THEN ADA DID NOT PAY."),
    ("Then Ada did not pay.", "then ada did not pay"),
    ("Ada said: “It’s late” – twice.", 'Ada said: "It\'s late" - twice'),
    ("Ada paid 12 in Rome.", "Аdа pаid 12 in Rоme."),  # Cyrillic letters
    ("NOTE ON KANT", "ΝΟΤΕ ΟΝ ΚΑΝΤ"),  # Greek capitals
    ("Ada paid 12%.", "Ａｄａ ｐａｉｄ １２％."),
    ("It cost $1,250.50 in all.", "It cost $1250.50 in all."),
    ("In all 1,250 came.", "In all 1\u202f250 came."),
    ("One.\nTwo  three.", "One. Two\tthree."),
    ("One two.", "One\u00a0two\u200b."),
    ("A well-known man, he didn't go.", "A well known man he didnt go"),
    ("On 5 May 2020 it rained.", "On May 5, 2020 it rained."),
    ("On 5 May 2020, it rained.", "On 2020-05-05, it rained."),
    ("On the 5th of May 2020 it rained.", "On 5 May 2020 it rained."),
    ("On Jan. 5 it rained.", "On January 5 it rained."),
    ("On Tuesday, 5 May 2020 it rained.", "On Tue 5 May 2020 it rained."),
    ("On Tuesday, 5 May 2020 it rained.", "On 2020-05-05 (Tuesday) it rained."),
    ("On 5 June 2020 it rained.", "On 05/06/2020 it rained."),
    ("On 5 June 2020 it rained.", "On 06/05/2020 it rained."),
    ("In Sept. 2020 it rained.", "In September 2020 it rained."),
    ("In the U.S. it rained.", "In the US it rained"),
    ("It was -5 or 10-20.", "It was −5 or 10–20."),
    ("“Straße”", '"STRASSE"'),
    ("The ﬁrst ﬂoor", "The first floor"),
    ("Ελλάδα is Greece.", "ΕΛΛΆΔΑ IS GREECE."),
]


@pytest.mark.parametrize(("before", "after"), FOLDED)
def test_surface_noise_raises_nothing(before: str, after: str) -> None:
    assert kinds(before, after, "same_folded", "preserving") == set()
    assert kinds(after, before, "same_folded", "preserving") == set()


NOT_FOLDED = [
    ("Ada paid twelve.", "Ada paid.", {"words"}),
    ("Then Ada paid.", "Then Aada paid.", {"name", "words"}),
    ("It is not late.", "It is late.", {"negation"}),
    ("It costs 3.5 in all.", "It costs 35 in all.", {"number"}),
    ("It costs 35% in all.", "It costs 35 in all.", {"number"}),
    ("It costs $35 in all.", "It costs 35 in all.", {"number"}),
    ("It was -5.", "It was 5.", {"number"}),
    ("On 5 May 2020 it rained.", "On 6 May 2020 it rained.", {"number"}),
    ("On 5 June 2020 it rained.", "On 2020-05-06 it rained.", {"number"}),
    ("On 5 June 2020 it rained.", "On 05/07/2020 it rained.", {"number"}),
    ("On Tuesday, 5 May 2020 it rained.", "On 5 May 2020 it rained.", {"name"}),
    ("We're late.", "Were late.", {"words"}),
    ("The cat sat.", "Thecat sat.", {"words"}),
    ("The cat sat.", "The sat cat.", {"order"}),
    ("The cat sat.", "", {"words"}),
]


@pytest.mark.parametrize(("before", "after", "expected"), NOT_FOLDED)
def test_more_than_surface_noise_is_found(before: str, after: str, expected: set[str]) -> None:
    assert kinds(before, after, "same_folded", "preserving") == expected


def test_folded_passages_stay_in_place() -> None:
    assert kinds(QA, QA[:2], "same_folded", "preserving") == {"passages"}
    assert "words" in kinds(QA, (QA[1], QA[0], QA[2]), "same_folded", "preserving")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("One fell. Two rose.", "One fell. It is so. Two rose.", set()),
        ("One fell. Two rose.", "Experts agree: One fell. Experts agree: Two rose.", set()),
        ("One fell. Two rose.", "It is so. One fell. Two rose. It is so. Indeed.", set()),
        ("One fell.\n\nTwo rose.", "One fell.\n\nIt is so.\n\nTwo rose.", set()),
        ("One fell\nTwo rose", "One fell\nIt is so\nTwo rose", set()),
        ("He said “no”. Two rose.", "He said “no”. It is so. Two rose.", set()),
        ("一。二。", "一。三。二。", set()),
        ("One fell. Two rose.", "One really fell. Two rose.", {"passages"}),
        ("One fell. Two rose.", "One fell. It is so.Two rose.", {"passages"}),
        ("One fell. Two rose.", "One fell.It is so. Two rose.", {"passages"}),
        ("One fell. Two rose.", "One fell.  It is so. two rose.", {"passages"}),
        ("One fell. Two rose.", "Two rose. It is so. One fell.", {"passages"}),
        ("One fell. Two rose.", "One fell.   Two rose.", {"passages"}),
        ("One fell. Two rose.", "One fell. It is so.", {"passages"}),
        ("He met Dr Hall here.", "He met Dr It is so. Hall here.", {"passages"}),
    ],
)
def test_insertions_stand_between_sentences(before: str, after: str, expected: set[str]) -> None:
    assert kinds(before, after, "added", "preserving") == expected
    pair = (Passage("Yes.", "Is it so?"), Passage(before, "What fell?"))
    assert kinds(pair, (pair[0], Passage(after, "What fell?")), "added", "preserving") == expected
    assert kinds(pair, (pair[0], Passage(after, "What? What fell?")), "added", "preserving") == {"passages"}


ANY = st.one_of(any_text, prose)


@settings(max_examples=300, deadline=None)
@given(ANY, ANY, st.sampled_from([*RIGHT, "same_folded", "added"]), st.sampled_from(["altering", "preserving"]))
def test_any_text_is_accepted(before: str, after: str, invariant: str, intent: str) -> None:
    kinds(before, after, invariant, intent)
    kinds(before, f"{before} {after}", invariant, intent)
    kinds(f"{after} {before}", f"{after} not 12 {before}", invariant, intent)


@settings(max_examples=200, deadline=None)
@given(prose, prose)
def test_text_behind_text_is_an_insertion(before: str, added: str) -> None:
    assert kinds(before, f"{before} {added}", "added", "preserving") == set()
    assert kinds(before, f"{added} {before}", "added", "preserving") == set()


@settings(max_examples=200, deadline=None)
@given(prose)
def test_case_is_folded(text: str) -> None:
    if len(text.upper().casefold()) == len(text.casefold()):
        assert kinds(text, text.casefold(), "same_folded", "preserving") == set()


def test_labels_and_lists_are_no_sums() -> None:
    # Both once went wrong: a label that only looks like trillions, and a comma between two numbers.
    assert numbers_of("00t$") == {"00t": 1, "dollar": 1}
    assert numbers_of("half a million, twelve") == {"500000": 1, "12": 1}
    assert numbers_of("a million, twelve") == {"1000000": 1, "12": 1}
