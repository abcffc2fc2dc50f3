"""Inflection: the plural of a noun and the principal parts of a verb, from its base form.

Irregular forms come from WordNet's exception lists, read backwards. Those say which forms belong to a word
but not which of them is the past and which the participle; English tells them apart by their shape
("chosen", "begun"), and the verbs that do not change at all stand in a short list here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from .wordnet import WordNet, wordnet

__all__ = ["BASE", "ING", "PARTICIPLE", "PAST", "PLURAL", "S_FORM", "inflect"]

BASE, PLURAL = "base", "plural"
S_FORM, PAST, PARTICIPLE, ING = "s", "past", "participle", "ing"

_UNCHANGED = frozenset(
    """
    bet burst cast cost cut forecast hit hurt let put quit read rid set shed shut slit split spread thrust upset
    """.split()
)
# Where the shape or the order of WordNet's list misleads.
_PAST_FORMS = {
    "beat": ("beat", "beaten"),
    "become": ("became", "become"),
    "come": ("came", "come"),
    "forbid": ("forbade", "forbidden"),
    "overcome": ("overcame", "overcome"),
    "run": ("ran", "run"),
    "win": ("won", "won"),
    "work": ("worked", "worked"),
}
_PLURALS = {
    **{word: word for word in "aircraft deer fish means offspring series sheep species".split()},
    "bus": "buses",
    "gas": "gases",
    "index": "indexes",
}
_NO_MAN = frozenset("caiman german human ottoman roman shaman talisman".split())
_PLURAL_IN_OES = frozenset("echo embargo hero mosquito negro potato tomato torpedo veto volcano".split())
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_ONE_SYLLABLE_CVC = re.compile(r"(?:qu|[^aeiou])*[aeiou][^aeiouwxy]$")
# "-ed" and "-ing" after these stay as they are: see, agree, dye, hoe.
_KEEPS_E = re.compile(r"(?:ee|oe|ye)$")


@lru_cache(maxsize=4096)
def inflect(lemma: str, pos: str) -> Mapping[str, str]:
    """The forms of a single lower-case word.

    Args:
        lemma: A base form as WordNet lists it.
        pos: "n" (base, plural), "v" (base, s, past, participle, ing), or "a" or "r", which have the base
            alone: comparatives compare, so they are another word here.

    Returns:
        The form of each kind. British doublets ("travelled") follow the first entry of WordNet's lists.

    Raises:
        WordNetMissing: if there is no WordNet.
    """
    if pos == "n":
        return {BASE: lemma, PLURAL: _plural(lemma)}
    if pos == "v":
        return _verb(lemma)
    return {BASE: lemma}


def _plural(lemma: str) -> str:
    if lemma in _PLURALS:
        return _PLURALS[lemma]
    irregular = _irregular("n").get(lemma)
    if irregular:
        return irregular[0]
    if lemma.endswith("man") and lemma not in _NO_MAN:  # WordNet's lists leave these out.
        return lemma[:-2] + "en"
    return _add_s(lemma)


def _verb(lemma: str) -> dict[str, str]:
    listed = _irregular("v").get(lemma, ())
    ings = [form for form in listed if form.endswith("ing") and len(form) > len(lemma)]
    finite = [form for form in listed if form not in ings and not form.endswith("s")]
    stem = lemma + lemma[-1] if _doubles(lemma, listed) else lemma
    if lemma in _UNCHANGED:
        past = participle = lemma
    else:
        past, participle = _PAST_FORMS.get(lemma) or _past(stem, finite)
    return {
        BASE: lemma,
        S_FORM: _add_s(lemma),
        PAST: past,
        PARTICIPLE: participle,
        ING: ings[0] if ings else _add_ing(stem),
    }


def _past(stem: str, finite: list[str]) -> tuple[str, str]:
    """The past and the participle, given the irregular forms of both kinds together."""
    regular = _add_ed(stem)
    doublets = [form for form in finite if form.endswith("ed")]
    finite = [form for form in finite if form not in doublets]
    if not finite:
        return (doublets[0], doublets[0]) if doublets else (regular, regular)
    participles = [form for form in finite if re.search(r"(?:n|ne)$", form) and not form.endswith("an")]
    participles += [form for form in finite if "u" in form and form.replace("u", "a") in finite]
    pasts = [form for form in finite if form not in participles]
    if not pasts:  # "shown" beside "showed"
        return regular, participles[0]
    # "got" and "gotten": the shorter one is a participle everywhere.
    return pasts[0], participles[0] if participles and participles[0] != "gotten" else pasts[0]


def _doubles(lemma: str, listed: tuple[str, ...]) -> bool:
    doubled = lemma + lemma[-1:]
    return any(form.startswith(doubled) for form in listed) or bool(_ONE_SYLLABLE_CVC.fullmatch(lemma))


def _add_s(lemma: str) -> str:
    if _SIBILANT.search(lemma) or lemma in _PLURAL_IN_OES or lemma in ("go", "do"):
        return lemma + "es"
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ies"
    return lemma + "s"


def _add_ed(stem: str) -> str:
    if stem.endswith("e"):
        return stem + "d"
    if re.search(r"[^aeiou]y$", stem):
        return stem[:-1] + "ied"
    return stem + "ed"


def _add_ing(stem: str) -> str:
    if stem.endswith("ie"):
        return stem[:-2] + "ying"
    if stem.endswith("e") and not _KEEPS_E.search(stem) and len(stem) > 2:
        return stem[:-1] + "ing"
    return stem + "ing"


def _irregular(pos: str) -> Mapping[str, tuple[str, ...]]:
    return _read_irregular(wordnet(), pos)


@cache
def _read_irregular(source: WordNet, pos: str) -> Mapping[str, tuple[str, ...]]:
    """Base form to irregular forms, in the order of WordNet's list."""
    forms: dict[str, list[str]] = {}
    for form, bases in source.exceptions(pos).items():
        for base in bases:
            if form != base and "_" not in form:
                forms.setdefault(base, []).append(form)
    return {base: tuple(found) for base, found in forms.items()}
