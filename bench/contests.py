"""Work that others can do, too: each contest has one way to prepare it, and the strongest rivals we know.

A contestant returns figures; all of one contest must agree, so that nobody is timed for doing less.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
KS = (0, 5, 10, 20, 30, 40, 50, 60, 70)


@dataclass(frozen=True)
class Contest:
    title: str
    prepare: Callable[[Path, bool], Any]  # a folder for files, and whether at full size
    rivals: dict[str, Callable[[Any], Any]]
    agree: float = 1e-9  # how far figures may lie apart
    needs: str = ""  # a package, or data
    note: str = ""


# Scoring: P, R, F1@10 of items with ten predictions


def _parquet(folder: Path, full: bool) -> Any:  # noqa: FBT001
    import polars as pl
    from scoring import sample

    for name, lists in zip(("gold", "run"), sample(200_000 if full else 50_000), strict=True):
        pl.DataFrame({"id": list(lists), "phrases": list(lists.values())}).write_parquet(folder / name)
    return folder / "gold", folder / "run"


def _by_lydite(given: Any) -> list[float]:
    from scoring import with_lydite

    return with_lydite(*given)


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
    from scoring import parquet_sets

    return parquet_sets(*given)


def _dicts(_: Path, full: bool) -> Any:  # noqa: FBT001
    from scoring import sample

    return sample(200_000 if full else 50_000)


def _by_folded_dict(given: Any) -> list[float]:
    from scoring import with_sets

    from lydite.text import fold

    return with_sets(*given, key=functools.cache(fold))


def _by_ranx(given: Any) -> list[float]:
    from scoring import with_ranx

    return with_ranx(*given)


# Reading


def _lines(folder: Path, full: bool) -> Any:  # noqa: FBT001
    import json

    from scoring import sample

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
    from matchers import sample

    gold, systems = sample(DATA)
    systems = systems if full else systems[:5]
    pairs = [(p, g) for run in systems for item in gold for p in run[item] for g in gold[item]]
    return [p for p, _ in pairs], [g for _, g in pairs]


def _match(spec: str) -> Callable[[Any], list[float]]:
    def by_lydite(given: Any) -> list[float]:
        import lydite

        return [float(np.sum(lydite.matcher(spec).pairs(*given)))]

    return by_lydite


def _exact_by_dict(given: Any) -> list[float]:
    from lydite.text import fold

    key = functools.cache(fold)
    return [float(sum(key(a) == key(b) for a, b in zip(*given, strict=True)))]


def _nltk(given: Any) -> list[float]:
    import sys

    from nltk.stem.porter import PorterStemmer
    from nltk.translate.meteor_score import single_meteor_score

    sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
    from lexical_oracles import PARAMETERS, NoSynonyms

    from lydite.matchers.surface.words import words_of

    class Remembering(PorterStemmer):  # the strongest that its interface allows
        stem = functools.cache(PorterStemmer.stem)

    stemmer = Remembering(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    words = functools.cache(words_of)
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
    from lydite.sources.hashtags.neighbours import nearest, unit_rows

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
    return tags, ids, np.concatenate([[0], np.cumsum(sizes)]), gold, predicted, file


def _reval(given: Any) -> list[float]:
    from lydite.arrays import RaggedArray, Vocabulary
    from lydite.measures.phrases.items import PhraseItems
    from lydite.spec import expand

    tags, _, starts, gold, predicted, file = given
    n, r = predicted.shape
    items = PhraseItems(
        tuple(map(str, range(n))), Vocabulary(tags), RaggedArray(gold, starts),
        RaggedArray(predicted.ravel(), np.arange(n + 1) * r), np.zeros(n, bool),
    )  # fmt: skip
    measures: Any = expand(f'reval(thesaurus="{file}", k={"|".join(map(str, KS))})@{r}')
    ones = np.ones(n)
    return [float(x.value((ones @ x.statistics(items))[None])) for x in measures]


def _reval_by_dicts(given: Any) -> list[float]:
    tags, ids, starts, gold, predicted, _ = given
    ranks = {
        t: {tags[j]: k for k, j in enumerate(row, 1)} | {t: 0}
        for t, row in zip(tags, ids[:, :70], strict=True)
    }
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
        from lydite.sources.vectors import Vectors

        rng = np.random.default_rng(0)
        matrix = rng.normal(size=(50_000, 300)).astype(np.float32)
        matrix *= (np.arange(1, 301) ** -power).astype(np.float32)
        queries = matrix[rng.choice(len(matrix), 1_000, replace=False)]
        return Vectors.of({f"w{i}": row for i, row in enumerate(matrix)}), queries, {}

    return prepare


def _near(given: Any) -> list[float]:
    from lydite.sources.vectors.neighbours import neighbours

    return [float(x) for x in neighbours(given[0], given[1].astype(np.float64), 4)[1].mean(0)]


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
    from lydite.sources.vectors import load_vectors

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


# Intervals and labels


def _items(measures: int) -> Callable[[Path, bool], Any]:
    def prepare(_: Path, full: bool) -> Any:  # noqa: FBT001
        from lydite.spec import parse
        from lydite.statistics import ItemStatistics

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
    from bootstrap import six_lines

    return [0.0 * len(six_lines(given[1]))]


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
        note="polars stops at strings; lydite checks, numbers phrases, refuses repeated items",
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
        {"lydite, with intervals": _boot, "six lines of numpy": _six},
        agree=1.0,
        note="as above; the six lines share one draw",
    ),
    Contest(
        "macro recall of 1,000 topics",
        _labels,
        {"lydite": _recall, "one `numpy.bincount`": _recall_by_bincount},
    ),
)
