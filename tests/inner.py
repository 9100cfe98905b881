"""Names inside a package, in whichever of its files they are: tests do not know the files."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest


def name_inside(package: str, name: str) -> Any:
    """Return what a package calls so in one or several of its files."""
    files = _having(package, name)
    assert all(vars(file)[name] is vars(files[0])[name] for file in files), f"{package} has several {name}"
    return vars(files[0])[name]


def replace_inside(patch: pytest.MonkeyPatch, package: str, name: str, value: object) -> None:
    """Replace a name, or ``Class.method``, in every file of a package that has it, until the test ends.

    A number or text may differ from file to file; anything else must be one object.
    """
    first, _, member = name.partition(".")
    files = _having(package, first)
    if member:
        patch.setattr(name_inside(package, first), member, value)
        return
    if not isinstance(vars(files[0])[first], int | float | str):
        name_inside(package, first)  # there are not several
    for file in files:
        patch.setattr(file, first, value)


def _having(package: str, name: str) -> list[Any]:
    """Return the files of a package that have a name; where the package exports it, with that meaning."""
    exported = getattr(importlib.import_module(package), name, None)
    top = Path(importlib.import_module(package).__path__[0])
    found = []
    for path in sorted(top.rglob("*.py")):
        if re.search(rf"\b{re.escape(name)}\b", path.read_text("utf-8")):
            inner = path.relative_to(top).with_suffix("").parts
            file = importlib.import_module(".".join([package, *inner]).removesuffix(".__init__"))
            if name in vars(file) and (callable(exported) is False or vars(file)[name] is exported):
                found.append(file)
    assert found, f"{package} has no {name}"
    return found
