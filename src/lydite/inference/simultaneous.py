"""All pairs of many systems at once: which differ when the largest of all differences by luck is allowed for.

A test of every pair by itself needs ever more swaps to survive the correction for their number: 200 systems
have 19,900 pairs. Resamples of the items show instead how far apart *any* two systems come by luck, and
correlated systems come less far apart (Romano and Wolf 2005, Exact and approximate stepdown methods for
multiple hypothesis testing; for ranks, Mogstad et al. 2024, The Review of Economic Studies 91).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.comparison import Comparison, PairedTest
from lydite.inference.corrected import judged_places, plain_places
from lydite.inference.intervals import t_quantile
from lydite.inference.letters import tie_letters
from lydite.inference.randomisation import holm
from lydite.inference.resampling import least_p, note_too_few, resample
from lydite.inference.resampling_plan import counted_items, units, value_of
from lydite.inference.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.inference.corrected import Figure
    from lydite.inference.options import Inference
    from lydite.inference.resampling import ResampledValues
    from lydite.inference.statistics import ItemStatistics

_CHUNK = 2_000_000
FEW = 500  # items below which resamples of many systems are too much alike: Holm's p is the least there


def compare_at_once(
    systems: Sequence[ItemStatistics], options: Inference, drawn: Sequence[Sequence[ResampledValues]]
) -> Comparison:
    """Return the results of systems with the differences of all pairs, corrected together."""
    results = summarise(systems, options, drawn)
    together = resample(systems, options) if any(s.rows is not None for s in systems) else drawn
    tests: list[PairedTest] = []
    letters: dict[str, dict[str, str]] = {}
    figures: dict[str, Figure] = {}
    counts: dict[str, int] = {}
    for base, place in zip(plain_places(systems[0]), judged_places(systems, options), strict=True):
        name, measure = str(systems[0].measures[base]), systems[0].measures[place]
        figures[name] = "value" if base == place else "corrected"
        counts[name] = units(systems[0], place, counted_items(systems[0], place), options)
        values = np.array([value_of(s, place) for s in systems])
        draws = np.stack([d[place].overall for d in together], axis=1)
        of_measure = max_t_tests(name, figures[name], systems, values, draws, counts[name], options)
        tests += of_measure
        named = {s.system: float(v) for s, v in zip(systems, values, strict=True)}
        letters[name] = tie_letters(named, of_measure, measure.better == "higher", 1 - options.level)
    results = replace(results, notes=(*results.notes, *note_too_few(counts, 2, options)))
    return Comparison(results, tuple(tests), letters, "simultaneous", options.level, None, figures)


def max_t_tests(
    name: str,
    figure: Figure,
    systems: Sequence[ItemStatistics],
    values: FloatArray,
    draws: FloatArray,
    n: int,
    options: Inference,
) -> list[PairedTest]:
    """Return the differences of all pairs; intervals and corrected p hold for all of them together."""
    spread = np.full((len(systems),) * 2, math.inf)  # of one item
    if n > 1:
        spread = standard_errors(draws) * math.sqrt(n / (n - 1))
    gaps = values[:, None] - values[None, :]
    with np.errstate(invalid="ignore", divide="ignore"):
        away = np.where(gaps == 0, 0.0, np.abs(gaps) / spread)
    raw, normal = _tails(away, n)
    largest = largest_by_luck(draws, values, spread)
    beyond = (len(largest) + 1 - np.searchsorted(largest, normal - 1e-9)) / (len(largest) + 1)
    p = np.maximum(np.maximum(beyond, raw), least_p(n))
    width = _half(largest, n, options.level)
    pairs_there = len(systems) > 1
    if n < FEW and pairs_there:
        pairs = np.triu_indices(len(systems), 1)
        p[pairs] = np.maximum(p[pairs], holm(raw[pairs].tolist()))
        width = max(width, t_quantile(1 - (1 - options.level) / (2 * len(pairs[0])), max(n - 1, 1)))
    half = width * spread if pairs_there else spread
    return [
        PairedTest(
            name,
            systems[a].system,
            systems[b].system,
            float(gaps[a, b]),
            float(gaps[a, b] - half[a, b]),
            float(gaps[a, b] + half[a, b]),
            math.nan if math.isnan(gaps[a, b]) else float(raw[a, b]),
            math.nan if math.isnan(gaps[a, b]) else float(p[a, b]),
            figure,
        )
        for a, b in itertools.combinations(range(len(systems)), 2)
    ]


def standard_errors(draws: FloatArray) -> FloatArray:
    """Return the standard deviation of the difference of each two columns, over the rows that have both.

    Where fewer than half of them do, there is none.

    >>> standard_errors(np.array([[0.0, 1.0, 2.0], [0.0, -1.0, 0.0]])).round(2).tolist()
    [[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
    >>> standard_errors(np.array([[0.0, 1.0, 2.0], [0.0, -1.0, np.nan], [0.0, 0.0, 0.0]])).round(2).tolist()
    [[0.0, 0.82, 1.0], [0.82, 0.0, 0.5], [1.0, 0.5, 0.0]]
    """
    known = ~np.isnan(draws)
    centred = _centred(draws)
    if known.all():
        covariance = centred.T @ centred / len(draws)
        own = np.diagonal(covariance)
        squares = own[:, None] + own[None, :] - 2 * covariance
    else:
        there, filled = known.astype(np.float64), np.where(known, centred, 0.0)
        both = there.T @ there
        sums, own = filled.T @ there, (filled**2).T @ there
        with np.errstate(invalid="ignore", divide="ignore"):
            means = (sums - sums.T) / both
            squares = (own + own.T - 2 * filled.T @ filled) / both - means**2
        squares[both < len(draws) / 2] = math.nan
    return np.asarray(np.sqrt(np.where(squares < 1e-24, 0.0, squares)))


def _centred(draws: FloatArray) -> FloatArray:
    """Return columns less their means; NaN stays."""
    count = np.maximum((~np.isnan(draws)).sum(axis=0), 1)
    return np.asarray(draws - np.nansum(draws, axis=0) / count)


def largest_by_luck(draws: FloatArray, values: FloatArray, spread: FloatArray) -> FloatArray:
    """Return, sorted, the largest deviation of any pair in each resample, in standard errors (max-t)."""
    known = ~np.isnan(values)
    moved = _centred(draws[:, known])  # what all resamples share is bias, not luck
    with np.errstate(divide="ignore"):
        weight = np.where(spread[np.ix_(known, known)] > 0, 1 / spread[np.ix_(known, known)], 0.0)
    rows = max(1, _CHUNK // max(weight.size, 1))
    largest = [
        np.nanmax(np.abs(part[:, :, None] - part[:, None, :]) * weight, axis=(1, 2), initial=0.0)
        for part in (moved[i : i + rows] for i in range(0, len(moved), rows))
    ]
    return np.sort(np.concatenate(largest))


def _tails(away: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Return p by Student's t of n − 1, and as many normal standard deviations as that is."""
    from scipy.special import ndtri, stdtr

    raw = np.asarray(2 * stdtr(max(n - 1, 1), -np.nan_to_num(away, nan=0.0)))
    return raw, np.asarray(-ndtri(raw / 2))


def _half(largest: FloatArray, n: int, level: float) -> float:
    """Return half the width of intervals that hold together, in standard errors."""
    from scipy.special import ndtr, stdtrit

    normal = float(np.quantile(largest, level))
    return float(-stdtrit(max(n - 1, 1), ndtr(-normal)))
