"""A phrase as rules see it that no vector learns: numbers with units, initials, spelling.

Unlike :mod:`lydite.matchers.meaning.phrases` it reads phrases as written: only capitals make initials.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.frequencies import zipf
from lydite.core.text import fold
from lydite.knowledge.wordnet import open_wordnet

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+|[+#]+|%")
_NUMBER = re.compile(r"\d+(?:,\d+)*(?:\.\d+)?(?:,\d+)*")
_NUMBERED = re.compile(r"[^\W\d_]{2,}[-.]?(\d+)")
_HYPHENED = re.compile(r"\b([A-Za-z])-([A-Z]{2,})(s?)\b")
_VERSION = re.compile(r"([A-Za-z]{2})(\d+\.\d)")
_PLURAL = re.compile(r"[A-Za-z]?[A-Z]{2,}s")
_ATTACHED = re.compile(r"(\d)([^\W\d_]{2,})\b")
_TYPE_I = re.compile(r"(?<=\w) [iI] (?=\w)")
_NTH = re.compile(r"(\d+)(?:st|nd|rd|th)")
_NUMERALS = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX"
_ROMAN = {numeral: str(i) for i, numeral in enumerate(_NUMERALS.split(), 1)}
_DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_CARDINAL = {
    "zero": "0",
    **{name: str(i) for i, name in enumerate(_DIGITS, 1)},
    "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
    "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19",
    **{name: str(10 * i) for i, name in enumerate(_TENS, 2)},
}  # fmt: skip
_ORDINAL = {name: str(i) for i, name in enumerate(_ORDINALS, 1)}
_ORDINAL_NAMES = {number: name for name, number in _ORDINAL.items()}
_COUNTED = frozenset({*_CARDINAL, *_ORDINAL, *(n.lower() for n in _ROMAN), "per"})
_DIMENSION = re.compile(rf"\b([1-9])-?d\b|\b({'|'.join(_DIGITS)})[- ]dimensional\b", re.IGNORECASE)
_COMPOUND = re.compile(
    rf"\b({'|'.join(_TENS)})[- ](?:({'|'.join(_DIGITS)})|({'|'.join(_ORDINALS[:9])}))\b", re.IGNORECASE
)
_TIMES = {
    "": 1.0, "milli": 1e-3, "micro": 1e-6, "nano": 1e-9, "centi": 1e-2, "kilo": 1e3, "mega": 1e6, "giga": 1e9,
}  # fmt: skip
_SIGNS = {
    "": "", "milli": "m", "micro": "μ", "nano": "n", "centi": "c", "kilo": "k", "mega": "M", "giga": "G",
}  # fmt: skip
_BASES = {
    "g": "gram gramme", "m": "meter metre", "l": "liter litre", "s": "second", "hz": "hertz", "b": "byte",
    "w": "watt", "v": "volt",
}  # fmt: skip
LITTLE = frozenset({
    "the", "a", "an", "and", "or", "&", "of", "for", "in", "with", "from", "by", "to", "on", "at", "as", "'s",
    "s",
})  # fmt: skip
"""Words that say next to nothing."""
_PREPOSITIONS = frozenset({
    "of", "for", "in", "with", "from", "by", "to", "on", "at", "as", "over", "under", "between", "against",
    "without", "within", "during", "via", "using", "per",
})  # fmt: skip
_INSIDE = (
    ("isation", "ization"), ("ising", "izing"), ("ised", "ized"), ("iser", "izer"), ("yse", "yze"),
    ("ysing", "yzing"), ("aemia", "emia"), ("haem", "hem"), ("paed", "ped"), ("oedema", "edema"),
    ("oesoph", "esoph"), ("oestr", "estr"), ("foet", "fet"), ("gynaec", "gynec"), ("leuk", "leuk"),
    ("anaes", "anes"), ("caes", "ces"), ("diarrhoea", "diarrhea"), ("behaviour", "behavior"),
    ("sulph", "sulf"), ("aluminium", "aluminum"), ("grey", "gray"), ("ageing", "aging"),
    ("programme", "program"), ("catalogue", "catalog"), ("dialogue", "dialog"), ("analogue", "analog"),
    ("tyre", "tire"), ("cheque", "check"), ("tumour", "tumor"),
)  # fmt: skip
_ENDINGS = (
    ("ise", "ize"), ("ises", "izes"), ("bre", "ber"), ("tre", "ter"), ("tres", "ters"), ("bres", "bers"),
    ("lled", "led"), ("lling", "ling"), ("ller", "ler"), ("ence", "ense"), ("our", "or"), ("ours", "ors"),
    ("oured", "ored"), ("ouring", "oring"), ("oural", "oral"),
)  # fmt: skip

_ROLES = {"or": ("ee",), "er": ("ee",), "ee": ("or", "er")}
_SIDES = {
    "over": "under", "hyper": "hypo", "macro": "micro", "endo": "exo", "homo": "hetero", "up": "down",
    "in": "out", "mono": "poly", "intra": "inter", "pre": "post", "enc": "dec", "maxi": "mini",
}  # fmt: skip
_SIDES |= {other: one for one, other in _SIDES.items()}
_SIDE = re.compile(rf"({'|'.join(sorted(_SIDES, key=len, reverse=True))})([^\W\d_]{{3,}})")
_SPANS = {
    "minute": ("s", 60.0), "hour": ("s", 3600.0), "day": ("s", 86400.0), "week": ("s", 604800.0),
    "month": ("month", 1.0), "year": ("month", 12.0),
}  # fmt: skip


def _units() -> dict[str, tuple[str, float]]:
    """Return by its sign or name in small letters the base of each unit, and how much of it that is."""
    units = {f"u{base}": (base, 1e-6) for base in "gml"} | {"h": ("s", 3600.0), "min": ("s", 60.0)}
    for base, names in _BASES.items():
        for prefix, times in _TIMES.items():
            sign = _SIGNS[prefix].lower() + base
            units.setdefault(sign, (base, times))
            for name in names.split():
                units |= {f"{prefix}{name}{s}": (base, times) for s in ("", "s")}
    units |= {"mb": ("b", 1e6), "mhz": ("hz", 1e6), "mw": ("w", 1e6)}  # in small letters: mega, not milli
    units |= {"mW": ("w", 1e-3)}
    for name, unit in _SPANS.items():
        units[name] = units[f"{name}s"] = unit
    return units


_UNITS = _units()


@dataclass(frozen=True, slots=True)
class Term:
    """The words of a phrase in one spelling, its numbers in base units, and its initials (small letters)."""

    words: tuple[str, ...]
    numbers: frozenset[str]
    initials: tuple[str, ...]


def read_term(phrase: str) -> Term:
    """Return a phrase as its words, numbers and initials.

    >>> read_term("0.5 mg dose").numbers, read_term("five kilometres").words, read_term("type II").numbers
    (frozenset({'0.0005g'}), ('5000m',), frozenset({'2'}))
    >>> read_term("k-NN").initials, read_term("SVMs").initials, read_term("svm").initials
    (('knn',), ('svm',), ())
    """
    text = phrase.strip()
    text = text.strip("#") if text.startswith("#") else text  # not of C#
    if text.islower() and text.isascii() and text.replace(" ", "").isalpha():  # mostly: no rule applies
        words = text.split()
        if len(words[-1]) > 1 and _COUNTED.isdisjoint(words):
            return Term(tuple(map(american, words)), frozenset(), ())
    text = _DIMENSION.sub(lambda m: f"{m[1] or _CARDINAL[m[2].lower()]} dimensional", text)
    text = _TYPE_I.sub(" 1 ", _COMPOUND.sub(_compound, text)).replace("per cent", "percent")
    text = _ATTACHED.sub(lambda m: f"{m[1]} {m[2]}" if _unit(m[2]) else m[0], text)
    text = _HYPHENED.sub(r"\1\2\3", text) if "-" in text else text
    text = _VERSION.sub(r"\1 \2", text) if "." in text else text
    raw = _TOKEN.findall(text)
    folded = [token.lower() if token.isascii() else fold(token, accents="fold") for token in raw]
    words = []
    numbers: set[str] = set()
    initials: list[str] = []
    at = 0
    while at < len(raw):
        token, low = raw[at], folded[at]
        following = _unit(raw[at + 1]) if at + 1 < len(raw) else None
        at += 1
        lettered = token.isalpha()
        if (not lettered and _NUMBER.fullmatch(token)) or (low in _CARDINAL and following):
            value = _CARDINAL.get(low) or low.replace(",", "")
            if following:
                value = f"{float(value) * following[1]:.6g}{following[0]}"
                at += 1
            numbers.add(value)
            words.append(value)
        elif found := _number_of(token, low, first=at == 1, last=at == len(raw)):
            numbers.add(found[0])
            words.append(found[1])
        elif low == "%":
            words.append("percent")
        else:
            if token != low:  # it has capitals
                low = low[:-1] if _PLURAL.fullmatch(token) else low
                if sum(map(str.isupper, token)) >= 2 and len(token) <= 7:
                    initials.append(low)
            words.append(low)
    return Term(tuple(map(american, words)), frozenset(numbers), tuple(initials))


def _unit(name: str) -> tuple[str, float] | None:
    """Return the base of a unit, and how much of it that is; None where it is no unit."""
    return _UNITS.get(name) or _UNITS.get(name.lower() if name.isascii() else fold(name))


def _compound(found: re.Match[str]) -> str:
    """Return a number such as twenty-one or twenty-first in digits."""
    tens, digit, nth = found[1].lower(), (found[2] or "").lower(), (found[3] or "").lower()
    one = _CARDINAL.get(digit) or _ORDINAL[nth]
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(one, "th") if nth else ""
    return f"{_CARDINAL[tens][0]}{one}{ending}"


def _number_of(token: str, low: str, *, first: bool, last: bool) -> tuple[str, str] | None:
    """Return the number that a word says, or the letter that tells it from others, and its one spelling."""
    if not token.isalpha():
        if token[0] in "+#":  # C, C++ and C# are three
            return token, token
        if numbered := _NUMBERED.fullmatch(token):
            return numbered[1], low
        nth = _NTH.fullmatch(low)
        return (nth[1], _ORDINAL_NAMES.get(nth[1], low)) if nth else None
    if not first and (numeral := _numeral(token, last=last)):
        return numeral, numeral
    # vitamin C, plan b; not what is left of a genitive
    if (
        len(token) == 1
        and not (first and last)
        and (token.isupper() or (last and token.islower() and low != "s"))
    ):
        return low, low
    if low in _ORDINAL:
        return _ORDINAL[low], low
    return (_CARDINAL[low], _CARDINAL[low]) if low in _CARDINAL else None


def _numeral(name: str, *, last: bool) -> str | None:
    """Return what a Roman numeral says; small ones, and single letters, only where no word is likely."""
    if name.islower():
        return _ROMAN.get(name.upper()) if last or "ii" in name else None
    return _ROMAN.get(name) if last or len(name) > 1 else None


@functools.lru_cache(200_000)
def american(word: str) -> str:
    """Return the American spelling of a word that WordNet has, by what differs most often in its synsets.

    It must mean the same (stalling, staling), and not be used ten times less (controlled, controled).

    >>> american("tumour"), american("centre"), american("organisation"), american("sequence")
    ('tumor', 'center', 'organization', 'sequence')
    >>> american("controlled"), american("stalling"), american("travelled")
    ('controlled', 'stalling', 'traveled')
    """
    spelled = word
    for one, other in _INSIDE:
        if one in spelled:
            spelled = spelled.replace(one, other)
    for one, other in _ENDINGS:
        if spelled.endswith(one) and len(spelled) > len(one) + 2:
            spelled = spelled[: -len(one)] + other
            break
    return spelled if spelled != word and _is_spelling(spelled, word) else word


def _is_spelling(spelled: str, word: str) -> bool:
    base = open_wordnet()
    meant, known = base.match([spelled]), base.match([word])
    rare, common = zipf([spelled, word]).tolist()
    return bool(set(meant) & set(known or meant)) and rare > common - 1


def expand(one: Term, other: Term) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return the words of both with initials in place of the words they stand for, and whether there are any.

    >>> expand(read_term("SVMs"), read_term("support vector machine"))
    (('svm',), ('svm',), True)
    """
    for short, long, turned in ((one, other, False), (other, one, True)):
        words, met = long.words, False
        for name in short.initials:
            shorter = shortened(name, words, short.words)
            if shorter is not None:
                words, met = shorter, True
        if met:
            return (words, short.words, True) if turned else (short.words, words, True)
    return one.words, other.words, False


def shortened(name: str, words: Sequence[str], others: Sequence[str]) -> tuple[str, ...] | None:
    """Return words with initials in place of those they stand for; None where they stand for none of them.

    Little words may be left out; of initials of three letters or more, some may come from inside a word.
    """
    if name in words:
        return None
    full = list(enumerate(words))
    content = [(i, word) for i, word in full if word not in LITTLE]
    rows = [(full, len(name)), (content, len(name))]
    rows += [(content, n) for n in range(len(name) - 1, 1, -1) if len(name) > 2]
    for row, size in rows:
        for at in range(len(row) - size + 1):
            run = row[at : at + size]
            first = "".join(word[0] for _, word in run)
            if first == name if size == len(name) else spells(name, [word for _, word in run]):
                new = [*words[: run[0][0]], name, *words[run[-1][0] + 1 :]]
                return tuple(_short_year(word, others) for word in new)
    return None


def _short_year(word: str, others: Sequence[str]) -> str:
    """Return a year as the other phrase has it: COVID-19, coronavirus disease 2019."""
    year = re.fullmatch(r"(?:19|20)(\d\d)", word)
    return year[1] if year and year[1] in others else word


def spells(name: str, words: Sequence[str]) -> bool:
    """Whether initials take letters of every word in order, the first one always.

    >>> spells("covid", ["coronavirus", "disease"]), spells("dna", ["deoxyribonucleic", "acid"])
    (True, True)
    >>> spells("svm", ["some", "machine"])
    False
    """
    ends = {0}  # letters used so far
    for word in words:
        found = set()
        for start in ends:
            if start < len(name) and name[start] == word[0]:
                used, at = start + 1, 1
                found.add(used)
                while used < len(name) and (at := word.find(name[used], at) + 1):
                    used += 1
                    found.add(used)
        ends = found
    return len(name) in ends


def head_of(words: Sequence[str]) -> int:
    """Return the place of the head: the last word before the first preposition; −1 where there are no words.

    >>> head_of(["state", "of", "the", "art"]), head_of(["neural", "network"])
    (0, 1)
    """
    for at, word in enumerate(words):
        if word in _PREPOSITIONS and at:
            return at - 1
    return len(words) - 1


def other_sides(word: str) -> list[str]:
    """Return what would be the other side of a word, if it is a word: of one act, or its opposite.

    Of the 276 pairs of words of WordNet with these beginnings one pair means the same (prepaid).

    >>> other_sides("mortgagor"), other_sides("overfitting"), other_sides("encode")
    (['mortgagee'], ['underfitting'], ['decode'])
    """
    found = [
        word[:-2] + other
        for ending, others in _ROLES.items()
        for other in others
        if len(word) >= 6 and word.endswith(ending)
    ]
    begins = _SIDE.fullmatch(word)
    return [*found, _SIDES[begins[1]] + begins[2]] if begins else found
