"""Gold and a run, brought together by id and topic in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.measures.labels.items import Labelled, Prevalences
from lydite.measures.labels.quantification import SmoothedMeasure
from lydite.measures.labels.tables import LabelTable, PrevalenceTable, aggregate, plural, show, some

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.measures.base import Measure


@dataclass(frozen=True)
class Scale:
    """What gold and run are measured on: the labels in their order, and the measures."""

    labels: Sequence[Any]
    measures: Sequence[Measure]
    needs_topics: bool = False
    """Whether prevalences of topics are asked for, so that labels without topics say nothing."""
    hint: Callable[[str], str] = lambda _: ""
    """Given a file that has nothing in common with gold, say what it may be."""


def match(
    scale: Scale, gold: LabelTable | PrevalenceTable, run: LabelTable | PrevalenceTable
) -> Labelled | Prevalences:
    """Return what is to be measured; InputError names what is missing, extra or twice, by line."""
    if isinstance(gold, LabelTable) and isinstance(run, LabelTable):
        if scale.needs_topics and gold.topics is None:
            raise InputError("has no topics, so that there is nothing to quantify", gold.source)
        return _labelled(scale, gold, run)
    return _prevalences(scale, _by_topic(scale, gold), _by_topic(scale, run))


def _labelled(scale: Scale, gold: LabelTable, run: LabelTable) -> Labelled:
    by_topic = gold.topics is not None and run.topics is not None
    wanted = gold.keys(by_topic=gold.topics is not None and (by_topic or not _unique(gold.ids)))
    if not by_topic and gold.topics is not None and not _unique(gold.ids):
        raise InputError("needs topics: some ids of the gold file occur under several", run.source)
    found = run.keys(by_topic=by_topic)
    _same(scale, wanted, found, gold, run, "id")
    order = sorted(wanted)
    rows, picks = [wanted[k] for k in order], [found[k] for k in order]
    topics = gold.topics if gold.topics is not None else run.topics if by_topic else None
    return Labelled.of(
        [gold.labels[i] for i in rows],
        [run.labels[i] for i in picks],
        labels=scale.labels,
        topics=None if topics is None else [topics[i] for i in rows],
        ids=tuple(gold.ids[i] for i in rows),
        columns={k: tuple(v[i] for i in rows) for k, v in gold.columns.items()},
    )


def _prevalences(scale: Scale, gold: PrevalenceTable, run: PrevalenceTable) -> Prevalences:
    wanted, found = gold.places(), run.places()
    _same(scale, wanted, found, gold, run, "topic")
    order = sorted(wanted)
    rows, picks = np.array([wanted[t] for t in order]), np.array([found[t] for t in order])
    counts, seen = (
        None if side.counts is None else side.counts[at] for side, at in ((gold, rows), (run, picks))
    )
    if counts is not None and seen is not None:
        _as_many(order, counts, seen, run, picks)
    needing = [m.name for m in scale.measures if isinstance(m, SmoothedMeasure) and m.needs_counts]
    if counts is None and needing:
        told = f"{needing[0]} smooths by 1/(2·items): give the number of items of each topic in a last column"
        raise InputError(told, gold.source)
    return Prevalences(
        tuple(scale.labels), tuple(order), gold.prevalences[rows], run.prevalences[picks], counts
    )


def _as_many(topics: Sequence[str], gold: Any, run: Any, table: PrevalenceTable, picks: Any) -> None:
    """Refuse a run that labels fewer or more items of a topic than gold has."""
    off = [
        f"{topics[i]} ({run[i]:.0f} instead of {gold[i]:.0f}, line {table.lines[picks[i]]})"
        for i in np.flatnonzero(gold != run).tolist()
    ]
    if off:
        told = f"{plural(len(off), 'topic')} with another number of items than gold: {some(off)}"
        raise InputError(told, table.source)


def _by_topic(scale: Scale, table: LabelTable | PrevalenceTable) -> PrevalenceTable:
    return aggregate(table, scale.labels) if isinstance(table, LabelTable) else table


def _same(
    scale: Scale, wanted: dict[Any, int], found: dict[Any, int], gold: Any, run: Any, what: str
) -> None:
    missing = [f"{show(k)} ({_at(gold, i)})" for k, i in wanted.items() if k not in found]
    extra = [f"{show(k)} (line {run.lines[i]})" for k, i in found.items() if k not in wanted]
    problems = []
    if missing:
        problems.append(f"{plural(len(missing), what)} of gold missing: {some(missing)}")
    if extra:
        problems.append(f"{plural(len(extra), what)} not in gold: {some(extra)}")
    if problems and not wanted.keys() & found.keys():
        problems.append(f"nothing in common{scale.hint(run.source)}")
    if problems:
        raise InputError("; ".join(problems), run.source)


def _at(gold: Any, place: int) -> str:
    return f"gold line {gold.lines[place]}"


def _unique(ids: Any) -> bool:
    return len(set(ids)) == len(ids)
