"""Reading sentence labels: what a fact verifier says, and the gold that it is judged against.

Rows are JSON objects, one a line or in one array, perhaps compressed by gzip. These shapes are known:

- `{"id", "labels", "error_types", "system"}`, as `perturb --gold` writes; here 1 is defined as the error;
- FineSumFact's human labels, `{"id", "doc", "model_summary", "label", "source"}`, and its machine labels,
  `{"id", "document", "model_summary", "summarizer", "llm_output", "pred_general_factuality_labels", …}`; its README
  says 1 for an error;
- FineSurE's samples and results, `{"doc_id", "model", "sentences", "raw_annotations": {annotator: {"factuality_labels",
  "factuality_types"}}, "llm_output", "pred_faithfulness_labels", "pred_faithfulness_error_type"}`;
- replies of a model, `{"id", "response"}`: a list with an object a sentence, of which the category counts.

Where the raw reply of a model is there, predictions are read from it and not from labels stored beside it: FineSurE's
own reader cuts replies at a bracket inside a sentence and takes an apology for "no error".
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from metricstress.reports.finesumfact_annotations import types_by_sentence

from .errors import UsageError
from .formats.errors import FieldError, describe
from .formats.opening import BOM, check_file, open_bytes, sniff_container, told_as_input_errors
from .formats.rows import Row, read_rows
from .sentence_rows import Annotation, SentenceRow

__all__ = ["Role", "read_sentence_rows"]

Role: TypeAlias = Literal["gold", "predictions"]

_TYPES_OF: Final = {
    "labels": "error_types",
    "label": "error_types",
    "pred_labels": "pred_types",
    "pred_general_factuality_labels": "",
    "pred_faithfulness_labels": "pred_faithfulness_error_type",
}
_LOOKED_FOR: Final[dict[Role, tuple[str, ...]]] = {
    "gold": ("labels", "label", "pred_general_factuality_labels"),
    "predictions": (
        *("pred_faithfulness_labels", "pred_general_factuality_labels", "pred_labels"),
        *("labels", "label"),
    ),
}
_DEFINED: Final = frozenset(
    {"labels", "pred_general_factuality_labels", "pred_faithfulness_labels", "factuality_labels"}
)
"""Fields whose documentation says that 1 is the error."""


def read_sentence_rows(path: Path, role: Role) -> Iterator[SentenceRow]:
    """The rows of a file.

    Raises:
        UsageError: with file, line, field and what was expected.
    """
    check_file(path)
    seen: dict[str, str] = {}
    container = sniff_container(path)
    if container not in ("json lines", "json array"):
        raise UsageError(f"{path}: is {container}; expected one JSON object a line, or an array of them")
    for row in read_rows(path, container) if container == "json array" else _json_lines(path):
        where = f"{path}:{row.at}"
        found = _read(row, where, role)
        if found.id in seen:
            raise UsageError(f"{where}: id {found.id!r} stands twice, first at {seen[found.id]}")
        seen[found.id] = row.place
        yield found


def _json_lines(path: Path) -> Iterator[Row]:
    with told_as_input_errors(path), open_bytes(path) as stream:
        for number, raw in enumerate(stream, 1):
            if number == 1:
                raw = raw.removeprefix(BOM)
            if not raw.strip():
                continue
            value: Any = None
            problem = None
            try:
                value = json.loads(raw)
            except (ValueError, RecursionError) as error:
                problem = FieldError("", "one JSON object a line", f"not JSON: {error}")
            if problem is None and not isinstance(value, dict):
                problem = FieldError("", "an object with 'id' and 'labels'", describe(value))
            yield Row(value if problem is None else {}, number, str(number), f"line {number}", problem)


def _read(row: Row, where: str, role: Role) -> SentenceRow:
    if row.problem is not None:
        raise UsageError(f"{where}: {row.problem.got}; expected {row.problem.expected}")
    fields = row.fields
    name = _id_of(fields)
    if name is None:
        raise UsageError(f"{where}: no id; expected an object with 'id' and 'labels'")
    system = next((str(fields[key]) for key in ("system", "summarizer", "model") if fields.get(key)), "")
    n_sentences = _n_sentences(fields)
    if role == "predictions":
        reply = next((key for key in ("response", "llm_output") if isinstance(fields.get(key), str)), None)
        if reply is not None:
            return _from_reply(fields, reply, where, SentenceRow(name, system, n_sentences, ()))
    else:
        annotators = _annotators(fields, where)
        if annotators is not None:
            return _from_annotators(annotators, name, system, n_sentences, where)
    label_field = next((key for key in _LOOKED_FOR[role] if fields.get(key) is not None), None)
    if label_field is None:
        wanted = "'labels'" if role == "gold" else "'labels' or 'response'"
        raise UsageError(f"{where}: no labels among {_names(fields)}; expected an object with 'id' and {wanted}")
    labels = _labels(fields[label_field], where, label_field, nulls=role == "gold")
    types = _types(fields, _TYPES_OF[label_field], where)
    if label_field == "pred_general_factuality_labels" and isinstance(fields.get("llm_output"), str):
        types = _types_of_reply(fields["llm_output"], labels)
    usable = types_by_sentence(types, len(labels)) if types else ()
    return SentenceRow(
        name,
        system,
        n_sentences,
        (Annotation(labels, usable or ()),),
        label_field,
        defined=_is_defined(fields, label_field),
        n_lists_unusable=int(usable is None),
    )


def _id_of(fields: Mapping[str, Any]) -> str | None:
    if fields.get("id") is not None:
        return str(fields["id"])
    if fields.get("doc_id") is not None and fields.get("model") is not None:
        return f"{fields['doc_id']}-{fields['model']}"
    return fields["summary"] if isinstance(fields.get("summary"), str) and "n_sentences" in fields else None


def _n_sentences(fields: Mapping[str, Any]) -> int | None:
    for key in ("sentences", "model_summary"):
        if isinstance(fields.get(key), list):
            return len(fields[key])
    n = fields.get("n_sentences")
    return n if isinstance(n, int) else None


def _names(fields: Mapping[str, Any]) -> str:
    return ", ".join(repr(str(name)) for name in fields)


def _is_defined(fields: Mapping[str, Any], label_field: str) -> bool:
    """Whether 1 is known to be the error: true and false are read by nobody alike."""
    if any(isinstance(label, bool) for label in fields[label_field]):
        return False
    return label_field in _DEFINED or (label_field == "label" and "model_summary" in fields)


def _labels(value: Any, where: str, name: str, *, nulls: bool) -> tuple[int | None, ...]:
    allowed = (0, 1, None) if nulls else (0, 1)
    if not isinstance(value, list) or not all(isinstance(label, int | None) and label in allowed for label in value):
        raise UsageError(f"{where}: field {name!r}: expected a list of 0 (right) and 1 (wrong), got {_short(value)}")
    return tuple(None if label is None else int(label) for label in value)


def _types(fields: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    value = fields.get(name)
    if value is None:
        return ()
    if not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        raise UsageError(f"{where}: field {name!r}: expected a list of names, got {_short(value)}")
    return tuple(value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _annotators(fields: Mapping[str, Any], where: str) -> list[tuple[Mapping[str, Any], str]] | None:
    """What each annotator said, and the name of the field of labels; None if the row has no annotators."""
    for name, labels in (("raw_annotations", "factuality_labels"), ("annotators", "labels")):
        value = fields.get(name)
        if not value:
            continue
        said = list(value.values()) if isinstance(value, dict) else value
        if not isinstance(said, list) or not all(isinstance(one, dict) for one in said):
            raise UsageError(f"{where}: field {name!r}: expected an object an annotator, got {_short(value)}")
        if any("key_fact_labels" in one for one in said):
            raise UsageError(
                f"{where}: holds the alignment of key facts; expected labels of sentences "
                "(FineSurE's fact-checking, not its key-fact alignment)"
            )
        if not all(labels in one for one in said):
            raise UsageError(f"{where}: field {name!r}: expected {labels!r} of every annotator")
        return [(one, labels) for one in said]
    return None


def _from_annotators(
    said: Sequence[tuple[Mapping[str, Any], str]], name: str, system: str, n_sentences: int | None, where: str
) -> SentenceRow:
    annotations, unusable = [], 0
    for one, label_field in said:
        labels = _labels(one[label_field], where, label_field, nulls=True)
        listed = "factuality_types" if label_field == "factuality_labels" else "types"
        types = _types(one, listed, where)
        usable = types_by_sentence(types, len(labels)) if types else None
        unusable += usable is None and bool(types or one.get("types_flat"))
        annotations.append(Annotation(labels, usable or ()))
    if len({len(one.labels) for one in annotations}) > 1:
        raise UsageError(f"{where}: the annotators label different numbers of sentences; expected as many each")
    return SentenceRow(
        name,
        system,
        n_sentences,
        tuple(annotations),
        said[0][1],
        defined=said[0][1] in _DEFINED and said[0][1] != "labels",
        n_lists_unusable=unusable,
        any_types=tuple(
            frozenset(one.types[index] for one in annotations if one.types)
            for index in range(len(annotations[0].labels))
        ),
    )


def _from_reply(fields: Mapping[str, Any], name: str, where: str, row: SentenceRow) -> SentenceRow:
    from metricstress.metrics_under_test.ev2r.replies import parse_reply

    reply = parse_reply(fields[name], "factcheck", n_sentences=row.n_sentences)
    if reply.scores is None:
        return replace(row, failure=reply.reason or reply.status)
    said = Annotation(tuple(reply.scores["labels"]), tuple(reply.scores["types"]))
    stored = next((fields[key] for key in _LOOKED_FOR["predictions"] if isinstance(fields.get(key), list)), None)
    return replace(
        row,
        annotations=(said,),
        repaired=reply.status == "repaired",
        stored_differs=stored is not None and list(said.labels) != stored,
    )


def _types_of_reply(text: str, labels: Sequence[int | None]) -> tuple[str, ...]:
    """The types that the reply behind stored labels names; none unless it says the same as they do."""
    from metricstress.metrics_under_test.ev2r.replies import parse_reply

    reply = parse_reply(text, "factcheck", n_sentences=len(labels))
    if reply.scores is None or tuple(reply.scores["labels"]) != tuple(labels):
        return ()
    return tuple(reply.scores["types"])
