"""Many scored pairs as a page: how scores are spread, the first pairs, the others beside it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.measures.labels.tables import plural
from lydite.reporting.report import Notes, Paragraph, Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.reporting.run_page.rest import RestFile

INSIDE = 10_000
"""Pairs that are kept in the page itself, and in a line of the file beside it."""
ScoredPair = tuple[str, str, float]
_ABOVE = 11  # tenths, for scores that are no longer between 0 and 1, as of lch(scale=raw)


@dataclass(frozen=True)
class PairsPage:
    """Pairs that are scored while the page is made, so that there may be any number of them."""

    matcher: str
    signature: str
    pairs: Callable[[], Iterator[ScoredPair]]
    beside: RestFile | None = None
    """Where pairs go that do not fit inside; they are left out where there is no such file."""

    def __call__(self, report: Report, digits: int) -> str:  # noqa: ARG002
        """Return the page."""
        spread: Counter[int] = Counter()
        blocks = _blocks(self.pairs(), spread)
        first = next(blocks, [])
        self._write_rest(first, blocks)
        left = spread.total() - len(first)
        beside = "left out" if self.beside is None else f"in {self.beside.path.name}, beside it"
        more = f"{plural(left, 'pair')} more than fit into the page: {beside}." if left else ""
        listed = _pairs_table(first, digits)
        said = [Paragraph(more, name=True)] if more else []
        signed = Notes((f"Signature: {self.signature}",))
        whole = Report(
            f"{plural(spread.total(), 'pair')} by {self.matcher}",
            body=lambda _: [_spread_table(spread), *said, listed, signed],
            listed=listed,
        )
        return whole.render("html", digits=digits)

    def _write_rest(self, first: list[ScoredPair], blocks: Iterator[list[ScoredPair]]) -> None:
        for second in blocks:
            rest = itertools.chain([second], blocks)
            if self.beside is not None:
                self.beside.ensure_ours()
                inside = {"matcher": self.signature, "items": first}
                self.beside.write(inside, ({"items": block} for block in rest), 0)
            for _ in rest:  # they are counted, wherever they go
                pass


def _blocks(pairs: Iterator[ScoredPair], spread: Counter[int]) -> Iterator[list[ScoredPair]]:
    """Yield so many pairs at a time, and count their scores by tenths; 0, 1 and what is above apart."""
    while block := list(itertools.islice(pairs, INSIDE)):
        spread.update(-1 if s <= 0 else _ABOVE if s > 1 else int(s * 10) for _, _, s in block)
        yield block


def _spread_table(spread: Counter[int]) -> Table:
    names = {-1: "0", **{n: f"{n / 10:g} to {(n + 1) / 10:g}" for n in range(10)}, 10: "1"}
    if spread[_ABOVE]:
        names[_ABOVE] = "above 1"
    total = max(1, spread.total())
    rows = tuple(
        (Cell(name), Cell(f"{spread[n]:,}"), Cell(f"{spread[n] / total:.1%}")) for n, name in names.items()
    )
    return Table((Cell("score"), Cell("pairs"), Cell("share")), rows, title="Scores")


def _pairs_table(pairs: list[ScoredPair], digits: int) -> Table:
    rows = tuple(
        (Cell(candidate, name=True), Cell(reference, name=True), Cell(f"{score:.{digits}f}"))
        for candidate, reference, score in pairs
    )
    return Table(tuple(map(Cell, ("candidate", "reference", "score"))), rows, 2, title="Pairs")
