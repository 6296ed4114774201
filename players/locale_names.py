"""Names of countries and languages in the reader's language, from the Unicode CLDR."""

import unicodedata
from functools import cache

from babel import Locale

# Codes that the CLDR lists beside real countries: unions, outlying islands, test regions.
TERRITORIES_NOT_COUNTRIES = frozenset(
    {"AC", "AQ", "BV", "CP", "CQ", "DG", "EA", "EU", "EZ", "HM", "IC", "QO", "TA", "UM", "UN", "XA", "XB", "ZZ"}
)
# Languages that a player can say they speak: widely spoken ones, and those of places where the game is played.
SPOKEN_LANGUAGES = (
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "sw",
    "ta", "th", "tr", "uk", "ur", "vi", "zh",
)  # fmt: skip


def sorted_by_name(names: dict[str, str]) -> list[tuple[str, str]]:
    """Return (code, name) pairs sorted by name, ignoring accents and case."""
    return sorted(names.items(), key=lambda entry: unicodedata.normalize("NFKD", entry[1]).casefold())


@cache
def countries(site_language: str) -> list[tuple[str, str]]:
    territories = Locale.parse(site_language, sep="-").territories
    return sorted_by_name(
        {code: name for code, name in territories.items() if code.isalpha() and code not in TERRITORIES_NOT_COUNTRIES}
    )


@cache
def languages(site_language: str) -> list[tuple[str, str]]:
    spoken = Locale.parse(site_language, sep="-").languages
    return sorted_by_name({code: spoken[code].capitalize() for code in SPOKEN_LANGUAGES})


def country_name(code: str, site_language: str) -> str:
    return dict(countries(site_language)).get(code, "")


def language_names(codes: list[str], site_language: str) -> list[str]:
    return [name for code, name in languages(site_language) if code in codes]
