"""Wiktionary: from wiktextract's JSON lines to a memory-mapped store, and what the store knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.knowledge.wiktionary.build import build_wiktionary
    from lydite.knowledge.wiktionary.example import build_example
    from lydite.knowledge.wiktionary.store import Wiktionary
else:
    __getattr__ = lazily(
        __name__,
        {
            "build": "build_wiktionary",
            "entry": "Form NamedWord Sense",
            "example": "build_example lines",
            "forms": "written_form",
            "pointing": "senses_meant",
            "store": "Wiktionary",
        },
    )

__all__ = [
    "Wiktionary",
    "build_example",
    "build_wiktionary",
]
