"""The parameters that are tuned: which, between what limits, and which of them never exceeds another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from lydite.core.errors import SpecError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher

DIGITS = 4  # of every value that is tried, so that what is printed is what was scored


class SearchSpace(Protocol):
    """What methods ask of a space, whatever its points mean."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each number of a point is called."""

    @property
    def low(self) -> FloatArray:
        """The least that each number may be."""

    @property
    def high(self) -> FloatArray:
        """The most."""

    def random(self, generator: np.random.Generator, count: int) -> FloatArray:
        """Return points drawn at random."""

    def repair(self, points: FloatArray) -> FloatArray:
        """Return the nearest points that are allowed."""

    def step(self, point: FloatArray, place: int, by: float) -> FloatArray:
        """Return the point with one number moved."""


@dataclass(frozen=True)
class Space:
    """Points are arrays ``(…, d)``: a value for each of the parameters, in their order."""

    matcher: Matcher
    names: tuple[str, ...]
    low: FloatArray
    high: FloatArray
    ordered: tuple[tuple[int, int], ...]
    """Places of which the first never exceeds the second."""

    @classmethod
    def of(cls, matcher: Matcher, asked: Sequence[str] = ()) -> Space:
        """Return the space of some parameters, ``sim`` or ``power=0:1``; of those a matcher declares if none.

        >>> from lydite.matchers.knowledge.wordnet import WordNetMatcher
        >>> Space.of(WordNetMatcher()).names
        ('sim', 'der', 'sp_min', 'sp_max', 'gn_max')
        """
        known = {n: p for n, p in matcher.parameters().items() if p.low is not None and p.high is not None}
        limits: dict[str, tuple[float, float]] = {}
        for text in asked or matcher.tunable:
            name, _, given = (part.strip() for part in text.partition("="))
            if name not in known:
                tunable = ", ".join(known) or "none: it has no number with two limits"
                raise SpecError(
                    f"{matcher.name} has no parameter {name!r} to tune{did_you_mean(name, known)} ({tunable})"
                )
            if name in limits:
                raise SpecError(f"the parameter {name} is named twice")
            own = float(known[name].low or 0.0), float(known[name].high or 0.0)
            limits[name] = _limits(name, given, own) if given else own
        if not limits:
            can = f"name some ({', '.join(known)})" if known else "it has no number with two limits"
            raise SpecError(f"{matcher.name} declares no parameter to tune: {can}")
        names = list(limits)
        for less, more in matcher.ordered:  # held against the value of a parameter that stays
            values = matcher.settings
            if less in limits and more not in limits and values[more] is not None:
                limits[less] = limits[less][0], min(limits[less][1], values[more])
            fixed = more in limits and less not in limits and values[less] is not None
            if fixed and _counts(matcher, less):
                limits[more] = max(limits[more][0], values[less]), limits[more][1]
        places = [(a, b) for a, b in matcher.ordered if a in limits and b in limits]
        ordered = tuple((names.index(a), names.index(b)) for a, b in places)
        low, high = np.array(list(limits.values())).T
        if (low >= high).any():
            raise SpecError(f"nothing is left between the limits of {names[int((low >= high).argmax())]}")
        return cls(matcher, tuple(names), low, high, ordered)

    @property
    def start(self) -> FloatArray:
        """What the matcher itself has."""
        return self.repair(np.array([self.matcher.settings[n] for n in self.names], np.float64))

    def random(self, generator: np.random.Generator, count: int) -> FloatArray:
        """Return points drawn at random, alike over all limits."""
        return self.repair(generator.uniform(self.low, self.high, (count, len(self.names))))

    def repair(self, points: FloatArray) -> FloatArray:
        """Return points within all limits; where a lower one exceeds its upper, the two change places.

        >>> from lydite.matchers.knowledge.wordnet import WordNetMatcher
        >>> Space.of(WordNetMatcher()).repair(np.array([0.5, 1.2, 0.9, 0.4, -1])).tolist()
        [0.5, 1.0, 0.4, 0.9, 0.1]
        """
        points = np.clip(points, self.low, self.high)
        for less, more in self.ordered:
            points[..., [less, more]] = np.sort(points[..., [less, more]], axis=-1)
        return np.clip(points.round(DIGITS), self.low, self.high)

    def step(self, point: FloatArray, place: int, by: float) -> FloatArray:
        """Return the point with one value moved, clamped by Equation 5.1: it stops where its partner is."""
        low, high = self.low[place], self.high[place]
        for less, more in self.ordered:
            if place == less:
                high = min(high, point[more])
            elif place == more:
                low = max(low, point[less])
        moved = point.copy()
        moved[place] = np.clip(np.round(point[place] + by, DIGITS), low, high)
        return moved

    def at(self, point: FloatArray) -> Matcher:
        """Return the matcher with the parameters of a point."""
        values = dict(zip(self.names, point.tolist(), strict=True))
        return type(self.matcher)(**(self.matcher.arguments() | values))


def _limits(name: str, text: str, within: tuple[float, float]) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(":"))
    except ValueError:
        raise SpecError(f"limits are given as {name}=low:high, not {name}={text}") from None
    if not within[0] <= low < high <= within[1]:
        raise SpecError(f"{name} lies between {within[0]:g} and {within[1]:g}: {text} are no limits of it")
    return low, high


def _counts(matcher: Matcher, name: str) -> bool:
    """Whether a parameter changes anything here: the floor of generalisations that are clipped does not."""
    return name != "gn_min" or not matcher.settings.get("clip")
