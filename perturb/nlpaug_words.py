"""nlpaug, one bare word at a time.

At the level of texts nlpaug moves spaces, loses positions and splits graphemes, and its random choices
come from the two global random sources. Given one word of plain letters it is sound, so only that is
asked of it, with both global sources seeded from ours and put back afterwards.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

__all__ = ["augment_words"]

_ATTEMPTS = 6  # Of nlpaug's results for a word, some are no change or real words; after this many we give the word up.

# The global random sources are borrowed by one thread at a time, else each would put back the other's state.
_BORROWING = Lock()


def augment_words(
    words: Sequence[str], kind: str, rng: random.Random, accept: Callable[[str, str], bool]
) -> list[str | None]:
    """What nlpaug makes of each word, or None where nothing acceptable comes out.

    Args:
        words: Bare words, each of one run of letters.
        kind: `keyboard`, `ocr` or `misspelling`.
        rng: The source of the choices; the global sources are left as they are found.
        accept: Called with the new string and the word.

    Raises:
        ImportError: if nlpaug is not installed.
    """
    with _BORROWING, _borrowed_random_sources() as seed:
        augmenter = _augmenter(kind)
        made: list[str | None] = []
        for word in words:
            seed(rng.getrandbits(32))
            made.append(_first_accepted(augmenter, word, accept))
        return made


def _first_accepted(augmenter: Any, word: str, accept: Callable[[str, str], bool]) -> str | None:
    for _ in range(_ATTEMPTS):
        results = augmenter.augment(word)
        if not results or results[0] == word:
            # `keyboard` and `ocr` answer with the word itself if no letter of it can change, `misspelling`
            # if it is not in the dictionary: asking again is of no use.
            return None
        if accept(results[0], word):
            return str(results[0])
    return None


@contextmanager
def _borrowed_random_sources() -> Iterator[Callable[[int], None]]:
    """Gives a function that seeds `random` and `numpy.random`; puts the states of both back in the end."""
    import numpy

    def seed(value: int) -> None:
        random.seed(value)
        numpy.random.seed(value)

    python_state, numpy_state = random.getstate(), numpy.random.get_state()
    try:
        yield seed
    finally:
        random.setstate(python_state)
        numpy.random.set_state(numpy_state)


@cache
def _augmenter(kind: str) -> Any:
    # Imported by name, and not at the top: nlpaug takes seconds, warns, and has no type information.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            char = import_module("nlpaug.augmenter.char")
            word = import_module("nlpaug.augmenter.word")
            word_dict = import_module("nlpaug.model.word_dict")
        except ImportError as error:
            raise ImportError(f"typos of kind {kind!r} need nlpaug ({error}); pip install nlpaug") from error

    if kind == "keyboard":
        return char.KeyboardAug(
            include_special_char=False, include_numeric=False, include_upper_case=False, aug_char_max=1
        )
    if kind == "ocr":
        # Only pairs of letters: "l" read as "1" would bring a digit into the text, which is another number.
        table = {
            letter: [other for other in others if other.isalpha() and other.islower()]
            for letter, others in char.OcrAug().model.model.items()
            if letter.isalpha() and letter.islower()
        }
        return char.OcrAug(dict_of_path=table, aug_char_min=1, aug_char_max=1)

    def own_dictionary(self: Any, force_reload: bool) -> Any:
        # nlpaug shares one dictionary, with the settings of whoever came first, so ours is read apart.
        model = word_dict.Spelling(self.dict_path, include_reverse=False)
        for misspellings in model.dict.values():
            misspellings.sort()  # nlpaug takes them from a set, in the order of PYTHONHASHSEED.
        return model

    own_spelling = type("OwnSpellingAug", (word.SpellingAug,), {"get_model": own_dictionary})
    return own_spelling(include_reverse=False)
