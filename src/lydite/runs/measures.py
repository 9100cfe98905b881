"""How a measure stands in a run file, and how it comes back without any of its sources."""

from __future__ import annotations

import contextlib
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import structs

from lydite.core.errors import InputError, LyditeError
from lydite.core.spec import REGISTRIES, Declaration, parse
from lydite.core.spec.grammar import read
from lydite.core.spec.signed import functions
from lydite.core.spec.values import SavedNames, choices
from lydite.probes.hop.outcomes import FIGURES
from lydite.probes.hop.outcomes import measure as figure
from lydite.runs.archive import HUGE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.core.spec.grammar import Node
    from lydite.inference.statistics import Scorable
    from lydite.runs.run import Kind
    from lydite.runs.run_file import SavedMeasure

REGISTRY: dict[Kind, str | None] = {
    "phrases": "measure",
    "labels": "measure",
    "probes": "probe",
    "agreements": "agreement",
    "hops": None,  # figures of walks are no declared objects
}


def settings_of(measure: Scorable, kind: Kind) -> dict[str, Any]:
    """Return what the spec of a measure does not spell; InputError where it would not come back."""
    spec, registry = str(measure), REGISTRY[kind]
    settings = measure.arguments() if registry is None else {}
    same = False
    with contextlib.suppress(LyditeError):
        if registry is None:
            same = _figure(spec, settings) == measure
        elif isinstance(measure, Declaration):
            same = parse(spec, registry, SavedNames(functions(measure))) == measure
    if not same:
        raise InputError(f"a run with {spec} cannot be saved: it is not among the registered {kind} measures")
    return settings


def renamed(saved: SavedMeasure) -> SavedMeasure:
    """Return a measure under the names of this version.

    Up to its revision 6 ``meaning`` had one question, that of ``meaning(ask=kind)`` now, with the same
    numbers.
    """
    old = "revision=6" in saved.signature and "ask=" not in saved.signature
    if not old or "match=meaning" not in saved.spec:
        return saved
    signature = saved.signature.replace("match=meaning(", "match=meaning(ask=kind, ", 1)
    signature = signature.replace("revision=6", "revision=7", 1)
    spec = saved.spec.replace("match=meaning(", "match=meaning(ask=kind, ")
    spec = re.sub(r"match=meaning(?!\()", "match=meaning(ask=kind)", spec)
    return structs.replace(saved, spec=spec, signature=signature)


def restore_measure(saved: SavedMeasure, kind: Kind) -> Scorable:
    """Return the measure; InputError where it is not known here."""
    registry = REGISTRY[kind]
    if registry is None:
        restored = _figure(saved.spec, saved.settings)
        if restored is None:
            raise InputError(f"holds a figure of hops that is not known here: {saved.spec!r}")
        return restored
    try:
        spec = _as_signed(saved, registry) if kind == "labels" else saved.spec
        measure: Scorable = parse(spec, registry, SavedNames())
    except LyditeError as error:
        raise InputError(f"holds a measure that is not known here: {error}") from error
    return measure


def _as_signed(saved: SavedMeasure, registry: str) -> Node:
    """Return the spec with the words of its signature: defaults may have been others when it was signed."""
    spec, signed = read(saved.spec), read(saved.signature)
    if signed.name != spec.name:
        raise InputError(f"{saved.spec} is signed as {saved.signature}")
    known, given = REGISTRIES[registry][spec.name].parameters(), {name for name, _ in spec.args}
    words = tuple(
        (name, value)
        for name, value in signed.args
        if name in known and name not in given and getattr(value, "name", None) in choices(known[name].type)
    )
    return replace(spec, args=(*spec.args, *words), has_args=True)


def revision(measure: Scorable) -> int:
    """Return the revision of a measure: how often its numbers have changed."""
    return int(getattr(measure, "revision", 1))


def all_figures(measures: Sequence[Scorable]) -> bool:
    """Whether these are the figures of hops, in their order."""
    return tuple(map(str, measures)) == FIGURES


def fits(measure: Scorable, statistics: FloatArray) -> bool:
    """Whether a measure can make a value of such statistics, and of each row, with which one can reckon.

    A value that is too large is of statistics that nobody counted; only where the range of a measure has no
    end it may be infinite.
    """
    try:
        with np.errstate(all="ignore", over="raise"):
            value = measure.value(statistics.sum(axis=0, keepdims=True) if measure.summable else statistics)
            odd = _odd_rows(statistics) if measure.summable else statistics[:0]
            each = measure.value(odd[:, None]) if len(odd) else value
    except (ValueError, IndexError, TypeError, FloatingPointError):
        return False
    sizes = np.abs(np.append(each, value))
    if math.isinf(measure.high):
        sizes = sizes[np.isfinite(sizes)]
    return np.shape(value) == () and not bool((sizes > HUGE).any())


def _odd_rows(statistics: FloatArray) -> FloatArray:
    """Return the rows with a number so small that the largest over it, or one, may be too large."""
    sizes = np.abs(statistics)
    least = np.where(sizes, sizes, np.inf).min(axis=1, initial=np.inf)
    odd: FloatArray = statistics[sizes.max(axis=1, initial=1.0) / HUGE > least]
    return odd


def _figure(name: str, settings: Mapping[str, Any]) -> Scorable | None:
    return figure(name, settings) if name in FIGURES else None
