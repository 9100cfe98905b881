"""Our measures among those of other libraries, against their own figures."""

from __future__ import annotations

import random

import pytest

import lydite
from lydite.core.errors import SpecError

pytestmark = pytest.mark.extra
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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ir_measures_gets_the_figures_of_its_own(seed: int) -> None:
    theirs = pytest.importorskip("ir_measures", reason="needs the extra bridges")
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
    theirs = pytest.importorskip("ir_measures", reason="needs the extra bridges")
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
