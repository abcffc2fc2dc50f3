"""The tokens of NLTK's `NLTKWordTokenizer`, without NLTK and remembered a white-space chunk at a time.

The tokenizer is the Penn Treebank one (Robert MacIntyre's rules) with NLTK's additions for Unicode quotes, dashes and
the final period. Its rules look past a blank at four places only: a quote at the very start of the text, a quote after
a blank, an apostrophe before a blank, and the period that ends the text. Therefore a chunk between two blanks always
has the same tokens, and only the first chunk and those at the end need their surroundings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from typing import Any

__all__ = ["lower_word_tokens", "word_tokens"]

# In the order in which they apply: a rule may rest on the blanks that one before it has set. BLANK is a white-space
# character, for which the two engines need different patterns.
_RULES = (
    (r"[«“‘„]|`+", r" \g<0> "),
    (r'\A"', "``"),
    (r"``", r" `` "),
    (r"""(?<=[ (\[{<])(?:"|'')""", r" `` "),
    (r"(?i)(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", r"' "),
    (r"""(?<=[^.])\.([\])}>"'»”’ ]*+)BLANK*\Z""", r" . \1 "),
    (r"([:,])(\D)", r" \1 \2"),
    (r"[:,](?=\n?\Z)", r" \g<0> "),
    (r"\.\.+|[;@#$%&?!\u2012-\u2015]", r" \g<0> "),
    (r"(?<!')' ", r" ' "),
    (r"[*\[\](){}<>»”’]|--", r" \g<0> "),
    (r"""''|["]""", r" '' "),
)
# These want single blanks, and one at either end.
_CLITIC_RULES = (
    (r"(?<=[^' ])('[sSmMdD]?) ", r" \1 "),
    (r"(?<=[^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r" \1 "),
)
# Words that are two, which NLTK looks for with the standard library's `re` alone.
_FUSED = re.compile(
    r"(?i)\b(?:(can)(not)|(gim|lem)(me)|(gon)(na)|(got)(ta)|(d)('ye)|(more)('n))\b|\b(wan)(na)(?=\s)",
)
# Most chunks are a word, a number or an abbreviation, perhaps with a sign behind; no rule acts within the word.
_PLAIN = re.compile(r"([A-Za-z0-9]+(?:(?:[./-]|,(?=[0-9]))[A-Za-z0-9]+)*\.?)([,:;?!)]?)").fullmatch
_HAS_FUSED = re.compile(r"cannot|gimme|lemme|gonna|gotta|wanna").search
_TIS, _TWAS = re.compile(r"(?i) ('t)(is)\b"), re.compile(r"(?i) ('t)(was)\b")

_ONLY_CLOSERS = re.compile(r"""[\s\])}>"'»”’]*+""").fullmatch


class _Chunks(dict[str, tuple[str, ...]]):
    """The tokens of chunks inside a text, made when first asked for; half the time of `lru_cache`."""

    def __init__(self, lower: bool) -> None:
        super().__init__()
        self.cased: Callable[[Iterable[str]], tuple[str, ...]] = _lower if lower else tuple

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        if len(self) >= _MOST_CHUNKS:
            self.clear()
        tokens = self.cased(_inside(chunk))
        self[chunk] = tokens
        return tokens

    def cache_clear(self) -> None:
        """Forget them, as `lru_cache` would."""
        self.clear()


def _lower(tokens: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(str.lower, tokens))


_MOST_CHUNKS = 1 << 15
_CHUNKS, _LOWER_CHUNKS = _Chunks(lower=False), _Chunks(lower=True)


def word_tokens(text: str) -> list[str]:
    """What `NLTKWordTokenizer().tokenize(text)` gives."""
    return _tokens(text, _CHUNKS)


def lower_word_tokens(text: str) -> list[str]:
    """The same in lower case, word for word: a text in lower case may have other tokens."""
    return _tokens(text, _LOWER_CHUNKS)


def _tokens(text: str, inside: _Chunks) -> list[str]:
    chunks, cased = text.split(" "), inside.cased
    # The period that ends the text may be followed by closing brackets and quotes, also with blanks between.
    last = len(chunks) - 1
    while last > 0 and _ONLY_CLOSERS(chunks[last]):
        last -= 1
    if not last:
        return list(cased(_alone(text)))
    first = chunks[0]
    start = cased(_at_start(first)) if first[:1] in ("'", '"') else inside[first]
    middle = chain.from_iterable(map(inside.__getitem__, chunks[1:last]))
    return [*start, *middle, *cased(_at_end(" ".join(chunks[last:])))]


def _inside(chunk: str) -> tuple[str, ...]:
    """The tokens of a chunk between two blanks."""
    # Line ends are the white space that no rule looks at, but for a sign beside them that is no plain chunk's.
    parts = [_plain(line) for line in chunk.split("\n")]
    if None not in parts:
        return tuple(token for part in parts if part for token in part)
    return tuple(_by_rules(f"a {chunk} a")[1:-1])


def _plain(chunk: str) -> tuple[str, ...] | None:
    """The tokens of a chunk inside the text if they can be told without the rules."""
    found = _PLAIN(chunk)
    if not found:
        return None if chunk else ()
    lower = chunk.lower()
    if ("nn" in lower or "mm" in lower or "tt" in lower) and _HAS_FUSED(lower):
        return None
    word, sign = found.groups()
    return (word, sign) if sign else (word,)


@lru_cache(maxsize=1 << 12)
def _at_start(chunk: str) -> tuple[str, ...]:
    return tuple(_by_rules(f"{chunk} a")[:-1])


@lru_cache(maxsize=1 << 12)
def _at_end(chunk: str) -> tuple[str, ...]:
    plain = _plain(chunk)
    if plain and not plain[0].endswith("."):
        return plain
    if plain and len(plain) == 1:
        return chunk[:-1], "."
    return tuple(_by_rules(f"a {chunk}")[1:])


@lru_cache(maxsize=1 << 12)
def _alone(text: str) -> tuple[str, ...]:
    """The tokens of a text that has one chunk before the closing signs."""
    return tuple(_by_rules(text))


def _by_rules(text: str) -> list[str]:
    rules, blanks, clitic_rules = _compiled(text.isascii())
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    text = blanks.sub(" ", f" {text} ")
    for pattern, replacement in clitic_rules:
        text = pattern.sub(replacement, text)
    text = _FUSED.sub(_taken_apart, text)
    text = _TIS.sub(r" \1 \2 ", text)
    return _TWAS.sub(r" \1 \2 ", text).split()


@cache
def _compiled(ascii_only: bool) -> tuple[Any, Any, Any]:
    """The rules, the pattern for white space, and the rules for clitics.

    NLTK's engine is the package `regex`, for which a combining accent belongs to a word. For ASCII there is no
    difference except that four control characters are white space for `re`; its import is saved there.
    """
    engine: Any = re
    blank = r"[ \t-\r]"
    if not ascii_only:
        engine, blank = import_module("regex"), r"\s"

    def compiled(rules: tuple[tuple[str, str], ...]) -> list[tuple[Any, str]]:
        return [(engine.compile(pattern.replace("BLANK", blank)), replacement) for pattern, replacement in rules]

    return compiled(_RULES), engine.compile(f"{blank}+"), compiled(_CLITIC_RULES)


def _taken_apart(match: re.Match[str]) -> str:
    return f" {' '.join(part for part in match.groups() if part)} "
