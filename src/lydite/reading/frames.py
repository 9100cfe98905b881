"""Data frames: polars, pandas, Arrow, and Parquet files, which become polars frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading.names import IDS, LISTS, SCORES, SINGLES, need, pick
from lydite.reading.phrases import listed, long
from lydite.reading.ragged import Lists, offsets

if TYPE_CHECKING:
    import polars as pl

    from lydite.reading.phrases import Phrases


def is_frame(value: Any) -> bool:
    """Whether a value is a data frame: it speaks Arrow, or looks like polars' lazy frame or pandas'."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "collect_schema") or _is_pandas(value)


def read_parquet(data: Any, source: str) -> Phrases:
    """Read a Parquet file: an id column and a list column, or one phrase a row."""
    import polars as pl

    try:
        frame = pl.read_parquet(data, glob=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"is no Parquet file that can be read: {error}".splitlines()[0], source) from error
    return from_frame(frame, source)


def from_frame(value: Any, source: str) -> Phrases:
    """Make the table from a frame; strings are not taken out of the frame."""
    import polars as pl

    frame = _polars(value)
    names = frame.columns
    if not frame.height:
        raise InputError("there are no items in it", source)
    item = pick(names, IDS)
    if item is None:
        item = need(names, IDS, "column with ids", source)
    phrase = need(names, LISTS + SINGLES, "column with phrases", source)
    score = pick(names, SCORES)
    ids = _text(frame[item], item, source)
    others = {k: frame[k] for k in names if k not in {item, phrase, score} and not frame[k].dtype.is_nested()}
    columns = {k: v.cast(pl.String).fill_null("") for k, v in others.items()}
    cells = frame[phrase]
    if isinstance(cells.dtype, pl.List | pl.Array):
        plain = {k: v.to_list() for k, v in columns.items()}
        return listed(ids.to_list(), _lists(frame, phrase, score, source), plain, source)
    if cells.dtype != pl.String and not isinstance(cells.dtype, pl.Categorical | pl.Enum):
        raise InputError(
            f"column {phrase} should hold strings or lists of strings, not {cells.dtype}", source
        )
    if phrase.lower() in LISTS:
        parts = cells.cast(pl.String).fill_null("").str.split(";")
        parts = parts.list.eval(pl.element().str.strip_chars().filter(pl.element().str.strip_chars() != ""))
        plain = {k: v.to_list() for k, v in columns.items()}
        return listed(ids.to_list(), _flat(parts), plain, source)
    cells = _text(cells, phrase, source)
    scores = None if score is None else _numbers(frame[score], score, source)
    return long(ids, cells, columns, source, scores=scores)


def _lists(frame: pl.DataFrame, phrase: str, score: str | None, source: str) -> Lists:
    import polars as pl

    lists = frame[phrase]
    if isinstance(lists.dtype, pl.Array):
        lists = lists.arr.to_list()
    if lists.null_count():
        lists = lists.fill_null([])
    if isinstance(lists.dtype.inner, pl.List):  # type: ignore[attr-defined]
        return Lists.of(lists.to_list())
    column = _flat(lists)
    flat = column.flat
    if not isinstance(flat, pl.Series) or flat.dtype not in {pl.String, pl.Null}:
        flat = _text(flat, phrase, source)  # type: ignore[arg-type]
    flat = flat.cast(pl.String)
    if flat.null_count():
        raise InputError(f"column {phrase}: there is a null among the phrases", source)
    if score is None or not isinstance(frame[score].dtype, pl.List):
        return Lists(flat, column.starts)
    weights = _flat(frame[score])
    if not np.array_equal(weights.starts, column.starts):
        raise InputError(f"columns {phrase} and {score} differ in length", source)
    values = _numbers(weights.flat, score, source)
    owner = np.repeat(np.arange(len(column)), np.diff(column.starts))
    return Lists(flat.gather(np.lexsort((-values, owner))), column.starts)


def _flat(lists: pl.Series) -> Lists:
    sizes = lists.list.len().to_numpy().astype(np.int64)
    flat = lists.explode()
    if not sizes.all():  # exploding an empty list leaves a null
        flat = lists.filter(lists.list.len() > 0).explode()
    return Lists(flat, offsets(sizes))


def _text(column: pl.Series, name: str, source: str) -> pl.Series:
    import polars as pl

    if column.null_count():
        row = column.is_null().arg_true()[0] + 1
        raise InputError(f"column {name}: there is a null in row {row}", source)
    if column.dtype.is_float() or column.dtype.is_nested() or column.dtype == pl.Boolean:
        raise InputError(f"column {name} should hold strings, not {column.dtype}", source)
    return column.cast(pl.String)


def _numbers(column: Any, name: str, source: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    import polars as pl

    if not column.dtype.is_numeric() or column.null_count():
        raise InputError(f"column {name} should hold numbers, without nulls", source)
    found = column.cast(pl.Float64).to_numpy()
    if np.isnan(found).any():
        raise InputError(f"column {name}: there is NaN in row {int(np.isnan(found).argmax()) + 1}", source)
    return found  # type: ignore[no-any-return]


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
