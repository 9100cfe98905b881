"""Evidence of pairs of phrases as named columns, for the model of ``meaning(ask=match)``; NaN: not known.

Everything comes from four sources: letters and rules, the wordnet (by the engine of ``ask=kind``), the static
encoder, and how often words are used. Columns that look at one side end in ``_c`` (candidate) or ``_r``
(reference); ``rest`` is what equal words leave over.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.arrays import blocks, number_used, offsets, spread, within
from lydite.compiled import kernel
from lydite.matchers.meaning.phrases import MOST, split_hashtag, weigh
from lydite.matchers.meaning.terms import LITTLE, Term, expand, head_of, read_term, roles_opposed
from lydite.sources.static_encoder import dots, sum_rows
from lydite.text import stems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lydite.array_types import AnyArray, BoolArray, FloatArray, IntArray
    from lydite.matchers.meaning.engine import MeaningEngine
    from lydite.matchers.meaning.taxonomy import Taxonomy
    from lydite.sources.static_encoder import StaticTable

    Columns = dict[str, FloatArray]
    Words = tuple[str, ...]

_LITTLE = 0.02  # what words weigh that say next to nothing
SAID = 0.05  # what a word must weigh to count as one that says something
PERTAINS = 0.85  # what an adjective is worth for the noun that it pertains to: renal, kidney
CLOSE = 0.9  # what a cosine of 1 is worth among other evidence of two words
EQUAL = 0.8  # worth from which two words are equal, and neither is left over
VAGUE = 0.35  # information below which a candidate is near the root of the wordnet
STEP = 0.1  # information that each further word adds to a phrase that the wordnet does not have
_BLOCK = 500_000  # pairs of words that are looked at together

UP = (
    *("same", "acronym", "numbers_same", "trigrams", "inside"),
    *("exact_c", "exact_r", "net_c", "net_r", "net_least", "vec_c", "vec_r", "vec_least", "soft_c", "soft_r"),
    *("soft_least", "soft_worst_c", "soft_worst_r", "vec_worst_c", "vec_worst_r", "rest_cosine", "rest_net"),
    *("extra_cosine", "cosine", "modifier_cosine", "head_cosine", "head_same", "head_net", "head_path"),
    *(
        "head_back",
        "aligned",
        "retained",
        "supported",
        "kind",
        "kind_back",
        "whole_path",
        "whole_back",
        "lin",
    ),
    *("head_lin", "info_c"),
)
DOWN = (
    *("numbers_differ", "opposites", "opposite", "denied", "rest_sides", "general", "steps_c", "steps_r"),
    *("whole_opposed", "vague", "above"),
)
"""Columns in which the score never falls, and in which it never rises."""


class WordLists(NamedTuple):
    """Distinct lists of words, end to end, by the number of each word."""

    names: list[str]
    flat: IntArray
    starts: IntArray

    @property
    def sizes(self) -> IntArray:
        """How many words each list has."""
        return np.diff(self.starts)

    @classmethod
    def of(cls, lists: Sequence[Words]) -> WordLists:
        """Number the words of some lists."""
        numbers: dict[str, int] = {}
        flat = [numbers.setdefault(word, len(numbers)) for words in lists for word in words]
        return cls(list(numbers), np.array(flat, np.int64), offsets([len(words) for words in lists]))


@dataclass
class EvidenceSource:
    """Looks up evidence; words and phrases that were seen before are kept."""

    engine: MeaningEngine
    table: StaticTable
    taxonomy: Taxonomy
    pertainyms: Mapping[str, Sequence[str]]
    """Adjectives with the nouns that they pertain to, both ways."""
    synonyms: Callable[[Words], Words] | None = None
    """What puts one word in place of each label of a concept, where a vocabulary is given."""
    _terms: dict[str, Term] = field(default_factory=dict, repr=False)
    _stems: dict[str, int] = field(default_factory=dict, repr=False)
    _trigrams: dict[Words, list[int]] = field(default_factory=dict, repr=False)
    """Those of each list of words by number, in order."""
    _numbers: dict[str, int] = field(default_factory=dict, repr=False)

    def term(self, phrase: str) -> Term:
        """Return a phrase as rules see it."""
        found = self._terms.get(phrase)
        if found is None:
            if len(self._terms) > 500_000:
                self._terms.clear()
            found = read_term(split_hashtag(phrase, "en", self.engine.sides[0].frequencies.zipf))
            words = found.words if self.synonyms is None else self.synonyms(found.words)
            if len(words) > MOST:
                words = self._rarest(words)
            found = self._terms[phrase] = Term(words, found.numbers, found.initials)
        return found

    def _rarest(self, words: Words) -> Words:
        distinct = list(dict.fromkeys(words))
        common = self.engine.sides[0].frequencies.zipf(distinct)
        kept = {distinct[i] for i in np.argsort(common, kind="stable")[:MOST].tolist()}
        return tuple(w for w in distinct if w in kept)

    def known_shares(self, phrases: Sequence[str]) -> FloatArray:
        """Return the share of the content words of each phrase that the wordnet or the table has."""
        lists = [[w for w in self.term(p).words if w not in LITTLE] or self.term(p).words for p in phrases]
        names = list(dict.fromkeys(word for words in lists for word in words))
        known = {name for name, has in zip(names, self._has(names).tolist(), strict=True) if has}
        return np.array([sum(w in known for w in words) / max(len(words), 1) for words in lists], np.float64)

    def unknown_words(self, phrase: str) -> list[str]:
        """Return the words of a phrase that neither the wordnet nor the table has."""
        names = [word for word in self.term(phrase).words if word not in LITTLE]
        return [name for name, has in zip(names, self._has(names).tolist(), strict=True) if not has]

    def _has(self, names: Sequence[str]) -> BoolArray:
        """Return which words the wordnet has, or the table as such; numbers are known."""
        numbers = np.array(self.engine.words.add(names), np.int64)
        senses = self.engine.words.arrays.senses[numbers] > 0
        digits = np.array([name[:1].isdecimal() for name in names], np.bool_)
        return np.asarray(senses | digits | self.table.lists(names))

    def parts(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> Iterator[slice]:
        """Yield slices of pairs that are worked on together."""
        sizes = np.array([len(self.term(p).words) for p in phrases], np.int64)
        yield from blocks(sizes[left] * sizes[right] + 1, _BLOCK)

    def columns(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> Columns:
        """Return the evidence of pairs of places in a list of phrases."""
        used, places = number_used(len(phrases), left, right)
        phrases = [phrases[i] for i in used.tolist()] or [" "]
        left, right = places[left], places[right]
        terms = [self.term(p) for p in phrases]
        units = self.engine.units(phrases)
        denies = np.array([unit.denies for unit in units], np.bool_)
        spelled: dict[str, int] = {}
        out: Columns = {"denied": (denies[left] != denies[right]).astype(np.float64)}
        numbers = [term.numbers for term in terms]
        one, other = left, right
        distinct: dict[Words, int] = {}
        places = np.array([distinct.setdefault(term.words, len(distinct)) for term in terms], np.int64)
        left, right = places[left], places[right]
        acronym = np.zeros(len(left))
        short = np.array([bool(term.initials) for term in terms], np.bool_)
        for i in np.flatnonzero(short[one] | short[other]).tolist():
            words, others, met = expand(terms[one[i]], terms[other[i]])
            if met:
                left[i] = distinct.setdefault(words, len(distinct))
                right[i] = distinct.setdefault(others, len(distinct))
                acronym[i] = 1
        lists = list(distinct)
        out["acronym"] = acronym
        out |= self._letters(lists, left, right)
        keys = np.array([spelled.setdefault(unit.joined, len(spelled)) for unit in units], np.int64)
        out["same"] = np.maximum(out["same"], keys[one] == keys[other])
        same = out["same"] > 0
        out |= _numbers(numbers, one, other, same)
        out |= self._words(WordLists.of(lists), left, right)
        out |= self._wordnet(lists, left, right)
        return _combined(out)

    def _letters(self, lists: Sequence[Words], left: IntArray, right: IntArray) -> Columns:
        """Return whether the letters are the same, how many trigrams are, and whether one is in the other."""
        if len(self._trigrams) > 500_000:
            self._trigrams.clear()
        trigrams = [self._trigrams.get(words) or self._split(words) for words in lists]
        sizes = np.array([len(found) for found in trigrams], np.int64)
        shared = np.zeros(len(left))
        flat = np.array([number for found in trigrams for number in found], np.int64)
        count_shared.for_work(len(left))(offsets(sizes), flat, left, right, shared)
        keys = ["".join(words) for words in lists]
        numbers: dict[str, int] = {}
        number = np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)
        inside = np.zeros(len(left))
        for i in np.flatnonzero(shared).tolist():
            one, other = sorted((keys[left[i]], keys[right[i]]), key=len)
            inside[i] = len(one) >= 3 and one in other
        words = np.array([len(words) for words in lists], np.float64)
        return {
            "same": ((number[left] == number[right]) & (words[left] > 0)).astype(np.float64),
            "trigrams": 2 * shared / np.maximum(sizes[left] + sizes[right], 1),
            "inside": inside,
            "length_c": words[left],
            "length_r": words[right],
        }

    def _split(self, words: Words) -> list[int]:
        text, numbers = f" {' '.join(words)} ", self._numbers
        distinct = {numbers.setdefault(text[i : i + 3], len(numbers)) for i in range(len(text) - 2)}
        found = self._trigrams[words] = sorted(distinct)
        return found

    def _words(self, lists: WordLists, left: IntArray, right: IntArray) -> Columns:
        """Return how the words of both phrases fit each other, and the phrases as sums of their vectors."""
        names, k = lists.names, len(left)
        number = np.array(self.engine.words.add(names), np.int64)
        zipf = self.engine.zipf()[number]
        little = np.array([name in LITTLE for name in names], np.bool_)
        weight = np.where(little, _LITTLE, weigh(zipf))
        table = self.table.word_sums(names).astype(np.float64)
        units = _unit(table)
        known = table.any(axis=1) & ~little
        sides = tuple(_Side.of(lists, which, weight) for which in (left, right))
        one, other = sides
        # every word of the candidate with every word of the reference
        counts = one.sizes * other.sizes
        owner = np.repeat(np.arange(k), counts)
        row, column = np.divmod(within(offsets(counts)), np.maximum(other.sizes[owner], 1))
        at_left, at_right = one.starts[owner] + row, other.starts[owner] + column
        keys, place = np.unique(
            one.words[at_left] * max(len(names), 1) + other.words[at_right], return_inverse=True
        )
        place = place.reshape(-1)
        a, b = np.divmod(keys, max(len(names), 1))
        scores, opposed = self._word_scores(names, number, np.where(known[:, None], units, 0), a, b)
        out: Columns = {}
        best: dict[str, tuple[FloatArray, FloatArray]] = {}
        for name, score in scores.items():
            values = score[place]
            best[name] = one.best(at_left, values), other.best(at_right, values)
            out[f"{name}_c"], out[f"{name}_r"] = (s.mean(v) for s, v in zip(sides, best[name], strict=True))
        for name in ("soft", "vec"):
            for end, side, value in zip("cr", sides, best[name], strict=True):
                out[f"{name}_worst_{end}"] = side.worst(value)
        out["opposites"] = _highest(k, owner, opposed[place])
        # what equal words leave over
        free = [(v < EQUAL) & (s.weights > SAID) for s, v in zip(sides, best["exact"], strict=True)]
        has = [_highest(k, s.owner, f) > 0 for s, f in zip(sides, free, strict=True)]
        rest = [_unit(s.total(table, f)) for s, f in zip(sides, free, strict=True)]
        some = [r.any(axis=1) for r in rest]
        out["rest_cosine"] = np.where(some[0] & some[1], (rest[0] * rest[1]).sum(1), np.nan)
        out["rest_sides"] = has[0].astype(np.float64) + has[1]
        for end, side, mine in zip("cr", sides, free, strict=True):
            out[f"rest_zipf_{end}"] = _lowest(k, side.owner[mine], zipf[side.words[mine]])
        shared = _unit(one.total(table, ~free[0]))
        only = np.where(has[0] & ~has[1], (rest[0] * shared).sum(1), np.nan)
        out["extra_cosine"] = np.where(has[1] & ~has[0], (rest[1] * shared).sum(1), only)
        both = free[0][at_left] & free[1][at_right]
        found = np.full(k, -1.0)
        np.maximum.at(found, owner[both], scores["net"][place[both]])
        out["rest_net"] = np.where(found < 0, np.nan, found)
        out |= self._sums(lists, left, right)
        out |= self._heads(lists, left, right, number, table, known)
        senses = self.engine.words.arrays.senses[number] == 0
        for end, which in (("c", left), ("r", right)):
            rarest = _lowest(len(lists.sizes), _owners(lists), zipf[lists.flat])
            unknown = np.bincount(_owners(lists), senses[lists.flat], len(lists.sizes))
            share = np.where(lists.sizes > 0, unknown / np.maximum(lists.sizes, 1), 1.0)
            out[f"zipf_{end}"], out[f"unknown_{end}"] = rarest[which], share[which]
        return out

    def _word_scores(
        self, names: Sequence[str], number: IntArray, units: FloatArray, a: IntArray, b: IntArray
    ) -> tuple[Columns, BoolArray]:
        """Return how well pairs of words fit by each source, and which are opposites."""
        related, _, where = self.engine.relate_both(number[a], number[b])
        inside, stem = related.inside[where], self._stem_numbers(names)
        same = ((stem[a] == stem[b]) & (inside >= 0.999)) | (a == b)
        opposed = ((related.opposition[where] > 0) | self._roles(names, a, b)) & ~same
        pertains = PERTAINS * self._pertain(names, a, b)
        cosine = np.clip(dots(units, units, a, b), 0, 1)
        net = np.where(opposed, 0, np.maximum(np.clip(inside, 0, 1), pertains))
        soft = np.where(opposed, 0, np.maximum(net, CLOSE * cosine))
        scores = {"exact": pertains, "net": net, "vec": cosine, "soft": soft}
        return {name: np.where(same, 1.0, score) for name, score in scores.items()}, opposed

    def _stem_numbers(self, names: Sequence[str]) -> IntArray:
        found = stems(names, "english")
        return np.array([self._stems.setdefault(stem, len(self._stems)) for stem in found], np.int64)

    def _pertain(self, names: Sequence[str], a: IntArray, b: IntArray) -> BoolArray:
        numbers = {name: i for i, name in enumerate(names)}
        pairs = [
            i * len(names) + numbers[other]
            for one, i in numbers.items()
            for other in self.pertainyms.get(one, ())
            if other in numbers
        ]
        return np.isin(a * len(names) + b, np.array(pairs, np.int64))

    def _roles(self, names: Sequence[str], a: IntArray, b: IntArray) -> BoolArray:
        """Return which pairs of words are the two sides of one act, such as employer and employee."""
        out = np.zeros(len(a), np.bool_)
        ends = np.array([len(name) >= 6 and name.endswith("ee") for name in names], np.bool_)
        for i in np.flatnonzero(ends[a] != ends[b]).tolist():
            out[i] = roles_opposed(names[a[i]], names[b[i]])
        return out

    def _sums(self, lists: WordLists, left: IntArray, right: IntArray) -> Columns:
        """Return the cosine of both phrases, of which the table has some as one, and what each says."""
        words = [[lists.names[w] for w in lists.flat[a:b].tolist()] for a, b in _spans(lists.starts)]
        total = self.table.sums(words).astype(np.float64)
        length = _lengths(total)
        units, there = _unit(total), length > 0
        cosine = dots(units, units, left, right)
        says = np.where(there, length, np.nan)
        both = there[left] & there[right]
        return {
            "cosine": np.where(both, cosine, np.nan),
            "says_c": says[left],
            "says_r": says[right],
            "vectorless": (~both).astype(np.float64),
        }

    def _heads(
        self,
        lists: WordLists,
        left: IntArray,
        right: IntArray,
        number: IntArray,
        table: FloatArray,
        known: BoolArray,
    ) -> Columns:
        """Return how alike the heads of both phrases are, and the words besides them."""
        head = np.full(len(lists.sizes), -1)
        for i, (a, b) in enumerate(_spans(lists.starts)):
            if b > a:
                head[i] = lists.flat[a + head_of([lists.names[w] for w in lists.flat[a:b].tolist()])]
        ok = (head[left] >= 0) & (head[right] >= 0)
        names = ("head_cosine", "head_same", "head_net", "head_path", "head_back", "modifier_cosine")
        out = {name: np.full(len(left), np.nan) for name in names}
        one, other = head[left[ok]], head[right[ok]]
        units = _unit(table)
        both = known[one] & known[other]
        out["head_cosine"][ok] = np.where(both, dots(units, units, one, other), np.nan)
        related, _, place = self.engine.relate_both(number[one], number[other])
        inside = related.inside[place]
        out["head_same"][ok], out["head_net"][ok] = inside >= 0.999, np.clip(inside, 0, 1)
        out["head_path"][ok], out["head_back"][ok] = related.path[place], related.back[place]
        rest = sum_rows(table, lists.flat, lists.sizes)
        rest[head >= 0] -= table[head[head >= 0]]
        rest[np.flatnonzero((lists.sizes < 2) | (np.abs(rest).sum(axis=1) < 1e-6))] = 0.0
        modifiers = _unit(rest)
        some = np.asarray(modifiers.any(axis=1))
        alike = dots(modifiers, modifiers, left, right)
        out["modifier_cosine"] = np.where(some[left] & some[right], alike, np.nan)
        return out

    def _wordnet(self, lists: Sequence[Words], left: IntArray, right: IntArray) -> Columns:
        """Return what the engine of ``ask=kind`` knows of both phrases, and how general they are."""
        texts = [" ".join(one) or " " for one in lists]
        coded = self.engine.unit_columns(texts, self.engine.units(texts))
        there, back = self.engine.compare_columns(coded, left, right, 2)
        out: Columns = {
            "kind": there.scores, "kind_back": back.scores, "aligned": there.aligned,
            "retained": there.retained, "supported": there.supported,
            "opposite": there.opposite.astype(np.float64),
        }  # fmt: skip
        units, n = self.engine.units(texts), len(left)
        whole = np.array([u.whole for u in units], np.int64)
        both = np.flatnonzero((whole[left] >= 0) & (whole[right] >= 0))
        related, _, place = self.engine.relate_both(whole[left[both]], whole[right[both]])
        path, way_back, opposed = np.full(n, np.nan), np.full(n, np.nan), np.zeros(n)
        path[both], way_back[both] = related.path[place], related.back[place]
        opposed[both] = related.opposition[place] > 0
        out |= {"whole_path": path, "whole_back": way_back, "whole_opposed": opposed}
        senses, known = self.engine.words.senses_of, self.engine.words
        meant, head = np.full((2, len(lists)), -1)
        info = np.full(len(lists), np.nan)
        heads = known.add([one[head_of(one)] if one else " " for one in lists])
        for i, (unit, one) in enumerate(zip(units, lists, strict=True)):
            if one and unit.words and (found := senses(heads[i])):
                head[i] = meant[i] = self.taxonomy.add(found)
            if unit.whole >= 0 and (found := senses(unit.whole)):
                meant[i] = self.taxonomy.add(found)
                info[i] = self.taxonomy.of_set[meant[i]]
            elif meant[i] >= 0:  # a phrase says more than its head
                info[i] = min(1.0, self.taxonomy.of_set[meant[i]] + STEP * (len(one) - 1))
        out["info_c"], out["info_r"] = info[left], info[right]
        for by, names in ((meant, ("lin", "steps_c", "steps_r")), (head, ("head_lin",))):
            both = np.flatnonzero((by[left] >= 0) & (by[right] >= 0))
            keys, place = np.unique(
                by[left[both]] * len(self.taxonomy.sets) + by[right[both]], return_inverse=True
            )
            shared = self.taxonomy.share(*np.divmod(keys, max(len(self.taxonomy.sets), 1)))
            for name, values in zip(names, shared, strict=False):
                out[name] = np.full(n, np.nan)
                out[name][both] = values[place.reshape(-1)]
        return out


class _Side(NamedTuple):
    """The words of one side of each pair, end to end."""

    words: IntArray
    sizes: IntArray
    starts: IntArray
    owner: IntArray
    weights: FloatArray

    @classmethod
    def of(cls, lists: WordLists, which: IntArray, weight: FloatArray) -> _Side:
        sizes = lists.sizes[which]
        words = lists.flat[spread(lists.starts[which], sizes)]
        return cls(words, sizes, offsets(sizes)[:-1], np.repeat(np.arange(len(which)), sizes), weight[words])

    def best(self, at: IntArray, values: FloatArray) -> FloatArray:
        """Return for each word the best of its values."""
        out = np.zeros(len(self.words))
        np.maximum.at(out, at, values)
        return out

    def mean(self, values: FloatArray) -> FloatArray:
        """Return the weighted mean over the words of each pair; 0 without words."""
        count = len(self.sizes)
        total = np.bincount(self.owner, self.weights, count)
        return np.bincount(self.owner, values * self.weights, count) / np.where(total > 0, total, 1)

    def worst(self, values: FloatArray) -> FloatArray:
        """Return the value of the word that fits worst, of those that say something."""
        out = np.ones(len(self.sizes))
        np.minimum.at(out, self.owner, np.where(self.weights > SAID, values, 1.0))
        return out

    def total(self, table: FloatArray, which: BoolArray) -> AnyArray:
        """Return the sum of the vectors of some words of each pair."""
        counts = np.bincount(self.owner[which], minlength=len(self.sizes))
        return sum_rows(table, self.words[which], counts)


@kernel(large=20_000)
def count_shared(starts: Any, flat: Any, left: Any, right: Any, out: Any) -> None:
    """Fill how many numbers two sorted lists have in common."""
    for i in range(len(left)):
        a, b = starts[left[i]], starts[right[i]]
        last, end = starts[left[i] + 1], starts[right[i] + 1]
        while a < last and b < end:
            if flat[a] < flat[b]:
                a += 1
            elif flat[a] > flat[b]:
                b += 1
            else:
                out[i] += 1
                a += 1
                b += 1


def _numbers(numbers: Sequence[frozenset[str]], left: IntArray, right: IntArray, same: BoolArray) -> Columns:
    """Return whether the numbers of both are the same, differ, or are one side's alone in part."""
    some = np.array([bool(n) for n in numbers], np.bool_)
    equal, differ = np.zeros((2, len(left)))
    one = (some[left] != some[right]).astype(np.float64)
    for i in np.flatnonzero(some[left] & some[right]).tolist():
        a, b = numbers[left[i]], numbers[right[i]]
        equal[i] = same[i] or a == b
        differ[i] = not (a <= b or b <= a)
        one[i] = not equal[i] and not differ[i]
    return {"numbers_same": equal, "numbers_differ": differ, "numbers_one": one}


def _combined(columns: Columns) -> Columns:
    """Return the columns with those that follow from several of them."""
    c = columns
    out = {
        "general": np.maximum(0, np.nan_to_num(c["info_r"] - c["info_c"])),
        "vague": np.maximum(0, VAGUE - np.nan_to_num(c["info_c"], nan=1.0)),
        "zipf_gap": c["zipf_c"] - c["zipf_r"],
        "above": np.where(c["steps_c"] == 0, np.nan_to_num(c["steps_r"]), 0.0),
    }
    out |= {f"{name}_least": np.minimum(c[f"{name}_c"], c[f"{name}_r"]) for name in ("soft", "vec", "net")}
    return {name: np.asarray(np.round(column, 6)) for name, column in (c | out).items()}


def _unit(vectors: AnyArray) -> FloatArray:
    length = _lengths(vectors)[:, None]
    return np.asarray(vectors / np.where(length > 0, length, 1))


def _lengths(vectors: AnyArray) -> FloatArray:
    rows = np.arange(len(vectors))
    return np.sqrt(dots(vectors, vectors, rows, rows))


def _highest(count: int, owner: IntArray, which: BoolArray) -> FloatArray:
    """Return 1 for owners of which one is true."""
    return (np.bincount(owner, which, count) > 0).astype(np.float64)


def _lowest(count: int, owner: IntArray, values: FloatArray) -> FloatArray:
    """Return the least value of each owner; NaN where one has none."""
    out = np.full(count, np.inf)
    np.minimum.at(out, owner, values)
    return np.where(np.isinf(out), np.nan, out)


def _owners(lists: WordLists) -> IntArray:
    return np.repeat(np.arange(len(lists.sizes)), lists.sizes)


def _spans(starts: IntArray) -> list[tuple[int, int]]:
    return list(itertools.pairwise(starts.tolist()))
