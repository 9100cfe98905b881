"""Scores of pairs of phrases on disk: what a slow or paid function said is asked for once."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.core.array_types import FloatArray

_PATIENCE = 60  # seconds for which another process may write
_TABLE = """
CREATE TABLE IF NOT EXISTS scores (
  name TEXT, version TEXT, candidate TEXT, reference TEXT, score REAL NOT NULL,
  PRIMARY KEY (name, version, candidate, reference)
) WITHOUT ROWID
"""
_FIND = "SELECT score FROM scores WHERE name = ? AND version = ? AND candidate = ? AND reference = ?"


@dataclass(frozen=True)
class ScoreFile:
    """The scores of one function, by its name and version, in a file of SQLite that others may share."""

    path: Path
    name: str
    version: str

    def find(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each pair, NaN for those that are not in the file."""
        with self._open() as database:
            pairs = zip(candidates, references, strict=True)
            rows = (database.execute(_FIND, (self.name, self.version, *pair)).fetchone() for pair in pairs)
            return np.array([np.nan if row is None else row[0] for row in rows], np.float64)

    def add(self, candidates: Sequence[str], references: Sequence[str], scores: FloatArray) -> None:
        """Write the scores of pairs, all at once; those that are NaN are left out."""
        each = zip(candidates, references, scores.tolist(), strict=True)
        rows = [(self.name, self.version, c, r, s) for c, r, s in each if s == s]  # noqa: PLR0124 # not NaN
        with self._open() as database:
            database.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?)", rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Yield the database, in a transaction of its own."""
        try:
            with closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as database, database:
                database.execute(_TABLE)
                yield database
        except sqlite3.Error as error:
            raise InputError(f"cannot be used as a file of scores: {error}", self.path) from error


@dataclass(frozen=True)
class CachedFunction:
    """A function, and the file of what it said."""

    call: Callable[..., Any]
    file: ScoreFile

    def __call__(self, candidates: list[str], references: list[str]) -> Any:
        """Ask the function."""
        return self.call(candidates, references)
