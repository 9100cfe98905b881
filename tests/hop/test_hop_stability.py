"""Walks with links missing: what is lost depends on nothing else, and figures move as they must."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lydite.cli import main
from lydite.errors import InputError
from lydite.inference import Options
from lydite.probes.hop import LinkGraph, WalkEnd, hop, walk
from lydite.probes.hop.comparing import compare_strategies
from lydite.probes.hop.hashed_draws import uniform
from lydite.probes.hop.link_graph import DroppedLinks
from lydite.probes.hop.links import NONE
from lydite.probes.hop.outcomes import FIGURES
from lydite.probes.hop.stability import GROUP, stability, walk_again
from lydite.runs.compare import side_by_side
from lydite.runs.reading import read_run
from lydite.runs.run import Run
from lydite.sources.wikipedia import Wikipedia
from lydite.spec import parse


def test_numbers_look_drawn() -> None:
    drawn = uniform(1, 2, np.arange(100_000))
    assert drawn.mean() == pytest.approx(0.5, abs=0.005)
    assert np.corrcoef(drawn[1:], drawn[:-1])[0, 1] == pytest.approx(0, abs=0.01)
    assert not np.array_equal(drawn, uniform(2, 2, np.arange(100_000)))
    assert np.array_equal(drawn[500:], uniform(1, 2, np.arange(500, 100_000)))


@pytest.mark.parametrize(
    ("seed", "first"),
    [(0, 0xE220A8397B1DCDAF), (1234567, 6457827717110365317), (1234567 - 2**64, 6457827717110365317)],
)
def test_the_mixer_is_splitmix64(seed: int, first: int) -> None:
    """The first number of the generator with this seed, as its authors' program prints it."""
    assert uniform(seed)[0] == (first >> 11) / 2**53


def test_every_key_counts_and_so_does_their_order() -> None:
    one, two = np.meshgrid(np.arange(300), np.arange(300))
    drawn = uniform(0, one, two)
    assert len(np.unique(drawn)) == drawn.size
    counts, _, _ = np.histogram2d(drawn.ravel(), drawn.T.ravel(), bins=10)
    upper = counts.sum() / 100
    assert ((counts - upper) ** 2 / upper).sum() < 250  # 99 degrees of freedom, pairs counted twice


def test_what_is_lost_depends_on_nothing_else(store: Path) -> None:
    web = LinkGraph.of(Wikipedia.open(store)).without_links(DroppedLinks(0.5, draw=3))
    every = np.arange(web.wikipedia.articles)
    together = web.links(every)
    assert 0 < len(together.targets) < len(web.cache.links(every).targets)
    apart = [web.links(np.array([a])).targets.tolist() for a in every]
    assert [t for row in apart for t in row] == together.targets.tolist()


@pytest.mark.parametrize("large", [0, 1_000])
def test_shortest_ways_are_those_of_the_links_that_are_left(
    store: Path, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr("lydite.probes.hop.link_graph.LARGE", large)
    whole = LinkGraph.of(Wikipedia.open(store))
    for draw in range(20):
        web = whole.without_links(DroppedLinks(0.3, draw))
        links = web.links(np.arange(web.wikipedia.articles))
        ways = dict.fromkeys(range(web.wikipedia.articles), NONE) | {web.target: 0}
        for step in range(len(ways)):  # as defined: one hop more than the nearest article linked to
            for row, target in zip(links.owners.tolist(), links.targets.tolist(), strict=True):
                if ways[row] == NONE and ways[target] == step:
                    ways[row] = step + 1
        assert web.distances.tolist() == list(ways.values())
        assert (web.distances[whole.distances == NONE] == NONE).all()


@pytest.mark.parametrize("settings", [{}, {"hops": 1}, {"skip_visited": True}])
def test_nothing_lost_is_the_same(store: Path, settings: dict[str, Any]) -> None:
    found = hop(store, ["first", "wordnet", "random", "shortest"], **settings)
    plain = {(r.system, r.measure): r.value for r in found.results() if r.group is None}
    for result in stability(found, 3, lost=1e-12):
        expected = pytest.approx(plain[result.system, result.measure], nan_ok=True)
        assert [result.value, result.low, result.high] == [expected] * 3


@pytest.mark.parametrize("skip", [False, True])
def test_whatever_is_lost_nothing_beats_the_shortest_way(store: Path, *, skip: bool) -> None:
    whole = LinkGraph.of(Wikipedia.open(store))
    starts = np.flatnonzero(np.arange(whole.wikipedia.articles) != whole.target)
    for draw in range(20):
        web = whole.without_links(DroppedLinks(0.3, draw))
        for spec in ("first", "random", "wordnet", "shortest"):
            walks = walk(web, parse(spec, "chooser"), starts, skip_visited=skip)
            reached, fewest = walks.ends == WalkEnd.REACHED, web.distances[starts]
            assert (fewest[reached] > 0).all()
            assert (walks.hops[reached] >= fewest[reached]).all()
            if spec == "shortest":
                assert (reached == (fewest > 0)).all()
                assert (walks.hops[reached] == fewest[reached]).all()


def test_figures_of_the_draws(store: Path) -> None:
    found = hop(store, ["first", "wordnet", "shortest"])
    reached = {r.system: r for r in stability(found, 40, lost=0.2, level=0.9) if r.measure == "reached"}
    webs = [found.graph.without_links(DroppedLinks(0.2, draw)) for draw in range(40)]
    starts = found.parts[0].walks[0].starts
    shares = [(walk(w, found.choosers[1], starts).ends == WalkEnd.REACHED).mean() for w in webs]
    expected = np.quantile(shares, [0.05, 0.5, 0.95])
    assert [reached["wordnet"].low, reached["wordnet"].value, reached["wordnet"].high] == list(expected)
    assert reached["shortest"].low < reached["shortest"].value < 10 / 12  # type: ignore[operator]
    again = {r.system: r for r in stability(found, 40, lost=0.2, level=0.9) if r.measure == "reached"}
    assert again == reached
    assert reached["first"].signature != stability(found, 40, lost=0.2, seed=1)[0].signature


@pytest.mark.parametrize(("draws", "lost"), [(0, 0.1), (3, 0.0), (3, 1.0), (3, float("nan"))])
def test_bad_settings(store: Path, draws: int, lost: float) -> None:
    with pytest.raises(InputError, match="at least one draw"):
        stability(hop(store, ["first"]), draws, lost=lost)


def test_from_the_shell(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    args = ["hop", str(store), "-c", "wordnet", "-c", "shortest"]

    def said(*more: str) -> str:
        with pytest.raises(SystemExit, match="^0$"):
            main([*args, *more])
        return capsys.readouterr().out

    assert "the middle 95% of what came of walking 100 times with 1% of the links missing" in said()
    out = said("--stability", "7")
    assert "walking 7 times" in out
    assert "This is stability, not a test." in out
    assert "p (Holm)" not in out
    assert "over starts" not in out
    out = said("--stability", "0", "--bootstrap", "9")
    assert "intervals over starts (percentile bootstrap), as if walks were independent" in out
    assert "p (Holm)" in out
    rows = json.loads(said("--stability", "7", "--format", "json"))["results"]
    assert [r["measure"] for r in rows if r["group"] == GROUP] == [*FIGURES] * 2


def test_the_same_links_are_missing_for_all(store: Path) -> None:
    """A strategy is stable against itself, whatever it is called, and beside whatever it walks."""
    two = walk_again(hop(store, ["first", "nth(n=1)"]), 30, lost=0.3)
    (drawn,) = two.draws
    assert np.array_equal(drawn.totals[0], drawn.totals[1])
    assert np.nanmax(abs(drawn.apart[:, 0, 1])) == 0
    compared = compare_strategies(two, two.results())
    assert {t.low for t in compared.tests} | {t.high for t in compared.tests} == {0}
    alone = walk_again(hop(store, ["first"]), 30, lost=0.3).draws[0]
    assert np.array_equal(alone.totals[0], drawn.totals[0])


def test_letters_are_those_of_the_paired_difference(store: Path) -> None:
    found = walk_again(hop(store, ["first", "wordnet", "shortest"]), 60, lost=0.1)
    compared = compare_strategies(found, found.results(), Options(level=0.9))
    assert compared.test == "stability"
    whole = found.draws[0].totals[:, :, 0]
    shares = whole[..., 0] / whole[..., 1]
    for test in (t for t in compared.tests if t.measure == "reached"):
        a, b = found.names.index(test.first), found.names.index(test.second)
        ends = np.quantile(shares[a] - shares[b], [0.05, 0.95])
        assert [test.low, test.high] == pytest.approx(list(ends))
        letters = compared.letters["reached"]
        shared = bool(set(letters[test.first]) & set(letters[test.second]))
        assert shared == (ends[0] <= 0 <= ends[1])
        assert math.isnan(test.p)
    assert set(compared.letters) == {
        "reached", "efficiency, all", "reached, shared vocabulary", "efficiency, all, shared vocabulary",
    }  # fmt: skip


def test_a_saved_run_keeps_its_stability(store: Path, tmp_path: Path) -> None:
    found = walk_again(hop(store, ["first", "wordnet"]), 12)
    Run.of_hops(found).save(tmp_path / "one.run")
    read = read_run(tmp_path / "one.run")
    assert list(read.results()) == list(found.results())
    assert read.comparison().letters == compare_strategies(found, found.results()).letters
    other = walk_again(hop(store, ["shortest"]), 12)
    Run.of_hops(other).save(tmp_path / "two.run")
    joined = side_by_side({"one": read, "two": read_run(tmp_path / "two.run")})
    assert joined.comparison().test == "stability"
    assert set(joined.comparison().letters["reached"]) == {"first", "wordnet", "shortest"}
    Run.of_hops(walk_again(hop(store, ["shortest"]), 9)).save(tmp_path / "less.run")
    joined = side_by_side({"one": read, "less": read_run(tmp_path / "less.run")})
    assert joined.comparison().test == "randomisation"
    assert any("not every run walked with the same ones missing" in n for n in joined.notes)


def test_draws_on_processes_are_the_same(store: Path) -> None:
    found = hop(store, ["first", "wordnet"])
    here, there = (walk_again(found, 6, lost=0.2, on=on).draws for on in ("here", "processes(2)"))
    assert len(here) == len(there) > 0
    for one, other in zip(here, there, strict=True):
        assert one.totals.tobytes() == other.totals.tobytes()
        assert one.apart.tobytes() == other.apart.tobytes()
