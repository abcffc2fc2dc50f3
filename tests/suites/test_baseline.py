"""The baseline file: what is written is read back, a change of one cell is a change of one line, damage is refused."""

from __future__ import annotations

import difflib
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.suites.baseline import Allowed, Baseline, CellId, Entry, Header
from metricstress.suites.baseline_file import parse_baseline, read_baseline, write_baseline
from metricstress.suites.baseline_text import to_toml
from metricstress.suites.cell_patterns import fits, key_of, names_of, select
from metricstress.suites.errors import UsageError

names = st.one_of(
    st.sampled_from(["bleu", "rouge1", "my.module:f", "ev2r.weighted:f1", "acme/judge", 'quo"te', "é\x7f\n#", "[x]"]),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
)
percents = st.integers(-100_000, 100_000).map(lambda number: number / 100 + 0.0)
shares = st.integers(-5_000_000, 5_000_000).map(lambda number: number / 1_000_000 + 0.0)
entries = st.one_of(
    st.builds(Entry, percents, percents, percents, st.integers(0, 10**6)),
    st.builds(Entry, percents, st.none(), st.none(), st.integers(0, 1)),
    st.builds(Entry, shares, shares, shares, st.integers(0, 400), st.just(True)),
)
allowed = st.builds(Allowed, st.floats(0, 1e6), st.one_of(st.none(), names))
cells: st.SearchStrategy[dict[CellId, Entry]] = st.dictionaries(st.tuples(names, names), entries, max_size=12)
baselines = st.builds(
    Baseline,
    st.builds(
        Header,
        names,
        names,
        st.integers(-(2**63), 2**63 - 1),
        st.dictionaries(names, names, max_size=4),
        st.dictionaries(names, st.integers(0, 99), max_size=4),
        st.frozensets(names, max_size=3),
    ),
    st.builds(
        lambda default, others: {"default": default, **others},
        allowed,
        st.dictionaries(names.map(lambda name: f"{name}/*"), allowed, max_size=4),
    ),
    cells,
)

HEADER = Header(
    "stress", "sha256:1f3ac0d2", 7, {"bleu": "bleu|v1", "judge": "llm|m"}, {"typos": 1}, frozenset({"judge"})
)
BASELINE = Baseline(
    HEADER,
    {"default": Allowed(1.0), "judge/*": Allowed(2.0, "judge is sampled")},
    {
        ("bleu", "typos@0.1"): Entry(-20.04, -21.1, -18.9, 392),
        ("bleu", "typos@0.05"): Entry(-9.0, -9.5, -8.25, 392),
        ("judge", "noise"): Entry(-0.0125, -0.03, 0.0, 40, absolute=True),
    },
)


def changed_lines(before: str, now: str) -> list[str]:
    return [line for line in difflib.ndiff(before.splitlines(), now.splitlines()) if line[0] in "+-"]


@given(baselines)
def test_what_is_written_is_read_back(baseline: Baseline) -> None:
    found = parse_baseline(to_toml(baseline), "x")
    assert found == baseline
    assert list(found.tolerance) == list(baseline.tolerance)  # Which of two patterns holds depends on their order.
    assert to_toml(found) == to_toml(baseline)


@given(baselines)
def test_every_cell_is_on_the_line_that_is_given_for_it(baseline: Baseline) -> None:
    text = to_toml(baseline)
    found = parse_baseline(text, "x")
    assert set(found.lines) == set(baseline.cells)
    lines = text.split("\n")
    assert len(set(found.lines.values())) == len(baseline.cells)
    for cell, line in found.lines.items():
        assert f"n = {baseline.cells[cell].n} }}" in lines[line - 1]


@given(baselines.filter(lambda baseline: baseline.cells), st.data())
def test_a_changed_cell_is_one_changed_line(baseline: Baseline, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(sorted(baseline.cells)))
    entry = data.draw(entries.filter(lambda entry: entry != baseline.cells[cell]))
    other = Baseline(baseline.header, baseline.tolerance, {**baseline.cells, cell: entry})
    before, now = to_toml(baseline).split("\n"), to_toml(other).split("\n")
    assert len(before) == len(now)
    assert sum(one != two for one, two in zip(before, now, strict=True)) == 1


@given(baselines, st.tuples(names, names), entries)
def test_a_new_cell_moves_no_other_line(baseline: Baseline, cell: CellId, entry: Entry) -> None:
    other = Baseline(baseline.header, baseline.tolerance, {**baseline.cells, cell: entry})
    new_table = cell[0] not in {column for column, _ in baseline.cells}
    before, now = to_toml(baseline).split("\n"), to_toml(other).split("\n")
    assert len(now) - len(before) == (cell not in baseline.cells) * (3 if new_table else 1)
    kept = iter(now)
    unchanged = [line for number, line in enumerate(before, 1) if cell not in baseline.cells or line in now]
    assert all(line in kept for line in unchanged)


def test_the_file_reads_well() -> None:
    assert to_toml(BASELINE).split("\n") == [
        "# metricstress baseline. Written by `metricstress gate --update`; by hand edit only [tolerance].",
        "schema   = 1",
        'suite    = "stress"',
        'examples = "sha256:1f3ac0d2"',
        "seed     = 7",
        "",
        "[metrics]",
        'bleu                             = "bleu|v1"',
        'judge                            = "llm|m"',
        "",
        "[perturbations]",
        "typos                            = 1",
        "",
        "[noise]",
        "judge                            = { sampled = true }",
        "",
        "[tolerance]",
        "default                          = 1.0",
        '"judge/*"                        = { pp = 2.0, reason = "judge is sampled" }',
        "",
        "[change.bleu]",
        '"typos@0.05"                     = { mean = -9.00, lo = -9.50, hi = -8.25, n = 392 }',
        '"typos@0.1"                      = { mean = -20.04, lo = -21.10, hi = -18.90, n = 392 }',
        "",
        "[change.judge]",
        "noise                            = { abs = -0.012500, lo = -0.030000, hi = 0.000000, n = 40 }",
        "",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[metrics]", "<<<<<<< HEAD\n[metrics]", "is not TOML"),
        ("schema   = 1", "schema   = 2", "has schema 2"),
        ("schema   = 1", "", "has schema None"),
        ("seed     = 7", "sede = 7", "unknown key 'sede'; did you mean 'seed'?"),
        ("seed     = 7", 'seed = "7"', "'seed' is '7', expected a whole number"),
        ('suite    = "stress"', "", "'suite' is None, expected text"),
        ("\n[tolerance]", "\n[tolerances]", "unknown key 'tolerances'; did you mean 'tolerance'?"),
        ("default                          = 1.0", "defualt = 1.0", "'defualt' is no cell METRIC/PERTURBATION"),
        ("default                          = 1.0", "", "[tolerance] has no 'default'"),
        ("default                          = 1.0", "default = -1.0", "percentage points from 0"),
        ("default                          = 1.0", "default = true", "percentage points from 0"),
        ("default                          = 1.0", "default = nan", "percentage points from 0"),
        ("{ pp = 2.0, reason", "{ pp = 2.0, raeson", "unknown key 'raeson'; did you mean 'reason'?"),
        ("pp = 2.0, ", "", "percentage points from 0"),
        ("{ sampled = true }", "{ sampled = false }", "expected { sampled = true }"),
        ("mean = -20.04", "maen = -20.04", "unknown key 'maen'; did you mean 'mean'?"),
        ("mean = -20.04", 'mean = "-20.04"', "expected numbers"),
        ("mean = -20.04", "mean = nan", "expected numbers"),
        (", lo = -21.10", "", "both of lo and hi or none"),
        ("mean = -20.04", "mean = -20.04, abs = 0.1", "one of mean and abs"),
        ("n = 40 ", "n = -40 ", "a whole number n"),
        ("{ mean = -9.00, lo = -9.50, hi = -8.25, n = 392 }", "-9.0", "expected such as { mean = "),
        ('"bleu|v1"', "1", "'metrics.bleu' is 1, expected text"),
        ("[change.bleu]", "[change]\nbleu = 1\n[x]", "unknown key 'x'"),
    ],
)
def test_a_damaged_file_is_refused_with_what_is_wrong(old: str, new: str, message: str) -> None:
    text = to_toml(BASELINE)
    assert text.count(old) == 1
    with pytest.raises(UsageError) as caught:
        parse_baseline(text.replace(old, new), "stress-baseline.toml")
    assert "stress-baseline.toml" in str(caught.value)
    assert message in str(caught.value)


def test_a_hand_edited_tolerance_keeps_its_reason_and_may_have_any_layout() -> None:
    text = to_toml(BASELINE).replace(
        '"judge/*"                        = { pp = 2.0, reason = "judge is sampled" }',
        '# agreed in the review\n"bleu/typos*" = {reason = "two\\nlines", pp = 3}\n"bleu/typos@0.05"=0.5',
    )
    found = parse_baseline(text, "x")
    assert found.allowed(["bleu/typos@0.1", "bleu/typos"]) == Allowed(3.0, "two\nlines")
    assert found.allowed(["bleu/typos@0.05", "bleu/typos"]) == Allowed(0.5)
    assert found.allowed(["judge/noise"]) == Allowed(1.0)
    assert parse_baseline(to_toml(found), "x").tolerance == found.tolerance


def test_lines_are_found_in_a_file_that_was_edited_by_hand() -> None:
    text = to_toml(BASELINE).replace("[change.bleu]", "\n# why\n[ change . 'bleu' ]  # BLEU\n")
    found = parse_baseline(text, "x")
    for (_, key), line in found.lines.items():
        assert key in text.split("\n")[line - 1]
    assert set(found.lines) == set(found.cells)


def test_what_is_written_is_whole_and_only_if_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    assert write_baseline(path, BASELINE)
    before = path.stat().st_mtime_ns
    assert not write_baseline(path, BASELINE)
    assert path.stat().st_mtime_ns == before
    assert read_baseline(path) == BASELINE
    assert [entry.name for entry in tmp_path.iterdir()] == ["b.toml"]
    with pytest.raises(UsageError, match=r"cannot write the baseline .*No such file or directory"):
        write_baseline(tmp_path / "gone" / "b.toml", BASELINE)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"(?s)no baseline at .*metricstress gate --update"):
        read_baseline(tmp_path / "b.toml")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read"):
        read_baseline(tmp_path / "b.toml")


def test_an_edit_of_a_function_is_no_other_signature_but_another_recipe_is() -> None:
    meta = {"suite": "s", "examples": "h", "seed": 0, "perturbations": [{"name": "typos", "version": 1}]}
    first, edited, other = (
        Header.of_run({**meta, "metrics": {"f": signature}}, ())
        for signature in ("m:f|source:0a1b2c3d4e5f", "m:f|source:unknown", "m:f|tok:13a|source:0a1b2c3d4e5f")
    )
    assert first == edited
    assert first.metrics["f"] == "m:f"
    baseline = Baseline(first, {"default": Allowed(1.0)}, {("f", "typos@0.1"): Entry(0.0, None, None, 1)})
    assert baseline.stale(edited) == set()
    assert baseline.stale(other) == {("f", "typos@0.1")}


@pytest.mark.parametrize(
    ("change", "stale"),
    [
        ({}, set()),
        ({"suite": "other"}, {"bleu/typos@0.1", "bleu/typos@0.05", "judge/noise"}),
        ({"examples": "other"}, {"bleu/typos@0.1", "bleu/typos@0.05", "judge/noise"}),
        ({"seed": 8}, {"bleu/typos@0.1", "bleu/typos@0.05", "judge/noise"}),
        ({"metrics": {"bleu": "bleu|v2", "judge": "llm|m"}}, {"bleu/typos@0.1", "bleu/typos@0.05"}),
        ({"metrics": {"judge": "llm|m"}}, set()),
        ({"perturbations": {"typos": 2}}, {"bleu/typos@0.1", "bleu/typos@0.05"}),
    ],
)
def test_what_a_run_cannot_be_compared_with(change: dict[str, object], stale: set[str]) -> None:
    fields = {name: getattr(HEADER, name) for name in ("suite", "examples", "seed", "metrics", "perturbations")}
    assert {"/".join(cell) for cell in BASELINE.stale(Header(**{**fields, **change}))} == stale


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("bleu/typos@0.1", {"bleu/typos@0.1"}),
        ("bleu/typos", {"bleu/typos@0.1", "bleu/typos@0.2"}),
        ("*/typos", {"bleu/typos@0.1", "bleu/typos@0.2", "ev2r:f1/typos@0.1"}),
        ("ev2r/*", {"ev2r:f1/typos@0.1"}),
        ("ev2r:f1/typos", {"ev2r:f1/typos@0.1"}),
        ("bleu/*", {"bleu/typos@0.1", "bleu/typos@0.2", "bleu/copy"}),
        ("*@0.2", {"bleu/typos@0.2"}),
    ],
)
def test_patterns(pattern: str, found: set[str]) -> None:
    every = {
        cell[0]: cell
        for cell in (
            names_of("bleu", "bleu", "typos", 0.1),
            names_of("bleu", "bleu", "typos", 0.2),
            names_of("bleu", "bleu", "copy", math.nan),
            names_of("ev2r", "f1", "typos", 0.1),
        )
    }
    assert select([pattern], every, "here") == found
    with pytest.raises(UsageError, match=r"here: no cell 'blue/typos@0.1'; did you mean 'bleu/typos@0.1'"):
        select([pattern, "blue/typos@0.1"], every, "here")


def test_among_many_cells_a_suggestion_does_not_list_them_all() -> None:
    every = {name: [name] for name in (f"bleu/p{number}@0.1" for number in range(50))}
    with pytest.raises(UsageError) as caught:
        select(["zzz"], every, "--update")
    assert len(str(caught.value)) < 150
    assert "'bleu/*'" in str(caught.value)


@given(st.floats(0, 1), st.floats(0, 1))
def test_two_severities_never_share_a_name(one: float, two: float) -> None:
    assert (key_of("typos", one) == key_of("typos", two)) == (one == two)
    assert fits("typos*", [key_of("typos", one)])
