"""The fast kernels against nltk and rouge_score: no difference at all, on seeded random texts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from metricstress.language.wordnet import wordnet
from metricstress.metrics_under_test.meteor import NLTK_VERSION, meteor_score, meteor_tokens
from metricstress.metrics_under_test.porter import stem
from metricstress.metrics_under_test.registry import BUILT_IN
from metricstress.metrics_under_test.rouge import rouge_lsum_score, rouge_n_score, rouge_tokens
from metricstress.metrics_under_test.rouge_tokens import stemmed_tokens
from metricstress.metrics_under_test.word_tokenizer import word_tokens

_WORDS = (
    "the The a large big fire fires fired burning burn blaze dog dogs canine run runs running ran quick quickly fast "
    "university universe relate relational relation children child kid say said state States Friday monday . , ! don't "
    "can't won't cannot it's farmers farmer plant plants planted tree trees 1994 1,250 café Плотина 中文 buy purchase "
    "bought begin start started commence happy glad good well better best not no nationally 'quoted' \"so\" (thus) a-b "
    "car auto automobile machine house home dwelling"
).split()

# What the tokenizer has rules for, and what they look at besides.
_ATOMS = [
    *("'", '"', "''", "``", "`", "«", "»", "“", "”", "‘", "’", "„", ".", "..", "...", ",", ":", ";", "?", "!"),
    *("(", ")", "[", "]", "{", "}", "<", ">", "--", "-", "—", "–", "*", "$", "%", "&", "@", "#"),
    *(" ", " ", " ", "  ", "\n", "\t", "\r\n", "\x0b", "\u00a0", "\u2003", "\x1c", "\u2028"),
    *("a", "b", "s", "S", "t", "n", "x", "_", "1", "2,000", "3.5", "U.S.", "e.g.", "can", "Cannot", "gonna", "wanna"),
    *("gimme", "lemme", "gotta", "d'ye", "more'n", "'tis", "'Twas", "tis", "was", "is", "'s", "'S", "n't", "N'T", "'t"),
    *("'ll", "'re", "'ve", "'m", "'d", "'n", "don't", "can't", "word", "The", "dam", "re", "ve", "not"),
    *("ſ", "İ", "ı", "é", "е", "😀", "\u0301", "٣", "²", "\ud800"),
]

_ENDINGS = (
    "ational tional enci anci izer bli abli alli entli eli ousli ization ation ator alism iveness fulness ousness "
    "aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment "
    "ent ion ou ism ate iti ous ive ize ed ing eed ied ies sses s ss y e ll *ded at bl iz"
).split()


def _strings(seed: int, count: int) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.choice((1, 2, 3, 4, 5, 6, 8, 12, 20))
        if rng.random() < 0.7:
            yield "".join(rng.choices(_ATOMS, k=size))
        else:
            yield " ".join("".join(rng.choices(_ATOMS, k=rng.choice((1, 1, 2, 3)))) for _ in range(size))


def _pairs(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Candidate and reference: edited copies, and texts that have nothing to do with each other."""
    rng = random.Random(seed)
    sizes = (0, 1, 2, 3, 5, 8, 13, 30)

    def text(words: Sequence[str]) -> str:
        return "".join(word + rng.choice((" ", " ", " ", " ", "\n")) for word in words)

    for _ in range(count):
        reference = rng.choices(_WORDS, k=rng.choice(sizes))
        if rng.random() < 0.4:
            yield text(rng.choices(_WORDS, k=rng.choice(sizes))), text(reference)
            continue
        candidate = list(reference)
        for _ in range(rng.randint(0, 5)):
            kind = rng.random()
            if candidate and kind < 0.3:
                candidate.pop(rng.randrange(len(candidate)))
            elif kind < 0.7:
                candidate.insert(rng.randint(0, len(candidate)), rng.choice(_WORDS))
            elif candidate:
                one, other = rng.randrange(len(candidate)), rng.randrange(len(candidate))
                candidate[one], candidate[other] = candidate[other], candidate[one]
        yield text(candidate), text(reference)


@cache
def _nltk_tokenize() -> Callable[[str], list[str]]:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    tokenize: Callable[[str], list[str]] = NLTKWordTokenizer().tokenize
    return tokenize


@cache
def _rouge_scorer(stemmer: bool) -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=stemmer)


def _compare_tokens(seed: int, count: int) -> None:
    tokenize = _nltk_tokenize()
    different = [text for text in _strings(seed, count) if word_tokens(text) != tokenize(text)]
    assert different == []


def _compare_scores(seed: int, count: int) -> None:
    """METEOR with our tokens and our WordNet in nltk's own function; the corpus reader is compared elsewhere."""
    from nltk.translate.meteor_score import single_meteor_score

    scorer, stemming = _rouge_scorer(False), _rouge_scorer(True)
    for candidate, reference in _pairs(seed, count):
        expected = {"meteor": _nltk_meteor(single_meteor_score, candidate, reference)}
        expected |= {name: score.fmeasure for name, score in scorer.score(reference, candidate).items()}
        stemmed = {f"{name}_stem": score.fmeasure for name, score in stemming.score(reference, candidate).items()}
        assert rouge_lsum_score(candidate, reference, stemmed_tokens) == stemmed.pop("rougeLsum_stem")
        for name, value in (expected | stemmed).items():
            assert BUILT_IN[name].function(candidate, reference) == value, (name, candidate, reference)  # type: ignore[attr-defined]


def _nltk_meteor(single_meteor_score: Any, candidate: str, reference: str) -> float:
    tokenize = _nltk_tokenize()
    return float(single_meteor_score(tokenize(reference), tokenize(candidate), wordnet=wordnet()))


def test_tokens_equal_nltk() -> None:
    _compare_tokens(seed=1, count=4_000)


def test_scores_equal_nltk_and_rouge_score() -> None:
    _compare_scores(seed=1, count=400)


@pytest.mark.slow
def test_tokens_equal_nltk_at_length() -> None:
    _compare_tokens(seed=20, count=200_000)


@pytest.mark.slow
def test_scores_equal_nltk_and_rouge_score_at_length() -> None:
    _compare_scores(seed=20, count=50_000)


# Each of these was wrong in some draft, or would be if a rule were left out.
TOKENIZER_EDGES = [
    '"Yes"',
    "''Yes''",
    "He said 'no'.",
    'It failed. ) "',
    "It failed.\n)",
    "It failed .",
    "x,,",
    "x,, y",
    "x,,\n",
    "x's' y",
    "x's'\ny",
    "gonna'tis'Twas",
    "l'l\u0301",
    "'ll\u0301",
    "a\x1cb.",
    " ",
    "",
    ".",
    " .",
]


@pytest.mark.parametrize("text", TOKENIZER_EDGES)
def test_tokenizer_edges(text: str) -> None:
    assert word_tokens(text) == _nltk_tokenize()(text)
    assert list(meteor_tokens(text)) == _nltk_tokenize()(text)


def test_stems_equal_nltk() -> None:
    from nltk.stem.porter import PorterStemmer

    rng = random.Random(3)
    words = [
        "".join(rng.choices("aeiouyyssltdgnrbwxzAé1*'", k=rng.randint(0, 6))) + "".join(rng.choices(_ENDINGS, k=ending))
        for ending in (0, 1, 2)
        for _ in range(3_000)
    ]
    words += ["skies", "dying", "innings", "flies", "dies", "sayings", "yyyy", "sss", "İs", "u1izationalli", "y*ded"]
    expected = PorterStemmer()
    assert [(word, stem(word)) for word in words] == [(word, expected.stem(word)) for word in words]


def test_nltk_is_the_version_that_the_signature_names() -> None:
    from importlib.metadata import version

    assert version("nltk") == NLTK_VERSION
    assert BUILT_IN["meteor"].signature().startswith(f"meteor|nltk:{NLTK_VERSION}|tok:NLTKWordTokenizer|stem:porter|")


def test_scoring_imports_no_nltk(tmp_path: Path) -> None:
    import subprocess
    import sys

    program = (
        "import sys; from metricstress.metrics_under_test.registry import BUILT_IN; "
        "from metricstress.metrics_under_test.metric import Item; "
        "names = 'bleu', 'rougeL_stem', 'meteor', 'meteor_paper', 'hungarian_meteor'; "
        "[BUILT_IN[name].score([Item('A “dam” fell.', 'A dam failed.')]) for name in names]; "
        "print('nltk' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.strip() == "False"


LSUM_VALUES = [
    # google-research issue 168: only the summary form sees that both sentences are there.
    ("The dam held.\nRain fell on Monday.", "Rain fell on Monday.\nThe dam held.", 1.0),
    ("a b c d", "a b c d", 1.0),
    ("w1 w2 w3\nw1 w4", "w1 w2 w5\nw4 w1", 0.8),
    ("\n\n", "a", 0.0),
    ("", "", 0.0),
]


@pytest.mark.parametrize(("candidate", "reference", "value"), LSUM_VALUES)
def test_rouge_lsum_values(candidate: str, reference: str, value: float) -> None:
    assert rouge_lsum_score(candidate, reference) == pytest.approx(value, abs=1e-12)
    assert (
        rouge_lsum_score(candidate, reference) == _rouge_scorer(False).score(reference, candidate)["rougeLsum"].fmeasure
    )


@pytest.mark.parametrize(
    ("name", "candidate", "reference", "value"),
    [
        ("rouge1", "Плотина рухнула в мае", "Плотина рухнула в мае", 0.0),
        ("rouge1_unicode", "Плотина рухнула в мае", "плотина рухнула в МАЕ", 1.0),
        ("rougeL_unicode", "Плотина рухнула в мае", "Плотина рухнула в мае", 1.0),
        ("rougeL_unicode", "हिन्दी भाषा", "हिन्दी", 2 / 3),  # vowel signs belong to the word
        ("rougeL_unicode", "cafe\u0301", "café", 1.0),
        ("rougeL_unicode", "STRASSE", "straße", 1.0),
        ("rougeL_unicode", "大坝五月倒塌", "大坝五月", 0.8),  # an ideograph is a token
        ("rougeL_unicode", "The dam failed.", "the dam FAILED", 1.0),
        ("rougeL_unicode", "سد ١٢", "سد ١٢", 1.0),
        ("rouge1_stem", "farmers planted trees", "farmer plants tree", 1.0),
        ("rouge2_stem", "farmers planted trees", "farmer plants tree", 1.0),
        ("rougeL_stem", "the universities", "the universe", 1.0),  # a fault: unrelated words, one stem
        ("rougeL_stem", "was", "wa", 0.0),  # words of three letters keep their endings
    ],
)
def test_rouge_variants(name: str, candidate: str, reference: str, value: float) -> None:
    (outcome,) = BUILT_IN[name].score([_item(candidate, reference)])
    assert outcome.values[name] == pytest.approx(value, abs=1e-12)  # type: ignore[union-attr]
    assert ("stem" in name) == ("stemmer:porter" in BUILT_IN[name].signature())


def _item(candidate: str, reference: str) -> Any:
    from metricstress.metrics_under_test.metric import Item

    return Item(candidate, reference)


def test_rouge_n_of_short_texts_is_0() -> None:
    assert rouge_n_score("dam", "dam", 2) == 0.0
    assert rouge_n_score("", "", 1) == 0.0
    assert rouge_tokens("") == ()


def test_meteor_of_blank_texts_is_0() -> None:
    assert meteor_score(" ", "\n") == 0.0
    assert meteor_score("dam", " ") == 0.0
