"""What the arrays and notes of a store of a wordnet must be to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.checking import check_note
from lydite.knowledge.checking import KnowledgeChecker
from lydite.knowledge.wordnet.compiling import SPELLED
from lydite.knowledge.wordnet.lexicon import POS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.store.store import Arrays

KINDS = 100  # of opposites, far more than there are


def check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    """Raise ValueError unless synsets, graph and the labels of each language belong together."""
    checker = KnowledgeChecker(arrays)
    synsets = len(checker.codes("pos", None, len(POS), kinds="|u1"))
    checker.graph(synsets)
    check_note(notes, "name", str)
    languages: Mapping[str, Any] = check_note({"languages": {}, **notes}, "languages", dict)
    for part, own in {"": notes, **{f"{code}_": own for code, own in languages.items()}}.items():
        labels = _check_language(checker, part, own, synsets)
        if not part:
            _check_rows(checker, "opposites", labels, kinds=True)
    check_note(notes, "language", str)
    _check_rows(checker, "opposed", synsets, kinds=True)
    for name in ("beside", "parts"):
        _check_rows(checker, name, synsets, kinds=False)


def _check_language(checker: KnowledgeChecker, part: str, notes: Mapping[str, Any], synsets: int) -> int:
    check_note(notes, "longest", int, 0)
    labels, entries = checker.labels(part, synsets)
    checker.codes(f"{part}label_counts", entries, 2**31)
    checker.array(f"{part}word_places", "|u1", entries)
    cases = checker.codes(f"{part}word_cases", entries, SPELLED + 1, kinds="|u1")
    spelled = checker.lines(f"{part}word_spelled")
    if int((cases == SPELLED).sum()) > len(spelled):
        raise ValueError(f"{part}word_spelled has too few words")
    if f"{part}spelling_synsets" in checker.arrays:
        further = len(checker.codes(f"{part}spelling_synsets", None, synsets))
        checker.codes(f"{part}spelling_places", further, 2**31)
        if len(checker.lines(f"{part}spelling_text")) != further:
            raise ValueError(f"{part}spelling_text has other words than places")
    for line in filter(None, checker.lines(f"{part}exceptions")):
        if line[:1] not in {*POS} or "|" not in line:
            raise ValueError(f"{part}exceptions has {line!r:.60}")
    if f"{part}stem_label_text" in checker.arrays:
        checker.labels(f"{part}stem_", labels)
    return labels


def _check_rows(checker: KnowledgeChecker, name: str, below: int, *, kinds: bool) -> None:
    """Check rows of two places, and of a kind where there is one."""
    if name in checker.arrays:
        rows = checker.array(name, "<i4", None, 3 if kinds else 2)
        pairs = rows[:, :2]
        if pairs.size and not 0 <= pairs.min() <= pairs.max() < below:
            raise ValueError(f"{name} names what is not there")
        if kinds and len(rows) and not np.isin(rows[:, 2], np.arange(KINDS)).all():
            raise ValueError(f"{name} has a kind that is none")
