"""Does the gate keep quiet when nothing changed, and does it find what did?

    python benchmarks/gate_power.py [--runs 1000] [--base 0.7] [--alike]

1. A/A: gate runs of 100 unchanged cells with a judge whose every score varies with sd 0.15 (200 examples). In how
   many runs is any cell called worse?
2. A planted loss of five percentage points in one of 100 cells (400 examples, sd 0.05): in how many runs is it found?
3. A deterministic metric with planted bugs, on the bundled sample: does `metricstress gate` exit with 1, and are the
   cells that it names those that the bug touches? Which ones it touches is computed by a plain loop over texts.

Both simulations are done twice: with the intervals in the baseline's lines alone, and with the scores of the baseline
example by example beside it. Examples differ in quality and in what a change costs them; with --alike they do not.
Scores, intervals, tests and verdicts are those of the gate itself.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

import numpy as np

from metricstress.language.passages import evidence_text
from metricstress.perturb.registry import get_perturbation
from metricstress.reports import cells as report_cells
from metricstress.reports.resampling import intervals
from metricstress.suites.baseline import Allowed, Baseline, CellId, Entry, Header, cell_id
from metricstress.suites.cell_patterns import key_of
from metricstress.suites.expectations import Cell
from metricstress.suites.findings import GateResult
from metricstress.suites.formats import read_examples
from metricstress.suites.gate import compare
from metricstress.suites.loss_tests import BeforeAndNow
from metricstress.suites.sample import sample_path
from metricstress.suites.scoring import perturb_example
from metricstress.suites.suite import DEFAULT_TOLERANCE, Suite
from metricstress.suites.work import pool_of

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

CELLS: Final = 100
_SUITE: Final = Suite("simulation", "simulation", ("any",), ("judge",))
_HEADER: Final = Header("simulation", "", 0, {}, {}, frozenset({"judge"}))
_INTENTS: Final = {f"p{number:02d}": ("preserving", "altering")[number % 2] for number in range(CELLS)}

_PERTURBATIONS: Final = (
    *("case_change", "case_change:upper", "typos", "punctuation_drop", "whitespace", "contraction", "num2text"),
    *("random_shuffle", "completeness", "negation", "number_change", "entity_swap"),
)
_METRIC: Final = '''
import re
from zlib import crc32

def tokens(text):
    return re.findall(r"\\w+", text.lower())

def overlap(candidate, reference):
    """F1 of the words of both sides."""
    found, wanted = set(tokens(candidate)), set(tokens(reference))
    return 2 * len(found & wanted) / max(1, len(found) + len(wanted))
'''
_BUGS: Final[Mapping[str, tuple[str, str]]] = {
    "lower-casing switched off": ("text.lower()", "text"),
    "tokenizer changed to white space": ('re.findall(r"\\w+", text.lower())', "text.lower().split()"),
    "every 20th score doubled": (
        "return 2 * len",
        "return (1 + (crc32(candidate.encode()) % 20 == 0)) * 2 * len",
    ),
}


@dataclass(frozen=True)
class Truth:
    """What the scores are without the judge's noise.

    Attributes:
        base: A score an example.
        changed: Examples × cells.
    """

    base: Floats
    changed: Floats


@dataclass(frozen=True)
class Drawn:
    """One run of the judge.

    Attributes:
        base: As in `Truth`, with noise; all cells share it.
        changed: As in `Truth`, with noise.
        cells: What the gate gets.
    """

    base: Floats
    changed: Floats
    cells: list[Cell]


def make_truth(random: np.random.Generator, n: int, base: float, *, alike: bool) -> Truth:
    """Examples on which preserving cells cost up to 5 % and altering ones 10 to 60 %.

    Unless they are alike, their quality differs by up to 0.2, and what a change costs them by up to half.
    """
    differ = 0.0 if alike else 1.0
    quality = base + differ * random.uniform(-0.2, 0.2, n)
    quality += base - quality.mean()
    effects = np.where(np.arange(CELLS) % 2, random.uniform(-0.6, -0.1, CELLS), random.uniform(-0.05, 0.0, CELLS))
    spread = 1 + differ * random.uniform(-0.5, 0.5, (n, CELLS))
    return Truth(quality, quality[:, None] * (1 + effects * spread))


def with_loss(truth: Truth, cell: int, points: float) -> Truth:
    """The truth with a change of one cell that is worse by so many percentage points: lower if preserving."""
    changed = truth.changed.copy()
    changed[:, cell] += (1 if cell % 2 else -1) * points / 100 * truth.base
    return Truth(truth.base, changed)


def draw(random: np.random.Generator, truth: Truth, sd: float) -> Drawn:
    """A run with a judge whose scores vary with that standard deviation."""
    base = truth.base + random.normal(0, sd, truth.base.shape)
    changed = truth.changed + random.normal(0, sd, truth.changed.shape)
    n = len(base)
    everywhere = np.full(n, True)
    columns = [
        report_cells.Cell(name, math.nan, "judge", "judge", base, changed[:, number], everywhere, everywhere, {}, 0)
        for number, name in enumerate(_INTENTS)
    ]
    found = intervals(columns, [True] * CELLS, seed=int(random.integers(2**32)), resamples=2000)
    cells = []
    for column, interval in zip(columns, found, strict=True):
        means = float(column.base.mean()), float(column.score.mean())
        cells.append(
            Cell(
                metric="judge",
                component="judge",
                perturbation=column.perturbation,
                severity=math.nan,
                expectation=None,
                change=means[1] / means[0] - 1,
                low=interval.low / 100,
                high=interval.high / 100,
                base_mean=means[0],
                mean=means[1],
                n=n,
                n_not_applicable=0,
                n_failed=0,
                n_total=n,
                deterministic=False,
            )
        )
    return Drawn(base, changed, cells)


def gate(before: Drawn, now: Drawn, *, paired: bool) -> GateResult:
    """The gate on two runs, with or without the scores of the first."""
    lines: dict[CellId, Entry] = {}
    for cell in before.cells:
        entry = Entry.of(cell)
        assert entry is not None
        lines[cell_id(cell)] = entry
    baseline = Baseline(_HEADER, {"default": Allowed(DEFAULT_TOLERANCE)}, lines)
    scores = {
        cell_id(cell): BeforeAndNow(before.base, before.changed[:, number], now.base, now.changed[:, number])
        for number, cell in enumerate(now.cells if paired else ())
    }
    return compare(now.cells, _INTENTS, _HEADER, baseline, _SUITE, scores)


def simulate(runs: int, base: float, seed: int, *, alike: bool) -> None:
    """Print the rates of both simulations."""
    random = np.random.default_rng(seed)
    alarms, finds, wrong, bare = {False: 0, True: 0}, {False: 0, True: 0}, {False: 0, True: 0}, 0
    truth = make_truth(random, 200, base, alike=alike)
    drawn = [draw(random, truth, 0.15) for _ in range(runs + 1)]
    for before, now in pairwise(drawn):
        for paired in (False, True):
            result = gate(before, now, paired=paired)
            alarms[paired] += result.exit_code != 0
        bare += sum((finding.worse_by or 0.0) > DEFAULT_TOLERANCE for finding in result.findings)
    print(f"A/A: {runs} runs of {CELLS} unchanged cells, n = 200, sd 0.15, base mean {base:g}")
    print(f"  cells beyond the tolerance of {DEFAULT_TOLERANCE:g} pp, without a test   {bare / runs:.1f} a run")
    for paired, count in alarms.items():
        print(f"  runs with any alarm, {_how(paired)}   {count / runs:.2%}")
    detectable: dict[bool, list[float]] = {False: [], True: []}
    for number in range(runs):
        if number % 50 == 0:
            truth = make_truth(random, 400, base, alike=alike)
        cell = number % CELLS
        before, now = draw(random, truth, 0.05), draw(random, with_loss(truth, cell, 5), 0.05)
        for paired in (False, True):
            findings = gate(before, now, paired=paired).findings
            worse = [position for position, finding in enumerate(findings) if finding.status == "worse"]
            finds[paired] += cell in worse
            wrong[paired] += any(position != cell for position in worse)
            detectable[paired].append(findings[cell].detectable or math.nan)
    print(f"planted loss of 5 pp in one of {CELLS} cells: {runs} runs, n = 400, sd 0.05, base mean {base:g}")
    for paired in (False, True):
        print(
            f"  found, {_how(paired)}   {finds[paired] / runs:.1%}, another cell named {wrong[paired] / runs:.1%}, "
            f"detectable from {np.median(detectable[paired]):.1f} pp"
        )


def _how(paired: bool) -> str:
    return "with the baseline's scores" if paired else "from intervals alone      "


def plant(folder: Path) -> bool:
    """Print, for every planted bug, what the gate says of it; gives whether it names what is touched."""
    module = folder / "planted_metric.py"
    names = ", ".join(f'"{name}"' for name in _PERTURBATIONS)
    (folder / "stress.toml").write_text(f'perturbations = [{names}]\nmetrics = ["planted_metric:overlap"]\n')
    module.write_text(_METRIC)
    texts = _texts()
    good = _changes(texts, _loaded(module))
    _gate(folder, "--update")
    unchanged = _gate(folder, "--json")
    print(f"planted bugs: {len(_PERTURBATIONS)} cells on the bundled sample, tolerance {DEFAULT_TOLERANCE:g} pp")
    print(f"  none: exit {unchanged.returncode}, {json.loads(unchanged.stdout)['summary']}")
    right = unchanged.returncode == 0
    for bug, (old, new) in _BUGS.items():
        assert old in _METRIC
        module.write_text(_METRIC.replace(old, new))
        bad = _changes(texts, _loaded(module))
        touched = {cell for cell in good if _two_decimals(good[cell]) != _two_decimals(bad[cell])}
        worse = {cell for cell in touched if _loss(cell, good[cell], bad[cell]) > DEFAULT_TOLERANCE}
        done = _gate(folder, "--json")
        answer = json.loads(done.stdout)
        named = {cell["name"].partition("/")[2] for cell in answer["cells"] if cell["status"] == "worse"}
        moved = {cell["name"].partition("/")[2] for cell in answer["cells"] if cell["before"] != cell["now"]}
        right &= done.returncode == 1 and named == worse and moved == touched
        print(f"  {bug}: exit {done.returncode}; {len(touched)} cells are touched, {len(worse)} get worse")
        print(f"    named as worse: {_compared(named, worse)}: {', '.join(sorted(named))}")
        print(f"    reported with another number: {_compared(moved, touched)}")
    return right


def _compared(found: set[str], expected: set[str]) -> str:
    return "exactly these" if found == expected else f"WRONG in {', '.join(sorted(found ^ expected))}"


def _texts() -> dict[str, list[tuple[str, str, str]]]:
    """Cell to (reference, original, changed) of every example that it changes."""
    examples = list(read_examples(sample_path()))
    pool = pool_of(examples)
    chosen = [get_perturbation(name) for name in _PERTURBATIONS]
    found: dict[str, list[tuple[str, str, str]]] = {key_of(item.label, item.severity): [] for item in chosen}
    for example in examples:
        sides = evidence_text(example.references), evidence_text(example.evidence)
        for variant in perturb_example(example, chosen, seed=0, donors=pool):
            if variant.reason is None and variant.severity is not None:
                found[key_of(variant.perturbation, variant.severity)].append((*sides, evidence_text(variant.evidence)))
    return found


def _changes(texts: Mapping[str, Sequence[tuple[str, str, str]]], module: ModuleType) -> dict[str, float]:
    overlap: Callable[[str, str], float] = module.overlap
    changes = {}
    for cell, rows in texts.items():
        base = math.fsum(overlap(original, reference) for reference, original, _ in rows)
        changes[cell] = 100 * (math.fsum(overlap(changed, reference) for reference, _, changed in rows) / base - 1)
    return changes


def _loss(cell: str, before: float, now: float) -> float:
    before, now = _two_decimals(before), _two_decimals(now)
    preserving = get_perturbation(cell).intent == "preserving"
    return round(abs(now) - abs(before) if preserving else now - before, 6)


def _two_decimals(value: float) -> float:
    return round(value, 2) + 0.0


def _loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"planted_{abs(hash(path.read_text()))}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
    return module


def _gate(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "metricstress.suites.cli", "gate", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1000, help="simulated gate runs of each kind")
    parser.add_argument("--base", type=float, default=0.7, help="mean score of the simulated judge before any change")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alike", action="store_true", help="simulated examples that do not differ from each other")
    options = parser.parse_args()
    simulate(options.runs, options.base, options.seed, alike=options.alike)
    with tempfile.TemporaryDirectory() as folder:
        if not plant(Path(folder)):
            sys.exit(1)


if __name__ == "__main__":
    main()
