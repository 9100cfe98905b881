"""What is imported when it is first used, by its name: members of packages, and how values are shown."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazily(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package (PEP 562), given the names that each of its modules has.

    Other packages use the names in ``__all__``; the rest is there for tests that check parts one by one.

    >>> lazily("lydite.core", {"text": "fold stem_fold"})("stem_fold")("Dogs")
    'dog'
    """
    homes = {name: module for module, its in names.items() for name in its.split()}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{homes[name]}"), name)

    return find


class Printable:
    """A value that prints as a table, and is one in a notebook.

    How values look is decided in ``reporting``, far above what they are, and found by name when it is needed.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self._shown("text")

    def _repr_html_(self) -> str:
        return self._shown("fragment")

    def _shown(self, way: str) -> str:
        text: str = getattr(importlib.import_module("lydite.reporting.notebook"), way)(self)
        return text
