"""What differs in how two systems were scored, the systems themselves aside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lydite.inference import Inference
from lydite.inference.summary import signature_of
from lydite.probes.hop.outcomes import measure as figure

if TYPE_CHECKING:
    from lydite.core.choices import Judge
    from lydite.inference.signature import Signature
    from lydite.inference.statistics import ItemStatistics
    from lydite.runs.run import Kind

_OWN = {
    "probes": "vectors",
    "hops": "choose",
    "agreements": "matcher",
}  # what names the system, which is what is compared


@dataclass(frozen=True)
class Differences:
    """Lines such as ``missing: zero, skip``."""

    numbers: tuple[str, ...]
    """In what determines the numbers."""
    circumstances: tuple[str, ...]


def differences(kind: Kind, one: ItemStatistics, two: ItemStatistics, judge: Judge = "auto") -> Differences:
    """Compare how each measure of two systems was scored, whose ``judge`` is the value or corrected."""
    numbers: dict[str, None] = {}
    everything: dict[str, None] = {}
    for place in range(len(one.measures)):
        a, b = (_conditions(kind, s, place, judge) for s in (one, two))
        numbers |= dict.fromkeys(a.differences(b, circumstances=False))
        everything |= dict.fromkeys(a.differences(b))
    return Differences(tuple(numbers), tuple(d for d in everything if d not in numbers))


def _conditions(kind: Kind, scored: ItemStatistics, place: int, judge: Judge) -> Signature:
    """Return the signature of a measure without what names the system, and how exact chance came out."""
    own = _OWN.get(kind)
    signature = signature_of(scored, place, Inference(bootstrap=0, judge=judge))
    measure = scored.measures[place]
    if kind == "hops":
        others = {k: v for k, v in measure.arguments().items() if k != own}
        return replace(signature, measure=figure(str(measure), others).signature())
    rest = tuple((k, _content(k, v)) for k, v in signature.determines if k != own)
    around = tuple((k, v) for k, v in signature.circumstances if k not in {"chance", "shuffles"})
    if judge == "value":  # chance decides nothing then, and is only shown
        around += tuple((k, v) for k, v in rest if k == "chance")
        rest = tuple((k, v) for k, v in rest if k != "chance")
    return replace(signature, determines=rest, circumstances=around)


def _content(key: str, value: str) -> str:
    """Return the digest of a test set without the name of its file."""
    return value.rpartition(":")[2] if key == "test" else value
