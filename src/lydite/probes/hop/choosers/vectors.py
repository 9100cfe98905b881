"""The link whose vector points most nearly where that of the target does."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.spec import Resource, param
from lydite.core.text import words_as_written
from lydite.probes.hop.choosers.base import PhraseChooser
from lydite.vectors import load_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.vectors import Vectors as Table


@dataclass(frozen=True)
class VectorsChooser(PhraseChooser):
    """The link with the highest cosine to the target.

    ``mean_vector``: the cosine of the mean of a link's word vectors, unknown words left out. ``mean_cosine``,
    as the authors' program has it: the mean of the words' cosines, an unknown word counted as 0. In
    both a link of which no word is known cannot be chosen. Words are looked up as written, then in lower
    case, then folded against folded words of the file.
    """

    name = "vectors"
    revision = 3
    reference = "HOP, sections 4 and 5"

    file: Resource = param(help="word vectors in any format that lydite reads")
    score: Literal["mean_vector", "mean_cosine"] = param(
        "mean_vector", help="the cosine of the mean vector, or the mean of the words' cosines"
    )

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small file of vectors."""
        file = folder / "hop-vectors.txt"
        file.write_text("philosophy 1 0\nlogic 0.9 0.1\nstone 0 1\n", "utf-8")
        return {"file": str(file)}

    def compare(self, phrases: Sequence[str], target: str) -> FloatArray:
        """Return the cosine of each phrase with the target."""
        sums, cosines = np.full(len(phrases), np.nan), np.full(len(phrases), np.nan)
        aim = self._unit(self._rows(words_as_written(target)))
        if aim is None:
            return sums
        words = [words_as_written(p) for p in phrases]
        distinct = {w: i for i, w in enumerate(dict.fromkeys(w for ws in words for w in ws))}
        rows = self._rows(list(distinct))
        for i, ws in enumerate(words):
            mine = rows[[distinct[w] for w in ws]] if ws else rows[:0]
            known = mine[mine >= 0]
            if len(known):
                mean = self._unit(known)
                sums[i] = np.nan if mean is None else mean @ aim
                cosines[i] = (self._table.unit(known) @ aim).sum() / len(mine)
        return sums if self.score == "mean_vector" else cosines

    def _unit(self, rows: IntArray) -> FloatArray | None:
        """Return the direction of the mean of some vectors; None where there is none."""
        mean = self._table.matrix[rows[rows >= 0]].astype(np.float64).sum(axis=0)
        norm = float(np.linalg.norm(mean))
        return mean / norm if norm > 0 else None

    def _rows(self, words: Sequence[str]) -> IntArray:
        return self._table.look_up(words)

    @functools.cached_property
    def _table(self) -> Table:
        return load_vectors(self.file.file)
