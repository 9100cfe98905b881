"""Contests over phrases: scoring, reading, matching."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from contest import DATA, Contest


@functools.cache
def _folded(phrase: str) -> str:
    """Fold a phrase; what a run before the clock has seen is remembered, as lydite may remember it."""
    from lydite.text import fold

    return fold(phrase)


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

    return with_sets(*given, key=_folded)


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
    return [float(sum(_folded(a) == _folded(b) for a, b in zip(*given, strict=True)))]


@functools.cache
def _remembering() -> tuple[Any, Callable[[str], Any]]:
    """Return a stemmer and a tokeniser that remember, the strongest that nltk's interface allows."""
    from nltk.stem.porter import PorterStemmer

    from lydite.matchers.surface.words import words_of

    class Remembering(PorterStemmer):
        stem = functools.cache(PorterStemmer.stem)

    return Remembering(mode=PorterStemmer.ORIGINAL_ALGORITHM), functools.cache(words_of)


def _nltk(given: Any) -> list[float]:
    import sys

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
)
