"""Archives of rendered articles that are cut or damaged: refused, never taken for small ones."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from lydite.core.errors import InputError
from lydite.knowledge.wikipedia.dumps import archive_units

PAGES = {f"wp/p/Page_{i}.htm": bytes(range(32, 127)) * (5 + i) for i in range(6)}


def packed(name: str) -> bytes:
    out = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for page, content in PAGES.items():
                archive.writestr(page, content)
    else:
        mode = name.rpartition(".tar")[2].strip(".")
        with tarfile.open(fileobj=out, mode=f"w:{mode}") as tar:
            for page, content in PAGES.items():
                entry = tarfile.TarInfo(page)
                entry.size = len(content)
                tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


@pytest.mark.parametrize("name", ["x.tar", "x.tar.gz", "x.tar.bz2", "x.tar.xz", "x.zip"])
def test_cut_or_damaged(tmp_path: Path, name: str) -> None:
    whole, path = packed(name), tmp_path / name
    path.write_bytes(whole)
    assert dict(page for unit, _ in archive_units(path) for page in unit) == PAGES
    end = len(whole.rstrip(b"\0")) if name == "x.tar" else len(whole)
    for at in range(0, end, max(1, end // 60)):
        path.write_bytes(whole[:at])
        with pytest.raises(InputError, match=r"x\.\S+: .*(archive|truncated|compressed)"):
            list(archive_units(path))
        if name.startswith("x.tar."):  # the others check too little of themselves
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
            try:
                found = dict(page for unit, _ in archive_units(path) for page in unit)
            except InputError:
                continue
            assert found == PAGES  # a date or the like


@pytest.mark.parametrize("flip", [1, 64, 255, ord("m") ^ ord("/")])
def test_a_damaged_directory_of_a_zip_loses_nothing_in_silence(tmp_path: Path, flip: int) -> None:
    whole, path = packed("x.zip"), tmp_path / "x.zip"
    for at in range(whole.index(b"PK\1\2"), len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
        try:
            found = dict(page for unit, _ in archive_units(path) for page in unit)
        except InputError:
            continue
        assert found == PAGES, at  # a date or the like


def test_zips_that_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.comment = b"PK\5 is how the last record begins " * 99
        archive.writestr("pictures/", b"")
        archive.writestr("pictures/a.png", b"x")
        for page, content in PAGES.items():
            archive.writestr(page, content)
    assert dict(page for unit, _ in archive_units(path) for page in unit) == PAGES
    path.write_bytes(b"#!/bin/sh\n" + path.read_bytes())  # one that unpacks itself
    assert dict(page for unit, _ in archive_units(path) for page in unit) == PAGES
    with zipfile.ZipFile(path, "w") as archive:  # zip64, by their number
        for number in range(65_540):
            archive.writestr(f"{number}.png", b"")
        archive.writestr("a.htm", b"a")
    assert [unit for unit, _ in archive_units(path)] == [[("a.htm", b"a")]]
    whole = path.read_bytes()
    at = whole.rindex(b"PK\6\6") + 32
    path.write_bytes(whole[:at] + b"\0" + whole[at + 1 :])
    with pytest.raises(InputError, match="65,536 .*65,541"):
        list(archive_units(path))


def test_a_tar_that_ends_in_a_link_is_sound(tmp_path: Path) -> None:
    """Other programs write the size of the file beside a link, which has no content of its own."""
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w") as tar:
        entry = tarfile.TarInfo("a.htm")
        entry.size = 20_000
        tar.addfile(entry, io.BytesIO(b"a" * 20_000))
        link = tarfile.TarInfo("b.htm")
        link.type, link.linkname, link.size = tarfile.LNKTYPE, "a.htm", 20_000
        tar.addfile(link)
    assert [name for unit, _ in archive_units(path) for name, _ in unit] == ["a.htm"]
