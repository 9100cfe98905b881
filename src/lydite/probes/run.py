"""Run probes on vectors: results with intervals over categories, and paired tests between vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from lydite.core.arguments import wrong
from lydite.core.arrays import content_digest
from lydite.core.errors import InputError, SpecError
from lydite.core.notes import Note
from lydite.core.spec import parse
from lydite.inference.statistics import ItemStatistics
from lydite.probes.base import AskedQuestion, Probe, ProbeInput, ProbeStatistics
from lydite.probes.scripts import other_script
from lydite.probes.shared_words import SHARED, compare_parts, summarise_parts
from lydite.probes.testsets import TestSet, load_test_set
from lydite.vectors import Vectors, load_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Inference
    from lydite.inference.result import Results
    from lydite.probes.shared_words import Parts

AskedQuestions = dict[tuple[int, str], dict[str, list[AskedQuestion]]]
CATEGORY = "category"  # the column by which results are broken down


@dataclass(frozen=True)
class ProbeRun:
    """Several vectors under several probes: statistics by item, and what follows from them."""

    scored: tuple[tuple[ItemStatistics, ...], ...]
    """By probe, then by vectors."""
    statistics: tuple[tuple[ProbeStatistics, ...], ...]
    inputs: tuple[ProbeInput, ...]
    test: TestSet
    shared: ProbeRun | None = None
    """The same on the vocabulary that all vectors share, where that was asked for."""

    @property
    def parts(self) -> Parts:
        """Probe by probe: on the own vocabularies and, where that was asked for, on the shared one."""
        common = () if self.shared is None else self.shared.scored
        return [*((None, row) for row in self.scored), *((SHARED, row) for row in common)]

    def asked(self) -> AskedQuestions:
        """Return what was asked and answered: by part and system, then by item."""
        known: AskedQuestions = {}
        runs = [self] if self.shared is None else [self, self.shared]
        for run, first in zip(runs, (0, len(self.scored)), strict=False):
            for place, row in enumerate(run.scored, first):
                for scored, probe_input in zip(row, run.inputs, strict=True):
                    known[place, scored.system] = cast("Probe", scored.measures[0]).asked(probe_input)
        return known

    def results(self, options: Inference | None = None) -> Results:
        """Return results with intervals over the items (categories, relations, pairs, groups)."""
        return summarise_parts(self.parts, options, self.notes())

    def comparison(
        self, options: Inference | None = None, test: TestName | None = None, times: int = 10_000
    ) -> Comparison:
        """Return results and, for each probe, all paired tests between vectors over its items."""
        return compare_parts(self.parts, options, test, times, self.notes())

    def notes(self) -> tuple[Note, ...]:
        """Return raw counts, coverage, what was skipped and what was odd about the vectors."""
        lines: list[Note] = []
        for probe_input in self.inputs:
            vectors = probe_input.vectors
            lines += [Note("{text}", vectors.name, text=text) for text in vectors.notes]
            lines += other_script(self.test.words, vectors)
        for row, findings in zip(self.scored, self.statistics, strict=True):
            for scored, statistics in zip(row, findings, strict=True):
                lines += _describe(scored, statistics, SHARED if self.inputs[0].beside else "")
        if self.shared is not None:
            folds = {bool(getattr(row[0].measures[0], "fold", False)) for row in self.scored}
            counts = {len(self.shared.inputs[0].answers(fold=fold)) for fold in folds}
            known = " or ".join(f"{n:,}" for n in sorted(counts))
            lines.append(Note("{counts} words that all know", SHARED, counts=known))
            lines += self.shared.notes()
        return tuple(dict.fromkeys(lines))


def probe(
    vectors: Vectors | str | Path | Mapping[str, Any],
    probes: Sequence[str | Probe],
    test_set: str | Path | TestSet | Mapping[str, Any],
    options: Inference | None = None,
) -> Results:
    """Test vectors (or several, by name) on a test set and return results with intervals.

    >>> from lydite.vectors import Vectors
    >>> v = Vectors.of({"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]})
    >>> found = probe(v, ["topk(k=1)"], {"animals": ["cat", "dog"], "colours": ["red", "blue"]})
    >>> found["topk(k=1)"].value, found.notes
    (1.0, ('vectors, topk(k=1): 4 of 4 right, 2 categories, coverage 100.0% of words',))
    """
    return examine(vectors, probes, test_set).results(options)


def examine(
    vectors: Vectors | str | Path | Mapping[str, Any],
    probes: Sequence[str | Probe],
    test_set: str | Path | TestSet | Mapping[str, Any],
    *,
    subwords: bool = False,
    shared: bool = False,
    policies: Mapping[str, str] | None = None,
) -> ProbeRun:
    """Run probes and keep the statistics.

    ``subwords`` composes vectors for unknown words where it can; they are asked about and answer nothing.
    ``shared`` runs all probes a second time, on the words that all vectors know. ``policies`` say in
    signatures what was done to the words of the test set.
    """
    test = load_test_set(test_set)
    named = _named(vectors)
    wanted = [parse(p, "probe") if isinstance(p, str) else p for p in probes]
    if not wanted:
        raise SpecError("no probe was asked for (lydite list probes)")
    for one in wanted:
        if one.needs not in test.contents:
            has = " and ".join(test.contents)
            raise InputError(f"{one} needs {one.needs}; the test set {test.name} has {has}")
    everyone = tuple(named.values())
    if shared and len(everyone) < 2:
        raise InputError("a vocabulary is shared by several vectors; there is one file")
    said = dict(policies or {})
    whole = _examined(named, wanted, tuple(ProbeInput(v, test, subwords) for v in everyone), said)
    if not shared:
        return whole
    grounds = tuple(ProbeInput(v, test, subwords, beside=everyone) for v in everyone)
    for fold in {bool(getattr(one, "fold", False)) for one in wanted}:
        if not len(grounds[0].answers(fold=fold)):
            raise InputError(f"{', '.join(named)} have no word in common; folding may help (--fold)")
    return replace(whole, shared=_examined(named, wanted, grounds, said))


def _examined(
    named: Mapping[str, Vectors],
    wanted: Sequence[Probe],
    grounds: tuple[ProbeInput, ...],
    policies: dict[str, str],
) -> ProbeRun:
    findings = tuple(tuple(p.examine(g) for g in grounds) for p in wanted)
    scored = tuple(
        tuple(_scored(name, p, g, f, policies) for name, g, f in zip(named, grounds, row, strict=True))
        for p, row in zip(wanted, findings, strict=True)
    )
    return ProbeRun(scored, findings, grounds, grounds[0].test)


def _scored(
    system: str, one: Probe, probe_input: ProbeInput, statistics: ProbeStatistics, said: dict[str, str]
) -> ItemStatistics:
    vectors = f"{probe_input.vectors.name}:{probe_input.vectors.digest}:{len(probe_input.vectors)}"
    policies = {"vectors": vectors, "test": f"{probe_input.test.name}:{probe_input.test.digest}", **said}
    if probe_input.subwords and probe_input.vectors.subwords is not None:
        policies["subwords"] = "asked about"
    if probe_input.beside:
        words = probe_input.answers(fold=bool(getattr(one, "fold", False))).words.all
        policies["vocabulary"] = f"shared:{content_digest(sorted(words))}:{len(words)}"
    return ItemStatistics(
        system,
        statistics.ids,
        (one,),
        (statistics.statistics,),
        {CATEGORY: statistics.ids},
        chance={} if statistics.chance is None else {0: statistics.chance},
        chance_sums={} if statistics.shuffled is None else {0: statistics.shuffled},
        coverage={0: statistics.coverage},
        policies=policies,
    )


def _named(vectors: Any) -> dict[str, Vectors]:
    if isinstance(vectors, Vectors):
        return {vectors.name: vectors}
    if (isinstance(vectors, Mapping) and not vectors) or isinstance(vectors, list | tuple):
        raise wrong("vectors", 'vectors, or several by name, as {"mine": vectors}', vectors)
    if hasattr(vectors, "items"):
        return {name: v if isinstance(v, Vectors) else load_vectors(v) for name, v in vectors.items()}
    loaded = load_vectors(vectors)
    return {loaded.name: loaded}


_UNITS = {
    "categories": ("category", "categories"),
    "analogies": ("relation", "relations"),
    "pairs": ("pair", "pairs"),
    "outliers": ("group", "groups"),
}
_LISTED = 8  # skipped items that are named; a breakdown shows them all


def _describe(scored: ItemStatistics, statistics: ProbeStatistics, part: str) -> list[Note]:
    one = cast("Probe", scored.measures[0])
    known, total = statistics.coverage.sum(0)
    right, attempts = statistics.counts.sum(0)
    units = _UNITS[one.needs]
    counted = f"{right:,.0f} of {attempts:,.0f} right, " if attempts else ""
    share = f"{100 * known / total:.1f}" if total else "nan"
    start, named = "{source}, {probe}:", f"{one}{part and f', {part}'}"
    items = _count(len(statistics.ids), units)
    if statistics.lacking:
        items = _lacking(one, items, statistics)
    figures = {"probe": named, "counted": counted, "items": items, "share": share}
    lines = [Note(f"{start} {{counted}}{{items}}, coverage {{share}}% of words", scored.system, **figures)]
    if total and known < total / 2:
        sentence = f"{start} warning: less than half of the words are known; the figures say little"
        lines.append(Note(sentence, scored.system, probe=named))
    if statistics.skipped:
        more = len(statistics.skipped) - _LISTED
        rest = f" and {more:,} more (--by {CATEGORY} shows all)" if more > 0 else ""
        skipped = {
            "counted": _count(len(statistics.skipped), units),
            "skipped": ", ".join(statistics.skipped[:_LISTED]) + rest,
        }
        lines.append(Note(f"{start} skipped {{counted}}: {{skipped}}", scored.system, probe=named, **skipped))
    return lines


def _lacking(one: Probe, items: str, statistics: ProbeStatistics) -> str:
    """Say what became of pairs or questions with an unknown word."""
    skipped = getattr(one, "oov", "") == "skip"
    if one.needs == "pairs":
        if skipped:
            items = f"{len(statistics.ids) - statistics.lacking:,} of {items}"
            return f"{items}, {statistics.lacking:,} left out for an unknown word"
        return f"{items}, {statistics.lacking:,} taken as 0 for an unknown word"
    return (
        f"{items}, {statistics.lacking:,} questions {'left out' if skipped else 'wrong'} for an unknown word"
    )


def _count(number: int, units: tuple[str, str]) -> str:
    return f"{number:,} {units[number != 1]}"
