"""Files that the spec of a saved run names: opened only where their content is what its signature says.

A run may come from anybody, and name any file of this machine.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from lydite.core.errors import LyditeError
from lydite.core.io.digests import digest
from lydite.core.spec.values import Function, Resource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.spec.declared import Declaration

T = TypeVar("T")


def is_signed(resource: Resource, signature: str) -> bool:
    """Whether the content of a source is what a signature says; nothing is read unless its name is there."""
    with contextlib.suppress(LyditeError, OSError, ValueError):
        manifest = resource.file / "manifest.json"
        if manifest.is_file():
            stored = json.loads(manifest.read_bytes())
            own = stored.get("digest") if isinstance(stored, dict) else None
            return digest(manifest) in signature or (isinstance(own, str) and f":{own}" in signature)
        return f"{resource.file.name}:" in signature and f":{digest(resource.file)}" in signature
    return False


def resources(declared: Declaration) -> Iterator[Resource]:
    """Yield the sources that a declared value names, also within its parameters."""
    yield from _inside(declared, Resource)


def functions(declared: Declaration) -> Iterator[Function]:
    """Yield the functions that a declared value calls, also within its parameters."""
    yield from _inside(declared, Function)


def _inside(value: Any, kind: type[T]) -> Iterator[T]:
    if isinstance(value, kind):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _inside(one, kind)
    elif hasattr(value, "arguments"):
        for one in value.arguments().values():
            yield from _inside(one, kind)
