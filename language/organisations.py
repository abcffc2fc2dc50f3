"""Organisations by kind, in all forms of their names, and other typed names: faiths, parties, diseases, products.

Of one kind are those that can take each other's place in a sentence: they all take "the" or none does.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from .closed_classes import word_set

__all__ = ["ACRONYMS_ALONE", "INSTITUTION_WORDS", "WORD_ACRONYMS", "Organisation", "organisations"]

INSTITUTION_WORDS = word_set(
    """
    Academy Act Administration Affairs Agency Agreement Airlines Airport Airways Alliance Amendment Archive Archives
    Area Arena Army Article Assembly Assessment Association Authority Avenue Award Awards Bank Base Bay Beach Bill
    Board Bridge Brothers Building Bureau Cabinet Campus Capitol Cathedral Cemetery Center Centre Challenge Chamber
    Championship Championships Church City Clinic Club Coast Code College Commission Committee Community Company
    Conference Congress Constitution Convention Corp Corporation Council Country County Court Creek Cup Day
    Declaration Defence Department Desert District Division Doctrine East Election Elections Embassy Empire Falls
    Festival Field Force Forces Forest Forum Foundation Fund Garden Gardens Gazette Government Grand Group Guard Gulf
    Hall Harbor Harbour Herald High Highway Hill Hills Holdings Holiday Hospital Hotel House Inc Initiative Institute
    Institution International Investigations Island Islands Journal Judiciary Lake Law League Legislature Library
    Limited Line Lobby Ltd Magazine Mail Market Medal Media Memorial Ministry Mission Monument Mosque Motors Mountain
    Mountains Movement Museum National Navy Network News Newspaper Nobel North Ocean Office Olympics Open Order
    Organisation Organization Palace Park Parliament Party Peninsula Pharma Pharmaceuticals Plan Planet Point Police
    Post Press Prix Prize Project Protocol Railway Range Region Report Republic Republicans Democrats Reserve
    Restaurant Review Revolution River Road Rovers School Schools Sea Senate Series Service Services Society South
    Square Stadium Station Street Studios Summit Supreme Survey System Systems Team Technologies Television Temple
    Territory Theater Theatre Times Today Tower Trail Treaty Tribune Trophy Trust Tunnel Union United Universities
    University Valley Village Voting War West Works World Zoo
    """
)
"""Words that make the capitalised words beside them the name of something other than a person or a place."""

WORD_ACRONYMS = word_set("NASA NATO UNICEF UNESCO FEMA OSHA OPEC ASEAN FIFA UEFA FIDE NOAA ECOWAS")
"""Acronyms read as words; all others are spelled letter by letter, which decides between a and an."""

ACRONYMS_ALONE = word_set(
    "WHO ILO WTO IMF IAEA UN EU CDC FDA NIH EPA FBI CIA NSA IRS DHS DOJ BJP GOP SNP USDA FAA DEA ESA ISRO"
)
"""Acronyms understood without their full name; others count only where the full name stands in the text as well."""

Organisation: TypeAlias = tuple[tuple[str, ...], ...]
"""The forms of one name, each with its spellings; the same position holds the same form throughout a kind."""

# A kind: its names between ";", their forms between "=", spellings of a form between "|"; "-" is a missing form.
_KINDS = {
    "world_body": """
        World Health Organization|World Health Organisation=WHO;
        International Labour Organization|International Labour Organisation=ILO;
        World Trade Organization|World Trade Organisation=WTO; International Monetary Fund=IMF;
        International Atomic Energy Agency=IAEA; World Food Programme=WFP;
        World Meteorological Organization|World Meteorological Organisation=WMO;
        Food and Agriculture Organization|Food and Agriculture Organisation=FAO
    """,
    "world_fund": "UNICEF; UNESCO; UNAIDS; UNHCR",
    "bloc": """
        United Nations=UN; European Union=EU; African Union=AU; Commonwealth of Nations=-; Arab League=-;
        Organization of American States=OAS
    """,
    "alliance": "NATO; OPEC; ASEAN",
    "health_agency": """
        Centers for Disease Control and Prevention|Centers for Disease Control=CDC;
        Food and Drug Administration=FDA; National Institutes of Health=NIH; Environmental Protection Agency=EPA;
        Drug Enforcement Administration=DEA; Federal Aviation Administration=FAA;
        Consumer Product Safety Commission=CPSC
    """,
    "security_agency": """
        Federal Bureau of Investigation=FBI; Central Intelligence Agency=CIA; National Security Agency=NSA;
        Defense Intelligence Agency=DIA; Transportation Security Administration=TSA; Secret Service=-;
        Cybersecurity and Infrastructure Security Agency=CISA; Internal Revenue Service=IRS
    """,
    "space_agency": "NASA; Roscosmos; JAXA",
    "bureau": """
        Bureau of Labor Statistics=BLS; Bureau of Economic Analysis=BEA; Bureau of Land Management=-;
        Bureau of Prisons=-; Census Bureau=-; Congressional Budget Office=CBO
    """,
    "regional_bloc": """
        East African Community=EAC; Economic Community of West African States=ECOWAS;
        Southern African Development Community=SADC; Arab Maghreb Union=AMU; Pacific Islands Forum=PIF
    """,
    "space_agency_with_article": """
        European Space Agency=ESA; Canadian Space Agency=CSA; UK Space Agency=UKSA;
        Indian Space Research Organisation=ISRO
    """,
    "court": "Supreme Court; Court of Appeals; District Court",
    "chamber": "Senate; House of Representatives",
    "seat": "White House; Kremlin; Pentagon; Vatican",
    "award": "Medal of Honor; Purple Heart; Silver Star; Bronze Star; Distinguished Service Cross",
    "department": """
        Department of Justice=Justice Department=DOJ; Department of Labor=Labor Department=DOL;
        Department of Energy=Energy Department=DOE; Department of Education=Education Department=-;
        Department of Transportation=Transportation Department=DOT; Department of Commerce=Commerce Department=-;
        Department of Agriculture=Agriculture Department=USDA; Department of State=State Department=-;
        Department of Homeland Security=Homeland Security Department=DHS;
        Department of Defense=Defense Department=DOD; Department of the Interior=Interior Department=DOI;
        Department of Health and Human Services=-=HHS
    """,
    "ministry": """
        Ministry of Health=Health Ministry; Ministry of Education=Education Ministry;
        Ministry of Finance=Finance Ministry; Ministry of Defence=Defence Ministry;
        Ministry of Culture=Culture Ministry; Ministry of Agriculture=Agriculture Ministry;
        Ministry of Transport=Transport Ministry; Ministry of Labour=Labour Ministry;
        Ministry of Foreign Affairs=Foreign Ministry; Ministry of Justice=Justice Ministry;
        Ministry of Tourism=Tourism Ministry; Ministry of Energy=Energy Ministry
    """,
    "armed_force": "Army; Navy; Air Force; Marine Corps; Coast Guard; National Guard",
    "pharma": """
        Pfizer; Moderna; AstraZeneca; Novartis; Bayer; Sanofi; Roche; GlaxoSmithKline;
        Johnson & Johnson|Johnson and Johnson; Bharat Biotech; BioNTech; Sinovac; Eli Lilly; Gilead; AbbVie; Takeda;
        Merck; Novavax; Biogen; Serum Institute of India; Janssen
    """,
    "social_network": """
        Facebook; Twitter; Instagram; YouTube; WhatsApp; TikTok; Snapchat; Reddit; LinkedIn; Pinterest; Tumblr
    """,
    "technology": """
        Google; Microsoft; IBM; Samsung; Huawei; Intel; Oracle; Nokia; Sony; Cisco; Netflix; Uber; Airbnb; Spotify;
        PayPal; SpaceX; Nvidia; Dell; Lenovo; Siemens
    """,
    "carmaker": """
        Toyota; Volkswagen; Nissan; Honda; Tesla; Renault; Peugeot; BMW; Volvo; Hyundai; Mazda; Subaru; Fiat
    """,
    "food_company": """
        Nabisco; Nestlé; Danone; Unilever; PepsiCo; Kellogg; Heinz; Mondelez International; Coca-Cola; Hershey;
        Starbucks; Burger King; Walmart; Costco; Tesco; Carrefour; Lidl; Aldi
    """,
    "bank": """
        Goldman Sachs; Morgan Stanley; JPMorgan Chase; Wells Fargo; Citigroup; HSBC; Barclays; Deutsche Bank;
        BNP Paribas; Santander; Siam Commercial Bank; Standard Chartered
    """,
    "aircraft_maker": "Boeing; Airbus; Lockheed Martin; Embraer; Bombardier; Raytheon; Northrop Grumman",
    "oil_company": "ExxonMobil; Chevron; Gazprom; Petrobras; ConocoPhillips; Saudi Aramco; TotalEnergies",
    "conglomerate": """
        Tata Group|TATA Group=Tata|TATA; Adani Group=Adani; Mahindra Group=Mahindra; Dangote Group=Dangote
    """,
    "voting_company": "Dominion Voting Systems=Dominion; Smartmatic=Smartmatic; Scytl=Scytl; Hart InterCivic=Hart",
    "broadcaster": """
        CNN; NBC; CBS; BBC; ABC News; NBC News; CBS News; MSNBC; Fox News; NPR; PBS; Al Jazeera; Sky News; CNBC
    """,
    "news_agency": "Reuters; Bloomberg News; Agence France-Presse; Interfax; Anadolu",
    "news_agency_with_article": "Associated Press=AP; Press Trust of India=PTI",
    "newspaper": """
        Washington Post; New York Times; Wall Street Journal; Los Angeles Times; Chicago Tribune; Boston Globe;
        Daily Mail; Daily Telegraph; Daily Mirror; Daily Express; Sunday Times; Houston Chronicle; Denver Post;
        Seattle Times; Baltimore Sun; Detroit Free Press; Hindustan Times; Times of India; Straits Times; Toronto Star;
        Financial Times; Epoch Times; Miami Herald; Irish Times; Sydney Morning Herald
    """,
    "newspaper_with_article": """
        The Standard; The Guardian; The Independent; The Economist; The Telegraph; The Statesman; The Scotsman
    """,
    "hoax_site": "Real Raw News|Real Raw news; World News Daily Report; Empire News; Daily Buzz Live",
    "report_system": "VAERS; FAERS; MAUDE",
    "law": """
        Public Order Act; Data Protection Act; Official Secrets Act; Patriot Act; Freedom of Information Act;
        Human Rights Act; Voting Rights Act; Civil Rights Act; Affordable Care Act; Clean Air Act; Equality Act;
        Insurrection Act; Communications Decency Act; Espionage Act; Fair Labor Standards Act
    """,
    "magazine": """
        Forbes; Newsweek; National Geographic; Vanity Fair; Rolling Stone; Scientific American; Cosmopolitan;
        USA Today
    """,
    "journal": "Lancet; British Medical Journal; New England Journal of Medicine",
    "fact_checker": """
        Snopes; PolitiFact; FactCheck.org; Poynter; Full Fact; Africa Check; Lead Stories; NewsGuard; Alt News;
        Boom Live
    """,
    "sports_body": "NFL; NBA; NHL; MLB; NCAA; IOC; ICC; PGA",
    "football_body": "FIFA; UEFA; CONCACAF; CONMEBOL",
    "partisan": """
        Republican=Republican=Republicans=Republican Party; Democratic=Democrat=Democrats=Democratic Party;
        Libertarian=Libertarian=Libertarians=Libertarian Party; Socialist=Socialist=Socialists=Socialist Party
    """,
    "party": """
        Scottish National Party=SNP; Bharatiya Janata Party=BJP; African National Congress=ANC;
        United Russia=-; Fidesz=-; Alternative for Germany=AfD;
        Trinamool Congress=TMC
    """,
    "british_party": "Labour Party; Conservative Party; Green Party; Alba Party; Reform Party; Communist Party",
    "named_university": """
        Johns Hopkins University=Johns Hopkins; Princeton University=Princeton; Columbia University=Columbia;
        Harvard University=Harvard; Yale University=Yale; Stanford University=Stanford; Purdue University=Purdue;
        Rutgers University=Rutgers; Cornell University=Cornell; Duke University=Duke; Tufts University=Tufts;
        Oxford University=Oxford; Cambridge University=Cambridge; Uppsala University=Uppsala;
        Durham University=Durham
    """,
    "public_university": """
        University of Oslo; University of Leeds; University of Toronto; University of Nairobi;
        University of Helsinki; University of Bristol; University of Queensland; University of Michigan;
        University of Bologna
    """,
    "faith": """
        Muslim=Muslims=Islam=Islamic; Hindu=Hindus=Hinduism=Hindu; Sikh=Sikhs=Sikhism=Sikh;
        Buddhist=Buddhists=Buddhism=Buddhist; Jain=Jains=Jainism=Jain
    """,
    "disease": "Ebola; Zika; HIV; Nipah",
    "drug": """
        Prozac; Zoloft; Paxil; Plaquenil; Remdesivir; Ivermectin; Humira; Lipitor; Viagra; Xanax; Valium; Tylenol
    """,
    "vaccine": "Covaxin; Covishield; Comirnaty; Spikevax; Covovax; CoronaVac",
    "trade_pact": "Paris Agreement; Kyoto Protocol; Montreal Protocol; Basel Convention; Maastricht Treaty",
}


@cache
def organisations() -> dict[str, tuple[Organisation, ...]]:
    """The organisations (and other typed names: faiths, diseases, drugs) of each kind."""
    return {
        kind: tuple(
            tuple(
                () if form.strip() == "-" else tuple(" ".join(spelling.split()) for spelling in form.split("|"))
                for form in entry.split("=")
            )
            for entry in line.split(";")
        )
        for kind, line in _KINDS.items()
    }
