"""Statistical matchers: phrases that stand together in a corpus, or that compress well together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if not TYPE_CHECKING:
    __getattr__ = lazily(
        __name__,
        {
            "ppm": "ppm_bits",
        },
    )
