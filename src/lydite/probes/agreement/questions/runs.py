"""Answers in words: runs of lexical substitution as the task's organisers take them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.probes.agreement.questions.judged import Guesses, SubstituteScores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.probes.agreement.questions.question import QuestionSet

_ITEM = re.compile(r"\s*(?P<item>\S+\.\w+\s+\S+)\s+:::?\s?(?P<rest>.*)")
_GOLD = re.compile(
    r"(?<![\w'\s-])['\s-]*+(?P<read>\w[\w'\s-]*)$", re.ASCII
)  # the organisers' scorer reads "11.27 kilograms" as "27 kilograms"
_NON = re.compile(r"^non[\s-]")
_MOST = 10


def read_run(path: str | Path, encoding: str | None = None) -> dict[str, tuple[str, ...]]:
    """Read ``side.n 301 :: team;group``, one item a line, the best answer first (``:::`` for oot)."""
    source = opening.source_name(path)
    answers: dict[str, tuple[str, ...]] = {}
    for number, line in opening.lines(path, encoding):
        if not line.strip():
            continue
        item = _ITEM.fullmatch(line)
        if item is None:
            raise InputError("expected an item and its answers: side.n 301 :: team;group", source, number)
        name = " ".join(item["item"].split())
        if name in answers:
            raise InputError(f"item {name!r} is there twice", source, number)
        answers[name] = tuple(a for a in item["rest"].split(";") if a.strip())
    return answers


def judge_run(questions: QuestionSet, run: Mapping[str, Sequence[str]]) -> SubstituteScores:
    """Put the answers of a run beside people's; answers to items that do not count are left aside.

    Answers are compared without hyphens and apostrophes, as in the organisers' scorer. An answer that nobody
    gave earns nothing and takes its share of the guess; one that is given twice counts twice.
    """
    best, first, among, attempted = [], [], [], []
    for question in questions.questions:
        places: dict[str, int] = {}
        for place, one in sorted(enumerate(question.substitutes), key=lambda pair: -(pair[1].accepted or 0)):
            cut = _GOLD.search(one.phrase)
            places.setdefault(answer_key(cut["read"] if cut else one.phrase), place)
        guesses = [places.get(answer_key(a), -1) for a in run.get(question.id, ())]
        counts = np.zeros((3, len(question.substitutes)))
        for row, those in zip(counts, (guesses, guesses[:1], guesses[:_MOST]), strict=True):
            np.add.at(row, [g for g in those if g >= 0], 1.0)
        best.append(counts[0] / max(len(guesses), 1))
        first.append(counts[1])
        among.append(counts[2])
        attempted.append(bool(guesses))
    if not any(attempted):
        raise InputError(f"no item of {questions.name} is answered")
    shares, firsts, ten = (np.concatenate(part) for part in (best, first, among))
    guesses_made = Guesses(shares, firsts, ten, np.array(attempted))
    return replace(SubstituteScores.of(questions.questions), guesses=guesses_made)


def answer_key(phrase: str) -> str:
    """Return what answers are compared by.

    >>> answer_key("non-violent"), answer_key("well-known"), answer_key("o'clock")
    ('nonviolent', 'well known', 'oclock')
    """
    return _NON.sub("non", phrase).replace("-", " ").replace("'", "", 1)
