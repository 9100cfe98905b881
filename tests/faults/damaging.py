"""Stores and runs made bad: as they lie there, or with digests that fit the damage."""

from __future__ import annotations

import hashlib
import io
import json
import random
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faults.mutating import mutate, other_value
from lydite.core.store import MANIFEST, content, file_of, identity
from lydite.runs import with_seal

Write = Callable[[Path, Path, random.Random], None]
"""Writes something bad: of what lies in a folder, to a path, by chance."""


def damaged_store(store: str, *, sealed: bool) -> Write:
    """Damage a file of a store; or its arrays and notes, and seal it anew, so that its digests fit."""

    def write(folder: Path, path: Path, draw: random.Random) -> None:
        shutil.copytree(folder / store, path)
        manifest = json.loads((path / MANIFEST).read_bytes())
        files = sorted(p for p in path.rglob("*") if p.is_file())
        if not sealed:
            victim = draw.choice([*files, path / MANIFEST, path / MANIFEST])
            victim.write_bytes(mutate(victim.read_bytes(), draw))
            return
        for _ in range(draw.choice((1, 1, 2))):
            name = draw.choice(sorted(manifest["arrays"]))
            if draw.random() < 0.2:
                notes = json.loads(json.dumps(manifest["notes"]))
                manifest["notes"] = _nasty_notes(notes, draw)
                continue
            entry = manifest["arrays"][name]
            _damage_array(path, name, entry, draw)
        manifest["digest"] = identity(
            manifest["kind"], manifest["version"], manifest["arrays"], manifest["notes"]
        )
        (path / MANIFEST).write_text(json.dumps(manifest))

    return write


def _nasty_notes(notes: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    changed = other_value(notes, draw)
    return changed if isinstance(changed, dict) else {}


def _damage_array(path: Path, name: str, entry: dict[str, Any], draw: random.Random) -> None:
    """Change some numbers of an array, or how many there are; its digest says so."""
    import numpy as np

    file = path / file_of(name, entry)
    if "head" in entry:
        return
    array = np.fromfile(file, entry["type"])
    kind = array.dtype
    nasty = [0, 1, 2, 7, 100, 2**31 - 1]
    nasty += (
        [-1, -2, -(2**31)] if kind.kind == "i" else [float("nan"), float("inf")] if kind.kind == "f" else []
    )
    for _ in range(draw.choice((1, 1, 3))):
        if len(array) and draw.random() < 0.85:
            array[draw.randrange(len(array))] = np.asarray(draw.choice(nasty)).astype(kind)
        elif len(entry["shape"]) == 1:
            array = array[:-1] if draw.random() < 0.5 else np.append(array, array[-1:])
            entry["shape"] = [len(array)]
    array.tofile(file)
    entry["digest"] = content(array)


def damaged_run(file: str) -> Write:
    """Change a member of a run and seal it anew, so that its digest fits."""

    def write(folder: Path, path: Path, draw: random.Random) -> None:
        with zipfile.ZipFile(folder / file) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        name = draw.choice([*members, *["run.json"] * len(members)])
        members[name] = mutate(members[name], draw)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, raw in members.items():
                archive.writestr(member, raw)
            archive.comment = b"0" * len(hashlib.sha256().hexdigest())
        path.write_bytes(with_seal(out.getvalue()))

    return write
