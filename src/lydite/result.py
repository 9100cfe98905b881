"""Results: one number with everything a reader needs to trust it, and many of them together."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, overload

import numpy as np

from lydite import __version__
from lydite.errors import InputError, nearest
from lydite.files import contents
from lydite.signature import Signature

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]


class Scorable(Protocol):
    """What scoring asks of a measure or a probe: sums of rows in, a number out.

    ``value`` takes ``(…, g, d)``: sums of the d statistics within each of g groups (g = 1 where the
    measure has no groups), and returns ``(…)``. Where ``summable`` is false it takes the rows
    themselves, ``(…, n, d)``.
    """

    @property
    def better(self) -> str:
        """``higher`` or ``lower``."""

    @property
    def summable(self) -> bool:
        """Whether the value follows from sums."""

    @property
    def grouped(self) -> bool:
        """Whether the value is the mean over topics of their values, where these are defined."""

    @property
    def stratified(self) -> bool:
        """Whether items are drawn within topics where they have any, also where the value takes no groups."""

    @property
    def interval(self) -> str:
        """The kind of interval that suits it: percentile, or centred where resamples are biased."""

    @property
    def alone(self) -> Scorable:
        """What it is within one topic by itself, where averages over topics and pooled ones agree."""

    @property
    def low(self) -> float:
        """The least it can be."""

    @property
    def high(self) -> float:
        """The most it can be."""

    @property
    def best(self) -> float:
        """The value of a perfect system."""

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the value of sums."""

    def arguments(self) -> dict[str, Any]:
        """Return the parameters with their values."""

    def signature(self) -> str:
        """Return the spec with nothing left out."""


@dataclass(frozen=True)
class ItemStatistics:
    """Per-item sufficient statistics of one system under several measures, items sorted by id.

    Everything after scoring (intervals, paired tests, break-downs, merging of shards) works on these.
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
    """For soft measures, by place: the statistics expected of shuffled predictions."""
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
    _codes: dict[str, IntArray] = field(default_factory=dict, repr=False, compare=False)
    _shared: dict[Scorable, FloatArray] = field(default_factory=dict, repr=False, compare=False)

    def signed(self, place: int) -> str:
        """Return the signature of a measure as it scored."""
        return self.signatures[place] if self.signatures else self.measures[place].signature()

    def item_values(self, place: int) -> FloatArray:
        """Return the value of each item alone under one measure; NaN where it is unscored."""
        if self.rows is None:
            return self._row_values(place)
        measure = self.measures[place]
        if measure not in self._shared:  # rows that items share are valued once, for all selections of items
            self._shared[measure] = self._row_values(place)
        return self._shared[measure][self.rows]

    def _row_values(self, place: int) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.measures[place].value(self.statistics[place][:, None, :])

    def column(self, name: str) -> tuple[str, ...]:
        """Return a column of the items by name; an unknown one names those there are."""
        if name not in self.columns:
            known = ", ".join(self.columns) or "none"
            hint = nearest(name, self.columns)
            raise InputError(f"there is no column {name!r}{hint} (columns: {known})")
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
            coverage={k: v[places] for k, v in self.coverage.items()},
            _codes={},
        )

    def under(self, places: Sequence[int]) -> ItemStatistics:
        """Return the statistics under some of the measures."""
        return replace(
            self,
            measures=tuple(self.measures[i] for i in places),
            statistics=tuple(self.statistics[i] for i in places),
            chance={new: self.chance[i] for new, i in enumerate(places) if i in self.chance},
            coverage={new: self.coverage[i] for new, i in enumerate(places) if i in self.coverage},
            signatures=tuple(self.signatures[i] for i in places) if self.signatures else (),
        )

    def each(self) -> ItemStatistics:
        """Return the same with a row of statistics for each item."""
        if self.rows is None:
            return self
        return replace(self, rows=None, statistics=tuple(s[self.rows] for s in self.statistics))


@dataclass(frozen=True, slots=True)
class Result:
    """One scalar result. Absent figures are None."""

    system: str
    measure: str
    parameters: Mapping[str, Any]
    value: float
    low: float | None = None
    high: float | None = None
    chance: float | None = None
    corrected: float | None = None
    n: int = 0
    unscored: int = 0
    coverage: float | None = None
    """The share of phrases (gold and predicted together) or words that the source knows."""
    group: str | None = None
    signature: Signature = field(default=Signature(""))
    items: Mapping[str, float] = field(default_factory=dict, repr=False, compare=False)

    def __float__(self) -> float:
        return self.value

    def row(self) -> dict[str, Any]:
        """Return the figures by name, as they stand in JSON; what is not a number is None."""
        found = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "items"}
        return {k: _plain(found[k]) for k in KEYS}


KEYS = (
    "system", "measure", "parameters", "group", "value", "low", "high", "chance", "corrected",
    "n", "unscored", "coverage", "signature",
)  # fmt: skip


@dataclass(frozen=True)
class Results(Sequence[Result]):
    """Results together, in the order they were asked for."""

    results: tuple[Result, ...]
    notes: tuple[str, ...] = ()
    """What a reader must know of the data: missing items, duplicates dropped, ties in scores."""

    @overload
    def __getitem__(self, key: int | str) -> Result: ...
    @overload
    def __getitem__(self, key: slice) -> Results: ...
    def __getitem__(self, key: int | str | slice) -> Result | Results:
        """Return a result by place, or the first one of a measure by its spec."""
        if isinstance(key, str):
            for result in self.results:
                if result.measure == key and result.group is None:
                    return result
            raise KeyError(f"{key}; there are {', '.join(dict.fromkeys(r.measure for r in self.results))}")
        found = self.results[key]
        return found if isinstance(found, Result) else Results(found, self.notes)

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __add__(self, other: Results) -> Results:
        return Results(self.results + other.results, tuple(dict.fromkeys(self.notes + other.notes)))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, each once, in order."""
        return tuple(dict.fromkeys(r.system for r in self.results))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, each once, in order."""
        return tuple(dict.fromkeys(r.measure for r in self.results))

    @classmethod
    def from_json(cls, source: str | bytes | Path) -> Results:
        """Read what ``--format json`` printed: its text, or the path of a file that holds it.

        Everything comes back that was printed: parameters as text, undefined values as NaN.

        >>> from lydite.reporting import render
        >>> printed = Results((Result("mine", "F1@10", {"cut": 10}, 0.5, n=2),), ("a note",))
        >>> Results.from_json(render(printed, "json")) == printed
        True
        """
        import msgspec

        named = not isinstance(source, bytes) and not str(source).lstrip().startswith("{")
        where = str(source) if named else "JSON"
        text = contents(Path(where)) if named else source
        try:
            found = json.loads(text)  # type: ignore[arg-type]
            if not isinstance(found, dict) or found.get("schema") != 1:
                raise InputError("are no results of schema 1, as --format json prints them", where)
            rows = msgspec.convert(found.get("results"), list[_Row])
            notes = msgspec.convert(found.get("notes", []), list[str])
        except (msgspec.ValidationError, RecursionError) as error:
            raise InputError(f"are no results as --format json prints them: {error}", where) from error
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"is no JSON: {error}", where) from error
        return cls(tuple(map(_result, rows)), tuple(notes))

    def frame(self) -> pl.DataFrame:
        """Return a long data frame, one row per result."""
        import polars as pl

        return pl.DataFrame(
            [r.row() | {"parameters": str(dict(r.parameters))} for r in self.results],
            infer_schema_length=None,
        )


class _Row(TypedDict):
    """A result as it is printed."""

    system: str
    measure: str
    parameters: dict[str, Any]
    group: str | None
    value: int | float | None
    low: int | float | None
    high: int | float | None
    chance: int | float | None
    corrected: int | float | None
    n: int
    unscored: int
    coverage: int | float | None
    signature: str


def _result(row: _Row) -> Result:
    value = float("nan") if row["value"] is None else row["value"]
    kept: Any = {k: row[k] for k in KEYS}  # type: ignore[literal-required]
    return Result(**{**kept, "value": value, "signature": Signature.read(row["signature"])})


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, Signature):
        return str(value)
    if hasattr(value, "items"):
        return {k: _plain(v) for k, v in value.items()}
    return value if value is None or isinstance(value, int | str) else str(value)
