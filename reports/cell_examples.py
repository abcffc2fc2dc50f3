"""The examples behind a cell: those whose score moved most or least, with what was changed in their evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final, Literal, TypeAlias

import pandas as pd

from .frames import CELL_KEY, Scores, severity_key
from .scores_file import read_pieces
from .textdiff import diff_lines
from .texts_file import Passages

__all__ = ["CellExamples", "MovedExample", "Order", "cell_examples", "evidence_diff", "telling_order"]

Order: TypeAlias = Literal["most", "least"]

_COLUMNS: Final = (*CELL_KEY, "example_id", "repeat", "status", "base_score", "score", "n_edits", "audit")
_LONG: Final = 5_000  # characters of a passage that are compared word by word
_CONTEXT: Final = 200  # characters of a long passage that are kept around what differs


@dataclass(frozen=True, slots=True)
class MovedExample:
    """A changed example of a cell; of several repeats the means.

    Attributes:
        example_id: As in the scores frame.
        base: The score before the change.
        score: The score after it.
        n_edits: How many edits were made; None of a variant made elsewhere.
        audit: What the auditor found wrong with them, or None.
    """

    example_id: str
    base: float
    score: float
    n_edits: int | None
    audit: str | None

    @property
    def change(self) -> float:
        """Score minus base."""
        return self.score - self.base


@dataclass(frozen=True, slots=True)
class CellExamples:
    """The chosen examples of a cell, and how all changed ones moved.

    Attributes:
        order: How they were chosen.
        chosen: In that order.
        n_fell: Changed and scored examples whose score fell.
        n_stayed: Those whose score is what it was.
        n_rose: Those whose score rose.
    """

    order: Order
    chosen: tuple[MovedExample, ...]
    n_fell: int
    n_stayed: int
    n_rose: int


def telling_order(intent: str) -> Order:
    """Which examples tell most: of an altering change those that moved least, else those that moved most."""
    return "least" if intent == "altering" else "most"


def cell_examples(
    scores: Scores,
    cell: Mapping[str, Any],
    *,
    count: int,
    order: Order | None = None,
    lower_is_better: bool = False,
) -> CellExamples:
    """The examples of a cell that moved most or least.

    `most` is by the size of the change. `least` is by its size too, but of an altering cell by how little the score
    fell: one that rose is the worst of all. Ties stand in the order of the ids.

    Args:
        scores: The scores frame, or the path of its file.
        cell: A row of the deltas frame.
        count: How many examples are wanted.
        order: By default the order that tells most of a change of this intent.
        lower_is_better: Whether a rise of the score counts as a fall.
    """
    order = order or telling_order(str(cell["intent"]))
    found = _changed(scores, cell)
    altering = cell["intent"] == "altering"

    def rank(example: MovedExample) -> tuple[float, str]:
        if order == "most":
            return -abs(example.change), example.example_id
        fall = example.change if lower_is_better else -example.change
        return fall if altering else abs(example.change), example.example_id

    return CellExamples(
        order=order,
        chosen=tuple(sorted(found, key=rank)[:count]),
        n_fell=sum(example.change < 0 for example in found),
        n_stayed=sum(example.change == 0 for example in found),
        n_rose=sum(example.change > 0 for example in found),
    )


def _changed(scores: Scores, cell: Mapping[str, Any]) -> list[MovedExample]:
    key = tuple(cell[name] for name in CELL_KEY if name != "severity")
    severity = severity_key(cell["severity"])
    pieces = []
    for piece in read_pieces(scores, _COLUMNS):
        same = piece["severity"].isna() if severity is None else piece["severity"] == severity
        for name, value in zip(("perturbation", "metric", "component"), key, strict=True):
            same &= piece[name] == value
        pieces.append(piece[same & (piece["status"] == "ok")])
    rows = pd.concat(pieces) if pieces else pd.DataFrame(columns=list(_COLUMNS))
    # Of several repeats the means; `first` is the first that is not null.
    merged = rows.groupby("example_id", sort=False).agg(
        {"base_score": "mean", "score": "mean", "n_edits": "first", "audit": "first"}
    )
    return [
        MovedExample(
            example_id=str(example_id),
            base=float(base),
            score=float(score),
            n_edits=None if pd.isna(edits) else int(edits),
            audit=None if pd.isna(audit) else str(audit),
        )
        for example_id, base, score, edits, audit in merged.itertuples(name=None)
    ]


def evidence_diff(before: Passages, after: Passages, *, width: int = 160) -> list[str]:
    """What changed in the evidence, passage by passage; passages that stayed are left out.

    A line that begins with `[-` or `{+` and holds nothing else is a whole passage that went or came; `moved` says
    that a passage stands elsewhere now.

    Args:
        before: Question and text of each passage.
        after: The same after the change.
        width: Most characters of a line.
    """
    lines: list[str] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    gone = [passage for _, start, stop, *_ in blocks for passage in before[start:stop]]
    come = [passage for *_, start, stop in blocks for passage in after[start:stop]]
    moved = {passage for passage in gone if passage in come}
    for _, start, stop, new_start, new_stop in blocks:
        old = [passage for passage in before[start:stop] if passage not in moved]
        new = list(after[new_start:new_stop])
        lines += [f"moved: {_cut(_whole(passage), width - 7)}" for passage in new if passage in moved]
        new = [passage for passage in new if passage not in moved]
        lines += _passage_diffs(old, new, width)
    return lines


def _passage_diffs(old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    for before, after in zip(old, new, strict=False):
        for one, other in zip(before, after, strict=True):
            yield from diff_lines(*_without_shared_ends(one, other), width=width)
    shared = min(len(old), len(new))
    yield from (f"[-{_cut(_whole(passage), width - 4)}-]" for passage in old[shared:])
    yield from (f"{{+{_cut(_whole(passage), width - 4)}+}}" for passage in new[shared:])


def _without_shared_ends(one: str, other: str) -> tuple[str, str]:
    """Long texts without most of what they share at both ends, and cut: a word diff takes quadratic time."""
    if max(len(one), len(other)) <= _LONG:
        return one, other
    start = max(0, _shared(one, other) - _CONTEXT)
    tail = _shared(one[start:][::-1], other[start:][::-1])
    end = max(0, tail - _CONTEXT)
    return one[start : len(one) - end][:_LONG], other[start : len(other) - end][:_LONG]


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _whole(passage: tuple[str, str]) -> str:
    text = " ".join(part for part in passage if part.strip())
    return " ".join("".join(char if char.isprintable() or char.isspace() else "\ufffd" for char in text).split())


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
