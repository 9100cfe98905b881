"""Stores: what was saved comes back, and what is damaged is named."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from lydite.core.errors import InputError, OutputError, StoreError
from lydite.core.spec import parse
from lydite.core.store import ensure_store_place, kind_of, open_store, save
from lydite.knowledge import wordnet

ARRAYS = {
    "numbers": np.arange(1000, dtype=np.int64) * 3,
    "table": np.linspace(0, 1, 12).reshape(3, 4),
    "bytes": np.frombuffer(b"some text", np.uint8),
    "none": np.zeros(0, np.int32),
}


@pytest.fixture(params=["store", "store.zip"])
def path(request, tmp_path):
    save(tmp_path / request.param, "wordnet", 3, ARRAYS, {"name": "Ω"})
    return tmp_path / request.param


def test_comes_back_as_it_was(path):
    store = open_store(path, "wordnet", 3)
    assert {n: a.tolist() for n, a in store.arrays.items()} == {n: a.tolist() for n, a in ARRAYS.items()}
    assert {n: a.dtype for n, a in store.arrays.items()} == {n: a.dtype for n, a in ARRAYS.items()}
    assert store.notes == {"name": "Ω"}
    assert len(store.digest) == 16


def test_same_content_same_digest(tmp_path):
    for name in ("a", "b.zip"):
        save(tmp_path / name, "wordnet", 3, ARRAYS, {"name": "x"})
    save(tmp_path / "c", "wordnet", 3, ARRAYS, {"name": "y"})
    a, b, c = (open_store(tmp_path / n, "wordnet", 3).digest for n in ("a", "b.zip", "c"))
    assert a == b != c


def test_another_kind_or_version(path):
    with pytest.raises(StoreError, match="store.*: .*wordnet.*wikipedia"):
        open_store(path, "wikipedia", 3)
    with pytest.raises(StoreError, match="version 3 .* 2: .*newer"):
        open_store(path, "wordnet", 2)
    with pytest.raises(StoreError, match="version 3 .* 4: .*build"):
        open_store(path, "wordnet", 4)


def test_truncated_file(tmp_path):
    save(tmp_path / "s", "wordnet", 1, ARRAYS)
    (tmp_path / "s" / "numbers.bin").write_bytes(b"123")
    with pytest.raises(StoreError, match=r"numbers\.bin .*8000 bytes.* 3"):
        open_store(tmp_path / "s", "wordnet", 1)
    (tmp_path / "s" / "numbers.bin").unlink()
    with pytest.raises(StoreError, match=r"numbers\.bin .*8000 bytes"):
        open_store(tmp_path / "s", "wordnet", 1)


def test_wrong_digest(tmp_path):
    save(tmp_path / "s", "wordnet", 1, ARRAYS)
    (tmp_path / "s" / "numbers.bin").write_bytes(b"\1" * 8000)
    with pytest.raises(StoreError, match=r"numbers\.bin .*digest"):
        open_store(tmp_path / "s", "wordnet", 1)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"kind": "wordnet"}', "\x00"])
def test_damaged_manifest(tmp_path, text):
    save(tmp_path / "s", "wordnet", 1, ARRAYS)
    (tmp_path / "s" / "manifest.json").write_text(text)
    with pytest.raises(StoreError, match=r"manifest\.json"):
        open_store(tmp_path / "s", "wordnet", 1)


def test_changed_manifest(tmp_path):
    save(tmp_path / "s", "wordnet", 1, ARRAYS, {"name": "x"})
    file = tmp_path / "s" / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["notes"]["name"] = "y"
    file.write_text(json.dumps(manifest))
    with pytest.raises(StoreError, match=r"manifest\.json .*digest"):
        open_store(tmp_path / "s", "wordnet", 1)


@pytest.mark.parametrize("cut", [0, 100, 2_000])
def test_truncated_archive(tmp_path, cut):
    save(tmp_path / "s.zip", "wordnet", 1, ARRAYS)
    whole = (tmp_path / "s.zip").read_bytes()
    (tmp_path / "s.zip").write_bytes(whole[:cut] if cut < len(whole) else whole[:-1])
    with pytest.raises(StoreError, match=r"s\.zip: .*File is not a zip file"):
        open_store(tmp_path / "s.zip", "wordnet", 1)


def test_no_store_and_no_folder_overwritten(tmp_path):
    with pytest.raises(StoreError, match="s: .*`lydite build wordnet`"):
        open_store(tmp_path / "s", "wordnet", 1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.doc").write_text("years of work")
    with pytest.raises(OutputError, match=r"mine: .*thesis\.doc"):
        save(tmp_path / "mine", "wordnet", 1, ARRAYS)
    assert (tmp_path / "mine" / "thesis.doc").read_text() == "years of work"
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_looked_into(tmp_path, monkeypatch):
    def closed(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr("pathlib.Path.is_dir", closed)
    with pytest.raises(OutputError, match="closed/store: .*Permission denied"):
        ensure_store_place(tmp_path / "closed" / "store")


@pytest.mark.parametrize("damage", ["packing", "encrypted", "method"])
def test_odd_archives_are_no_stores(damage: str, tmp_path: Path) -> None:
    embedded = Path(wordnet.__file__).parents[2] / wordnet.EMBEDDED
    with zipfile.ZipFile(embedded) as whole, zipfile.ZipFile(tmp_path / "x.zip", "w") as part:
        for name in whole.namelist():
            content = whole.read(name)
            if name == "manifest.json" and damage == "packing":
                content = json.dumps({**json.loads(content), "packing": [1]}).encode()
            part.writestr(name, content)
    data = bytearray((tmp_path / "x.zip").read_bytes())
    at = data.index(b"PK\x01\x02")
    while damage != "packing" and at >= 0:  # the flags, or the way of compression, of each member
        data[at + (8 if damage == "encrypted" else 10)] = 1 if damage == "encrypted" else 99
        at = data.find(b"PK\x01\x02", at + 4)
    (tmp_path / "x.zip").write_bytes(bytes(data))
    with pytest.raises(InputError):
        parse(f"wordnet(store={tmp_path / 'x.zip'})", "matcher").score("dog", "hound")
    assert kind_of(tmp_path / "x.zip") in ("", "wordnet")
