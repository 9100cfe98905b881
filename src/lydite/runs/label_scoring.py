"""Labels of systems against gold ones: the options that mean something for them, and their scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.measures.labels.scoring import LabelSourceOptions, score_sources
from lydite.runs.scoring import field_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.runs.shard import Shard
    from lydite.runs.source_options import Source, SourceOptions


def score_labels(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Sequence[Measure],
    how: SourceOptions,
    part: Shard | None,
    say: Callable[[str], None] | None,
) -> tuple[list[ItemStatistics], tuple[str, ...]]:
    """Return the statistics of systems under measures of labels, and what a reader must know."""
    _only_of_phrases(
        scores=how.scores, separator=how.separator, no_gold=how.no_gold, documents=how.documents,
        ties=how.ties != "order", best=how.best,
    )  # fmt: skip
    options = LabelSourceOptions(
        how.labels, how.missing, how.normalise, how.count, how.format, how.encoding, field_names(how), say,
        how.skip_bad,
    )  # fmt: skip
    return score_sources(gold, systems, measures, options, part)


def _only_of_phrases(**given: Any) -> None:
    """Refuse what means nothing where labels are scored."""
    names = [name for name, value in given.items() if value is not None and value is not False]
    if names:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in names)
        raise InputError(f"{options}: for measures of phrases, not of labels")
