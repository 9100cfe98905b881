"""Meaning: how well one phrase stands for another, by what people accept. The default matcher."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.errors import MissingExtra, SpecError
from lydite.languages import code_of, stemmer_of
from lydite.matchers.base import Matcher, code_pairs, code_phrases
from lydite.matchers.meaning.engine import MeaningEngine
from lydite.matchers.meaning.model import load_model
from lydite.sources.encoders.base import Encoder
from lydite.sources.frequencies import open_frequencies, rank_frequencies
from lydite.sources.wordnet import open_wordnet
from lydite.spec import Resource, param
from lydite.text import stop_words_identity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.base import AlignedWord, Match
    from lydite.matchers.knowledge.substitution import AspectPath
    from lydite.matchers.meaning.cosines import CosineCache
    from lydite.matchers.meaning.engine import CodedPhrase, PhraseComparison
    from lydite.sources.frequencies import Frequencies
    from lydite.sources.wordnet import WordNet


@dataclass(frozen=True)
class Meaning(Matcher):
    """How well the candidate stands for the reference: what people accept, learned from their votes.

    Words: 1 for equal stems; else the acceptance of the candidate beyond that of an unrelated word, from the
    best paths in WordNet between their common senses, there and back, how often both are used, and whether
    they are opposites. Phrases: the best one-to-one alignment of words retains a share R of the reference and
    supports a share P of the candidate, rare words counting most; the score is R^0.4 · P^0.8, for what is
    assumed costs twice what is lost. Opposites, and a word that denies on one side only, leave a tenth. With
    ``vectors`` or an ``encoder`` cosines count, too.

    >>> one = Meaning()
    >>> one.score("food", "cake") > one.score("cake", "food")
    True
    """

    name = "meaning"
    reference = "this project; votes of HyperLex (Vulić et al. 2017), SWORDS (Lee et al. 2021), SimLex-999"
    symmetric = False
    revision = 3

    vectors: Resource | Literal["wordllama"] | None = param(
        None, help="a file of word vectors, or wordllama, whose cosines count too (extra: encoders)"
    )
    encoder: Encoder | None = param(
        None, help="an encoder whose cosines count too: transformers(model=FOLDER)"
    )
    store: Resource | None = param(
        None, help="a store made by lydite build wordnet; none: WordNet 3.1 for English"
    )
    language: str | None = param(
        None, help="the language of the phrases; none: that of the store, else English", alias=code_of
    )
    frequencies: Resource | None = param(
        None,
        help="a file of words with counts, or commonest first; none: English, or the vectors' order",
    )
    model: Resource | None = param(None, help="a file of coefficients; none: those learned from votes")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vectors is not None and self.encoder is not None:
            raise SpecError("meaning: takes vectors or an encoder, not both")
        if self.encoder is not None and self.encoder.learns:
            raise SpecError(
                f"meaning: encoder={self.encoder.name} learns from texts; expected one with weights"
            )

    @functools.cached_property
    def base(self) -> WordNet | None:
        """The wordnet of the language; none where there is none for it."""
        if self.store is None:
            return open_wordnet() if self.language in (None, "en") else None
        return open_wordnet(self.store.file, self.language)

    @property
    def spoken(self) -> str:
        """The language of the phrases."""
        return self.base.language if self.base is not None else str(self.language)

    @functools.cached_property
    def common(self) -> Frequencies:
        """How often words are used: by the file, else embedded, else by the order of the vectors' words."""
        if self.frequencies is None and self.spoken != "en" and isinstance(self.vectors, Resource):
            from lydite.sources.vectors import load_vectors

            words = load_vectors(self.vectors.file).words
            return rank_frequencies(words, self.spoken, f"order:{self.vectors.identity()}")
        return open_frequencies(self.spoken, None if self.frequencies is None else self.frequencies.file)

    @functools.cached_property
    def engine(self) -> MeaningEngine:
        """The engine that scores pairs; it caches what it has computed."""
        model = load_model(None if self.model is None else self.model.file)
        return MeaningEngine(
            model, self.common, self.spoken, stemmer_of(self.spoken), self.base, self._cosines
        )

    @functools.cached_property
    def _cosines(self) -> CosineCache | None:
        if self.vectors is None and self.encoder is None:
            return None
        from lydite.matchers.meaning.cosines import CosineCache

        return CosineCache(self.vectors, self.encoder)

    def sources(self) -> Mapping[str, str]:
        """Return the wordnet, the frequencies, the coefficients, and the weights of an encoder."""
        identities = {
            "store": self.base.identity if self.base else "none",
            "frequencies": self.common.identity,
            "model": load_model(None if self.model is None else self.model.file).digest,
        }
        if not len(self.common):
            identities["stopwords"] = stop_words_identity(self.spoken)
        if self.vectors == "wordllama":
            from lydite.sources.encoders.wordllama import Wordllama

            try:
                identities |= Wordllama().sources()
            except MissingExtra:  # it can be named, but not used
                identities["weights"] = "absent"
        return identities

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        return self._compare(*code_pairs(candidates, references)).scores

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases."""
        used, places = np.unique(np.concatenate([left, right]), return_inverse=True)
        halves = np.split(places.reshape(-1), [len(left)])
        return self._compare([phrases[i] for i in used.tolist()], *halves).scores

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        phrases, left, right = code_phrases(candidates, references)
        comparison = self._compare(phrases, np.repeat(left, len(right)), np.tile(right, len(left)))
        return comparison.scores.reshape(len(left), len(right))

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray | None:
        """Return the share of people expected to accept each word; NaN where either is a phrase.

        The share is of those who would say that the reference "is a type of" the candidate (4 to 6 of 6), two
        words without a sentence; in a sentence fewer accept. Of phrases there are no votes yet: their scores
        are an order, and claim no share. None where no pair is of words.
        """
        phrases, left, right = code_pairs(candidates, references)
        units = self.engine.units(phrases)
        whole = np.array([unit.whole for unit in units], np.int64)
        words = np.flatnonzero((whole[left] >= 0) & (whole[right] >= 0))
        if not len(words):
            return None
        shares: FloatArray = np.full(len(left), np.nan)
        related, place = self.engine.relate(whole[left[words]], whole[right[words]])
        shares[words] = related.accepted[place]
        return shares

    def known(self, phrases: Sequence[str]) -> NDArray[np.bool_]:
        """Return which phrases have a word that the wordnet, or the vectors, know."""
        words, cosines = self.engine.words, self._cosines
        units = self.engine.units(phrases)
        if self.base is None and cosines is None:
            return np.array([bool(u.words) for u in units], np.bool_)
        have_senses = np.array(
            [any(words.senses_of(w) for w in (*u.words, u.whole) if w >= 0) for u in units], np.bool_
        )
        return have_senses if cosines is None else have_senses | cosines.known(phrases)

    def known_as(self, phrases: Sequence[str]) -> list[str]:
        """Return whether the wordnet knows each phrase whole, word by word, or not at all."""
        units = self.engine.units(phrases)
        senses = [*self.engine.words.arrays.senses.tolist(), 0]
        known = zip(units, self.known(phrases).tolist(), strict=True)
        return ["direct" if senses[u.whole] else "aspects" if there else "none" for u, there in known]

    def aspect_paths(self, candidate: str, reference: str) -> list[AspectPath]:
        """Return the path that speaks for a word: there, else the way back; nothing for phrases."""
        from lydite.matchers.meaning.explaining import leg_of

        one, other = self.engine.units([candidate, reference])
        if min(one.whole, other.whole) < 0 or self.engine.related(one.whole, other.whole).opposition[0] > 0:
            return []
        leg, _ = leg_of(self.engine, one.whole, other.whole)
        return [leg] if leg else []

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score with the words that were aligned, or with what people would say of a word."""
        from lydite.matchers.meaning import explaining

        comparison = self._compare([candidate, reference], np.array([0]), np.array([1]))
        one, other = self.engine.units([candidate, reference])
        score, whole = float(comparison.scores[0]), float(comparison.whole[0])
        asides = self._asides(candidate, reference)
        lone = min(one.whole, other.whole) >= 0 and len(one.words) == len(other.words) == 1
        if one.joined == other.joined:
            note = "equal after folding, but for blanks and marks"
            return self._match(candidate, reference, score, note="; ".join([note, *asides]), acceptance=1.0)
        if lone or (whole > 0 and whole >= score - 1e-9):
            related = self.engine.related(one.whole, other.whole)
            leg, back = explaining.leg_of(self.engine, one.whole, other.whole)
            if related.opposition[0] > 0:
                note, leg = f"{candidate} and {reference} are opposites", None
            elif related.accepted[0] == 1:
                note = "one word by its stem"
            else:
                note = explaining.vote_note(related, leg, back=back)
                asides = [*self._strangers(one, other), *asides]
            if score > whole + 1e-9:
                note = f"cosine {comparison.cosine[0]:.2f}"
            said = "; ".join([note, *asides])
            path = leg.steps if leg else ()
            return self._match(candidate, reference, score, path, said, (), float(related.accepted[0]))
        parts = explaining.parts_of(self.engine, one, other, comparison)
        note = self._why(comparison, one, other, parts)
        return self._match(
            candidate, reference, score, (), "; ".join([*filter(None, [note]), *asides]), parts
        )

    def _why(
        self, comparison: PhraseComparison, one: CodedPhrase, other: CodedPhrase, parts: Sequence[AlignedWord]
    ) -> str:
        from lydite.matchers.meaning import explaining

        said = []
        if any(p.score for p in parts):
            said = [f"retained {comparison.retained[0]:.2f}, supported {comparison.supported[0]:.2f}"]
        if comparison.opposite[0] and not comparison.denied[0]:
            pair = explaining.opposites_of(self.engine, one, other)
            said.insert(0, f"{pair[0]} and {pair[1]} are opposites" if pair else "")
        if comparison.denied[0] and not comparison.opposite[0]:
            said.insert(0, "only one of the two denies")
        if comparison.differs_from_head[0]:
            said.append("what they share is part of a phrase that means something else")
        if comparison.acronym[0]:
            said.append("initials of the words")
        if comparison.scores[0] > max(comparison.aligned[0], comparison.whole[0]) + 1e-9:
            said.append(f"decided by the cosine {comparison.cosine[0]:.2f}")
        for unit in (one, other):
            if unit.cut:
                said.append(f"of {unit.cut:,} words the {len(unit.words)} rarest are compared")
        return "; ".join(filter(None, said))

    def _strangers(self, *units: CodedPhrase) -> list[str]:
        """Return a note on the words that the wordnet does not know."""
        words = self.engine.words
        lost = [repr(words.names[u.whole][:80]) for u in units if not words.senses_of(u.whole)]
        return [f"WordNet does not know {' and '.join(lost)}"] if lost and self.base else []

    def _asides(self, *phrases: str) -> list[str]:
        """Return what there was nothing to go by: a wordnet of the language, vectors of the phrases."""
        said = []
        if self.base is None:
            rest = "overlap" if self._cosines is None else "overlap and vectors"
            said.append(f"no wordnet for the language {self.language}: {rest} only")
        if self._cosines is not None and not all(there := self._cosines.known(phrases).tolist()):
            lost = [repr(p[:80]) for p, known in zip(phrases, there, strict=True) if not known]
            said.append(f"no vector for {' and '.join(lost)}")
        return said

    def _compare(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> PhraseComparison:
        return self.engine.compare(phrases, left, right)
