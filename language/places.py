"""Typed lists of places: countries with their demonyms, cities, states and provinces, continents, planets."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

__all__ = ["AMERICAN_AND_BRITISH", "Place", "places"]


class Place(NamedTuple):
    """A place and the words derived from it; "" where there is none that is regular.

    Attributes:
        name: "Kenya".
        adjective: "Kenyan", which is also the noun if `plural` is not empty.
        plural: "Kenyans".
    """

    name: str
    adjective: str = ""
    plural: str = ""


# Name and adjective; an adjective in -an or -i is a noun as well and takes a plural s.
_COUNTRIES = """
    Afghanistan/Afghan Albania/Albanian Algeria/Algerian Angola/Angolan Argentina/Argentinian Armenia/Armenian
    Australia/Australian Austria/Austrian Azerbaijan/Azerbaijani Bangladesh/Bangladeshi Belarus/Belarusian
    Belgium/Belgian Bolivia/Bolivian Botswana/ Brazil/Brazilian Bulgaria/Bulgarian Burundi/Burundian
    Cambodia/Cambodian Cameroon/Cameroonian Canada/Canadian Chile/Chilean China/Chinese Colombia/Colombian
    Croatia/Croatian Cuba/Cuban Cyprus/ Denmark/Danish Ecuador/ Egypt/Egyptian Eritrea/Eritrean Estonia/Estonian
    Ethiopia/Ethiopian Finland/Finnish France/French Gabon/ Germany/German Ghana/Ghanaian Greece/Greek
    Guatemala/Guatemalan Haiti/Haitian Honduras/Honduran Hungary/Hungarian Iceland/Icelandic India/Indian
    Indonesia/Indonesian Iran/Iranian Iraq/Iraqi Ireland/Irish Israel/Israeli Italy/Italian Jamaica/Jamaican
    Japan/Japanese Kazakhstan/Kazakh Kenya/Kenyan Kuwait/Kuwaiti Laos/ Latvia/Latvian Lebanon/Lebanese
    Liberia/Liberian Libya/Libyan Lithuania/Lithuanian Luxembourg/ Madagascar/ Malawi/Malawian Malaysia/Malaysian
    Mali/Malian Malta/Maltese Mexico/Mexican Moldova/Moldovan Mongolia/Mongolian Morocco/Moroccan
    Mozambique/Mozambican Myanmar/ Namibia/Namibian Nepal/Nepalese New_Zealand/ Nicaragua/Nicaraguan Nigeria/Nigerian
    North_Korea/North_Korean Norway/Norwegian Oman/Omani Pakistan/Pakistani Panama/Panamanian Paraguay/Paraguayan
    Peru/Peruvian Poland/Polish Portugal/Portuguese Qatar/Qatari Romania/Romanian Russia/Russian Rwanda/Rwandan
    Saudi_Arabia/Saudi Senegal/Senegalese Serbia/Serbian Singapore/Singaporean Slovakia/Slovak Slovenia/Slovenian
    Somalia/Somali South_Africa/South_African South_Korea/South_Korean South_Sudan/South_Sudanese Spain/Spanish
    Sri_Lanka/Sri_Lankan Sudan/Sudanese Sweden/Swedish Switzerland/Swiss Syria/Syrian Taiwan/Taiwanese
    Tanzania/Tanzanian Thailand/Thai Tunisia/Tunisian Turkey/Turkish Uganda/Ugandan Ukraine/Ukrainian
    Uruguay/Uruguayan Uzbekistan/Uzbek Venezuela/Venezuelan Vietnam/Vietnamese Yemen/Yemeni Zambia/Zambian
    Zimbabwe/Zimbabwean
"""
# A demonym that would be odd or wrong as a noun, or names a language or a people beyond the country.
_NO_NOUN = frozenset("Argentinian Saudi Kazakh Uzbek Greek Slovak".split())
_HOME_NATIONS = "England/English Scotland/Scottish Wales/Welsh Northern_Ireland/Northern_Irish"
_COUNTRIES_WITH_ARTICLE = "Netherlands/Dutch Maldives/Maldivian Bahamas/Bahamian Gambia/Gambian Philippines/Filipino"
_CONTINENTS = "Africa/African Europe/European Asia/Asian"
_PLANETS = "Mars Venus Jupiter Saturn Uranus Neptune"
_CITIES = """
    Abuja Accra Ahmedabad Amsterdam Ankara Athens Atlanta Auckland Baghdad Bangalore Bangkok Barcelona Beijing Beirut
    Berlin Bogotá Boston Brisbane Brussels Bucharest Budapest Cairo Calgary Caracas Chennai Chicago Cleveland
    Copenhagen Damascus Delhi New_Delhi Denver Detroit Dhaka Dubai Dublin Edinburgh Frankfurt Geneva Glasgow Hamburg
    Hanoi Harare Havana Helsinki Hyderabad Islamabad Istanbul Jakarta Jerusalem Johannesburg Kabul Kampala Karachi
    Kathmandu Khartoum Kiev Kyiv Kolkata Lagos Lahore Lima Lisbon Liverpool London Los_Angeles Lusaka Lyon Madrid
    Manchester Manila Marseille Melbourne Miami Milan Minneapolis Montreal Moscow Mumbai Munich Nairobi Naples
    New_York New_York_City Oslo Osaka Ottawa Paris Patiala Philadelphia Phoenix Pittsburgh Prague Pune Rome Rotterdam
    San_Diego San_Francisco Seattle Seoul Shanghai Singapore_City Stockholm Sydney Taipei Tallinn Tehran Tokyo Toronto
    Tripoli Vancouver Venice Vienna Warsaw Wuhan Yangon Zagreb Zurich
"""
_US_STATES = """
    Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois
    Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri
    Montana Nebraska Nevada New_Hampshire New_Jersey New_Mexico North_Carolina North_Dakota Ohio Oklahoma Oregon
    Pennsylvania Rhode_Island South_Carolina South_Dakota Tennessee Texas Utah Vermont Virginia West_Virginia
    Wisconsin Wyoming
"""
_INDIAN_STATES = """
    Assam Bihar Goa Gujarat Haryana Jharkhand Karnataka Kerala Madhya_Pradesh Maharashtra Odisha Punjab Rajasthan
    Tamil_Nadu Telangana Uttar_Pradesh Uttarakhand West_Bengal
"""
_PROVINCES = "Alberta British_Columbia Manitoba New_Brunswick Nova_Scotia Ontario Quebec Saskatchewan"
_AUSTRALIAN_STATES = "New_South_Wales Queensland South_Australia Tasmania Western_Australia"

AMERICAN_AND_BRITISH: tuple[tuple[str, str], ...] = (
    ("US", "UK"),
    ("U.S.", "U.K."),
    ("U.S", "U.K"),
    ("United States", "United Kingdom"),
    ("America", "Britain"),
    ("American", "British"),
    ("Americans", "Britons"),
    ("USA", "UK"),
    ("U.S.A.", "U.K."),
    ("United States of America", "United Kingdom"),
)
"""The United States and the United Kingdom: the only two with "the", an abbreviation and a short name alike."""


@cache
def places() -> dict[str, tuple[Place, ...]]:
    """The places of each kind."""
    return {
        "country": _read(_COUNTRIES),
        "country_with_article": _read(_COUNTRIES_WITH_ARTICLE),
        "home_nation": _read(_HOME_NATIONS),
        "continent": _read(_CONTINENTS),
        "planet": _read(_PLANETS),
        "city": _read(_CITIES),
        "us_state": _read(_US_STATES),
        "indian_state": _read(_INDIAN_STATES),
        "province": _read(_PROVINCES),
        "australian_state": _read(_AUSTRALIAN_STATES),
    }


def _read(entries: str) -> tuple[Place, ...]:
    found: list[Place] = []
    for entry in entries.split():
        name, _, adjective = entry.replace("_", " ").partition("/")
        is_noun = adjective.endswith(("an", "i", "o")) and adjective not in _NO_NOUN
        found.append(Place(name, adjective, f"{adjective}s" if is_noun else ""))
    return tuple(found)
