"""Closed word classes of English: small lists that can be complete.

These words carry polarity, quantity, comparison, time order or modality, so an edit that drops or
replaces one of them changes what a sentence claims. All are lower case; look up `word.lower()`.
"""

from __future__ import annotations

__all__ = [
    "COMPARISONS",
    "FUNCTION_WORDS",
    "MODALS",
    "NEGATIONS",
    "NUMBER_WORDS",
    "QUANTIFIERS",
    "TEMPORALS",
    "is_negation",
    "is_number_word",
    "word_set",
]


def word_set(text: str) -> frozenset[str]:
    """A set of words as they stand in a list between blanks."""
    return frozenset(text.split())


NEGATIONS = word_set(
    """
    no not never none nobody nothing nowhere neither nor cannot without non nay nope
    hardly scarcely barely rarely seldom unless except lest nought nil neither lack lacks lacked lacking
    deny denies denied denying fail fails failed false falsely refuse refuses refused
    """
)
"""Words that turn or weaken the polarity of what they govern, beside those in "n't"."""

QUANTIFIERS = word_set(
    """
    all any both each either every everyone everybody everything everywhere few fewer fewest less lesser least
    little many more most much several some somebody someone something somewhere anyone anybody anything anywhere
    half double twice thrice once enough only just almost nearly about around approximately roughly exactly
    another other others same such various entire whole total partly mostly mainly even also too very quite
    """
)

COMPARISONS = word_set(
    """
    than as like unlike above below over under beyond within between against versus per up down off out
    higher lower greater larger smaller better worse best worst equal equally further rather instead
    """
)

TEMPORALS = word_set(
    """
    before after during until till since while when whenever once then now already still yet again ago
    earlier later previously formerly ever always often sometimes usually soon today yesterday tomorrow
    """
)

MODALS = word_set(
    """
    can could may might must shall should will would ought need dare cannot
    if whether because although though despite unless so therefore but however or
    """
)
"""Modal verbs, and the conjunctions that make a clause conditional, causal or contrary."""

NUMBER_WORDS = word_set(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion trillion quadrillion lakh crore dozen score gross
    hundreds thousands millions billions trillions lakhs crores dozens scores
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth
    seventieth eightieth ninetieth hundredth thousandth millionth billionth
    half halves quarter quarters thirds fourths fifths sixths sevenths eighths ninths tenths
    twenties thirties forties fifties sixties seventies eighties nineties
    point percent percentage single double triple quadruple twice thrice once couple pair pairs
    """
)

FUNCTION_WORDS = word_set(
    """
    a an the this that these those
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself they them their theirs themselves
    who whom whose which what where why how there here
    am is are was were be been being have has had having do does did doing
    of in on at by for with to from into onto upon about through across along among toward towards
    and
    """
)
"""Articles, pronouns, auxiliaries, plain prepositions and "and": words that a sentence can lose and keep its facts."""


def is_negation(word: str) -> bool:
    """Whether `word` is a negation cue, contracted ones included ("don't", "can’t")."""
    lower = word.lower().replace("’", "'")
    return lower in NEGATIONS or lower.endswith("n't")


def is_number_word(word: str) -> bool:
    """Whether `word` (or a part of a hyphened one, "twenty-one") names a number."""
    return any(part in NUMBER_WORDS for part in word.lower().replace("‐", "-").split("-"))
