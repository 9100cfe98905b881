"""What a file can be looked at as: each kind is read as the command that scores it reads it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lydite.core.choices import SUBTASKS, VALIDATED
from lydite.core.errors import InputError, did_you_mean
from lydite.measures.labels.reading import on_scale, read_side
from lydite.measures.labels.tables import LabelTable
from lydite.measures.tasks.semeval.subtasks import subtask
from lydite.probes.agreement import read_judgements
from lydite.probes.agreement.questions import QuestionSet
from lydite.probes.testsets import load_test_set
from lydite.reading.fields import FieldNames, join_errors
from lydite.runs.run_file import read_run
from lydite.vectors import load_vectors

if TYPE_CHECKING:
    from collections.abc import Container

    from lydite.core.choices import Missing
    from lydite.measures.labels.tables import PrevalenceTable


@dataclass(frozen=True)
class ValidationOptions:
    """How a file is read."""

    format: str | None = None
    encoding: str | None = None
    labels: Sequence[str] | None = None
    header: bool | None = None
    names: dict[str, Any] = field(default_factory=dict)
    """Fields where names do not tell: id, phrases, scores, separator."""
    missing: Missing = "error"
    """What becomes of items without an answer: where they are scored as something, they are no fault."""


@dataclass(frozen=True)
class FileContent:
    """What of a file could be read."""

    understood: str
    items: int
    ids: Sequence[str] | None = None
    """None where a file has no ids."""
    lines: Sequence[int] | None = None
    notes: tuple[str, ...] = ()


def kinds() -> list[str]:
    """Return what a file can be looked at as.

    >>> kinds()[:3]
    ['predictions', 'gold', 'labels']
    """
    return [*VALIDATED, *(f"semeval-{letter}" for letter in SUBTASKS)]


def check_of(kind: str) -> Callable[[str, ValidationOptions, set[int]], FileContent]:
    """Return what looks at files of a kind; an unknown one names those there are."""
    if kind in CHECKS:
        return CHECKS[kind]
    if kind in kinds():
        return functools.partial(_semeval, kind.rpartition("-")[2])
    raise InputError(f"--as {kind}{did_you_mean(kind, kinds())} (there are {', '.join(kinds())})")


def _phrases(role: Any, path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:
    from lydite.reading.phrase_tables import read

    item, phrases, scores = (how.names.get(k) for k in ("id", "phrases", "scores"))
    fields = FieldNames.of(
        item, phrases, scores, None, how.names.get("separator"), header=how.header, best=how.names.get("best")
    )
    skip = bool(bad)
    table = read(path, format=how.format, encoding=how.encoding, fields=fields, role=role, skip_bad=skip)
    notes = () if skip else table.notes
    return FileContent(str(table.detected()), len(table), None if table.unnamed else table.ids, None, notes)


def _labels(path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:

    side = read_side(
        path, "run", format=how.format, encoding=how.encoding, skip_bad=bool(bad), labels=how.labels or ()
    )
    if how.labels is not None:
        on_scale(side, list(how.labels))
    return _of_labels(side)


def _semeval(letter: str, path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:
    from lydite.measures.tasks.semeval.formats import read

    return _of_labels(read(subtask(letter).with_labels(how.labels), path, how.encoding, "run", bad))


def _of_labels(side: LabelTable | PrevalenceTable) -> FileContent:

    names = list(side.ids) if isinstance(side, LabelTable) else list(side.topics)
    keys = [*zip(names, side.topics, strict=True)] if isinstance(side, LabelTable) and side.topics else names
    seen: dict[Any, int] = {}
    twice = []
    for key, line in zip(keys, side.lines, strict=True):
        if seen.setdefault(key, line) != line:
            shown = " of topic ".join(key) if isinstance(key, tuple) else key
            twice.append(InputError(f"{shown} is there twice, first on line {seen[key]}", side.source, line))
    if twice:
        error = join_errors(twice)
        error.items = tuple(names)
        raise error
    return FileContent(str(side.detected()), len(names), names, side.lines, side.notes)


def _questions(path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:  # noqa: ARG001

    judged = read_judgements(path, how.encoding)
    ids = [q.id for q in judged.questions] if isinstance(judged, QuestionSet) else None
    return FileContent(f"{path}: {len(judged):,} judgements", len(judged), ids)


def _vectors(path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:  # noqa: ARG001

    loaded = load_vectors(path)
    return FileContent(f"{path}: {len(loaded):,} words", len(loaded), notes=tuple(loaded.notes))


def _test_set(path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:  # noqa: ARG001

    loaded = load_test_set(path, how.encoding)
    return FileContent(f"{path}: {' and '.join(loaded.contents)}", len(loaded.words))


def _run(path: str, how: ValidationOptions, bad: Container[int]) -> FileContent:  # noqa: ARG001

    run = read_run(path)
    ids = run.blocks[0].systems[0].ids
    return FileContent(f"{path}: a run of {', '.join(run.systems)}", len(ids), ids, notes=run.notes)


def _predictions(path: str, how: ValidationOptions, bad: set[int]) -> FileContent:
    return _phrases("run", path, how, bad)


def _gold(path: str, how: ValidationOptions, bad: set[int]) -> FileContent:
    return _phrases("gold", path, how, bad)


CHECKS: dict[str, Callable[[str, ValidationOptions, set[int]], FileContent]] = dict(
    zip(VALIDATED, (_predictions, _gold, _labels, _questions, _vectors, _test_set, _run), strict=True)
)
