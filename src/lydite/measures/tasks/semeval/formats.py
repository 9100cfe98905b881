r"""The organisers' file formats.

Tab-separated without header, perhaps compressed; ``-`` is standard input. Blank lines, CRLF, trailing
tabs and a byte-order mark are tolerated, and columns after those named here (the tweet's text) ignored.
Commas or semicolons instead of tabs, and a line that names the columns, are understood.

==========  =============================================  ============================
subtask     gold                                           run
==========  =============================================  ============================
A           ``line dataset label`` (2016), ``id label``    ``line label``, ``id label``
B, C        ``id topic label``                             the same
D           ``topic p(positive) p(negative) count``        without the count
E           ``topic p(-2) p(-1) p(0) p(1) p(2)``           the same
==========  =============================================  ============================

D also takes files of B, and E of C: their labels are counted by topic.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.core.whole_numbers import whole_number
from lydite.measures.labels.items import TOLERANCE, off_one
from lydite.measures.labels.tables import LabelTable, PrevalenceTable
from lydite.measures.tasks.semeval.subtasks import FIVE_POINT, POLARITY, SUBTASKS
from lydite.reading.fields import FieldNames as SaidOfFields
from lydite.reading.fields import ReadingContext, ReadingSummary, first_known
from lydite.reading.formats.rows import cells_of, mark_of
from lydite.reading.labels.columns import LabelColumns, label_text

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence
    from os import PathLike

    from lydite.measures.tasks.semeval.subtasks import Subtask

    Fields = list[str]

NOTHING_SAID = SaidOfFields()
DATA_SETS = SaidOfFields(topic="dataset")
"""What subtask A has in the place of topics."""


def read(
    task: Subtask,
    path: str | PathLike[str],
    encoding: str | None = None,
    role: str = "gold",
    without: Container[int] = (),
) -> LabelTable | PrevalenceTable:
    """Read gold or a run of one subtask from a file; of a file with both, ``role`` says whose labels.

    Lines ``without`` which it is read are those that are known to be wrong.
    """
    numbered = ((n, line) for n, line in opening.lines(path, encoding) if n not in without)
    lines, rows = _split(path, numbered)
    names = rows[0]
    wanted = chosen_columns(task, names, role)
    if wanted is not None:
        context, width = ReadingContext(opening.source_name(path)), len(names)
        for line, row in zip(lines, rows, strict=True):
            if len(row) != width:
                problem = f"expected {width} columns as named, found {len(row)}"
                context.fault(InputError(problem, context.source, line))
        context.raise_faults()
        order = [None if n is None else names.index(n) for n in wanted]
        rows = [[str(n) if i is None else row[i] for i in order] for n, row in enumerate(rows)]
        lines, rows = lines[1:], rows[1:]
        if not rows:
            raise InputError("there are no rows in it, only a line of names", path)
    table = parse(task, opening.source_name(path), lines, rows)
    return table if wanted is None else replace(table, understood=columns_read(names, wanted))


def chosen_columns(task: Subtask, names: Fields, role: str) -> list[str | None] | None:
    """Return the names of the columns that are looked at, in the order of the format; nothing for no names.

    An id that is None is that of a table without ids, whose rows are numbered.
    """
    chosen = LabelColumns.of(names, DATA_SETS if task.letter == "A" else NOTHING_SAID, role)
    headed = any(_numbers([n]) for n in names) or bool(set(map(_label, names)) & set(task.labels))
    if chosen.label is not None and not headed:  # a row says labels or numbers
        return [chosen.id, *([chosen.topic] if chosen.topic else []), chosen.label]
    if chosen.topic is not None and set(task.labels) <= set(map(label_text, names)):
        count = first_known(names, ("count", "n", "rows", "tweets"))
        classes = {label_text(n): n for n in names}
        return [chosen.topic, *(classes[c] for c in task.labels), *([count] if count else [])]
    return None


def columns_read(names: Sequence[str], wanted: Sequence[str | None]) -> ReadingSummary:
    """Return which of the columns of a table are looked at."""
    return ReadingSummary("table", tuple(names), phrases=tuple(n for n in wanted if n is not None))


def parse(task: Subtask, source: str, lines: list[int], rows: list[Fields]) -> LabelTable | PrevalenceTable:
    """Understand rows of columns; the layout is what most of them have."""
    layout = _layout(task, rows)
    if layout is None:
        raise InputError(f"is not a file of subtask {task.letter}{_hint(task, rows)}", source)
    if layout == "prevalences":
        return _prevalences(task, source, lines, rows)
    return _labels(task, source, lines, rows, with_topic=layout == "topics")


def looks_like(path: str | PathLike[str]) -> str | None:
    """Return the letter of the subtask whose format most lines of a file have, if there is one."""
    return _looks_like(_split(path, opening.lines(path, otherwise="latin-1"))[1])


def _split(path: str | PathLike[str], numbered: Iterator[tuple[int, str]]) -> tuple[list[int], list[Fields]]:
    kept = [(number, text) for number, line in numbered if (text := line.strip(" \t\r"))]
    if not kept:
        raise InputError("is empty", path)
    lines, texts = [number for number, _ in kept], [text for _, text in kept]
    rows = [text.split("\t") for text in texts]
    content = "\n".join(texts)
    if " \t" in content or "\t " in content or "\r" in content:
        rows = [[field.strip(" \r") for field in row] for row in rows]
    if all(len(row) == 1 for row in rows) and (mark := mark_of(content)) in rows[0][0]:
        rows = [[cell.strip() for cell in cells_of(text, mark, path, n)] for n, text in kept]
    return lines, rows


def _layout(task: Subtask, rows: list[Fields]) -> str | None:
    """Return "topics" (id, topic, label), "plain" (id, label), "prevalences", or None for none of them."""
    labels, size = set(task.labels), len(task.labels)
    votes = {"prevalences": 0, "topics": 0, "plain": 0}
    for cells, times in Counter(tuple(row[1 : size + 3]) for row in rows).items():
        labelled = len(cells) > 1 and _label(cells[1]) in labels
        numbers = task.quantifies and size <= len(cells) <= size + 1 and _numbers(cells[:size])
        # topic 7 and label 0 are numbers too, but no prevalences
        if numbers and not (labelled and off_one(math.fsum(map(float, cells[:size])))):
            votes["prevalences"] += times
        elif labelled:
            votes["topics"] += times
        elif cells and _label(cells[0]) in labels and not task.quantifies:
            votes["plain"] += times
    best = max(votes, key=lambda k: votes[k])
    if 2 * votes[best] > len(rows):
        return best
    other = _looks_like(rows)
    if votes[best] and other not in ("D", "E"):
        return best
    return _by_width(task, rows) if other in (None, task.letter) else None


def _by_width(task: Subtask, rows: list[Fields]) -> str | None:
    """Return the layout that the number of columns suggests where no line has a valid label."""
    width = len(rows[0])
    if task.quantifies:
        return "prevalences" if width > 2 else None
    return {2: "plain", 3: "topics"}.get(width)


def _labels(
    task: Subtask, path: str, lines: list[int], rows: list[Fields], *, with_topic: bool
) -> LabelTable:
    place = 2 if with_topic else 1
    full = all(len(row) > place and row[0] and row[1] for row in rows)
    labels = {cell: _label(cell) for cell in {row[place] for row in rows}} if full else {}
    if not full or not set(labels.values()) <= set(task.labels):
        _refuse(task, path, lines, rows, with_topic=with_topic)
    topics = [row[1] for row in rows] if with_topic else None
    return LabelTable(path, lines, [row[0] for row in rows], topics, [labels[row[place]] for row in rows])


def _refuse(task: Subtask, path: str, lines: list[int], rows: list[Fields], *, with_topic: bool) -> None:
    """Raise what is wrong with rows of labels, line by line."""
    place = 2 if with_topic else 1
    context, known = ReadingContext(path), set(task.labels)
    other = _hint(task, rows)
    for line, row in zip(lines, rows, strict=True):
        problem = ""
        if len(row) <= place:
            expected = "id, topic and label" if with_topic else "id and label"
            problem = f"expected {expected} separated by tabs, found {len(row)} column(s)"
        elif (label := _label(row[place])) not in known:
            hint = other or did_you_mean(label, task.labels) or "; others need --labels"
            problem = f"unknown label {label!r}; subtask {task.letter} allows {', '.join(task.labels)}{hint}"
        elif not row[0] or (with_topic and not row[1]):
            problem = "the id or the topic is empty"
        if problem:
            context.fault(InputError(problem, path, line))
    context.raise_faults()


def _prevalences(task: Subtask, path: str, lines: list[int], rows: list[Fields]) -> PrevalenceTable:
    size = len(task.labels)
    prevalences = np.empty((len(rows), size))
    counts = np.empty(len(rows))
    counted = sum(len(row) > size + 1 for row in rows) * 2 > len(rows)
    context = ReadingContext(path)
    other = _hint(task, rows) if any(len(row) <= size for row in rows) else ""
    for place, (line, row) in enumerate(zip(lines, rows, strict=True)):
        with context.keep_fault():
            if len(row) <= size:
                expected = f"a topic and {size} prevalences separated by tabs"
                raise InputError(f"expected {expected}, found {len(row)} column(s){other}", path, line)
            prevalences[place] = [_prevalence(v, path, line) for v in row[1 : size + 1]]
            total = math.fsum(prevalences[place])
            if off_one(total):
                problem = f"prevalences sum to {total:g}, not to 1 (tolerance {TOLERANCE})"
                raise InputError(problem, path, line)
            if not row[0]:
                raise InputError("the topic is empty", path, line)
            if counted:
                counts[place] = _count(row, size, path, line)
    context.raise_faults()
    return PrevalenceTable(path, lines, [row[0] for row in rows], prevalences, counts if counted else None)


def _prevalence(text: str, path: str, line: int) -> float:
    """Return a number from 0 to 1; scientific notation is one."""
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"expected a prevalence from 0 to 1, found {text!r}", path, line) from None
    if not 0 <= value <= 1 + TOLERANCE:  # NaN fails both
        raise InputError(f"a prevalence lies from 0 to 1, not at {text}", path, line)
    return value


def _count(row: Fields, size: int, path: str, line: int) -> float:
    text = row[size + 1] if len(row) > size + 1 else ""
    if (count := whole_number(text)) is None:
        raise InputError(f"expected the number of tweets of the topic, found {text!r:.80}", path, line)
    if count == 0:
        raise InputError(f"topic {row[0]} is empty: it has 0 tweets", path, line)
    return float(count)


@functools.lru_cache(1_024)
def _label(text: str) -> str:
    return label_text(text) if text[:1] in "+-012" else text


def _numbers(texts: Sequence[str], low: float = -math.inf, high: float = math.inf) -> bool:
    try:
        return all(low <= t <= high for t in map(float, texts))
    except ValueError:
        return False


def _looks_like(rows: list[Fields]) -> str | None:
    """Return the subtask whose format most lines have."""
    seen = Counter(_kind(row) for row in rows)
    if seen["A"]:
        seen["A"] += seen.pop("B", 0)  # B has the same labels but neutral
    best, votes = seen.most_common(1)[0]
    return best if 2 * votes > len(rows) else None


def _kind(row: Fields) -> str | None:
    for letter in "ED":
        size = len(SUBTASKS[letter].labels)
        if size < len(row) <= size + 2 and _numbers(row[1 : size + 1], low=0, high=1 + TOLERANCE):
            return letter
    for column in (2, 1):
        label = _label(row[column]) if len(row) > column else ""
        if label in FIVE_POINT:
            return "C"
        if label in POLARITY:
            return "B" if column == 2 and label != "neutral" else "A"
    return None


def _hint(task: Subtask, rows: list[Fields]) -> str:
    letter = _looks_like(rows)
    return f"; it looks like a file of subtask {letter}" if letter and letter != task.letter else ""
