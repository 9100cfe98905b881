"""ranx: its qrels and runs scored here by meaning, and ours for its fusion and plots.

Documents are phrases. What is relevant (more than 0) is gold; a run is ranked by its scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison


def phrases(source: Any) -> dict[str, list[str]]:
    """Return the phrases of ranx's ``Qrels`` or ``Run`` by query, the best first; equal scores by name.

    >>> class Qrels:
    ...     def to_dict(self):
    ...         return {"q": {"cat": 1, "dog": 0, "cow": 2}}
    >>> phrases(Qrels())
    {'q': ['cow', 'cat']}
    """
    relevant = type(source).__name__ == "Qrels"
    return {
        query: [
            d for d, s in sorted(scored.items(), key=lambda one: (-one[1], one[0])) if s > 0 or not relevant
        ]
        for query, scored in source.to_dict().items()
    }


def qrels(gold: Mapping[str, Sequence[str]]) -> Any:
    """Return gold phrases as ``Qrels``, each of relevance 1."""
    return _ranx().Qrels({item: dict.fromkeys(of, 1) for item, of in gold.items()})


def run(predictions: Mapping[str, Sequence[str]], name: str | None = None) -> Any:
    """Return ranked phrases as a ``Run``; the score of the r-th is 1/r."""
    scored = {
        item: {phrase: 1 / rank for rank, phrase in enumerate(dict.fromkeys(of), 1)}
        for item, of in predictions.items()
    }
    return _ranx().Run(scored, name=name)


def compare(qrels: Any, runs: Sequence[Any], measures: str | Sequence[str], **options: Any) -> Comparison:
    """Compare runs of ranx under measures of lydite, with all that :func:`lydite.compare` gives."""
    from lydite.api import scoring

    systems = {one.name or f"run_{number}": phrases(one) for number, one in enumerate(runs, 1)}
    return scoring.compare(phrases(qrels), systems, measures, **options)


def _ranx() -> Any:
    try:
        import ranx
    except ImportError as error:
        raise MissingExtra("ranx", "bridges") from error
    return ranx
