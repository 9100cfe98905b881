"""Questions of a few substitutes each, drawn from longer ones so that they look like those of the thesis."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.probes.agreement.questions.question import QuestionSet

if TYPE_CHECKING:
    from lydite.probes.agreement.questions.question import Question

SIZE = 4


def sample(questions: QuestionSet, size: int = SIZE, seed: int = 0) -> QuestionSet:
    """Draw ``size`` substitutes for each question: a best one, then as many different shares as there are.

    A share is score / coverage. A question whose substitutes are nearly all bad (as SWORDS's are) ranks
    nothing: most of its pairs are ties. So levels of share are drawn first, without replacement and the
    highest always, then one substitute of each level; levels come again only where there are too few.
    Questions with fewer judged substitutes are left out. Each question has a generator of its own, so that
    what is drawn for it does not depend on the others.
    """
    if size < 2:
        raise InputError(f"questions need two substitutes or more, not {size}")
    drawn = [q.choose(places) for q in questions.questions if (places := _draw(q, size, seed))]
    if not drawn:
        raise InputError(f"no question of {questions.name} has {size} judged substitutes")
    lost = len(questions) - len(drawn)
    sentence = "{count:,} questions with fewer than {size} judged substitutes are left out"
    note = (Note(sentence, count=lost, size=size),) if lost else ()
    return QuestionSet(f"{questions.name}, {size} of each", tuple(drawn), (*questions.notes, *note))


def _draw(question: Question, size: int, seed: int) -> list[int]:
    """Return the places of the substitutes, in the order of the question; none where there are too few."""
    levels: dict[float, list[int]] = defaultdict(list)
    for place, one in enumerate(question.substitutes):
        if one.coverage > 0:
            levels[one.score / one.coverage].append(place)
    if sum(map(len, levels.values())) < size:
        return []
    key = hashlib.sha256(f"{seed}\0{question.id}".encode("utf-8", "surrogatepass")).digest()
    generator = np.random.default_rng(int.from_bytes(key[:8], "little"))
    left = {share: generator.permutation(places).tolist() for share, places in sorted(levels.items())}
    chosen = [left[max(left)].pop()]
    order = [share for share in generator.permutation(list(left)).tolist() if share != max(left)]
    while len(chosen) < size:
        chosen += [left[share].pop() for share in order if left[share]][: size - len(chosen)]
        order = [*(share for share in order if share != max(left)), max(left)]
    return sorted(chosen)
