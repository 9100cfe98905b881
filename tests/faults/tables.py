"""Tables in Parquet files whose columns hold what nobody expects there."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

from faults.mutating import mutate

NAN = float("nan")
DAY = dt.date(2026, 1, 1)
IDS: list[list[Any]] = [
    ["a", "b"], [1, 2], [1.0, 2.0], [1.0, NAN], [1e300, 1.0], [1.5, 2.0], [None, "b"], [True, False],
    [b"a", b"\xff"], [DAY, DAY], [["a"], ["b"]], [{"x": 1}, {"x": 2}], ["a", "a"], ["", " "], [None, None],
]  # fmt: skip
CELLS: list[list[Any]] = [
    [["cat"], ["#dog"]], ["cat;dog", "bird"], [[1], [2]], [None, ["cat"]], [[None], ["cat"]], [[], []],
    [{"phrase": "cat"}, {"phrase": "dog"}], [[["cat", "dog"]], [["bird"]]], [1, 2], [b"cat", b"\xff"],
    [[1.5, NAN], []], [Decimal("1.1"), None], [[{"phrase": "cat", "score": NAN}], []], [DAY, DAY],
    ["\x1b[31m", "\u202e"], ["x" * 70_000, "y"], [["cat", "cat"], ["é", "e\u0301"]],
]  # fmt: skip
NAMES = (("id", "phrases"), ("id", "text"), ("id", "label"), ("", "keywords"), ("x", "y"))


def write_tables(folder: Path) -> None:
    """Write a table of each pair of columns; names of columns change from one to the next."""
    import polars as pl

    folder.mkdir()
    named = itertools.cycle(NAMES)
    for number, (ids, cells) in enumerate(itertools.product(IDS, CELLS)):
        first, second = next(named)
        pl.DataFrame({first: ids, second: cells}, strict=False).write_parquet(folder / f"{number}.parquet")


def odd_table(folder: Path, path: Path, draw: random.Random) -> None:
    """Write one of the tables; one in four is damaged besides."""
    content = (folder / f"tables/{draw.randrange(len(IDS) * len(CELLS))}.parquet").read_bytes()
    path.write_bytes(mutate(content, draw) if draw.random() < 0.25 else content)
