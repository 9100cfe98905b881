"""What is compared of two tables of phrases; files that come in small pieces."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from inner import replace_inside
from lydite.core.io.opening import ByteReader
from lydite.reading import Phrases

T = TypeVar("T")


def content(table: Phrases) -> tuple[Any, ...]:
    """Return all that a table says."""
    return (
        table.ids, list(table.words.phrases), table.lists.codes.tolist(), table.lists.starts.tolist(),
        table.lists.concepts, dict(table.columns), table.source, table.notes, table.understood,
        None if table.grades is None else table.grades.tolist(), table.unnamed,
    )  # fmt: skip


def in_blocks(data: bytes, size: int, reader: Callable[[ByteReader], T]) -> T:
    """Read bytes in blocks of so many, which come in as pieces no larger."""
    stream = io.BytesIO(data)
    with pytest.MonkeyPatch.context() as patch:
        replace_inside(patch, "lydite.reading", "BLOCK", size)
        return reader(ByteReader(lambda most: stream.read(min(most, size)), "input"))
