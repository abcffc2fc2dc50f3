"""Closed word tables for contractions and expansions: what contracts, and which words decide how.

A word that is in no table decides nothing, and then the text is left alone. All are lower case.
"""

from __future__ import annotations

__all__ = [
    "ADJECTIVES",
    "ADJECTIVE_ENDINGS",
    "ADVERBS",
    "ALSO_BASE_FORMS",
    "ARTICLES",
    "BASE_VERBS",
    "CLAUSE_OPENERS",
    "CLAUSE_STARTERS",
    "DETERMINERS",
    "FINITE_VERBS",
    "INTENSIFIERS",
    "IRREGULAR_PARTICIPLES",
    "LOOSE_ADJECTIVES",
    "MODAL_AND_DO",
    "NEGATED",
    "NOT_A_PARTICIPLE",
    "NOT_VERBAL_ING",
    "NO_ADJECTIVE",
    "NO_ADVERB",
    "NO_PLURAL",
    "PERFECT_ONLY",
    "PREPOSITIONS",
    "SUBJECT_PRONOUNS",
    "WH_WORDS",
    "word_set",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a table written as one text."""
    return frozenset(text.split())


NEGATED: dict[str, str] = {
    "isn't": "is not",
    "aren't": "are not",
    "wasn't": "was not",
    "weren't": "were not",
    "hasn't": "has not",
    "haven't": "have not",
    "hadn't": "had not",
    "don't": "do not",
    "doesn't": "does not",
    "didn't": "did not",
    "won't": "will not",
    "wouldn't": "would not",
    "can't": "cannot",
    "couldn't": "could not",
    "shouldn't": "should not",
    "mustn't": "must not",
    "needn't": "need not",
    "mightn't": "might not",
    "shan't": "shall not",
}
"""Every n't form that is read, with its long form; "ain't" stands for several and is not read."""

SUBJECT_PRONOUNS = word_set("i you he she it we they there")

WH_WORDS = word_set(
    """
    what who whom whose which where how why whatever whoever whomever whichever wherever however
    """
)

CLAUSE_OPENERS = word_set("that because if since while although whether unless until once whereas when and but")
"""After these a clause begins, so that "it", "you" and "there" are its subject and not an object of what precedes."""

ARTICLES = word_set("a an")

DETERMINERS = word_set("no my your his her its our their")

CLAUSE_STARTERS = word_set("why because what how where when")

PREPOSITIONS = word_set(
    "in on at from for about of under over with without by to among between behind beyond against near"
)

MODAL_AND_DO = word_set("can could may might must shall should will would do does did to cannot")

FINITE_VERBS = word_set(
    "is are was were am has have had do does did will would can could may might must shall should cannot"
)

PERFECT_ONLY = word_set("been become had got happened occurred died")
"""Participles that show the perfect ("it's been"): they have no passive that would follow a form of "be"."""

IRREGULAR_PARTICIPLES = word_set(
    """
    arisen awoken beaten become been begun bent bet bid bidden bitten bled blown born borne bought bound bred broken
    brought built burnt burst bust cast caught chosen clung come cost crept cut dealt done drawn dreamt driven drunk
    dug eaten fallen fed felt fled flown forbidden forecast foregone foreseen forgiven forgot forgotten fought found
    frozen given gone got gotten ground grown had heard held hewn hidden hit hung hurt kept knelt known laid lain leapt
    learnt led left lent let lit lost made meant met misled mistaken misunderstood mown offset outdone overcome
    overdone overheard overrun overseen overtaken overthrown paid proven put quit read rebuilt redone remade resold
    rethought retold rewritten rid ridden risen run rung said sawn seen sent set sewn shaken shed shone shot shown
    shrunk shut slain slept slid slit smelt sold sought sown spat sped spelt spent spilt split spoilt spoken spread
    sprung spun stolen stood stricken struck strung stuck stung stunk sung sunk sustained swept sworn swollen swum
    swung taken taught thought thrown thrust told torn trodden undergone understood undertaken undone unseen upheld
    upset wept withdrawn withheld withstood woken won worn wound woven written wrung
    """
)

ALSO_BASE_FORMS = word_set(
    """
    become bet bid bound burst bust cast come cost cut fit forecast found ground hit hurt let overcome overrun put quit
    read rid run set shed shut slit split spread stuck thrust upset wound
    """
)
"""Participles that are also base forms: after "'d" they show neither "had" nor "would"."""

NOT_A_PARTICIPLE = word_set(
    """
    need feed seed weed deed breed bleed speed exceed succeed proceed concede embed indeed hundred red bed shed sled
    wed greed creed reed steed kindred sacred naked wicked rugged hatred infrared moped biped watershed
    bobsled med ted fred ned ahmed mohammed muhammed mohamed hamed sayed syed alfred wilfred mildred
    """
)
"""Words in -ed that are no participle, or are also a base form."""

NOT_VERBAL_ING = word_set(
    """
    nothing something anything everything during according including excluding regarding concerning considering
    following depending barring pending notwithstanding owing thing bring cling sting swing fling spring string sling
    morning evening ceiling wedding sibling darling sterling herring duckling viking beijing outing offspring
    """
)

INTENSIFIERS = word_set(
    "very extremely quite highly too more less most so particularly especially increasingly equally"
)

ADVERBS = word_set(
    """
    also still now already always never often just only even ever all both yet soon then thus therefore not
    again well sometimes almost perhaps maybe once further long since rather
    """
)
"""Adverbs that may stand between an auxiliary and what it governs, beside those in -ly."""

NO_ADVERB = word_set(
    """
    early likely unlikely daily weekly monthly yearly family friendly deadly costly elderly lovely lonely ugly holy
    july italy supply apply reply imply comply rely multiply fly bully ally rally belly jelly lively timely orderly
    assembly anomaly homily butterfly silly chilly hilly oily curly kindly sickly worldly scholarly imply
    """
)
"""Words in -ly that are no adverb, or often are none."""

ADJECTIVES = word_set(
    """
    able unable absent accurate active afraid alive alone angry anonymous anxious apparent applicable
    appropriate asleep available aware bad beautiful beneficial big blind busy capable careful central certain cheap
    clean clear common complete complex confident conscious consistent controversial convenient correct crazy critical
    crucial cruel curious dangerous dead deaf deep dependent desirable different difficult dirty doubtful eager easy
    effective efficient eligible empty enough equal essential evident exempt expensive fair false familiar
    famous fat fatal fine foolish free frequent full funny general glad good great guilty happy harmful
    harmless healthy heavy helpful hot huge human hungry hurtful ideal identical ill illegal important impossible
    inaccurate incapable incomplete incorrect independent inevitable innocent interesting invalid invisible irrelevant
    jealous keen kind large lawful legal legitimate light likely unlikely literate mad mandatory misleading missing
    natural necessary unnecessary nervous new nice normal notable obvious odd old optional ordinary perfect
    plain poisonous poor popular possible powerful pregnant present pretty prone proud public rare ready real
    reasonable relevant reliable responsible rich ridiculous risky rude sad safe scarce serious severe sick significant
    silent silly similar simple small smart sorry special strange strict strong stupid successful suitable sure
    surprising susceptible suspicious tall terrible thick thin thirsty toxic true typical unaware uncertain
    unclear uncommon unconscious uneasy unfair unhappy unique unknown unlawful unsafe unsure untrue unusual useful
    useless usual vague valid valuable vast vital vulnerable weak wealthy welcome wet willing unwilling wise wonderful
    worse worth worthy worthless wrong young bigger smaller larger taller older younger stronger weaker cheaper safer
    richer poorer warmer colder hotter happier healthier easier
    """
)
"""Adjectives that are common after "be" and can be neither an adverb nor a participle of "have"."""

ADJECTIVE_ENDINGS = ("ful", "ous", "able", "ible", "less", "ive", "ical", "ial", "nal", "tal", "ary")
"""No adverb or participle ends so, except those in `NO_ADJECTIVE`."""

NO_ADJECTIVE = word_set("nevertheless nonetheless regardless unless doubtless arrive survive receive perceive derive")

NO_PLURAL = word_set(
    "this thus less across towards afterwards besides unless whereas perhaps nowadays always sometimes yes"
)
"""Words in -s that are no noun and may stand after a stranded auxiliary."""

LOOSE_ADJECTIVES = word_set("late early cold warm hard fast long far near close low high better best home")
"""Adjectives that are adverbs or nouns too, and so may stand after an auxiliary that has lost its complement."""

BASE_VERBS = word_set(
    """
    accept achieve act add admit affect agree allow announce answer appear apply argue arrive ask assume attack attend
    avoid be bear beat become begin behave believe belong blame break bring build burn buy call care carry catch cause
    change charge check choose claim clean clear climb close collect combine come commit compare complain complete
    concern confirm confuse connect consider contain continue contribute control cook copy cost count cover create
    cross cry cut damage deal decide deliver demand depend describe deserve destroy develop die disappear discover
    discuss do doubt draw dream drink drive drop earn eat enable encourage end enjoy ensure enter establish examine
    exist expect experience explain express extend face fail fall feed feel fight fill find finish fit fix fly follow
    force forget forgive form gain get give go grow guess handle hang happen harm hate have hear help hesitate hide
    hit hold hope hurt identify ignore imagine improve include increase inform intend introduce investigate invite
    involve join judge jump keep kill know lack land last laugh lead learn leave let lie like limit link listen live
    look lose love maintain make manage mark matter mean meet mention mind miss move need notice obtain occur offer
    open order own panic pass pay perform pick plan play point prefer prepare present press prevent print produce
    promise propose protect prove provide publish pull push put raise reach read realise realize receive recognise
    recognize recommend reduce refer reflect refuse regret relate release rely remain remember remove repeat replace
    reply report represent require respond rest result return reveal ride rise run save say see seek seem sell send
    serve set settle shake share shoot show shut sign sing sit sleep smile smoke sound speak spend stand start state
    stay steal stick stop study succeed suffer suggest supply support suppose survive suspect take talk teach tell
    tend test thank think throw touch train travel treat trust try turn understand use vary visit vote wait wake walk
    want warn wash waste watch wear win wish wonder work worry write
    """
)
