"""From labels or prevalences beside gold to item statistics: rows like all others, many of them equal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import SpecError
from lydite.measures.labels.items import Labelled
from lydite.signature import content_digest
from lydite.statistics import ItemStatistics

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.measures.base import Measure
    from lydite.measures.labels.items import Prevalences

TOPIC = "topic"


def score(items: Labelled | Prevalences, system: str, measures: Sequence[Measure]) -> ItemStatistics:
    """Return the statistics of one system under measures of labels.

    Rows with the same gold label and the same answer have the same statistics, so that these are computed
    for each cell of the confusion matrix. Prevalences of topics are one item for each topic; topics are then
    what is drawn whole.
    """
    for measure in measures:
        if measure.of != "labels":
            raise SpecError(f"{measure} measures {measure.of}, not labels")
    names = tuple(map(str, items.topics))
    policies = {"labels": ",".join(map(str, items.labels))}
    if isinstance(items, Labelled):
        size = len(items.labels)
        cells = np.eye(size * size).reshape(-1, size, size)
        tables = {m.alone: m.reduce(cells, items.labels) for m in measures}  # type: ignore[attr-defined]
        topic = None if items.topic is None else tuple(names[t] for t in items.topic.tolist())
        ids = _ids(items, topic)
        known = (ids, topic or (), [str(v) for v in items.labels])
        return ItemStatistics(
            system,
            ids,
            tuple(measures),
            tuple(tables[m.alone] for m in measures),  # one for those that differ in their average only
            {**{k: tuple(v) for k, v in items.columns.items()}, **({} if topic is None else {TOPIC: topic})},
            rows=items.gold.astype(np.int64) * size + items.predicted,
            policies=policies,
            gold=content_digest(*known, items.gold.astype("<i4").tobytes()),
            predictions=content_digest(*known, items.predicted.astype("<i4").tobytes()),
        )
    counts = b"" if items.counts is None else items.counts.tobytes()
    return ItemStatistics(
        system,
        names,
        tuple(measures),
        tuple(m.statistics(items) for m in measures),
        {TOPIC: names},
        policies=policies,
        gold=content_digest(names, items.gold.tobytes(), counts),
        predictions=content_digest(names, items.predicted.tobytes()),
        cluster=TOPIC,
    )


def score_sources(
    gold: Any,
    systems: Mapping[str, Any],
    measures: Sequence[Measure],
    *,
    labels: Sequence[str] | None = None,
    normalise: bool = False,
    format: str | None = None,
    encoding: str | None = None,
) -> list[ItemStatistics]:
    """Return the statistics of systems from files, mappings, lists or frames, whatever their labels are."""
    from lydite.measures.labels.matching import Scale, match
    from lydite.measures.labels.reading import on_scale, read_side, scale_of

    how: dict[str, Any] = {"format": format, "encoding": encoding, "normalise": normalise}
    sides = [read_side(d, n, **how) for n, d in [("gold", gold), *systems.items()]]
    known = scale_of(sides, measures) if labels is None else [str(v) for v in labels]
    answers, *runs = (on_scale(side, known) for side in sides)
    scale = Scale(known, measures)
    found = [
        score(match(scale, answers, run), name, measures) for name, run in zip(systems, runs, strict=True)
    ]
    said = {"normalised": "yes"} if normalise else {}
    return [replace(one, policies={**one.policies, **said}) for one in found]


def _ids(items: Labelled, topic: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return one name for each row; the same tweet may occur under several topics."""
    ids = tuple(items.ids) if items.ids is not None else tuple(f"{i:09d}" for i in range(len(items)))
    if topic is None or len(set(ids)) == len(ids):
        return ids
    return tuple(f"{i} ({t})" for i, t in zip(ids, topic, strict=True))
