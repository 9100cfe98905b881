"""Work that others can do, too: one way to prepare it, and the strongest rivals we know.

A contestant returns figures; all of one contest must agree, so that nobody is timed for doing less.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))


@dataclass(frozen=True)
class Contest:
    title: str
    prepare: Callable[[Path, bool], Any]  # a folder for files, and whether at full size
    rivals: dict[str, Callable[[Any], Any]]
    agree: float = 1e-9  # how far figures may lie apart
    needs: str = ""  # a package, or data
    note: str = ""
