"""Faults planted in one array of a store, with digests that fit them: what its maker could have written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lydite.core.store import MANIFEST, content, file_of, head_of, identity

Array = Any
_OTHER = {
    "|u1": "<u2",
    "<u2": "<f4",
    "<u4": "<f4",
    "<i4": "<f4",
    "<i8": "<f8",
    "<u8": "<f8",
    "<f4": "<i4",
    "<f8": "<i8",
}


def _highest(array: Array) -> Array:
    array[-1] = np.inf if array.dtype.kind == "f" else np.iinfo(array.dtype).max
    return array


def _lowest(array: Array) -> Array:
    array[0] = -np.inf if array.dtype.kind == "f" else np.iinfo(array.dtype).min
    return array


def _beyond(array: Array) -> Array:
    """One more than the largest there is: the place after the last."""
    array[len(array) // 2] = np.nan if array.dtype.kind == "f" else array.max() + array.dtype.type(1)
    return array


FAULTS: dict[str, Callable[[Array], Array]] = {
    "highest": _highest,
    "lowest": _lowest,
    "beyond": _beyond,
    "falling": lambda a: a[::-1].copy(),
    "shorter": lambda a: a[:-1],
    "longer": lambda a: np.concatenate([a, a[-1:]]),
    "none": lambda a: a[:0],
    "other type": lambda a: a.astype(_OTHER[a.dtype.str]),
}


def arrays_of(store: Path) -> Iterator[tuple[str, Array]]:
    """Yield the arrays of a store by name; those that hold nothing have nothing to plant a fault in."""
    for name, entry in json.loads((store / MANIFEST).read_bytes())["arrays"].items():
        file = store / file_of(name, entry)
        array = np.fromfile(file, entry["type"], offset=len(head_of(file, entry)))
        if array.size:
            yield name, array.reshape(entry["shape"])


def planted(array: Array, fault: str) -> Array | None:
    """Return an array with a fault; None where that makes no difference."""
    with np.errstate(all="ignore"):
        other = np.ascontiguousarray(FAULTS[fault](array.copy()))
    same = other.shape == array.shape and other.dtype == array.dtype and other.tobytes() == array.tobytes()
    return None if same else other


def plant(store: Path, name: str, array: Array, into: Path) -> None:
    """Copy a store with another array in it, and digests that fit."""
    shutil.copytree(store, into)
    manifest = json.loads((store / MANIFEST).read_bytes())
    entry = manifest["arrays"][name]
    (into / file_of(name, entry)).write_bytes(head_of(store / file_of(name, entry), entry) + array.tobytes())
    entry |= {"type": array.dtype.str, "shape": list(array.shape), "digest": content(array)}
    manifest["digest"] = identity(*(manifest[key] for key in ("kind", "version", "arrays", "notes")))
    (into / MANIFEST).write_text(json.dumps(manifest))
