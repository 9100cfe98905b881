"""Labels in one line, as the policies of a score keep them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def write_labels(labels: Sequence[str]) -> str:
    """Return labels with commas between them or, where some have any, as JSON.

    >>> write_labels(["no", "yes"]), read_labels(write_labels(["no, never", "yes"]))
    ('no,yes', ('no, never', 'yes'))
    """
    plain = ",".join(labels)
    return plain if read_labels(plain) == (*labels,) else json.dumps(labels, ensure_ascii=False)


def read_labels(text: str) -> tuple[str, ...]:
    """Return the labels of a line."""
    if text.startswith("["):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list) and all(isinstance(label, str) for label in found):
            return tuple(found)
    return tuple(text.split(","))
