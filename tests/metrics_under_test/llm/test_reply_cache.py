"""The file of replies: whatever comes in comes out, several processes share it, and nothing is lost or overwritten."""

from __future__ import annotations

import io
import json
import pickle
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.metrics_under_test.llm.cache import ReplyCache, ReplyCacheError, default_replies_path
from metricstress.metrics_under_test.llm.request import Completion

anything = st.text(st.characters())  # Lone surrogates too: JSON can escape them, so models can write them.
count = st.none() | st.integers(0, 10**6)
tokens = st.none() | st.lists(st.fixed_dictionaries({"token": st.text(), "logprob": st.floats(-99, 0)})).map(tuple)
completions = st.builds(
    Completion, anything, st.none() | st.just("stop"), st.none() | st.text(st.characters(exclude_categories=["Cs"])),
    st.none(), count, count, tokens, st.just(True),
)  # fmt: skip


@given(completions, anything)
def test_what_comes_in_comes_out(completion: Completion, pair: str) -> None:
    cache = ReplyCache()
    cache.put("key", completion, pair=pair)
    assert cache.get(["other", "key"]) == {"key": completion}
    file = io.StringIO()
    assert cache.export(file) == 1
    line = json.loads(file.getvalue())
    assert (line["id"], line["response"]) == (pair or "key", completion.text)
    file.getvalue().encode("ascii")


def test_the_first_reply_stays() -> None:
    cache = ReplyCache()
    cache.put("key", Completion("first"))
    cache.put("key", Completion("second"))
    assert cache.get(["key"])["key"].text == "first"


def test_what_was_cut_off_is_refused() -> None:
    cache = ReplyCache()
    with pytest.raises(ValueError, match="cut off"):
        cache.put("key", Completion("{", "length"))
    assert len(cache) == 0


def test_many_keys_at_once() -> None:
    cache = ReplyCache()
    for number in range(0, 2000, 2):
        cache.put(str(number), Completion(str(number)))
    found = cache.get([str(number) for number in range(2000)] * 2)
    assert {key: completion.text for key, completion in found.items()} == {str(n): str(n) for n in range(0, 2000, 2)}


def test_the_export_of_one_judge() -> None:
    cache = ReplyCache()
    cache.put("1", Completion("a"), pair="p", recipe="judge 1")
    cache.put("2", Completion("b"), pair="p", recipe="judge 2")
    file = io.StringIO()
    assert cache.export(file, "judge 2") == 1
    assert json.loads(file.getvalue())["response"] == "b"


def test_a_copy_opens_the_same_file(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "deep" / "replies.sqlite")
    cache.put("key", Completion("text"))
    assert pickle.loads(pickle.dumps(cache)).get(["key"])["key"].text == "text"
    cache.close()
    assert cache.get(["key"])["key"].text == "text"


PUT = """
import sys
from pathlib import Path
from metricstress.metrics_under_test.llm.cache import ReplyCache
from metricstress.metrics_under_test.llm.request import Completion
cache = ReplyCache(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    cache.put(str(number), Completion(f"reply {number}"))
    print(number, flush=True)
"""


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    """They make the file at the same time, and write overlapping replies at the same time."""
    path = tmp_path / "replies.sqlite"
    ranges = [("0", "150"), ("100", "250")]
    running = [
        subprocess.Popen([sys.executable, "-c", PUT, str(path), *span], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for span in ranges
    ]
    for process in running:
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, b"")
    assert len(ReplyCache(path)) == 250


def test_a_killed_process_loses_nothing_that_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    process = subprocess.Popen([sys.executable, "-c", PUT, str(path), "0", "1000000"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(50)]
    process.kill()
    told += process.stdout.readlines()
    process.wait(10)
    process.stdout.close()
    numbers = [line.decode().strip() for line in told if line.endswith(b"\n")]
    assert set(ReplyCache(path).get(numbers)) == set(numbers) and len(numbers) >= 50


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.sqlite"
    with sqlite3.connect(theirs) as connection:
        connection.execute("CREATE TABLE replies (mine TEXT)")
    connection.close()
    before = theirs.read_bytes()
    with pytest.raises(ReplyCacheError, match="another program; name another file"):
        ReplyCache(theirs).put("key", Completion("text"))
    assert theirs.read_bytes() == before


def test_replies_in_a_format_to_come_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    cache = ReplyCache(path)
    cache.put("key", Completion("text"))
    cache._run("PRAGMA user_version = 99")
    cache.close()
    with pytest.raises(ReplyCacheError, match="format 99"):
        len(ReplyCache(path))


@pytest.mark.parametrize(
    "content", [b"no data base at all, but quite some text" * 50, b"SQLite format 3\0" + b"\xff" * 500]
)
def test_a_damaged_file_is_an_error_and_stays(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "replies.sqlite"
    path.write_bytes(content)
    with pytest.raises(ReplyCacheError, match="name another file"):
        ReplyCache(path).get(["key"])
    assert path.read_bytes() == content


def test_where_it_stands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("METRICSTRESS_CACHE", str(tmp_path))
    assert default_replies_path() == tmp_path / "replies.sqlite"
