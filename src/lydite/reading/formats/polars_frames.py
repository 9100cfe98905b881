"""Data frames of any kind as polars' own: pandas, Arrow, data sets that can become one, and Parquet files."""

from __future__ import annotations

import contextlib
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import decoding, opening
from lydite.reading.fields import first_known
from lydite.reading.formats.parquet_footer import unpacked_size
from lydite.reading.known_names import IDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import polars as pl

_CELL = 16  # bytes that a cell takes in memory beside its text, be it empty


def is_series(value: Any) -> bool:
    """Whether a value is a column of pandas, whose index has the ids."""
    pandas = type(value).__module__.partition(".")[0] == "pandas"
    return pandas and hasattr(value, "index") and not hasattr(value, "columns")


def is_frame(value: Any) -> bool:
    """Whether a value is a data frame: it speaks Arrow, or looks like polars' lazy frame or pandas'."""
    speaks = any(hasattr(value, n) for n in ("__arrow_c_stream__", "collect_schema", "to_polars"))
    return speaks or _is_pandas(value)


def parquet(data: Any, source: str, choose: Callable[[list[str]], list[str]] | None = None) -> pl.DataFrame:
    """Return the columns of a Parquet file, by its path or content; ``choose`` picks some by name."""
    import polars as pl

    if not isinstance(data, bytes):
        data = _scannable(data) if opening.is_parquet(data) else opening.read_bytes(data)
    with parquet_errors(source):
        table = pl.scan_parquet(data, glob=False)
        names = table.collect_schema().names()
        table = table.select(names if choose is None else choose(names))
        pieces = list(_honest(table, data, source))
        return pl.concat(pieces) if pieces else table.collect_schema().to_frame()


def parquet_batches(path: str) -> tuple[pl.Schema, Iterator[pl.DataFrame]]:
    """Return the columns of a Parquet file and its rows, as many at a time as it is read in."""
    import polars as pl

    data = _scannable(path)
    with parquet_errors(path):
        table = pl.scan_parquet(data, glob=False)
        return table.collect_schema(), _honest(table, data, path)


def _honest(table: pl.LazyFrame, data: Any, source: str) -> Iterator[pl.DataFrame]:
    """Yield the rows of a Parquet file as it is read in, unless more is hidden in it than a file should hold.

    A text that many rows share is there once, in the file and in what polars makes of it, but not in
    what is made of that. What is compressed is unpacked by groups of rows: the file's end says how large.
    """
    import polars as pl

    stored = len(data) if isinstance(data, bytes) else Path(data).stat().st_size
    with parquet_errors(source):
        decoding.ensure_honest(unpacked_size(data, source), stored, source)
        rows = table.select(pl.len()).collect().item()
        size = _CELL * rows * len(table.collect_schema())
        decoding.ensure_honest(size, stored, source)
        for batch in table.collect_batches(maintain_order=True):
            size += batch.estimated_size()
            decoding.ensure_honest(size, stored, source)
            rows -= batch.height
            yield batch
        if rows:
            raise InputError(f"is no Parquet file that can be read: {rows} of its rows are missing", source)


def _scannable(path: str | Path) -> Any:
    """Return what polars can open: a path, or the content of a file whose name is not UTF-8."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return opening.read_bytes(path)
    return path


def text_columns(schema: pl.Schema) -> list[str]:
    """Return the columns whose cells can be written as texts, as columns of items are."""
    import polars as pl

    no_texts = (pl.Object, pl.Binary, pl.Duration)
    return [name for name, kind in schema.items() if not kind.is_nested() and kind not in no_texts]


@contextlib.contextmanager
def parquet_errors(source: str) -> Iterator[None]:
    """Turn what goes wrong with a Parquet file into an InputError; on damaged ones polars may break."""
    import polars as pl

    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise InputError(f"is no Parquet file that can be read: {error}".splitlines()[0], source) from error


def polars_of(value: Any) -> pl.DataFrame:
    """Return a frame of any kind as polars'."""
    import polars as pl

    if isinstance(value, pl.DataFrame):
        return value
    if isinstance(value, pl.LazyFrame):
        return value.collect()
    if hasattr(value, "to_polars"):  # a data set of Hugging Face
        return pl.DataFrame(value.to_polars())
    if _is_pandas(value):
        counted = type(value.index).__name__ == "RangeIndex" and value.index.name is None
        if first_known([str(c) for c in value.columns], IDS) is None and not counted:
            value = value.rename_axis(value.index.name or "id").reset_index()
        return pl.DataFrame([_column(str(c), value[c].tolist()) for c in value.columns])
    return pl.DataFrame(value)


def ensure_flat(value: Any, source: str) -> None:
    """Refuse a frame or a Series of pandas whose rows or columns have names of several levels."""
    if type(value).__module__.split(".")[0] != "pandas":
        return
    for axis, way in (("index", "reset_index() makes columns of it"), ("columns", "give each one name")):
        if getattr(getattr(value, axis, None), "nlevels", 1) > 1:
            raise InputError(f"its {axis} is a MultiIndex; {way}", source)
    names = [str(name) for name in getattr(value, "columns", ())]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"the column {twice!r} is there twice; give each column its own name", source)


def _column(name: str, values: list[Any]) -> pl.Series:
    """Return the cells of a column of pandas: numbers and texts as they are, lists of texts, else objects."""
    import polars as pl

    nested = (list, tuple, dict, set, frozenset, np.ndarray)
    if any(isinstance(v, nested) for v in values):
        lists = [v.tolist() if isinstance(v, np.ndarray) else v for v in values]
        if all(isinstance(v, list) and all(isinstance(p, str) for p in v) for v in lists):
            return pl.Series(name, lists, dtype=pl.List(pl.String))
        return pl.Series(name, lists, dtype=pl.Object)
    if any(isinstance(v, str) for v in values):
        values = [None if isinstance(v, float) and math.isnan(v) else v for v in values]
    return pl.Series(name, values, strict=False)


def _is_pandas(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "pandas" and hasattr(value, "columns")
