"""The forms of a dump (export XML, SQL tables, rendered articles), each turned into the same columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.knowledge.wikipedia.dumps.dumps import recognise
    from lydite.knowledge.wikipedia.dumps.page import ARTICLE, REDIRECT
    from lydite.knowledge.wikipedia.dumps.parts import is_whole
else:
    __getattr__ = lazily(
        __name__,
        {
            "archive": "archive_units",
            "dumps": "ExtractionTask recognise",
            "export": "RawPage read_pages read_site unescape units",
            "extract": "PageExtractor",
            "leads": "lead",
            "page": "ARTICLE Page REDIRECT",
            "parts": "is_whole save",
            "rendered": "read_page",
            "salient": "near_concepts",
            "wikitext": "links redirect running_text",
        },
    )

__all__ = [
    "ARTICLE",
    "REDIRECT",
    "is_whole",
    "recognise",
]
