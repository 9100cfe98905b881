"""Labels against labels, prevalences against prevalences: classification and quantification.

The measures of SemEval-2016 Task 4 and what its organisers print beside them, for any label set and
any ordinal scale. One file each; what they share is in ``counting``, ``items`` and ``base``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.measures.labels.base import LabelMeasure
    from lydite.measures.labels.items import LabelItems, Prevalences
    from lydite.measures.labels.matching import match
    from lydite.measures.labels.reading import read_side
    from lydite.measures.labels.tables import LabelTable, PrevalenceTable
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "LabelMeasure",
            "counting": "GRID distinct encode integer_counts",
            "items": "ConfusionCounts LabelItems Prevalences count",
            "matching": "match",
            "quantification": "QuantificationMeasure",
            "reading": "read_side",
            "scoring": "score",
            "tables": "LabelTable PrevalenceTable aggregate",
        },
    )

__all__ = [
    "LabelItems",
    "LabelMeasure",
    "LabelTable",
    "PrevalenceTable",
    "Prevalences",
    "match",
    "read_side",
]
