"""What is measured where no measure was named: of labels, other measures than of phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.notes import Note
from lydite.measures.labels.recognised import MEASURES, labels_of_gold
from lydite.runs.scoring import field_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.runs.request import Source, SourceOptions


def default_measures(
    gold: Source,
    how: SourceOptions,
    of_phrases: Sequence[str],
    *,
    asked: Sequence[str] = (),
    phrases: bool = False,
) -> tuple[list[str], tuple[str, ...]]:
    """Return what was asked, else those of phrases or, where gold has labels, those of labels and a note.

    Options that only phrases have say that gold has phrases, and so does ``phrases``.

    >>> from lydite.runs.request import SourceOptions
    >>> default_measures({"1": ["cat"]}, SourceOptions(), ["F1"])
    (['F1'], ())
    """
    if asked:
        return list(asked), ()
    of_lists = (how.scores, how.separator, how.no_gold, how.best, how.ties != "order")
    if phrases or how.documents is not None or any(of_lists):
        return list(of_phrases), ()

    found = labels_of_gold(gold, field_names(how), format=how.input_format, encoding=how.encoding)
    if found is None:
        return list(of_phrases), ()
    sentence = "{labels}, so measures of labels are shown; -m (measures=) names others"
    return list(MEASURES), (Note(sentence, "gold", labels=found),)
