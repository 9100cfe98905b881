"""Whether gold has a label for each item rather than phrases: what is measured where no measure was named."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.reading.fields import FieldNames, ReadingContext
from lydite.reading.formats.polars_frames import is_frame, is_series
from lydite.reading.known_names import LABEL_AGAIN, LABEL_NAMES, MOST_LABELS
from lydite.reading.labels.columns import LabelColumns, TextColumns, label_text
from lydite.reading.labels.files import USUAL, columns_of_file
from lydite.reading.labels.records import columns_of_mapping, columns_of_values

if TYPE_CHECKING:
    from collections.abc import Sequence

MEASURES = ("accuracy", "macro_F1", "macro_recall")
"""What is measured of labels where nothing else was asked for."""
_HEAD = 1 << 20  # bytes of a file that are looked at
_PART = re.compile(r"[;|,\n\[\]{}]")


def labels_of_gold(
    gold: Any, fields: FieldNames, *, format: str | None = None, encoding: str | None = None
) -> str | None:
    """Return how gold is read as labels, in one line; nothing where it has phrases, or may have.

    >>> labels_of_gold({"1": "pos", "2": "neg", "3": "pos", "4": "neg"}, FieldNames())
    'label has one of 2 labels for each item (neg, pos)'
    >>> labels_of_gold({"1": ["cat", "dog"]}, FieldNames())
    """
    context = ReadingContext("gold", fields, "gold", skip_bad=True)
    try:
        columns = _columns(gold, context, format, encoding)
        if columns is None:
            return None
        chosen = LabelColumns.of(list(columns.cells), fields, "gold")
    except (InputError, ValueError, TypeError):  # whoever reads it as phrases says what is wrong
        return None
    if chosen.label is None:
        return None
    labels = [label_text(cell.strip()) for cell in columns.cells[chosen.label]]
    ids = columns.cells.get(chosen.id or "", ())
    named = _has_name(columns) and chosen.label.strip().lower() in LABEL_NAMES
    topics = columns.cells.get(chosen.topic or "", [""] * len(ids))
    once = len(set(zip(ids, topics, strict=True))) == len(ids)
    bare = columns.format in ("mapping", "series", "list")
    if not once or not _are_labels(labels, named=named, bare=bare):
        return None
    kinds = sorted(set(filter(None, labels)))
    shown = ", ".join(kinds[:5]) + (", …" if kinds[5:] else "")
    return f"{chosen.label} has one of {len(kinds):,} labels for each item ({shown:.80})"


def _columns(
    gold: Any, context: ReadingContext, format: str | None, encoding: str | None
) -> TextColumns | None:
    """Return the columns of gold, of a large file those of its beginning; nothing where it has none."""
    if isinstance(gold, str | PathLike):
        if str(gold) != "-" and not Path(gold).is_file():  # a folder, an address, or a pipe, read once
            return None
        if format not in (None, "csv", "tsv", "json", "jsonl", "parquet"):
            return None
        head: bytes | None = opening.beginning(str(gold), _HEAD)
        if head is not None and head.startswith(opening.PARQUET):
            head = None
        elif head is not None and len(head) == _HEAD:
            head = head[: head.rfind(b"\n") + 1]
        return columns_of_file(str(gold), format=format, encoding=encoding, context=context, data=head)
    if isinstance(gold, dict):
        return columns_of_mapping(gold, context)
    if is_frame(gold) or is_series(gold) or isinstance(gold, list | tuple):
        return columns_of_values(gold, context)
    return None


def _has_name(columns: TextColumns) -> bool:
    return columns.format.startswith(("csv", "tsv", "json", "parquet", "data frame", "list of objects")) and (
        "without" not in columns.format
    )


def _are_labels(labels: Sequence[str], *, named: bool, bare: bool) -> bool:
    """Whether texts are labels: usual ones or, in a column called so or without lists, few that recur."""
    full = [label for label in labels if label]
    kinds = set(full)
    if not kinds or any(map(_PART.search, kinds)):
        return False
    if any({kind.lower() for kind in kinds} <= usual for usual in USUAL) and (named or len(kinds) > 1):
        return True
    few = len(kinds) <= MOST_LABELS and len(full) >= LABEL_AGAIN * len(kinds)
    return few and (named or bare)
