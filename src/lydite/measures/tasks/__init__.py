"""Named sets of measures, one declared object a file: what a task or a tool is known to report."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class MeasureSet:
    """Measures under one name, and the policies that go with them."""

    name: str
    about: str
    measures: tuple[str, ...]
    """Specs and sweeps."""
    policies: Mapping[str, str] = field(default_factory=dict)
    """Arguments of scoring that hold where this set is asked for."""


def named_sets() -> dict[str, MeasureSet]:
    """Return all sets by name.

    >>> named_sets()["trec"].policies
    {'no_gold': 'zero'}
    """
    sets = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        if module.ispkg:
            continue  # a task with more to it than a set
        one = importlib.import_module(module.name).SET
        sets[one.name] = one
    return sets


def find(name: str) -> MeasureSet | None:
    """Return the set that is called so, in any case; nothing where none is."""
    return named_sets().get(name.casefold()) if name.isidentifier() else None
