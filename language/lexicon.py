"""Whether a string is an English word: asked so that a spelling error never turns into another word.

The words come from pyspellchecker's bundled English list (about 160,000 lower-case forms, no download).
It spells the American way and lacks recent coinages, so `is_word` also accepts British spellings, regular
inflections of what is listed, and a short list of what is missing. It errs to the generous side: a string
that is wrongly taken for a word costs one candidate typo, a word that is wrongly taken for a typo changes
what a sentence says.
"""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from functools import cache, lru_cache
from pkgutil import get_data

__all__ = ["is_listed", "is_word"]

# What a British spelling has, and what the American list has in its place.
_BRITISH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), american)
    for pattern, american in (
        (r"our", "or"),  # colour, favourite
        (r"re(?=s?$)", "er"),  # centre, litres
        (r"(?<=[bt])re(?=d$)", "ere"),  # centred
        (r"(?<=[bt])r(?=ing$)", "er"),  # centring
        (r"is(?=e|ing|ation|able)", "iz"),  # organise, realisation
        (r"ys(?=e|ing)", "yz"),  # analyse
        (r"ll", "l"),  # travelled, counsellor
        (r"(?<!l)l(?=(?:ment|ments|s)?$|ful)", "ll"),  # enrol, fulfilment, skilful
        (r"([dptm])\1(?=ed$|ing$|er$)", r"\1"),  # worshipped
        (r"ss(?=ed$|ing$|es$)", "s"),  # focussed
        (r"[ao]e", "e"),  # anaemia, foetus
        (r"ogue(?=s?$)", "og"),  # catalogue
        (r"ce(?=s?$)", "se"),  # defence, licence
        (r"mme(?=s?$)", "m"),  # programme
        (r"dge(?=ment)", "dg"),  # judgement
        (r"ough(?=s?$)", "ow"),  # plough
        (r"gre(?=y)", "gra"),  # grey
        (r"que(?=s?$)", "ck"),  # cheque
    )
)
# One search tells whether any of them can apply; most strings stop here.
_ANY_BRITISH = re.compile("|".join(pattern.pattern for pattern, _ in _BRITISH))

# Regular endings: what to cut off, and what may have to be put back to reach the listed form.
_ENDINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("s", ("",)),
    ("es", ("",)),
    ("ies", ("y",)),
    ("ed", ("", "e")),
    ("ied", ("y",)),
    ("ing", ("", "e")),
    ("ings", ("", "e")),
    ("er", ("", "e")),
    ("ers", ("", "e")),
    ("ly", ("",)),
    ("ness", ("",)),
)
_ANY_ENDING = tuple(ending for ending, _ in _ENDINGS)
_SHORTEST_STEM = 4  # Short stems would take too many chance strings for inflections.

# Words in common use that the list leaves out: coinages, clippings, slang, irregular British forms.
_UNLISTED = """
    admin aeroplane aint aluminium antivax app apps arent arse bein bitcoin cafe cafes carb carbs cert cliche
    cliched comp connexion cont crypto cyber cybersecurity dataset datasets deepfake deepfakes doin draught dreamt
    ecig emoji emojis esports factcheck fiance fiancee fintech gaol garde gifs hashtag hashtags havent hist homme
    intro isnt kerb kerbs livestream lockdown lockdowns logout manoeuvre mech mens metadata meth mins paywall perp
    pharma proto pyjamas repost reposted reposts retweet retweeted retweets roadmap saute sceptic sceptical
    sceptics screenshot screenshots selfie selfies serie sim smartphone smartphones soiree stat strat tazer
    telehealth thats ther theres theyre timestamp unvaccinated upvote upvoted vaping vax vaxxed vlog werent weve
    wifi youre
"""


def is_listed(string: str) -> bool:
    """Whether the word list itself has `string`, whatever its case."""
    return string.lower().replace("’", "'") in _listed()


@lru_cache(maxsize=65536)
def is_word(string: str) -> bool:
    """Whether `string` is, or might well be, an English word (any case, British or American)."""
    word = string.lower().replace("’", "'")
    listed = _listed()
    if word in listed or (not word.isascii() and _without_accents(word) in listed):
        return True
    return any(
        form in listed or any(american in listed for american in _american(form)) for form in (word, *_stems(word))
    )


def _stems(word: str) -> list[str]:
    """What `word` might be a regular inflection of."""
    if not word.endswith(_ANY_ENDING):
        return []
    return [
        word[: -len(ending)] + added
        for ending, additions in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM
        for added in additions
    ]


def _american(word: str) -> list[str]:
    """The American spellings of what might be a British one, one difference at a time."""
    if not _ANY_BRITISH.search(word):
        return []
    return [respelled for pattern, new in _BRITISH if (respelled := pattern.sub(new, word)) != word]


@cache
def _listed() -> frozenset[str]:
    """The list with its accented words in plain letters too; read once, at the first question (about 0.1 s)."""
    # The data of `SpellChecker(language="en")` without what that builds for correcting, which takes as long again.
    packed = get_data("spellchecker", "resources/en.json.gz")
    if packed is None:
        raise ImportError("pyspellchecker holds no word list resources/en.json.gz; install pyspellchecker>=0.8.1")
    listed = frozenset(map(str.lower, json.loads(gzip.decompress(packed))))
    return listed | set(_UNLISTED.split()) | {_without_accents(word) for word in listed if not word.isascii()}


def _without_accents(word: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
