"""Data frames: polars, pandas, Arrow, and Parquet files, which become polars frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading import opening
from lydite.reading.mappings import ranked
from lydite.reading.names import IDS, LISTS, SCORES, SINGLES, need, pick
from lydite.reading.phrases import listed, long
from lydite.reading.ragged import Ragged, Vocabulary, codes_of, encode, offsets

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl
    from numpy.typing import NDArray

    from lydite.reading.phrases import Phrases

    IntArray = NDArray[np.int64]


def is_frame(value: Any) -> bool:
    """Whether a value is a data frame: it speaks Arrow, or looks like polars' lazy frame or pandas'."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "collect_schema") or _is_pandas(value)


def read_parquet(data: Any, source: str) -> Phrases:
    """Read a Parquet file: an id column and a list column, or one phrase a row."""
    return from_frame(parquet(data, source), source)


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


def from_frame(value: Any, source: str) -> Phrases:
    """Make the table from a frame; strings are not taken out of the frame."""
    import polars as pl

    frame = _polars(value)
    names = frame.columns
    if not frame.height:
        raise InputError("there are no items in it", source)
    item = need(names, IDS, "column with ids", source)
    phrase = need(names, LISTS + SINGLES, "column with phrases", source)
    score = pick(names, SCORES)
    ids = _text(frame[item], item, source)
    others = {k: frame[k] for k in names if k not in {item, phrase, score} and not frame[k].dtype.is_nested()}
    columns = {k: v.cast(pl.String).fill_null("") for k, v in others.items()}
    cells = frame[phrase]
    if isinstance(cells.dtype, pl.List | pl.Array):
        weights = None if score is None else frame[score]
        return listed(ids, _encode(cells, weights, source), _plain(columns), source)
    if cells.dtype != pl.String and not isinstance(cells.dtype, pl.Categorical | pl.Enum):
        raise InputError(
            f"column {phrase} should hold strings or lists of strings, not {cells.dtype}", source
        )
    if phrase.lower() in LISTS:
        parts = cells.cast(pl.String).fill_null("").str.split(";")
        trimmed = parts.list.eval(pl.element().str.strip_chars())
        return listed(
            ids,
            _encode(trimmed.list.eval(pl.element().filter(pl.element() != "")), None, source),
            _plain(columns),
            source,
        )
    scores = None if score is None else _numbers(frame[score], source)
    return long(ids, _text(cells, phrase, source), columns, source, scores=scores)


def _encode(lists: pl.Series, weights: pl.Series | None, source: str) -> tuple[Vocabulary, Ragged]:
    import polars as pl

    if isinstance(lists.dtype, pl.Array):
        lists = lists.arr.to_list()
    if lists.null_count():
        lists = lists.fill_null([])
    if isinstance(lists.dtype.inner, pl.List):  # type: ignore[attr-defined]
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


def _polars(value: Any) -> pl.DataFrame:
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
