"""Parts of the work and what they give, joined into what the whole gives, to the last bit.

A part is some of the items, or one file of gold with one file of each system. Parts are independent of each
other: they may be scored anywhere, in any order, and joined some first.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import content_digest, offsets
from lydite.core.errors import InputError
from lydite.inference.statistics import ItemStatistics, NetRows
from lydite.measures.chance import add_blocks
from lydite.measures.phrases.items import SUM_BLOCK

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray, IntArray, UInt64Array
    from lydite.core.notes import Note
    from lydite.inference.item_sums import ItemSums
    from lydite.reading.fields import Detected

_FEW = 8  # numbers of parts in a message


@dataclass(frozen=True, order=True)
class Part:
    """Part ``number`` of ``of``: items that follow each other, sorted by id."""

    number: int = 1
    of: int = 1

    def places(self, items: int) -> slice:
        """Return which of so many items it has: whole blocks of those that sums over shuffles are taken of.

        >>> [Part(k, 3).places(150) for k in (1, 2, 3)]
        [slice(0, 64, None), slice(64, 128, None), slice(128, 150, None)]
        """
        blocks = -(-items // SUM_BLOCK)
        begin, end = ((blocks * k // self.of) * SUM_BLOCK for k in (self.number - 1, self.number))
        return slice(min(begin, items), min(end, items))


@dataclass(frozen=True, eq=False)
class FileFacts:
    """What is known of the items of a file, when they are not kept."""

    path: str
    keys: UInt64Array
    """Of the ids, sorted."""
    gold: str
    """Digests of gold, of the predictions of each system, and of the topics."""
    predictions: tuple[str, ...]
    topics: str = ""
    extra: UInt64Array = field(default_factory=lambda: np.zeros(0, np.uint64))
    """Keys of items that systems answered and that are not in this file of gold."""


@dataclass(frozen=True, eq=False)
class PartResult:
    """What was found in some of the parts."""

    of: int
    made: Mapping[str, Any]
    """What parts of one run have in common, by what it is called in messages."""
    rows: Mapping[int, tuple[ItemStatistics, ...]]
    """By number of the part: of each system, without measures; sums over shuffles are by block of items.

    Parts of items have neither ids nor columns, which are those of the whole. Where sums are kept there are
    no items.
    """
    sums: tuple[ItemSums, ...] = ()
    """Of each system, where rows are not kept."""
    files: Mapping[int, FileFacts] = field(default_factory=dict)
    """By number of the part, where parts are files."""
    notes: Mapping[int, tuple[Note, ...]] = field(default_factory=dict)
    """By number of the part: what a reader must know."""
    detected: Mapping[int, tuple[Detected, ...]] = field(default_factory=dict)
    """By number of the part: how each file was read."""

    @property
    def path(self) -> str:
        """The first of its files."""
        return self.files[min(self.files)].path

    @property
    def missing(self) -> list[int]:
        """The numbers of the parts that are not in it."""
        return [n for n in range(1, self.of + 1) if n not in self.rows]


def join(results: Iterable[PartResult]) -> PartResult:
    """Return what all of these found; parts of another run, and parts given twice, are refused.

    Joining is associative: some may be joined first, in any order.
    """
    return functools.reduce(_joined, results)


def _joined(one: PartResult, other: PartResult) -> PartResult:
    if one.files and other.files:
        which = f"{other.path} does not fit {one.path}"
    else:
        which = f"part {_few(other.rows)} is of another run than part {_few(one.rows)}"
    if one.of != other.of:
        raise InputError(f"{which}: there are {other.of} parts, not {one.of}")
    if bool(one.sums) != bool(other.sums):
        raise InputError(f"{which}: one keeps sums, the other rows")
    if different := [name for name in one.made if one.made[name] != other.made.get(name)]:
        raise InputError(f"{which}: not the same {', '.join(different)}{_cure(different, one, other)}")
    if twice := one.rows.keys() & other.rows.keys():
        raise InputError(f"of {one.of} parts, given twice: {_few(twice)}")
    return PartResult(
        one.of,
        one.made,
        {**one.rows, **other.rows},
        tuple(map(operator.add, one.sums, other.sums)),
        {**one.files, **other.files},
        {**one.notes, **other.notes},
        {**one.detected, **other.detected},
    )


def _cure(different: Sequence[str], one: PartResult, other: PartResult) -> str:
    """Return what more there is to say of what differs."""
    if different == ["labels"]:
        return "; --labels names those of all"
    if different == ["columns"]:
        sides = ({n for names in result.made["columns"] for n in names} for result in (one, other))
        return f" ({', '.join(sorted(set.symmetric_difference(*sides)))}); each file must have those of all"
    return ""


def complete(result: PartResult) -> tuple[ItemStatistics, ...]:
    """Return the statistics of each system over all parts, in the order of their numbers.

    A missing part is refused, and so are files that have an item in common.
    """
    if result.missing:
        raise InputError(f"of {result.of} parts, missing: {_few(result.missing)}")
    numbers = sorted(result.rows)
    systems = [_together(each) for each in zip(*(result.rows[n] for n in numbers), strict=True)]
    systems = [add_all_blocks(one) for one in systems]
    if result.sums:
        systems = [replace(one, sums=sums) for one, sums in zip(systems, result.sums, strict=True)]
    if result.files:
        files = [result.files[n] for n in numbers]
        _ensure_apart(files)
        systems = [_signed(_by_id(one), files, place) for place, one in enumerate(systems)]
    return tuple(systems)


def _together(parts: Sequence[ItemStatistics]) -> ItemStatistics:
    """Return the rows of all items of the parts."""
    first = parts[0]
    if not parts[1:]:
        return first
    kept, rows = _shared_rows(parts)
    tables: dict[int, FloatArray] = {}  # measures that share one table go on sharing it
    for place, table in enumerate(first.statistics):
        if id(table) not in tables:
            tables[id(table)] = np.concatenate([p.statistics[place] for p in parts])[kept]

    def joined(name: str) -> dict[int, Any]:
        return {k: np.concatenate([getattr(p, name)[k] for p in parts]) for k in getattr(first, name)}

    return replace(
        first,
        ids=tuple(i for p in parts for i in p.ids),
        statistics=tuple(tables[id(table)] for table in first.statistics),
        columns={k: tuple(v for p in parts for v in p.columns[k]) for k in first.columns},
        rows=rows,
        chance=joined("chance"),
        chance_sums=joined("chance_sums"),
        chance_spread=joined("chance_spread"),
        net={
            k: NetRows(*map(_concatenated, zip(*(p.net[k] for p in parts), strict=True))) for k in first.net
        },
        coverage=joined("coverage"),
        version=", ".join(dict.fromkeys(p.version for p in parts)),
    )


def _concatenated(arrays: Sequence[AnyArray | None]) -> Any:
    there = [array for array in arrays if array is not None]
    return np.concatenate(there) if there else None


def _shared_rows(parts: Sequence[ItemStatistics]) -> tuple[Any, IntArray | None]:
    """Return which of the parts' rows are kept, and for each item its own where items share them."""
    codes = [p.rows for p in parts if p.rows is not None]
    if not codes:
        return slice(None), None
    sizes = [len(p.statistics[0]) for p in parts]
    same = all(
        np.array_equal(a, b) for p in parts for a, b in zip(p.statistics, parts[0].statistics, strict=True)
    )
    if same:
        return slice(sizes[0]), np.concatenate(codes)
    starts = offsets(np.array(sizes))[:-1].tolist()
    return slice(None), np.concatenate([c + start for c, start in zip(codes, starts, strict=True)])


def add_all_blocks(scored: ItemStatistics) -> ItemStatistics:
    """Return the same with sums over shuffles of all items, not of each block."""
    return replace(
        scored,
        chance_sums={k: add_blocks(sums) for k, sums in scored.chance_sums.items()},
        net={k: net._replace(sums=add_blocks(net.sums)) for k, net in scored.net.items()},
    )


def _by_id(scored: ItemStatistics) -> ItemStatistics:
    """Return the same with items sorted by id, as those of one file are."""
    order = sorted(range(len(scored.ids)), key=scored.ids.__getitem__)
    if not order:
        return scored
    chosen = scored.select(np.array(order))
    net = {k: one._replace(sums=scored.net[k].sums) for k, one in chosen.net.items()}
    return replace(chosen, chance_sums=scored.chance_sums, net=net)


def _ensure_apart(files: Sequence[FileFacts]) -> None:
    """Refuse files of which one has an item of another, or is answered beside another."""
    keys = np.concatenate([one.keys for one in files])
    owners = np.repeat(np.arange(len(files)), [len(one.keys) for one in files])
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero(keys[order[1:]] == keys[order[:-1]])
    if len(again):
        one, other = (files[owners[order[again[0] + k]]].path for k in (0, 1))
        what = "1 item is" if len(again) == 1 else f"{len(again):,} items are"
        raise InputError(
            f"{what} in two files, the first in {one}, too; each item belongs in one file", other
        )
    for file in files:
        places = np.minimum(np.searchsorted(keys, file.extra, sorter=order), len(keys) - 1)
        if len(found := np.flatnonzero(keys[order[places]] == file.extra)):
            owner = files[owners[order[places[found[0]]]]].path
            what = "1 item is" if len(found) == 1 else f"{len(found):,} items are"
            raise InputError(
                f"{what} answered beside this file, and in another one of gold, the first in {owner}; "
                "systems must be divided as gold is",
                file.path,
            )


def _signed(scored: ItemStatistics, files: Sequence[FileFacts], place: int) -> ItemStatistics:
    """Return the same with digests of all files."""
    policies = dict(scored.policies)
    if any(one.topics for one in files):
        policies["topics"] = content_digest([one.topics for one in files])
    return replace(
        scored,
        policies=policies,
        gold=content_digest([one.gold for one in files]),
        predictions=content_digest([one.predictions[place] for one in files]),
    )


def _few(numbers: Iterable[int]) -> str:
    ordered = sorted(numbers)
    return ", ".join(map(str, ordered[:_FEW])) + (", …" if len(ordered) > _FEW else "")
