"""The antonym pairs, and the company in which a word of them is not the word it seems."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["GUARDS", "PAIRS", "Guard", "Pair"]


class Pair(NamedTuple):
    """A word and its opposite; `pos` as in WordNet, `forms` the names of the verb or noun forms that are changed."""

    old: str
    new: str
    pos: str


class Guard(NamedTuple):
    """Where a word may be changed, by the words right before and right after it.

    Attributes:
        barred_before: Not behind one of these.
        barred_after: Not before one of these.
        before: If not empty, only behind one of these ("#" a form of "be", "+" an adverb).
        after: If not empty, only before one of these ("9" a number, "n" a noun, "1" a singular noun or, behind
            a form of "be", the end of a clause, "." the end of a clause).
        near: If not empty, only with one of these among the next five words.
    """

    barred_before: frozenset[str] = frozenset()
    barred_after: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


def _pairs(pos: str, text: str) -> list[Pair]:
    """ "a/b" is changed both ways, "a>b" only from a to b."""
    found: list[Pair] = []
    for item in text.split():
        one, other = item.replace(">", "/").split("/")
        found.append(Pair(one, other, pos))
        if "/" in item:
            found.append(Pair(other, one, pos))
    return found


PAIRS: tuple[Pair, ...] = (
    *_pairs(
        "a",
        """
        high/low higher/lower highest/lowest legal/illegal lawful/unlawful true/false possible/impossible safe/unsafe
        dangerous>safe likely/unlikely effective/ineffective early/late public/private large/small larger/smaller
        largest/smallest big>small biggest>smallest alive>dead positive/negative major/minor guilty/innocent rich/poor
        common>rare rare>common uncommon>common correct/incorrect accurate/inaccurate reliable/unreliable fake/genuine
        strong/weak long/short longer/shorter longest/shortest heavy>light easy/difficult able/unable
        available/unavailable harmful/harmless temporary/permanent domestic/foreign official/unofficial
        similar>different successful/unsuccessful visible/invisible normal/abnormal necessary/unnecessary
        important>unimportant significant>insignificant unknown>known constitutional/unconstitutional fair/unfair
        urban/rural northern/southern eastern/western left/right upper/lower related/unrelated complete/incomplete
        sufficient/insufficient equal/unequal popular/unpopular active/inactive expensive/cheap senior/junior
        internal/external indoor/outdoor direct/indirect valid/invalid acute/chronic armed/unarmed eligible/ineligible
        young>old older/younger oldest/youngest new>old better/worse best/worst open/closed healthy/unhealthy
        mild/severe peaceful/violent mandatory/optional wet/dry hot/cold deep>shallow wide/narrow
        loud/quiet competent/incompetent suitable/unsuitable complex/simple thick/thin male/female
        """,
    ),
    *_pairs(
        "v",
        """
        increase/decrease rise/fall win/lose accept/reject allow>forbid permit/forbid prohibit>permit open/close
        begin/end start/stop buy/sell include/exclude agree/disagree strengthen/weaken raise/lower
        import/export disqualify>qualify acquit/convict
        """,
    ),
    *_pairs(
        "n",
        """
        increase/decrease victory/defeat success/failure advantage/disadvantage winner/loser end>beginning
        beginning>end presence/absence import/export top/bottom employer/employee
        """,
    ),
    *_pairs(
        "r",
        """
        correctly/incorrectly accurately/inaccurately publicly/privately directly/indirectly slowly/quickly
        successfully/unsuccessfully temporarily/permanently officially/unofficially fairly>unfairly lawfully/unlawfully
        intentionally/unintentionally voluntarily/involuntarily indoors/outdoors artificially>naturally above/below
        inside/outside
        """,
    ),
)


def _guards(pos: str, text: str) -> dict[tuple[str, str], Guard]:
    """Read "word: -after x y +before z;" ..."""
    found: dict[tuple[str, str], Guard] = {}
    for entry in text.split(";"):
        word, colon, conditions = entry.partition(":")
        if not colon:
            continue
        sets: dict[str, set[str]] = {name: set() for name in _CONDITIONS.values()}
        name = ""
        for item in conditions.split():
            name = _CONDITIONS.get(item, name)
            if item not in _CONDITIONS:
                sets[name].add(item)
        found[word.strip(), pos] = Guard(**{name: frozenset(words) for name, words in sets.items()})
    return found


_CONDITIONS = {
    "-before": "barred_before",
    "-after": "barred_after",
    "+before": "before",
    "+after": "after",
    "+near": "near",
}

_ADJECTIVES = """
    high: -before feet foot metres meters metre centimetres inches cm m km storeys stories miles kilometres tall
        -after school schools court commissioner street seas command priest tech way end profile;
    low: -before to as -after key countries lands tide;
    higher: -before and or -after education learning court courts secondary power;
    lower: -before to will can may would could and or not they we that i you -after house court courts back
        body;
    highest: -after court office honor honour honours good;
    legal: +before # + remain remains become became;
    true: -after to north that, +before # + not-as both is;
    false: +before # + -after positive positives negative negatives alarm start flag;
    possible: +before # + +after to for that .;
    impossible: +before # + +after to for that .;
    safe: -after house seat haven return distance +before # + remain remains remained become becomes became seem
        seems considered found deemed as made;
    unsafe: +before # + remain remains remained become becomes became seem seems considered found deemed as
        made;
    likely: +before # + +after to that due;
    unlikely: +before # + +after to that;
    early: +after 9 in january february march april june july august september october november december
        spring summer autumn winter 1980s 1990s twenties thirties twentieth nineteenth;
    late: +after 9 january february march april june july august september october november december spring
        summer autumn winter 1980s 1990s twenties thirties twentieth nineteenth;
    public: +after sector hospital hospitals clinic clinics university universities company companies hearing
        hearings meeting meetings event events property land funding school schools transport;
    private: -after secretary eye member members parts equity investigator life lives citizen citizens message
        messages;
    large: -before at and -after part extent intestine;
    small: -after business businesses arms claims talk print intestine change town;
    big: -after tech pharma data bang brother deal business oil bank game cat cats;
    alive: +before # + remain remains remained become becomes became seem seems considered found deemed as made;
    positive: -before false hiv -after and or discrimination action;
    negative: -before false or and -after number numbers equity;
    major: -after league leagues general party parties metro city cities +after n;
    minor: -after league leagues child children +after n;
    guilty: -after party pleasure;
    innocent: +before # + remain remains remained become becomes became seem seems considered found deemed as
        made;
    rich: -after text;
    poor: +after country countries people families family nation nations households;
    common: -before in -after sense cold law ground man era knowledge market good stock name names core
        denominator people currency interest ancestor language to practice;
    rare: -after earth earths;
    correct: +before # + the a entirely completely;
    fake: -before to or and -after their it this or and;
    strong: -after suit enough;
    weak: -after point spot enough;
    long: +after time period history list distance distances journey;
    short: +after time period history list distance distances journey;
    longer: +before # + a much far the lasts lasted +after than period time;
    easy: +after to for;
    difficult: +after to for;
    able: +after to;
    unable: +after to;
    available: +before # + remain remains remained become becomes became seem seems considered found deemed as
        made;
    foreign: -after minister ministers affairs office policy secretary exchange ministry service language
        languages body national nationals terrorist;
    official: -before an a one the senior government white health department state federal military election s
        us u.s. -after said told website websites site sites page pages
        account accounts channel channels handle portal data figures +after n;
    unofficial: -after website websites site sites page pages account accounts channel channels handle portal data
        figures;
    domestic: -after violence abuse product partner partners worker workers cat cats animal animals terrorism
        terrorists;
    similar: +after 1;
    normal: +before # + -after for to;
    necessary: +before # + -after evil;
    important: -before most- -after to that role thing;
    significant: -after other;
    unknown: +before # + +after .;
    constitutional: +before # + remain remains remained become becomes became seem seems considered found deemed
        as made;
    left: +after hand arm leg foot shoulder eye ear side ankle knee lung breast ventricle thigh wrist cheek;
    right: +after hand arm leg foot shoulder eye ear ankle knee lung breast ventricle thigh wrist cheek;
    upper: +after arm limit half level levels part floor floors body leg;
    related: +before # + +after to;
    complete: +before a the # + +after n .;
    equal: -after rights opportunity opportunities to pay protection +before a an the;
    popular: -after vote culture;
    active: -after duty shooter ingredient ingredients;
    senior: -after citizen citizens;
    direct: +before a the no # + +after n;
    acute: -after respiratory kidney;
    armed: -after forces services service with conflict;
    young: +after people man woman men women voters person patients;
    new: +after law laws vaccine drug treatment technology building stadium name policy rule rules system version;
    better: -before had d ' to make makes +after than n;
    worse: +after than;
    best: -after man friend friends picture known +before the +after n;
    worst: +before the +after n;
    open: -after to for and letter source +before # + remain remains remained stay stays stayed kept keep;
    closed: +before # + remain remains remained stay stays stayed -after by down off;
    severe: -after acute;
    hot: +after water weather climate day days summer summers temperatures;
    cold: +after water weather climate day days winter winters temperatures;
    deep: -after state learning fake south sea web dive breath vein;
    wide: +after margin gap road street river majority lead valley;
    narrow: +after margin gap road street river majority lead valley;
    simple: -after majority;
    complex: +before a the # + more +after n;
    dry: +after weather season climate land;
    wet: +after weather season climate;
    female: -after genital;
    illegal: -after alien aliens immigrant immigrants immigration;
    fair: +before # +;
    unfair: +before # +;
    abnormal: +before # +;
    lawful: -after permanent;
    dangerous: +before # + -after to for;
    healthy: -after and;
    chronic: -after obstructive kidney;
    unnecessary: +before # + an;
"""

_VERBS = """
    rise: -before gave give gives +after 9 by to from sharply again slightly steadily rapidly significantly
        dramatically since during over . ,;
    fall: -before the this last in +after 9 by to from sharply again slightly steadily rapidly significantly
        dramatically;
    win: +near election elections vote votes race races seat seats match game games war presidency case primary
        referendum battle final finals popular majority appeal contest debate state states championship;
    lose: +near election elections vote votes race races seat seats match game games war presidency case primary
        referendum battle final finals popular majority appeal contest debate state states championship;
    accept: -before generally;
    allow: -after for;
    permit: -before a the work building residence this;
    open: -after to for and letter source +before # + remain remains remained stay stays stayed kept keep;
    begin: +after in on at with 9 . during as;
    end: +after in on at with of;
    start: +after ing;
    stop: +after ing;
    include: -after in as on but over about more up 9;
    exclude: -after from;
    agree: +after with that on;
    disagree: +after with that on;
    raise: +near wage wages rate rates taxes tax prices price age limit risk threshold cost costs temperature;
    convict: +before # + he she they jury court judge been;
    import: -after ant;
    sell: -after to under;
    buy: -after into;
"""

_NOUNS = """
    export: -after to;
    import: -after from;
    victory: -before of -after over speech;
    defeat: -before to will would could -after the a;
    success: -after story stories;
    beginning: +before the +after of;
    top: +before the +after of;
    bottom: +before the +after of;
    end: +before the +after of;
"""

_ADVERBS = """
    above: +after 9;
    below: +after 9;
    inside: -before the +after the a an his her its their this;
    outside: -before the +after the a an his her its their this;
    directly: -after or and after before above;
    indirectly: -before or and;
    quickly: -before as;
"""

GUARDS: dict[tuple[str, str], Guard] = {
    **_guards("a", _ADJECTIVES),
    **_guards("v", _VERBS),
    **_guards("n", _NOUNS),
    **_guards("r", _ADVERBS),
}
"""By base form and part of speech; a word without an entry may be changed anywhere."""
