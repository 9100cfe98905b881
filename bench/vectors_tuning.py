"""Tuning vectors: scoring against training, two processes against one, halving against the full search.

    python bench/vectors_tuning.py CORPUS [--lines 20000] [--samples 100] [--seeds 5] [--first 0]
        [--limits dim=15:150 …]

CORPUS is plain text, such as experiments/scarce_vectors.py's schools.txt; without --lines all of it. Times
are those of the processor, of all processes together. The defaults are the claims' own sizes: hours on a
small machine, so that what was run is printed with every figure.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path

from lydite.inference.intervals import t_quantile
from lydite.places.base import place_of
from lydite.probes.testsets import load_test_set
from lydite.probes.testsets.preparing import prepare_test_set
from lydite.sources.corpus.encoded import EncodedCorpus, open_corpus
from lydite.sources.corpus.preparing import TextPreparation
from lydite.sources.models.lines import SentCorpus
from lydite.sources.models.word2vec import Word2Vec
from lydite.tuning.vectors import tune_vectors
from lydite.tuning.vectors.scoring import ModelTask, scorer
from lydite.tuning.vectors.search import common_words
from lydite.tuning.vectors.words import WordSplit


def cost() -> float:
    """Return the processor time of this process and of all that it has waited for."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def scoring(corpus: EncodedCorpus, test) -> None:
    words = WordSplit.of(test, common_words({False: corpus}, 10), 0)
    model = Word2Vec(type="skipgram", dim=100, epochs=5)
    tasks = [ModelTask(Word2Vec(dim=5), False, 0.01, 0), *[ModelTask(model, False, 1.0, 0)] * 3]
    with place_of("processes(1)").open(scorer, {False: SentCorpus.of(corpus)}, words) as crew:
        _, *rows = [row for _, row in crew.map(tasks)]  # the first compiles
    training, scored = (min(row[place] for row in rows) for place in (0, 1))
    print(
        f"scoring {scored:.3f} s, training {training:.2f} s (skip-gram, 100 dimensions, five epochs, the "
        f"least of three): {100 * scored / training:.1f}%; to be below 10%"
    )


def processes(corpus: EncodedCorpus, test, asked: argparse.Namespace) -> None:
    used, wall = {}, {}
    for count in (1, 2):
        began, clock = cost(), time.perf_counter()
        tune_vectors(
            corpus,
            test,
            f"random(samples={asked.samples})",
            parameters=asked.limits,
            on=f"processes({count})",
            finalists=1,
            seeds=1,
        )
        used[count], wall[count] = cost() - began, time.perf_counter() - clock
    print(
        f"{asked.samples} samples: one process {used[1]:.0f} s of processor time, two {used[2]:.0f} s: "
        f"{used[2] / used[1]:.2f} times; to be at most 1.15 (wall {wall[2] / wall[1]:.2f}, load "
        f"{os.getloadavg()[0]:.1f})"
    )


def halving(corpus: EncodedCorpus, test, asked: argparse.Namespace) -> None:
    differences, shares = [], []
    for seed in range(asked.first, asked.first + asked.seeds):
        found = [
            tune_vectors(
                corpus,
                test,
                f"{method}(samples={asked.samples})",
                parameters=asked.limits,
                seed=seed,
                on=f"processes({asked.processes})",
                finalists=3,
                seeds=2,
            )
            for method in ("random", "halving")
        ]
        full, half = (statistics.mean(one.best.held_out) for one in found)
        differences.append(half - full)
        shares.append(found[1].seconds / found[0].seconds)
        print(
            f"  seed {seed}: full {full:.4f} in {found[0].seconds:.0f} s, halving {half:.4f} in "
            f"{found[1].seconds:.0f} s"
        )
    mean = statistics.mean(differences)
    ends = ""
    if len(differences) > 1:
        half = (
            t_quantile(0.975, len(differences) - 1) * statistics.stdev(differences) / len(differences) ** 0.5
        )
        ends = f" [{mean - half:+.4f}, {mean + half:+.4f}]"
    print(
        f"halving − full search on held-out words {mean:+.4f}{ends}, at {statistics.mean(shares):.2f} of its "
        "cost; "
        "to hold 0, at a third at most"
    )


def main(asked: argparse.Namespace) -> None:
    how = TextPreparation.of()
    test = prepare_test_set(load_test_set("google"), how.word)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(asked.corpus)
        if asked.lines:
            part = Path(folder) / "part.txt"
            with path.open(encoding="utf-8") as text:
                part.write_text(
                    "".join(line for _, line in zip(range(asked.lines), text, strict=False)), "utf-8"
                )
            path = part
        corpus = open_corpus([path], how)
        print(
            f"{len(corpus):,} lines, {corpus.tokens:,} words; {asked.samples} samples, {asked.seeds} seeds, "
            f"{asked.limits}"
        )
        for part in (scoring, processes, halving):
            if not asked.only or part.__name__ in asked.only:
                part(corpus, test) if part is scoring else part(corpus, test, asked)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("corpus")
    options.add_argument("--lines", type=int, default=0)
    options.add_argument("--samples", type=int, default=100)
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--first", type=int, default=0, help="the first of the seeds")
    options.add_argument("--limits", nargs="*", default=[])
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--only", nargs="*", default=[])
    main(options.parse_args())
