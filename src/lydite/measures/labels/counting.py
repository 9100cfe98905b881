"""From labels to counts: values become small integers, rows become one confusion matrix per topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from lydite.core.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lydite.core.array_types import AnyArray, FloatArray, IntArray

CHUNK = 1 << 17  # rows whose temporaries stay in the processor's cache
GRID = 1 << 22  # counts over all integers between the least and the greatest that are made at once
_EXACT: Any = {"dtype": np.intp, "casting": "unsafe"}  # narrow integers are multiplied as wide ones
SPAN = 1 << 20  # integers that lie within this span are looked up in a table instead of sorted


def confusion(
    gold: AnyArray,
    predicted: AnyArray,
    topic: AnyArray | None,
    classes: int,
    topics: int = 1,
    answers: int | None = None,
) -> IntArray:
    """Count rows by topic, gold class and answer, as codes from 0; answers are the classes, or one more.

    >>> confusion(np.array([0, 0, 1]), np.array([0, 1, 1]), None, 2).tolist()
    [[[1, 1], [0, 1]]]
    """
    answers = answers or classes
    cells = topics * classes * answers
    counts = np.zeros(cells, np.int64)
    step = max(CHUNK, cells)
    for start in range(0, len(gold), step):
        part = slice(start, start + step)
        cell = np.multiply(gold[part], answers, **_EXACT)
        np.add(cell, predicted[part], out=cell, **_EXACT)
        if topic is not None:
            cell += np.multiply(topic[part], classes * answers, **_EXACT)
        counts += np.bincount(cell, minlength=cells)
    return counts.reshape(topics, classes, answers)


def class_columns(size: int, *parts: tuple[AnyArray, AnyArray | float]) -> FloatArray:
    """Return a row for each code: of each part as many columns as classes, its value in that of its code.

    Codes beyond the classes, of rows without an answer, have none.

    >>> class_columns(2, (np.array([1, 2]), 1.0), (np.array([0, 1]), np.array([5, 6]))).tolist()
    [[0.0, 1.0, 5.0, 0.0], [0.0, 0.0, 0.0, 6.0]]
    """
    table = np.zeros((len(parts[0][0]), size * len(parts)))
    for place, (codes, values) in enumerate(parts):
        known = np.flatnonzero(np.asarray(codes) < size)
        value = np.broadcast_to(values, len(codes))[known]
        table[known, np.asarray(codes, np.int64)[known] + place * size] = value
    return table


def integer_counts(
    gold: AnyArray, predicted: AnyArray, topic: AnyArray | None
) -> tuple[IntArray, int, int] | None:
    """Count rows of integer columns over all integers in their range, in two passes and without copies.

    Returned are the counts by topic, gold and predicted, the integer of the first class and that of the
    first topic; None where the columns are not integers, or lie too far apart to be counted like that.
    """
    columns = [gold, predicted] if topic is None else [gold, predicted, topic]
    if not len(gold) or any(c.dtype.kind not in "iu" for c in columns):
        return None
    spans = _spans(columns)
    low, high = min(s[0] for s in spans[:2]), max(s[1] for s in spans[:2])
    first, last = spans[2] if topic is not None else (0, 0)
    size, topics = high - low + 1, last - first + 1
    if topics * size * size > GRID:
        return None
    counts = np.zeros(topics * size * size, np.int64)
    step = max(CHUNK, len(counts))
    cells, buffer = np.empty((2, min(step, len(gold))), np.intp)
    for start in range(0, len(gold), step):
        part = slice(start, start + step)
        cell = np.multiply(gold[part], size, out=cells[: len(gold[part])], **_EXACT)
        np.add(cell, predicted[part], out=cell, **_EXACT)
        if topic is not None:
            cell += np.multiply(topic[part], size * size, out=buffer[: len(cell)], **_EXACT)
        cell -= first * size * size + low * size + low
        counts += np.bincount(cell, minlength=len(counts))
    return counts.reshape(topics, size, size), low, first


def _spans(columns: Sequence[AnyArray]) -> list[tuple[int, int]]:
    """Return the least and the greatest value of each column."""
    spans = []
    for column in columns:
        parts = (column[start : start + CHUNK] for start in range(0, len(column), CHUNK))
        ends = [(int(p.min()), int(p.max())) for p in parts]
        spans.append((min(e[0] for e in ends), max(e[1] for e in ends)))
    return spans


def distinct(values: Sequence[Hashable] | AnyArray) -> tuple[Any, ...]:
    """Return the distinct values in ascending order; mixed types are ordered by their text."""
    array = as_array(values)
    if array.dtype.kind in "iu" and array.size:
        low, high = int(array.min()), int(array.max())
        if high - low < SPAN:
            seen = np.zeros(high - low + 1, np.bool_)
            for start in range(0, len(array), CHUNK):
                seen[_offset(array[start : start + CHUNK], low)] = True
            return tuple((np.flatnonzero(seen) + low).tolist())
    values_there = set(array.tolist())
    if any(v is None or v != v for v in values_there):  # noqa: PLR0124 - NaN
        raise InputError("a label or topic is missing (None or NaN)")
    try:
        return tuple(sorted(values_there))
    except TypeError:
        return tuple(sorted(values_there, key=str))


def encode(values: Sequence[Hashable] | AnyArray, labels: Sequence[Hashable], what: str) -> AnyArray:
    """Return the position of each value in ``labels``; a value that is not there is an error.

    >>> encode(["b", "a"], ("a", "b"), "gold").tolist()
    [1, 0]
    """
    array = as_array(values)
    if array.dtype.kind in "iu" and array.size and are_integers(labels):
        known = np.array([int(v) for v in labels])
        low, high = int(known.min()), int(known.max())
        first, last = int(array.min()), int(array.max())
        inside = low <= first and last <= high
        if inside and high - low + 1 == len(known) and (np.diff(known) == 1).all():
            return _offset(array, low)
        if inside and high - low < SPAN:
            table = np.full(high - low + 1, -1, np.int32)
            table[known - low] = np.arange(len(known), dtype=np.int32)
            codes: AnyArray = table[_offset(array, low)]
            if codes.min() >= 0:
                return codes
            raise _unknown(array[codes < 0][0], labels, what)
    place = {v: i for i, v in enumerate(labels)}
    try:
        return np.fromiter(map(place.__getitem__, array.tolist()), np.int32, len(array))
    except KeyError as error:
        raise _unknown(error.args[0], labels, what) from None


def as_array(values: Any) -> AnyArray:
    """Return one column as an array: lists, arrays, pandas, polars and Arrow columns alike."""
    array = np.asarray(values) if hasattr(values, "dtype") or hasattr(values, "__array__") else None
    if array is None:
        values = list(values)
        array = np.asarray(values)
        if array.dtype.kind not in "iubf" or array.ndim != 1:  # text is kept as it is, at any length
            array = np.empty(len(values), object)
            array[:] = values
    if array.ndim != 1:
        raise InputError(f"expected one column of labels, found an array of shape {array.shape}")
    return array.view(np.uint8) if array.dtype.kind == "b" else array


def _offset(array: AnyArray, low: int) -> AnyArray:
    if low == 0:
        return array
    shifted: AnyArray = np.subtract(array, low, dtype=np.int64)
    return shifted


def are_integers(labels: Sequence[Hashable]) -> TypeGuard[Sequence[int]]:
    """Whether labels are whole numbers, of Python or of numpy."""
    return all(isinstance(v, int | np.integer | np.bool_) for v in labels)


def _unknown(value: Any, labels: Sequence[Hashable], what: str) -> InputError:
    names = [str(v) for v in labels]
    hint = did_you_mean(str(value), names)
    return InputError(f"unknown {what} label {value!s}; expected one of {', '.join(names)}{hint}")
