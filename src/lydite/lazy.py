"""Names of a package that are imported when they are first used, so that to look into it costs nothing."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazily(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package (PEP 562), given the names that each of its modules has.

    >>> lazily("lydite", {"text": "fold stem_fold"})("stem_fold")("Dogs")
    'dog'
    """
    homes = {name: module for module, its in names.items() for name in its.split()}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{homes[name]}"), name)

    return find
