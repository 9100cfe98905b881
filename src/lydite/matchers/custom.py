"""A function of users as a matcher: lists of candidates and references in, scores from 0 to 1 out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, quoted
from lydite.core.progress import batches
from lydite.core.spec import param
from lydite.core.spec.values import Function
from lydite.matchers.base import Matcher, code_pairs
from lydite.matchers.score_file import CachedFunction, ScoreFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import AnyArray, FloatArray, IntArray

_ROUNDING = 1e-6  # of 32 bits: cosines of equal vectors may be that much above 1
_BITS = 32


@dataclass(frozen=True)
class Custom(Matcher):
    """A function of your own: it takes lists of candidates and references, and returns their scores.

    It is asked for distinct pairs, each once: for few at first, then for as many as take about two seconds.
    A generator yields score by score: if it raises or is stopped, what it yielded before goes to the file.
    """

    name = "custom"
    listed = False
    identity = False
    symmetric = False

    function: Function = param(help="a function of candidates and references that returns their scores")

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        phrases, left, right = code_pairs(candidates, references)
        distinct, places = np.unique(left << _BITS | right, return_inverse=True)
        return self.score_coded(phrases, distinct >> _BITS, distinct & ((1 << _BITS) - 1))[places]

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases; each pair is asked for.

        Where the function has a file, only those are that are not in it, in random order: processes that
        began together would else ask for the same pairs at the same time, to the end.
        """
        texts = np.array([*phrases, None], object)  # no text, so that it is never a table
        file, scores = self.file, np.empty(len(left))
        new: IntArray | None = None
        if file is not None:
            scores = file.find(texts[left].tolist(), texts[right].tolist())
            new = np.random.default_rng().permutation(np.flatnonzero(np.isnan(scores)))
        for part in batches(len(left) if new is None else len(new), f"{self.function}: pairs"):
            places: IntArray | slice = part
            if file is not None and new is not None:  # another process may have asked in the meantime
                some = new[part]
                scores[some] = file.find(texts[left[some]].tolist(), texts[right[some]].tolist())
                places = some[np.isnan(scores[some])]
                if not len(places):
                    continue
            candidates, references = texts[left[places]].tolist(), texts[right[places]].tolist()
            found, fault = self._ask(candidates, references)
            if file is not None:
                file.add(candidates, references, found)
            if fault is not None:
                raise fault
            scores[places] = found
        return scores

    @property
    def file(self) -> ScoreFile | None:
        """The file of what the function said before, if it has one."""
        call = self.function.call
        return call.file if isinstance(call, CachedFunction) else None

    def _ask(self, candidates: list[str], references: list[str]) -> tuple[FloatArray, BaseException | None]:
        """Return what the function says of some pairs, and what stopped it or is wrong with a score.

        Bad scores are NaN, and those that it was stopped before.
        """
        pair = f"{quoted(candidates[0])} with {quoted(references[0])}"
        asked = pair if len(candidates) == 1 else f"{len(candidates):,} pairs, the first of them {pair}"
        returned = called("match", self.function, asked, candidates, references)
        stopped: BaseException | None = None
        if isinstance(returned, Iterator):
            returned, stopped = _drawn(returned, len(candidates))
        if stopped is None:
            many = f"{len(candidates):,} pairs"
            raw = listed(f"match: {self.function}", returned, len(candidates), "score", many)
            return self._checked(raw, candidates, references)
        scores, place = np.full(len(candidates), np.nan), len(returned)
        if isinstance(stopped, Exception):
            last = min(place, len(candidates) - 1)
            pair = f"{quoted(candidates[last])} with {quoted(references[last])}"
            stopped = _raised("match", self.function, stopped, pair)
        if not place:
            return scores, stopped
        raw = listed(f"match: {self.function}", returned, place, "score", f"{place:,} pairs")
        scores[:place], fault = self._checked(raw, candidates, references)
        return scores, fault or stopped

    def _checked(
        self, raw: AnyArray, candidates: list[str], references: list[str]
    ) -> tuple[FloatArray, BaseException | None]:
        """Return scores as numbers, and what is wrong with the first that is bad; bad ones are NaN."""
        numbers = raw if raw.dtype != object else np.fromiter(map(_number, raw), np.float64, len(raw))
        scores = np.asarray(numbers, np.float64)
        lowest, highest = scores.min(), scores.max()
        if lowest >= 0 and highest <= 1:  # which NaN is not
            return scores, None
        if lowest >= -_ROUNDING and highest <= 1 + _ROUNDING:
            return np.clip(scores, 0.0, 1.0), None
        bad = ~((scores >= -_ROUNDING) & (scores <= 1 + _ROUNDING))
        place = int(bad.argmax())
        found = raw[place].item() if isinstance(raw[place], np.generic) else raw[place]
        advice = "; clip or rescale it" if isinstance(found, Real) and not np.isnan(float(found)) else ""
        fault = InputError(
            f"match: {self.function} returned {quoted(repr(found))[1:-1]} for {quoted(candidates[place])} "
            f"with {quoted(references[place])}; expected a number from 0 to 1{advice}"
        )
        return np.where(bad, np.nan, scores).clip(0.0, 1.0), fault


def _drawn(scores: Iterator[Any], count: int) -> tuple[list[Any], BaseException | None]:
    """Return what an iterator yields, one more than wanted at most, and what stopped it before."""
    drawn: list[Any] = []
    try:
        for score in itertools.islice(scores, count + 1):
            drawn.append(score)  # noqa: PERF402 # which keeps those before an error
    except BaseException as error:  # noqa: BLE001 # also Ctrl-C: it is raised when the scores are kept
        return drawn, error
    return drawn, None


def called(argument: str, function: Function, asked: str, *given: Any) -> Any:
    """Return what a function returns; InputError where it is not here, or raises."""
    if function.call is None:
        raise InputError(
            f"{argument}: the function {function} was used by a saved run and is not here; pass it again"
        )
    try:
        return function.call(*given)
    except Exception as error:
        raise _raised(argument, function, error, asked) from error


def _raised(argument: str, function: Function, error: Exception, asked: str) -> InputError:
    told = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    found = InputError(f"{argument}: {function} raised {told} for {asked}")
    found.__cause__ = error
    return found


def listed(whose: str, returned: Any, count: int, what: str, given: str, dimensions: int = 1) -> AnyArray:
    """Return as an array what a function returned; InputError where it is not one ``what`` for each given."""
    expected = f"expected {count:,} {what}{'s' if count > 1 else ''} for {given}"
    found = f"a {type(returned).__name__}"
    try:
        raw: AnyArray = np.asarray(returned)
        if raw.ndim == dimensions == 1 and raw.dtype.kind not in "biuf":  # as NumPy makes texts of all
            raw = np.fromiter(returned, object, len(returned))
    except (TypeError, ValueError, RuntimeError) as error:
        raise InputError(f"{whose} returned {found}; {expected}") from error
    if raw.ndim and len(raw) != count:
        found = f"{len(raw):,} {what}{'s' if len(raw) != 1 else ''}"
    elif raw.ndim == dimensions:
        return raw
    elif raw.ndim:
        found = f"an array of shape {raw.shape}"
    raise InputError(f"{whose} returned {found}; {expected}")


def _number(value: Any) -> float:
    return float(value) if isinstance(value, Real) else np.nan
