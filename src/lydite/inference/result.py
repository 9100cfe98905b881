"""Results: one number with everything a reader needs to trust it, and many of them together."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, overload

from lydite.core.errors import InputError, LyditeError
from lydite.core.lazy import Printable
from lydite.core.spec import parse
from lydite.core.spec.signed import functions
from lydite.core.spec.values import SavedNames
from lydite.inference.result_frames import ItemValue, PhraseMatch, Rows
from lydite.inference.signature import Signature

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

    import pandas as pd
    import polars as pl

    from lydite.runs.run import Run


class ItemValues(dict[str, float]):
    """The value of each item, worked out when one is first asked for: there may be millions.

    >>> ItemValues(["d1", "d2"], lambda: [1.0, 0.5]) | {"d3": 0.0}
    {'d1': 1.0, 'd2': 0.5, 'd3': 0.0}
    """

    _ids: Sequence[str] | None = None
    """None where the values are there."""

    def __init__(self, ids: Any = (), values: Callable[[], Iterable[float]] | None = None) -> None:
        if values is None:  # pairs, as any other dict is made
            super().__init__(ids)
            return
        super().__init__({_UNREAD: math.nan})  # json asks none that is empty
        self._ids, self._values = ids, values

    def _fill(self) -> None:
        if self._ids is not None:
            super().update(zip(self._ids, map(float, self._values()), strict=True))
            super().pop(_UNREAD, None)
            self._ids = None

    def __len__(self) -> int:
        return super().__len__() if self._ids is None else len(self._ids)

    def __reduce__(self) -> tuple[type[dict[str, float]], tuple[dict[str, float]]]:
        return dict, (dict(self),)


_UNREAD: Any = object()  # no text, so that whoever looks past the methods of a dict finds no item


def _filling(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)

    @functools.wraps(method)
    def filled(self: ItemValues, *given: Any, **named: Any) -> Any:
        for one in (self, *given):
            if isinstance(one, ItemValues):
                one._fill()  # noqa: SLF001 # its own
        return method(self, *given, **named)

    return filled


for _name in (
    "__getitem__", "__setitem__", "__delitem__", "__contains__", "__iter__", "__reversed__", "__repr__",
    "__eq__", "__ne__", "__or__", "__ror__", "__ior__", "clear", "copy", "get", "items", "keys", "pop",
    "popitem", "setdefault", "update", "values",
):  # fmt: skip
    setattr(ItemValues, _name, _filling(_name))


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
    chance_error: float | None = None
    """The standard error of chance itself, from the shuffles behind it."""
    corrected: float | None = None
    corrected_low: float | None = None
    corrected_high: float | None = None
    n: int = 0
    unscored: int = 0
    coverage: float | None = None
    """The share of phrases (gold and predicted together) or words that the source knows."""
    better: Literal["higher", "lower"] | None = None
    """Which way the measure points; None for figures that have no direction."""
    group: str | None = None
    signature: Signature = field(default=Signature(""))
    items: Mapping[str, float] = field(default_factory=dict, repr=False, compare=False)
    net_error: float | None = field(default=None, repr=False, compare=False)
    """The standard error of corrected from the shuffles behind it, where it is made of net gains."""

    def __float__(self) -> float:
        return self.value

    @property
    def corrected_error(self) -> float | None:
        """The standard error of corrected from shuffles; else that of chance over (best − chance).

        >>> Result("a", "accuracy", {}, 0.6, chance=0.2, chance_error=0.008, corrected=0.5).corrected_error
        0.008
        """
        if self.net_error is not None or not self.chance_error or not self.corrected or self.chance is None:
            return self.chance_error if self.net_error is None else self.net_error
        return self.chance_error / max(1.0, abs((self.value - self.chance) / self.corrected))

    @property
    def netted(self) -> bool:
        """Whether corrected is made of net gains: then it does not follow from value and chance."""
        if self.corrected is None or math.isnan(self.corrected):
            return False
        made = {**dict(self.signature.determines), **dict(self.signature.circumstances)}
        return made.get("chance", "").startswith(NET_GAINS)

    def row(self) -> dict[str, Any]:
        """Return the figures by name, as they stand in JSON; what is not a number is None."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name in KEYS}
        return {k: _plain(values[k]) for k in KEYS}


NET_GAINS = "net gains over room"
"""How signatures name the definition of corrected by net gains."""
KEYS = (
    "system", "measure", "parameters", "group", "value", "low", "high", "chance", "chance_error",
    "corrected", "corrected_low", "corrected_high", "n", "unscored", "coverage", "better",
    "signature",
)  # fmt: skip


@dataclass(frozen=True)
class Results(Sequence[Result], Printable):
    """Results together, in the order they were asked for."""

    results: tuple[Result, ...]
    notes: tuple[str, ...] = ()
    """What a reader must know of the data: missing items, duplicates dropped, ties in scores."""
    run: Run | None = field(default=None, repr=False, compare=False)
    """What was scored, where that was done here: ``results.run.save("mine.run")`` keeps it."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "run": None}  # which may have functions in it

    @overload
    def __getitem__(self, key: int | str) -> Result: ...
    @overload
    def __getitem__(self, key: slice) -> Results: ...
    def __getitem__(self, key: int | str | slice) -> Result | Results:
        """Return a result by place, or the first one of a measure by its spec, however it is written."""
        if isinstance(key, str):
            names = {r.measure for r in self.results}
            wanted = key if key in names else _own_name(key, names)
            for result in self.results:
                if result.measure == wanted and result.group is None:
                    return result
            raise KeyError(f"{key}; there are {', '.join(dict.fromkeys(r.measure for r in self.results))}")
        chosen = self.results[key]
        return chosen if isinstance(chosen, Result) else replace(self, results=chosen)

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
        from lydite.inference.result_json import read_results

        return read_results(source)

    def rows(self) -> Rows[tuple[Any, ...]]:
        """Return the figures of each result, as they stand in JSON."""
        rows = (r.row() | {"parameters": str(dict(r.parameters))} for r in self.results)
        return Rows((tuple(row.values()) for row in rows), KEYS)

    def to_polars(self) -> pl.DataFrame:
        """Return a long data frame of polars, one row per result."""
        return self.rows().to_polars()

    def to_pandas(self) -> pd.DataFrame:
        """Return a long data frame of pandas, one row per result."""
        return self.rows().to_pandas()

    def items(self) -> Rows[ItemValue]:
        """Return the value of each item in each result; what has no value is None.

        >>> scored = Result("mine", "F1", {}, 0.5, items={"d1": 1.0, "d2": 0.0})
        >>> Results((scored,)).items().to_polars().rows()
        [('mine', 'F1', None, 'd1', 1.0), ('mine', 'F1', None, 'd2', 0.0)]
        """
        return Rows(
            (
                ItemValue(r.system, r.measure, r.group, item, _plain(value))
                for r in self.results
                for item, value in r.items.items()
            ),
            ItemValue._fields,
        )

    def matches(self) -> Rows[PhraseMatch]:
        """Return each match of a prediction with a gold phrase under each measure, as it was scored.

        InputError where the phrases are not at hand: of labels, and of results that were read.

        >>> import lydite
        >>> gold, run = {"d1": ["cats", "dog"]}, {"d1": ["cat", "bird", "dogs"]}
        >>> for match in lydite.evaluate(gold, run, "F1(match=stem)").matches():
        ...     print(match.item, match.prediction, match.gold, match.score)
        d1 cat cats 1.0
        d1 dogs dog 1.0
        """
        if self.run is None or not self.run.evidence.phrases:
            raise InputError(
                "matches: these results have no phrases; those of lydite.evaluate and lydite.compare under "
                "measures of phrases do"
            )
        asked = {(r.system, r.measure) for r in self.results}
        found = (m for m in self.run.matches() if (m.system, m.measure) in asked)
        return Rows(found, PhraseMatch._fields)


def _own_name(spec: str, names: Collection[str]) -> str:
    """Return the name that a spec has among results, such as R for recall; the spec where it has none.

    Measures that match by a function, which no spec can name, are found without it where that is one measure.
    """
    for kind in ("measure", "probe", "agreement"):
        with contextlib.suppress(LyditeError):
            wanted = parse(spec, kind)
            if str(wanted) in names:
                return str(wanted)
            alike = [name for name in names if _without_function(name) == wanted]
            if len(alike) == 1:
                return alike[0]
    return spec


def _without_function(name: str) -> Any:
    """Return the measure of a name with its usual matcher, where it matches by a function; else nothing."""
    with contextlib.suppress(LyditeError):
        measure = parse(name, "measure", SavedNames())
        if next(functions(measure), None):
            return replace(measure, match="exact")
    return None


def part_name(measure: str, group: str | None) -> str:
    """Return what a measure is called within a part of the items.

    >>> part_name("F1", None), part_name("F1", "animals")
    ('F1', 'F1, animals')
    """
    return measure if group is None else f"{measure}, {group}"


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, Signature):
        return str(value)
    if hasattr(value, "items"):
        return {k: _plain(v) for k, v in value.items()}
    return value if value is None or isinstance(value, int | str) else str(value)
