"""A tagger of three lines: the words of a text that it knows to be tags."""

from __future__ import annotations

import json
import sys
from pathlib import Path

TAGS = set((Path(__file__).parent / "data" / "vocabulary.txt").read_text("utf-8").split("\n")) - {""}


def tags(text: str) -> list[str]:
    """Return the tags that a text mentions, longest first."""
    found = [tag for tag in TAGS if f" {tag} " in f" {text} "]
    return sorted(found, key=lambda tag: (-len(tag), tag))


if __name__ == "__main__":
    for line in Path(sys.argv[1]).read_text("utf-8").splitlines():
        record = json.loads(line)
        sys.stdout.write(json.dumps({"id": record["id"], "phrases": tags(record["text"])}) + "\n")
