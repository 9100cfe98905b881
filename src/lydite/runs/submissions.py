"""A folder of submissions scored against gold, which is read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.reading.submissions import sort_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.measures.base import Measure
    from lydite.reading.submissions import RefusedFile, Submissions
    from lydite.statistics import ItemStatistics


def score_submissions(
    gold: Any, found: Submissions, measures: Sequence[Measure], **how: Any
) -> tuple[list[ItemStatistics], tuple[str, ...], list[RefusedFile], str]:
    """Score each submission against gold, which is read once; also return what was refused, and gold's line.

    ``how`` is what :func:`lydite.runs.scoring.score` takes. All stand on the same items and labels: where
    some have others (``missing="skip"``, new labels), those that can be scored are scored together.
    """
    from lydite.runs.scoring import score

    table = _read_once(gold, measures, how)
    scored, refused = sort_out(found, lambda name, path: score(table, {name: path}, measures, **how))
    systems = [one for statistics, _ in scored.values() for one in statistics]
    notes = tuple(dict.fromkeys(note for _, more in scored.values() for note in more))
    alike = {(s.ids, s.policies.get("labels"), tuple(t.shape[1:] for t in s.statistics)) for s in systems}
    if len(alike) > 1:
        systems, notes = score(table, {name: found.paths[name] for name in scored}, measures, **how)
    return systems, notes, refused, table.understanding()


def _read_once(gold: Any, measures: Sequence[Measure], how: Mapping[str, Any]) -> Any:
    """Return gold as a table of phrases or labels."""
    from lydite.reading.fields import FieldNames

    fields = FieldNames.of(
        *(how.get(k) for k in ("id", "phrases", "scores", "topic", "separator")),
        header=how.get("header"), ties=how.get("ties", "order"),
    )  # fmt: skip
    said = {
        "format": how.get("format"),
        "encoding": how.get("encoding"),
        "skip_bad": how.get("skip_bad", False),
    }
    if measures[0].input_kind == "labels":
        from lydite.measures.labels.reading import read_side

        return read_side(gold, "gold", normalise=how.get("normalise", False), fields=fields, **said)
    from lydite.reading.phrase_tables import read_gold

    return read_gold(gold, fields=fields, **said)
