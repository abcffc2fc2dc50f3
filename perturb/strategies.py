"""Hypothesis strategies: sentences, examples, and texts before and after a perturbation.

    from hypothesis import given
    from metricstress.perturb import random_shuffle
    from metricstress.perturb.strategies import perturbed, sentences

    @given(pair=perturbed(sentences(), random_shuffle))
    def test_word_order_matters(pair):
        assert my_metric(pair.after, pair.before) < 1.0

Hypothesis draws the text, the perturbation's seed and, if you like, its severity, and so shrinks all three. A text to
which the perturbation does not apply is rejected, so no test passes for want of a change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from metricstress.language.passages import Evidence, Passage, as_evidence, evidence_text

from .donors import Donor, DonorPool
from .perturbation import Intent, Perturbation, perturb
from .registry import BUILT_IN, get_perturbation

try:
    from hypothesis import reject
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError("metricstress.perturb.strategies needs hypothesis: pip install 'metricstress[pytest]'") from error

__all__ = ["Pair", "chains", "examples", "perturbed", "sentences", "texts"]

Source: TypeAlias = str | Passage | Sequence[str | Passage]
Chain: TypeAlias = tuple[Perturbation, ...]

_SUBJECTS: Final = (
    "It", "She", "They", "The old bridge", "Ada Lovelace", "The city of Paris", "All 12 companies", "Most children",
    "The WHO", "Three large rivers", "The mayor of Vienna", "Dr. Adams", "We", "The first museum", "Some doctors",
)  # fmt: skip
_PREDICATES: Final = (
    "is late", "is not safe", "opened", "has begun", "are ready", "was built in Berlin", "cost $1,250",
    "will rise by 15%", "do not agree", "found a cheap cure", "lost 3 kg", "has a large garden", "won't stay",
    "was born on 3 March 1998", "won the war", "is 40 metres long", "went home with her brother", "cannot be true",
    "bought twenty-one buildings in 1994", "isn't over",
)  # fmt: skip
_CONNECTIVES: Final = (" because ", " although ", " after ", ", and ", ", but ")
_ENDS: Final = (".", "!", "?", "")
_VERDICTS: Final = ("", "Supported", "Refuted", "Not Enough Evidence")
_ATTEMPTS: Final = 3  # texts to draw until one has something to change, as hypothesis' own filter does
_LARGEST_SEED: Final = 2**16


@dataclass(frozen=True, slots=True)
class Pair:
    """A text before and after.

    Attributes:
        before: The drawn text.
        after: The changed one; never equal to `before`, but for a perturbation that is a control.
        perturbation: What was done, such as `typos@0.1`; the steps of a chain stand between arrows.
        seed: The seed with which `perturb` does the same again.
    """

    before: str
    after: str
    perturbation: str
    seed: int = 0


def sentences(*, max_clauses: int = 2) -> st.SearchStrategy[str]:
    """English sentences with names, numbers, dates, negations and quantifiers, so that most perturbations apply.

    A failing one shrinks towards "It is late.".

    Args:
        max_clauses: Most clauses of a sentence, joined by connectives.
    """
    clause = st.builds("{} {}".format, st.sampled_from(_SUBJECTS), st.sampled_from(_PREDICATES))
    rest = st.lists(st.builds("{}{}".format, st.sampled_from(_CONNECTIVES), clause), max_size=max_clauses - 1)
    return st.builds(lambda first, more, end: "".join((first, *more, end)), clause, rest, st.sampled_from(_ENDS))


def texts(*, max_sentences: int = 3) -> st.SearchStrategy[str]:
    """One to `max_sentences` sentences with a blank between them."""
    return st.lists(sentences(), min_size=1, max_size=max_sentences).map(" ".join)


def examples(*, max_passages: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    """Rows as `metricstress run --data` and `stress` take them: `claim`, `verdict`, `evidence`, `reference`.

    Args:
        max_passages: Most passages of evidence; a passage has a question in front of it or none.
    """
    passage = st.fixed_dictionaries({"question": st.sampled_from(("", "What happened?")), "text": sentences()})
    evidence = st.lists(passage, min_size=1, max_size=max_passages)
    return st.fixed_dictionaries(
        {
            "claim": sentences(max_clauses=1),
            "verdict": st.sampled_from(_VERDICTS),
            "evidence": evidence,
            "reference": st.one_of(st.none(), evidence),
        }
    )


def chains(
    *, max_size: int = 3, intent: Intent | None = None, among: Sequence[str | Perturbation] = ()
) -> st.SearchStrategy[Chain]:
    """Perturbations to make one after the other, for `perturbed`; a chain shrinks to fewer steps.

    Args:
        max_size: Most steps.
        intent: Only `preserving` or only `altering` ones; by default the preserving, since two alterations may undo
            each other.
        among: Choose from these alone; then of any intent unless one is given.
    """
    known = [_perturbation(item) for item in among] or [item for item in BUILT_IN.values() if not item.control]
    wanted = intent or (None if among else "preserving")
    chosen = [item for item in known if wanted in (None, item.intent)]
    if not chosen:
        raise ValueError(f"chains: none of the perturbations is {wanted}; give others in among=…")
    return st.lists(st.sampled_from(chosen), min_size=1, max_size=max_size).map(tuple)


def perturbed(
    texts: st.SearchStrategy[Any],
    perturbation: str | Perturbation | Chain | st.SearchStrategy[Any],
    *,
    severity: float | st.SearchStrategy[float] | None = None,
) -> st.SearchStrategy[Pair]:
    """Texts before and after a perturbation.

    Args:
        texts: Gives texts, passages, or several of them, such as `sentences()`.
        perturbation: A perturbation, its name, a chain of them, or a strategy for any of these, such as `chains()`.
            Steps of a chain that do not apply are left out.
        severity: For every step, from above 0 to 1; or a strategy for it. By default that of the perturbation.
    """
    change = perturbation if isinstance(perturbation, st.SearchStrategy) else st.just(_chain(perturbation))
    level = severity if isinstance(severity, st.SearchStrategy) else st.just(severity)
    return _perturbed(texts, change, level)


@st.composite
def _perturbed(
    draw: Callable[[st.SearchStrategy[Any]], Any],
    texts: st.SearchStrategy[Any],
    change: st.SearchStrategy[Any],
    severity: st.SearchStrategy[Any],
) -> Pair:
    chain = _chain(draw(change))
    level = draw(severity)
    if level is not None:
        chain = tuple(item(level) for item in chain)
    seed = draw(st.integers(0, _LARGEST_SEED))
    for _ in range(_ATTEMPTS):
        before = as_evidence(draw(texts))
        donors = None
        if any("donors" in item.needs for item in chain):
            others = draw(st.lists(sentences(), min_size=1, max_size=3))
            donors = DonorPool(Donor(f"donor-{n}", "", (Passage(text),)) for n, text in enumerate(others))
        pair = _applied(chain, before, seed, donors)
        if pair is not None:
            return pair
    return reject()


def _applied(chain: Chain, before: Evidence, seed: int, donors: DonorPool | None) -> Pair | None:
    """The text after all steps that apply; None if none does, or they undo each other."""
    evidence, done = before, []
    for step in chain:
        result = perturb(step, evidence, seed=seed, donors=donors)
        if result.status == "changed" or step.control:
            evidence = result.evidence
            done.append(f"{step.label}@{step.severity:g}")
    if not done or (evidence == before and not all(step.control for step in chain)):
        return None
    return Pair(evidence_text(before), evidence_text(evidence), " -> ".join(done), seed)


def _chain(perturbation: Any) -> Chain:
    if isinstance(perturbation, (tuple, list)):
        return tuple(_perturbation(item) for item in perturbation)
    return (_perturbation(perturbation),)


def _perturbation(perturbation: Any) -> Perturbation:
    if isinstance(perturbation, Perturbation):
        return perturbation
    if isinstance(perturbation, str):
        return get_perturbation(perturbation)
    raise TypeError(f"a perturbation is a name such as 'typos@0.1' or typos(0.1), but got {perturbation!r:.60}")
