"""Gold and predictions of one source: a run is not read from the field that gold is read from."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reading.known_names import BODIES, IDS, SCORES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.reading.fields import ReadingSummary


def ensure_two_fields(
    sources: Sequence[tuple[Any, ReadingSummary | None]], same_content: Callable[[int], bool], *, same: bool
) -> list[str]:
    """Refuse a run that is read from the field that gold is read from; return a note for each source.

    ``sources`` are gold and runs with how they were read. ``same_content`` says of a run that it has what
    gold has, as a copy of the file has: that is refused if it has fields that were not read and may be
    answers.
    """
    (gold, read), *runs = sources
    notes = [""]
    for place, (run, summary) in enumerate(runs, 1):
        notes.append("")
        if read is None or summary is None or not read.names or not read.phrases:
            continue
        one = _same_source(gold, run)
        columns = ", ".join(read.phrases)
        if read.phrases != summary.phrases:
            if one:
                notes[-1] = f"gold is column {columns}, predictions are column {', '.join(summary.phrases)}"
            continue
        known = {*IDS, *SCORES, *BODIES, "topic", "language", "lang", "split"}
        used = {read.id, read.scores, read.topic, *read.phrases}
        rest = [n for n in read.names if n not in used and n.strip().lower() not in known]
        if not same and (one or (rest and read.names == summary.names and same_content(place))):
            raise InputError(
                f"column {columns} would be both gold and predictions ({', '.join(read.names)}); name "
                "the column of gold (--gold-phrases FIELD) and that of predictions (--phrases FIELD), or say "
                "--same if that is meant"
            )
    return notes


def _same_source(one: Any, other: Any) -> bool:
    """Whether two sources are the same object or file."""
    if isinstance(one, str | PathLike) and isinstance(other, str | PathLike):
        try:
            return Path(one).samefile(other)
        except (OSError, ValueError):  # an address, or standard input
            return str(one) == str(other)
    return one is other
