"""One table of languages: ISO 639-1, ISO 639-3 and English names in, one form out.

What depends on a language (stemmer, stop words, accents, the letter i) hangs on the code that :func:`code_of`
gives: that of ISO 639-1 where there is one, else that of ISO 639-3.
"""

from __future__ import annotations

import functools
import lzma
from importlib import resources

from lydite.core.errors import InputError, did_you_mean

STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "porter", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
    "nn": "norwegian", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish",
    "yi": "yiddish",
}  # fmt: skip
_OTHERS = {
    "simple": "en",
    "simple english": "en",
    "azeri": "az",
    "farsi": "fa",
    "greek": "el",
    "mandarin": "zh",
}
"""Wikipedia's Simple English, and names that the table does not have."""


def code_of(language: str) -> str:
    """Return the one form of a language that was named by a code or in English; InputError for no language.

    What follows a hyphen (a country, a script) is left out.

    >>> code_of("tr"), code_of("tur"), code_of("Turkish"), code_of("en-GB"), code_of("Latgalian")
    ('tr', 'tr', 'tr', 'en', 'ltg')
    """
    found = known_code(language)
    if found is None:
        hint = did_you_mean(language, list(names()))
        raise InputError(f"no language {language!r}{hint}; languages go by ISO 639 code or English name")
    return found


def known_code(language: str) -> str | None:
    """Return the one form of a language, None for what no table knows, such as some wikis."""
    code = language.strip().lower().replace("_", "-")
    if code in STEMMERS:  # a code already; one question from a cold shell need not read the table
        return code
    table = names()
    return table.get(code) or table.get(code.partition("-")[0])


def name_of(code: str) -> str:
    """Return the English name of a language by its code, the code itself where no table knows it.

    >>> name_of("it"), name_of("ltg"), name_of("zz")
    ('Italian', 'Latgalian', 'zz')
    """
    return next(
        (_without_note(described.partition(";")[0]) for own, _, described in _rows() if own == code), code
    )


def tag_of(language: str) -> str:
    """Return a language in its one form with what follows the hyphen: zho-Hans is zh-hans.

    >>> tag_of("zho-Hans"), tag_of("Latin"), tag_of("mul")
    ('zh-hans', 'la', 'mul')
    """
    _, hyphen, rest = language.strip().lower().partition("-")
    return f"{code_of(language)}{hyphen}{rest}" if language.lower() not in names() else code_of(language)


def stemmer_of(language: str) -> str:
    """Return the stemmer of a language, ``none`` where there is none.

    >>> stemmer_of("en-GB"), stemmer_of("French"), stemmer_of("ltg"), stemmer_of("bat-smg")
    ('porter', 'french', 'none', 'none')
    """
    return STEMMERS.get(known_code(language) or "", "none")


def is_english(language: str) -> bool:
    """Whether a language is English.

    >>> is_english("eng"), is_english("simple"), is_english("enm")
    (True, True, False)
    """
    return known_code(language) == "en"


@functools.cache
def _rows() -> list[list[str]]:
    packed = resources.files("lydite").joinpath("data/languages/languages.tsv.xz").read_bytes()
    return [line.split("\t") for line in lzma.decompress(packed).decode().splitlines()]


@functools.cache
def names() -> dict[str, str]:
    """Return the one form of each language by all its codes and names, in small letters."""
    # of two languages of one name, the one with the shorter code
    rows = sorted(_rows(), key=lambda row: len(row[0]))
    by_name: dict[str, str] = {}
    for code, _, called in rows:
        for name in called.lower().split("; "):
            by_name.setdefault(name, code)
            by_name.setdefault(_without_note(name), code)
    return by_name | {other: code for code, others, _ in rows for other in (code, *others.split())} | _OTHERS


def _without_note(name: str) -> str:
    """Return a name without what stands in parentheses at its end."""
    return name[: name.index("(")].rstrip() if name.endswith(")") and "(" in name else name
