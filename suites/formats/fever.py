"""FEVER: claims whose evidence names sentences of Wikipedia pages, and the texts of those sentences."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from metricstress.language.passages import Evidence, Passage

from .errors import FieldError, InputError, describe, nothing_but
from .fields import Draft, given_id, is_missing, known_verdict, text
from .opening import open_bytes, told_as_input_errors

__all__ = ["SentenceTexts", "looks_like_fever", "needed_sentences", "page_title", "read_fever", "read_wiki"]

SentenceName: TypeAlias = tuple[str, int]
"""A page (in the spelling of the file, NFC) and the number of a sentence in it, from 0."""

SentenceTexts: TypeAlias = dict[SentenceName, str]

_LABELS = "one of SUPPORTS, REFUTES, NOT ENOUGH INFO"
_ESCAPES = {"LRB": "(", "RRB": ")", "LSB": "[", "RSB": "]", "LCB": "{", "RCB": "}", "COLON": ":"}
_ESCAPE = re.compile(f"-({'|'.join(_ESCAPES)})-")
_PAGE = re.compile(rb'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")')


def looks_like_fever(row: dict[str, Any]) -> bool:
    """Whether a row is an annotation or a prediction of the FEVER shared task."""
    if isinstance(row.get("predicted_evidence"), list) and "predicted_label" in row:
        return True
    evidence = row.get("evidence")
    if not isinstance(evidence, list):
        return False
    return "verifiable" in row or bool(evidence and isinstance(evidence[0], list))


def read_fever(row: dict[str, Any], texts: SentenceTexts) -> Draft:
    """One row: the annotated sentences are the evidence, or the reference where predicted ones stand beside them.

    Args:
        row: The row.
        texts: Texts of sentences that the row only names (see `read_wiki`).
    """
    predicted = "predicted_evidence" in row
    if "evidence" not in row and not predicted:
        raise FieldError("evidence", "a list of annotation sets", nothing_but(row))
    annotated, untold = _passages(_annotated(row["evidence"]), texts) if "evidence" in row else ((), 0)
    candidate, missing = _passages(_predicted(row["predicted_evidence"]), texts) if predicted else (annotated, 0)
    return Draft(
        id=given_id(row, ("id", "claim_id")),
        claim="" if predicted and "claim" not in row else text(row, "claim"),
        evidence=candidate,
        reference=annotated if predicted else (),
        verdict=known_verdict(row, ("label", "predicted_label"), _LABELS),
        untold=untold + missing,
    )


def page_title(page: str) -> str:
    """The name of a page as people write it: `Heat_-LRB-film-RRB-` is "Heat (film)"."""
    return _ESCAPE.sub(lambda found: _ESCAPES[found[1]], page).replace("_", " ")


def needed_sentences(row: dict[str, Any]) -> Iterator[SentenceName]:
    """The sentences that a row names without their text; nothing from a malformed row."""
    try:
        for name, told in (
            *_annotated(row.get("evidence", [])),
            *_predicted(row.get("predicted_evidence", [])),
        ):
            if told is None:
                yield name
    except FieldError:
        return  # Reading the row will say so.


def read_wiki(folder: Path, needed: Iterable[SentenceName]) -> SentenceTexts:
    """The texts of `needed` sentences from a folder of FEVER's wiki-pages files (jsonl, perhaps gzip).

    Only what is needed is kept, and the reading ends when all of it is found.

    Raises:
        InputError: if the folder holds no such files.
    """
    files = [folder] if folder.is_file() else sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")])
    if not files:
        what = "holds no wiki-pages files (*.jsonl)" if folder.is_dir() else "no such folder of wiki-pages files"
        raise InputError(f"{folder}: {what}")
    wanted: dict[str, set[int]] = {}
    for page, sentence in needed:
        wanted.setdefault(page, set()).add(sentence)
    found: SentenceTexts = {}
    for file in files:
        with told_as_input_errors(file), open_bytes(file) as stream:
            for line, raw in enumerate(stream, 1):
                if not wanted:
                    return found
                # Looking at the name first spares decoding the millions of other pages.
                found_name = _PAGE.match(raw)
                if found_name is None and not raw.strip():
                    continue
                try:
                    if found_name is not None and _key(json.loads(found_name[1])) not in wanted:
                        continue
                    entry = json.loads(raw)
                    page, lines = _key(entry["id"]), entry["lines"].split("\n")
                except (ValueError, TypeError, KeyError, AttributeError) as error:
                    what = "not a wiki page; expected an object with 'id' and 'lines'"
                    raise InputError(f"{file}:{line}: {what}") from error
                for number in wanted.pop(page, ()):
                    told = _sentence(lines, number)
                    if told:
                        found[page, number] = told
    return found


def _sentence(lines: list[str], number: int) -> str:
    """The sentence of that number; its line reads: number, tab, sentence, and after more tabs the links."""
    prefix = f"{number}\t"
    line = next((line for line in lines if line.startswith(prefix)), "")
    return line.removeprefix(prefix).split("\t", 1)[0]


def _key(page: str) -> str:
    # The annotations and the page files write accents in different normal forms.
    return unicodedata.normalize("NFC", page)


def _annotated(evidence: Any) -> list[tuple[SentenceName, str | None]]:
    """Every sentence of every annotation set, with its text if the annotation carries it."""
    if not isinstance(evidence, list):
        raise FieldError("evidence", "a list of annotation sets", describe(evidence))
    named: list[tuple[SentenceName, str | None]] = []
    for index, group in enumerate(evidence):
        field = f"evidence[{index}]"
        if not isinstance(group, list):
            raise FieldError(field, "a list of annotations", describe(group))
        nested = all(isinstance(item, list) for item in group)
        for place, item in enumerate(group if nested else [group]):
            at = f"{field}[{place}]" if nested else field
            if len(item) < 4:
                raise FieldError(at, "[annotation id, evidence id, page, sentence number]", describe(item))
            named.extend(_named(item[2:], at))
    return named


def _predicted(evidence: Any) -> list[tuple[SentenceName, str | None]]:
    if not isinstance(evidence, list):
        raise FieldError("predicted_evidence", "a list of [page, sentence number]", describe(evidence))
    named: list[tuple[SentenceName, str | None]] = []
    for index, item in enumerate(evidence):
        if not isinstance(item, list) or len(item) < 2:
            raise FieldError(f"predicted_evidence[{index}]", "[page, sentence number]", describe(item))
        named.extend(_named(item, f"predicted_evidence[{index}]"))
    return named


def _named(item: list[Any], field: str) -> list[tuple[SentenceName, str | None]]:
    """`[page, sentence number]` or `[page, sentence number, text]`; a null page names no sentence."""
    page, number = item[0], item[1]
    if is_missing(page) or page == "":
        return []
    if not isinstance(page, str):
        raise FieldError(field, "a page name as text", describe(page))
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise FieldError(field, "a sentence number from 0", describe(number))
    told = item[2] if len(item) > 2 else None
    if told is not None and not isinstance(told, str):
        raise FieldError(field, "the sentence as text", describe(told))
    return [((_key(page), number), told)]


def _passages(named: list[tuple[SentenceName, str | None]], texts: SentenceTexts) -> tuple[Evidence, int]:
    """One passage a sentence, however many annotators named it, and how many have no text."""
    sentences: dict[SentenceName, str | None] = {}
    for name, told in named:
        if sentences.get(name) is None:
            sentences[name] = told if told is not None else texts.get(name)
    found = tuple(
        Passage(f"{page_title(page)}, sentence {number}" if told is None else told)
        for (page, number), told in sentences.items()
    )
    return found, sum(told is None for told in sentences.values())
