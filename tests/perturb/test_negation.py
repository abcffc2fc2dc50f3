"""Negation: which clauses are flipped, and how."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.texts import evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.audit import names_of, negations_of, numbers_of
from metricstress.perturb.facts.negation import negation
from metricstress.perturb.perturbation import perturb


def flipped(text: str, claim: str = "") -> str:
    return perturb(negation(1.0), text, example_id="x", claim=claim).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The harbour is deep.", "The harbour is not deep."),
        ("The road has been repaired.", "The road has not been repaired."),
        ("The minister will resign on Monday.", "The minister will not resign on Monday."),
        ("The tunnel can hold water.", "The tunnel cannot hold water."),
        ("In 2015, the mill was sold.", "In 2015, the mill was not sold."),
        ("However, the bridge was old.", "However, the bridge was not old."),
        ("Yes. It was signed in June.", "Yes. It was not signed in June."),
        ("It's a copper alloy.", "It's not a copper alloy."),
        ("They’ve sold the farm.", "They haven’t sold the farm."),
        ("There is a bridge near the town.", "There is no bridge near the town."),
        ("There are ferries to the island.", "There are no ferries to the island."),
        ("The nurse said that the ward was clean.", "The nurse did not say that the ward was clean."),
    ],
)
def test_an_auxiliary_takes_not(before: str, after: str) -> None:
    assert flipped(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The bank closed its office in May.", "The bank did not close its office in May."),
        ("He went home.", "He did not go home."),
        ("She won the race.", "She did not win the race."),
        ("The statute provides a remedy.", "The statute does not provide a remedy."),
        ("They know the answer.", "They do not know the answer."),
        ("Scientists believe that it is old.", "Scientists do not believe that it is old."),
        ("She has a car.", "She does not have a car."),
        ("The teachers have books.", "The teachers do not have books."),
        ("The firm had a branch in Leeds.", "The firm did not have a branch in Leeds."),
        ("It began in 1901.", "It did not begin in 1901."),
    ],
)
def test_a_full_verb_takes_do(before: str, after: str) -> None:
    assert flipped(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The lake is not deep.", "The lake is deep."),
        ("The lake isn’t deep.", "The lake is deep."),
        ("The plant cannot grow here.", "The plant can grow here."),
        ("They won't sell it.", "They will sell it."),
        ("The court did not rule on the case.", "The court ruled on the case."),
        ("The statute did not expressly forbid it.", "The statute expressly forbade it."),
        ("It does not go there.", "It goes there."),
        ("They don't know the answer.", "They know the answer."),
        ("He never paid the fine.", "He paid the fine."),
        ("The crate was never opened.", "The crate was opened."),
        ("There was no evidence of fraud.", "There was evidence of fraud."),
        ("There is no cure for it.", "There is a cure for it."),
        ("There is no effective cure for it.", "There is an effective cure for it."),
        ("The team found no traces of lead.", "The team found traces of lead."),
        ("No votes were changed.", "Votes were changed."),
    ],
)
def test_a_negation_goes(before: str, after: str) -> None:
    assert flipped(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "The drug is not only safe but cheap.",
        "The park is no longer open.",
        "It is safe, isn't it?",
        "Did the mayor resign?",
        "Open the door.",
        "Do not open the door.",
        "The law may change next year.",  # compatible with "may not"
        "All members are invited.",  # two readings
        "Some roads are closed.",  # may be as true as before
        "The mayor has not said anything yet.",
        "Whether or not it is true, the paper printed it.",
        "If not, the match is off.",
        "What he said is wrong.",
        "The firm has limited evidence.",  # "limited" may be an adjective
        "The shop did not close or sell the plant.",
        "It was not finished until May.",
        "He did not come, and never has.",
        "The house built in May",
        "No answer could be found.",
        "Yes",
        "No.",
        "The tower has also been painted.",
        "It is still open.",
        "He resigned because he was ill.",
        "The order denied the motion.",
        "Nobody was hurt.",
        "There are three bridges near the town.",
        "The deal is yet to be signed.",
        "It's not a lake, it's a lagoon.",
        "Whales are not fish; they are mammals.",
        "The price is not ten euros — it is twelve.",
        "The level of the lake did not sink. It actually rose.",
        "The choir was not dissolved. In fact, it grew.",
        "The mill is a ruin; it is a listed one.",
        "Yes they have sold the farm.",
        "The bridge was closed due to ice.",
        "The match was not played owing to fog.",
        "The ferry was cancelled as a result of the storm.",
        "The paint is 60% lead, but 85% on the outside.",
        "The film was warmly praised.",
        "The thief was arrested, and was sent to Cork.",
        "The quarry was closed, and the mill also shut.",
    ],
)
def test_what_would_read_wrong_or_stay_true_is_left(text: str) -> None:
    assert flipped(text) == text


@pytest.mark.parametrize("lead", ["No. ", "False. ", "Incorrect, ", "No, "])
def test_what_is_denied_and_then_said_again_is_left(lead: str) -> None:
    claim = "The old mill in Oakham burned down in 1950."
    text = f"{lead}the mill in Oakham was burned down in 1950."
    assert flipped(text, claim) == text
    assert flipped(text, "The tower is tall.") != text
    assert flipped(f"{lead}The bakery was sold to a brewer.", claim) != f"{lead}The bakery was sold to a brewer."
    assert flipped("Yes. The mill in Oakham burned down in 1950.", claim) != text


def test_only_the_sentence_behind_the_denial_is_its_restatement() -> None:
    text = "No. The dam is old. The lake is deep."
    assert flipped(text, "The dam is old and the lake is deep.") == "No. The dam is old. The lake is not deep."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("In May, it was sold.", "In May, it was not sold."),
        ("The lake is not deep. It lies in a park.", "The lake is deep. It lies in a park."),
        ("Yes. They have sold the farm.", "Yes. They have not sold the farm."),
        ("The road is wide, but the bridge is narrow.", "The road is not wide, but the bridge is narrow."),
        ("The plan was officially dropped.", "The plan was not officially dropped."),
    ],
)
def test_near_to_what_is_left(before: str, after: str) -> None:
    assert flipped(before) == after


def test_a_numbered_sign_is_no_negation() -> None:
    assert flipped("The office is at No. 5 Elm Street.") == "The office is not at No. 5 Elm Street."


def test_a_sentence_that_stands_twice_is_flipped_twice() -> None:
    source = (Passage("The dam was built in 1931.", "When?"), Passage("Old. The dam was built in 1931.", "Is it old?"))
    done = perturb(negation, source, example_id="x")
    assert [passage.text for passage in done.evidence] == [
        "The dam was not built in 1931.",
        "Old. The dam was not built in 1931.",
    ]
    assert [passage.question for passage in done.evidence] == ["When?", "Is it old?"]
    assert {edit.error_type for edit in done.edits} == {"predicate"}


@given(source=evidence)
def test_one_negation_comes_or_goes_and_nothing_else(source: Evidence) -> None:
    done = perturb(negation, source, example_id="x")
    for before, after in zip(source, done.evidence, strict=True):
        assert after.question == before.question
        assert numbers_of(after.text) == numbers_of(before.text)
        assert names_of(after.text) == names_of(before.text)
    if len(done.edits) == 1:
        where = done.edits[0].passage
        change = negations_of(done.evidence[where].text).total() - negations_of(source[where].text).total()
        assert abs(change) == 1
