"""Reading data files: every format, every kind of error, ids, laziness."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import tempfile
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.language.passages import Passage
from metricstress.suites.example import Example, content_id
from metricstress.suites.formats import (
    FORMATS,
    InputError,
    MalformedRow,
    VariantMismatch,
    detect_format,
    match_variant,
    native_row,
    read_examples,
)
from metricstress.suites.formats.errors import describe
from metricstress.suites.formats.fever import page_title
from metricstress.suites.formats.fields import canonical_verdict
from metricstress.suites.formats.json_array import array_items
from metricstress.suites.spool import Spool

AVERITEC: dict[str, Any] = {
    "claim": "The new bridge cost nine million crowns.",
    "label": "Refuted",
    "questions": [
        {
            "question": "What did the bridge cost?",
            "answers": [
                {"answer": "Seven million crowns.", "answer_type": "Extractive"},
                {"answer": "No", "answer_type": "Boolean", "boolean_explanation": "The council paid less."},
            ],
        },
        {"question": "Who paid for it?", "answers": []},
    ],
}
SUBMITTED: dict[str, Any] = {
    "claim_id": 0,
    "claim": "The new bridge cost nine million crowns.",
    "evidence": [{"question": "What did it cost?", "answer": "Seven.", "url": "u", "scraped_text": "s"}],
    "pred_label": "Refuted",
}
FEVER: dict[str, Any] = {
    "id": 75397,
    "verifiable": "VERIFIABLE",
    "label": "SUPPORTS",
    "claim": "The heron lived by the mill.",
    "evidence": [
        [[1, 2, "Old_Mill_-LRB-film-RRB-", 7], [1, 3, "Heron", 0]],
        [[4, 5, "Heron", 0]],
    ],
}
VITAMINC: dict[str, Any] = {
    "unique_id": "a1_1",
    "case_id": "a1",
    "claim": "More than 300 herons nest there.",
    "evidence": "In 2019, 290 herons nested at the lake.",
    "label": "REFUTES",
    "page": "Lake",
    "wiki_revision_id": "7",
}
NATIVE: dict[str, Any] = {
    "id": "n1",
    "claim": "Ada wrote it.",
    "verdict": "Supported",
    "evidence": [{"question": "Who wrote it?", "text": "Ada did."}, {"question": "", "text": "In May."}],
    "reference": [{"question": "", "text": "Ada wrote it in May."}],
}


def lines(path: Path, rows: Iterable[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def table(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)
    return path


def parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return path


def read(path: Path, *args: Any, **options: Any) -> list[Example]:
    return list(read_examples(path, *args, **options))


def message(path: Path, *args: Any, **options: Any) -> str:
    """The one line that reading `path` fails with, the folder left out."""
    with pytest.raises(InputError) as caught:
        read(path, *args, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(f"{path.parent}/", "")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# The formats


def test_averitec_has_one_passage_a_question(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps([AVERITEC], indent=4))
    reading = read_examples(path)
    (example,) = reading
    assert reading.format == "averitec"
    assert example.evidence == (
        Passage("Seven million crowns.\nNo. The council paid less.", "What did the bridge cost?"),
        Passage("No answer could be found.", "Who paid for it?"),
    )
    assert (example.claim, example.verdict, example.reference) == (AVERITEC["claim"], "Refuted", ())
    assert example.references == example.evidence
    assert (example.source, example.named) == ("dev.json:2", False)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"answer": "No", "answer_type": "Boolean", "boolean_explanation": "He left."}, "No. He left."),
        ({"answer": "No.", "answer_type": "Boolean", "boolean_explanation": "He left."}, "No. He left."),
        ({"answer": "No!", "answer_type": "boolean", "boolean_explanation": "He left."}, "No! He left."),
        ({"answer": "No", "answer_type": "Boolean", "boolean_explanation": ""}, "No"),
        ({"answer": "No", "answer_type": "Boolean", "boolean_explanation": None}, "No"),
        ({"answer": "No", "answer_type": "Extractive", "boolean_explanation": "He left."}, "No"),
        ({"answer": None, "answer_type": "Unanswerable"}, "No answer could be found."),
        ({"answer": " two  blanks\r\n", "answer_type": "Abstractive"}, " two  blanks\r\n"),
        ("plain text", "plain text"),
    ],
)
def test_averitec_answers(tmp_path: Path, answer: Any, text: str) -> None:
    row = AVERITEC | {"questions": [{"question": "Q?", "answers": [answer]}]}
    (example,) = read(lines(tmp_path / "a.jsonl", [row]))
    assert example.evidence == (Passage(text, "Q?"),)


@pytest.mark.parametrize(
    "questions",
    [
        {"Where?": ["Here.", "There."], "When?": []},
        {"0": {"question": "Where?", "answers": ["Here.", "There."]}, "1": {"question": "When?", "answers": None}},
        {"question": ["Where?", "When?"], "answers": [["Here.", {"answer": "There."}], []]},
        [{"question": "Where?", "answers": ["Here.", "There."]}, {"question": "When?"}],
        [{"question": "Where?", "answer": ["Here.", "There."]}, {"question": "When?", "answer": None}],
    ],
)
def test_averitec_older_shapes_of_questions(tmp_path: Path, questions: Any) -> None:
    (example,) = read(lines(tmp_path / "a.jsonl", [AVERITEC | {"questions": questions}]))
    assert example.evidence == (
        Passage("Here.\nThere.", "Where?"),
        Passage("No answer could be found.", "When?"),
    )


def test_averitec_submission_and_test_file(tmp_path: Path) -> None:
    path = lines(tmp_path / "sub.jsonl", [SUBMITTED, SUBMITTED | {"claim_id": 1, "evidence": []}])
    first, second = reading = list(read_examples(path))
    assert detect_format(path) == "averitec"
    assert (first.id, first.named, first.verdict) == ("0", True, "Refuted")
    assert first.evidence == (Passage("Seven.", "What did it cost?"),)
    assert (second.id, second.evidence) == ("1", ())
    assert len(reading) == 2

    both = SUBMITTED | {"questions": AVERITEC["questions"], "label": "Supported"}
    (example,) = read(lines(tmp_path / "both.jsonl", [both]))
    assert example.evidence == (Passage("Seven.", "What did it cost?"),)
    assert [passage.question for passage in example.reference][-1] == "Who paid for it?"
    assert example.references == example.reference
    assert example.verdict == "Supported"

    unlabelled = {key: value for key, value in AVERITEC.items() if key != "label"}
    assert read(lines(tmp_path / "test.jsonl", [unlabelled]))[0].verdict == ""


@pytest.mark.parametrize(
    ("label", "verdict"),
    [
        ("Supported", "Supported"),
        ("SUPPORTS", "Supported"),
        ("refuted", "Refuted"),
        ("REFUTES", "Refuted"),
        ("NEI", "Not Enough Evidence"),
        ("not enough evidence", "Not Enough Evidence"),
        ("NOT ENOUGH INFO", "Not Enough Evidence"),
        ("not_enough_info", "Not Enough Evidence"),
        ("not enough information", "Not Enough Evidence"),
        ("Conflicting Evidence/Cherrypicking", "Conflicting Evidence/Cherrypicking"),
        ("conflicting evidence / cherry-picking", "Conflicting Evidence/Cherrypicking"),
        ("conflicting evidence", "Conflicting Evidence/Cherrypicking"),
        ("mostly true", None),
        ("not supported", None),
        ("", None),
    ],
)
def test_verdict_spellings(label: str, verdict: str | None) -> None:
    assert canonical_verdict(label) == verdict


def test_fever_without_texts_names_the_sentences(tmp_path: Path) -> None:
    nothing = {"id": 2, "label": "NOT ENOUGH INFO", "claim": "c", "evidence": [[[9, None, None, None]]]}
    reading = read_examples(lines(tmp_path / "f.jsonl", [FEVER, nothing]))
    first, second = reading
    assert reading.format == "fever"
    assert (first.id, first.verdict) == ("75397", "Supported")
    assert first.evidence == (Passage("Old Mill (film), sentence 7"), Passage("Heron, sentence 0"))
    assert (second.evidence, second.verdict) == ((), "Not Enough Evidence")
    assert reading.n_untold == 2
    assert reading.warnings == [
        (
            f"{tmp_path}/f.jsonl: 2 passages without text: page and sentence number stand for the sentence; "
            "the texts are taken from FEVER's wiki-pages files (--wiki FOLDER)"
        )
    ]


def test_fever_texts_from_the_annotation(tmp_path: Path) -> None:
    told = [[[1, 2, "Heron", 0, "Herons fish."], [1, 3, "Heron", 4]], [[4, 5, "Heron", 4, "They wade."]]]
    reading = read_examples(lines(tmp_path / "f.jsonl", [FEVER | {"evidence": told}]))
    (example,) = reading
    assert example.evidence == (Passage("Herons fish."), Passage("They wade."))
    assert reading.warnings == []


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_fever_texts_from_wiki_pages(tmp_path: Path, suffix: str) -> None:
    wiki = tmp_path / "wiki-pages"
    wiki.mkdir()
    pages = [
        {"id": "", "text": "", "lines": ""},
        {"id": "Heron", "text": "…", "lines": "0\tHerons fish .\tfish\tFish\n1\t\n10\tLater ."},
        {"id": "Old_Mill_-LRB-film-RRB-", "text": "…", "lines": "7\tIt stood by a lake ."},
        {"id": "Cafe\u0301", "text": "…", "lines": "0\tIt is small ."},
    ]
    content = "".join(json.dumps(page) + "\n" for page in pages).encode()
    (wiki / f"wiki-001.{suffix}").write_bytes(gzip.compress(content, mtime=0) if suffix.endswith("gz") else content)
    rows = [FEVER, {"id": 3, "claim": "c", "evidence": [[[1, 2, "Caf\u00e9", 0], [1, 2, "Heron", 1]]]}]
    reading = read_examples(lines(tmp_path / "f.jsonl", rows), wiki=wiki)
    first, second = reading
    assert first.evidence == (Passage("It stood by a lake ."), Passage("Herons fish ."))
    assert second.evidence == (Passage("It is small ."), Passage("Heron, sentence 1"))
    assert reading.n_untold == 1
    assert list(reading) == [first, second]


def test_fever_predictions(tmp_path: Path) -> None:
    predicted = {
        "predicted_evidence": [["Heron", 3], ["Heron", 3], ["Lake", 0, "A lake."]],
        "predicted_label": "REFUTES",
    }
    alone, both = read(lines(tmp_path / "p.jsonl", [{"id": 1, **predicted}, FEVER | predicted]))
    candidate = (Passage("Heron, sentence 3"), Passage("A lake."))
    assert (alone.evidence, alone.reference, alone.verdict) == (candidate, (), "Refuted")
    assert (both.evidence, both.verdict) == (candidate, "Supported")
    assert both.reference == (Passage("Old Mill (film), sentence 7"), Passage("Heron, sentence 0"))


@pytest.mark.parametrize(
    ("page", "title"),
    [("Heat_-LRB-film-RRB-", "Heat (film)"), ("A-COLON-B_-LSB-c-RSB-", "A:B [c]"), ("X-LRB_y", "X-LRB y")],
)
def test_fever_page_titles(page: str, title: str) -> None:
    assert page_title(page) == title


@pytest.mark.parametrize("document", ["doc", "document"])
@pytest.mark.parametrize("summary", [["Herons nested.", "It rained."], "Herons nested. It rained."])
def test_finesumfact(tmp_path: Path, document: str, summary: str | list[str]) -> None:
    row = {"id": 7, document: "Herons nested at the lake.", "model_summary": summary, "label": [0, 1], "source": "x"}
    path = tmp_path / "f.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    reading = read_examples(path)
    assert reading.format == "finesumfact"
    (example,) = reading
    wanted = [summary] if isinstance(summary, str) else summary
    assert [passage.text for passage in example.evidence] == wanted
    assert example.references == (Passage("Herons nested at the lake."),)
    assert (example.id, example.claim, example.verdict) == ("7", "", "")


def test_vitaminc(tmp_path: Path) -> None:
    reading = read_examples(lines(tmp_path / "v.jsonl", [VITAMINC, VITAMINC | {"unique_id": "a2", "gold": "Gold."}]))
    first, second = reading
    assert reading.format == "vitaminc"
    assert first == Example("a1_1", VITAMINC["claim"], (Passage(VITAMINC["evidence"]),), (), "Refuted", "v.jsonl:1")
    assert (second.id, second.reference) == ("a2", (Passage("Gold."),))


def test_native_round_trip(tmp_path: Path) -> None:
    (example,) = read(lines(tmp_path / "n.jsonl", [NATIVE]))
    assert native_row(example) == NATIVE
    assert example == Example(
        "n1",
        "Ada wrote it.",
        (Passage("Ada did.", "Who wrote it?"), Passage("In May.")),
        (Passage("Ada wrote it in May."),),
        "Supported",
        "n.jsonl:1",
    )


@pytest.mark.parametrize(
    ("cell", "evidence"),
    [
        (" One.  Two.\n", (Passage(" One.  Two.\n"),)),
        ("", (Passage(""),)),
        (["One.", "Two."], (Passage("One."), Passage("Two."))),
        ([{"question": "Q?", "answer": "A."}, "T"], (Passage("A.", "Q?"), Passage("T"))),
        ([{"question": None, "text": "A."}], (Passage("A."),)),
        ([], ()),
    ],
)
def test_table_cells(tmp_path: Path, cell: Any, evidence: tuple[Passage, ...]) -> None:
    path = lines(tmp_path / "t.jsonl", [{"candidate": cell, "label": "mostly true", "gold": None}])
    (example,) = read(path)
    assert (example.evidence, example.claim, example.verdict, example.reference) == (evidence, "", "mostly true", ())
    assert detect_format(path) == "jsonl"


def test_csv_obvious_names_and_named_columns(tmp_path: Path) -> None:
    cells = [
        ["id", "claim", "gold label", "reference evidence", "predicted evidence", "x"],
        ["7", "C", "refuted", "R, with comma", "Question: a?\r\nAnswer: b\n", "1"],
        ["8", "", "odd", 'R "quoted"', "", "2"],
    ]
    path = table(tmp_path / "t.csv", cells)
    expected = [
        Example("7", "C", (Passage(cells[1][4]),), (Passage("R, with comma"),), "Refuted", "t.csv:2"),
        Example("8", "", (Passage(""),), (Passage('R "quoted"'),), "odd", "t.csv:5"),
    ]
    assert read(path) == expected
    named = {"candidate": "predicted evidence", "reference": "reference evidence", "verdict": "gold label"}
    assert read(path, "csv", columns=named) == expected
    assert read(path, columns={"verdict": "x"})[0].verdict == "1"
    swapped = read(path, columns={"candidate": "reference evidence"})[0]
    assert (swapped.evidence, swapped.reference) == ((Passage("R, with comma"),), ())


def test_csv_byte_order_mark_big_cells_and_tabs(tmp_path: Path) -> None:
    limit = csv.field_size_limit()
    big = "x" * (limit + 5)
    path = tmp_path / "t.csv"
    path.write_bytes(b"\xef\xbb\xbf" + f"text,id\r\n{big},1\r\n\r\nb,2\r\n".encode())
    first, second = read(path)
    assert first.evidence == (Passage(big),)
    assert (second.id, second.source) == ("2", "t.csv:4")
    assert csv.field_size_limit() == limit
    tabs = tmp_path / "t.tsv"
    tabs.write_text("text\tid\na, b\t1\n")
    assert read(tabs)[0].evidence == (Passage("a, b"),)


def test_parquet(tmp_path: Path) -> None:
    rows = [NATIVE, NATIVE | {"id": None, "reference": None}]
    path = parquet(tmp_path / "t.parquet", rows)
    reading = read_examples(path)
    first, second = reading
    assert reading.format == detect_format(path) == "parquet"
    assert native_row(first) == NATIVE
    assert (first.source, first.named) == ("t.parquet:row 1", True)
    assert (second.named, second.reference, second.references) == (False, (), first.evidence)
    assert reading.warnings == []
    assert read(parquet(tmp_path / "v.parquet", [VITAMINC]), "vitaminc")[0].verdict == "Refuted"


@pytest.mark.parametrize("row", [AVERITEC, SUBMITTED, FEVER, VITAMINC, NATIVE])
def test_containers_do_not_matter(tmp_path: Path, row: dict[str, Any]) -> None:
    as_lines = lines(tmp_path / "a.jsonl", [row])
    expected = [(e.id, e.evidence, e.reference, e.verdict) for e in read(as_lines)]
    text = json.dumps([row])
    (tmp_path / "compact.json").write_text(text)
    (tmp_path / "pretty.json").write_text(" \n" + json.dumps([row], indent=2) + "\n")
    (tmp_path / "bom.txt").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    (tmp_path / "lines.json").write_text("\r\n\r\n" + json.dumps(row) + "\r\n")
    for path in tmp_path.iterdir():
        assert [(e.id, e.evidence, e.reference, e.verdict) for e in read(path)] == expected, path.name
        assert detect_format(path) == detect_format(as_lines)


def test_csv_gz(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"text\na\n", mtime=0))
    assert (detect_format(path), read(path)[0].source) == ("csv", "t.csv.gz:2")


def test_columns_mean_a_plain_table(tmp_path: Path) -> None:
    path = lines(tmp_path / "v.jsonl", [VITAMINC])
    reading = read_examples(path, columns={"candidate": "page", "reference": "evidence"})
    assert reading.format == "jsonl"
    assert next(iter(reading)).evidence == (Passage("Lake"),)


def test_other_labels_under_vitaminc_names_are_a_plain_table(tmp_path: Path) -> None:
    path = lines(tmp_path / "v.jsonl", [VITAMINC | {"label": "half true"}])
    assert detect_format(path) == "jsonl"
    assert read(path)[0].verdict == "half true"


# Ids


def test_ids_depend_on_content_alone(tmp_path: Path) -> None:
    rows = [{"claim": f"c{n % 7}", "evidence": [f"e{n % 5}", "x"], "reference": f"r{n % 2}"} for n in range(200)]
    ids = [example.id for example in read(lines(tmp_path / "a.jsonl", rows))]
    assert len(set(ids)) == 200
    assert sum("-" not in name for name in ids) == 70
    assert all(len(name.split("-")[0]) == 12 for name in ids)
    random.Random(1).shuffle(rows)
    assert {example.id for example in read(lines(tmp_path / "b.jsonl", rows))} == set(ids)


def test_content_id_keeps_parts_apart() -> None:
    one, two = Passage("a"), Passage("b")
    ids = [
        content_id("c", (one, two), ()),
        content_id("c", (one,), (two,)),
        content_id("c", (Passage("b", "a"),), ()),
        content_id("c", (Passage("ab"),), ()),
        content_id("c", (two, one), ()),
        content_id("\ud83d\ude00", (), ()),
        content_id("\U0001f600", (), ()),
    ]
    assert len(set(ids)) == len(ids)
    assert ids[0] == content_id("c", (one, two), ())


@pytest.mark.parametrize(
    ("given", "expected"), [("x", "x"), (3, "3"), (0, "0"), (7.0, "7"), (None, None), ("", None), (float("nan"), None)]
)
def test_given_ids(tmp_path: Path, given: Any, expected: str | None) -> None:
    (example,) = read(lines(tmp_path / "a.jsonl", [{"id": given, "text": "t"}]))
    assert example.named is (expected is not None)
    assert example.id == (expected or content_id("", (Passage("t"),), ()))


# Errors: files


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.jsonl", b"", "a.jsonl: holds no rows"),
        ("a.jsonl", b"\n \n", "a.jsonl: holds no rows"),
        ("a.json", b"[ ]", "a.json: holds no rows"),
        ("a.csv", b"text,id\n", "a.csv: holds no rows"),
        ("a.jsonl.gz", gzip.compress(b"", mtime=0), "a.jsonl.gz: holds no rows"),
        (
            "a.jsonl",
            b"\x7fELF\0\0",
            "a.jsonl: holds binary data (a zero byte at offset 4); expected UTF-8 text",
        ),
        ("a.jsonl", '{"text": "é"}'.encode("utf-16"), "a.jsonl: UTF-16 text; save it as UTF-8"),
        (
            "a.jsonl",
            '{"text": "é"}\n'.encode("latin-1"),
            "a.jsonl:1: not UTF-8: byte 0xe9 at column 11; expected UTF-8 text",
        ),
        ("a.csv", "text\né\n".encode("latin-1"), "a.csv:2: not UTF-8: byte 0xe9 at column 1; expected UTF-8 text"),
        ("a.json", '[{"text": "é"}]'.encode("latin-1"), "a.json: not UTF-8 text: byte 0xe9 after line 1"),
        ("a.parquet", b"text,id\n", "a.parquet: not a parquet file: it does not begin with the letters PAR1"),
        (
            "a.xlsx",
            b"PK\x03\x04..",
            "a.xlsx: a zip or Excel file; expected json, jsonl, csv or parquet: unpack or export it first",
        ),
        ("a.zst", b"\x28\xb5\x2f\xfd..", "a.zst: compressed with zstandard; only gzip is read: decompress it first"),
        (
            "a.txt",
            b"Some words.\n",
            (
                "a.txt: cannot tell the format: the file begins with neither '[' nor '{' nor a csv header; "
                "give it with --format"
            ),
        ),
        (
            "a.json",
            b'{"data": [{"text": "a"}]}',
            (
                "a.json: a JSON object ('data') where an array is expected; "
                "write its rows as a JSON array or as one JSON object a line"
            ),
        ),
        (
            "a.json",
            b'{\n "data": [{"text": "a"}]\n}',
            "a.json:1: a JSON object over several lines; expected a JSON array of rows or one JSON object a line",
        ),
        (
            "a.json",
            b'{"0": {"text": "a"}, "1": {"text": "b"}}',
            (
                "a.json: a JSON object ('0', '1') where an array is expected; "
                "write its rows as a JSON array or as one JSON object a line"
            ),
        ),
        ("a.csv", b"id,id,text\n1,2,3\n", "a.csv: the column 'id' stands twice in the header"),
        (
            "a.csv",
            b"id,evidense\n1,2\n",
            (
                "a.csv: no column for the candidate: looked for 'candidate', 'prediction', 'predicted_evidence', "
                "'evidence', 'text', found 'id', 'evidense'; name it with --column candidate=NAME"
            ),
        ),
        (
            "a.csv",
            b'id,"text\n1,2\n',
            "a.csv:1: not csv: unexpected end of data; expected a header with the names of the columns",
        ),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert message(path) == expected


def test_missing_file_and_folder(here: Path) -> None:
    assert message(Path("dev.jsonl")) == "dev.jsonl: no such file"
    lines(Path("dev.jsonl"), [NATIVE])
    assert message(Path("dev.json")) == "dev.json: no such file; did you mean 'dev.jsonl'?"
    Path("folder").mkdir()
    assert message(Path("folder")) == "folder: is a folder; expected a file"
    assert message(Path("no/such/dev.jsonl")) == "dev.jsonl: no such file"


def test_damaged_gzip_and_parquet(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(random.Random(0).randbytes(200).hex().encode())[:-30])
    assert message(path).startswith("a.jsonl.gz: damaged gzip file: ")
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 and nothing else PAR1")
    assert message(path).startswith("a.parquet: damaged parquet file: ")


# Errors: options


def test_unknown_formats_and_options(here: Path) -> None:
    path = lines(Path("a.jsonl"), [NATIVE])
    known = "averitec, fever, vitaminc, finesumfact, jsonl, csv, parquet"
    assert message(path, "fevr") == "unknown format 'fevr'; did you mean 'fever'?"
    assert message(path, "Qwzx") == f"unknown format 'Qwzx'; there are {known}"
    assert message(path, "csv") == "a.jsonl: is a JSON file, which is not how csv is stored; use --format jsonl"
    assert message(path, "parquet") == "a.jsonl: not a parquet file: it does not begin with the letters PAR1"
    assert message(path, wiki="w") == "wiki: goes with the format fever, but a.jsonl is read as jsonl"
    assert message(path, columns={"candidat": "x"}) == ("columns: unknown role 'candidat'; did you mean 'candidate'?")
    assert message(path, "fever", columns={"id": "x"}) == (
        "columns: the fields of fever have fixed names; columns are for jsonl, csv and parquet"
    )
    assert message(path, columns={"verdict": "x"}) == (
        "a.jsonl:1: field 'x': expected the verdict, got nothing: "
        "the row has the fields id, claim, verdict, evidence, reference"
    )
    cells = table(Path("a.csv"), [["text", "label"], ["a", "b"]])
    assert message(cells, columns={"verdict": "lable"}) == (
        "a.csv: no column 'lable' for the verdict; did you mean 'label'?"
    )
    assert message(cells, "averitec") == "a.csv: is a csv file, which is not how averitec is stored; use --format csv"
    fever = lines(Path("f.jsonl"), [FEVER])
    assert message(fever, wiki="wiki") == "wiki: no such folder of wiki-pages files"
    Path("wiki").mkdir()
    assert message(fever, wiki="wiki") == "wiki: holds no wiki-pages files (*.jsonl)"
    Path("wiki/w.jsonl").write_text('{"id": "Heron"}\n')
    assert message(fever, wiki="wiki") == "wiki/w.jsonl:1: not a wiki page; expected an object with 'id' and 'lines'"
    assert set(FORMATS) == set(known.split(", "))


# Errors: rows


@pytest.mark.parametrize(
    ("format", "row", "expected"),
    [
        ("jsonl", {"text": "t", "claim": 3}, "field 'claim': expected text, got a number (3)"),
        ("jsonl", {"text": 3}, "field 'text': expected text or a list of passages, got a number (3)"),
        ("jsonl", {"text": None}, "field 'text': expected text or a list of passages, got null"),
        (
            "jsonl",
            {"evidence": [{"question": "q"}]},
            "field 'evidence[0].text': expected text, got nothing: the row has the field question",
        ),
        (
            "jsonl",
            {"evidence": ["a", {"text": ["b"]}]},
            "field 'evidence[1].text': expected text, got a list of 1",
        ),
        (
            "jsonl",
            {"evidence": ["a", 4]},
            "field 'evidence[1]': expected text or an object with 'text' and 'question', got a number (4)",
        ),
        (
            "jsonl",
            {"txt": "a\nb"},
            "field 'candidate': expected text or a list of passages, got nothing: the row has the field txt",
        ),
        (
            "jsonl",
            {},
            "field 'candidate': expected text or a list of passages, got nothing: the row has no fields",
        ),
        ("jsonl", {"id": [1], "text": "a"}, "field 'id': expected text or a whole number, got a list of 1"),
        ("jsonl", {"id": True, "text": "a"}, "field 'id': expected text or a whole number, got true"),
        ("jsonl", {"label": {}, "text": "a"}, "field 'label': expected a label as text, got an object with no fields"),
        ("averitec", AVERITEC | {"claim": 3}, "field 'claim': expected text, got a number (3)"),
        (
            "averitec",
            AVERITEC | {"label": "Mostly"},
            (
                "field 'label': expected one of Supported, Refuted, Not Enough Evidence, "
                "Conflicting Evidence/Cherrypicking, got text ('Mostly')"
            ),
        ),
        ("averitec", AVERITEC | {"questions": None}, "field 'questions': expected a list of questions, got null"),
        (
            "averitec",
            AVERITEC | {"questions": [{"question": "q", "answers": [{"answer": 1}]}]},
            "field 'questions[0].answers[0].answer': expected text, got a number (1)",
        ),
        (
            "averitec",
            AVERITEC | {"questions": [{"answers": []}]},
            "field 'questions[0].question': expected text, got nothing: the row has the field answers",
        ),
        (
            "averitec",
            AVERITEC | {"questions": ["q"]},
            "field 'questions[0]': expected an object with 'question' and 'answers', got text ('q')",
        ),
        (
            "averitec",
            SUBMITTED | {"evidence": [{"question": "q"}]},
            "field 'evidence[0].answer': expected text, got nothing: the row has the field question",
        ),
        (
            "averitec",
            FEVER,
            (
                "field 'questions': expected a list of questions, got nothing: the row has the fields id, verifiable, "
                "label, claim, evidence; this looks like fever: use --format fever"
            ),
        ),
        (
            "jsonl",
            FEVER,
            (
                "field 'evidence[0]': expected text or an object with 'text' and 'question', got a list of 2; "
                "this looks like fever: use --format fever"
            ),
        ),
        (
            "fever",
            VITAMINC,
            (
                "field 'evidence': expected a list of annotation sets, got "
                "text ('In 2019, 290 herons nested at the lak…'); this looks like vitaminc: use --format vitaminc"
            ),
        ),
        (
            "vitaminc",
            AVERITEC,
            (
                "field 'evidence': expected text, got nothing: the row has the fields claim, label, questions; "
                "this looks like averitec: use --format averitec"
            ),
        ),
        (
            "fever",
            FEVER | {"evidence": [[[1, 2, "Page"]]]},
            "field 'evidence[0][0]': expected [annotation id, evidence id, page, sentence number], got a list of 3",
        ),
        (
            "fever",
            FEVER | {"evidence": [[[1, 2, "Page", "3"]]]},
            "field 'evidence[0][0]': expected a sentence number from 0, got text ('3')",
        ),
        (
            "fever",
            {"id": 1, "predicted_evidence": ["Page"], "predicted_label": "SUPPORTS"},
            "field 'predicted_evidence[0]': expected [page, sentence number], got text ('Page')",
        ),
        (
            "vitaminc",
            VITAMINC | {"label": "MAYBE"},
            "field 'label': expected one of SUPPORTS, REFUTES, NOT ENOUGH INFO, got text ('MAYBE')",
        ),
    ],
)
def test_malformed_rows(tmp_path: Path, format: str, row: dict[str, Any], expected: str) -> None:
    assert message(lines(tmp_path / "data.jsonl", [row]), format) == f"data.jsonl:1: {expected}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"text": "a" "b"}', "not JSON: Expecting ',' delimiter at column 14; expected one JSON object a line"),
        ('{"text": "a', "not JSON: Unterminated string starting at column 10; expected one JSON object a line"),
        ("3", "a number (3); expected one JSON object a line"),
        ('["a"]', "a list of 1; expected one JSON object a line"),
        ('{"text": "a", "claim": 3}', "field 'claim': expected text, got a number (3)"),
        ('{"text": "a", "id": "x"}', "id: 'x' stands already in line 3"),
    ],
)
def test_bad_line_stops_or_is_skipped(tmp_path: Path, line: str, expected: str) -> None:
    path = tmp_path / "data.jsonl"
    good = [json.dumps({"text": "a", "id": name}) for name in "vwxyz"]
    path.write_text("\n".join([*good[:2], good[2], "", good[3], "", line, good[4]]) + "\n")
    assert message(path) == f"data.jsonl:7: {expected}"
    reading = read_examples(path, skip_bad_rows=True)
    assert [example.id for example in reading] == list("vwxyz")
    (bad,) = reading.bad_rows
    assert str(bad) == f"{tmp_path}/data.jsonl:7: {expected}"
    assert (bad.line, bad.source, reading.n_read) == (7, f"{path}:7", 5)
    assert reading.warnings == []
    assert len(list(reading)) == 5 and len(reading.bad_rows) == 1


def test_numbers_and_nesting_that_python_refuses(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    rows = ['{"text": "a"}', '{"text": "a", "n": ' + "9" * 5000 + "}", "[" * 200_000 + "]" * 200_000]
    path.write_text("\n".join(rows))
    reading = read_examples(path, skip_bad_rows=True)
    assert len(list(reading)) == 1
    assert [bad.line for bad in reading.bad_rows] == [2, 3]
    assert all(bad.got.startswith("not JSON: ") for bad in reading.bad_rows)


def test_all_rows_bad_is_an_error(tmp_path: Path) -> None:
    path = lines(tmp_path / "data.jsonl", [FEVER, FEVER | {"id": 2}])
    assert message(path, "averitec", skip_bad_rows=True) == (
        "data.jsonl:1: field 'questions': expected a list of questions, got nothing: the row has the fields id, "
        "verifiable, label, claim, evidence; this looks like fever: use --format fever "
        "(and no other row of the file can be read: 2 malformed rows left out)"
    )


def test_csv_rows_of_wrong_length(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text('text,id\n"a\nb",1\nc\nd,2,3\ne,4\n"f"g,5\nh,6\n')
    assert message(path) == "data.csv:4: 1 cells; expected 2, as in the header"
    reading = read_examples(path, skip_bad_rows=True)
    assert [(e.id, e.source) for e in reading] == [("1", "data.csv:2"), ("4", "data.csv:6"), ("6", "data.csv:8")]
    assert [(bad.line, bad.got) for bad in reading.bad_rows] == [
        (4, "1 cells"),
        (5, "3 cells"),
        (7, "not csv: ',' expected after '\"'"),
    ]


def test_parquet_errors(tmp_path: Path) -> None:
    path = parquet(tmp_path / "a.parquet", [{"id": "1", "text": "a"}, {"id": "1", "text": "b"}])
    assert message(path) == "a.parquet:row 2: id: '1' stands already in row 1"
    assert message(path, columns={"candidate": "txt"}) == (
        "a.parquet: no column 'txt' for the candidate; did you mean 'text'?"
    )


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('[{"text": "a"}\n {"text": "b"}]', "data.json:2: not JSON: Expecting ',' or ']' at column 2"),
        ('[{"text": "a"},\n {"text" "b"}]', "data.json:2: not JSON: Expecting ':' delimiter at column 10"),
        ('[{"text": "a"},\n {"text": "b"', "data.json:2: not JSON: Expecting ',' delimiter at column 14"),
        ('[{"text": "a"},\n', "data.json:2: not JSON: Expecting value at column 1"),
        ('[{"text": "a"}\n', "data.json:2: not JSON: the file ends within the array at column 1"),
        ('[{"text": "a"}]\n x', "data.json:2: not JSON: text behind the end of the array at column 2"),
    ],
)
def test_broken_array_cannot_be_skipped(tmp_path: Path, content: str, expected: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(content)
    whole = f"{expected}; nothing behind such a place of a JSON array can be read"
    assert message(path) == message(path, skip_bad_rows=True) == whole
    assert next(iter(read_examples(path))).evidence == (Passage("a"),)


def test_array_rows_are_skipped_and_placed(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text('[{"text": "a"}, {"text": 1}, 3,\n{"text": "b"}]')
    assert message(path) == "data.json:1 (row 2): field 'text': expected text or a list of passages, got a number (1)"
    reading = read_examples(path, skip_bad_rows=True)
    assert [example.source for example in reading] == ["data.json:1", "data.json:2"]
    assert str(reading.bad_rows[1]) == f"{path}:1 (row 3): a number (3); expected an array of objects"


def test_messages_stay_on_one_line_and_printable() -> None:
    for value in ("a\nb\u2028c\ud800" * 40, {"x\ny\ud800": 1}, [1, 2], 10**50, b"x", float("nan")):
        told = describe(value)
        assert told.isprintable() and len(told) < 120
        told.encode("utf-8")


# Streaming


def test_examples_come_before_the_file_is_read(tmp_path: Path) -> None:
    rows = [json.dumps({"text": f"t{n}"}) for n in range(1500)]
    rows[999] = "{broken"
    path = tmp_path / "data.jsonl"
    path.write_text("\n".join(rows))
    stream = iter(read_examples(path))
    assert len(list(islice(stream, 999))) == 999
    with pytest.raises(MalformedRow, match=r"data\.jsonl:1000: not JSON") as caught:
        next(stream)
    assert caught.value.row.line == 1000


def test_array_is_read_no_further_than_needed() -> None:
    class Counted(io.BytesIO):
        taken = 0

        def read(self, size: int | None = -1, /) -> bytes:
            piece = super().read(size)
            self.taken += len(piece)
            return piece

    rows = [{"text": "word " * 200, "n": n} for n in range(2000)]
    stream = Counted(json.dumps(rows, indent=1).encode())
    items = array_items(stream, Path("x.json"))
    assert next(items) == (rows[0], 2)
    assert stream.taken < 200_000
    assert [item for item, _ in items] == rows[1:]


class Trickle(io.BytesIO):
    """Gives a few bytes at a time, so that every cut through the text is met."""

    step = 1

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self.step)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(
    items=st.lists(JSON_VALUES, min_size=1, max_size=5),
    step=st.integers(1, 7),
    indent=st.sampled_from([None, 0, 2]),
    escaped=st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_array_items_are_those_of_json(items: list[Any], step: int, indent: int | None, escaped: bool) -> None:
    text = json.dumps(items, indent=indent, ensure_ascii=escaped)
    try:
        stream = Trickle(text.encode("utf-8"))
    except UnicodeEncodeError:
        stream = Trickle(json.dumps(items, indent=indent).encode("utf-8"))
    stream.step = step
    assert [item for item, _ in array_items(stream, Path("x.json"))] == json.loads(text)


# Any row: examples or an InputError, nothing else

ROW_WORDS = st.sampled_from(
    [
        "id",
        "claim_id",
        "unique_id",
        "claim",
        "label",
        "verdict",
        "evidence",
        "reference",
        "gold",
        "questions",
        "question",
        "answers",
        "answer",
        "answer_type",
        "boolean_explanation",
        "Boolean",
        "text",
        "candidate",
        "predicted_evidence",
        "predicted_label",
        "pred_label",
        "verifiable",
        "SUPPORTS",
    ]
)
ODD_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | ROW_WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ROW_WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(rows=st.lists(st.dictionaries(ROW_WORDS, ODD_VALUES, max_size=6) | st.integers(), max_size=3), name=st.data())
@settings(max_examples=200, deadline=None)
def test_any_row_gives_examples_or_an_input_error(rows: list[Any], name: st.DataObject) -> None:
    format = name.draw(st.sampled_from([None, "averitec", "fever", "vitaminc", "finesumfact", "jsonl"]))
    with tempfile.TemporaryDirectory() as folder:
        path = lines(Path(folder) / "a.jsonl", rows)
        for skip in (False, True):
            try:
                reading = read_examples(path, format, skip_bad_rows=skip)
                examples = list(reading)
            except InputError as error:
                assert "\n" not in str(error)  # noqa: PT017
            else:
                assert len({example.id for example in examples}) == len(examples) == reading.n_read
                assert len(examples) + len(reading.bad_rows) == len(rows)


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv", "a.jsonl.gz"])
def test_damaged_bytes_give_examples_or_an_input_error(tmp_path: Path, name: str) -> None:
    path, chance = tmp_path / name, random.Random(5)
    whole = json.dumps([NATIVE, AVERITEC]).encode()
    if "l" in name:
        whole = b"\n".join(json.dumps(row).encode() for row in (NATIVE, FEVER))
    if name.endswith("csv"):
        whole = b'text,id\n"a\nb",1\nc,2\n'
    if name.endswith("gz"):
        whole = gzip.compress(whole, mtime=0)
    outcomes = set()
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged[: chance.choice([len(damaged), chance.randrange(len(damaged))])])
        try:
            outcomes.add(bool(read(path, skip_bad_rows=True)))
        except InputError:
            outcomes.add(False)
    assert False in outcomes


# Any text

ANY_TEXT = st.text(st.characters() | st.characters(categories=["Cs"]))


@given(
    st.lists(
        st.tuples(ANY_TEXT, st.lists(st.tuples(ANY_TEXT, ANY_TEXT), max_size=3), st.lists(ANY_TEXT, max_size=2)),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_survives_the_native_shape(content: list[Any]) -> None:
    examples = [
        Example(
            str(number),
            claim,
            tuple(Passage(text, question) for question, text in passages),
            tuple(Passage(text) for text in reference),
        )
        for number, (claim, passages, reference) in enumerate(content)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        lines(path, [native_row(example) for example in examples])
        found = read(path, "jsonl")
        lines(path, [{**native_row(example), "id": None} for example in examples])
        unnamed = read(path, "jsonl")
    # A pair of surrogates that stand apart is one character once it went through JSON.
    expected = [json.loads(json.dumps(native_row(example))) for example in examples]
    assert [native_row(example) for example in found] == expected
    assert len({example.id for example in unnamed}) == len(examples)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_any_text_survives_csv(texts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = table(Path(folder) / "a.csv", [["text", "n"], *([text, "1"] for text in texts)])
        assert [example.evidence for example in read(path)] == [(Passage(text),) for text in texts]


# Variants


def example(name: str, claim: str, *, named: bool = True) -> Example:
    return Example(name, claim, (Passage("e"),), source=f"{'v' if named else 'u'}.jsonl:{name}", named=named)


def matched(base: list[Example], variant: list[Example]) -> list[tuple[int, Example]]:
    with Spool() as spool:
        spool.fill(base)
        return list(match_variant(spool, variant))


def test_variants_by_id() -> None:
    base = [example("1", "One claim"), example("2", "Two"), example("3", "Three")]
    variant = [example("3", "three"), example("1", " one  CLAIM\n")]
    assert matched(base, variant) == [(2, variant[0]), (0, variant[1])]
    with pytest.raises(VariantMismatch) as caught:
        matched(base, [example("1", "One claim"), example("9", "Two")])
    assert str(caught.value) == "v.jsonl:9: id '9' stands nowhere in the original ('1', …)"
    with pytest.raises(VariantMismatch) as caught:
        matched(base, [example("1", "Two")])
    assert str(caught.value) == (
        "v.jsonl:1: claim 'Two' is not that of v.jsonl:1, 'One claim'; rows are matched by id, both are '1'"
    )


def test_variants_by_order() -> None:
    base = [example("1", "One"), example("2", "Two")]
    variant = [example("a", "ONE", named=False), example("b", "two ", named=False)]
    assert matched(base, variant) == list(enumerate(variant))
    why = "rows are matched by order, as not all have an id"
    with pytest.raises(VariantMismatch) as caught:
        matched(base, variant[::-1])
    assert str(caught.value) == f"u.jsonl:b: claim 'two ' is not that of v.jsonl:1, 'One'; {why}"
    with pytest.raises(VariantMismatch) as caught:
        matched(base, variant[:1])
    assert str(caught.value) == (
        "v.jsonl:2: has no counterpart: the original has 2 rows, the variant 1; "
        f"{why}: give both files the same rows, or ids"
    )
    with pytest.raises(VariantMismatch, match=r"^u\.jsonl:b: has no counterpart"):
        matched(base[:1], variant)
    assert matched([], []) == []
