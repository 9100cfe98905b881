"""A folder of submissions scored against gold, which is read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.measures.labels.reading import read_side
from lydite.reading.phrase_tables import read_gold
from lydite.reading.submissions import sort_out
from lydite.runs.scoring import field_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.reading.submissions import RefusedFile, Submissions
    from lydite.runs.request import Source, SourceOptions

    Scored = tuple[list[ItemStatistics], tuple[str, ...]]


def score_submissions(
    gold: Source,
    found: Submissions,
    measures: Sequence[Measure],
    how: SourceOptions,
    score: Callable[..., Scored],
) -> tuple[list[ItemStatistics], tuple[str, ...], list[RefusedFile], str]:
    """Score each submission against gold, which is read once; also return what was refused, and gold's line.

    ``score`` is :func:`lydite.runs.scoring.score` with all that it is told. All stand on the same items and
    labels: where some have others (``missing="skip"``, new labels), those that can be scored are scored
    together.
    """
    table = _read_once(gold, measures, how)
    scored, refused = sort_out(found, lambda name, path: score(table, {name: path}, measures))
    systems = [one for statistics, _ in scored.values() for one in statistics]
    notes = tuple(dict.fromkeys(note for _, more in scored.values() for note in more))
    alike = {(s.ids, s.policies.get("labels"), tuple(t.shape[1:] for t in s.statistics)) for s in systems}
    if len(alike) > 1:
        systems, notes = score(table, {name: found.paths[name] for name in scored}, measures)
    return systems, notes, refused, table.understanding()


def _read_once(gold: Source, measures: Sequence[Measure], how: SourceOptions) -> Any:
    """Return gold as a table of phrases or labels."""
    fields = field_names(how)
    said: dict[str, Any] = {"format": how.input_format, "encoding": how.encoding, "skip_bad": how.skip_bad}
    if measures[0].input_kind == "labels":
        return read_side(gold, "gold", normalise=how.normalise, fields=fields, **said)

    return read_gold(gold, fields=fields, **said)
