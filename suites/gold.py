"""A test set for fact verifiers: sentences with known truth, made by the altering perturbations.

Each record is one example: its evidence as the document, and sentences to be checked against it, of which every
second has one factual error of a known type. The fields are those that the FineSumFact evaluation needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from metricstress.language.passages import evidence_text
from metricstress.language.sentences import sentence_spans
from metricstress.perturb.donors import DonorPool
from metricstress.perturb.edits import invert_edits
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb, random_source

from .errors import UsageError
from .example import Example
from .formats.averitec import NO_ANSWER

__all__ = ["NO_ERROR", "Sentence", "gold_records"]

NO_ERROR = "no error"
_FEWEST_WORDS = 4
"""A shorter sentence ("Yes.", "In May.") claims too little to be checked by itself."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the perturbed evidence and whether an edit is in it."""

    text: str
    wrong: bool


def gold_records(
    examples: Sequence[Example], perturbations: Sequence[Perturbation], donors: DonorPool, seed: int
) -> Iterator[dict[str, Any]]:
    """A record for every example that some perturbation applies to; as many wrong sentences as right ones.

    Which perturbation an example gets depends on the seed and its id alone: first an error type is drawn,
    then a perturbation of that type, until one applies.

    Raises:
        UsageError: if none of the perturbations makes an error of a type.
    """
    by_type: dict[str, list[Perturbation]] = {}
    for perturbation in perturbations:
        if perturbation.error_type:
            by_type.setdefault(perturbation.error_type, []).append(perturbation)
    if not by_type:
        raise UsageError("no perturbation of this suite makes factual errors; use the suite 'facts'")
    for example in examples:
        record = _record(example, by_type, donors, seed)
        if record is not None:
            yield record


def _record(
    example: Example, by_type: dict[str, list[Perturbation]], donors: DonorPool, seed: int
) -> dict[str, Any] | None:
    first = next(iter(by_type.values()))[0]
    rng = random_source(seed, first, example.id, "gold")
    types = sorted(by_type)
    rng.shuffle(types)
    for error_type in types:
        choices = list(by_type[error_type])
        rng.shuffle(choices)
        for perturbation in choices:
            done = perturb(
                perturbation,
                example.evidence,
                example_id=example.id,
                claim=example.claim,
                verdict=example.verdict,
                donors=donors,
                seed=seed,
            )
            sentences = _sentences(done) if done.status == "changed" else []
            wrong = [index for index, sentence in enumerate(sentences) if sentence.wrong]
            right = [index for index, sentence in enumerate(sentences) if not sentence.wrong]
            # As many right as wrong ones: a verifier that always says the same gets no more than half.
            count = min(len(wrong), len(right))
            if count:
                chosen = sorted([*rng.sample(wrong, count), *rng.sample(right, count)])
                return _as_record(example, perturbation, [sentences[index] for index in chosen])
    return None


def _sentences(done: Perturbed) -> list[Sentence]:
    """The sentences of the perturbed answers, but for right ones that claim nothing."""
    places = [(edit.passage, edit.start, edit.end) for edit in invert_edits(done.edits) if edit.field == "text"]
    found: list[Sentence] = []
    for index, passage in enumerate(done.evidence):
        for start, end in sentence_spans(passage.text):
            wrong = any(
                where == index and begin < end and (start < stop or (begin == stop and start <= begin))
                for where, begin, stop in places
            )
            text = passage.text[start:end]
            if wrong or (len(text.split()) >= _FEWEST_WORDS and text != NO_ANSWER):
                found.append(Sentence(text, wrong))
    return found


def _as_record(example: Example, perturbation: Perturbation, sentences: Sequence[Sentence]) -> dict[str, Any]:
    return {
        "id": example.id,
        "document": evidence_text(example.evidence),
        "system": perturbation.name,
        "sentences": [sentence.text for sentence in sentences],
        "labels": [int(sentence.wrong) for sentence in sentences],
        "error_types": [_type_name(perturbation.error_type) if item.wrong else NO_ERROR for item in sentences],
    }


def _type_name(error_type: str) -> str:
    """The name as in FineSumFact's files: "entity error", "out-of-context error"."""
    return f"{error_type.replace('_', '-')} error"
