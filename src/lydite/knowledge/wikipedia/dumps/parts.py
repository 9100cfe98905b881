"""Pages turned into columns: what one process hands to the next, one file for each unit of a dump."""

from __future__ import annotations

import contextlib
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io.writing import writing
from lydite.core.store.array_files import arrays_of, checksums_hold
from lydite.core.text import stems, tokens
from lydite.knowledge.wikipedia.dumps.page import CATEGORY, HELD, LEAD, Page
from lydite.knowledge.wikipedia.dumps.salient import NearConcepts
from lydite.knowledge.wikipedia.format import FURTHER, Labeller, in_running_text
from lydite.knowledge.wikipedia.titles import name64, unbracketed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.core.array_types import AnyArray, ByteArray, UInt32Array, UInt64Array

SENTENCES = 2_000  # letters of the lead that are kept


def columns(pages: Iterable[Page], labeller: Labeller, *, words: bool = False) -> dict[str, AnyArray]:
    """Return the columns of some pages; a column says of which page (by place) each row is."""
    page: dict[str, list[Any]] = {
        k: []
        for k in ("kind", "hidden", "name", "target", "title_name", "label", "stem", "bare", "bare_stem")
    }
    titles: list[str] = []
    texts: list[str] = []
    link = (array("Q"), array("Q"), array("Q"), array("Q"))
    member: tuple[list[int], ...] = ([], [])
    lead: tuple[list[int], ...] = ([], [], [])
    anchors: list[str] = []
    word: tuple[list[int], ...] = ([], [], [])
    near = NearConcepts(lambda anchor: tokens(anchor, language=labeller.language))
    for number, one in enumerate(pages):
        label, stem = labeller(one.title)
        bare, bare_stem = labeller(unbracketed(one.title))
        for key, value in (
            ("kind", one.kind), ("hidden", one.hidden), ("name", one.name), ("target", one.target),
            ("title_name", name64(("\x0e" if one.kind == CATEGORY else "") + one.title)),
            ("label", label), ("stem", stem), ("bare", bare), ("bare_stem", bare_stem),
        ):  # fmt: skip
            page[key].append(value)
        titles.append(one.title)
        texts.append(_text(one))
        for target, anchor in one.links:
            label, stem = labeller(anchor)
            link[0].append(number)
            link[1].append(target)
            link[2].append(label)
            link[3].append(stem)
        for category in dict.fromkeys(one.categories):
            member[0].append(number)
            member[1].append(category)
        for target, anchor, flags in one.lead[:LEAD]:
            lead[0].append(number)
            lead[1].append(target)
            lead[2].append(flags)
            anchors.append(anchor)
        if words and one.body:
            written = tokens(one.body, language=labeller.language)
            names = _names(written, labeller)
            for name, count in zip(*np.unique(names, return_counts=True), strict=True):
                word[0].append(number)
                word[1].append(name)
                word[2].append(min(count, 65535))
            near.add(written, names, one.links)
    out: dict[str, AnyArray] = {
        "kind": np.array(page["kind"], np.uint8),
        "hidden": np.array(page["hidden"], np.uint8),
        "link_page": np.array(link[0], np.uint32),
        "link_target": np.array(link[1], np.uint64),
        "link_label": np.array(link[2], np.uint64),
        "member_page": np.array(member[0], np.uint32),
        "member_category": np.array(member[1], np.uint64),
        "lead_page": np.array(lead[0], np.uint32),
        "lead_target": np.array(lead[1], np.uint64),
        "lead_flags": np.array(lead[2], np.uint8),
        "word_page": np.array(word[0], np.uint32),
        "word_name": np.array(word[1], np.uint64),
        "word_count": np.array(word[2], np.uint16),
        **near.columns(),
    }
    for key in ("name", "target", "title_name", "label", "stem", "bare", "bare_stem"):
        out[key] = np.array(page[key], np.uint64)
    stem_of = [out["stem"], out["bare_stem"], np.array(link[3], np.uint64)]
    out["known_label"], first = np.unique(
        np.concatenate([out["label"], out["bare"], out["link_label"]]), return_index=True
    )
    out["known_stem"] = np.concatenate(stem_of)[first]
    for key, strings in (("title", titles), ("text", texts), ("anchor", anchors)):
        out[f"{key}_bytes"], out[f"{key}_lengths"] = packed(strings)
    return out


def save(path: Path, arrays: dict[str, AnyArray]) -> None:
    """Write columns so that the file is whole or absent; with a mark by which it is known for this part."""
    with writing(path, "wb") as out:
        np.savez(out, mark=_mark(path, arrays), **arrays)  # type: ignore[arg-type]  # of a column allow_pickle


def is_whole(path: Path) -> bool:
    """Whether a part is there as it was written, and is the one that it is called."""
    with contextlib.suppress(InputError, OSError):
        if not checksums_hold(path):
            return False
        with arrays_of(path) as part:
            return "mark" in part and np.array_equal(part["mark"], _mark(path, set(part) - {"mark"}))
    return False


def _mark(path: Path, columns: Iterable[str]) -> ByteArray:
    return np.frombuffer("\n".join([path.name, *sorted(columns)]).encode(), np.uint8)


def packed(strings: list[str]) -> tuple[ByteArray, UInt32Array]:
    """Return strings as one array of bytes and the length of each."""
    raw = [s.encode("utf-8", "surrogatepass") for s in strings]
    return np.frombuffer(b"".join(raw), np.uint8), np.array([len(r) for r in raw], np.uint32)


def _text(page: Page) -> str:
    """Return the lead as far as it is kept and, after a separator, further paragraphs that hold its links."""
    kept = _clip("\n".join(page.paragraphs).replace(FURTHER, " "))
    left = [anchor for _, anchor, flags in page.lead if in_running_text(flags)][:HELD]
    left = [anchor for anchor in left if anchor not in kept]
    if not left:
        return kept
    further: dict[str, None] = {}
    for anchor in left:
        if not any(anchor in paragraph for paragraph in further):
            holder = next((p for p in (*page.paragraphs, *page.further) if anchor in p), "")
            further[_around(holder, anchor).replace(FURTHER, " ")] = None
    return FURTHER.join([kept, "\n".join(filter(None, further))]) if any(further) else kept


def _around(paragraph: str, anchor: str) -> str:
    """Return a paragraph, of a long one what stands around the anchor."""
    start = max(0, min(paragraph.find(anchor) - SENTENCES // 2, len(paragraph) - SENTENCES))
    return paragraph[start : start + SENTENCES]


def _clip(text: str) -> str:
    """Cut a lead after the last whole sentence or word within what is kept."""
    if len(text) <= SENTENCES:
        return text
    cut = max(text.rfind(". ", 0, SENTENCES) + 1, text.rfind("\n", 0, SENTENCES))
    return text[: cut if cut > SENTENCES // 2 else SENTENCES].rstrip()


def _names(words: list[str], labeller: Labeller) -> UInt64Array:
    """Return the names of the stems of words."""
    distinct = list(dict.fromkeys(words))
    names = dict(zip(distinct, map(name64, stems(distinct, labeller.stemmer)), strict=True))
    return np.array([names[word] for word in words], np.uint64)
