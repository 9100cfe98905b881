"""The run file: each field is declared, filled from a run, and checked before a run is made of it.

The header is JSON; numbers stand in arrays beside it, and a ``Place`` is that of an array in their list.
"""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NoReturn

import msgspec
import numpy as np
from msgspec import Meta, Struct, field, structs

from lydite import __version__
from lydite.core.arguments import wrong
from lydite.core.arrays import RaggedArray, Vocabulary
from lydite.core.errors import InputError
from lydite.core.io.opening import bare_name, read_bytes, source_name
from lydite.core.io.writing import writing
from lydite.core.notes import DIFFERENT, Note
from lydite.inference.statistics import ItemStatistics, NetRows
from lydite.measures.phrases.items import PhraseItems
from lydite.runs.archive import HEADER, RunArchive, pack
from lydite.runs.measures import all_figures, fits, renamed, restore_measure, revision, settings_of
from lydite.runs.run import Block, Evidence, Kind, Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import AnyArray, FloatArray, IntArray
    from lydite.inference.statistics import Scorable

    Table = tuple[tuple[str, ...], dict[str, tuple[str, ...]]]

SCHEMA: Final = 3  # 1 and 2 are those of development versions
Place = Annotated[int, Meta(ge=0, le=2**31)]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seed = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(pattern=r"^[^\W\d]\w*\Z")]
Value = str | int | float
_SIDES = ("chance", "chance_sums", "chance_spread", "coverage")
_NET = ("net", "net_sums", "net_spread")
_PLAIN = ("system", "version", "gold", "predictions", "cluster", "shuffles", "reference")


class _Saved(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Nothing but the fields that are declared; what has its default is not written."""


class SavedNote(_Saved):
    """A sentence with its values."""

    sentence: str
    source: str = ""
    values: dict[Name, Value] = {}

    def note(self) -> Note:
        """Return the note; InputError where the sentence is not about these values."""
        try:
            return Note.of_data(structs.asdict(self))
        except (ValueError, OverflowError) as error:
            raise InputError(f"holds a note that says nothing: {self.sentence!r:.80}") from error


class SavedColumn(_Saved):
    """A column of the items: its distinct values, and for each item the place of its own among them."""

    values: tuple[str, ...]
    codes: Place

    @classmethod
    def of(cls, values: Sequence[str], writer: _Writer) -> SavedColumn:
        """Number the values."""
        numbers = {value: n for n, value in enumerate(dict.fromkeys(values))}
        return cls(tuple(numbers), writer.codes([numbers[v] for v in values]))


class SavedItems(_Saved):
    """The items of one or more systems."""

    ids: tuple[str, ...]
    columns: dict[str, SavedColumn]

    def table(self, reader: _Reader) -> Table:
        """Return ids and columns."""
        if len(set(self.ids)) < len(self.ids):
            raise InputError("holds an item twice")
        columns = {}
        for name, column in self.columns.items():
            codes = reader.codes(column.codes, len(self.ids), len(column.values), f"column {name}")
            columns[name] = tuple(map(column.values.__getitem__, codes.tolist()))
        return self.ids, columns


class SavedMeasure(_Saved):
    """A measure as it scored, and the arrays it left."""

    spec: str
    signature: str
    """With the digests of sources that need not be here when it is read."""
    revision: Count
    settings: dict[str, Value]
    """Of figures of hops, which no spec spells."""
    statistics: Place
    chance: Place | None = None
    chance_sums: Place | None = field(name="chance_error", default=None)
    """Over all items of each shuffle, from which the error of chance itself follows."""
    chance_spread: Place | None = None
    """Where items have columns only."""
    coverage: Place | None = None
    net: Place | None = None
    """Net gains, room and room of gold of each item, of which corrected values are made; from schema 2 on."""
    net_sums: Place | None = None
    net_spread: Place | None = None

    @classmethod
    def of(cls, scored: ItemStatistics, place: int, writer: _Writer) -> SavedMeasure:
        """Place the arrays of a measure."""
        measure = scored.measures[place]
        arrays: dict[str, FloatArray | None] = {"statistics": scored.statistics[place]}
        arrays |= {side: getattr(scored, side).get(place) for side in _SIDES}
        if (net := scored.net.get(place)) is not None:
            arrays |= zip(_NET, net, strict=True)
        places = {k: writer.numbers(a, f"{k} of {measure}") for k, a in arrays.items() if a is not None}
        settings = settings_of(measure, writer.kind)
        return cls(str(measure), scored.signed(place), revision(measure), settings, **places)

    def beside(self, n: int, reader: _Reader) -> dict[str, FloatArray]:
        """Return what stands beside the statistics of n items."""
        width = reader.arrays[self.statistics].shape[1]
        widths = {"coverage": 2, "chance_spread": width**2, "net": 3, "net_sums": 3, "net_spread": 9}
        found = {}
        for name in (*_SIDES, *_NET):
            if (at := getattr(self, name)) is None:
                continue
            array = found[name] = reader.array(at, np.float64, 2)
            rows = len(array) if name in {"chance_sums", "net_sums"} else n
            if array.shape != (rows, widths.get(name, width)):
                raise InputError(f"{name} of {self.spec} does not fit its statistics")
        if {*_NET} & found.keys() and not {"net", "net_sums", "chance"} <= found.keys():
            raise InputError(f"the net gains of {self.spec} are not whole")
        return found


class SavedPhrases(_Saved):
    """Lists of phrases: their codes in ``words``, and where each item's list starts."""

    codes: Place
    starts: Place
    concepts: Place | None = None

    @classmethod
    def of(cls, lists: RaggedArray, words: Sequence[str], writer: _Writer) -> SavedPhrases:
        """Number the phrases as the file does."""
        used, codes = np.unique(lists.codes, return_inverse=True)
        numbers = [writer.words.setdefault(words[c], len(writer.words)) for c in used.tolist()]
        concepts = None if lists.concepts is None else writer.codes(lists.concepts)
        return cls(writer.codes(np.array(numbers, np.int64)[codes]), writer.codes(lists.starts), concepts)

    def lists(self, n: int, reader: _Reader) -> RaggedArray:
        """Return the lists of n items."""
        starts = reader.array(self.starts, np.int64, 1)
        if len(starts) != n + 1 or starts[0] != 0 or (np.diff(starts) < 0).any():
            raise InputError("holds lists of phrases that do not follow each other")
        size = int(starts[-1])
        codes = reader.codes(self.codes, size, len(reader.header.words), "phrases")
        if self.concepts is None:
            return RaggedArray(codes, starts)
        return RaggedArray(codes, starts, reader.codes(self.concepts, size, size, "variants of phrases"))


class SavedAnswers(_Saved):
    """Gold and predicted phrases of a system, and which items it did not answer at all."""

    gold: SavedPhrases
    predicted: SavedPhrases
    absent: Place

    @classmethod
    def of(cls, scored: ItemStatistics, items: PhraseItems, writer: _Writer) -> SavedAnswers:
        """Save the phrases of a system's items."""
        if items.ids != scored.ids:
            raise InputError(f"the phrases of {scored.system} are not those of its items")
        gold, predicted = (
            SavedPhrases.of(lists, items.words.phrases, writer) for lists in (items.gold, items.predicted)
        )
        return cls(gold, predicted, writer.place(np.asarray(items.absent, np.bool_)))

    def items(self, scored: ItemStatistics, words: Vocabulary, reader: _Reader) -> PhraseItems:
        """Return the phrases of a system's items."""
        n = len(scored.ids)
        gold, predicted = self.gold.lists(n, reader), self.predicted.lists(n, reader)
        absent = reader.array(self.absent, np.bool_, 1)
        if len(absent) != n:
            raise InputError(f"the answers of {scored.system} are not those of its {n:,} items")
        return PhraseItems(scored.ids, words, gold, predicted, absent, scored.columns)


class SavedSystem(_Saved):
    """One system of a block."""

    system: str
    items: Place
    """Among the tables of items."""
    version: str
    measures: Annotated[tuple[SavedMeasure, ...], Meta(min_length=1)]
    policies: dict[str, str]
    gold: str
    predictions: str
    rows: Place | None = None
    cluster: str | None = None
    shuffles: tuple[Count, Seed] | None = None
    answers: SavedAnswers | None = None
    reference: bool = False

    @classmethod
    def of(cls, scored: ItemStatistics, writer: _Writer) -> SavedSystem:
        """Save a system; InputError where its items are gone."""
        if scored.sums is not None:
            raise InputError(
                "--interval poisson keeps sums in place of items, of which no run can be saved; leave out "
                "--save, or --interval poisson"
            )
        phrases = writer.phrases.get(scored.system)
        return cls(
            items=writer.table(scored),
            measures=tuple(SavedMeasure.of(scored, place, writer) for place in range(len(scored.measures))),
            policies=dict(scored.policies),
            rows=None if scored.rows is None else writer.codes(scored.rows),
            answers=None if phrases is None else SavedAnswers.of(scored, phrases, writer),
            **{name: getattr(scored, name) for name in _PLAIN},
        )

    def statistics(self, tables: Sequence[Table], reader: _Reader) -> ItemStatistics:
        """Return the system under the measures that this version has."""
        if self.items >= len(tables):
            raise InputError(f"{self.system} refers to items that are not there")
        ids, columns = tables[self.items]
        if self.cluster is not None and self.cluster not in columns:
            raise InputError(f"{self.system} is drawn by the column {self.cluster!r}, which is not there")
        lengths = {reader.array(m.statistics, np.float64, 2).shape[0] for m in self.measures}
        rows = None
        if self.rows is not None:
            rows = reader.codes(self.rows, len(ids), min(lengths), f"rows of {self.system}")
        if len(lengths) > 1 or (rows is None and lengths != {len(ids)}):
            raise InputError(f"the statistics of {self.system} are not those of its {len(ids):,} items")
        restored = self._restored(reader)
        for signed, measure in restored.values():
            if not fits(measure, reader.arrays[signed.statistics]):
                raise InputError(f"the statistics of {self.system} are not such as {signed.spec} makes")
            if (now := revision(measure)) != signed.revision:
                sentence = "{measure} was scored by its revision {revision}; this version has {now}"
                told = Note(sentence, measure=str(measure), revision=signed.revision, now=now)
                reader.notes.append(told)
        every = [m.beside(len(ids), reader) for m in self.measures]  # also of those not known here
        beside = [every[place] for place in restored]
        sides: dict[str, Any] = {
            name: {place: found[name] for place, found in enumerate(beside) if name in found}
            for name in _SIDES
        }
        return ItemStatistics(
            ids=ids,
            measures=tuple(measure for _, measure in restored.values()),
            statistics=tuple(reader.arrays[signed.statistics] for signed, _ in restored.values()),
            columns=columns,
            rows=rows,
            net={
                place: NetRows(found["net"], found["net_sums"], found.get("net_spread"))
                for place, found in enumerate(beside)
                if "net" in found
            },
            policies=self.policies,
            signatures=tuple(signed.signature for signed, _ in restored.values()),
            **sides,
            **{name: getattr(self, name) for name in _PLAIN},
        )

    def _restored(self, reader: _Reader) -> dict[int, tuple[SavedMeasure, Scorable]]:
        """Return by place the measures that this version has; the others are left out with a note."""
        known = {}
        for place, saved in enumerate(map(renamed, self.measures)):
            try:
                known[place] = saved, restore_measure(saved, reader.header.kind)
            except InputError as error:
                if len(self.measures) == 1 or reader.header.kind == "hops":
                    raise
                sentence = "{measure} was left out: the file {error}"
                reader.notes.append(Note(sentence, measure=saved.spec, error=str(error)))
        if not known:
            raise InputError("contains only measures that this version does not have")
        return known


class SavedBlock(_Saved):
    """Systems under the same measures."""

    systems: Annotated[tuple[SavedSystem, ...], Meta(min_length=1)]
    group: str | None = None

    def block(self, tables: Sequence[Table], reader: _Reader) -> Block:
        """Return the systems, which have the same measures."""
        systems = tuple(saved.statistics(tables, reader) for saved in self.systems)
        first, lead = self.systems[0], systems[0]
        if reader.header.kind == "hops" and not all_figures(lead.measures):
            raise InputError("does not hold all figures of hops")
        for saved, scored in zip(self.systems, systems, strict=True):
            if [m.spec for m in saved.measures] != [m.spec for m in first.measures]:
                raise InputError(f"{saved.system} and {first.system} were not scored by the same measures")
            if [a.shape[1] for a in scored.statistics] != [a.shape[1] for a in lead.statistics]:
                raise InputError(f"the statistics of {saved.system} and {first.system} differ in width")
        return Block(systems, self.group)


class RunHeader(_Saved):
    """Everything but the arrays."""

    schema: Literal[1, 2, 3]
    lydite: str
    kind: Kind
    notes: tuple[SavedNote | str, ...]
    """Texts are those of schema 1 and 2."""
    items: tuple[SavedItems, ...]
    words: list[str]
    """All phrases that lists of answers name."""
    blocks: Annotated[tuple[SavedBlock, ...], Meta(min_length=1)]


class _Shard(Struct):
    """Which part of the items a file of an earlier version holds."""

    number: Place
    of: Place


def save(path: str | Path, run: Run) -> None:
    """Write a run, whole or not at all; the same run has the same bytes."""
    content = pack_run(run)
    with writing(path, "wb") as file:
        file.write(content)


def pack_run(run: Run) -> bytes:
    """Return the bytes of the file."""
    writer = _Writer(run)
    blocks = tuple(
        SavedBlock(tuple(SavedSystem.of(scored, writer) for scored in block.systems), block.group)
        for block in run.blocks
    )
    saved = tuple(SavedNote(**note.as_data()) for note in run.notes)
    header = RunHeader(SCHEMA, __version__, run.kind, saved, tuple(writer.items), list(writer.words), blocks)
    # ASCII: half a character in an id (a lone surrogate) comes back as it was
    built = msgspec.to_builtins(header, enc_hook=_plain)
    return pack(json.dumps(built, allow_nan=False, separators=(",", ":")).encode(), writer.arrays)


def _plain(value: Any) -> Any:
    """Return texts and numbers of other classes, such as numpy's, as Python's own."""
    return str(value) if isinstance(value, str) else value.item()


def read_run(path: str | Path) -> Run:
    """Read a run that was saved; what is not one, or not whole, is an error of one line.

    Neither gold nor any source of the measures need be on this machine.
    """
    if not isinstance(path, str | PathLike):
        raise wrong("path", "the path of a saved run", path)
    return unpack_run(read_bytes(path), source_name(path), Path(bare_name(path)).stem)


def unpack_run(data: bytes, source: str, name: str = "") -> Run:
    """Return the run that bytes hold; ``source`` stands in messages."""
    archive = RunArchive.of(data, source)
    try:
        return _Reader(_header(archive.content(HEADER)), archive.arrays()).run(name)
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
        if schema < SCHEMA and (shard := decoded.pop("shard", None)) is not None:
            part = msgspec.convert(shard, _Shard)
            raise InputError(
                f"is a shard (part {part.number} of {part.of}) of an earlier version, whose parts cannot be "
                "joined any more; score the files again: lydite score 'gold/*.jsonl' 'run/*.jsonl'"
            )
        return msgspec.convert(decoded, RunHeader)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter of half a character
        raise InputError(f"does not follow schema {schema} of runs: {error}") from error


def note_of_text(text: str, systems: Sequence[str]) -> Note:
    """Return a note that is there as text: of a system where it begins with the name of one.

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


class _Writer:
    """Collects arrays, tables of items and words, each once."""

    def __init__(self, run: Run) -> None:
        self.kind = run.kind
        self.phrases: Mapping[str, PhraseItems] = run.evidence.phrases
        self.arrays: list[AnyArray] = []
        self.items: list[SavedItems] = []
        self.words: dict[str, int] = {}
        self._places: dict[int, int] = {}
        self._tables: list[Table] = []

    def numbers(self, array: FloatArray, what: str) -> int:
        """Place numbers that are finite."""
        if array.dtype != np.float64 or not np.isfinite(array).all():
            raise InputError(f"{what} cannot be saved: these are no finite numbers")
        return self.place(array)

    def codes(self, array: Any) -> int:
        """Place whole numbers."""
        return self.place(np.asarray(array, np.int64))

    def place(self, array: AnyArray) -> int:
        """Return its place; an array that measures share stays shared, since that decides last digits."""
        if id(array) not in self._places:
            self._places[id(array)] = len(self.arrays)
            self.arrays.append(array)
        return self._places[id(array)]

    def table(self, scored: ItemStatistics) -> int:
        """Return the place of a system's items among those of the file."""
        table = scored.ids, dict(scored.columns)
        if table not in self._tables:
            self._tables.append(table)
            columns = {name: SavedColumn.of(values, self) for name, values in scored.columns.items()}
            self.items.append(SavedItems(scored.ids, columns))
        return self._tables.index(table)


class _Reader:
    """Makes a run of a header and its arrays, each of which is looked at."""

    def __init__(self, header: RunHeader, arrays: Sequence[AnyArray]) -> None:
        self.header = header
        self.arrays = arrays
        self.used: set[int] = set()
        self.notes: list[Note] = []

    def run(self, name: str) -> Run:
        """Return the run, called so."""
        header = self.header
        tables = [items.table(self) for items in header.items]
        blocks = tuple(saved.block(tables, self) for saved in header.blocks)
        named = [[s.system for s in block.systems] for block in blocks]
        fewer = header.kind == "hops"  # some parts are only of strategies that could fail
        if any(
            len(set(names)) < len(names) or (not {*names} <= {*named[0]} if fewer else names != named[0])
            for names in named
        ):
            raise InputError("does not hold the same systems, each once, throughout")
        if header.kind == "phrases" and header.schema == 1 and any(s.chance for s in blocks[0].systems):
            self.notes.append(Note("saved by an earlier version, with another chance: no corrected values"))
        words = Vocabulary(header.words)
        phrases = {
            saved.system: saved.answers.items(scored, words, self)
            for saved, scored in zip(header.blocks[0].systems, blocks[0].systems, strict=True)
            if saved.answers is not None
        }
        if len(self.used) < len(self.arrays):
            raise InputError("holds arrays that nothing refers to")
        if header.kind == "hops":  # walks with links missing, which are no longer made
            blocks = tuple(b for b in blocks if not (b.group or "").endswith("links missing"))
        if not blocks:
            raise InputError("holds nothing but walks with links missing, which this version does not know")
        notes = (note_of_text(n, named[0]) if isinstance(n, str) else n.note() for n in header.notes)
        return Run(header.kind, blocks, (*notes, *dict.fromkeys(self.notes)), Evidence(phrases), name)

    def codes(self, place: int, n: int, count: int, what: str) -> IntArray:
        """Return n codes below a count."""
        codes = self.array(place, np.int64, 1)
        if len(codes) != n:
            raise InputError(f"{what}: {len(codes):,} codes for {n:,}")
        if n and not 0 <= codes.min() <= codes.max() < count:
            raise InputError(
                f"{what}: codes run from 0 to {count - 1:,}, not over {codes.min()}…{codes.max()}"
            )
        return codes

    def array(self, place: int, kind: type[np.generic], axes: int) -> AnyArray:
        """Return an array of a kind."""
        if place >= len(self.arrays):
            raise InputError(f"refers to array {place}; there are {len(self.arrays)}")
        array = self.arrays[place]
        if array.dtype != kind or array.ndim != axes:
            raise InputError(f"array {place} is {array.ndim}-dimensional {array.dtype}, which does not fit")
        self.used.add(place)
        return array
