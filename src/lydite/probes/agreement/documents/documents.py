"""Documents with the phrases that two sides gave them, and which documents are close to each other."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.arrays import content_digest
from lydite.errors import InputError
from lydite.measures.chance import derange
from lydite.measures.phrases.items import PhraseItems, align
from lydite.probes.agreement.base import DIGITS, Judgements
from lydite.reading import read
from lydite.reading.opening import bare_name
from lydite.text import tokens

if TYPE_CHECKING:
    from lydite.array_types import IntArray
    from lydite.matchers.base import Matcher


_BLOCK = 1_000  # documents that are compared with all others together


@dataclass(frozen=True)
class DocumentSet(Judgements):
    """Documents, each with two lists of phrases that people gave it (or people and a system)."""

    offers = ("documents",)
    defaults = ("discrimination", "discrimination(others=nearest)")

    name: str
    items: PhraseItems
    notes: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, sorted."""
        return self.items.ids

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Columns by name."""
        return dict(self.items.columns)

    @functools.cached_property
    def digest(self) -> str:
        """What identifies both lists in signatures."""
        return content_digest(self.items.digests())

    def judge(self, matcher: Matcher) -> MatchedDocuments:
        """Put a matcher beside the documents."""
        return MatchedDocuments(self, matcher)

    def random(self, count: int, seed: int) -> list[IntArray]:
        """Return ``count`` times another document for each, at random."""
        generator = np.random.default_rng(seed)
        return [derange(self.items.absent, None, generator) for _ in range(count)]

    def nearest(self, count: int) -> list[IntArray]:
        """Return the nearest documents of each, the first nearest of all, then the second, ….

        By the cosine of their words (tf·idf over all phrases of both sides, folded, not stemmed), which knows
        nothing of any matcher; of equally near ones the first by id.
        """
        table = self._words
        usable = np.flatnonzero((self.items.predicted.sizes > 0) & ~self.items.absent)
        count = min(count, len(usable) - 1)
        neighbours = np.zeros((len(self.items), max(count, 0)), np.int64)
        for start in range(0, len(self.items), _BLOCK):
            rows = np.arange(start, min(start + _BLOCK, len(self.items)))
            cosines = np.round((table[rows] @ table[usable].T).toarray(), DIGITS)
            cosines[rows[:, None] == usable] = -1.0  # itself
            order = np.argsort(-cosines, axis=1, kind="stable")[:, :count]
            neighbours[rows] = usable[order]
        return list(neighbours.T)

    @functools.cached_property
    def _words(self) -> Any:
        """The words of each document as a sparse table of unit rows."""
        from scipy.sparse import csr_matrix, diags

        items = self.items
        numbers: dict[str, int] = {}
        words = [[numbers.setdefault(t, len(numbers)) for t in tokens(p)] for p in items.words.phrases]
        rows, columns = [], []
        for side in (items.gold, items.predicted):
            owner = side.owners
            for place, code in zip(owner.tolist(), side.codes.tolist(), strict=True):
                rows += [place] * len(words[code])
                columns += words[code]
        shape = (len(items), max(len(numbers), 1))
        counts = csr_matrix((np.ones(len(rows)), (rows, columns)), shape)
        rarity = np.log((1 + len(items)) / (1 + np.asarray((counts > 0).sum(axis=0)).ravel())) + 1
        weighted = counts @ diags(rarity)
        length = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
        return diags(1 / np.where(length > 0, length, 1.0)) @ weighted


@dataclass(frozen=True)
class MatchedDocuments:
    """Documents and the matcher that is to distinguish them."""

    documents: DocumentSet
    matcher: Matcher

    @functools.cached_property
    def items(self) -> PhraseItems:
        """The items, with a memory of their own for scores of this matcher."""
        return replace(self.documents.items, _memory={})


def read_documents(
    gold: Any, predictions: Any, name: str = "", *, encoding: str | None = None
) -> DocumentSet:
    """Read the phrases that two sides gave to the same documents; those of one side alone are left out."""
    items = align(read(gold, encoding=encoding), read(predictions, encoding=encoding), missing="skip")
    if len(items) < 2:
        raise InputError(f"documents can be distinguished where there are two or more, not {len(items)}")
    if not name:
        name = Path(bare_name(gold)).stem if isinstance(gold, str | Path) else "documents"
    return DocumentSet(name, items, items.notes)
