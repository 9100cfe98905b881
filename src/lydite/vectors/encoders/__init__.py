"""Encoders: from the words of a tweet to a vector. One file each; nothing is downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.vectors.encoders.base import Encoder
    from lydite.vectors.encoders.lsa import LsaModel
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "Encoder",
            "lsa": "LsaModel",
        },
    )

__all__ = [
    "Encoder",
    "LsaModel",
]
