"""What every probe of word vectors is, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from lydite.core.spec import Declaration, param
from lydite.inference.statistics import Scorable, ratio
from lydite.vectors.table import fold_word

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.testsets.testset import TestSet
    from lydite.vectors import Vectors


ScoreOrCount = Literal["rates", "counts"]


def fold_option() -> Any:
    """Declare ``fold``, which every probe has."""
    return param(False, help="fold case, accents and compatibility forms of test set and vocabulary alike")


def oov_option() -> Any:
    """Declare ``oov``, which every probe has."""
    return param("wrong", help="unknown words count as wrong answers, or are left out of the test set")


def of_option() -> Any:
    """Declare ``of``: the published score, or how many answers were right."""
    return param("rates", help="the score between 0 and 1, or the raw count of right answers")


@dataclass(frozen=True)
class ProbeInput:
    """The input of probes: vectors and a test set, with a cache of what several probes need."""

    vectors: Vectors
    test: TestSet
    subwords: bool = False
    """Whether unknown words of the test set are composed of subwords, to be asked about only."""
    beside: tuple[Vectors, ...] = ()
    """Vectors that must know a word, too: the common vocabulary."""
    _memory: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def answers(self, *, fold: bool) -> Vectors:
        """Return the words that can be answers: folded where asked, without zero vectors."""

        def made() -> Vectors:
            own = _comparable(self.vectors, fold=fold)
            known = [set(_comparable(v, fold=fold).words.all) for v in self.beside]
            if not known:
                return own
            common = set.intersection(*known)
            return own.select(np.flatnonzero([word in common for word in own.words.all]))

        words: Vectors = self.shared(("answers", fold), made)
        return words

    def vocabulary(self, *, fold: bool) -> Vectors:
        """Return the words that can be asked about: answers first, then those composed of subwords."""

        def made() -> Vectors:
            own = self.answers(fold=fold)
            spelled = {fold_word(w) if fold else w: w for w in reversed(self.test.words)}  # the first stays
            return own.extended(spelled).directed()

        words: Vectors = self.shared(("vocabulary", fold), made) if self.subwords else self.answers(fold=fold)
        return words

    def find(self, words: Sequence[str], *, fold: bool) -> IntArray:
        """Return the row of each word, each row once and −1 for unknown ones; repeated words are dropped."""
        return self.vocabulary(fold=fold).find(list(dict.fromkeys(map(fold_word, words) if fold else words)))

    def places(self, words: Sequence[str], *, fold: bool) -> IntArray:
        """Return the row of each word as it stands, −1 for unknown ones."""
        return self.vocabulary(fold=fold).find([fold_word(w) for w in words] if fold else list(words))

    def shared(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """Compute once what several probes need."""
        if key not in self._memory:
            self._memory[key] = compute()
        return self._memory[key]


@dataclass(frozen=True)
class ProbeStatistics:
    """Statistics of a probe: one row for each item (category, relation, pair, group)."""

    ids: tuple[str, ...]
    statistics: FloatArray
    coverage: FloatArray
    """How many words of each item are known, and how many there are."""
    counts: FloatArray
    """How many answers of each item are right, and how many were asked for."""
    skipped: tuple[str, ...] = ()
    chance: FloatArray | None = None
    """The statistics expected of the same vectors, given to words at random."""
    shuffled: FloatArray | None = None
    """Where that was shuffled: the sums of the statistics in each shuffle."""
    lacking: int = 0
    """How many pairs or questions have an unknown word; coverage counts words."""


@dataclass(frozen=True)
class AskedQuestion:
    """One question, the right answer, and what was answered with whether it is right: for looking at."""

    question: str
    expected: str
    given: tuple[tuple[str, bool], ...]


class Probe(Declaration, Scorable):
    """A test of word vectors. Subclasses examine them, and give the value of summed statistics."""

    kind = "probe"
    needs: ClassVar[Literal["categories", "analogies", "pairs", "outliers"]] = "categories"
    """What a test set must contain."""
    undefined = "items with too few usable words are listed as skipped"

    @property
    def chance_by(self) -> str:
        """How chance is taken: exactly, or from shuffles."""
        return "expectation"

    @property
    def best(self) -> float:
        """The value of perfect vectors; a raw count has none."""
        return float("inf") if getattr(self, "of", "rates") == "counts" else self.high

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Run the probe."""
        raise NotImplementedError

    def account(self, row: FloatArray) -> str:
        """Say in words what the statistics of one item are, beside its value."""
        return f"{row[2]:,.0f} of {row[3]:,.0f} right" if len(row) == 4 and row[3] else ""

    def asked(self, probe_input: ProbeInput) -> dict[str, list[AskedQuestion]]:  # noqa: ARG002
        """Return what was asked and answered by item; nothing where answers are counted, not given."""
        return {}

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean rate, or the raw count, of sums of (rate, 1, right, asked)."""
        if getattr(self, "of", "rates") == "counts":
            return np.asarray(sums[..., 2].sum(-1))
        return ratio(sums[..., 0], sums[..., 1])


def _comparable(vectors: Vectors, *, fold: bool) -> Vectors:
    return (vectors.folded() if fold else vectors).directed()


def rate_statistics(counts: FloatArray) -> FloatArray:
    """Return statistics (rate, 1, right, asked) of counts (right, asked); nothing asked is unscored."""
    right, attempts = counts.T
    scored = attempts > 0
    rate = np.divide(right, attempts, out=np.zeros(len(counts)), where=scored)
    return np.asarray(np.stack([rate, scored.astype(np.float64), right, attempts], axis=1) * scored[:, None])
