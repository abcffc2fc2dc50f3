"""What the rows of Table 5 each promise beyond the common laws: completeness, order, redundancy, noise."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.texts import any_text, evidence, prose

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.donors import Donor, DonorPool
from metricstress.perturb.edits import apply_edits, invert_edits
from metricstress.perturb.perturbation import perturb
from metricstress.perturb.registry import BUILT_IN

several = st.lists(st.builds(Passage, prose, st.sampled_from(["", "Is it so?", "Who?"])), min_size=2, max_size=6)


def says_something(text: str) -> bool:
    grammar = "it is they are we have do cannot than a an of in the and from to with i will would there was were had"
    grammar += " been has who that she may"
    return any(word not in grammar.split() for word in re.findall(r"\w+", text.lower()))


def is_subsequence(part: Evidence, whole: Evidence) -> bool:
    rest = iter(whole)
    return all(item in rest for item in part)


@given(several.map(tuple), st.sampled_from([0.1, 0.25, 0.3, 0.5, 0.7]))
def test_completeness_keeps_a_strict_ordered_part(source: Evidence, severity: float) -> None:
    done = perturb(BUILT_IN["completeness"](severity), source)
    speaking = [passage for passage in source if says_something(passage.text)]
    assert (done.status == "changed") == (len(speaking) > 1)
    assert is_subsequence(done.evidence, source)
    assert any(passage.text.strip() for passage in done.evidence)
    if done.status == "changed":
        left = [passage for passage in done.evidence if says_something(passage.text)]
        assert 0 < len(left) < len(speaking)
        assert len(speaking) - len(left) >= severity * len(speaking) - 1e-9 or len(left) == 1


@given(evidence)
def test_completeness_of_not_enough_evidence_does_not_apply(source: Evidence) -> None:
    for name in ("completeness", "completeness_answers"):
        done = perturb(BUILT_IN[name], source, verdict="Not Enough Evidence")
        assert done.reason in ("verdict_nei", "empty_text")


def test_completeness_of_plain_text_drops_sentences() -> None:
    text = "The bridge is long. It was built by hand.  Nobody paid for it."
    results = {perturb(BUILT_IN["completeness"](0.3), text, seed=seed).text for seed in range(30)}
    assert results == {
        "It was built by hand.  Nobody paid for it.",
        "The bridge is long. Nobody paid for it.",
        "The bridge is long.  Nobody paid for it.",
        "The bridge is long. It was built by hand.",
    }


def test_completeness_answers_keeps_every_question() -> None:
    source = (Passage("No. It is flat.", "Is it round?"), Passage("In 1994.", "When?"))
    done = perturb(BUILT_IN["completeness_answers"], source)
    assert done.evidence == (Passage("", "Is it round?"), Passage("", "When?"))
    assert perturb(BUILT_IN["completeness_answers"], "No question here.").reason == "no_questions"


@given(any_text)
def test_shuffle_keeps_words_and_white_space(text: str) -> None:
    done = perturb(BUILT_IN["random_shuffle"], text)
    assert Counter(done.text.split()) == Counter(text.split())
    assert re.findall(r"\s+", done.text) == re.findall(r"\s+", text)


@given(st.lists(st.sampled_from(["a", "bb", "river", "over", "the"]), min_size=2, max_size=9))
def test_shuffle_always_changes_the_order_of_different_words(words: list[str]) -> None:
    done = perturb(BUILT_IN["random_shuffle"], " ".join(words))
    assert (done.status == "changed") == (len(set(words)) > 1)


@pytest.mark.parametrize("name", ["redundancy_sentences", "redundancy_words"])
@given(source=evidence)
def test_taking_the_copies_out_gives_the_input(name: str, source: Evidence) -> None:
    done = perturb(BUILT_IN[name], source)
    assert all(edit.start == edit.end for edit in done.edits)
    assert apply_edits(done.evidence, invert_edits(done.edits)) == source


@given(several.map(tuple))
def test_repeated_passages_are_exact_copies(source: Evidence) -> None:
    done = perturb(BUILT_IN["redundancy_sentences"], source)
    assert set(done.evidence) == set(source)
    assert len(done.evidence) == len(source) + len(done.edits)


@pytest.mark.parametrize(
    "text",
    [
        "No, he did not pay the fine at all in the end.",
        "that that is fine fine now",
        "Two of the three best-known half-measures never worked.",
    ],
)
def test_repeated_words_come_twice_and_never_negate(text: str) -> None:
    done = perturb(BUILT_IN["redundancy_words"](1.0), text)
    words = re.findall(r"[\w-]+", done.text.lower())
    assert not any(words[i] == words[i + 1] == words[i + 2] for i in range(len(words) - 2))
    before = re.findall(r"[\w-]+", text.lower())
    for word in ("no", "not", "never", "two", "three", "half", "all"):
        assert words.count(word) == before.count(word)


@given(several.map(tuple))
def test_argument_structure_is_a_permutation(source: Evidence) -> None:
    done = perturb(BUILT_IN["argument_structure"], source)
    assert Counter(done.evidence) == Counter(source)
    assert (done.status == "changed") == (len(set(source)) > 1)


def test_two_different_sentences_are_always_swapped() -> None:
    for seed in range(20):
        done = perturb(BUILT_IN["argument_structure"], "One came.  Two left.", seed=seed)
        assert done.text == "Two left.  One came."


POOL = DonorPool(
    Donor(f"d{n}", f"Claim {n}.", (Passage(f"Donor {n} has much to say here.", "Why?"),)) for n in range(9)
)


@given(several.map(tuple))
def test_noise_is_one_foreign_passage_among_the_own(source: Evidence) -> None:
    done = perturb(BUILT_IN["noise"], source, example_id="a", claim="A claim.", donors=POOL)
    assert done.status == "changed"
    (edit,) = done.edits
    assert edit.old == ()
    assert is_subsequence(source, done.evidence)
    assert len(done.evidence) == len(source) + 1


@given(st.text(max_size=5), st.integers(0, 9))
def test_noise_comes_from_another_example_and_claim(name: str, seed: int) -> None:
    own = Donor(name, "Claim 3.", (Passage("My own words stand here.", "Who?"),))
    pool = DonorPool([own, *(Donor(f"d{n}", f"CLAIM {n}.", (Passage(f"Words of donor {n}."),)) for n in (3, 4))])
    done = perturb(BUILT_IN["noise"], own.evidence, example_id=name, claim=own.claim, donors=pool, seed=seed)
    assume(name not in ("d3", "d4"))
    assert Passage("Words of donor 4.") in done.evidence


def test_noise_without_a_donor_does_not_apply() -> None:
    alone = DonorPool([Donor("a", "The bridge opened in May.", (Passage("The bridge opened in May."),))])
    for donors in (None, DonorPool([]), alone):
        done = perturb(BUILT_IN["noise"], "The bridge opened in May.", example_id="a", donors=donors)
        assert (done.status, done.reason) == ("not_applicable", "no_donor")


def test_noise_does_not_depend_on_order_or_on_other_donors() -> None:
    donors = [Donor(f"d{n}", f"Claim {n}.", (Passage(f"Donor number {n} speaks."),)) for n in range(20)]
    first = perturb(BUILT_IN["noise"], "Own text.", example_id="x", donors=DonorPool(donors))
    assert perturb(BUILT_IN["noise"], "Own text.", example_id="x", donors=DonorPool(reversed(donors))) == first
    (edit,) = first.edits
    subset = [donor for donor in donors if donor.evidence[0].text in str(edit.new)] + donors[:3]
    assert perturb(BUILT_IN["noise"], "Own text.", example_id="x", donors=DonorPool(dict.fromkeys(subset))) == first


@given(evidence)
def test_noise_needs_something_to_stand_beside(source: Evidence) -> None:
    blank = all(not passage.text.strip() for passage in source)
    done = perturb(BUILT_IN["noise"], source, example_id="a", donors=POOL)
    assert not blank or done.status == "not_applicable"
