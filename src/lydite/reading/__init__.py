"""Gold and predictions from files, dicts and data frames.

:func:`read` takes any of them and gives a :class:`Phrases` table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.reading.detecting import FORMATS
    from lydite.reading.fields import Fields
    from lydite.reading.phrase_tables import read, read_all
    from lydite.reading.phrases import Phrases
else:
    __getattr__ = lazily(
        __name__,
        {"detecting": "FORMATS", "fields": "Fields", "phrase_tables": "read read_all", "phrases": "Phrases"},
    )

__all__ = ["FORMATS", "Fields", "Phrases", "read", "read_all"]
