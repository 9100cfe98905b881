"""Small dictionaries for the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lydite.knowledge.wiktionary import Wiktionary, build_example, build_wiktionary

Build = Callable[..., Wiktionary]


@pytest.fixture(scope="session")
def dictionary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the miniature dictionary."""
    return build_example(tmp_path_factory.mktemp("dictionary"))


@pytest.fixture
def wiktionary(tmp_path: Path) -> Build:
    """Build and open the store of some entries, which are English nouns unless they say otherwise."""

    def made(*entries: dict[str, Any], language: str | None = None) -> Wiktionary:
        file = tmp_path / "entries.jsonl"
        common = {"lang_code": "en", "pos": "noun"}
        file.write_text("".join(json.dumps({**common, **e}) + "\n" for e in entries), "utf-8")
        build_wiktionary(file, tmp_path / "store")
        return Wiktionary.open(tmp_path / "store", language)

    return made
