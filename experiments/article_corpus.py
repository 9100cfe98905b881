"""The text of rendered articles as a corpus: one article a line, for matchers that count documents.

    python experiments/article_corpus.py schools-2007.tar.xz schools.txt

The archive is that of ``lydite build wikipedia``; pages without a line of subjects are no articles.
"""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path

from lydite.files import writing
from lydite.sources.wikipedia.dumps.archive import units
from lydite.sources.wikipedia.dumps.rendered import SUBJECTS

_CONTENT = re.compile("<!-- start content -->(.*?)(?:<!-- end content -->|</body>)", re.DOTALL)
_HIDDEN = re.compile(r"<(script|style|table)\b.*?</\1\s*>|<!--.*?-->|<[^<>]*>", re.DOTALL)


def main(archive: Path, output: Path) -> None:
    """Write the corpus."""
    with writing(output) as out:
        for files, _ in units(archive):
            for _, content in files:
                text = content.decode("utf-8", "replace")
                found = _CONTENT.search(text) if SUBJECTS in text else None
                if found is not None:
                    out.write(" ".join(html.unescape(_HIDDEN.sub(" ", found[1])).split()) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
