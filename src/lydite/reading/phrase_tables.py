"""Gold and predictions of any form as tables of phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from lydite.core.compiled import can_compile
from lydite.core.errors import InputError
from lydite.core.io import decoding, opening
from lydite.core.io.opening import ByteReader
from lydite.core.notes import Note
from lydite.reading.beside import ensure_counters_agree
from lydite.reading.blocks import BLOCK
from lydite.reading.fields import (
    FieldNames,
    ReadingContext,
    Role,
    missing_fields,
    other_cases,
)
from lydite.reading.formats import (
    delimited,
    detecting,
    folders,
    frames,
    json_lines,
    json_records,
    lines,
    mappings,
    polars_frames,
    trec,
    tweets,
)
from lydite.reading.formats.detecting import FORMATS, SUFFIXES
from lydite.reading.formats.plain_parquet import read_plain_parquet
from lydite.reading.formats.plain_tables import read_plain_table
from lydite.reading.phrases import (
    Phrases,
    lists_in_phrases,
    numbers_in_phrases,
    phrases_with_separators,
)
from lydite.reading.roles import ensure_two_fields

_LARGE = 1 << 20  # bytes; what is smaller is read before polars is loaded
_LARGE_TEXT = 1 << 23  # of text that is not compressed; what is smaller is read before numba is loaded


def read(
    source: Any,
    *,
    format: str | None = None,
    encoding: str | None = None,
    name: str | None = None,
    fields: FieldNames | None = None,
    role: Role | None = None,
    skip_bad: bool = False,
) -> Phrases:
    """Return the phrases of a mapping, a list, a data frame, a folder or a file (``-`` is standard input).

    Files may be compressed (.gz, .bz2, .xz, .zst). The format shows in the name or the content:

    - ``jsonl``: ``{"id": …, "phrases": […]}`` a line; ``scores`` rank them; or one list a line
    - ``json``: ``{item: [phrase, …]}``, ``{item: [[variant, …], …]}`` or ``{item: {phrase: score}}``
    - ``tsv``, ``csv``: ``id, phrase[, score]`` by row, or ``id, a;b;c``
    - ``parquet``: an id column and a list column, or one phrase a row
    - ``qrels``, ``run``: as TREC has them
    - ``lines``: one item a line, without ids, as ``a;b;c``
    - ``tweets``: gold only; the hashtags in the text of tweets, JSON lines, a table or ``id|date|text``
    - a folder: one file an item, named by its id, one phrase a line

    ``fields`` says which field is which where names do not tell, ``role`` which side it is (``gold`` or
    ``run``, where a file has both), ``skip_bad`` to go on without rows that cannot be read.

    Predictions keep their order; where there are scores the highest comes first, equal ones in order of
    appearance (in a TREC run, as trec_eval does, in descending order of the phrase).

    >>> read({"d1": {"dog": 0.2, "cat": 0.9}}).to_dict()
    {'d1': ['cat', 'dog']}
    """
    context = ReadingContext(name or "input", fields or FieldNames(), role, skip_bad)
    return lists_in_phrases(numbers_in_phrases(_read(source, format, encoding, name, context)))


def _read(
    source: Any, format: str | None, encoding: str | None, name: str | None, context: ReadingContext
) -> Phrases:
    best = context.fields.best
    table = _read_any(source, format, encoding, name, context)
    if best is not None and context.role == "run" and not context.scored:
        note = Note("no scores, so best={best} changes nothing", table.source, best=best)
        table = replace(table, notes=(*table.notes, note))
    if more := other_cases(table.understood, context.fields.named, table.source):
        table = replace(table, notes=(*table.notes, *more))
    return replace(table, left_out=True) if context.faults else table


def _read_any(
    source: Any, format: str | None, encoding: str | None, name: str | None, context: ReadingContext
) -> Phrases:

    if isinstance(source, Phrases):
        return source
    if isinstance(source, Mapping):
        return mappings.from_mapping(source, context).without_blanks()
    if isinstance(source, str | PathLike):
        context.source = opening.source_name(fspath(source))
        with context.told_together():
            return _read_file(fspath(source), format, encoding, context).without_blanks()
    if polars_frames.is_series(source):
        return frames.from_series(source, context).without_blanks()
    if polars_frames.is_frame(source):
        return frames.from_frame(source, context).without_blanks()
    if isinstance(source, list | tuple):
        return mappings.from_lists(source, context).without_blanks()
    raise InputError(
        "expected a mapping from item to phrases, a path or a data frame, a Series or a list of lists, "
        f"found {type(source).__name__}",
        name,
    )


def read_gold(
    source: Any, *, format: str | None, encoding: str | None, fields: FieldNames, skip_bad: bool
) -> Phrases:
    """Return gold for runs that are read later, one by one; what only a run can decide is left open."""
    context = ReadingContext("gold", fields, "gold", skip_bad)
    return _read(source, format, encoding, "gold", context)


def read_all(
    sources: Iterable[tuple[str, Any]],
    *,
    format: str | None = None,
    encoding: str | None = None,
    fields: FieldNames | None = None,
    skip_bad: bool = False,
    faults: Sequence[InputError] = (),
) -> list[Phrases]:
    """Read gold and systems, each with its name; faults of all sources are raised together.

    ``faults`` are those of what was read with them.

    Parquet files are read side by side, since their reading leaves Python free.

    >>> [len(table) for table in read_all([("gold", {"d": ["cat"]}), ("run", {"d": [], "e": []})])]
    [1, 2]
    """
    from concurrent.futures import ThreadPoolExecutor

    def one(place: int, named: tuple[str, Any]) -> Phrases | InputError:
        try:
            context = ReadingContext(named[0], fields or FieldNames(), "run" if place else "gold", skip_bad)
            return _read(named[1], format, encoding, named[0], context)
        except InputError as error:
            return error

    many = list(sources)
    if all(isinstance(s, str | PathLike) and opening.is_parquet(fspath(s)) for _, s in many):
        with ThreadPoolExecutor(2) as pool:
            read_or_failed = list(pool.map(one, range(len(many)), many))
    else:
        read_or_failed = list(map(one, range(len(many)), many))
    told = [*(e for e in read_or_failed if isinstance(e, InputError)), *faults]
    if distinct := list({str(e): e for e in told}.values()):
        raise distinct[0] if len(distinct) == 1 else InputError("\n".join(map(str, distinct)))
    tables = [lists_in_phrases(numbers_in_phrases(t)) for t in read_or_failed if isinstance(t, Phrases)]
    if fields is not None:
        missing_fields(fields, [(t.source, t.understood) for t in tables])
    if fields is None or fields.id is None:
        ensure_counters_agree(tables)
    tables = _from_two_fields([source for _, source in many], tables, same=fields is not None and fields.same)
    return phrases_with_separators(tables, fields.separator if fields is not None else None)


def _from_two_fields(sources: Sequence[Any], tables: list[Phrases], *, same: bool) -> list[Phrases]:
    """Refuse runs read from gold's own field; note which fields of one source are gold and predictions."""
    gold = tables[0]

    def same_content(place: int) -> bool:
        run = tables[place]
        sizes = len(gold) == len(run) and len(gold.lists.codes) == len(run.lists.codes)
        return sizes and gold.to_dict() == run.to_dict()

    pairs = [(source, table.understood) for source, table in zip(sources, tables, strict=True)]
    notes = ensure_two_fields(pairs, [t.source for t in tables], same_content, same=same)
    return [
        replace(table, notes=(*table.notes, note)) if note else table
        for table, note in zip(tables, notes, strict=True)
    ]


def _read_file(path: str, format: str | None, encoding: str | None, context: ReadingContext) -> Phrases:

    told = format == "tweets"
    if context.role != "run" and (
        told or (format is None and _maybe_tweets(path, context) and tweets.are_tweets(path))
    ):
        return tweets.read_tweets(path, context)
    if told:  # of gold; runs show theirs
        return _read_file(path, None, encoding, context)
    if path != "-" and Path(path).is_dir():
        return folders.read_folder(path, encoding, context)
    if format in {None, "parquet"} and opening.is_parquet(path):
        return _read_plain(path, "parquet", context) or frames.read_parquet(path, context)
    kind = format or SUFFIXES.get(Path(opening.bare_name(path)).suffix.lower())
    if kind != "parquet" and encoding is None:
        plain = _read_plain(path, kind, context)
        if plain is not None:
            return plain
    if kind == "jsonl":
        return _read_json_lines(path, encoding, context)
    data = opening.read_bytes(path)
    if not data.strip():
        raise InputError("is empty", context.source)
    if kind == "parquet" or data.startswith(opening.PARQUET):
        return frames.read_parquet(data, context)
    text = opening.decode_text(data, context.source, encoding)
    if kind not in FORMATS:
        kind = detecting.detect(path, text, context.source, format, context.fields.named)
    if kind != "json" and len(text) > decoding.LONGEST_LINE:
        decoding.check_lines(text, context.source)
    if kind == "jsonl":
        del text
        return json_lines.read_json_lines(_slices(data), context, encoding)
    if kind == "json":
        return json_records.read_json(text, context)
    if kind == "qrels":
        return trec.read_qrels(text, context)
    if kind == "run":
        return trec.read_run(text, context)
    if kind == "lines":
        return lines.read_lines(text, context)
    return delimited.read_delimited(text, context, kind)


def _read_plain(path: str, kind: str | None, context: ReadingContext) -> Phrases | None:
    """Return the table of a large file whose rows are all alike; nothing where that is not so."""
    if path == "-" or not Path(path).is_file():
        return None
    size, packed = Path(path).stat().st_size, opening.bare_name(path) != Path(path).name
    if kind == "parquet" and size >= _LARGE:
        return read_plain_parquet(path, context)
    if kind not in ("csv", "tsv") or size < (_LARGE if packed else _LARGE_TEXT) or not can_compile():
        return None

    with opening.binary(path) as file:
        return read_plain_table(file, context, kind)


def _read_json_lines(path: str, encoding: str | None, context: ReadingContext) -> Phrases:
    """Read JSON lines as they come; what is called so may be Parquet."""
    with opening.binary(path) as file:
        if (head := file.read(len(opening.PARQUET))) == opening.PARQUET:
            return frames.read_parquet(head + file.read(), context)
        return json_lines.read_json_lines(_pieces(head, file), context, encoding)


def _pieces(head: bytes, file: ByteReader) -> Iterator[bytes]:
    """Yield what was read and what follows, unless it is far more than was stored."""
    yield head
    for piece in file:
        file.ensure_honest(file.tell())
        yield piece


def _slices(data: bytes) -> Iterator[bytes]:
    return (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))


def _maybe_tweets(path: str, context: ReadingContext) -> bool:
    """Whether a closer look is worth it: a folder, or a first line with a text or with bars."""
    if path == "-" or context.fields.named:
        return False
    if Path(path).is_dir():
        return True
    if not Path(path).is_file():
        return False
    head = opening.beginning(path, 4096).replace(b"\0", b"")  # UTF-16, too
    line = head.lstrip().partition(b"\n")[0]
    return line.count(b"|") > 1 or any(name in line for name in (b"text", b"tweet", b"content"))
