"""Subsets of a corpus that double the number of unique words, each within the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.sources.models.lines import Lines
from lydite.sources.models.permutation import permuted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.array_types import Int32Array, IntArray
    from lydite.sources.models.lines import Corpus

SMALLEST = 6  # the exponent of the first subset: 2⁶ unique words


@dataclass(frozen=True)
class Subset:
    """The beginning of a permuted corpus with so many unique words."""

    unique: int
    lines: Lines


def nested_subsets(corpus: Corpus, seed: int = 0, smallest: int = SMALLEST) -> list[Subset]:
    """Return the subsets with 2⁶, 2⁷, … unique words, and last the whole corpus.

    Lines are taken in the order of :func:`permuted`; a subset ends before the word that is one too many, so
    that the last of its lines may be cut. All share one array of line numbers.
    """
    known = np.zeros(len(corpus.words), np.bool_)
    wanted, unique = 1 << smallest, 0
    ends: list[tuple[int, int, int]] = []  # unique words, lines, words of the last one
    blocks: list[IntArray] = []
    for place, codes in _walk(corpus, seed, blocks):
        new = codes[~known[codes]]
        if not len(new):
            continue
        first = np.sort(np.unique(new, return_index=True)[1])
        at = np.flatnonzero(~known[codes])[first]  # where in the line each new word stands first
        while unique + len(at) > wanted:
            ends.append((wanted, place, int(at[wanted - unique])))
            wanted *= 2
        known[codes] = True
        unique += len(at)
    order = np.concatenate(blocks) if blocks else np.zeros(0, np.int64)
    subsets = []
    for count, place, last in ends:
        lines = Lines(corpus, order[: place + 1], last) if last else Lines(corpus, order[:place])
        subsets.append(Subset(count, lines))
    return [*subsets, Subset(unique, Lines(corpus, order))]


def _walk(corpus: Corpus, seed: int, blocks: list[IntArray]) -> Iterator[tuple[int, Int32Array]]:
    place = 0
    codes, starts = corpus.codes, corpus.starts
    for block in permuted(len(starts) - 1, seed):
        blocks.append(block)
        for begin, end in zip(starts[block].tolist(), starts[block + 1].tolist(), strict=True):
            yield place, codes[begin:end]
            place += 1
