"""Words of a test set that vectors do not know, each with the nearest spelling that they do."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from lydite.core.errors import one_edit_away
from lydite.core.io.writing import writing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.probes.base import ProbeInput
    from lydite.vectors import Vectors

HEAD = ("vectors", "word", "nearest")
_LONGEST = 100  # letters; spellings near a word take memory by the square of its length


def unknown(probe_input: ProbeInput, *, fold: bool = False) -> dict[str, str]:
    """Return the unknown words of a test set, each with the nearest spelling, or nothing where none is near.

    The nearest differs in case or accents alone, else by one letter; of several, the first of the file.

    >>> from lydite.probes.base import ProbeInput
    >>> from lydite.probes.testsets import TestSet
    >>> from lydite.vectors import Vectors
    >>> vectors = Vectors.of({"paris": [1], "color": [2]})
    >>> unknown(ProbeInput(vectors, TestSet.of({"words": ["Paris", "colour", "zebra"]})))
    {'Paris': 'paris', 'colour': 'color', 'zebra': ''}
    """
    words = probe_input.test.words
    lost = [w for w, row in zip(words, probe_input.places(words, fold=fold).tolist(), strict=True) if row < 0]
    known = probe_input.vectors
    near = known.look_up(lost).tolist() if lost else []
    return {
        w: known.words[row] if row >= 0 else _one_letter_off(w, known)
        for w, row in zip(lost, near, strict=True)
    }


def _one_letter_off(word: str, known: Vectors) -> str:
    if len(word) > _LONGEST:
        return ""
    rows = known.look_up(list(dict.fromkeys(one_edit_away(word))))
    there = rows[rows >= 0]
    return known.words[int(there.min())] if len(there) else ""


def write_unknown(by_vectors: Mapping[str, Mapping[str, str]], path: Path) -> None:
    """Write the unknown words of each vectors as a table: commas in .csv, tabs else."""
    with writing(path) as file:
        rows = csv.writer(file, delimiter="," if path.suffix == ".csv" else "\t", lineterminator="\n")
        rows.writerow(HEAD)
        rows.writerows(
            (name, word, near) for name, words in by_vectors.items() for word, near in words.items()
        )
