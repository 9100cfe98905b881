"""How much text each probe needs: Figure 1 of "OddOneOut and Topk", section 3.1.

    python experiments/sizes.py CORPUS [TEST_SET] [--model fasttext] [--fixed] [--chart sizes.svg]

CORPUS has one sentence on each line, its words separated by spaces. A model is trained on subsets with 2^6,
2^7, … different words, each within the next, and last on all of it. Each seed has its own order of the lines.
The table has the mean over the seeds, corrected for chance; a star says that with every seed the interval
over categories or relations is above chance. With --fixed all models know the words of the whole corpus
(those not seen yet have random vectors), so that questions and chance are the same at every size.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from gensim.models import FastText, Word2Vec

import lydite

PROBES = ("topk", "odd_one_out(samples=1000)", "analogy")
MODELS = {"word2vec": Word2Vec, "fasttext": FastText}
Sentences = list[list[str]]
Scores = dict[int, dict[str, list[tuple[float, bool]]]]


def nested(lines: Sequence[list[str]], smallest: int) -> Iterator[tuple[int, Sentences]]:
    """Yield the number of different words of each subset, and its sentences."""
    known: set[str] = set()
    kept: Sentences = []
    for line in lines:
        for place, word in enumerate(line):
            if word not in known and len(known) == 2**smallest:
                yield len(known), [*kept, line[:place]]
                smallest += 1
            known.add(word)
        kept.append(line)
    yield len(known), kept


def train(
    given: argparse.Namespace, sentences: Sentences, words: Counter[str] | None, seed: int, path: Path
) -> bool:
    """Write the vectors of gensim's model of the sentences; False if no word is frequent enough."""
    learner = MODELS[given.model](
        vector_size=given.dim, epochs=given.epochs, alpha=given.rate, sample=given.sample, window=5,
        min_count=5, seed=seed + 1, workers=1,
    )  # fmt: skip
    if words is None:
        learner.build_vocab(sentences)
    else:
        learner.build_vocab_from_freq(words)
    if not len(learner.wv):
        return False
    learner.train(sentences, total_examples=len(sentences), epochs=learner.epochs)
    learner.wv.save_word2vec_format(str(path), binary=True)
    return True


def score(path: Path, probe: str, test_set: str) -> tuple[float, bool]:
    """Return the score of vectors corrected for chance, and whether its interval is above chance."""
    try:
        [result] = lydite.probe(lydite.load_vectors(path, cache=False), probe, test_set)
    except lydite.LyditeError as error:  # so few words are known that nothing can be asked
        print(error, file=sys.stderr)
        return 0.0, False
    return result.corrected, (result.corrected_low or 0) > 0


def run(lines: Sentences, given: argparse.Namespace) -> Scores:
    """Return the scores of every seed by size and probe."""
    words = Counter(word for line in lines for word in line) if given.fixed else None
    scores: Scores = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.bin"
        for seed in range(given.seeds):
            order = np.random.default_rng(seed).permutation(len(lines))
            for size, sentences in nested([lines[i] for i in order], given.smallest):
                trained = train(given, sentences, words, seed, path)
                for probe in given.probe:
                    found = score(path, probe, given.test_set) if trained else (0.0, False)
                    scores.setdefault(size, {}).setdefault(probe, []).append(found)
    return scores


def table(scores: Scores) -> str:
    """Return a line for each size."""
    rows = [["words", *next(iter(scores.values()))]]
    for size, by_probe in sorted(scores.items()):
        cells = [
            f"{np.mean([v for v, _ in seeds]):.3f}{'*' if all(above for _, above in seeds) else ''}"
            for seeds in by_probe.values()
        ]
        rows.append([f"{size:,}", *cells])
    return "\n".join("\t".join(row) for row in rows)


def chart(scores: Scores, path: Path) -> None:
    """Draw a curve for each probe."""
    import vl_convert

    rows = [
        {"words": size, "probe": probe, "corrected for chance": np.mean([v for v, _ in seeds]).item()}
        for size, by_probe in scores.items()
        for probe, seeds in by_probe.items()
    ]
    spec = {
        "data": {"values": rows},
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": {"field": "words", "type": "quantitative", "scale": {"type": "log", "base": 2}},
            "y": {"field": "corrected for chance", "type": "quantitative"},
            "color": {"field": "probe", "type": "nominal"},
        },
    }
    path.write_text(vl_convert.vegalite_to_svg(spec), "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the corpus, train, and print the table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("corpus", type=Path)
    options.add_argument("test_set", nargs="?", default="google", help="as for lydite probe")
    options.add_argument("--probe", nargs="+", default=PROBES)
    options.add_argument("--model", choices=list(MODELS), default="word2vec")
    options.add_argument("--dim", type=int, default=100)
    options.add_argument("--epochs", type=int, default=1)
    options.add_argument("--rate", type=float, default=0.025, help="learning rate")
    options.add_argument("--sample", type=float, default=1e-3, help="threshold of frequent words")
    options.add_argument("--fixed", action="store_true", help="all words are known at every size")
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--smallest", type=int, default=6, help="the first subset has 2^SMALLEST words")
    options.add_argument("--chart", type=Path)
    given = options.parse_args(arguments)
    with given.corpus.open(encoding="utf-8") as text:
        scores = run([line.split() for line in text], given)
    print(table(scores))
    if given.chart is not None:
        chart(scores, given.chart)


if __name__ == "__main__":
    main()
