"""Gold and predictions from files, dicts and data frames.

:func:`read` takes any of them and gives a :class:`Phrases` table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any

from lydite.errors import InputError
from lydite.reading.detecting import FORMATS
from lydite.reading.phrases import Phrases
from lydite.reading.ragged import Ragged, Vocabulary, encode

__all__ = ["FORMATS", "Phrases", "Ragged", "Vocabulary", "encode", "read", "read_all"]


def read(
    source: Any, *, format: str | None = None, encoding: str | None = None, name: str | None = None
) -> Phrases:
    """Return the phrases of a mapping, a data frame or a file (``-`` is standard input).

    Files may be compressed (.gz, .bz2, .xz, .zst). The format shows in the name or the content:

    - ``jsonl``: ``{"id": …, "phrases": […]}`` a line (or tags, keyphrases, hashtags); ``scores`` rank them
    - ``json``: ``{item: [phrase, …]}``, ``{item: [[variant, …], …]}`` or ``{item: {phrase: score}}``
    - ``tsv``, ``csv``: ``id, phrase[, score]`` by row, or ``id, a;b;c``
    - ``parquet``: an id column and a list column, or one phrase a row
    - ``qrels``, ``run``: as TREC has them

    Predictions keep their order; where there are scores the highest comes first, equal ones in order of
    appearance (in a TREC run, as trec_eval does, in descending order of the phrase).

    >>> read({"d1": {"dog": 0.2, "cat": 0.9}}).to_dict()
    {'d1': ['cat', 'dog']}
    """
    from lydite.reading import frames, mappings

    if isinstance(source, Phrases):
        return source
    if isinstance(source, Mapping):
        return mappings.from_mapping(source, name or "input").without_blanks()
    if isinstance(source, str | PathLike):
        return _read_file(fspath(source), format, encoding).without_blanks()
    if frames.is_frame(source):
        return frames.from_frame(source, name or "input").without_blanks()
    raise InputError(
        f"expected a mapping from item to phrases, a path or a data frame, found {type(source).__name__}",
        name,
    )


def read_all(
    sources: Iterable[tuple[str, Any]], *, format: str | None = None, encoding: str | None = None
) -> list[Phrases]:
    """Read several named sources; Parquet files side by side, since their reading leaves Python free.

    >>> [len(table) for table in read_all([("gold", {"d": ["cat"]}), ("run", {"d": [], "e": []})])]
    [1, 2]
    """
    from concurrent.futures import ThreadPoolExecutor

    from lydite.reading.opening import is_parquet

    def one(named: tuple[str, Any]) -> Phrases:
        return read(named[1], format=format, encoding=encoding, name=named[0])

    many = list(sources)
    if all(isinstance(s, str | PathLike) and is_parquet(fspath(s)) for _, s in many):
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(one, many))
    return list(map(one, many))


def _read_file(path: str, format: str | None, encoding: str | None) -> Phrases:
    from lydite.reading import decoding, delimited, detecting, frames, jsons, opening, trec

    source = opening.source_name(path)
    if format in {None, "parquet"} and opening.is_parquet(path):
        return frames.read_parquet(path, source)
    data = opening.read_bytes(path)
    if not data.strip():
        raise InputError("is empty", source)
    if format == "parquet" or data.startswith(opening.PARQUET):
        return frames.read_parquet(data, source)
    text = decoding.decode(data, source, encoding)
    kind = detecting.detect(path, text, source, format)
    if kind != "json":
        opening.check_lines(text, source)
    if kind == "jsonl":
        return jsons.read_json_lines(text, source)
    if kind == "json":
        return jsons.read_json(text, source)
    if kind == "qrels":
        return trec.read_qrels(text, source)
    if kind == "run":
        return trec.read_run(text, source)
    return delimited.read_delimited(text, source, kind)
