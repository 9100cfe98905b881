"""What is known of pairs of words: paths both ways, opposites, letters, cosines, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import offsets
from lydite.matchers.meaning.alignment import OPPOSITE
from lydite.matchers.meaning.model import Evidence
from lydite.matchers.meaning.phrases import ADJECTIVES, SURE, denied_forms
from lydite.matchers.meaning.words import Remembered, Words, alike

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.meaning.cosines import Cosines
    from lydite.matchers.meaning.model import Model
    from lydite.matchers.wordnet import Wordnet
    from lydite.sources.frequencies import Frequencies


PREFIXED = 5  # the kind of opposites by prefix, after those that a wordnet lists
LONE, INSIDE, ACCEPTED, CHANCE, PATH, BACK, OPPOSITION, LETTERS, COSINE = range(9)
_WIDE = 1 << 31  # more words than are ever seen


class Relations:
    """Words seen so far, with the sources that are asked about pairs of them, once for each."""

    def __init__(
        self,
        model: Model,
        frequencies: Frequencies,
        language: str,
        stemmer: str,
        paths: tuple[Wordnet, Wordnet] | None,
        cosines: Cosines | None,
    ) -> None:
        self.model, self.frequencies, self.language = model, frequencies, language
        self.paths, self.cosines = paths, cosines
        self.words = Words(paths[0] if paths else None, stemmer)
        self.known = Remembered(9)
        self._zipf = np.zeros(0)

    def zipf(self) -> FloatArray:
        """Return how often each word seen so far is used, of phrases how often their rarest word is."""
        names = self.words.names
        if len(self._zipf) < len(names):
            new = names[len(self._zipf) :]
            parts = [name.split() or [name] for name in new]
            flat = self.frequencies.zipf([word for words in parts for word in words])
            starts = offsets([*map(len, parts)])[:-1]
            rarest = np.minimum.reduceat(flat, starts) if len(flat) else flat
            self._zipf = np.concatenate([self._zipf, rarest])
        return self._zipf

    def relate(self, left: IntArray, right: IntArray) -> FloatArray:
        """Return a row of what is known for each pair of words; each distinct pair is worked out once."""
        keys, back = np.unique(left * _WIDE + right, return_inverse=True)
        self.known.trim()
        new = keys[self.known.missing(keys)]
        if len(new):
            self.known.add(new, self._relate(*np.divmod(new, _WIDE)))
        found: FloatArray = self.known.get(keys)[back.reshape(-1)]
        return found

    def _relate(self, left: IntArray, right: IntArray) -> FloatArray:
        rows = np.zeros((len(left), 9))
        start, senses = np.array(self.words.start, np.int64), np.array(self.words.senses, np.int64)
        same = self._same(left, right)
        todo = np.flatnonzero(~same)
        one, other, names = left[todo], right[todo], self.words.names
        zipf = self.zipf()
        path, way_back, opposition = self._paths(one, other)
        opposition = np.where(opposition == 0, self._prefixed(one, other, path) * PREFIXED, opposition)
        cosine = np.full(len(todo), np.nan) if self.cosines is None else self.cosines.pairs(names, one, other)
        opposed = (opposition > 0).astype(np.float64)
        evidence = Evidence(path, way_back, zipf[one] - zipf[other], opposed, cosine)
        lone, inside, accepted, chance = self.model.of(evidence)
        letters = np.zeros(len(todo))
        strange = (senses[one] == 0) | (senses[other] == 0)
        near = np.flatnonzero(strange & (start[one] > 0) & (start[one] == start[other]))
        letters[near] = [alike(names[one[i]], names[other[i]]) for i in near.tolist()]
        inside = np.where(opposition > 0, OPPOSITE, np.maximum(inside, letters))
        columns = [lone, inside, accepted, chance, path, way_back, opposition, letters, cosine]
        rows[todo] = np.stack(columns, axis=1)
        rows[same] = [1, 1, 1, 0, 1, 1, 0, 1, 1]
        return rows

    def _same(self, left: IntArray, right: IntArray) -> NDArray[np.bool_]:
        """Return which pairs are one word: equal stems, unless a wordnet knows both and relates them nowhere.

        News and new have one stem, as do universe and university.
        """
        stem = np.array(self.words.stem, np.int64)
        same = np.asarray(stem[left] == stem[right])
        if self.paths is None:
            return same
        names, base = self.words.names, self.paths[0].base
        doubt = np.flatnonzero(same & (left != right))
        path, back, _ = self._paths(left[doubt], right[doubt])
        for place, related in zip(doubt.tolist(), ((path > 0) | (back > 0)).tolist(), strict=True):
            one, other = int(left[place]), int(right[place])
            if not related and self.words.senses[one] and self.words.senses[other]:
                forms = (set(base.forms(names[i].split())) for i in (one, other))
                same[place] = bool(set.intersection(*forms))
        return same

    def _paths(self, left: IntArray, right: IntArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the best path there, the best path back, and the kind of opposites, for pairs of words."""
        found = np.zeros((3, len(left)))
        senses = np.array(self.words.senses, np.int64)
        some = np.flatnonzero((senses[left] > 0) & (senses[right] > 0)) if self.paths else ()
        if not self.paths or not len(some):
            return found[0], found[1], found[2]
        sets, ahead, behind = list(self.words.sets), senses[left[some]], senses[right[some]]
        for row, matcher, one, other in (
            (0, self.paths[0], ahead, behind),
            (1, self.paths[1], behind, ahead),
        ):
            pair, back = np.unique(one * len(sets) + other, return_inverse=True)
            scores = matcher.between(sets, *np.divmod(pair, len(sets)))
            found[row, some] = scores[back.reshape(-1)]
        used, place = np.unique(np.concatenate([left[some], right[some]]), return_inverse=True)
        names = self.words.names
        halves = np.split(place.reshape(-1), 2)
        found[2, some] = self.paths[0].base.opposites([names[i] for i in used.tolist()], *halves)
        return found[0], found[1], found[2]

    def _prefixed(self, left: IntArray, right: IntArray, path: FloatArray) -> NDArray[np.bool_]:
        """Return which pairs are a word of English and the same with a beginning or an end that denies it."""
        found = np.zeros(len(left), np.bool_)
        if self.language != "en":
            return found
        names = self.words.names
        for one, other in ((left, right), (right, left)):
            for number in np.unique(one).tolist():
                for how, base in denied_forms(names[number]):
                    if (denied := self.words.numbers.get(base)) is None:
                        continue
                    if how in ADJECTIVES and not self._adjective(denied):
                        continue
                    found |= (one == number) & (other == denied) & ((path == 0) | (how in SURE))
        return found

    def _adjective(self, word: int) -> bool:
        """Whether a word can be an adjective or an adverb."""
        senses = list(self.words.sets)[self.words.senses[word]]
        return self.paths is not None and any(self.paths[0].base.pos[s] in (2, 3) for s, _ in senses)
