"""Make wikitextparser.json: what an independent parser (wikitextparser 3.0.0) finds in the test pages.

PYTHONPATH=src python tests/wikipedia/make_wikitextparser.py SHARED_DATA
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

from lydite.knowledge.wikipedia.dumps import read_site

HERE = Path(__file__).parent


def main() -> None:
    target = HERE / "wikitextparser.json"
    if not target.exists():
        target.write_text("{}")
    spec = importlib.util.spec_from_file_location("test_wikitext", HERE / "test_wikitext.py")
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    path = Path(sys.argv[1]) / "wikipedia" / "ltgwiki-pages-articles.xml.bz2"
    site = read_site(path)
    found = {
        "ltg": {p.title: tests.digest(tests.by_parser(p.text, site)) for p in tests.chosen(tests.pages(path))}
    }
    path = tests.gensim_dump()
    site = read_site(path)
    links = {p.title: tests.by_parser(p.text, site) for p in tests.pages(path)}
    counts = {t: sum(k for (n, _), k in c.items() if n == 14) for t, c in links.items()}
    found["en_categories"] = {t: n for t, n in counts.items() if n}
    redirects = {p.title for p in tests.pages(path) if p.redirect is not None}
    found["en"] = {t: tests.digest(c) for t, c in links.items() if t not in redirects}
    target.write_text(json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
