"""Wikipedia: from a dump to a memory-mapped store, and what the store knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.knowledge.wikipedia.answers import Lead, LeadLink, PageSense
from lydite.knowledge.wikipedia.store import Wikipedia

if TYPE_CHECKING:
    from lydite.knowledge.wikipedia.example import build_example
    from lydite.knowledge.wikipedia.format import ASIDE, PARENTHESISED, TABLE
else:
    __getattr__ = lazily(
        __name__,
        {
            "example": "build_example consensus_text export_text",
            "format": "ASIDE ITALIC PARENTHESISED TABLE",
            "titles": "ARTICLE CATEGORY WikiSite page_name",
        },
    )

__all__ = [
    "ASIDE",
    "PARENTHESISED",
    "TABLE",
    "Lead",
    "LeadLink",
    "PageSense",
    "Wikipedia",
    "build_example",
]
