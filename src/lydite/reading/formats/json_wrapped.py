"""JSON in which records are wrapped: under a name, by id, or by column as data frames write themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Known = Callable[[Sequence[str]], bool]
"""Whether some names are those of a record: one of them holds what is read."""
_FIELDS = 1_000  # more names than this are those of items


def records_in(content: Mapping[Any, Any], known: Known, identified: Known) -> list[Any] | None:
    """Return the records in an object; nothing where it is none of these, but a mapping from item to answer.

    - ``{"data": [record, …]}``, with what else there may be about the whole (pandas' ``table``)
    - ``{"columns": […], "data": [[…], …]}`` with an index or without (pandas' ``split``)
    - ``{name: [cell, …]}`` and ``{name: {row: cell}}`` (pandas' ``list`` and ``columns``)
    - ``{item: record}`` (pandas' ``index``), and one record alone

    >>> two = {"id": {"0": "d1", "1": "d2"}, "tags": {"0": ["cat"], "1": ["dog"]}}
    >>> records_in(two, lambda names: "tags" in names, lambda names: "id" in names)
    [{'id': 'd1', 'tags': ['cat']}, {'id': 'd2', 'tags': ['dog']}]
    """
    names = [n for n in content if isinstance(n, str)] if len(content) <= _FIELDS else []
    if isinstance(content.get("columns"), list) and isinstance(content.get("data"), list):
        return _split(content, known, identified)
    if known(names) and identified(names) and any(isinstance(v, str | int) for v in content.values()):
        return [content]  # one record
    held = [v for v in content.values() if isinstance(v, list)]
    if len(held) == 1 and held[0] and all(isinstance(r, dict) for r in held[0]) and known(list(held[0][0])):
        return held[0] if identified(list(held[0][0])) or len(content) > 1 else None
    values = list(content.values())
    nested = any(isinstance(c, list | dict) for v in values if isinstance(v, list) for c in v)
    if known(names) and identified(names) and _columns(values, list) and (nested or len(names) > 2):
        rows = zip(*values, strict=True)
        return [dict(zip(names, row, strict=True)) for row in rows]
    scores = all(isinstance(s, int | float) for v in values if isinstance(v, dict) for s in v.values())
    columns = known(names) and _columns(values, dict) and len({tuple(v) for v in values}) == 1
    if columns and (identified(names) or len(names) == 1 or not scores):
        more = {} if identified(names) else {"id": list(values[0])}
        cells = {**more, **{n: list(v.values()) for n, v in content.items()}}
        return [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]
    if not all(isinstance(v, dict) and all(isinstance(k, str) for k in v) for v in values):
        return None
    inner = list(values[0])
    if not known(inner) or (scores and not identified(inner)):
        return None  # phrases and their scores
    if identified(inner):
        return values
    return [{"id": k, **v} for k, v in content.items()]


def _columns(values: list[Any], kind: type) -> bool:
    return all(isinstance(v, kind) for v in values) and len({len(v) for v in values}) == 1


def _split(content: Mapping[Any, Any], known: Known, identified: Known) -> list[Any] | None:
    names, rows, index = content["columns"], content["data"], content.get("index")
    if not known(names) or not all(isinstance(r, list) and len(r) == len(names) for r in rows):
        return None
    records = [dict(zip(names, row, strict=True)) for row in rows]
    if identified(names) or not isinstance(index, list) or len(index) != len(rows):
        return records
    return [{"id": i, **r} for i, r in zip(index, records, strict=True)]


def pairs_of(rows: Sequence[Any]) -> dict[Any, Any] | None:
    """Return ``[[id, answer], …]`` as a mapping, where every row has an id of its own and a list or mapping.

    >>> pairs_of([["d1", ["cat"]], ["d2", []]]), pairs_of([["cat", "dog"], ["fish"]])
    ({'d1': ['cat'], 'd2': []}, None)
    """
    for row in rows:
        if not isinstance(row, list | tuple) or len(row) != 2:
            return None
        if not isinstance(row[0], str | int) or not isinstance(row[1], list | dict):
            return None
    return dict(rows) if rows and len({row[0] for row in rows}) == len(rows) else None


def one_item_each(records: Sequence[Any]) -> dict[str, Any] | None:
    """Return ``{item: answer}``, one in each record, as one mapping; nothing where they are otherwise.

    >>> one_item_each([{"d1": ["cat"]}, {"d2": []}]), one_item_each([{"foo": ["cat"]}, {"foo": []}])
    ({'d1': ['cat'], 'd2': []}, None)
    """
    if not all(isinstance(r, dict) and len(r) == 1 for r in records):
        return None
    if not all(isinstance(answer, list | dict) for r in records for answer in r.values()):
        return None
    mapping = {k: v for record in records for k, v in record.items()}
    return mapping if len(mapping) == len(records) > 1 else None
