"""Data frames: polars, pandas, Arrow, and Parquet files, which become polars frames."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading import opening
from lydite.reading.fields import Understood, need, pick
from lydite.reading.long import long, untied
from lydite.reading.mappings import from_mapping
from lydite.reading.names import IDS, LISTS, SINGLES
from lydite.reading.phrases import listed
from lydite.reading.ragged import Ragged, Vocabulary, codes_of, encode, offsets
from lydite.reading.shapes import one_each, ranked, string_separator, text_id

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl
    from numpy.typing import NDArray

    from lydite.reading.fields import Chosen, Context
    from lydite.reading.phrases import Phrases

    IntArray = NDArray[np.int64]


def is_series(value: Any) -> bool:
    """Whether a value is a column of pandas, whose index has the ids."""
    pandas = type(value).__module__.partition(".")[0] == "pandas"
    return pandas and hasattr(value, "index") and not hasattr(value, "columns")


def from_series(value: Any, context: Context) -> Phrases:
    """Make the table from a pandas Series: lists of phrases by item, or one phrase a row."""
    ids = [text_id(i, context.source, None) for i in value.index.tolist()]
    cells = value.tolist()
    if len(set(ids)) < len(ids) and all(isinstance(c, str) for c in cells):
        return replace(long(ids, cells, {}, context.source), understood=Understood("series"))
    if len(set(ids)) < len(ids):
        twice = next(i for n, i in enumerate(ids) if i in ids[:n])
        raise InputError(f"item {twice!r} is there twice; give each item once", context.source)
    return from_mapping(dict(zip(ids, cells, strict=True)), context, "series")


def is_frame(value: Any) -> bool:
    """Whether a value is a data frame: it speaks Arrow, or looks like polars' lazy frame or pandas'."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "collect_schema") or _is_pandas(value)


def read_parquet(data: Any, context: Context) -> Phrases:
    """Read a Parquet file: an id column and a list column, or one phrase a row."""
    return from_frame(parquet(data, context.source), context, "parquet")


def parquet(data: Any, source: str, choose: Callable[[list[str]], list[str]] | None = None) -> pl.DataFrame:
    """Return the columns of a Parquet file, by its path or content; ``choose`` picks some by name."""
    import polars as pl

    if not isinstance(data, bytes) and not opening.is_parquet(data):
        data = opening.read_bytes(data)
    try:
        columns = (
            None if choose is None else choose(pl.scan_parquet(data, glob=False).collect_schema().names())
        )
        return pl.read_parquet(data, columns=columns, glob=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"is no Parquet file that can be read: {error}".splitlines()[0], source) from error


def from_frame(value: Any, context: Context, format: str = "frame") -> Phrases:
    """Make the table from a frame; strings are not taken out of the frame."""
    import polars as pl

    source = context.source
    frame = polars_of(value)
    names = frame.columns
    if not frame.height:
        raise InputError("there are no items in it", source)
    chosen = context.fields.choose(names, context.role)
    if not chosen.phrases:
        need(names, LISTS + SINGLES, "column with phrases", source)
    if chosen.id is None:
        raise InputError(
            f"no column with ids: expected one of {', '.join(IDS)} or what id names; "
            f"there is {', '.join(names)}",
            source,
        )
    said = Understood(format, tuple(names), chosen.id, chosen.phrases, chosen.scores)
    ids = _text(_whole(frame[chosen.id]), chosen.id, source)
    taken = chosen.taken
    others = {chosen.called(k): frame[k] for k in names if k not in taken and not frame[k].dtype.is_nested()}
    columns = {k: v.cast(pl.String).fill_null("") for k, v in others.items()}
    if len(chosen.phrases) > 1:
        rows = [_cells(frame[n], context, said)[0].to_list() for n in chosen.phrases]
        joined = [
            [p for part in parts if part for p in ranked(part, None, source, None, f"row {n}")]
            for n, parts in enumerate(zip(*rows, strict=True), 1)
        ]
        words, (lists,) = encode(joined)
        return replace(listed(ids, (words, lists), _plain(columns), source), understood=said)
    phrase = chosen.phrases[0]
    cells = frame[phrase]
    if isinstance(cells.dtype, pl.List | pl.Array):
        weights = None if chosen.scores is None else frame[chosen.scores]
        found = listed(ids, _encode(cells, weights, source), _plain(columns), source)
        return replace(found, understood=said)
    cells, said = _cells(cells, context, said, single=_one_a_row(chosen, ids, cells, context))
    if isinstance(cells.dtype, pl.List):
        return replace(listed(ids, _encode(cells, None, source), _plain(columns), source), understood=said)
    scores = None if chosen.scores is None else _numbers(frame[chosen.scores], source)
    if scores is not None and context.fields.ties == "trec":
        scores = untied(cells.to_list(), scores)
    table = long(ids, _text(cells, phrase, source), columns, source, scores=scores)
    return replace(table, understood=said)


def _one_a_row(chosen: Chosen, ids: pl.Series, cells: pl.Series, context: Context) -> bool:
    """Whether a row has one phrase: where items come again, else by the name of the column."""
    name = chosen.phrases[0].lower()
    if not chosen.told and name in LISTS:
        return False
    if ids.n_unique() < len(ids):
        return True
    texts = [c for c in cells.head(100_000).to_list() if isinstance(c, str)]
    return not chosen.told and one_each(name, texts, context)


def _cells(
    cells: pl.Series, context: Context, said: Understood, *, single: bool = False
) -> tuple[pl.Series, Understood]:
    """Return a column of phrases with strings parted into lists, unless each is one phrase."""
    import polars as pl

    if isinstance(cells.dtype, pl.List | pl.Array):
        return cells, said
    if cells.dtype != pl.String and not isinstance(cells.dtype, pl.Categorical | pl.Enum):
        raise InputError(
            f"column {cells.name} should hold strings or lists of strings, not {cells.dtype}", context.source
        )
    if single:
        return cells, said
    texts = cells.cast(pl.String).fill_null("")
    separator, said = string_separator(texts.head(100_000).to_list(), context, said)
    parts = texts.str.split(separator or ";")
    trimmed = parts.list.eval(pl.element().str.strip_chars())
    return trimmed.list.eval(pl.element().filter(pl.element() != "")), said


def _whole(column: pl.Series) -> pl.Series:
    """Return ids that were made floats on their way (3.0) as the whole numbers they are."""
    import polars as pl

    if column.dtype.is_float() and not column.null_count() and (column == column.floor()).all():
        return column.cast(pl.Int64)
    return column


def _encode(lists: pl.Series, weights: pl.Series | None, source: str) -> tuple[Vocabulary, Ragged]:
    import polars as pl

    if isinstance(lists.dtype, pl.Array):
        lists = lists.arr.to_list()
    if lists.null_count():
        lists = lists.fill_null([])
    if isinstance(lists.dtype.inner, pl.List | pl.Struct | pl.Array | pl.Object):  # type: ignore[attr-defined]
        rows = [ranked(v, None, source, None, f"row {n}") for n, v in enumerate(lists.to_list(), 1)]
        words, (column,) = encode(rows)
        return words, column
    flat, starts = _flat(lists)
    codes, distinct = codes_of(_text(flat, lists.name, source, numbers=False))
    if weights is not None and isinstance(weights.dtype, pl.List):
        values, ends = _flat(weights)
        if not np.array_equal(ends, starts):
            raise InputError(f"columns {lists.name} and {weights.name} differ in length", source)
        owner = np.repeat(np.arange(len(lists)), np.diff(starts))
        codes = codes[np.lexsort((-_numbers(values, source), owner))]
    return Vocabulary(distinct), Ragged(codes, starts)


def _flat(lists: pl.Series) -> tuple[pl.Series, IntArray]:
    import polars as pl

    sizes = lists.list.len().to_numpy().astype(np.int64)
    full = lists if sizes.all() else lists.filter(lists.list.len() > 0)  # an empty list would leave a null
    chunks = [chunk.explode() for chunk in full.get_chunks()]  # one by one: nothing is copied
    return pl.concat(chunks, rechunk=False) if chunks else full.explode(), offsets(sizes)


def _plain(columns: dict[str, pl.Series]) -> dict[str, list[str]]:
    return {k: v.to_list() for k, v in columns.items()}


def _text(column: pl.Series, name: str, source: str, *, numbers: bool = True) -> pl.Series:
    import polars as pl

    if column.null_count():
        row = column.is_null().arg_true()[0] + 1
        raise InputError(f"column {name}: there is a null in row {row}", source)
    kind = column.dtype
    if not (kind in (pl.String, pl.Null, pl.Categorical, pl.Enum) or (numbers and kind.is_integer())):
        raise InputError(f"column {name} should hold strings, not {kind}", source)
    return column.cast(pl.String)


def _numbers(column: pl.Series, source: str) -> NDArray[np.float64]:
    import polars as pl

    if not column.dtype.is_numeric() or column.null_count():
        raise InputError(f"column {column.name} should hold numbers, without nulls", source)
    found = column.cast(pl.Float64).to_numpy()
    if np.isnan(found).any():
        raise InputError(
            f"column {column.name}: there is NaN in row {int(np.isnan(found).argmax()) + 1}", source
        )
    return found


def polars_of(value: Any) -> pl.DataFrame:
    """Return a frame of any kind as polars'."""
    import polars as pl

    if isinstance(value, pl.DataFrame):
        return value
    if isinstance(value, pl.LazyFrame):
        return value.collect()
    if _is_pandas(value):
        if pick([str(c) for c in value.columns], IDS) is None:
            value = value.rename_axis(value.index.name or "id").reset_index()
        columns = {str(c): value[c].tolist() for c in value.columns}
        return pl.DataFrame({k: pl.Series(k, v, strict=False) for k, v in columns.items()})
    return pl.DataFrame(value)


def _is_pandas(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "pandas" and hasattr(value, "columns")
