"""From a request to a run: read, align, plan parts, score, join."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, LyditeError, SpecError, ensure_columns
from lydite.core.executors.here import Here
from lydite.core.executors.process_executor import ProcessExecutor
from lydite.core.executors.tasks import SharedTask, map_tasks, workers_of
from lydite.core.notes import Note, add_notes
from lydite.core.progress import progress_bar
from lydite.inference import Inference
from lydite.matchers.base import KeyMatcher
from lydite.matchers.custom import Custom
from lydite.measures.chance import ShufflePlan, room_notes
from lydite.measures.labels.reading import read_side
from lydite.measures.labels.scoring import average_notes
from lydite.reading.known_names import LISTS
from lydite.reading.phrase_tables import read_gold
from lydite.reading.submissions import Submissions, sort_out
from lydite.runs.asked import asked_measures, policies_of_sets
from lydite.runs.files import FilePart, is_pattern, plan_files
from lydite.runs.parts import Part, PartResult, complete, join
from lydite.runs.request import Request
from lydite.runs.run import Block, Evidence, Run, TaskRuns
from lydite.runs.scoring import (
    PartScorer,
    Work,
    notes_of,
    policies_of,
    score_labels,
    score_part,
    topics_of,
)
from lydite.runs.sources import field_names, read_items

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.fields import Detected
    from lydite.reading.submissions import RefusedFile

HERE = Here()
FEWEST = 256
"""Items of a part: fewer are scored before they are sent."""
_EACH = 16  # parts for each worker, so that a slow one keeps nobody waiting for long
_QUICK = 2  # where keys are compared, which takes hardly longer than to find out what all parts share


def perform(
    request: Request,
    executor: Executor = HERE,
    inference: Inference = Inference(),  # noqa: B008, frozen
) -> Run:
    """Return what was found. No figure depends on the executor.

    ``inference`` says only what cannot be made up for later: which columns items must have and, where parts
    are files, how resamples are drawn of which sums alone are kept (``interval="poisson"``).

    >>> from lydite.runs.request import Request
    >>> gold = {"a": ["cat"], "b": ["dog"]}
    >>> perform(Request(gold=gold, systems={"mine": {"a": ["cat"], "b": ["cow"]}}, measures="F1"))
    Run(kind='phrases', systems=('mine',), measures=('F1',), items=2)
    """
    if request.task is not None:
        return _of_task(request)
    if request.submissions is not None:
        return _of_submissions(request, request.submissions, executor, inference)
    if not request.systems:
        raise InputError("there is no system to score")
    files = plan_files(request.gold, request.systems)
    measures, told = asked_measures(request, files[0].gold if files else request.gold)
    request = _with_policies(request)
    kinds = {m.input_kind: m for m in measures}
    if len(kinds) > 1:
        both = " and ".join(str(kinds[kind]) for kind in sorted(kinds))
        raise SpecError(f"measures of labels and of phrases cannot be taken of the same files: {both}")
    labels = "labels" in kinds
    if not labels:
        _refuse_label_options(request)
    if files:
        run = _of_files(request, measures, files, executor, inference)
    elif labels:
        scored, notes, detected = _labels(request, measures)
        notes = (*notes, *average_notes(scored[0]))
        run = Run("labels", (Block(tuple(scored)),), notes, Evidence(detected=detected))
    else:
        run = _of_phrases(request, measures, executor, inference)
    return replace(run, notes=(*told, *run.notes))


def plan_parts(items: int, measures: Sequence[Measure], executor: Executor) -> list[Part]:
    """Return the parts of so many items; of few, and where one process does the work, it is one."""
    of = 1
    whole = any(getattr(m, "part", "all") != "all" for m in measures)  # which documents say
    if not isinstance(executor, Here) and not whole:
        quick = all(isinstance(getattr(m, "match", None), KeyMatcher) for m in measures)
        of = max(1, min((_QUICK if quick else _EACH) * workers_of(executor), items // FEWEST))
    return [Part(number, of) for number in range(1, of + 1)]


def score_parts(work: Work, parts: Sequence[Part | FilePart], executor: Executor) -> PartResult:
    """Return what all of these parts give."""
    if not isinstance(executor, Here):
        work = work.sent()
        elsewhere = not isinstance(executor, ProcessExecutor)
        parts = [p.absolute() if elsewhere and isinstance(p, FilePart) else p for p in parts]
    task = SharedTask[PartScorer, "Part | FilePart", PartResult](score_part, PartScorer, (work,))
    results: list[PartResult] = []
    shown = progress_bar("scoring, parts", len(parts)) if len(parts) > 1 else nullcontext()
    try:
        with shown as bar:
            for done, result in enumerate(map_tasks(executor, task, parts), 1):
                results.append(result)
                if result.sums:  # which take the place of what they are added to
                    results = [join(results)]
                if bar is not None:
                    bar.update(done)
    finally:
        task.forget()
    return join(results)


def _of_phrases(
    request: Request, measures: Sequence[Measure], executor: Executor, inference: Inference
) -> Run:
    """Return the run of phrases that are read here."""
    items, detected = read_items(request, measures)
    first = next(iter(items.values()))
    columns = (inference.by, inference.cluster)
    if any(columns):
        ensure_columns(first.columns, columns)
    digests = {name: one.digests() for name, one in items.items()}
    work = Work(request, measures, items, digests)
    found = complete(score_parts(work, plan_parts(len(first), measures, executor), executor))
    plan = ShufflePlan(request.chance.chance, request.chance.seed)
    systems, notes = [], list[Note]()
    for (name, one), scored in zip(items.items(), found, strict=True):
        systems.append(_signed(scored, one, measures, request, digests[name]))
        notes += [*notes_of(one, name, measures, plan), *room_notes(systems[-1])]
    kept = {name: _kept(one) for name, one in items.items()} if request.keep else {}
    evidence = Evidence(kept, detected)
    return Run("phrases", (Block(tuple(systems)),), tuple(dict.fromkeys(notes)), evidence)


def _of_files(
    request: Request,
    measures: Sequence[Measure],
    files: Sequence[FilePart],
    executor: Executor,
    inference: Inference,
) -> Run:
    """Return the run of parts that are files, which are read where they are scored."""
    sums = inference if inference.interval == "poisson" else None
    if request.reading.documents is not None:
        raise InputError("documents cannot be used where gold is in several files")
    if sums is not None and inference.by is not None:
        raise InputError("--interval poisson keeps sums of items, which --by cannot break down")
    request = replace(request, systems=dict.fromkeys(request.systems, ""), gold="")
    work = Work(request, measures, {}, {}, columns=(inference.by, inference.cluster), sums=sums)
    result = score_parts(work, files, executor)
    found = complete(result)
    policies = {} if measures[0].input_kind == "labels" else policies_of(request)
    if found[0].chance:
        policies["within"] = f"{len(files)} files"
    systems = [replace(one, measures=tuple(measures), policies={**one.policies, **policies}) for one in found]
    notes = [note for number in sorted(result.notes) for note in result.notes[number]]
    notes += [note for one in systems for note in room_notes(one)]
    if measures[0].input_kind == "labels":
        notes += average_notes(systems[0])
    detected = _alike([result.detected[number] for number in sorted(result.detected)])
    kind: Any = measures[0].input_kind
    return Run(kind, (Block(tuple(systems)),), add_notes(notes), Evidence(detected=detected))


def _alike(files: Sequence[tuple[Detected, ...]]) -> tuple[Detected, ...]:
    """Return how files were read: gold first, then each system, once for those that were read alike."""
    found = []
    for side in zip(*files, strict=True):
        by_how: dict[str, list[Detected]] = {}
        for one in side:
            by_how.setdefault(one.how, []).append(one)
        found += [first.of_files(others) for first, *others in by_how.values()]
    return tuple(found)


def _signed(
    scored: ItemStatistics,
    items: PhraseItems,
    measures: Sequence[Measure],
    request: Request,
    digests: tuple[str, str],
) -> ItemStatistics:
    """Return statistics with the items they are of, and what signatures say of these."""
    policies = policies_of(request)
    if scored.chance and (topics := topics_of(items)):
        policies = {"topics": topics, **policies}
    if items.documents is not None:
        policies["documents"] = items.documents.digest(items.ids)
    gold, predictions = digests
    return replace(
        scored,
        ids=items.ids,
        columns=items.columns,
        measures=tuple(measures),
        policies=policies,
        gold=gold,
        predictions=predictions,
    )


def _kept(items: PhraseItems) -> PhraseItems:
    """Return items without what was worked out on the way, but for the answers of functions."""
    answers: dict[Hashable, Any] = {
        m: scores for m, scores in items.pair_scores.items() if isinstance(m, Custom)
    }
    return replace(items, pair_scores=answers, _memory={})


def _labels(
    request: Request, measures: Sequence[Measure]
) -> tuple[list[ItemStatistics], tuple[Note, ...], tuple[Detected, ...]]:
    """Return what :func:`score_labels` does; where gold has phrases instead, the error says so."""
    try:
        return score_labels(request, measures)
    except InputError:
        if _has_phrases(request):
            told = f"{measures[0]} is for labels, and gold has phrases; for phrases use F1, P or R"
            raise SpecError(told) from None
        raise


def _has_phrases(request: Request) -> bool:
    """Whether gold can be read as phrases, in a field that is called so, and some item has several."""
    how = request.reading
    read: dict[str, Any] = {"format": how.input_format, "encoding": how.encoding, "skip_bad": how.skip_bad}
    try:
        gold = read_gold(request.gold, fields=field_names(request), **read)
    except LyditeError:
        return False
    names = gold.understood.phrases if gold.understood is not None else ()
    called = bool(names) and not {"labels", "label"}.intersection(names) and {*names} <= {*LISTS}
    return called and bool(gold.lists.sizes.max(initial=0) > 1)


def _with_policies(request: Request) -> Request:
    """Return the request with the policies of its named sets of measures."""
    no_gold = request.policy.no_gold or policies_of_sets(request.measures).get("no_gold")
    return replace(request, policy=replace(request.policy, no_gold=no_gold))


def _refuse_label_options(request: Request) -> None:
    how = request.reading
    if how.labels is not None or how.normalise or how.count or request.policy.missing == "wrong":
        raise InputError(
            "labels, normalise, count and missing=wrong are for measures of labels, not of phrases"
        )


def _of_submissions(request: Request, found: Submissions, executor: Executor, inference: Inference) -> Run:
    """Return the run of a folder of submissions, with those that were refused; gold is read once.

    All stand on the same items and labels: where some have others (``missing="skip"``, new labels), those
    that can be scored are scored together.
    """
    if is_pattern(request.gold):
        raise InputError("a folder of submissions is scored against one file of gold", str(request.gold))
    measures, told = asked_measures(request, request.gold)
    request = replace(_with_policies(request), measures=measures, match=(), hashtags=())
    how = request.reading
    read: dict[str, Any] = {"format": how.input_format, "encoding": how.encoding, "skip_bad": how.skip_bad}
    if measures[0].input_kind == "labels":
        gold: Any = read_side(
            request.gold, "gold", normalise=how.normalise, fields=field_names(request), **read
        )
    else:
        gold = read_gold(request.gold, fields=field_names(request), **read)

    def scored(paths: Mapping[str, str]) -> Run:
        return perform(replace(request, gold=gold, systems=paths, submissions=None), executor, inference)

    runs, refused = sort_out(found, lambda name, path: scored({name: path}))
    systems = [one for run in runs.values() for one in run.blocks[0].systems]
    notes = tuple(dict.fromkeys(note for run in runs.values() for note in run.notes))
    phrases = {name: items for run in runs.values() for name, items in run.evidence.phrases.items()}
    alike = {(s.ids, s.policies.get("labels"), tuple(t.shape[1:] for t in s.statistics)) for s in systems}
    if len(alike) > 1:
        together = scored({name: found.paths[name] for name in runs})
        systems, notes = [*together.blocks[0].systems], together.notes
        phrases = dict(together.evidence.phrases)
    kind: Any = measures[0].input_kind
    evidence = Evidence(phrases, (gold.detected(),), tuple(refused))
    return Run(kind, (Block(tuple(systems)),), (*told, *notes), evidence)


def _of_task(request: Request) -> Run:
    """Return the run of a subtask of SemEval-2016 Task 4, with the answers of each system beside gold."""
    from lydite.measures.tasks.semeval import scoring as semeval
    from lydite.measures.tasks.semeval.task import runs as task_runs
    from lydite.measures.tasks.semeval.task import submitted_runs

    given: dict[str, Any] = {
        "labels": request.reading.labels,
        "encoding": request.reading.encoding,
        "missing": request.policy.missing,
    }
    refused: list[RefusedFile] = []
    task: Any = request.task
    if request.submissions is not None:
        chosen, answers, refused = submitted_runs(task, request.gold, request.submissions, **given)
    else:
        chosen, answers = task_runs(task, request.gold, request.systems, topics=request.topics, **given)
    evidence = Evidence(refused=tuple(refused), task=TaskRuns(chosen, tuple(answers)))
    return Run("labels", (Block(tuple(semeval.statistics(chosen, answers))),), (), evidence)
