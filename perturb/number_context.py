"""What stands around a number, and what that makes of it: a label, a name, a year, a sentence start.

The same digits are a quantity in "5 people" and a part of a name in "Article 5". Only quantities,
years and ordinals change their form; every doubt here is decided for leaving the number alone.
"""

from __future__ import annotations

import re

from metricstress.language.closed_classes import COMPARISONS, FUNCTION_WORDS, MODALS, QUANTIFIERS, TEMPORALS
from metricstress.language.numerals import CARDINAL_WORDS, ORDINAL_WORDS, SCALES

__all__ = [
    "COMPOUND",
    "FOLLOWERS",
    "MONTHS",
    "fuses",
    "in_title",
    "is_event",
    "is_label",
    "names_what_follows",
    "right_is_name",
    "starts_sentence",
    "word_before",
    "word_set",
    "words_after",
    "words_before",
    "year_may_end",
    "year_may_start",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a blank-separated list."""
    return frozenset(text.split())


MONTHS = word_set(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec"""
)

# Nouns that make the number behind them a name: "page 12", "type 2", "covid 19".
_LABELS = word_set(
    """
    section sections sec page pages p pp article articles art chapter chapters ch figure figures fig figs table tables
    number numbers no nos version versions phase phases band bands type types grade grades level levels step steps
    stage stages line lines room rooms route routes highway motorway road flight channel volume volumes vol issue
    part parts item items point points clause clauses paragraph paragraphs para question questions answer answers rule
    rules act title schedule appendix annex exhibit case cases day week year lot unit gate platform track ward
    district zone tier category class division group area block building floor episode season series round game match
    set heat lane seat size model mark psalm verse hymn sonnet opus symphony proposition amendment resolution bill
    order code zip pin ext extension box bus tram apartment apt suite house avenue covid cov plus war square form
    catch apollo windows formula boeing airbus android ios python error lesson act scene note notes footnote
    reference ref equation theorem example option plan scenario test trial experiment cluster region sector
    precinct county battalion squadron brigade regiment station exit junction pier dock bay slot port node
    call called calling dial dialled dialed dialing text press channel protocol directive regulation convention
    subsection subsections subchapter enzyme protein receptor gene factor interleukin strain key
    polysorbate vitamin omega element isotope agent area list column row
    """
)

_SAFE_BEFORE = (
    FUNCTION_WORDS
    | QUANTIFIERS
    | COMPARISONS
    | TEMPORALS
    | MODALS
    | word_set(
        "to by not last first next total least age aged nearly over some these those and but or nor yet so only i"
    )
)
# Words that may open a sentence before a number without being a name; "no" is not one: "No 10".

FOLLOWERS = (
    FUNCTION_WORDS
    | (MODALS - {"need", "dare"})
    | TEMPORALS
    | COMPARISONS
    | word_set("each more ago annually daily weekly monthly yearly yesterday today respectively and or but")
)
"""Words that can follow a complete phrase: behind them a money span is no adjective ("a $5 bill")."""

_YEAR_FOLLOWERS = (FOLLOWERS | {"aged", "alone", "onwards", "onward"}) - {"of"}

_ACRONYMS = word_set("US U.S. UK U.K. EU UN NATO HIV GOP MPs AIDS")
_DEMONYM = re.compile(r"[A-Z][a-z]{2,}(?:ian|ians|ean|eans|ese|ish|ican|icans)\b")
_SCRIPTURE = word_set("Corinthians Galatians Ephesians Philippians Colossians Thessalonians")
_COVID = re.compile(r"covid|coronavirus", re.I)

COMPOUND = re.compile(
    r"-(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|decades?|century|nights?|page|pages|paragraph|word|letter"
    r"|mile|foot|feet|inch|metre|meter|kilometre|kilometer|yard|acre|hectare|gallon|litre|liter|pint|ounce|pound"
    r"|kilo|kilogram|kilogramme|gram|ton|tonne|degree|watt|volt|dose|shot|jab|tablet|pill|man|woman|member|person"
    r"|people|child|strong|storey|story|bed|bedroom|room|seat|seater|point|part|piece|stage|step|phase|volume|game"
    r"|match|set|goal|run|wicket|over|lap|round|car|door|wheel|wheeler|lane|dollar|euro|cent|pence|penny|rupee"
    r"|percent|judge|justice|party|nation|country|state|county|city|team|vehicle|truck|ship|seed|course|star|time"
    r"|term|fold|figure|digit|hole|string|cylinder|engine|legged|sided|dimensional|odd)"
    r"(?:-(?:olds?|long|high|wide|deep|tall|thick|day|week|month|year|term))?(?![\w-]|['’]\w)"
)
"""What may follow a number after a hyphen: "6-year", "93-minute", "5-year-old"."""

_EVENT_HEADS = word_set(
    """
    election presidential presidency census constitution olympics olympic midterm midterms referendum coup budget
    season campaign race primary primaries inauguration report study survey edition unrest riots riot crisis recession
    pandemic earthquake hurricane uprising revolution film movie novel album treaty agreement accord summit
    paralympics vote world general financial fiscal academic tax legislative parliamentary gubernatorial
    """
)
_EVENT_PLURALS = word_set("elections polls protests games")
_EVENT_MODIFIERS = word_set("us u.s. uk u.k. economic national federal state local annual tokyo summer winter thai")
_YEAR_SIGNS = word_set("in since until till during before after circa early late born year")
_WEAK_YEAR_SIGNS = word_set("by from between through mid")
_PERIOD_NOUNS = word_set(
    """
    summer spring autumn winter fall end beginning start middle half quarter year years month election elections
    class act crisis recession pandemic january february march april may june july august september october november
    december as events constitution coup season census early late
    """
)
# Behind these, "by", "from" and "to" are about amounts: "rose by 1500".
_CHANGE = word_set(
    """
    rose risen rise rises rising fell fallen fall falls falling increased increase increases grew grown grow growth up
    down dropped drop drops declined decline jumped jump went cut reduced reduction raised soared climbed surged
    swelled doubled expanded shrank slipped dipped won lost beat led trailed outnumbered exceeded divided multiplied
    """
)
_DETERMINERS = word_set("the a an this that its their our his her in of during for after before since us u.s. about")

_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"“‘'\[])(?:(?:[^\W\d_]\.)+|(?:no|nos|approx|ca|vs|mr|mrs|ms|dr|st|prof|gen|sen|rep|gov|fig|figs|vol|pp|ch"
    r"|sec|art|para|est|etc|al|cf|inc|ltd|co|corp|jr|sr|rs|max|min|avg|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.)$",
    re.I,
)
_READ_ON = CARDINAL_WORDS | ORDINAL_WORDS
_OPENING = " \t\u00a0\"“‘'(["
_BULLET = re.compile(r"(?:^|[\n\r])[ \t]*[•*\uf0b7·‣▪–—-][ \t\u2002]+$")


def words_before(text: str, position: int, count: int = 2) -> list[str]:
    """Up to `count` tokens in front of `position` with their punctuation; none if one touches the position."""
    tail = text[max(0, position - 60) : position].rstrip("\"“‘'([")
    return tail.split()[-count:] if tail and tail[-1].isspace() else []


def word_before(text: str, position: int) -> str:
    """The token in front of `position`, without opening marks; "" if none or if it touches the position."""
    tokens = words_before(text, position, 1)
    return tokens[0].lstrip("\"“‘'([") if tokens else ""


def words_after(text: str, position: int, count: int = 3) -> list[str]:
    """Up to `count` tokens behind `position` with their punctuation; none if one touches the position."""
    tail = text[position : position + 60]
    return tail.split(None, count)[:count] if tail and tail[0].isspace() else []


def fuses(text: str, start: int, end: int) -> bool:
    """Whether a number spelled at `text[start:end]` would be read together with a number word beside it.

    "1,250 six-year plans" spelled out would begin with 1,256, and "1,250 first" would end as an ordinal.
    """
    before = word_before(text, start).lower().rsplit("-", 1)[-1]
    after = (words_after(text, end, 1) or [""])[0].lower().strip("(\"“‘'").split("-", 1)[0]
    # "Two million, 12": a scale reads on over a comma.
    return before in CARDINAL_WORDS or before.rstrip(",") in SCALES or after.rstrip('.,;:!?)"”’') in _READ_ON


def is_label(token: str) -> bool:
    """Whether the number behind `token` is a label: "page 12", "No. 5", "§ 3"."""
    if token.endswith(".") and not _ABBREVIATION.search(token):
        return False  # The end of the sentence before.
    bare = token.rstrip(".").lower()
    return bare in _LABELS or bare.endswith(("§", "#", "№"))


def names_what_follows(token: str) -> bool:
    """Whether `token` is a capitalised word that makes the number behind it part of a name ("Boeing 737")."""
    if not token or token[-1] in ',;:!?)]…—–”"' or token.lower() == token:
        return False
    if token.endswith(".") and not _ABBREVIATION.search(token):
        return False
    return token.lower() not in _SAFE_BEFORE


def in_title(text: str, position: int) -> bool:
    """Whether the word before `position` is a small word with a capital inside a sentence: Title Case."""
    token = word_before(text, position)
    if not token[:1].isupper() or token in ("I", "US", "UK") or not token.isalpha():
        return False
    place = text.rfind(token, 0, position)
    return token.lower() in _SAFE_BEFORE and not starts_sentence(text, place)


def right_is_name(tokens: list[str]) -> bool:
    """Whether the capitalised word behind a number may form a name with it ("10 Downing Street")."""
    if not tokens or not tokens[0][0].isupper():
        return False
    bare = tokens[0].rstrip('.,;:!?)"”’')
    if bare in _ACRONYMS or bare + "." in _ACRONYMS or _COVID.match(bare):
        return False
    return not _DEMONYM.fullmatch(bare) or bare in _SCRIPTURE


def year_may_start(text: str, position: int, recent: bool) -> bool:
    """Whether what stands before `position` announces a year: "in", "by", "summer of", "since".

    `recent`: the number lies between 1800 and 2050, so that weaker signs are enough.
    """
    before = [token.lstrip("\"“‘'([").lower() for token in words_before(text, position)]
    if not before:
        return False
    word, earlier = before[-1], before[0] if len(before) == 2 else ""
    if word in _YEAR_SIGNS:
        return True
    if word == "of":
        return earlier in _PERIOD_NOUNS
    if word == "at":
        return earlier == "as"
    return recent and word in _WEAK_YEAR_SIGNS and earlier not in _CHANGE


def year_may_end(text: str, position: int) -> bool:
    """Whether what stands behind `position` can follow a year: no noun that it would count."""
    after = words_after(text, position, 4)
    if not after:
        return True
    first = after[0]
    if not first[0].islower():
        return not first[0].isdigit()
    return first.rstrip('.,;:!?)"”’') in _YEAR_FOLLOWERS or is_event(text, position)


def is_event(text: str, position: int) -> bool:
    """Whether an event that has a year follows: "election", "US presidential election", "coup"."""
    after = [token.rstrip(",;:!?)\"”’'").lower() for token in words_after(text, position, 4)]
    while after and after[0] in _EVENT_MODIFIERS:
        after = after[1:]
    if not after:
        return False
    head = after[0].rstrip(".").split("'")[0].split("’")[0]
    follower = words_after(text, position, 1)[0]
    if follower[0].isupper() and not follower.isupper() and not _has_determiner(text, position):
        return False  # A headline: "Related: 2020 Census Guide".
    if head in _EVENT_HEADS:
        return True
    return head in _EVENT_PLURALS and _has_determiner(text, position)


def _has_determiner(text: str, position: int) -> bool:
    start = position
    while start and text[start - 1].isalnum():
        start -= 1
    return word_before(text, start).lower() in _DETERMINERS


def starts_sentence(text: str, position: int) -> bool:
    """Whether a word at `position` would begin a sentence, so that it takes a capital."""
    head = text[max(0, position - 60) : position]
    if position > 60 and not head.strip(_OPENING):
        return False
    if _BULLET.search(head):
        return True
    stripped = head.rstrip(_OPENING)
    if not stripped:
        return True
    if stripped[-1] in "\r\n":
        bare = stripped.rstrip()
        # A single line break may be a wrapped line; a blank line or an ended sentence is not.
        if not bare or bare[-1] in ".!?:":
            return True
        return len(re.findall(r"\r\n|\r|\n", stripped[len(bare) :])) > 1
    bare = stripped.rstrip("\"”’'")
    if bare.endswith(("!", "?")):
        return bool(len(stripped) < len(head)) or stripped != bare
    return bare.endswith(".") and not bare.endswith("..") and not _ABBREVIATION.search(bare)
