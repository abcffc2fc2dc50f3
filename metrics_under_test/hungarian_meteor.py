"""Hungarian METEOR: pieces of evidence are paired so that the sum of their METEOR scores is highest.

Four recipes that go by this name:

- `hungarian_meteor` is the official score of AVeriTeC (Schlichtkrull et al. 2023): a piece is a question with one
  answer, at most ten predicted pieces count, and the sum is divided by the number of reference pieces.
- `hungarian_meteor_server` is the form of the shared task's server, whose predicted side never has the explanation of
  a "Yes" or "No".
- `hungarian_meteor_paper` is the code of the Ev²R authors, which divides by the LENGTH OF THE CANDIDATE IN CHARACTERS.
  Its scores are of the order of .001 and not comparable across lengths: doubling a text halves its score. White space
  counts too, so that the published table is met but for the blanks in the authors' strings (a change of a tenth of
  a point; on the texts that they blanked out, of one). There is no such form for questions only: what the authors
  published of it could not be met with any reading of their strings.

What evidence is cut into. Passages (`metricstress.language.passages`) hold a question with its answers on a line each;
the official pieces are "question answer", one an ANSWER. So the text of a passage is split at line ends if, and only
if, it has a question; a passage without one is a piece as it stands. An answer that itself holds line ends falls into
several pieces. A plain string is read the way `evidence_text` writes one, a piece a line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from metricstress.language.passages import Passage

from .meteor import meteor as meteor_metric
from .meteor import meteor_score
from .meteor_paper import meteor_paper, meteor_paper_score, paper_text
from .metric import Failure, Item, Score, Text, guarded

__all__ = [
    "HungarianMetric",
    "evidence_pieces",
    "headed_pieces",
    "hungarian",
    "hungarian_meteor",
    "hungarian_meteor_paper",
    "hungarian_meteor_questions",
    "hungarian_meteor_server",
    "predicted_pieces",
    "predicted_questions",
    "question_pieces",
    "server_pieces",
]

MAX_PREDICTED = 10
_EXPLAINED = re.compile(r"\A(Yes|No)[.!]\s+\S.*", re.DOTALL)

Pieces: TypeAlias = Callable[[Text], list[str]]
PairScore: TypeAlias = Callable[[str, str], float]


def hungarian(candidate: Sequence[str], reference: Sequence[str], score: PairScore) -> float:
    """The highest sum of `score(candidate piece, reference piece)` over pairings that use each piece once."""
    if not candidate or not reference:
        return 0.0
    import numpy as np

    table = np.array([[score(own, other) for other in reference] for own in candidate], dtype=np.float64)
    if len(candidate) == 1 or len(reference) == 1:
        return float(table.max())
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum())


def evidence_pieces(evidence: Text) -> list[str]:
    """The official pieces: question and answer, one an answer. Pieces without a letter are left out."""
    if isinstance(evidence, str):
        return [line for line in evidence.split("\n") if line.strip()]
    return [piece for passage in evidence for piece in _with_question(passage, _answers(passage)) if piece.strip()]


def predicted_pieces(evidence: Text) -> list[str]:
    """The first ten of the official pieces."""
    return evidence_pieces(evidence)[:MAX_PREDICTED]


def server_pieces(evidence: Text) -> list[str]:
    """The first ten predicted pieces as the server reads them: "Yes" and "No" without the explanation.

    Passages do not say which answers are Boolean; an answer that starts with the sentence "Yes" or "No" is taken for
    one. In a plain string no answer can be told from its question, so nothing is cut there.
    """
    if isinstance(evidence, str):
        return predicted_pieces(evidence)
    pieces = [
        piece
        for passage in evidence
        for piece in _with_question(passage, [_EXPLAINED.sub(r"\1", answer) for answer in _answers(passage)])
        if piece.strip()
    ]
    return pieces[:MAX_PREDICTED]


def question_pieces(evidence: Text) -> list[str]:
    """The questions, one a passage; passages without one give none, and neither does a string.

    A question that stands in two passages is two pieces, as in the official code for JSON files.
    """
    return [] if isinstance(evidence, str) else [passage.question for passage in evidence if passage.question.strip()]


def predicted_questions(evidence: Text) -> list[str]:
    """The first ten questions."""
    return question_pieces(evidence)[:MAX_PREDICTED]


def headed_pieces(evidence: Text) -> list[str]:
    """The pieces of the Ev²R authors' code, which are what stands between the words "Question" in the whole text."""
    return ["Question" + part.strip() for part in paper_text(evidence).split("Question") if part]


def _answers(passage: Passage) -> list[str]:
    if not passage.question:
        return [passage.text]
    return [line for line in passage.text.split("\n") if line.strip()] or [""]


def _with_question(passage: Passage, answers: list[str]) -> list[str]:
    return [f"{passage.question} {answer}" for answer in answers] if passage.question else answers


_FAULTS = "order and superfluous pieces count for nothing; right evidence cut otherwise loses; METEOR's own faults"


@dataclass(frozen=True)
class HungarianMetric:
    """A metric over pieces of evidence; takes passages, and strings with a piece a line.

    Known faults: those of the METEOR it rests on; a reference piece can be matched once only, so that evidence that
    is right but cut differently loses; order counts for nothing, and neither do superfluous pieces.

    Attributes:
        pair_score: The score of a candidate piece and a reference piece.
        candidate_pieces: Cuts the candidate.
        reference_pieces: Cuts the reference.
        weight: What the sum is multiplied by, from candidate and number of reference pieces.
        describe: Gives the signature.
        faults: What its numbers do not see, in a line.
        questions_only: Whether pieces are questions, which a plain string does not tell from their answers.
    """

    name: str
    pair_score: PairScore
    candidate_pieces: Pieces
    reference_pieces: Pieces
    weight: Callable[[Text, int], float]
    describe: Callable[[], str]
    bounds: tuple[float, float] = (0.0, 1.0)
    needs: frozenset[str] = frozenset({"reference", "wordnet"})
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = False
    faults: str = _FAULTS
    questions_only: bool = False

    @property
    def components(self) -> tuple[str, ...]:
        return (self.name,)

    def signature(self) -> str:
        return self.describe()

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [guarded(self.name, self._compare, item) for item in items]

    def _compare(self, candidate: Text, reference: Text) -> float | Failure:
        if self.questions_only:
            for side, text in (("reference", reference), ("candidate", candidate)):
                if isinstance(text, str) and text.strip():
                    return Failure(f"{self.name} needs passages with questions, but the {side} is a plain string")
        pieces = self.reference_pieces(reference)
        if not pieces:
            lacking = "has no question" if self.questions_only and reference else "is blank"
            return Failure(f"{self.name} needs a reference, but the item's {lacking}")
        total = hungarian(self.candidate_pieces(candidate), pieces, self.pair_score)
        return total * self.weight(candidate, len(pieces)) if total else 0.0


_PAIRS = 1 << 16  # The questions of an example come back in all of its variants.
_pair = lru_cache(maxsize=_PAIRS)(meteor_score)
_paper_pair = lru_cache(maxsize=_PAIRS)(meteor_paper_score)


def _by_reference(_: Text, pieces: int) -> float:
    return 1 / float(pieces)


def _by_characters(candidate: Text, _: int) -> float:
    return 1 / float(len(paper_text(candidate)))


hungarian_meteor = HungarianMetric(
    "hungarian_meteor",
    _pair,
    predicted_pieces,
    evidence_pieces,
    _by_reference,
    lambda: f"hungarian_meteor|averitec|pieces:question+answer, first 10|/reference pieces|{meteor_metric.signature()}",
    cacheable=True,
)
hungarian_meteor_server = HungarianMetric(
    "hungarian_meteor_server",
    _pair,
    server_pieces,
    evidence_pieces,
    _by_reference,
    lambda: (
        "hungarian_meteor_server|averitec server|pieces:question+answer, first 10, predicted without explanation"
        f"|/reference pieces|{meteor_metric.signature()}"
    ),
    cacheable=True,
    faults=f"a reference that explains a Yes or No scores low against itself; {_FAULTS}",
)
hungarian_meteor_questions = HungarianMetric(
    "hungarian_meteor_questions",
    _pair,
    predicted_questions,
    question_pieces,
    _by_reference,
    lambda: f"hungarian_meteor_questions|averitec|pieces:question, first 10|/questions|{meteor_metric.signature()}",
    cacheable=True,
    faults=f"looks at no answer: the right questions with wrong answers score full; {_FAULTS}",
    questions_only=True,
)
hungarian_meteor_paper = HungarianMetric(
    "hungarian_meteor_paper",
    _paper_pair,
    headed_pieces,
    headed_pieces,
    _by_characters,
    lambda: (
        "hungarian_meteor_paper|Ev2R authors|pieces:at 'Question'|/candidate CHARACTERS (not comparable across lengths)"
        f"|{meteor_paper.signature()}"
    ),
    bounds=(0.0, math.inf),
    cacheable=True,
    faults=f"divided by the candidate's characters, so not comparable across lengths; {_FAULTS}",
)
