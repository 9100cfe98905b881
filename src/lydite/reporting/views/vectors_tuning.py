"""Tuned vectors: a table like Table 1 of "OddOneOut and Topk", with ties, and the score on held-out words."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.inference import compare_blocks
from lydite.inference.result import Results
from lydite.inference.statistics import ItemStatistics
from lydite.probes.run import CATEGORY
from lydite.reporting.report import Notes, Paragraph, Report
from lydite.reporting.table import Cell, Table
from lydite.tuning.vectors.scoring import RATES
from lydite.vectors.models.fasttext import FastText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Inference
    from lydite.tuning.vectors.search import Finalist, VectorTuning

HEAD = (
    "",
    "model",
    "type",
    "dim",
    "window",
    "rate",
    "min count",
    "lemma",
    "epochs",
    "negative",
    "sample",
    "n-grams",
)
SCORES = ("odd_one_out", "topk", "combined", "tuning words", "held out", "of each seed")


def report(
    tuning: VectorTuning, options: Inference, test: TestName | None = None, notes: Sequence[str] = ()
) -> Report:
    """Return the report: the best model, those that cannot be distinguished from it, and what it is worth."""
    compared = comparison(tuning, options, test)
    results = Results(compared.results.results, (*notes, *_notes(tuning), *compared.results.notes))
    return Report(
        title=tuning.best.sample.name,
        body=functools.partial(_body, tuning, compared, results),
        results=results,
        comparison=compared,
        data=lambda: {"tuned": record(tuning)},
    )


def comparison(tuning: VectorTuning, options: Inference, test: TestName | None = None) -> Comparison:
    """Return the best models on held-out words, with paired tests over categories."""
    part = tuning.words.held_out
    ids = tuple(sorted(part.test.categories))
    coverage = np.array([[len(part.test.categories[c])] * 2 for c in ids], np.float64)
    systems = [
        ItemStatistics(
            f.sample.name,
            ids,
            (RATES,),
            (f.rows(),),
            {CATEGORY: ids},
            chance={0: tuning.chance},
            coverage={0: coverage},
            policies={
                "model": f.sample.model.signature() + (" on lemmas" if f.sample.lemma else ""),
                "corpus": "+".join(tuning.identity["corpus"]),
                "test": f"{part.test.name}:{part.test.digest}",
                "vocabulary": f"common:{len(part.vocabulary)}",
                "seeds": f"{tuning.seed + 1} to {tuning.seed + len(f.again)}",
            },
        )
        for f in tuning.finalists
    ]
    return compare_blocks([systems], options, test)


def tied(tuning: VectorTuning, compared: Comparison) -> list[bool]:
    """Return which models are level with the best: no test differs, or the seeds of the two overlap."""
    first = tuning.best
    letters = _letters(compared)
    marked = [letters.get(f.sample.name, "") for f in tuning.finalists]
    return [
        bool(set(marked[0]) & set(mark)) or not marked[0] or _overlap(first, f)
        for f, mark in zip(tuning.finalists, marked, strict=True)
    ]


def _overlap(one: Finalist, other: Finalist) -> bool:
    return max(other.held_out) >= min(one.held_out) and max(one.held_out) >= min(other.held_out)


def _letters(compared: Comparison) -> dict[str, str]:
    for key, by_system in compared.letters.items():  # one measure
        del key
        return dict(by_system)
    return {}


def _body(tuning: VectorTuning, compared: Comparison, results: Results, digits: int) -> list[Any]:
    best = next(r for r in results if r.system == tuning.best.sample.name)
    ends = (
        ""
        if best.corrected_low is None
        else f" [{best.corrected_low:.{digits}f}, {best.corrected_high:.{digits}f}]"
    )
    said = f"{best.corrected:.{digits}f}{ends} on held-out words (combined(of=rates), corrected for chance)"
    explained = (
        "combined: the document's counts on tuning words, first seed, 1,000 draws of odd_one_out a category",
        "tuning words, held out: combined(of=rates) corrected for chance, mean of the seeds; the first chose",
        "=: level with the best on held-out words (paired test over categories, or seeds overlap)",
    )
    return [Paragraph(said), _table(tuning, compared, digits), Notes((*explained, *results.notes))]


def _table(tuning: VectorTuning, compared: Comparison, digits: int) -> Table:

    rows = []
    for f, equal in zip(tuning.finalists, tied(tuning, compared), strict=True):
        m, scores = f.sample.model, f.again[0]  # what is written
        grams = f"{m.min_n}–{m.max_n}" if isinstance(m, FastText) else "–"
        cells = ["best" if f is tuning.best else "=" if equal else "", m.name, m.type, str(m.dim)]
        cells += [str(m.window), f"{m.rate:g}", str(m.min_count), "yes" if f.sample.lemma else "no"]
        cells += [str(m.epochs), str(m.negative), f"{m.sample:g}", grams]
        cells += [f"{scores.counts[0]:,.0f}", f"{scores.counts[1]:,.0f}", f"{scores.combined:,.2f}"]
        cells += [f"{np.mean(f.tuning):.{digits}f}", f"{np.mean(f.held_out):.{digits}f}"]
        cells += [" ".join(f"{v:.{digits}f}" for v in f.held_out)]
        rows.append(tuple(map(Cell, cells)))
    return Table(tuple(map(Cell, HEAD + SCORES)), tuple(rows), labels=2)


def _notes(tuning: VectorTuning) -> list[str]:
    words = tuning.words
    among = f"{words.known:,} of the test set's {words.asked:,} are among them, half of these held out"
    lines = [
        f"{len(tuning.samples):,} models by {tuning.method}",
        f"scored on {words.vocabulary:,} words that every model knows; {among}",
    ]
    if words.skipped:
        lines.append(f"left out, fewer than 6 known words: {', '.join(words.skipped)}")
    failed = sum(not np.isfinite(s.objective) for s in tuning.samples)
    if failed:
        lines.append(f"{failed:,} of them could not be trained (diverged, or their process died)")
    return [*lines, *tuning.notes]


def record(tuning: VectorTuning) -> dict[str, Any]:
    """Return all samples and the best, for programs."""
    return {
        "spec": str(tuning.best.sample.model),
        "lemma": tuning.best.sample.lemma,
        "method": str(tuning.method),
        "seconds": tuning.seconds,
        **{k: v for k, v in tuning.identity.items() if k != "method"},
        "samples": [
            {
                **s.values,
                "objective": s.objective if np.isfinite(s.objective) else None,
                "counts": {"odd_one_out": s.scores.counts[0], "topk": s.scores.counts[1]},
                "combined": s.scores.combined,
                "seconds": sum(s.scores.seconds),
            }
            for s in tuning.samples
            if np.isfinite(s.objective)
        ],
        "best": [
            {"model": f.sample.name, "tuning": list(f.tuning), "held_out": list(f.held_out)}
            for f in tuning.finalists
        ],
    }
