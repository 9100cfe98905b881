"""A run as one page that needs nothing else: verdict, dots, table, items, and how it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if not TYPE_CHECKING:
    __getattr__ = lazily(
        __name__,
        {
            "disagreement": "disagreements",
            "dots": "dot_figures",
            "label_items": "label_answers",
            "listed": "listed_run",
            "probe_items": "probe_answers",
            "sections": "legend",
            "unknown": "unknown_phrases",
        },
    )
