"""What tuned parameters are worth beside presets: rows for intervals and paired tests, and the objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite import __version__
from lydite.inference import Comparison, Options, compare_blocks
from lydite.inference.statistics import ItemStatistics

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.core.choices import TestName
    from lydite.matchers.base import Matcher
    from lydite.tuning.tune import TuningResult

HELD_OUT, OPTIMISTIC = "tuned, held out", "tuned, optimistic"


@dataclass(frozen=True)
class TuningFigures:
    """Rows of statistics by system, for each objective in turn."""

    result: TuningResult
    rows: dict[str, list[tuple[FloatArray, ...]]]
    signatures: dict[str, str]

    @classmethod
    def of(cls, result: TuningResult) -> TuningFigures:
        """Score the tuned parameters, those of each fold, and every preset, on all judgements."""
        evaluator = result.evaluator
        rows, signatures = {}, {}
        if result.folds:
            rows[HELD_OUT] = result.held_out(evaluator)
            signatures[HELD_OUT] = (
                f"{result.space.matcher.signature()}, tuned without each of {len(result.folds)} folds"
            )
        rows[OPTIMISTIC] = evaluator.statistics(result.whole.point)
        signatures[OPTIMISTIC] = result.matcher.signature()
        for matcher in beside(result.space.matcher):
            name = matcher.short()
            rows[name] = [one.statistics(matcher) for one in result.objectives]
            signatures[name] = matcher.signature()
        return cls(result, rows, signatures)

    def values(self) -> dict[str, list[float]]:
        """Return the value of each objective, by system."""
        return {system: self.result.values(rows) for system, rows in self.rows.items()}

    def comparison(self, place: int, options: Options, test: TestName | None) -> Comparison:
        """Return the metrics of one objective with intervals, and tests between held-out rows and presets."""
        one = self.result.objectives[place]
        systems = [
            ItemStatistics(
                system,
                one.data.ids,
                one.metrics,
                rows[place],
                dict(one.data.columns),
                policies={"matcher": self.signatures[system]},
                gold=one.data.digest,
                cluster=one.data.cluster,
                reference=system == OPTIMISTIC,
            )
            for system, rows in self.rows.items()
        ]
        return compare_blocks([systems], options, test)

    def record(self) -> dict[str, Any]:
        """Return where the tuned parameters come from and what they are worth, for programs."""
        result = self.result
        values = self.values()
        point = dict(zip(result.space.names, result.whole.point.tolist(), strict=True))
        return {
            "spec": str(result.matcher),
            "from": str(result.space.matcher),
            "parameters": point,
            "method": str(result.method),
            "evaluations": sum(1 + sum(map(len, t.batches)) for t in (result.whole, *result.folds)),
            "objectives": [
                {
                    "objective": "*".join(map(str, one.metrics)),
                    "set": one.data.name,
                    "digest": one.data.digest,
                    "items": len(one.data.ids),
                    "left out of tuning": result.left_out[n],
                    "trained": None if not np.isfinite(result.whole.value) else result.whole.value,
                    "values": {system: those[n] for system, those in values.items()},
                }
                for n, one in enumerate(result.objectives)
            ],
            "folds": [
                dict(zip(result.space.names, fold.point.tolist(), strict=True)) for fold in result.folds
            ],
            "seed": result.seed,
            "lydite": __version__,
        }


def beside(matcher: Matcher) -> list[Matcher]:
    """Return what tuned parameters are held against: the matcher that was given, and its presets."""
    others = [type(matcher)(**(matcher.arguments() | {"preset": name})) for name in matcher.presets]
    return list(dict.fromkeys([matcher, *others]))
