"""The state of an installation: versions, extras, embedded data, stores and the cache."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lydite.errors import InputError, LyditeError, StoreError
from lydite.files import contents, reading_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BASE = (
    "numpy", "scipy", "numba", "polars", "msgspec", "PyStemmer", "typer", "rich", "vl-convert-python",
    *(("zstandard",) if sys.version_info < (3, 14) else ()),
)  # fmt: skip
DATA = (
    "demo", "frequencies", "languages", "meaning", "questions", "stopwords", "testsets", "wikidata",
    "wikipedia",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PartState:
    """One thing that was looked at: what it is, its state, and what to do about it."""

    part: Literal["lydite", "package", "extra", "embedded", "store", "cache"]
    name: str
    state: Literal["fine", "missing", "damaged"]
    detail: str
    advice: str = ""


def examine(stores: Sequence[str] = ()) -> list[PartState]:
    """Look at everything; ``stores`` are folders to look through as well.

    >>> {f.state for f in examine() if f.part in ("lydite", "package", "embedded")}
    {'fine'}
    """
    return [*_versions(), *_extras(), *_embedded(), *map(_store, stores), *_cache(), _kernels()]


def _versions() -> Iterator[PartState]:
    from lydite.extras import installed
    from lydite.version import version_text

    yield PartState("lydite", "lydite", "fine", f"{version_text()}, {Path(__file__).parent.parent}")
    python = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield PartState("lydite", "python", "fine", python)
    for name in BASE:
        version = installed(name)
        state: Literal["fine", "missing"] = "missing" if version is None else "fine"
        yield PartState("package", name, state, version or "", "" if version else f"pip install {name}")


def _extras() -> Iterator[PartState]:
    from lydite.extras import MAKERS, installed, pip_command, requirements

    for extra, asked in sorted(requirements().items()):
        if extra in (*MAKERS, "all") or not asked:
            continue
        there = {r: installed(r) for r in asked}
        lacking = [r for r, version in there.items() if version is None]
        if not lacking:
            versions = ", ".join(f"{_name(r)} {v}" for r, v in there.items())
            yield PartState("extra", extra, "fine", versions)
        else:
            named = f"without {', '.join(map(_name, lacking))}"
            yield PartState("extra", extra, "missing", named, pip_command(extra, _name(lacking[0])))


def _name(requirement: str) -> str:
    return re.split(r"[\[<>=~! ]", requirement, maxsplit=1)[0]


def _embedded() -> Iterator[PartState]:
    """Open what the package brings: its arrays are compared with their digests."""
    again = "install lydite again: its files are not those it came with"
    from lydite.sources.wordnet import open_wordnet

    try:
        yield PartState("embedded", "wordnet", "fine", f"digest {open_wordnet().store.digest}")
    except LyditeError as error:
        yield PartState("embedded", "wordnet", "damaged", str(error), again)
    data = Path(__file__).parent.parent / "data"
    changed = _changed()
    for name in DATA:
        bad = [file for file in changed or () if file.startswith(f"{name}/")]
        if not (data / name).is_dir() or bad:
            told = f"not as installed: {', '.join(bad[:3])}" if bad else "is not there"
            yield PartState("embedded", name, "damaged", told, again)
        else:
            yield PartState("embedded", name, "fine", "" if changed is None else "as installed")


def _changed() -> list[str] | None:
    """Return the embedded files that differ from the digests pip keeps of them; None where it keeps none."""
    import base64
    from importlib import metadata

    try:
        files = metadata.files("lydite") or []
    except metadata.PackageNotFoundError:  # a source tree that was never installed
        return None
    kept = [(f, f.hash) for f in files if f.hash is not None and f.parts[:2] == ("lydite", "data")]
    changed = []
    for file, digest in kept:
        try:
            found = hashlib.new(digest.mode, contents(str(file.locate()))).digest()
        except InputError:
            found = b""
        if base64.urlsafe_b64encode(found).rstrip(b"=").decode() != digest.value:
            changed.append("/".join(file.parts[2:]))
    return changed if kept else None


def _store(path: str) -> PartState:
    """Compare all arrays of a store with its manifest, and that with its own digest."""
    from lydite.sources import store
    from lydite.sources.store_kinds import kind_of

    place = Path(path)
    try:
        with reading_errors(place, kind=StoreError):
            kind = kind_of(place)
            if not kind:
                store.open_store(place, "any kind", 0)  # says why it is none
            version = _version(place)
            opened = store.open_store(place, kind, version)
    except StoreError as error:
        return PartState("store", path, "damaged", error.problem, f"build {path} again")
    arrays = f"{len(opened.arrays)} arrays, digest {opened.digest}"
    return PartState("store", path, "fine", f"a store of {kind}, format {version}, {arrays}")


def _version(place: Path) -> int:
    """Return the version of the format that a store says it has."""
    import zipfile

    from lydite.sources.store import MANIFEST, packed_manifest

    if place.is_file():
        with zipfile.ZipFile(place) as archive:
            text = packed_manifest(archive)
    else:
        text = (place / MANIFEST).read_bytes()
    version = json.loads(text).get("version")
    return version if isinstance(version, int) else -1


def _cache() -> Iterator[PartState]:
    from lydite.files import cache_folder

    folder = cache_folder()
    if folder is None:
        advice = "set LYDITE_CACHE to a folder that can be written, or vectors are read anew each time"
        yield PartState("cache", "cache", "missing", "no folder can be written", advice)
        return
    files = [p for p in folder.rglob("*") if p.is_file()] if folder.is_dir() else []
    size = sum(p.stat().st_size for p in files)
    writable = os.access(folder if folder.is_dir() else folder.parent, os.W_OK)
    detail = f"{folder}: {len(files):,} files, {size / 1e6:,.1f} MB"
    if writable:
        yield PartState("cache", "cache", "fine", detail)
    else:
        yield PartState("cache", "cache", "missing", f"{detail}, cannot be written", "set LYDITE_CACHE")


def _kernels() -> PartState:
    """Say whether kernels are installed; whether for this numba is seen only when one is loaded."""
    from lydite.compiled import FOLDER

    python = f".py{sys.version_info[0]}{sys.version_info[1]}.nbi"
    there = sum(p.name.endswith(python) for p in FOLDER.iterdir()) if FOLDER.is_dir() else 0
    if there:
        return PartState("cache", "kernels", "fine", f"{there} installed")
    return PartState(
        "cache", "kernels", "fine", "none installed: compiled when first needed (lydite compile)"
    )
