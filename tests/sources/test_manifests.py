"""Manifests whose own digest fits, and whose entries are not what a manifest has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lydite.core.errors import StoreError
from lydite.core.store import identity, open_store, save


@pytest.mark.parametrize(
    "change",
    [
        {"digest": None},
        {"digest": 5},
        {"type": "|O"},
        {"type": None},
        {"shape": []},
        {"file": "../numbers.bin"},
    ],
    ids=str,
)
def test_an_odd_entry(tmp_path: Path, change: dict[str, Any]) -> None:
    """An array without a digest ended in status 70; None stands for what is not there."""
    save(tmp_path / "store", "wordnet", 3, {"numbers": np.arange(9)}, {})
    file = tmp_path / "store" / "manifest.json"
    manifest = json.loads(file.read_text("utf-8"))
    entry = manifest["arrays"]["numbers"] | change
    entries = {"numbers": {name: value for name, value in entry.items() if value is not None}}
    sealed = manifest | {"arrays": entries, "digest": identity("wordnet", 3, entries, manifest["notes"])}
    file.write_text(json.dumps(sealed), "utf-8")
    with pytest.raises(StoreError, match=r"manifest\.json"):
        open_store(tmp_path / "store", "wordnet", 3)
