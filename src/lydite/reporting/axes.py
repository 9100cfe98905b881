"""What varies among results, and so what tables and charts have on their axes."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lydite.core.errors import SpecError
from lydite.core.spec import REGISTRIES, parse
from lydite.core.spec.grammar import Node, read

if TYPE_CHECKING:
    from lydite.inference.result import Result, Results

FEWEST = 3
"""A line needs at least this many places."""


def name_of(measure: str) -> str:
    """Return the name in a measure's spec.

    >>> name_of("F1(match=stem)@10")
    'F1'
    """
    try:
        return read(measure).name
    except SpecError:
        return measure


def settings(result: Result) -> dict[str, Any]:
    """Return the settings of a result by name: measure, group, cutoff and every parameter.

    Parameters of nested specs stand under the name of theirs: ``match.k``.
    """
    by_name: dict[str, Any] = {"measure": name_of(result.measure), "group": result.group or "all"}
    by_name["cut"] = result.parameters.get("cut")
    for key, value in result.parameters.items():
        if key != "cut":
            _flatten(by_name, key, value)
    return by_name


def varying_settings(results: Results) -> dict[str, tuple[Any, ...]]:
    """Return what differs among the results, with its values in order.

    A parameter varies where it differs under one and the same measure; that F1 has one which P lacks
    says nothing.
    """
    rows = [settings(r) for r in results]
    seen: dict[str, dict[Any, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        for key, value in row.items():
            owner = key.rpartition(".")[0]  # of a nested parameter: language of stem is not that of exact
            under = "" if key in ("measure", "group") else (row["measure"], row.get(owner))
            seen[key][under][value] = None
    values_by_setting = {}
    for key, by_measure in seen.items():
        if any(len(values) > 1 for values in by_measure.values()):
            values_by_setting[key] = tuple(dict.fromkeys(v for values in by_measure.values() for v in values))
    return values_by_setting


def curve_axis(results: Results) -> str | None:
    """Return the setting that a curve runs along: the numeric one with most values, or None.

    Most results must have it; a number beside a sweep (``smallest_k`` beside ``reval`` by k) does not
    decide what the sweep looks like.
    """
    rows = [settings(r) for r in results]
    best: tuple[int, str] | None = None
    for key, values in varying_settings(results).items():
        numbers = [v for v in values if is_number(v)]
        others = [v for v in values if not is_number(v) and v is not None]
        if others or len(numbers) < FEWEST or 2 * sum(key in row for row in rows) <= len(rows):
            continue
        if best is None or len(numbers) > best[0]:
            best = (len(numbers), key)
    return best[1] if best else None


def is_number(value: Any) -> bool:
    """Whether a setting is a number that can stand on an axis."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def value_label(key: str, value: Any) -> str:
    """Return a setting's value as a label."""
    if value is None:
        return "all" if key == "cut" else "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def title_of(key: str) -> str:
    """Return the title of an axis.

    >>> title_of("match.k"), title_of("cut")
    ('k', 'cutoff (@k)')
    """
    return "cutoff (@k)" if key == "cut" else key.rpartition(".")[2]


_QUOTED = r'"(?:\\(?s:.|\Z)|[^"\\])*+(?:"|\Z)'
_ARGUMENT = re.compile(rf"(?:{_QUOTED}|\((?:[^()\"]|\([^()]*+\)|{_QUOTED})*+\)|[^,()\"])+")


def spec_without(measure: str, *keys: str) -> str:
    """Return a measure's spec without settings that an axis shows.

    >>> swept = spec_without("reval(thesaurus=t, k=10)@5", "k", "cut")
    >>> swept, spec_without("F1(match=wordnet(pos=n))@5", "match")
    ('reval(thesaurus=t)', 'F1@5')
    """
    cut = measure[measure.rfind("@") :] if "@" in measure.rpartition(")")[2] else ""
    name, _, inner = measure.removesuffix(cut).partition("(")
    kept = [a.strip() for a in _ARGUMENT.findall(inner[:-1])]
    kept = [a for a in kept if a.partition("=")[0] not in keys]
    return name + (f"({', '.join(kept)})" if kept else "") + ("" if "cut" in keys else cut)


def _flatten(by_name: dict[str, Any], key: str, value: Any) -> None:
    """Add a parameter, and in place of a nested spec its name and its own parameters."""
    if isinstance(value, str) and "(" in value:
        value = _declared(value)
    if hasattr(value, "arguments") and hasattr(value, "name"):
        by_name[key] = value.name
        for inner, one in value.arguments().items():
            _flatten(by_name, f"{key}.{inner}", one)
    elif isinstance(value, Node):
        by_name[key] = value.name
        for place, (inner, one) in enumerate(value.args):
            _flatten(by_name, f"{key}.{inner or place}", one)
    elif isinstance(value, Mapping):
        for inner, one in value.items():
            _flatten(by_name, f"{key}.{inner}", one)
    else:
        plain = value is None or isinstance(value, bool) or is_number(value)
        file = getattr(value, "file", None)  # a resource is known by its name, as in signatures
        by_name[key] = value if plain else str(file.name if file else value)


def _declared(text: str) -> Any:
    """Return what a spec read from a result file declares; its tree where the object is not known here."""
    try:
        node = read(text)
    except SpecError:
        return text
    for kind in REGISTRIES:
        try:
            return parse(node, kind)
        except SpecError:
            continue
    return node
