"""The auditor's own reading of a text: tokens, names and negation cues.

Nothing here is shared with the perturbations: a fault in their word lists or patterns must not hide itself
by being repeated in the check. The rules lean to one side: a capital letter that could merely
begin a sentence is never evidence of a lost name by itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .numerals import vocabulary

__all__ = [
    "BARE_NT",
    "MONTHS",
    "Names",
    "Token",
    "identifier",
    "is_caps",
    "name_at",
    "negation_at",
    "read_names",
    "read_negations",
    "starts_sentence",
    "stem",
    "tokenize",
]


class Token(NamedTuple):
    """A word, a numeral, or an opaque string such as a URL; `lower` has straight apostrophes."""

    start: int
    end: int
    text: str
    lower: str


class Names(NamedTuple):
    """Capitalised words of a text.

    Attributes:
        sure: Names for certain: capitals within a sentence, acronyms, identifiers, addresses.
        every: All capitalised words that may be a name, those at the start of a sentence included.
        heads: Words that end a run of capitals within a sentence, as surnames do.
    """

    sure: Counter[str]
    every: Counter[str]
    heads: frozenset[str]


_ADDRESS = r"(?:https?|ftp)://[^\s<>\"“”]+|www\.[^\s<>\"“”]+|[@#]\w+"
_REST = (
    r"\d+(?:[.,]\d+)*[^\W_]*"  # 2016, 1,234.50, 7.1bn, 21st, 2½
    r"|(?<![\w.])\.\d+[^\W_]*"  # .5
    r"|[A-Z](?:\.[A-Z])+\b\.?"  # U.S., D.C
    r"|[^\W_]+(?:['’ʼ‘][^\W\d_]+)*"
)
_TOKEN = re.compile(rf"{_ADDRESS}|{_REST}")
_TOKEN_OR_EMAIL = re.compile(rf"[\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]+)+|{_ADDRESS}|{_REST}")
_APOSTROPHES = str.maketrans("’ʼ‘", "'''")
_TAIL = re.compile(r"(?:n'?t|'(?:s|re|ve|ll|m|d))$", re.I)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MONTHS = _words(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)

# Capitalised, these are the ordinary first word of a sentence or title, whatever the case.
_ORDINARY = _words(
    """
    dr doctor prof professor
    a an the this that these those some any each every either neither both all most many much more few fewer less
    several such another other others same no not none nor never nothing nobody nowhere
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves one ones someone somebody something anyone anybody anything
    everyone everybody everything who whom whose which what when where why how there here
    am is are was were be been being have has had having do does did doing done can could may might must shall should
    will would ought cannot let ain
    of in on at by for with to from into onto upon about through across along among toward towards over under above
    below between within without against during before after until till since as than like unlike per via off out up
    down around near despite
    and or but if because although though unless so therefore however whether while yet then thus also too very just
    only even still again ever once now today yes ok okay according
    mr mrs ms
    zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion lakh crore
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth thirtieth half quarter dozen
    twenties thirties forties fifties sixties seventies eighties nineties
    """
)
# Money codes go when a sum is written out ("Rs 500", "five hundred rupees").
_MONEY = _words("rs inr usd eur gbp us hk ngn kes")
# Before a capitalised word these are adjectives and titles rather than first names.
_BEFORE_NAMES = _words(
    """
    new old top big young late poor rich white black high low main key past next last chief ex prime vice fake free good
    great small large vaccine police state world film church school bank health news data video photo
    """
)
_ADJECTIVE = re.compile(r"(?:ed|ing|er|or|al|ive|ous|ic|ly|y|ful|less|able|ible|ist|an|ese|ish|ant|ent|ary|s)$")
_OPENERS = frozenset(".!?…:;\n\r\v\f\x85\u2028\u2029\"“”„«»‘'([{—–-*•|/>。！？")
_ABBREVIATIONS = _words("mr mrs ms dr st gen sen rep gov prof sgt col capt lt hon rev vs no nos fig jr sr mt")
_PREFIXES = _words("mid early late pre post top under over non aged circa around sub age")
_DISEASES = _words("covid sars ncov cov mers omicron")

_CUES = {
    word: word for word in "no not never none nobody nothing nowhere neither nor without nay nope noone non".split()
} | {
    "cannot": "not",
    "hardly": "hardly",
    "scarcely": "hardly",
    "barely": "hardly",
    "seldom": "seldom",
    "rarely": "seldom",
}
BARE_NT = _words(
    "didnt dont doesnt isnt wasnt werent arent hasnt havent hadnt couldnt wouldnt shouldnt cant wont mustnt aint"
)


def tokenize(text: str) -> list[Token]:
    """The tokens of `text` in order; blanks, punctuation and symbols are what lies between them."""
    matches = (_TOKEN_OR_EMAIL if "@" in text else _TOKEN).finditer(text)
    if text.isascii() and "://" not in text and "www." not in text:
        return [Token(*match.span(), (word := match.group()), word.lower()) for match in matches]
    found: list[Token] = []
    for match in matches:
        word = match.group()
        if "://" in word or word.startswith("www."):
            word = word.rstrip(".,;:!?)]}'’")
        start = match.start()
        lower = word.lower() if word.isascii() else word.translate(_APOSTROPHES).lower()
        found.append(Token(start, start + len(word), word, lower))
    return found


def stem(word: str) -> str:
    """`word` without a contracted or possessive tail: Trump's, they're, don't, U.S."""
    word = word.translate(_APOSTROPHES)
    if "'" in word:
        word = _TAIL.sub("", word)
    return word.replace(".", "") if word[1:2] == "." and word[:1].isupper() else word


def is_caps(word: str) -> bool:
    """Whether `word` is written in capitals only, and has at least two of them."""
    return len(word) > 1 and word.isupper()


def read_negations(text: str, tokens: Sequence[Token]) -> Counter[str]:
    """Negation cues, each under one key however it is written: don't, do not, cannot are all "not"."""
    found: Counter[str] = Counter()
    for index, token in enumerate(tokens):
        word = token.lower
        if word in _CUES or word in BARE_NT or word.endswith("n't"):
            cue = negation_at(text, tokens, index)
            if cue:
                found[cue] += 1
    return found


def negation_at(text: str, tokens: Sequence[Token], index: int) -> str:
    """The key of the negation cue that a token is; "" if it is none."""
    word = tokens[index].lower
    if word.endswith("n't") or word in BARE_NT:
        return "not"
    return _CUES[word] if word in _CUES and not (word == "no" and _is_numero(text, tokens, index)) else ""


def _is_numero(text: str, tokens: Sequence[Token], index: int) -> bool:
    """Whether "No." abbreviates "number", as in No. 5 or No. five."""
    if index + 1 == len(tokens):
        return False
    following = tokens[index + 1]
    gap = text[tokens[index].end : following.start]
    if following.text[:1].isdigit():
        return gap.strip() == "." or tokens[index].text == "No"
    return gap in (". ", ".") and following.text[:1].islower() and vocabulary(following.lower)


def read_names(text: str, tokens: list[Token]) -> Names:
    """The capitalised words, acronyms and identifiers of `text`."""
    sure: Counter[str] = Counter()
    every: Counter[str] = Counter()
    heads: set[str] = set()
    caps = [token.text.isupper() for token in tokens]
    for index, token in enumerate(tokens):
        word = token.text
        if word.islower() and word.isalpha():
            continue
        key, certain = name_at(text, tokens, caps, index)
        if not key:
            continue
        every[key] += 1
        if certain:
            sure[key] += 1
            if index + 1 == len(tokens) or not tokens[index + 1].text[:1].isupper():
                heads.add(key)
    return Names(sure, every, frozenset(heads))


def name_at(text: str, tokens: list[Token], caps: Sequence[bool], index: int) -> tuple[str, bool]:
    """The name that a token is or may be ("" if neither), and whether it is one for certain."""
    token = tokens[index]
    word = token.text
    if not word[0].isalpha():
        if word[0] in "@#":
            return word, True
        digits_last = word.rstrip("0123456789.,")
        if digits_last and any(char.isupper() for char in digits_last) and _is_mixed(word):
            unit = word.lstrip("0123456789.,")
            # 5GB may be written "five GB"; 5G is a name of its own.
            return (unit if is_caps(unit) and unit not in ("AM", "PM", "BN", "TH", "ST") else word), True
        return "", False
    if "://" in word or "@" in word or token.lower.startswith("www."):
        return word, True
    if not word.isalpha() and any(map(str.isdigit, word)):
        return (word, True) if _is_identifier(word) else ("", False)
    joined = identifier(text, tokens, index)
    if joined:
        return joined, True
    if not word[0].isupper() and not any(map(str.isupper, word)):
        return "", False
    key = stem(word)
    lower = key.lower()
    if len(key) == 1 and key in "AIO":
        return "", False
    if lower in _MONEY and _beside_money(text, tokens, index):
        return "", False
    if lower in _ORDINARY:
        lonely = not any(is_caps(other.text) for other in tokens[max(0, index - 1) : index + 2] if other is not token)
        shouted = not lonely or ("." not in word and word[len(key) :].isupper())  # WHO'S
        return (key, not shouted) if key in ("US", "WHO") else ("", False)
    if is_caps(key):
        return key, not _shouted(caps, index)
    if not key[:1].isupper():
        return key, True  # iPhone, mRNA
    if not starts_sentence(text, tokens, index):
        return key, True
    return key, _looks_like_first_name(text, tokens, index, lower)


def _is_mixed(word: str) -> bool:
    """Whether digits are followed by capitals that are no scale: 5G, 10GB, but not 20K, 5M, 3PM."""
    suffix = word.lstrip("0123456789.,")
    return suffix.upper() not in ("K", "M", "B", "BN", "MN", "T", "TN", "AM", "PM", "ST", "ND", "RD", "TH", "S")


def _is_identifier(word: str) -> bool:
    """Letters and digits as one name (H1N1, B12, mp3), not a misspelling that took a digit for a letter."""
    digits = sum(char.isdigit() for char in word)
    return not (word.islower() and digits == 1 and len(word) > 4)


def identifier(text: str, tokens: Sequence[Token], index: int) -> str:
    """The name that the word at `index` forms with the digits joined to it (COVID-19, A/HRC/47); "" if none."""
    if index < 0 or index + 1 >= len(tokens):
        return ""
    token, following = tokens[index], tokens[index + 1]
    gap = text[token.end : following.start]
    if gap not in ("-", "‑", "/") or not following.text[:1].isdigit() or not token.text[:1].isalpha():
        return ""
    if token.lower in _DISEASES:
        return text[token.start : following.end]
    if token.text.islower() or token.lower in _ORDINARY or token.lower in MONTHS or token.lower in _PREFIXES:
        return ""
    return "" if gap == "/" and not is_caps(token.text) else text[token.start : following.end]


def _beside_money(text: str, tokens: list[Token], index: int) -> bool:
    """Whether a money code stands at a sum: Rs 500, Rs five hundred, US$5, five US dollars."""
    if text[tokens[index].end : tokens[index].end + 1] in ("$", "£"):
        return True
    if tokens[index + 1 : index + 2] and tokens[index + 1].lower.startswith("dollar"):
        return True
    near = tokens[max(0, index - 1) : index] + tokens[index + 1 : index + 2]
    return tokens[index].lower.replace(".", "") != "us" and any(
        other.text[:1].isdigit() or vocabulary(other.lower) for other in near
    )


def _shouted(caps: Sequence[bool], index: int) -> bool:
    """Whether a word in capitals stands among two more of them or all alone: a headline, not acronyms."""
    first = last = index
    while first and caps[first - 1] and index - first < 2:
        first -= 1
    while last + 1 < len(caps) and caps[last + 1] and last - index < 2:
        last += 1
    return last - first >= 2 or len(caps) == 1


def starts_sentence(text: str, tokens: Sequence[Token], index: int) -> bool:
    if index == 0:
        return True
    previous, token = tokens[index - 1], tokens[index]
    gap = text[previous.end : token.start]
    if gap == " ":
        # "U.S. Texas": the last dot belongs to the acronym and may end the sentence as well.
        return previous.text[-1:] == "."
    if gap == ". " and (previous.lower in _ABBREVIATIONS or (len(previous.text) == 1 and previous.text.isupper())):
        return False
    return gap not in ("-", "'", "’", "/") and any(char in _OPENERS for char in gap)


def _looks_like_first_name(text: str, tokens: Sequence[Token], index: int, lower: str) -> bool:
    """Whether a sentence's first word is followed by a capital and is no adjective or title: John Smith."""
    if index + 1 == len(tokens):
        return False
    token, following = tokens[index], tokens[index + 1]
    return (
        text[token.end : following.start] == " "
        and following.text[:1].isupper()
        and following.lower not in _ORDINARY
        and lower not in _BEFORE_NAMES
        and not _ADJECTIVE.search(lower)
    )
