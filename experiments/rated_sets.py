"""Rated pairs of the public sets and of thesauri, halves to fit and to report on, and figures of scores."""

from __future__ import annotations

import collections
import csv
import json
import random
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import rankdata

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Rated = tuple[list[str], list[str], list[float]]
    Concept = tuple[str, str, list[str], list[str]]  # id, label, other labels, broader concepts
    Lists = list[tuple[list[str], list[str]]]


def rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def half(word: str, seed: str = "meaning") -> int:
    """Return 0 (fitted on) or 1 (reported on) for a word, always the same."""
    return zlib.crc32(f"{seed}:{word.lower()}".encode()) % 2


def patent(data: Path, part: str) -> Rated:
    """Return patent phrases with their anchors."""
    r = rows(data / f"phrases/patent-{part}.csv")
    return [x["target"] for x in r], [x["anchor"] for x in r], [float(x["score"]) for x in r]


def plain(data: Path, name: str) -> Rated:
    """Return a set of candidates, references and ratings."""
    r = rows(data / f"phrases/{name}.csv")
    return [x["candidate"] for x in r], [x["reference"] for x in r], [float(x["rating"]) for x in r]


def hyperlex(data: Path, part: str) -> Rated:
    """Return hypernyms as candidates for their hyponyms."""
    text = (data / f"substitution/hyperlex_{part}_all_random.txt").read_text("utf-8")
    r = [line.split() for line in text.splitlines()[1:]]
    return [x[1] for x in r], [x[0] for x in r], [float(x[4]) for x in r]


def simlex(data: Path) -> Rated:
    """Return SimLex-999."""
    r = rows(data / "substitution/simlex999.csv")
    one, two = ("word1", "word2") if "word1" in r[0] else list(r[0])[:2]
    score = "SimLex999" if "SimLex999" in r[0] else "similarity"
    return [x[one] for x in r], [x[two] for x in r], [float(x[score]) for x in r]


def bird(data: Path) -> Rated:
    """Return BiRD."""
    text = (data / "substitution/BiRD.txt").read_text("utf-8", errors="replace")
    r = [line.split("\t") for line in text.splitlines()[1:]]
    return [x[1] for x in r], [x[2] for x in r], [float(x[6]) for x in r]


SYMMETRIC: dict[str, Callable[[Path], Rated]] = {
    "SimLex": simlex,
    "SimVerb": lambda d: plain(d, "simverb-3500"),
    "SemEval-2017": lambda d: plain(d, "semeval2017-task2-en"),
    "BiRD": bird,
    "CLSS": lambda d: plain(d, "clss-phrase2word-train"),
    "MTurk": lambda d: plain(d, "mturk-771"),
    "TR9856": lambda d: plain(d, "tr9856"),
}


def cancers(data: Path) -> Iterator[Concept]:
    """Yield the cancers of the Disease Ontology."""
    text = (data / "phrases/disease-ontology-cancer.obo").read_text("utf-8")
    for part in text.split("[Term]")[1:]:
        block = part.split("[Typedef]")[0]
        name, i = (
            re.search(r"^name: (.+)$", block, re.MULTILINE),
            re.search(r"^id: (\S+)", block, re.MULTILINE),
        )
        if name and i and "is_obsolete: true" not in block:
            others = re.findall(r'^synonym: "([^"]+)" EXACT', block, re.MULTILINE)
            yield i[1], name[1], others, re.findall(r"^is_a: (\S+)", block, re.MULTILINE)


def eurovoc(data: Path) -> Iterator[Concept]:
    """Yield half of EuroVoc."""
    for x in rows(data / "phrases/eurovoc-half.csv"):
        others = [a.strip() for a in x["alternative_labels_en"].split("|") if a.strip()]
        yield x["id"], x["label_en"], others, [b for b in re.split(r"[|; ]+", x["broader"]) if b]


def stw(data: Path) -> Iterator[Concept]:
    """Yield the descriptors of the STW Thesaurus for Economics."""
    for block in (data / "vocabulary/stw-skos.ttl").read_text("utf-8").split("\n\n"):
        found, label = (
            re.match(r"<(descriptor/\S+)>", block),
            re.search(r'skos:prefLabel [^;.]*?"([^"]+)"@en', block),
        )
        if found and label:
            other, broader = (re.search(rf"skos:{k} ([^;]+)", block) for k in ("altLabel", "broader"))
            others = re.findall(r'"([^"]+)"@en', other[1]) if other else []
            yield (
                found[1],
                label[1],
                others,
                re.findall(r"<(descriptor/[^>]+)>", broader[1]) if broader else [],
            )


THESAURI: dict[str, Callable[[Path], Iterator[Concept]]] = {
    "cancers": cancers, "EuroVoc": eurovoc, "STW": stw,
}  # fmt: skip


def triples(concepts: Iterable[Concept], part: int) -> list[tuple[str, str, str]]:
    """Return (another label, label, sibling's label) of the concepts of one half."""
    concepts = list(concepts)
    kids, name = collections.defaultdict(list), {c[0]: c[1] for c in concepts}
    for i, _, _, broader in concepts:
        for b in broader:
            kids[b].append(i)
    rng, out = random.Random(0), []
    for i, label, others, broader in concepts:
        siblings = [name[k] for b in broader for k in kids[b] if k != i]
        fitting = [a for a in others if len(a) < 60 and a.lower() != label.lower()]
        if fitting and siblings and len(label) < 60:
            out.append((rng.choice(fitting), label, rng.choice(siblings)))
    rng.shuffle(out)
    return [t for t in out if half(t[1]) == part]


def technical(data: Path) -> tuple[list[str], list[str], list[int]]:
    """Return technical pairs without the doubtful ones, and 1 where they should match, else 0."""
    r = [x for x in rows(data / "phrases/technical-pairs.tsv", "\t") if not (x.get("doubtful") or "").strip()]
    return [x["candidate"] for x in r], [x["reference"] for x in r], [int(x["expected"] == "high") for x in r]


def hypernyms(net: Any, most: int = 400) -> dict[int, list[tuple[str, str]]]:
    """Return pairs of WordNet's half 0 by levels up, each hypernym first; by 99 the top nouns for all."""
    rng = random.Random(5)
    up = {k: [to for sign, to, *_ in pointers if sign in ("@", "@i")] for k, (_, pointers, _) in net.items()}
    keys = [k for k in net if k[0] == "n" and not half(k[0] + k[1])]
    rng.shuffle(keys)
    out: dict[int, list[tuple[str, str]]] = {}
    for k in keys[:most]:
        at, level = k, 0
        while up[at] and level < 6:
            at, level = up[at][0], level + 1
            out.setdefault(level, []).append((net[at][0][0], net[k][0][0]))
        out.setdefault(99, []).extend((t, net[k][0][0]) for t in ("entity", "object", "thing", "whole"))
    return out


def keyphrases(data: Path, name: str) -> dict[str, list[str]]:
    """Return the keyphrases of documents, the first variant of each."""
    found = json.loads((data / f"keyphrases/{name}.json").read_text("utf-8"))
    return {i: [v[0] if isinstance(v, list) else v for v in vs] for i, vs in found.items() if vs}


def unrelated(found: dict[str, list[str]], documents: int = 100) -> tuple[list[tuple[str, str]], Lists]:
    """Return pairs of keyphrases, and pairs of lists, of different documents."""
    rng = random.Random(3)
    ids = rng.sample(sorted(found), min(documents, len(found)))
    n = len(ids)
    sides = [[rng.choice(found[ids[(k + j) % n]]) for k in range(n) for _ in range(10)] for j in (0, 13)]
    lists = [(found[ids[k]], found[ids[(k + 13) % n]]) for k in range(n)]
    return list(zip(*sides, strict=True)), lists


def pairs_of(lists: Lists) -> list[tuple[str, str]]:
    """Return all pairs of phrases of pairs of lists."""
    return [(a, b) for one, other in lists for a in one for b in other]


def best_matches(scores: Any, lists: Lists) -> Any:
    """Return the mean of best matches of each pair of lists, both ways, from the scores of all pairs."""
    at, out = 0, []
    for one, other in lists:
        table = scores[at : at + len(one) * len(other)].reshape(len(one), len(other))
        at += table.size
        out.append((table.max(0).mean() + table.max(1).mean()) / 2)
    return np.array(out)


def auc(right: Any, wrong: Any) -> float:
    """Return the chance that a right pair scores above a wrong one; ties count half."""
    n, m = len(right), len(wrong)
    ranks = rankdata(np.concatenate([right, wrong]))
    return float((ranks[:n].sum() - n * (n + 1) / 2) / (n * m))


def calibration(scores: Any, ratings: Any) -> float:
    """Return the expected calibration error, in ten bins."""
    bins = np.digitize(scores, np.linspace(0, 1, 11)[1:-1])
    gaps = [(bins == b).mean() * abs(scores[bins == b].mean() - ratings[bins == b].mean()) for b in set(bins)]
    return float(sum(gaps))
