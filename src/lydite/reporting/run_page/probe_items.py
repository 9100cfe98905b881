"""Probes for the page: each category, relation or pair, how it was answered and what was asked."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lydite.inference.resampling_plan import item_values
from lydite.reporting.run_page.listed import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lydite.probes.base import AskedQuestion
    from lydite.runs.run import Block, Run

MOST = 50
"""Questions of an item that are shown."""


@dataclass(frozen=True, eq=False)
class ProbeAnswers:
    """Vectors under probes, item by item."""

    run: Run
    systems: tuple[str, ...]
    asked: Mapping[tuple[int, str], Mapping[str, Sequence[AskedQuestion]]] = field(default_factory=dict)
    """By block and system: the questions of each item, where vectors were at hand."""

    def __len__(self) -> int:
        return sum(len(block.systems[0].ids) for block in self.run.blocks)

    def head(self) -> dict[str, Any]:
        """Return what is said once."""
        return {"kind": "probes", "systems": [*self.systems], "parts": [_name(b) for b in self.run.blocks]}

    def first(self, most: int) -> dict[str, Any]:
        """Return the first items: id, probe, and of each system score, account, words, questions."""
        rows = (row for number, block in enumerate(self.run.blocks) for row in self._rows(number, block))
        return {"items": [*itertools.islice(rows, most)]}

    def _rows(self, number: int, block: Block) -> Iterator[list[Any]]:
        known = {s.system: s for s in block.systems}
        scored = [known[name] for name in self.systems]
        values = [rounded(item_values(s, 0)) for s in scored]
        measure: Any = scored[0].measures[0]
        for place, item in enumerate(scored[0].ids):
            sides = []
            for one, value in zip(scored, values, strict=True):
                account = measure.account(one.statistics[0][place])
                words = [int(n) for n in one.coverage[0][place]] if 0 in one.coverage else None
                asked = self.asked.get((number, one.system), {}).get(item, ())
                questions = [[q.question, q.expected, [[*a] for a in q.given]] for q in asked[:MOST]]
                sides.append([value[place], account, words, questions, max(0, len(asked) - MOST)])
            yield [item, number, sides]


def probe_answers(run: Run, order: Sequence[str], asked: Any = None) -> ProbeAnswers | None:
    """Return the items of probes; None where systems have not the same."""
    if any(s.ids != block.systems[0].ids for block in run.blocks for s in block.systems):
        return None
    return ProbeAnswers(run, tuple(s for s in order if s in run.systems), asked or {})


def _name(block: Block) -> str:
    return f"{block.systems[0].measures[0]}{f', {block.group}' if block.group else ''}"
