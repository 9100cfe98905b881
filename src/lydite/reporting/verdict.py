"""The verdict in words: who leads, under which measure, and whether that is significant."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.notes import DIFFERENT, NARROW, of_kind
from lydite.inference.result import part_name
from lydite.reporting.measure_names import table_names
from lydite.reporting.ranking import LETTERS
from lydite.reporting.readable import NumberStyle, p_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.inference import Comparison
    from lydite.inference.result import Result, Results

_NAMED = 3
"""So many systems or measures are named; the others are counted."""


@dataclass(frozen=True)
class MeasureLead:
    """How systems stand under one measure, by the figure that is judged (the value, or corrected)."""

    measure: str
    figure: str
    leaders: tuple[str, ...]
    """The first, and whoever has exactly its figure."""
    ties: tuple[str, ...]
    """Others that do not differ significantly from the first."""
    others: int
    """Systems with a value that are neither."""
    unvalued: tuple[str, ...]
    """Systems without a value, which no test can place."""
    test: str

    @property
    def proven(self) -> bool:
        """Whether every other system that has a value is significantly worse."""
        return self.ahead and not self.ties

    @property
    def ahead(self) -> bool:
        """Whether some other system is significantly worse than the one that leads."""
        return len(self.leaders) == 1 and self.others > 0 and self.test != "none"


def verdict_text(
    results: Results, comparison: Comparison | None = None, digits: int = 4, references: Iterable[str] = ()
) -> str:
    """Return one or two sentences on who leads and whether significantly; none where nothing is to be said.

    A system alone is held against chance; ``references``, such as people and baselines, compete for nothing.
    Names come from data and may hold anything: the sentence is a text, to be escaped as any other.

    >>> from lydite import compare
    >>> gold = {str(i): ["cat", "dog"] for i in range(9)}
    >>> half = {item: phrases[:1] for item, phrases in gold.items()}
    >>> both = compare(gold, {"half": half, "whole": gold}, ["R"])
    >>> verdict_text(both.results, both)
    'whole leads half under R: 1.0000 against 0.5000; the difference is significant (p = 0.0053).'
    """
    aside = {*references, *(comparison.references if comparison is not None else ())}
    valued = [r for r in results if r.system not in aside and not math.isnan(r.value)]
    if comparison is None or len({r.system for r in valued}) < 2:
        alone = [r for r in valued if r.group is None]
        return _alone(alone, digits) if alone else "No system has a value." if len(results) else ""
    leads = [s for measure in comparison.ranks if (s := lead_under(comparison, measure)) is not None]
    if not leads:
        return "No system has a value."
    called = table_names((r.measure, r.parameters) for r in comparison.results)
    several = len(leads) > 1
    said = _under_several(leads, called) if several else _under_one(comparison, leads[0], digits, called)
    return said + _doubts(leads, (*results.notes, *comparison.results.notes))


def _doubts(leads: Sequence[MeasureLead], notes: Iterable[str]) -> str:
    """Say what takes from a lead that is called significant."""
    if not any(lead.proven or (lead.ahead and len(leads) == 1) for lead in leads):
        return ""
    notes = tuple(notes)
    columns = dict.fromkeys(note.values["column"] for note in of_kind(notes, NARROW))
    said = [f"Items are taken as independent, which {c} speaks against: --cluster {c}." for c in columns]
    if of_kind(notes, DIFFERENT):
        said.append("But the runs were not made in the same way.")
    return "".join(f" {sentence}" for sentence in said)


def lead_under(comparison: Comparison, measure: str) -> MeasureLead | None:
    """Return who leads under a measure and who is tied with it; None where no system has a value."""
    ranks = comparison.ranks[measure]
    results = _results_of(comparison, measure)
    figure = comparison.judged_figures.get(measure, "value")
    valued = [s for s in ranks if not math.isnan(_figure(results[s], figure))]
    leaders = tuple(s for s in valued if ranks[s].place == 1)
    if not leaders:
        return None
    marks = {s: set(LETTERS.findall(text)) for s, text in comparison.letters.get(measure, {}).items()}
    mine = marks.get(leaders[0], set())
    ties = tuple(s for s in valued if s not in leaders and marks.get(s, set()) & mine)
    others = len(valued) - len(leaders) - len(ties)
    unvalued = tuple(s for s in ranks if s not in valued)
    return MeasureLead(measure, figure, leaders, ties, others, unvalued, comparison.test)


def _under_one(comparison: Comparison, at: MeasureLead, digits: int, called: dict[str, str]) -> str:
    results = _results_of(comparison, at.measure)
    ranked = [s for s in comparison.ranks[at.measure] if s not in at.unvalued]
    figures = {s: _figure(results[s], at.figure) for s in ranked}
    style = NumberStyle.of(figures.values(), digits)
    if at.figure == "corrected":
        style = style.known_to(max((results[s].corrected_error or 0.0 for s in ranked), default=0.0))
    under = f"under {_measure(at, called)}"
    values = f"{style(figures[at.leaders[0]])}"
    if len(at.leaders) > 1:
        return f"{_listed(at.leaders)} are level {under}, at {values}.{_without(at)}"
    if len(ranked) == 1:
        return f"{at.leaders[0]} alone has a value {under}: {values}.{_without(at)}"
    second = ranked[1]
    against = f"{values} against {style(figures[second])}"
    if len(ranked) == 2:
        told = _proof(comparison, at, second, digits)
        return f"{at.leaders[0]} leads {second} {under}: {against}{told}.{_without(at)}"
    head = f"{at.leaders[0]} leads {under}: {against} of {second}, the next"
    if at.test == "none":
        return f"{head}; no test was made.{_without(at)}"
    if at.proven:
        every = "both" if at.others == 2 else f"all {at.others}"
        return f"{head}; its lead over {every} others is significant.{_without(at)}"
    other = [s for s in ranked if s not in (*at.leaders, *at.ties)]
    rest = other[0] if at.others == 1 else f"the other {at.others}"
    tail = f", over {rest} it is" if at.others else ""
    return f"{head}; its lead over {_listed(at.ties)} is not significant{tail}.{_without(at)}"


def _proof(comparison: Comparison, at: MeasureLead, second: str, digits: int) -> str:
    if at.test == "none":
        return "; no test was made"
    pair = {at.leaders[0], second}
    p = next(
        (t.p_holm for t in comparison.tests if t.measure == at.measure and {t.first, t.second} == pair), None
    )
    shown = "" if p is None or math.isnan(p) else p_words(p, max(digits, 3))
    known = f" ({shown})" if shown else ""
    return f"; the difference is {'' if at.proven else 'not '}significant{known}"


def _under_several(leads: Sequence[MeasureLead], called: dict[str, str]) -> str:
    """Return a clause for each leader, with the measures under which it leads."""
    led: dict[tuple[str, ...], list[MeasureLead]] = {}
    for one in leads:
        led.setdefault(one.leaders, []).append(one)
    clauses = []
    for leaders, under in led.items():
        verb = "leads" if len(leaders) == 1 else "are level"
        everywhere = len(under) == len(leads)
        every = "both" if len(under) == 2 else f"all {len(under)}"
        where = f"under {every} measures" if everywhere else f"under {_measures(under, called)}"
        clauses.append(f"{_listed(leaders)} {verb} {where}{_proven_of(under, called)}")
    return "; ".join(clauses) + "."


def _proven_of(under: Sequence[MeasureLead], called: dict[str, str]) -> str:
    """Say under which of the measures that a system leads this is significant."""
    if len(under[0].leaders) > 1:
        return ""
    if under[0].test == "none":
        return " (no test was made)"
    proven = [s for s in under if s.proven]
    if len(proven) == len(under):
        return " (significant)"
    if not proven:
        return " (not significant)"
    rest = _measures([s for s in under if not s.proven], called)
    return f" (significant under {_measures(proven, called)}, not under {rest})"


def _alone(results: Sequence[Result], digits: int) -> str:
    """Hold one system against chance, under the measure where that is highest; else name its first value."""
    soft = {r.chance: r for r in reversed(results) if r.chance is not None and not math.isnan(r.chance)}
    result = soft[max(soft)] if soft else results[0]
    style = NumberStyle.of([result.value, result.low, result.high], digits)
    ends = style.interval(result.low, result.high)
    system = result.system or "The system"
    head = f"{system} has {style(result.value)} {ends}".rstrip() + f" under {_without_comma(result.measure)}"
    if not soft:
        return f"{head}."
    by_chance = f"{head}; chance gives {style.known_to(result.chance_error)(max(soft))}"
    if result.corrected_low is None or math.isnan(result.corrected_low):
        return f"{by_chance}."
    above = "significantly" if result.corrected_low > 0 else "not significantly"
    return f"{by_chance}, and it is {above} better than chance."


def _results_of(comparison: Comparison, measure: str) -> dict[str, Result]:
    """Return the results of a measure by system; of one that was compared in parts, of its part."""
    named = ((part_name(r.measure, r.group), r) for r in comparison.results)
    return {r.system: r for name, r in named if name == measure}


def _figure(result: Result, figure: str) -> float:
    """Return what is judged; corrected is the value where chance is hardly above 0."""
    corrected = result.corrected if figure == "corrected" else None
    return result.value if corrected is None else corrected


def _measure(at: MeasureLead, called: dict[str, str]) -> str:
    corrected = ", corrected for chance" if at.figure == "corrected" else ""
    return _without_comma(called.get(at.measure, at.measure)) + corrected


def _without_comma(name: str) -> str:
    """Return a name that can stand among others: what follows its comma goes into brackets.

    >>> _without_comma("efficiency, all, shared vocabulary"), _without_comma("F1(match=stem, part=absent)@5")
    ('efficiency (all, shared vocabulary)', 'F1(match=stem, part=absent)@5')
    """
    for comma in re.finditer(", ", name):
        before = name[: comma.start()]
        if before.count("(") == before.count(")"):
            return f"{before} ({name[comma.end() :]})"
    return name


def _measures(under: Iterable[MeasureLead], called: dict[str, str]) -> str:
    return _listed([_measure(one, called) for one in under])


def _listed(names: Sequence[str]) -> str:
    """Return names as words: a, b and c; a, b, c and 4 more."""
    if len(names) > _NAMED + 1:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED:,} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _without(at: MeasureLead) -> str:
    if not at.unvalued:
        return ""
    return f" {_listed(at.unvalued)} {'has' if len(at.unvalued) == 1 else 'have'} no value."
