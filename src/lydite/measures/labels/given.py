"""Labels and prevalences as Python callers give them: what cannot be meant is refused by its argument."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.measures.labels.items import Prevalences, off_one
from lydite.measures.labels.scales import whole_scale

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.measures.labels.quantification import QuantificationMeasure


def check_labels(sides: Mapping[str, Any], labels: Sequence[Hashable] | None) -> None:
    """Refuse what is no column, texts beside numbers, and fractions that ``labels`` does not name."""
    texts = {}
    for name, side in sides.items():
        if isinstance(side, str | bytes | Mapping) or not hasattr(side, "__len__"):
            kind = type(side).__name__
            raise InputError(f"{name}: expected a list or an array with a label for each row, not {kind}")
        if hasattr(side, "dtype") and getattr(np.asarray(side), "ndim", 1) != 1:
            continue  # refused where columns are read
        first = np.asarray(side[:1])
        kinds = set(map(type, side)) if first.dtype.kind not in "iub" or first.ndim > 1 else {int}
        if nested := next((k for k in kinds if issubclass(k, list | dict | set | np.ndarray)), None):
            raise InputError(f"{name}: expected one label for each row, and there is a {nested.__name__}")
        if name == "topics":
            continue
        texts[name] = {issubclass(k, str) for k in kinds}
        if labels is not None:
            continue
        numbers = tuple(k for k in kinds if issubclass(k, float | np.floating))
        odd = [v for v in side if isinstance(v, numbers) and v % 1 > 0] if numbers else []
        if odd:
            raise InputError(
                f"{name}: {odd[0]} is no label; for prevalences: kld, ae, rae, emd, nmd; "
                "for grades with fractions name them all in their order: labels="
            )
    if {True} in texts.values() and {False} in texts.values():
        text, number = sorted(texts, key=lambda name: texts[name] != {True})
        raise InputError(f"{text} has texts and {number} numbers, which never match; write both alike")


def prevalences(
    measure: QuantificationMeasure, true: Any, estimated: Any, n: Any, labels: Sequence[Hashable] | None
) -> Prevalences:
    """Return prevalences of topics from mappings, vectors, tables or frames, true and estimated alike."""
    name = measure.name.lower()
    sides = {"true": _plain(true), "estimated": _plain(estimated)}
    mappings = [isinstance(side, Mapping) for side in sides.values()]
    if any(mappings) and not all(mappings):
        raise InputError(f"{name}: give true and estimated in one way, as two mappings or two vectors")
    topics: list[Any] | None = None
    if all(mappings):
        topics, tables = _of_mappings(measure, sides, labels)
    else:
        tables = {side: _table(name, side, given) for side, given in sides.items()}
        size = tables["true"].shape[1]
        if labels is not None and len(labels) != size:
            raise InputError(f"labels: {len(labels)} labels for {size} prevalences")
    for side, table in tables.items():
        if not np.isfinite(table).all() or (table < 0).any() or off_one(table.sum(-1)).any():
            total = next((t for t in table.sum(-1) if off_one(t) and np.isfinite(t)), None)
            told = "one is negative, NaN or infinite" if total is None else f"they sum to {total:g}"
            raise InputError(
                f"{side}: expected prevalences from 0 to 1 that sum to 1 (0.01 off at most), but {told}; "
                f"for labels: {name}_of_labels"
            )
    if tables["true"].shape != tables["estimated"].shape:
        shapes = " and ".join(f"{side} {table.shape}" for side, table in tables.items())
        raise InputError(f"{name}: true and estimated differ in topics or classes: {shapes}")
    if n is None and measure.needs_counts:
        told = "give n=, the number of items of each topic, or epsilon="
        raise InputError(f"{name} smooths by 1/(2·n): {told}")
    return Prevalences.of(tables["true"], tables["estimated"], rows=_counts(n, topics, len(tables["true"])))


def _plain(given: Any) -> Any:
    """Return what pandas has as a mapping by its index, frames of polars by row; others as they are."""
    if hasattr(given, "to_dicts"):
        return dict(enumerate(given.to_dicts()))
    if hasattr(given, "to_dict") and hasattr(given, "index"):
        return given.to_dict("index") if hasattr(given, "columns") else given.to_dict()
    return given


def _table(name: str, side: str, given: Any) -> FloatArray:
    """Return a vector, or a row for each topic, as numbers."""
    wrong = InputError(
        f"{side}: expected prevalences (a mapping, a vector, or a row for each topic), "
        f"not {type(given).__name__}; for labels: {name}_of_labels"
    )
    if isinstance(given, str | bytes) or not hasattr(given, "__len__"):
        raise wrong
    try:
        array = np.asarray(given)
        numbers = array.astype(float) if array.dtype.kind in "iuf" else None
    except (ValueError, TypeError):
        raise wrong from None
    if numbers is None or numbers.ndim not in (1, 2) or not numbers.size:
        raise wrong
    return np.atleast_2d(numbers)


def _of_mappings(
    measure: QuantificationMeasure, sides: Mapping[str, Mapping[Any, Any]], labels: Sequence[Hashable] | None
) -> tuple[list[Any] | None, dict[str, FloatArray]]:
    """Return the topics and the prevalences by class, or by topic and class."""
    nested = [any(isinstance(v, Mapping) for v in side.values()) for side in sides.values()]
    topics: list[Any] | None = list(sides["true"]) if all(nested) else None
    if nested[0] != nested[1] or (topics is not None and {*topics} != {*sides["estimated"]}):
        raise InputError("true and estimated are not of the same topics")
    rows = {
        side: [given[t] for t in topics] if topics is not None else [given] for side, given in sides.items()
    }
    known = list(dict.fromkeys(c for each in rows.values() for row in each for c in row))
    classes = _classes(measure, known) if labels is None else list(labels)
    for side, each in rows.items():
        if strange := [c for row in each for c in row if c not in classes]:
            raise InputError(f"{side}: {strange[0]!r} is not among the labels {', '.join(map(str, classes))}")
        if labels is None and (lost := [c for row in each for c in known if c not in row]):
            told = "name all classes (labels=) to take it as 0"
            raise InputError(f"{side}: the class {lost[0]!r} is missing; {told}")
    try:
        tables = {s: np.array([[float(r.get(c, 0.0)) for c in classes] for r in e]) for s, e in rows.items()}
    except (ValueError, TypeError):
        raise InputError("true and estimated: expected a number for each class") from None
    return topics, tables


def _classes(measure: QuantificationMeasure, known: list[Any]) -> list[Any]:
    """Return classes in their order; whole numbers with all that lie between them on a scale."""
    if known and all(isinstance(c, Integral) for c in known):
        return list(whole_scale(known) or ()) if measure.ordinal else sorted(known)
    if measure.ordinal and len(known) > 2:
        there = ", ".join(map(str, known))
        raise InputError(
            f"{measure.name.lower()} needs the classes in their order: labels=; there are {there}"
        )
    return known


def _counts(n: Any, topics: list[Any] | None, rows: int) -> FloatArray | None:
    if n is None:
        return None
    n = _plain(n)
    if isinstance(n, Mapping):
        if topics is None or {*n} != {*topics}:
            raise InputError("n: expected the number of items of each topic, by the same names")
        n = [n[topic] for topic in topics]
    try:
        counts = np.atleast_1d(np.zeros(0) if isinstance(n, str) else np.asarray(n, float))
    except (ValueError, TypeError):
        counts = np.zeros(0)
    if (
        counts.shape != ((1,) if np.ndim(n) == 0 else (rows,))
        or not (np.isfinite(counts) & (counts >= 1)).all()
    ):
        raise InputError("n: expected the number of items, from 1, or one for each topic")
    return np.broadcast_to(counts, (rows,))
