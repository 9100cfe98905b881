"""Small wikis for the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from lydite.knowledge.wikipedia import Wikipedia, build_example


@pytest.fixture(scope="session")
def miniature(tmp_path_factory: pytest.TempPathFactory) -> Wikipedia:
    """The wiki of the thesis's examples."""
    return Wikipedia.open(build_example(tmp_path_factory.mktemp("miniature")))


def export_of(
    articles: dict[str, str],
    categories: dict[str, str] | None = None,
    redirects: dict[str, str] | None = None,
) -> str:
    """Return an export with these pages, as text."""
    from xml.sax.saxutils import escape

    pages = [(0, t, x, "") for t, x in articles.items()]
    pages += [(14, f"Category:{t}", x, "") for t, x in (categories or {}).items()]
    pages += [(0, t, f"#REDIRECT [[{x}]]", x) for t, x in (redirects or {}).items()]
    out = ['<mediawiki xml:lang="en"><siteinfo><case>first-letter</case></siteinfo>']
    for namespace, title, text, redirect in pages:
        mark = f'<redirect title="{escape(redirect, {chr(34): "&quot;"})}" />' if redirect else ""
        out.append(
            f"<page><title>{escape(title)}</title><ns>{namespace}</ns>{mark}<text>{escape(text)}</text></page>"
        )
    return "".join(out) + "</mediawiki>"


@pytest.fixture(scope="session", name="export_of")
def _export_of():
    """Return the function that writes an export."""
    return export_of


@pytest.fixture
def wiki(tmp_path: Path):
    """Return a function that builds a store from dictionaries of pages."""
    from lydite.knowledge.wikipedia.build import BuildOptions, build

    def make(articles, categories=None, redirects=None, **options) -> Wikipedia:
        dump = tmp_path / "wiki.xml"
        dump.write_text(export_of(articles, categories, redirects), "utf-8")
        build([dump], tmp_path / "store", BuildOptions(**options))
        return Wikipedia.open(tmp_path / "store")

    return make
