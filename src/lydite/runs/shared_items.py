"""The items of a system as files that workers map into memory, so that nobody reads them twice."""

from __future__ import annotations

import itertools
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import RaggedArray, Vocabulary, offsets
from lydite.errors import InputError
from lydite.files import writable
from lydite.measures.phrases.gains import NarrowLists, distinct_predictions
from lydite.measures.phrases.items import PhraseItems
from lydite.sources.array_files import save_array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.array_types import AnyArray, IntArray
    from lydite.reading.documents import Documents

_TEXTS = ("words", "ids")
DISTINCT = "distinct_codes.npy"
"""Written last of what shuffles are made from."""


def share_items(items: PhraseItems, folder: Path) -> None:
    """Write what scoring reads of the items; their ids only where documents are looked up by them."""
    texts = {"words": items.words.phrases, "ids": items.ids if items.documents is not None else ()}
    arrays: dict[str, AnyArray | None] = {"absent": items.absent, "grades": items.grades}
    for side, lists in (("gold", items.gold), ("predicted", items.predicted)):
        arrays |= {f"{side}_codes": lists.codes, f"{side}_starts": lists.starts}
        arrays[f"{side}_concepts"] = lists.concepts
    for name, strings in texts.items():
        coded = [s.encode("utf-8", "surrogatepass") for s in strings]
        arrays[f"{name}_text"] = np.frombuffer(b"".join(coded), np.uint8)
        arrays[f"{name}_starts"] = offsets(np.array([len(c) for c in coded], np.int64))
    with writable(folder):
        folder.mkdir()
        for name, array in arrays.items():
            if array is not None:
                save_array(folder / f"{name}.npy", array)


def share_distinct(items: PhraseItems, folder: Path) -> None:
    """Write the predictions without duplicates, from which shuffled lists are borrowed."""
    lists = distinct_predictions(items)
    with writable(folder):
        save_array(folder / "distinct_starts.npy", lists.starts)
        save_array(folder / DISTINCT, lists.codes)


def map_distinct(items: PhraseItems, folder: Path) -> None:
    """Let items have the predictions without duplicates that were found before."""
    names = (DISTINCT, "distinct_starts.npy")
    items.shared(("distinct", None), lambda: NarrowLists(*(mapped(folder / name) for name in names)))


def share_orders(orders: Sequence[IntArray], path: Path) -> None:
    """Write whose predictions each item gets, shuffle by shuffle."""
    with writable(path):
        save_array(path, np.stack(orders))


def shared_items(folder: Path, no_gold: str, documents: Documents | None) -> PhraseItems:
    """Return the items, mapped; a change of an array would stay in this process."""
    gold, predicted = _lists(folder, "gold"), _lists(folder, "predicted")
    grades = mapped(folder / "grades.npy") if (folder / "grades.npy").exists() else None
    words, ids = (_strings(folder, name) for name in _TEXTS)
    return PhraseItems(
        tuple(ids) if documents is not None else ("",) * len(gold),
        Vocabulary(words),
        gold,
        predicted,
        mapped(folder / "absent.npy"),
        grades=grades,
        no_gold="zero" if no_gold == "zero" else "unscored",
        documents=documents,
    )


def mapped(path: Path) -> AnyArray:
    """Return an array of a file that another process wrote."""
    if not path.is_file():
        raise InputError(
            f"the worker on {socket.gethostname()} cannot see this file; name a folder that all workers see: "
            "dask(address=…, folder=…)",
            path,
        )
    array: AnyArray = np.load(path, mmap_mode="c", allow_pickle=False)
    return np.asarray(array)


def _lists(folder: Path, side: str) -> RaggedArray:
    codes, starts = mapped(folder / f"{side}_codes.npy"), mapped(folder / f"{side}_starts.npy")
    concepts = folder / f"{side}_concepts.npy"
    return RaggedArray(codes, starts, mapped(concepts) if concepts.exists() else None)


def _strings(folder: Path, name: str) -> list[str]:
    text, starts = mapped(folder / f"{name}_text.npy").tobytes(), mapped(folder / f"{name}_starts.npy")
    ends = starts.tolist()
    return [text[a:b].decode("utf-8", "surrogatepass") for a, b in itertools.pairwise(ends)]
