"""Gold and submission files of the AVeriTeC shared tasks, matched claim by claim.

Gold is the data set (`[{"claim", "label", "questions", "claim_types"}]`; a claim's id is its `claim_id`, else its
position from 0). A submission is the JSON of 2024 (`[{"claim_id", "claim", "pred_label", "evidence": [{"question",
"answer"}]}]`), the data set's own form with predicted questions, or the table of 2025. That table, in which gold may
stand too, has the columns `id`, `claim`, `evi` and `label`; in `evi` a question ends in two tabs and a line end, its
answer in two tabs and two line ends.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from metricstress.language.passages import Evidence, Passage

from .averitec import read_averitec
from .errors import BadRow, FieldError, InputError, MalformedRow, describe, nothing_but
from .fields import (
    CONFLICTING,
    NOT_ENOUGH_EVIDENCE,
    REFUTED,
    SUPPORTED,
    canonical_verdict,
    first_present,
    given_id,
    text,
)
from .opening import check_file, sniff_container
from .rows import Row, csv_header, read_rows

__all__ = ["LABELS", "Claim", "Matched", "match_submission"]

LABELS = (SUPPORTED, REFUTED, NOT_ENOUGH_EVIDENCE, CONFLICTING)
"""The labels of the task, in the order of its reports."""

_COLUMNS = ("id", "claim", "evi", "label")
_AFTER_QUESTION = "\t\t\n"
_AFTER_ANSWER = "\t\t\n\n"


@dataclass(frozen=True, slots=True)
class Claim:
    """A row of either file.

    Attributes:
        id: Empty if the row gives none.
        claim: Its text.
        label: One of `LABELS`.
        evidence: As all readers give it: an answer's own lines are lines.
        one_line: The same with a tab for the line ends within an answer. A line is then an answer, as the official
            scores need it.
        types: The claim's types (gold).
        place: Where the row stands, such as "dev.json:7".
    """

    id: str
    claim: str
    label: str
    evidence: Evidence
    one_line: Evidence
    types: tuple[str, ...]
    place: str


@dataclass(frozen=True)
class Matched:
    """Every gold claim with what was submitted for it.

    Attributes:
        pairs: Gold and submitted claim, or None if it was not submitted, in the order of gold.
        by_position: Whether the submission has no ids, so that rows were matched by their position.
    """

    pairs: tuple[tuple[Claim, Claim | None], ...]
    by_position: bool

    @property
    def missing(self) -> list[str]:
        """Ids of the gold claims that were not submitted."""
        return [gold.id for gold, submitted in self.pairs if submitted is None]


def match_submission(submission: Path, gold: Path) -> Matched:
    """Read both files and put them side by side.

    Raises:
        InputError: if a file cannot be read; or with the place of a row whose label is unknown, whose id stands twice
            or in gold not at all, or whose claim is another than gold's.
    """
    expected = _with_ids(list(_claims(gold, "label")), gold)
    rows = list(_claims(submission, "pred_label"))
    by_position = not any(row.id for row in rows)
    if by_position and len(rows) != len(expected):
        raise InputError(
            f"{submission}: no row has a claim_id, and its {len(rows)} rows cannot be matched with the "
            f"{len(expected)} of {gold} by position; give each row the claim_id of its claim"
        )
    found: dict[str, Claim] = {}
    for row, name in zip(rows, expected if by_position else [row.id for row in rows], strict=True):
        if not name:
            raise InputError(f"{row.place}: no claim_id, where other rows have one; give every row its claim_id")
        if name in found:
            raise InputError(f"{row.place}: claim_id {name!r} stands already in {found[name].place}; give it once")
        if name not in expected:
            known = list(expected)
            raise InputError(
                f"{row.place}: claim_id {name!r} is not in {gold}, whose {len(known)} ids go from "
                f"{known[0]!r} to {known[-1]!r}"
            )
        got, wanted = _from_difference(_plain(row.claim), _plain(expected[name].claim))
        if got != wanted:
            raise InputError(
                f"{row.place}: the claim of claim_id {name!r} is not the one in {expected[name].place}: "
                f"got {describe(got)}, gold has {describe(wanted)}"
            )
        found[name] = row
    return Matched(tuple((claim, found.get(name)) for name, claim in expected.items()), by_position)


def _with_ids(rows: list[Claim], path: Path) -> dict[str, Claim]:
    """Gold claims by their id."""
    given = sum(bool(row.id) for row in rows)
    if given not in (0, len(rows)):
        bare = next(row for row in rows if not row.id)
        raise InputError(f"{bare.place}: no claim_id, where other rows have one; give every row one, or none")
    found: dict[str, Claim] = {}
    for index, row in enumerate(rows):
        name = row.id or str(index)
        if name in found:
            raise InputError(f"{row.place}: claim_id {name!r} stands already in {found[name].place}; give it once")
        found[name] = replace(row, id=name)
    if not found:
        raise InputError(f"{path}: holds no rows")
    return found


def _claims(path: Path, label: str) -> Iterator[Claim]:
    check_file(path)
    container = sniff_container(path)
    read: Callable[[dict[str, Any], str], tuple[str, str, Evidence, Evidence]] = _read_json
    if container == "csv":
        lacking = [name for name in _COLUMNS if name not in csv_header(path)]
        if lacking:
            raise InputError(
                f"{path}: no column {lacking[0]!r}; expected the columns {', '.join(_COLUMNS)} of the task of 2025"
            )
        read = _read_table
    for row in read_rows(path, container):
        try:
            if row.problem is not None:
                raise row.problem
            name, claim, evidence, one_line = read(row.fields, label)
            verdict = _label(row.fields, label)
            yield Claim(name, claim, verdict, evidence, one_line, _types(row.fields), f"{path}:{row.at}")
        except FieldError as error:
            raise MalformedRow(_bad(path, row, error)) from error


def _bad(path: Path, row: Row, error: FieldError) -> BadRow:
    return BadRow(f"{path}:{row.at}", row.line, error.field, error.expected, error.got)


def _label(fields: dict[str, Any], name: str) -> str:
    found = first_present(fields, (name, "label"))
    if found is None:
        raise FieldError(name, f"one of {', '.join(LABELS)}", nothing_but(fields))
    label = canonical_verdict(fields[found]) if isinstance(fields[found], str) else None
    if label is None:
        raise FieldError(found, f"one of {', '.join(LABELS)}", describe(fields[found]))
    return label


def _types(fields: dict[str, Any]) -> tuple[str, ...]:
    types = fields.get("claim_types")
    return tuple(dict.fromkeys(kind for kind in types if isinstance(kind, str))) if isinstance(types, list) else ()


def _read_json(fields: dict[str, Any], label: str) -> tuple[str, str, Evidence, Evidence]:
    # The label is read by itself, since a row may have a field for gold's and one for its own.
    bare = {name: value for name, value in fields.items() if name not in ("label", "pred_label")}
    if label == "label":
        bare.pop("evidence", None)  # Gold is what the questions say.
    else:
        bare.setdefault("pred_label", "")  # Says that an empty list of evidence is that of a submission.
        evidence = bare.get("evidence")
        if isinstance(evidence, list) and all(isinstance(item, dict) for item in evidence):
            bare.pop("questions", None)
        elif "questions" not in bare:
            got = describe(evidence) if "evidence" in bare else nothing_but(fields)
            raise FieldError("evidence", "a list of objects with 'question' and 'answer'", got)
    draft, flat = read_averitec(bare), read_averitec(_without_lines(bare))
    return draft.id, draft.claim, draft.evidence, flat.evidence


def _without_lines(value: Any) -> Any:
    """A JSON value with a tab for every line end in a text: to METEOR's tokenizer both are white space of one kind.

    A blank is not: it makes an opening quotation mark of the one that follows.
    """
    if isinstance(value, str):
        return value.replace("\n", "\t")
    if isinstance(value, dict):
        return {name: _without_lines(item) for name, item in value.items()}
    return [_without_lines(item) for item in value] if isinstance(value, list) else value


def _read_table(fields: dict[str, Any], label: str) -> tuple[str, str, Evidence, Evidence]:
    pairs = list(_pairs(text(fields, "evi")))
    if label == "label":  # Gold has a row an answer; several answers to a question are one passage.
        answers: dict[str, list[str]] = {}
        for question, answer in pairs:
            answers.setdefault(question, []).append(answer)
        grouped = list(answers.items())
    else:
        grouped = [(question, [answer]) for question, answer in pairs]
    evidence = tuple(Passage("\n".join(parts), question) for question, parts in grouped)
    one_line = tuple(Passage("\n".join(map(_without_lines, parts)), question) for question, parts in grouped)
    return given_id(fields, ("id", "claim_id")), text(fields, "claim"), evidence, one_line


def _pairs(evidence: str) -> Iterator[tuple[str, str]]:
    parts = evidence.replace("\r\n", "\n").split(_AFTER_ANSWER)
    for number, part in enumerate(parts, 1):
        if not part.strip():
            continue
        question, sign, answer = part.partition(_AFTER_QUESTION)
        if not sign or _AFTER_QUESTION in answer:
            raise FieldError(
                "evi",
                r"pairs of a question that ends in \t\t\n and an answer that ends in \t\t\n\n",
                f"{describe(part)} as pair {number}",
            )
        yield question, answer


def _from_difference(one: str, other: str) -> tuple[str, str]:
    """Both texts from a little before the place where they part, so that an excerpt shows how."""
    places = (place for place, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    start = max(0, next(places, min(len(one), len(other))) - 12)
    mark = "…" if start else ""
    return mark + one[start:], mark + other[start:]


def _plain(claim: str) -> str:
    """A claim but for white space and the two ways to write an accent, which files lose on their way."""
    return " ".join(unicodedata.normalize("NFC", claim).split())
