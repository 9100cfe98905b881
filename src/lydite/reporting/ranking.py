"""Leaderboards: systems best first, the direction of measures, and what ranks and letters say."""

from __future__ import annotations

import re
from itertools import pairwise
from string import ascii_letters
from typing import TYPE_CHECKING

from lydite.inference.result import Results
from lydite.reporting.table import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.inference import Comparison
    from lydite.inference.ranks import Rank
    from lydite.inference.result import Result

ARROWS = {"higher": " ↑", "lower": " ↓"}
LETTERS = re.compile(r"\(\d+\)|.")
_LONG = 4


def best_first(results: Results, comparison: Comparison | None) -> Results:
    """Return results with their systems from best to worst under the first measure that was compared.

    What has no rank (people, baselines) stays where it stands.
    """
    if comparison is None or not comparison.ranks:
        return results
    ranked = ranking(comparison)[1]
    best = iter([s for s in ranked if s in results.systems])
    placed = [next(best) if s in ranked else s for s in results.systems]
    order = {system: place for place, system in enumerate(placed)}
    return Results(tuple(sorted(results, key=lambda r: order[r.system])), results.notes)


def ranking(comparison: Comparison) -> tuple[str, dict[str, Rank]]:
    """Return the first measure that was compared, and the ranks under it, best first."""
    measure, ranks = next(iter(comparison.ranks.items()))
    return measure, dict(ranks)


def arrows(results: Results, comparison: Comparison | None) -> dict[str, str]:
    """Return an arrow for each measure that has a direction.

    A system alone, with measures of which all are the higher the better, needs none.
    """
    by_measure: dict[str, Result] = {r.measure: r for r in results}
    if comparison is None and all(r.better != "lower" for r in by_measure.values()):
        return {}
    return {m: ARROWS[r.better] for m, r in by_measure.items() if r.better is not None}


def letters(marks: str) -> str:
    """Shorten letters of ties: four or more in a row are written as the first and the last.

    >>> letters("abc"), letters("abcdf"), letters("yzABC(53)")
    ('abc', 'a–df', 'y–C(53)')
    """
    given = LETTERS.findall(marks)
    runs: list[list[str]] = [given[:1]]
    for before, after in pairwise(given):
        if len(before) == len(after) == 1 and ascii_letters.find(after) == ascii_letters.find(before) + 1:
            runs[-1].append(after)
        else:
            runs.append([after])
    return "".join(f"{r[0]}–{r[-1]}" if len(r) >= _LONG else "".join(r) for r in runs)


def letters_of(comparison: Comparison, measure: str, system: str, figure: str) -> str:
    """Return the letters of a system, where they belong to this figure: the value, or corrected."""
    mine = comparison.judged_figures.get(measure, "value") == figure
    return letters(comparison.letters.get(measure, {}).get(system, "")) if mine else ""


def lettered(text: str, comparison: Comparison, measure: str, system: str, figure: str = "value") -> Cell:
    """Return a figure with its letters, and whether it leads or shares one with what does."""
    marks = letters_of(comparison, measure, system, figure)
    given = comparison.letters.get(measure, {})
    best = next((s for s in comparison.ranks.get(measure, ())), "")
    shared = {*LETTERS.findall(given.get(best, ""))} & {*LETTERS.findall(given.get(system, ""))}
    return Cell(text, marks, leads=bool(marks and shared))


def letter_note(what: str, comparison: Comparison | None) -> str:
    """Return what letters mean, where there are any."""
    given = [] if comparison is None else [m for marks in comparison.letters.values() for m in marks.values()]
    if comparison is None or not any(given):
        return ""
    test = note_on_test(comparison)
    by = " in scores corrected for chance" if set(comparison.judged_figures.values()) == {"corrected"} else ""
    short = " (a–d: a, b, c and d)" if any(len(letters(m)) < len(m) for m in given) else ""
    return f"{what} that share a letter{short} are not significantly different{by} ({test})."


def note_on_test(comparison: Comparison) -> str:
    """Return by which test differences were called significant."""
    alpha = f"α = {1 - comparison.level:.4g}"
    if comparison.test == "simultaneous":
        return f"all pairs at once by the bootstrap, {alpha} for all of them together"
    return f"paired {comparison.test} test, Holm's correction, {alpha}"


def about_tests(comparison: Comparison) -> str:
    """Return what a table of paired tests is."""
    return f"Differences between systems ({note_on_test(comparison)})."


def legend(comparison: Comparison | None, shown: Mapping[str, str], named: str = "Systems") -> list[str]:
    """Return what letters, ranks and arrows mean, those that are shown."""
    told = letter_note(named, comparison)
    return [*([told] if told else []), *ranked_note(comparison, shown)]


def ranked_note(comparison: Comparison | None, shown: Mapping[str, str]) -> list[str]:
    """Say what ranks and arrows mean, in one line, where there are any."""
    ways = directions(shown)
    if comparison is not None and comparison.ranks:
        measure, ranks = ranking(comparison)
        corrected = ", corrected" if comparison.judged_figures.get(measure) == "corrected" else ""
        open_ = any(r.best != r.worst for r in ranks.values())
        tail = ["a range holds every rank that the test leaves open"] if open_ else []
        ways = ["; ".join([f"Ranked by {measure}{corrected}", *tail, *ways])]
    return [f"{line}." for line in ways]


def directions(shown: Mapping[str, str]) -> list[str]:
    """Return what arrows mean, those that are shown, in one line."""
    ways = [f"{arrow.strip()} {way} is better" for way, arrow in ARROWS.items() if arrow in shown.values()]
    return [", ".join(ways)] if ways else []
