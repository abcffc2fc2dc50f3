"""The perturbations by name: the built-in ones, and those that installed packages register."""

from __future__ import annotations

from metricstress.language.plugins import load_plugin, plugins
from metricstress.language.suggest import did_you_mean

from . import facts, surface, traps
from .completeness import completeness, completeness_answers
from .contractions import contraction
from .expansions import expansion
from .fluency import stopword_drop, typos
from .noise import noise
from .numbers import num2text, text2num
from .order import argument_structure, random_shuffle
from .perturbation import Perturbation
from .redundancy import redundancy_sentences, redundancy_words
from .synonyms import synonyms

__all__ = ["BUILT_IN", "GROUP", "UnknownPerturbation", "get_perturbation"]

GROUP = "metricstress.perturbations"

# The rows of Table 5 of the Ev²R paper, in its order.
_TABLE_5 = (
    completeness,
    completeness_answers,
    random_shuffle,
    contraction,
    expansion,
    num2text,
    text2num,
    synonyms,
    redundancy_sentences,
    redundancy_words,
    typos,
    stopword_drop,
    noise,
    argument_structure,
)
_FACTS = (
    facts.truncation,
    facts.entity_swap,
    facts.place_swap,
    facts.number_change,
    facts.date_shift,
    facts.unit_change,
    facts.quantifier_change,
    facts.negation,
    facts.antonym,
    facts.connective_swap,
    facts.pronoun_swap,
    facts.agreement_error,
    facts.unsupported_sentence,
)
_SURFACE = (
    surface.keyboard_typos,
    surface.ocr,
    surface.misspelling,
    surface.case_change,
    surface.punctuation_drop,
    surface.whitespace,
    surface.unicode_variants,
    surface.homoglyphs,
    surface.number_format,
    surface.date_format,
    surface.abbreviation,
)
_TRAPS = (traps.identity, traps.padding, traps.injected_instruction, traps.authority_cue)

BUILT_IN: dict[str, Perturbation] = {item.name: item for item in (*_TABLE_5, *_FACTS, *_SURFACE, *_TRAPS)}
"""All built-in perturbations: Table 5, factual errors, surface noise, traps for judges."""


class UnknownPerturbation(ValueError):
    """A name or severity that means no perturbation; the message says what would."""


def get_perturbation(spec: str) -> Perturbation:
    """The perturbation that `NAME[:KIND][@SEVERITY]` means, such as `typos:keyboard@0.1`.

    Raises:
        UnknownPerturbation: if the name is not known or the severity is no number from 0 to 1.
    """
    name, at, level = spec.partition("@")
    name, colon, kind = name.partition(":")
    perturbation = BUILT_IN.get(name) or _plugin(name)
    if colon:
        if not perturbation.kinds:
            raise UnknownPerturbation(f"perturbation {name!r} has no kinds, but {spec!r} asks for {kind!r}")
        try:
            perturbation = perturbation(kind=kind)
        except ValueError as error:
            raise UnknownPerturbation(str(error)) from None
    if not at:
        return perturbation
    try:
        return perturbation(float(level))
    except ValueError:
        raise UnknownPerturbation(
            f"severity of {name!r} is a number from 0 to 1, but {spec!r} has {level!r}; for example {name}@0.2"
        ) from None


def _plugin(name: str) -> Perturbation:
    if name not in plugins(GROUP):
        raise UnknownPerturbation(f"unknown perturbation {name!r}{did_you_mean(name, [*BUILT_IN, *plugins(GROUP)])}")
    loaded = load_plugin(GROUP, name)
    if not isinstance(loaded, Perturbation):
        raise UnknownPerturbation(f"plugin {name!r} should give a Perturbation, but gives a {type(loaded).__name__}")
    return loaded
