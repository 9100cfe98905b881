"""Every line that the organisers' scorers printed, to all printed digits (reference.json beside the data)."""

from __future__ import annotations

import functools
import json

import pytest

from lydite.measures.labels import LabelTable, PrevalenceTable, aggregate, match
from lydite.measures.tasks.semeval import SUBTASKS, official_line, read, scale

RUNS = {
    "A": ["all_positive", "all_negative", "all_neutral", "gold", "random"],
    "B": ["all_positive", "all_negative", "gold", "random"],
    "C": ["all_-2", "all_-1", "all_0_majority", "all_1", "all_2", "gold", "random"],
    "D": ["all_positive", "all_negative", "uniform", "pooled_gold_prevalence", "gold", "random"],
    "E": [
        "all_-2",
        "all_0_majority",
        "all_1",
        "all_2",
        "uniform",
        "pooled_gold_prevalence",
        "gold",
        "random",
    ],
}


@pytest.mark.parametrize(("letter", "run"), [(t, r) for t, runs in RUNS.items() for r in runs])
def test_line_is_the_scorers(letter, run, shared_data, tmp_path):
    folder = shared_data / "semeval2016"
    reference = json.loads((folder / "reference.json").read_text())
    printed = {(e["subtask"], e["run"]): e["printed"] for e in reference}
    task = SUBTASKS[letter]
    gold = read(task, folder / f"{letter}.gold.tsv")
    path = folder / f"{letter}.random.tsv"
    if run != "random":
        path = tmp_path / "run.tsv"
        make = label_run if isinstance(gold, LabelTable) else prevalence_run
        path.write_text("".join("\t".join(row) + "\n" for row in make(task, gold, run, folder)))
    line = official_line(task, match(scale(task), gold, read(task, path)), "run")
    assert line.rstrip("\t").split("\t") == ["run", *printed[letter, run]]


def test_every_row_of_the_reference_is_tested(shared_data):
    rows = json.loads((shared_data / "semeval2016" / "reference.json").read_text())
    assert {(e["subtask"], e["run"]) for e in rows} == {(t, r) for t, runs in RUNS.items() for r in runs}


def label_run(task, gold: LabelTable, run: str, folder):
    constant = run.removeprefix("all_").removesuffix("_majority")
    for place, name in enumerate(gold.ids):
        label = gold.labels[place] if run == "gold" else constant
        yield [name, label] if task.letter == "A" else [name, gold.topics[place], label]


def prevalence_run(task, gold: PrevalenceTable, run: str, folder):
    for place, topic in enumerate(gold.topics):
        if run == "gold":
            p = gold.prevalences[place]
        elif run == "uniform":
            p = [1 / len(task.labels)] * len(task.labels)
        elif run == "pooled_gold_prevalence":
            p = pooled(task, folder)
        else:
            p = [float(c == run.removeprefix("all_").removesuffix("_majority")) for c in task.labels]
        yield [topic, *(repr(float(v)) for v in p)]


@functools.cache
def pooled(task, folder):
    """Return the prevalence over all tweets: D and E share theirs with B and C."""
    tweets = SUBTASKS[{"D": "B", "E": "C"}[task.letter]]
    table = aggregate(read(tweets, folder / f"{tweets.letter}.gold.tsv"), task.labels)
    return (table.prevalences * table.counts[:, None]).sum(0) / table.counts.sum()


@pytest.mark.parametrize(("tweets", "letter"), [("B", "D"), ("C", "E")])
def test_quantification_from_tweets_is_that_from_prevalences(tweets, letter, shared_data):
    folder = shared_data / "semeval2016"
    task = SUBTASKS[letter]
    labelled = read(task, folder / f"{tweets}.gold.tsv")
    run = read(task, folder / f"{tweets}.random.tsv")
    given = read(task, folder / f"{letter}.gold.tsv")
    from_tweets = match(scale(task), labelled, run)
    from_prevalences = match(scale(task), given, run)
    for measure in task.measures:
        one, two = (measure.value(measure.totals(i)) for i in (from_tweets, from_prevalences))
        assert one == pytest.approx(two, abs=1e-12)
