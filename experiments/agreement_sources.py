"""What matchers read that the package does not hold: made once of the public data, and kept in a folder.

The 4,654 articles of the Wikipedia Selection for Schools (2007) are a store for the matchers of Wikipedia
and, one article a line, a corpus for those that count documents; hashtags are those of the health tweets.
Vectors and encoders come from registries: they are used where they lie in the folder.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import article_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def _schools(data: Path) -> Path:
    return data / "wikipedia" / "schools-2007.tar.xz"


def _simple(data: Path) -> list[Path]:
    return [data / "wikipedia" / f"simple-{pairs}.tsv" for pairs in ("article-category", "category-parent")]


def _build(*command: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "lydite", "build", *map(str, command)], check=True)


MADE: dict[str, Callable[[Path, Path], None]] = {
    "schools.txt": lambda data, to: article_corpus.main(_schools(data), to),
    "schools.wikipedia": lambda data, to: _build("wikipedia", _schools(data), "-o", to, "--words"),
    "simple.wikipedia": lambda data, to: _build("wikipedia", "--language=simple", *_simple(data), "-o", to),
    "health.hashtags": lambda data, to: _build("hashtags", data / "health-tweets", "--into", to),
}
"""By name: what makes a source of the public data."""


def prepare(data: Path, folder: Path, specs: Iterable[str]) -> None:
    """Make the sources that specs name and that are not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    named = " ".join(specs)
    for name, make in MADE.items():
        if name in named and not (folder / name).exists():
            sys.stderr.write(f"making {name}\n")
            make(data, folder / name)
