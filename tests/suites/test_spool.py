"""Examples on disk come out as they went in, and serve each example the same donors as all examples would."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.language.passages import Passage
from metricstress.perturb.donors import REACH, DonorPool, draw_key
from metricstress.suites.errors import UsageError
from metricstress.suites.example import Example
from metricstress.suites.spool import Spool
from metricstress.suites.work import pool_of

NAMES = ("noise", "unsupported_sentence", "some_other")
TEXTS = st.text(st.characters(), max_size=6)  # lone surrogates included
EXAMPLES = st.lists(
    st.builds(
        Example,
        id=TEXTS,
        claim=st.sampled_from(["", "one claim", "another"]),
        evidence=st.tuples(st.builds(Passage, TEXTS, TEXTS)),
        reference=st.sampled_from([(), (Passage("gold"),)]),
        verdict=st.sampled_from(["", "Refuted"]),
        named=st.booleans(),
    ),
    min_size=1,
    max_size=3 * REACH,
    unique_by=lambda example: example.id.encode("utf-8", "backslashreplace"),
)


def shown(example: Example) -> str:
    return example.id.encode("utf-8", "backslashreplace").decode()


@given(EXAMPLES, st.integers(1, 60), st.integers(1, 7))
def test_it_gives_back_the_first_so_many_by_id(examples: list[Example], limit: int, size: int) -> None:
    with Spool(limit) as spool:
        spool.fill(examples)
        wanted = sorted(examples[:limit], key=shown)
        assert len(spool) == len(wanted)
        assert [example for example, _ in spool] == wanted
        chunks = [spool.read(start, start + size) for start in range(0, len(spool), size)]
        assert [example for chunk in chunks for example, _ in chunk] == wanted
        assert spool.n_examples == len(examples)
        assert spool.n_references == sum(bool(example.reference) for example in wanted)
        assert spool.all_named == all(example.named for example in examples)
        assert [spool.find(example.id) for example in examples] == list(range(len(examples)))
        assert spool.find("an id that nobody has") is None


@pytest.mark.slow
@given(EXAMPLES, st.integers(0, 3), st.data())
def test_a_pool_of_those_within_reach_serves_as_the_pool_of_all(
    examples: list[Example], seed: int, data: st.DataObject
) -> None:
    whole = pool_of(examples)
    few = data.draw(st.lists(st.sampled_from(examples), max_size=4))
    with Spool() as spool:
        spool.fill(examples)
        pool = spool.donors(draw_key(seed, example.id, name) for example in few for name in NAMES)
    assert len(pool) <= REACH * len(NAMES) * len(few)
    for example in few:
        for name in NAMES:

            def drawn(source: DonorPool) -> list[object]:
                return list(source.foreign(example.id, example.claim, seed=seed, perturbation=name))  # noqa: B023

            assert drawn(pool) == drawn(whole)
            assert all(
                donor.example_id != example.id for donor in pool.foreign(example.id, "", seed=0, perturbation="noise")
            )


@pytest.mark.slow
@given(EXAMPLES, st.randoms(use_true_random=False))
def test_its_hashes_know_no_order_and_see_every_text(examples: list[Example], source: random.Random) -> None:
    def hashes(rows: list[Example], limit: int | None = None) -> tuple[str, str]:
        with Spool(limit) as spool:
            spool.fill(rows)
            return spool.hashes

    shuffled = source.sample(examples, len(examples))
    assert hashes(shuffled) == hashes(examples)
    first = examples[0]
    other = Example(first.id, first.claim, (*first.evidence, Passage("more")), first.reference, first.verdict)
    assert hashes([other, *examples[1:]])[0] != hashes(examples)[0]
    if len(examples) > 1:
        assert hashes(examples, 1)[0] != hashes(examples)[0]
        assert hashes(examples, 1)[1] == hashes(examples)[1]


def test_copies_stand_beside_their_examples() -> None:
    examples = [Example(name, "", (Passage(name),)) for name in ("b", "a", "c")]
    copy = Example("b", "", (Passage("changed"),))
    with Spool() as spool:
        spool.fill(examples)
        spool.add_copies("mine", [(0, copy)])
        spool.add_copies("none", [])
        assert [copies for _, copies in spool] == [
            {"mine": None, "none": None},
            {"mine": copy, "none": None},
            {"mine": None, "none": None},
        ]
        assert spool.copies_hash("mine") != spool.copies_hash("none")


def test_two_examples_of_one_id_are_refused() -> None:
    twice = [Example("x", "", (Passage("a"),)), Example("x", "", (Passage("b"),))]
    with Spool() as spool, pytest.raises(UsageError, match=r"two examples have the id 'x'"):
        spool.fill(twice)
