"""Gold and predictions of one source: a run is not read from the field that gold is read from."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.reading.formats.polars_frames import is_frame
from lydite.reading.known_names import BODIES, IDS, SCORES, SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.reading.fields import ReadingSummary

_NOT_ANSWERS = frozenset({*IDS, *SCORES, *BODIES, *SYSTEMS, "topic", "language", "lang", "split"})


def ensure_two_fields(
    sources: Sequence[tuple[Any, ReadingSummary | None]],
    called: Sequence[str],
    same_content: Callable[[int], bool],
    *,
    same: bool,
) -> list[Note | None]:
    """Refuse a run that is read from the field that gold is read from; return a note for each source.

    ``sources`` are gold and runs with how they were read, ``called`` what messages call them.
    ``same_content`` says of a run that it has what gold has, as a copy of gold with answers added has: that
    is refused if it has fields that were not read and may be answers.
    """
    (gold, read), *runs = sources
    notes: list[Note | None] = [None]
    for place, (run, summary) in enumerate(runs, 1):
        notes.append(None)
        one = same_source(gold, run)
        names, columns = ((), ()) if read is None else (read.names, read.phrases)
        if summary is not None and columns != summary.phrases:
            if columns and (one or gold is run):
                sentence = "gold is column {gold}, predictions are column {predictions}"
                both = {"gold": ", ".join(columns), "predictions": ", ".join(summary.phrases)}
                notes[-1] = Note(sentence, called[place], **both)
            continue
        if same:
            continue
        if not (read and names and columns) or read.answers == "prevalences":
            if one:
                raise InputError(
                    "would be both gold and predictions; give the predictions as another file, or say --same "
                    "(same=True) if that is meant",
                    gold,
                )
            continue
        there = ", ".join(names if summary is None else summary.names)
        if one or (summary is not None and may_be_answers(summary) and same_content(place)):
            raise InputError(
                f"column {', '.join(columns)} would be both gold and predictions ({there}); name "
                "the column of gold (--gold-phrases, gold_phrases=) and that of predictions (--phrases, "
                "phrases=), or say --same (same=True) if that is meant"
            )
    return notes


def may_be_answers(read: ReadingSummary) -> bool:
    """Whether a source has fields that were not read and may be other answers."""
    used = {read.id, read.scores, read.topic, *read.phrases}
    return any(n not in used and n.strip().lower() not in _NOT_ANSWERS for n in read.names)


def same_source(one: Any, other: Any) -> bool:
    """Whether two sources are the same file or data frame; the same mapping or list may be meant."""
    if isinstance(one, str | PathLike) and isinstance(other, str | PathLike):
        try:
            return Path(one).samefile(other)
        except (OSError, ValueError):  # an address, or standard input
            return str(one) == str(other)
    return one is other and is_frame(one)
