"""Parquet files of the usual form, an id and a list of phrases a row, read in batches straight to numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.reading.blocks import BlockTable, OddInput, unless_odd
from lydite.reading.fields import ReadingSummary
from lydite.reading.formats.polars_frames import parquet_batches, text_columns
from lydite.reading.numbering import StringNumbers, alone

if TYPE_CHECKING:
    import polars as pl

    from lydite.core.array_types import UInt32Array
    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.phrases import Phrases


def read_plain_parquet(path: str, context: ReadingContext) -> Phrases | None:
    """Return the table of a Parquet file, of which only a part is held as text; nothing where it is odd."""
    return unless_odd(lambda: _read(path, context))


def _read(path: str, context: ReadingContext) -> Phrases:
    table, numbers = BlockTable(), StringNumbers()
    schema, batches = parquet_batches(path)
    chosen = _chosen(schema, context)
    others = {chosen.called(n): n for n in text_columns(schema) if n not in chosen.taken}
    for batch in batches:
        columns = {name: alone(batch[n]).fill_null("") for name, n in others.items()}
        phrases, sizes = _end_to_end(batch[chosen.phrases[0]])
        table.add(alone(batch[str(chosen.id)]), numbers.number(phrases), sizes, columns)
    summary = ReadingSummary("parquet", tuple(schema), chosen.id, chosen.phrases, topic=chosen.topic)
    return replace(table.table(context.source, numbers.strings()), understood=summary)


def _end_to_end(lists: pl.Series) -> tuple[pl.Series, UInt32Array]:
    """Return the phrases of lists end to end, and how many each has."""
    import polars as pl

    sizes = lists.list.len()
    full = lists if (sizes > 0).all() else lists.filter(sizes > 0)  # an empty list would leave a null
    phrases = full.explode() if len(full) else pl.Series([], dtype=pl.String)
    if sizes.null_count() or phrases.null_count():
        raise OddInput
    return phrases, sizes.to_numpy()


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
