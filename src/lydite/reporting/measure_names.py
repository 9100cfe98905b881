"""How measures are called in tables: by their spec, with every number that varies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.errors import SpecError
from lydite.core.spec.grammar import read
from lydite.core.spec.values import spell

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


def table_names(measures: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    """Return a name for each spec: those of a sweep show every parameter that varies.

    A spec leaves out what is at its default; beside others that differ in just that number, it is said. A
    mean over topics is always called so.

    >>> table_names([("reval(k=5)@1", {"k": 5}), ("reval@1", {"k": 10}), ("P@1", {})])
    {'reval(k=5)@1': 'reval(k=5)@1', 'reval@1': 'reval(k=10)@1', 'P@1': 'P@1'}
    >>> swept = {"R": None, "R(threshold=0.5)": 0.5, "R(threshold=0.7)": 0.7}
    >>> table_names((spec, {"threshold": value}) for spec, value in swept.items())["R"]
    'R(threshold=none)'
    >>> table_names([("KLD", {"average": "topics"})])
    {'KLD': 'KLD(average=topics)'}
    """
    known = dict(measures)
    seen: dict[tuple[str, str], set[float]] = {}
    for spec, parameters in known.items():
        for key, value in parameters.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                seen.setdefault((_name(spec), key), set()).add(value)
    sweeps = {at for at, values in seen.items() if len(values) > 1}
    said = {spec: {k: v for k, v in own.items() if _said(spec, k, v, sweeps)} for spec, own in known.items()}
    return {spec: _with(spec, own) for spec, own in said.items()}


def _said(spec: str, key: str, value: Any, sweeps: Collection[tuple[str, str]]) -> bool:
    return ((_name(spec), key) in sweeps and key != "cut") or (key, value) == ("average", "topics")


def _name(spec: str) -> str:
    return spec.partition("(")[0].partition("@")[0]


def _with(spec: str, settings: Mapping[str, Any]) -> str:
    """Add what a spec does not say, before its cutoff."""
    try:
        tree = read(spec)
    except SpecError:
        return spec
    names = {key for key, _ in tree.args}
    added = ", ".join(f"{k}={spell(v)}" for k, v in settings.items() if k not in names)
    if not added or None in names:
        return spec
    cut = f"@{tree.cut}" if tree.has_cut else ""
    head = spec.removesuffix(cut)
    return f"{head[:-1]}, {added}){cut}" if tree.args else f"{head}({added}){cut}"
