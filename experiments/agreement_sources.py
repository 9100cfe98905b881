"""What matchers read that the package does not hold: made once of the public data, and kept in a folder.

The 4,654 articles of the Wikipedia Selection for Schools (2007) are a store for the matchers of Wikipedia
and, one article a line, a corpus for those that count documents; hashtags are those of the health tweets.
Vectors and encoders come from registries: they are used where they lie in the folder.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import article_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def _schools(data: Path) -> Path:
    return data / "wikipedia" / "schools-2007.tar.xz"


def _simple(data: Path) -> list[Path]:
    return [data / "wikipedia" / f"simple-{pairs}.tsv" for pairs in ("article-category", "category-parent")]


def _simple_export(data: Path, to: Path) -> None:
    """Build a store of an export that has the articles and categories of two tables, and no text."""
    above: dict[str, list[str]] = {}
    for path, space in zip(_simple(data), ("", "Category:"), strict=True):
        for line in path.read_text("utf-8").splitlines()[1:]:
            child, parent = line.replace("_", " ").split("\t")
            above.setdefault(space + child, []).append(f"[[Category:{parent}]]")
            above.setdefault(f"Category:{parent}", [])
    pages = (
        f"<page><title>{escape(title)}</title><ns>{14 if title.startswith('Category:') else 0}</ns>"
        f"<revision><text>{escape(' '.join(parents))}</text></revision></page>\n"
        for title, parents in above.items()
    )
    dump = to.with_suffix(".xml")
    dump.write_text(f"<mediawiki xml:lang='en'>\n{''.join(pages)}</mediawiki>\n", "utf-8")
    _build("wikipedia", "--language=simple", dump, "-o", to)


def _build(*command: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "lydite", "build", *map(str, command)], check=True)


MADE: dict[str, Callable[[Path, Path], None]] = {
    "schools.txt": lambda data, to: article_corpus.main(_schools(data), to),
    "schools.wikipedia": lambda data, to: _build("wikipedia", _schools(data), "-o", to, "--words"),
    "simple.wikipedia": _simple_export,
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
