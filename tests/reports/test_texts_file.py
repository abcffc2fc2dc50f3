"""The texts of a run: what goes in comes out, whatever it holds, and however the parts were cut."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.reports import texts_file
from metricstress.reports.texts_file import changed_texts, read_texts, texts_row, write_texts, write_texts_part

PASSAGES = st.lists(st.tuples(st.text(max_size=4), st.text(max_size=8)), max_size=3)
COPIES = st.lists(st.tuples(st.sampled_from("pqr"), st.sampled_from([None, 0.1, 0.5]), PASSAGES), max_size=4)


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    rows = []
    for number in range(draw(st.integers(0, 6))):
        rows.append(texts_row(f"e{number}", None, None, draw(PASSAGES)))
        copies = {(name, severity): passages for name, severity, passages in draw(COPIES)}
        rows += [texts_row(f"e{number}", name, severity, passages) for (name, severity), passages in copies.items()]
    return rows


def written(rows: Sequence[dict[str, Any]], cuts: Sequence[int], folder: Path) -> Path:
    folder.mkdir()
    parts = []
    for number, (start, stop) in enumerate(zip((0, *cuts), (*cuts, len(rows)), strict=True)):
        parts.append(folder / f"{number}.parquet")
        write_texts_part(rows[start:stop], parts[-1])
    write_texts(parts, folder / "texts.parquet")
    return folder / "texts.parquet"


@pytest.mark.slow
@given(tables(), st.data())
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("texts")
    cut = data.draw(st.integers(0, len(rows)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts_file, "_ROWS_AT_ONCE", 3)
        whole, halves = written(rows, [], folder / "one"), written(rows, [cut], folder / "two")
        assert whole.read_bytes() == halves.read_bytes()
        everything = changed_texts(rows)
        wanted = {key for number, key in enumerate(everything) if number % 2}
        assert read_texts(whole, everything) == everything
        assert read_texts(whole, wanted) == {key: everything[key] for key in wanted}


def test_odd_characters_and_unknown_copies(tmp_path: Path) -> None:
    odd = [("", "lone \ud800 surrogate\r\n"), ("¿?", "\u202egnitirw\x00")]
    rows = [texts_row("\udcff", None, None, odd), texts_row("\udcff", "typos", 0.1, [("", "x")])]
    path = written(rows, [], tmp_path / "one")
    key = ("\\udcff", "typos", 0.1)
    assert read_texts(path, [key, ("other", "typos", 0.1)]) == {key: (tuple(odd), (("", "x"),))}


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(b"no parquet")
    with pytest.raises(ValueError, match="no file of texts"):
        read_texts(path, [])
