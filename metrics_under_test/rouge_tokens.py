"""How ROUGE cuts a text into words: as rouge_score does, without and with its stemmer, and for any script."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from .porter import stem

__all__ = ["rouge_tokens", "stemmed_tokens", "unicode_tokens"]

_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789")
_OTHERS_BLANK = bytes(code if code in _WORD_BYTES else 0x20 for code in range(256))


@lru_cache(maxsize=256)
def rouge_tokens(text: str) -> tuple[str, ...]:
    """Lower-cased runs of a-z and 0-9, the tokens of rouge_score without stemmer.

    Known fault: nothing outside ASCII is a token, so Cyrillic text scores 0 against itself.
    """
    # "replace" gives "?" for what is not ASCII. A table of bytes takes a third of the time of a regular expression.
    return tuple(text.lower().encode("ascii", "replace").translate(_OTHERS_BLANK).decode("ascii").split())


@lru_cache(maxsize=256)
def stemmed_tokens(text: str) -> tuple[str, ...]:
    """The same tokens, those of more than three letters stemmed: rouge_score's `use_stemmer=True`.

    Known faults: that of `rouge_tokens`; and unrelated words may share a stem ("university", "universe").
    """
    return tuple(stem(token) if len(token) > 3 else token for token in rouge_tokens(text))


@lru_cache(maxsize=256)
def unicode_tokens(text: str) -> tuple[str, ...]:
    """Runs of letters, digits and their marks of any script, after NFKC and case folding.

    Each ideograph or kana is a token of its own, since these scripts have no blanks between words. For ASCII text
    the tokens are those of `rouge_tokens`.

    Known fault: Thai, Lao, Khmer and Burmese have no blanks either, but a run of them stays one token.
    """
    if text.isascii():
        return rouge_tokens(text)
    return tuple(unicodedata.normalize("NFKC", text).casefold().translate(_CHARACTERS).split())


class _Characters(dict[int, str]):
    """What a character becomes, found out when it is first seen."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if _is_unspaced(code):
            found = f" {character} "
        else:
            found = character if character.isalnum() or unicodedata.category(character)[0] == "M" else " "
        self[code] = found
        return found


_CHARACTERS = _Characters()
_UNSPACED = ((0x3041, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))


def _is_unspaced(code: int) -> bool:
    """Whether it is an ideograph, hiragana or katakana."""
    return (
        0x3041 <= code <= 0x30FF or 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x3FFFF
    )
