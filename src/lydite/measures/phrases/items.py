"""What a system predicted for each item, beside the gold phrases."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from lydite.core.arrays import RaggedArray, RenumberedCodes, blocks, code_keys, content_digest
from lydite.core.choices import Missing, NoGold
from lydite.core.errors import InputError, SpecError
from lydite.core.notes import Note
from lydite.matchers.base import KeyMatcher
from lydite.matchers.surface.exact import Exact
from lydite.measures.phrases.gains import duplicates
from lydite.measures.phrases.parts import part_of
from lydite.reading.alike import IDS

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.core.arrays import Vocabulary
    from lydite.matchers.base import Matcher
    from lydite.reading import Phrases
    from lydite.reading.documents import Documents

    T = TypeVar("T")

TOGETHER = 2_000_000
"""Predictions that are looked at together."""
SUM_BLOCK = 64
"""Items whose sums over shuffles are added up first: parts begin at a block, so that sums are the same
whatever the parts."""


@dataclass(frozen=True)
class PhraseItems:
    """Gold and predicted phrases of one system, items sorted by id.

    Work that several measures need is done once and kept: :meth:`shared`.
    """

    ids: tuple[str, ...]
    words: Vocabulary
    gold: RaggedArray
    predicted: RaggedArray
    absent: BoolArray
    """Items for which the system gave no answer at all (and the policy counts them as zero)."""
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    grades: FloatArray | None = None
    """How relevant each gold phrase is, in the order of the gold phrases; None where that is not graded."""
    no_gold: NoGold = "unscored"
    """What becomes of items without gold phrases."""
    documents: Documents | None = None
    """The texts that the phrases are about, by id."""
    notes: tuple[Note, ...] = ()
    """What a reader must know: items missing on either side, columns left out."""
    extra: tuple[str, ...] = ()
    """Items that were predicted, and that gold does not have."""
    left_out: tuple[str, ...] = ()
    """Items of gold that are not here, since they were not predicted (``missing="skip"``)."""
    pair_scores: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)
    """Scores of pairs of phrases by matcher; parts, shuffles and all systems have them in common."""
    _memory: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)
    _keys: dict[KeyMatcher, IntArray] = field(default_factory=dict, repr=False, compare=False)
    """Of the vocabulary, which parts and shuffles have in common."""

    def __len__(self) -> int:
        return len(self.ids)

    def shared(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what was computed under a key before, or compute it now."""
        if key not in self._memory:
            self._memory[key] = compute()
        computed: T = self._memory[key]
        return computed

    def keys(self, match: Matcher | None = None) -> IntArray:
        """Return a number for each phrase, shared by those that are equal to a matcher that compares keys.

        To any other, and to none, phrases are equal that are folded alike.
        """
        known = match if isinstance(match, KeyMatcher) else Exact()
        if known not in self._keys:
            self._keys[known] = code_keys(known.keys(self.words.phrases))
        return self._keys[known]

    def parts(self, within: slice | None = None) -> list[slice]:
        """Return slices of the items with so many predictions together; one where there are no more.

        They begin at a block, and so must ``within``, whose slices these are where it is given.
        """
        within = within or slice(0, len(self))
        sizes = self.predicted.sizes[within]
        if not len(sizes):
            return [within]
        by_block = np.add.reduceat(sizes, np.arange(0, len(sizes), SUM_BLOCK))
        ends = [(b.start, b.stop) for b in blocks(by_block, TOGETHER)]
        return [
            slice(within.start + a * SUM_BLOCK, min(within.start + b * SUM_BLOCK, within.stop))
            for a, b in ends
        ]

    def piece(self, part: slice) -> PhraseItems:
        """Return the items of a slice; all of them as they are, with what is known of them."""
        return self if len(range(*part.indices(len(self)))) == len(self) else part_of(self, part)

    def digests(self) -> tuple[str, str]:
        """Return what identifies gold and the predictions, whatever the order in which they were read."""
        graded = b"" if self.grades is None else self.grades.astype("<f8").tobytes()
        answers = _digest(self.ids, self.words, self.gold, graded)
        return answers, _digest(self.ids, self.words, self.predicted)

    def select(self, places: IntArray) -> PhraseItems:
        """Return some of the items."""
        return PhraseItems(
            _texts(self.ids, places),
            self.words,
            self.gold.take(places).wide(),
            self.predicted.take(places).wide(),
            self.absent[places],
            {k: _texts(v, places) for k, v in self.columns.items()},
            _of(self.grades, self.gold, places),
            self.no_gold,
            self.documents,
            self.notes,
            self.extra,
            self.left_out,
            self.pair_scores,
            _keys=self._keys,
        )

    def part(self, part: str, stemmer: str = "porter") -> PhraseItems:
        """Return the items with only the phrases that stand in their document (``present``), or do not."""
        return self.shared(("part", part, stemmer), lambda: self._part(part == "present", stemmer))

    def _part(self, present: bool, stemmer: str) -> PhraseItems:  # noqa: FBT001
        if self.documents is None:
            raise SpecError("part=present and part=absent need the documents (--documents FILE)")
        stands = self.documents.stands(self.ids, self.words.phrases, stemmer)
        kept = [stands(lists) == present for lists in (self.gold, self.predicted)]
        return replace(
            self,
            gold=self.gold.where(kept[0]),
            grades=None if self.grades is None else self.grades[kept[0]],
            predicted=self.predicted.where(kept[1]),
            _memory={},
        )

    def with_gold(self, others: PhraseItems, orders: Sequence[IntArray]) -> PhraseItems:
        """Return the items with the gold of others at these places, once for each order, in turn."""
        places = np.concatenate(orders)
        again = np.tile(np.arange(len(self)), len(orders))
        return replace(
            self,
            ids=self.ids * len(orders),
            gold=others.gold.take(places).wide(),
            grades=_of(others.grades, others.gold, places),
            predicted=self.predicted.take(again),
            absent=self.absent[again],
            columns={},
            documents=None,
            _memory={},
        )


def align(
    gold: Phrases, predictions: Phrases, missing: Missing = "zero", no_gold: NoGold = "unscored"
) -> PhraseItems:
    """Put predictions beside gold, by id, items sorted by id.

    An item of gold without predictions counts as zero, is skipped, or is an error. An item of the
    predictions that gold does not have is left out (or an error, too). Both are counted in the notes.

    >>> from lydite.reading import read
    >>> items = align(read({"b": ["x"], "a": ["y"]}), read({"a": ["y"], "c": ["z"]}))
    >>> items.ids, items.absent.tolist()
    (('a', 'b'), [False, True])
    >>> items.notes[0]
    'input: no predictions for 1 of 2 items (b); they count as zero'
    """
    if missing not in ("zero", "skip", "error"):
        raise InputError(f"missing items: expected zero, skip or error, found {missing!r}")
    if no_gold not in ("unscored", "zero"):
        raise InputError(f"items without gold: expected unscored or zero, found {no_gold!r}")
    ids, left, right, extra = _places(gold, predictions)
    absent = right < 0
    notes = [*gold.notes, *predictions.notes]
    lost = [ids[i] for i in np.flatnonzero(absent)]
    if extra and lost:
        notes += IDS.check(lost, extra, (gold.source, predictions.source), (ids, predictions.ids))
    if lost:
        sentence = "no predictions for {count:,} of {of:,} items ({example})"
        none = Note(sentence, count=len(lost), of=len(ids), example=_few(lost))
        if len(lost) == len(ids):
            raise InputError(
                f"no item of {gold.source} is in it: there {_few(gold.ids)}, here {_few(predictions.ids)}",
                predictions.source,
            )
        if missing == "error":
            raise InputError(none, predictions.source)
        how = "they count as zero" if missing == "zero" else "they are left out"
        notes.append(Note(f"{none.sentence}; {how}", predictions.source, **none.values))
    if extra:
        are, they = ("item that is", "it is") if len(extra) == 1 else ("items that are", "they are")
        sentence = f"{{count:,}} {are} not in {{beside}} ({{example}})"
        more = Note(sentence, count=len(extra), beside=gold.source, example=_few(extra))
        if missing == "error":
            raise InputError(more, predictions.source)
        notes.append(Note(f"{more.sentence}; {they} left out", predictions.source, **more.values))
    if missing == "skip" and absent.any():
        ids = tuple(ids[i] for i in np.flatnonzero(~absent))
        left, right, absent = left[~absent], right[~absent], absent[~absent]
    words, numbers = gold.words.union(predictions.words)
    codes = predictions.lists.codes
    answers = RaggedArray(numbers.astype(codes.dtype)[codes], predictions.lists.starts)  # no variants
    columns = {k: tuple(v[i] for i in left) for k, v in gold.columns.items()}
    others = {k: v for k, v in predictions.columns.items() if k not in columns}
    columns |= {k: tuple("" if i < 0 else v[i] for i in right) for k, v in others.items()}
    items = PhraseItems(
        ids,
        words,
        _taken(gold.lists, left),
        _taken(answers, right),
        absent,
        columns,
        _of(gold.grades, gold.lists, left),
        no_gold,
        None,
        tuple(dict.fromkeys(notes)),
        tuple(extra),
        tuple(lost) if missing == "skip" else (),
    )
    if len(items.parts()) > 1:  # each of which is made wide
        return items
    return replace(items, gold=items.gold.wide(), predicted=items.predicted.wide())


def align_systems(
    tables: Sequence[Phrases],
    systems: Sequence[str],
    missing: Missing,
    no_gold: NoGold,
    documents: Documents | None = None,
    match: KeyMatcher | None = None,
) -> dict[str, PhraseItems]:
    """Put each system beside gold (the first table, all have ids), on the same items, with their documents.

    ``match`` says which predictions are duplicates, where they are not compared folded.
    """
    gold, *runs = tables
    documents = documents and documents.by_line(gold)
    aligned = {n: align(gold, run, missing, no_gold) for n, run in zip(systems, runs, strict=True)}
    common, by_system = _common(items.ids for items in aligned.values()), {}
    pair_scores: dict[Hashable, Any] = {}
    for name, items in aligned.items():
        notes = (*items.notes, *duplicates(items, name, match))
        if common is not None and len(common) < len(items):  # missing=skip: what all systems answered
            items = items.select(np.array([i for i, item in enumerate(items.ids) if item in common]))  # noqa: PLW2901
        if documents is not None and (lost := documents.missing(items.ids, gold.source)):
            items = items.select(np.array([i for i, n in enumerate(items.ids) if n in documents.texts]))  # noqa: PLW2901
            sentence = "items without a document left out: {count:,} ({example})"
            left = Note(sentence, documents.source, count=len(lost), example=_few(lost))
            notes = (*notes, left)
        by_system[name] = replace(items, documents=documents, notes=notes, pair_scores=pair_scores)
    return by_system


def _common(ids: Iterable[tuple[str, ...]]) -> set[str] | None:
    """Return the ids that are in all tuples; None where these are the same."""
    first, *others = ids
    if all(other == first for other in others):
        return None
    if not (shared := set(first).intersection(*others)):
        raise InputError("there is no item that all systems answered")
    return shared


def _places(gold: Phrases, predictions: Phrases) -> tuple[tuple[str, ...], IntArray, IntArray, list[str]]:
    """Return the sorted ids, the place of each in gold and in the predictions (or -1), and further ids."""
    left, ids = np.arange(len(gold)), gold.ids
    if not gold.ordered:
        left = gold.order()
        ids = tuple(map(ids.__getitem__, left.tolist()))
    if gold.same_items(predictions):
        return ids, left, left, []
    right, extra = gold.places_in(predictions)
    return ids, left, right[left], extra


def _of(values: FloatArray | None, lists: RaggedArray, places: IntArray) -> FloatArray | None:
    """Return the values of the phrases of some items."""
    if values is None:
        return None
    return values[RaggedArray(np.arange(len(lists.codes)), lists.starts).take(places).codes]


def _taken(lists: RaggedArray, places: IntArray) -> RaggedArray:
    same = len(places) == len(lists) and np.array_equal(places, np.arange(len(places)))
    return lists if same else lists.take(places)


def _texts(texts: Any, places: IntArray) -> tuple[str, ...]:
    """Return some texts; those that are mapped are decoded together."""
    return tuple(texts.take(places) if hasattr(texts, "take") else map(texts.__getitem__, places.tolist()))


def _few(ids: Sequence[str]) -> str:
    return ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")


def _digest(ids: tuple[str, ...], words: Vocabulary, lists: RaggedArray, graded: bytes = b"") -> str:
    """Return the digest of lists; their phrases are numbered by where they come first."""
    first = np.full(len(words.phrases), len(lists.codes))
    for end in range(len(lists.codes), 0, -TOGETHER):
        places = np.arange(end - 1, max(end - TOGETHER, 0) - 1, -1)
        first[lists.codes[places]] = places
    used = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(lists.codes))]
    places = np.empty(len(first), dtype=np.int64)
    places[used] = np.arange(len(used))
    phrases = [words.phrases[i] for i in used.tolist()]
    variants = b"" if lists.concepts is None else lists.concepts
    numbers = (RenumberedCodes(places, lists.codes), lists.starts, variants)
    return content_digest(ids, phrases, *numbers, *([graded] if graded else []))
