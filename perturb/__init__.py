"""Perturbations: text in, changed text and its edits out."""

from .completeness import completeness, completeness_answers
from .contractions import contraction
from .donors import Donor, DonorPool
from .edits import Edit, apply_edits, invert_edits
from .expansions import expansion
from .facts import (
    agreement_error,
    antonym,
    connective_swap,
    date_shift,
    entity_swap,
    negation,
    number_change,
    place_swap,
    pronoun_swap,
    quantifier_change,
    truncation,
    unit_change,
    unsupported_sentence,
)
from .fluency import stopword_drop, typos
from .noise import noise
from .numbers import num2text, text2num
from .order import argument_structure, random_shuffle
from .perturbation import NotApplicable, Perturbation, Perturbed, perturb
from .redundancy import redundancy_sentences, redundancy_words
from .registry import get_perturbation
from .surface import (
    abbreviation,
    case_change,
    date_format,
    homoglyphs,
    keyboard_typos,
    misspelling,
    number_format,
    ocr,
    punctuation_drop,
    unicode_variants,
    whitespace,
)
from .synonyms import synonyms
from .traps import authority_cue, identity, injected_instruction, padding

__all__ = [
    "Donor",
    "DonorPool",
    "Edit",
    "NotApplicable",
    "Perturbation",
    "Perturbed",
    "abbreviation",
    "agreement_error",
    "antonym",
    "apply_edits",
    "argument_structure",
    "authority_cue",
    "case_change",
    "completeness",
    "completeness_answers",
    "connective_swap",
    "contraction",
    "date_format",
    "date_shift",
    "entity_swap",
    "expansion",
    "get_perturbation",
    "homoglyphs",
    "identity",
    "injected_instruction",
    "invert_edits",
    "keyboard_typos",
    "misspelling",
    "negation",
    "noise",
    "num2text",
    "number_change",
    "number_format",
    "ocr",
    "padding",
    "perturb",
    "place_swap",
    "pronoun_swap",
    "punctuation_drop",
    "quantifier_change",
    "random_shuffle",
    "redundancy_sentences",
    "redundancy_words",
    "stopword_drop",
    "synonyms",
    "text2num",
    "truncation",
    "typos",
    "unicode_variants",
    "unit_change",
    "unsupported_sentence",
    "whitespace",
]
