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
from lydite.matchers.meaning.relations import cross_words
from lydite.matchers.meaning.terms import LITTLE, Term, expand, head_of, other_sides, read_term
from lydite.vectors.static_encoder import dots, sum_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, Float32Array, FloatArray, IntArray
    from lydite.matchers.meaning.engine import CodedPhrase, MeaningEngine, UnitColumns
    from lydite.matchers.meaning.relations import RelatedCells, WordCells
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
_PHRASES = 100_000  # phrases of which all that is known is kept for all pairs
_MANY = 1_000_000  # pairs of words of more phrases than that, which are looked up for them together
_SUMS = 4096  # phrases whose vectors are added together
_FACTS = 6  # numbers of a pair of words in _WordFacts.pairs

UP = (
    "same", "acronym", "numbers_same", "trigrams", "inside", "exact_c", "exact_r", "net_c", "net_r",
    "net_least", "vec_c", "vec_r", "vec_least", "soft_c", "soft_r", "soft_least", "soft_worst_c",
    "soft_worst_r", "vec_worst_c", "vec_worst_r", "rest_cosine", "rest_net", "extra_cosine", "cosine",
    "modifier_cosine", "head_cosine", "head_same", "head_net", "head_path", "head_back", "aligned",
    "retained", "supported", "kind", "kind_back", "whole_path", "whole_back", "lin", "head_lin", "info_c",
)  # fmt: skip
DOWN = (
    "numbers_differ", "opposites", "opposite", "denied", "rest_sides", "general", "steps_c", "steps_r",
    "whole_opposed", "vague", "above",
)  # fmt: skip
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
    _last: tuple[dict[str, int], IntArray, _Facts] | None = field(default=None, repr=False)
    """The last phrases by number, with the list of words of each, and what is known of both."""

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
        out: Columns = {}
        none = slice(0, 0), self._columns(*self._look_up(phrases, left[:0], right[:0]))
        for part, columns in (none, *self.parts(phrases, left, right)):
            for name, column in columns.items():
                out.setdefault(name, np.zeros(len(left)))[part] = column
        return out

    def parts(
        self, phrases: Sequence[str], left: IntArray, right: IntArray
    ) -> Iterator[tuple[slice | IntArray, Columns]]:
        """Yield which pairs are worked on together, and the evidence of each.

        Pairs of initials and what they stand for come again, with initials on both sides: the last counts.
        """
        sizes = np.array([len(self.term(p).words) for p in phrases], np.int64)
        cells = sizes[left] * sizes[right] + 1
        met: list[tuple[int, Words, Words]] = []
        for many in blocks(cells, _MANY) if len(phrases) > _PHRASES else [slice(0, len(left))]:
            facts, pairs = self._look_up(phrases, left[many], right[many])
            short = np.flatnonzero(facts.short[pairs.one] | facts.short[pairs.other]) + many.start
            for i in short.tolist():
                words, others, expanded = expand(*(self.term(phrases[side[i]]) for side in (left, right)))
                if expanded:
                    met.append((i, words, others))
            for part in blocks(cells[many], _BLOCK):
                here = slice(many.start + part.start, many.start + part.stop)
                yield here, self._columns(facts, pairs.part(part))
        if met:
            some = np.array([i for i, *_ in met], np.int64)
            used, place = number_used(len(phrases), left[some], right[some])
            every, one, other = _number([words for _, words, _ in met], [others for *_, others in met])
            facts = self._facts([phrases[i] for i in used.tolist()], every)
            pairs = _Pairs(place[left[some]], place[right[some]], one, other, np.ones(len(some)))
            yield some, self._columns(facts, pairs)

    def _look_up(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> tuple[_Facts, _Pairs]:
        """Return what is known of phrases by themselves, and pairs of them; the last phrases are kept."""
        if len(phrases) > _PHRASES:
            used, places = number_used(len(phrases), left, right)
            phrases, left, right = [phrases[i] for i in used.tolist()], places[left], places[right]
        if self._last is None or not self._last[0].keys() >= set(phrases):
            numbers = {phrase: i for i, phrase in enumerate(dict.fromkeys([*phrases, " "]))}
            every, lists, _ = _number([self.term(p).words for p in numbers], ())
            self._last = numbers, lists, self._facts(list(numbers), every)
        numbers, lists, facts = self._last
        places = np.array([numbers[p] for p in phrases], np.int64)
        one, other = places[left], places[right]
        return facts, _Pairs(one, other, lists[one], lists[other], np.zeros(len(one)))

    def _facts(self, phrases: Sequence[str], every: Sequence[Words]) -> _Facts:
        """Return what is known of phrases and of lists of words by themselves."""
        terms = [self.term(p) for p in phrases]
        units, texts = self.engine.units(phrases), [" ".join(words) or " " for words in every]
        of_texts = self.engine.units(texts)
        coded = self.engine.unit_columns(texts, of_texts)
        lists = WordLists.of(every)
        seen = self.engine.words.names
        more = {seen[i] for i in coded.flat.tolist()}.difference(lists.names)
        names = self._names([*lists.names, *sorted(more)])
        number = np.zeros(len(seen), np.int64)
        number[names.number] = np.arange(len(names.number))
        total = self.table.sums(every)
        joined = ["".join(words) for words in every]
        owners = np.repeat(np.arange(len(every)), lists.sizes)
        unknown = self.engine.words.arrays.senses[names.number] == 0
        strange = np.bincount(owners, unknown[lists.flat], len(every))
        head = np.array([head_of(words) for words in every], np.int64)
        letters, counts = _letter_bits(joined)
        return _Facts(
            np.array([unit.denies for unit in units], np.bool_),
            code_keys([unit.joined + _marks(term) for unit, term in zip(units, terms, strict=True)]),
            [term.numbers for term in terms],
            np.array([bool(term.numbers) for term in terms], np.bool_),
            np.array([bool(term.initials) for term in terms], np.bool_),
            names,
            lists,
            _trigrams([" ".join(words) for words in every]),
            joined,
            code_keys(joined),
            letters,
            counts,
            total,
            _lengths(total.astype(np.float64)),
            head,
            _sum_lengths(names.table, lists.flat, owners, within(lists.starts) != head[owners], len(every)),
            _sum_lengths(names.table, lists.flat, owners, names.weight[lists.flat] > SAID, len(every)),
            _lowest(len(every), owners, names.zipf[lists.flat]),
            np.where(lists.sizes > 0, strange / np.maximum(lists.sizes, 1), 1.0),
            coded,
            np.concatenate([lists.flat, number[coded.flat]]),
            _differ(lists, number[coded.flat], coded),
            *self._meanings(every, of_texts),
        )

    def _columns(self, found: _Facts, pairs: _Pairs) -> Columns:
        """Return the evidence of pairs of phrases that were looked up."""
        denies, key = found.denies, found.key
        out: Columns = {
            "denied": (denies[pairs.one] != denies[pairs.other]).astype(np.float64),
            "acronym": pairs.acronym,
        }
        out |= _letters(found, pairs.left, pairs.right)
        out["same"] = np.maximum(out["same"], key[pairs.one] == key[pairs.other])
        out |= _numbers(found, pairs.one, pairs.other, out["same"] > 0)
        cells, starts = found.cross(pairs.left, pairs.right)
        number = found.names.number
        related = self.engine.relate_cells(number[cells.one], number[cells.other], 2)
        out |= _words(found, pairs.left, pairs.right, cells, related)
        out |= self._wordnet(found, pairs.left, pairs.right, cells._replace(starts=starts), related)
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

    def _wordnet(
        self, found: _Facts, left: IntArray, right: IntArray, cells: WordCells, related: RelatedCells
    ) -> Columns:
        """Return what the engine of ``ask=kind`` knows of both phrases, and how general they are."""
        wholes = self.engine.relate_wholes(found.coded, left, right, 2)
        there, back = self.engine.compare_cells(found.coded, left, right, cells, related, wholes)
        out: Columns = {
            "kind": there.scores, "kind_back": back.scores, "aligned": there.aligned,
            "retained": there.retained, "supported": there.supported,
            "opposite": there.opposite.astype(np.float64),
        }  # fmt: skip
        n, known = len(left), wholes.ways[0]
        path, way_back, opposed = np.full(n, np.nan), np.full(n, np.nan), np.zeros(n)
        path[wholes.pairs], way_back[wholes.pairs] = known.path[wholes.place], known.back[wholes.place]
        opposed[wholes.pairs] = known.opposition[wholes.place] > 0
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


class _Facts(NamedTuple):
    """All that is known of phrases (down to ``short``: has initials) and of lists of words by themselves."""

    denies: BoolArray
    key: IntArray
    numbers: list[frozenset[str]]
    numbered: BoolArray
    short: BoolArray
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
    flat: IntArray
    differs: BoolArray
    meant: IntArray
    head_meant: IntArray
    info: FloatArray

    def cross(self, left: IntArray, right: IntArray) -> tuple[WordCells, IntArray]:
        """Return a cell for each word of one list with each of the other, for all pairs of lists.

        Then, for each pair of lists, where the cells begin that the engine takes. These are mostly the same:
        the engine divides few phrases into other words, and the cells of these follow after all others.
        """
        lists, coded = self.lists, self.coded
        other = np.flatnonzero(self.differs[left] | self.differs[right])
        sides: list[IntArray] = []
        for which in (left, right):
            divided = which[other]
            sides.append(np.append(lists.starts[which], len(lists.flat) + coded.first[divided]))
            sides.append(np.append(lists.sizes[which], coded.sizes[divided]))
        cells = cross_words(self.flat, *sides)
        starts = cells.starts[: len(left)].copy()
        starts[other] = cells.starts[len(left) : -1]
        return cells, starts


class _WordFacts(NamedTuple):
    """What is known of distinct pairs of words; of words how much they weigh, and how often they are used.

    ``_FACTS`` numbers a pair, end to end: how well words fit by each source (``exact``, ``net``, ``vec`` and
    ``soft``), the product of their vectors, and 1 where they are opposites.
    """

    pairs: Any
    weight: Any
    zipf: Any


class _WordTables(NamedTuple):
    """The cells of pairs of phrases, a row for each word of the left phrase.

    ``place`` is that of each cell among the distinct pairs of words, ``starts`` where the cells of each pair
    of phrases begin. ``flat`` has words end to end: ``rows[i]`` from ``left[i]`` on are those of the left
    phrase, ``columns[i]`` from ``right[i]`` on those of the right one. Heads are places in a phrase, −1 for
    none.
    """

    place: Any
    starts: Any
    flat: Any
    left: Any
    rows: Any
    right: Any
    columns: Any
    head_left: Any
    head_right: Any


_OF_SIDE = ("exact", "net", "vec", "soft", "soft_worst", "vec_worst", "rest_zipf")


def _words(
    found: _Facts, left: IntArray, right: IntArray, cells: WordCells, related: RelatedCells
) -> Columns:
    """Return how the words of both phrases fit each other, and the phrases as sums of their vectors."""
    names, lists, k = found.names, found.lists, len(left)
    facts, cosine = _word_facts(names, cells, related)
    firsts, sizes = lists.starts, lists.sizes
    tables = _WordTables(
        cells.place, cells.starts, lists.flat, firsts[left], sizes[left], firsts[right], sizes[right],
        found.head[left], found.head[right],
    )  # fmt: skip
    sides, both, head = np.zeros((2, len(_OF_SIDE) + 1, k)), np.zeros((4, k)), np.full(k, -1)
    free = tuple(np.zeros(int(n.sum()), np.bool_) for n in (tables.rows, tables.columns))
    run = fit_words.for_work(len(cells.place))
    given: tuple[Any, ...] = (facts, tables)
    if run is fit_words.plain:  # of lists, single places are fast to read
        given = tuple(type(arrays)(*(array.tolist() for array in arrays)) for arrays in given)
    run(*given, sides, both, head, free)
    opposites, rest_net, modifiers, rests = both
    out: Columns = {"opposites": opposites, "rest_net": rest_net}
    rest_lengths, has = [], []
    for end, which, side, mine in zip("cr", (left, right), sides, free, strict=True):
        out |= {f"{name}_{end}": column for name, column in zip(_OF_SIDE, side[:-1], strict=True)}
        has.append(~np.isnan(out[f"rest_zipf_{end}"]))
        # mostly all words that say something are left over: their sum is that of the phrase
        length, some = found.says[which], np.flatnonzero(side[-1])
        words, owner, rest = _words_of(lists, which, mine, some)
        length[some] = _sum_lengths(names.table, words, owner, rest, len(some))
        rest_lengths.append(length)
        out[f"zipf_{end}"], out[f"unknown_{end}"] = found.zipf[which], found.unknown[which]
        out[f"says_{end}"] = np.where(found.length > 0, found.length, np.nan)[which]
    out["rest_sides"] = has[0].astype(np.float64) + has[1]
    out["rest_cosine"] = _ratio(rests, *rest_lengths)
    out["extra_cosine"] = _extra_cosines(found, (left, right), free, has)
    out["modifier_cosine"] = _ratio(modifiers, found.modifiers[left], found.modifiers[right])
    whole = dots(found.total, found.total, left, right)
    out["cosine"] = _ratio(whole, found.length[left], found.length[right])
    out["vectorless"] = ((found.length[left] == 0) | (found.length[right] == 0)).astype(np.float64)
    ok = head >= 0
    at, known = related.row[head[ok]], related.ways[0]
    heads = {
        "head_same": known.inside[at] >= 0.999, "head_net": np.clip(known.inside[at], 0, 1),
        "head_path": known.path[at], "head_back": known.back[at], "head_cosine": cosine[head[ok]],
    }  # fmt: skip
    for name, values in heads.items():
        out[name] = np.full(k, np.nan)
        out[name][ok] = values
    return out


def _word_facts(names: _Names, cells: WordCells, related: RelatedCells) -> tuple[_WordFacts, FloatArray]:
    """Return how well distinct pairs of words fit, and their cosines."""
    a, b = cells.one, cells.other
    keys = a * len(names.names) + b
    inside, opposition = (c[related.row] for c in (related.ways[0].inside, related.ways[0].opposition))
    same = ((names.stem[a] == names.stem[b]) & (inside >= 0.999)) | (a == b)
    opposed = ((opposition > 0) | _marked(keys, names.sides)) & ~same
    product = dots(names.table, names.table, a, b)
    cosine = _ratio(product, *(np.where(names.known, names.length, 0)[which] for which in (a, b)))
    exact = PERTAINS * _marked(keys, names.pertaining)
    near = np.minimum(np.fmax(cosine, 0), 1)  # 0 where it is not known
    net = np.where(opposed, 0, np.maximum(np.clip(inside, 0, 1), exact))
    soft = np.where(opposed, 0, np.maximum(net, CLOSE * near))
    for score in (exact, net, near, soft):
        score[same] = 1
    pairs = np.stack([exact, net, near, soft, product, opposed], axis=1)
    return _WordFacts(pairs.reshape(-1), names.weight, names.zipf), cosine


def _marked(keys: IntArray, listed: IntArray) -> BoolArray:
    """Return which of some keys, which are in order, are listed."""
    marked = np.zeros(len(keys), np.bool_)
    if len(keys):
        at = np.minimum(np.searchsorted(keys, listed), len(keys) - 1)
        marked[at[keys[at] == listed]] = True
    return marked


@kernel(large=20_000)
def fit_words(facts: Any, tables: Any, sides: Any, both: Any, heads: Any, free: Any) -> None:
    """Fill how the words of each pair of phrases fit, and which words are left over.

    ``facts`` and ``tables`` are what is given: ``_WordFacts`` and ``_WordTables``. Filled are:

    - ``sides``: for each side the columns ``_OF_SIDE``, and 1 where a word that says something is matched;
    - ``both``: 1 where there are opposites; the best fit of two words that are left over, NaN without any;
      the sum of the products of modifiers; the sum of the products of words that are left over;
    - ``heads``: the place of the pair of heads among the distinct pairs of words;
    - ``free``: for each side, which words are left over, end to end.
    """
    place, starts, flat, left, rows, right, columns, head_left, head_right = tables
    pairs = facts[0]
    first, second = 0, 0
    for i in range(len(left)):
        n, m, at = rows[i], columns[i], starts[i]
        head, head_other = head_left[i], head_right[i]
        _fit_side(facts, place, (at, m, 1), flat[left[i] : left[i] + n], m, sides[0][:, i], free[0], first)
        _fit_side(facts, place, (at, 1, m), flat[right[i] : right[i] + m], n, sides[1][:, i], free[1], second)
        opposites, best, modifiers, rest = 0.0, -1.0, 0.0, 0.0
        for r in range(n):
            mine = free[0][first + r]
            for c in range(m):
                p = _FACTS * place[at + r * m + c]
                opposites = max(opposites, pairs[p + 5])
                if mine and free[1][second + c]:
                    best = max(best, pairs[p + 1])
                    rest += pairs[p + 4]
                if r != head and c != head_other:
                    modifiers += pairs[p + 4]
        both[0, i], both[1, i] = opposites, best if best >= 0 else np.nan
        both[2, i], both[3, i] = modifiers, rest
        if head >= 0 and head_other >= 0:
            heads[i] = place[at + head * m + head_other]
        first += n
        second += m


@kernel
def _fit_side(
    facts: Any, place: Any, cells: Any, words: Any, others: Any, out: Any, free: Any, begin: Any
) -> None:
    """Fill how the words of one side fit, by their best cells."""
    pairs, weight, zipf = facts
    at, down, along = cells
    total, sums, soft_worst, near_worst, rarest, matched = 0.0, (0.0, 0.0, 0.0, 0.0), 1.0, 1.0, np.inf, 0.0
    for r in range(len(words)):
        a, b, c, d = 0.0, 0.0, 0.0, 0.0
        for j in range(others):
            p = _FACTS * place[at + r * down + j * along]
            a, b = max(a, pairs[p]), max(b, pairs[p + 1])
            c, d = max(c, pairs[p + 2]), max(d, pairs[p + 3])
        w = weight[words[r]]
        total += w
        sums = (sums[0] + a * w, sums[1] + b * w, sums[2] + c * w, sums[3] + d * w)
        if w > SAID:
            soft_worst, near_worst = min(soft_worst, d), min(near_worst, c)
            if a < EQUAL:
                free[begin + r] = True
                rarest = min(rarest, zipf[words[r]])
            else:
                matched = 1.0
    total = total if total > 0 else 1.0
    for j in range(4):
        out[j] = sums[j] / total
    out[4], out[5], out[6], out[7] = soft_worst, near_worst, rarest if rarest < np.inf else np.nan, matched


def _letters(found: _Facts, left: IntArray, right: IntArray) -> Columns:
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
    """Return the distinct trigrams of texts, each between blanks, by number; and where each begins."""
    content = "".join([f" {text} " for text in texts]).encode("utf-32-le", "surrogatepass")
    letters = np.frombuffer(content, "<u4").astype(np.int64)
    counts = np.array([len(text) for text in texts], np.int64)  # two letters less than there are with blanks
    at, owner = spread(offsets(counts + 2)[:-1], counts), np.repeat(np.arange(len(texts)), counts)
    names, found = np.unique(
        (letters[at] << 42) | (letters[at + 1] << 21) | letters[at + 2], return_inverse=True
    )
    keys = np.sort(owner * max(len(names), 1) + found.reshape(-1))
    owner, found = np.divmod(keys[np.diff(keys, prepend=-1) > 0], max(len(names), 1))
    return offsets(np.bincount(owner, minlength=len(texts))), found


def _marks(term: Term) -> str:
    """Return the marks that tell names apart: C, C++, C#."""
    return "".join(word for word in term.words if word[0] in "+#")


def _letter_bits(texts: Sequence[str]) -> tuple[IntArray, IntArray]:
    """Return for each text a bit for each letter that it has, and its length; letters may share a bit."""
    letters = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
    counts = np.array([len(text) for text in texts], np.int64)
    bits, some = np.zeros(len(texts), np.int64), counts > 0
    if len(letters):
        bits[some] = np.bitwise_or.reduceat(1 << (letters % 63), offsets(counts)[:-1][some])
    return bits, counts


def _number(one: Sequence[Words], other: Sequence[Words]) -> tuple[list[Words], IntArray, IntArray]:
    """Return the distinct lists of words of both sides, and the number of each."""
    numbers: dict[Words, int] = {}
    places = [
        np.array([numbers.setdefault(w, len(numbers)) for w in side], np.int64) for side in (one, other)
    ]
    return list(numbers), places[0], places[1]


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


def _words_of(
    lists: WordLists, which: IntArray, free: BoolArray, some: IntArray
) -> tuple[IntArray, IntArray, BoolArray]:
    """Return the words that some pairs have on one side; of each word its pair, and if it is left over.

    ``which`` are the lists of all pairs on this side, ``free`` whether each of their words is left over, and
    ``some`` the pairs asked for. The pair of a word is a place in ``some``.
    """
    sizes = lists.sizes[which]
    count = sizes[some]
    words = lists.flat[spread(lists.starts[which[some]], count)]
    return words, np.repeat(np.arange(len(some)), count), free[spread(offsets(sizes)[some], count)]


def _extra_cosines(
    found: _Facts, sides: Sequence[IntArray], free: Sequence[BoolArray], has: Sequence[BoolArray]
) -> FloatArray:
    """Return the cosine of what only one phrase has with the words of both; NaN where both have more."""
    out, table = np.full(len(has[0]), np.nan), found.names.table
    for side in (0, 1):
        some = np.flatnonzero(has[side] & ~has[1 - side])
        if len(some):
            words, owner, mine = _words_of(found.lists, sides[side], free[side], some)
            extra = _sums(table, words, owner, mine, len(some))
            words, owner, mine = _words_of(found.lists, sides[0], free[0], some)
            shared = _sums(table, words, owner, ~mine, len(some))
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
    """Fill how many numbers two lists have in common, each of distinct ones."""
    there, laid = np.zeros(flat.max() + 1 if len(flat) else 0, np.bool_), -1
    for i in range(len(left)):
        if left[i] != laid:  # pairs mostly come in the order of their first lists
            if laid >= 0:
                there[flat[starts[laid] : starts[laid + 1]]] = False
            laid = left[i]
            there[flat[starts[laid] : starts[laid + 1]]] = True
        count = 0
        for j in range(starts[right[i]], starts[right[i] + 1]):
            count += there[flat[j]]
        out[i] = count


def _numbers(found: _Facts, left: IntArray, right: IntArray, same: BoolArray) -> Columns:
    """Return whether the numbers of both are the same, differ, or are one side's alone in part."""
    numbers, some = found.numbers, found.numbered
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
        "general": np.fmax(c["info_r"] - c["info_c"], 0),  # 0 where one is not known
        "vague": np.fmax(VAGUE - c["info_c"], 0),
        "zipf_gap": c["zipf_c"] - c["zipf_r"],
        "above": np.where(c["steps_c"] == 0, np.fmax(c["steps_r"], 0), 0.0),
    }
    out |= {f"{name}_least": np.minimum(c[f"{name}_c"], c[f"{name}_r"]) for name in ("soft", "vec", "net")}
    return {name: np.asarray(np.round(column, 6)) for name, column in (c | out).items()}


def _lengths(vectors: AnyArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def _differ(lists: WordLists, flat: IntArray, coded: UnitColumns) -> BoolArray:
    """Return which lists have other words than the engine has for the same phrase: those of ``flat``."""
    out = lists.sizes != coded.sizes
    alike = np.flatnonzero(~out)
    sizes = coded.sizes[alike]
    mine, other = lists.flat[spread(lists.starts[alike], sizes)], flat[spread(coded.first[alike], sizes)]
    out[np.repeat(alike, sizes)[mine != other]] = True
    return np.asarray(out)


def _lowest(count: int, owner: IntArray, values: FloatArray) -> FloatArray:
    """Return the least value of each owner; NaN where one has none."""
    out = np.full(count, np.inf)
    np.minimum.at(out, owner, values)
    return np.where(np.isinf(out), np.nan, out)
