"""Work that others can do, too: one way to prepare it, and the strongest rivals we know.

A contestant returns figures; all of one contest must agree, so that nobody is timed for doing less.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
KS = (0, 5, 10, 20, 30, 40, 50, 60, 70)
KEYPHRASES = (
    "inspec/train.contr inspec/train.uncontr inspec/test.contr inspec/test.uncontr nus/test.combined "
    "semeval2010/train.combined"
)
DOCUMENTS, PHRASES, SYSTEMS = 100, 15, 19


@dataclass(frozen=True)
class Contest:
    title: str
    prepare: Callable[[Path, bool], Any]  # a folder for files, and whether at full size
    rivals: dict[str, Callable[[Any], Any]]
    agree: float = 1e-9  # how far figures may lie apart
    needs: str = ""  # a package, or data
    note: str = ""


# Data


def sample(items: int, seed: int = 0) -> list[dict[str, list[str]]]:
    """Draw gold (1 to 9 phrases) and ten predictions for each item from 50,000 phrases, popular ones often.

    Every phrase is an object of its own, as after reading two files.
    """
    rng = np.random.default_rng(seed)
    words = [f"Phrase number {n}" if n % 3 else f"tag{n}" for n in range(50_000)]
    found = []
    for sizes in (rng.integers(1, 10, items), np.full(items, 10)):
        codes = (rng.pareto(0.8, sizes.sum()) * 20).astype(np.int64) % len(words)
        ends = np.cumsum(sizes)
        lists = (
            [words[c][:1] + words[c][1:] for c in codes[e - n : e]] for e, n in zip(ends, sizes, strict=True)
        )
        found.append({f"doc{i:07d}": phrases for i, phrases in enumerate(lists)})
    return found


def keyphrases(seed: int = 0) -> tuple[dict[str, list[str]], list[dict[str, list[str]]]]:
    """Return gold and the predictions of 19 systems."""
    lists = []
    for name in KEYPHRASES.split():
        found = json.loads((DATA / "keyphrases" / f"{name}.json").read_text("utf-8"))
        lists += [[variants[0] for variants in phrases] for phrases in found.values()]
    pool = sorted({phrase for phrases in lists for phrase in phrases})
    generator = np.random.default_rng(seed)
    rich = [phrases for phrases in lists if len(set(phrases)) >= PHRASES]
    chosen = generator.choice(len(rich), DOCUMENTS, replace=False)
    gold = {f"d{i:03}": list(dict.fromkeys(rich[c]))[:PHRASES] for i, c in enumerate(chosen)}
    systems = []
    for _ in range(SYSTEMS):
        run = {}
        for item, phrases in gold.items():
            own = list(generator.permutation(phrases)[: generator.integers(2, 8)])
            others = list(generator.choice(pool, PHRASES - len(own), replace=False))
            run[item] = [str(p) for p in generator.permutation(own + others)]
        systems.append(run)
    return gold, systems


@functools.cache
def _folded(phrase: str) -> str:
    """Fold a phrase; what a run before the clock has seen is remembered, as lydite may remember it."""
    from lydite.core.text import fold

    return fold(phrase)


# Scoring: P, R, F1@10 of items with ten predictions


def _parquet(folder: Path, full: bool) -> Any:  # noqa: FBT001
    import polars as pl

    for name, lists in zip(("gold", "run"), _dicts(folder, full), strict=True):
        pl.DataFrame({"id": list(lists), "phrases": list(lists.values())}).write_parquet(folder / name)
    return folder / "gold", folder / "run"


def _dicts(_: Path, full: bool) -> Any:  # noqa: FBT001
    return sample(200_000 if full else 50_000)


def _by_lydite(given: Any) -> list[float]:
    from lydite.core.spec import parse
    from lydite.measures.phrases import align
    from lydite.reading import read_all

    items = align(*read_all(list(zip(("gold", "run"), given, strict=True))))
    measures: Any = [parse(spec) for spec in ("P@10", "R@10", "F1@10")]
    return [float(m.value(m.statistics(items).sum(0, keepdims=True))) for m in measures]


def _by_expressions(given: Any) -> list[float]:
    import polars as pl

    one = pl.element().str.normalize("NFKC").str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars()
    folded = pl.col("phrases").list.eval(one)
    gold = pl.scan_parquet(given[0]).select("id", g=folded.list.unique())
    run = pl.scan_parquet(given[1]).select("id", r=folded.list.unique(maintain_order=True).list.head(10))
    hits = pl.col("g").list.set_intersection("r").list.len()
    n, m = pl.col("r").list.len(), pl.col("g").list.len()
    means = [
        (hits / n).mean().alias("p"),
        (hits / m).mean().alias("q"),
        (2 * hits / (n + m)).mean().alias("f"),
    ]
    return [float(x) for x in gold.join(run, on="id").select(means).collect().row(0)]


def _by_sets(given: Any) -> list[float]:
    """Read with polars, fold, score with sets."""
    import polars as pl

    from lydite.core.text import fold

    tables = map(pl.read_parquet, given)
    return _with_sets(
        [dict(zip(t["id"].to_list(), t["phrases"].to_list(), strict=True)) for t in tables], fold
    )


def _by_folded_dict(given: Any) -> list[float]:
    return _with_sets(given, _folded)


def _with_sets(given: Any, key: Callable[[str], str]) -> list[float]:
    gold, run = given
    p = r = f = 0.0
    for item, phrases in gold.items():
        true = set(map(key, phrases))
        first = list(dict.fromkeys(map(key, run[item])))[:10]
        hits = len(true.intersection(first))
        p += hits / len(first)
        r += hits / len(true)
        f += 2 * hits / (len(first) + len(true))
    return [p / len(gold), r / len(gold), f / len(gold)]


def _by_ranx(given: Any) -> list[float]:
    """Score with ranx, folding first: it compares strings as they are. Its precision always divides by 10."""
    from ranx import Qrels, Run, evaluate

    from lydite.core.text import fold

    gold, run = given
    qrels = Qrels({k: dict.fromkeys(map(fold, v), 1) for k, v in gold.items()})
    scores = {k: {p: 1.0 / n for n, p in enumerate(dict.fromkeys(map(fold, v)), 1)} for k, v in run.items()}
    found = evaluate(qrels, Run(scores), ["precision@10", "recall@10", "f1@10"])
    return [float(found[m]) for m in ("precision@10", "recall@10", "f1@10")]


# Reading


def _lines(folder: Path, full: bool) -> Any:  # noqa: FBT001
    _, run = sample(275_000 if full else 100_000)
    with Path(folder, "run.jsonl").open("w") as file:
        file.writelines(json.dumps({"id": i, "predictions": p}) + "\n" for i, p in run.items())
    with Path(folder, "long.csv").open("w") as file:
        file.write("id,phrase\n")
        file.writelines(f"{i},{p}\n" for i, phrases in run.items() for p in phrases)
    return folder


def _read(name: str) -> Callable[[Any], list[float]]:
    def by_lydite(folder: Any) -> list[float]:
        from lydite.reading import read

        return [float(len(read(str(folder / name), role="run")))]

    return by_lydite


def _ndjson(folder: Any) -> list[float]:
    import polars as pl

    return [float(len(pl.read_ndjson(folder / "run.jsonl")))]


def _csv(folder: Any) -> list[float]:
    import polars as pl

    return [float(pl.read_csv(folder / "long.csv").select(pl.col("id").n_unique()).item())]


# Matching: all pairs of 100 documents × 15 × 15 phrases × systems


def _pairs(_: Path, full: bool) -> Any:  # noqa: FBT001
    gold, systems = keyphrases()
    systems = systems if full else systems[:5]
    pairs = [(p, g) for run in systems for item in gold for p in run[item] for g in gold[item]]
    return [p for p, _ in pairs], [g for _, g in pairs]


def _match(spec: str) -> Callable[[Any], list[float]]:
    def by_lydite(given: Any) -> list[float]:
        import lydite

        return [float(np.sum(lydite.matcher(spec).pairs(*given)))]

    return by_lydite


def _exact_by_dict(given: Any) -> list[float]:
    return [float(sum(_folded(a) == _folded(b) for a, b in zip(*given, strict=True)))]


@functools.cache
def _remembering() -> tuple[Any, Callable[[str], Any]]:
    """Return a stemmer and a tokeniser that remember, the strongest that nltk's interface allows."""
    from nltk.stem.porter import PorterStemmer

    from lydite.matchers.surface import words_of

    class Remembering(PorterStemmer):
        stem = functools.cache(PorterStemmer.stem)

    return Remembering(mode=PorterStemmer.ORIGINAL_ALGORITHM), functools.cache(words_of)


def _nltk(given: Any) -> list[float]:
    from nltk.translate.meteor_score import single_meteor_score

    sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
    from lexical_oracles import PARAMETERS, NoSynonyms

    stemmer, words = _remembering()
    some = [(words(a), words(b)) for a, b in zip(*given, strict=True)]
    return [
        float(
            sum(
                single_meteor_score(b, a, stemmer=stemmer, wordnet=NoSynonyms(), **PARAMETERS)
                for a, b in some
            )
        )
    ]


# #REval: nine values of k in one pass


def _tweets(folder: Path, full: bool) -> Any:  # noqa: FBT001
    from lydite.hashtags import nearest, unit_rows

    n, m, r = (1_000_000 if full else 100_000), 15_375, 10
    rng = np.random.default_rng(0)
    tags = [f"#t{i:05}" for i in range(m)]
    ids, _ = nearest(unit_rows(rng.normal(size=(m, 32))), 100)
    weights = 1 / np.arange(1, m + 1)
    sizes = rng.integers(1, 4, n)
    gold = rng.choice(m, sizes.sum(), p=weights / weights.sum())
    predicted = rng.choice(m, (n, r), p=weights / weights.sum())
    file = folder / "thesaurus.tsv"
    file.write_text("".join(f"{tags[i]}\t" + "\t".join(tags[j] for j in ids[i]) + "\n" for i in range(m)))
    return tags, ids, np.concatenate([[0], np.cumsum(sizes)]), gold, predicted, file, {}


def _reval(given: Any) -> list[float]:
    from lydite.core.arrays import RaggedArray, Vocabulary
    from lydite.core.spec import expand
    from lydite.measures.phrases import PhraseItems

    tags, _, starts, gold, predicted, file, _ = given
    n, r = predicted.shape
    items = PhraseItems(
        tuple(map(str, range(n))), Vocabulary(tags), RaggedArray(gold, starts),
        RaggedArray(predicted.ravel(), np.arange(n + 1) * r), np.zeros(n, bool),
    )  # fmt: skip
    measures: Any = expand(f'reval(thesaurus="{file}", k={"|".join(map(str, KS))})@{r}')
    ones = np.ones(n)
    return [float(x.value((ones @ x.statistics(items))[None])) for x in measures]


def _reval_by_dicts(given: Any) -> list[float]:
    tags, ids, starts, gold, predicted, _, ranks = given
    if not ranks:  # the first run, which does not count: lydite remembers the thesaurus, too
        for t, row in zip(tags, ids[:, :70], strict=True):
            ranks[t] = {tags[j]: k for k, j in enumerate(row, 1)} | {t: 0}
    totals = np.zeros(len(KS))
    for i, row in enumerate(predicted):
        said = list(dict.fromkeys(tags[j] for j in row))
        true = list(dict.fromkeys(tags[j] for j in gold[starts[i] : starts[i + 1]]))
        far = [[ranks[p].get(g, 99) for p in said] for g in true]
        nearest = [min(c) for c in (zip(*far, strict=True) if len(said) <= len(true) else far)]
        totals += [sum(x <= k for x in nearest) / len(nearest) for k in KS]
    return [float(x) for x in totals / len(predicted)]


# Vectors


def _isotropic(power: float) -> Callable[[Path, bool], Any]:
    def prepare(_: Path, full: bool) -> Any:  # noqa: FBT001, ARG001
        from lydite.vectors import Vectors

        rng = np.random.default_rng(0)
        matrix = rng.normal(size=(50_000, 300)).astype(np.float32)
        matrix *= (np.arange(1, 301) ** -power).astype(np.float32)
        queries = matrix[rng.choice(len(matrix), 1_000, replace=False)]
        return Vectors.of({f"w{i}": row for i, row in enumerate(matrix)}), queries, {}

    return prepare


def _near(given: Any) -> list[float]:
    from lydite.vectors import find_neighbours

    return [float(x) for x in find_neighbours(given[0], given[1].astype(np.float64), 4)[1].mean(0)]


def _faiss(given: Any) -> list[float]:
    import faiss

    vectors, queries, kept = given
    if "index" not in kept:  # the first run, which does not count
        kept["index"] = faiss.IndexFlatIP(300)
        kept["index"].add(vectors.matrix / np.linalg.norm(vectors.matrix, axis=1, keepdims=True))
    unit = queries / np.linalg.norm(queries, axis=1, keepdims=True)
    return [float(x) for x in kept["index"].search(unit, 4)[0].mean(0)]


def _vec(folder: Path, full: bool) -> Any:  # noqa: FBT001
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((200_000 if full else 50_000, 100)).round(4)
    with (folder / "words.vec").open("w") as file:
        print(*rows.shape, file=file)
        file.writelines(f"w{i} {' '.join(map(str, r))}\n" for i, r in enumerate(rows.tolist()))
    return folder / "words.vec"


def _vec_lydite(path: Any) -> list[float]:
    from lydite.vectors import load_vectors

    return [float(load_vectors(path, cache=False).matrix.sum(dtype=np.float64))]


def _vec_polars(path: Any) -> list[float]:
    import polars as pl

    types = {"column_1": pl.String} | {f"column_{i}": pl.Float32 for i in range(2, 102)}
    table = pl.read_csv(path, separator=" ", has_header=False, skip_rows=1, schema=types, quote_char=None)
    words = table["column_1"].to_list()
    return [float(table.drop("column_1").to_numpy().sum(dtype=np.float64)), *([] if words else [0.0])]


def _vec_gensim(path: Any) -> list[float]:
    from gensim.models import KeyedVectors

    return [float(KeyedVectors.load_word2vec_format(path).vectors.sum(dtype=np.float64))]


# Samples: intervals from resamples, labels counted by topic


def _items(measures: int) -> Callable[[Path, bool], Any]:
    def prepare(_: Path, full: bool) -> Any:  # noqa: FBT001
        from lydite.core.spec import parse
        from lydite.inference import ItemStatistics

        n = 100_000 if full else 20_000
        columns = list(np.random.default_rng(1).random((measures, n)))
        specs: Any = tuple(parse(f"F1@{cut}") for cut in range(1, measures + 1))
        tables = tuple(np.stack([c, np.ones(n)], axis=1) for c in columns)
        return ItemStatistics("s", tuple(f"{i:08d}" for i in range(n)), specs, tables), columns

    return prepare


def _boot(given: Any) -> list[float]:
    from lydite.inference import Options, summarise

    return [0.0 * len(summarise([given[0]], Options(bootstrap=1_000)))]


def _six(given: Any) -> list[float]:
    """Draw items once for all measures, and average."""
    n, generator, means = len(given[1][0]), np.random.default_rng(0), np.empty((1_000, len(given[1])))
    for row in means:
        drawn = generator.integers(0, n, n)
        row[:] = [column[drawn].mean() for column in given[1]]
    return [0.0 * len(np.quantile(means, [0.025, 0.975], axis=0))]


def _counted(given: Any) -> list[float]:
    """Draw as the six lines do; how often each item was drawn, times all measures at once."""
    table = np.stack(given[1], axis=1)
    n, generator, means = len(table), np.random.default_rng(0), np.empty((1_000, len(given[1])))
    for row in means:
        row[:] = np.bincount(generator.integers(0, n, n), minlength=n) @ table / n
    return [0.0 * len(np.quantile(means, [0.025, 0.975], axis=0))]


def _labels(_: Path, full: bool) -> Any:  # noqa: FBT001
    rng = np.random.default_rng(0)
    n = 10_000_000 if full else 2_000_000
    return rng.integers(0, 3, n), rng.integers(0, 3, n), rng.integers(0, 1_000, n)


def _recall(given: Any) -> list[float]:
    from lydite import metrics

    gold, said, topics = given
    return [float(metrics.macro_recall(gold, said, topics=topics))]


def _recall_by_bincount(given: Any) -> list[float]:
    gold, said, topics = given
    counts = np.bincount((topics * 3 + gold) * 3 + said, minlength=9_000).reshape(1_000, 3, 3)
    return [float((np.diagonal(counts, axis1=1, axis2=2) / counts.sum(2)).mean())]


CONTESTS = (
    Contest(
        "P, R, F1@10 from Parquet",
        _parquet,
        {
            "lydite": _by_lydite,
            "polars expressions": _by_expressions,
            "polars, sets of folded strings": _by_sets,
        },
    ),
    Contest(
        "P, R, F1@10 from dicts",
        _dicts,
        {"lydite": _by_lydite, "sets, folds remembered in a dict": _by_folded_dict, "ranx": _by_ranx},
        agree=0.1,
        note="ranx divides precision by 10 always, so that its figures differ",
    ),
    Contest(
        "JSON lines to numbers",
        _lines,
        {"lydite": _read("run.jsonl"), "polars.read_ndjson": _ndjson},
        note="polars stops at strings; lydite checks, numbers phrases, refuses repeated items; in a fresh "
        "process it loads numba besides, and polars is faster ([input](input.md))",
    ),
    Contest(
        "CSV, one phrase a row, to numbers",
        _lines,
        {"lydite": _read("long.csv"), "polars.read_csv": _csv},
        note="as above",
    ),
    Contest(
        "`exact`, all pairs",
        _pairs,
        {"lydite": _match("exact"), "a dict of folded strings": _exact_by_dict},
        needs="keyphrases",
    ),
    Contest(
        "`meteor(synonyms=no)`, all pairs",
        _pairs,
        {"lydite": _match("meteor(synonyms=no)"), "nltk's METEOR, stems remembered": _nltk},
        agree=0.1,
        needs="keyphrases",
        note="where words repeat nltk's alignment may have more chunks: sums differ by 4%",
    ),
    Contest("#REval, nine values of k", _tweets, {"lydite": _reval, "dicts of ranks": _reval_by_dicts}),
    Contest(
        "nearest words, isotropic",
        _isotropic(0.0),
        {"lydite": _near, "faiss flat": _faiss},
        agree=1e-4,
        note="faiss' index of unit vectors is not counted",
    ),
    Contest(
        "nearest words, variance falls",
        _isotropic(0.5),
        {"lydite": _near, "faiss flat": _faiss},
        agree=1e-4,
        note="as above",
    ),
    Contest(
        "word vectors as text",
        _vec,
        {"lydite": _vec_lydite, "polars.read_csv": _vec_polars, "gensim": _vec_gensim},
        agree=1e-2,
    ),
    Contest(
        "1,000 resamples, one measure",
        _items(1),
        {"lydite, with intervals": _boot, "six lines of numpy": _six},
        agree=1.0,
        note="figures are not compared: the draws differ",
    ),
    Contest(
        "1,000 resamples, ten measures",
        _items(10),
        {
            "lydite, with intervals": _boot,
            "six lines of numpy": _six,
            "counts of draws, one product": _counted,
        },
        agree=1.0,
        note="as above; the six lines share one draw",
    ),
    Contest(
        "macro recall of 1,000 topics",
        _labels,
        {"lydite": _recall, "one `numpy.bincount`": _recall_by_bincount},
    ),
)
