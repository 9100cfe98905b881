"""ir_measures: every measure of phrases as one of its own, computed by a provider.

Documents are phrases. ``lydite("F1(match=meaning)@10")`` stands beside ``nDCG@10`` in any call of its::

    from lydite.bridges.ir_measures import lydite
    ir_measures.calc_aggregate([lydite("F1(match=stem)@5"), ir_measures.P @ 5], qrels, run)
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

from lydite.api import evaluate
from lydite.core.errors import MissingExtra
from lydite.core.spec import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def lydite(spec: str, *, rel: int = 1) -> Any:
    """Return a measure for ir_measures; SpecError for what is none.

    Gold are the phrases of at least relevance ``rel``; what has no value counts as 0 there.
    """
    return _measure_class()(spec=str(parse(spec, "measure")), **({"rel": rel} if rel != 1 else {}))


@functools.cache
def _measure_class() -> Any:
    """Declare the measure and register its provider, once."""
    try:
        import ir_measures
    except ImportError as error:
        raise MissingExtra("ir-measures", "bridges") from error

    class LyditeMeasure(ir_measures.Measure):  # type: ignore[misc]  # ir_measures has no types
        """Measures of phrases by meaning; the parameter is lydite's spec."""

        __name__ = NAME = "lydite"
        SUPPORTED_PARAMS = {  # noqa: RUF012 - so does ir_measures
            "spec": ir_measures.ParamInfo(dtype=str, required=True, desc="measure as lydite writes it"),
            "cutoff": ir_measures.ParamInfo(dtype=int, desc="ranking cutoff"),
            "rel": ir_measures.ParamInfo(dtype=int, default=1, desc="minimum relevance of gold"),
        }

    class LyditeEvaluator(ir_measures.Evaluator):  # type: ignore[misc]  # ir_measures has no types
        """Measures of lydite on given gold phrases."""

        def __init__(self, measures: Iterable[Any], qrels: Any) -> None:
            self.relevance = ir_measures.util.QrelsConverter(qrels).as_dict_of_dict()
            super().__init__(list(measures), set(self.relevance))

        def _iter_calc(self, run: Any) -> Iterator[Any]:
            scored = ir_measures.util.RunConverter(run).as_dict_of_dict()
            for measure in self.measures:
                for query, value in _values(measure, self.relevance, scored).items():
                    yield ir_measures.Metric(query_id=query, measure=measure, value=value)

    class LyditeProvider(ir_measures.Provider):  # type: ignore[misc]  # ir_measures has no types
        """Computes measures of lydite."""

        NAME = "lydite"

        def supports(self, measure: Any) -> bool:
            measure.validate_params()
            return isinstance(measure, LyditeMeasure)

        def _evaluator(self, measures: Iterable[Any], qrels: Any) -> LyditeEvaluator:
            return LyditeEvaluator(measures, qrels)

    provider = LyditeProvider()
    ir_measures.providers.register(provider)
    ir_measures.DefaultPipeline.providers.append(provider)
    return LyditeMeasure


def _values(
    measure: Any, relevance: dict[str, dict[str, int]], scored: dict[str, dict[str, float]]
) -> dict[str, float]:
    """Return a measure's value for each query of the run that gold has."""
    cut = measure.params.get("cutoff")
    spec = measure["spec"] + (f"@{cut}" if cut is not None else "")
    gold = {query: [d for d, rel in of.items() if rel >= measure["rel"]] for query, of in relevance.items()}
    ranked = {  # equal scores in trec_eval's order
        query: [d for d, _ in sorted(found.items(), key=lambda one: (one[1], one[0]), reverse=True)]
        for query, found in scored.items()
        if query in gold
    }
    (result,) = evaluate(gold, ranked, spec, bootstrap=0, chance=0)
    return {q: value for q, value in result.items.items() if q in ranked and not math.isnan(value)}
