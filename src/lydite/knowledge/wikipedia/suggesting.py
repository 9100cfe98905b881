"""Which article was meant where none has the title that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.errors import did_you_mean, one_edit_away

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.knowledge.wikipedia.store import Wikipedia

FEW = 200_000  # titles that can be compared one by one


def suggest(wikipedia: Wikipedia, title: str) -> str:
    """Return the end of a message: what the label means, else the articles with the nearest titles."""
    senses = [s for s in wikipedia.senses(title) if _is_article(wikipedia, s.node)][:3]
    names = dict.fromkeys(wikipedia.title(s.node) for s in senses)
    if names:
        return f"; did you mean {' or '.join(names)}?"
    if wikipedia.articles > FEW:
        return did_you_mean(title, _one_edit_away(wikipedia, title))
    return did_you_mean(title, (wikipedia.title(n) for n in range(wikipedia.articles)))


def _one_edit_away(wikipedia: Wikipedia, title: str) -> Iterator[str]:
    """Yield the articles whose titles differ by one letter: looked up, for there may be millions."""
    for other in one_edit_away(title):
        node = wikipedia.node(other)
        if node is not None and _is_article(wikipedia, node):
            yield wikipedia.title(node)


def _is_article(wikipedia: Wikipedia, node: int) -> bool:
    """Whether a node is an article, or a redirect that leads to one."""
    end = wikipedia.redirect_target(node)
    return end is not None and end < wikipedia.articles
