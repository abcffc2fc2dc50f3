"""Evidence as both perturbations and metrics see it: a tuple of passages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Evidence", "Passage", "as_evidence", "evidence_text"]


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence.

    Attributes:
        text: What the evidence says: a sentence, a paragraph, or the answer (or answers) to `question`.
        question: The question that `text` answers (AVeriTeC); empty for plain evidence.
    """

    text: str
    question: str = ""

    def __reduce__(self) -> tuple[type[Passage], tuple[str, str]]:
        # What dataclasses do for slots is many times slower, and runs send passages by the thousand.
        return Passage, (self.text, self.question)


Evidence: TypeAlias = tuple[Passage, ...]


def as_evidence(source: str | Passage | Iterable[str | Passage]) -> Evidence:
    """Read a text, a passage, or several of either as evidence.

    Raises:
        TypeError: if something in `source` is neither a text nor a passage.
    """
    if isinstance(source, (str, Passage)):
        source = (source,)
    passages = tuple(Passage(item) if isinstance(item, str) else item for item in source)
    for item in passages:
        if not isinstance(item, Passage):
            raise TypeError(f"evidence is a text or passages, but one item is a {type(item).__name__}: {item!r}")
    return passages


def evidence_text(evidence: Evidence) -> str:
    """The evidence as the one string that a text metric scores: a line a passage, its question in front.

    For AVeriTeC these are the words of the Ev²R authors' own evidence strings, in their order; a single plain
    passage is given back as it is, to the byte.
    """
    return "\n".join(f"{item.question} {item.text}" if item.question else item.text for item in evidence)
