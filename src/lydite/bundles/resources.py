"""Files that measures name (a thesaurus, vectors, a store) go into the bundle, since nobody else has them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.files import user_path
from lydite.spec import Declaration, Resource

if TYPE_CHECKING:
    from collections.abc import Iterator

RESOURCES = "resources"
_WORDS = re.compile(r'"((?:[^"\\]|\\.){1,200})"|([\w./~+-]{1,200})')  # what may be a path in a spec


def named_files(measures: Iterable[str], folder: Path) -> dict[str, str]:
    """Return, for ``let``, what in the specs of measures is the name of a file beside the task file."""
    words = {quoted or bare for text in measures for quoted, bare in _WORDS.findall(text)}
    return {w: str(folder / user_path(w)) for w in sorted(words) if (folder / user_path(w)).exists()}


def absent_files(names: Iterable[str], let: Mapping[str, str]) -> list[str]:
    """Return the files that measures name and nobody has."""
    from lydite.spec import parse

    resources = resources_of(parse(name, "measure", let) for name in names)
    return [r.path for r in resources if not os.path.exists(r.file)]  # noqa: PTH110, of any name


def resources_of(values: Iterable[Any]) -> Iterator[Resource]:
    """Yield the files that measures read.

    >>> from lydite.spec import parse
    >>> [r.path for r in resources_of([parse("F1(match=cosine(vectors=w.vec))")])]
    ['w.vec']
    """
    for value in values:
        if isinstance(value, Resource):
            yield value
        elif isinstance(value, Declaration):
            yield from resources_of(value.arguments().values())
        elif isinstance(value, Mapping):
            yield from resources_of(value.values())


def copy_resources(measures: Iterable[Any], program: Path) -> None:
    """Copy what measures read into the scoring program, under the names that :func:`bundled` finds."""
    place = program / RESOURCES
    copied: dict[str, Path] = {}
    for resource in resources_of(measures):
        file = resource.file
        if (other := copied.setdefault(file.name, file)) != file:
            raise InputError(f"{other} and {file} have one name: measures read files that are called apart")
        if (place / file.name).exists():
            continue
        place.mkdir(exist_ok=True)
        (shutil.copytree if file.is_dir() else shutil.copy)(file, place / file.name)


def bundled(program: Path) -> dict[str, str]:
    """Return, for ``let``, the files of a scoring program by name."""
    place = program / RESOURCES
    return {p.name: str(p) for p in sorted(place.iterdir())} if place.is_dir() else {}
