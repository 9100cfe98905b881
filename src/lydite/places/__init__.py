"""Where work is done: here, on several processes, on a cluster. One file a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.places.base import LostTask, Place, place_of, survived
    from lydite.places.sent import SentFile, SentSpec
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "LostTask Place place_of survived",
            "sent": "SentFile SentSpec",
        },
    )

__all__ = [
    "LostTask",
    "Place",
    "SentFile",
    "SentSpec",
    "place_of",
    "survived",
]
