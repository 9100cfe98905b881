"""Quality as a test: for pytest, or whatever fails on an AssertionError."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.inference import Inference
from lydite.reporting.views.gate import message, report
from lydite.runs.gate import run_gate
from lydite.runs.pairing import pair
from lydite.runs.performing import perform
from lydite.runs.request import Chance, Reading, Request
from lydite.runs.run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import Best, FailIf, Judge, TestName
    from lydite.runs.gate import Gate
    from lydite.runs.request import Source


def assert_not_worse(
    baseline: Source | Run,
    candidate: Source | Run,
    *,
    gold: Source | None = None,
    phrases: str | Sequence[str] | None = None,
    gold_phrases: str | Sequence[str] | None = None,
    same: bool = False,
    best: Best | None = None,
    measures: str | Sequence[str] = (),
    fail_if: FailIf = "proven-drop",
    margin: float = 0.0,
    system: str | None = None,
    judge: Judge = "auto",
    test: TestName | None = None,
    level: float = 0.95,
    cluster: str | None = None,
    bootstrap: int = 1_000,
    seed: int | None = None,
) -> Gate:
    """Raise AssertionError where the candidate is worse than the baseline; else return what was found.

    Both are runs that were saved (paths, or what :func:`lydite.read_run` returns) or, with ``gold``,
    predictions in any form that :func:`lydite.evaluate` takes; ``phrases``, ``gold_phrases``, ``same`` and
    ``best`` are those of :func:`lydite.evaluate`. Where no ``measures`` are named, they are all of the runs;
    with ``gold`` they are F1 or, of labels, accuracy, macro_F1 and macro_recall. ``fail_if`` is
    ``proven-drop`` (the whole interval of the change lies below −margin) or ``possible-drop`` (its lower end
    does). The message says what dropped, by how much, on which items, and how to take the candidate as the
    new baseline.

    >>> gold = {str(i): ["cat"] for i in range(40)}
    >>> assert_not_worse(gold, gold, gold=gold).lines[0].verdict
    'no drop'
    """
    __tracebackhide__ = True

    named = [measures] if isinstance(measures, str) else list(measures)
    if gold is not None:
        if isinstance(baseline, Run) or isinstance(candidate, Run):
            raise InputError("with gold, baseline and candidate are predictions; runs are scored already")
        systems = {"baseline": baseline, "candidate": candidate}
        reading = Reading(phrases=phrases, gold_phrases=gold_phrases, same=same, best=best)
        chance = Chance(seed=seed or 0)
        run = perform(
            Request(
                gold=gold,
                systems=systems,
                measures=named or None,
                usual=("F1",),
                reading=reading,
                chance=chance,
            )
        )
    else:
        if phrases or gold_phrases or same or best:
            raise InputError("phrases, gold_phrases, same and best are for predictions, which need gold=")
        old, new = _named("baseline", baseline), _named("candidate", candidate)
        if old[0] == new[0]:  # files of one name in two folders
            old, new = ("baseline", old[1]), ("candidate", new[1])
        run = pair(old, new, measures=named, system=system, judge=judge)
    options = Inference(
        bootstrap=bootstrap,
        seed=run.seed if seed is None else seed,
        level=level,
        cluster=cluster,
        judge=judge,
    )
    held = run_gate(run, options, fail_if=fail_if, margin=margin, test=test)
    if held.failed:
        raise AssertionError(_why(held, candidate if isinstance(candidate, str | PathLike) else None))
    return held


def _named(role: str, source: Source | Run) -> tuple[str, str | PathLike[str] | Run]:

    if not isinstance(source, str | PathLike | Run):
        raise InputError(f"the {role} is a saved run or its path; predictions need gold=", role)
    return (source.name if isinstance(source, Run) and source.name else role), source


def _why(held: Gate, candidate: str | PathLike[str] | None) -> str:
    """Return what dropped, and what can be done about it."""
    lines = [message(held, line) for line in held.failed]
    kept = "the candidate" if candidate is None else fspath(candidate)
    advice = (
        "Look at the items above first. If the drop is meant (other behaviour, other data), take "
        f"{kept} as the new baseline; if it is too small to matter, allow it with margin=."
    )
    return "\n\n".join(["\n".join(lines), report(held).render("text"), advice])
