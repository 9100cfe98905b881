"""Links, categories and the lead of a page of wikitext, however broken the page is.

Every link counts wherever it stands (in templates, tables, captions, footnotes), except in comments
and where wikitext is switched off (``nowiki``, ``pre``, ``math``…). Only the lead is looked at more closely.
"""

from __future__ import annotations

import functools
import html
import re
from importlib import resources

OFF = (
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<off>(?i:nowiki|pre|math|chem|source|syntaxhighlight|timeline|score|hiero|templatedata))"
    r"(?:\s[^<>]*)?(?<!/)>.*?</(?P=off)\s*>"
)
_TRAIL = "[a-zß-öø-ÿāčēģīķļņšūžŗōąęćłńśźżёа-яѐ-џά-ώ]*"
LINK = (
    r"\[\[(?P<target>[^\[\]{}|<>\n]+)"
    r"(?:\|(?P<text>[^\[\]]*(?:(?:\[(?!\[)|\](?!\]))[^\[\]]*)*))?\]\](?P<trail>" + _TRAIL + ")"
)
_LINKS = re.compile(f"{OFF}|{LINK}", re.DOTALL)
_REDIRECT = re.compile(
    r"\s*#\s*(?P<word>[^\s:\[#*|{}]+(?: [^\s:\[#*|{}]+)?)\s*+(?::\s*+)?\[\[(?P<target>[^\[\]|\n]+)"
)
_MARKUP = re.compile(r"\{\{[^{}]*\}\}|<ref\b[^>]*?(?:/>|>.*?</ref\s*>)|<[^<>]*>|'{2,}", re.DOTALL)
SPACE = re.compile(r"\s+")
_DRESSED = re.compile("[{<'&\n]")


_MANY = 200  # signs below which looking for what never closes is fast enough
_BLOCKS = re.compile(
    r"<(?P<end>/?)(?P<name>(?i:nowiki|pre|math|chem|source|syntaxhighlight|timeline|score|hiero|templatedata"
    r"|ref|gallery|imagemap))\b(?P<rest>[^<>]*>)?"
)


def drop_unclosed_tags(text: str) -> str:
    """Return a page without unclosed tags that switch wikitext off, such as <nowiki>.

    They hide nothing, and each of them would be looked for to the end of the page, again and again.

    >>> drop_unclosed_tags("<ref>" * 300 + "<ref>a</ref>[[b]]" + "<REF>[[c]]").count("<ref>")
    301
    >>> drop_unclosed_tags("<ref>a</ref>[[b]]" + "<ref>" * 300).count("<ref>")
    1
    """
    if text.count("<") < _MANY:
        return text
    last = {
        found["name"]: found.start()
        for found in _BLOCKS.finditer(text)
        if found["end"] and (found["rest"] or "").strip() == ">"
    }

    def kept(found: re.Match[str]) -> str:
        closed = found["end"] or (found["rest"] or "").endswith("/>")
        return found[0] if closed or found.start() < last.get(found["name"], -1) else "<u>"

    return _BLOCKS.sub(kept, text)


def links(text: str) -> list[tuple[str, str]]:
    """Return the links of a page in order as (target, anchor), as they are written.

    >>> links("A [[cat]]s' [[Dog (pet)|dog]]<!-- [[no]] --> [[File:x.png|thumb|a [[mouse]]]] [[broken")
    [('cat', 'cats'), ('Dog (pet)', 'dog'), ('mouse', 'mouse')]
    """
    pairs = []
    for _, target, anchor, trail in _LINKS.findall(text):
        if target:
            if anchor and _DRESSED.search(anchor):
                anchor = plain(anchor)  # noqa: PLW2901
            pairs.append((target, (anchor or target) + trail))
    return pairs


def redirect(text: str, *, marked: bool = False) -> str | None:
    """Return the target if a page is a redirect; of a page so marked any opening word is believed.

    >>> redirect("#REDIRECT [[Kitten]] {{R from synonym}}"), redirect("#One [[apple]]")
    ('Kitten', None)
    """
    found = _REDIRECT.match(text)
    if found and (marked or found["word"].casefold().replace(" ", "_") in _redirect_words()):
        return found["target"]
    return None


@functools.cache
def _redirect_words() -> frozenset[str]:
    lines = resources.files("lydite").joinpath("data/wikipedia/redirect.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def plain(text: str) -> str:
    """Return a piece of wikitext without templates, tags and quotes.

    >>> plain("the ''great'' {{nowrap|x}}<b>cat</b> &amp; dog")
    'the great cat & dog'
    """
    return SPACE.sub(" ", html.unescape(_MARKUP.sub("", text))).strip()


_NOTES = re.compile(rf"{OFF}|<ref\b[^<>]*/>|<ref\b[^<>]*>.*?</ref\s*>", re.DOTALL)
_INNERMOST = re.compile(r"\{\{[^{}]*\}\}")
_DEEPEST = 50  # templates within templates that are taken out; what is deeper is kept
_TABLES = re.compile(r"^\{\|.*?^\|\}", re.DOTALL | re.MULTILINE)
_NAMED = re.compile(r"\[\[[^\[\]|]*:[^\[\]]*\]\]")
_SHOWN = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]")
_SIGNS = re.compile(r"<[^<>]*>|'{2,}|\[https?:\S+|[\[\]{}|=*#]")


def running_text(text: str) -> str:
    """Return the words of a page, without templates, tables, footnotes and tags.

    >>> running_text("A [[cat|tom]]{{cn|{{date}}}} is [[Category:Cats]]''here''.").split()
    ['A', 'tom', 'is', 'here', '.']
    """
    text = _NOTES.sub(" ", text)
    for _ in range(_DEEPEST):
        before, text = text, _INNERMOST.sub(" ", text)
        if before == text:
            break
    text = _SHOWN.sub(r"\1", _NAMED.sub(" ", _without_tables(text)))
    return html.unescape(_SIGNS.sub(" ", text))


def _without_tables(text: str) -> str:
    """Take tables out; beyond the last end of one, a beginning has none, and is not looked for."""
    last = text.rfind("\n|}") + len("\n|}")
    return _TABLES.sub(" ", text[:last]) + text[last:] if last >= len("\n|}") else text
