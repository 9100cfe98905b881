"""Test sets from Unicode's Common Locale Data Repository, without a network: its names come with Babel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, MissingExtra, did_you_mean
from lydite.core.languages import code_of, known_code, name_of
from lydite.probes.testsets.built import BuiltTestSet, built_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.choices import Spaces

KINDS = ("countries", "languages", "currencies", "months", "weekdays", "units")
_NO_COUNTRY = {"EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"}  # unions, outlying parts, made for tests, unknown
_NO_LANGUAGE = {"und", "mul", "zxx", "mis", "root"}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_REMARK = re.compile(r"(?<!\s)\s*+[(\[（][^()\[\]（）]*+[)\]）]")  # in linear time, whatever the text
_DIRECTIONS = re.compile("[\u061c\u200e\u200f]")  # marks that nobody sees before some Hebrew names
_OTHERS = {"no": "nb", "tl": "fil", "iw": "he", "sh": "sr_Latn", "nb": "no"}


def languages() -> list[str]:
    """Return the codes of all languages that CLDR has names in."""
    return [i for i in _babel().locale_identifiers() if "_" not in i and i != "root"]


def build_cldr(
    language: str,
    kinds: Sequence[str] = KINDS,
    *,
    spaces: Spaces = "drop",
    name: str = "cldr",
) -> BuiltTestSet:
    """Return what a language calls countries, languages, currencies, months, weekdays and units.

    Names that a language does not have of its own (which fall back to the root locale) are left out. Items
    keep CLDR's codes (FR, la, EUR, 1 to 12, mon to sun, length-meter), so that languages align.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(f"no kind of names {kind!r}{did_you_mean(kind, KINDS)} ({', '.join(KINDS)})")
    locale = find_locale(language)
    own = _own_data(locale)
    items = {kind: _names(own, kind) for kind in kinds}
    made = built_set(items, locale.lower().replace("_", "-"), spaces=spaces, name=name)
    if not any(made.test.categories.values()):
        raise InputError(f"CLDR has no name of these kinds in {language} ({'; '.join(made.notes)})")
    return made


def find_locale(language: str) -> str:
    """Return CLDR's code of a language: la, zh_Hant, pt_PT; InputError names the nearest for one it lacks."""
    known = {i.lower(): i for i in _babel().locale_identifiers()}
    given = language.strip().lower().replace("-", "_")
    code = known_code(language)
    rest = given.partition("_")[2]
    for candidate in (given, f"{code}_{rest}" if rest else code, _OTHERS.get(code or "")):
        if candidate and candidate.lower() in known and candidate.lower() != "root":
            return str(known[candidate.lower()])
    code_of(language)  # which raises for what is no language at all
    called = name_of(code or language)
    near = did_you_mean(called, [name_of(c) for c in languages()]) or did_you_mean(language, languages())
    raise InputError(f"CLDR has no names in {called} ({language}){near}")


def _babel() -> Any:
    try:
        from babel import localedata
    except ImportError as error:
        raise MissingExtra("babel", "cldr") from error
    return localedata


def _own_data(locale: str) -> list[Any]:
    """Return the data of a locale and of those it inherits from, the root left out."""
    babel = _babel()
    from babel.core import get_global

    parents = get_global("parent_exceptions")
    chain = []
    while locale and locale != "root":
        chain.append(babel.load(locale, merge_inherited=False))
        locale = parents.get(locale) or locale.rpartition("_")[0]
    return chain


def _names(chain: Iterable[Any], kind: str) -> dict[str, list[str]]:
    """Return the names of one kind by code, the nearest locale's first."""
    named: dict[str, str] = {}
    for data in chain:
        for code, written in _KINDS[kind](data):
            if isinstance(written, str) and written.lower() != code.lower():
                named.setdefault(code, _DIRECTIONS.sub("", written))
    bare = {code: _without_remarks(written).strip() for code, written in named.items()}
    seen = list(bare.values())
    order = named if kind in ("months", "weekdays") else sorted(named)
    return {code: [bare[code] if seen.count(bare[code]) == 1 else named[code]] for code in order}


def _countries(data: Any) -> list[tuple[str, Any]]:
    return [
        (c, n) for c, n in (data.get("territories") or {}).items() if c.isalpha() and c not in _NO_COUNTRY
    ]


def _languages(data: Any) -> list[tuple[str, Any]]:
    named = (data.get("languages") or {}).items()
    return [(c, n) for c, n in named if c.isalpha() and c not in _NO_LANGUAGE]


def _currencies(data: Any) -> list[tuple[str, Any]]:
    return [(c, n) for c, n in (data.get("currency_names") or {}).items() if c not in ("XXX", "XTS")]


def _calendar(data: Any, field: str) -> list[tuple[int, Any]]:
    """Return names as they stand alone, then within a date: Latin has Ianuarius and (die) Ianuarii."""
    kept: dict[int, Any] = {}
    for context in ("stand-alone", "format"):
        names = ((data.get(field) or {}).get(context) or {}).get("wide")
        for number, written in names.items() if isinstance(names, dict) else ():
            kept.setdefault(number, written)
    return sorted(kept.items())


def _months(data: Any) -> list[tuple[str, Any]]:
    return [(str(number), written) for number, written in _calendar(data, "months")]


def _weekdays(data: Any) -> list[tuple[str, Any]]:
    return [(_DAYS[number], written) for number, written in _calendar(data, "days")]


def _units(data: Any) -> list[tuple[str, Any]]:
    """Return long names; a language whose long name is the short one says it once."""
    named = (data.get("unit_display_names") or {}).items()
    simple = [(c, widths) for c, widths in named if isinstance(widths, dict) and "-per-" not in c]
    return [(code, widths.get("long") or widths.get("short")) for code, widths in simple]


_KINDS = {
    "countries": _countries,
    "languages": _languages,
    "currencies": _currencies,
    "months": _months,
    "weekdays": _weekdays,
    "units": _units,
}


def _without_remarks(written: str) -> str:
    """Return a name without what stands in brackets, also within others.

    >>> _without_remarks("Suajili Simi (Congo (RDC))")
    'Suajili Simi'
    """
    return _REMARK.sub("", _REMARK.sub("", written))
