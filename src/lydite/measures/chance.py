"""Chance: what the same lists have with the gold of other items, and what is left above it.

A lenient matcher lifts every score, also of predictions that have nothing to do with the item. So gold is
shuffled among items that have about as many gold phrases, within topics where items have them. *Chance* is
the value of a measure over the shuffles. *Corrected* are net gains over the room for them: predictions that
know nothing of their item do not raise it (``docs/chance.md``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

import numpy as np

from lydite.core.arrays import RaggedArray, offsets
from lydite.core.notes import Note
from lydite.core.progress import track
from lydite.inference.statistics import TOPIC, NetRows
from lydite.measures.phrases.base import PhraseMeasure
from lydite.measures.phrases.items import SUM_BLOCK
from lydite.measures.phrases.net import NetGains

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lydite.core.array_types import AnyArray, FloatArray, IntArray
    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems

SHUFFLES, MORE, FEW = 4, 10, 200
"""How many shuffles there are, and how many of fewer items than these."""
SMALL = 20  # items: a note says that there are fewer
_BLOCK = 10  # items with about as many gold phrases that exchange these
_WIDE = 8  # statistics: how those of an item vary over shuffles is not kept of more
_PAIRS = 4_000_000  # pairs of phrases that are looked at together
_EQUAL = 1_000_000  # the same where keys are compared: their tables should stay near the processor


@dataclass(frozen=True)
class ShufflePlan:
    """How gold is shuffled: so many times (by default as suits the number of items), from a seed."""

    times: int | None = None
    seed: int = 0

    def orders(self, items: PhraseItems, count: int) -> list[IntArray]:
        """Return whose gold each item gets, in each shuffle, where so many items have gold."""
        return list(draw_orders(items, np.random.default_rng(self.seed), self.times_of(count)))

    def times_of(self, items: int) -> int:
        """Return how many shuffles there are of so many items with gold."""
        if self.times is not None:
            return self.times
        return MORE if items < FEW else SHUFFLES


class ChanceRows(NamedTuple):
    """What shuffles give under one measure."""

    means: FloatArray
    """The mean statistics of each item."""
    sums: FloatArray
    """The sums over each block of items, ``(blocks, shuffles, d)``; :func:`add_blocks` adds them up."""
    spread: FloatArray | None
    """The covariances ``(n, d · d)`` of items' statistics over the shuffles, where items have columns."""
    net: NetRows | None
    """What corrected values are made of, where the measure has them."""


@dataclass
class Chance:
    """Chance under several measures."""

    times: int
    measures: Sequence[ChanceRows] = ()


def chance(
    items: PhraseItems,
    measures: Sequence[Measure],
    plan: ShufflePlan,
    real: Sequence[FloatArray],
    known: list[GoldShuffles] | None = None,
    within: slice | None = None,
) -> Chance:
    """Return what shuffles give under each measure; of none where there is no other item with gold.

    ``real`` are the statistics of the lists with their own gold. ``known`` is a list that the systems of one
    evaluation share: what gold lists have elsewhere is found once. ``within`` are the items that are asked
    for; their lists are held against the gold of all.
    """
    count = int(np.count_nonzero(items.gold.sizes))
    times = plan.times_of(count)
    if times == 0 or not measures or count < 2:
        return Chance(0)
    groups: dict[int, tuple[PhraseItems, list[int]]] = {}
    for place, measure in enumerate(measures):
        parted = measure.parted(items) if isinstance(measure, PhraseMeasure) else items
        groups.setdefault(id(parted), (parted, []))[1].append(place)
    found: dict[int, ChanceRows] = {}
    known = [] if known is None else known
    within = within or slice(0, len(items))
    for parted, places in groups.values():
        gold = next((one for one in known if one.fits(parted)), None)
        if gold is None:
            gold = GoldShuffles(parted, plan.orders(parted, count))
            known.append(gold)
        whole = [_whole(measures[i]) for i in places]
        rows = _chance_rows(parted, whole, [real[i] for i in places], gold, within)
        found |= zip(places, rows, strict=True)
    return Chance(times, [found[i] for i in range(len(measures))])


def chance_notes(items: PhraseItems, plan: ShufflePlan, source: str = "") -> Iterator[Note]:
    """Yield what makes the chance of soft measures uncertain: few items, topics of one item.

    ``source`` is the file that they are all items of, where there are others.
    """
    count = int(np.count_nonzero(items.gold.sizes))
    if plan.times_of(count) == 0:
        return
    if count < 2:
        yield Note("no chance and no corrected values: fewer than two items have gold phrases")
        return
    if count < SMALL:
        sentence = "chance is that of {items} items only; corrected values are uncertain below {small}"
        yield Note(sentence, source, items=count, small=SMALL)
    if TOPIC in items.columns:
        _, sizes = np.unique(np.array(items.columns[TOPIC])[items.gold.sizes > 0], return_counts=True)
        if single := int(np.count_nonzero(sizes == 1)):
            what = "topic has one item" if single == 1 else "topics have one item each"
            yield Note(f"{{count:,}} {what}; for chance, topics are ignored there", source, count=single)


def room_notes(scored: ItemStatistics) -> Iterator[Note]:
    """Yield a note on measures under which gold of other items is as good as an item's own."""
    lost = [scored.measures[place] for place in scored.net if not scored.has_room(place)]
    if lost:
        more = f" and {len(lost) - 1:,} more" if lost[1:] else ""
        sentence = "no corrected value, since the gold of all items is the same to the matcher"
        yield Note(sentence, f"{lost[0]}{more}")


def add_blocks(sums: FloatArray) -> FloatArray:
    """Return the sums over items of each shuffle, from those of blocks."""
    return np.asarray(sums.sum(axis=0))


def _whole(measure: Measure) -> Measure:
    """Return a measure of all phrases, for items that have been reduced to the part that it measures."""
    part = getattr(measure, "part", "all")
    return measure if part == "all" else replace(measure, part="all")  # type: ignore[type-var]


class GoldShuffles:
    """Whose gold each item gets, shuffle by shuffle, and how much room gold lists have there."""

    def __init__(self, items: PhraseItems, orders: Sequence[IntArray]) -> None:
        self.orders = orders
        self._items = _of_gold(items)
        self._rooms: dict[tuple[Measure, int, int], FloatArray] = {}

    def fits(self, items: PhraseItems) -> bool:
        """Whether items have this gold."""
        mine = self._items
        return (
            mine.ids == items.ids
            and mine.no_gold == items.no_gold
            and mine.columns.get(TOPIC) == items.columns.get(TOPIC)
            and all(map(np.array_equal, _gold_arrays(mine), _gold_arrays(items)))
        )

    def forget(self) -> None:
        """Let go of the room of gold: other items have their own."""
        self._rooms.clear()

    def rooms(self, measures: Sequence[Measure], within: slice | None = None) -> dict[Measure, FloatArray]:
        """Return the room of gold in each item by measure: of all shuffles, then without each in turn."""
        within = within or slice(0, len(self._items))
        keys = {m: (m, within.start, within.stop) for m in measures}
        missing = [m for m, key in keys.items() if key not in self._rooms]
        parts = [self._rooms_of(part, missing) for part in self._items.parts(within)] if missing else []
        for place, measure in enumerate(missing):
            self._rooms[keys[measure]] = np.concatenate([part[place] for part in parts], axis=1)
        return {m: self._rooms[key] for m, key in keys.items()}

    def _rooms_of(self, part: slice, measures: Sequence[Measure]) -> list[FloatArray]:
        others = [m for m in measures if not _nets(m)]
        full = self._items.grades is None and self._items.gold.concepts is None
        there = _Elsewhere(self._items, part, self.orders, others, measures, full=full)
        rooms = []
        for measure in measures:
            if _nets(measure):
                room = np.stack([measure.gold_room(one) for one in _left_out(there.net_gains(measure))])
            else:
                room = 1 - _means(there.statistics[measure][:, :, 0])
            room[:, there.piece.gold.sizes == 0] = 1.0  # where such items count, as 0
            rooms.append(room)
        return rooms


class _Elsewhere:
    """Some of the items with the gold of others: their statistics, and the gains that net gains need."""

    def __init__(
        self,
        items: PhraseItems,
        part: slice,
        orders: Sequence[IntArray],
        measures: Sequence[Measure],
        netted: Sequence[Measure],
        *,
        full: bool = False,  # every prediction is gold, and gains 1 in its own item
    ) -> None:
        self.piece = items.piece(part)
        by_key = {m.net_key(items): m for m in netted if _nets(m)}
        soft = [m for m in (*measures, *netted) if m.soft]
        n, gold_size = len(self.piece), len(items.gold.codes) / max(len(items), 1) + 1
        pairs = (len(self.piece.predicted.codes) + n) * gold_size
        together = max(1, int((_PAIRS if soft else _EQUAL) // max(pairs, 1)))
        rows: list[list[FloatArray]] = [[] for _ in measures]
        gains: dict[Hashable, list[FloatArray]] = {key: [] for key in by_key}
        starts: dict[Hashable, IntArray] = {}
        for first in track(range(0, len(orders), together), "chance: shuffles"):
            some = orders[first : first + together]
            there = self.piece.with_gold(items, [order[part] for order in some])
            for each, measure in zip(rows, measures, strict=True):
                table = measure.statistics(there)
                each.append(table.reshape(len(some), n, table.shape[1]))
            for key, measure in by_key.items():
                found = measure.net_gains(there)
                gains[key].append(found.gains.reshape(len(some), len(found.gains) // len(some)))
                starts[key] = found.starts[: n + 1]
        self.statistics = {m: np.concatenate(each) for m, each in zip(measures, rows, strict=True)}
        self._nets: dict[Hashable, NetGains] = {}
        for key, measure in by_key.items():
            elsewhere = np.concatenate(gains[key])
            if full:
                own, gold = np.ones(elsewhere.shape[1]), np.diff(starts[key])
            else:
                found = measure.net_gains(self.piece)
                own, gold = found.gains, found.gold
            self._nets[key] = NetGains(own, elsewhere, starts[key], gold)

    def net_gains(self, measure: PhraseMeasure) -> NetGains:
        """Return the gains under a measure, here and there."""
        return self._nets[measure.net_key(self.piece)]


def _chance_rows(
    items: PhraseItems,
    measures: Sequence[Measure],
    real: Sequence[FloatArray],
    gold: GoldShuffles,
    within: slice,
) -> list[ChanceRows]:
    """Return what shuffles give under measures, piece by piece where there are many items."""
    rooms = gold.rooms([m for m in measures if _nets(m) or _is_mean(m)], within)
    pieces = []
    for part in items.parts(within):
        there = _Elsewhere(items, part, gold.orders, measures, measures)
        own = slice(part.start - within.start, part.stop - within.start)
        pieces.append(
            [
                _rows_of(there, m, rows[own], rooms[m][:, own] if m in rooms else None)
                for m, rows in zip(measures, real, strict=True)
            ]
        )
    return [_joined(each) for each in zip(*pieces, strict=True)]


def _rows_of(there: _Elsewhere, measure: Measure, real: FloatArray, rooms: FloatArray | None) -> ChanceRows:
    """Return what shuffles give under one measure, for the items of one part."""
    piece, rows = there.piece, there.statistics[measure]
    apart = bool(piece.columns) and rows.shape[2] <= _WIDE
    found = ChanceRows(rows.mean(axis=0), _by_block(rows), _covariances(rows) if apart else None, None)
    if rooms is None:
        return found
    if _nets(measure):
        lists = _left_out(there.net_gains(measure))
        net = np.stack([measure.net(one, room) for one, room in zip(lists, rooms, strict=True)])
    else:
        means = _means(rows[:, :, 0])
        net = np.stack([real[:, 0] - means, 1 - means, rooms], axis=-1)
    net[:, piece.predicted.sizes == 0, :2] = 0.0  # nothing was said, so only gold has room
    net[:, ~real.any(axis=1)] = 0.0
    each = (len(net) - 1) * net[0] - (len(net) - 2) * net[1:]  # what one shuffle alone tells (jackknife)
    spread = _covariances(each) if bool(piece.columns) else None
    return found._replace(net=NetRows(net[0], _by_block(each), spread))


def _joined(parts: Sequence[ChanceRows]) -> ChanceRows:
    """Return the rows of all items from those of parts."""
    if len(parts) == 1:
        return parts[0]
    nets = [p.net for p in parts if p.net is not None]
    return ChanceRows(*_together([p[:3] for p in parts]), NetRows(*_together(nets)) if nets else None)


def _together(
    parts: Sequence[tuple[FloatArray, FloatArray, FloatArray | None]],
) -> tuple[FloatArray, FloatArray, FloatArray | None]:
    rows, sums, spread = zip(*parts, strict=True)
    apart = [s for s in spread if s is not None]
    return np.concatenate(rows), np.concatenate(sums), np.concatenate(apart) if apart else None


def _by_block(rows: FloatArray) -> FloatArray:
    """Return the sums ``(blocks, shuffles, d)`` of rows ``(shuffles, n, d)`` over each block of items."""
    shuffles, n, d = rows.shape
    blocks = -(-n // SUM_BLOCK)
    padded = np.zeros((shuffles, blocks * SUM_BLOCK, d))
    padded[:, :n] = rows
    summed: FloatArray = padded.reshape(shuffles, blocks, SUM_BLOCK, d).sum(axis=2)
    return summed.swapaxes(0, 1)


def _nets(measure: Measure) -> TypeGuard[PhraseMeasure]:
    """Whether the corrected value of a measure is made of net gains."""
    return isinstance(measure, PhraseMeasure) and measure.nets


def _is_mean(measure: Measure) -> bool:
    """Whether a measure is a mean over items from 0 to 1: its corrected value is made of those of items."""
    return measure.mean and measure.better == "higher" and (measure.low, measure.high) == (0.0, 1.0)


def _left_out(gains: NetGains) -> Iterator[NetGains]:
    """Yield gains with all shuffles, then without each in turn, where there are several."""
    yield gains
    if len(gains.elsewhere) > 1:
        yield from (gains.without(i) for i in range(len(gains.elsewhere)))


def _means(values: FloatArray) -> FloatArray:
    """Return the means over shuffles ``(k, n)``: of all, then without each in turn."""
    k, total = len(values), values.sum(axis=0)
    left = (total - values) / (k - 1) if k > 1 else values[:0]
    return np.concatenate([total[None] / k, left])


def _covariances(rows: FloatArray) -> FloatArray:
    """Return the covariances ``(n, d · d)`` of rows ``(shuffles, n, d)`` over the shuffles."""
    apart = rows - rows.mean(axis=0) if len(rows) else rows
    products = np.einsum("kni,knj->nij", apart, apart) / max(len(rows) - 1, 1)
    return np.asarray(products.reshape(rows.shape[1], -1))


def _of_gold(items: PhraseItems) -> PhraseItems:
    """Return the items as if gold had been predicted: best grades first, and no second variants."""
    gold = items.gold.wide()
    keep = np.arange(len(gold.codes))
    if gold.concepts is not None:
        pairs = gold.owners * (int(gold.concepts.max(initial=0)) + 1) + gold.concepts
        keep = np.sort(np.unique(pairs, return_index=True)[1])
    if items.grades is not None:
        keep = keep[np.lexsort((-items.grades[keep], gold.owners[keep]))]
    sizes = np.bincount(gold.owners[keep], minlength=len(items))
    said = np.zeros(len(items), np.bool_)
    lists = RaggedArray(gold.codes[keep], offsets(sizes))
    return replace(items, predicted=lists, absent=said, _memory={})


def _gold_arrays(items: PhraseItems) -> tuple[AnyArray, ...]:
    gold = items.gold
    others = (a if a is not None else np.zeros(0) for a in (gold.concepts, items.grades))
    return gold.starts, gold.codes, *others


def draw_orders(items: PhraseItems, generator: np.random.Generator, times: int) -> Iterator[IntArray]:
    """Yield whose gold each item gets, in so many shuffles: that of another of its topic, about as long.

    >>> from lydite.measures.phrases.items import align
    >>> from lydite.reading import read
    >>> gold = {"a": ["x"], "b": ["x", "y"], "c": [], "d": ["z"]}
    >>> next(draw_orders(align(read(gold), read(gold)), np.random.default_rng(0), 1)).tolist()
    [3, 0, 2, 1]
    """
    sizes = items.gold.concept_counts
    there = np.flatnonzero(sizes)
    topics = np.zeros(len(there), np.int64)
    if TOPIC in items.columns:
        topics = _topics(np.unique(items.columns[TOPIC], return_inverse=True)[1][there])
    counts = np.bincount(topics)
    pieces = np.maximum(counts // _BLOCK, 1)
    for _ in range(times):
        ranks = np.empty(len(there), np.int64)
        ranks[np.lexsort((generator.random(len(there)), sizes[there], topics))] = np.arange(len(there))
        near = ranks + 2 * _BLOCK * generator.random(len(there))  # so that no two shuffles have equal blocks
        by_size = np.lexsort((near, topics))
        of = topics[by_size]  # which are in one piece, so that what starts with them is theirs
        block = (np.arange(len(there)) - offsets(counts)[of]) * pieces[of] // np.maximum(counts[of], 1)
        block += offsets(pieces)[of]
        circle = by_size[np.lexsort((generator.random(len(there)), block))]
        first = np.flatnonzero(np.diff(block, prepend=-1))
        follows = np.arange(1, len(there) + 1)
        follows[np.append(first[1:], len(there))[: len(first)] - 1] = first
        order = np.arange(len(items))
        order[there[circle]] = there[circle[follows]]
        yield order


def _topics(labels: IntArray) -> IntArray:
    """Number topics from 0, with one for all items that are alone in theirs."""
    _, numbers, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    alone = np.flatnonzero(sizes[numbers] == 1)
    if len(alone):
        numbers[alone] = numbers[alone[0]] if len(alone) > 1 else int(sizes.argmax())
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64)
