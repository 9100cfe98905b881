"""The lead of a page of wikitext: its paragraphs, and its links with where they stand."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from lydite.sources.wikipedia.format import ASIDE, BELOW, ITALIC, PARENTHESISED, TABLE, in_running_text
from lydite.sources.wikipedia.wikitext import LINK, OFF, SPACE, plain

_Target = TypeVar("_Target", int, str)

BELOW_KEPT = 50

_HEADING = re.compile(r"^={1,6}[^=\n][^\n]*=[ \t]*(?:<!--[^\n]*)?$", re.MULTILINE)
_HOLLOW = re.compile(r" ?\((?:[\s,;]|\([\s,;]*\))*\)|(?<=\()[\s,;]+")  # what templates leave of parentheses
_SUPERSCRIPT = re.compile(r"<(/?)sup\b", re.IGNORECASE)
_INTERLANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z-]+)?:|simple:")


@dataclass(frozen=True)
class Lead:
    """What stands before the first heading: paragraphs, and links as (target, anchor, flags).

    Where no link stands in its running text, links from below the first heading follow, flagged BELOW.
    """

    paragraphs: tuple[str, ...]
    links: tuple[tuple[str, str, int], ...]
    further: tuple[str, ...] = ()
    """The paragraphs below, where links are taken from there."""


def lead_text(text: str) -> str:
    """Return what stands before the first heading."""
    found = _HEADING.search(text)
    return text[: found.start()] if found else text


_TOKENS = re.compile(
    r"(?P<words>[^<_{\[}|\]'()（）\n \t:]+[^<_{\[}|\]'()（）\n]*)|"  # swallowed at once: most of a page
    f"(?P<skip>{OFF}|<ref\\b[^<>]*/>|<(?P<block>(?i:ref|gallery|imagemap))(?:\\s[^<>]*)?>.*?</(?P=block)\\s*>"
    r"|__[A-Z]+__)"
    r"|(?P<open>\{\{|(?<=\n)[ \t:]*\{\||\A[ \t:]*\{\||<(?i:table)\b[^<>]*>|\[\[)"
    r"|(?P<close>\}\}|\|\}(?!\})|</(?i:table)\s*>|\]\])"
    r"|(?P<quote>'{2,5})|(?P<italic></?(?i:i|em|cite)\b[^<>]*>)"
    r"|(?P<paren>[()（）])|(?P<line>\n+)|(?P<tag></?[a-zA-Z][^<>]*>)"
    r"|(?P<web>\[(?:https?:)?//[^\s\]]*)",
    re.DOTALL,
)
_LINK_HERE = re.compile(LINK, re.DOTALL)
_LONG_HERE = re.compile(r"\[\[([^\[\]{}|<>\n]+)")
_CLOSERS = {"}}": "{", "|}": "|", "]]": "["}


def lead(text: str, is_file: frozenset[str]) -> Lead:
    """Return the lead of a page; ``is_file`` are the folded namespaces of pictures, where captions hang.

    >>> found = lead("A '''cat''' ([[Latin]] ''[[felis]]'') is an ''[[animal]]'' of [[man]].", frozenset())
    >>> found.paragraphs
    ('A cat (Latin felis) is an animal of man.',)
    >>> [(target, flags) for target, _, flags in found.links]
    [('Latin', 1), ('felis', 3), ('animal', 2), ('man', 0)]
    """
    before = lead_text(text)
    found = _Reader(before, is_file).read()
    if len(before) == len(text) or any(in_running_text(flags) for _, _, flags in found.links):
        return found
    after = _Reader(text[len(before) :], is_file).read()
    return Lead(found.paragraphs, found.links + below(after.links), after.paragraphs)


def raises(tag: str) -> int:
    """Return 1 where a tag begins a superscript, −1 where it ends one.

    >>> raises('<sup class="note">'), raises("</SUP>"), raises("<sup/>"), raises("<summary>")
    (1, -1, 0, 0)
    """
    found = _SUPERSCRIPT.match(tag)
    return 0 if found is None or tag.endswith("/>") else -1 if found[1] else 1


def below(links: Sequence[tuple[_Target, str, int]]) -> tuple[tuple[_Target, str, int], ...]:
    """Return the first links in running text, marked as standing below the lead."""
    kept = [k for k in links if in_running_text(k[2])][:BELOW_KEPT]
    return tuple((target, anchor, flags | BELOW) for target, anchor, flags in kept)


class _Reader:
    def __init__(self, text: str, is_file: frozenset[str]) -> None:
        self.text = text
        self.is_file = is_file
        self.words: list[str] = []
        self.paragraphs: list[str] = []
        self.links: list[tuple[str, str, int]] = []
        self.parens = 0
        self.italic = False
        self.raised = 0  # superscripts around: marks of footnotes, not words
        self.nest: dict[int, int] = {}  # where the templates, tables, captions around close → their flag
        self.aside = False  # the line is an indented note

    def read(self) -> Lead:
        text, nest = self.text, self.nest
        tokens = [token for token in _TOKENS.finditer(text) if token.lastgroup != "words"]
        partner = _partners(tokens)
        at = 0
        self._line_starts(0)
        for i, token in enumerate(tokens):
            start, end = token.span()
            if start < at:  # inside a link that is done
                continue
            if not nest and start > at:
                self._say(text[at:start])
            at = end
            kind = token.lastgroup or ""
            if kind == "open":
                at = self._open(token, partner.get(i))
            elif kind == "close":
                nest.pop(i, None)
            elif kind == "line":
                self._line(token)
            elif not nest:
                self._mark(kind, token[0])
        self._say(text[at:])
        self._paragraph()
        return Lead(tuple(self.paragraphs), tuple(self.links))

    def _mark(self, kind: str, token: str) -> None:
        if kind == "paren":
            self._say(token)
            self.parens = max(0, self.parens + (1 if token in ("(", "（") else -1))
        elif kind == "quote":
            self.italic ^= len(token) in {2, 5}
        elif kind == "italic":
            self.italic = not token.startswith("</")
        elif kind == "tag":
            self.raised = max(0, self.raised + raises(token))

    def _line_starts(self, at: int) -> None:
        self.aside = self.text.startswith(":", at) and not self.nest

    def _line(self, token: re.Match[str]) -> None:
        if not self.nest:
            self.italic = False
            if len(token[0]) > 1 or self.aside:
                self._paragraph()
            else:
                self._say(" ")
        self._line_starts(token.end())

    def _paragraph(self) -> None:
        text = SPACE.sub(" ", html.unescape(_HOLLOW.sub("", "".join(self.words)))).strip(" *#:;")
        if text:
            self.paragraphs.append(text)
        self.words.clear()
        self.parens = self.raised = 0

    def _say(self, text: str) -> None:
        if text and not self.nest and not self.aside:
            self.words.append(text)

    def _open(self, token: re.Match[str], partner: int | None) -> int:
        """Step into what opens here, or over a whole link; return where to read on."""
        opened = token[0].lstrip(" \t:")
        if opened == "[[":
            return self._link(token, partner)
        if partner is None:
            self._say(token[0] if not token[0].startswith("<") else "")
            return token.end()
        line = self.text.rfind("\n", 0, token.start()) + 1
        block = not self.text[line : token.start()].strip(" \t:") or bool(self.nest)
        self.nest[partner] = TABLE if block or opened != "{{" else 0
        return token.end()

    def _link(self, token: re.Match[str], partner: int | None) -> int:
        found = _LINK_HERE.match(self.text, token.start())
        if found:
            target = found["target"]
            prefix = target.partition(":")[0].strip().casefold()
            if prefix in self.is_file or _INTERLANGUAGE.match(target):
                return found.end()
            anchor = plain(found["text"] or target.lstrip(":")) + found["trail"]
            flags = (PARENTHESISED if self.parens else 0) | (ITALIC if self.italic else 0)
            around = 0
            for flag in self.nest.values():
                around |= flag
            self.links.append((target, anchor, flags | around | (ASIDE if self.aside or self.raised else 0)))
            if (
                not around and not self.aside and not self.raised
            ):  # a link in a template within a sentence is part of it
                self.words.append(anchor)
            return found.end()
        long = _LONG_HERE.match(self.text, token.start())
        if long and partner is not None:  # a picture with links in its caption, or something broken
            self.nest[partner] = ASIDE
        return token.end()


def _partners(tokens: list[re.Match[str]]) -> dict[int, int]:
    """Match what opens with what closes; whatever stays without a partner is plain text."""
    stacks: dict[str, list[int]] = {"{": [], "|": [], "[": [], "<": []}
    found: dict[int, int] = {}
    for i, token in enumerate(tokens):
        if token["open"]:
            opened = token[0].lstrip(" \t:")
            stacks[{"{{": "{", "{|": "|", "[[": "["}.get(opened, "<")].append(i)
        elif token["close"]:
            stack = stacks[_CLOSERS.get(token[0], "<")]
            if stack:
                found[stack[-1]] = i
                found[i] = stack.pop()
    return found
