"""Parquet files of the usual form, an id and a list of phrases a row, read in batches straight to numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.reading.blocks import BlockTable, OddInput, unless_odd
from lydite.reading.fields import ReadingSummary
from lydite.reading.formats.polars_frames import parquet_batches

if TYPE_CHECKING:
    import polars as pl

    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.phrases import Phrases


def read_plain_parquet(path: str, context: ReadingContext) -> Phrases | None:
    """Return the table of a Parquet file, of which only a part is held as text; nothing where it is odd."""
    return unless_odd(lambda: _read(path, context))


def _read(path: str, context: ReadingContext) -> Phrases:
    import polars as pl

    table = BlockTable()
    schema, batches = parquet_batches(path)
    chosen = _chosen(schema, context)
    others = {chosen.called(n): n for n in schema if n not in chosen.taken and not schema[n].is_nested()}
    for batch in batches:
        texts = {name: batch[n].cast(pl.String).fill_null("") for name, n in others.items()}
        table.add_lists(batch[str(chosen.id)], batch[chosen.phrases[0]], texts)
    summary = ReadingSummary("parquet", tuple(schema), chosen.id, chosen.phrases, topic=chosen.topic)
    return replace(table.table(context.source), understood=summary)


def _chosen(schema: pl.Schema, context: ReadingContext) -> FieldChoice:
    """Return which column is which, if they are an id, a list of strings and further columns."""
    import polars as pl

    nested = [name for name, kind in schema.items() if kind.is_nested()]
    chosen = context.fields.choose(list(schema), context.role, nested)
    if chosen.id is None or len(chosen.phrases) != 1 or chosen.scores is not None:
        raise OddInput
    item = schema[chosen.id]
    if schema[chosen.phrases[0]] != pl.List(pl.String) or not (item == pl.String or item.is_integer()):
        raise OddInput
    return chosen
