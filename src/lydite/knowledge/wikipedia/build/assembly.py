"""From the columns of all parts to the arrays of a store; a step that is done is not done again."""

from __future__ import annotations

import functools
import importlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.io.writing import writing
from lydite.core.store.array_files import arrays_of, save_array, write_array
from lydite.core.store.saving import seal
from lydite.knowledge.wikipedia.build.finished import note_finished, read_finished
from lydite.knowledge.wikipedia.build.network import CompressedLists
from lydite.knowledge.wikipedia.build.nodes import LOW, SHIFT, PageNodes, load_nodes
from lydite.knowledge.wikipedia.build.sorting import MEMORY, ExternalSorter
from lydite.knowledge.wikipedia.build.steps import ORDER
from lydite.knowledge.wikipedia.dumps.sql_join import JoinedTables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray
    from lydite.knowledge.wikipedia.build.nodes import Part


class Assembly:
    """Turns part files into arrays under ``folder/store``; ``folder/tables`` holds what lies between."""

    def __init__(
        self, folder: Path, parts: Sequence[Path], options: dict[str, Any], memory: int = MEMORY
    ) -> None:
        self.folder = folder
        self.parts = parts
        self.options = options
        self.memory = memory
        self.store = folder / "store"
        self.between = folder / "tables"
        self.store.mkdir(exist_ok=True)
        self.between.mkdir(exist_ok=True)

    def run(self, report: Callable[[str], None]) -> dict[str, Any]:
        """Do every step that is not done yet, or whose files were damaged; return what each counted."""
        counts: dict[str, Any] = {}
        kept: set[Path] = set()
        steps = list(ORDER)
        while steps and (done := read_finished(self.folder, _note(steps[0]))) and not done.damaged:
            counts |= done.result
            kept |= {self.folder / _note(steps.pop(0)), *done.files}
        for left in self._files() - kept:  # of a step that was killed, or has to be done again
            left.unlink()
        for step in steps:
            report(step)
            counted = importlib.import_module(f"lydite.knowledge.wikipedia.build.steps.{step}").run(self)
            note_finished(self.folder, _note(step), counted, self._files() - kept)
            kept = self._files()
            counts |= counted
        return counts

    def _files(self) -> set[Path]:
        return {*self.store.iterdir(), *self.between.iterdir()}

    @functools.cached_property
    def tables(self) -> PageNodes:
        """The nodes, loaded when first needed."""
        return load_nodes(self.between)

    @functools.cached_property
    def _joined(self) -> JoinedTables:
        return JoinedTables(self.parts)

    def columns(self, *names: str) -> Iterator[Part]:
        """Yield some columns of each part."""
        if self.options["joined"]:
            yield from self._joined.columns(*names)
            return
        for path in self.parts:
            with arrays_of(path) as part:
                yield {name: part[name] for name in names}

    def write(self, name: str, array: AnyArray) -> None:
        """Write one array of the store."""
        with writing(self.store / f"{name}.bin", "wb") as out:
            write_array(out, array)
        self.note(name, array.dtype, len(array))

    def note(self, name: str, dtype: Any, length: int) -> None:
        """Note type and length of an array that was written piece by piece; names are kept as signed."""
        kind = np.dtype(np.int64) if np.dtype(dtype) == np.uint64 else np.dtype(dtype)
        with writing(self.between / f"{name}.array") as out:
            json.dump({"type": kind.newbyteorder("<").str, "shape": [length]}, out)

    def seal(self, kind: str, version: int, notes: dict[str, Any]) -> None:
        """Write the manifest of the finished arrays."""
        entries = {p.stem: json.loads(p.read_text()) for p in sorted(self.between.glob("*.array"))}
        seal(self.store, kind, version, entries, notes)

    def lists(self, sorter: ExternalSorter, name: str, owners: int) -> int:
        """Write sorted pairs as lists between the steps; return how many pairs there are."""
        sizes = np.zeros(owners + 1, np.int64)
        total = 0
        with writing(self.between / f"{name}.members", "wb") as out:
            for keys, _ in sorter.merged():
                sizes[1:] += np.bincount((keys >> SHIFT).astype(np.int64), minlength=owners)
                write_array(out, (keys & LOW).astype(np.int32))
                total += len(keys)
        save_array(self.between / f"{name}.npy", np.cumsum(sizes))
        return total

    def read_lists(self, name: str) -> CompressedLists:
        """Return what :meth:`lists` wrote."""
        offsets = np.load(self.between / f"{name}.npy", mmap_mode="r")
        path = self.between / f"{name}.members"
        return CompressedLists(
            offsets, np.memmap(path, np.int32, "r") if path.stat().st_size else np.zeros(0, np.int32)
        )


def _note(step: str) -> str:
    return f"tables/{step}.done"
