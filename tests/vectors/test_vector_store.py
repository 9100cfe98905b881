"""A store of vectors is what its maker wrote, or it is refused: never other numbers under the same digest."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inner import name_inside, replace_inside
from lydite.core.errors import InputError, StoreError
from lydite.core.store import array_entry, seal
from lydite.vectors import KIND, VERSION, Vectors, load_vectors, open_store, save

WORDS = {f"w{i}": [float(i), i % 7 + 0.5, 1.0] for i in range(60)}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    return save(Vectors.of(WORDS), tmp_path / "store")


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store large enough that what was checked once is remembered."""
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    numbers = np.random.default_rng(0).normal(size=(3000, 100)).astype(np.float32)
    folder = save(Vectors.of({f"w{i}": row for i, row in enumerate(numbers)}), tmp_path / "large")
    settle(folder)
    return folder


def settle(path: Path) -> None:
    """Wait until files are older than the clock's tick: of younger ones nothing is remembered."""
    import time

    time.sleep(0.1)
    assert path.exists()


def edit(file: Path, change: Callable[[Any], Any]) -> None:
    array = np.load(file)
    np.save(file, change(array.copy()))


def swapped(matrix: Any) -> Any:
    matrix[[3, 8]] = matrix[[8, 3]]
    return matrix


def spoiled(matrix: Any) -> Any:
    matrix[5] = np.nan
    return matrix


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("matrix", swapped),
        ("matrix", spoiled),
        ("matrix", lambda m: m * 2),
        ("matrix", lambda m: m.astype(np.float64)),
        ("hashes", lambda h: h[:7]),
        ("hashes", lambda h: h[::-1]),
        ("order", lambda o: o + 1000),
        ("offsets", lambda o: o[::-1]),
        ("norms", lambda n: n + 1),
        ("blob", lambda b: b + 1),
    ],
)
def test_other_numbers_are_refused(store: Path, name: str, change: Callable[[Any], Any]) -> None:
    edit(store / f"{name}.npy", change)
    with pytest.raises(StoreError, match=rf"{name}\.npy .*lydite\.vectors\.save"):
        open_store(store)
    with pytest.raises(StoreError):
        load_vectors(store)


def test_every_byte_of_every_array_counts(store: Path) -> None:
    for file in sorted(store.glob("*.npy")):
        whole = file.read_bytes()
        for place in (0, 8, 30, 127, len(whole) - 1):
            spoilt = bytearray(whole)
            spoilt[place] ^= 4
            file.write_bytes(spoilt)
            with pytest.raises(StoreError, match=r"\.npy .*digest"):
                open_store(store)
        for other in (b"", whole[:-1], whole + b"\0", whole + b"\0" * 64):
            file.write_bytes(other)
            with pytest.raises(StoreError):
                open_store(store)
        file.write_bytes(whole)
    assert open_store(store).words.all == list(WORDS)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to all numbers and words in a manifest."""
    if isinstance(value, dict):
        return [p for key, inner in value.items() for p in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [p for key, inner in enumerate(value) for p in leaves(inner, (*path, key))]
    return [path]


def test_a_manifest_edited_by_hand_is_refused(store: Path) -> None:
    file = store / "manifest.json"
    whole = file.read_text()
    ways = leaves(json.loads(whole))
    assert len(ways) > 25
    for way in ways:
        manifest = json.loads(whole)
        inner = manifest
        for key in way[:-1]:
            inner = inner[key]
        inner[way[-1]] = {int: 1, str: "other"}.get(type(inner[way[-1]]), "x")
        if manifest != json.loads(whole):
            file.write_text(json.dumps(manifest))
            with pytest.raises(StoreError):
                open_store(store)
    file.write_text(json.dumps(json.loads(whole)))  # spelled otherwise, it says the same
    assert open_store(store).words.all == list(WORDS)


def test_a_file_outside_the_store_is_none_of_its_arrays(store: Path) -> None:
    shutil.copy(store / "matrix.npy", store.parent)
    entries = json.loads((store / "manifest.json").read_text())["arrays"]
    entries["matrix"]["file"] = "../matrix.npy"
    seal(store, KIND, VERSION, entries, {})
    with pytest.raises(StoreError, match=r"manifest\.json"):
        open_store(store)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("matrix", spoiled, "finite"),
        ("matrix", lambda m: m[:, :2], r"matrix .*\(60, 2\)"),
        ("matrix", lambda m: m.astype(np.float64), "matrix .*<f8"),
        ("offsets", lambda o: np.where(np.arange(len(o)) == 4, 10**9, o), "offsets "),
        ("offsets", lambda o: np.where(np.arange(len(o)) == 4, o[4] + 1, o), "offset"),
        ("order", lambda o: o + 1, "order "),
        ("order", lambda o: o * 0, "order "),
        ("hashes", lambda h: h[:7], r"hashes .*\(7,\)"),
        ("hashes", lambda h: h // 2, "hashes "),
        ("blob", lambda b: np.where(b == ord("w"), 0xFF, b).astype(np.uint8), "utf-8"),
    ],
)
def test_arrays_that_do_not_belong_together_are_refused_whoever_sealed_them(
    store: Path, name: str, change: Callable[[Any], Any], said: str
) -> None:
    manifest = json.loads((store / "manifest.json").read_text())
    edit(store / f"{name}.npy", change)
    entries = manifest["arrays"] | {name: array_entry(np.load(store / f"{name}.npy"), f"{name}.npy")}
    seal(store, KIND, VERSION, entries, manifest["notes"])
    for _ in range(2):
        with pytest.raises(StoreError, match=said):
            open_store(store)


def test_the_second_opening_hashes_nothing(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_store(large)

    def content(_: object) -> str:
        raise AssertionError

    replace_inside(monkeypatch, "lydite.core.store", "content", content)
    replace_inside(monkeypatch, "lydite.vectors", "check", content)
    second = open_store(large)
    assert second.digest == first.digest
    assert np.array_equal(second.matrix, first.matrix)


def test_where_nothing_can_be_remembered_all_is_checked_each_time(
    large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "file" / "cache"))
    open_store(large)
    edit(large / "matrix.npy", swapped)
    with pytest.raises(StoreError, match=r"matrix\.npy .*digest"):
        open_store(large)


@pytest.mark.parametrize("renamed", [False, True])
def test_the_old_size_and_time_hide_no_change(large: Path, *, renamed: bool) -> None:
    open_store(large)
    open_store(large)
    file = large / "matrix.npy"
    before = file.stat()
    other = large.parent / "other.npy" if renamed else file
    shutil.copy(file, large.parent / "kept.npy")
    np.save(other, swapped(np.load(file)))
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    if renamed:
        other.replace(file)
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    with pytest.raises(StoreError, match=r"matrix\.npy .*digest"):
        open_store(large)


def test_the_digest_is_of_words_and_numbers(tmp_path: Path) -> None:
    """Not of a file that they may once have come from: part of it is something else."""
    file = tmp_path / "w.txt"
    file.write_text("a 1 2\nb 3 4\nc 5 6\n")
    read = load_vectors(file, cache=tmp_path / "cache")
    digests = [open_store(save(read.first(n), tmp_path / str(n))).digest for n in (1, 2, 3)]
    assert len({*digests, read.digest}) == 4
    assert digests[1] == Vectors.of({"a": [1, 2], "b": [3, 4]}).digest
    assert digests[1] != Vectors.of({"a": [1, 2], "b": [3, 5]}).digest
    assert digests[1] != Vectors.of({"a": [1, 2], "c": [3, 4]}).digest


def test_what_is_not_finite_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="vectors .*finite"):
        save(Vectors.of({"a": [1, np.inf]}), tmp_path / "store")
    assert list(tmp_path.iterdir()) == []


def old_version(folder: Path) -> None:
    """Make a store what the first version wrote: a manifest without digests of its arrays."""
    notes = json.loads((folder / "manifest.json").read_text())["notes"]
    (folder / "manifest.json").write_text(json.dumps({"kind": KIND, "version": 1, "digest": "x", **notes}))


def test_a_store_without_digests_says_how_to_make_one(store: Path) -> None:
    old_version(store)
    with pytest.raises(StoreError, match=r"version 1 .*lydite\.vectors\.save"):
        open_store(store)
    save(Vectors.of(WORDS), store)
    assert len(open_store(store)) == 60


def cached(tmp_path: Path) -> tuple[Path, Path, Vectors]:
    file = tmp_path / "w.txt"
    file.write_text("".join(f"{w} {' '.join(map(str, row))}\n" for w, row in WORDS.items()))
    settle(file)
    found = load_vectors(file, cache=tmp_path / "cache")
    (folder,) = (tmp_path / "cache" / "vectors").iterdir()
    return file, folder, found


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: edit(folder / "matrix.npy", swapped),
        lambda folder: edit(folder / "hashes.npy", lambda h: h[:5]),
        lambda folder: (folder / "norms.npy").unlink(),
        old_version,
    ],
)
def test_a_damaged_cache_is_made_again(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    file, folder, found = cached(tmp_path)
    harm(folder)
    for _ in range(2):
        again = load_vectors(file, cache=tmp_path / "cache")
        assert np.array_equal(again.matrix, Vectors.of(WORDS).matrix)
        assert again.find(list(WORDS)).tolist() == list(range(60))
        assert again.digest == found.digest


def test_a_cache_belongs_to_what_the_file_holds(tmp_path: Path) -> None:
    file, _, found = cached(tmp_path)
    before = file.stat()
    file.write_text(file.read_text().replace("w3 3.0", "w3 9.0"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    again = load_vectors(file, cache=tmp_path / "cache")
    assert again["w3"].tolist() == [9.0, 3.5, 1.0]
    assert again.digest != found.digest


def test_a_file_that_changes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "w.txt"
    file.write_text("a 1 2\n")
    read = name_inside("lydite.vectors", "read")

    def slow(*args: Any) -> Any:
        found = read(*args)
        file.write_text("a 1 2\nb 1 2\n")
        return found

    replace_inside(monkeypatch, "lydite.vectors", "read", slow)
    with pytest.raises(InputError, match=r"w\.txt: .*changed"):
        load_vectors(file, cache=tmp_path / "cache")
