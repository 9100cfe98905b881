"""What the matchers that count documents have in common."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.io.digests import digest
from lydite.core.spec import Resource, param
from lydite.core.text import tokens
from lydite.matchers.base import Match, Matcher, code_pairs
from lydite.matchers.surface.overlap import overlap
from lydite.vectors.corpus import open_index

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.vectors.corpus import CorpusIndex


EXAMPLE = ("the cat sat on a mat", "a dog and a cat", "neural network models", "a neural model of a cat")


@dataclass(frozen=True)
class CorpusMatcher(Matcher):
    """A matcher that asks a corpus. Phrases that it does not hold match nothing, not even themselves."""

    identity = False
    revision = 2

    corpus: Resource = param(help="a text file (a line is a document) or a folder (a file is a document)")

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small corpus."""
        file = folder / "corpus.txt"
        file.write_text("\n".join(EXAMPLE), "utf-8")
        return {"corpus": str(file)}

    @functools.cached_property
    def index(self) -> CorpusIndex:
        """The index of the corpus, built on first use and kept in the cache folder."""
        return open_index(self.corpus.file, digest(self.corpus.file))

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        return self.score_coded(*code_pairs(candidates, references))

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases the corpus holds."""
        return np.array([len(self.index.holding(tokens(p))) > 0 for p in phrases], dtype=bool)


class CountMatcher(CorpusMatcher):
    """A matcher of document counts: f(x), f(y), f(x, y) and N."""

    def judge(self, x: FloatArray, y: FloatArray, both: FloatArray, n: int) -> FloatArray:
        """Return scores from the numbers of documents with x, with y, with both, and in all."""
        raise NotImplementedError

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases; 0 where a count is zero."""
        documents = [self.index.holding(tokens(p)) for p in phrases]
        starts = offsets([len(f) for f in documents])
        flat = np.concatenate([*documents, np.zeros(0, dtype=np.int64)])
        sizes = np.diff(starts).astype(np.float64)
        both = np.zeros(len(left))
        overlap.for_work(len(left))(flat, starts, left, right, both)
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = self.judge(sizes[left], sizes[right], both, self.index.n)
        return np.where(both > 0, scores, 0.0)

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair; the note shows the counts of documents."""
        one, other = (self.index.holding(tokens(p)) for p in (candidate, reference))
        both = len(np.intersect1d(one, other))
        note = f"documents: {len(one)} and {len(other)}, both {both}, of {self.index.n}"
        return self._match(candidate, reference, self.score(candidate, reference), note=note)
