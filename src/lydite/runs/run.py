"""A run: the statistics of every system, and what is made of them without scoring again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from lydite import inference
from lydite.core.choices import SWAPS
from lydite.inference.result_frames import PhraseMatch
from lydite.inference.statistics import ItemStatistics
from lydite.measures.phrases.explanation import explain
from lydite.probes import shared_words
from lydite.probes.hop.comparing import compare_parts
from lydite.probes.hop.summary import summarise_parts

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Inference
    from lydite.inference.result import Results
    from lydite.measures.phrases.items import PhraseItems
    from lydite.probes import ProbeRun
    from lydite.probes.agreement import AgreementRun
    from lydite.probes.hop import HopRun

Kind = Literal["phrases", "labels", "probes", "hops", "agreements"]


@dataclass(frozen=True, eq=False)
class Block:
    """Systems under the same measures on the same items."""

    systems: tuple[ItemStatistics, ...]
    group: str | None = None
    """The part of the starts that it is about (hops)."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What reports show beside figures."""

    phrases: Mapping[str, PhraseItems] = field(default_factory=dict)
    """By system, where they were asked for: gold and predicted phrases of each item."""
    detected: tuple[str, ...] = ()
    """How each file was understood."""
    refused: tuple[Any, ...] = ()
    """What could not be scored, and why."""


@dataclass(frozen=True, eq=False)
class Run:
    """What one scoring command found.

    Phrases, labels and agreements have one block, probes one for each probe (each has items of its own), hops
    one for each part of the starts.

    >>> from lydite.runs.scoring import score
    >>> gold = {"a": ["cat"], "b": ["dog"]}
    >>> run = Run.of_scored(*score(gold, {"mine": {"a": ["cat"], "b": ["cow"]}}, ["F1"]))
    >>> run.results()["F1"].value
    0.5
    >>> run
    Run(kind='phrases', systems=('mine',), measures=('F1',), items=2)
    """

    kind: Kind
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)
    name: str = ""
    """What the file is called that it was read from, endings aside."""

    def __repr__(self) -> str:  # and not a million items
        first = self.blocks[0].systems[0]
        measures = tuple(dict.fromkeys(str(m) for b in self.blocks for m in b.systems[0].measures))
        held = f"systems={self.systems}, measures={measures}, items={len(first.ids)}"
        return f"Run(kind={self.kind!r}, {held})"

    @classmethod
    def of_scored(
        cls,
        systems: Sequence[ItemStatistics],
        notes: Sequence[str] = (),
        shard: object = None,  # noqa: ARG003 # goes with the callers that still name it
        phrases: Mapping[str, PhraseItems] | None = None,
    ) -> Run:
        """Return the run of scored phrases or labels; which of them it is, the measures say."""
        kind: Kind = getattr(systems[0].measures[0], "input_kind", "phrases")
        return cls(kind, (Block(tuple(systems)),), tuple(notes), Evidence(phrases or {}))

    @classmethod
    def of_probes(cls, probe_run: ProbeRun) -> Run:
        """Return the run of vectors under probes."""
        return cls(
            "probes", tuple(Block(tuple(row), group) for group, row in probe_run.parts), probe_run.notes()
        )

    @classmethod
    def of_agreement(cls, agreed: AgreementRun) -> Run:
        """Return the run of matchers against people; rows over single answers are in no test, nor here."""
        return cls("agreements", (Block(agreed.scored),), agreed.notes)

    @classmethod
    def of_hops(cls, hop_run: HopRun) -> Run:
        """Return the run of strategies that walked from the same starts."""
        blocks = tuple(Block(tuple(systems), group) for group, systems in hop_run.blocks)
        return cls("hops", blocks, hop_run.notes)

    @property
    def systems(self) -> tuple[str, ...]:
        """What the systems are called."""
        return tuple(s.system for s in self.blocks[0].systems)

    @property
    def seed(self) -> int:
        """The seed from which predictions were shuffled for chance; 0 where nothing was."""
        return (self.blocks[0].systems[0].shuffles or (0, 0))[1]

    def results(self, options: Inference | None = None) -> Results:
        """Return the results of every system; intervals from the seed of the run unless asked otherwise."""
        options = options or inference.Inference(seed=self.seed)
        if self.kind == "hops":
            return summarise_parts(self._parts, options, self.notes)
        if self.kind == "probes":
            return shared_words.summarise_parts(self._parts, options, self.notes)
        return inference.summarise_blocks(self.rows, options, self.notes)

    def comparison(
        self, options: Inference | None = None, test: TestName | None = None, times: int = SWAPS
    ) -> Comparison:
        """Return the results and all paired tests between the systems: the one asked for, or that suits."""
        options = options or inference.Inference(seed=self.seed)
        if self.kind == "hops":
            return compare_parts(self._parts, self.results(options), options, test or "randomisation", times)
        if self.kind == "probes":
            return shared_words.compare_parts(self._parts, options, test, times, self.notes)
        return inference.compare_blocks(self.rows, options, test, times, self.notes)

    def matches(self) -> Iterator[PhraseMatch]:
        """Yield each match of a prediction with a gold phrase, of the systems whose phrases are here."""
        for scored in self.blocks[0].systems if self.kind == "phrases" else ():
            items = self.evidence.phrases.get(scored.system)
            measures: Any = scored.measures
            for line in (
                () if items is None else explain(items, scored.system, measures, why=False, every=True)
            ):
                if line.status == "matched" and line.rank is not None:
                    yield PhraseMatch(
                        line.system,
                        line.measure,
                        line.item,
                        line.rank,
                        line.prediction,
                        line.gold,
                        line.score,
                    )

    def save(self, path: str | Path) -> None:
        """Write the run to a file, whole or not at all."""
        from lydite.runs.run_file import save

        save(path, self)

    @property
    def rows(self) -> list[tuple[ItemStatistics, ...]]:
        """The statistics of each block."""
        return [block.systems for block in self.blocks]

    @property
    def _parts(self) -> list[tuple[str | None, tuple[ItemStatistics, ...]]]:
        return [(block.group, block.systems) for block in self.blocks]
