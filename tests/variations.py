"""Every declared object with its defaults, and with each parameter changed in turn.

Nothing here knows any object by name: a new file in the package is picked up by itself.
"""

from __future__ import annotations

import contextlib
import tempfile
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from lydite.core.errors import MissingExtra, SpecError
from lydite.core.spec import REGISTRIES, Declaration, Parameter, Resource

FOLDER = Path(tempfile.mkdtemp(prefix="lydite-laws-"))


def default(owner: type[Declaration]) -> Declaration:
    """Return the object with its defaults; what is required comes from its own example."""
    return owner(**owner.example(FOLDER))


def changed(owner: type[Declaration]) -> list[tuple[str, Declaration]]:
    """Return for each parameter every other value that can be made up for it."""
    base = default(owner)
    found = []
    for parameter in owner.parameters().values():
        for value in _others(base, parameter):
            with contextlib.suppress(SpecError):  # what an object refuses, such as encoders that learn
                found.append((parameter.name, _with(base, parameter.name, value)))
    if "cut" in getattr(owner, "__dataclass_fields__", {}):
        found += [("cut", _with(base, "cut", cut)) for cut in (1, 3, *_more(owner))]
    return found


def _more(owner: type[Declaration]) -> list[str]:
    """Return what else than a number may be a cut."""
    kinds = typing.get_args(typing.get_type_hints(owner)["cut"])
    return [word for kind in kinds if typing.get_origin(kind) is Literal for word in typing.get_args(kind)]


def families(kind: str, keep: Callable[[Any], bool] = lambda one: True) -> list[Any]:
    """Return for each object of a kind its default and changed forms, as parameters of a test."""
    found = [(o.name, [default(o), *(v for _, v in changed(o))]) for o in REGISTRIES[kind].all().values()]
    kept = [(name, [x for x in family if keep(x) and _runs(x)]) for name, family in found]
    return [pytest.param(family, id=name) for name, family in kept if family]


def _runs(one: Any) -> bool:
    """Whether what it needs is installed; a matcher says so when it is first asked."""
    try:
        if one.kind == "matcher":
            one.score("cat", "dog")
    except MissingExtra:
        return False
    return True


def _with(base: Declaration, name: str, value: Any) -> Declaration:
    return type(base)(**{**base.arguments(), **_cut(base), name: value})


def _cut(base: Declaration) -> dict[str, Any]:
    return {"cut": base.cut} if hasattr(base, "cut") else {}


def _others(base: Declaration, parameter: Parameter) -> list[Any]:
    now = getattr(base, parameter.name)
    values = [v for v in _values(parameter, parameter.type, now) if v != now]
    if parameter.name in type(base).example(FOLDER):  # what an example gives cannot be done without
        values = [v for v in values if v is not None]
    return values[:6]


def _values(parameter: Parameter, kind: Any, now: Any) -> list[Any]:
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        return [v for k in typing.get_args(kind) for v in _values(parameter, k, now)]
    if typing.get_origin(kind) is Literal:
        return list(typing.get_args(kind))
    if kind is bool:
        return [True, False]
    if kind is type(None):
        return [None]
    if kind is int:
        low = 1 if parameter.low is None else int(parameter.low)
        return [v for v in (low, low + 1, low + 2) if parameter.high is None or v <= parameter.high]
    if kind is float:
        low = 0.0 if parameter.low is None else float(parameter.low)
        high = low + 1.0 if parameter.high is None else float(parameter.high)
        return [low + (high - low) * share for share in (0.25, 0.5)]
    if kind is str:
        return []
    if kind is Resource or typing.get_origin(kind) in (dict, typing.Mapping):
        return []
    if isinstance(kind, type) and issubclass(kind, Declaration):
        # two of them: every object is tried on its own elsewhere
        return [default(o) for o in REGISTRIES[kind.kind].all().values() if not _required(o)][:3]
    return []


def _required(owner: type[Declaration]) -> bool:
    return bool(owner.example(FOLDER)) or any(p.required for p in owner.parameters().values())
