"""Archives of rendered articles that are cut or damaged: refused, never taken for small ones."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from lydite.errors import InputError
from lydite.sources.wikipedia.archive import units

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
    assert dict(page for unit, _ in units(path) for page in unit) == PAGES
    end = len(whole.rstrip(b"\0")) if name == "x.tar" else len(whole)
    for at in range(0, end, max(1, end // 60)):
        path.write_bytes(whole[:at])
        with pytest.raises(InputError, match="cannot be read"):
            list(units(path))
        if name.startswith("x.tar."):  # the others check too little of themselves
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
            try:
                found = dict(page for unit, _ in units(path) for page in unit)
            except InputError:
                continue
            assert found == PAGES  # a date or the like
