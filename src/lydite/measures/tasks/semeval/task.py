"""A subtask with its runs, from whatever the caller has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.arguments import wrong
from lydite.core.errors import InputError
from lydite.measures.labels.matching import LabelScale, match
from lydite.measures.labels.scoring import on_common_rows
from lydite.measures.tasks.semeval.formats import looks_like
from lydite.measures.tasks.semeval.objects import table
from lydite.measures.tasks.semeval.scoring import LabelRun
from lydite.measures.tasks.semeval.subtasks import subtask
from lydite.reading.roles import may_be_answers, same_source
from lydite.reading.submissions import sort_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.choices import Missing
    from lydite.measures.tasks.semeval.subtasks import Subtask
    from lydite.reading.submissions import RefusedFile, Submissions


def runs(
    task: str,
    gold: Any,
    systems: Mapping[str, Any],
    *,
    labels: Sequence[Any] | None = None,
    topics: Iterable[Any] | None = None,
    encoding: str | None = None,
    missing: Missing | None = None,
) -> tuple[Subtask, list[LabelRun]]:
    """Return the subtask, on other labels where given, and each run beside gold.

    ``missing`` says what becomes of tweets without an answer: an error, left out for all, or wrong.
    """
    chosen = subtask(task).with_labels(labels)
    if systems is not None and not isinstance(systems, Mapping):
        raise wrong("systems", 'runs by name, as {"mine": predictions}', systems)
    if isinstance(topics, str):
        raise wrong("topics", "a list with the topic of each row", topics)
    if not systems:
        raise InputError("there are no runs to score")
    side = None if topics is None else list(topics)
    wanted = table(chosen, gold, "gold", side, encoding)
    sides = [(name, table(chosen, run, name, side, encoding)) for name, run in systems.items()]
    read = wanted.understood
    for name, answers in sides:
        same = same_source(gold, systems[name]) and answers.understood == read
        if same and read is not None and may_be_answers(read):
            raise InputError(
                f"gold and {name} would be read from the same column, {read.phrases[-1]} "
                f"({', '.join(read.names)}); name the columns gold and prediction, or give two files",
                answers.source,
            )
    items = {name: match(scale(chosen), wanted, answers, missing or "error") for name, answers in sides}
    return chosen, [LabelRun(name, one, missing or "error") for name, one in on_common_rows(items).items()]


def submitted_runs(
    task: str,
    gold: Any,
    found: Submissions,
    *,
    labels: Sequence[Any] | None = None,
    encoding: str | None = None,
    missing: Missing | None = None,
) -> tuple[Subtask, list[LabelRun], list[RefusedFile]]:
    """Return the subtask and each submission of a folder beside gold, which is read once; and the refused."""
    chosen = subtask(task).with_labels(labels)
    wanted = table(chosen, gold, "gold", None, encoding)
    policy = missing or "error"
    items, refused = sort_out(
        found,
        lambda name, path: match(scale(chosen), wanted, table(chosen, path, name, None, encoding), policy),
    )
    return chosen, [LabelRun(n, one, policy) for n, one in on_common_rows(items).items()], refused


def scale(task: Subtask) -> LabelScale:
    """Return what gold and runs of a subtask are measured on."""
    return LabelScale(task.labels, task.measures, task.quantifies, hint=lambda source: _hint(task, source))


def _hint(task: Subtask, source: str) -> str:
    letter = looks_like(source) if Path(source).is_file() else None
    return f"; it looks like a file of subtask {letter}" if letter not in (None, task.letter) else ""
