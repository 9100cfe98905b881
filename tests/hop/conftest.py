"""A wiki of a few pages in which every walk is known by hand, and vectors of its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from hopwiki import build_store

VECTORS = "philosophy 1 0\nlogic 0.9 0.1\nreason 0.8 0.2\nstone 0 1\nrock 0.1 1\n"


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_store(tmp_path_factory.mktemp("hop"))


@pytest.fixture(scope="session")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hop-vectors") / "small.txt"
    file.write_text(VECTORS, "utf-8")
    return file
