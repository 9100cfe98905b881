"""Average F1, as the organisers of SemEval-2016 Task 4 call macro-averaged F1."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.measures.labels.macro_f1 import macro_F1


@dataclass(frozen=True)
class average_F1(macro_F1):
    """Mean over all classes of F1: macro_F1 under the name that the organisers of SemEval-2016 Task 4 use."""

    name = "average_F1"
    also = ()
    reference = "printed by the organisers' scorer of SemEval-2016 Task 4 B"
