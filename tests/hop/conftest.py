"""What the tests of hops share: the store of a small wiki, and vectors of some of its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from hopwiki import VECTORS, build_store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_store(tmp_path_factory.mktemp("hop"))


@pytest.fixture(scope="session")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hop-vectors") / "small.txt"
    file.write_text(VECTORS, "utf-8")
    return file
