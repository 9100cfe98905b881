"""Substitutability by several knowledge bases, searched as one graph."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, SpecError, did_you_mean
from lydite.core.languages import name_of
from lydite.core.spec import REGISTRIES, param
from lydite.core.spec.values import spell
from lydite.knowledge.graph import EntitySets
from lydite.knowledge.joined_base import JoinedBase
from lydite.knowledge.joined_graph import open_joined
from lydite.knowledge.joining import JoinedScores
from lydite.knowledge.labels import Targets, find_targets
from lydite.knowledge.search import DIGITS, Search
from lydite.knowledge.through import ThroughSearch
from lydite.knowledge.wikipedia.example import build_example
from lydite.matchers.base import Matcher
from lydite.matchers.knowledge.substitution import AspectPath, SubstitutionMatcher
from lydite.matchers.knowledge.weighted_sets import lay_out, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, IntArray

TO_FASTER, TO_SLOWER = 0.9, 0.5  # ways between bases, as they agreed best with HyperLex's training pairs
LEAST = 0.5  # section 5.3.6: between a Same and a Similar transition
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class JoinedMatcher(SubstitutionMatcher):
    """How well the candidate can stand for the reference, by the best path through several knowledge bases.

    From an entity a path may go over to the entities of another base that its plain text means directly
    (every word of a synset, the title of a page without bracketed term), or that it is explicitly linked
    with. What any base knows as a whole is not divided into aspects. The lowest threshold of all bases holds,
    and what one of them accepts (below, surface) is accepted.
    """

    name = "joined"
    reference = "Quantifying Substitutability, sections 5.3.6 and 6.2"

    bases: Mapping[str, Matcher] = param(help="the knowledge bases: NAME=MATCHER for each", spread=True)
    cross: Mapping[str, float] | None = param(
        None,
        help="score of going from one base to another, from 0.5 to 1, as {wn>wp: 0.8}; where none is given "
        "0.9, but 0.5 from a wordnet or dictionary to a Wikipedia, which is slower to search",
    )
    staged: bool = param(
        False, help="whether a base is searched only where faster, then smaller ones have no path"
    )
    redirects: bool = param(True, help="whether redirects lead to other bases, by their own titles")

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a wordnet and a store of a few pages."""
        return {"bases": {"wn": "wordnet", "wp": f"wikipedia(store={spell(str(build_example(folder)))})"}}

    def __post_init__(self) -> None:
        """Check names, bases and scores; stores are opened when they are needed."""
        super().__post_init__()
        if not self.bases:
            raise SpecError("joined needs a knowledge base or more, as in joined(wn=wordnet)")
        for name, base in self.bases.items():
            if not _NAME.fullmatch(name) or name in self.parameters():
                raise SpecError(f"joined: {name!r} cannot be the name of a base")
            if not isinstance(base, SubstitutionMatcher) or isinstance(base, JoinedMatcher):
                raise SpecError(f"joined: {name}={base.name} is no knowledge base; these are {_joinable()}")
        for way, score in (self.cross or {}).items():
            if len(ends := way.split(">")) != 2 or ends[0] == ends[1]:
                raise SpecError(f"joined: cross takes ways from one base to another, as a>b, not {way!r}")
            for end in ends:
                if end not in self.bases:
                    raise SpecError(
                        f"joined: no base {end!r} in cross{did_you_mean(end, self.bases)} "
                        f"(there are {', '.join(self.bases)})"
                    )
            if not LEAST <= score <= 1:
                raise SpecError(f"joined: {way} takes a score from {LEAST} to 1, not {score:g}")

    @functools.cached_property
    def parts(self) -> dict[str, SubstitutionMatcher]:
        """The matchers of the bases: the fast ones first, then those of fewer entities."""
        bases: dict[str, Any] = dict(self.bases)
        opened: dict[tuple[str, str], str] = {}
        languages: dict[str, str] = {}
        for name, base in bases.items():
            if base.across:
                raise InputError(f"joined: {name} is of two languages; bases of one language can be joined")
            known = base.knowledge
            own = known.identity, known.language
            if own in opened:
                raise InputError(f"joined: {opened[own]} and {name} are the same base")
            opened[own] = name
            languages.setdefault("en" if known.english else known.language, name)
        if len(languages) > 1:
            said = ", ".join(f"{name} is {name_of(code)}" for code, name in languages.items())
            raise InputError(
                f"joined: bases of one language can be joined, but {said}; one wordnet goes across two "
                "languages: wordnet(store=…, candidate=…, reference=…)"
            )
        order = sorted((base.slow, len(base.knowledge.graph), name) for name, base in bases.items())
        return {name: bases[name] for _, _, name in order}

    @functools.cached_property
    def knowledge(self) -> JoinedBase:
        """All bases as one."""
        return JoinedBase({name: base.lookup for name, base in self.parts.items()})  # type: ignore[misc]  # they are joinable

    @functools.cached_property
    def ways(self) -> dict[str, float]:
        """What each way from one base to another is worth."""
        ways = {
            f"{a}>{b}": TO_SLOWER if there.slow > here.slow else TO_FASTER
            for (a, here), (b, there) in itertools.permutations(self.parts.items(), 2)
        }
        return dict(sorted((ways | dict(self.cross or {})).items()))

    @functools.cached_property
    def searches(self) -> dict[int, Search]:
        """The searches made so far, by how many of the bases they go through."""
        return {}

    @functools.cached_property
    def through(self) -> dict[int, ThroughSearch]:
        """The searches of later stages made so far."""
        return {}

    @property
    def search(self) -> Search:
        """The search through all bases."""
        return self._search(len(self.parts))

    def _search(self, count: int) -> Search:
        """Return the search through the first of the bases."""
        if count not in self.searches:
            own = [part.search for part in self.parts.values()][:count]
            pairs = itertools.permutations(enumerate(list(self.parts)[:count]), 2)
            cross = {(i, j): self.ways[f"{a}>{b}"] for (i, a), (j, b) in pairs}
            classes = tuple(len(search.graph.kinds) for search in own)
            scores = JoinedScores(tuple(s.scores for s in own), classes, cross)  # type: ignore[misc]  # of a graph each
            graph = open_joined(self.knowledge.bases[:count], redirects=self.redirects)
            self.searches[count] = Search(
                graph,
                scores,
                min(s.threshold for s in own),
                "thesis" if any(s.below == "thesis" for s in own) else "zero",
                any(s.perfect for s in own),
            )
        return self.searches[count]

    def _further(self, count: int) -> Search | ThroughSearch:
        """Return the search of a stage: of a later one, for what those before cannot have found."""
        search = self._search(count)
        before = self._search(count - 1) if self.staged and count > 1 else None
        if before is None or search.perfect or search.below != "zero" or before.threshold > search.threshold:
            return search
        return self.through.setdefault(count, ThroughSearch(search, len(before.graph)))

    def find(self, phrase: str) -> Targets:
        """Return the target sets of a phrase: what bases match directly, united, else the fewest aspects."""
        found = [part.targets_of(phrase) for part in self.parts.values()]
        if any(targets.direct for targets in found):
            direct = [t if t.direct else Targets(phrase, t.aspects[:1], ((),)) for t in found]
            aspects = next(targets.aspects for targets in found if targets.direct)
        else:
            whole = find_targets(self.knowledge, phrase, self.stop_words)
            if not whole:
                return whole
            aspects = whole.aspects
            direct = [self._own(whole, place) for place in range(len(found))]
        ends = [
            [e for part, t, shift in zip(self.parts.values(), direct, self.knowledge.shifts, strict=False)
             if t.sets[i] for e in _shifted(part.weighted_targets(t)[i], int(shift))]
            for i in range(len(aspects))
        ]  # fmt: skip
        sets = tuple(tuple(e for e, _ in own) for own in ends)
        weights = tuple(tuple(w for _, w in own) for own in ends)
        return Targets(phrase, aspects, sets, direct=any(t.direct for t in found), priors=weights)

    def _own(self, whole: Targets, place: int) -> Targets:
        """Return what one base knows of aspects that were found by all."""
        low, high = (int(shift) for shift in self.knowledge.shifts[place : place + 2])
        sets = tuple(tuple(e - low for e in s if low <= e < high) for s in whole.sets)
        return list(self.parts.values())[place].ranked(Targets(whole.phrase, whole.aspects, sets))

    def weighted_targets(self, targets: Targets) -> Sequence[Any]:
        """Return the target sets of a phrase, each entity with its weight."""
        return [tuple(zip(s, w, strict=True)) for s, w in zip(targets.sets, targets.priors, strict=True)]

    def score_sets(self, sets: list[Any], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]``; in stages while there is no path."""
        laid = lay_out(sets)
        scores = np.zeros(len(left))
        todo = np.arange(len(left))
        for count in self._stages:
            scores[todo] = self._stage(count, laid, left[todo], right[todo])
            todo = todo[scores[todo] <= 0]
            if not len(todo):
                break
        return scores

    @property
    def _stages(self) -> Iterable[int]:
        return range(1 if self.staged else len(self.parts), len(self.parts) + 1)

    def _stage(self, count: int, sets: EntitySets, left: AnyArray, right: AnyArray) -> FloatArray:
        kept, most = normalise(sets, int(self.knowledge.shifts[count]))
        both = (most[left] > 0) & (most[right] > 0)
        scores = np.zeros(len(left))
        if both.any():
            scores[both] = self._further(count).pairs(kept, left[both], right[both])
        scores *= most[left] * most[right]
        scores[both & (left == right)] = 1.0  # the same word is meant the same way
        return scores.round(DIGITS)

    def searched(self, near: Any, far: Any) -> tuple[Search, dict[int, float], dict[int, float]]:
        """Return the search that scores two sets, of the first stage that has a path, and the sets there."""
        laid = lay_out([near, far])
        for count in self._stages:
            if self._stage(count, laid, np.array([0]), np.array([1]))[0] > 0:
                break
        ends = normalise(laid, int(self.knowledge.shifts[count]))[0]
        return self._search(count), ends.one(0), ends.one(1)

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        return any(part.by_surface for part in self.parts.values())

    def equal_by_surface(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> BoolArray:
        """Return which pairs are equal by surface as one of the bases has it."""
        equal = [part.equal_by_surface(phrases, left, right) for part in self._by_surface()]
        return np.asarray(np.logical_or.reduce(equal))

    def same_surface(self, candidate: str, reference: str) -> bool:
        """Whether two phrases are equal by surface as one of the bases has it."""
        return any(part.same_surface(candidate, reference) for part in self._by_surface())

    def _by_surface(self) -> list[SubstitutionMatcher]:
        """Return the bases that compare by surface, one of those that would find the same."""
        parts = (part for part in self.parts.values() if part.by_surface)
        known = ((part.knowledge, part) for part in parts)
        return list({(k.stemmer, k.accents, k.language): part for k, part in known}.values())

    def opposed(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> BoolArray | None:
        """Return which pairs are opposites as one of the bases has it."""
        found = [part.opposed(phrases, left, right) for part in self.parts.values()]
        masks = [mask for mask in found if mask is not None]
        return np.logical_or.reduce(masks) if masks else None

    def clash(self, candidate: str, reference: str) -> tuple[str, str] | None:
        """Return the parts of two phrases that make opposites of them, as one of the bases has it."""
        return next(filter(None, (p.clash(candidate, reference) for p in self.parts.values())), None)

    def _note(self, candidate: str, reference: str, legs: list[AspectPath]) -> str:
        note = super()._note(candidate, reference, legs)
        crossed = [
            f"{s.source.partition(':')[0]} to {s.target.partition(':')[0]}"
            for leg in legs for s in leg.steps if s.transition == "inter-knowledge"
        ]  # fmt: skip
        return "; ".join(filter(None, (note, f"crosses from {', then '.join(crossed)}" if crossed else "")))

    def sources(self) -> Mapping[str, str]:
        """Return the scores between bases; what these are made of, their own signatures say."""
        ways = ", ".join(f"{way}: {spell(score)}" for way, score in self.ways.items())
        return {"cross": f"{{{ways}}}", **super().sources()}


def _shifted(ends: Iterable[Any], shift: int) -> list[tuple[int, float]]:
    """Return entities of one base, with their weights, in the numbers of all."""
    pairs = (end if isinstance(end, tuple) else (end, 1.0) for end in ends)
    return [(entity + shift, weight) for entity, weight in pairs]


def _joinable() -> str:
    """Name the matchers that stand for a knowledge base."""
    every = REGISTRIES["matcher"].all().items()
    return ", ".join(n for n, c in every if issubclass(c, SubstitutionMatcher) and c is not JoinedMatcher)
