"""From the columns of all parts to the arrays of a store, step by step; a step that is done is not done again."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.files import writing
from lydite.sources.wikipedia import network
from lydite.sources.wikipedia.page import ARTICLE, CATEGORY, REDIRECT
from lydite.sources.wikipedia.sorting import MEMORY, Sorter
from lydite.sources.wikipedia.sqlparts import Joined
from lydite.sources.wikipedia.tables import (
    LOW,
    MISSING,
    SHIFT,
    Tables,
    load_tables,
    make_tables,
    store_tables,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Part = dict[str, NDArray[Any]]

BLOCK = 64  # leads packed together
STEPS = ("pages", "members", "graph", "labels", "links", "lead", "words")


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
        self._tables: Tables | None = None
        self._joined: Joined | None = None

    def run(self, report: Callable[[str], None] = lambda step: None) -> dict[str, Any]:
        """Do every step that is not done yet; return what each counted."""
        counts: dict[str, Any] = {}
        for step in STEPS:
            note = self.between / f"{step}.done"
            if not note.is_file():
                report(step)
                found = getattr(self, f"_{step}")()
                with writing(note) as out:
                    json.dump(found, out)
            counts |= json.loads(note.read_text())
        return counts

    @property
    def tables(self) -> Tables:
        """The nodes, loaded when first needed."""
        if self._tables is None:
            self._tables = load_tables(self.between)
        return self._tables

    def _columns(self, *names: str) -> Iterator[Part]:
        if self.options["sql"]:
            if self._joined is None:
                self._joined = Joined(self.parts)
            yield from self._joined.columns(*names)
            return
        for path in self.parts:
            with np.load(path) as part:
                yield {name: part[name] for name in names}

    def _write(self, name: str, array: NDArray[Any]) -> None:
        with writing(self.store / f"{name}.bin", "wb") as out:
            out.write(memoryview(_plain(array)).cast("B") if array.size else b"")
        self._note(name, array.dtype, len(array))

    def _note(self, name: str, dtype: Any, length: int) -> None:
        kind = np.dtype(dtype)
        kind = np.dtype(np.int64) if kind == np.uint64 else kind
        with writing(self.store / f"{name}.json") as out:
            json.dump({"type": kind.newbyteorder("<").str, "shape": [length]}, out)

    # Steps ---------------------------------------------------------------------------------------

    def _pages(self) -> dict[str, Any]:
        tables, counts = make_tables(lambda: self._columns("kind", "name", "target", "title_name"))
        store_tables(self.between, tables)
        self._tables = load_tables(self.between)
        self._write("redirect_ends", tables.ends)
        names = np.zeros(tables.size, np.uint64)
        stem = np.zeros(tables.size, np.uint64)
        bare = np.zeros(tables.articles, np.uint64)
        hidden = np.zeros(tables.categories, np.uint8)
        lengths = np.zeros(tables.size, np.int64)
        columns = ("title_name", "stem", "bare_stem", "hidden", "title_lengths")
        for number, part in enumerate(self._columns(*columns)):
            nodes = tables.of(number, np.arange(len(part["stem"])))
            kept = nodes != MISSING
            names[nodes[kept]] = part["title_name"][kept]
            stem[nodes[kept]] = part["stem"][kept]
            lengths[nodes[kept]] = part["title_lengths"][kept]
            first = kept & (nodes < tables.articles)
            bare[nodes[first]] = part["bare_stem"][first]
            last = nodes >= tables.articles + tables.redirects
            hidden[nodes[last] - tables.articles - tables.redirects] = part["hidden"][last]
        order = np.argsort(names, kind="stable")
        self._write("title_names", names[order])
        self._write("title_nodes", order.astype(np.int32))
        ends = np.cumsum(lengths)
        self._write("title_ends", ends)
        self._titles(ends, lengths)
        if self.options["keep_hidden"]:
            hidden[:] = 0
        self._write("hidden", hidden)
        np.save(self.between / "stem.npy", stem)
        np.save(self.between / "bare.npy", bare)
        np.save(self.between / "hidden.npy", hidden)
        return counts | {
            "articles": tables.articles,
            "redirects": tables.redirects,
            "categories": tables.categories,
            "hidden_categories": int(hidden.sum()),
        }

    def _titles(self, ends: NDArray[np.int64], lengths: NDArray[np.int64]) -> None:
        """Write the titles in the order of nodes: within a kind that is the order of the dump."""
        total = int(ends[-1]) if len(ends) else 0
        path = self.store / "title_text.bin"
        if total == 0:
            path.write_bytes(b"")
        else:
            out = np.memmap(path, np.uint8, "w+", shape=(total,))
            starts = ends - lengths
            for number, part in enumerate(self._columns("kind", "title_bytes", "title_lengths")):
                nodes = self.tables.of(number, np.arange(len(part["kind"])))
                here = np.cumsum(part["title_lengths"].astype(np.int64))
                for kind in (ARTICLE, REDIRECT, CATEGORY):
                    chosen = np.flatnonzero((nodes != MISSING) & (part["kind"] == kind))
                    if len(chosen):
                        size = part["title_lengths"][chosen].astype(np.int64)
                        source = _ranges(here[chosen] - size, size)
                        begin = starts[nodes[chosen[0]]]
                        out[begin : begin + len(source)] = part["title_bytes"][source]
            out.flush()
        self._note("title_text", np.uint8, total)

    def _members(self) -> dict[str, Any]:
        tables = self.tables
        hidden = np.load(self.between / "hidden.npy").astype(bool)
        first = tables.articles + tables.redirects
        up = Sorter(self.between, "up", memory=self.memory)
        down = Sorter(self.between, "down", memory=self.memory)
        missing = 0
        for number, part in enumerate(self._columns("member_page", "member_category")):
            child = tables.of(number, part["member_page"])
            category = tables.follow(tables.resolve(part["member_category"]))
            known = (category >= first) & (child != MISSING) & ((child < tables.articles) | (child >= first))
            missing += int((category < first).sum())
            child, category = child[known], category[known]
            seen = ~hidden[category - first] & (child != category)
            below = child >= first
            seen &= ~(below & hidden[np.where(below, child - first, 0)]) if len(hidden) else True
            up.add(_pair(child[seen], category[seen]))
            down.add(_pair(category[seen], child[seen]))
        self._lists(up, "parents", tables.size)
        n = self._lists(down, "children", tables.size)
        return {"memberships": n, "missing_memberships": missing}

    def _lists(self, sorter: Sorter, name: str, owners: int) -> int:
        """Write sorted pairs as lists between the steps; return how many pairs there are."""
        sizes = np.zeros(owners + 1, np.int64)
        total = 0
        with writing(self.between / f"{name}.members", "wb") as out:
            for keys, _ in sorter.merged():
                owner = (keys >> SHIFT).astype(np.int64)
                sizes[1:] += np.bincount(owner, minlength=owners)
                (keys & LOW).astype(np.int32).tofile(out)
                total += len(keys)
        np.save(self.between / f"{name}.npy", np.cumsum(sizes))
        return total

    def _read_lists(self, name: str) -> network.Lists:
        offsets = np.load(self.between / f"{name}.npy", mmap_mode="r")
        path = self.between / f"{name}.members"
        members = np.memmap(path, np.int32, "r") if path.stat().st_size else np.zeros(0, np.int32)
        return network.Lists(offsets, members)

    def _graph(self) -> dict[str, Any]:
        tables = self.tables
        first = tables.articles + tables.redirects
        parents, children = self._read_lists("parents"), self._read_lists("children")
        stem, bare = np.load(self.between / "stem.npy"), np.load(self.between / "bare.npy")
        ends = np.where(tables.ends < tables.articles, tables.ends, MISSING)
        is_central = network.central(
            parents, tables.articles, first, stem, bare, ends, stem[tables.articles : first]
        )
        owner, category = parents.owners(0, tables.articles), parents.part(0, tables.articles)
        pairs = np.sort(_pair(category[is_central].astype(np.int64), owner[is_central]))
        back = _flagged(children, first, pairs)
        below = children.members >= first
        holders = np.repeat(np.arange(tables.categories), np.diff(children.offsets[first:]))
        n_below = np.bincount(holders[below], minlength=tables.categories)
        n_articles = np.bincount(holders[~below & ~back], minlength=tables.categories)
        used = np.concatenate([n_below[holders[below]], n_articles[holders[~below & ~back]]])
        breadths = np.unique(used)
        aliases = _inverted(ends, tables.articles)
        kinds, inverses, wide = network.classes(breadths)
        sizes = [np.zeros(1, np.int64)]
        with (
            writing(self.store / "graph_neighbours.bin", "wb") as near,
            writing(self.store / "graph_classes.bin", "wb") as cls,
        ):
            dtype: Any = np.uint16
            for size, neighbours, klass in network.adjacency(
                tables.size, tables.articles, tables.redirects, parents, children, is_central, back, ends, aliases,
                n_articles, n_below, breadths,
            ):  # fmt: skip
                sizes.append(size)
                neighbours.tofile(near)
                klass.tofile(cls)
                dtype = klass.dtype
        offsets = np.cumsum(np.concatenate(sizes))
        self._note("graph_neighbours", np.int32, int(offsets[-1]))
        self._note("graph_classes", dtype, int(offsets[-1]))
        self._write("graph_offsets", offsets)
        self._write("graph_kinds", kinds)
        self._write("graph_inverses", inverses)
        self._write("graph_breadths", wide)
        return {"central": len(pairs), "transitions": int(offsets[-1])}

    def _labels(self) -> dict[str, Any]:
        tables = self.tables
        known = Sorter(self.between, "known", memory=self.memory, combine="first")
        for part in self._columns("known_label", "known_stem"):
            known.add(part["known_label"], part["known_stem"].view(np.int64))
        pieces = list(known.merged())
        label = np.concatenate([k for k, _ in pieces]) if pieces else np.zeros(0, np.uint64)
        stem = np.concatenate([s for _, s in pieces]).view(np.uint64) if pieces else label
        senses = Sorter(self.between, "senses", memory=self.memory)
        columns = ("kind", "label", "bare", "link_page", "link_target", "link_label")
        for number, part in enumerate(self._columns(*columns)):
            to = tables.follow(tables.resolve(part["link_target"]))
            source = tables.of(number, part["link_page"])
            good = (to >= 0) & (to < tables.articles) & (source != MISSING) & (source < tables.articles)
            senses.add(_pair(np.searchsorted(label, part["link_label"][good]), to[good]))
            own = tables.of(number, np.arange(len(part["kind"])))
            titled = (own != MISSING) & (part["kind"] != CATEGORY) & (tables.follow(own) != MISSING)
            senses.add(_pair(np.searchsorted(label, part["label"][titled]), own[titled]))
        return self._write_senses(label, stem, senses)

    def _write_senses(
        self, label: NDArray[np.uint64], stem: NDArray[np.uint64], senses: Sorter
    ) -> dict[str, Any]:
        """Write labels in the order of their stems, the senses of each by falling count."""
        sizes = np.zeros(len(label), np.int64)
        raw_keys, raw_counts = [], []
        for keys, counts in senses.merged():
            raw_keys.append(keys)
            raw_counts.append(counts)
            sizes += np.bincount((keys >> SHIFT).astype(np.int64), minlength=len(label))
        keys = np.concatenate([*raw_keys, np.zeros(0, np.uint64)])
        counts = np.concatenate([*raw_counts, np.zeros(0, np.int64)])
        used = np.flatnonzero(sizes)
        order = used[np.lexsort((label[used], stem[used]))]
        rank = np.full(len(label), MISSING, np.int64)
        rank[order] = np.arange(len(order))
        owner, node = rank[(keys >> SHIFT).astype(np.int64)], (keys & LOW).astype(np.int64)
        sense_order = np.lexsort((node, -counts, owner))
        stems, starts = np.unique(stem[order], return_index=True)
        self._write("stem_names", stems)
        self._write("stem_starts", np.append(starts, len(order)).astype(np.int32))
        self._write("label_names", label[order])
        self._write("label_starts", np.concatenate([[0], np.cumsum(sizes[order])]).astype(np.int32))
        self._write("sense_nodes", node[sense_order].astype(np.int32))
        self._write("sense_counts", np.minimum(counts[sense_order], 0x7FFFFFFF).astype(np.int32))
        return {"labels": len(order), "stems": len(stems), "senses": len(keys)}

    def _links(self) -> dict[str, Any]:
        tables = self.tables
        into = Sorter(self.between, "into", memory=self.memory)
        for number, part in enumerate(self._columns("link_page", "link_target")):
            source = tables.of(number, part["link_page"])
            to = tables.follow(tables.resolve(part["link_target"]))
            good = (to >= 0) & (to < tables.articles) & (source != to)
            good &= (source != MISSING) & (source < tables.articles)
            into.add(_pair(to[good], source[good]))
        sizes = np.zeros(tables.articles, np.int64)
        total = 0
        with writing(self.store / "inlink_sources.bin", "wb") as out:
            for keys, _ in into.merged():
                sizes += np.bincount((keys >> SHIFT).astype(np.int64), minlength=tables.articles)
                (keys & LOW).astype(np.int32).tofile(out)
                total += len(keys)
        self._note("inlink_sources", np.int32, total)
        self._write("inlink_starts", np.concatenate([[0], np.cumsum(sizes)]))
        return {"links": total}

    def _lead(self) -> dict[str, Any]:
        tables = self.tables
        sizes = [np.zeros(1, np.int64)]
        ends: list[int] = []
        total, written, size = 0, 0, 0
        pending: list[bytes] = []
        columns = (
            "kind",
            "lead_page",
            "lead_target",
            "lead_flags",
            "anchor_bytes",
            "anchor_lengths",
            "text_bytes",
            "text_lengths",
        )
        with (
            writing(self.store / "lead_targets.bin", "wb") as targets,
            writing(self.store / "lead_flags.bin", "wb") as flags,
            writing(self.store / "lead_text.bin", "wb") as texts,
        ):
            for number, part in enumerate(self._columns(*columns) if self.options["lead"] else ()):
                nodes = tables.of(number, np.arange(len(part["kind"])))
                to = tables.follow(tables.resolve(part["lead_target"]))
                good = (to >= 0) & (to < tables.articles)
                to[~good] = MISSING
                pages = np.flatnonzero((nodes != MISSING) & (part["kind"] == ARTICLE))
                kept = good & (nodes[part["lead_page"]] != MISSING)
                sizes.append(np.bincount(part["lead_page"][kept], minlength=len(nodes))[pages])
                to[kept].astype(np.int32).tofile(targets)
                part["lead_flags"][kept].tofile(flags)
                total += int(kept.sum())
                for record in _records(part, pages, kept):
                    pending.append(record)
                    size += 1
                    if len(pending) == BLOCK:
                        written += texts.write(_block(pending))
                        ends.append(written)
                        pending = []
            if pending:
                written += texts.write(_block(pending))
                ends.append(written)
        self._note("lead_targets", np.int32, total)
        self._note("lead_flags", np.uint8, total)
        self._note("lead_text", np.uint8, written)
        self._write("lead_starts", np.cumsum(np.concatenate(sizes)))
        self._write("lead_ends", np.array(ends, np.int64))
        return {"lead_links": total, "leads": size}

    def _words(self) -> dict[str, Any]:
        """Write the inverted index of Explicit Semantic Analysis: stem → (article, tf-idf over the article's norm)."""
        tables = self.tables
        if not self.options["words"]:
            return {"words": 0}
        rows = Sorter(self.between, "words", memory=self.memory)
        for part in self._columns("word_name"):
            rows.add(part["word_name"])
        pieces = list(rows.merged())
        name = np.concatenate([np.zeros(0, np.uint64), *(k for k, _ in pieces)])
        seen = np.concatenate([np.zeros(0, np.int64), *(c for _, c in pieces)])
        name, seen = name[seen > 1], seen[seen > 1]  # a word of one article relates nothing
        index = Sorter(self.between, "index", memory=self.memory)
        for number, part in enumerate(self._columns("word_page", "word_name", "word_count")):
            page = tables.of(number, part["word_page"])
            place = np.searchsorted(name, part["word_name"])
            place[place == len(name)] = 0
            good = (
                (name[place] == part["word_name"]) & (page != MISSING)
                if len(name)
                else np.zeros(len(place), bool)
            )
            index.add(_pair(place[good], page[good]), part["word_count"][good].astype(np.int64))
        rarity = np.log(max(tables.articles, 1) / np.maximum(seen, 1))
        squares = np.zeros(tables.articles)
        sizes = np.zeros(len(name), np.int64)
        with writing(self.between / "index.bin", "wb") as out:
            for keys, counts in index.merged():
                word, page = (keys >> SHIFT).astype(np.int64), (keys & LOW).astype(np.int64)
                weight = (1 + np.log(counts)) * rarity[word]
                squares += np.bincount(page, weight**2, minlength=tables.articles)
                sizes += np.bincount(word, minlength=len(name))
                np.rec.fromarrays([page.astype(np.int32), weight.astype(np.float32)]).tofile(out)
        entries = np.fromfile(self.between / "index.bin", np.dtype([("page", "<i4"), ("weight", "<f4")]))
        norm = np.sqrt(np.maximum(squares, 1e-12)).astype(np.float32)
        self._write("word_names", name)
        self._write("word_starts", np.concatenate([[0], np.cumsum(sizes)]))
        self._write("word_pages", np.ascontiguousarray(entries["page"]))
        self._write("word_weights", entries["weight"] / norm[entries["page"]])
        return {"words": len(name)}


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    array = np.ascontiguousarray(array)
    return array.view(np.int64) if array.dtype == np.uint64 else array


def _pair(owner: NDArray[Any], member: NDArray[Any]) -> NDArray[np.uint64]:
    return owner.astype(np.uint64) << SHIFT | member.astype(np.uint64)


def _ranges(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of all ranges one after the other."""
    total = int(sizes.sum())
    before = np.cumsum(sizes) - sizes
    return np.arange(total) + np.repeat(starts - before, sizes)


def _inverted(ends: NDArray[Any], articles: int) -> network.Lists:
    """Return the redirects of each article."""
    good = np.flatnonzero(ends >= 0)
    order = good[np.argsort(ends[good], kind="stable")]
    sizes = np.bincount(ends[good], minlength=articles)
    return network.Lists(np.concatenate([[0], np.cumsum(sizes)]), (order + articles).astype(np.int32))


def _flagged(children: network.Lists, first: int, pairs: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Tell of each child of a category whether the pair is among the sorted pairs."""
    found = np.zeros(len(children.members), bool)
    owner = (pairs >> SHIFT).astype(np.int64)
    member = (pairs & LOW).astype(np.int64)
    for at in range(0, len(pairs), 1 << 20):
        for o, m in zip(
            owner[at : at + (1 << 20)].tolist(), member[at : at + (1 << 20)].tolist(), strict=True
        ):
            low, high = int(children.offsets[o]), int(children.offsets[o + 1])
            found[low + int(np.searchsorted(children.members[low:high], m))] = True
    return found


def _records(part: Part, pages: NDArray[np.int64], kept: NDArray[np.bool_]) -> Iterator[bytes]:
    """Yield text and anchors of the leads of some pages."""
    text, anchors = part["text_bytes"].tobytes(), part["anchor_bytes"].tobytes()
    text_ends = np.cumsum(part["text_lengths"].astype(np.int64)).tolist()
    anchor_ends = np.cumsum(part["anchor_lengths"].astype(np.int64)).tolist()
    of = (
        np.searchsorted(part["lead_page"], pages, "left").tolist(),
        np.searchsorted(part["lead_page"], pages, "right").tolist(),
    )
    lengths = part["anchor_lengths"].tolist()
    chosen = kept.tolist()
    for page, low, high in zip(pages.tolist(), *of, strict=True):
        mine = [anchors[anchor_ends[i] - lengths[i] : anchor_ends[i]] for i in range(low, high) if chosen[i]]
        begin = text_ends[page - 1] if page else 0
        yield b"\x1f".join(
            [text[begin : text_ends[page]].replace(b"\x1f", b" "), *(a.replace(b"\x1f", b" ") for a in mine)]
        )


def _block(records: list[bytes]) -> bytes:
    return zlib.compress(b"\x1e".join(r.replace(b"\x1e", b" ") for r in records), 6)
