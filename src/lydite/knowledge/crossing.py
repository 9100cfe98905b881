"""Inter-knowledge transitions: from an entity to the entities of another base that its plain text means.

Section 5.3.6 of the thesis on substitutability: the text of an entity goes through MATCHTARGETS of the other
base, so that only direct matches are followed, never aspects. Where two bases link explicitly to each other
(section 6.2), an entity that has such a link follows it, and its text is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.progress import track
from lydite.knowledge.labels import match_directly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import IntArray
    from lydite.knowledge.base import JoinableBase


@dataclass(frozen=True)
class CrossLinks:
    """Transitions from one base to another: ``sources[i] → targets[i]``, in the numbers of each base."""

    base: int
    other: int
    sources: IntArray
    targets: IntArray


def find_crossings(bases: Sequence[JoinableBase], *, redirects: bool = True) -> list[CrossLinks]:
    """Return the transitions between all bases, one crossing for each two and each direction."""
    crossings = []
    for i, base in enumerate(bases):
        for j in range(i):
            linked = _linked(base, bases[j])
            for a, b, links in ((i, j, linked), (j, i, linked[:, ::-1])):
                pairs = np.concatenate(
                    [links, _matched(bases[a], bases[b], links[:, 0], redirects=redirects)]
                )
                distinct = np.unique(pairs, axis=0)
                crossings.append(CrossLinks(a, b, distinct[:, 0], distinct[:, 1]))
    return crossings


def _matched(base: JoinableBase, other: JoinableBase, linked: IntArray, *, redirects: bool) -> IntArray:
    """Return the pairs of entities of which one's text means the other; none of entities that are linked."""
    known = set(linked.tolist())
    sources: list[int] = []
    targets: list[int] = []
    texts = list(base.plain_texts(redirects=redirects))
    for text, entities in track(texts, "texts matched with another base"):
        mine = [entity for entity in entities if entity not in known] if known else entities
        theirs = match_directly(other, text) if mine else ()
        for entity in mine if theirs else ():
            sources += [entity] * len(theirs)
            targets += theirs
    return np.array([sources, targets], np.int64).T


def _linked(base: JoinableBase, other: JoinableBase) -> IntArray:
    """Return the pairs of entities that an explicit link of either base joins."""
    pairs = [(entity, t) for entity, *name in base.explicit_links() for t in other.find_linked(*name)]
    pairs += [(t, entity) for entity, *name in other.explicit_links() for t in base.find_linked(*name)]
    return np.array(sorted(set(pairs)), np.int64).reshape(-1, 2)
