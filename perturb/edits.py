"""Edits: the record of what a perturbation did, in coordinates of its input.

Everything a perturbation does is a list of splices. A *text edit* replaces `input[start:end]`
inside one field of one passage; a *passage edit* (`field="passages"`) replaces a slice of the tuple
of passages itself. The same three rules hold for both: edits are sorted, they do not overlap, and
`old` is what stands there. So the output is the input with the edits applied, every byte outside
an edit stays, and the inverse edits give the input back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Literal, TypeAlias

from metricstress.language.passages import Evidence, Passage

__all__ = ["Edit", "Field", "apply_edits", "check_edits", "invert_edits", "sort_edits"]

Field: TypeAlias = Literal["question", "text", "passages"]

_FIELD_ORDER: dict[Field, int] = {"passages": 0, "question": 1, "text": 2}


@dataclass(frozen=True, slots=True)
class Edit:
    """One splice of the input.

    Attributes:
        start: First code point (text edit) or passage (passage edit) replaced.
        end: One past the last; equal to `start` for an insertion.
        old: What stands at `input[start:end]`: a string, or a tuple of passages.
        new: What takes its place; of the same type, and different from `old`.
        passage: Index of the passage that holds the field (text edits; 0 for passage edits).
        field: `"question"` or `"text"` of that passage, or `"passages"`: the tuple of passages.
        error_type: The kind of factual error the edit makes (see `metricstress.perturb.perturbation`), or "".
    """

    start: int
    end: int
    old: str | Evidence
    new: str | Evidence
    passage: int = 0
    field: Field = "text"
    error_type: str = ""

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Sort key: by passage, then field, then position."""
        return (self.passage, _FIELD_ORDER[self.field], self.start, self.end)


_PLACE = attrgetter("place")


def sort_edits(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits in the order of the text."""
    return tuple(sorted(edits, key=_PLACE))


def check_edits(evidence: Evidence, edits: Sequence[Edit]) -> None:
    """Raise ValueError if `edits` break a rule of the record (see the module's text)."""
    previous: Edit | None = None
    fields = {edit.field for edit in edits}
    if "passages" in fields and len(fields) > 1:
        raise ValueError("passage edits and text edits do not mix: their coordinates would depend on one another")
    for edit in edits:
        target = _target(evidence, edit)
        if not 0 <= edit.start <= edit.end <= len(target):
            raise ValueError(f"{edit} lies outside its field of length {len(target)}")
        if target[edit.start : edit.end] != edit.old:
            raise ValueError(f"{edit} does not match the input, which has {target[edit.start : edit.end]!r} there")
        if edit.old == edit.new:
            raise ValueError(f"{edit} changes nothing")
        if previous is not None:
            # Two insertions may share a place: they are what undoing two deletions side by side takes.
            if previous.place > edit.place:
                raise ValueError(f"{edit} is not sorted after {previous}")
            if _same_field(previous, edit) and previous.end > edit.start:
                raise ValueError(f"{edit} overlaps {previous}")
        previous = edit


def apply_edits(evidence: Evidence, edits: Sequence[Edit]) -> Evidence:
    """The evidence with `edits` (sorted and disjoint) applied.

    Raises:
        ValueError: if the edits are not a valid record for this evidence.
    """
    check_edits(evidence, edits)
    passages = list(evidence)
    for _, group in groupby(edits, key=lambda edit: (edit.passage, edit.field)):
        here = list(group)
        first = here[0]
        if first.field == "passages":
            return _splice_passages(evidence, here)
        changed = _splice_text(_text_of(evidence[first.passage], first.field), here)
        # Earlier groups may have changed the passage's other field, so start from what is there now.
        passages[first.passage] = replace(passages[first.passage], **{first.field: changed})
    return tuple(passages)


def invert_edits(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits that lead back: applied to the output, they give the input."""
    inverse: list[Edit] = []
    for _, group in groupby(edits, key=lambda edit: (edit.passage, edit.field)):
        shift = 0
        for edit in group:
            start = edit.start + shift
            end = start + len(edit.new)
            inverse.append(replace(edit, start=start, end=end, old=edit.new, new=edit.old))
            shift += len(edit.new) - len(edit.old)
    return tuple(inverse)


def _text_of(passage: Passage, field: Field) -> str:
    return passage.question if field == "question" else passage.text


def _target(evidence: Evidence, edit: Edit) -> str | Evidence:
    if edit.field == "passages":
        return evidence
    if not 0 <= edit.passage < len(evidence):
        raise ValueError(f"{edit} names passage {edit.passage}, but there are {len(evidence)}")
    return _text_of(evidence[edit.passage], edit.field)


def _same_field(left: Edit, right: Edit) -> bool:
    return (left.passage, left.field) == (right.passage, right.field)


def _splice_text(text: str, edits: Sequence[Edit]) -> str:
    pieces: list[str] = []
    position = 0
    for edit in edits:
        assert isinstance(edit.new, str)
        pieces += [text[position : edit.start], edit.new]
        position = edit.end
    return "".join([*pieces, text[position:]])


def _splice_passages(evidence: Evidence, edits: Sequence[Edit]) -> Evidence:
    pieces: list[Passage] = []
    position = 0
    for edit in edits:
        assert isinstance(edit.new, tuple)
        pieces += [*evidence[position : edit.start], *edit.new]
        position = edit.end
    return (*pieces, *evidence[position:])
