"""Articles as rendered HTML, such as the Wikipedia Selection for Schools: links, subjects, the lead.

A page is known by its path; a link whose ``title`` differs from the page it leads to is a redirect.
"""

from __future__ import annotations

import html
import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lydite.knowledge.wikipedia.dumps.leads import links_below_lead, superscript_step
from lydite.knowledge.wikipedia.dumps.page import ARTICLE, CATEGORY, REDIRECT, Page
from lydite.knowledge.wikipedia.format import ASIDE, ITALIC, PARENTHESISED, TABLE, in_running_text
from lydite.knowledge.wikipedia.titles import WikiSite, name64

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECTS = "Related subjects"  # Schools selection: pages without this line are no articles
ROOT = "Subjects"

_CONTENTS = tuple(
    re.compile(p)
    for p in (
        "<!-- start content -->",
        '<div[^<>]*id="mw-content-text"[^<>]*>',
        '<div[^<>]*"mw-parser-output[^<>]*>',
        "<body[^<>]*>",
    )
)
_CONTENT_END = re.compile(r'<!-- end content -->|<div[^<>]*(?:class="printfooter"|id="catlinks")|</body>')
_HEADING = re.compile(r'<h[1-6]\b(?![^<>]*siteSub)[^<>]*>|<(?:table|div)[^<>]*id="toc"')
_TITLE = re.compile(  # none is as long; one without an end would be followed through the page
    r"<h1(?=[^<>]*firstHeading)[^<>]*+>(.{0,2000}?)</h1>|<title>(.{0,2000}?)</title>", re.DOTALL
)
_ANCHOR = re.compile(r"<a\s([^<>]*+)>")
_ANCHOR_END = "</a>"
_ATTRIBUTE = re.compile(r'\b(href|title|class|id|rel)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')')
_SUBJECT = re.compile(r'href="([^"]*?subject\.[^"]*?)\.html?"')
_CATEGORY = re.compile(r'<(?:a|link)\s[^<>]*href="[^"]*?/?(?:Category|category):([^"#?]{0,1000})"[^<>]*>')
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]*+)(?P<rest>[^<>]*+)>|(?P<paren>[()（）])",
    re.DOTALL,
)
_SKIPPED = re.compile(r"<(?P<name>script|style|math)\b|<(?P<note>sup)\b(?=[^<>]*reference)[^<>]*+>")
_SKIPPED_END = re.compile(r"</(script|style|math|sup)\s*+>")
_ASIDES = re.compile(
    r"thumb|dablink|hatnote|noprint|navbox|gallery|messagebox|notice|caption|magnify|reflist|rellink"
)
_OUT_OF_FLOW = re.compile(r"(?i)\b(?:float\s*:\s*(?:left|right)|position\s*:\s*(?:absolute|fixed))")
_TABLES = re.compile(r"infobox|toccolours|sidebar|navbox|metadata")
_TAGS = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*+>", re.DOTALL)
_SPACE = re.compile(r"\s+")
_ESCAPED_SIGNS = re.compile(r"%25(?:25)++")  # a percent sign that was escaped more than twice


def read_page(path: str, text: str, site: WikiSite, *, words: bool = False) -> Iterator[Page]:
    """Yield the article of one file, and the subjects and redirects that it tells of."""
    heading = _TITLE.search(text)
    if heading is None:
        return
    title = site.canonical(_plain(heading[1] or heading[2] or ""))
    start, content = _content(text)
    page = Page(ARTICLE, title, name64(_key(path)))
    subjects = [_subject(unquote(s)) for s in _SUBJECT.findall(text[:start])]
    categories = [[html.unescape(unquote(c)).replace("_", " ")] for c in _CATEGORY.findall(text)]
    for trail in subjects or categories:
        yield from _trail(trail if categories and not subjects else [ROOT, *trail])
        page.categories.append(_subject_name(trail if categories and not subjects else [ROOT, *trail]))
    aliases: dict[str, int] = {}
    for attributes, inside in _anchors(content):
        target, called = _target(attributes, path)
        if target is None:
            continue
        name = name64(target)
        anchor = _plain(inside)
        if anchor:
            page.links.append(name, anchor)
        alias = site.canonical(called) if called else ""
        if alias and "<" not in alias and alias != site.canonical(posixpath.basename(target)):
            aliases.setdefault(alias, name)
    split = _HEADING.search(content)
    reader = _HtmlReader(content[: split.start()] if split else content, path)
    page.lead, page.paragraphs = reader.links, tuple(reader.paragraphs)
    if split and not any(in_running_text(flags) for _, _, flags in page.lead):
        after = _HtmlReader(content[split.start() :], path)
        page.lead += links_below_lead(after.links)
        page.further = tuple(after.paragraphs)
    if words:
        page.body = html.unescape(_TAGS.sub(" ", content))
    yield page
    for alias, name in aliases.items():
        yield Page(REDIRECT, alias, name64(f"\x01{alias}"), target=name)


def paragraphs(path: str, text: str) -> list[str]:
    """Return the paragraphs of an article, without tables, captions and hatnotes."""
    return _HtmlReader(_content(text)[1], path).paragraphs


def _content(text: str) -> tuple[int, str]:
    """Return where the article begins in a file, and the article without scripts and footnotes."""
    begin = next(filter(None, (c.search(text) for c in _CONTENTS)), None)
    start = begin.end() if begin else 0
    finish = _CONTENT_END.search(text, start)
    return start, _without_skipped(text[start : finish.start() if finish else len(text)])


def _without_skipped(text: str) -> str:
    """Take out scripts, styles, formulas and footnote marks that are closed, each with what is in it.

    >>> _without_skipped("a<script>x</script>b<style>c<math>d</math>e")
    'a b<style>c e'
    """
    ends: dict[str, list[tuple[int, int]]] = {}
    for found in _SKIPPED_END.finditer(text):
        ends.setdefault(found[1], []).append(found.span())
    for spans in ends.values():
        spans.reverse()  # the next is the last
    parts, at = [], 0
    for found in _SKIPPED.finditer(text):
        spans = ends.get(found["name"] or found["note"], [])
        while spans and spans[-1][0] < found.end():
            spans.pop()
        if found.start() >= at and spans:
            parts += [text[at : found.start()], " "]
            at = spans[-1][1]
    return "".join([*parts, text[at:]])


def _anchors(content: str) -> Iterator[tuple[str, str]]:
    """Yield attributes and inside of each link that is closed."""
    at = 0
    while (found := _ANCHOR.search(content, at)) and (end := content.find(_ANCHOR_END, found.end())) >= 0:
        yield found[1], content[found.end() : end]
        at = end


def _target(attributes: str, path: str) -> tuple[str | None, str]:
    """Return the key of the page a link leads to (None: no page), and its title attribute."""
    values = {k: html.unescape(a or b) for k, a, b in _ATTRIBUTE.findall(attributes)}
    href = values.get("href", "").partition("#")[0].partition("?")[0]
    called = values.get("title", "")
    if not href or "internal" in values.get("class", "") or "image" in values.get("class", ""):
        return None, ""
    if re.match(r"[a-z]+:|//", href) or re.search(
        r"\.(?:jpe?g|png|gif|svg|css|js)(?:\.html?)?$", href.lower()
    ):
        return None, ""
    return _key(posixpath.join(posixpath.dirname(path), href)), called


def _key(path: str) -> str:
    """Return a path that is the same however often its percent signs were escaped."""
    before = None
    while before != path:
        before, path = path, unquote(_ESCAPED_SIGNS.sub("%25", path))
    path = posixpath.normpath(path)
    return re.sub(r"\.html?$", "", path)


def _subject(path: str) -> list[str]:
    """Split ``…/subject.Religion.Philosophy`` into its steps, a step repeated at once counted once."""
    steps = [s.replace("_", " ") for s in posixpath.basename(path).split(".")[1:]]
    return [s for i, s in enumerate(steps) if i == 0 or s != steps[i - 1]]


def _subject_name(trail: list[str]) -> int:
    return name64("\x0e" + ".".join(trail))


def _trail(trail: list[str]) -> Iterator[Page]:
    for i in range(len(trail)):
        above = [_subject_name(trail[:i])] if i else []
        yield Page(CATEGORY, trail[i], _subject_name(trail[: i + 1]), categories=above)


def _plain(text: str) -> str:
    return _SPACE.sub(" ", html.unescape(_TAGS.sub("", text))).strip()


class _HtmlReader:
    """Reads a lead: paragraphs, and links with their flags."""

    def __init__(self, content: str, path: str) -> None:
        self.path = path
        self.paragraphs: list[str] = []
        self.links: list[tuple[int, str, int]] = []
        self.words: list[str] = []
        self.stack: list[tuple[str, int]] = []  # the boxes around, each with the flags of all down to it
        self.open = {"div": 0, "table": 0}
        self.parens = self.italic = self.raised = 0
        self.last_anchor = content.rfind(_ANCHOR_END)
        at = 0
        for token in _TOKEN.finditer(content):
            if token.start() < at:
                continue
            self._say(content[at : token.start()])
            at = token.end()
            if token["paren"]:
                self._paren(token["paren"])
            elif token["tag"]:
                at = self._tag(token, content)
        self._say(content[at:])
        self._paragraph()

    def _around(self) -> int:
        return self.stack[-1][1] if self.stack else 0

    def _say(self, text: str) -> None:
        if text and not self._around():
            self.words.append(text)

    def _paren(self, sign: str) -> None:
        if not self._around():
            self.words.append(sign)
            self.parens = max(0, self.parens + (1 if sign in "(（" else -1))

    def _paragraph(self) -> None:
        text = _SPACE.sub(" ", html.unescape("".join(self.words))).strip()
        if text:
            self.paragraphs.append(text)
        self.words.clear()
        self.parens = self.raised = 0

    def _tag(self, token: re.Match[str], content: str) -> int:
        tag, closing = token["tag"].lower(), bool(token["end"])
        if tag in {"i", "em"}:
            self.italic = max(0, self.italic + (-1 if closing else 1))
        elif tag == "sup":
            self.raised = max(0, self.raised + superscript_step(token[0]))
        elif tag in {"p", "br", "li", "dl", "dd"}:
            if not self._around() and tag != "br":
                self._paragraph()
                self.italic = 0
        elif tag in {"div", "table"}:
            self._box(tag, token["rest"], closing=closing)
        elif tag == "a" and not closing:
            return self._link(token, content)
        return token.end()

    def _box(self, tag: str, rest: str, *, closing: bool) -> None:
        if closing:
            last = ""
            while self.open[tag] and last != tag:
                last, _ = self.stack.pop()
                self.open[last] -= 1
            return
        if not self._around():
            self._paragraph()
        is_table = tag == "table" or _TABLES.search(rest)
        aside = _ASIDES.search(rest) or _OUT_OF_FLOW.search(rest)  # labels on a map, boxes at the margin
        self.stack.append((tag, self._around() | (TABLE if is_table else ASIDE if aside else 0)))
        self.open[tag] += 1

    def _link(self, token: re.Match[str], content: str) -> int:
        end = -1 if self.last_anchor < token.end() else content.find(_ANCHOR_END, token.end())
        if end < 0:
            return token.end()
        target, _ = _target(token["rest"], self.path)
        anchor = _plain(content[token.end() : end])
        if target is not None and anchor:
            flags = (PARENTHESISED if self.parens else 0) | (ITALIC if self.italic else 0) | self._around()
            self.links.append((name64(target), anchor, flags | (ASIDE if self.raised else 0)))
        if not self.raised:
            self._say(anchor)
        return end + len(_ANCHOR_END)
