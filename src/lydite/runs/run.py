"""A run: the statistics of every system, and what is made of them without scoring again."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lydite import inference
from lydite.core.choices import SWAPS
from lydite.core.errors import InputError
from lydite.inference.result_frames import PhraseMatch
from lydite.inference.statistics import ItemStatistics

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.choices import TestName
    from lydite.core.notes import Note
    from lydite.inference import Comparison, Inference
    from lydite.inference.result import Results
    from lydite.measures.phrases.items import PhraseItems
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask
    from lydite.probes import ProbeRun
    from lydite.probes.agreement import AgreementRun
    from lydite.probes.hop import HopRun
    from lydite.reading.fields import Detected
    from lydite.reading.submissions import RefusedFile

Kind = Literal["phrases", "labels", "probes", "hops", "agreements"]


@dataclass(frozen=True, eq=False)
class Block:
    """Systems under the same measures on the same items."""

    systems: tuple[ItemStatistics, ...]
    group: str | None = None
    """The part of the starts that it is about (hops)."""

    @property
    def references(self) -> tuple[str, ...]:
        """What systems are held against, and not tested: people, constants, chance."""
        return tuple(s.system for s in self.systems if s.reference)

    @property
    def tested(self) -> tuple[tuple[str, str], ...]:
        """The pairs of systems that are tested against each other."""
        return tuple(itertools.combinations((s.system for s in self.systems if not s.reference), 2))


class TaskRuns(NamedTuple):
    """A subtask, and the runs of it."""

    task: Subtask
    runs: tuple[LabelRun, ...]


@dataclass(frozen=True, eq=False)
class Evidence:
    """What reports show beside figures."""

    phrases: Mapping[str, PhraseItems] = field(default_factory=dict)
    """By system: gold and predicted phrases of each item, where they were asked for."""
    detected: tuple[Detected, ...] = ()
    """How each source was read."""
    refused: tuple[RefusedFile, ...] = ()
    """Submissions that could not be scored."""
    task: TaskRuns | None = None
    """Of a subtask of SemEval-2016 Task 4: labels or prevalences beside gold."""

    def subtask(self) -> TaskRuns:
        """Return the runs of a subtask; an error where there are none."""
        if self.task is None:
            raise InputError("the run is none of a subtask of SemEval-2016 Task 4")
        return self.task


@dataclass(frozen=True, eq=False)
class Run:
    """What one scoring command found.

    Phrases, labels and agreements have one block, probes one for each probe (each has items of its own), hops
    one for each part of the starts.

    >>> import lydite
    >>> gold = {"a": ["cat"], "b": ["dog"]}
    >>> lydite.evaluate(gold, {"a": ["cat"], "b": ["cow"]}, "F1", system="mine").run
    Run(kind='phrases', systems=('mine',), measures=('F1',), items=2)
    """

    kind: Kind
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...] = ()
    evidence: Evidence = Evidence()
    name: str = ""
    """What the file is called that it was read from, endings aside."""

    def __repr__(self) -> str:  # and not a million items
        first = self.blocks[0].systems[0]
        measures = tuple(dict.fromkeys(str(m) for b in self.blocks for m in b.systems[0].measures))
        held = f"systems={self.systems}, measures={measures}, items={len(first.ids)}"
        return f"Run(kind={self.kind!r}, {held})"

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
            from lydite.probes.hop.summary import summarise_parts

            return summarise_parts(self._parts, options, self.notes)
        if self.kind == "probes":
            from lydite.probes import shared_words

            return shared_words.summarise_parts(self._parts, options, self.notes)
        return inference.summarise_blocks(self.rows, options, self.notes)

    def comparison(
        self, options: Inference | None = None, test: TestName | None = None, times: int = SWAPS
    ) -> Comparison:
        """Return the results and all paired tests between the systems: the one asked for, or that suits."""
        options = options or inference.Inference(seed=self.seed)
        if self.untested():
            raise InputError("paired tests need items, and interval=poisson keeps sums alone; leave it out")
        if self.kind == "hops":
            from lydite.probes.hop.comparing import compare_parts

            return compare_parts(self._parts, self.results(options), options, test or "randomisation", times)
        if self.kind == "probes":
            from lydite.probes import shared_words

            return shared_words.compare_parts(self._parts, options, test, times, self.notes)
        return inference.compare_blocks(self.rows, options, test, times, self.notes)

    def matches(self) -> Iterator[PhraseMatch]:
        """Yield each match of a prediction with a gold phrase, of the systems whose phrases are here."""
        from lydite.measures.phrases.explanation import explain

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

    def untested(self) -> str:
        """Return why systems cannot be tested, where sums are kept in place of items; "" where they can."""
        if not self.systems[1:] or self.rows[0][0].sums is None:
            return ""
        return "no paired tests: they need items, and the parts hold sums"

    def without_phrases(self) -> Run:
        """Return the same without gold and predicted phrases."""
        return replace(self, evidence=replace(self.evidence, phrases={}))

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
