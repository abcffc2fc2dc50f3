"""Recorded replies instead of a model: `{"id", "response"}` lines, such as the reply cache exports.

A pair is found by its id. Who has ids of their own gives them to `score_ids`; otherwise the id is `pair_id`, a hash of
the texts that are judged, which is also what the cache's export calls a pair. A pair without a recorded reply is a
failure and is counted as one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...metric import CannotScore, Failure, Item, Score, text_of

if TYPE_CHECKING:
    from ..reply_schemas import Reply, Schema

__all__ = [
    "COMPONENTS",
    "DECIDED",
    "MAX_FAILED",
    "REFLESS_SCHEMA",
    "SCHEMA",
    "ReplayError",
    "ReplayReferenceBased",
    "ReplayReferenceLess",
    "outcome_of",
    "pair_id",
    "read_replies",
]

COMPONENTS: Final = ("precision", "recall", "f1")
DECIDED: Final = ("decided",)
MAX_FAILED: Final = 0.05
"""Share of failed replies above which no headline number is given."""
_COMPONENT: Final = {"score": "decided"}
"""What a score of a reply is called in the metric, where that is another name."""
SCHEMA: Final = "prec_recall v1"
REFLESS_SCHEMA: Final = "refless v1"
"""Part of every cache key and signature; its version is raised when replies are asked for or read in another way."""


class ReplayError(CannotScore):
    """A file of recorded replies cannot be used; the message names the line."""


def pair_id(item: Item) -> str:
    """A name for what is judged: a hash of claim, candidate and reference. No prompt and no model is part of it."""
    texts = [item.claim, text_of(item.candidate), None if item.reference is None else text_of(item.reference)]
    return sha256(json.dumps(texts).encode("ascii")).hexdigest()[:32]


def outcome_of(reply: Reply) -> Score | Failure:
    """Precision, recall and F1, or the share of decided facts, as far as the reply gives them.

    What a `partial` reply does not give is missing from the score's values, and the reason says why.
    """
    if reply.scores is None:
        return Failure(reply.reason or "failed")
    values = {_COMPONENT.get(name, name): float(value) for name, value in reply.scores.items() if value is not None}
    if reply.f1 is not None:
        values["f1"] = reply.f1
    return Score(values, reply.status, reply.reason or ", ".join(reply.repairs) or None, reply.repairs)


def read_replies(path: Path) -> dict[str, str]:
    """The replies of a file by id. A response that is stored as an object is read as the JSON that it was.

    Raises:
        ReplayError: if the file cannot be read, a line is something else, or an id has two different responses.
    """
    replies: dict[str, str] = {}
    lines: dict[str, int] = {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ReplayError(f"{path}: cannot be read: {error}") from error
    for number, line in enumerate(text.split("\n"), start=1):  # Not splitlines: replies may hold other line ends.
        if not line.strip():
            continue
        name, response = _row(path, number, line)
        if replies.setdefault(name, response) != response:
            raise ReplayError(
                f"{path}, line {number}: id {name!r} has another response in line {lines[name]};"
                " export the replies of one judge only"
            )
        lines.setdefault(name, number)
    return replies


def _row(path: Path, number: int, line: str) -> tuple[str, str]:
    try:
        row: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}, line {number}: is no JSON: {error}") from error
    name = row.get("id") if isinstance(row, dict) else None
    if isinstance(name, bool) or not isinstance(name, str | int) or row.get("response") is None:
        raise ReplayError(f'{path}, line {number}: needs {{"id": …, "response": …}}, got {line.strip()[:80]}')
    response = row["response"]
    return str(name), response if isinstance(response, str) else json.dumps(response)


@dataclass(frozen=True)
class _Replay:
    """What the metrics that read recorded replies share.

    Attributes:
        path: The file; read at first use.
    """

    path: Path
    name: str = ""

    # A file may change between two runs; reading it costs less than a mistake.
    cacheable: ClassVar[bool] = False
    batches: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    higher_is_better: ClassVar[bool] = True
    deterministic: ClassVar[bool] = True
    max_failed: float = MAX_FAILED

    shape: ClassVar[Schema]
    schema: ClassVar[str]

    @cached_property
    def _replies(self) -> dict[str, str]:
        return read_replies(self.path)

    @cached_property
    def _hash(self) -> str:
        return sha256(json.dumps(sorted(self._replies.items())).encode("ascii")).hexdigest()[:12]

    def signature(self) -> str:
        return f"{self.name}|judge:replay|replies:{len(self._replies)}|hash:{self._hash}|schema:{self.schema}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        """One outcome an item; its reply is found by the item's id, else by `pair_id`.

        Raises:
            ReplayError: if the file cannot be used.
        """
        return [self._outcome(self._reply(item)) for item in items]

    def score_ids(self, ids: Sequence[str]) -> list[Score | Failure]:
        """One outcome an id, in their order."""
        return [self._outcome(self._replies.get(name)) for name in ids]

    def _reply(self, item: Item) -> str | None:
        if item.id is not None and item.id in self._replies:
            return self._replies[item.id]
        return self._replies.get(pair_id(item))

    def _outcome(self, text: str | None) -> Score | Failure:
        from ..replies import parse_reply

        if text is None:
            return Failure("no-recorded-reply")
        return outcome_of(parse_reply(text, self.shape))


@dataclass(frozen=True)
class ReplayReferenceBased(_Replay):
    """Ev²R's reference-based precision, recall and F1 from recorded replies."""

    name: str = "ev2r.reference_based"

    components: ClassVar[tuple[str, ...]] = COMPONENTS
    needs: ClassVar[frozenset[str]] = frozenset({"reference"})
    shape: ClassVar[Schema] = "prec_recall"
    schema: ClassVar[str] = SCHEMA


@dataclass(frozen=True)
class ReplayReferenceLess(_Replay):
    """Ev²R's reference-less share of decided facts from recorded replies."""

    name: str = "ev2r.reference_less"

    components: ClassVar[tuple[str, ...]] = DECIDED
    needs: ClassVar[frozenset[str]] = frozenset({"claim"})
    shape: ClassVar[Schema] = "refless"
    schema: ClassVar[str] = REFLESS_SCHEMA
