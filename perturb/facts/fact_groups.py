"""One fact, all its mentions: what the perturbations of values share when they look through the whole evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from metricstress.language.passages import Evidence

from ..edits import Edit, Field
from ..perturbation import Group, Preferred, is_allowed

__all__ = ["Place", "fact_group", "places"]


class Place(NamedTuple):
    """A field of the evidence: an answer (`text`) or a question."""

    passage: int
    field: Field
    text: str

    @property
    def is_answer(self) -> bool:
        """Whether facts are stated here; a question states none."""
        return self.field == "text"

    def edit(self, start: int, end: int, new: str) -> Edit:
        """The edit that puts `new` at `text[start:end]`."""
        return Edit(start, end, self.text[start:end], new, passage=self.passage, field=self.field)


def places(evidence: Evidence) -> Iterator[Place]:
    """The fields of the evidence that are not blank, in order."""
    for index, passage in enumerate(evidence):
        if passage.question.strip():
            yield Place(index, "question", passage.question)
        if passage.text.strip():
            yield Place(index, "text", passage.text)


def fact_group(
    evidence: Evidence, edits: Iterable[Edit], *, preferred: bool = False, names_kinds: frozenset[str] = frozenset()
) -> Sequence[Group]:
    """The group of all `edits` of one fact; empty if one of them is not allowed, for then no mention may change."""
    group = tuple(edits)
    for edit in group:
        passage = evidence[edit.passage]
        text = passage.question if edit.field == "question" else passage.text
        if edit.old == edit.new or not is_allowed(text, (edit,), names_kinds):
            return ()
    if not group:
        return ()
    return (Preferred(group) if preferred else group,)
