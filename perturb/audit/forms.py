"""Word forms, by the auditor's own rules: do two words belong to one lemma, do two forms differ in agreement only?"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["differ_in_agreement", "same_lemma"]

_IRREGULAR = """
be am is are was were been being 's 're 'm, have has had having 've, do does did done doing, go goes went gone,
say said, make made, take took taken, come came, see saw seen, know knew known, get got gotten, give gave given,
find found, think thought, tell told, become became, leave left, feel felt, bring brought, begin began begun,
keep kept, hold held, write wrote written, stand stood, hear heard, mean meant, meet met, run ran, pay paid, sit sat,
speak spoke spoken, lie lay lain lying, lead led, grow grew grown, lose lost, fall fell fallen, send sent, build built,
understand understood, draw drew drawn, break broke broken, spend spent, rise rose risen, drive drove driven,
buy bought, wear wore worn, choose chose chosen, win won, fight fought, teach taught, catch caught, sell sold,
seek sought, shoot shot, steal stole stolen, strike struck stricken, swear swore sworn, swim swam swum,
throw threw thrown, wake woke woken, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven,
freeze froze frozen, hang hung, hide hid hidden, lend lent, light lit, ride rode ridden, ring rang rung,
shake shook shaken, shine shone, sing sang sung, sink sank sunk, sleep slept, stick stuck, tear tore torn,
arise arose arisen, bear bore borne born, bend bent, bind bound, bite bit bitten, blow blew blown, breed bred,
deal dealt, dig dug, drink drank drunk, eat ate eaten, feed fed, flee fled, fly flew flown, lay laid, learn learnt,
burn burnt, show shown, prove proven, spring sprang sprung, swing swung, weep wept, withdraw withdrew withdrawn,
undergo underwent undergone, undertake undertook undertaken, overcome overcame, foresee foresaw foreseen,
oversee oversaw overseen, overtake overtook overtaken, override overrode overridden, mistake mistook mistaken,
withstand withstood, withhold withheld, outgrow outgrew outgrown, rewrite rewrote rewritten, rebuild rebuilt,
die dying, tie tying, can could, will would 'll 'd, shall should, may might,
man men, woman women, child children, person people, foot feet, tooth teeth, mouse mice, life lives, wife wives,
this these, that those, crisis crises, analysis analyses
"""
_GROUPS = {
    form: frozenset((f"\0{number}",))
    for number, group in enumerate(_IRREGULAR.replace("\n", " ").split(","))
    for form in group.split()
}
_AGREEMENT = tuple(
    frozenset(group.split())
    for group in (
        "am is are 's 're 'm",
        "was were",
        "has have 's 've",
        "do does",
        "this these",
        "that those",
        "a an",
        "man men",
        "woman women",
        "child children",
        "person people",
        "foot feet",
    )
)


@lru_cache(maxsize=8192)
def _bases(word: str) -> frozenset[str]:
    """What a lower-case word may be a form of."""
    found = {word}
    if word.endswith("s") and not word.endswith("ss") and len(word) > 2:
        found.add(word[:-1])
        if word.endswith("ies") and len(word) > 4:
            found.add(f"{word[:-3]}y")
        elif word.endswith("es"):
            found.add(word[:-2])
    for ending in ("ed", "ing"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word[: -len(ending)]
            found |= {stem, f"{stem}e"}
            if ending == "ed" and stem.endswith("i"):
                found.add(f"{stem[:-1]}y")
            if len(stem) > 2 and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found).union(*(_GROUPS.get(base, frozenset()) for base in found))


def same_lemma(one: str, other: str) -> bool:
    """Whether two lower-case words may be forms of one word: close and closed, rise and rose, city and cities."""
    return one == other or not _bases(one).isdisjoint(_bases(other))


def differ_in_agreement(one: str, other: str) -> bool:
    """Whether two lower-case words differ as singular and plural do: is and are, run and runs, this and these."""
    if one == other:
        return False
    if any(one in group and other in group for group in _AGREEMENT):
        return True
    short, long = sorted((one, other), key=len)
    if long == f"{short}s" or (long == f"{short}es" and short.endswith(("s", "x", "z", "ch", "sh", "o"))):
        return len(short) > 1
    return short[-1:] == "y" and long == f"{short[:-1]}ies"
