"""Matchers against people: one row for each matcher, between those of people and of chance."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, get_args

import numpy as np

from lydite.core.choices import SWAPS, Human, TestName
from lydite.core.errors import InputError, SpecError
from lydite.core.notes import Note
from lydite.core.progress import track
from lydite.core.spec import parse
from lydite.inference import Comparison, Inference, compare_blocks, summarise
from lydite.inference.result import Result, Results
from lydite.inference.statistics import MATCH, ItemStatistics, Scorable
from lydite.matchers.base import Matcher
from lydite.matchers.baselines.constant import Constant
from lydite.matchers.baselines.random import Random
from lydite.probes.agreement.base import Agreement
from lydite.probes.agreement.coverage import SUBSETS, PhraseCoverage
from lydite.probes.agreement.pairs import PairSet
from lydite.probes.agreement.pairs.pair import QUESTION
from lydite.probes.agreement.questions import QuestionSet
from lydite.probes.agreement.questions.ceiling import HumanAnswers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.base import Judgements

BASELINES: tuple[Matcher, ...] = (Constant(0.0), Constant(1.0), Random())
HUMAN = {"human": False, "human, left out": True}
"""Each person against all, themselves included (section 5.1), and against all others."""


@dataclass(frozen=True)
class AgreementRun:
    """Statistics of people, matchers and baselines on the same questions or pairs."""

    data: Judgements
    scored: tuple[ItemStatistics, ...]
    """By system, people first and baselines last."""
    notes: tuple[Note, ...] = ()
    answers: tuple[ItemStatistics, ...] = ()
    """People, where each answer is an item of its own: they stand above."""
    scores: Mapping[str, FloatArray] = field(default_factory=dict)
    """By matcher: its score of each phrase that people judged, in the order of what they said."""

    @property
    def metrics(self) -> tuple[Scorable, ...]:
        """What was scored."""
        return self.scored[0].measures

    @property
    def matchers(self) -> tuple[ItemStatistics, ...]:
        """The rows of the matchers that were asked for."""
        return tuple(s for s in self.scored if not s.reference)

    def results(self, options: Inference | None = None) -> Results:
        """Return results with intervals over questions or pairs."""
        results = summarise(self.scored, options)
        return self._with_answers(replace(results, notes=(*self.notes, *results.notes)), options)

    def comparison(
        self, options: Inference | None = None, test: TestName | None = None, times: int = SWAPS
    ) -> Comparison:
        """Return the results of all rows, and all paired tests between the matchers."""
        comparison = compare_blocks([self.scored], options, test, times, self.notes)
        return replace(comparison, results=self._with_answers(comparison.results, options))

    def _with_answers(self, results: Results, options: Inference | None) -> Results:
        above = summarise(self.answers, options).results if self.answers else ()
        return replace(results, results=(*above, *results))

    def named(self, group: str, results: Results) -> Results:
        """Return results under the name of the set, where several stand together."""
        rows = [replace(r, group=group if r.group is None else f"{group}: {r.group}") for r in results]
        return Results(tuple(rows), results.notes)

    def subsets(self, options: Inference | None = None) -> Results:
        """Return each matcher's results on the questions it knows whole, at all, and on all (Table 5.8).

        People and baselines are held against the same questions; a matcher that knows all has no subsets.
        """
        alike: dict[tuple[str, ...], list[str]] = {}
        for scored in self.matchers:
            alike.setdefault(tuple(scored.columns.get(MATCH, ())), []).append(scored.system)
        alike = {ways: those for ways, those in alike.items() if {*ways} - {"direct"}}
        results: list[Result] = []
        for ways, those in alike.items():
            whose = f" (as {those[0]})" if len(alike) > 1 else ""
            rows = [
                replace(s, system=f"{s.system}{whose}") if s.reference else s
                for s in self.scored
                if s.reference or s.system in those
            ]
            for name, kinds in SUBSETS.items():
                places = np.flatnonzero(np.isin(ways, kinds))
                parts = summarise([s.select(places) for s in rows], options)
                results += [replace(r, group=name) for r in parts]
        return Results(tuple(results), self.notes)


def agree(
    data: Judgements,
    using: Sequence[str | Matcher],
    metrics: Sequence[str | Agreement] = (),
    *,
    human: Human = "questions",
    baselines: bool = True,
    let: Mapping[str, str] | None = None,
) -> AgreementRun:
    """Score matchers against people's judgements, with rows of people and of baselines.

    ``human`` says how the rows of people are taken: over questions (the mean over the answers to each first,
    so that they can be tested against matchers), over all answers alike, or not at all.

    >>> from lydite.probes.agreement.questions import read_questions
    >>> found = agree(read_questions("thesis"), ["wordnet", "r_precision"]).results()
    >>> [(r.system, round(r.value, 3)) for r in found if r.measure == "SR"][:2]
    [('wordnet', 0.762), ('r_precision', 0.333)]
    """
    wanted = _metrics(data, metrics)
    if isinstance(data, QuestionSet) and wanted[0].needs == "pairs":
        data = PairSet.of_questions(data)
    matchers = [m if isinstance(m, Matcher) else parse(m, "matcher", let) for m in using]
    rows = [*matchers, *(b for b in BASELINES if baselines and b not in matchers)]
    twice = [name for name, count in Counter(m.short() for m in rows).items() if count > 1]
    if twice:
        raise InputError(f"the matcher {twice[0]} is given twice")
    if human not in get_args(Human):
        raise InputError(f"human rows: expected {', '.join(get_args(Human))}, found {human!r}")
    answers = _answers(data, wanted) if human == "answers" and isinstance(data, QuestionSet) else []
    scored = _people(data, wanted) if human != "none" and not answers else []
    notes = list(data.notes)
    asked_in_vain = human != "none" and not scored and not answers
    if asked_in_vain and data.people(left_out=False) is None:
        sentence = "it has totals only, not each person's answers, so there is no human row"
        notes.append(Note(sentence, data.name))
    scores: dict[str, FloatArray] = {}
    for matcher in track(rows, "matchers"):
        judged = data.judge(matcher)
        scores[matcher.short()] = judged.scores
        statistics = tuple(m.statistics(judged) for m in wanted)
        covered = PhraseCoverage.of(data.terms, matcher)
        scored.append(
            _item_statistics(data, matcher.short(), wanted, statistics, matcher.signature(), covered)
        )
        if note := covered.describe(matcher.short()):
            notes.append(note)
        if isinstance(data, PairSet) and (note := _on_known(scored[-1], covered)):
            notes.append(note)
    if not scored:
        raise InputError("there is no matcher to compare with people")
    own = {m.short() for m in matchers}
    scored = [replace(s, reference=s.system not in own) for s in scored]
    scores = {system: those for system, those in scores.items() if system in own}
    return AgreementRun(data, tuple(scored), tuple(dict.fromkeys(notes)), tuple(answers), scores)


def _on_known(scored: ItemStatistics, covered: PhraseCoverage) -> Note | None:
    """Return a note on the figures of the pairs of which something is known, where not all are."""
    places = np.flatnonzero(np.array(covered.worst) != "none")
    if len(places) in (0, len(covered.worst)):
        return None
    results = summarise([scored.select(places)], Inference(bootstrap=0))
    figures, values = [], dict[str, str | float]()
    for n, result in enumerate(results):
        known = math.isfinite(result.value)
        figures.append(f"{{measure{n}}} {{value{n}:.3f}}" if known else f"{{measure{n}}} nan")
        values |= {f"measure{n}": result.measure} | ({f"value{n}": result.value} if known else {})
    sentence = f"of the {{count:,}} known pairs alone: {', '.join(figures)}"
    return Note(sentence, scored.system, count=len(places), **values)


def _metrics(data: Judgements, metrics: Sequence[str | Agreement]) -> tuple[Agreement, ...]:
    names = metrics or data.defaults
    chosen = tuple(dict.fromkeys(m if isinstance(m, Agreement) else parse(m, "agreement") for m in names))
    offers = (*data.offers, "pairs") if isinstance(data, QuestionSet) else data.offers
    for one in chosen:
        if one.needs not in offers:
            raise SpecError(f"{one} needs {one.needs}; {data.name} has {data.offers[0]}")
        if one.needs != chosen[0].needs:
            raise SpecError(
                f"{chosen[0]} is taken over {chosen[0].needs}, {one} over {one.needs}: ask one by one"
            )
    return chosen


def _people(data: Judgements, metrics: Sequence[Agreement]) -> list[ItemStatistics]:
    people = []
    for name, left_out in HUMAN.items():
        of = data.people(left_out=left_out)
        if of is not None:
            who = f"people, against {'the others' if left_out else 'all'}"
            statistics = tuple(map(of, metrics))
            if any(table.any() for table in statistics):  # people have no calibration
                people.append(_item_statistics(data, name, metrics, statistics, who))
    return people


def _answers(questions: QuestionSet, metrics: Sequence[Agreement]) -> list[ItemStatistics]:
    """Return the rows of people with each answer as an item; those to one question are drawn together."""
    people = []
    for name, left_out in HUMAN.items():
        answers = HumanAnswers.of(questions.questions, left_out=left_out)
        if answers is None:
            return []
        ids = tuple(questions.ids[i] for i in answers.question)
        who = f"people, over answers, against {'the others' if left_out else 'all'}"
        statistics = tuple(answers.statistics(m, over_questions=False) for m in metrics)
        scored = ItemStatistics(
            name,
            tuple(f"{question} #{n}" for n, question in enumerate(ids)),
            tuple(metrics),
            statistics,
            {QUESTION: ids, "by": answers.by},
            policies={"matcher": who},
            gold=questions.digest,
            cluster=QUESTION,
        )
        people.append(scored)
    return people


def _item_statistics(
    data: Judgements,
    system: str,
    metrics: Sequence[Agreement],
    statistics: tuple[FloatArray, ...],
    signature: str,
    covered: PhraseCoverage | None = None,
) -> ItemStatistics:
    worst = ("direct",) * len(data.ids) if covered is None else covered.worst
    chance = {i: by for i, m in enumerate(metrics) if (by := m.by_chance(statistics[i])) is not None}
    return ItemStatistics(
        system,
        data.ids,
        tuple(metrics),
        statistics,
        {**data.columns, MATCH: worst},
        chance=chance,
        coverage={} if covered is None else dict.fromkeys(range(len(metrics)), covered.counts),
        policies={"matcher": signature},
        gold=data.digest,
        cluster=data.cluster,
    )
