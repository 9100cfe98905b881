"""From raw pages of an export to what is kept of them."""

from __future__ import annotations

import functools
import re
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING

from lydite.knowledge.wikipedia.dumps import wikitext
from lydite.knowledge.wikipedia.dumps.leads import lead
from lydite.knowledge.wikipedia.dumps.page import ARTICLE, CATEGORY, HELD, LEAD, REDIRECT, Page
from lydite.knowledge.wikipedia.format import in_running_text
from lydite.knowledge.wikipedia.titles import ARTICLE as MAIN
from lydite.knowledge.wikipedia.titles import CATEGORY as CATEGORIES
from lydite.knowledge.wikipedia.titles import FILE, REMEMBERED, WikiSite, page_name

if TYPE_CHECKING:
    from lydite.knowledge.wikipedia.dumps.export import RawPage


class PageExtractor:
    """Turns raw pages into :class:`Page`; remembers how it resolved targets."""

    def __init__(self, site: WikiSite, *, lead: bool = True, words: bool = False) -> None:
        self.site = site
        self.lead = lead
        self.words = words
        self._names: dict[str, tuple[int, int]] = {}

    @cached_property
    def pictures(self) -> frozenset[str]:
        """The names of the namespaces whose links are pictures or categories: no prose."""
        names = {n.casefold() for n, k in self.site.namespaces.items() if k in (FILE, CATEGORIES)}
        return frozenset(names | {"file", "image", "category"})

    def __call__(self, raw: RawPage) -> Page | None:
        """Return what is kept of a page, None if it is neither article nor category."""
        namespace = self.namespace(raw)
        if namespace not in (MAIN, CATEGORIES):
            return None
        title = self.site.title(raw.title, namespace)
        target = self._redirect(raw)
        page = Page(ARTICLE, title, page_name(namespace, title))
        if namespace == CATEGORIES:
            page.kind = CATEGORY
            page.hidden = bool(_patterns("hidden").search(raw.text)) or is_maintenance(title)
        elif target is not None:
            page.kind = REDIRECT
            page.target = self._name(target)[1]
            return page
        if target is not None:
            return page
        text = wikitext.drop_unclosed_tags(raw.text)
        for written, anchor in wikitext.links(text):
            space, name = self._name(written)
            if space == MAIN:
                if page.kind == ARTICLE:
                    page.links.append(name, anchor)
            elif space == CATEGORIES:
                page.categories.append(name)
        if page.kind == ARTICLE:
            self._lead(page, text)
        return page

    def namespace(self, raw: RawPage) -> int:
        """Return the namespace of a page, by its title where the export does not say."""
        return self.site.namespace(raw.title) if raw.namespace is None else raw.namespace

    def _lead(self, page: Page, text: str) -> None:
        if self.lead:
            parsed = lead(text, self.pictures)
            page.paragraphs, page.further = parsed.paragraphs, parsed.further
            held = 0
            for written, anchor, flags in parsed.links:
                running = in_running_text(flags)
                if len(page.lead) >= LEAD and not (running and held < HELD):
                    continue
                namespace, name = self._name(written)
                if namespace == MAIN:
                    page.lead.append((name, anchor, flags))
                    held += running
        if self.words:
            page.body = wikitext.running_text(text)

    def _redirect(self, raw: RawPage) -> str | None:
        if raw.redirect:
            return raw.redirect
        return wikitext.redirect(raw.text, marked=raw.redirect is not None)

    def _name(self, written: str) -> tuple[int, int]:
        found = self._names.get(written)
        if found is None:
            if len(self._names) > REMEMBERED:
                self._names.clear()
            namespace, title = self.site.resolve(written)
            found = self._names[written] = (namespace, page_name(namespace, title) if title else 0)
        return found


def is_maintenance(title: str) -> bool:
    """Whether a category serves editors instead of readers, by its English title.

    >>> is_maintenance("Articles with example pseudocode"), is_maintenance("Chemistry stubs")
    (True, True)
    >>> is_maintenance("Algorithms"), is_maintenance("Use of force")
    (False, False)
    """
    return bool(_patterns("maintenance", re.IGNORECASE).search(title))


@functools.cache
def _patterns(name: str, flags: int = 0) -> re.Pattern[str]:
    """Return the regular expressions of a data file as one."""
    lines = resources.files("lydite").joinpath(f"data/wikipedia/{name}.txt").read_text("utf-8").splitlines()
    return re.compile("|".join(line for line in lines if not line.startswith("#")), flags)
