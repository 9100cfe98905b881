"""Rows as data frames of polars or pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from lydite.errors import InputError, MissingExtra, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

Library = Literal["polars", "pandas"]


def frame(rows: Sequence[dict[str, Any]], library: str, names: Sequence[str] = ()) -> Any:
    """Return a data frame of rows; ``names`` are its columns where there may be no row.

    >>> frame([{"a": 1, "b": None}, {"a": 2, "b": "x"}], "polars").shape, frame([], "polars", ["a"]).columns
    ((2, 2), ['a'])
    """
    if library == "polars":
        import polars as pl

        return pl.DataFrame(rows, schema=None if rows else list(names), infer_schema_length=None)
    if library == "pandas":
        try:
            import pandas as pd
        except ImportError as error:
            raise MissingExtra("pandas", "bridges") from error
        return pd.DataFrame(rows, columns=None if rows else list(names))
    known = get_args(Library)
    raise InputError(f"frames are of {' or '.join(known)}, not {library!r}{did_you_mean(library, known)}")
