"""Which measure people agree with: every measure of saved runs beside people's scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.core.progress import track
from lydite.inference.options import Inference
from lydite.inference.resampling_plan import item_values
from lydite.inference.result import Result, Results
from lydite.inference.signature import Signature
from lydite.runs.meta.ranking import (
    all_signs,
    calibrated,
    grouped,
    kendall,
    rank_correlation,
    soft_accuracy,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.core.choices import Average
    from lydite.runs.meta.human_scores import HumanScores
    from lydite.runs.run import Run

    Figure = Callable[[FloatArray, FloatArray], float]

SHUFFLES, PERMUTATIONS = 100, 1000
_SHOWN = 3


@dataclass(frozen=True)
class ScoredSystems:
    """Tables ``(systems, items)`` of one measure and of people, NaN where there is nothing."""

    metric: FloatArray
    human: FloatArray

    def draw(self, items: IntArray) -> ScoredSystems:
        """Return the same with other items."""
        human = self.human if self.human.shape[1] == 1 else self.human[:, items]
        return ScoredSystems(self.metric[:, items], human)

    def shuffled(self, generator: np.random.Generator, *, whole: bool) -> ScoredSystems:
        """Return the same with the measure's systems in another order, the same for all items or for each."""
        shuffle = generator.permutation if whole else generator.permuted
        return ScoredSystems(shuffle(self.metric, axis=0), self.human)


def meta_evaluate(
    runs: Mapping[str, Run], human: HumanScores, average: Average = "item", options: Inference | None = None
) -> Results:
    """Return how each measure of the runs agrees with people, with chance and intervals over items.

    Measures that are the better the lower are turned. ``average`` says which scores are ranked against each
    other: those of one item by several systems, those of one system, or all (``none``).
    """
    options = options or Inference()
    tables = _tables(runs)
    systems = sorted({s for by in tables.values() for s in by})
    known = sorted({s for s, _ in human.scores} & set(systems))
    notes = _notes(human, systems, known)
    results: list[Result] = []
    for (measure, sign), by in track(list(tables.items()), "measures"):
        own = [s for s in known if s in by]
        if len(own) < 2 and (average == "item" or not human.by_item):
            raise InputError(f"{measure}: two systems or more must be judged, not {len(own)}", human.name)
        ids = sorted({i for s in own for i in by[s]})
        metric = np.array([[sign * by[s].get(i, np.nan) for i in ids] for s in own])
        if human.by_item:
            judged = np.array([[human.scores.get((s, i), np.nan) for i in ids] for s in own])
        else:
            judged = np.array([[human.scores[s, ""]] for s in own])
        if np.isnan(judged).all():
            few = ", ".join(ids[:_SHOWN])
            raise InputError(f"people judged no item of the runs (these have {few}, …)", human.name)
        results += _agreement(measure, ScoredSystems(metric, judged), average, options, human)
    return Results(tuple(results), tuple(notes))


def _tables(runs: Mapping[str, Run]) -> dict[tuple[str, float], dict[str, dict[str, float]]]:
    """Return, by measure and its sign, the value of each item of each system."""
    tables: dict[tuple[str, float], dict[str, dict[str, float]]] = {}
    for name, run in runs.items():
        for scored in run.blocks[0].systems:
            for place, measure in enumerate(scored.measures):
                if scored.reference or not measure.summable:
                    continue
                key = str(measure), 1.0 if measure.better == "higher" else -1.0
                values = dict(zip(scored.ids, item_values(scored, place).tolist(), strict=True))
                if scored.system in tables.setdefault(key, {}):
                    raise InputError(f"{scored.system} under {measure} is in two runs, {name} among them")
                tables[key][scored.system] = values
    if not tables:
        raise InputError("the runs have no measure whose items have a value of their own")
    return tables


def _notes(human: HumanScores, systems: Sequence[str], known: Sequence[str]) -> list[Note]:
    others = sorted({s for s, _ in human.scores} - set(systems))
    unjudged = [s for s in systems if s not in known]
    if not known:
        named, had = ", ".join(others[:_SHOWN]), ", ".join(systems[:_SHOWN])
        raise InputError(f"names systems {named}; the runs have {had}", human.name)
    notes = []
    if others:
        sentence = "left out, since no run has them: {systems}"
        notes.append(Note(sentence, human.name, systems=", ".join(others[:_SHOWN])))
    if unjudged:
        sentence = "left out, since nobody judged them: {systems}"
        notes.append(Note(sentence, systems=", ".join(unjudged[:_SHOWN])))
    return notes


def _agreement(
    measure: str, data: ScoredSystems, average: Average, options: Inference, human: HumanScores
) -> list[Result]:
    figures = _figures(data, average, options.seed)
    draws = [np.random.default_rng([options.seed, n]) for n in range(SHUFFLES)]
    shuffles = {whole: [data.shuffled(g, whole=whole) for g in draws] for whole in (False, True)}
    generator = np.random.default_rng([options.seed, SHUFFLES])
    count = data.metric.shape[1]
    places = generator.integers(count, size=(min(options.bootstrap, 1000), count))
    drawn = [data.draw(items) for items in places]
    results = []
    for name, figure in figures.items():
        value = figure(data.metric, data.human)
        chances = [figure(s.metric, s.human) for s in shuffles[name.endswith("(systems)")]]
        chance = float(np.nanmean(chances)) if not np.isnan(chances).all() else None
        spread = np.array([figure(d.metric, d.human) for d in drawn])
        spread = spread[~np.isnan(spread)]
        tail = 100 * (1 - options.level) / 2
        low, high = np.percentile(spread, [tail, 100 - tail]).tolist() if len(spread) else (None, None)
        around = {"chance": f"{SHUFFLES} shuffles of systems, seed {options.seed}"}
        signed = Signature.of(name, {"measure": measure, "human": human.digest}, around)
        corrected = None if chance is None or chance >= 1 else (value - chance) / (1 - chance)
        results.append(
            Result(measure, name, {"average": average}, value, low, high, chance=chance, corrected=corrected,
                   n=int((~np.isnan(data.human)).sum()), better="higher", signature=signed)
        )  # fmt: skip
    return results


def _figures(data: ScoredSystems, average: Average, seed: int) -> dict[str, Figure]:
    """Return what can be said: of items where they were judged, and of systems where there are several."""
    figures: dict[str, Figure] = {}
    by_item = data.human.shape[1] > 1 or data.metric.shape[1] == 1
    if by_item:

        def arranged(figure: Figure) -> Figure:
            return lambda m, h: figure(*(_arranged(table, average) for table in (m, h)))

        figures |= {
            f"kendall({average})": arranged(lambda m, h: grouped(m, h, kendall)),
            f"spearman({average})": arranged(lambda m, h: grouped(m, h, rank_correlation)),
            f"accuracy({average})": arranged(lambda m, h: calibrated(m, h).accuracy),
        }
    if len(data.metric) > 1:
        figures |= {
            "kendall(systems)": lambda m, h: _ranked(m, h, kendall),
            "spearman(systems)": lambda m, h: _ranked(m, h, rank_correlation),
            "accuracy(systems)": lambda m, h: _ranked(m, h, _plain_accuracy),
        }
        if by_item:
            figures["soft_accuracy(systems)"] = lambda m, h: _soft(m, h, seed)
    return figures


def _arranged(table: FloatArray, average: Average) -> FloatArray:
    return table.T if average == "item" else table if average == "system" else table.reshape(1, -1)


def _ranked(metric: FloatArray, human: FloatArray, figure: Figure) -> float:
    """Return a figure of the systems' means; NaN where fewer than two systems have one."""
    x, y = _means(metric, human)
    return figure(x, y) if len(x) > 1 else float("nan")


def _means(metric: FloatArray, human: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of each system that has one, over the items that people judged."""
    if human.shape[1] == metric.shape[1]:
        known = ~(np.isnan(metric) | np.isnan(human))
        metric, human = np.where(known, metric, np.nan), np.where(known, human, np.nan)
    x, y = _mean(metric), _mean(human)
    known = ~(np.isnan(x) | np.isnan(y))
    return x[known], y[known]


def _mean(table: FloatArray) -> FloatArray:
    counts = (~np.isnan(table)).sum(axis=1)
    return np.where(counts > 0, np.nansum(table, axis=1) / np.maximum(counts, 1), np.nan)


def _plain_accuracy(x: FloatArray, y: FloatArray) -> float:
    first, second = np.triu_indices(len(x), 1)
    return float((np.sign(x[first] - x[second]) == np.sign(y[first] - y[second])).mean())


def _soft(metric: FloatArray, human: FloatArray, seed: int) -> float:
    gaps = np.isnan(metric) | np.isnan(human)
    there = ~gaps.all(axis=1)  # a system without any value has none to compare
    whole = ~gaps[there].any(axis=0)
    metric, human = metric[there], human[there]
    if there.sum() < 2 or not whole.any():
        return float("nan")
    return soft_accuracy(metric[:, whole], human[:, whole], all_signs(int(whole.sum()), PERMUTATIONS, seed))
