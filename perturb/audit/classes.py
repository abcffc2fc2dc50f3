"""The auditor's own closed word classes, for changes that may touch one class of words only."""

from __future__ import annotations

__all__ = [
    "AUXILIARIES",
    "CLOSED",
    "CONNECTIVES",
    "CONNECTIVE_LINKS",
    "DATE_WORDS",
    "NAME_LINKS",
    "NUMBER_ADVERBS",
    "POLAR",
    "PRONOUNS",
    "QUANTIFIERS",
    "QUANTIFIER_LINKS",
    "UNIT_LINKS",
    "UNIT_WORDS",
    "WEAK_CUES",
    "WEEKDAYS",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRONOUNS = _words(
    """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves themself
    """
)

CONNECTIVES = _words(
    """
    because since as so therefore thus hence consequently accordingly although though albeit while whilst whereas but
    however nevertheless nonetheless yet still despite spite notwithstanding regardless if unless whether provided
    providing assuming when whenever once before after until till and or either both than more less fewer most least
    greater lesser higher lower larger smaller bigger longer shorter older younger earlier later sooner faster slower
    better worse best worst highest lowest stronger weaker richer poorer hotter colder warmer cooler
    due owing thanks result reason order instead rather besides moreover furthermore additionally also too then
    meanwhile
    afterwards afterward beforehand thereafter previously subsequently formerly eventually finally first following prior
    during within beyond against for like unlike except excluding including alongside via per by with through under over
    above below up down at from into out similarly likewise conversely otherwise else equal equally same ahead behind
    simultaneously concurrently inside outside near far toward towards onto off on
    """
)
CONNECTIVE_LINKS = _words("of to a the in that this fact case even only long soon far much well condition being while")
"""Words that only help to form a connective: "because of", "in spite of the fact that", "as long as"."""

QUANTIFIERS = _words(
    """
    all every each both most many much some several few fewer little less least more lot lots plenty any either majority
    minority numerous various countless handful bulk fraction share part parts portion number always often usually
    sometimes rarely seldom hardly scarcely barely occasionally frequently infrequently regularly generally typically
    commonly normally constantly continually continuously consistently mostly mainly largely partly partially entirely
    completely totally wholly fully almost nearly only just merely solely exclusively predominantly primarily invariably
    everyone everybody everything everywhere someone somebody something somewhere anyone anybody anything anywhere
    whole entire certain enough ever periodically sporadically intermittently universally widely
    """
)
QUANTIFIER_LINKS = _words(
    "up to of the a them great good large small vast very at in on times time rare occasion occasions"
)
WEAK_CUES = _words("seldom hardly")
"""Keys of cues that are frequency adverbs as well: rarely, barely."""

POLAR = _words(
    """
    do always ever still already yet any some all every each a one either neither both too also anymore longer more
    someone somebody something somewhere anyone anybody anything anywhere everyone everybody everything everywhere
    an with body thing where at
    """
)
"""What a negation may bring or take along: do-support, any and some, always, "no longer"."""

AUXILIARIES = _words("be am is are was were been being have has had having do does did")

CLOSED = (
    PRONOUNS
    | AUXILIARIES
    | _words(
        """
        a an the this that these those who whom whose which what and or but nor if unless because although though
        whereas than as of to all every each both any some many much few several most either neither 's 're 've 'll
        'm 'd
        """
    )
)
"""Words that no synonym or antonym of an open class takes the place of."""

NUMBER_ADVERBS = _words(
    "once twice thrice double doubled doubling triple tripled tripling quadruple quadrupled halved halving tenfold "
    "twofold threefold fourfold fivefold both couple pair dozens hundreds thousands millions billions times fold"
)

NAME_LINKS = _words(
    "the of de la le les el al da di do dos das du del van von der den bin ibn and for in to 's mr mrs ms dr sir st"
)

WEEKDAYS = _words(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun"
)

DATE_WORDS = WEEKDAYS | _words(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter
    morning noon afternoon evening night midnight dawn dusk today yesterday tomorrow tonight weekend
    week month year decade century am pm a.m p.m a.m. p.m. bc ad bce ce early mid late last next previous of the on
    beginning middle end ago later earlier
    """
)

UNIT_LINKS = _words("per a an of us cent point points square cubic an us u.s u.s. american british degree degrees")
_STEMS = _words(
    """
    kilometre kilometer metre meter centimetre centimeter millimetre millimeter micrometre micrometer mile yard inch
    gram gramme kilogram kilo milligram microgram tonne ton pound ounce stone litre liter millilitre milliliter gallon
    pint quart cup barrel hectare acre second minute hour day week fortnight month quarter year decade
    millennium watt kilowatt megawatt gigawatt joule kilojoule calorie kilocalorie volt amp ampere hertz kilohertz
    megahertz gigahertz byte kilobyte megabyte gigabyte terabyte bit megabit gigabit dollar euro cent penny rupee yen
    yuan naira rouble ruble franc peso rand shilling crown krone krona dinar dirham lira real won riyal paisa knot
    light-year celsius fahrenheit kelvin percent percentage pascal bar newton decibel mole lumen radian
    million billion trillion thousand hundred dozen lakh crore quadrillion lightyear nanometre nanometer
    """
)
UNIT_WORDS = (
    _STEMS
    | frozenset(f"{word}s" for word in _STEMS)
    | _words(
        """
        foot feet inches centuries century pennies pence hertz bps km m cm mm mi yd ft in kg g mg mcg lb lbs oz t l ml
        cl ha h hr hrs s sec secs min mins d yr yrs kmh kph mph kmph w kw mw gw kwh mwh gwh twh wh j kj cal kcal v hz
        khz mhz ghz b kb mb gb tb usd eur gbp inr rs ngn kes c f k bn mn tn cr pct pc quid buck bucks per percentage
        daily weekly monthly yearly annually annual hourly quarterly thousandth millionth billionth paise cents
        mille permille squared cubed chf jpy cad aud cny zar
        """
    )
)
