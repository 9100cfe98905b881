"""A shared task as its organisers write it down: a TOML file beside the gold it names."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from lydite.bundles.resources import absent_files, named_files
from lydite.errors import InputError, SpecError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.result import Result, Results

SEMEVAL = "semeval-"
CORRECTED = "_corrected"
LONGEST = 36  # what the platform has room for in the key or title of a column


@dataclass(frozen=True)
class TaskFile:
    """Title, kind, gold and measures of a task; the first measure ranks."""

    title: str
    gold: str
    measures: list[str]
    kind: str = "phrases"
    """phrases, labels, or semeval-A to semeval-E."""
    description: str = ""
    sample: str = ""
    """A submission that shows the form; made of gold's ids where there is none."""
    missing: str = ""
    labels: list[str] = field(default_factory=list)
    image: str = "python:3.12-slim"
    """The container image that scoring runs in; it must hold lydite."""
    logo: str = ""
    start: str = "2026-01-01"
    end: str = ""
    max_submissions: int = 10
    max_submissions_per_day: int = 5


def read_task(path: str | Path) -> TaskFile:
    """Read a task file; all that is wrong with it is said, with its name."""
    from lydite.files import contents

    try:
        given = tomllib.loads(contents(path).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is no TOML: {error}", path) from error
    known = {f.name: f for f in fields(TaskFile)}
    problems = [
        f"unknown key {key!r}{did_you_mean(key, known)} (there are {', '.join(known)})"
        for key in given
        if key not in known
    ]
    problems += [f"{key} is missing" for key in ("title", "gold", "measures") if key not in given]
    for key, value in given.items():
        if key in known and (wanted := _wrong(key, value)):
            problems.append(f"{key} should be {wanted}, not {value!r:.60}")
    if not problems:
        problems = list(_unfit(given, Path(path).parent))
    if problems:
        raise InputError("\n".join(f"{path}: {p}" for p in problems))
    times = {key: f"{time:%Y-%m-%d %H:%M:%S}" for key in ("start", "end") if (time := _time(given.get(key)))}
    return TaskFile(**(given | times))


def _wrong(key: str, value: Any) -> str:
    """Return what a value should be; nothing where it is that."""
    if key in ("measures", "labels"):
        fine = isinstance(value, list) and bool(value) and all(isinstance(v, str) for v in value)
        return "" if fine else "a list of texts"
    if key.startswith("max_"):
        return (
            "" if isinstance(value, int) and not isinstance(value, bool) and value > 0 else "a number from 1"
        )
    if key in ("start", "end"):
        return "" if _time(value) is not None else "a date such as 2026-12-01, with or without a time"
    return "" if isinstance(value, str) else "a text"


def _time(value: Any) -> dt.datetime | None:
    """Return a date or time of TOML, or as a text, in the time of Greenwich; without a zone it is in that."""
    if isinstance(value, str):
        try:
            value = dt.datetime.fromisoformat(value.strip())
        except ValueError:
            return None
    if isinstance(value, dt.datetime):
        try:
            return value.astimezone(dt.UTC) if value.tzinfo else value.replace(tzinfo=dt.UTC)
        except OverflowError:  # in Greenwich it is before the first year, or after the last
            return None
    if not isinstance(value, dt.date):
        return None
    return dt.datetime(value.year, value.month, value.day, tzinfo=dt.UTC)


def _unfit(given: dict[str, Any], folder: Path) -> list[str]:
    """Return what cannot be done: unknown kinds and measures, files that are not there."""
    from lydite.choices import Missing

    kind, problems = given.get("kind", "phrases"), []
    kinds = ["phrases", "labels", *(f"{SEMEVAL}{letter}" for letter in "ABCDE")]
    if kind not in kinds:
        return [f"unknown kind {kind!r}{did_you_mean(kind, kinds)} (there are {', '.join(kinds)})"]
    labels = given.get("labels")
    if labels is not None and kind == "phrases":
        problems.append("labels: phrases have none")
    problems += [f"labels: {v!r} has a comma, which parts labels elsewhere" for v in labels or () if "," in v]
    columns: dict[str, str] = {}
    for text in given["measures"]:
        try:
            let = named_files([text], folder)
            names = measure_names(kind, [text], labels, let)
            lacking = absent_files(names, {Path(p).name: p for p in let.values()})
        except SpecError as error:
            problems.append(f"measure {text!r}: {error}")
            continue
        except InputError as error:  # labels that are no scale, a file of settings
            problems.append(f"{'labels' if kind.startswith(SEMEVAL) else f'measure {text!r}'}: {error}")
            continue
        problems += [f"measure {text!r:.80}: there is no file {path:.80}" for path in lacking]
        for name in names:
            if (key := key_of(name)) in columns:
                problems.append(f"measures: {columns[key]} and {name} would be one column, {key}")
            columns[key] = name
    problems += [
        f"{key}: there is no file {given[key]}"
        for key in ("gold", "sample", "logo")
        if given.get(key) and not (folder / given[key]).is_file()
    ]
    first, last = given.get("start", TaskFile.start), given.get("end") or None
    if last and (start := _time(first)) and (end := _time(last)) and end <= start:
        problems.append(f"end: {last} is not after the start, {first}")
    if (policy := given.get("missing")) and policy not in get_args(Missing):
        problems.append(f"missing: unknown policy {policy!r}{did_you_mean(policy, get_args(Missing))}")
    return list(dict.fromkeys(problems))


def measure_names(
    kind: str, measures: list[str], labels: list[str] | None = None, let: Mapping[str, str] | None = None
) -> list[str]:
    """Return what measures are called, files by their names alone; SpecError for one that is not there.

    Those of a subtask of SemEval are called as on its own labels, or as on ``labels``.

    >>> measure_names("phrases", ["F1(match=exact)@5"])
    ['F1@5']
    >>> measure_names("semeval-A", ["F1_PN", "accuracy"], ["good", "fair", "bad"])
    ['F1_PN(positive=good, negative=bad)', 'accuracy']
    """
    if not kind.startswith(SEMEVAL):
        from lydite.runs.scoring import parse_measures

        parsed = parse_measures(measures, let)
        if wrong := [m for m in parsed if m.input_kind != kind]:
            raise SpecError(f"{wrong[0]} measures {wrong[0].input_kind}, not {kind}")
        return [m.short() for m in parsed]
    from lydite.spec import parse
    from lydite.tasks.semeval.subtasks import subtask

    task = subtask(kind.removeprefix(SEMEVAL))
    here = task.with_labels(labels or None)
    named: dict[str, str] = {}
    for its_own, given in zip(task.measures, here.measures, strict=True):
        named |= {str(its_own): str(given), str(given): str(given)}
        pooled = str(replace(given, average="pooled"))
        named |= {str(replace(its_own, average="pooled")): pooled, pooled: pooled}
    names = []
    for text in measures:
        name = str(parse(text, "measure"))
        if name not in named:
            known = ", ".join(dict.fromkeys(named.values()))
            raise SpecError(f"subtask {task.letter} is not measured by it (but by {known})")
        names.append(named[name])
    return names


def score_task(task: TaskFile, gold: str | Path, predictions: str | Path, let: Mapping[str, str]) -> Results:
    """Score one submission by the measures of a task; ``let`` says where the files are that they name."""
    import lydite

    options: dict[str, Any] = {"missing": task.missing or None, "labels": task.labels or None}
    options["system"] = "submission"
    if not task.kind.startswith(SEMEVAL):
        return lydite.evaluate(str(gold), str(predictions), task.measures, let=let, **options)
    letter = task.kind.removeprefix(SEMEVAL)
    scores = lydite.semeval(letter, str(gold), str(predictions), **options)
    results = {r.measure: r for r in scores if r.group is None}
    names = measure_names(task.kind, task.measures, task.labels)
    # of one topic, what is pooled is the average over topics
    chosen = dict.fromkeys(name if name in results else _over_topics(name) for name in names)
    return replace(scores, results=tuple(results[name] for name in chosen))


def _over_topics(name: str) -> str:
    from lydite.spec import parse

    return str(replace(parse(name, "measure"), average="topics"))


def figures(result: Result) -> dict[str, float]:
    """Return by key what a leaderboard shows of a result: corrected first where a measure is soft.

    What has no value is NaN.
    """
    from lydite.spec import parse

    measure = parse(result.measure, "measure")
    plain = {key_of(measure.short()): result.value}
    if not getattr(measure, "soft", False):
        return plain
    corrected = result.value if result.corrected is None else result.corrected
    return {key_of(measure.short(), CORRECTED): corrected, **plain}


def key_of(measure: str, ending: str = "") -> str:
    """Return the name of a column for a measure; of a long one, its beginning and digest.

    >>> key_of("F1(match=meaning)@10"), key_of("reval(thesaurus=t.tsv, r=5, k=20)@1,5", "_corrected")
    ('F1_match_meaning_10', 'reval_thesaurus_t_ts_4608f_corrected')
    """
    key, room = re.sub(r"\W+", "_", measure).strip("_"), LONGEST - len(ending)
    if len(key) > room:
        key = f"{key[: room - 6]}_{hashlib.sha256(measure.encode()).hexdigest()[:5]}"
    return key + ending
