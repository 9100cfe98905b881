"""The worked examples of the thesis: the scores that it prints for the embedded questions, by table."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

import numpy as np

from lydite.probes.agreement.questions.judged import SubstituteScores
from lydite.probes.agreement.questions.reading import EMBEDDED, read_questions


def table(number: str, system: str = "expected") -> SubstituteScores:
    """Return the question of a table with the scores that it prints for a system.

    >>> table("5.4", "WordSub").scores.tolist()
    [0.7, 0.27, 0.11, 0.0]
    """
    printed = _printed()[number]
    questions = [q for q in read_questions(EMBEDDED).questions if q.id == printed["question"]]
    return SubstituteScores.of(questions, np.array(printed["systems"][system]))


@functools.cache
def _printed() -> dict[str, Any]:
    text = resources.files("lydite").joinpath("data/questions/printed.json").read_text("utf-8")
    tables: dict[str, Any] = json.loads(text)
    return tables
