"""A leaderboard: one row a system, best first, with ranks by every primary measure; refused files below."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.inference.result import Results
from lydite.reporting.ranking import LETTERS, best_first, note_on_test
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, PaperTable, Table, TableLayout
from lydite.reporting.views.paper import paper_tables
from lydite.reporting.views.results import (
    RANK,
    FigureLine,
    ResultGrid,
    interval_note,
    lines_of,
    notes_of,
    verdict_of,
)
from lydite.reporting.views.results import report as plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference import Comparison
    from lydite.inference.ranks import Rank
    from lydite.inference.result import Result
    from lydite.reading.submissions import RefusedFile

_MOST_LETTERS = 26
_FIGURES = ("value", "low", "high", "chance", "corrected", "corrected_low", "corrected_high")


def report(
    comparison: Comparison,
    primary: Sequence[str],
    refused: Sequence[RefusedFile] = (),
    title: str = "",
    layout: TableLayout | None = None,
) -> Report:
    """Return the report of systems ranked by the first primary measure; others have ranks of their own."""
    whole = [r for r in comparison.results if r.group is None]
    order = {m: i for i, m in enumerate(dict.fromkeys([*primary, *(r.measure for r in whole)]))}
    results = Results(tuple(sorted(whole, key=lambda r: order[r.measure])), comparison.results.notes)
    letters = dict(sorted(comparison.letters.items(), key=lambda pair: order.get(pair[0], len(order))))
    comparison = replace(comparison, results=results, letters=letters)
    results = best_first(results, comparison)
    board = _Board(comparison, results, tuple(primary), tuple(refused))

    many = len(results.systems)
    title = title or f"{many:,} system{'s' * (many != 1)}, ranked by {primary[0]}"
    return Report(
        title,
        body=functools.partial(_body, board),
        data=functools.partial(_data, board),
        charts=plain(results, None).charts,
        listed=_listed(board),
        paper=functools.partial(_paper, board, layout, title),
        verdict=functools.partial(verdict_of, comparison),
    )


class _Board:
    """What a leaderboard shows."""

    def __init__(
        self,
        comparison: Comparison,
        results: Results,
        primary: tuple[str, ...],
        refused: tuple[RefusedFile, ...],
    ) -> None:
        self.comparison, self.results, self.primary, self.refused = comparison, results, primary, refused
        self.found: dict[tuple[str, str], Result] = {(r.system, r.measure): r for r in results}

        marks = (m for by_system in comparison.letters.values() for m in by_system.values())
        self.groups = len({letter for text in marks for letter in LETTERS.findall(text)})

    @property
    def lettered(self) -> bool:
        """Whether letters say more than they hide."""
        return self.groups <= _MOST_LETTERS

    def cell(self, grid: ResultGrid, system: str, line: FigureLine) -> Cell:
        if line.figure == RANK:
            return Cell(self.place(line.measure or "", system))
        cell = grid.cell(system, None, line)
        return cell if self.lettered else replace(cell, marks="")

    def place(self, measure: str, system: str) -> str:
        """Return the place of a system and, in brackets, all that the tests leave open to it."""
        rank = self.rank(measure, system)
        if rank is None:
            return ""
        return f"{rank.place}" if rank.best == rank.worst else f"{rank.place} [{rank.best}–{rank.worst}]"

    def letters(self, measure: str, system: str) -> str | None:
        return self.comparison.letters.get(measure, {}).get(system) if self.lettered else None

    def rank(self, measure: str, system: str) -> Rank | None:
        return self.comparison.ranks.get(measure, {}).get(system)


def _body(board: _Board, digits: int) -> list[Table]:
    comparison = board.comparison
    grid = ResultGrid.of(board.results, comparison, digits)
    lines, constant = lines_of(board.results)
    placed: list[FigureLine] = []
    for n, line in enumerate(lines):
        placed.append(line)
        last = n + 1 == len(lines) or lines[n + 1].measure != line.measure
        if last and line.measure in board.primary[1:]:
            placed.append(FigureLine(line.measure, RANK))
    rows = tuple(
        (
            Cell(board.place(board.primary[0], system)),
            Cell(system, name=True),
            *(board.cell(grid, system, line) for line in placed),
        )
        for system in board.results.systems
    )
    head = (Cell("rank"), Cell("system"), *map(grid.label, placed))
    held = interval_note(board.results)
    told = notes_of(board.results, comparison, grid)
    if not board.lettered:  # the first says what letters mean
        told[0] = Cell(f"Ranks: {note_on_test(comparison)}; letters of {board.groups} groups are left out.")
    notes = (*constant, *([Cell(held)] if held else ()), *told)
    return [Table(head, rows, 2, notes), *_refused(board)]


def _paper(board: _Board, layout: TableLayout | None, title: str, digits: int) -> list[Table]:
    """Return the table of a paper, with ranks; what is refused is a note."""
    places = {system: board.place(board.primary[0], system) for system in board.results.systems}
    tables = paper_tables(board.results, board.comparison, layout, digits, places)
    if not tables or not isinstance(first := tables[0], PaperTable):
        return _body(board, digits)
    refused = tuple(Cell(f"refused {r.file}: {r.fault}", name=True) for r in board.refused)
    caption = f"{title}. {first.caption}"
    return [replace(first, caption=caption, notes=(*first.notes, *refused)), *tables[1:]]


def _refused(board: _Board) -> list[Table]:
    if not board.refused:
        return []
    many = f"{len(board.refused):,} file{'s' * (len(board.refused) > 1)} refused"
    rows = tuple((Cell(r.file, name=True), Cell(r.fault, name=True)) for r in board.refused)
    return [Table((Cell("file"), Cell("fault")), rows, title=many)]


def _data(board: _Board) -> dict[str, Any]:
    """Return one record a system, best first."""
    entries = []
    for system in board.results.systems:
        of = {}
        for measure in board.results.measures:
            if (result := board.found.get((system, measure))) is not None:
                rank = board.rank(measure, system)
                places = (None,) * 3 if rank is None else (rank.place, rank.best, rank.worst)
                ranks = dict(zip(("rank", "rank_best", "rank_worst"), places, strict=True))
                row = {k: v for k, v in result.row().items() if k not in ("system", "measure", "group")}
                of[measure] = row | ranks | {"letters": board.letters(measure, system)}
        first = of.get(board.primary[0], {})
        entries.append({"rank": first.get("rank"), "system": system, "measures": of})
    return {
        "ranked_by": list(board.primary),
        "judged": dict(board.comparison.judged_figures),
        "test": board.comparison.test,
        "level": board.comparison.level,
        "leaderboard": entries,
        "refused": [{"file": r.file, "fault": r.fault} for r in board.refused],
        "notes": list(board.results.notes),
    }


def _listed(board: _Board) -> Table:
    """Return the same with every digit, for CSV: refused files come last, with their fault."""
    columns = [(m, f) for m in board.results.measures for f in (*_FIGURES, "rank", "letters")]
    head = ("rank", "rank_best", "rank_worst", "system", "n", *(f"{m} {f}" for m, f in columns), "fault")
    rows = []
    for system in board.results.systems:
        rank = board.rank(board.primary[0], system)
        places = ("", "", "") if rank is None else (rank.place, rank.best, rank.worst)
        first = board.found[system, board.primary[0]]
        figures = [_figure(board, system, m, f) for m, f in columns]
        rows.append((*places, system, first.n, *figures, ""))
    blank = [""] * (len(head) - 5)
    rows += [("", "", "", r.file, "", *blank[:-1], r.fault) for r in board.refused]
    cells = tuple(tuple(Cell(str(v)) for v in row) for row in rows)
    return Table(tuple(map(Cell, head)), cells)


def _figure(board: _Board, system: str, measure: str, figure: str) -> object:
    if figure == "rank":
        rank = board.rank(measure, system)
        return "" if rank is None else rank.place
    if figure == "letters":
        return board.letters(measure, system) or ""
    value = board.found[system, measure].row()[figure]
    return "" if value is None else repr(value)
