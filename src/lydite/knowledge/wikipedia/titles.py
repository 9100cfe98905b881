"""Titles as MediaWiki reads them: namespaces, spaces, case of the first letter, and their 64-bit names."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import unquote_to_bytes

ARTICLE, FILE, CATEGORY = 0, 6, 14
REMEMBERED = 200_000  # titles or labels whose names are remembered while a dump is read
ELSEWHERE = -99  # a namespace that is neither of the three

_SPACES = re.compile(r"[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_SIMPLE = re.compile(r"[!-~]+(?: [!-~]+)*")
_SPECIAL = re.compile("[&%#:_]")
_INVISIBLE = re.compile("[\u200e\u200f\u202a-\u202e]")
_BRACKETED = re.compile(r"(?<!\s)\s*+[(（][^()（）]*+[)）]\s*+$")
_CANONICAL = {
    "media": -2, "special": -1, "talk": 1, "user": 2, "user talk": 3, "project": 4, "project talk": 5,
    "file": 6, "image": 6, "file talk": 7, "image talk": 7, "mediawiki": 8, "mediawiki talk": 9,
    "template": 10, "template talk": 11, "help": 12, "help talk": 13, "category": 14, "category talk": 15,
    "module": 828, "module talk": 829,
}  # fmt: skip


@dataclass(frozen=True)
class WikiSite:
    """What a dump says about its wiki: language, names of the namespaces, case of first letters.

    >>> site = WikiSite("ltg", {"Kategoreja": 14, "Fails": 6})
    >>> site.resolve("kategoreja: latgola_#top")
    (14, 'Latgola')
    >>> site.resolve(":Category:Latgola")
    (-99, 'Latgola')
    >>> site.resolve("red&nbsp;planet")
    (0, 'Red planet')
    """

    language: str = "en"
    namespaces: dict[str, int] = field(default_factory=dict)
    first_letter: bool = True
    name: str = ""

    @cached_property
    def _known(self) -> dict[str, int]:
        return _CANONICAL | {
            _SPACES.sub(" ", n).strip().casefold(): k for n, k in self.namespaces.items() if n
        }

    def resolve(self, raw: str) -> tuple[int, str]:
        """Return namespace and canonical title of a link's target; a leading colon only mentions a page."""
        if _SIMPLE.fullmatch(raw) and not _SPECIAL.search(raw):  # nothing to do for most links
            return ARTICLE, self._first(raw)
        if "&" in raw:
            raw = html.unescape(raw)
        if "%" in raw:
            raw = _percent(raw)
        raw = raw.partition("#")[0]
        title = self._clean(raw)
        mentioned = title.startswith(":")
        if mentioned:
            title = title.lstrip(":").lstrip()
        prefix, colon, rest = title.partition(":")
        if colon:
            number = self._known.get(prefix.rstrip().casefold())
            if number is not None:
                rest = self._first(rest.lstrip())
                keep = number == ARTICLE or (number in (FILE, CATEGORY) and not mentioned)
                return (number if keep else ELSEWHERE), rest
        return ARTICLE, self._first(title)

    def namespace(self, full: str) -> int:
        """Return the namespace that the full title of a page names.

        >>> latgalian = WikiSite("ltg", {"Kategoreja": 14})
        >>> latgalian.namespace("Kategoreja:Latgola"), WikiSite().namespace("2001: x")
        (14, 0)
        """
        prefix, colon, _ = self._clean(full).partition(":")
        return self._known.get(prefix.rstrip().casefold(), ARTICLE) if colon else ARTICLE

    def title(self, full: str, namespace: int) -> str:
        """Return a page's own title without its namespace."""
        title = self._clean(full)
        if namespace != ARTICLE:
            title = title.partition(":")[2].lstrip() or title
        return self._first(title)

    def canonical(self, title: str) -> str:
        """Return a title as it is written in this wiki, whatever the user typed."""
        return self._first(self._clean(title))

    def _first(self, title: str) -> str:
        if not title or not self.first_letter or title[0].isupper():
            return title
        upper = title[0].upper()
        return upper + title[1:] if len(upper) == 1 else title  # MediaWiki leaves ß and its like alone

    @staticmethod
    def _clean(raw: str) -> str:
        if raw.isascii():
            return " ".join(raw.replace("_", " ").split()) if "_" in raw or " " in raw else raw.strip()
        raw = unicodedata.normalize("NFC", _INVISIBLE.sub("", raw))
        return _SPACES.sub(" ", raw).strip(" \t\r\n")


def unbracketed(title: str) -> str:
    """Strip the bracketed term at the end of a title (section 3.3.2 of the thesis).

    >>> unbracketed("Orange (fruit)"), unbracketed("(sic)")
    ('Orange', '(sic)')
    """
    return _BRACKETED.sub("", title) or title


def name64(text: str) -> int:
    """Return the 64-bit name of a text: stable across machines and versions.

    Twenty million titles collide with a chance of one in 100,000; the build checks.
    """
    return int.from_bytes(_blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


_blake2b = hashlib.blake2b


def page_name(namespace: int, title: str) -> int:
    """Return the 64-bit name of an article or category."""
    return name64(title if namespace == ARTICLE else f"\x0e{title}")


def _percent(raw: str) -> str:
    try:
        return unquote_to_bytes(raw.encode("utf-8", "surrogatepass")).decode()
    except UnicodeDecodeError:
        return raw
