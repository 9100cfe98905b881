"""What is measured where no measure was named: of labels, other measures than of phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.runs.source_options import Source, SourceOptions


def default_measures(
    gold: Source, how: SourceOptions, of_phrases: Sequence[str]
) -> tuple[Sequence[str], tuple[str, ...]]:
    """Return those of phrases or, where gold has a label for each item, those of labels and a note.

    Options that only phrases have say that gold has phrases.

    >>> from lydite.runs.source_options import SourceOptions
    >>> default_measures({"1": ["cat"]}, SourceOptions(), ["F1"])
    (['F1'], ())
    """
    if how.scores or how.separator or how.documents is not None or how.no_gold or how.ties != "order" or how.best:
        return of_phrases, ()
    from lydite.measures.labels.recognised import MEASURES, labels_of_gold
    from lydite.runs.scoring import field_names

    found = labels_of_gold(gold, field_names(how), format=how.format, encoding=how.encoding)
    if found is None:
        return of_phrases, ()
    return MEASURES, (f"gold: {found}, so measures of labels are shown; -m (measures=) names others",)
