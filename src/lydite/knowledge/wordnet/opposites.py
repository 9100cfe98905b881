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
import functools
import itertools
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import blocks, offsets, within

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from lydite.core.array_types import BoolArray, ByteArray, Int32Array, IntArray
    from lydite.knowledge.wordnet import WordNet
    from lydite.knowledge.wordnet.lexicon import Lexicon

    Word = tuple[int, str]  # a synset and the label of one of its words


REMEMBERED = 500_000  # words whose forms are kept
_TOGETHER = 4_000_000  # pairs of words that are looked at together


class Opposition(enum.IntEnum):
    """Kinds of opposites, surest first; the numbers are part of the stored format."""

    NONE = 0
    LISTED = 1
    SAME_SYNSET = 2
    DERIVED = 3
    SIMILAR = 4


def list_opposites(lexicon: Lexicon, numbers: Mapping[str, int]) -> Int32Array:
    """Return rows (label, label, kind) of all opposites: smaller label first, pairs by their surest kind."""
    listed = _listed(lexicon)
    kinds: dict[tuple[int, int], int] = {}
    for kind, pairs in (
        (Opposition.LISTED, listed),
        (Opposition.SAME_SYNSET, _synonyms(lexicon, listed)),
        (Opposition.DERIVED, _derived(lexicon, listed)),
        (Opposition.SIMILAR, _similar(lexicon, listed)),
    ):
        for (_, v), (_, w) in pairs:
            if v in numbers and w in numbers and numbers[v] < numbers[w]:
                kinds.setdefault((numbers[v], numbers[w]), kind)
    return _rows(kinds)


def list_synset_opposites(lexicon: Lexicon) -> Int32Array:
    """Return rows (synset, synset, kind) of all opposites, for words of other languages.

    What translates the words of an antonym pair has the kind of those that share their synsets.
    """
    listed = _listed(lexicon)
    opposites: dict[tuple[int, int], int] = {}
    for kind, pairs in (
        (Opposition.SAME_SYNSET, listed),
        (Opposition.DERIVED, _derived(lexicon, listed)),
        (Opposition.SIMILAR, _similar(lexicon, listed)),
    ):
        for (a, _), (b, _) in pairs:
            if a < b:
                opposites.setdefault((a, b), kind)
    return _rows(opposites)


def _listed(lexicon: Lexicon) -> set[tuple[Word, Word]]:
    listed = {((a, lexicon.label(v)), (b, lexicon.label(w))) for a, v, b, w in lexicon.antonyms}
    return listed | {(y, x) for x, y in listed}


def _rows(opposites: Mapping[tuple[int, int], int]) -> Int32Array:
    return np.array([(a, b, kind) for (a, b), kind in sorted(opposites.items())], np.int32).reshape(-1, 3)


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
    pairs = {
        ((a, lexicon.label(v)), w) for a, b in near if b in heads for v in lexicon.words[a] for w in heads[b]
    }
    return pairs | {(y, x) for x, y in pairs}


class Opposites:
    """The opposites of an opened wordnet."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        self.rows: Int32Array = wordnet.store["opposites"]
        self._forms: dict[str, frozenset[int]] = {}
        self._opposed: dict[str, Sequence[int]] = {}

    def forms(self, phrase: str) -> frozenset[int]:
        """Return the labels that a folded phrase is, or may be an inflection of (remembered)."""
        found = self._forms.get(phrase)
        if found is None:
            if len(self._forms) >= REMEMBERED:
                self._forms.clear()
            found = self._forms[phrase] = frozenset(self.wordnet.forms(phrase.split()))
        return found

    def some(self, words: Sequence[str]) -> BoolArray:
        """Return which words have opposites."""
        return np.array([bool(self._opposable(word)) for word in words], np.bool_)

    def among(self, words: Sequence[str]) -> dict[tuple[int, int], int]:
        """Return the pairs of places in a list of words that are opposites, with the surest kind of each."""
        keys, kinds = self._pairs(words)
        pairs = zip(*(places.tolist() for places in np.divmod(keys, max(len(words), 1))), strict=True)
        return dict(zip(pairs, kinds.tolist(), strict=True))

    def kinds(self, words: Sequence[str], left: IntArray, right: IntArray) -> ByteArray:
        """Return the surest kind of each pair of places in a list of words; 0 where they are no opposites."""
        keys, kinds = self._pairs(words)
        found = np.zeros(len(left), np.uint8)
        if len(keys):
            codes = left * len(words) + right
            place = np.minimum(np.searchsorted(keys, codes), len(keys) - 1)
            found[:] = np.where(keys[place] == codes, kinds[place], 0)
        return found

    def _pairs(self, words: Sequence[str]) -> tuple[IntArray, IntArray]:
        """Return the pairs of places that are opposites, as sorted numbers, and the surest kind of each."""
        labels = [self._opposable(word) for word in words]
        sizes = np.fromiter(map(len, labels), np.int64, len(labels))
        flat = np.fromiter(itertools.chain.from_iterable(labels), np.int64, int(sizes.sum()))
        by_label = np.argsort(flat, kind="stable")
        place = np.repeat(np.arange(len(labels)), sizes)[by_label]
        flat = flat[by_label]
        there = np.zeros(self.rows[:, :2].max(initial=0) + 1, np.bool_)
        there[flat] = True
        rows = self.rows[there[self.rows[:, 0]] & there[self.rows[:, 1]]]  # few
        ends = [[np.searchsorted(flat, rows[:, side], end) for end in ("left", "right")] for side in (0, 1)]
        wide = ends[1][1] - ends[1][0]
        count = (ends[0][1] - ends[0][0]) * wide
        row = np.repeat(np.arange(len(count)), count)
        one, other = np.divmod(within(offsets(count)), np.maximum(wide, 1)[row])
        x, y = place[ends[0][0][row] + one], place[ends[1][0][row] + other]
        keys = np.concatenate([x * len(labels) + y, y * len(labels) + x])
        kinds = np.tile(rows[row, 2].astype(np.int64), 2)
        surest = np.lexsort((kinds, keys))
        keys, first = np.unique(keys[surest], return_index=True)
        return keys, kinds[surest][first]

    def _opposable(self, word: str) -> Sequence[int]:
        """Return the labels of a folded word that have an opposite: few words have one (remembered)."""
        labels = self._opposed.get(word)
        if labels is None:
            if len(self._opposed) >= REMEMBERED:
                self._opposed.clear()
            labels = self._opposed[word] = tuple(self.forms(word) & self._listed)
        return labels

    @functools.cached_property
    def _listed(self) -> frozenset[int]:
        """The labels that have an opposite."""
        return frozenset(self.rows[:, :2].ravel().tolist())

    def clash(self, one: Iterable[str], other: Iterable[str]) -> tuple[str, str] | None:
        """Return words of two phrases that are opposites, if neither stands on the other side as well.

        >>> from lydite.knowledge.wordnet import open_wordnet
        >>> opposites = Opposites(open_wordnet())
        >>> opposites.clash(["public", "key"], ["private", "key"])
        ('public', 'private')
        >>> opposites.clash(["man", "woman"], ["women", "men"])
        """
        ones, others = list(one), list(other)
        held = [frozenset().union(*map(self.forms, side)) for side in (ones, others)]
        for x, y in sorted(self.among(ones + others)):
            if x < len(ones) <= y:
                a, b = ones[x], others[y - len(ones)]
                if not self.forms(a) & held[1] and not self.forms(b) & held[0]:
                    return a, b
        return None

    def clashes(self, phrases: Sequence[Sequence[str]], left: IntArray, right: IntArray) -> BoolArray:
        """Return which pairs of phrases, given by their words, hold opposites (:meth:`clash`)."""
        words = list(dict.fromkeys(word for phrase in phrases for word in phrase))
        pairs = self.among(words)
        clash = np.zeros(len(left), bool)
        if not pairs:
            return clash
        keys = np.sort(np.array([x * len(words) + y for x, y in pairs], np.int64))
        number = {word: place for place, word in enumerate(words)}
        have = {x for x, _ in pairs}
        own = [sorted({number[word] for word in phrase} & have) for phrase in phrases]
        starts = offsets([len(places) for places in own])
        flat = np.array([place for places in own for place in places], np.int64)
        sizes = np.diff(starts)
        some = np.flatnonzero(sizes[left] * sizes[right])
        for part in blocks(sizes[left[some]] * sizes[right[some]], _TOGETHER):
            at = some[part]
            wide = sizes[right[at]]
            place = np.repeat(np.arange(len(at)), sizes[left[at]] * wide)
            row, column = np.divmod(within(offsets(sizes[left[at]] * wide)), wide[place])
            ones, others = flat[starts[left[at]][place] + row], flat[starts[right[at]][place] + column]
            asked = ones * len(words) + others
            found = keys[np.minimum(np.searchsorted(keys, asked), len(keys) - 1)] == asked
            for i in np.unique(at[place[found]]).tolist():
                clash[i] = self._clashing(phrases[left[i]], phrases[right[i]], number, pairs)
        return clash

    def _clashing(
        self, ones: Sequence[str], others: Sequence[str], number: Mapping[str, int], pairs: Collection[object]
    ) -> bool:
        """Whether two phrases hold opposites of which neither stands on the other side as well."""
        held = [frozenset().union(*map(self.forms, side)) for side in (ones, others)]
        return any(
            (number[a], number[b]) in pairs and not self.forms(a) & held[1] and not self.forms(b) & held[0]
            for a in ones
            for b in others
        )


class SynsetOpposites(Opposites):
    """Opposites of words of other languages, or of two: by the synsets that they may mean.

    What :class:`Opposites` is asked by words, this may also be asked by their synsets.
    """

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__(wordnet)
        self.rows = wordnet.store["opposed"]

    def forms(self, phrase: str | Sequence[int]) -> frozenset[int]:
        """Return the synsets of a folded phrase, or those that it is given by."""
        return frozenset(self.wordnet.match(phrase.split()) if isinstance(phrase, str) else phrase)
