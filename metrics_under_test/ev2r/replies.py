"""Reading a judge's reply: JSON, named repairs, validation, and one of four ends with a reason.

Every reply ends as

- `ok`: strict JSON that passes;
- `repaired`: the same after repairs, whose names are listed (`metricstress.metrics_under_test.llm.json_text.REPAIRS`);
- `partial`: one side has a score and the other has none, for the reason given;
- `failed`: no score, for the reason given.

Nothing is clipped, filled in or dropped: support 4 of 3 is no precision, neither 1 nor 1.33.

Four shapes of reply are known; the field names are those of the replies that the Ev²R authors and FineSurE's published,
so that these can be replayed:

- `prec_recall`: for each side the facts, their check, how many there are and how many of them the other side supports.
  The counts are the model's own; numbered facts in running text cannot be counted for certain. Support may be
  fractional (one of the authors' replies counts 1.5 of 3).
- `refless`: the claim's facts; the score is (support + contradict) / count, as for the authors' GPT-4o figures. Their
  GPT-3.5 figures are support / count.
- `verdict`: a label in any of its usual spellings.
- `factcheck`: one category a sentence; label 1 is an error, 0 is none.

Needs pydantic (extra `llm`), so import this module only when a reply is to be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..llm.extra import need
from ..llm.json_text import CONFLICT, JsonText, UnreadableJson, in_order, read_json
from .reply_schemas import CATEGORIES, COUNTED, SCHEMAS, Counts, JudgedSentence, Reply, Schema
from .verdict_labels import verdict_of

need("pydantic")

from pydantic import ValidationError  # noqa: E402

__all__ = ["parse_reply"]

_WHOLE = re.compile(r"\s*[0-9]{1,9}\s*\Z")
_DECIMAL = re.compile(r"\s*[0-9]{1,9}(?:\.[0-9]{1,9})?\s*\Z")


def parse_reply(text: str, schema: Schema, *, n_sentences: int | None = None, cut_off: bool = False) -> Reply:
    """Read a judge's reply.

    Args:
        text: What the model wrote; any text.
        schema: The shape that was asked for.
        n_sentences: How many sentences there are to judge (`factcheck`); None checks no length.
        cut_off: The server said that it stopped for length. Such a reply is not read, however whole it looks.

    Raises:
        ValueError: if there is no such schema.
    """
    if schema not in SCHEMAS:
        raise ValueError(f"unknown reply schema {schema!r}; there are {', '.join(SCHEMAS)}")
    if cut_off:
        return Reply("failed", None, reason="truncated")
    try:
        found = read_json(text)
    except UnreadableJson as error:
        return Reply("failed", None, reason=error.reason)
    if schema == "factcheck":
        return _factcheck(found, n_sentences)
    return _single(found, schema)


def _single(found: JsonText, schema: Schema) -> Reply:
    """The reply that is one object."""
    known = _known_keys(schema)
    objects: list[tuple[int, Mapping[str, Any], bool]] = []
    for number, value in enumerate(found.values):
        listed = isinstance(value, list)
        objects += [
            (number, item, listed)
            for item in (value if listed else [value])
            if isinstance(item, dict) and any(_normal(key) in known for key in item)
        ]
    if not objects:
        held = any(isinstance(value, dict) for value in found.values)
        return Reply("failed", None, reason="missing-key" if held else "no-json")
    if len(objects) > 1:
        return Reply("failed", None, reason="multiple-json")
    number, item, listed = objects[0]
    done = set(found.repairs_for([number]))
    if listed:
        done.add("unwrapped-list")
    fields = _with_known_keys(item, known, done)
    if schema == "verdict":
        return _verdict(fields, done)
    return _counted(fields, done, schema)


def _known_keys(schema: Schema) -> dict[str, str]:
    """Normal form to field name."""
    if schema == "verdict":
        return {"label": "label", "verdict": "label", "explanation": "explanation"}
    names = [name for side in COUNTED[schema] for name in (*side.numbers.values(), *side.texts)]
    return {name: name for name in names}


def _normal(key: str) -> str:
    """A key without case, camel case, underscores and hyphens."""
    return re.sub(r"[\s_\-:]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)).strip().casefold()


def _with_known_keys(item: Mapping[str, Any], known: Mapping[str, str], done: set[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in item.items():
        name = known.get(_normal(key))
        if name is None:
            continue
        if key != name:
            done.add("key-normalised")
        fields[name] = CONFLICT if name in fields and fields[name] != value else value
    return fields


def _counted(fields: dict[str, Any], done: set[str], schema: Schema) -> Reply:
    """The reply that counts facts, of two sides or of one."""
    scores: dict[str, float | None] = {}
    reasons: list[str] = []
    for side in COUNTED[schema]:
        value, problem = _share(fields, side.numbers, done)
        problem = problem or _texts(fields, side.texts, done)
        scores[side.score] = None if problem else value
        if problem:
            reasons.append(problem + side.where)
    return _end(scores, done, reasons, fields)


def _share(fields: Mapping[str, Any], names: Mapping[str, str], done: set[str]) -> tuple[float | None, str | None]:
    """The share of facts that are judged, or the kind of what is wrong with the counts."""
    given: dict[str, Any] = {}
    for name, key in names.items():
        if key not in fields:
            return None, "missing-key"
        value = fields[key]
        if value is CONFLICT:
            return None, "duplicate-key"
        if isinstance(value, str) and (_WHOLE if name == "count" else _DECIMAL).match(value):
            value = float(value)
            done.add("count-as-string")
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # 3.0 is how some models write 3.
        given[name] = value
    try:
        counts = Counts(**given)
    except ValidationError as error:
        return None, _kind(error)
    return (counts.support + counts.contradict) / counts.count, None


def _kind(error: ValidationError) -> str:
    kinds = {str(problem["type"]) for problem in error.errors()}
    for ours in ("support-exceeds-count", "zero-facts"):
        if ours in kinds:
            return ours
    return "negative-count" if kinds == {"greater_than_equal"} else "invalid-count"


def _texts(fields: dict[str, Any], keys: Sequence[str], done: set[str]) -> str | None:
    """Bring the facts and their check into one text each; the kind of what is wrong, or None.

    They carry no number, so that their absence costs no score.
    """
    for key in keys:
        value = fields.get(key, "")
        if value is None:
            fields[key] = ""
        elif isinstance(value, list | dict):
            items = value if isinstance(value, list) else list(value.values())
            texts = [
                one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, default=repr) for one in items
            ]
            fields[key] = " ".join(f"{number}. {one}" for number, one in enumerate(texts, start=1))
            done.add("facts-as-list")
        elif not isinstance(value, str):
            return "invalid-facts"
    return None


def _verdict(fields: Mapping[str, Any], done: set[str]) -> Reply:
    if "label" not in fields:
        return _end({"label": None}, done, ["missing-key:label"], fields)
    said = fields["label"]
    if said is CONFLICT:
        return _end({"label": None}, done, ["duplicate-key:label"], fields)
    label = verdict_of(said) if isinstance(said, str) else None
    return _end({"label": label}, done, [] if label else ["unknown-label"], fields)


def _plain(label: str) -> str:
    """A label without case and punctuation."""
    return re.sub(r"[\W_]+", " ", label).strip().casefold()


_CATEGORY_OF = {_plain(category): category for category in CATEGORIES}


def _factcheck(found: JsonText, n_sentences: int | None) -> Reply:
    """The reply that is a list with an object a sentence."""
    chosen: list[int] = []
    sentences: list[Any] = []
    n_lists, unwrapped = 0, False
    for number, value in enumerate(found.values):
        items, wrapped = _sentence_list(value)
        if items is None:
            continue
        chosen.append(number)
        n_lists += isinstance(value, list) or wrapped
        unwrapped |= not isinstance(value, list)
        sentences += items
    if not chosen:
        return Reply("failed", None, reason="no-json")
    if n_lists and len(chosen) > 1:
        return Reply("failed", None, reason="multiple-json")
    done = set(found.repairs_for(chosen)) | ({"unwrapped-list"} if unwrapped else set())
    types: list[str] = []
    problem = None if n_sentences in (None, len(sentences)) else "length-mismatch"
    for item in sentences:
        fields = _with_known_keys(item, {"sentence": "sentence", "reason": "reason", "category": "category"}, done)
        try:
            said = JudgedSentence(
                **{key: value for key, value in fields.items() if key == "category" or value is not None}
            )
        except ValidationError as error:
            missing = any(one["type"] == "missing" for one in error.errors())
            problem = problem or ("missing-key:category" if missing else "invalid-sentence")
            continue
        category = _CATEGORY_OF.get(_plain(said.category))
        if category is None:
            problem = problem or "unknown-category"
            continue
        types.append(category)
    if problem:
        return Reply("failed", None, in_order(frozenset(done)), problem, {"sentences": sentences})
    scores = {"labels": [int(category != "no error") for category in types], "types": types}
    return Reply("repaired" if done else "ok", scores, in_order(frozenset(done)), fields={"sentences": sentences})


def _sentence_list(value: Any) -> tuple[list[Any] | None, bool]:
    """The judged sentences in a value, None if it is something else, and whether they were wrapped in an object."""
    if isinstance(value, list):
        return (value if all(isinstance(item, dict) for item in value) else None), False
    if any(_normal(key) == "category" for key in value):
        return [value], False
    lists = [inner for inner in value.values() if isinstance(inner, list)]
    if len(value) == 1 and lists and all(isinstance(item, dict) for item in lists[0]):
        return lists[0], True
    return None, False


def _end(scores: Mapping[str, Any], done: set[str], reasons: Sequence[str], fields: Mapping[str, Any]) -> Reply:
    repairs = in_order(frozenset(done))
    reason = "; ".join(reasons) or None
    if all(value is None for value in scores.values()):
        return Reply("failed", None, repairs, reason, fields)
    if reason:
        return Reply("partial", scores, repairs, reason, fields)
    return Reply("repaired" if repairs else "ok", scores, repairs, None, fields)
