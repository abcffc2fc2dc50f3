"""Spellings that people get wrong: a list of common ones, and the spots of English spelling where they err."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from ..typos import is_typo

__all__ = ["misspellings_of"]

# The right spelling, a colon, and the wrong ones that are often met.
_COMMON = """
    absence:absense,abscence abundance:abundence accessible:accessable accommodate:accomodate,acommodate
    accommodation:accomodation accompanied:acompanied accomplish:acomplish according:acording account:acount
    accuse:acuse accused:acused achieve:acheive achieved:acheived achievement:acheivement
    acknowledge:aknowledge,acknowlege acquaintance:aquaintance acquire:aquire acquired:aquired acquisition:aquisition
    acquitted:aquitted address:adress addressed:adressed addresses:adresses advertisement:advertisment
    aggression:agression aggressive:agressive allegation:alegation allegations:alegations alleged:alledged
    amateur:amatuer amendment:ammendment analysis:anaylsis announce:anounce announced:annouced
    announcement:annoucement annual:anual apparent:apparant apparently:apparantly appearance:appearence
    application:aplication appointed:apointed argument:arguement arguments:arguements assassination:assasination
    assistance:assistence associated:assosiated attempt:atempt attendance:attendence audience:audiance
    authority:authorty available:availible,avaliable awareness:awarness beginning:begining belief:beleif
    believe:beleive,belive believed:beleived believes:beleives beneficial:benificial benefit:benifit benefits:benifits
    brilliant:brillant broadcast:brodcast bureaucracy:beauracracy business:buisness businesses:buisnesses
    campaign:campain campaigns:campains candidate:canidate candidates:canidates ceiling:cieling cemetery:cemetary
    certain:certian certainly:certianly challenge:challange challenges:challanges changeable:changable chief:cheif
    children:childern coming:comming commercial:comercial commission:comission,commision committed:commited
    committee:commitee,comittee communicate:comunicate communities:comunities community:comunity
    comparison:comparision competition:compitition completely:completly concede:conceed conceivable:concievable
    condemn:condem conference:conferance congratulate:congradulate connection:conection conscience:concience
    conscious:concious consensus:concensus consequence:consequense consistent:consistant continuous:continous
    controversial:controversal controversy:contraversy convenience:convinience correct:corect
    correspondence:correspondance country:contry criticism:critisism curriculum:curiculum deceive:decieve
    decision:descision,decison decisions:decisons defendant:defendent definite:definate definitely:definately
    definition:defenition democracy:democrasy department:departement describe:discribe described:discribed
    desperate:desparate despite:dispite destroy:distroy develop:develope development:developement difference:diffrence
    differences:diffrences different:diffrent,diferent dilemma:dilema disappear:dissapear disappeared:dissapeared
    disappointed:dissapointed disaster:disater discipline:disipline disease:desease diseases:deseases economic:econmic
    effective:efective efficient:eficient eligible:eligable embarrass:embarass embassy:embasy emergency:emergancy
    emphasis:enphasis encourage:encurage encouraged:encuraged environment:enviroment environmental:enviromental
    equipment:equiptment especially:expecially,especialy essential:essencial eventually:eventualy evidence:evidance
    exaggerate:exagerate exaggerated:exagerated excellent:excelent,exellent excessive:exessive exercise:excercise
    existence:existance experience:experiance experienced:experianced explanation:explaination extremely:extremly
    familiar:familar favourite:favorit finally:finaly financial:finacial foreign:foriegn,foregin foreigners:foriegners
    friend:freind friends:freinds fundamental:fundemental generally:generaly genuine:genuin
    government:goverment,govenment governments:goverments governor:govenor grammar:grammer grateful:greatful
    guarantee:garantee,guarentee guard:gaurd guidance:guidence happened:happend happening:happenning harass:harrass
    harassment:harrassment height:heigth hierarchy:heirarchy hygiene:hygene identity:idenity immediate:imediate
    immediately:immediatly,imediately immigrant:imigrant immigrants:imigrants immigration:imigration
    importance:importence important:importent incident:incidant incidents:incidants independence:independance
    independent:independant individual:indivdual influence:influense information:infomation,imformation initial:inital
    initially:initialy insurance:insurence intelligence:inteligence,intelligance interest:intrest interested:intrested
    interfere:interfer international:internatinal interrupt:interupt interview:inteview investigate:investagate
    investigated:investagated investigation:investagation island:iland journalist:jouranlist journey:jorney
    judgement:jugement justice:justise knowledge:knowlege laboratory:labratory language:langauge languages:langauges
    leisure:liesure liaison:liason library:libary licence:lisence license:lisense maintain:mantain
    maintenance:maintainance majority:magority management:managment manufacture:manufature marriage:marrage
    married:maried measure:mesure measures:mesures medicine:medecine medicines:medecines military:militery
    millennium:millenium miscellaneous:miscelaneous mischievous:mischievious necessarily:neccessarily
    necessary:neccessary,necesary neighbour:nieghbour neighbours:nieghbours noticeable:noticable obviously:obviosly
    occasion:ocasion,occassion occasionally:occasionaly occurred:occured occurrence:occurence occurring:occuring
    official:offical officially:officialy officials:officals opinion:oppinion opportunity:oppurtunity,oportunity
    opposition:oposition ordinary:ordinery organization:orginization original:orginal originally:orginally
    parallel:paralel parliament:parliment participate:particpate particular:particuler particularly:particulary
    patient:pacient patients:pacients people:poeple permanent:permanant permission:permision persistent:persistant
    personal:personel persuade:pursuade phenomenon:phenomonon photograph:photogragh physical:phisical
    political:politcal politician:politican politicians:politicans popular:populer possess:posess possession:posession
    possible:posible possibly:posibly potential:potencial precede:preceed preferred:prefered pregnant:pregnent
    prejudice:predjudice preparation:preperation presence:presense president:presidant presidential:presidental
    pressure:presure prevalent:prevelant previous:previus primary:primery private:privite privilege:priviledge
    probably:probly,probaly procedure:proceedure proceed:procede professional:proffesional professor:proffesor
    programme:programe prominent:promenent pronunciation:pronounciation protection:protecion psychology:phsychology
    publicly:publically published:publised purchase:purchace purpose:purpous pursue:persue pursuit:persuit
    quarantine:quarentine questionnaire:questionaire realise:relise really:realy receipt:reciept receive:recieve
    received:recieved receives:recieves receiving:recieving recession:reccession recognise:reconise
    recommend:recomend,reccommend recommended:recomended reference:referance referred:refered regarding:reguarding
    register:regester registered:regestered regular:reguler relevant:relevent,revelant religion:religon
    religious:religous remember:rember repetition:repitition represent:reprasent representative:representive
    republic:repubic research:reserch researchers:reserchers resident:residant residents:residants
    resistance:resistence resources:recources response:responce responses:responces responsibility:responsability
    responsible:responsable restaurant:restaraunt,resturant restaurants:resturants rhythm:rythm ridiculous:rediculous
    sacrifice:sacrafice safety:safty sandwich:sandwhich schedule:shedule scheduled:sheduled scientific:scientifc
    scientist:scientest secretary:secratary securities:securites security:securty seize:sieze seized:siezed
    separate:seperate separated:seperated separately:seperately separation:seperation sergeant:sergent serious:serius
    shepherd:sheperd significant:signifigant,significent significantly:signifigantly similar:similiar
    similarly:similiarly sincerely:sincerly situation:sitution soldiers:soldeirs source:sorce sources:sorces
    special:speical specifically:specificaly speech:speach spokesman:spokeman statement:statment statements:statments
    strategy:stratagy strength:strenght studied:studyed subsequent:subsequant success:sucess
    successful:succesful,sucessful successfully:succesfully sufficient:sufficent suggested:sugested support:suport
    supported:suported supporters:suporters supposed:suposed surprise:suprise surprised:suprised
    surrounding:surronding surveillance:survellance survey:survay suspicious:suspicous symptoms:symtoms taught:tought
    technical:tecnical technique:tecnique technology:techology television:televison temperature:temprature
    temporary:temperary tendency:tendancy terrorist:terorist terrorists:terorists themselves:themselfs therapy:theropy
    thorough:thurough tobacco:tabacco tomato:tomatoe tomatoes:tomatos tourism:turism tragedy:tradegy
    treasurer:tresurer treatment:treatmant truly:truely unanimous:unanimus university:univercity usually:usualy
    vaccinate:vacinate vaccinated:vacinated vaccination:vacination vaccine:vacine vaccines:vacines vacuum:vaccum
    valuable:valueable vegetable:vegtable vehicle:vehical vehicles:vehicals victim:victum victims:victums
    village:villiage violence:violance violent:violant visible:visable volunteer:voluteer weapons:wepons
    weather:wheather website:webiste weird:wierd welcome:wellcome writing:writting written:writen
    """

# Where people err in words of any kind. The result is taken only if it is no word.
_SPOTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"(?<=[a-z])ie(?=[a-z])", "ei"),  # beleive
        (r"(?<=[a-z])ei(?=[a-z])", "ie"),  # recieve
        (r"(?<=[a-z])([cfglmnprst])\1(?=[a-z])", r"\1"),  # acomplish
        (r"(?<=[^aeiou][aeiou])([lmnpt])(?=(?:ing|ed)$)", r"\1\1"),  # comming
        (r"ance(?=s?$)", "ence"),  # importence
        (r"ence(?=s?$)", "ance"),  # evidance
        (r"ant(?=s?$)", "ent"),  # importent
        (r"(?<!m)ent(?=s?$)", "ant"),  # presidant
        (r"able$", "ible"),  # availible
        (r"ible$", "able"),  # visable
        (r"ary$", "ery"),  # secretery
        (r"ically$", "icly"),  # basicly
        (r"ely$", "ly"),  # completly
        (r"ally$", "aly"),  # finaly
        (r"ful$", "full"),  # carefull
        (r"(?<=[a-z])ious(?=ly$|$)", "ous"),  # religous
        (r"or(?=s?$)", "er"),  # docter
        (r"ain(?=s?$)", "ian"),  # certian
        (r"(?<=[a-z])dge", "ge"),  # knowlege
        (r"mn(?=s?$)", "m"),  # colum
        (r"(?<=[a-z])sc(?=i|e)", "s"),  # consious
        (r"(?<=[a-z])xc(?=e|i)", "x"),  # exept
        (r"(?<=[a-z])ck(?=s|e|i|$)", "k"),  # attak
        (r"(?<=[a-z])sion(?=s?$)", "tion"),  # decition
        (r"(?<=[a-z]{2})le(?=s?$)", "el"),  # articel
        (r"(?<=[a-z])e(?=r[aei])", ""),  # intresting, diffrent
        (r"(?<=[a-z]{2})al(?=s?$)", "el"),  # hospitel
    )
)


@lru_cache(maxsize=65536)
def misspellings_of(word: str) -> tuple[str, ...]:
    """Wrong spellings of a lower-case word: the common ones if it has any, else those at a spot of `_SPOTS`."""
    known = _common().get(word)
    if known:
        return known
    found = (pattern.sub(new, word, count=1) for pattern, new in _SPOTS if pattern.search(word))
    return tuple(dict.fromkeys(new for new in found if is_typo(new, word)))


@cache
def _common() -> dict[str, tuple[str, ...]]:
    pairs = (item.split(":") for item in _COMMON.split())
    return {right: tuple(wrong.split(",")) for right, wrong in pairs}
