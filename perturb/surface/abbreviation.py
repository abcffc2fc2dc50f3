"""`abbreviation`: "for example" and "e.g.", "kilometres" and "km", each for the other, from a closed table.

Whichever of the two stands in the text is replaced. Names stay, so only lower-case words (or the first of a
sentence) and titles before a name are looked at. No edit adds or takes the full stop that ends a sentence: a form
with a stop and one without change places only where the sentence goes on.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from metricstress.language.closed_classes import COMPARISONS, FUNCTION_WORDS, MODALS, TEMPORALS, word_set

from ..edits import Edit
from ..number_context import starts_sentence, word_before
from ..perturbation import Group, Perturbation
from .context import CARDINALS, fixed_spans, is_fixed

__all__ = ["abbreviation", "find_abbreviations"]

# Long form=short form, each for the other.
_BOTH = """
    department=dept. | departments=depts. | government=govt. | governments=govts. | et cetera=etc. | information=info
    laboratory=lab | laboratories=labs | examination=exam | examinations=exams | statistics=stats
    specifications=specs | mathematics=maths | advertisement=ad | advertisements=ads | memorandum=memo
"""
# Only from long to short: the short form may stand for something else, or reads oddly if it is written out.
_SHORTENED = """
    maximum=max. | minimum=min. | temperature=temp. | temperatures=temps. | population=pop. | university=univ.
    universities=univs. | association=assoc. | associations=assocs. | administration=admin. | management=mgmt.
    organisation=org. | organization=org. | organisations=orgs. | organizations=orgs. | international=intl.
    national=natl. | manager=mgr. | managers=mgrs. | assistant=asst. | assistants=assts. | equivalent=equiv.
    miscellaneous=misc. | photograph=photo | photographs=photos | telephone=phone | telephones=phones
    influenza=flu | gymnasium=gym | refrigerator=fridge | refrigerators=fridges | limousine=limo | advert=ad
    adverts=ads
"""
# They introduce what follows, so that behind their stop not even a capital begins a sentence.
_INTRODUCING = """
    for example=e.g. | approximately=approx. | including=incl. | excluding=excl. | versus=vs. | namely=viz.
"""
# They stand before a number.
_LABELS = """
    figure=fig. | figures=figs. | volume=vol. | volumes=vols. | chapter=ch. | paragraph=para. | section=sec.
"""
# They stand before a name.
_TITLES = "Doctor=Dr. | Professor=Prof."
# They stand behind a number. The first of several long forms is what the short form becomes, and the other way.
_UNITS = """
    kilometres=km | kilometers=km | kilometres per hour=km/h | kilometers per hour=km/h | miles per hour=mph
    square kilometres=sq km | square kilometers=sq km | square feet=sq ft | centimetres=cm | centimeters=cm
    millimetres=mm | millimeters=mm | feet=ft | kilograms=kg | kilogrammes=kg | milligrams=mg | millilitres=ml
    milliliters=ml | hours=hrs | hours=hr | minutes=mins | minutes=min | seconds=secs | weeks=wks | years=yrs
    kilowatts=kW | megawatts=MW | gigawatts=GW | gigabytes=GB | megabytes=MB | terabytes=TB
"""
_UNITS_OF_ONE = "kilometre=km | kilometer=km | kilogram=kg | centimetre=cm | hour=hr | minute=min | year=yr | week=wk"

_WORD = re.compile(r"(?<![\w.'’\-‐‑/@#&])[A-Za-z]+")
_NO_BORDER = re.compile(r"[\w'’\-‐‑/&@]|\.[\w.]")
_GOES_ON = re.compile(r"[,;:)]| [a-z]")
_GOES_ON_TO_ANYTHING = re.compile(r"[,;:)]| [\w\"“‘(]")
_NUMBER = re.compile(r"[(~<>≥≤+]*\d(?:[\d,.\-–/]*\d)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ONE = frozenset({"1", "one"})
_LABELLED = re.compile(r" \d")
_NAME = re.compile(r" [A-Z][a-z'’.]")
# Before these a measure is no adjective: "5 km of road", but "a 5 km race" is no 5 kilometres race.
_AFTER_MEASURE = (FUNCTION_WORDS | COMPARISONS | TEMPORALS | MODALS) | word_set(
    "long wide high deep tall thick away apart old north south east west inland upstream downstream offshore"
)
_MEASURE_ENDS = re.compile(r"[.,;:!?)]|\s*$")
_NEXT_WORD = re.compile(r" ([a-z]+)\b")
# Behind these "including" is a verb: "by including".
_NO_PREPOSITION = FUNCTION_WORDS | COMPARISONS | TEMPORALS | MODALS
_Fits = Callable[[str, int, int], bool]


class _Form(NamedTuple):
    """One replacement; `fits` says whether it may be made at a place."""

    old: str
    new: str
    fits: _Fits


def find_abbreviations(text: str, rng: random.Random) -> Iterator[Group]:
    """Every long form of `text` that has a short one, and the other way.

    Args:
        text: Any text.
        rng: Not used: each form has one counterpart.
    """
    return _replacements(text)


def _replacements(text: str) -> Iterator[Group]:
    forms = _forms()
    fixed = fixed_spans(text)
    reached = 0
    for match in _WORD.finditer(text):
        start = match.start()
        if start < reached:
            continue
        for form in forms.get(match.group().lower(), ()):
            end = start + len(form.old)
            new = _in_case(form, text, start, end)
            if not new or _NO_BORDER.match(text, end) or is_fixed(fixed, start) or not form.fits(text, start, end):
                continue
            # "an influenza vaccine", "a flu vaccine": the article would have to change too.
            if new[0] == form.old[0] or _previous(text, start).lower() not in ("a", "an"):
                yield (Edit(start, end, text[start:end], new),)
                reached = end
                break


def _in_case(form: _Form, text: str, start: int, end: int) -> str:
    """The replacement with the capital of what stands there; "" if that is no such form."""
    found = text[start:end]
    if found == form.old:
        return form.new
    if found[1:] == form.old[1:] and found[:1] == form.old[:1].upper() and starts_sentence(text, start):
        return form.new[0].upper() + form.new[1:]
    return ""


@cache
def _forms() -> dict[str, tuple[_Form, ...]]:
    """All forms by their first word; of those that begin alike the longest is first."""
    found: dict[str, list[_Form]] = defaultdict(list)

    def add(old: str, new: str, fits: _Fits) -> None:
        same_start = found[re.split(r"[^A-Za-z]", old, maxsplit=1)[0].lower()]
        if all((form.old, form.fits) != (old, fits) for form in same_start):
            same_start.append(_Form(old, new, fits))

    for long, short in _pairs(_BOTH):
        add(long, short, _goes_on if short.endswith(".") else _anywhere)
        add(short, long, _goes_on if short.endswith(".") else _anywhere)
    for long, short in _pairs(_SHORTENED):
        add(long, short, _goes_on if short.endswith(".") else _anywhere)
    for long, short in [*_pairs(_INTRODUCING), ("versus", "vs")]:
        add(long, short, _introduces)
        add(short, long, _introduces)
    add("that is,", "i.e.,", _is_apposed)
    add("i.e.,", "that is,", _is_apposed)
    for long, short in _pairs(_LABELS):
        add(long, short, _stands_before_number)
        add(short, long, _stands_before_number)
    for long, short in [*_pairs(_TITLES), ("Doctor", "Dr"), ("Professor", "Prof")]:
        add(long, short, _stands_before_name)
        add(short, long, _stands_before_name)
    for long, short in _pairs(_UNITS):
        add(long, short, _stands_behind_number)
        add(short, long, _is_measure_of_several)
    for long, short in _pairs(_UNITS_OF_ONE):
        add(long, short, _stands_behind_number)
        add(short, long, _is_measure_of_one)
    # Of forms that begin alike the longest is tried first: "kilometres per hour" before "kilometres".
    return {first: tuple(sorted(forms, key=lambda form: -len(form.old))) for first, forms in found.items()}


def _pairs(table: str) -> Iterator[tuple[str, str]]:
    for row in table.replace("\n", " | ").split("|"):
        long, equals, short = row.strip().partition("=")
        if equals:
            yield long, short


def _anywhere(text: str, start: int, end: int) -> bool:
    return True


def _goes_on(text: str, start: int, end: int) -> bool:
    return _GOES_ON.match(text, end) is not None


def _introduces(text: str, start: int, end: int) -> bool:
    if _GOES_ON_TO_ANYTHING.match(text, end) is None:
        return False
    word = text[start:end].lower()
    return not word.endswith("cluding") or _previous(text, start).lower() not in _NO_PREPOSITION


def _is_apposed(text: str, start: int, end: int) -> bool:
    return text[max(0, start - 2) : start] in (", ", "; ") or text[start - 1 : start] == "("


def _stands_before_number(text: str, start: int, end: int) -> bool:
    return _LABELLED.match(text, end) is not None and not _previous(text, start)[:1].isdigit()


def _stands_before_name(text: str, start: int, end: int) -> bool:
    # Behind a capital "Dr." may be a street, and "Doctor" the end of a name.
    before = _previous(text, start)
    return _NAME.match(text, end) is not None and (not before[:1].isupper() or starts_sentence(text, start))


def _stands_behind_number(text: str, start: int, end: int) -> bool:
    return _is_count(_previous(text, start))


def _is_measure_of_several(text: str, start: int, end: int) -> bool:
    number = _previous(text, start)
    return _is_count(number) and number.lower() not in _ONE and _ends_measure(text, end)


def _is_measure_of_one(text: str, start: int, end: int) -> bool:
    return _previous(text, start).lower() in _ONE and _ends_measure(text, end)


def _previous(text: str, start: int) -> str:
    """The token in front of a form, if nothing but one blank is between them."""
    return word_before(text, start) if text[start - 1 : start] == " " else ""


def _is_count(token: str) -> bool:
    return token.lower() in CARDINALS or (_NUMBER.fullmatch(token) is not None and not _YEAR.fullmatch(token))


def _ends_measure(text: str, end: int) -> bool:
    """Whether no noun follows that the measure would describe ("a 5 km race")."""
    following = _NEXT_WORD.match(text, end)
    return _MEASURE_ENDS.match(text, end) is not None or (
        following is not None and following.group(1) in _AFTER_MEASURE
    )


abbreviation = Perturbation(
    name="abbreviation",
    intent="preserving",
    summary="abbreviations for what is written out and the other way: e.g., approx., km, info",
    find_in_text=find_abbreviations,
)
