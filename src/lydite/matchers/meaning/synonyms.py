"""Terms of one's own: labels of one concept, which become one word list wherever they occur."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.text import stems
from lydite.matchers.meaning.terms import read_term
from lydite.reading.formats.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    Words = tuple[str, ...]

COLUMNS = ("concept", "label")
STEMMER = "english"


@dataclass(frozen=True)
class Synonyms:
    """Labels, as stems, with the words of the first label of their concept."""

    first: Mapping[Words, Words]
    longest: int

    def __call__(self, words: Words) -> Words:
        """Return words with the first label of a concept in place of each other one; the longest win.

        >>> Synonyms({("heart", "attack"): ("infarction",)}, 2)(("old", "heart", "attacks"))
        ('old', 'infarction')
        """
        out: list[str] = []
        roots = tuple(stems(words, STEMMER))
        at = 0
        while at < len(words):
            for size in range(min(self.longest, len(words) - at), 0, -1):
                label = self.first.get(roots[at : at + size])
                if label is not None:
                    out += label
                    at += size
                    break
            else:
                out.append(words[at])
                at += 1
        return tuple(out)


def read_synonyms(path: Path) -> Synonyms:
    """Read a table with the columns concept and label (CSV or TSV), a row for each label."""
    text = opening.text(path)
    table = rows_of(text, str(path), "tsv" if "\t" in text.partition("\n")[0] else "csv")
    names = [cell.strip().lower() for cell in next(iter(table.cells), [])]
    if not set(COLUMNS) <= set(names):
        raise InputError(
            f"expected the columns concept and label, found {', '.join(names)[:80] or 'nothing'}", path
        )
    concept_at, label_at = map(names.index, COLUMNS)
    labels: dict[str, Words] = {}  # the first label of each concept
    first: dict[Words, Words] = {}
    owner: dict[Words, str] = {}
    for row, line in zip(table.cells[1:], table.lines[1:], strict=True):
        if len(row) != len(names):
            raise InputError(f"expected {len(names)} cells, found {len(row)}", path, line)
        concept, label = row[concept_at].strip(), row[label_at].strip()
        words = read_term(label).words
        if not concept or not words:
            raise InputError("expected a concept and a label with letters or digits", path, line)
        root = tuple(stems(words, STEMMER))
        if owner.setdefault(root, concept) != concept:
            raise InputError(f"the label {label!r} belongs to {owner[root]} and {concept}", path, line)
        first.setdefault(root, labels.setdefault(concept, words))
    if not labels:
        raise InputError("the file contains no labels", path)
    return Synonyms(first, max(map(len, first)))
