"""Surface noise: another look of the same text; values, names and negations stay."""

from .abbreviation import abbreviation
from .casing import case_change
from .date_format import date_format
from .number_format import number_format
from .punctuation import punctuation_drop
from .slips import keyboard_typos, misspelling, ocr
from .unicode_forms import homoglyphs, unicode_variants
from .whitespace import whitespace

__all__ = [
    "abbreviation",
    "case_change",
    "date_format",
    "homoglyphs",
    "keyboard_typos",
    "misspelling",
    "number_format",
    "ocr",
    "punctuation_drop",
    "unicode_variants",
    "whitespace",
]
