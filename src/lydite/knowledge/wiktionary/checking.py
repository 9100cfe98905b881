"""What the arrays and notes of a store of Wiktionary must be to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.store.checking import check_note
from lydite.knowledge.checking import KnowledgeChecker
from lydite.knowledge.wiktionary.spelling import SYNONYM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.store.store import Arrays


def check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    """Raise ValueError unless senses, graph, labels and links belong together."""
    checker = KnowledgeChecker(arrays)
    senses = checker.texts("word_ends", "word_text")
    checker.texts("gloss_ends", "gloss_text", senses)
    checker.graph(senses)
    labels, entries = checker.labels("", senses)
    checker.codes("label_how", entries, SYNONYM + 1, kinds="|u1")
    checker.labels("stem_", labels)
    checker.labels("link_", senses)
    pos, languages = check_note(notes, "pos", list), check_note(notes, "languages", dict)
    checker.codes("pos", senses, len(pos), kinds="|u1")
    checker.codes("language", senses, len(languages), kinds="<u2")
    if not languages:
        raise ValueError("it has no language")
    for own in languages.values():
        check_note(own, "longest", int, 0)
        check_note(own, "senses", int, 0)
