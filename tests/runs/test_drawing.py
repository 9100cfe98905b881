"""Pairs drawn from a run: which there are, what a draw stands for, and whether figures cover the truth."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.measures.phrases.items import align
from lydite.probes.agreement import agree, read_judgements
from lydite.probes.agreement.sheets import read_sheets
from lydite.probes.agreement.sheets.answers import SheetAnswer
from lydite.probes.agreement.sheets.items import VerdictItem
from lydite.reading import read
from lydite.runs.drawing import PairPopulation
from lydite.spec import parse
from sheet_filling import refused, run, save

GOLD = {"a": ["neural networks", "cats"], "b": ["cake"], "c": [], "d": ["Cake", "red"]}
MINE = {"a": ["neural network", "kitten", "cats"], "b": ["food", "sand"], "c": ["x"], "d": ["cake", "food"]}


def test_population() -> None:
    """Each prediction with its best gold phrase under each matcher; the same phrase is not asked about."""
    matchers = [parse(m, "matcher") for m in ("stem", "wordnet")]
    found = PairPopulation.of({"mine": align(read(GOLD), read(MINE))}, matchers)
    food = [p for p in found.pairs if p[0] == "food"]
    assert ("neural network", "neural networks") in found.pairs
    assert {("food", "cake"), ("food", "Cake")} >= set(food) != set()
    assert not any(a.casefold() == b.casefold() for a, b in found.pairs)
    assert all(found.scores.max(axis=0) > 0)
    assert found.scores[0, found.pairs.index(("neural network", "neural networks"))] == 1
    twice = PairPopulation.of({n: align(read(GOLD), read(MINE)) for n in "ab"}, matchers)
    assert twice.occurrences.tolist() == (2 * found.occurrences).tolist()


def population(counts: list[int], scores: list[list[float]]) -> PairPopulation:
    pairs = tuple((f"a{n:03}", "b") for n in range(len(counts)))
    return PairPopulation(pairs, np.array(counts), np.array(scores).reshape(len(counts), 2).T)


SOME = st.lists(st.tuples(st.integers(1, 9), st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=30).map(
    lambda rows: population([r[0] for r in rows], [[*r[1:]] for r in rows])
)


@given(SOME, st.floats(0.05, 1), st.integers(0, 5))
def test_weights_make_up_for_probabilities(those: PairPopulation, random: float, seed: int) -> None:
    """The expectation of a weighted draw is the mean over all occurrences, whatever is measured."""
    shares, decided = those.parts()
    assert shares.sum() == pytest.approx(1)
    assert decided.sum() == pytest.approx(1)
    count = len(those) - 1
    drawn = those.draw(count, random, seed)
    assert sum(one.drawn for one in drawn) == count
    for one in drawn:
        place = those.pairs.index((one.candidate, one.reference))
        assert one.probability == pytest.approx(random * shares[place] + (1 - random) * decided[place])
        assert one.probability * one.weight == pytest.approx(shares[place])
        assert one.weight <= 1 / random * (1 + 1e-9)
    assert drawn == those.draw(count, random, seed)


@given(SOME)
def test_all_are_taken_where_there_are_no_more(those: PairPopulation) -> None:
    drawn = those.draw(len(those) + 3, 0.5, 0)
    assert [(one.candidate, one.reference) for one in drawn] == [*those.pairs]
    assert [one.weight for one in drawn] == pytest.approx(
        (those.occurrences / those.occurrences.mean()).tolist()
    )


def test_disagreement_is_drawn_most() -> None:
    scores = [[0.5, 0.5]] * 50 + [[0.1, 0.9]] * 50
    drawn = population([1] * 100, scores).draw(60, 0.2, 0)
    apart = sum(one.drawn for one in drawn if one.candidate >= "a050")
    assert 44 <= apart <= 58


def saved(folder: Path, *more: str, measures: tuple[str, ...] = ("stem", "wordnet")) -> Path:
    for name, content in (("gold", GOLD), ("mine", MINE)):
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
    asked = [part for m in measures for part in ("-m", f"F1(match={m})")]
    files = folder / "gold.json", folder / "mine.json"
    assert run("score", *files, *asked, "--bootstrap", "0", "--save", folder / "mine.run", *more) == 0
    return folder / "mine.run"


def test_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw = ["questions", "draw", tmp_path / "mine.run", "-o", tmp_path / "out"]
    saved(tmp_path)
    capsys.readouterr()
    assert "--save RUN --save-items" in refused(capsys, *draw)
    saved(tmp_path, "--save-items", measures=("stem",))
    capsys.readouterr()
    assert "disagreement takes two matchers" in refused(capsys, *draw)
    assert not (tmp_path / "out").exists()
    assert run(*draw, "--order", "random") == 0


def test_from_a_run_to_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A team that votes as one matcher says: that one is to be trusted."""
    path = saved(tmp_path, "--save-items")
    assert run("questions", "draw", path, "-n", "100", "-o", tmp_path / "sheets") == 0
    sheets = read_sheets(tmp_path / "sheets")
    wordnet = parse("wordnet", "matcher")
    answers = []
    for place, entry in enumerate(sheets.sheets[0].entries, 1):
        item = sheets.items[entry.item]
        assert isinstance(item, VerdictItem)
        yes = wordnet.score(item.candidate, item.reference) >= 0.5
        answers.append(SheetAnswer(place, choice=1 if yes else 2))
    save(tmp_path / "sheets", answers, sheets, 1, "ann")
    out = tmp_path / "judged.csv"
    assert run("questions", "gather", tmp_path / "sheets", "-o", out) == 0
    judged = read_judgements(out)
    assert judged.offers == ("pairs",)
    found = agree(judged, ["stem", "wordnet"], baselines=False).results()
    assert {r.measure for r in found} == {"credit"}
    assert found[1].value < found[0].value
    capsys.readouterr()
    assert run("agree", out, "-u", "stem", "-u", "wordnet") == 0
    assert "credit ↓" in capsys.readouterr().out


def test_metrics_that_know_no_weights_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t.csv"
    head = "candidate,reference,rating,accepted,weight\n"
    table.write_text(f"{head}a,b,1,1,0.5\nc,d,0,0,2\n", "utf-8")
    told = refused(capsys, "agree", table, "-u", "exact", "-m", "spearman")
    assert "spearman takes all pairs alike; those of t have weights (credit)" in told
    assert "spearman takes" in refused(capsys, "tune", "matcher", table, "--objective", "spearman")
    for weight in ("0", "-1", "x", "", "1e300"):
        table.write_text(f"{head}a,b,1,1,{weight}\n", "utf-8")
        assert "t.csv:2: expected a weight above 0" in refused(capsys, "agree", table, "-u", "exact")


def test_fewer_questions_than_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is drawn again is asked once and counts again; where there are no more pairs, all are asked."""
    path = saved(tmp_path, "--save-items")
    capsys.readouterr()
    assert run("questions", "draw", path, "-n", "2", "--seed", "6", "-o", tmp_path / "some") == 0
    told = " ".join(capsys.readouterr().err.split())
    asked = read_sheets(tmp_path / "some").items
    assert [one.drawn for one in asked if isinstance(one, VerdictItem)] == [2]
    assert "2 draws of 3 pairs that some matcher scores above 0 gave 1 different pair;" in told
    assert run("questions", "draw", path, "-n", "100", "-o", tmp_path / "all") == 0
    told = " ".join(capsys.readouterr().err.split())
    assert len(read_sheets(tmp_path / "all").items) == 3
    assert (
        "100 were asked for, and there are 3 pairs that some matcher scores above 0: each is asked once"
        in told
    )
