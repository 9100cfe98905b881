"""``meaning(ask=match)``: would a person accept a candidate as a match for a reference."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from lydite.core.errors import StoreError
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.meaning.evidence import EvidenceSource
from lydite.matchers.meaning.model import OPPOSED
from lydite.matchers.meaning.synonyms import read_synonyms
from lydite.matchers.meaning.taxonomy import Taxonomy, information_of
from lydite.vectors.static_encoder import open_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.wordnet import WordNet
    from lydite.matchers.meaning.engine import MeaningEngine
    from lydite.matchers.meaning.evidence import Columns
    from lydite.matchers.meaning.trees import Trees

WORDNET = "data/meaning/wordnet.npz"
GROUPS = {
    "letters": "trigrams inside length_c length_r",
    "numbers": "numbers_same numbers_differ numbers_one",
    "equal words": "exact_c exact_r rest_sides",
    "WordNet": (
        "net_c net_r net_least soft_c soft_r soft_least soft_worst_c soft_worst_r rest_net head_net head_path"
        " head_back head_same kind kind_back aligned retained supported whole_path whole_back whole_opposed"
        " lin head_lin steps_c steps_r above unknown_c unknown_r"
    ),
    "opposites": "opposites opposite denied whole_opposed",
    "generality": "info_c info_r general vague above steps_c steps_r",
    "encoder": (
        "vec_c vec_r vec_least vec_worst_c vec_worst_r soft_c soft_r soft_least soft_worst_c soft_worst_r"
        " rest_cosine extra_cosine cosine says_c says_r head_cosine modifier_cosine vectorless"
    ),
    "frequency": "zipf_c zipf_r rest_zipf_c rest_zipf_r zipf_gap",
}
"""Pieces of evidence, and the columns of each."""


class Judged(NamedTuple):
    """The score of each pair, and the share of the words that are known of the phrase that is known less.

    Phrases that are spelled alike, and initials of the words they stand for, are known.
    """

    scores: FloatArray
    known: FloatArray


@dataclass(frozen=True, eq=False)
class MatchEngine:
    """Evidence of pairs, and the model that turns it into the rating that people would give."""

    source: EvidenceSource
    trees: Trees
    scale: ClassVar[str] = "same 1, near synonym .75, kind or part .5"

    def judge(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> Judged:
        """Return the scores of pairs of places in a list of phrases."""
        shares = self.source.known_shares(phrases)
        known = np.minimum(shares[left], shares[right])
        empty = np.array([not phrase.strip() for phrase in phrases], np.bool_)
        void = empty[left] | empty[right]
        scores = np.zeros(len(left))
        for part, columns in self.source.parts(phrases, left, right):
            met = (columns["same"] > 0) | (columns["acronym"] > 0)
            known[part] = np.where(met, 1.0, known[part])
            scores[part] = np.where(void[part] & ~met, 0.0, self.score(columns, known[part]))
        return Judged(scores, np.where(void, 0.0, known))

    def score(self, columns: Columns, known: FloatArray) -> FloatArray:
        """Return what the model makes of evidence.

        Equal spellings are 1, nothing else is known of a pair gives the prior, and opposites, or a word that
        denies on one side only, leave a tenth.
        """
        scores = self.trees.predict(columns)
        opposed = (columns["opposites"] > 0) | (columns["opposite"] > 0) | (columns["whole_opposed"] > 0)
        scores = np.where(opposed != (columns["denied"] > 0), OPPOSED, 1.0) * scores
        blank = (known == 0) & (columns["vectorless"] > 0) & (columns["trigrams"] == 0)
        scores = np.where(blank, self.trees.prior, scores)
        return np.where((columns["same"] > 0) & (columns["acronym"] == 0), 1.0, np.round(scores, 12))

    def shares(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> list[dict[str, float]]:
        """Return for each pair how much each piece of evidence adds: the score, less that without it."""
        columns = self.source.columns(phrases, left, right)
        known = np.ones(len(left))
        whole = self.score(columns, known)
        found: dict[str, FloatArray] = {}
        for name, group in GROUPS.items():
            unknown = {column: np.full(len(left), np.nan) for column in group.split()}
            found[name] = whole - self.score(columns | unknown, known)
        return [
            {name: round(float(f[i]), 4) for name, f in found.items() if abs(f[i]) >= 0.005}
            for i in range(len(left))
        ]

    def unknown_notes(self, phrases: Iterable[str]) -> list[str]:
        """Return a note on each phrase that is not known, or not as a whole."""
        notes = []
        for phrase in phrases:
            words = self.source.unknown_words(phrase)
            if not phrase.strip():
                notes.append("an empty phrase")
            elif self.source.known_shares([phrase])[0] == 0:
                notes.append(f"{phrase[:80]!r} is unknown")
            elif words:
                notes.append(f"{phrase[:80]!r} is known in part: not {', '.join(words)[:80]}")
        return notes


def open_evidence(engine: MeaningEngine, base: WordNet, synonyms: Path | None = None) -> EvidenceSource:
    """Return what looks up evidence of English phrases: a wordnet, the table of the package, own terms."""
    information, pertainyms = wordnet_facts()
    if base.identity != open_wordnet().identity:
        information = information_of(base)
    own = None if synonyms is None else read_synonyms(synonyms)
    return EvidenceSource(engine, open_table(), Taxonomy(base, information), pertainyms, own)


@functools.cache
def wordnet_facts() -> tuple[FloatArray, Mapping[str, tuple[str, ...]]]:
    """Return the information of each synset of the embedded WordNet, and the pertainyms of its words."""
    with resources.as_file(resources.files("lydite").joinpath(WORDNET)) as path:
        return read_facts(path)


def read_facts(path: Path) -> tuple[FloatArray, Mapping[str, tuple[str, ...]]]:
    """Return what ``tools/match.py`` wrote of a wordnet."""
    try:
        with np.load(path) as file:  # noqa: TID251, a file of the package
            information, text = file["information"].astype(np.float64), file["pertainyms"].tobytes().decode()
        pairs = [line.split("\t") for line in text.split("\n")]
        found: dict[str, tuple[str, ...]] = {}
        for one, other in pairs:
            found[one] = (*found.get(one, ()), other)
            found[other] = (*found.get(other, ()), one)
    except Exception as error:  # a damaged archive has many errors
        raise StoreError(f"not the facts of a wordnet ({error}); install lydite again", path) from error
    return information, found
