"""What every matcher is, and the answer it gives."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lydite import __version__
from lydite.core.arrays import code_keys
from lydite.core.errors import InputError
from lydite.core.lazy import Printable
from lydite.core.spec import Declaration

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray

    ScoresOf = Callable[["Matcher"], FloatArray]


@dataclass(frozen=True, slots=True)
class PathStep:
    """One transition on the way from a candidate to a reference."""

    source: str
    target: str
    transition: str
    score: float


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """A word of the candidate aligned with a word of the reference; one of them is empty where none fits.

    Shares are what each word weighs in its phrase: Σ score · reference_share is what is retained of the
    reference, Σ score · candidate_share what is supported of the candidate.
    """

    candidate: str
    reference: str
    score: float
    candidate_share: float
    reference_share: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Match(Printable):
    """How well a candidate stands for a reference, and why.

    ``acceptance`` is the share of people expected to accept it, where a matcher claims one; ``parts`` are the
    words that were aligned, of matchers that align; ``known`` is the share of the words of the lesser known
    phrase that the source has, and ``evidence`` says by how much each piece of evidence raises the score.
    """

    candidate: str
    reference: str
    matcher: str
    score: float
    path: tuple[PathStep, ...] = ()
    note: str = ""
    signature: str = field(default="", repr=False)
    parts: tuple[AlignedWord, ...] = ()
    acceptance: float | None = None
    known: float | None = None
    evidence: tuple[tuple[str, float], ...] = ()

    def __float__(self) -> float:
        return self.score


class Matcher(Declaration):
    """A graded or yes/no match of a candidate phrase with a reference phrase, from 0 to 1.

    Subclasses write :meth:`pairs`; the rest follows from it. The laws a matcher obeys are declared,
    and the common tests hold it to them.
    """

    kind = "matcher"
    identity: ClassVar[bool] = True
    """Whether a phrase matches itself with exactly 1."""
    symmetric: ClassVar[bool] = True
    """Whether candidate and reference may be swapped."""
    graded: ClassVar[bool] = True
    """Whether scores other than 0 and 1 occur."""
    tunable: ClassVar[tuple[str, ...]] = ()
    """The parameters that are tuned where none are named."""
    ordered: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Parameters of which the first never exceeds the second."""

    @property
    def highest(self) -> float:
        """The highest score; other than 1 only where a raw scale was asked for."""
        return 1.0

    @property
    def sides(self) -> tuple[Matcher, Matcher]:
        """The matchers that know candidates and references: this one, unless they are of two languages."""
        return self, self

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        raise NotImplementedError

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases: what measures call."""
        return self.pairs([phrases[i] for i in left], [phrases[i] for i in right])

    def prepare(self, candidates: Sequence[str], references: Sequence[str]) -> ScoresOf:
        """Return a function that scores these pairs with this matcher, or with one of other parameters.

        Override it where there is work that parameters do not change: tuning scores the same pairs thousands
        of times.
        """
        return lambda other: other.pairs(candidates, references)

    def score(self, candidate: str, reference: str) -> float:
        """Return how well one candidate stands for one reference."""
        return float(self.pairs([candidate], [reference])[0])

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        left = [c for c in candidates for _ in references]
        return self.pairs(left, list(references) * len(candidates)).reshape(len(candidates), len(references))

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair with what led to it."""
        return self._match(candidate, reference, self.score(candidate, reference))

    def explain_pairs(self, candidates: Sequence[str], references: Sequence[str]) -> list[Match]:
        """Return what led to the score of each candidate with the reference at the same place."""
        return [self.explain(c, r) for c, r in zip(candidates, references, strict=True)]

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases the source behind this matcher knows at all (for coverage)."""
        return np.ones(len(phrases), dtype=bool)

    def known_shares(self, phrases: Sequence[str]) -> FloatArray:
        """Return how much of each phrase the source knows: 1, 0, or the share of its words."""
        return self.known(phrases).astype(np.float64)

    def known_as(self, phrases: Sequence[str]) -> list[str]:
        """Return how the source knows each phrase: direct (whole), aspects (part by part), or none."""
        return ["direct" if known else "none" for known in self.known(phrases).tolist()]

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray | None:
        """Return the share of people expected to accept each candidate.

        NaN for pairs of which none is claimed; None for matchers that claim none at all.
        """
        del candidates, references
        return None

    def why_zero(self, candidate: str, reference: str) -> str:
        """Return why a pair scores 0; the default explanation."""
        phrases = (candidate, reference)
        if empty := [p for p in phrases if not p.strip()]:
            return f"{empty[0]!r} is an empty phrase"
        known = self.known(phrases).tolist()
        lost = [repr(p[:80]) for p, there in zip(phrases, known, strict=True) if not there]
        if lost:
            return f"{self.name} does not know {' and '.join(lost)}"
        return f"by {self.name} the two have nothing in common"

    def _match(
        self,
        candidate: str,
        reference: str,
        score: float,
        path: Sequence[PathStep] = (),
        note: str = "",
        parts: Sequence[AlignedWord] = (),
        acceptance: float | None = None,
    ) -> Match:
        signature = f"{self.signature()}|lydite:{__version__}"
        note = note or (self.why_zero(candidate, reference) if score == 0 else "")
        return Match(
            candidate, reference, str(self), score, tuple(path), note, signature, tuple(parts), acceptance
        )


class KeyMatcher(Matcher):
    """A yes/no matcher that compares keys: equal keys match, others do not."""

    graded = False

    def key(self, phrase: str) -> str:
        """Return the key of a phrase: phrases with equal keys match."""
        raise NotImplementedError

    def keys(self, phrases: Sequence[str]) -> Sequence[str]:
        """Return the keys of phrases."""
        return [self.key(p) for p in phrases]

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return 1 where the keys are equal, else 0."""
        phrases, left, right = code_pairs(candidates, references)
        keys = code_keys(self.keys(phrases))
        return np.asarray(keys[left] == keys[right], dtype=np.float64)

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair; the note shows the two keys."""
        left, right = self.key(candidate), self.key(reference)
        sign = "=" if left == right else "≠"
        return self._match(candidate, reference, float(left == right), note=f"{left} {sign} {right}")


def code_phrases(
    candidates: Sequence[str], references: Sequence[str]
) -> tuple[list[str], IntArray, IntArray]:
    """Return the distinct phrases of two lists, and both lists as places among them."""
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    left = np.fromiter(map(numbers.__getitem__, candidates), np.int64, len(candidates))
    right = np.fromiter(map(numbers.__getitem__, references), np.int64, len(references))
    return list(numbers), left, right


def code_pairs(candidates: Sequence[str], references: Sequence[str]) -> tuple[list[str], IntArray, IntArray]:
    """Number two lists that belong together, place by place."""
    if len(candidates) != len(references):
        raise InputError(f"{len(candidates):,} candidates for {len(references):,} references")
    return code_phrases(candidates, references)
