"""The line that the organisers' scorer prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsFloat

if TYPE_CHECKING:
    from lydite.measures.labels.items import LabelItems, Prevalences
    from lydite.measures.tasks.semeval.subtasks import Subtask

TRAILING_TAB = "ADE"  # as the Perl scripts of 2016 end their lines


def official_line(task: Subtask, items: LabelItems | Prevalences, name: str) -> str:
    """Return the organisers' line for one run, without the newline.

    A of 2016 prints each data set; a file of A without data sets is of 2017, whose scorer puts average
    recall first.
    """
    fields = [name]
    if task.letter == "A" and items.topics != ("",):
        for place, topic in enumerate(items.topics):
            fields.append(str(topic))
            fields += [_print(m.within(m.totals(items)[place])) for m in task.official]
    else:
        measures = task.official
        if task.letter == "A":
            first, second, *rest = measures
            measures = (second, first, *rest)
        fields += [_print(m.value(m.totals(items))) for m in measures]
    return "\t".join(fields) + ("\t" if task.letter in TRAILING_TAB else "")


def _print(value: SupportsFloat) -> str:
    return f"{float(value):0.3f}"
