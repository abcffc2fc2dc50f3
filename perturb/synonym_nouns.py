"""The closed table of synonyms: nouns. `synonym_pairs` says how a line is read."""

__all__ = ["NOUNS"]

NOUNS = """
car > automobile : modifier next!=park|parks|pool|bomb|bombs|wash|boot|key|keys|seat|seats|ferry|alarm|t
    prev!=cable|train|railway|sleeping|race|racing|box|dining|tram
automobile > car : modifier
country > nation : next!=wide prev!=back|cross|hill|north|west|wine|basque
nation > country : prev!=first|indigenous
website > site : modifier
doctor > physician : next!=of|who prev!=spin|witch|script|to|tree|animal
physician > doctor : modifier
lawyer > attorney
attorney > lawyer : prev!=district|us|state|states|city|county|deputy|assistant|chief next!=general|generals
movie > film : modifier next!=theater|theaters|star|stars
film > movie : prev!=thin|plastic|cling|photographic|color|colour|camera|negative|on|of|oil|biofilm|protective
    next!=about
photo > photograph : prev!=click next!=op|ops|id|shoot|opportunity
photograph > photo : modifier strict
image > picture : kinds=plural prev!=mri|ct|xray|medical|mirror|self|brand|body|disk
image > picture : kinds=base prev=this|that|the|an next!=of|as|or
error > mistake : prev!=of|in|and|standard|sampling|human|pilot|rounding|type|measurement|statistical|
    systematic|random|mean
mistake > error : prev!=by|no
illness > sickness : prev=the|this|their|his|her|that|an next!=END
sickness > illness : prev!=motion|morning|sleeping|travel|car|sea|sweating|decompression|radiation|in
investigation > probe : kinds=base prev=the|an|this|that|criminal|federal|police
    next=into|of|by|found|has|was|is|END
outcome > result : prev!=health|learning|patient|clinical kinds=base
outcome > result : kinds=plural next=of prev!=health|learning|patient|clinical
result > outcome : kinds=base prev=the next=of
consequence > effect : kinds=plural next=of
peril > danger : strict
hazard > risk : strict kinds=base next=of|to|for
manner > way : kinds=base next!=of
newspaper > paper : kinds=base prev=the|a next!=and|or
telephone > phone : strict modifier
airplane > plane : modifier
aeroplane > plane : modifier
plane > airplane : modifier strict prev!=inclined|higher|astral|horizontal|vertical|different|same|spiritual|
    focal next!=of
baby > infant : prev!=test|tube|bush|war|beanie
infant > baby
teenager > teen
adolescent > teenager : kinds=plural
youngster > child
kid > child : strict prev!=new|i|the|rich|cool
child > kid : kinds=plural prev=their|her|his|our|my|your|young|school|small next!=of|in
attempt > effort : strict next=to prev!=suicide
attempt > effort : kinds=base prev=an|failed|in|this next=to
beginning > start : kinds=base prev=the|from|very next=of|END
start > beginning : kinds=base prev=the|very next=of
commencement > beginning : kinds=base next=of
outset > beginning : kinds=base prev=the
component > part : next=of
portion > part : kinds=base prev=a|large|small|the|this next=of
example > instance : kinds=base prev=for modifier
example > instance : prev=another|an next=of
instance > example : kinds=base prev=for modifier
instance > example : kinds=base prev=another|an next=of
kind > sort : kinds=base prev=this|that|any|some|what|the|another|every|same|certain next=of
kind > sort : kinds=plural prev=these|those|all|different|other|various|certain|many next=of
sort > kind : kinds=base prev=this|that|any|some|what|the|another|every|same|certain next=of
sort > kind : kinds=plural prev=these|those|all|different|other|various|certain|many next=of
opportunity > chance : kinds=base prev=an|the|no|this|another|every next=to|for prev!=equal
chance > opportunity : kinds=base prev=a|the next=to second!=be|win|get|die
opinion > view : prev=in|his|her|their|my|our|your|an|different|personal|own|political|these
topic > subject : prev!=hot|off next!=of
rubbish > trash : kinds=base strict
trash > rubbish : kinds=base strict prev!=white
link > connection : kinds=base prev=a|no|any|causal|direct|the|clear|strong|possible|this next=between
connection > link : kinds=base prev=a|no|any|causal|direct|the|clear|strong|possible|this next=between
lawsuit > suit : prev!=class|action
petrol > gasoline : modifier
gasoline > petrol : modifier
apartment > flat
sofa > couch
bicycle > bike : modifier strict
taxi > cab : kinds=base prev=a|the|by
pupil > student : prev!=dilated|constricted|eye|pinpoint|star
teacher > instructor : prev!=head|school
murder > slaying : kinds=base prev=the next=of
policeman > officer
treaty > pact
pact > treaty
victor > winner
triumph > victory : strict prev!=in
assistance > help : kinds=base prev!=of|public
aid > assistance : kinds=base prev=humanitarian|financial|military|economic|federal|legal|state|food|medical|
    foreign|with|s
help > assistance : kinds=base prev=the|with|without|their|his|her|our|your|any|some|financial|medical|
    professional|for next!=desk|line|lines
medication > medicine : modifier
medicine > medication : kinds=plural
cure > remedy : strict kinds=base prev=a|the|no|any next=for
dosage > dose : prev!=recommended|daily
vaccination > inoculation : modifier prev!=mass
inoculation > vaccination : modifier
speech > address : kinds=base prev=a next!=impediment|bubble|therapist|disorder|at
remark > comment : strict prev!=no
comment > remark : kinds=plural prev=his|her|their|my|your|the|these|those|recent next!=on|section|below|and
globe > world : kinds=base prev=the
world > globe : kinds=base prev=the far=around|across
earthquake > quake : modifier
quake > earthquake : strict
disaster > catastrophe : prev!=a next!=relief|area
catastrophe > disaster : modifier
calamity > disaster
shortage > shortfall : next=of|in
regulation > rule : kinds=plural prev!=building
rule > regulation : kinds=plural prev=the|these|new|strict|strictest|stricter|current|federal|eu|existing|such
    next!=of
ban > prohibition : strict kinds=base prev=a|the|this|total|complete|federal|nationwide|outright next=on
prohibition > ban : kinds=base next=on|against
obligation > duty : kinds=base next=to
duty > obligation : kinds=base prev=a|the|no|any|legal|constitutional|moral next=to
task > job : kinds=base prev=the|this|difficult next=of
flaw > defect : next=in
aspect > facet : next=of prev!=some|any
characteristic > feature : kinds=plural strict next=of
foe > enemy
winner > victor : kinds=base prev=the next=of second!=the
hatred > hate : kinds=base prev=of|racial next=END
beverage > drink : prev!=food
modification > change : strict prev!=genetic|behavior|behaviour|weather|body
alteration > change
vacation > holiday : kinds=base prev=on|a|summer|family|their|his|her
snake > serpent : kinds=plural prev=sea
reply > response : strict prev!=in
reply > answer : kinds=base prev=in next=to
response > reply : kinds=base prev=no|a|his|her|their|written|the next=from|END
abnormality > irregularity : prev!=genetic|chromosomal|fetal
shop > store : strict prev!=closed|chop|talk
falsehood > untruth : prev!=a|of
accord > treaty : kinds=base prev=peace|the next=between|with|of
sum > amount : kinds=base prev=the|a|this|large|small|huge next=of second=money|cash
amount > sum : kinds=base prev=the|this|large|small|huge|an next=of second=money|cash
safeguard > precaution : prev!=to
mention > reference : kinds=base strict prev=no|any|a|some next=to
reference > mention : kinds=base prev=no next=to
phase > stage : prev!=moon|lunar|liquid|gas|solid second!=moon next!=and
stage > phase : kinds=base prev=early|late|final|first|second|third|initial|experimental|next next=of
individual > person : kinds=base prev=an|the|this|that|any|another|each|every|infected|healthy|private strict
person > individual : kinds=base prev=the|a|this|that|another|each|every|infected|healthy|private next!=of
spot > place : kinds=base strict prev=the|a|one|this|that|exact|same next=where|in|on|again|END
tale > story : prev!=fairy|folk|tall|cautionary
quote > quotation : strict modifier
quotation > quote
ad > advertisement : strict modifier next!=hoc|hominem|libitum|infinitum|nauseam
advertisement > ad : modifier
exam > examination : prev!=eye
laboratory > lab : modifier
lab > laboratory : modifier prev!=chocolate|black|yellow
info > information : modifier
flu > influenza : modifier prev!=the|stomach|swine|bird|man
influenza > flu : modifier prev!=haemophilus|hemophilus
polio > poliomyelitis
marijuana > cannabis : modifier
cannabis > marijuana : modifier
gunman > shooter
chairman > chairperson : next!=of|mao
process > procedure : kinds=base prev=qualification|election|voting|application|selection|verification|
    certification|approval|registration|appeals next!=of|and
site > website : prev=news|satire|satirical|parody|dating|sharing|shopping|hoax|official strict modifier
decree > edict : strict
edict > decree : modifier
gem > jewel
"""
