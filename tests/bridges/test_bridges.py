"""Other libraries' values scored here, and our measures among theirs, against their own figures."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lydite
from lydite import metrics
from lydite.bridges import ranx as from_ranx
from lydite.bridges.sklearn import scorer
from lydite.errors import SpecError

GOLD = {"d1": ["neural networks", "speech"], "d2": ["parsing"]}
RUN = {"d1": ["neural network", "speech"], "d2": ["syntax"]}


def drawn(seed: int, queries: int = 12) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Return judgements and a run that share some documents, with ties, and queries that only one has."""
    draw = random.Random(seed)  # noqa: S311
    names = [f"d{i}" for i in range(30)]
    qrels = {f"q{i}": {d: draw.choice([0, 1, 1, 2]) for d in draw.sample(names, 9)} for i in range(queries)}
    qrels = {q: {**of, "d0": 1} for q, of in qrels.items()}
    run = {
        f"q{i}": {d: float(draw.randint(1, 40)) for d in draw.sample(names, 12)} for i in range(1, queries)
    }
    return qrels, run


# scikit-learn


def test_a_scorer_of_labels_is_the_measure_and_points_up() -> None:
    pytest.importorskip("sklearn")
    from sklearn.dummy import DummyClassifier
    from sklearn.metrics import accuracy_score
    from sklearn.model_selection import cross_val_score

    rows, labels = [[i] for i in range(20)], [1, 2, 2, 3] * 5
    model = DummyClassifier(strategy="most_frequent").fit(rows, labels)
    scale = [1, 2, 3]
    ours = scorer("accuracy", labels=scale)(model, rows, labels)
    assert ours == accuracy_score(labels, model.predict(rows)) == 0.5
    lower = scorer("macro_MAE", labels=scale)(model, rows, labels)
    assert lower == -metrics.macro_mae(labels, [2] * 20, labels=scale)
    found = cross_val_score(model, rows, labels, cv=4, scoring=scorer("macro_MAE", labels=scale))
    assert len(found) == 4
    assert all(v <= 0 for v in found)


def test_a_scorer_of_phrases_is_what_evaluate_gives() -> None:
    base = pytest.importorskip("sklearn.base")

    class Tagger(base.BaseEstimator):  # type: ignore[name-defined,misc]
        """A model that knows its answers."""

        def predict(self, rows: Any) -> list[list[str]]:
            return [list(RUN.values())[i] for (i,) in rows]

    tagger, rows = Tagger(), [[0], [1]]
    for spec in ("F1", "F1(match=stem)", "R@1"):
        value = scorer(spec)(tagger, rows, list(GOLD.values()))
        assert value == lydite.evaluate(GOLD, RUN, spec, bootstrap=0)[0].value
    with pytest.raises(SpecError, match="did you mean F1"):
        scorer("Fl")


# ir_measures


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ir_measures_gets_the_figures_of_its_own(seed: int) -> None:
    theirs = pytest.importorskip("ir_measures")
    from lydite.bridges.ir_measures import lydite as measure

    qrels, run = drawn(seed)
    pairs = {
        measure("P(pad=yes)@5"): theirs.P @ 5,
        measure("R@5"): theirs.R @ 5,
        measure("RR"): theirs.RR,
        measure("AP"): theirs.AP,
        measure("P(pad=yes)@5", rel=2): theirs.P(rel=2) @ 5,
    }
    found = theirs.calc_aggregate([*pairs, *pairs.values()], qrels, run)
    for ours, other in pairs.items():
        assert found[ours] == pytest.approx(found[other], abs=1e-12), str(ours)
    by_query = {(str(m.measure), m.query_id): m.value for m in theirs.iter_calc(list(pairs), qrels, run)}
    assert len(by_query) == len(pairs) * len(qrels)


def test_ir_measures_scores_by_meaning() -> None:
    theirs = pytest.importorskip("ir_measures")
    from lydite.bridges.ir_measures import lydite as measure

    qrels = {d: dict.fromkeys(of, 1) for d, of in GOLD.items()}
    run = {d: {p: 1 / r for r, p in enumerate(of, 1)} for d, of in RUN.items()}
    asked = [measure("F1(match=stem)"), measure("F1"), theirs.P @ 1]
    found = theirs.calc_aggregate(asked, qrels, run)
    assert found[asked[0]] == lydite.evaluate(GOLD, RUN, "F1(match=stem)", bootstrap=0)[0].value == 0.5
    assert found[asked[1]] == 0.25
    assert str(asked[0]) == "lydite(spec='F1(match=stem)')"
    with pytest.raises(SpecError):
        measure("no_such_measure")


# ranx


class Qrels:
    """As much of ranx as is read, where it is not installed."""

    def __init__(self, scored: dict[str, dict[str, int]]) -> None:
        self.scored = scored

    def to_dict(self) -> dict[str, dict[str, int]]:
        return self.scored


class Run(Qrels):
    name = "mine"


def test_what_ranx_holds_is_read() -> None:
    gold = from_ranx.phrases(Qrels({"q": {"cat": 1, "dog": 0, "cow": 2}}))
    assert gold == {"q": ["cow", "cat"]}
    found = from_ranx.compare(
        Qrels({"q": {"cats": 1}, "r": {"dog": 1}}),
        [Run({"q": {"cat": 2}, "r": {"dog": 0}}), Run({"q": {"dog": 1}, "r": {"cat": 1}})][:1],
        ["P(match=stem)"],
        test="none",
    )
    assert found.results.systems == ("mine",)
    assert found.results[0].value == 1.0


@pytest.mark.filterwarnings("ignore::Warning")  # those of ranx and of what compiles it
@pytest.mark.parametrize("seed", [4, 5])
def test_ranx_agrees(seed: int) -> None:
    ranx = pytest.importorskip("ranx")
    qrels, run = drawn(seed)
    gold = from_ranx.phrases(ranx.Qrels({q: of for q, of in qrels.items() if q in run}))
    ours = from_ranx.phrases(ranx.Run(run))
    binary, back = from_ranx.qrels(gold), from_ranx.run(ours, "ours")
    assert from_ranx.phrases(back) == ours
    found = ranx.evaluate(binary, back, ["precision@5", "recall@5", "mrr", "map"])
    results = lydite.evaluate(gold, ours, ["P(pad=yes)@5", "R@5", "RR", "AP"], bootstrap=0)
    assert [r.value for r in results] == pytest.approx([float(v) for v in found.values()], abs=1e-12)
