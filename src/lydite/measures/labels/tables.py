"""One side of the evaluation, gold or a run: labels by tweet, or prevalences by topic, with their lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.core.text import plural
from lydite.reading.alike import LABELS
from lydite.reading.beside import aligned_note, ensure_beside, ensure_one_order, field_note, ids_by_field
from lydite.reading.fields import Detected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.reading.fields import ReadingSummary

SHOWN = 5  # lines named in a message


@dataclass(frozen=True)
class LabelTable:
    """Labels by tweet; the same tweet may occur under several topics."""

    source: str
    lines: Sequence[int]
    ids: Sequence[str]
    topics: Sequence[str] | None
    labels: Sequence[str]
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What else is known of each tweet: its author, its language."""
    understood: ReadingSummary | None = None
    notes: tuple[Note, ...] = ()
    """Which rows were left out."""
    unnamed: bool = False
    """Whether rows had no ids; then they are numbered from 1."""
    left_out: bool = False
    """Whether rows that cannot be read were left out."""

    def detected(self) -> Detected:
        """Return how the source was read."""
        counts = [plural(len(self.labels), "row"), plural(len(set(self.labels)), "label")]
        if self.topics is not None:
            counts.append(plural(len(set(self.topics)), "topic"))
        return _detected(self, ", ".join(counts))

    def keys(self, *, by_topic: bool) -> dict[Any, int]:
        """Return the place of each (id, topic), or of each id; InputError where one occurs twice."""
        names = list(zip(self.ids, self.topics, strict=True)) if by_topic and self.topics else list(self.ids)
        places: dict[Any, int] = {}
        twice = []
        for place, name in enumerate(names):
            if places.setdefault(name, place) != place:
                twice.append(f"{show(name)} (lines {self.lines[places[name]]} and {self.lines[place]})")
        if twice:
            raise InputError(f"{plural(len(twice), 'duplicate id')}: {some(twice)}", self.source)
        return places


@dataclass(frozen=True)
class PrevalenceTable:
    """Prevalences by topic, and how many tweets each topic has where that is given."""

    source: str
    lines: Sequence[int]
    topics: Sequence[str]
    prevalences: FloatArray
    counts: FloatArray | None
    classes: tuple[str, ...] = ()
    """The classes by name, where the table names them."""
    understood: ReadingSummary | None = None
    notes: tuple[Note, ...] = ()

    def detected(self) -> Detected:
        """Return how the source was read."""
        return _detected(self, f"{plural(len(self.topics), 'topic')}, {len(self.classes):,} classes")

    def places(self) -> dict[str, int]:
        """Return the place of each topic; InputError where one occurs twice."""
        places: dict[str, int] = {}
        twice = []
        for place, name in enumerate(self.topics):
            if places.setdefault(name, place) != place:
                twice.append(f"{name} (lines {self.lines[places[name]]} and {self.lines[place]})")
        if twice:
            raise InputError(f"{plural(len(twice), 'duplicate topic')}: {some(twice)}", self.source)
        return places


def by_line(tables: Sequence[LabelTable | PrevalenceTable]) -> list[LabelTable | PrevalenceTable]:
    """Return tables in which rows without ids have those of the first table that has any; a note says so."""
    labelled = [t for t in tables if isinstance(t, LabelTable)]
    if not any(t.unnamed for t in labelled) or len(labelled) < len(tables):
        return list(tables)
    labelled = [
        table
        if found is None
        else replace(
            table,
            ids=found[0],
            unnamed=False,
            notes=(*table.notes, field_note(table, found[1])),
            understood=table.understood and replace(table.understood, id=found[1]),
        )
        for table, found in zip(labelled, ids_by_field(labelled), strict=True)
    ]
    model = next((t for t in labelled if not t.unnamed), labelled[0])
    with_ids: list[LabelTable | PrevalenceTable] = []
    for table in labelled:
        if table.unnamed and table is not model:
            ensure_beside(table, model, "rows")
            ensure_one_order(table, model)
            note = aligned_note(table.source, model.source)
            topics = model.topics if table.topics is None else table.topics
            table = replace(table, ids=model.ids, topics=topics, notes=(*table.notes, note))  # noqa: PLW2901
        with_ids.append(table)
    return with_ids


def new_labels(gold: LabelTable | PrevalenceTable, run: LabelTable | PrevalenceTable) -> list[Note]:
    """Return a note on labels that only the run has; refuse a run of which all labels are such.

    One label may be the answer of a system that always gives it. Labels that differ in case or spaces alone
    are refused, too.
    """
    if isinstance(gold, PrevalenceTable) or isinstance(run, PrevalenceTable):
        return []

    known = dict.fromkeys(gold.labels)
    new = [label for label in dict.fromkeys(run.labels) if label not in known]
    if not new:
        return []
    notes = LABELS.check([*known], new, (gold.source, run.source), ([*known],))
    if len(known) > 1 < len(new) and not known.keys() & set(run.labels):
        theirs = f"those of {gold.source} ({some(sorted(known))})"
        raise InputError(
            f"its labels ({some(sorted(new))}) are none of {theirs}; write both alike, or name all: --labels",
            run.source,
        )
    rows = sum(label in set(new) for label in run.labels)
    sentence = "labels that gold does not have: {labels} ({rows})"
    return [*notes, Note(sentence, run.source, labels=some(sorted(new)), rows=plural(rows, "row"))]


def aggregate(table: LabelTable, labels: Sequence[str]) -> PrevalenceTable:
    """Classify and count: the prevalence of each label among the tweets of each topic."""
    if table.topics is None:
        raise InputError("has no topics, so that there is nothing to quantify", table.source)
    table.keys(by_topic=True)
    names = list(dict.fromkeys(table.topics))
    place, code = {t: i for i, t in enumerate(names)}, {v: i for i, v in enumerate(labels)}
    counts = np.zeros((len(names), len(labels)))
    first: dict[str, int] = {}
    for line, topic, label in zip(table.lines, table.topics, table.labels, strict=True):
        counts[place[topic], code[label]] += 1
        first.setdefault(topic, line)
    rows = counts.sum(1)
    return PrevalenceTable(table.source, [first[t] for t in names], names, counts / rows[:, None], rows)


def _detected(table: LabelTable | PrevalenceTable, counts: str) -> Detected:
    return Detected(table.source, "" if table.understood is None else str(table.understood), counts)


def some(texts: Sequence[str]) -> str:
    """Join the first few texts, with a count of the others."""
    more = len(texts) - SHOWN
    return ", ".join(texts[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def show(key: Any) -> str:
    """Return an id, or an id with its topic, as text."""
    return f"{key[0]} ({key[1]})" if isinstance(key, tuple) else str(key)
