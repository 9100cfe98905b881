"""Arrays that are kept to be used again, with planted faults and digests that fit: refused at the door.

Whoever finds one refused makes it again; tests of each kind of cache hold that.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faults.planting import FAULTS, arrays_of, plant, planted
from lydite.cli import main
from lydite.errors import StoreError
from lydite.runs import prepared
from lydite.sources.corpus import encoded, index, latent
from lydite.sources.store import open_store

DEMO = Path(prepared.__file__).parents[1] / "data" / "demo"
LINES = "a cat sat\na dog sat down\nthe cat ran\na bird sat\n"


def _shards(folder: Path) -> tuple[str, int, Any]:
    asked = ["score", str(DEMO / "gold.jsonl"), str(DEMO / "speller.jsonl"), "-m", "nDCG(match=stem)@3"]
    with contextlib.suppress(SystemExit):
        main([*asked, "--shard", "1/2", "-o", str(folder / "1.part")])
    return prepared.KIND, prepared.VERSION, "lydite.runs.prepared_checking"


def _index(folder: Path) -> tuple[str, int, Any]:
    index.open_index(_corpus(folder), "0")
    return index.KIND, index.VERSION, index._check


def _encoded(folder: Path) -> tuple[str, int, Any]:
    encoded.open_corpus([_corpus(folder)])
    return encoded.KIND, encoded.VERSION, encoded._check


def _latent(folder: Path) -> tuple[str, int, Any]:
    there = index.open_index(_corpus(folder), "0")
    latent.word_vectors(there, 2)
    return latent.KIND, latent.VERSION, latent.checker(there)


def _corpus(folder: Path) -> Path:
    (folder / "corpus.txt").write_text(LINES)
    return folder / "corpus.txt"


KEPT: dict[str, Callable[[Path], tuple[str, int, Any]]] = {
    "shards": _shards, "corpus index": _index, "encoded corpus": _encoded, "lsa": _latent,
}  # fmt: skip
VALUES = ("highest", "lowest", "beyond", "falling")
TEXTS = ("_text", "words")
ANY_ORDER = (
    "_codes",
    "_concepts",
    "keys",
    "orders",
    "column",
    "counts",
    "absent",
    "codes",
    "grades",
    "vectors",
)
"""Places of what is there, in any order, or counts; and so may be the next one's."""


def believed(name: str, fault: str) -> bool:
    """Whether an array with this fault may be as it is."""
    if name.endswith(TEXTS):  # lines are as many as there are words; where other texts end is checked
        return fault in VALUES or (name == "words" and fault in ("shorter", "longer"))
    if ("values" in name or name == "document_starts") and fault == "longer":
        return True  # an empty value, which no item has; an empty document
    within = fault in VALUES and (fault != "highest" or name == "counts")
    return within and any(part in name for part in ANY_ORDER)


@pytest.mark.parametrize("name", KEPT)
def test_arrays_that_are_kept(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(prepared, "_WORTH", 0)
    kind, version, check = KEPT[name](tmp_path)
    manifests = list((tmp_path / "cache").rglob("manifest.json"))
    sound = next(m.parent for m in manifests if json.loads(m.read_bytes())["kind"] == kind)
    open_store(sound, kind, version, check)
    passed = []
    for array, values in arrays_of(sound):
        for fault in FAULTS:
            if (other := planted(values, fault)) is None:
                continue
            shutil.rmtree(tmp_path / "bad", ignore_errors=True)
            plant(sound, array, other, tmp_path / "bad")
            with contextlib.suppress(StoreError):
                open_store(tmp_path / "bad", kind, version, check)
                passed.append((array, fault))
    assert not [one for one in passed if not believed(*one)]


def test_vectors_without_a_second_dimension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    there = index.open_index(_corpus(tmp_path), "0")
    vectors = latent.word_vectors(there, 2)
    assert there.folder is not None
    kept = there.folder / "lsa-2"
    shutil.move(kept, tmp_path / "sound")
    plant(tmp_path / "sound", "vectors", vectors[:, 0].copy(), kept)
    assert (latent.word_vectors(there, 2) == vectors).all()
