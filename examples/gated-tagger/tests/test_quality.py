"""Quality is a test like any other: it fails where the tagger gets worse than the baseline."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import lydite
from lydite.testing import assert_not_worse

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))


def test_tags_are_not_worse(tmp_path: Path) -> None:
    from tagger import tags

    texts = (json.loads(line) for line in (ROOT / "data" / "texts.jsonl").read_text("utf-8").splitlines())
    said = {record["id"]: tags(record["text"]) for record in texts}
    candidate = tmp_path / "candidate.run"
    lydite.evaluate(ROOT / "data" / "gold.jsonl", said, "F1(match=stem)", system="tagger").run.save(candidate)
    assert_not_worse(ROOT / "baseline.run", candidate, margin=0.01)
