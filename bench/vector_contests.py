"""Contests over neighbours: #REval by thesauri of hashtags, nearest words, files of word vectors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from contest import Contest

KS = (0, 5, 10, 20, 30, 40, 50, 60, 70)


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
    return tags, ids, np.concatenate([[0], np.cumsum(sizes)]), gold, predicted, file, {}


def _reval(given: Any) -> list[float]:
    from lydite.arrays import RaggedArray, Vocabulary
    from lydite.measures.phrases.items import PhraseItems
    from lydite.spec import expand

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


CONTESTS = (
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
)
