"""Each measure of labels on 10 million rows and 1,000 topics, beside scikit-learn in a loop over topics.

python bench/sentiment.py [--rows N] [--topics T] [--only NAME]

Both start from three integer arrays in random order. The loop sorts the rows by topic once; its time
with and without that sorting stand side by side. Where scikit-learn has no such measure, the loop takes
its confusion matrix and the formula. Then: 1,000 resamples of the shape of subtask B.
"""

from __future__ import annotations

import argparse
import time
import warnings

import numpy as np
from sklearn import metrics as sk

from lydite import metrics, semeval
from lydite.inference import Options
from lydite.inference.resampling import resample
from lydite.measures.labels.items import LabelItems
from lydite.measures.labels.scoring import score
from lydite.tasks.semeval.subtasks import SUBTASKS

SCALE = [-2, -1, 0, 1, 2]


def prevalences(gold, predicted):
    matrix = sk.confusion_matrix(gold, predicted, labels=SCALE)
    return matrix.sum(1) / matrix.sum(), matrix.sum(0) / matrix.sum(), 1 / (2 * matrix.sum())


def smoothed(gold, predicted):
    p, q, e = prevalences(gold, predicted)
    return (p + e) / (1 + e * len(p)), (q + e) / (1 + e * len(q))


def kld(gold, predicted):
    p, q = smoothed(gold, predicted)
    return (p * np.log(p / q)).sum()


def rae(gold, predicted):
    p, q = smoothed(gold, predicted)
    return (abs(q - p) / p).mean()


def ae(gold, predicted):
    p, q, _ = prevalences(gold, predicted)
    return abs(q - p).mean()


def emd(gold, predicted):
    p, q, _ = prevalences(gold, predicted)
    return abs(np.cumsum(q - p)[:-1]).sum()


def macro_mae(gold, predicted):
    classes = np.unique(gold)
    return np.mean([sk.mean_absolute_error(gold[gold == c], predicted[gold == c]) for c in classes])


def macro(function, labels=None):
    return lambda g, p: function(g, p, labels=labels or SCALE, average="macro", zero_division=0)


PEERS = {
    "accuracy": sk.accuracy_score,
    "ae": ae,
    "average_f1": macro(sk.f1_score),
    "emd": emd,
    "f1_pn": macro(sk.f1_score, [1, -1]),
    "kld": kld,
    "macro_mae": macro_mae,
    "macro_recall": macro(sk.recall_score),
    "micro_mae": sk.mean_absolute_error,
    "nmd": lambda g, p: emd(g, p) / (len(SCALE) - 1),
    "rae": rae,
}
MORE = {"f1_pn": {"positive": "1", "negative": "-1"}}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--topics", type=int, default=1_000)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    generator = np.random.default_rng(0)
    gold = generator.choice(SCALE, asked.rows, p=[0.05, 0.15, 0.4, 0.3, 0.1])
    predicted = np.where(generator.random(asked.rows) < 0.6, gold, generator.choice(SCALE, asked.rows))
    topics = generator.integers(0, asked.topics, asked.rows)
    start = time.perf_counter()
    order = np.argsort(topics, kind="stable")
    ends = np.cumsum(np.bincount(topics, minlength=asked.topics))[:-1]
    parts = list(zip(np.split(gold[order], ends), np.split(predicted[order], ends), strict=True))
    sorting = time.perf_counter() - start
    print(f"{asked.rows:,} rows, {asked.topics:,} topics, {len(SCALE)} classes")
    print(f"{'measure':14}{'lydite s':>10}{'loop s':>10}{'ratio':>8}{'sorted before':>15}  difference")
    for name, peer in PEERS.items():
        if asked.only not in ("", name):
            continue
        start = time.perf_counter()
        ours = getattr(metrics, name)(gold, predicted, topics=topics, **MORE.get(name, {}))
        middle = time.perf_counter()
        theirs = np.mean([peer(g, p) for g, p in parts])
        end = time.perf_counter()
        mine, loop = middle - start, end - middle
        ratios = f"{(loop + sorting) / mine:8.1f}{loop / mine:15.1f}"
        print(f"{name:14}{mine:10.3f}{loop + sorting:10.3f}{ratios}  {abs(ours - theirs):.1e}", flush=True)
    resamples(generator)


def resamples(generator) -> None:
    """Time 1,000 resamples on the shape of subtask B: 10,551 tweets, 100 topics."""
    task = SUBTASKS["B"]
    gold, run = generator.choice(task.labels, (2, 10_551), p=[0.78, 0.22]).tolist()
    topics = generator.integers(0, 100, 10_551).tolist()
    items = LabelItems.of(gold, run, labels=task.labels, topics=topics)
    scored = score(items, "run", task.measures)
    for what, cluster in (("tweets within topics", None), ("topics", "topic")):
        start = time.perf_counter()
        resample([scored], Options(cluster=cluster))
        print(f"1,000 resamples of {what}, all three measures: {time.perf_counter() - start:.3f} s")
    start = time.perf_counter()
    semeval("B", gold, run, topics=topics)
    print(f"lydite.semeval of B from lists, each topic included: {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
