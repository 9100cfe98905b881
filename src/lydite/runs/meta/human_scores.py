"""What people say of systems' answers: a quality for each item of each system, or for each system."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.arrays import content_digest
from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.reading.formats.rows import rows_of
from lydite.reading.known_names import IDS

if TYPE_CHECKING:
    from os import PathLike

SYSTEMS = ("system", "run", "model", "annotated_system")
SCORES = ("score", "rating", "quality", "human", "grade", "judgement", "judgment")


@dataclass(frozen=True)
class HumanScores:
    """The mean over all who judged: by system and item, or (item "") by system alone."""

    name: str
    scores: dict[tuple[str, str], float]
    digest: str

    @property
    def by_item(self) -> bool:
        """Whether single items were judged."""
        return all(item for _, item in self.scores)


def read_human_scores(path: str | PathLike[str], encoding: str | None = None) -> HumanScores:
    """Read a table with a head: ``system``, ``id`` (none where systems were judged whole) and ``score``.

    Several rows of one answer are several people's: their mean counts. An empty score is none.
    """
    source = opening.source_name(path)
    text = opening.text(path, encoding)
    head = text.partition("\n")[0]
    table = rows_of(text, source, "tsv" if "\t" in head else "csv")
    rows = table.cells
    if len(rows) < 2:
        raise InputError("expected a table with a head: system, id, score", source)
    names = [name.strip().lower() for name in rows[0]]
    places = [next((names.index(n) for n in known if n in names), None) for known in (SYSTEMS, IDS, SCORES)]
    system, item, score = places
    if system is None or score is None:
        raise InputError(f"expected columns system, id and score, found {', '.join(names)}", source, 1)
    told: dict[tuple[str, str], list[float]] = {}
    for line, row in zip(table.lines[1:], rows[1:], strict=True):
        if len(row) != len(names):
            raise InputError(f"expected {len(names)} columns, found {len(row)}", source, line)
        if not row[score].strip():
            continue
        try:
            value = float(table.number(row[score]))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise InputError(f"expected a number as score, found {row[score]!r}", source, line)
        named = row[system].strip(), "" if item is None else row[item].strip()
        if not named[0] or (item is not None and not named[1]):
            raise InputError("expected the name of a system and an id", source, line)
        told.setdefault(named, []).append(value)
    if not told:
        raise InputError("there is no score in it", source)
    means = {key: math.fsum(values) / len(values) for key, values in sorted(told.items())}
    return HumanScores(str(path), means, content_digest([repr(item) for item in means.items()]))
