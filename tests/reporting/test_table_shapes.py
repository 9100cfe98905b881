"""The shapes that tables take: what goes down and across, groups, ranks, sweeps, pages."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re

from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from lydite.inference import Comparison, Result, Results, tie_letters
from lydite.inference import PairedTest as Paired
from lydite.reporting import best_first, render
from result_rows import compared, row, several


def test_one_system_has_its_figures_across() -> None:
    results = Results(
        (
            row(measure="F1@10", chance=0.1, corrected=0.36907, unscored=3),
            row(measure="F1(match=stem)@10", value=0.5, low=None, high=None, n=1199, unscored=4),
        )
    )
    assert (
        render(results, "text")
        == """\
measure            A                        chance  corrected  n      unscored
──────────────────────────────────────────────────────────────────────────────
F1@10              0.4322 [0.4011, 0.4600]  0.1000  0.3691     1,200  3
F1(match=stem)@10  0.5000                   –       –          1,199  4

Brackets hold 95% intervals (percentile bootstrap, 1,000 resamples)."""
    )


def head(results: Results) -> list[str]:
    return re.split(r"\s{2,}", render(results, "text").split("\n")[0])


def test_the_longer_axis_goes_down() -> None:
    assert head(several("AB", ("P@5", "R@5", "F1@5"))) == ["measure", "A", "B"]
    assert head(several("ABCD", ("P@5", "R@5"))) == ["system", "P@5", "R@5"]
    beside = several("AB", chance=0.1, corrected=0.2)
    assert [line.split("  ")[0] for line in render(beside, "text").split("\n")[2:5]] == [
        "P@5",
        "… chance",
        "… corrected",
    ]
    assert head(several("ABC", chance=0.1)) == ["system", "P@5", "… chance", "R@5", "… chance"]


def test_groups() -> None:
    def grouped(systems: str, measures: tuple[str, ...]) -> Results:
        places = [(None, 7), ("x", 3), ("y", 4)]
        rows = [row(s, m, group=g, n=n) for s in systems for m in measures for g, n in places]
        return Results(tuple(rows))

    assert (
        render(grouped("A", ("P", "R")), "text").split("\n\n")[0]
        == """\
group  P                        R                        n
──────────────────────────────────────────────────────────
all    0.4322 [0.4011, 0.4600]  0.4322 [0.4011, 0.4600]  7
x      0.4322 [0.4011, 0.4600]  0.4322 [0.4011, 0.4600]  3
y      0.4322 [0.4011, 0.4600]  0.4322 [0.4011, 0.4600]  4"""
    )
    assert "system = A" in render(grouped("A", ("P", "R")), "text")
    assert head(grouped("A", ("P", "R", "F", "G"))) == ["measure", "all", "x", "y"]
    assert head(grouped("AB", ("P", "R"))) == ["measure", "group", "A", "B"]
    assert head(grouped("ABC", ("P", "R"))) == ["group", "system", "P", "R", "n"]
    assert "group = x" in render(Results((row(group="x"),)), "text")


def test_letters_belong_to_the_whole_not_to_groups() -> None:
    comparison = compared()
    both = Results((*comparison.results, row("A", group="x"), row("B", group="x")))
    lines = render(both, "text", comparison=comparison).split("\n")
    assert [line.endswith((" a", " ab")) for line in lines[2:6]] == [True, True, False, False]
    assert [
        r["letters"] for r in csv.DictReader(io.StringIO(render(both, "csv", comparison=comparison)))
    ] == [
        "a",
        "",
        "ab",
        "",
    ]


def test_systems_stand_best_first_by_what_is_judged() -> None:
    """Corrected decides here, and it is the more the better though the measure is an error."""
    rows = [
        row("A", "E", 0.1, better="lower", corrected=0.2, chance=0.3),
        row("B", "E", 0.5, better="lower", corrected=0.7, chance=0.9),
        row("C", "E", math.nan, better="lower"),
        row("D", "E", 0.2, better="lower", corrected=0.2, chance=0.3),
    ]
    results = Results(tuple(rows))
    letters = {"E": {"B": "a", "A": "ab", "D": "b", "C": "c"}}
    by_corrected = Comparison(results, (), letters, "randomisation", 0.95, judged_figures={"E": "corrected"})
    assert {s: (r.place, str(r)) for s, r in by_corrected.ranks["E"].items()} == {
        "B": (1, "1–2"), "A": (2, "1–3"), "D": (2, "2–3"), "C": (4, "4"),
    }  # fmt: skip
    by_value = Comparison(results, (), {}, "none", 0.95)
    assert {s: str(r) for s, r in by_value.ranks["E"].items()} == {"A": "1", "D": "2", "B": "3", "C": "4"}
    for comparison, order in ((by_corrected, "BADC"), (by_value, "ADBC")):
        text = render(results, "text", comparison=comparison)
        assert [line[0] for line in text.split("\n")[2:6]] == list(order)
        assert "E ↓" in text
        assert "↓ lower is better." in text
        made_ = json.loads(render(results, "json", comparison=comparison))["results"]
        rows_ = csv.DictReader(io.StringIO(render(results, "csv", comparison=comparison)))
        assert [r["system"] for r in made_] == [r["system"] for r in rows_] == list(order)


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=7), st.data())
def test_ranks_hold_every_order_that_the_tests_allow(values: list[float], data: st.DataObject) -> None:
    names = [f"s{i}" for i in range(len(values))]
    tests = [
        Paired("F1", a, b, 0, 0, 0, p, p)
        for (a, x), (b, y) in itertools.combinations(zip(names, values, strict=True), 2)
        for p in [data.draw(st.sampled_from([0.001, 0.5])) if x != y else 0.5]
    ]
    named = dict(zip(names, values, strict=True))
    letters = {"F1": tie_letters(named, tests, True, 0.05)}
    results = Results(tuple(row(s, "F1", v) for s, v in named.items()))
    ranks = Comparison(results, tuple(tests), letters, "randomisation", 0.95).ranks["F1"]
    for name, rank in ranks.items():
        apart = [t for t in tests if name in (t.first, t.second) and t.p_holm < 0.05]
        other = [t.second if t.first == name else t.first for t in apart]
        assert rank.best == 1 + sum(named[o] > named[name] for o in other)
        assert rank.worst == len(names) - sum(named[o] < named[name] for o in other)
        assert rank.best <= rank.place <= rank.worst
    assert [named[s] for s in ranks] == sorted(values, reverse=True)


def test_ranks_of_each_measure_stand_below_it_where_measures_go_down() -> None:
    letters = {"P@5": {"A": "a", "B": "b", "C": "b"}, "R@5": {"A": "b", "B": "a", "C": "b"}}
    values = {"A": 0.5, "B": 0.4, "C": 0.3}
    found = Results(tuple(row(s, m, values[s]) for s in "ABC" for m in ("P@5", "R@5", "F1@5")))
    comparison = Comparison(found, (), letters, "randomisation", 0.95)
    lines = [re.split("  +", line) for line in render(found, "text", comparison=comparison).split("\n")]
    assert [line[1:] for line in lines if line[0] == "… rank"] == [["1", "2–3", "2–3"], ["1–2", "2", "2–3"]]


def test_two_systems_have_ranks_below_each_measure() -> None:
    letters = {"P@5": {"A": "a", "B": "b"}, "R@5": {"A": "a", "B": "a"}}
    found = Results(tuple(row(s, m, v) for s, v in (("A", 0.5), ("B", 0.4)) for m in ("P@5", "R@5")))
    comparison = Comparison(found, (), letters, "randomisation", 0.95)
    lines = [re.split("  +", line) for line in render(found, "text", comparison=comparison).split("\n")]
    assert [line[1:] for line in lines if line[0] == "… rank"] == [["1", "2"], ["1–2", "1–2"]]


def test_references_have_no_rank_without_tests_either() -> None:
    found = Results(tuple(row(s, "P@5", v) for s, v in (("people", 0.9), ("A", 0.4), ("B", 0.5))))
    comparison = Comparison(found, (), {}, "none", 0.95, references=("people",))
    assert {s: r.place for s, r in comparison.ranks["P@5"].items()} == {"B": 1, "A": 2}
    assert best_first(found, comparison).systems == ("people", "B", "A")


def swept(*systems: str, corrected: bool = True) -> Results:
    rows = []
    for s, (k, r) in itertools.product(systems, itertools.product((0, 5, 10), (1, 5))):
        more = {"chance": 0.1, "corrected": 0.2} if corrected else {}
        spec = f"reval(thesaurus=t, k={k})@{r}"
        rows.append(Result(s, spec, {"thesaurus": "t", "k": k, "cut": r}, k / 100 + r / 10, n=7, **more))
    return Results(tuple(rows))


def test_a_sweep_is_one_table_a_system() -> None:
    assert render(swept("A", "B"), "text").split("\n\n")[:2] == [
        "A: reval(thesaurus=t)",
        """\
k   figure     @1      @5
─────────────────────────────
0   value      0.1000  0.5000
    chance     0.1000  0.1000
    corrected  0.2000  0.2000
5   value      0.1500  0.5500
    chance     0.1000  0.1000
    corrected  0.2000  0.2000
10  value      0.2000  0.6000
    chance     0.1000  0.1000
    corrected  0.2000  0.2000""",
    ]
    plain = render(swept("A", corrected=False), "text")
    assert plain.split("\n")[2].split() == ["k", "@1", "@5"]
    beside = Results((*swept("A", corrected=False), row("A", "P")))
    assert render(beside, "text").split("\n")[0].split() == ["measure", "A"]
    assert len(json.loads(render(beside, "json"))["results"]) == 7


def test_two_parameters_that_go_together_are_no_sweep() -> None:
    rows = [Result("A", f"F(a={i}, b={i})", {"a": i, "b": i}, 0.1, n=1) for i in range(5)]
    assert render(Results(tuple(rows)), "text").startswith("measure")


def test_a_long_table_breaks_over_pages_in_latex() -> None:
    rows = [row(s, "F1", group=g) for g in map(str, range(30)) for s in "AB"]
    text = render(Results(tuple(rows)), "latex")
    assert text.startswith("% \\usepackage{booktabs, longtable}\n\\begin{longtable}[l]{llll}"[:38])
    assert text.count("\\begin{longtable}") == text.count("\\end{longtable}") == text.count("\\endhead") == 1
    together = [line for line in text.split("\n") if line.endswith("\\\\*")]
    assert len(together) == 30  # A, then B of the same group on the same page
    many = [row(f"s{i}", "F1", group=g) for g in "xy" for i in range(60)]
    named = [line for line in render(Results(tuple(many)), "latex").split("\n") if line.startswith("x &")]
    assert len(named) == 60  # a group that is longer than a page names itself on every row


def test_columns_that_do_not_fit_a_page_go_below_in_latex() -> None:
    text = render(several("ABCDEFG", ("P@5", "R@5", "F1@5", "P@1", "R@1", "F1@1")), "latex")
    assert text.count("\\begin{tabular}") == 2
    assert text.count("\\midrule\nA &") == 2  # the labels stand in both
    assert [text.count(name) for name in ("P@5", "R@5", "F1@5", "P@1", "R@1", "F1@1")] == [1] * 6


def test_results_that_nothing_tells_apart_are_all_shown() -> None:
    results = Results((row(value=0.1), row(value=0.2), row("B", value=0.3)))
    lines = render(results, "text").split("\n")
    assert [line.split()[2] for line in lines[2:5]] == ["0.1000", "0.2000", "0.3000"]


def test_missing_cells_stay_empty() -> None:
    results = Results((row("A", "P"), row("B", "R")))
    assert render(results, "markdown").split("\n")[2:4] == [
        "| A | 0.4322 [0.4011, 0.4600] |  |",
        "| B |  | 0.4322 [0.4011, 0.4600] |",
    ]


def test_every_row_of_a_sweep_says_where_it_stands() -> None:
    sweep = lydite.expand('reval(thesaurus="t.tsv", k=5|10|20)@1,5')
    for systems in ("A", "AB", "ABCDEFG"):
        results = Results(tuple(Result(s, str(m), m.arguments(), 0.5, n=2) for s in systems for m in sweep))
        text = render(results, "text")
        for k, r in itertools.product((5, 10, 20), (1, 5)):
            assert f"reval(thesaurus=t.tsv, k={k})@{r}" in text
    alone = Results(tuple(Result("A", str(m), m.arguments(), 0.5, n=2) for m in lydite.expand("reval@1,5")))
    assert "k=10" not in render(alone, "text")  # nothing varies: the default need not be said
