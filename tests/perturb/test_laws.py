"""The laws that every perturbation keeps (DESIGN), over the whole registry."""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from support.texts import evidence, prose

from metricstress.language.passages import Evidence, Passage
from metricstress.perturb.audit import audit
from metricstress.perturb.donors import Donor, DonorPool
from metricstress.perturb.edits import Edit, apply_edits, check_edits, invert_edits
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb
from metricstress.perturb.protected import protected_spans
from metricstress.perturb.registry import BUILT_IN

ALL = list(BUILT_IN.values())
KINDS = [item(kind=kind) for item in ALL for kind in item.kinds[1:]]
DONORS = DonorPool(
    [
        Donor("d1", "Glass is made of sand.", (Passage("Glass makers melt quartz sand.", "What is glass made of?"),)),
        Donor("d2", "Owls hunt by night.", (Passage("Most owls hunt in the dark. Their ears are uneven."),)),
    ]
)

every_perturbation = pytest.mark.parametrize("perturbation", ALL, ids=lambda item: item.label)
# Kinds of a perturbation differ in what they put in, not in how: three laws look at each of them.
every_kind = pytest.mark.parametrize("perturbation", [*ALL, *KINDS], ids=lambda item: item.label)
# Passages move as a whole, with what is in them; the other perturbations work inside a text.
every_text_perturbation = pytest.mark.parametrize(
    "perturbation", [item for item in ALL if item.find_in_text is not None], ids=lambda item: item.label
)
severities = st.sampled_from([0.05, 0.1, 0.25, 0.5, 0.75, 1.0])
names = st.sampled_from(["a", "b", "ex-17", "é\ud800"])


def run(perturbation: Perturbation, source: Evidence, name: str = "a", seed: int = 0, verdict: str = "") -> Perturbed:
    return perturb(perturbation, source, example_id=name, claim="A claim.", verdict=verdict, donors=DONORS, seed=seed)


def place(edit: Edit) -> tuple[int, str, int, int]:
    return (edit.passage, edit.field, edit.start, edit.end)


@every_kind
@given(source=evidence, severity=severities, seed=st.integers(0, 3))
def test_edits_are_an_exact_record(perturbation: Perturbation, source: Evidence, severity: float, seed: int) -> None:
    done = run(perturbation(severity), source, seed=seed)
    check_edits(source, done.edits)
    assert apply_edits(source, done.edits) == done.evidence
    inverse = invert_edits(done.edits)
    check_edits(done.evidence, inverse)
    assert apply_edits(done.evidence, inverse) == source
    assert invert_edits(inverse) == done.edits


@every_perturbation
@given(source=evidence, severity=severities)
def test_nothing_outside_is_touched(perturbation: Perturbation, source: Evidence, severity: float) -> None:
    before = copy.deepcopy(source)
    state, numpy_state = random.getstate(), np.random.get_state()
    run(perturbation(severity), source)
    assert source == before
    assert random.getstate() == state
    after = np.random.get_state()
    assert all(np.array_equal(one, other) for one, other in zip(numpy_state, after, strict=True))


@every_perturbation
@given(source=evidence, other=evidence, name=names, seed=st.integers(0, 3))
def test_same_seed_and_id_give_the_same(
    perturbation: Perturbation, source: Evidence, other: Evidence, name: str, seed: int
) -> None:
    first = run(perturbation, source, name, seed)
    run(perturbation, other, "between", seed)
    assert run(perturbation, source, name, seed) == first


@every_perturbation
@given(source=evidence, severity=severities)
def test_changed_means_different(perturbation: Perturbation, source: Evidence, severity: float) -> None:
    done = run(perturbation(severity), source)
    assert (done.status == "changed") == (done.evidence != source) == bool(done.edits)
    assert (done.reason is None) == (done.status == "changed")


@every_perturbation
@given(source=evidence)
def test_severity_zero_is_the_identity(perturbation: Perturbation, source: Evidence) -> None:
    done = run(perturbation(0.0), source)
    assert (done.status, done.reason, done.evidence, done.edits) == ("not_applicable", "severity_zero", source, ())


@every_perturbation
@given(source=evidence, low=severities, high=severities, seed=st.integers(0, 3))
def test_edits_grow_with_severity(
    perturbation: Perturbation, source: Evidence, low: float, high: float, seed: int
) -> None:
    low, high = sorted((low, high))
    few = {place(edit): edit for edit in run(perturbation(low), source, seed=seed).edits}
    many = {place(edit): edit for edit in run(perturbation(high), source, seed=seed).edits}
    assert few.items() <= many.items()


@every_perturbation
@given(source=evidence, severity=severities)
@example(source=(Passage(""), Passage("   ", " \n")), severity=1.0)
def test_blank_evidence_is_left_alone(perturbation: Perturbation, source: Evidence, severity: float) -> None:
    done = run(perturbation(severity), source)
    if not any((passage.text + passage.question).strip() for passage in source):
        assert (done.status, done.evidence) == ("not_applicable", source)
    else:
        assert any((passage.text + passage.question).strip() for passage in done.evidence)


@every_kind
@given(source=evidence)
def test_no_grapheme_is_split(perturbation: Perturbation, source: Evidence) -> None:
    for edit in run(perturbation, source).edits:
        if edit.field == "passages":
            continue
        text = getattr(source[edit.passage], edit.field)
        borders = {0, len(text)} | {match.start() for match in regex.finditer(r"\X", text)}
        assert edit.start in borders
        assert edit.end in borders


@every_text_perturbation
@given(source=st.lists(st.builds(Passage, prose, st.sampled_from(["", "Is it so?"])), max_size=4).map(tuple))
def test_protected_spans_are_left_alone(perturbation: Perturbation, source: Evidence) -> None:
    for edit in run(perturbation, source).edits:
        for span in protected_spans(getattr(source[edit.passage], edit.field)):
            if span.kind not in perturbation.names_kinds:
                assert not (span.start < edit.end and edit.start < span.end)


@every_text_perturbation
@given(source=evidence)
def test_line_breaks_are_kept(perturbation: Perturbation, source: Evidence) -> None:
    for edit in run(perturbation, source).edits:
        if perturbation.label == "whitespace:newline":
            continue  # Another line break is what it makes.
        assert isinstance(edit.old, str)
        assert isinstance(edit.new, str)
        assert [char for char in edit.old if char in "\r\n"] == [char for char in edit.new if char in "\r\n"]


@every_kind
@given(source=st.lists(st.builds(Passage, prose, st.sampled_from(["", "Is it so?"])), max_size=4).map(tuple))
def test_the_auditor_agrees(perturbation: Perturbation, source: Evidence) -> None:
    done = run(perturbation, source)
    if done.status == "changed":
        found = audit(source, done.evidence, intent=perturbation.intent, invariant=perturbation.invariant)
        assert found == ()


@pytest.mark.parametrize("name", ["contraction", "num2text", "text2num", "expansion"])
@given(source=st.one_of(prose.map(lambda text: (Passage(text),)), evidence))
def test_a_second_application_finds_nothing(name: str, source: Evidence) -> None:
    once = run(BUILT_IN[name], source)
    assert run(BUILT_IN[name], once.evidence).status == "not_applicable"


@pytest.mark.parametrize(("there", "back"), [("num2text", "text2num"), ("text2num", "num2text")])
@given(text=prose)
def test_round_trips_keep_every_value(there: str, back: str, text: str) -> None:
    from metricstress.perturb.audit import numbers_of

    away = run(BUILT_IN[there], (Passage(text),))
    home = run(BUILT_IN[back], away.evidence)
    assert numbers_of(home.evidence[0].text) == numbers_of(text)


@given(text=prose)
def test_expansion_undoes_every_contraction(text: str) -> None:
    away = run(BUILT_IN["contraction"], (Passage(text),))
    home = run(BUILT_IN["expansion"], away.evidence)
    undone = {(edit.start, edit.new) for edit in home.edits}
    for edit in invert_edits(away.edits):
        assert (edit.start, edit.new) in undone


_PROBE = """
from metricstress.perturb.perturbation import perturb
from metricstress.perturb.registry import BUILT_IN
text = ("It is late and they are not ready. Three companies purchased 1,250 large buildings in 1994. "
        "The children don't begin quickly because the temperature was below twenty degrees.")
perturbations = [*BUILT_IN.values(), *(item(kind=kind) for item in BUILT_IN.values() for kind in item.kinds[1:])]
for item in perturbations:
    print(item.label, ascii(perturb(item, text, example_id="x", seed=7).text))
"""


def test_other_processes_and_hash_seeds_give_the_same() -> None:
    outputs = Counter(
        subprocess.run(
            [sys.executable, "-c", _PROBE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    )
    assert len(outputs) == 1
    assert next(iter(outputs)).count("\n") >= len(BUILT_IN)


@every_perturbation
def test_order_and_subset_change_nothing(perturbation: Perturbation) -> None:
    texts = [f"It is number {n} and they are not all alike. A big car hit {n + 3} old fences." for n in range(12)]
    whole = {n: run(perturbation, (Passage(text),), f"id{n}").evidence for n, text in enumerate(texts)}
    shuffled = list(whole)
    random.Random(5).shuffle(shuffled)
    for n in shuffled[:7]:
        assert run(perturbation, (Passage(texts[n]),), f"id{n}").evidence == whole[n]
