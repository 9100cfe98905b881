"""Two runs as one with two systems, under some of their measures."""

from __future__ import annotations

import re
from dataclasses import replace
from os import fspath
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, SpecError, did_you_mean
from lydite.core.spec import parse
from lydite.runs.compare import side_by_side
from lydite.runs.run import Block, Run
from lydite.runs.run_file import read_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from lydite.core.choices import Judge


def pair(
    baseline: tuple[str, str | PathLike[str] | Run],
    candidate: tuple[str, str | PathLike[str] | Run],
    *,
    measures: Sequence[str] = (),
    system: str | None = None,
    judge: Judge = "auto",
) -> Run:
    """Return two runs, each with what it is called, as one with two systems: baseline, then candidate.

    What determines their numbers must be the same; circumstances may differ, and are noted. The candidate has
    every measure of the baseline, or those that are named: no drop passes for want of a measure.
    """
    runs = {}
    for name, source in (baseline, candidate):
        runs[name] = source if isinstance(source, Run) else read_run(fspath(source))
    if len(runs) < 2:
        raise InputError("the baseline and the candidate are the same run", baseline[0])
    known = [_systems(run) for run in runs.values()]
    anywhere = any(system in systems for systems in known)
    for (name, run), systems in zip(runs.items(), known, strict=True):
        alone = anywhere and not systems[1:]  # a run of one system is that, whatever the other's is called
        runs[name] = _one_system(run, name, None if alone else system)
        runs[name] = under(runs[name], measures, name)
    both = side_by_side(runs, judge=judge, advice="score both in the same way, or save a new baseline")
    lacking = [m for m in _measures(runs[baseline[0]]) if m not in _measures(both)]
    if lacking and not measures:
        told = f"lacks {', '.join(lacking)}, which {baseline[0]} has; -m (measures=) names those to hold to"
        raise InputError(told, candidate[0])
    return both


def _measures(run: Run) -> list[str]:
    return [str(m) for block in run.blocks for m in block.systems[0].measures]


def _systems(run: Run) -> list[str]:
    return [s.system for s in run.blocks[0].systems if not s.reference]


def _one_system(run: Run, name: str, system: str | None) -> Run:
    """Return a run with one of its systems."""
    known = _systems(run)
    if system is None and len(known) > 1:
        raise InputError(f"holds several systems ({', '.join(known)}); --system names one of them", name)
    chosen = known[0] if system is None else system
    if chosen not in known:
        hint = did_you_mean(chosen, known)
        raise InputError(f"holds no system {chosen!r}{hint} (there is {', '.join(known)})", name)
    blocks = [replace(b, systems=tuple(s for s in b.systems if s.system == chosen)) for b in run.blocks]
    return replace(run, blocks=tuple(blocks))


def under(run: Run, measures: Sequence[str], source: str | None = None) -> Run:
    """Return the run under some of its measures, by spec; all of them where none is named.

    ``source`` is what an error names.
    """
    if not measures:
        return run
    known = {str(m): m for block in run.blocks for m in block.systems[0].measures}
    wanted = {spelled(text, known, source) for text in measures}
    blocks = []
    for block in run.blocks:
        places = [i for i, m in enumerate(block.systems[0].measures) if str(m) in wanted]
        if places:
            blocks.append(Block(tuple(s.under(places) for s in block.systems), block.group))
    return replace(run, blocks=tuple(blocks))


def spelled(text: str, known: Mapping[str, object], source: str | None = None) -> str:
    """Return the name of a measure as a run has it, however it is spelled; ``source`` is the run."""
    if text in known:
        return text

    kinds = {str(getattr(m, "kind", "measure")) for m in known.values()}
    for kind in sorted(kinds):
        try:
            name = str(parse(text, kind))
        except SpecError:
            continue
        if name in known:
            return name
    alike = [name for name in known if _bare(name) == _bare(text)]
    hint = f"; write -m '{alike[0]}'" if alike else did_you_mean(text, known)
    raise InputError(f"there is no measure {text!r}{hint} (there are {', '.join(known)})", source)


def _bare(measure: str) -> str:
    """Return the name of a measure without its parameters."""
    return re.split(r"[(@]", measure, maxsplit=1)[0].strip().lower()
