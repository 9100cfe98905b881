"""Work on several processes of this machine: one task at a time each; one that is killed costs one task."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.executors.base import Place
from lydite.core.executors.process_executor import ProcessExecutor
from lydite.core.spec import param

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


@dataclass(frozen=True)
class Processes(Place):
    """Several processes of this machine.

    Every process has one thread for matrix products, so that results do not depend on how many there are.
    """

    name = "processes"

    n: int = param(2, help="how many", low=1, high=1024)

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        """Keep processes for tasks; each is started when there is a task for it."""
        executor = ProcessExecutor(self.n)
        try:
            yield executor
        finally:
            executor.shutdown()
