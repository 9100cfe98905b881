"""What is known of pairs of words: paths both ways, opposites, letters, cosines, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.arrays import number_used, offsets, within
from lydite.core.compiled import kernel
from lydite.matchers.meaning.model import AKIN, OPPOSITE, WordEvidence
from lydite.matchers.meaning.phrases import ADJECTIVES, SURE
from lydite.matchers.meaning.words import SeenWords, letter_similarity

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, IntArray
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


class WordCells(NamedTuple):
    """Words of pairs of phrases, each of one with each of the other: cells end to end, row by row.

    ``place`` is that of a cell among the distinct pairs of words ``one`` and ``other``, which are in order.
    """

    starts: IntArray
    place: IntArray
    one: IntArray
    other: IntArray


class CellScores(NamedTuple):
    """What phrases need to know of pairs of words: the columns of :class:`WordPairs` of these names."""

    inside: FloatArray
    path: FloatArray
    back: FloatArray
    opposition: FloatArray


class RelatedCells(NamedTuple):
    """What is known of distinct pairs of words.

    ``ways`` has a table of them, and where asked one of the same pairs exchanged. ``row`` is the row of each
    pair in these tables; pairs that are not related at all share the last row, of zeros.
    """

    ways: list[CellScores]
    row: IntArray


class _Signs(NamedTuple):
    """What speaks for pairs of words, or against them; pairs are along the last axis."""

    paths: AnyArray
    shared: AnyArray
    kinds: AnyArray
    always: AnyArray
    pathless: AnyArray
    letters: AnyArray


ONE_WORD = WordPairs(*np.array([1, 1, 1, 0, 1, 1, 0, 1, 1], np.float64)[:, None])


class WordRelations:
    """Words seen so far, with the sources that are asked about pairs of them."""

    def __init__(
        self, model: AcceptanceModel, sides: tuple[LanguageSources, ...], cosines: CosineCache | None
    ) -> None:
        self.model, self.sides, self.cosines = model, sides, cosines
        self.words = SeenWords(sides)
        self._zipf = np.zeros(0)
        self._opposable_words = np.zeros(0, np.bool_)
        self._prepared: tuple[dict[int, int], WordPairs] = {}, ONE_WORD
        self._denials: tuple[int, IntArray, IntArray, IntArray] = 0, *np.zeros((3, 0), np.int64)

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

    def relate(self, left: IntArray, right: IntArray, ways: int = 1) -> tuple[list[WordPairs], IntArray]:
        """Return what is known of the distinct pairs of words, and which of them each pair is.

        For two ways the same follows for pairs exchanged.
        """
        keys, place = np.unique(left * _WIDE + right, return_inverse=True)
        return self._relate(*np.divmod(keys, _WIDE), ways), place.reshape(-1)

    def relate_cells(self, left: IntArray, right: IntArray, ways: int) -> RelatedCells:
        """Return what is known of distinct pairs of words; most of them are not related at all."""
        signs, stem = self._signs(left, right), self.words.arrays.stem
        speaks = signs.paths.any(axis=0) | (signs.kinds > 0) | signs.always | signs.pathless
        speaks |= (signs.letters > 0) | (stem[left] == stem[right]) | (self.cosines is not None)
        some = np.flatnonzero(speaks)
        row = np.full(len(left), len(some))
        row[some] = np.arange(len(some))
        related = self._predictions(left[some], right[some], _Signs(*(s[..., some] for s in signs)), ways)
        tables = [
            CellScores(*(np.append(getattr(way, name), 0) for name in CellScores._fields)) for way in related
        ]
        return RelatedCells(tables, row)

    def prepare_related(self, left: IntArray, right: IntArray) -> None:
        """Look up pairs of words together that :meth:`related` will be asked one by one."""
        keys = np.unique(left * _WIDE + right)
        places = {key: place for place, key in enumerate(keys.tolist())}
        self._prepared = places, self._relate(*np.divmod(keys, _WIDE))[0]

    def related(self, left: int, right: int) -> WordPairs:
        """Return what is known of one pair of words."""
        places, known = self._prepared
        if (at := places.get(left * _WIDE + right)) is not None:
            return WordPairs(*(column[at : at + 1] for column in known))
        return self._relate(np.array([left]), np.array([right]))[0]

    def _relate(self, left: IntArray, right: IntArray, ways: int = 1) -> list[WordPairs]:
        """Return what is known of pairs of words, and for two ways of the same pairs exchanged."""
        return self._predictions(left, right, self._signs(left, right), ways)

    def _signs(self, left: IntArray, right: IntArray) -> _Signs:
        paths, shared = self._paths(left, right)
        return _Signs(paths, shared, *self._opposed(left, right), self._letters(left, right))

    def _predictions(self, left: IntArray, right: IntArray, signs: _Signs, ways: int) -> list[WordPairs]:
        sides = [(left, right, signs.paths[:2]), (right, left, signs.paths[2:])][:ways]
        return [self._predict(one, other, paths, signs) for one, other, paths in sides]

    def _predict(self, left: IntArray, right: IntArray, paths: FloatArray, signs: _Signs) -> WordPairs:
        path, way_back = paths
        _, shared, kinds, always, pathless, letters = signs
        opposition = np.where((kinds == 0) & (always | (pathless & (path == 0))), float(PREFIXED), kinds)
        akin = (np.maximum(path, way_back) >= AKIN) | shared
        same = self._same(left, right, akin & (opposition == 0))
        zipf = self.zipf()
        cosine = np.full(len(left), np.nan)
        if self.cosines is not None:
            other = np.flatnonzero(~same)
            cosine[other] = self.cosines.pairs(self.words.names, left[other], right[other])
        opposite = (opposition > 0).astype(np.float64)
        evidence = WordEvidence(path, way_back, zipf[left] - zipf[right], opposite, cosine)
        lone, inside, accepted, chance = self.model.predict_words(evidence)
        inside = np.maximum(inside, letters)
        if self.across:
            inside = np.maximum(inside, self._translated(left, right, path))
        inside = np.where(opposition > 0, OPPOSITE, inside)
        found = WordPairs(
            lone, inside, accepted, chance, path, way_back, opposition, letters.copy(), cosine
        )  # fmt: skip
        for column, value in zip(found, ONE_WORD, strict=True):
            column[same] = value[0]
        return found

    def _same(self, left: IntArray, right: IntArray, akin: BoolArray) -> BoolArray:
        """Return which pairs are one word: equal stems, unless a wordnet knows both and they are not akin.

        News and new have one stem, as do universe and university. Forms that mean the same are one word even
        where that is its own opposite, such as Italian nipote (nephew, niece) and nipoti.
        """
        stem, senses = self.words.arrays.stem, self.words.arrays.senses
        strange = (senses[left] == 0) | (senses[right] == 0)
        alike = (left == right) | (senses[left] == senses[right]) | strange | akin
        return np.asarray((stem[left] == stem[right]) & alike)

    def _paths(self, left: IntArray, right: IntArray) -> tuple[FloatArray, BoolArray]:
        """Return the best paths there, back, and both exchanged, and whether pairs of words share a sense."""
        paths, shared = np.zeros((4, len(left))), np.zeros(len(left), np.bool_)
        stem, senses, _ = self.words.arrays
        ahead, behind = senses[left], senses[right]
        if len(left) and max(ahead.max(), behind.max()) > 0:  # words without senses reach nothing
            paths = self.words.meet(ahead, behind)
            paths[:, (ahead == behind) & (ahead > 0)] = 1
            for i in np.flatnonzero((stem[left] == stem[right]) & (ahead > 0) & (behind > 0)).tolist():
                shared[i] = self.words.share(int(left[i]), int(right[i]))
        return paths, shared

    def _translated(self, left: IntArray, right: IntArray, path: FloatArray) -> FloatArray:
        """Return how much words of two languages mean the same: a phrase is translated word by word."""
        alike = np.zeros(len(left))
        some = np.flatnonzero(path > 0)
        pairs = zip(left[some].tolist(), right[some].tolist(), strict=True)
        alike[some] = [self.words.overlap(one, other) for one, other in pairs]
        return np.minimum(alike.round(12), 1.0)

    def _opposed(self, left: IntArray, right: IntArray) -> tuple[FloatArray, BoolArray, BoolArray]:
        """Return the kind of opposites that pairs of words are in the wordnet; 0 where they are none.

        Then which are opposites by a prefix, in any case, and which where there is no path between them.
        """
        kinds = np.zeros(len(left))
        senses, names = self.words.arrays.senses, self.words.names
        some = np.flatnonzero((senses[left] > 0) & (senses[right] > 0))
        base = self.words.base
        if base is not None and len(some):
            if not self.across:  # few words have opposites at all
                has = self._have_opposites()
                some = some[has[left[some]] & has[right[some]]]
            one, other = left[some], right[some]
            used, place = number_used(len(names), one, other)
            words = [self._opposable(i) if self.across else names[i] for i in used.tolist()]
            kinds[some] = base.opposites(words, place[one], place[other], across=self.across)
        always, pathless = np.zeros((2, len(left)), np.bool_)
        denied, *listed = self._prefixed()
        has = np.zeros(len(names), np.bool_)
        has[denied] = True
        some = np.flatnonzero(has[left] & has[right])
        keys = np.minimum(left, right)[some] * _WIDE + np.maximum(left, right)[some]
        always[some], pathless[some] = (
            np.append(known, -1)[np.searchsorted(known, keys)] == keys for known in listed
        )
        return kinds, always, pathless

    def _have_opposites(self) -> BoolArray:
        """Return which of the words seen so far have opposites in the wordnet."""
        done, base = len(self._opposable_words), self.words.base
        if done < len(self.words.names) and base is not None:
            new = base.have_opposites(self.words.names[done:])
            self._opposable_words = np.concatenate([self._opposable_words, new])
        return self._opposable_words

    def _prefixed(self) -> tuple[IntArray, IntArray, IntArray]:
        """Return the words that are in opposites by prefix, and the keys of these in order.

        Those in any case, and the others.
        """
        count = sum(map(len, self.words.denied.values()))
        if count != self._denials[0]:
            keys: tuple[list[int], list[int]] = [], []
            for how, pairs in self.words.denied.items():
                keys[how not in SURE].extend(
                    min(pair) * _WIDE + max(pair) for pair in self._deniable(how, pairs)
                )
            always, pathless = (np.array(sorted(listed), np.int64) for listed in keys)
            both = np.concatenate([always, pathless])
            self._denials = count, np.unique([both // _WIDE, both % _WIDE]), always, pathless
        return self._denials[1:]

    def _opposable(self, word: int) -> str | tuple[int, ...]:
        """Return what opposites in two languages are told by: the synsets of a word in its own."""
        base, name = self.sides[self.words.owner[word]].base, self.words.names[word]
        return name if base is None else base.match(name.split())

    def _deniable(self, how: str, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the pairs of words of which the second can be denied by this beginning."""
        return [p for p in pairs if how not in ADJECTIVES or self.words.adjective(p[1])]

    def _letters(self, left: IntArray, right: IntArray) -> FloatArray:
        """Return how much pairs of words are alike in letters, where the wordnet does not know both."""
        letters = np.zeros(len(left))
        senses, start = self.words.arrays.senses, self.words.arrays.start
        strange = (senses[left] == 0) | (senses[right] == 0)
        near = np.flatnonzero(strange & (start[left] > 0) & (start[left] == start[right]))
        names = self.words.names
        letters[near] = [letter_similarity(names[left[i]], names[right[i]]) for i in near.tolist()]
        return letters


def cross_words(
    flat: IntArray, left: IntArray, rows: IntArray, right: IntArray, columns: IntArray
) -> WordCells:
    """Return the words of pairs of phrases crossed: those from ``left`` on in ``flat``, those from ``right``.

    >>> cells = cross_words(np.array([7, 5, 7]), *np.array([[0], [2], [1], [2]]))
    >>> cells.place.tolist(), cells.one.tolist(), cells.other.tolist()
    ([2, 3, 0, 1], [5, 5, 7, 7], [5, 7, 5, 7])
    """
    starts = offsets(rows * columns)
    one, other, place = np.empty((3, starts[-1]), np.int64)
    run = number_word_pairs.for_work(len(place), number_word_pairs_at_once)
    count = run(flat, left, rows, right, columns, starts, one, other, place)
    return WordCells(starts, place, one[:count], other[:count])


@kernel(large=0)
def number_word_pairs(
    flat: Any, left: Any, rows: Any, right: Any, columns: Any, starts: Any, one: Any, other: Any, place: Any
) -> Any:
    """Fill the distinct pairs of words in order, and the place of each cell; return how many there are.

    Cells are sorted by counting, first by the word of their column, then by that of their row.
    """
    count, wide = len(place), flat.max() + 1 if len(flat) else 1
    first, second = np.zeros(wide + 1, np.int64), np.zeros(wide + 1, np.int64)
    ones, others = np.empty(count, np.int64), np.empty(count, np.int64)
    for i in range(len(rows)):
        at = starts[i]
        for r in range(left[i], left[i] + rows[i]):
            first[flat[r] + 1] += columns[i]
            for c in range(right[i], right[i] + columns[i]):
                ones[at], others[at] = flat[r], flat[c]
                second[flat[c] + 1] += 1
                at += 1
    first, second = np.cumsum(first), np.cumsum(second)
    by_other, order = np.empty(count, np.int64), np.empty(count, np.int64)
    for at in range(count):
        by_other[second[others[at]]] = at
        second[others[at]] += 1
    for at in by_other:
        order[first[ones[at]]] = at
        first[ones[at]] += 1
    last = -1
    for at in order:
        if last < 0 or ones[at] != one[last] or others[at] != other[last]:
            last += 1
            one[last], other[last] = ones[at], others[at]
        place[at] = last
    return last + 1


def number_word_pairs_at_once(
    flat: IntArray, left: IntArray, rows: IntArray, right: IntArray, columns: IntArray, starts: IntArray,
    one: IntArray, other: IntArray, place: IntArray,
) -> int:  # fmt: skip
    """Fill them by operations on whole arrays."""
    owner = np.repeat(np.arange(len(rows)), rows * columns)
    row, column = np.divmod(within(starts), columns[owner])
    keys, where = np.unique(
        flat[left[owner] + row] * _WIDE + flat[right[owner] + column], return_inverse=True
    )
    one[: len(keys)], other[: len(keys)] = np.divmod(keys, _WIDE)
    place[:] = where.reshape(-1)
    return len(keys)
