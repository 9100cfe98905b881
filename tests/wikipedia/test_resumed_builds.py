"""A build that goes on takes nothing of the first one that was damaged meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lydite.sources.wikipedia.build import builder
from lydite.sources.wikipedia.build.assembly import Assembly
from lydite.sources.wikipedia.build.builder import BuildOptions, build
from lydite.sources.wikipedia.example import export_text

OPTIONS = BuildOptions(words=True)


def flipped(raw: bytes) -> bytes:
    middle = len(raw) // 2
    return raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :] if raw else b"x"


DAMAGES: list[Callable[[bytes], bytes | None]] = [
    flipped,
    lambda raw: raw[: len(raw) * 2 // 3],
    lambda raw: raw + raw[-8:],
    lambda _: None,  # gone
]


def content(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def kill(dump: Path, store: Path, options: BuildOptions, place: object, name: str) -> None:
    """Stop a build where it comes to a function."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(place, name, stop)
        with pytest.raises(KeyboardInterrupt):
            build([dump], store, options)


def stop(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dump") / "wiki.xml"
    path.write_text(export_text(), "utf-8")
    return path


@pytest.mark.parametrize("stage", ["all steps done", "publishing"])
def test_what_was_damaged_meanwhile_is_made_again(tmp_path: Path, dump: Path, stage: str) -> None:
    build([dump], tmp_path / "wanted", OPTIONS)
    wanted = content(tmp_path / "wanted")
    store, folder, kept = tmp_path / "store", tmp_path / ".store.building", tmp_path / "kept"
    kill(dump, store, OPTIONS, *((Assembly, "seal") if stage == "all steps done" else (builder, "publish")))
    folder.rename(kept)
    files = sorted(p.relative_to(kept) for p in kept.rglob("*") if p.is_file())
    assert len(files) > 60
    for number, file in enumerate(files):
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(kept, folder)
        raw = DAMAGES[number % len(DAMAGES)]((kept / file).read_bytes())
        (folder / file).unlink() if raw is None else (folder / file).write_bytes(raw)
        build([dump], store, OPTIONS)
        assert content(store) == wanted, file
        assert not folder.exists()


def test_what_is_whole_is_not_made_again(tmp_path: Path, dump: Path) -> None:
    kill(dump, tmp_path / "store", BuildOptions(), Assembly, "seal")
    stages: list[str] = []
    build([dump], tmp_path / "store", report=lambda stage, *_: stages.append(stage))
    assert stages == ["seal"]


def test_an_old_store_comes_back_where_the_new_one_was_damaged(tmp_path: Path, dump: Path) -> None:
    """Killed between the two renames, and again before there is another store."""
    store, folder = tmp_path / "store", tmp_path / ".store.building"
    build([dump], store, OPTIONS)
    old = content(store)
    kill(dump, store, BuildOptions(), builder, "publish")
    store.rename(folder / "old")
    (folder / "store" / "title_text.bin").write_bytes(b"")
    kill(dump, store, BuildOptions(), Assembly, "run")
    assert content(store) == old


def test_the_note_of_another_step_is_not_believed(tmp_path: Path, dump: Path) -> None:
    kill(dump, tmp_path / "store", BuildOptions(), Assembly, "seal")
    tables = tmp_path / ".store.building" / "tables"
    shutil.copy(tables / "words.done", tables / "labels.done")
    assert build([dump], tmp_path / "store") == build([dump], tmp_path / "wanted")
    assert content(tmp_path / "store") == content(tmp_path / "wanted")
