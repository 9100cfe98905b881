"""Data frames of any kind as polars' own: pandas, Arrow, data sets that can become one, and Parquet files."""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading import opening
from lydite.reading.fields import first_known
from lydite.reading.known_names import IDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import polars as pl


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
        columns = (
            None if choose is None else choose(pl.scan_parquet(data, glob=False).collect_schema().names())
        )
        return pl.read_parquet(data, columns=columns, glob=False)


def parquet_pieces(
    path: Path, choose: Callable[[list[str]], list[str]], rows: int = 8192
) -> Iterator[pl.DataFrame]:
    """Yield the chosen columns of a Parquet file, so many rows at a time."""
    import polars as pl

    with parquet_errors(str(path)):
        table = pl.scan_parquet(_scannable(path), glob=False)
        chosen = table.select(choose(table.collect_schema().names()))
        first = 0
        while (piece := chosen.slice(first, rows).collect()).height:
            yield piece
            first += piece.height


def parquet_batches(path: str) -> tuple[pl.Schema, Iterator[pl.DataFrame]]:
    """Return the columns of a Parquet file and its rows, as many at a time as it is read in."""
    import polars as pl

    with parquet_errors(path):
        table = pl.scan_parquet(_scannable(path), glob=False)
        return table.collect_schema(), table.collect_batches(maintain_order=True)


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
