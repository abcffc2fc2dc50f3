"""Finding the JSON in what a language model wrote: strict JSON first, then repairs that each have a name.

A repair never invents content: it takes away what stands around the value, or reads another spelling of the same value.
A reply that was cut off is therefore not closed, and of two values none is chosen.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

__all__ = ["CONFLICT", "REPAIRS", "JsonText", "UnreadableJson", "in_order", "read_json"]

REPAIRS: Final = (
    "code-fence",
    "surrounding-text",
    "python-literal",
    "trailing-comma",
    "control-character",
    "unwrapped-list",
    "count-as-string",
    "key-normalised",
    "facts-as-list",
)
"""Every repair there is, in the order in which they are reported."""

_OPENING = re.compile(r"""\{(?=\s*["'“}])|\[(?=\s*["'“{\[\]])""")
_FENCE = re.compile(r"(?:```|~~~)[\w+-]*")
_THOUGHT = re.compile(r"\A\s*(?:<think(?:ing)?>)?.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_THOUGHT_OPEN = re.compile(r"\A\s*<think(?:ing)?>", re.IGNORECASE)
_CLOSING: Final = {"{": "}", "[": "]"}


class _Conflict:
    """The value of a key that was given twice with different values."""

    def __repr__(self) -> str:
        return "CONFLICT"


CONFLICT: Final = _Conflict()


class UnreadableJson(ValueError):
    """There is nothing to read; `reason` is `no-json`, `invalid-json` or `truncated`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class JsonText:
    """What was found in a text.

    Attributes:
        values: Every object and list at the outermost level, in order. Keys given twice with different values hold
            `CONFLICT`.
        spans: Where they stand.
        repairs: What was done to read each of them.
        text: Where that is.
        thought: Whether the model's thoughts were cut off in front.
    """

    values: tuple[Any, ...]
    spans: tuple[tuple[int, int], ...]
    repairs: tuple[frozenset[str], ...]
    text: str
    thought: bool = False

    def repairs_for(self, chosen: Sequence[int]) -> frozenset[str]:
        """The repairs that reading just these values takes, by their numbers: all else is text around them."""
        rest, end = [], 0
        for number in chosen:
            rest.append(self.text[end : self.spans[number][0]])
            end = self.spans[number][1]
        around = "\n".join([*rest, self.text[end:]])
        done = frozenset[str]().union(*(self.repairs[number] for number in chosen))
        if _FENCE.search(around):
            done |= {"code-fence"}
        if self.thought or _FENCE.sub("", around).strip(" \t\r\n,;" if len(chosen) > 1 else None):
            done |= {"surrounding-text"}
        return done


def read_json(text: str) -> JsonText:
    """The JSON values in `text`.

    Raises:
        UnreadableJson: if there is none (`no-json`), none that can be read (`invalid-json`), or if the text ends
            within one (`truncated`), even if another one before it is whole.
    """
    whole = _loads(text)
    if isinstance(whole, dict | list):
        return JsonText((whole,), ((0, len(text)),), (frozenset(),), text)
    said = _without_thought(text)
    values, spans, repairs, broken = [], [], [], False
    position = 0
    while opening := _OPENING.search(said, position):
        start = opening.start()
        end = _end_of_value(said, start)
        if end is None:
            raise UnreadableJson("invalid-json" if _looks_closed(said, start) else "truncated")
        read = _decode(said[start:end])
        position = end
        if read is None:
            broken = True
            continue
        values.append(read[0])
        spans.append((start, end))
        repairs.append(read[1])
    if not values:
        raise UnreadableJson("invalid-json" if broken else "no-json")
    return JsonText(tuple(values), tuple(spans), tuple(repairs), said, said is not text)


def in_order(repairs: frozenset[str]) -> tuple[str, ...]:
    """The names in the order of `REPAIRS`."""
    return tuple(name for name in REPAIRS if name in repairs)


def _without_thought(text: str) -> str:
    """The text behind a reasoning model's thoughts, which may hold drafts of the answer."""
    if text.lstrip().startswith(("{", "[", "```", "~~~")):
        return text
    thought = _THOUGHT.match(text)
    if thought:
        return text[thought.end() :]
    if _THOUGHT_OPEN.match(text):
        raise UnreadableJson("truncated")
    return text


def _decode(segment: str) -> tuple[Any, frozenset[str]] | None:
    """The value of a text that starts and ends with its brackets, and the repairs it took."""
    bare = _without_trailing_commas(segment)
    comma = frozenset[str]() if bare == segment else frozenset({"trailing-comma"})
    for strict, names in ((True, comma), (False, comma | {"control-character"})):
        value = _loads(bare, strict=strict)
        if value is not None:
            return value, names
    value = _python(segment)
    return None if value is None else (value, comma | {"python-literal"})


def _loads(text: str, *, strict: bool = True) -> Any:
    """The value, or None (which no caller takes for one). NaN and infinities are left for validation to refuse."""
    try:
        return json.loads(text, strict=strict, object_pairs_hook=_object)
    except (ValueError, RecursionError):  # ValueError also for integers of more than 4,300 digits.
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = CONFLICT if key in found and found[key] != value else value
    return found


def _python(text: str) -> Any:
    """The value of a Python literal made of what JSON has too; None if it is anything else."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\d" in a text is none of our business.
            return _from_node(ast.parse(text, mode="eval").body)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _from_node(node: ast.expr) -> Any:
    match node:
        case ast.Dict(keys=keys, values=values):
            pairs = []
            for key, value in zip(keys, values, strict=True):
                if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                    raise ValueError("a key that is no text")
                pairs.append((key.value, _from_node(value)))
            return _object(pairs)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_from_node(item) for item in items]
        case ast.Constant(value=None | bool() | int() | float() | str() as value):
            return value
        case ast.Name(id="null" | "true" | "false" | "NaN" as name):  # JSON in single quotes.
            return json.loads(name)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    raise ValueError(f"{type(node).__name__} is no part of a literal")


def _marks(text: str, start: int) -> Iterator[tuple[int, str]]:
    """The brackets and commas outside strings, from `start` on. Strings are quoted with either quote."""
    quote, position = "", start
    while position < len(text):
        char = text[position]
        if quote:
            if char == "\\":
                position += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "{}[],":
            yield position, char
        position += 1


def _end_of_value(text: str, start: int) -> int | None:
    """Where the value that opens at `start` ends; None if it does not."""
    depth = 0
    for position, char in _marks(text, start):
        if char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return position + 1
    return None


def _looks_closed(text: str, start: int) -> bool:
    """Whether a value that seems to have no end has one, so that its quotes are at fault and not its length."""
    rest = _FENCE.sub("", text[start:]).rstrip()
    if rest.endswith(_CLOSING[text[start]]):
        return True
    return all(rest.count(opening) <= rest.count(closing) for opening, closing in _CLOSING.items())


def _without_trailing_commas(text: str) -> str:
    marks = list(_marks(text, 0))
    extra = {
        position
        for (position, char), (after, closing) in pairwise(marks)
        if char == "," and closing in "}]" and not text[position + 1 : after].strip()
    }
    return "".join(char for position, char in enumerate(text) if position not in extra) if extra else text
