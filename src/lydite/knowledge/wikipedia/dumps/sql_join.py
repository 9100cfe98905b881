"""Parts of SQL dumps, joined by page and target ids so that they read like the parts of an export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.array_files import arrays_of
from lydite.knowledge.wikipedia.dumps.page import CATEGORY
from lydite.knowledge.wikipedia.dumps.sql import TABLES
from lydite.knowledge.wikipedia.titles import CATEGORY as CATEGORIES
from lydite.knowledge.wikipedia.titles import page_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray, ByteArray, IntArray, UInt64Array

    Part = dict[str, AnyArray]

HIDDEN = page_name(CATEGORIES, "Hidden categories")
_NUMBERS = {"kind": np.uint8, "hidden": np.uint8, "link_page": np.int64, "member_page": np.int64}
_BYTES = ("title_bytes", "text_bytes", "anchor_bytes", "lead_flags")
_LENGTHS = ("title_lengths", "text_lengths", "anchor_lengths", "lead_page", "word_page")


class JoinedTables:
    """The parts of the tables; :meth:`columns` yields them as an export's parts would be."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths: dict[str, list[Path]] = {table: [] for table in TABLES}
        for path in paths:
            with arrays_of(path) as part:
                self.paths[TABLES[int(part["table"][0])]].append(path)
        self.page_ids = self._all("page", "page_id")
        self.order = np.argsort(self.page_ids, kind="stable")
        self.sorted_ids = self.page_ids[self.order]
        self._targets: tuple[IntArray, Part] | None = None

    def columns(self, *names: str) -> Iterator[Part]:
        """Yield the parts: first those of pages, then those of links and memberships."""
        targets = self._redirects() if "target" in names else None
        hidden = self._hidden() if "hidden" in names else None
        at = 0
        for path in self.paths["page"]:
            with arrays_of(path) as part:
                columns = {n: part[n] for n in names if n in part}
                here = slice(at, at + len(part["kind"]))
            if targets is not None:
                columns["target"] = targets[here]
            if hidden is not None:
                columns["hidden"] = np.maximum(columns["hidden"], hidden[here])
            at = here.stop
            yield columns
        if any(n.startswith(("link_", "known_")) for n in names):
            for table in ("linktarget", "pagelinks"):
                for path in self.paths[table]:
                    yield from self._links(path, names)
        if any(n.startswith("member_") for n in names):
            for path in self.paths["categorylinks"]:
                with arrays_of(path) as part:
                    place, name = self._places(part["from_id"]), self._names(part, "name")
                good = place >= 0
                yield _whole(
                    {"member_page": place[good] - len(self.page_ids), "member_category": name[good]}, names
                )

    def _links(self, path: Path, names: Sequence[str]) -> Iterator[Part]:
        with arrays_of(path) as part:
            if "known_label" in part:
                yield _whole({k: part[k] for k in ("known_label", "known_stem")}, names)
            if "from_id" not in part or not any(n.startswith("link_") for n in names):
                return
            place = self._places(part["from_id"])
            target, label, bare = (self._names(part, k) for k in ("name", "label", "bare"))
        for words, rows in ((label, place >= 0), (bare, (place >= 0) & (bare != label))):
            columns = {
                "link_page": place[rows] - len(self.page_ids),
                "link_target": target[rows],
                "link_label": words[rows],
            }
            yield _whole(columns, names)

    def _all(self, table: str, name: str) -> AnyArray:
        arrays = []
        for path in self.paths[table]:
            with arrays_of(path) as part:
                arrays.append(part[name])
        return np.concatenate(arrays) if arrays else np.zeros(0, np.int64)

    def _places(self, ids: IntArray) -> IntArray:
        """Return which page (by its place) has an id, -1 for none that is kept."""
        return _look_up(ids, self.sorted_ids, self.order, -1)

    def _names(self, part: Any, name: str) -> UInt64Array:
        if name in part:
            names: UInt64Array = part[name]
            return names
        if self._targets is None:
            ids = self._all("linktarget", "target_id")
            order = np.argsort(ids, kind="stable")
            kept = {k: self._all("linktarget", k)[order] for k in ("name", "label", "bare")}
            self._targets = ids[order], kept
        ids, kept = self._targets
        return _look_up(part["target_id"], ids, kept[name], np.uint64(0))

    def _redirects(self) -> UInt64Array:
        targets = np.zeros(len(self.page_ids), np.uint64)
        place = self._places(self._all("redirect", "from_id"))
        names = self._all("redirect", "name").astype(np.uint64)
        targets[place[place >= 0]] = names[place >= 0]
        return targets

    def _hidden(self) -> ByteArray:
        """Mark categories with the property hiddencat, and those listed among the hidden ones."""
        hidden = np.zeros(len(self.page_ids), np.uint8)
        place = [self._places(self._all("page_props", "from_id"))]
        for path in self.paths["categorylinks"]:
            with arrays_of(path) as part:
                among = self._names(part, "name") == np.uint64(HIDDEN)
                place.append(self._places(part["from_id"][among]))
        for pages in place:
            hidden[pages[pages >= 0]] = 1
        hidden[self._all("page", "kind") != CATEGORY] = 0
        return hidden


def _look_up(ids: AnyArray, known: AnyArray, values: AnyArray, missing: Any) -> AnyArray:
    if len(known) == 0:
        return np.full(len(ids), missing)
    place = np.searchsorted(known, ids)
    place[place == len(known)] = 0
    return np.where(known[place] == ids, values[place], missing)


def _whole(columns: Part, names: Sequence[str]) -> Part:
    """Add empty columns, so that a part of one table has all columns asked for."""
    for name in names:
        if name not in columns:
            kind: Any = _NUMBERS.get(
                name, np.uint8 if name in _BYTES else np.uint32 if name in _LENGTHS else np.uint64
            )
            columns[name] = np.zeros(0, kind)
    return columns
