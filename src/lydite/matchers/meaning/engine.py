"""Pairs of phrases scored together: every distinct word looked up once, every pair of words once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.arrays import blocks, code_keys, offsets
from lydite.matchers.meaning.alignment import WordScoreTables, align
from lydite.matchers.meaning.model import KIND, UNCOMMON, PhraseEvidence
from lydite.matchers.meaning.phrases import MOST, divide, weigh
from lydite.matchers.meaning.relations import WordRelations, cross_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, IntArray
    from lydite.matchers.meaning.alignment import Alignment
    from lydite.matchers.meaning.phrases import PhraseParts
    from lydite.matchers.meaning.relations import RelatedCells, WordCells, WordPairs


_BLOCK = 500_000  # scores of words that are worked on together


class CodedPhrase(NamedTuple):
    """A phrase by the numbers of its words, and of itself where it is a word of the wordnet (else −1).

    ``familiar``: whether the wordnet knows all its words.
    """

    words: tuple[int, ...]
    whole: int
    denies: bool
    joined: str
    initials: str
    short: str
    opaque: bool
    familiar: bool
    cut: int


class UnitColumns(NamedTuple):
    """Phrases as arrays: their words end to end, with weights, and of each phrase what it is.

    ``short`` and ``letters`` number what may be initials, and the initials of words; 0 is none.
    """

    phrases: Sequence[str]
    flat: IntArray
    first: IntArray
    sizes: IntArray
    weights: FloatArray
    whole: IntArray
    key: IntArray
    denies: BoolArray
    opaque: BoolArray
    familiar: BoolArray
    short: IntArray
    letters: IntArray


@dataclass(frozen=True)
class PhraseComparison:
    """Scores of pairs of phrases, and the figures behind each."""

    scores: FloatArray
    aligned: FloatArray
    whole: FloatArray
    cosine: FloatArray
    retained: FloatArray
    supported: FloatArray
    opposite: BoolArray
    denied: BoolArray
    differs_from_head: BoolArray
    acronym: BoolArray
    accepted: FloatArray
    """The share of people who would accept it, where words decide, or phrases of the wordnet; else NaN."""
    partner: IntArray

    def rows(self, words: Sequence[int]) -> Iterator[PhraseComparison]:
        """Yield the figures of each pair by itself; ``words`` are the candidates' numbers of them."""
        ends = offsets(words).tolist()
        columns = _fields(self)[:-1]
        for i in range(len(self.scores)):
            figures = (*(c[i : i + 1] for c in columns), self.partner[ends[i] : ends[i + 1]])
            yield PhraseComparison(*figures)


class RelatedWholes(NamedTuple):
    """What is known of pairs of phrases that are both words of the wordnet.

    ``pairs`` are the places of these pairs among all pairs of phrases. ``ways`` has a table of distinct
    pairs, and where asked one of the same pairs exchanged; ``place`` is the row of each of ``pairs`` in them.
    """

    pairs: IntArray
    ways: list[WordPairs]
    place: IntArray


class MeaningEngine(WordRelations):
    """Scores pairs of phrases; phrases and words that were seen before are cached."""

    def __init__(self, *sources: Any) -> None:
        super().__init__(*sources)
        self._units: tuple[dict[str, CodedPhrase], ...] = tuple({} for _ in self.sides)

    def units(self, phrases: Sequence[str], side: int = 0) -> list[CodedPhrase]:
        """Return phrases of one side by the numbers of their words; each is divided once."""
        side = min(side, len(self.sides) - 1)
        units = self._units[side]
        new = [phrase for phrase in phrases if phrase not in units]
        if len(units) + len(new) > 500_000:
            units.clear()
            new = list(phrases)
        source = self.sides[side]
        zipf, language = source.frequencies.zipf, source.language
        parts = {phrase: divide(phrase, language, zipf) for phrase in dict.fromkeys(new)}
        self.words.add([w for p in parts.values() if len(p.words) <= MOST for w in p.words], side)
        fresh = {phrase: self._unit(phrase, divided, side) for phrase, divided in parts.items()}
        whole = {p: u for p, u in fresh.items() if u.whole >= 0 and len(u.words) > 1}
        units |= fresh | self._opaque(whole, self.sides[side].language)
        return [units[phrase] for phrase in phrases]

    def _unit(self, phrase: str, parts_of_phrase: PhraseParts, side: int) -> CodedPhrase:
        source = self.sides[side]
        zipf = source.frequencies.zipf
        words, cut = parts_of_phrase.words, 0
        if len(words) > MOST:  # the rarest of them, in their order
            rare = dict.fromkeys(words)
            common = dict(zip(rare, zipf(list(rare)).tolist(), strict=True))
            kept = set(sorted(rare, key=common.__getitem__)[:MOST])
            words, cut = tuple(w for w in rare if w in kept), len(words)
        numbers = tuple(self.words.add(words, side))
        whole = numbers[0] if len(numbers) == 1 and not parts_of_phrase.denies else -1
        parts = parts_of_phrase.whole.split()
        if whole < 0 and len(parts) > 1 and source.knows_phrase(parts):
            (whole,) = self.words.add([parts_of_phrase.whole], side)
        short = parts_of_phrase.joined if len(words) == 1 and 2 <= len(parts_of_phrase.joined) <= 8 else ""
        if short and not phrase.strip("#").isupper() and zipf([short])[0] >= UNCOMMON:
            short = ""
        letters = parts_of_phrase.initials if 2 <= len(parts_of_phrase.initials) <= 8 else ""
        familiar = bool(numbers) and all(map(self.words.senses_of, numbers))
        joined, denies = parts_of_phrase.joined, parts_of_phrase.denies
        return CodedPhrase(numbers, whole, denies, joined, letters, short, False, familiar, cut)

    def _opaque(self, units: dict[str, CodedPhrase], language: str) -> dict[str, CodedPhrase]:
        """Mark the phrases of the wordnet that are not a kind of their head: a hot dog is no dog.

        The head is the last word in English; elsewhere it may be the first: acqua dolce is acqua.
        """
        if not units:
            return units
        whole = np.array([u.whole for u in units.values()], np.int64)
        opaque = np.ones(len(units), np.bool_)
        for end in (-1,) if language == "en" else (-1, 0):
            head = np.array([u.words[end] for u in units.values()], np.int64)
            opaque &= (self.words.arrays.senses[head] > 0) & (self._paths(head, whole)[0][0] < KIND)
        return {p: u._replace(opaque=o) for (p, u), o in zip(units.items(), opaque.tolist(), strict=True)}

    def prepare_words(
        self, pairs: Sequence[tuple[CodedPhrase, CodedPhrase]], rows: Sequence[PhraseComparison]
    ) -> None:
        """Look up together what accounts of pairs of phrases will ask: aligned words, and whole phrases."""
        asked = [(one.whole, other.whole) for one, other in pairs if min(one.whole, other.whole) >= 0]
        for (one, other), row in zip(pairs, rows, strict=True):
            partners = enumerate(row.partner.tolist())
            asked += [(one.words[place], other.words[at]) for place, at in partners if at >= 0]
        if asked:
            self.prepare_related(*np.array(asked, np.int64).T)

    def compare(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> PhraseComparison:
        """Return the scores of pairs of places in a list of phrases."""
        units = self.units(phrases)
        if self.across:  # each phrase twice: as a candidate, and as a reference in the other language
            units += self.units(phrases, 1)
            phrases, right = [*phrases, *phrases], right + len(phrases)
        columns = self.unit_columns(phrases, units)
        sizes = columns.sizes
        together = list(blocks(sizes[left] * sizes[right] + 1, _BLOCK)) or [slice(0, 0)]
        parts = [self.compare_columns(columns, left[p], right[p]) for p in together]
        return PhraseComparison(*map(np.concatenate, zip(*map(_fields, parts), strict=True)))

    def unit_columns(self, phrases: Sequence[str], units: Sequence[CodedPhrase]) -> UnitColumns:
        """Return phrases as arrays."""
        sizes = np.array([len(u.words) for u in units], np.int64)
        flat = np.array([w for u in units for w in u.words], np.int64)
        numbers: dict[str, int] = {"": 0}
        short, letters = (
            np.array([numbers.setdefault(getattr(u, n), len(numbers)) for u in units], np.int64)
            for n in ("short", "initials")
        )
        denies, opaque, familiar = (
            np.array([getattr(u, name) for u in units], np.bool_) for name in ("denies", "opaque", "familiar")
        )
        return UnitColumns(
            phrases, flat, offsets(sizes), sizes, weigh(self.zipf()[flat]),
            np.array([u.whole for u in units], np.int64), code_keys([u.joined for u in units]),
            denies, opaque, familiar & self.across, short, letters,
        )  # fmt: skip

    def compare_columns(self, units: UnitColumns, left: IntArray, right: IntArray) -> PhraseComparison:
        """Return the scores of pairs of phrases."""
        first, sizes = units.first, units.sizes
        cells = cross_words(units.flat, first[left], sizes[left], first[right], sizes[right])
        related = self.relate_cells(cells.one, cells.other, 1)
        wholes = self.relate_wholes(units, left, right, 1)
        return self.compare_cells(units, left, right, cells, related, wholes)[0]

    def relate_wholes(self, units: UnitColumns, left: IntArray, right: IntArray, ways: int) -> RelatedWholes:
        """Return what is known of pairs of phrases that are words of the wordnet."""
        wholes = units.whole
        pairs = np.flatnonzero((wholes[left] >= 0) & (wholes[right] >= 0))
        return RelatedWholes(pairs, *self.relate(wholes[left[pairs]], wholes[right[pairs]], ways))

    def compare_cells(
        self,
        units: UnitColumns,
        left: IntArray,
        right: IntArray,
        cells: WordCells,
        related: RelatedCells,
        wholes: RelatedWholes,
    ) -> list[PhraseComparison]:
        """Return the scores of pairs of phrases, and of both exchanged where ``related`` has two ways."""
        out, row = [], related.row[cells.place]
        for exchanged, (words, known) in enumerate(zip(related.ways, wholes.ways, strict=True)):
            one, other = (right, left) if exchanged else (left, right)
            whole, accepted, cosine = np.full((3, len(left)), np.nan)
            whole[wholes.pairs] = known.lone[wholes.place]
            accepted[wholes.pairs] = known.accepted[wholes.place]
            if self.cosines is not None:
                cosine = self.cosines.pairs(units.phrases, one, other)
            tables = WordScoreTables(
                words.inside[row], cells.starts, units.sizes[one], units.sizes[other], units.weights,
                units.first[one], units.first[other], units.denies[one] != units.denies[other],
                bool(exchanged),
            )  # fmt: skip
            out.append(self._predicted(units, one, other, align(tables), whole, accepted, cosine))
        return out

    def _predicted(
        self,
        units: UnitColumns,
        left: IntArray,
        right: IntArray,
        alignment: Alignment,
        whole: FloatArray,
        accepted: FloatArray,
        cosine: FloatArray,
    ) -> PhraseComparison:
        denied = units.denies[left] != units.denies[right]
        single = (units.whole[left] >= 0) & (units.whole[right] >= 0)
        single &= (
            (units.sizes[left] == 1) & (units.sizes[right] == 1) & ~(units.denies[left] | units.denies[right])
        )
        senses = np.append(self.words.arrays.senses, 0)[units.whole] > 0
        evidence = PhraseEvidence(
            alignment.retained, alignment.supported, alignment.equal, alignment.opposite, denied,
            opaque=units.opaque[left] | units.opaque[right],
            acronym=_meet(units, left, right),
            same=(units.key[left] == units.key[right]) & ~(units.familiar[left] & units.familiar[right]),
            single=single,
            judged=single & senses[left] & senses[right],
            whole=whole, accepted=accepted, cosine=cosine,
        )  # fmt: skip
        found = self.model.predict_phrases(evidence)
        return PhraseComparison(
            found.scores, found.aligned, found.whole, cosine,
            alignment.retained, alignment.supported, alignment.opposite, denied, found.differs_from_head,
            evidence.acronym, found.accepted, alignment.partner,
        )  # fmt: skip


def _meet(units: UnitColumns, left: IntArray, right: IntArray) -> BoolArray:
    """Return which pairs are initials and the words that they stand for."""
    short, letters = units.short, units.letters
    met = ((short[left] == letters[right]) & (short[left] > 0)) | (
        (short[right] == letters[left]) & (short[right] > 0)
    )
    return np.asarray(met)


def _fields(part: PhraseComparison) -> tuple[AnyArray, ...]:
    return tuple(getattr(part, name) for name in part.__dataclass_fields__)
