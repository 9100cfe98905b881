"""Charts of agreement."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_charts(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "rows.svg"
    status, _, err = call("q.jsonl", "-u", "wordnet", "-m", "SR", "--chart", str(file), "--bootstrap", "50")
    assert status == 0, err
    assert file.read_text().startswith("<svg")
