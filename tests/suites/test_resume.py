"""A run that is killed, shut out, or out of disk: nothing is lost, and what comes out at last is the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import Result

Cli = Callable[..., Result]

ARGUMENTS = ("--metric", "rougeL", "--metric", "watched:overlap", "--out", "out", "--no-cache")
N_EXAMPLES = 40

# A metric that the tests stop at a certain call, or make slow, without a word in the run's own arguments.
WATCHED = """
import os, resource, signal, time
from pathlib import Path

calls = 0


def overlap(candidate, reference):
    global calls
    calls += 1
    if calls == int(os.environ.get("KILL_AT", "0")):
        os.kill(os.getpid(), signal.SIGKILL)
    if os.environ.get("KILL_ONCE") and calls == 30:
        try:
            Path(os.environ["KILL_ONCE"]).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    if calls == int(os.environ.get("FULL_AT", "0")):
        # A limit on the size of files: writing fails as it does on a full disk, and needs no disk of its own.
        most = int(os.environ["MOST_BYTES"])
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    time.sleep(float(os.environ.get("SLEEP", "0")))
    words = set(reference.split())
    return len(words & set(candidate.split())) / max(1, len(words))
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with forty examples and the metric."""
    rows = [
        {
            "id": f"e{n}",
            "claim": f"Bridge {n} is long.",
            "candidate": f"Bridge {n} is {n * 7 + 100} metres long. They don't know who built the arch in spring.",
        }
        for n in range(N_EXAMPLES)
    ]
    (tmp_path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "watched.py").write_text(WATCHED)
    return tmp_path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "metricstress.suites.cli", "run", "--data", "data.jsonl", *ARGUMENTS, *arguments]


def run(place: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return called(command(*arguments), place, environment)


def called(arguments: Sequence[str], place: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        arguments,
        check=False,
        cwd=place,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


def frames(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


FILES = ("scores.parquet", "deltas.parquet", "texts.parquet")


def whole_run(place: Path) -> Mapping[str, bytes]:
    """The frames of an unbroken run, in a folder of its own."""
    done = run(place, "--out", "unbroken")
    assert done.returncode == 0, done.stderr
    return frames(place / "unbroken")


def only_the_run(folder: Path) -> bool:
    return {entry.name for entry in folder.iterdir()} == {*FILES, "manifest.json"}


def test_a_killed_run_goes_on_and_gives_the_same_bytes(place: Path, cli: Cli) -> None:
    wanted = whole_run(place)
    parts: list[int] = []
    for kill_at in ("5", "150", "290"):
        assert run(place, KILL_AT=kill_at).returncode == -signal.SIGKILL
        assert not (place / "out" / "manifest.json").exists()
        assert "holds an unfinished run" in cli("report", "out").stderr
        parts.append(len(list((place / "out" / "unfinished").glob("0*.parquet"))))
    assert parts == sorted(parts)
    assert parts[-1] > parts[0]
    done = run(place)
    assert done.returncode == 0, done.stderr
    assert frames(place / "out") == wanted
    assert only_the_run(place / "out")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_run_says_how_to_go_on(place: Path, workers: str) -> None:
    wanted = whole_run(place)
    process = subprocess.Popen(
        command("--workers", workers),
        cwd=place,
        env={**os.environ, "SLEEP": "0.02"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while not list((place / "out" / "unfinished").glob("0*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 2
    assert said.splitlines()[-1] == "error: interrupted; the same command goes on from here"
    assert list((place / "out" / "unfinished").glob("0*.parquet"))
    assert run(place).returncode == 0
    assert frames(place / "out") == wanted


@pytest.mark.slow
def test_workers_that_die_again_and_again_end_the_run_but_lose_nothing(place: Path) -> None:
    wanted = whole_run(place)
    assert run(place, KILL_AT="250").returncode == -signal.SIGKILL
    before = len(list((place / "out" / "unfinished").glob("0*.parquet")))
    given_up = run(place, "--workers", "2", KILL_AT="5")
    assert given_up.returncode == 2
    (line,) = given_up.stderr.splitlines()
    assert "3 times without a chunk done; what was done before is kept" in line
    assert len(list((place / "out" / "unfinished").glob("0*.parquet"))) == before > 0
    assert run(place, "--workers", "2").returncode == 0
    assert frames(place / "out") == wanted


@pytest.mark.slow
def test_a_worker_that_dies_costs_only_its_chunk(place: Path) -> None:
    wanted = whole_run(place)
    done = run(place, "--workers", "2", KILL_ONCE=str(place / "killed"))
    assert done.returncode == 0, done.stderr
    assert (place / "killed").exists()
    assert frames(place / "out") == wanted


@pytest.mark.slow
def test_a_part_that_is_not_whole_is_not_taken_for_one(place: Path) -> None:
    wanted = whole_run(place)
    run(place, KILL_AT="250")
    first, second, *_ = sorted((place / "out" / "unfinished").glob("0*.parquet"))
    first.write_bytes(first.read_bytes()[:-20])
    second.write_bytes(b"")
    (first.parent / f".{first.name}.x7").write_bytes(b"PAR1")
    (first.parent / "000003.parquet.tmp").write_bytes(b"PAR1")
    assert run(place).returncode == 0
    assert frames(place / "out") == wanted
    assert only_the_run(place / "out")


def test_a_second_run_is_shut_out_and_told_by_whom(place: Path) -> None:
    first = subprocess.Popen(
        command(), cwd=place, env={**os.environ, "SLEEP": "0.05"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + 60
        while not (place / "out" / "unfinished").is_dir() and time.monotonic() < deadline:
            time.sleep(0.05)
        second = run(place)
        assert second.returncode == 2
        (line,) = second.stderr.splitlines()
        assert f"another run is at work in 'out' (process {first.pid} on " in line
        assert "--out" in line
    finally:
        first.kill()
        first.wait()
    # The lock of a process that was killed is no lock.
    assert run(place).returncode == 0
    assert only_the_run(place / "out")


@pytest.mark.slow
@pytest.mark.parametrize(("at", "most_bytes"), [("1", "100"), ("250", "100"), ("1", "13000")])
def test_a_disk_that_is_full_is_told_and_nothing_is_lost(place: Path, at: str, most_bytes: str) -> None:
    wanted = whole_run(place)
    parts = place / "out" / "unfinished"
    assert max(map(len, wanted.values())) > 13_000  # The last case stops the last step.
    full = run(place, FULL_AT=at, MOST_BYTES=most_bytes)
    assert full.returncode == 2
    (line,) = full.stderr.splitlines()
    assert line.startswith("error: cannot write to ")
    assert line.endswith("done so far is kept: mend that and run the same command again")
    assert not (place / "out" / "manifest.json").exists()
    assert (
        len(list(parts.glob("0*[0-9].parquet")))
        == {("1", "100"): 0, ("250", "100"): 3, ("1", "13000"): 5}[at, most_bytes]
    )
    assert run(place).returncode == 0
    assert frames(place / "out") == wanted
    assert only_the_run(place / "out")


def test_no_room_for_the_examples_is_told(place: Path) -> None:
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000));"
        "from metricstress.suites.cli import main; main()"
    )
    full = called([sys.executable, "-c", limited, *command()[3:]], place, {})
    assert full.returncode == 2
    (line,) = full.stderr.splitlines()
    assert line.startswith("error: cannot set the examples down in ")
    assert "TMPDIR" in line


def test_the_parts_of_another_run_are_refused(place: Path) -> None:
    run(place, KILL_AT="250")
    other = run(place, "--seed", "5")
    assert other.returncode == 2
    assert "holds an unfinished run of something else" in other.stderr
    assert run(place).returncode == 0


def test_what_a_kill_left_while_a_file_was_written_is_taken_away(place: Path) -> None:
    wanted = whole_run(place)
    (place / "out").mkdir()
    for name in ("..holder.k3x_9a1b", ".manifest.json.0f_2ab7c"):
        (place / "out" / name).write_bytes(b"{")
    assert run(place).returncode == 0
    assert frames(place / "out") == wanted
    assert only_the_run(place / "out")


@pytest.mark.slow
def test_twenty_kills_at_random_moments(place: Path) -> None:
    wanted = whole_run(place)
    source = random.Random(4)
    killed = 0
    while killed < 20:
        process = subprocess.Popen(
            command(),
            cwd=place,
            env={**os.environ, "SLEEP": "0.02"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(timeout=source.uniform(0.2, 4))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
        else:
            # It was through before it could be killed: the next one begins anew.
            assert frames(place / "out") == wanted
            for file in (place / "out").iterdir():
                file.unlink()
    assert run(place).returncode == 0
    assert frames(place / "out") == wanted
    assert only_the_run(place / "out")
