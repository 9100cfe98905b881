"""Gold and a run, brought together by id and topic in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.text import plural
from lydite.measures.labels.items import LabelItems, Prevalences
from lydite.measures.labels.quantification import SmoothedMeasure
from lydite.measures.labels.tables import LabelTable, PrevalenceTable, aggregate, show, some

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.choices import Missing
    from lydite.measures.base import Measure


@dataclass(frozen=True)
class LabelScale:
    """What gold and run are measured on: the labels in their order, and the measures."""

    labels: Sequence[Any]
    measures: Sequence[Measure]
    needs_topics: bool = False
    """Whether prevalences of topics are asked for, so that labels without topics say nothing."""
    count: bool = True
    """Whether the labels of a run are counted where gold has prevalences."""
    hint: Callable[[str], str] = lambda _: ""
    """Given a file that has nothing in common with gold, say what it may be."""


def match(
    scale: LabelScale,
    gold: LabelTable | PrevalenceTable,
    run: LabelTable | PrevalenceTable,
    missing: Missing = "error",
) -> LabelItems | Prevalences:
    """Return what is to be measured; InputError names what is missing, extra or twice, by line.

    What gold has and the run has not is left out (``skip``) or counts as answered wrong (``wrong``).
    """
    if missing == "zero":
        raise InputError(
            "labels have no zero: missing ones are left out (skip), wrong (wrong) or refused (error)"
        )
    if isinstance(gold, LabelTable) and isinstance(run, LabelTable):
        if scale.needs_topics and gold.topics is None:
            raise InputError("has no topics, so that there is nothing to quantify", gold.source)
        return _labelled(scale, gold, run, missing)
    if isinstance(run, LabelTable) and not scale.count:
        raise InputError(
            "has labels where gold has prevalences; --count (count=True) counts them", run.source
        )
    if missing == "wrong":
        raise InputError("prevalences that are missing cannot be wrong: skip or error", run.source)
    return _prevalences(scale, _by_topic(scale, gold), _by_topic(scale, run), missing)


def _labelled(scale: LabelScale, gold: LabelTable, run: LabelTable, missing: Missing) -> LabelItems:
    by_topic = gold.topics is not None and run.topics is not None
    wanted = gold.keys(by_topic=gold.topics is not None and (by_topic or not _unique(gold.ids)))
    if not by_topic and gold.topics is not None and not _unique(gold.ids):
        raise InputError("needs topics: some ids of the gold file occur under several", run.source)
    answered = run.keys(by_topic=by_topic)
    _same(scale, wanted, answered, gold, run, "id", missing)
    order = sorted(wanted if missing == "wrong" else wanted.keys() & answered.keys())
    rows, picks = [wanted[k] for k in order], [answered.get(k) for k in order]
    topics = gold.topics if gold.topics is not None else run.topics if by_topic else None
    return LabelItems.of(
        [gold.labels[i] for i in rows],
        [None if i is None else run.labels[i] for i in picks],
        labels=scale.labels,
        topics=None if topics is None else [topics[i] for i in rows],
        ids=tuple(gold.ids[i] for i in rows),
        columns={k: tuple(v[i] for i in rows) for k, v in gold.columns.items()},
        unanswered=missing == "wrong",
    )


def _prevalences(
    scale: LabelScale, gold: PrevalenceTable, run: PrevalenceTable, missing: Missing
) -> Prevalences:
    wanted, answered = gold.places(), run.places()
    _same(scale, wanted, answered, gold, run, "topic", missing)
    order = sorted(wanted.keys() & answered.keys())
    rows, picks = np.array([wanted[t] for t in order]), np.array([answered[t] for t in order])
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


def _by_topic(scale: LabelScale, table: LabelTable | PrevalenceTable) -> PrevalenceTable:
    return aggregate(table, scale.labels) if isinstance(table, LabelTable) else table


def _same(
    scale: LabelScale,
    wanted: dict[Any, int],
    answered: dict[Any, int],
    gold: Any,
    run: Any,
    what: str,
    missing: Missing,
) -> None:
    absent = [f"{show(k)} ({_at(gold, i)})" for k, i in wanted.items() if k not in answered]
    extra = [f"{show(k)} (line {run.lines[i]})" for k, i in answered.items() if k not in wanted]
    problems = []
    if absent and (missing == "error" or len(absent) == len(wanted)):
        problems.append(f"{plural(len(absent), what)} of gold missing: {some(absent)}")
    if extra:
        problems.append(f"{plural(len(extra), what)} not in gold: {some(extra)}")
    if problems and not wanted.keys() & answered.keys():
        problems.append(f"nothing in common{scale.hint(run.source)}")
    elif absent and problems and not extra:
        problems.append(f"--missing {'skip' if what == 'topic' else 'skip, or wrong,'} goes on without them")
    if problems:
        raise InputError("; ".join(problems), run.source)


def _at(gold: Any, place: int) -> str:
    return f"gold line {gold.lines[place]}"


def _unique(ids: Any) -> bool:
    return len(set(ids)) == len(ids)
