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
from typing import TYPE_CHECKING, Any

from ...metric import Failure, Item, Score, text_of

if TYPE_CHECKING:
    from ..reply_schemas import Reply

__all__ = ["COMPONENTS", "SCHEMA", "ReplayError", "ReplayReferenceBased", "outcome_of", "pair_id", "read_replies"]

COMPONENTS = ("precision", "recall", "f1")
SCHEMA = "prec_recall v1"
"""Part of every cache key and signature; its version is raised when replies are asked for or read in another way."""


class ReplayError(ValueError):
    """A file of recorded replies cannot be used; the message names the line."""


def pair_id(item: Item) -> str:
    """A name for what is judged: a hash of claim, candidate and reference. No prompt and no model is part of it."""
    texts = [item.claim, text_of(item.candidate), None if item.reference is None else text_of(item.reference)]
    return sha256(json.dumps(texts).encode("ascii")).hexdigest()[:32]


def outcome_of(reply: Reply) -> Score | Failure:
    """Precision, recall and F1 as far as the reply gives them.

    What a `partial` reply does not give is missing from the score's values, and the reason says why.
    """
    if reply.scores is None:
        return Failure(reply.reason or "failed")
    values = {name: float(value) for name, value in reply.scores.items() if value is not None}
    if reply.f1 is not None:
        values["f1"] = reply.f1
    return Score(values, reply.status, reply.reason or ", ".join(reply.repairs) or None)


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
class ReplayReferenceBased:
    """Ev²R's reference-based precision, recall and F1 from recorded replies.

    Attributes:
        path: The file; read at first use.
    """

    path: Path
    name: str = "ev2r.reference_based.replay"

    # A file may change between two runs; reading it costs less than a mistake.
    cacheable = False
    components = COMPONENTS
    needs = frozenset({"reference"})
    bounds = (0.0, 1.0)
    higher_is_better = True
    deterministic = True

    @cached_property
    def _replies(self) -> dict[str, str]:
        return read_replies(self.path)

    @cached_property
    def _hash(self) -> str:
        return sha256(json.dumps(sorted(self._replies.items())).encode("ascii")).hexdigest()[:12]

    def signature(self) -> str:
        return f"judge:replay|replies:{len(self._replies)}|hash:{self._hash}|schema:{SCHEMA}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        """One outcome an item; it is found by `pair_id`."""
        return self.score_ids([pair_id(item) for item in items])

    def score_ids(self, ids: Sequence[str]) -> list[Score | Failure]:
        """One outcome an id, in their order."""
        from ..replies import parse_reply

        outcomes: list[Score | Failure] = []
        for name in ids:
            text = self._replies.get(name)
            if text is None:
                outcomes.append(Failure(f"no-recorded-reply: {name}"))
            else:
                outcomes.append(outcome_of(parse_reply(text, "prec_recall")))
        return outcomes
