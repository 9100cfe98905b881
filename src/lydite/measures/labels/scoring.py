"""From labels or prevalences beside gold to item statistics: rows like all others, many of them equal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from lydite.core.arrays import content_digest
from lydite.core.errors import InputError, SpecError
from lydite.core.notes import Note
from lydite.inference.label_lists import write_labels
from lydite.inference.statistics import ItemStatistics
from lydite.measures.labels.items import LabelItems
from lydite.measures.labels.matching import LabelScale, match
from lydite.measures.labels.reading import on_scale, read_side, scale_of
from lydite.measures.labels.tables import LabelTable, by_line, new_labels
from lydite.reading.beside import ensure_counters_agree
from lydite.reading.fields import join_errors, missing_fields
from lydite.reading.labels.columns import label_text
from lydite.reading.roles import ensure_two_fields

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.choices import Missing
    from lydite.measures.base import Measure
    from lydite.measures.labels.base import LabelMeasure
    from lydite.measures.labels.items import Prevalences
    from lydite.measures.labels.tables import PrevalenceTable
    from lydite.reading.fields import Detected, FieldNames

TOPIC = "topic"
_CELLS = 1 << 15  # of more classes than 181, cells have rows of their own only where there are as many items


def score(items: LabelItems | Prevalences, system: str, measures: Sequence[Measure]) -> ItemStatistics:
    """Return the statistics of one system under measures of labels.

    Rows with the same gold label and the same answer have the same statistics, so that these are computed
    for each cell of the confusion matrix, unless there are far more cells than rows. Prevalences of topics
    are one item for each topic; topics are then what is drawn whole.
    """
    for measure in measures:
        if measure.input_kind != "labels":
            raise SpecError(f"{measure} measures {measure.input_kind}, not labels")
    names = tuple(map(str, items.topics))
    policies = {"labels": write_labels([*map(str, items.labels)])}
    if isinstance(items, LabelItems):
        size, answers = len(items.labels), len(items.answers)
        shared = size * answers <= max(_CELLS, len(items))
        codes = np.divmod(np.arange(size * answers), answers) if shared else (items.gold, items.predicted)
        tables = {m.alone: cast("LabelMeasure", m).of_rows(*codes, items.labels) for m in measures}
        topic = None if items.topic is None else tuple(names[t] for t in items.topic.tolist())
        ids = _ids(items, topic)
        known = (ids, topic or (), [str(v) for v in items.labels])
        return ItemStatistics(
            system,
            ids,
            tuple(measures),
            tuple(tables[m.alone] for m in measures),  # one for those that differ in their average only
            {**{k: tuple(v) for k, v in items.columns.items()}, **({} if topic is None else {TOPIC: topic})},
            rows=items.gold.astype(np.int64) * answers + items.predicted if shared else None,
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


@dataclass(frozen=True)
class LabelSourceOptions:
    """How sources of labels are read and brought together."""

    labels: Sequence[str] | None = None
    """The scale in its order; None: the labels that occur."""
    missing: Missing | None = None
    """What becomes of rows without an answer; None: they are an error."""
    normalise: bool = False
    """Whether prevalences are divided by their sum."""
    count: bool = False
    """Whether the labels of a run are counted where gold has prevalences."""
    format: str | None = None
    encoding: str | None = None
    fields: FieldNames | None = None
    skip_bad: bool = False
    """Whether rows that cannot be read are left out."""


def score_sources(
    gold: Any,
    systems: Mapping[str, Any],
    measures: Sequence[Measure],
    how: LabelSourceOptions,
) -> tuple[list[ItemStatistics], tuple[Note, ...], tuple[Detected, ...]]:
    """Return the statistics of systems, what was left out of them, and how each source was read."""
    given = None if how.labels is None else [label_text(str(v)) for v in how.labels]
    read = partial(
        read_side, normalise=how.normalise, fields=how.fields, format=how.format, encoding=how.encoding,
        skip_bad=how.skip_bad, labels=given or (),
    )  # fmt: skip
    sides: list[LabelTable | PrevalenceTable] = []
    faults: dict[str, InputError] = {}
    for name, data in [("gold", gold), *systems.items()]:
        try:
            sides.append(read(data, name))
        except InputError as error:
            faults[str(error)] = error
    if faults:
        raise join_errors(list(faults.values()))
    if how.fields is not None and how.fields.named:
        missing_fields(how.fields, [(side.source, side.understood) for side in sides])
    sides = _from_two_fields(
        [gold, *systems.values()], sides, same=how.fields is not None and how.fields.same
    )
    if how.fields is None or how.fields.id is None:
        labelled = [side for side in sides if isinstance(side, LabelTable)]
        ensure_counters_agree(labelled if len(labelled) == len(sides) else ())
    sides = by_line(sides)
    detected = tuple(side.detected() for side in sides)
    known = scale_of(sides, measures) if given is None else given
    answers, *runs = (on_scale(side, known) for side in sides)
    policy = how.missing or "error"
    scale = LabelScale(known, measures, count=how.count)
    items = {n: match(scale, answers, run, policy) for n, run in zip(systems, runs, strict=True)}
    notes = [note for side in sides for note in side.notes]
    if how.labels is None:
        notes += [note for side in sides[1:] for note in new_labels(sides[0], side)]
    notes += [note for name, one in items.items() for note in _left_out(name, one, answers, policy)]
    items = on_common_rows(items)
    policies = {"normalised": "yes"} if how.normalise else {}
    policies |= {"missing": policy} if policy != "error" else {}
    statistics = [score(one, name, measures) for name, one in items.items()]
    statistics = [replace(one, policies={**one.policies, **policies}) for one in statistics]
    return statistics, tuple(notes), detected


def _from_two_fields(
    sources: Sequence[Any], sides: list[LabelTable | PrevalenceTable], *, same: bool
) -> list[LabelTable | PrevalenceTable]:
    """Refuse runs read from gold's own field; note which fields of one source are gold and predictions."""
    gold = sides[0]

    def same_content(place: int) -> bool:
        run = sides[place]
        if not isinstance(gold, LabelTable) or not isinstance(run, LabelTable):
            return False
        return sorted(zip(gold.ids, gold.labels, strict=True)) == sorted(
            zip(run.ids, run.labels, strict=True)
        )

    pairs = [(source, side.understood) for source, side in zip(sources, sides, strict=True)]
    notes = ensure_two_fields(pairs, [side.source for side in sides], same_content, same=same)
    return [
        replace(side, notes=(*side.notes, note)) if note else side
        for side, note in zip(sides, notes, strict=True)
    ]


def average_notes(scored: ItemStatistics) -> tuple[Note, ...]:
    """Return a note on measures over all rows of topics, and on means over topics where there are none."""
    topics = set(scored.columns.get(TOPIC, ()))
    over_topics = [str(m) for m in scored.measures if getattr(m, "average", "") == "topics"]
    if over_topics and not topics:
        sentence = "there are no topics, so all rows are one; --topic names their column"
        return (Note(sentence, ", ".join(over_topics)),)
    pooled = [str(m) for m in scored.measures if not m.grouped]
    if not pooled or scored.cluster is not None or len(topics) < 2:  # prevalences are of topics
        return ()
    sentence = "over all rows; average=topics is the mean over the {count:,} topics"
    return (Note(sentence, ", ".join(pooled), count=len(topics)),)


def _left_out(
    system: str, items: LabelItems | Prevalences, gold: LabelTable | PrevalenceTable, policy: Missing
) -> list[Note]:
    """Return a note on the rows of gold that a system did not answer."""
    if isinstance(items, LabelItems) and items.unanswered:
        lost = int((items.predicted == len(items.labels)).sum())
        sentence = "rows without an answer, counted as wrong: {count:,}"
        return [Note(sentence, system, count=lost)] if lost else []
    unit, there = (
        ("rows", gold.lines) if isinstance(items, LabelItems) else ("topics", set(gold.topics or ()))
    )
    lost = len(there) - len(items)
    sentence = f"{unit} without an answer, left out: {{count:,}}"
    return [Note(sentence, system, count=lost)] if lost and policy == "skip" else []


def on_common_rows(items: Mapping[str, LabelItems | Prevalences]) -> dict[str, LabelItems | Prevalences]:
    """Return all systems on the rows, or topics, that all of them answered."""
    keys = {name: one.keys() for name, one in items.items()}
    both = set.intersection(*map(set, keys.values()))
    if all(len(both) == len(one) for one in items.values()):
        return dict(items)
    if not both:
        raise InputError("there is no item that all systems answered")
    return {
        name: one.select(np.array([i for i, key in enumerate(keys[name]) if key in both]))
        for name, one in items.items()
    }


def _ids(items: LabelItems, topic: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return one name for each row; the same tweet may occur under several topics."""
    ids = tuple(items.ids) if items.ids is not None else tuple(f"{i:09d}" for i in range(len(items)))
    if topic is None or len(set(ids)) == len(ids):
        return ids
    return tuple(f"{i} ({t})" for i, t in zip(ids, topic, strict=True))
