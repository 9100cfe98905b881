"""How a number was made, as a value: what determines it, and under which circumstances it was reported."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from lydite import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Pairs = tuple[tuple[str, str], ...]

_MEASURE = re.compile(r'(?:[^|"]|"(?:[^"\\]|\\.)*")*')


@dataclass(frozen=True, slots=True)
class Signature:
    """Two numbers whose ``measure`` and ``determines`` agree were made in the same way.

    ``measure`` is the measure with every parameter and the digest of every source. ``determines`` holds what
    else the number follows from: policies, the digest of gold, how chance was taken. ``circumstances`` change
    how it is reported, not what it is: interval, seed of the resamples, version.
    """

    measure: str
    determines: Pairs = ()
    circumstances: Pairs = ()

    @classmethod
    def of(cls, measure: str, determines: Mapping[str, str], circumstances: Mapping[str, str]) -> Self:
        """Make a signature, of this version where no other is named; what is empty is left out.

        >>> str(Signature.of("F1@5", {"missing": "zero", "gold": ""}, {"bootstrap": "no"}))
        'F1@5|missing:zero||bootstrap:no|lydite:...'
        """
        parts = dict(circumstances)
        parts.setdefault("lydite", __version__)
        return cls(measure, *(tuple((k, v) for k, v in part.items() if v) for part in (determines, parts)))

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what ``str`` wrote.

        >>> signed = Signature.of("F1(match=x)", {"missing": "zero"}, {"cluster": "a||b"})
        >>> Signature.read(str(signed)) == signed
        True
        """
        measure = _MEASURE.match(text)
        end = measure.end() if measure else 0
        first, _, second = text[end:].rpartition("||")
        return cls(text[:end], _pairs(first), _pairs(second))

    def __str__(self) -> str:
        determines = [write_pairs(self.determines)] if self.determines else []
        return "||".join(["|".join([self.measure, *determines]), write_pairs(self.circumstances)])

    def differences(self, other: Signature, *, circumstances: bool = True) -> list[str]:
        """Return what differs, a line for each; with or without the circumstances.

        >>> one, two = (Signature.of("F1", {"missing": m}, {}) for m in ("zero", "skip"))
        >>> one.differences(two)
        ['missing: zero against skip']
        """
        lines = [] if self.measure == other.measure else [f"measure: {self.measure} against {other.measure}"]
        sides = [(dict(self.determines), dict(other.determines))]
        if circumstances:
            sides.append((dict(self.circumstances), dict(other.circumstances)))
        for mine, theirs in sides:
            other_than = [k for k in dict.fromkeys([*mine, *theirs]) if mine.get(k) != theirs.get(k)]
            lines += [f"{k}: {mine.get(k, 'none')} against {theirs.get(k, 'none')}" for k in other_than]
        return lines


def write_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    """Return names with their values as they stand in signatures.

    >>> write_pairs({"tokeniser": "words", "cluster": "a|b"}.items())
    'tokeniser:words|cluster:a%7Cb'
    """
    return "|".join(":".join(part.replace("%", "%25").replace("|", "%7C") for part in pair) for pair in pairs)


def _pairs(text: str) -> Pairs:
    pairs = []
    for part in filter(None, text.split("|")):
        key, _, value = (p.replace("%7C", "|").replace("%25", "%") for p in part.partition(":"))
        pairs.append((key, value))
    return tuple(pairs)
