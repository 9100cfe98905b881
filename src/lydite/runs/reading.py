"""From a file to a run: every field and every array is looked at before anything is made of it."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec
import numpy as np

from lydite.core.arguments import wrong
from lydite.core.arrays import RaggedArray, Vocabulary
from lydite.core.errors import InputError
from lydite.core.io.opening import bare_name, read_bytes, source_name
from lydite.core.notes import DIFFERENT, Note
from lydite.core.whole_numbers import whole_number
from lydite.inference.item_sums import ItemSums
from lydite.inference.statistics import ItemStatistics, NetRows
from lydite.measures.phrases.items import PhraseItems
from lydite.runs.archive import HEADER, SCHEMA, RunArchive
from lydite.runs.measures import all_figures, fits, renamed, restore_measure, revision
from lydite.runs.run import Block, Run
from lydite.runs.schema import RunHeader
from lydite.runs.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import AnyArray, FloatArray, IntArray
    from lydite.inference.statistics import Scorable
    from lydite.runs.schema import (
        SavedBlock,
        SavedItems,
        SavedMeasure,
        SavedPhrases,
        SavedSums,
        SavedSystem,
    )

    Table = tuple[tuple[str, ...], dict[str, tuple[str, ...]]]


def read_run(path: str | Path, *, sums: bool = False) -> Run:
    """Read a run that was saved; what is not one, or not whole, is an error of one line.

    Neither gold nor any source of the measures need be on this machine. ``sums`` allows parts without items.
    """
    if not isinstance(path, str | PathLike):
        raise wrong("path", "the path of a saved run", path)
    run = unpack_run(read_bytes(path), source_name(path), Path(bare_name(path)).stem)
    if not sums and any(s.sums is not None for block in run.blocks for s in block.systems):
        raise InputError("is a part with sums in place of items; lydite merge reads it", path)
    return run


def unpack_run(data: bytes, source: str, name: str = "") -> Run:
    """Return the run that bytes hold; ``source`` stands in messages."""
    archive = RunArchive.of(data, source)
    try:
        return _RunReader(_header(archive.content(HEADER)), archive.arrays()).run(name)
    except InputError as error:
        raise error if error.path is not None else InputError(str(error), source) from error


def _header(content: bytes) -> RunHeader:
    try:
        decoded = json.loads(content.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise InputError("is not a run saved by lydite: its header is no JSON") from error
    if not isinstance(decoded, dict) or not isinstance(schema := decoded.get("schema"), int):
        raise InputError("is not a run saved by lydite: its header names no schema")
    if not 1 <= schema <= SCHEMA:
        age = "a newer" if schema > SCHEMA else "an older"
        raise InputError(
            f"was saved by {age} version of lydite: schema {schema}; this one reads 1 to {SCHEMA}"
        )
    try:
        return msgspec.convert(decoded, RunHeader)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter of half a character
        raise InputError(f"does not follow schema {schema} of runs: {error}") from error


def note_of_text(text: str, systems: Sequence[str]) -> Note:
    """Return a note that a file has as text: of a system where it begins with the name of one.

    >>> note = note_of_text("mine: duplicates dropped: 3", ["mine"])
    >>> note, note.source, note.renamed("mine (monday)")
    ('mine: duplicates dropped: 3', 'mine', 'mine (monday): duplicates dropped: 3')
    """
    of_systems = ((kind, name) for name in systems for kind in ("{source}: {how}", "{source}, {how}"))
    for kind, source in ((DIFFERENT, ""), *of_systems):
        begin = kind.format(source=source, how="")
        if text.startswith(begin):
            return Note(kind, source, how=text.removeprefix(begin))
    return Note("{how}", how=text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


class _RunReader:
    """Makes a run of a header and its arrays."""

    def __init__(self, header: RunHeader, arrays: Sequence[AnyArray]) -> None:
        self.header = header
        self.arrays = arrays
        self.used: set[int] = set()
        self.notes: list[Note] = []

    def run(self, name: str) -> Run:
        header = self.header
        shard = header.shard
        if shard is not None and shard.number > shard.of:
            raise InputError(f"says that it is part {shard.number} of {shard.of}")
        tables = [self._table(items) for items in header.items]
        blocks = tuple(self._block(block, tables) for block in header.blocks)
        named = [[s.system for s in block.systems] for block in blocks]
        fewer = header.kind == "hops"  # some parts are only of strategies that could fail
        if any(
            len(set(names)) < len(names) or (not {*names} <= {*named[0]} if fewer else names != named[0])
            for names in named
        ):
            raise InputError("does not hold the same systems, each once, throughout")
        if header.kind == "hops":  # walks with links missing, which are no longer made
            blocks = tuple(b for b in blocks if not (b.group or "").endswith("links missing"))
        if header.kind == "phrases" and header.schema == 1 and any(s.chance for s in blocks[0].systems):
            sentence = "saved by an earlier version, with another chance: no corrected values"
            self.notes.append(Note(sentence))
        phrases = self._phrases(blocks)
        if len(self.used) < len(self.arrays):
            raise InputError("holds arrays that nothing refers to")
        return Run(
            header.kind,
            blocks,
            (*(note_of_text(text, named[0]) for text in header.notes), *dict.fromkeys(self.notes)),
            None if shard is None else Shard(shard.number, shard.of),
            phrases,
            name,
        )

    def _table(self, items: SavedItems) -> Table:
        ids = tuple(items.ids)
        if len(set(ids)) < len(ids):
            raise InputError("holds an item twice")
        columns = {}
        for name, column in items.columns.items():
            codes = self._codes(column.codes, len(ids), len(column.values), f"column {name}")
            columns[name] = tuple(map(column.values.__getitem__, codes.tolist()))
        return ids, columns

    def _block(self, block: SavedBlock, tables: Sequence[Table]) -> Block:
        systems = tuple(self._system(system, tables) for system in block.systems)
        first = block.systems[0]
        if self.header.kind == "hops" and not all_figures(systems[0].measures):
            raise InputError("does not hold all figures of hops")
        for saved, scored in zip(block.systems, systems, strict=True):
            if [m.spec for m in saved.measures] != [m.spec for m in first.measures]:
                raise InputError(f"{saved.system} and {first.system} were not scored by the same measures")
            widths = [[a.shape[1] for a in s.statistics] for s in (scored, systems[0])]
            if widths[0] != widths[1]:
                raise InputError(f"the statistics of {saved.system} and {first.system} differ in width")
        return Block(systems, block.group)

    def _system(self, saved: SavedSystem, tables: Sequence[Table]) -> ItemStatistics:
        if saved.items >= len(tables):
            raise InputError(f"{saved.system} refers to items that are not there")
        ids, columns = tables[saved.items]
        if saved.cluster is not None and saved.cluster not in columns and saved.sums is None:
            raise InputError(f"{saved.system} is drawn by the column {saved.cluster!r}, which is not there")
        lengths = {self._array(m.statistics, np.float64, 2).shape[0] for m in saved.measures}
        known, measures = self._restored(saved)
        rows = None
        if saved.rows is not None:
            rows = self._codes(saved.rows, len(ids), min(lengths), f"rows of {saved.system}")
        if len(lengths) > 1 or (rows is None and lengths != {len(ids)}):
            raise InputError(f"the statistics of {saved.system} are not those of its {len(ids):,} items")
        for m, measure in zip(known, measures, strict=True):
            if not fits(measure, self.arrays[m.statistics]):
                raise InputError(f"the statistics of {saved.system} are not such as {m.spec} makes")
            if (now := revision(measure)) != m.revision:
                sentence = "{measure} was scored by its revision {revision}; this version has {now}"
                self.notes.append(Note(sentence, measure=str(measure), revision=m.revision, now=now))
        return ItemStatistics(
            saved.system,
            ids,
            measures,
            tuple(self.arrays[m.statistics] for m in known),
            columns,
            rows,
            chance=self._sides(known, len(ids), "chance"),
            chance_sums=self._sides(known, None, "chance_error"),
            chance_spread=self._sides(known, len(ids), "chance_spread"),
            net=self._net(known, len(ids)),
            coverage=self._sides(known, len(ids), "coverage"),
            policies=saved.policies,
            gold=saved.gold,
            predictions=saved.predictions,
            cluster=saved.cluster,
            shuffles=saved.shuffles,
            signatures=tuple(m.signature for m in known),
            version=saved.version,
            reference=saved.reference,
            sums=None if saved.sums is None else self._item_sums(saved, saved.sums),
        )

    def _restored(self, saved: SavedSystem) -> tuple[list[SavedMeasure], tuple[Scorable, ...]]:
        """Return the measures of a system that this version has; the others are left out with a note."""
        known, measures = [], []
        for m in map(renamed, saved.measures):
            try:
                measures.append(restore_measure(m, self.header.kind))
            except InputError as error:
                if len(saved.measures) == 1 or saved.sums is not None or self.header.kind == "hops":
                    raise
                sentence = "{measure} was left out: the file {error}"
                self.notes.append(Note(sentence, measure=m.spec, error=str(error)))
                places = (
                    m.statistics, m.chance, m.chance_error, m.coverage, m.chance_spread, m.net, m.net_sums,
                    m.net_spread,
                )  # fmt: skip
                self.used.update(place for place in places if place is not None)
            else:
                known.append(m)
        if not known:
            raise InputError("contains only measures that this version does not have")
        return known, tuple(measures)

    def _item_sums(self, system: SavedSystem, saved: SavedSums) -> ItemSums:
        measures = len(system.measures)
        if {len(saved.counted), len(saved.exact), len(saved.draws)} != {measures}:
            raise InputError(f"the sums of {system.system} are not those of {measures:,} measures")
        exact = tuple(self._array(place, np.int64, 2) for place in saved.exact)
        draws = tuple(self._array(place, np.int64, 2) for place in saved.draws)
        for m, one, each in zip(system.measures, exact, draws, strict=True):
            width = self.arrays[m.statistics].shape[1] * (1 if m.chance is None else 2)
            if one.shape != (3, width) or each.shape != (len(draws[0]), width):
                raise InputError(f"the sums of {system.system} do not fit the statistics of {m.spec}")
        if any(n is None or n >= measures for n in map(whole_number, saved.coverage)):
            raise InputError(f"the sums of {system.system} name a measure that is not there")
        known = {int(place): both for place, both in saved.coverage.items()}
        if self.header.items[system.items].ids or max(saved.counted, default=0) > saved.items:
            raise InputError(f"the sums of {system.system} are not those of {saved.items:,} items alone")
        if any(there > count for there, count in known.values()):
            raise InputError(f"the sums of {system.system} know more phrases than there are")
        for counted, one in zip(saved.counted, exact, strict=True):
            if (counted and not one.any()) or (one.any() and not saved.items) or one[1:].min(initial=0) < 0:
                raise InputError(f"the sums of {system.system} are no sums of {counted:,} items")
        return ItemSums(saved.items, tuple(saved.counted), exact, draws, saved.seed, saved.cluster, known)

    def _sides(self, measures: Sequence[SavedMeasure], n: int | None, name: str) -> dict[int, FloatArray]:
        arrays = {}
        for place, saved in enumerate(measures):
            at = getattr(saved, name)
            if at is None:
                continue
            own = self.arrays[saved.statistics].shape[1]
            width = {"coverage": 2, "chance_spread": own**2}.get(name, own)
            arrays[place] = self._array(at, np.float64, 2)
            if arrays[place].shape != (len(arrays[place]) if n is None else n, width):
                raise InputError(f"{name} of {saved.spec} does not fit its statistics")
        return arrays

    def _net(self, measures: Sequence[SavedMeasure], n: int) -> dict[int, NetRows]:
        nets = {}
        for place, saved in enumerate(measures):
            if saved.net is None or saved.net_sums is None:
                continue
            rows, sums = (self._array(at, np.float64, 2) for at in (saved.net, saved.net_sums))
            spread = None if saved.net_spread is None else self._array(saved.net_spread, np.float64, 2)
            wide = spread is None or spread.shape == (n, 9)
            if rows.shape != (n, 3) or sums.shape[1] != 3 or not wide or saved.chance is None:
                raise InputError(f"the net gains of {saved.spec} do not fit its statistics")
            nets[place] = NetRows(rows, sums, spread)
        return nets

    def _phrases(self, blocks: Sequence[Block]) -> dict[str, PhraseItems]:
        words = Vocabulary(self.header.words)
        by_system = {}
        for saved, scored in zip(self.header.blocks[0].systems, blocks[0].systems, strict=True):
            if saved.answers is None:
                continue
            n = len(scored.ids)
            gold, predicted = self._lists(saved.answers.gold, n), self._lists(saved.answers.predicted, n)
            absent = self._array(saved.answers.absent, np.bool_, 1)
            if len(absent) != n:
                raise InputError(f"the answers of {saved.system} are not those of its {n:,} items")
            by_system[saved.system] = PhraseItems(scored.ids, words, gold, predicted, absent, scored.columns)
        return by_system

    def _lists(self, saved: SavedPhrases, n: int) -> RaggedArray:
        starts = self._array(saved.starts, np.int64, 1)
        ordered = len(starts) == n + 1 and starts[0] == 0 and not (np.diff(starts) < 0).any()
        if not ordered:
            raise InputError("holds lists of phrases that do not follow each other")
        size = int(starts[-1])
        codes = self._codes(saved.codes, size, len(self.header.words), "phrases")
        if saved.concepts is None:
            return RaggedArray(codes, starts)
        return RaggedArray(codes, starts, self._codes(saved.concepts, size, size, "variants of phrases"))

    def _codes(self, place: int, n: int, count: int, what: str) -> IntArray:
        codes = self._array(place, np.int64, 1)
        if len(codes) != n:
            raise InputError(f"{what}: {len(codes):,} codes for {n:,}")
        if n and not 0 <= codes.min() <= codes.max() < count:
            raise InputError(
                f"{what}: codes run from 0 to {count - 1:,}, not over {codes.min()}…{codes.max()}"
            )
        return codes

    def _array(self, place: int, kind: type[np.generic], axes: int) -> AnyArray:
        if place >= len(self.arrays):
            raise InputError(f"refers to array {place}; there are {len(self.arrays)}")
        array = self.arrays[place]
        if array.dtype != kind or array.ndim != axes:
            raise InputError(f"array {place} is {array.ndim}-dimensional {array.dtype}, which does not fit")
        self.used.add(place)
        return array
