"""The closed table of synonyms: verbs. `synonym_pairs` says how a line is read."""

__all__ = ["VERBS"]

VERBS = """
begin > start : next!=with loose
start > begin : next=to|in|on|at|after|when|with|working|using|taking|making|spreading|circulating|wearing
start > begin : kinds=past next=to|in|on|at|after|when|as
commence > begin
buy > purchase : next!=into|in|out|off|time
purchase > buy
help > assist : next=police|farmers|families|people|victims|patients second=with|in
assist > help : next!=in|at
state > say : kinds=past|participle next=that prev!=as|be|been
state > say : kinds=past next=in prev=he|she|they
state > say : kinds=s next=that prev=he|she|it|also|clearly|article|report|website|page|study|paper|law|
    document|post|bill|act|letter|section|statement|constitution
say > state : kinds=past|participle|s|ing next=that prev!=BE|going
say > state : kinds=past|participle next=he|she|they|there|it|its|the
    prev!=BE|is|was|are|were|been|be|often|enough second!=same|least|word|words|truth|following|opposite
say > state : kinds=base prev=experts|officials|scientists|researchers|not|authorities|they|doctors next=that
announce > declare : kinds=past|s|ing|participle next=that
declare > announce : kinds=past|s|ing|participle next=that
utilize > use
utilise > use
use > utilize : next=DET kinds=past|participle|ing prev!=be|been|was|were|is|are
finish > complete : next=the|his|her|their|its|a kinds=past|ing|s second!=day|race|season|year|night|game
complete > finish : next=the|his|her|their|its|a kinds=past|ing|s
    second!=form|survey|questionnaire|forms|transaction|purchase
cease > stop : next!=to|and|fire
halt > stop : kinds=past|participle|ing
need > require : kinds=past|participle next!=to
happen > occur : next!=to|upon|with|when|is|next loose
happen > occur : next=when prev=this|that|it|which
occur > happen : kinds=past|ing|participle next!=to|naturally
discover > find : next=that|in|on|at|by prev!=never|were
find > discover : kinds=past|participle next=that far!=court|courts|judge|judges|jury|tribunal|poll|survey
reply > respond : kinds=past|ing|s
respond > reply : kinds=past|ing next=that|by|saying
demonstrate > show : next=that|how|why
show > demonstrate : kinds=s next=that prev=data|evidence|study|research|report|analysis|survey|graph|chart|it|
    which|this|poll|review|also|clearly
show > demonstrate : kinds=base next=that
    prev=data|studies|records|results|reports|figures|statistics|to|not|also|surveys|documents|trials|they|tests
show > demonstrate : kinds=past next=that|how prev!=BE
allow > permit : next!=for|in|that|me
permit > allow : next!=holder|holders
prohibit > forbid : prev!=constitutionally
forbid > prohibit : kinds=s|ing|participle next!=to|him|her|them|me|us prev!=god
try > attempt : next=to prev!=i|please|you|and
attempt > try : next=to
hide > conceal : next=the|his|her|their|its|evidence|information|this
conceal > hide : next=the|his|her|their|its|evidence|information|this|END
choose > select : next=DET|by|as kinds=past|participle|base|s|ing
choose > select : kinds=participle next=by|as|for|from
select > choose : kinds=past|participle|ing|s prev!=pre|the|a|randomly
build > construct : next=DET second=wall|house|bridge|dam|building|hospital|school|road|railway|tower|factory|
    plant|ship|station|church|temple|mosque|houses|bridges|roads|border|new
build > construct : kinds=participle prev=BE next=in|by|at|on|near|during|between|around
construct > build : prev!=socially|carefully
corroborate > confirm : loose
substantiate > confirm : loose
perish > die : kinds=past|s|participle
inquire > ask : next=about|whether|if|why|how
provide > supply : next=evidence|information|details|data|food|water|electricity|proof
provide > supply : kinds=participle next=by
supply > provide : kinds=participle next=by prev=BE
issue > release : next=a|the|an second=statement|report|press
change > alter : next=the|its|their|our kinds=past|ing|participle
    second!=mind|minds|subject|world|name|course|face|lives|life|date|channel|topic
change > alter : next=the kinds=base prev=to|could|would|will|can|not|might|may
    second!=mind|minds|subject|world|name|course|face|lives|life|date|channel|topic
alter > change : prev!=digitally|state
modify > change : prev!=genetically|gene|digitally
remain > stay : kinds=past next=in|at|open|closed|silent
stay > remain : kinds=past next=open|closed|silent
reveal > disclose : next=that|how kinds=past|s|base|ing
disclose > reveal
reduce > cut : kinds=base|past|s|ing next=the second=number|cost|costs|amount|budget|price|prices
remember > recall : next!=to|me|him|her|them|when
recall > remember : next=that|how|when
believe > think : next=that kinds=base|s|past|ing
believe > think : kinds=participle next=to|that prev=is|are|was|were|be|been|widely|now|it's
think > believe : next=that kinds=base|s|past prev!=the|a|this|no
think > believe : kinds=participle next=to|that prev=is|are|was|were|been|widely|now|it's
assume > presume : next=that
presume > assume : next=that
gather > collect : next=data|evidence|information|signatures|samples|material
collect > gather : next=data|evidence|information|signatures|samples|material
repair > fix : next!=and
assault > attack : kinds=past|participle|ing prev!=sexually|indecently
vanish > disappear : next!=into
disappear > vanish : kinds=past|participle next=from|in|without|after|END
appear > seem : next=to|that second!=in|on|at|the|have
seem > appear : next=to|that
propose > suggest : next=that
admit > acknowledge : next=that
acknowledge > admit : kinds=past|s|ing next=that
appoint > name : kinds=past|participle next=as|by|to
achieve > attain : next!=this|what|it
attain > achieve
accomplish > achieve : prev!=mission
divide > split : next=into kinds=past|participle|ing
split > divide : next=into kinds=participle
connect > link : next=to kinds=past|participle|ing prev!=well
link > connect : next=to kinds=past|participle|ing
determine > ascertain : next=whether|if
ascertain > determine
calculate > compute : next=by|from|using|as|the|how prev!=a
compute > calculate : kinds=past|participle
watch > view : next=DET second=video|film|movie|footage|clip|videos
analyze > examine
analyse > examine
evaluate > assess
assess > evaluate : second!=damages|tax|taxes|penalty|penalties|fine|fines|fee|fees
endanger > jeopardize : kinds=base|s|ing
jeopardize > endanger
imperil > endanger
hinder > impede
impede > hinder
immunize > vaccinate
vaccinate > inoculate
inoculate > vaccinate
deserve > merit : next!=to kinds=base|s|past
circulate > spread : next=on|online|in|widely|through|among|via kinds=past|ing|participle
disseminate > spread
delete > erase
emphasize > stress : next=that
emphasise > stress : next=that
stress > emphasize : next=that kinds=past|s|ing
compel > oblige : next=to kinds=past|participle
reiterate > repeat
repeat > reiterate : next=that
postpone > defer : next!=indefinitely
defer > postpone : next!=to
liberate > free : kinds=past|participle
anticipate > expect : next=that|to
expect > anticipate : next=that
dwell > live : next=in
regard > view : next=as kinds=participle prev=BE|widely|often|generally
view > regard : next=as kinds=participle prev=BE|widely|often|generally
see > view : next=as kinds=participle prev=BE|widely|often|generally
consider > regard : next=as kinds=participle prev=BE|widely|often|generally
detest > hate
hate > detest : kinds=past|s next=the|this|his|her|their
violate > breach : next=the second!=girl|woman|child|spirit
apprehend > arrest : loose
arrest > apprehend : kinds=participle prev=BE next=by|in|on|at|and
wound > injure : kinds=participle prev=BE|people|others next=in|by
lessen > diminish
ameliorate > improve
mend > repair : kinds=past|ing|participle
fabricate > manufacture : kinds=past|participle next=evidence
hurl > throw : loose prev!=to
receive > get : next=a|an|the|any|their|his|her|payments|money|more|during kinds=base|s|ing
receive > get : kinds=past next=a|an|the|any|their|his|her prev=he|she|they|it|who|i|we
rebuild > reconstruct
reconstruct > rebuild
curtail > curb
curb > curtail : kinds=base|s|ing next=the|its|their
constitute > establish : kinds=past|participle next=at|under|by
found > establish : kinds=past|participle next!=on|upon prev!=well
establish > found : kinds=participle prev=BE next=in second!=law
publish > release : next=the|data|figures|results|its prev!=BE kinds=base|s|past|ing
    second!=book|novel|article|paper|story
suggest > indicate : kinds=base|s|past next!=to prev!=i|we|he|she
    far=evidence|data|study|studies|research|results|findings|nothing
build > construct : kinds=past|participle next=END far=was|were|been|being
build > construct : kinds=past|participle next=END prev=BE
find > discover : kinds=participle prev=was|were next=in|on|near second=the|a|an
find > discover : kinds=past|participle next=no second=evidence|proof|sign|signs|record|trace
use > utilize : kinds=past|participle prev=BE next=by|as|in|for
sustain > suffer : next=injuries|injury|wounds|damage|losses|severe|serious|a|multiple kinds=past|participle|ing
suffer > sustain : next=injuries|injury|wounds|losses|damage
carry > transport : next=people|passengers|goods|cargo|troops|oil|weapons prev!=BE
outlive > outlast
react > respond : next=to|by|with|angrily|quickly loose
recover > recuperate : next=from far!=economy|market|money|bodies
overturn > reverse : next=the|a|his|its|that second=decision|ruling|conviction|verdict|judgment|law
assert > maintain : next=that
maintain > assert : next=that
affirm > assert : next=that
note > observe : kinds=past|participle|ing|s next=that loose prev!=the|these|those|his|her|their|of
observe > note : kinds=past|participle|ing|s next=that loose
remark > note : kinds=past|participle|ing next=that loose
exceed > surpass
surpass > exceed
ensure > guarantee : next=that
hide > conceal : kinds=participle prev=BE next=below|in|behind|under|from|inside|beneath|by
choose > select : kinds=participle next=in|END|by far=was|wasn't|were|been
find > discover : kinds=participle next=END prev!=i|you|we|he|she|can|could|be|been|was|were far=where|when|how
find > discover : kinds=participle prev=was|were next=in second=YEAR
finish > complete : kinds=participle prev=BE next=by|in second!=time
repeat > reiterate : kinds=participle prev=BE far=claim|claims|statement|promise
propose > suggest : kinds=participle prev=been next!=to|as
drift > float : kinds=base|past|ing next=through|down loose
"""
