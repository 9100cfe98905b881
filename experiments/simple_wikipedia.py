"""Articles and categories of the Simple English Wikipedia, two tables, as an export without text.

python experiments/simple_wikipedia.py DATA/wikipedia simple.xml
lydite build wikipedia --language simple simple.xml -o simple.wikipedia
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape


def main(folder: Path, output: Path) -> None:
    """Write the export."""
    above: dict[str, list[str]] = {}
    for name, space in (("article-category", ""), ("category-parent", "Category:")):
        for line in (folder / f"simple-{name}.tsv").read_text("utf-8").splitlines()[1:]:
            child, parent = line.replace("_", " ").split("\t")
            above.setdefault(space + child, []).append(f"[[Category:{parent}]]")
            above.setdefault(f"Category:{parent}", [])
    pages = (
        f"<page><title>{escape(title)}</title><ns>{14 if title.startswith('Category:') else 0}</ns>"
        f"<revision><text>{escape(' '.join(parents))}</text></revision></page>\n"
        for title, parents in above.items()
    )
    output.write_text(f"<mediawiki xml:lang='en'>\n{''.join(pages)}</mediawiki>\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
