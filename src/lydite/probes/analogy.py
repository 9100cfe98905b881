"""Analogies: a is to b as c is to which word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.choices import Oov
from lydite.core.compiled import kernel
from lydite.core.errors import InputError
from lydite.core.progress import track
from lydite.core.spec import param
from lydite.inference.statistics import ratio
from lydite.probes.base import (
    AskedQuestion,
    Probe,
    ProbeStatistics,
    ScoreOrCount,
    fold_option,
    oov_option,
    rate_statistics,
)
from lydite.probes.scripts import advice

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray, IntArray
    from lydite.probes.base import ProbeInput
    from lydite.vectors import Vectors


_TILE = 1024


@dataclass(frozen=True)
class Analogy(Probe):
    """The share of analogies that are solved by the word nearest to b − a + c.

    3CosAdd takes the word x with the largest cos(x, b) − cos(x, a) + cos(x, c) (Mikolov et al. 2013),
    3CosMul the largest cos(x, b) cos(x, c) / (cos(x, a) + 10⁻⁶) with cosines moved to [0, 1] (Levy and
    Goldberg 2014); a, b and c themselves never answer. By questions, this is gensim's
    ``evaluate_word_analogies``. By chance every word but those of the question answers equally often.

    >>> from lydite.probes import probe
    >>> from lydite.probes.testsets import TestSet
    >>> from lydite.vectors import Vectors
    >>> people = {"man": [1, 0, 1], "woman": [0, 1, 1], "king": [2, 0, 3], "queen": [0, 2, 3]}
    >>> v = Vectors.of(people | {"tax": [1, 1, 0]})
    >>> royal = TestSet.of_analogies({"royal": (("man", "king", "woman", "queen"),)}, "royal")
    >>> probe(v, ["analogy"], royal)[0].value
    1.0
    """

    name = "analogy"
    reference = "Mikolov et al. 2013; Levy and Goldberg 2014"
    needs = "analogies"

    method: Literal["3CosAdd", "3CosMul"] = param("3CosAdd", help="how the answer is found")
    average: Literal["questions", "relations"] = param(
        "questions", help="mean over all questions, or of the relations' means"
    )
    of: ScoreOrCount = param("rates", help="the score between 0 and 1, or the raw count of right answers")
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Answer all questions of all relations at once."""
        vocabulary = probe_input.vocabulary(fold=self.fold)
        ids = tuple(sorted(probe_input.test.analogies))
        rows = [
            probe_input.places([w for q in probe_input.test.analogies[r] for w in q], fold=self.fold).reshape(
                -1, 4
            )
            for r in ids
        ]
        if not any((r >= 0).any() for r in rows):
            hint = advice(probe_input.test.words, probe_input.vectors, fold=self.fold)
            raise InputError(f"no word of {probe_input.test.name} is in {probe_input.vectors.name}{hint}")
        answering = probe_input.answers(fold=self.fold)
        usable = [np.asarray((r >= 0).all(1) & (r[:, 3] < len(answering))) for r in rows]
        questions = np.concatenate([r[u] for r, u in zip(rows, usable, strict=True)])
        given = probe_input.shared(
            ("analogies", self.fold, self.method),
            lambda: answers(vocabulary, questions[:, :3], self.method, len(answering)),
        )
        right = np.equal(given, questions[:, 3]).astype(np.float64)
        relation = np.repeat(np.arange(len(ids)), [int(u.sum()) for u in usable])
        counts, expected = np.zeros((len(ids), 2)), np.zeros((len(ids), 2))
        counts[:, 0] = np.bincount(relation, right, minlength=len(ids))
        expected[:, 0] = np.bincount(relation, by_chance(questions, len(answering)), minlength=len(ids))
        counts[:, 1] = expected[:, 1] = [u.sum() if self.oov == "skip" else len(u) for u in usable]
        known = np.array([[(r >= 0).sum(), r.size] for r in rows], np.float64)
        skipped = tuple(r for r, n in zip(ids, counts[:, 1], strict=True) if not n)
        lacking = int(sum((~u).sum() for u in usable))
        return ProbeStatistics(
            ids, rate_statistics(counts), known, counts, skipped, rate_statistics(expected), lacking=lacking
        )

    def asked(self, probe_input: ProbeInput) -> dict[str, list[AskedQuestion]]:
        """Return the questions of each relation with the word that was answered."""
        self.examine(probe_input)
        vocabulary, count = probe_input.vocabulary(fold=self.fold), len(probe_input.answers(fold=self.fold))
        answered = iter(probe_input.shared(("analogies", self.fold, self.method), list))
        known: dict[str, list[AskedQuestion]] = {}
        for relation in sorted(probe_input.test.analogies):
            for words in probe_input.test.analogies[relation]:
                rows = probe_input.places(words, fold=self.fold)
                answer: tuple[tuple[str, bool], ...] = ()
                if (rows >= 0).all() and rows[3] < count and (row := next(answered)) >= 0:
                    answer = ((vocabulary.words[row], row == rows[3]),)
                question = f"{words[0]} : {words[1]} :: {words[2]} : ?"
                known.setdefault(relation, []).append(AskedQuestion(question, words[3], answer))
        return known

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean over questions or relations."""
        if self.of == "rates" and self.average == "questions":
            return ratio(sums[..., 2], sums[..., 3])
        return super().value(sums)


def by_chance(questions: IntArray, words: int) -> FloatArray:
    """Return how likely a random one of so many words answers each question (rows of a, b, c, d).

    >>> by_chance(np.array([[0, 1, 2, 3], [0, 1, 0, 3], [0, 1, 2, 2]]), 10).round(3).tolist()
    [0.143, 0.125, 0.0]
    """
    given = np.sort(questions[:, :3], axis=1)
    first = np.diff(given, axis=1, prepend=-1) > 0
    never = (first & (given < words)).sum(1)
    possible = (questions[:, :3] != questions[:, 3:]).all(1)
    return np.asarray(possible / np.maximum(words - never, 1))


def answers(vectors: Vectors, questions: IntArray, method: str, among: int) -> IntArray:
    """Return the row, one of the first ``among``, of the answer to each question (rows of a, b, c)."""
    words, places = np.unique(questions, return_inverse=True)
    places = places.reshape(questions.shape)
    unit = vectors.unit(words)
    best, at = np.full(len(questions), -np.inf), np.full(len(questions), -1)
    run = answer_tile.for_work(len(questions) * among)
    for a in track(range(0, among, _TILE), "analogies"):
        tile = vectors.unit(slice(a, min(a + _TILE, among)))
        run(unit @ tile.T, a, questions, places, method == "3CosMul", best, at)
    return at


@kernel(large=20_000)
def answer_tile(
    cosines: AnyArray,
    offset: int,
    questions: IntArray,
    places: IntArray,
    multiply: Any,
    best: AnyArray,
    at: IntArray,
) -> None:
    """Improve the best answer of each question by the words of one tile."""
    for q in range(len(questions)):
        a, b, c = cosines[places[q, 0]], cosines[places[q, 1]], cosines[places[q, 2]]
        top = best[q]
        for i in range(cosines.shape[1]):
            if multiply:
                score = (1.0 + b[i]) * (1.0 + c[i]) / 4.0 / ((1.0 + a[i]) / 2.0 + 1e-6)
            else:
                score = b[i] - a[i] + c[i]
            if score > top:
                row = offset + i
                if row != questions[q, 0] and row != questions[q, 1] and row != questions[q, 2]:
                    top = score
                    at[q] = row
        best[q] = top
