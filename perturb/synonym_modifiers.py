"""The closed table of synonyms: adjectives and adverbs. `synonym_pairs` says how a line is read."""

__all__ = ["ADJECTIVES", "ADVERBS"]

ADJECTIVES = """
big > large : prev=how next=is|are|was|were|the|a|an
large > big : prev=how next=is|are|was|were|the|a|an
big > large : next=city|cities|company|companies|crowd|crowds|house|building|fire|ship|countries|firm|firms|
    bank|banks|cities|hole|room|explosion|increase|drop|number
large > big : next=city|cities|company|companies|crowd|crowds|house|building|fire|ship|countries|firm|firms|
    bank|banks|hole|room|explosion|tree|dog|event|events|cities|companies
affluent > wealthy
wealthy > affluent : next=NOUN
difficult > hard : prev!=rather next=to|question|questions|for|decision|decisions
hard > difficult : prev=is|was|it|be|are|very|too|more|extremely|been next=to
correct > right : next=END|about prev=is|was|are|were|not|be
correct > right : prev=the next=answer|answers|number|amount|date
incorrect > wrong : next!=or
wrong > incorrect : next=answer|answers|information|figure|figures|date|numbers|amount|spelling
fake > bogus : next=NOUN prev=a|the|of|this|these|many|several|with|as|spreading|sharing next!=news
bogus > fake
famous > renowned : next!=last prev!=rich|most|more|almost
renowned > famous
important > significant : next=NOUN prev=an|most|more|very|the next!=thing
vast > huge : next!=majority
enormous > tremendous : next=NOUN
immense > huge
huge > immense : next=NOUN next!=fan|majority|number
main > principal : next=NOUN next!=street|road|course|line|character|page|event|entrance|stage|stream|menu|
    battery|memory|stay|opposition
principal > main : next=NOUN prev=the|a|two|three|its|their
strange > unusual : prev!=it|how|no next=NOUN
unsafe > dangerous
deadly > lethal : next!=sin|sins
lethal > deadly : next!=injection|injections|dose|weapon|weapons|aid|force
ill > sick : prev=is|was|were|are|be|became|become|becomes|fell|getting|got|been|being|seriously|falling|fall
    next!=with|at|effects|health|will|advised|equipped
sick > ill : prev=is|was|were|are|be|became|become|becomes|fell|getting|been|being|seriously|very|falling|fall
    next!=of|leave|pay|and|day|days|people|joke|person|to
scared > frightened : kinds=base next!=to
frightened > scared
brave > courageous : next!=new prev!=to
courageous > brave
cheap > inexpensive : next=NOUN next!=labor|labour|shot|shots|talk|date prev!=on
evident > apparent : prev=is|was|became|become|be|are|clearly|not next=that|from|in|END
likely > probable : next=that prev=is|was|more|most|seems
worldwide > global : next=NOUN prev=a|the|its
global > worldwide : prev=a|the next=pandemic|movement|effort|campaign|network|crisis|shortage|phenomenon|outbreak
additional > extra
extra > additional : next=NOUN prev!=an next!=time|terrestrial|virgin|large|marital
annual > yearly : next!=general|leave|meeting
yearly > annual : next=NOUN
awful > terrible
terrible > awful : prev!=enfant
dreadful > terrible
wonderful > marvelous : next=NOUN
amazing > astonishing
astonishing > amazing
tedious > boring
unfounded > baseless
baseless > unfounded
groundless > baseless
deceptive > misleading
alleged > supposed : next=NOUN next!=victim|victims
believable > credible
lasting > permanent : next!=the|a|for|until|up
odd > peculiar : next=thing|behavior|behaviour
societal > social : next=NOUN
unproven > unproved
unneeded > unnecessary
unnecessary > unneeded : next=NOUN
unlikely > improbable : next=that
nationwide > countrywide : next=NOUN
fictitious > fictional
fictional > fictitious : prev!=non
absurd > ridiculous
ridiculous > absurd
potential > possible : next=NOUN prev!=full|economic|its|their|his|her
possible > potential : next=NOUN prev=a|the|any|other|another|these second!=way|ways
notable > noteworthy : next!=for
noteworthy > notable
satiric > satirical
"""

ADVERBS = """
quickly > rapidly : prev!=as|so
rapidly > quickly
immediately > instantly : next!=after|before|following|prior|available|upon|adjacent|preceding|below|above|
    apparent|clear
instantly > immediately
probably > likely : prev=will|would|is|are|was|were|has|have|had|most next!=END
likely > probably : prev=will|would|could|has|have|had|must next!=to
perhaps > maybe : next!=most|the
maybe > perhaps : prev!=a
apparently > seemingly : next!=not
seemingly > apparently
actually > really : prev=what|did|does|do|is|was|were|has|have|had|are|he|she|they|it|who
truly > genuinely : prev!=yours|well
entirely > completely
completely > entirely
totally > completely
wholly > entirely
utterly > absolutely
absolutely > utterly : next=false|wrong|ridiculous|untrue|baseless|absurd|disgusting|shocking
especially > particularly
particularly > especially : prev!=not
lately > recently
subsequently > later : next!=to
abruptly > suddenly
suddenly > abruptly : next=stopped|ended|resigned|left|changed
solely > exclusively
exclusively > solely : next=on|for|by|to
moreover > furthermore
furthermore > moreover
nevertheless > nonetheless
nonetheless > nevertheless
deliberately > intentionally
intentionally > deliberately
purposely > deliberately
wrongly > incorrectly : prev!=rightly next!=convicted|accused|imprisoned|jailed
incorrectly > wrongly
erroneously > mistakenly
mistakenly > erroneously
seriously > badly : next=injured|wounded|damaged|hurt|burned|burnt
severely > badly : next=injured|wounded|damaged|hurt|burned|burnt
highly > extremely : next=unlikely|likely|effective|dangerous|contagious|infectious|toxic|unusual|controversial|
    misleading|sensitive|popular
considerably > substantially
substantially > considerably
abroad > overseas
legally > lawfully : next!=binding|required|blind|obliged|responsible
lawfully > legally
supposedly > purportedly
purportedly > supposedly
fortunately > luckily
luckily > fortunately
eventually > finally : prev!=and
annually > yearly : next!=by|adjusted
chiefly > principally
basically > essentially
essentially > basically
comparatively > relatively
relatively > comparatively
hastily > hurriedly
hurriedly > hastily
inadvertently > unwittingly
unwittingly > inadvertently
dangerously > perilously
vastly > immensely
enormously > tremendously
tremendously > enormously
unequivocally > unambiguously
unambiguously > unequivocally
doubtlessly > undoubtedly
often > frequently
frequently > often : prev!=more
usually > normally : next!=END
normally > usually : next!=END|again
currently > presently
shortly > soon : next=after|thereafter|afterwards
"""
