"""What scoring leaves of each item: everything after it (intervals, tests, joining) works on these."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, TypeVar

import numpy as np

from lydite import __version__
from lydite.core.arrays import quotient
from lydite.core.errors import ensure_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.item_sums import ItemSums


T = TypeVar("T")
TOPIC = "topic"  # the column over which grouped measures take their average
MATCH = "match"  # the column of how a matcher knows the phrases of an item: of the system, so never drawn by

ROOM = 1e-9  # less room than this is none
_PIECE = 250_000  # products taken at once
_ITEMS = 256  # of which so many items at least
_MANY = 128  # columns


class ExtraVariance(NamedTuple):
    """The variance of a value beyond that of its resamples."""

    missing: float
    """The variance that resamples lack."""
    units: float
    """How many items would say as much if all counted alike."""
    least: float = float("inf")
    """How many items the smallest of its parts has, such as a rare class."""
    rarest: int = 0
    """Which part that is."""


class NetRows(NamedTuple):
    """What a corrected value is made of: net gain, room, room of gold (``docs/chance.md``)."""

    rows: FloatArray
    """Of each item."""
    sums: FloatArray
    """Over all items, as each shuffle alone tells; of some of the items without any."""
    spread: FloatArray | None = None
    """The covariances ``(n, 9)`` of each item's rows over the shuffles, where items have columns."""

    def select(self, places: IntArray) -> NetRows:
        """Return the rows of some of the items."""
        spread = None if self.spread is None else self.spread[places]
        return NetRows(self.rows[places], self.sums[:0], spread)


class Scorable:
    """What scoring asks of a measure or a probe: sums of rows in, a number out.

    Direction, range and kind of interval are data, so that tables, tests and help read them instead of
    knowing them.
    """

    better: Literal["higher", "lower"] = "higher"
    low: ClassVar[float] = 0.0
    """The least it can be."""
    high: ClassVar[float] = 1.0
    """The most it can be."""
    limit: float = float("inf")
    """What lies beyond is not known: values above it only say that they are, and are no numbers."""
    undefined: ClassVar[str] = ""
    """What happens to items for which it has no value."""
    interval: ClassVar[Literal["expanded", "percentile", "centred", "bca"]] = "expanded"
    """The kind of interval that suits it; centred where resamples are biased."""
    summable: ClassVar[bool] = True
    """Whether the value follows from sums of the statistics; else from the rows themselves."""
    counted: ClassVar[int | None] = None
    """Of what does not follow from sums: the statistic that is 0 for items that are left out."""
    grouped: ClassVar[bool] = False
    """Whether the value is the mean over topics of their values, where these are defined."""
    stratified: ClassVar[bool] = False
    """Whether items are drawn within topics where they have any, also where the value takes no groups."""

    widened: ClassVar[bool] = False
    """Whether resamples of its items vary too little, so that ``spread`` or ``influence`` say by how much."""

    netted: ClassVar[bool] = False
    """Whether its corrected value is made of net gains, not of value and chance alone."""

    @property
    def mean(self) -> bool:
        """Whether the value is the first sum over the second, and there are no others: a mean over items."""
        return False

    @property
    def alone(self) -> Self:
        """What it is within one topic by itself, where averages over topics and pooled ones agree."""
        return self

    @property
    def best(self) -> float:
        """The value of a perfect system."""
        return self.high if self.better == "higher" else self.low

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the value of sums ``(…, g, d)`` of statistics, as ``(…)``; NaN where nothing was scored.

        There is one sum for each of g groups, or one (g = 1) where it has no groups. What is not ``summable``
        takes the rows themselves, ``(…, n, d)``.
        """
        raise NotImplementedError

    def resampled(self, rows: FloatArray, weights: FloatArray) -> FloatArray:
        """Return the value of rows that occur so often, in each resample; of what is not ``summable``.

        Override it where the same follows faster.
        """
        drawn = weights.astype(np.int64)
        return np.array([self.value(np.repeat(rows, w, axis=0)) for w in drawn], np.float64)

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance | None:  # noqa: ARG002
        """Return the variance that resamples lack; None where they lack none.

        ``rows`` are the distinct statistics ``(n, d)``, ``counts`` ``(groups, n)`` how many items have each.
        """
        return None

    def influence(self, rows: FloatArray) -> tuple[FloatArray, IntArray] | None:  # noqa: ARG002
        """Return by how much each row moves the value, and the codes of what it shares with others.

        None where rows share nothing.
        """
        return None

    def arguments(self) -> dict[str, Any]:
        """Return the parameters with their values."""
        raise NotImplementedError

    def signature(self) -> str:
        """Return the spec with nothing left out."""
        raise NotImplementedError


@dataclass(frozen=True)
class ItemStatistics:
    """Per-item sufficient statistics of one system under several measures, items sorted by id.

    Everything after scoring (intervals, paired tests, break-downs, joining of parts) works on these.
    """

    system: str
    ids: tuple[str, ...]
    measures: tuple[Scorable, ...]
    statistics: tuple[FloatArray, ...]
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Named columns of the items: topics, clusters, whatever results are broken down by."""
    rows: IntArray | None = None
    """For each item its row of ``statistics``, where many items share one (labels); else each has its own."""
    chance: Mapping[int, FloatArray] = field(default_factory=dict)
    """By place: the statistics expected by chance."""
    chance_sums: Mapping[int, FloatArray] = field(default_factory=dict)
    """By place: the sums ``(shuffles, d)`` over all items in each shuffle: chance's error follows."""
    chance_spread: Mapping[int, FloatArray] = field(default_factory=dict)
    """By place: the covariances ``(n, d · d)`` of each item's statistics over the shuffles, where items have
    columns: how far shuffles of a group are apart follows."""
    net: Mapping[int, NetRows] = field(default_factory=dict)
    """By place: what the corrected values of measures of phrases are made of."""
    coverage: Mapping[int, FloatArray] = field(default_factory=dict)
    """By place of the measure: how many phrases of each item its source knows, and how many there are."""
    policies: Mapping[str, str] = field(default_factory=dict)
    """What was decided before scoring and changes digits, as it stands in signatures: ``missing: zero``."""
    gold: str = ""
    """The digest of gold; it stands in signatures."""
    predictions: str = ""
    """The digest of what the system answered; it stands apart and forbids no comparison."""
    cluster: str | None = None
    """The column whose values are drawn whole where nothing else is asked: topics of which only
    prevalences are known."""
    shuffles: tuple[int, int] | None = None
    """Over how many shuffles, and from which seed, chance was taken."""
    signatures: tuple[str, ...] = ()
    """What the measures signed when they scored, where they cannot be asked any more (a run that was read:
    their sources may be on another machine)."""
    version: str = __version__
    """The version of lydite that scored."""
    reference: bool = False
    """Whether it is no system but a row to hold systems against (people, constants, chance): in no test."""
    sums: ItemSums | None = None
    """What is left of the items, where their rows are not kept."""
    _codes: dict[str, IntArray] = field(default_factory=dict, repr=False, compare=False)

    def signed(self, place: int) -> str:
        """Return the signature of a measure as it scored."""
        return self.signatures[place] if self.signatures else self.measures[place].signature()

    def column(self, name: str) -> tuple[str, ...]:
        """Return a column of the items by name; an unknown one names those there are."""
        if name not in self.columns:
            ensure_columns(self.columns, [name])
        return self.columns[name]

    def codes(self, name: str) -> IntArray:
        """Return for each item the place of its label among the sorted distinct labels of a column."""
        if name not in self._codes:
            labels = self.column(name)
            places = {label: i for i, label in enumerate(sorted(set(labels)))}
            self._codes[name] = np.fromiter((places[v] for v in labels), np.int64, len(labels))
        return self._codes[name]

    def select(self, places: IntArray) -> ItemStatistics:
        """Return the statistics of some of the items."""
        own = self.rows is None
        chosen = places.tolist()
        return replace(
            self,
            ids=tuple(map(self.ids.__getitem__, chosen)),
            statistics=tuple(s[places] for s in self.statistics) if own else self.statistics,
            columns={k: tuple(map(v.__getitem__, chosen)) for k, v in self.columns.items()},
            rows=None if self.rows is None else self.rows[places],
            chance={k: v[places] for k, v in self.chance.items()},
            chance_sums={},  # of some of the items they are not known
            chance_spread={k: v[places] for k, v in self.chance_spread.items()},
            net={k: v.select(places) for k, v in self.net.items()},
            coverage={k: v[places] for k, v in self.coverage.items()},
            _codes={},
        )

    def under(self, places: Sequence[int]) -> ItemStatistics:
        """Return the statistics under some of the measures."""
        return replace(
            self,
            measures=tuple(self.measures[i] for i in places),
            statistics=tuple(self.statistics[i] for i in places),
            chance=_chosen(self.chance, places),
            chance_sums=_chosen(self.chance_sums, places),
            chance_spread=_chosen(self.chance_spread, places),
            net=_chosen(self.net, places),
            coverage=_chosen(self.coverage, places),
            signatures=tuple(self.signatures[i] for i in places) if self.signatures else (),
        )

    def each(self) -> ItemStatistics:
        """Return the same with a row of statistics for each item."""
        if self.rows is None:
            return self
        return replace(self, rows=None, statistics=tuple(s[self.rows] for s in self.statistics))

    def net_totals(self, place: int) -> FloatArray:
        """Return net gain, room and room of gold over all items, where a measure has them."""
        totals = self.net[place].rows.sum(axis=0) if self.sums is None else self.sums.totals(place)[-3:]
        return np.asarray(totals, np.float64)

    def has_room(self, place: int) -> bool:
        """Whether gold of other items is worse than an item's own."""
        return bool(self.net_totals(place)[2] > ROOM)

    def known_share(self, place: int) -> float | None:
        """Return the share of phrases or words that the source of a measure knows, where that is counted."""
        if place not in self.coverage:
            return None
        known, count = self.coverage[place].sum(axis=0)
        return float(known / count) if count else None

    def totals(self, place: int, column: str | None = None) -> FloatArray:
        """Return the sums ``(g, d)`` of one measure within the groups it needs, or those of a column."""
        if column is None and self.measures[place].grouped and TOPIC in self.columns:
            column = TOPIC
        groups = None if column is None else self.codes(column)
        table = self.statistics[place]
        if self.rows is None:
            return total(table, groups)
        size = len(table)
        code = self.rows if groups is None else groups * size + self.rows
        topics = 1 if groups is None else int(groups.max(initial=-1)) + 1
        counts = np.bincount(code, minlength=topics * size).reshape(topics, size).astype(np.float64)
        return np.asarray(counts @ table, dtype=np.float64)


def _chosen(sides: Mapping[int, T], places: Sequence[int]) -> dict[int, T]:
    """Return what stands beside some of the measures, by their new places."""
    return {new: sides[i] for new, i in enumerate(places) if i in sides}


def sums(weights: FloatArray, statistics: FloatArray, groups: IntArray | None) -> FloatArray:
    """Return the weighted sums ``(b, g, d)`` of statistics ``(n, d)`` within groups, numbered from 0."""
    if groups is None:
        return _product(weights, statistics)[:, None, :]
    sizes = np.bincount(groups)
    if (np.diff(groups) < 0).any():
        order = np.argsort(groups, kind="stable")
        weights, statistics = weights[:, order], statistics[order]
    if (sizes == sizes[:1]).all():
        each = statistics.reshape(len(sizes), -1, statistics.shape[1])
        if (each == each[:1]).all():  # every group has the same rows: one product for all
            return np.asarray(weights.reshape(len(weights), len(sizes), -1) @ each[0], dtype=np.float64)
    totals = np.empty((len(weights), len(sizes), statistics.shape[1]))
    for group, end in enumerate(np.cumsum(sizes).tolist()):
        members = slice(end - int(sizes[group]), end)
        totals[:, group] = weights[:, members] @ statistics[members]
    return totals


def _product(weights: FloatArray, statistics: FloatArray) -> FloatArray:
    """Return weights @ statistics, in pieces too small for threads, which cost more than they save."""
    columns = max(statistics.shape[1], 1)
    if columns > _MANY:  # threads pay
        return np.asarray(weights @ statistics, dtype=np.float64)
    summed = np.zeros((len(weights), statistics.shape[1]))
    rows = min(max(len(weights), 1), _PIECE // (_ITEMS * columns))
    items = max(_PIECE // (rows * columns), _ITEMS)
    for first in range(0, len(weights), rows):
        lines = slice(first, first + rows)
        for start in range(0, len(statistics), items):
            block = slice(start, start + items)
            summed[lines] += weights[lines, block] @ statistics[block]
    return summed


def total(statistics: FloatArray, groups: IntArray | None, counts: IntArray | None = None) -> FloatArray:
    """Return the sums ``(g, d)`` of all items; ``counts`` is how many items each row stands for."""
    if groups is None and counts is None:
        return np.asarray(statistics.sum(axis=0, keepdims=True), dtype=np.float64)
    weights = np.ones((1, len(statistics))) if counts is None else counts[None].astype(np.float64)
    return np.asarray(sums(weights, statistics, groups)[0], dtype=np.float64)


def ratio(above: FloatArray, below: FloatArray) -> FloatArray:
    """Divide sums over groups, ``(…, g)`` to ``(…)``; NaN where there is nothing to divide by."""
    return quotient(above.sum(-1), below.sum(-1))
