"""SemEval-2016 Task 4: the five subtasks as presets, the organisers' file formats and printed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.measures.tasks.semeval.formats import read
    from lydite.measures.tasks.semeval.official import official_line
    from lydite.measures.tasks.semeval.subtasks import subtask
    from lydite.measures.tasks.semeval.task import runs
else:
    __getattr__ = lazily(
        __name__,
        {
            "formats": "looks_like read",
            "official": "official_line",
            "subtasks": "SUBTASKS subtask",
            "task": "runs scale",
        },
    )

__all__ = [
    "official_line",
    "read",
    "runs",
    "subtask",
]
