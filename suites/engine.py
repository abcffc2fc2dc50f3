"""Engines: where the chunks of a run are worked on: this process, processes beside it, or a Dask cluster.

All give the same bytes; they differ in how many chunks are done at once. An engine hands out finished chunks in
any order, and takes tasks from their iterator only as it needs them, so that few are in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol

from .errors import UsageError, told
from .work import Done, Job, Task, packed, work, work_packed

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["DaskEngine", "Engine", "LocalEngine", "WorkersDied", "engine_named"]

_AHEAD: Final = 2
"""Tasks for each worker that are handed out before the first is done, so that none waits for the next."""


class WorkersDied(Exception):
    """Processes that worked on chunks were killed; what they had not given back has to be done again."""


class Engine(Protocol):
    """Works on chunks."""

    def results(self, job: Job, tasks: Iterable[Task]) -> Iterator[Done]:
        """The finished chunks, in any order.

        Raises:
            WorkersDied: if chunks are left because processes died.
            UsageError: if the engine cannot work at all.
        """
        ...


def engine_named(name: str, workers: int) -> Engine:
    """The engine that `--engine` names: `local`, `dask` (a cluster on this machine) or `dask:ADDRESS`.

    Raises:
        UsageError: if there is none of that name, or its extra is not installed.
    """
    kind, _, address = name.partition(":")
    if name == "local":
        return LocalEngine(workers)
    if kind != "dask":
        raise UsageError(f"unknown engine {name!r}; expected local, dask, or dask:ADDRESS of a scheduler")
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise UsageError("--engine dask needs the extra 'dask': pip install 'metricstress[dask]'") from None
    return DaskEngine(address or None, workers)


@dataclass(frozen=True)
class LocalEngine:
    """This process, or with several workers as many processes beside it."""

    workers: int = 1

    def results(self, job: Job, tasks: Iterable[Task]) -> Iterator[Done]:
        if self.workers == 1:
            for task in tasks:
                yield work(job, task)
            return
        from concurrent.futures.process import BrokenProcessPool

        from joblib import Parallel, delayed

        pool = Parallel(
            n_jobs=self.workers, batch_size=1, pre_dispatch=_AHEAD * self.workers, return_as="generator_unordered"
        )
        job_bytes = packed(job)
        try:
            yield from pool(delayed(work_packed)(job_bytes, task) for task in tasks)
        except BrokenProcessPool as error:
            raise WorkersDied("a worker process was killed, perhaps for want of memory") from error


@dataclass(frozen=True)
class DaskEngine:
    """A Dask cluster: the one at `address`, or one of `workers` processes made for the run."""

    address: str | None
    workers: int = 1

    def results(self, job: Job, tasks: Iterable[Task]) -> Iterator[Done]:
        from distributed import Client, KilledWorker, LocalCluster, as_completed

        try:
            where = self.address or LocalCluster(
                n_workers=self.workers, threads_per_worker=1, dashboard_address=None, silence_logs="ERROR"
            )
            client = Client(where, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise UsageError(f"no Dask scheduler answers at {self.address!r}: {told(error)}") from error
        try:
            _check_versions(client)
            job_bytes = packed(job)
            waiting = iter(tasks)

            def submit(n: int) -> list[Any]:
                return [client.submit(work_packed, job_bytes, task, pure=False) for task in islice(waiting, n)]

            first = submit(_AHEAD * max(1, len(client.nthreads())))
            running = as_completed(first, loop=client.loop)
            for future in running:
                done: Done = future.result()
                future.release()
                running.update(submit(1))
                yield done
        except KilledWorker as error:
            raise WorkersDied(f"the workers that took up a chunk died: {error}") from error
        finally:
            client.close()
            if not isinstance(where, str):
                where.close()


def _check_versions(client: Client) -> None:
    """Refuse workers that run another version, whose numbers may be others.

    Raises:
        UsageError: naming them.
    """
    own = version("metricstress")
    for address, other in client.run(_version, on_error="return").items():
        if other != own:
            raise UsageError(
                f"worker {address} has metricstress {other}, this machine has {own}; install the same on all"
            )


def _version() -> str:
    return version("metricstress")
