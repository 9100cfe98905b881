"""The hyperparameters that are tuned: which values they may take, and from a point to a model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import SpecError, did_you_mean
from lydite.core.spec import REGISTRIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.vectors.models.base import EmbeddingModel

LEMMA = "lemma"


@dataclass(frozen=True)
class Hyperparameter:
    """One coordinate of a point: some words, or numbers between limits, alike or by their logarithm."""

    name: str
    words: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 0.0
    step: int = 0
    """Whole numbers are multiples of this; 0 for any number, given to three digits."""
    log: bool = False

    @property
    def limits(self) -> tuple[float, float]:
        """Where coordinates lie; those of words and of whole numbers are places in bins of width 1."""
        if self.words:
            return 0.0, float(len(self.words))
        if self.log:
            return math.log(self.least), math.log(self.most)
        return (self.least, self.most + 1.0) if self.step else (self.least, self.most)

    def value(self, coordinate: float) -> Any:
        """Return the value at a coordinate."""
        if self.words:
            return self.words[min(int(coordinate), len(self.words) - 1)]
        number = math.exp(coordinate) if self.log else coordinate
        if not self.step:
            return min(max(float(f"{number:.3g}"), self.least), self.most)
        whole = round(number / self.step) * self.step if self.log else math.floor(number)
        return int(min(max(whole, self.least), self.most))

    def coordinate(self, value: Any) -> float:
        """Return the coordinate of a value: of a bin its middle."""
        if self.words:
            return self.words.index(value) + 0.5
        if self.log:
            return math.log(value)
        return value + 0.5 if self.step else float(value)

    def __str__(self) -> str:
        return (
            f"{self.name}={'|'.join(self.words)}"
            if self.words
            else f"{self.name}={self.least:g}:{self.most:g}"
        )


DEFAULTS = (
    Hyperparameter("model", ("word2vec", "fasttext")),
    Hyperparameter("type", ("cbow", "skipgram")),
    Hyperparameter("dim", least=15, most=425, step=5, log=True),
    Hyperparameter("window", least=3, most=10, step=1),
    Hyperparameter("rate", least=0.01, most=0.1, log=True),
    Hyperparameter("min_count", least=3, most=10, step=1),
    Hyperparameter("epochs", least=1, most=10, step=1),
    Hyperparameter("negative", least=3, most=15, step=1),
    Hyperparameter("sample", least=1e-5, most=1e-3, log=True),
    Hyperparameter("min_n", least=2, most=4, step=1),
    Hyperparameter("max_n", least=4, most=6, step=1),
)
"""What Table 1 of "OddOneOut and Topk" spans: dimension, window, minimum count; and what it leaves open."""


@dataclass(frozen=True)
class VectorSpace:
    """Points are arrays ``(…, d)``, as those of :class:`lydite.tuning.space.Space`."""

    parameters: tuple[Hyperparameter, ...]

    @classmethod
    def of(cls, asked: Sequence[str] = (), *, lemmas: bool = False) -> VectorSpace:
        """Return the defaults, changed by ``dim=50:300``, ``type=skipgram`` or ``dim=50`` (it stays so).

        >>> space = VectorSpace.of(["model=word2vec", "dim=50:100", "epochs=5"])
        >>> str(space.parameters[0]), str(space.parameters[2]), str(space.parameters[6])
        ('model=word2vec', 'dim=50:100', 'epochs=5:5')
        """
        known = {p.name: p for p in DEFAULTS}
        if lemmas:
            known[LEMMA] = Hyperparameter(LEMMA, ("no", "yes"))
        for text in asked:
            name, _, given = (part.strip() for part in text.partition("="))
            if name not in known:
                hint = did_you_mean(name, known)
                raise SpecError(f"there is no hyperparameter {name!r}{hint} ({', '.join(known)})")
            known[name] = _changed(known[name], given)
        return cls(tuple(known.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """The hyperparameters, in order."""
        return tuple(p.name for p in self.parameters)

    @property
    def low(self) -> FloatArray:
        """The least of each coordinate."""
        return np.array([p.limits[0] for p in self.parameters])

    @property
    def high(self) -> FloatArray:
        """The most of each coordinate."""
        return np.array([p.limits[1] for p in self.parameters])

    @property
    def ordered(self) -> tuple[tuple[int, int], ...]:
        """None: n-grams whose lengths are the wrong way round are turned."""
        return ()

    def random(self, generator: np.random.Generator, count: int) -> FloatArray:
        """Return points drawn at random, alike over all limits."""
        return self.repair(generator.uniform(self.low, self.high, (count, len(self.names))))

    def repair(self, points: FloatArray) -> FloatArray:
        """Return the points of the nearest values that a model can have."""
        inside = np.clip(points, self.low, self.high)
        for column, parameter in enumerate(self.parameters):
            own = inside[..., column]
            own[...] = np.reshape([parameter.coordinate(parameter.value(c)) for c in own.ravel()], own.shape)
        return np.clip(inside, self.low, self.high)

    def step(self, point: FloatArray, place: int, by: float) -> FloatArray:
        """Return the point with one value moved by a share of its range."""
        moved = point.copy()
        moved[place] += by * (self.high - self.low)[place]
        return self.repair(moved)

    def values(self, point: FloatArray) -> dict[str, Any]:
        """Return the values of a point by name."""
        return {p.name: p.value(float(c)) for p, c in zip(self.parameters, point.tolist(), strict=True)}

    def at(self, point: FloatArray) -> tuple[EmbeddingModel, bool]:
        """Return the model at a point, and whether it is trained on lemmas."""
        values = self.values(point)
        if values["min_n"] > values["max_n"]:
            values["min_n"], values["max_n"] = values["max_n"], values["min_n"]
        lemma = values.pop(LEMMA, "no") == "yes"
        owner: Any = REGISTRIES["model"][values.pop("model")]
        return owner(**{k: v for k, v in values.items() if k in owner.parameters()}), lemma

    @property
    def rarest(self) -> int:
        """How often a word must occur to be known whatever the minimum count is."""
        return int(next(p.most for p in self.parameters if p.name == "min_count"))


def _changed(known: Hyperparameter, given: str) -> Hyperparameter:
    if known.words:
        words = tuple(w.strip() for w in given.split("|"))
        if wrong := [w for w in words if w not in known.words]:
            raise SpecError(f"{known.name} is {' or '.join(known.words)}, not {wrong[0]!r}")
        return Hyperparameter(known.name, words)
    low, colon, high = given.partition(":")
    try:
        least = float(low)
        most = float(high) if colon else least
    except ValueError:
        raise SpecError(f"{known.name} takes {known.name}=low:high or one number, not {given!r}") from None
    whole = not known.step or (least.is_integer() and most.is_integer())
    if not (0 < least <= most < math.inf) or not whole:
        kind = "whole numbers from 1" if known.step else "numbers above 0"
        raise SpecError(f"{known.name}: {kind} are needed, the lower first, not {given!r}")
    step = known.step and (
        known.step if known.step > 1 and least % known.step == most % known.step == 0 else 1
    )
    return Hyperparameter(known.name, (), least, most, step, known.log)
