"""Saved runs side by side: systems of different days and machines under the measures that all runs have.

Nothing is scored again. What differs in how the runs were made is said in the notes; where it decides the
numbers, the runs are compared only on request.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.notes import DIFFERENT, Note
from lydite.inference.statistics import TOPIC
from lydite.probes.hop.summary import ALL, PAIRED, SHARED, paired
from lydite.runs.differences import differences
from lydite.runs.run import Block, Evidence, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lydite.core.choices import Judge
    from lydite.inference.statistics import ItemStatistics

_SHOWN = 3  # ids that a message names
_LISTED = 8  # measures that a note names
ANYWAY = "--allow-different (allow_different=True) compares them all the same"


def as_runs(first: Any, *more: Any) -> dict[str, Run]:
    """Return runs by name, where runs or a mapping of them were given; nothing for anything else."""
    if isinstance(first, Mapping):
        return (
            {str(n): r for n, r in first.items()} if all(isinstance(r, Run) for r in first.values()) else {}
        )
    runs = [one for one in (first, *more) if isinstance(one, Run)] if isinstance(first, Run) else []
    stems = [run.name or f"run {n}" for n, run in enumerate(runs, 1)]
    twice = Counter(stems)
    names = [f"{stem} {n}" if twice[stem] > 1 else stem for n, stem in enumerate(stems, 1)]
    return dict(zip(names, runs, strict=True))


def side_by_side(
    runs: Mapping[str, Run], *, allow_different: bool = False, judge: Judge = "auto", advice: str = ANYWAY
) -> Run:
    """Return one run with the systems of all; those of the same name are distinguished by that of their run.

    ``allow_different`` lets runs stand side by side whose numbers were not made in the same way; the notes
    say what differs. ``judge`` is what will be compared: how chance was taken decides corrected figures.
    ``advice`` is what to do about runs that differ.

    >>> from lydite import evaluate
    >>> gold = {"a": ["cat"], "b": ["dog"]}
    >>> monday = evaluate(gold, {"a": ["cat"], "b": ["cow"]}, "F1", system="mine").run
    >>> tuesday = evaluate(gold, gold, ["F1", "R"], system="mine").run
    >>> both = side_by_side({"monday": monday, "tuesday": tuesday})
    >>> [(r.system, r.value) for r in both.results()], both.notes
    ([('mine (monday)', 0.5), ('mine (tuesday)', 1.0)], ('left out, since not every run has it: R',))
    """
    if not runs:
        raise InputError("there is no run to compare")
    first, *others = runs
    for name, run in runs.items():
        if run.kind != runs[first].kind:
            raise InputError(f"is a run of {run.kind}, and {first} is one of {runs[first].kind}", name)
    if not others:
        return runs[first]
    told = _with_run_names(_once({name: _whole(run) for name, run in runs.items()}))
    notes = [note for run in told.values() for note in run.notes]
    rows = [row for block in told[first].blocks if (row := _aligned(block, told)) is not None]
    if not rows:
        raise InputError(f"the runs have no measure in common: {'; '.join(map(_measures, told.items()))}")
    notes += _left_out(told, rows)
    notes += _differences(told, rows, judge, None if allow_different else advice)
    blocks = [Block(_in_order(row.systems.values()), row.group) for row in rows]
    for block in blocks:
        _check_columns(block.systems)
    if told[first].kind == "hops":
        blocks.append(Block(tuple(paired(blocks[0].systems)), PAIRED))
    notes += _same_predictions(blocks[0].systems)
    phrases = {name: items for run in told.values() for name, items in run.evidence.phrases.items()}
    return Run(told[first].kind, tuple(blocks), tuple(dict.fromkeys(notes)), Evidence(phrases))


@dataclass(frozen=True)
class _BlockSystems:
    """The systems of one block of every run, under the measures that all of them have."""

    group: str | None
    systems: dict[str, tuple[ItemStatistics, ...]]
    """By run."""
    used: dict[str, set[str]]
    """By run, the specs of the measures that are compared."""


def _whole(run: Run) -> Run:
    """Return the part of a run that can be compared: of hops, the part of all starts."""
    if run.kind != "hops":
        return run

    lost = any(block.group == SHARED for block in run.blocks)
    sentence = "shared vocabulary: left out, since it is that of the strategies of one run"
    notes = (Note(sentence),) if lost else ()
    blocks = tuple(block for block in run.blocks if block.group is ALL)
    return replace(run, blocks=blocks, notes=(*run.notes, *notes))


def _once(runs: dict[str, Run]) -> dict[str, Run]:
    """Return the runs without references that an earlier one has, as long as anything is left of them."""
    seen: set[tuple[Any, ...]] = set()
    runs_kept = {}
    for name, run in runs.items():
        again = {s.system for s in run.blocks[0].systems if s.reference and _identity(s) in seen}
        seen |= {_identity(s) for s in run.blocks[0].systems if s.reference}
        again = again if len(again) < len(run.systems) else set()
        kept = [tuple(s for s in b.systems if s.system not in again) for b in run.blocks]
        blocks = tuple(Block(s, b.group) for s, b in zip(kept, run.blocks, strict=True))
        runs_kept[name] = replace(run, blocks=blocks)
    return runs_kept


def _identity(scored: ItemStatistics) -> tuple[Any, ...]:
    return scored.system, scored.gold, tuple(sorted(scored.policies.items()))


def _in_order(runs: Iterable[Sequence[ItemStatistics]]) -> tuple[ItemStatistics, ...]:
    """Return the systems of all runs between the references that stand before and after those of each."""
    before, between, after = [], [], []
    for systems in runs:
        lead = list(itertools.takewhile(lambda s: s.reference, systems))
        before += lead
        between += [s for s in systems if not s.reference]
        after += [s for s in systems[len(lead) :] if s.reference]
    return (*before, *between, *after)


def _with_run_names(runs: Mapping[str, Run]) -> dict[str, Run]:
    """Return the runs with the name of the run in the names of systems that several runs have."""
    count = Counter(system for run in runs.values() for system in run.systems)
    renamed = {}
    for run_name, run in runs.items():
        names = {s: f"{s} ({run_name})" if count[s] > 1 else s for s in run.systems}
        blocks = tuple(
            Block(tuple(replace(s, system=names[s.system]) for s in block.systems), block.group)
            for block in run.blocks
        )
        notes = tuple(
            note.renamed(names[note.source]) if isinstance(note, Note) and note.source in names else note
            for note in run.notes
        )
        phrases = {names[s]: items for s, items in run.evidence.phrases.items()}
        evidence = replace(run.evidence, phrases=phrases)
        renamed[run_name] = replace(run, blocks=blocks, notes=notes, evidence=evidence)
    return renamed


def _aligned(block: Block, runs: Mapping[str, Run]) -> _BlockSystems | None:
    """Return a block of the first run with its like in all others; None where they share no measure."""
    first, *others = runs
    lead = block.systems[0]
    alike = {first: (block, {i: i for i in range(len(lead.measures))})}
    for name in others:
        blocks = [(b, _places(lead, b.systems[0])) for b in runs[name].blocks if b.group == block.group]
        alike[name] = max(blocks, key=lambda one: len(one[1]), default=(block, {}))
    shared = [i for i in range(len(lead.measures)) if all(i in places for _, places in alike.values())]
    if not shared:
        return None
    systems, used = {}, {}
    for name, (mine, places) in alike.items():
        chosen = [_signed(s).under([places[i] for i in shared]) for s in mine.systems]
        used[name] = {str(m) for m in chosen[0].measures}
        _check_items(first, lead, name, chosen[0])
        sizes = [lead.statistics[i].shape[1] for i in shared]
        if [s.shape[1] for s in chosen[0].statistics] != sizes:
            raise InputError(
                f"its statistics are of other sizes than those of {first}; was it scored alike?", name
            )
        if (scale := lead.policies.get("labels")) != (other := chosen[0].policies.get("labels")):
            # statistics count classes by place: no test could swap answers between two scales
            raise InputError(f"its labels ({other}) are not those of {first}, in their order ({scale})", name)
        if runs[first].kind != "hops":  # whose figures know their own strategy
            chosen = [replace(s, measures=tuple(lead.measures[i] for i in shared)) for s in chosen]
        systems[name] = tuple(chosen)
    return _BlockSystems(block.group, systems, used)


def _signed(scored: ItemStatistics) -> ItemStatistics:
    """Return the same with its signatures as text: its measures may be called as those of another run are."""
    return replace(scored, signatures=tuple(scored.signed(i) for i in range(len(scored.measures))))


def _places(lead: ItemStatistics, other: ItemStatistics) -> dict[int, int]:
    """Return where each measure of one system stands in another: by signature, else by spec.

    A source may be at another path on another machine; its signature is the same there.
    """
    signed = {other.signed(j): j for j in range(len(other.measures))}
    spelled = {str(m): j for j, m in enumerate(other.measures)}
    places = {}
    for i, measure in enumerate(lead.measures):
        place = signed.get(lead.signed(i), spelled.get(str(measure)))
        if place is not None:
            places[i] = place
    return places


def _check_items(first: str, lead: ItemStatistics, name: str, other: ItemStatistics) -> None:
    if lead.ids == other.ids:
        return
    sides = [(first, [i for i in lead.ids if i not in set(other.ids)])]
    sides.append((name, [i for i in other.ids if i not in set(lead.ids)]))
    problems = [f"{len(ids):,} only in {run} ({_few(ids, _SHOWN)})" for run, ids in sides if ids]
    raise InputError(f"{first} and {name} have different items: {', '.join(problems) or 'in another order'}")


def _check_columns(systems: Sequence[ItemStatistics]) -> None:
    """Refuse systems whose topics differ: no average over topics could be compared."""
    lead = systems[0]
    if not any(m.grouped for m in lead.measures):
        return
    for scored in systems:
        if scored.columns.get(TOPIC) != lead.columns.get(TOPIC):
            raise InputError(f"the topics of {scored.system} are not those of {lead.system}")


def _left_out(runs: Mapping[str, Run], rows: Sequence[_BlockSystems]) -> Iterator[Note]:
    lost: dict[str, None] = {}
    for name, run in runs.items():
        used = set().union(*(row.used[name] for row in rows))
        lost |= dict.fromkeys(s for s in _specs(run) if s not in used)
    if lost:
        what = "it" if len(lost) == 1 else "them"
        yield Note(f"left out, since not every run has {what}: {{measures}}", measures=_few([*lost], _LISTED))


def _differences(
    runs: Mapping[str, Run], rows: Sequence[_BlockSystems], judge: Judge, advice: str | None
) -> Iterator[Note]:
    """Yield notes of what differs; where numbers do, they are refused with ``advice`` if there is any."""
    first, *others = runs
    for name in others:
        by_block = [
            differences(runs[first].kind, r.systems[first][0], r.systems[name][0], judge) for r in rows
        ]
        numbers = list(dict.fromkeys(d for one in by_block for d in one.numbers))
        around = list(dict.fromkeys(d for one in by_block for d in one.circumstances))
        if numbers and advice is not None:
            raise InputError(f"was not made as {first} was: {'; '.join(numbers)}; {advice}", name)
        if numbers:
            yield Note(DIFFERENT, how=f"{first} and {name} differ in {'; '.join(numbers)}")
        if around:
            sentence = "{first} and {second} were made under different circumstances: {what}"
            yield Note(sentence, first=first, second=name, what="; ".join(around))


def _same_predictions(systems: Sequence[ItemStatistics]) -> Iterator[Note]:
    for a, b in itertools.combinations(systems, 2):
        if a.predictions and a.predictions == b.predictions:
            yield Note("{first} and {second} have the same predictions", first=a.system, second=b.system)


def _specs(run: Run) -> list[str]:
    return list(dict.fromkeys(str(m) for block in run.blocks for m in block.systems[0].measures))


def _measures(named: tuple[str, Run]) -> str:
    return f"{named[0]} has {_few(_specs(named[1]), _LISTED)}"


def _few(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")
