"""Where a store may be made: in a place that is free, or that holds a store and nothing else."""

from __future__ import annotations

import errno
import json
import os
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, OutputError
from lydite.core.io.files import contents
from lydite.core.io.locks import LOCK
from lydite.core.io.writing import PART, writable
from lydite.core.store.store import MANIFEST, file_of, folder_number

if TYPE_CHECKING:
    from pathlib import Path

_TRIES = 100


def ensure_store_place(path: Path) -> None:
    """Raise where no store can be made: what is there is none, or the folder above cannot be written."""
    with writable(path):  # it may be in a folder that cannot be looked into
        stranger = _lasting_stranger(path)
        above = next(p for p in path.absolute().parents if p.exists())
    if stranger is not None:
        others = "" if stranger == path else f" alone ({stranger.name} is none of its files)"
        raise OutputError(f"{path}: exists and is not a store{others}; name another folder or remove it")
    if not (above.is_dir() and os.access(above, os.W_OK | os.X_OK)):
        why = os.strerror(errno.EACCES if above.is_dir() else errno.ENOTDIR)
        raise OutputError(f"{path}: cannot write there: {why}")


def _lasting_stranger(path: Path) -> Path | None:
    """Return what is there and no part of a store; look again where another writer replaced it meanwhile."""
    found = None
    for _ in range(_TRIES):
        before = folder_number(path)
        try:
            if (found := _stranger(path)) is None or folder_number(path) == before:
                break
        except (FileNotFoundError, InputError):
            if folder_number(path) == before:
                raise
    return found


def _stranger(path: Path) -> Path | None:
    """Return what is there and no part of a store, and stays; None where all may go.

    A manifest.json is no proof: many programs write one. Every file must be one that the manifest names (or
    an array, for older ones name none), every folder a store that belongs to this one.
    """
    if not path.is_dir():
        return path if path.exists() else None
    inside = [p for p in path.iterdir() if not (p.name.startswith(".") and p.name.endswith((PART, LOCK)))]
    if inside and not (path / MANIFEST).is_file():
        return inside[0]
    text = contents(path / MANIFEST) if inside else b'{"kind": ""}'
    try:
        manifest: dict[str, Any] = json.loads(text)
        arrays = manifest.get("arrays") or {p.stem: {"file": p.name} for p in inside if p.suffix == ".npy"}
        named = {MANIFEST, *(file_of(name, entry) for name, entry in arrays.items())}
        strangers = inside if not isinstance(manifest["kind"], str) else []
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return inside[0]
    strangers += [p for p in inside if (_stranger(p) if p.is_dir() else p.name not in named)]
    return strangers[0] if strangers else None
