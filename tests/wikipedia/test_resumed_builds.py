"""A build that goes on takes nothing of the first one that was damaged meanwhile."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from full_size import size
from inner import replace_inside
from lydite.core.store import arrays_of
from lydite.knowledge.wikipedia import export_text
from lydite.knowledge.wikipedia.build import BuildOptions, build
from lydite.knowledge.wikipedia.dumps import is_whole, save

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


def kill(dump: Path | list[Path], store: Path, options: BuildOptions, name: str) -> None:
    """Stop a build where it comes to a function."""
    with pytest.MonkeyPatch.context() as patched:
        replace_inside(patched, "lydite.knowledge.wikipedia.build", name, stop)
        with pytest.raises(KeyboardInterrupt):
            build(dump if isinstance(dump, list) else [dump], store, options)


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
    kill(dump, store, OPTIONS, "Assembly.seal" if stage == "all steps done" else "publish")
    folder.rename(kept)
    files = sorted(p.relative_to(kept) for p in kept.rglob("*") if p.is_file())
    assert len(files) > 60
    for number, file in enumerate(files[:: size(3, 1)]):
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(kept, folder)
        raw = DAMAGES[number % len(DAMAGES)]((kept / file).read_bytes())
        (folder / file).unlink() if raw is None else (folder / file).write_bytes(raw)
        build([dump], store, OPTIONS)
        assert content(store) == wanted, file
        assert not folder.exists()


def test_what_is_whole_is_not_made_again(tmp_path: Path, dump: Path) -> None:
    kill(dump, tmp_path / "store", BuildOptions(), "Assembly.seal")
    stages: list[str] = []
    build([dump], tmp_path / "store", report=lambda stage, *_: stages.append(stage))
    assert stages == ["seal"]


def test_an_old_store_comes_back_where_the_new_one_was_damaged(tmp_path: Path, dump: Path) -> None:
    """Killed between the two renames, and again before there is another store."""
    store, folder = tmp_path / "store", tmp_path / ".store.building"
    build([dump], store, OPTIONS)
    old = content(store)
    kill(dump, store, BuildOptions(), "publish")
    store.rename(folder / "old")
    (folder / "store" / "title_text.bin").write_bytes(b"")
    kill(dump, store, BuildOptions(), "Assembly.run")
    assert content(store) == old


def test_a_store_that_was_removed_once_it_was_published_is_built_again(tmp_path: Path, dump: Path) -> None:
    """Killed before the old one was gone; the next build said that there is no store, and to build one."""
    store, folder = tmp_path / "store", tmp_path / ".store.building"
    kill(dump, store, BuildOptions(), "publish")
    shutil.rmtree(folder / "store")
    assert build([dump], store) == build([dump], tmp_path / "wanted")
    assert content(store) == content(tmp_path / "wanted")
    assert not folder.exists()


def test_parts_that_were_damaged_before_all_were_made(tmp_path: Path) -> None:
    """One that was swapped for another was believed; of a damaged one the build ended, and all were gone."""
    dumps = in_pieces(tmp_path)
    build(dumps, tmp_path / "wanted", OPTIONS)
    wanted = content(tmp_path / "wanted")
    for damage in (*DAMAGES, "swapped"):
        shutil.rmtree(tmp_path / "store", ignore_errors=True)
        kill(dumps, tmp_path / "store", OPTIONS, "note_finished")
        part, other, last = sorted((tmp_path / ".store.building").glob("part-*"))
        raw = other.read_bytes() if isinstance(damage, str) else damage(part.read_bytes())
        stamp = last.stat().st_mtime_ns
        part.unlink() if raw is None else part.write_bytes(raw)
        kill(dumps, tmp_path / "store", OPTIONS, "Assembly.run")
        assert last.stat().st_mtime_ns == stamp
        build(dumps, tmp_path / "store", OPTIONS)
        assert content(tmp_path / "store") == wanted


def in_pieces(folder: Path) -> list[Path]:
    """Write the example as a dump of three files."""
    head, *pages = re.split("(?=<page>)", export_text().removesuffix("</mediawiki>\n"))
    for number in range(3):
        text = head + "".join(pages[number::3]) + "</mediawiki>\n"
        (folder / f"wiki{number}.xml").write_text(text, "utf-8")
    return sorted(folder.glob("wiki*.xml"))


def test_a_part_with_any_byte_flipped_is_as_it_was_or_not_whole(tmp_path: Path) -> None:
    """Also in the header of an array of which zipfile does not read all at once."""
    path, large = tmp_path / "part-1.npz", np.full(1000, 7.5)
    table = {"tally": np.arange(3), "text": np.frombuffer(b"cat", np.uint8), "large": large}
    save(path, table)
    raw = path.read_bytes()
    numbers = raw.index(large.tobytes())
    places = (*range(numbers), *range(numbers + large.nbytes, len(raw)))
    for place, bit in itertools.product(places, (1, 4, 8, 128)):
        path.write_bytes(raw[:place] + bytes([raw[place] ^ bit]) + raw[place + 1 :])
        if is_whole(path):
            with arrays_of(path) as read:
                assert all(np.array_equal(read[name], table[name]) for name in table), place


def test_the_note_of_another_step_is_not_believed(tmp_path: Path, dump: Path) -> None:
    kill(dump, tmp_path / "store", BuildOptions(), "Assembly.seal")
    tables = tmp_path / ".store.building" / "tables"
    shutil.copy(tables / "words.done", tables / "labels.done")
    assert build([dump], tmp_path / "store") == build([dump], tmp_path / "wanted")
    assert content(tmp_path / "store") == content(tmp_path / "wanted")
