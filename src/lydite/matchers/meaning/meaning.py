"""Meaning: whether people accept one phrase for another, or that it is a kind of it. The default matcher."""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar

import numpy as np

from lydite.core.arrays import number_used
from lydite.core.errors import MissingExtra, SpecError
from lydite.core.spec import Resource, param
from lydite.matchers.base import code_pairs, code_phrases
from lydite.matchers.knowledge.bilingual import BilingualMatcher
from lydite.matchers.meaning import explaining
from lydite.matchers.meaning.cosines import CosineCache
from lydite.matchers.meaning.engine import MeaningEngine
from lydite.matchers.meaning.explaining import leg_of
from lydite.matchers.meaning.language import open_language
from lydite.matchers.meaning.matching import MatchEngine, open_evidence
from lydite.matchers.meaning.model import load_model
from lydite.matchers.meaning.trees import embedded_trees
from lydite.vectors.encoders.base import Encoder
from lydite.vectors.encoders.wordllama import Wordllama

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.matchers.base import Match
    from lydite.matchers.knowledge.substitution import AspectPath
    from lydite.matchers.meaning.cosines import CosineCache
    from lydite.matchers.meaning.engine import CodedPhrase, PhraseComparison
    from lydite.matchers.meaning.language import LanguageSources
    from lydite.matchers.meaning.matching import MatchEngine

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")
_LOCK = threading.RLock()


def _one_thread_at_a_time(method: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """Return the method, which waits while another thread is in such a method of any ``Meaning``.

    The engine numbers words and phrases as it meets them, and appends to lists and arrays that belong
    together: two threads at once would mix up their numbers, and get wrong scores. Matchers share wordnets
    and tables that are cached, so there is one lock for all of them. A lock of the module, unlike one of a
    matcher, is not pickled with it.
    """

    @functools.wraps(method)
    def locked(*args: _Given.args, **kwargs: _Given.kwargs) -> _Returned:
        with _LOCK:
            return method(*args, **kwargs)

    return locked


@dataclass(frozen=True)
class Meaning(BilingualMatcher):
    """Whether a person would accept one phrase as a match for another, or as more general.

    ``ask=match``, the default for English: the rating that people are expected to give (same 1, near synonym
    .75, kind or part .5; what is only of the same domain 0), from letters and numbers, WordNet, a static
    encoder inside the package, and how often words are used; a sum of small regression trees, monotone in
    its evidence. A pair of which nothing is known gets the mean of unrelated pairs, and is marked as unknown.

    ``ask=kind``, the default for all other languages: would people say that the reference is a type of the
    candidate? Words: 1 for equal stems; else the acceptance of the candidate beyond that of an unrelated
    word, from the best paths in WordNet between their common senses, there and back, how often both are used,
    and whether they are opposites. Phrases: the best one-to-one alignment of words retains a share R of the
    reference and supports a share P of the candidate, rare words counting most; the score is
    R^0.4 · P^0.8 · (1 − min(1 − R, 1 − P)), for what is assumed costs twice what is lost, and what stands in
    place of something else costs more. Opposites, and a word that denies on one side only, leave a tenth.
    With ``vectors`` or an ``encoder`` cosines count, too.

    >>> match, kind = Meaning(), Meaning(ask="kind")
    >>> match.score("entity", "dog") < 0.1 < 0.7 < kind.score("entity", "dog")
    True
    """

    name = "meaning"
    citation = (
        "this project; match: ratings of patent phrases (Aslanyan and Wetherbee 2022) and similarity sets;"
        " kind: votes of HyperLex (Vulić et al. 2017), SWORDS (Lee et al. 2021), SimLex-999"
    )
    symmetric = False
    revision = 7

    ask: Literal["match", "kind"] | None = param(
        None,
        help="match: would a person accept it as a match; kind: is the reference a kind of it; "
        "none: match in English, else kind",
    )
    synonyms: Resource | None = param(
        None,
        help="ask=match: terms of your own, a table with the columns concept and label, a row a label",
        later=True,
    )
    vectors: Resource | Literal["wordllama"] | None = param(
        None, help="ask=kind: a file of word vectors, or wordllama, whose cosines count too (extra: encoders)"
    )
    encoder: Encoder | None = param(
        None, help="ask=kind: an encoder whose cosines count too: transformers(model=FOLDER)"
    )
    store: Resource | None = param(
        None, help="a store made by lydite build wordnet; none: WordNet 3.1 for English"
    )
    frequencies: Resource | None = param(
        None,
        help="ask=kind: words with counts, or commonest first; none: English, or the vectors' order",
    )
    model: Resource | None = param(
        None, help="ask=kind: a file of coefficients; none: those learned from votes"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vectors is not None and self.encoder is not None:
            raise SpecError("meaning: takes vectors or an encoder, not both")
        if self.encoder is not None and self.encoder.learns:
            raise SpecError(
                f"meaning: encoder={self.encoder.name} learns from texts; expected one with weights"
            )
        if self.question == "kind":
            if self.synonyms is not None:
                raise SpecError("meaning: synonyms belong to ask=match")
            return
        codes = {code for code in (self.language, self.candidate, self.reference) if code is not None}
        if codes - {"en"}:
            raise SpecError(f"meaning: ask=match is for English, not for {', '.join(sorted(codes - {'en'}))}")
        of_kind = [n for n in ("vectors", "encoder", "model", "frequencies") if getattr(self, n) is not None]
        if of_kind:
            raise SpecError(
                f"meaning: {of_kind[0]} belongs to ask=kind: write meaning(ask=kind, {of_kind[0]}=…)"
            )

    @functools.cached_property
    def settings(self) -> dict[str, Any]:
        """The parameters, with the question that is asked where none was given."""
        return super().settings | {"ask": self.question}

    @functools.cached_property
    def question(self) -> Literal["match", "kind"]:
        """What is asked: the parameter; else match in English, and kind in other languages."""
        if self.ask is not None:
            return self.ask
        codes = {self.language, self.candidate, self.reference} - {None, "en"}
        if not codes and self.store is not None and self.language is None:
            codes = {code for side in self.languages if (code := side.language) != "en"}
        return "kind" if codes else "match"

    @functools.cached_property
    def languages(self) -> tuple[LanguageSources, ...]:
        """What is known of the language of the phrases, or of those of candidates and references."""
        codes = [own or self.language for own in (self.candidate, self.reference)]
        store = None if self.store is None else self.store.file
        vectors = self.vectors if isinstance(self.vectors, Resource) and codes[0] == codes[1] else None
        own = None if self.frequencies is None else self.frequencies.file
        one = open_language(codes[0], store, own, vectors)
        if codes[0] == codes[1]:
            return (one,)
        other = open_language(codes[1], store, own, vectors)
        if one.language == other.language:
            return (one,)
        if own is not None:  # a file is of one language: of two, of the one that is not English
            if "en" not in (one.language, other.language):
                raise SpecError("meaning: frequencies are of one language; across two, one must be English")
            one, other = (
                open_language(code, store, None if side.language == "en" else own, None)
                for code, side in zip(codes, (one, other), strict=True)
            )
        return one, other

    @property
    def spoken(self) -> str:
        """The language of the phrases, of two that of candidates."""
        return self.languages[0].language

    @property
    def identity(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether a phrase matches itself with 1: not where it is of two languages."""
        return len(self.languages) == 1

    @functools.cached_property
    def engine(self) -> MeaningEngine:
        """The engine that scores pairs; it caches what it has computed."""
        model = load_model(None if self.model is None else self.model.file)
        return MeaningEngine(model, self.languages, self._cosines)

    @functools.cached_property
    def matching(self) -> MatchEngine | None:
        """What scores pairs where the question is ask=match."""
        if self.question == "kind":
            return None

        (side,) = self.languages
        if side.base is None or side.language != "en":
            raise SpecError(f"meaning: ask=match is for English, not for {side.language}")
        own = None if self.synonyms is None else self.synonyms.file
        return MatchEngine(open_evidence(self.engine, side.base, own), embedded_trees())

    @functools.cached_property
    def _cosines(self) -> CosineCache | None:
        if self.vectors is None and self.encoder is None:
            return None

        return CosineCache(self.vectors, self.encoder)

    @_one_thread_at_a_time
    def sources(self) -> Mapping[str, str]:
        """Return the wordnet, the frequencies, the model, and the weights of an encoder."""
        identities: dict[str, str] = {}
        for side in self.languages:
            for name, identity in side.identities().items():
                before = identities.get(name)
                identities[name] = identity if before in (None, identity) else f"{before}+{identity}"
        if self.matching is not None:
            return identities | {
                "model": self.matching.trees.digest,
                "table": self.matching.source.table.digest,
            }
        identities["model"] = load_model(None if self.model is None else self.model.file).digest
        if self.vectors == "wordllama":
            try:
                identities |= Wordllama().sources()
            except MissingExtra:  # it can be named, but not used
                identities["weights"] = "absent"
        return identities

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        return self._scores(*code_pairs(candidates, references))

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases."""
        used, places = number_used(len(phrases), left, right)
        return self._scores([phrases[i] for i in used.tolist()], places[left], places[right])

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        phrases, left, right = code_phrases(candidates, references)
        scores = self._scores(phrases, np.repeat(left, len(right)), np.tile(right, len(left)))
        return scores.reshape(len(left), len(right))

    @_one_thread_at_a_time
    def _scores(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        if self.matching is not None:
            return self.matching.judge(phrases, left, right).scores
        return self._compare(phrases, left, right).scores

    @_one_thread_at_a_time
    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray | None:
        """Return the share of people expected to accept each word; NaN where phrases are aligned.

        The share is of those who would say that the reference "is a type of" the candidate (4 to 6 of 6), two
        words without a sentence; in a sentence fewer accept. A phrase of WordNet counts as a word where its
        own sense decides, and what is spelled the same is accepted. Of other phrases there are no votes yet:
        their scores are an order, and claim no share. None where no pair has one, and for ``ask=match``.
        """
        if self.matching is not None:
            return None
        shares = self._compare(*code_pairs(candidates, references)).accepted
        return None if np.isnan(shares).all() else shares

    @_one_thread_at_a_time
    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases have a word that the wordnet, in either language, or the vectors know."""
        if self.matching is not None:
            return self.known_shares(phrases) > 0
        by_side = [[how != "none" for how in self._known_as(phrases, i)] for i in range(len(self.languages))]
        there = np.logical_or.reduce(np.array(by_side, np.bool_), axis=0)
        return np.asarray(there if self._cosines is None else there | self._cosines.known(phrases))

    @_one_thread_at_a_time
    def known_shares(self, phrases: Sequence[str]) -> FloatArray:
        """Return the share of the content words of each phrase that the wordnet or the encoder has."""
        if self.matching is not None:
            return self.matching.source.known_shares(phrases)
        return super().known_shares(phrases)

    @_one_thread_at_a_time
    def known_as(self, phrases: Sequence[str]) -> list[str]:
        """Return whether the wordnet knows each phrase whole, word by word, or not at all.

        Of two languages, in that of candidates.
        """
        known = zip(self._known_as(phrases), self.known(phrases).tolist(), strict=True)
        return ["aspects" if how == "none" and there else how for how, there in known]

    def _known_as(self, phrases: Sequence[str], side: int = 0) -> list[str]:
        units, senses = self.engine.units(phrases, side), self.engine.words.senses_of
        if self.languages[side].base is None and self._cosines is None:  # all there is to know are words
            return ["aspects" if u.words else "none" for u in units]
        direct = [u.whole >= 0 and bool(senses(u.whole)) for u in units]
        parts = [any(map(senses, u.words)) for u in units]
        return ["direct" if d else "aspects" if p else "none" for d, p in zip(direct, parts, strict=True)]

    @_one_thread_at_a_time
    def aspect_paths(self, candidate: str, reference: str) -> list[AspectPath]:
        """Return the path that speaks for a word: there, else the way back; nothing for phrases."""
        one, other = self._units(candidate, reference)
        if min(one.whole, other.whole) < 0 or self.engine.related(one.whole, other.whole).opposition[0] > 0:
            return []
        leg, _ = leg_of(self.engine, one.whole, other.whole)
        return [leg] if leg else []

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score with the words that were aligned, or with what people would say of a word."""
        return self.explain_pairs([candidate], [reference])[0]

    @_one_thread_at_a_time
    def explain_pairs(self, candidates: Sequence[str], references: Sequence[str]) -> list[Match]:
        """Return the account of each candidate with the reference at the same place."""
        if self.matching is not None:
            return self._explained_matches(self.matching, candidates, references)
        comparison = self._compare(*code_pairs(candidates, references))
        units = list(zip(self.engine.units(candidates), self.engine.units(references, 1), strict=True))
        rows = list(comparison.rows([len(one.words) for one, _ in units]))
        self.engine.prepare_words(units, rows)
        pairs = zip(candidates, references, units, rows, strict=True)
        return [self._explained(c, r, one, other, row) for c, r, (one, other), row in pairs]

    def _explained_matches(
        self, engine: MatchEngine, candidates: Sequence[str], references: Sequence[str]
    ) -> list[Match]:
        phrases, left, right = code_pairs(candidates, references)
        scores, known = engine.judge(phrases, left, right)
        shares = engine.shares(phrases, left, right)
        found = []
        for i, pair in enumerate(zip(candidates, references, strict=True)):
            score = float(scores[i])
            notes = [f"{score:.2f} ({engine.scale})".replace("0.", ".", 1)]
            notes += engine.unknown_notes(pair) if known[i] < 1 else []
            path = () if score == 1 else [step for leg in self.aspect_paths(*pair) for step in leg.steps]
            match = self._match(*pair, score, path, "; ".join(notes))
            found.append(replace(match, known=float(known[i]), evidence=tuple(shares[i].items())))
        return found

    def _explained(
        self,
        candidate: str,
        reference: str,
        one: CodedPhrase,
        other: CodedPhrase,
        comparison: PhraseComparison,
    ) -> Match:

        score, whole = float(comparison.scores[0]), float(comparison.whole[0])
        accepted = None if np.isnan(comparison.accepted[0]) else float(comparison.accepted[0])
        asides = self._asides(candidate, reference)
        if one.joined == other.joined and score == 1:
            note = "equal after folding, but for blanks and marks"
            return self._match(
                candidate, reference, score, note="; ".join([note, *asides]), acceptance=accepted
            )
        if accepted is not None:
            related = self.engine.related(one.whole, other.whole)
            leg, back = explaining.leg_of(self.engine, one.whole, other.whole)
            if related.opposition[0] > 0:
                note, leg = f"{candidate} and {reference} are opposites", None
            elif related.accepted[0] == 1:
                note = "one word by its stem" if self.identity else "one word in both languages"
            else:
                note = explaining.vote_note(related, candidate, reference, leg, back=back)
                asides = [*self._strangers(one, other), *asides]
            if score > whole + 1e-9:
                note = f"cosine {comparison.cosine[0]:.2f}"
            notes = "; ".join([note, *asides])
            path = leg.steps if leg else ()
            return self._match(candidate, reference, score, path, notes, (), accepted)
        parts = explaining.parts_of(self.engine, one, other, comparison)
        note = explaining.why_aligned(self.engine, one, other, comparison, parts)
        return self._match(
            candidate, reference, score, (), "; ".join([*filter(None, [note]), *asides]), parts
        )

    def _strangers(self, *units: CodedPhrase) -> list[str]:
        """Return a note on the words that the wordnet does not know."""
        words = self.engine.words
        lost = [repr(words.names[u.whole][:80]) for u in units if not words.senses_of(u.whole)]
        return [f"WordNet does not know {' and '.join(lost)}"] if lost and self.engine.words.base else []

    def _asides(self, *phrases: str) -> list[str]:
        """Return what there was nothing to go by: a wordnet of the language, vectors of the phrases."""
        asides = []
        for side in self.languages:
            if side.base is None:
                rest = "overlap" if self._cosines is None else "overlap and vectors"
                asides.append(f"no wordnet for the language {side.language}: {rest} only")
        if self._cosines is not None and not all(there := self._cosines.known(phrases).tolist()):
            lost = [repr(p[:80]) for p, known in zip(phrases, there, strict=True) if not known]
            asides.append(f"no vector for {' and '.join(lost)}")
        return asides

    def _units(self, candidate: str, reference: str) -> tuple[CodedPhrase, CodedPhrase]:
        return self.engine.units([candidate])[0], self.engine.units([reference], 1)[0]

    def _compare(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> PhraseComparison:
        return self.engine.compare(phrases, left, right)
