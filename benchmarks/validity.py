"""How valid are perturbed copies of an AVeriTeC file? One table, a row a file.

    python benchmarks/validity.py BASE.json typos=typos.jsonl authors_typos=fluency_typos.json ...

A copy is either shaped like the base file (.json, as the Ev²R authors released theirs) or the lines that
`metricstress perturb NAME --data BASE.json --json` prints (.jsonl), one a base example in the same order.
The last two columns need recorded edits and stand for .jsonl only: claims whose record does not fit the input, and
characters of the output that re-applying the record does not explain. The edits are re-applied here, by other code.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any


def _without_the_generators() -> None:
    """Let the auditor be imported alone: its package would import every perturbation beside it."""
    package = ModuleType("metricstress.perturb")
    spec = find_spec("metricstress")
    assert spec is not None
    package.__path__ = [f"{place}/perturb" for place in spec.submodule_search_locations or []]
    sys.modules["metricstress.perturb"] = package


_without_the_generators()

from metricstress.language.passages import Evidence, Passage  # noqa: E402
from metricstress.perturb.audit import audit, negations_of  # noqa: E402

COLUMNS = (
    "claims",
    "changed",
    "negation lost",
    "number changed",
    "name lost",
    "flagged",
    "bad record",
    "outside edits",
)


def averitec_evidence(example: dict[str, Any]) -> Evidence:
    """One passage a question: its answers on a line each; a Boolean answer is followed by its explanation."""
    passages: list[Passage] = []
    for question in example.get("questions") or []:
        texts: list[str] = []
        for answer in question.get("answers") or []:
            text = answer.get("answer") or ""
            explanation = answer.get("boolean_explanation")
            if explanation:
                closed = text.endswith((".", "!", "?")) or not text.strip() or not explanation.strip()
                text += (" " if closed else ". ") + explanation
            texts.append(text)
        passages.append(Passage("\n".join(texts) if texts else "No answer could be found.", question["question"]))
    return tuple(passages)


def reapplied(evidence: Evidence, edits: Sequence[dict[str, Any]]) -> Evidence | None:
    """The input with the recorded edits, from the last to the first; None if the record does not fit the input."""
    passages = list(evidence)
    for edit in sorted(edits, key=lambda edit: (edit["passage"], edit["start"], edit["end"]), reverse=True):
        start, end, field = edit["start"], edit["end"], edit["field"]
        if field == "passages":
            if passages[start:end] != _passages(edit["old_passages"]):
                return None
            passages[start:end] = _passages(edit["new_passages"])
            continue
        passage = passages[edit["passage"]]
        texts = {"question": passage.question, "text": passage.text}
        if texts[field][start:end] != edit["old"]:
            return None
        texts[field] = texts[field][:start] + edit["new"] + texts[field][end:]
        passages[edit["passage"]] = Passage(**texts)
    return tuple(passages)


def _passages(items: Iterable[Any]) -> list[Passage]:
    return [Passage(item["text"], item.get("question") or "") for item in items]


def unexplained(expected: Evidence, actual: Evidence) -> int:
    """How many characters of `actual` differ from `expected`, between their common ends."""
    one, two = ("\0".join(f"{p.question}\0{p.text}" for p in evidence) for evidence in (expected, actual))
    if one == two:
        return 0
    start = 0
    while start < min(len(one), len(two)) and one[start] == two[start]:
        start += 1
    end = 0
    while end < min(len(one), len(two)) - start and one[-1 - end] == two[-1 - end]:
        end += 1
    return max(len(one), len(two)) - start - end


def row(base: Sequence[Evidence], path: Path, *, verbose: bool) -> tuple[int | None, ...]:
    """The figures of one perturbed file, in the order of COLUMNS."""
    recorded = path.suffix == ".jsonl"
    if recorded:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        copies = [tuple(_passages(line["evidence"])) for line in lines]
    else:
        lines = json.loads(path.read_text(encoding="utf-8"))
        copies = [averitec_evidence(example) for example in lines]
    if len(copies) != len(base):
        raise SystemExit(f"{path} has {len(copies)} examples, but the base file has {len(base)}; they go in pairs")
    counts = dict.fromkeys(COLUMNS, 0)
    counts["claims"] = len(base)
    for before, after, line in zip(base, copies, lines, strict=True):
        if recorded:
            expected = reapplied(before, line["edits"])
            counts["bad record"] += expected is None
            counts["outside edits"] += 0 if expected is None else unexplained(expected, after)
        if before == after:
            continue
        findings = audit(before, after, intent="preserving", invariant="same")
        kinds = {finding.kind for finding in findings}
        counts["changed"] += 1
        counts["negation lost"] += bool(_cues(before) - _cues(after))
        counts["number changed"] += "number" in kinds
        counts["name lost"] += any(finding.kind == "name" and "gone" in finding.detail for finding in findings)
        counts["flagged"] += bool(findings)
        if verbose and findings:
            print(f"{path.name}: {before[0].question[:60]!r}", *findings, sep="\n    ", file=sys.stderr)
    return tuple(None if name in COLUMNS[-2:] and not recorded else counts[name] for name in COLUMNS)


def _cues(evidence: Evidence) -> Any:
    total = negations_of("")
    for passage in evidence:
        total += negations_of(passage.question) + negations_of(passage.text)
    return total


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the files and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path, help="the unperturbed AVeriTeC file")
    parser.add_argument("copies", nargs="+", metavar="NAME=FILE", help="perturbed copies, .json or .jsonl")
    parser.add_argument("--verbose", action="store_true", help="print every finding to stderr")
    options = parser.parse_args(arguments)
    base = [averitec_evidence(example) for example in json.loads(options.base.read_text(encoding="utf-8"))]
    rows: list[tuple[str, ...]] = [("", *COLUMNS)]
    for copy in options.copies:
        name, _, file = copy.rpartition("=")
        figures = row(base, Path(file), verbose=options.verbose)
        rows.append((name or Path(file).stem, *("-" if figure is None else str(figure) for figure in figures)))
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    for cells in rows:
        print(
            cells[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
        )


if __name__ == "__main__":
    main()
