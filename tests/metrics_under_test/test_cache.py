"""The score cache: what it gives back is what was put in, to the bit, or nothing; and it never makes a run fail."""

from __future__ import annotations

import gc
import math
import os
import pickle
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.texts import any_text, evidence

from metricstress.language.passages import Passage
from metricstress.metrics_under_test import cache_keys
from metricstress.metrics_under_test.cache import ScoreCache, default_cache_path, is_cacheable
from metricstress.metrics_under_test.metric import Failure, Item, Metric, PairMetric, Score, Text
from metricstress.metrics_under_test.registry import BUILT_IN
from metricstress.metrics_under_test.wrap import wrap

ALL = frozenset({"reference", "claim", "verdict"})


@dataclass(frozen=True)
class Versioned:
    """A metric of nothing but its description; the scores come from the tests."""

    name: str = "m"
    components: tuple[str, ...] = ("m",)
    needs: frozenset[str] = frozenset({"reference"})
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = True
    version: str = "1"

    def signature(self) -> str:
        return f"versioned|{self.version}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [Score(dict.fromkeys(self.components, float(len(item.candidate)))) for item in items]


def overlap(candidate: str, reference: str) -> float:
    return float(candidate in reference)


M = Versioned()
NewPath = Callable[[], Path]


@pytest.fixture(scope="session")
def new_path(tmp_path_factory: pytest.TempPathFactory) -> NewPath:
    return lambda: tmp_path_factory.mktemp("cache") / "scores.sqlite"


def scores(*values: float) -> list[Score | Failure]:
    return [Score({"m": value}) for value in values]


def kept(path: Path, metric: Metric, items: Sequence[Item], outcomes: Sequence[Score | Failure]) -> None:
    with ScoreCache(path) as cache:
        cache.put(metric, items, outcomes)
    assert cache.problem is None


def found(path: Path, metric: Metric, items: Sequence[Item]) -> list[Score | None]:
    with ScoreCache(path) as cache:
        scores = cache.get(metric, items)
    assert cache.problem is None
    return scores


def query(path: Path, text: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute(text).fetchone()
        connection.commit()
    return None if row is None else row[0]


def python(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def finished(process: subprocess.Popen[str]) -> str:
    out, error = process.communicate(timeout=120)
    assert process.returncode == 0, error
    return out.strip()


texts = st.one_of(any_text, evidence)
maybe = st.none() | st.sampled_from(["", "a", "supported"]) | any_text
any_item = st.builds(Item, texts, st.none() | texts, maybe, maybe)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([-0.0, 5e-324, 1 / 3])


# What is given back


@pytest.mark.slow
@given(st.data(), st.lists(any_item, max_size=8, unique=True), st.booleans())
def test_a_score_comes_back_to_the_bit(new_path: NewPath, data: st.DataObject, items: list[Item], anew: bool) -> None:
    metric = Versioned(components=("precision", "recall"), needs=ALL)
    pairs = data.draw(st.lists(st.tuples(numbers, numbers), min_size=len(items), max_size=len(items)))
    outcomes = [Score({"precision": one, "recall": other}) for one, other in pairs]
    with ScoreCache(new_path()) as cache:
        cache.put(metric, items, outcomes)
        if anew:
            cache.close()
        back = cache.get(metric, items)
    assert cache.problem is None
    assert back == outcomes
    bits = [struct.pack("<2d", *score.values.values()) for score in back if score is not None]
    assert bits == [struct.pack("<2d", *pair) for pair in pairs]
    assert all(type(value) is float for score in back if score is not None for value in score.values.values())


@pytest.mark.slow
@given(any_item, any_item)
def test_another_item_is_not_found(new_path: NewPath, one: Item, other: Item) -> None:
    assume(one != other)
    metric = Versioned(needs=ALL)
    with ScoreCache(new_path()) as cache:
        cache.put(metric, [one], scores(0.5))
        assert cache.get(metric, [other, one]) == [None, Score({"m": 0.5})]


LOOKALIKES: list[tuple[Item, Item]] = [
    (Item("x", "ab", "c"), Item("x", "a", "bc")),
    (Item("ab", "c"), Item("a", "bc")),
    (Item("x", "a", "s1:b", None), Item("x", "as1:b", None, None)),
    (Item("x", None), Item("x", "")),
    (Item("x", "a", None), Item("x", "a", "")),
    (Item("x", "a", "b", None), Item("x", "a", None, "b")),
    (Item("x", "n"), Item("x", None)),
    (Item("x", "a"), Item("x", (Passage("a"),))),
    (Item("a"), Item((Passage("a"),))),
    (Item(""), Item(())),
    (Item(()), Item((Passage(""),))),
    (Item((Passage("a\nb"),)), Item((Passage("a"), Passage("b")))),
    (Item((Passage("b", "a"),)), Item((Passage("a b"),))),
    (Item((Passage("b", "a"),)), Item((Passage("a", "b"),))),
    (Item((Passage("ab"), Passage("c"))), Item((Passage("a"), Passage("bc")))),
    (Item("\ud83d\ude00"), Item("\U0001f600")),
    (Item("\ud800"), Item("\ud801")),
    (Item("\ud800"), Item("?")),
    (Item("e\u0301"), Item("\u00e9")),
    (Item("a"), Item("a\x00")),
    (Item("a"), Item("a ")),
]


@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
def test_texts_that_look_alike_are_told_apart(tmp_path: Path, one: Item, other: Item) -> None:
    metric = Versioned(needs=ALL)
    with ScoreCache(tmp_path / "c") as cache:
        cache.put(metric, [one], scores(0.1))
        assert cache.get(metric, [one, other]) == [Score({"m": 0.1}), None]
        cache.put(metric, [other], scores(0.2))
        assert cache.get(metric, [one, other]) == [Score({"m": 0.1}), Score({"m": 0.2})]


@pytest.mark.parametrize(
    "changed",
    [
        Versioned(version="2"),
        Versioned(name="n"),
        Versioned(components=("n",)),
        Versioned(components=("m", "n")),
        Versioned(components=()),
        Versioned(needs=ALL),
    ],
)
def test_a_metric_that_has_changed_finds_nothing(tmp_path: Path, changed: Versioned) -> None:
    item = Item("a", "b", "c", "d")
    kept(tmp_path / "c", M, [item], scores(0.5))
    assert found(tmp_path / "c", changed, [item]) == [None]
    assert found(tmp_path / "c", Versioned(), [item]) == [Score({"m": 0.5})]


@pytest.mark.parametrize("field", sorted(ALL))
@pytest.mark.parametrize("needs", [frozenset(), *(frozenset({name}) for name in ALL), ALL], ids=sorted)
def test_only_what_the_metric_needs_counts(tmp_path: Path, field: str, needs: frozenset[str]) -> None:
    fields = {"reference": "r", "claim": "c", "verdict": "v"}
    metric = Versioned(needs=needs)
    kept(tmp_path / "c", metric, [Item("a", **fields)], scores(0.5))
    expected = None if field in needs else Score({"m": 0.5})
    assert found(tmp_path / "c", metric, [Item("a", **{**fields, field: "other"})]) == [expected]


def test_a_batch_may_mix_examples_and_repeat_items(tmp_path: Path) -> None:
    items = [Item("a", "x"), Item("a", "y"), Item("b", "x"), Item("a", "x")]
    kept(tmp_path / "c", M, items, scores(1, 2, 3, 1.0))  # Whole numbers are no floats: those items stay unknown.
    kept(tmp_path / "c", M, items[:3], scores(1.0, 2.0, 3.0))
    assert found(tmp_path / "c", M, [items[3], items[1], Item("c", "x"), items[2]]) == [
        *scores(1.0, 2.0),
        None,
        *scores(3.0),
    ]
    assert found(tmp_path / "c", M, []) == []


def test_variants_that_later_runs_add_are_merged_into_one_row(tmp_path: Path) -> None:
    items = [Item(f"variant {number}", "r") for number in range(30)]
    for start in (0, 5, 20, 10):
        kept(tmp_path / "c", M, items[start : start + 10], scores(*map(float, range(start, start + 10))))
    assert found(tmp_path / "c", M, items) == scores(*map(float, range(30)))
    assert query(tmp_path / "c", "SELECT count(*) FROM scores") == 1


@pytest.mark.parametrize(
    "outcome",
    [
        Failure("RuntimeError"),
        Score({"m": 0.5}, status="failed"),
        Score({"m": 0.5}, reason="cut off"),
        Score({}),
        Score({"n": 0.5}),
        Score({"m": 0.5, "n": 0.5}),
        Score({"m": math.nan}),
        Score({"m": math.inf}),
        Score({"m": True}),
    ],
)
def test_only_plain_scores_are_kept(tmp_path: Path, outcome: Score | Failure) -> None:
    items = [Item("a", "r"), Item("b", "r")]
    kept(tmp_path / "c", M, items, [outcome, *scores(0.25)])
    assert found(tmp_path / "c", M, items) == [None, *scores(0.25)]


def test_a_wrong_number_of_outcomes_is_not_kept(tmp_path: Path) -> None:
    items = [Item("a", "r"), Item("b", "r")]
    kept(tmp_path / "c", M, items, scores(0.5))
    assert found(tmp_path / "c", M, items) == [None, None]


# Which metrics


class Bare:
    """A third party's metric that has never heard of caches."""

    name, components, needs, bounds = "m", ("m",), frozenset({"reference"}), (0.0, 1.0)
    higher_is_better = deterministic = True

    def signature(self) -> str:
        return "bare"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [Score({"m": 0.5}) for _ in items]


@pytest.mark.parametrize(
    "metric",
    [
        Bare(),
        wrap(overlap, "m"),
        PairMetric("m", overlap, lambda: "overlap"),
        Versioned(cacheable=False),
        Versioned(deterministic=False),
    ],
)
def test_metrics_that_do_not_say_so_are_not_cached(tmp_path: Path, metric: Metric) -> None:
    assert isinstance(metric, Metric)
    assert not is_cacheable(metric)
    with ScoreCache(tmp_path / "c") as cache:
        cache.put(metric, [Item("a", "b")], scores(0.5))
        assert cache.get(metric, [Item("a", "b")]) == [None]


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_metrics_are_cached_and_look_at_nothing_but_what_they_need(tmp_path: Path, name: str) -> None:
    metric = BUILT_IN[name]
    assert is_cacheable(metric)
    reference = (Passage("A river, deep and cold.", "What is it?"), Passage("It is in Question."))
    candidates: list[Text] = [reference, (Passage("The river was not deep."),), "It is in the rivers, deep down", ""]
    given = {"reference": reference, "claim": "The river is deep.", "verdict": "refuted"}
    needed: dict[str, Any] = {need: value for need, value in given.items() if need in metric.needs}
    items = [Item(candidate, **needed) for candidate in candidates]
    outcomes = metric.score(items)
    assert any(isinstance(outcome, Score) for outcome in outcomes)
    kept(tmp_path / "c", metric, items, outcomes)
    others = [Item(candidate, **{**given, **needed}) for candidate in candidates]
    assert metric.score(others) == outcomes
    assert found(tmp_path / "c", metric, others) == [None if isinstance(one, Failure) else one for one in outcomes]


def test_a_metric_that_takes_the_place_of_another_in_memory_is_not_taken_for_it(tmp_path: Path) -> None:
    with ScoreCache(tmp_path / "c") as cache:
        for version in range(200):
            metric = Versioned(version=str(version))
            assert cache.get(metric, [Item("a", "b")]) == [None]
            cache.put(metric, [Item("a", "b")], scores(float(version)))
            del metric
            gc.collect(0)


def test_a_signature_that_raises_or_a_text_that_is_none_is_no_crash(tmp_path: Path) -> None:
    def raising() -> str:
        raise RuntimeError("no model here")

    broken = PairMetric("m", overlap, raising, cacheable=True)
    odd = Item(["a", "list"], "r")  # type: ignore[arg-type]
    with ScoreCache(tmp_path / "c") as cache:
        for metric, item in ((broken, Item("a", "b")), (M, odd)):
            cache.put(metric, [item], scores(0.5))
            assert cache.get(metric, [item]) == [None]
    assert cache.problem is None


# Several at once

_WRITER = """
import sys
from pathlib import Path
from metricstress.metrics_under_test.cache import ScoreCache
from metricstress.metrics_under_test.metric import Item, PairMetric, Score

metric = PairMetric("m", lambda candidate, reference: 0.0, lambda: "shared", cacheable=True)
path, number = Path(sys.argv[1]), int(sys.argv[2])
cache = ScoreCache(path)
for example in range(60):
    variants = [v for v in range(12) if (v + example) % 4 in (number, (number + 1) % 4)]
    items = [Item(f"text {example} {v}", f"reference {example}") for v in variants]
    for v, known in zip(variants, cache.get(metric, items)):
        assert known is None or known.values == {"m": example + v / 16}, known
    cache.put(metric, items, [Score({"m": example + v / 16}) for v in variants])
    if example % 5 == number:
        cache.flush()
if number == 3:
    cache.flush()
    import os
    os._exit(0 if cache.problem is None else 1)  # As if killed: the file is not closed.
cache.close()
sys.exit(cache.problem)
"""


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "scores.sqlite"
    for process in [python(_WRITER, path, number) for number in range(4)]:
        finished(process)
    metric = PairMetric("m", overlap, lambda: "shared", cacheable=True)
    for example in range(60):
        items = [Item(f"text {example} {v}", f"reference {example}") for v in range(12)]
        assert found(path, metric, items) == scores(*(example + v / 16 for v in range(12)))
    assert query(path, "PRAGMA integrity_check") == "ok"
    assert query(path, "PRAGMA journal_mode") == "wal"


_MAKER = """
import sys, time
from pathlib import Path
from metricstress.metrics_under_test.cache import ScoreCache
from metricstress.metrics_under_test.metric import Item, PairMetric, Score

metric = PairMetric("m", lambda candidate, reference: 0.0, lambda: "made", cacheable=True)
print("ready", flush=True)
sys.stdin.readline()
for file in range(20):
    with ScoreCache(Path(sys.argv[1]) / f"{file}.sqlite") as cache:
        cache.put(metric, [Item("a", sys.argv[2])], [Score({"m": 0.5})])
    if cache.problem is not None:
        sys.exit(cache.problem)
"""


@pytest.mark.parametrize("content", [None, b"no data base at all"], ids=["new", "damaged"])
def test_processes_may_make_the_same_file_at_once(tmp_path: Path, content: bytes | None) -> None:
    for file in range(20):
        if content is not None:
            (tmp_path / f"{file}.sqlite").write_bytes(content)
    makers = [python(_MAKER, tmp_path, number) for number in range(4)]
    for maker in makers:
        assert maker.stdout is not None and maker.stdout.readline() == "ready\n"
    for maker in makers:
        assert maker.stdin is not None
        maker.stdin.write("go\n")
        maker.stdin.flush()
    for maker in makers:
        finished(maker)
    metric = PairMetric("m", overlap, lambda: "made", cacheable=True)
    for file in range(20):
        back = found(tmp_path / f"{file}.sqlite", metric, [Item("a", str(number)) for number in range(4)])
        if content is None:
            assert back == scores(*[0.5] * 4)
        assert set(map(repr, back)) <= {"None", repr(Score({"m": 0.5}))}


def test_reading_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    kept(tmp_path / "c", M, [Item("a", "b")], scores(0.5))
    with closing(sqlite3.connect(tmp_path / "c", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM scores")
        assert found(tmp_path / "c", M, [Item("a", "b")]) == scores(0.5)


def test_threads_share_one_cache(tmp_path: Path) -> None:
    def work(number: int) -> list[Score | None]:
        items = [Item(f"{number} {variant}", f"{number % 3}") for variant in range(20)]
        cache.put(M, items, scores(*(number + variant / 32 for variant in range(20))))
        if number % 4 == 0:
            cache.flush()
        return cache.get(M, items)

    with ScoreCache(tmp_path / "c") as cache, ThreadPoolExecutor(4) as pool:
        for number, back in enumerate(pool.map(work, range(40))):
            assert back == scores(*(number + variant / 32 for variant in range(20)))
    assert cache.problem is None


def test_a_pickled_copy_opens_the_same_file(tmp_path: Path) -> None:
    with ScoreCache(tmp_path / "c", max_bytes=12345678) as cache:
        cache.put(M, [Item("a", "b")], scores(0.5))
        cache.flush()
        with pickle.loads(pickle.dumps(cache)) as copy:
            assert copy is not cache and (copy.path, copy.max_bytes) == (cache.path, cache.max_bytes)
            assert copy.get(M, [Item("a", "b")]) == scores(0.5)
            copy.put(M, [Item("c", "b")], scores(0.25))
        assert cache.get(M, [Item("c", "b")]) == scores(0.25)


_FORK = """
import os, sys
from pathlib import Path
from metricstress.metrics_under_test.cache import ScoreCache
from metricstress.metrics_under_test.metric import Item, PairMetric, Score

metric = PairMetric("m", lambda candidate, reference: 0.0, lambda: "fork", cacheable=True)
cache = ScoreCache(Path(sys.argv[1]))
def put(word, value):
    cache.put(metric, [Item(word, "r")], [Score({"m": value})])
def get(*words):
    return [score and score.values["m"] for score in cache.get(metric, [Item(word, "r") for word in words])]
put("early", 1.0)
cache.flush()
put("waiting", 2.0)  # The parent's to write, not the child's.
cache._lock.acquire()  # As if another thread were in the cache while this one forks.
child = os.fork()
if child == 0:
    assert get("early", "waiting") == [1.0, None], get("early", "waiting")
    put("child", 3.0)
    cache.close()
    sys.exit(cache.problem)
cache._lock.release()
assert os.waitpid(child, 0)[1] == 0
assert get("early", "waiting", "child") == [1.0, 2.0, 3.0]
put("late", 4.0)
cache.close()
assert get("early", "waiting", "child", "late") == [1.0, 2.0, 3.0, 4.0]
sys.exit(cache.problem)
"""


def test_a_forked_process_opens_the_file_anew(tmp_path: Path) -> None:
    finished(python(_FORK, tmp_path / "c"))
    assert query(tmp_path / "c", "PRAGMA integrity_check") == "ok"


# What may be wrong with the file

ITEMS = [Item(f"variant {number}", f"reference {number // 8}") for number in range(64)]
SCORES = scores(*(number / 7 for number in range(64)))


@pytest.mark.parametrize("content", [b"no data base at all", b"x" * 10_000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_none_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    kept(tmp_path / "c", M, ITEMS, SCORES)
    assert found(tmp_path / "c", M, ITEMS) == SCORES
    assert (tmp_path / "c.damaged").read_bytes() == content


@pytest.mark.slow
@given(st.data())
def test_a_damaged_file_loses_scores_but_gives_no_wrong_one(new_path: NewPath, data: st.DataObject) -> None:
    path = new_path()
    kept(path, M, ITEMS, SCORES)
    content = bytearray(path.read_bytes())
    if data.draw(st.booleans(), "cut"):
        del content[data.draw(st.integers(0, len(content))) :]
    else:
        for _ in range(data.draw(st.integers(1, 40))):
            # Rows stand at the end of their page; a place there is wanted as often as one anywhere.
            place = data.draw(st.integers(0, len(content) - 1) | st.integers(len(content) - 6000, len(content) - 1))
            content[place] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    with ScoreCache(path) as cache:
        for score, known in zip(SCORES, cache.get(M, ITEMS), strict=True):
            assert known is None or known == score
        cache.put(M, ITEMS, SCORES)
    with ScoreCache(path) as cache:
        assert all(known is None or known == score for score, known in zip(SCORES, cache.get(M, ITEMS), strict=True))


def test_another_programs_data_base_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "c")) as other:
        other.execute("CREATE TABLE scores (mine)")
        other.commit()
    before = (tmp_path / "c").read_bytes()
    with ScoreCache(tmp_path / "c") as cache:
        cache.put(M, ITEMS, SCORES)
        assert cache.get(M, ITEMS) == [None] * len(ITEMS)
    assert "of another program; name another folder in METRICSTRESS_CACHE" in (cache.problem or "")
    assert [file.name for file in tmp_path.iterdir()] == ["c"] and (tmp_path / "c").read_bytes() == before


def test_a_file_of_another_version_is_emptied(tmp_path: Path) -> None:
    kept(tmp_path / "c", M, ITEMS, SCORES)
    query(tmp_path / "c", "PRAGMA user_version = 99")
    assert found(tmp_path / "c", M, ITEMS) == [None] * len(ITEMS)
    kept(tmp_path / "c", M, ITEMS, SCORES)
    assert found(tmp_path / "c", M, ITEMS) == SCORES


def test_a_folder_that_cannot_be_made_puts_the_cache_out_of_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with ScoreCache(tmp_path / "file" / "folder" / "c") as cache:
        cache.put(M, ITEMS, SCORES)
        cache.flush()
        first = cache.problem
        assert cache.get(M, ITEMS) == [None] * len(ITEMS)
        cache.put(M, ITEMS, SCORES)
    assert first is not None and cache.problem == first
    assert str(tmp_path / "file") in first and first.endswith("or name another folder in METRICSTRESS_CACHE")


_FULL = """
import resource, signal, sys
from pathlib import Path
from metricstress.metrics_under_test.cache import ScoreCache
from metricstress.metrics_under_test.metric import Item, PairMetric, Score

metric = PairMetric("m", lambda candidate, reference: 0.0, lambda: "full", cacheable=True)
def items(example):
    return [Item(f"{variant}", f"{example}") for variant in range(16)]
cache = ScoreCache(Path(sys.argv[1]))
cache.put(metric, items(-1), [Score({"m": 0.5})] * 16)
cache.flush()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))  # No file may grow beyond that.
for example in range(2000):
    cache.put(metric, items(example), [Score({"m": example / 3})] * 16)
problem = cache.problem
print(problem)
assert cache.get(metric, items(-1)) == [Score({"m": 0.5})] * 16  # What is there can still be read.
for example in range(2000):
    cache.put(metric, items(example), [Score({"m": example / 3})] * 16)
assert not cache._pending and cache.problem == problem
cache.close()
"""


def test_a_full_disk_ends_writing_and_nothing_else(tmp_path: Path) -> None:
    assert str(tmp_path / "c") in finished(python(_FULL, tmp_path / "c"))
    metric = PairMetric("m", overlap, lambda: "full", cacheable=True)
    assert found(tmp_path / "c", metric, [Item("3", "-1")]) == scores(0.5)


# What it may cost


def test_the_older_half_goes_when_the_file_is_too_large(tmp_path: Path) -> None:
    def items(example: int) -> list[Item]:
        return [Item(f"{variant}", f"{example}") for variant in range(16)]

    with ScoreCache(tmp_path / "c") as cache:
        for example in range(1000):
            cache.put(M, items(example), SCORES[:16])
    before = (tmp_path / "c").stat().st_size
    with ScoreCache(tmp_path / "c", max_bytes=before - 10_000) as cache:
        assert cache.get(M, items(0)) == [None] * 16
        assert cache.get(M, items(999)) == SCORES[:16]
    assert 0.3 * before < (tmp_path / "c").stat().st_size < 0.7 * before
    with ScoreCache(tmp_path / "c", max_bytes=before - 10_000) as cache:
        for example in range(1000, 5000):
            cache.put(M, items(example), SCORES[:16])
        cache.flush()
        assert cache.get(M, items(4999)) == SCORES[:16]
    assert cache.problem is None
    assert (tmp_path / "c").stat().st_size < 2 * before
    assert query(tmp_path / "c", "PRAGMA integrity_check") == "ok"


def test_one_reference_for_all_makes_no_endless_row(tmp_path: Path) -> None:
    items = [Item(f"{number}", "the same") for number in range(3000)]
    values = scores(*map(float, range(3000)))
    with ScoreCache(tmp_path / "c") as cache:
        for start in range(0, 3000, 100):
            cache.put(M, items[start : start + 100], values[start : start + 100])
            cache.flush()
        assert cache.get(M, items[2000:]) == values[2000:]
        assert cache.get(M, items[:100]) == [None] * 100
    longest = query(tmp_path / "c", "SELECT max(length(entries)) FROM scores")
    assert isinstance(longest, int) and longest < 32_000


@pytest.mark.parametrize("needs", [frozenset(), frozenset({"verdict"})], ids=sorted)
def test_a_metric_without_reference_keeps_all_its_scores(tmp_path: Path, needs: frozenset[str]) -> None:
    items = [Item(f"{number}", verdict="supported") for number in range(3000)]
    kept(tmp_path / "c", Versioned(needs=needs), items, scores(*map(float, range(3000))))
    assert found(tmp_path / "c", Versioned(needs=needs), items) == scores(*map(float, range(3000)))


def test_nothing_is_made_before_it_is_used(tmp_path: Path) -> None:
    with ScoreCache(tmp_path / "folder" / "c"):
        pass
    assert not (tmp_path / "folder").exists()


def test_the_default_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICSTRESS_CACHE", str(tmp_path))
    assert default_cache_path() == tmp_path / "scores.sqlite"
    for unset in ("", " "):
        monkeypatch.setenv("METRICSTRESS_CACHE", unset)
        assert default_cache_path().name == "scores.sqlite" and "metricstress" in default_cache_path().parts


def test_an_edit_of_any_module_that_scores_depend_on_starts_the_cache_afresh() -> None:
    names = {file.relative_to(Path(cache_keys.__file__).parent.parent).as_posix() for file in cache_keys.code_files()}
    built_in = {type(metric).__module__ for metric in BUILT_IN.values()}
    assert {module.removeprefix("metricstress.").replace(".", "/") + ".py" for module in built_in} <= names
    assert {"metrics_under_test/ngrams.py", "language/wordnet.py"} <= names
