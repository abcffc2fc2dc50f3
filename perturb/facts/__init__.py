"""Factual errors: small changes that make a text say something false (the seven types of FineSumFact)."""

from .agreement_error import agreement_error
from .antonym import antonym
from .connective_swap import connective_swap
from .date_shift import date_shift
from .entity_swap import entity_swap
from .negation import negation
from .number_change import number_change
from .place_swap import place_swap
from .pronoun_swap import pronoun_swap
from .quantifier_change import quantifier_change
from .truncation import truncation
from .unit_change import unit_change
from .unsupported_sentence import unsupported_sentence

__all__ = [
    "agreement_error",
    "antonym",
    "connective_swap",
    "date_shift",
    "entity_swap",
    "negation",
    "number_change",
    "place_swap",
    "pronoun_swap",
    "quantifier_change",
    "truncation",
    "unit_change",
    "unsupported_sentence",
]
