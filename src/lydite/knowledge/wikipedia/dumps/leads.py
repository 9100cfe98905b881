"""The lead of a page of wikitext: its paragraphs, and its links with where they stand."""

from __future__ import annotations

import html
import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from lydite.knowledge.wikipedia.dumps.wikitext import LINK, OFF, SPACE, plain
from lydite.knowledge.wikipedia.format import ASIDE, BELOW, ITALIC, PARENTHESISED, TABLE, in_running_text

_Target = TypeVar("_Target", int, str)

BELOW_KEPT = 50

_HEADING = re.compile(r"^={1,6}[^=\n][^\n]*=[ \t]*(?:<!--[^\n]*)?$", re.MULTILINE)
_HOLLOW = re.compile(r" ?\((?:[\s,;]|\([\s,;]*\))*\)|(?<=\()[\s,;]+")  # what templates leave of parentheses
_SUPERSCRIPT = re.compile(r"<(/?)sup\b", re.IGNORECASE)
_INTERLANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z-]+)?:|simple:")


@dataclass(frozen=True)
class ParsedLead:
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
_INDENT = re.compile(r"[ \t:]*")
_LONG_HERE = re.compile(r"\[\[([^\[\]{}|<>\n]+)")
_OPENERS = {"{{": "{", "{|": "|", "[[": "["}
_CLOSERS = {"}}": "{", "|}": "|", "]]": "["}
_ALONE = -1  # partner of what nothing closes: it is plain text


def lead(text: str, is_file: frozenset[str]) -> ParsedLead:
    """Return the lead of a page; ``is_file`` are the folded namespaces of pictures, where captions hang.

    >>> found = lead("A '''cat''' ([[Latin]] ''[[felis]]'') is an ''[[animal]]'' of [[man]].", frozenset())
    >>> found.paragraphs
    ('A cat (Latin felis) is an animal of man.',)
    >>> [(target, flags) for target, _, flags in found.links]
    [('Latin', 1), ('felis', 3), ('animal', 2), ('man', 0)]
    """
    before = lead_text(text)
    parsed = _WikitextReader(before, is_file).read()
    if len(before) == len(text) or any(in_running_text(flags) for _, _, flags in parsed.links):
        return parsed
    after = _WikitextReader(text[len(before) :], is_file).read()
    return ParsedLead(parsed.paragraphs, parsed.links + links_below_lead(after.links), after.paragraphs)


def superscript_step(tag: str) -> int:
    """Return 1 where a tag begins a superscript, −1 where it ends one.

    >>> tuple(map(superscript_step, ['<sup class="note">', "</SUP>", "<sup/>", "<summary>"]))
    (1, -1, 0, 0)
    """
    found = _SUPERSCRIPT.match(tag)
    return 0 if found is None or tag.endswith("/>") else -1 if found[1] else 1


def links_below_lead(links: Iterable[tuple[_Target, str, int]]) -> tuple[tuple[_Target, str, int], ...]:
    """Return the first links in running text, marked as standing below the lead."""
    kept = islice((k for k in links if in_running_text(k[2])), BELOW_KEPT)
    return tuple((target, anchor, flags | BELOW) for target, anchor, flags in kept)


class _WikitextReader:
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
        self.flagged = {0: 0, TABLE: 0, ASIDE: 0}  # how many of them have each flag
        self.looked = self.indent = 0  # how far the beginnings of lines are known, and the indent of the last
        self.aside = False  # the line is an indented note

    def read(self) -> ParsedLead:
        text, nest = self.text, self.nest
        tokens = _Tokens(text)
        at = 0
        self._line_starts(0)
        for i, (start, end, kind) in enumerate(zip(tokens.starts, tokens.ends, tokens.kinds, strict=True)):
            if start < at:  # inside a link that is done
                continue
            if not nest and start > at:
                self._say(text[at:start])
            at = end
            if kind == "open":
                at = self._open(start, end, tokens.partners[i])
            elif kind == "close":
                if i in nest:
                    self.flagged[nest.pop(i)] -= 1
            elif kind == "line":
                self._line(start, end)
            elif not nest:
                self._mark(kind, text[start:end])
        self._say(text[at:])
        self._paragraph()
        return ParsedLead(tuple(self.paragraphs), tuple(self.links))

    def _mark(self, kind: str, token: str) -> None:
        if kind == "paren":
            self._say(token)
            self.parens = max(0, self.parens + (1 if token in ("(", "（") else -1))
        elif kind == "quote":
            self.italic ^= len(token) in {2, 5}
        elif kind == "italic":
            self.italic = not token.startswith("</")
        elif kind == "tag":
            self.raised = max(0, self.raised + superscript_step(token))

    def _line_starts(self, at: int) -> None:
        self.aside = self.text.startswith(":", at) and not self.nest

    def _line(self, start: int, end: int) -> None:
        if not self.nest:
            self.italic = False
            if end - start > 1 or self.aside:
                self._paragraph()
            else:
                self._say(" ")
        self._line_starts(end)

    def _paragraph(self) -> None:
        text = SPACE.sub(" ", html.unescape(_HOLLOW.sub("", "".join(self.words)))).strip(" *#:;")
        if text:
            self.paragraphs.append(text)
        self.words.clear()
        self.parens = self.raised = 0

    def _say(self, text: str) -> None:
        if text and not self.nest and not self.aside:
            self.words.append(text)

    def _open(self, start: int, end: int, partner: int) -> int:
        """Step into what opens here, or over a whole link; return where to read on."""
        opened = self.text[start:end].lstrip(" \t:")
        if opened == "[[":
            return self._link(start, end, partner)
        if partner == _ALONE:
            self._say(self.text[start:end] if opened[0] != "<" else "")
            return end
        block = start <= self._indent_before(start) or bool(self.nest)
        self._step_into(partner, TABLE if block or opened != "{{" else 0)
        return end

    def _indent_before(self, at: int) -> int:
        """Return where the first word of the line of a place begins; to be asked from left to right."""
        line = self.text.rfind("\n", self.looked, at) + 1
        if line or not self.looked:
            found = _INDENT.match(self.text, line)
            self.indent = found.end() if found else line
        self.looked = at
        return self.indent

    def _link(self, start: int, end: int, partner: int) -> int:
        found = _LINK_HERE.match(self.text, start)
        if found:
            target = found["target"]
            prefix = target.partition(":")[0].strip().casefold()
            if prefix in self.is_file or _INTERLANGUAGE.match(target):
                return found.end()
            anchor = plain(found["text"] or target.lstrip(":")) + found["trail"]
            flags = (PARENTHESISED if self.parens else 0) | (ITALIC if self.italic else 0)
            around = sum(flag for flag, count in self.flagged.items() if count)
            self.links.append((target, anchor, flags | around | (ASIDE if self.aside or self.raised else 0)))
            if (
                not around and not self.aside and not self.raised
            ):  # a link in a template within a sentence is part of it
                self.words.append(anchor)
            return found.end()
        long = _LONG_HERE.match(self.text, start)
        if long and partner != _ALONE:  # a picture with links in its caption, or something broken
            self._step_into(partner, ASIDE)
        return end

    def _step_into(self, partner: int, flag: int) -> None:
        self.nest[partner] = flag
        self.flagged[flag] += 1


class _Tokens:
    """Where the tokens of a text begin and end, of which kind they are, and what closes those that open.

    A page may have millions: an object for each would take a hundred times as much as its text.
    """

    def __init__(self, text: str) -> None:
        self.starts, self.ends, self.partners = array("q"), array("q"), array("q")
        self.kinds: list[str] = []
        stacks: dict[str, list[int]] = {"{": [], "|": [], "[": [], "<": []}
        for token in _TOKENS.finditer(text):
            kind = token.lastgroup or ""
            if kind == "words":
                continue
            if kind == "open":
                opened = token[0].lstrip(" \t:")
                stacks[_OPENERS.get(opened, "<")].append(len(self.kinds))
            elif kind == "close":
                stack = stacks[_CLOSERS.get(token[0], "<")]
                if stack:
                    self.partners[stack.pop()] = len(self.kinds)
            self.kinds.append(kind)
            start, end = token.span()
            self.starts.append(start)
            self.ends.append(end)
            self.partners.append(_ALONE)
