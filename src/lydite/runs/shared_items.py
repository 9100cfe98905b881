"""Items of a system as arrays that workers and shards map into memory, so that nobody reads them twice."""

from __future__ import annotations

import itertools
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary, offsets, spread
from lydite.core.errors import InputError
from lydite.core.io.writing import writable
from lydite.core.store.array_files import save_array
from lydite.measures.phrases.items import PhraseItems

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lydite.core.array_types import AnyArray, ByteArray, IntArray
    from lydite.reading.documents import Documents


@dataclass(frozen=True, eq=False)
class MappedTexts(Sequence[str]):
    """Texts that lie end to end in UTF-8; each is decoded when it is asked for.

    >>> texts = MappedTexts(**text_arrays(["d1", "é", ""]))
    >>> texts[1], texts[:2], list(texts)
    ('é', ('d1', 'é'), ['d1', 'é', ''])
    """

    text: ByteArray
    ends: IntArray

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return self.take(np.arange(*place.indices(len(self))))
        place = range(len(self))[place]
        begin = self.ends[place - 1] if place else 0
        return self.text[begin : self.ends[place]].tobytes().decode("utf-8", "surrogatepass")

    def take(self, places: IntArray) -> tuple[str, ...]:
        """Return the texts at these places."""
        begin = np.where(places > 0, self.ends[places - 1], 0)
        sizes = self.ends[places] - begin
        return tuple(MappedTexts(self.text[spread(begin, sizes)], offsets(sizes)[1:]))

    def __iter__(self) -> Iterator[str]:
        text, ends = self.text.tobytes(), [0, *self.ends.tolist()]
        return (text[a:b].decode("utf-8", "surrogatepass") for a, b in itertools.pairwise(ends))


def text_arrays(texts: Sequence[str]) -> dict[str, Any]:
    """Return the arrays of texts that are mapped."""
    coded = [s.encode("utf-8", "surrogatepass") for s in texts]
    ends = offsets(np.fromiter(map(len, coded), np.int64, len(coded)))[1:]
    return {"text": np.frombuffer(b"".join(coded), np.uint8), "ends": ends}


def item_arrays(items: PhraseItems, *, ids: bool) -> dict[str, AnyArray]:
    """Return what scoring reads of the items, by name."""
    texts = {"words": items.words.phrases, "ids": items.ids if ids else ()}
    arrays: dict[str, AnyArray | None] = {"absent": items.absent.view(np.uint8), "grades": items.grades}
    for side, lists in (("gold", items.gold.wide()), ("predicted", items.predicted.wide())):
        arrays |= {f"{side}_codes": lists.codes, f"{side}_starts": lists.starts}
        arrays[f"{side}_concepts"] = lists.concepts
    for name, strings in texts.items():
        arrays |= {f"{name}_{part}": array for part, array in text_arrays(strings).items()}
    return {name: array for name, array in arrays.items() if array is not None}


def share_items(items: PhraseItems, folder: Path) -> None:
    """Write what scoring reads of the items; their ids only where documents are looked up by them."""
    with writable(folder):
        folder.mkdir()
        for name, array in item_arrays(items, ids=items.documents is not None).items():
            save_array(folder / f"{name}.npy", array)


def shared_items(folder: Path, no_gold: str, documents: Documents | None) -> PhraseItems:
    """Return the items, mapped; a change of an array would stay in this process."""
    arrays = {file.stem: mapped(file) for file in folder.glob("*.npy")}
    arrays["absent"] = mapped(folder / "absent.npy")  # which says that it cannot be seen
    words = Vocabulary(list(texts_of(arrays, "words")))
    ids = tuple(texts_of(arrays, "ids")) if documents is not None else ("",) * len(arrays["absent"])
    return items_of(arrays, ids, words, no_gold, documents)


def items_of(
    arrays: Mapping[str, AnyArray],
    ids: Any,
    words: Vocabulary,
    no_gold: str,
    documents: Documents | None = None,
) -> PhraseItems:
    """Return the items of arrays."""
    gold, predicted = (
        RaggedArray(arrays[f"{side}_codes"], arrays[f"{side}_starts"], arrays.get(f"{side}_concepts"))
        for side in ("gold", "predicted")
    )
    absent = arrays["absent"].view(np.bool_)
    return PhraseItems(
        ids, words, gold, predicted, absent,
        grades=arrays.get("grades"), no_gold="zero" if no_gold == "zero" else "unscored", documents=documents,
    )  # fmt: skip


def texts_of(arrays: Mapping[str, AnyArray], name: str) -> MappedTexts:
    """Return the texts of two arrays."""
    return MappedTexts(arrays[f"{name}_text"], arrays[f"{name}_ends"])


def mapped(path: Path) -> AnyArray:
    """Return an array of a file that another process wrote."""
    if not path.is_file():
        raise InputError(
            f"the worker on {platform.node()} cannot see this file; name a folder that all workers see: "
            "dask(address=…, folder=…)",
            path,
        )
    array: AnyArray = np.load(path, mmap_mode="c", allow_pickle=False)
    return np.asarray(array)
