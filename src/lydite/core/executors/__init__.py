"""Where work is done: here, on several processes, on a cluster; and how tasks are given to any of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.core.executors.base import On, Place, executor_of, place_of
    from lydite.core.executors.here import Here
    from lydite.core.executors.sent import SentFile, SentSpec
    from lydite.core.executors.tasks import LostTaskError, SharedTask, map_tasks, workers_of
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "On Place executor_of place_of",
            "here": "Here",
            "tasks": "LostTaskError SharedTask map_tasks workers_of",
            "sent": "SentFile SentSpec",
        },
    )

__all__ = [
    "Here",
    "LostTaskError",
    "On",
    "Place",
    "SentFile",
    "SentSpec",
    "SharedTask",
    "executor_of",
    "map_tasks",
    "place_of",
    "workers_of",
]
