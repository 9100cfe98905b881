"""The score of some of the items, from what all shards of a run share."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lydite.core.errors import ensure_columns
from lydite.measures.phrases.base import unknown_phrases
from lydite.runs.prepared import prepared_run
from lydite.runs.scoring import notes_of, put_side_by_side, score_items, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.measures.chance import ShufflePlan
    from lydite.measures.phrases.items import PhraseItems
    from lydite.runs.shard import Shard
    from lydite.runs.source_options import Source, SourceOptions


def score_shard(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Sequence[Measure],
    how: SourceOptions,
    part: Shard,
    shuffles: ShufflePlan,
    look: Callable[[str, PhraseItems], None] | None = None,
    say: Callable[[str], None] | None = None,
    columns: Sequence[str | None] = (),
) -> tuple[list[ItemStatistics], tuple[str, ...]]:
    """Return the per-item statistics of one part, with the digests of all items, and the notes of all."""
    read = partial(put_side_by_side, gold, systems, measures, how)
    run = prepared_run(gold, systems, measures, how, read)
    if say is not None:
        for line in run.said:
            say(line)
    statistics, notes = [], []
    for name, system in run.systems.items():
        used = system.part(part.places(len(system.items)))
        ensure_columns(used.columns, columns)
        scored, _ = score_items(used, name, measures, replace(shuffles, times=0))
        statistics.append(signed(scored, system.items, how, system.gold, system.predictions))
        notes += [*notes_of(system.items), *unknown_phrases(used, name, measures, system.items)]
        if look is not None:
            look(name, used)
    if shuffles.times != 0 and any(m.soft for m in measures):
        notes.append("shards have neither chance nor corrected values")
    return statistics, tuple(dict.fromkeys(notes))
