"""Which words are opposites: antonyms as a wordnet lists them, and what follows from them.

Antonyms join words, not synsets: big is the opposite of little, large that of small. What follows is told
apart by kind, surest first, so that whoever asks can stop where he wants:

1. *listed*: good and bad;
2. *same synset*: big and small, for big means large and little means small;
3. *derived*, of one part of speech: coldness and hotness, of cold and hot;
4. *similar*: an adjective and the opposite of the one it is similar to, such as damp and dry.
"""

from __future__ import annotations

import enum
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lydite.sources.store import Store
    from lydite.sources.wordnet.lexicon import Lexicon

    Word = tuple[int, str]  # a synset and the label of one of its words


class Opposition(enum.IntEnum):
    """Kinds of opposites, surest first; the numbers are part of the stored format."""

    NONE = 0
    LISTED = 1
    SAME_SYNSET = 2
    DERIVED = 3
    SIMILAR = 4


def list_opposites(lexicon: Lexicon, numbers: Mapping[str, int]) -> NDArray[np.int32]:
    """Return rows (label, label, kind) of all opposites: smaller label first, pairs by their surest kind."""
    listed = {((a, lexicon.label(v)), (b, lexicon.label(w))) for a, v, b, w in lexicon.antonyms}
    listed |= {(y, x) for x, y in listed}
    found: dict[tuple[int, int], int] = {}
    for kind, pairs in (
        (Opposition.LISTED, listed),
        (Opposition.SAME_SYNSET, _synonyms(lexicon, listed)),
        (Opposition.DERIVED, _derived(lexicon, listed)),
        (Opposition.SIMILAR, _similar(lexicon, listed)),
    ):
        for (_, v), (_, w) in pairs:
            if v in numbers and w in numbers and numbers[v] < numbers[w]:
                found.setdefault((numbers[v], numbers[w]), kind)
    rows = [(a, b, kind) for (a, b), kind in sorted(found.items())]
    return np.array(rows, np.int32).reshape(-1, 3)


def _synonyms(lexicon: Lexicon, listed: set[tuple[Word, Word]]) -> set[tuple[Word, Word]]:
    """Return pairs of words whose synsets have words that are antonyms."""
    pairs = {(a, b) for (a, _), (b, _) in listed}
    labels = {s: [(s, lexicon.label(w)) for w in lexicon.words[s]] for pair in pairs for s in pair}
    return {(x, y) for a, b in pairs for x in labels[a] for y in labels[b]}


def _derived(lexicon: Lexicon, listed: set[tuple[Word, Word]]) -> set[tuple[Word, Word]]:
    """Return pairs of one part of speech that are derived from antonyms."""
    near: dict[Word, set[Word]] = defaultdict(set)
    for a, v, b, w in lexicon.derivations:
        near[a, lexicon.label(v)].add((b, lexicon.label(w)))
        near[b, lexicon.label(w)].add((a, lexicon.label(v)))
    return {
        (x, y)
        for v, w in listed
        for x in near.get(v, ())
        for y in near.get(w, ())
        if lexicon.pos[x[0]] == lexicon.pos[y[0]]
    }


def _similar(lexicon: Lexicon, listed: set[tuple[Word, Word]]) -> set[tuple[Word, Word]]:
    """Return pairs of an adjective and the antonym of the one it is similar to, both ways."""
    heads: dict[int, set[Word]] = defaultdict(set)
    for (a, _), w in listed:
        if lexicon.pos[a] == "a":
            heads[a].add(w)
    near = {pair for a, b in lexicon.similar for pair in ((a, b), (b, a))}
    found = {
        ((a, lexicon.label(v)), w) for a, b in near if b in heads for v in lexicon.words[a] for w in heads[b]
    }
    return found | {(y, x) for x, y in found}


class Opposites:
    """The opposites of an opened wordnet."""

    def __init__(self, store: Store) -> None:
        self.rows: NDArray[np.int32] = store["opposites"]

    def kinds(
        self, labels: Sequence[Sequence[int]], left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> NDArray[np.uint8]:
        """Return the surest kind of each pair of words, given by place; ``labels`` are those of each word.

        Only words that have an opposite among the words given are looked at, and these are few.
        """
        owners: dict[int, list[int]] = defaultdict(list)
        for word, own in enumerate(labels):
            for label in own:
                owners[label].append(word)
        held = np.isin(self.rows[:, :2], np.fromiter(owners, np.int64, len(owners))).all(1)
        surest: dict[int, int] = {}
        for a, b, kind in self.rows[held].tolist():
            for x in owners[a]:
                for y in owners[b]:
                    for pair in (x * len(labels) + y, y * len(labels) + x):
                        surest[pair] = min(kind, surest.get(pair, kind))
        found = np.zeros(len(left), np.uint8)
        if surest:
            keys = np.array(sorted(surest), np.int64)
            asked = left * len(labels) + right
            place = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
            value = np.array([surest[k] for k in keys.tolist()], np.uint8)
            found = np.where(keys[place] == asked, value[place], 0).astype(np.uint8)
        return found
