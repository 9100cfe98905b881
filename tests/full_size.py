"""How much of a test runs: a small part in ``make test``, everything in ``make test-full``."""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

FULL = bool(os.environ.get("LYDITE_FULL"))
T = TypeVar("T")
full_only = pytest.mark.skipif(not FULL, reason="needs full size (make test-full)")


def size(ci: T, full: T) -> T:
    """Return the size for this run."""
    return full if FULL else ci
