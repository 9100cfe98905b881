"""Evidence of pairs of phrases as named columns, for the model of ``meaning(ask=match)``; NaN: not known.

Everything comes from four sources: letters and rules, the wordnet (by the engine of ``ask=kind``), the static
encoder, and how often words are used. Columns that look at one side end in ``_c`` (candidate) or ``_r``
(reference); ``rest`` is what equal words leave over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.arrays import blocks, code_keys, number_used, offsets, spread, within
from lydite.core.compiled import kernel
from lydite.core.text import stems
from lydite.matchers.meaning.phrases import MOST, split_hashtag, weigh
from lydite.matchers.meaning.terms import LITTLE, Term, expand, head_of, other_sides, read_term
from lydite.vectors.static_encoder import dots, sum_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, Float32Array, FloatArray, IntArray
    from lydite.matchers.meaning.engine import CodedPhrase, MeaningEngine, UnitColumns
    from lydite.matchers.meaning.taxonomy import Taxonomy
    from lydite.vectors.static_encoder import StaticTable

    Columns = dict[str, FloatArray]
    Words = tuple[str, ...]

_LITTLE = 0.02  # what words weigh that say next to nothing
SAID = 0.05  # what a word must weigh to count as one that says something
PERTAINS = 0.85  # what an adjective is worth for the noun that it pertains to: renal, kidney
CLOSE = 0.9  # what a cosine of 1 is worth among other evidence of two words
EQUAL = 0.8  # worth from which two words are equal, and neither is left over
VAGUE = 0.35  # information below which a candidate is near the root of the wordnet
STEP = 0.1  # information that each further word adds to a phrase that the wordnet does not have
_BLOCK = 250_000  # pairs of words that are looked at together
_KEPT = 500_000  # phrases of which some facts are kept for later pairs
_PHRASES = 50_000  # phrases of which all that is known is kept for all pairs
_SUMS = 4096  # phrases whose vectors are added together

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
    _shares: dict[str, float] = field(default_factory=dict, repr=False)
    _stems: dict[str, int] = field(default_factory=dict, repr=False)

    def term(self, phrase: str) -> Term:
        """Return a phrase as rules see it."""
        found = self._terms.get(phrase)
        if found is None:
            if len(self._terms) > _KEPT:
                self._terms.clear()
            found = read_term(split_hashtag(phrase, "en", self.engine.sides[0].frequencies.zipf))
            words = found.words if self.synonyms is None else self.synonyms(found.words)
            if len(words) > MOST:
                words = self._rarest(words)
            initials = found.initials if self.synonyms is None else tuple(set(found.initials) & set(words))
            found = self._terms[phrase] = Term(words, found.numbers, initials)
        return found

    def _rarest(self, words: Words) -> Words:
        distinct = list(dict.fromkeys(words))
        common = self.engine.sides[0].frequencies.zipf(distinct)
        kept = {distinct[i] for i in np.argsort(common, kind="stable")[:MOST].tolist()}
        return tuple(w for w in distinct if w in kept)

    def known_shares(self, phrases: Sequence[str]) -> FloatArray:
        """Return the share of the content words of each phrase that the wordnet or the table has."""
        shares = self._shares
        new = list(dict.fromkeys(p for p in phrases if p not in shares))
        if len(shares) + len(new) > _KEPT:
            shares.clear()
            new = list(dict.fromkeys(phrases))
        lists = [[w for w in self.term(p).words if w not in LITTLE] or self.term(p).words for p in new]
        names = list(dict.fromkeys(word for words in lists for word in words))
        known = {name for name, has in zip(names, self._has(names).tolist(), strict=True) if has}
        counts = (sum(w in known for w in words) / max(len(words), 1) for words in lists)
        shares.update(zip(new, counts, strict=True))
        return np.fromiter(map(shares.__getitem__, phrases), np.float64, len(phrases))

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

    def columns(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> Columns:
        """Return the evidence of pairs of places in a list of phrases."""
        parts = [columns for _, columns in self.parts(phrases, left, right)] or [
            self._columns(self._look_up(phrases, left, right), slice(None))
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def parts(
        self, phrases: Sequence[str], left: IntArray, right: IntArray
    ) -> Iterator[tuple[slice, Columns]]:
        """Yield slices of pairs that are worked on together, and the evidence of each."""
        sizes = np.array([len(self.term(p).words) for p in phrases], np.int64)
        together = blocks(sizes[left] * sizes[right] + 1, _BLOCK)
        if len(phrases) <= _PHRASES:
            found = self._look_up(phrases, left, right)
            for part in together:
                yield part, self._columns(found, part)
        else:
            for part in together:
                yield part, self._columns(self._look_up(phrases, left[part], right[part]), slice(None))

    def _look_up(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> _Found:
        """Return what is known of phrases by themselves, with initials in place of what they stand for."""
        used, places = number_used(len(phrases), left, right)
        phrases = [phrases[i] for i in used.tolist()] or [" "]
        one, other = places[left], places[right]
        terms = [self.term(p) for p in phrases]
        distinct: dict[Words, int] = {}
        places = np.array([distinct.setdefault(term.words, len(distinct)) for term in terms], np.int64)
        left, right = places[one], places[other]
        acronym = np.zeros(len(left))
        short = np.array([bool(term.initials) for term in terms], np.bool_)
        for i in np.flatnonzero(short[one] | short[other]).tolist():
            words, others, met = expand(terms[one[i]], terms[other[i]])
            if met:
                left[i] = distinct.setdefault(words, len(distinct))
                right[i] = distinct.setdefault(others, len(distinct))
                acronym[i] = 1
        every = list(distinct)
        lists = WordLists.of(every)
        names = self._names(lists.names)
        total = self.table.sums(every)
        joined = ["".join(words) for words in every]
        owners = np.repeat(np.arange(len(every)), lists.sizes)
        unknown = self.engine.words.arrays.senses[names.number] == 0
        strange = np.bincount(owners, unknown[lists.flat], len(every))
        head = np.array([head_of(words) for words in every], np.int64)
        units, texts = self.engine.units(phrases), [" ".join(words) or " " for words in every]
        of_texts = self.engine.units(texts)
        return _Found(
            _Pairs(one, other, left, right, acronym),
            np.array([unit.denies for unit in units], np.bool_),
            code_keys([unit.joined + _marks(term) for unit, term in zip(units, terms, strict=True)]),
            [term.numbers for term in terms],
            names,
            lists,
            _trigrams([" ".join(words) for words in every]),
            joined,
            code_keys(joined),
            np.array([_letter_bits(text) for text in joined], np.int64),
            np.array([len(text) for text in joined], np.int64),
            total,
            _lengths(total.astype(np.float64)),
            head,
            _sum_lengths(names.table, lists.flat, owners, within(lists.starts) != head[owners], len(every)),
            _sum_lengths(names.table, lists.flat, owners, names.weight[lists.flat] > SAID, len(every)),
            _lowest(len(every), owners, names.zipf[lists.flat]),
            np.where(lists.sizes > 0, strange / np.maximum(lists.sizes, 1), 1.0),
            self.engine.unit_columns(texts, of_texts),
            *self._meanings(every, of_texts),
        )

    def _columns(self, found: _Found, part: slice) -> Columns:
        """Return the evidence of some of the pairs of phrases that were looked up."""
        pairs = found.pairs.part(part)
        denies, key = found.denies, found.key
        out: Columns = {
            "denied": (denies[pairs.one] != denies[pairs.other]).astype(np.float64),
            "acronym": pairs.acronym,
        }
        out |= _letters(found, pairs.left, pairs.right)
        out["same"] = np.maximum(out["same"], key[pairs.one] == key[pairs.other])
        out |= _numbers(found.numbers, pairs.one, pairs.other, out["same"] > 0)
        out |= self._words(found, pairs.left, pairs.right)
        out |= self._wordnet(found, pairs.left, pairs.right)
        return _combined(out)

    def _names(self, names: list[str]) -> _Names:
        """Return what is known of words by themselves."""
        number = np.array(self.engine.words.add(names), np.int64)
        zipf = self.engine.zipf()[number]
        little = np.array([name in LITTLE for name in names], np.bool_)
        table = self.table.word_sums(names)
        return _Names(
            names, number, self._stem_numbers(names), zipf, np.where(little, _LITTLE, weigh(zipf)),
            table, _lengths(table.astype(np.float64)), table.any(axis=1) & ~little,
            _listed(names, lambda name: self.pertainyms.get(name, ())), _listed(names, other_sides),
        )  # fmt: skip

    def _words(self, found: _Found, left: IntArray, right: IntArray) -> Columns:
        """Return how the words of both phrases fit each other, and the phrases as sums of their vectors."""
        lists, names, k = found.lists, found.names, len(left)
        sides = tuple(_Side.of(lists, which, names.weight) for which in (left, right))
        one, other = sides
        # every word of the candidate with every word of the reference
        counts = one.sizes * other.sizes
        starts = offsets(counts)
        owner = np.repeat(np.arange(k), counts)
        row, column = np.divmod(within(starts), np.maximum(other.sizes[owner], 1))
        at_left, at_right = one.starts[owner] + row, other.starts[owner] + column
        wide = max(len(names.names), 1)
        keys, place = np.unique(one.words[at_left] * wide + other.words[at_right], return_inverse=True)
        place = place.reshape(-1)
        a, b = np.divmod(keys, wide)
        product = dots(names.table, names.table, a, b)
        scores, heads, opposed = self._word_scores(names, a, b, product)
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
        out["rest_sides"] = has[0].astype(np.float64) + has[1]
        for end, side, mine in zip("cr", sides, free, strict=True):
            out[f"rest_zipf_{end}"] = _lowest(k, side.owner[mine], names.zipf[side.words[mine]])
        both = free[0][at_left] & free[1][at_right]
        rest_net = np.full(k, -1.0)
        np.maximum.at(rest_net, owner[both], scores["net"][place[both]])
        out["rest_net"] = np.where(rest_net < 0, np.nan, rest_net)
        there = found.length > 0
        whole = dots(found.total, found.total, left, right)
        out["cosine"] = _ratio(whole, found.length[left], found.length[right])
        products, modify = (
            product[place],
            (row != found.head[left][owner]) & (column != found.head[right][owner]),
        )
        out["modifier_cosine"] = _ratio(
            _sum(k, owner, products * modify), found.modifiers[left], found.modifiers[right]
        )
        rests = [
            _rest_lengths(names.table, side, mine, found.says[which])
            for side, mine, which in zip(sides, free, (left, right), strict=True)
        ]
        out["rest_cosine"] = _ratio(_sum(k, owner, products * both), *rests)
        out["extra_cosine"] = _extra_cosines(names.table, sides, free, has)
        out["vectorless"] = (~(there[left] & there[right])).astype(np.float64)
        ok = (found.head[left] >= 0) & (found.head[right] >= 0)
        at = place[(starts[:-1] + found.head[left] * other.sizes + found.head[right])[ok]]
        for name, values in heads.items():
            out[name] = np.full(k, np.nan)
            out[name][ok] = values[at]
        for end, which in (("c", left), ("r", right)):
            out[f"zipf_{end}"], out[f"unknown_{end}"] = found.zipf[which], found.unknown[which]
            out[f"says_{end}"] = np.where(there, found.length, np.nan)[which]
        return out

    def _word_scores(
        self, names: _Names, a: IntArray, b: IntArray, product: FloatArray
    ) -> tuple[Columns, Columns, BoolArray]:
        """Return how well pairs of words fit by each source, how alike they are as heads, and opposites.

        ``product`` is that of their vectors.
        """
        related, _, where = self.engine.relate_both(names.number[a], names.number[b])
        used = related.inside, related.path, related.back, related.opposition
        inside, path, back, opposition = (column[where] for column in used)
        stem = names.stem
        same = ((stem[a] == stem[b]) & (inside >= 0.999)) | (a == b)
        opposed = ((opposition > 0) | np.isin(a * len(names.names) + b, names.sides)) & ~same
        pertains = PERTAINS * np.isin(a * len(names.names) + b, names.pertaining)
        cosine = np.where(
            names.known[a] & names.known[b], _ratio(product, names.length[a], names.length[b]), np.nan
        )
        near = np.clip(np.nan_to_num(cosine), 0, 1)
        net = np.where(opposed, 0, np.maximum(np.clip(inside, 0, 1), pertains))
        soft = np.where(opposed, 0, np.maximum(net, CLOSE * near))
        scores = {"exact": pertains, "net": net, "vec": near, "soft": soft}
        scores = {name: np.where(same, 1.0, score) for name, score in scores.items()}
        heads = {
            "head_same": (inside >= 0.999).astype(np.float64), "head_net": np.clip(inside, 0, 1),
            "head_path": path, "head_back": back, "head_cosine": cosine,
        }  # fmt: skip
        return scores, heads, opposed

    def _stem_numbers(self, names: Sequence[str]) -> IntArray:
        found = stems(names, "english")
        return np.array([self._stems.setdefault(stem, len(self._stems)) for stem in found], np.int64)

    def _meanings(
        self, lists: Sequence[Words], units: Sequence[CodedPhrase]
    ) -> tuple[IntArray, IntArray, FloatArray]:
        """Return the sets of senses of phrases, or of their heads; those of heads; and how much they say."""
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
        return meant, head, info

    def _wordnet(self, found: _Found, left: IntArray, right: IntArray) -> Columns:
        """Return what the engine of ``ask=kind`` knows of both phrases, and how general they are."""
        there, back = self.engine.compare_columns(found.coded, left, right, 2)
        out: Columns = {
            "kind": there.scores, "kind_back": back.scores, "aligned": there.aligned,
            "retained": there.retained, "supported": there.supported,
            "opposite": there.opposite.astype(np.float64),
        }  # fmt: skip
        n, whole = len(left), found.coded.whole
        both = np.flatnonzero((whole[left] >= 0) & (whole[right] >= 0))
        related, _, place = self.engine.relate_both(whole[left[both]], whole[right[both]])
        path, way_back, opposed = np.full(n, np.nan), np.full(n, np.nan), np.zeros(n)
        path[both], way_back[both] = related.path[place], related.back[place]
        opposed[both] = related.opposition[place] > 0
        out |= {"whole_path": path, "whole_back": way_back, "whole_opposed": opposed}
        out["info_c"], out["info_r"] = found.info[left], found.info[right]
        lin, steps_c, steps_r = np.full((3, n), np.nan)
        meant, head = found.meant, found.head_meant
        both = np.flatnonzero((meant[left] >= 0) & (meant[right] >= 0))
        lin[both], steps_c[both], steps_r[both] = self.taxonomy.share(meant[left[both]], meant[right[both]])
        alike = meant == head  # mostly a phrase means what its head means
        head_lin = np.where(alike[left] & alike[right], lin, np.nan)
        both = np.flatnonzero((head[left] >= 0) & (head[right] >= 0) & ~(alike[left] & alike[right]))
        head_lin[both] = self.taxonomy.share(head[left[both]], head[right[both]]).lin
        return out | {"lin": lin, "steps_c": steps_c, "steps_r": steps_r, "head_lin": head_lin}


class _Pairs(NamedTuple):
    """Pairs of phrases: the places of both, those of their lists of words, and whether initials were met."""

    one: IntArray
    other: IntArray
    left: IntArray
    right: IntArray
    acronym: FloatArray

    def part(self, part: slice) -> _Pairs:
        """Return some of the pairs."""
        one, other, left, right, acronym = self
        return _Pairs(one[part], other[part], left[part], right[part], acronym[part])


class _Names(NamedTuple):
    """Words by number: their numbers for the engine, stems, frequencies, weights, vectors, and more.

    ``length`` is that of the vector, ``known`` are words with one that say something; ``pertaining`` and
    ``sides`` (the two of one act, or opposites) have keys of pairs.
    """

    names: list[str]
    number: IntArray
    stem: IntArray
    zipf: FloatArray
    weight: FloatArray
    table: Float32Array
    length: FloatArray
    known: BoolArray
    pertaining: IntArray
    sides: IntArray


class _Found(NamedTuple):
    """Pairs of phrases, and all that is known of phrases (three columns) and lists of words by themselves."""

    pairs: _Pairs
    denies: BoolArray
    key: IntArray
    numbers: list[frozenset[str]]
    names: _Names
    lists: WordLists
    trigrams: tuple[IntArray, IntArray]
    joined: list[str]
    joined_key: IntArray
    letters: IntArray
    letters_count: IntArray
    total: Float32Array
    length: FloatArray
    head: IntArray
    modifiers: FloatArray
    says: FloatArray
    zipf: FloatArray
    unknown: FloatArray
    coded: UnitColumns
    meant: IntArray
    head_meant: IntArray
    info: FloatArray


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


def _letters(found: _Found, left: IntArray, right: IntArray) -> Columns:
    """Return whether the letters are the same, how many trigrams are, and whether one is in the other."""
    starts, flat = found.trigrams
    shared = np.zeros(len(left))
    count_shared.for_work(len(left))(starts, flat, left, right, shared)
    keys, number, sizes = found.joined, found.joined_key, np.diff(starts)
    inside = np.zeros(len(left))
    letters, length = found.letters, found.letters_count
    swap = length[left] > length[right]
    short, long = np.where(swap, right, left), np.where(swap, left, right)
    may = (shared > 0) & (length[short] >= 3) & (letters[short] & ~letters[long] == 0)
    for i in np.flatnonzero(may).tolist():
        inside[i] = keys[short[i]] in keys[long[i]]
    words = found.lists.sizes.astype(np.float64)
    return {
        "same": ((number[left] == number[right]) & (words[left] > 0)).astype(np.float64),
        "trigrams": 2 * shared / np.maximum(sizes[left] + sizes[right], 1),
        "inside": inside,
        "length_c": words[left],
        "length_r": words[right],
    }


def _trigrams(texts: Sequence[str]) -> tuple[IntArray, IntArray]:
    """Return the trigrams of texts, each between blanks, in order and end to end, and where each begins."""
    content = "".join([f" {text} " for text in texts]).encode("utf-32-le", "surrogatepass")
    letters = np.frombuffer(content, "<u4").astype(np.int64)
    counts = np.array([len(text) for text in texts], np.int64)  # two letters less than there are with blanks
    at, owner = spread(offsets(counts + 2)[:-1], counts), np.repeat(np.arange(len(texts)), counts)
    found = (letters[at] << 42) | (letters[at + 1] << 21) | letters[at + 2]
    order = np.lexsort((found, owner))
    found, owner = found[order], owner[order]
    new = np.ones(len(found), np.bool_)
    new[1:] = (found[1:] != found[:-1]) | (owner[1:] != owner[:-1])
    return offsets(np.bincount(owner[new], minlength=len(texts))), found[new]


def _marks(term: Term) -> str:
    """Return the marks that tell names apart: C, C++, C#."""
    return "".join(word for word in term.words if word[0] in "+#")


def _letter_bits(text: str) -> int:
    """Return a bit for each letter that a text has; letters may share one."""
    bits = 0
    for letter in set(text):
        bits |= 1 << (ord(letter) % 63)
    return bits


def _listed(names: Sequence[str], others: Callable[[str], Sequence[str]]) -> IntArray:
    """Return as keys the pairs of words of which the second is among the others of the first."""
    numbers = {name: i for i, name in enumerate(names)}
    pairs = [
        i * len(names) + numbers[other]
        for name, i in numbers.items()
        for other in others(name)
        if other in numbers
    ]
    return np.array(pairs, np.int64)


def _rest_lengths(table: Float32Array, side: _Side, free: BoolArray, says: FloatArray) -> FloatArray:
    """Return the length of the sum of those words of each pair that are left over.

    Mostly these are all words that say something, of which the length is known.
    """
    less = (side.weights > SAID) & ~free
    if not less.any():
        return says
    out, some = says.copy(), _highest(len(says), side.owner, less) > 0
    those = some[side.owner]
    owner = (np.cumsum(some) - 1)[side.owner[those]]
    out[some] = _sum_lengths(table, side.words[those], owner, free[those], int(some.sum()))
    return out


def _extra_cosines(
    table: Float32Array, sides: Sequence[_Side], free: Sequence[BoolArray], has: Sequence[BoolArray]
) -> FloatArray:
    """Return the cosine of what only one phrase has with the words of both; NaN where both have more."""
    out = np.full(len(has[0]), np.nan)
    for turned in (False, True):
        some = np.flatnonzero(has[turned] & ~has[not turned])
        if len(some):
            number = np.full(len(out), -1)
            number[some] = np.arange(len(some))
            extra, shared = (
                _sums(table, side.words, number[side.owner], which & (number[side.owner] >= 0), len(some))
                for side, which in ((sides[turned], free[turned]), (sides[0], ~free[0]))
            )
            lengths = _lengths(extra), _lengths(shared)
            out[some] = np.nan_to_num(_ratio(np.einsum("ij,ij->i", extra, shared), *lengths))
    return out


def _sums(table: Float32Array, words: IntArray, owner: IntArray, which: BoolArray, count: int) -> FloatArray:
    """Return the sum of the vectors of some of the words of each owner."""
    return sum_rows(table, words[which], np.bincount(owner[which], minlength=count), np.float64)


def _sum_lengths(
    table: Float32Array, words: IntArray, owner: IntArray, which: BoolArray, count: int
) -> FloatArray:
    """Return the length of the sum of the vectors of some of the words of each owner; 0 where it is tiny."""
    words, sizes = words[which], np.bincount(owner[which], minlength=count)
    ends, out = offsets(sizes), np.zeros(count)
    for first in range(0, count, _SUMS):
        part = slice(first, first + _SUMS)
        out[part] = _lengths(
            sum_rows(table, words[ends[first] : ends[min(first + _SUMS, count)]], sizes[part], np.float64)
        )
    return np.where(out < 1e-6, 0.0, out)


def _ratio(product: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    """Return the cosine by a product and both lengths; NaN where one is zero."""
    lengths = one * other
    return np.where(lengths > 0, product / np.where(lengths > 0, lengths, 1), np.nan)


@kernel(large=20_000)
def count_shared(starts: Any, flat: Any, left: Any, right: Any, out: Any) -> None:
    """Fill how many numbers two sorted lists have in common."""
    for i in range(len(left)):
        a, b = starts[left[i]], starts[right[i]]
        last, end = starts[left[i] + 1], starts[right[i] + 1]
        while a < last and b < end:
            one, other = flat[a], flat[b]
            out[i] += int(one == other)
            a += int(one <= other)
            b += int(other <= one)


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


def _lengths(vectors: AnyArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def _sum(count: int, owner: IntArray, values: FloatArray) -> FloatArray:
    """Return the sum of the values of each owner."""
    return np.bincount(owner, values, count).astype(np.float64)


def _highest(count: int, owner: IntArray, which: BoolArray) -> FloatArray:
    """Return 1 for owners of which one is true."""
    return (np.bincount(owner, which, count) > 0).astype(np.float64)


def _lowest(count: int, owner: IntArray, values: FloatArray) -> FloatArray:
    """Return the least value of each owner; NaN where one has none."""
    out = np.full(count, np.inf)
    np.minimum.at(out, owner, values)
    return np.where(np.isinf(out), np.nan, out)
