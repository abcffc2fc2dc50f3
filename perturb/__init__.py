"""Perturbations: text in, changed text and its edits out."""

from .completeness import completeness, completeness_answers
from .contractions import contraction
from .edits import Edit, apply_edits, invert_edits
from .expansions import expansion
from .fluency import stopword_drop, typos
from .noise import Donor, DonorPool, noise
from .numbers import num2text, text2num
from .order import argument_structure, random_shuffle
from .perturbation import NotApplicable, Perturbation, Perturbed, perturb
from .redundancy import redundancy_sentences, redundancy_words
from .registry import get_perturbation
from .synonyms import synonyms

__all__ = [
    "Donor",
    "DonorPool",
    "Edit",
    "NotApplicable",
    "Perturbation",
    "Perturbed",
    "apply_edits",
    "argument_structure",
    "completeness",
    "completeness_answers",
    "contraction",
    "expansion",
    "get_perturbation",
    "invert_edits",
    "noise",
    "num2text",
    "perturb",
    "random_shuffle",
    "redundancy_sentences",
    "redundancy_words",
    "stopword_drop",
    "synonyms",
    "text2num",
    "typos",
]
