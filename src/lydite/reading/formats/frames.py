"""Phrases of data frames and Parquet files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary, offsets
from lydite.core.errors import InputError
from lydite.reading.fields import ReadingSummary
from lydite.reading.formats.mappings import from_mapping
from lydite.reading.formats.polars_frames import ensure_flat, parquet, polars_of, text_columns
from lydite.reading.known_names import LISTS, SINGLES
from lydite.reading.lists import PhraseListBuilder
from lydite.reading.numbering import codes_of
from lydite.reading.one_phrase_rows import ranked_table_of_rows, table_of_rows
from lydite.reading.phrase_lists import number, one_a_row, show, text_id, unread_numbers
from lydite.reading.phrases import table_of_lists
from lydite.reading.ranking import by_best
from lydite.reading.separators import NO_SEPARATOR, string_separator

if TYPE_CHECKING:
    import polars as pl

    from lydite.core.array_types import IntArray
    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.phrases import Phrases


_FIRST = 1_000  # rows that may show scores of no known name
_LOOKED_AT = 100_000  # rows; what holds for these holds for the rest
_WHOLE = 2**53  # beyond it two whole numbers may be the same float


def from_series(value: Any, context: ReadingContext) -> Phrases:
    """Make the table from a pandas Series: lists of phrases by item, or one phrase a row."""
    ensure_flat(value, context.source)
    ids = [text_id(i, context.source, None) for i in value.index.tolist()]
    cells = value.tolist()
    if len(set(ids)) < len(ids) and all(isinstance(c, str) for c in cells):
        return replace(table_of_rows(ids, cells, {}, context.source), understood=ReadingSummary("series"))
    if len(set(ids)) < len(ids):
        twice = next(i for n, i in enumerate(ids) if i in ids[:n])
        raise InputError(f"item {twice!r} is there twice; give each item once", context.source)
    return from_mapping(dict(zip(ids, cells, strict=True)), context, "series")


def read_parquet(data: Any, context: ReadingContext) -> Phrases:
    """Read a Parquet file: an id column and a list column, or one phrase a row."""
    return from_frame(parquet(data, context.source), context, "parquet")


def from_frame(value: Any, context: ReadingContext, format: str = "frame") -> Phrases:
    """Make the table from a frame; strings are not taken out of the frame where that can be helped."""
    ensure_flat(value, context.source)
    frame = polars_of(value)
    if not frame.height:
        raise InputError("there are no items in it", context.source)
    names = frame.columns
    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    chosen = context.fields.choose(names, context.role, nested)
    context = context.ranking(chosen)
    if not chosen.phrases:
        hint = context.fields.hint(names, context.role)
        there = f"expected one of {', '.join(LISTS + SINGLES)}; there is {', '.join(names)}{hint}"
        raise InputError(f"no column with phrases (--phrases names one): {there}", context.source)
    summary = ReadingSummary(
        format, tuple(names), chosen.id, chosen.phrases, chosen.scores, topic=chosen.topic
    )
    frame, ids = _identified(frame, chosen, context)
    first = frame[chosen.phrases[0]]
    if len(chosen.phrases) == 1 and _is_text(first):
        cells = first.drop_nulls().head(_LOOKED_AT).to_list()
        if one_a_row(chosen, None if chosen.id is None else ids.to_list(), cells, context):
            if chosen.id is None:
                raise InputError("no column with ids beside the phrases; name it (--id)", context.source)
            return replace(_one_each(frame, chosen, context), understood=summary)
    encoded = _at_once(frame, chosen, context, summary)
    if encoded is None:
        rows, keep, summary = _row_by_row(frame, ids, chosen, context, summary)
        frame, ids = frame[keep], ids[keep]
    notes = context.raise_faults(len(ids))
    columns = {k: v.to_list() for k, v in _others(frame, chosen).items()}
    if encoded is None:
        table = rows.table(ids, columns)
    else:
        words, lists, summary = encoded
        table = table_of_lists(ids, (words, lists), columns, context.source)
    notes += unread_numbers(frame.head(_FIRST).to_dicts(), chosen, context, summary.separator or ";")
    return replace(table, understood=summary, unnamed=chosen.id is None, notes=(*notes, *table.notes))


def _identified(
    frame: pl.DataFrame, chosen: FieldChoice, context: ReadingContext
) -> tuple[pl.DataFrame, pl.Series]:
    """Return the rows that have ids, and these as texts; rows without any column of ids are numbered."""
    import polars as pl

    if chosen.id is None:
        return frame, pl.Series(range(1, frame.height + 1)).cast(pl.String)
    ids = frame[chosen.id]
    if ids.null_count():
        _nulls(ids, context, f"column {chosen.id}: there is a null in row")
        frame, ids = frame.filter(ids.is_not_null()), ids.drop_nulls()
    if ids.dtype.is_float() and ((ids == ids.floor()) & (ids.abs() < _WHOLE)).all():
        ids = ids.cast(pl.Int64)  # 3.0, which were whole numbers before
    kind = ids.dtype
    if not (kind in (pl.String, pl.Null, pl.Categorical, pl.Enum) or kind.is_integer()):
        raise InputError(f"column {chosen.id} should hold strings, not {kind}", context.source)
    return frame, ids.cast(pl.String)


def _nulls(column: pl.Series, context: ReadingContext, problem: str) -> None:
    """Record empty rows as faults."""
    for row in column.is_null().arg_true().to_list():
        context.fault(InputError(f"{problem} {row + 1}", context.source))
    context.raise_faults(len(column) - column.null_count())


def _is_text(column: pl.Series) -> bool:
    import polars as pl

    return column.dtype == pl.String or isinstance(column.dtype, pl.Categorical | pl.Enum)


def _others(frame: pl.DataFrame, chosen: FieldChoice) -> dict[str, pl.Series]:
    """Return whatever else is known of the rows, as texts."""
    import polars as pl

    plain = [k for k in text_columns(frame.schema) if k not in chosen.taken]
    return {chosen.called(k): frame[k].cast(pl.String).fill_null("") for k in plain}


def _one_each(frame: pl.DataFrame, chosen: FieldChoice, context: ReadingContext) -> Phrases:
    """Make the table of rows with one phrase each."""
    import polars as pl

    worth = None
    phrase = frame[chosen.phrases[0]]
    bad = phrase.is_null()
    if bad.any():
        _nulls(phrase, context, f"column {phrase.name}: there is a null in row")
    if chosen.scores is not None:
        cells = frame[chosen.scores]
        real = cells.cast(pl.Float64) if cells.dtype.is_numeric() else None
        worth = real if real is not None else pl.Series(list(map(number, cells.to_list())), dtype=pl.Float64)
        worth = worth.set(~worth.is_finite(), None)
        for row in (worth.is_null() & ~bad).arg_true().to_list():
            problem = (
                f"column {chosen.scores}: expected a finite number, found {show(cells[row])} in row {row + 1}"
            )
            context.fault(InputError(problem, context.source))
        bad = bad | worth.is_null()
    notes = context.raise_faults(int((~bad).sum()))
    if bad.any():
        frame = frame.filter(~bad)
    texts = frame[phrase.name].cast(pl.String)
    scores = None if worth is None else worth.filter(~bad).to_numpy()
    _, ids = _identified(frame, chosen, context)
    table = ranked_table_of_rows(ids, texts, _others(frame, chosen), context, scores)
    return replace(table, notes=(*notes, *table.notes))


def _at_once(
    frame: pl.DataFrame, chosen: FieldChoice, context: ReadingContext, summary: ReadingSummary
) -> tuple[Vocabulary, RaggedArray, ReadingSummary] | None:
    """Read one column of lists of strings, or of strings with a separator; nothing where it is another."""
    import polars as pl

    if len(chosen.phrases) > 1:
        return None
    cells, weights = frame[chosen.phrases[0]], None if chosen.scores is None else frame[chosen.scores]
    if _is_text(cells) and weights is None:
        texts = cells.cast(pl.String).fill_null("")
        if texts.str.strip_chars_start().str.contains(r"^(\[|\(|\{|array\()").any():
            return None
        separator, summary = string_separator(texts.head(_LOOKED_AT).to_list(), context, summary)
        if separator == NO_SEPARATOR:
            return None
        pieces = texts.str.split(separator or ";").list.eval(pl.element().str.strip_chars())
        cells = pieces.list.eval(pl.element().filter(pl.element() != ""))
    if isinstance(cells.dtype, pl.Array):
        cells = cells.arr.to_list()
    if not isinstance(cells.dtype, pl.List) or cells.dtype.inner not in (pl.String, pl.Null):
        return None
    if weights is not None and context.role == "gold":
        return None  # they are grades
    if weights is not None and (context.fields.ties != "order" or not _are_numbers(weights)):
        return None
    encoded = _encode(cells.fill_null([]) if cells.null_count() else cells, weights, context)
    return None if encoded is None else (*encoded, summary)


def _are_numbers(column: pl.Series) -> bool:
    import polars as pl

    return isinstance(column.dtype, pl.List) and column.dtype.inner.is_numeric()


def _row_by_row(
    frame: pl.DataFrame, ids: pl.Series, chosen: FieldChoice, context: ReadingContext, summary: ReadingSummary
) -> tuple[PhraseListBuilder, list[int], ReadingSummary]:
    """Read lists of any shape, and which rows are good; the faults of the others are told."""
    import polars as pl

    columns = []
    for name in chosen.phrases:
        values = frame[name].to_list()
        if all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
            kind = frame[name].dtype
            raise InputError(
                f"column {name} should hold strings or lists of strings, not {kind}", context.source
            )
        separator, summary = string_separator(values[:_LOOKED_AT], context, summary)
        columns.append((values, separator if separator is not None else ";"))
    weights: list[Any] = [None] * frame.height
    if chosen.scores is not None and len(columns) == 1:
        scores = frame[chosen.scores]
        if isinstance(scores.dtype, pl.List | pl.Array | pl.Object) or _is_text(scores):
            weights = scores.to_list()
        else:
            summary = replace(summary, scores=None)  # one number a row ranks nothing
    lists, keep = PhraseListBuilder(context), []
    marks = [mark for _, mark in columns]
    for n, (item, weight) in enumerate(zip(ids.to_list(), weights, strict=True)):
        with context.keep_fault():
            lists.add([(values[n], weight) for values, _ in columns], item, None, marks)
            keep.append(n)
    return lists, keep, summary


def _encode(
    lists: pl.Series, weights: pl.Series | None, context: ReadingContext
) -> tuple[Vocabulary, RaggedArray] | None:
    """Number the phrases of lists of strings, by weights where given; nothing where there are nulls."""
    import polars as pl

    flat, starts = _flat(lists)
    if flat.null_count():
        return None
    codes, distinct = codes_of(flat.cast(pl.String))
    if weights is not None:
        values, ends = _flat(weights.fill_null([]) if weights.null_count() else weights)
        if values.null_count() or not np.array_equal(ends, starts):
            return None
        worth = values.cast(pl.Float64).to_numpy()
        if not np.isfinite(worth).all():
            return None
        owners = RaggedArray(codes, starts).owners
        ranked = by_best(worth, owners, context)
        codes = codes if ranked is None else codes[np.lexsort((-ranked, owners))]
    return Vocabulary(distinct), RaggedArray(codes, starts)


def _flat(lists: pl.Series) -> tuple[pl.Series, IntArray]:
    import polars as pl

    sizes = lists.list.len().to_numpy().astype(np.int64)
    full = lists if sizes.all() else lists.filter(lists.list.len() > 0)  # an empty list would leave a null
    chunks = [chunk.explode() for chunk in full.get_chunks()]  # one by one: nothing is copied
    return pl.concat(chunks, rechunk=False) if chunks else full.explode(), offsets(sizes)
