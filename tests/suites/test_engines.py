"""Workers and clusters: the same bytes as one process, models loaded once a worker, a dead worker no loss."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.bleu import bleu
from metricstress.metrics_under_test.metric import Item, Score
from metricstress.metrics_under_test.rouge import rougeL
from metricstress.metrics_under_test.wrap import wrap
from metricstress.perturb import completeness, noise, random_shuffle, typos
from metricstress.suites.engine import DaskEngine, LocalEngine, engine_named
from metricstress.suites.errors import UsageError
from metricstress.suites.example import Example
from metricstress.suites.plan import Plan
from metricstress.suites.run import RunResult, run

if TYPE_CHECKING:
    from distributed import LocalCluster

EXAMPLES = [
    Example(
        f"e{n}",
        f"Dam {n} failed.",
        (Passage(f"Dam {n} was built by {n + 3} towns."), Passage(f"It broke in spring, {n} people say.")),
    )
    for n in range(60)
]


class Loaded:
    """A metric with a model that takes long to load: it notes in a file who loaded it."""

    name = "loaded"
    components = ("loaded",)
    needs = frozenset({"reference"})
    bounds = (0.0, 1.0)
    higher_is_better = True
    deterministic = True

    def __init__(self, log: Path, pause: float = 0.0) -> None:
        self.log = log
        self.pause = pause
        self.model: dict[str, float] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "model": None}

    def signature(self) -> str:
        return "loaded"

    def score(self, items: list[Item]) -> list[Score]:
        if self.model is None:
            with self.log.open("a") as file:
                file.write(f"{os.getpid()}\n")
            self.model = {"share": 0.5}
        time.sleep(self.pause)
        return [Score({"loaded": self.model["share"]}) for _ in items]


def plan(*metrics: Any) -> Plan:
    return Plan((completeness, random_shuffle, typos(0.3), noise), (bleu, rougeL, *metrics))


def as_bytes(result: RunResult) -> tuple[bytes, bytes]:
    return result.scores.to_json().encode(), result.deltas.to_json().encode()


@contextmanager
def cluster(workers: int) -> Iterator[LocalCluster]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL") as made:
        yield made


def test_two_workers_load_a_model_once_each_and_give_the_same(tmp_path: Path) -> None:
    log = tmp_path / "log"
    alone = run(EXAMPLES, plan(Loaded(tmp_path / "alone")))
    done: list[tuple[int, int]] = []
    both = run(
        EXAMPLES, plan(Loaded(log)), engine=LocalEngine(2), progress=lambda now, total: done.append((now, total))
    )
    assert as_bytes(both) == as_bytes(alone)
    processes = log.read_text().split()
    assert len(processes) == len(set(processes)) <= 2
    assert str(os.getpid()) not in processes
    assert (tmp_path / "alone").read_text().split() == [str(os.getpid())]
    assert len(done) == 8
    assert done == sorted(done)
    assert done[-1] == (60, 60)
    assert {total for _, total in done} == {60}


def test_a_function_without_an_importable_name_goes_to_other_processes() -> None:
    weight = 0.25

    def mine(candidate: str, reference: str) -> float:
        return weight * len(candidate) / max(1, len(reference))

    assert as_bytes(run(EXAMPLES, plan(wrap(mine)), workers=2)) == as_bytes(run(EXAMPLES, plan(wrap(mine))))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cloud", r"unknown engine 'cloud'; expected local, dask, or dask:ADDRESS"),
        ("local:8", r"unknown engine 'local:8'"),
    ],
)
def test_engines_that_there_are_not(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        engine_named(name, 1)


def test_a_scheduler_that_does_not_answer_is_an_error() -> None:
    pytest.importorskip("distributed")
    import dask

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(UsageError, match=r"no Dask scheduler answers at 'tcp://127\.0\.0\.1:9'"),
    ):
        run(EXAMPLES, plan(), engine=DaskEngine("tcp://127.0.0.1:9"))


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes_and_loads_a_model_once_a_worker(tmp_path: Path) -> None:
    alone = run(EXAMPLES, plan(Loaded(tmp_path / "alone")))
    with cluster(2) as made:
        there = run(EXAMPLES, plan(Loaded(tmp_path / "log")), engine=DaskEngine(made.scheduler_address))
    assert as_bytes(there) == as_bytes(alone)
    processes = (tmp_path / "log").read_text().split()
    assert len(processes) == len(set(processes)) <= 2
    assert str(os.getpid()) not in processes


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    alone = run(EXAMPLES, plan(Loaded(tmp_path / "alone")))
    log = tmp_path / "log"
    killed: list[int] = []

    def kill_one(now: int, total: int) -> None:
        if not killed and now < total:
            killed.append(int(log.read_text().split()[0]))
            os.kill(killed[0], signal.SIGKILL)

    with cluster(2) as made:
        there = run(EXAMPLES, plan(Loaded(log, 0.02)), engine=DaskEngine(made.scheduler_address), progress=kill_one)
    assert killed
    assert as_bytes(there) == as_bytes(alone)
    assert set(log.read_text().split()) > set(map(str, killed))


@pytest.mark.slow
def test_the_command_line_makes_a_cluster_of_its_own(tmp_path: Path, cli: Any, data: Path) -> None:
    for engine, out in (("local", "a"), ("dask", "b")):
        result = cli("run", "--data", data, "--engine", engine, "--workers", 2, "--out", out, "--no-cache")
        assert result.exit_code == 0, result.stderr
    for name in ("scores.parquet", "deltas.parquet"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert json.loads((tmp_path / "b" / "manifest.json").read_text())["n_examples"] == 6
    assert threading.active_count() < 50
