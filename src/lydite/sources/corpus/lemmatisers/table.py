"""Lemmas from a table of the user's."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reading import opening
from lydite.sources.corpus.forms import conllu
from lydite.sources.corpus.steps import Lemmatiser
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_FEATURES = re.compile(r"[A-Z0-9_./+{}*-]+(;[\w./+{}*-]+)*")


@dataclass(frozen=True)
class LemmaTable(Lemmatiser):
    """A file: ``form TAB lemma``, UniMorph's ``lemma TAB form TAB features``, or CoNLL-U.

    Of several lemmas of a form the one that occurs most often is taken, of equally frequent ones the first.
    Forms and lemmas are normalised as the corpus is.
    """

    name = "table"
    reference = "UniMorph (Batsuren et al. 2022); Universal Dependencies (Nivre et al. 2020)"

    file: Resource = param(help="the table")

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small table."""
        (folder / "lemmas.tsv").write_text("cats\tcat\nmice\tmouse\n", "utf-8")
        return {"file": Resource(str(folder / "lemmas.tsv"))}

    def lookup(self, normalise: Callable[[str], str]) -> Callable[[str], str]:
        """Return a look-up in the table; unknown words stay as they are."""
        seen: dict[str, Counter[str]] = {}
        for form, lemma in _pairs(self.file.file):
            seen.setdefault(normalise(form), Counter())[lemma] += 1
        if not seen:
            raise InputError("there is no form with a lemma in it", self.file.file)
        lemmas = {form: counted.most_common(1)[0][0] for form, counted in seen.items()}
        return lambda word: lemmas.get(word, word)


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Yield form and lemma of each row."""
    first = next((line for _, line in opening.lines(path) if line.strip() and not line.startswith("#")), "")
    columns = first.count("\t") + 1
    if columns == conllu.COLUMNS:
        yield from conllu.lemmas(path)
        return
    if columns not in (2, 3) or (columns == 3 and not _FEATURES.fullmatch(first.split("\t")[2].strip())):
        expected = "form TAB lemma, lemma TAB form TAB features (UniMorph), or the 10 columns of CoNLL-U"
        raise InputError(f"expected {expected}; found {columns} columns", path, 1)
    for number, line in opening.lines(path):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [c.strip() for c in line.split("\t")]
        if len(cells) != columns or not (cells[0] and cells[1]):
            raise InputError(f"expected {columns} columns, found {len(cells)}", path, number)
        yield (cells[0], cells[1]) if columns == 2 else (cells[1], cells[0])
