"""What is known of pairs of words: paths both ways, opposites, letters, cosines, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.arrays import offsets
from lydite.matchers.meaning.model import AKIN, OPPOSITE, WordEvidence
from lydite.matchers.meaning.phrases import ADJECTIVES, SURE
from lydite.matchers.meaning.words import SeenWords, letter_similarity

if TYPE_CHECKING:
    from lydite.array_types import BoolArray, FloatArray, IntArray
    from lydite.matchers.meaning.cosines import CosineCache
    from lydite.matchers.meaning.language import LanguageSources
    from lydite.matchers.meaning.model import AcceptanceModel


PREFIXED = 5  # the kind of opposites by prefix, after those that a wordnet lists
_WIDE = 1 << 31  # more words than are ever seen


class WordPairs(NamedTuple):
    """What is known of pairs of words, each column an array: scores, shares of people, what speaks for them.

    ``lone`` is the score of words alone, ``inside`` that within phrases (:data:`OPPOSITE` for opposites),
    ``accepted`` the share of people who accept one for the other, and ``chance`` that of unrelated words.
    """

    lone: FloatArray
    inside: FloatArray
    accepted: FloatArray
    chance: FloatArray
    path: FloatArray
    back: FloatArray
    opposition: FloatArray
    letters: FloatArray
    cosine: FloatArray


ONE_WORD = WordPairs(*np.array([1, 1, 1, 0, 1, 1, 0, 1, 1], np.float64)[:, None])


class WordRelations:
    """Words seen so far, with the sources that are asked about pairs of them."""

    def __init__(
        self, model: AcceptanceModel, sides: tuple[LanguageSources, ...], cosines: CosineCache | None
    ) -> None:
        self.model, self.sides, self.cosines = model, sides, cosines
        self.words = SeenWords(sides)
        self._zipf = np.zeros(0)
        self._prepared: tuple[dict[int, int], WordPairs] = {}, ONE_WORD
        self._deniable: tuple[int, dict[bool, IntArray]] = 0, {}
        self._last: tuple[IntArray, WordPairs] = np.zeros(0, np.int64), ONE_WORD

    @property
    def across(self) -> bool:
        """Whether candidates and references are of two languages."""
        return len(self.sides) > 1

    def zipf(self) -> FloatArray:
        """Return how often each word seen so far is used, of phrases how often their rarest word is."""
        names, done = self.words.names, len(self._zipf)
        if done < len(names):
            owner = np.array(self.words.owner[done:])
            rarest = np.zeros(len(owner))
            for number, side in enumerate(self.sides):
                those = np.flatnonzero(owner == number)
                parts = [names[done + i].split() or [names[done + i]] for i in those.tolist()]
                if parts:
                    flat = side.zipf([word for words in parts for word in words])
                    rarest[those] = np.minimum.reduceat(flat, offsets([*map(len, parts)])[:-1])
            self._zipf = np.concatenate([self._zipf, rarest])
        return self._zipf

    def relate(self, left: IntArray, right: IntArray) -> tuple[WordPairs, IntArray]:
        """Return what is known of the distinct pairs of words, and which of them each pair is.

        What was asked last is remembered: scores, and the evidence behind them, are of the same pairs.
        """
        keys, place = np.unique(left * _WIDE + right, return_inverse=True)
        seen, known = self._last
        at = np.minimum(np.searchsorted(seen, keys), max(len(seen) - 1, 0))
        new = np.flatnonzero(seen[at] != keys) if len(seen) else np.arange(len(keys))
        if len(new) == len(keys):
            found = self._relate(*np.divmod(keys, _WIDE))
        else:  # most of these were asked just now
            fresh = self._relate(*np.divmod(keys[new], _WIDE))
            found = WordPairs(*(column[at] for column in known))
            for column, values in zip(found, fresh, strict=True):
                column[new] = values
        if len(new):
            self._last = keys, found
        return found, place.reshape(-1)

    def prepare_related(self, left: IntArray, right: IntArray) -> None:
        """Look up pairs of words together that :meth:`related` will be asked one by one."""
        keys = np.unique(left * _WIDE + right)
        places = {key: place for place, key in enumerate(keys.tolist())}
        self._prepared = places, self._relate(*np.divmod(keys, _WIDE))

    def related(self, left: int, right: int) -> WordPairs:
        """Return what is known of one pair of words."""
        places, known = self._prepared
        if (at := places.get(left * _WIDE + right)) is not None:
            return WordPairs(*(column[at : at + 1] for column in known))
        return self._relate(np.array([left]), np.array([right]))

    def _relate(self, left: IntArray, right: IntArray) -> WordPairs:
        path, way_back, shared = self._paths(left, right)
        opposition = self._opposed(left, right, path)
        akin = (np.maximum(path, way_back) >= AKIN) | shared
        same = self._same(left, right, akin & (opposition == 0))
        zipf = self.zipf()
        cosine = np.full(len(left), np.nan)
        if self.cosines is not None:
            other = np.flatnonzero(~same)
            cosine[other] = self.cosines.pairs(self.words.names, left[other], right[other])
        opposed = (opposition > 0).astype(np.float64)
        evidence = WordEvidence(path, way_back, zipf[left] - zipf[right], opposed, cosine)
        lone, inside, accepted, chance = self.model.predict_words(evidence)
        letters = self._letters(left, right)
        inside = np.maximum(inside, letters)
        if self.across:
            inside = np.maximum(inside, self._translated(left, right, path))
        inside = np.where(opposition > 0, OPPOSITE, inside)
        columns = (lone, inside, accepted, chance, path, way_back, opposition, letters, cosine)
        return WordPairs(
            *(np.where(same, one, column) for one, column in zip(ONE_WORD, columns, strict=True))
        )

    def _same(self, left: IntArray, right: IntArray, akin: BoolArray) -> BoolArray:
        """Return which pairs are one word: equal stems, unless a wordnet knows both and they are not akin.

        News and new have one stem, as do universe and university. Forms that mean the same are one word even
        where that is its own opposite, such as Italian nipote (nephew, niece) and nipoti.
        """
        stem, senses = self.words.arrays.stem, self.words.arrays.senses
        strange = (senses[left] == 0) | (senses[right] == 0)
        alike = (left == right) | (senses[left] == senses[right]) | strange | akin
        return np.asarray((stem[left] == stem[right]) & alike)

    def _paths(self, left: IntArray, right: IntArray) -> tuple[FloatArray, FloatArray, BoolArray]:
        """Return the best path there, the best path back, and whether pairs of words share a sense."""
        there, back = np.zeros((2, len(left)))
        shared = np.zeros(len(left), np.bool_)
        senses = self.words.arrays.senses
        some = np.flatnonzero((senses[left] > 0) & (senses[right] > 0))
        if len(some):
            ahead, behind = senses[left[some]], senses[right[some]]
            there[some], back[some] = np.where(ahead == behind, 1.0, self.words.meet(ahead, behind))
            stem = self.words.arrays.stem
            for i in some[stem[left[some]] == stem[right[some]]].tolist():
                shared[i] = self.words.share(int(left[i]), int(right[i]))
        return there, back, shared

    def _translated(self, left: IntArray, right: IntArray, path: FloatArray) -> FloatArray:
        """Return how much words of two languages mean the same: a phrase is translated word by word."""
        alike = np.zeros(len(left))
        some = np.flatnonzero(path > 0)
        pairs = zip(left[some].tolist(), right[some].tolist(), strict=True)
        alike[some] = [self.words.overlap(one, other) for one, other in pairs]
        return np.minimum(alike.round(12), 1.0)

    def _opposed(self, left: IntArray, right: IntArray, path: FloatArray) -> FloatArray:
        """Return the kind of opposites that pairs of words are; 0 where they are none."""
        kinds = np.zeros(len(left))
        senses, names = self.words.arrays.senses, self.words.names
        some = np.flatnonzero((senses[left] > 0) & (senses[right] > 0))
        base = self.words.base
        if base is not None and len(some):
            used, place = np.unique(np.concatenate([left[some], right[some]]), return_inverse=True)
            if self.across:  # of two languages, the synsets of its own
                words = [self._synsets(i, names[i]) for i in used.tolist()]
            else:
                words = [names[i] for i in used.tolist()]
            kinds[some] = base.opposites(words, *np.split(place.reshape(-1), 2), across=self.across)
        keys = left * _WIDE + right
        for sure, pairs in self._denied().items():
            if len(pairs):
                kinds[np.isin(keys, pairs) & (kinds == 0) & ((path == 0) | sure)] = PREFIXED
        return kinds

    def _denied(self) -> dict[bool, IntArray]:
        """Return the pairs of words of which one denies the other, both ways; apart where that is sure."""
        count = sum(map(len, self.words.denied.values()))
        if self._deniable[0] != count:
            by_sure: dict[bool, list[IntArray]] = {True: [], False: []}
            for how, pairs in self.words.denied.items():
                some = [p for p in pairs if how not in ADJECTIVES or self.words.adjective(p[1])]
                one, other = np.array(some, np.int64).reshape(-1, 2).T
                by_sure[how in SURE] += [one * _WIDE + other, other * _WIDE + one]
            found = {
                sure: np.concatenate(each) if each else np.zeros(0, np.int64)
                for sure, each in by_sure.items()
            }
            self._deniable = count, found
        return self._deniable[1]

    def _synsets(self, word: int, name: str) -> str | tuple[int, ...]:
        base = self.sides[self.words.owner[word]].base
        return base.match(name.split()) if base is not None else name

    def _letters(self, left: IntArray, right: IntArray) -> FloatArray:
        """Return how much pairs of words are alike in letters, where the wordnet does not know both."""
        letters = np.zeros(len(left))
        senses, start = self.words.arrays.senses, self.words.arrays.start
        strange = (senses[left] == 0) | (senses[right] == 0)
        near = np.flatnonzero(strange & (start[left] > 0) & (start[left] == start[right]))
        names = self.words.names
        letters[near] = [letter_similarity(names[left[i]], names[right[i]]) for i in near.tolist()]
        return letters
