"""The text of the articles of the Wikipedia Selection for Schools: one article a line.

python experiments/article_corpus.py schools-2007.tar.xz schools.txt
"""

from __future__ import annotations

import html
import re
import sys
import tarfile
from pathlib import Path

SUBJECTS = "Related subjects"  # pages without this line are no articles
CONTENT = re.compile("<!-- start content -->(.*?)(?:<!-- end content -->|</body>)", re.DOTALL)
HIDDEN = re.compile(r"<(script|style|table)\b.*?</\1\s*>|<!--.*?-->|<[^<>]*>", re.DOTALL)


def main(archive: Path, output: Path) -> None:
    """Write the corpus."""
    with tarfile.open(archive) as pages, output.open("w", encoding="utf-8") as out:
        for page in pages:
            file = pages.extractfile(page) if page.name.endswith((".htm", ".html")) else None
            text = file.read().decode("utf-8", "replace") if file else ""
            found = CONTENT.search(text) if SUBJECTS in text else None
            if found:
                out.write(" ".join(html.unescape(HIDDEN.sub(" ", found[1])).split()) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
