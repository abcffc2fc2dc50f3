"""Traps for judges: padding, injected instructions, authority cues. Nothing is lost, and nothing new is said."""

from __future__ import annotations

from collections import Counter

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from support.texts import evidence

from metricstress.language.closed_classes import is_negation, is_number_word
from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.audit import names_of, negations_of, numbers_of
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb
from metricstress.perturb.protected import protected_spans
from metricstress.perturb.traps.authority_cue import CUES, authority_cue
from metricstress.perturb.traps.injected_instruction import INSTRUCTIONS, injected_instruction
from metricstress.perturb.traps.padding import FILLERS, padding

TRAPS = [padding, authority_cue, *(injected_instruction(kind=kind) for kind in injected_instruction.kinds)]
every_trap = pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.label)
severities = st.sampled_from([0.01, 0.1, 0.3, 0.6, 1.0])
few = settings(max_examples=100, deadline=None)
ALL_WORDINGS = [*FILLERS, *CUES, *(wording for kind in INSTRUCTIONS.values() for wording in kind)]


def run(trap: Perturbation, source: Evidence | str, name: str = "a", seed: int = 0) -> Perturbed:
    return perturb(trap, source, example_id=name, claim="A claim.", seed=seed)


@every_trap
@few
@given(source=evidence)
def test_only_insertions_at_borders(trap: Perturbation, source: Evidence) -> None:
    for edit in run(trap(1.0), source).edits:
        assert (edit.old, edit.field) == ("", "text")
        assert isinstance(edit.new, str)
        assert not {"\n", "\r"} & set(edit.new)
        text = source[edit.passage].text
        assert edit.start in {0, len(text)} | {match.start() for match in regex.finditer(r"\X", text)}
        assert not any(span.start < edit.start < span.end for span in protected_spans(text))


SOURCE = (
    Passage("Glass is made of sand in 12 steps. It melts at high heat.\nAda Lovelace did not melt it.", "How?"),
    Passage(
        "No. The furnace was built by Dr. Hall at 10:30. Workers call it “The pot. It glows.” to this day.", "Is it?"
    ),
    Passage("Yes", "Was it?"),
)


@every_trap
def test_numbers_negations_and_names_are_kept(trap: Perturbation) -> None:
    done = run(trap(1.0), SOURCE)
    assert done.status == "changed"
    for read in (numbers_of, negations_of, names_of):
        was, now = (sum((read(passage.text) for passage in side), Counter[str]()) for side in (SOURCE, done.evidence))
        assert now == was
    assert [passage.question for passage in done.evidence] == [passage.question for passage in SOURCE]


@pytest.mark.parametrize("wording", ALL_WORDINGS)
def test_wordings_hold_no_numbers_and_no_negations(wording: str) -> None:
    words = [word.strip('.,:;"[]<>/#-').lower() for word in wording.split()]
    assert not any(char.isdigit() for char in wording)
    assert not any(is_negation(word) or is_number_word(word) for word in words if word not in ("point", "score"))
    assert (numbers_of(wording), negations_of(wording), names_of(wording)) == (Counter(), Counter(), Counter())


def test_wordings_differ() -> None:
    assert len(set(ALL_WORDINGS)) == len(ALL_WORDINGS)
    assert len(FILLERS) >= 40
    assert all(filler[0].isupper() and filler.endswith(".") for filler in FILLERS)
    assert all(cue.endswith(":") for cue in CUES)
    assert tuple(INSTRUCTIONS) == injected_instruction.kinds


def test_padding_stands_behind_whole_sentences() -> None:
    done = run(padding(1.0), SOURCE)
    places = [SOURCE[edit.passage].text[: edit.start].split()[-1] for edit in done.edits]
    assert places == ["steps.", "heat.", "it.", "10:30.", "day."]
    assert len({edit.new for edit in done.edits}) == len(done.edits)
    assert all(edit.new[0] == " " and edit.new[1:] in FILLERS for edit in done.edits)
    assert done.evidence[0].text.count("\n") == 1


def test_padding_takes_a_share_of_the_sentences() -> None:
    text = " ".join(f"The river number {n} is long and deep." for n in range(20))
    assert len(run(padding, text).edits) == 6
    assert len(run(padding(1.0), text).edits) == 20


@pytest.mark.parametrize("trap", [padding(1.0), authority_cue(1.0)], ids=lambda trap: trap.label)
@pytest.mark.parametrize(
    "text", ["Yes", "No.", "No answer could be found.", "Oslo", "", "In Oslo, mostly", "Mr. Hall and Dr.", "2. 3. 4."]
)
def test_bare_answers_and_fragments_are_left_alone(trap: Perturbation, text: str) -> None:
    assert run(trap, (Passage(text, "Where is it?"),)).edits == ()


def test_an_authority_cue_stands_before_a_statement() -> None:
    text = (
        "No. The furnace is old. However, it glows. I saw it there. Is it so hot today? He said: “It is. It was.” "
        'Ada Lovelace melted glass. "The pot is hot. It glows." Experts say so too.'
    )
    done = run(authority_cue(1.0), text)
    assert [text[edit.start :].split(maxsplit=1)[0] for edit in done.edits] == ["The", "Ada"]
    assert all(isinstance(edit.new, str) and edit.new.removesuffix(" ") in CUES for edit in done.edits)
    assert len({edit.new for edit in done.edits}) == 2


@pytest.mark.parametrize("kind", injected_instruction.kinds)
def test_an_instruction_ends_the_last_answer(kind: str) -> None:
    done = run(injected_instruction(kind=kind), SOURCE)
    (edit,) = done.edits
    assert isinstance(edit.new, str)
    assert edit.new[0] == " " and edit.new[1:] in INSTRUCTIONS[kind]
    assert (edit.passage, edit.start) == (1, len(SOURCE[1].text))
    drawn = {run(injected_instruction(kind=kind), SOURCE, name).edits[0].new for name in map(str, range(40))}
    assert len(drawn) == len(INSTRUCTIONS[kind])


def test_blanks_at_the_end_stay_at_the_end() -> None:
    assert run(injected_instruction, "It is hot. \r\n").evidence[0].text.endswith(" \r\n")
    assert run(injected_instruction, (Passage("Yes.", "Is it?"),)).reason == "no_answer"


def test_unknown_kinds_are_refused() -> None:
    assert injected_instruction(kind="order").label == injected_instruction.label == "injected_instruction"
    with pytest.raises(ValueError, match="unknown kind 'oder' of perturbation 'injected_instruction'"):
        injected_instruction(kind="oder")
