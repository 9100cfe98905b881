"""Links of the leads in reading order, and their text in packed blocks."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.io.writing import writing
from lydite.core.store.array_files import write_array
from lydite.knowledge.wikipedia.build.nodes import MISSING
from lydite.knowledge.wikipedia.dumps.page import ARTICLE
from lydite.knowledge.wikipedia.format import BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import BoolArray, IntArray
    from lydite.knowledge.wikipedia.build.assembly import Assembly
    from lydite.knowledge.wikipedia.build.nodes import Part


def run(work: Assembly) -> dict[str, Any]:
    """Write links and texts of the leads in the order of articles."""
    tables = work.tables
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
        writing(work.store / "lead_targets.bin", "wb") as targets,
        writing(work.store / "lead_flags.bin", "wb") as flags,
        writing(work.store / "lead_text.bin", "wb") as texts,
    ):
        for number, part in enumerate(work.columns(*columns) if work.options["lead"] else ()):
            nodes = tables.nodes_of(number, np.arange(len(part["kind"])))
            to = tables.follow(tables.resolve(part["lead_target"]))
            good = (to >= 0) & (to < tables.articles)
            to[~good] = MISSING
            pages = np.flatnonzero((nodes != MISSING) & (part["kind"] == ARTICLE))
            kept = good & (nodes[part["lead_page"]] != MISSING)
            sizes.append(np.bincount(part["lead_page"][kept], minlength=len(nodes))[pages])
            write_array(targets, to[kept].astype(np.int32))
            write_array(flags, part["lead_flags"][kept])
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
    work.note("lead_targets", np.int32, total)
    work.note("lead_flags", np.uint8, total)
    work.note("lead_text", np.uint8, written)
    work.write("lead_starts", np.cumsum(np.concatenate(sizes)))
    work.write("lead_ends", np.array(ends, np.int64))
    return {"lead_links": total, "leads": size}


def _records(part: Part, pages: IntArray, kept: BoolArray) -> Iterator[bytes]:
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
