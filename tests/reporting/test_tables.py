"""Tables: true outputs for each format, the shapes they take, and names that try to break out."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

import lydite
from lydite.errors import InputError
from lydite.inference import Comparison
from lydite.inference import PairedTest as Paired
from lydite.inference.letters import tie_letters
from lydite.reporting import render
from lydite.reporting.formats.latex import escape as latex_escape
from lydite.reporting.ranking import best_first
from lydite.reporting.readable import NumberStyle, escape_control, figure
from lydite.reporting.report import format_names
from lydite.result import KEYS, Result, Results
from lydite.signature import Signature

SIGNED = "F1()||bootstrap:1000 percentile 0.95|seed:0|lydite:0.1.0"


def row(system: str = "A", measure: str = "F1@10", value: float = 0.43216, **more: Any) -> Result:
    filled = {"low": 0.4011, "high": 0.46, "n": 1200, "signature": Signature.read(SIGNED)} | more
    filled = {"better": "higher"} | filled
    return Result(system, measure, {}, value, **filled)


def several(systems: str = "AB", measures: tuple[str, ...] = ("P@5", "R@5"), **more: Any) -> Results:
    return Results(tuple(row(s, m, **more) for s in systems for m in measures))


def compared() -> Comparison:
    results = Results((row("A"), row("B", value=0.4)), ("run.jsonl: 3 items missing; counted as 0",))
    test = Paired("F1@10", "A", "B", 0.03216, -0.01, 0.07, 0.00004, 0.2)
    return Comparison(results, (test,), {"F1@10": {"A": "a", "B": "ab"}}, "randomisation", 0.95)


def shown(format: str) -> str:
    comparison = compared()
    return render(comparison.results, format, comparison=comparison)


def test_text() -> None:
    assert (
        shown("text")
        == """\
system  rank  F1@10 ↑
────────────────────────────────────────
A       1–2   0.4322 [0.4011, 0.4600] a
B       1–2   0.4000 [0.4011, 0.4600] ab

n = 1,200
Brackets hold 95% intervals (percentile bootstrap, 1,000 resamples).
Systems that share a letter are not significantly different (paired randomisation test, Holm's \
correction, α = 0.05).
Ranked by F1@10; a range holds every rank that the test leaves open; ↑ higher is better.
run.jsonl: 3 items missing; counted as 0

measure  first  second  first − second            p        p (Holm)
───────────────────────────────────────────────────────────────────
F1@10    A      B       0.0322 [-0.0100, 0.0700]  <0.0001  0.2000

A leads B under F1@10: 0.4322 against 0.4000; the difference is not significant (p = 0.2000)."""
    )


def test_markdown() -> None:
    assert (
        shown("markdown")
        == """\
| system | F1@10 ↑ |
| :-- | :-- |
| A | **0.4322** [0.4011, 0.4600] |
| B | **0.4000** [0.4011, 0.4600] |

n = 1,200. Brackets hold 95% intervals (percentile bootstrap, 1,000 resamples). Bold: the best and all \
not significantly different from it (paired randomisation test, Holm's correction, α = 0.05).

run.jsonl: 3 items missing; counted as 0"""
    )


def test_latex() -> None:
    assert (
        shown("latex") == r"""% \usepackage{booktabs}
% run.jsonl: 3 items missing; counted as 0
\begin{table}[t]
\centering
\setlength{\tabcolsep}{3pt}
\begin{tabular}{@{}lc@{}}
\toprule
system & F1@10 $\uparrow$ \\
\midrule
A & \textbf{0.4322} \\[-2pt]
 & {\scriptsize [0.4011, 0.4600]} \\
\addlinespace[1pt]
B & \textbf{0.4000} \\[-2pt]
 & {\scriptsize [0.4011, 0.4600]} \\
\bottomrule
\end{tabular}
\caption{n = 1,200. Brackets hold 95\% intervals (percentile bootstrap, 1,000 resamples). """
        r"""Bold: the best and all not significantly different from it """
        r"""(paired randomisation test, Holm's correction, $\alpha$ = 0.05).}
\label{tab:f1-10}
\end{table}"""
    )


def test_csv() -> None:
    lines = shown("csv").split("\n")
    assert lines[0] == ",".join([*KEYS, "rank", "rank_best", "rank_worst", "letters"])
    assert lines[1] == f"A,F1@10,{{}},,0.43216,0.4011,0.46,,,,,,1200,0,,higher,{SIGNED},1,1,2,a"


def test_json() -> None:
    found = json.loads(shown("json"))
    assert list(found) == ["schema", "results", "notes", "comparison"]
    assert found["schema"] == 1
    assert list(found["results"][0]) == list(KEYS)
    assert found["results"][0]["value"] == 0.43216
    assert found["results"][0]["chance"] is None
    assert found["comparison"]["tests"][0]["p_holm"] == 0.2
    assert found["comparison"]["letters"] == {"F1@10": {"A": "a", "B": "ab"}}
    assert found["comparison"]["ranks"]["F1@10"] == {
        "A": {"place": 1, "best": 1, "worst": 2},
        "B": {"place": 2, "best": 1, "worst": 2},
    }
    assert found["results"][0]["better"] == "higher"
    assert list(json.loads(render(several(), "json"))) == ["schema", "results"]


def test_undefined_figures_are_null_dash_or_empty() -> None:
    results = Results((row(value=math.nan, low=math.nan, high=None, chance=math.inf),))
    assert json.loads(render(results, "json"))["results"][0]["chance"] is None
    assert json.loads(render(results, "json"))["results"][0]["value"] is None
    assert "F1@10,{},,,,,,,,,,1200" in render(results, "csv")
    assert render(results, "text").split("\n")[2] == "F1@10    –  ∞"


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


def test_many_tests_are_left_to_programs() -> None:
    names = [f"s{i}" for i in range(40)]
    results = Results(tuple(row(n) for n in names))
    made = tuple(Paired("F1@10", a, b, 0.0, 0.0, 0.0, 1.0, 1.0) for a in names for b in names if a < b)
    comparison = Comparison(results, made, {}, "bootstrap", 0.95)
    text = render(results, "text", comparison=comparison)
    left, verdict = text.split("\n\n")[-2:]
    assert left == "780 rows by measure, first, second are left out here; --format json has them."
    assert verdict == "s0, s1, s2 and 37 more are level under F1@10, at 0.4322."
    assert len(json.loads(render(results, "json", comparison=comparison))["comparison"]["tests"]) == len(made)


def test_nothing() -> None:
    empty = Results(())
    assert render(empty, "text") == render(empty, "markdown") == "no results"
    assert json.loads(render(empty, "json")) == {"schema": 1, "results": []}
    assert render(empty, "csv") == ",".join(KEYS)
    assert render(empty, "latex") == "% no results"


def test_unknown_format() -> None:
    with pytest.raises(
        InputError, match=r"unknown format 'jsn'; did you mean json\? \(there are csv, html, json"
    ):
        render(several(), "jsn")


@pytest.mark.parametrize(("value", "digits", "expected"), [
    (0.43216, 4, "0.4322"), (1.0, 4, "1.0000"), (0.0, 4, "0.0000"), (-0.0, 4, "0.0000"),
    (-0.00001, 2, "-1.0e-05"),
    (12.34567, 4, "12.346"), (123456.7, 4, "123457"), (-0.5, 2, "-0.50"), (0.5, 0, "0"), (None, 4, "–"),
    (math.nan, 4, "–"), (math.inf, 4, "∞"), (-math.inf, 4, "-∞"), (1e-9, 4, "1.000e-09"),
    (0.99999, 4, "1.0000"),
])  # fmt: skip
def test_figures(value: float | None, digits: int, expected: str) -> None:
    assert figure(value, digits) == expected


def test_numbers_that_belong_together_line_up() -> None:
    style = NumberStyle.of([9.5, 10.25, 1e-7])
    assert [style(v) for v in (9.5, 10.25, 1e-7, -1e-7)] == ["9.500", "10.250", "0.000", "0.000"]


@settings(max_examples=60)
@given(st.lists(st.floats(allow_nan=True), min_size=1, max_size=4), st.integers(0, 12))
def test_figures_never_fail(values: list[float], digits: int) -> None:
    style = NumberStyle.of(values, digits)
    assert all(style(v) and not style(v).startswith("-0.0000000000000") for v in values)


names = st.text(st.characters(codec=None), max_size=12) | st.sampled_from(
    ["</script>", "a|b", "[x]*", "*", "--", "\\", "%", "``", "\x1b[2J", "=1+1", "a\nb", '"', "''", "?`", "http://x.y", "_a_", "&amp;", "1. x", "短い"]  # noqa: E501
)  # fmt: skip
tables = st.lists(st.tuples(names, names, names | st.none()), min_size=1, max_size=5, unique=True)


def made(rows: list[tuple[str, str, str | None]], *notes: str) -> Results:
    return Results(tuple(row(s, m, group=g) for s, m, g in rows), notes)


@settings(max_examples=80)
@given(tables)
def test_json_and_csv_keep_names(rows: list[tuple[str, str, str | None]]) -> None:
    results = made(rows)
    expected = [[n and n.encode("utf-8", "backslashreplace").decode() for n in r] for r in rows]
    found = json.loads(render(results, "json"))["results"]
    assert [[r["system"], r["measure"], r["group"]] for r in found] == expected
    text = render(results, "csv")
    text.encode("utf-8")
    back = list(csv.reader(io.StringIO(text, newline="")))[1:]
    assert [[r[0], r[1], r[3]] for r in back] == [[a, b, c or ""] for a, b, c in expected]


@settings(max_examples=80)
@given(tables, names, st.none() | st.integers(1, 120))
def test_text_shows_every_name_and_keeps_to_the_width(
    rows: list[tuple[str, str, str | None]], note: str, width: int | None
) -> None:
    text = render(made(rows, note), "text", width=width)
    assert all(c == "\n" or c == escape_control(c) for c in text)
    if width is None:
        assert all(escape_control(name).rstrip() in text for r in rows for name in r if name)
    else:
        assert max(cell_len(line) for line in text.split("\n")) <= max(width, 24)


def cells_of(text: str) -> tuple[list[list[str]], list[str]]:
    """Return the text of each table cell and of each paragraph, as Markdown readers see them."""
    rows: list[list[str]] = []
    notes: list[str] = []
    inside = False
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(text):
        inside = {"table_open": True, "table_close": False}.get(token.type, inside)
        if token.type == "tr_open":
            rows.append([])
        if token.type == "inline":
            children = token.children or []
            assert {c.type for c in children} <= {"text", "text_special"}, token.content
            said = "".join(c.content for c in children)
            if inside:
                rows[-1].append(said)
            else:
                notes.append(said)
        assert token.type.split("_")[0] in {
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "inline",
            "paragraph",
        }
    return rows, notes


@settings(max_examples=150)
@given(tables, names.filter(lambda n: n.strip() != ""))
def test_markdown_shows_names_as_they_are(rows: list[tuple[str, str, str | None]], note: str) -> None:
    found, notes = cells_of(render(made(rows, note), "markdown"))
    assert len({len(r) for r in found}) == 1
    shown = {c for r in found for c in r}
    systems = {s for s, _, _ in rows}
    assert {escape_control(m).strip() for _, m, _ in rows} <= shown
    assert len(systems) == 1 or {escape_control(s).strip() for s in systems} <= shown
    assert notes[-1] == escape_control(note).strip()


PLAIN = re.compile(
    r"(?:[^\\{}&%$#_~^]|\\[{}&%$#_]|\\text[a-z]+\{\}|\\(?:char34|dots)\{\}|\$(?:-|\\\w+)\$|\{\})*"
)


@settings(max_examples=150)
@given(names)
def test_latex_names_hold_nothing_that_acts(name: str) -> None:
    text = latex_escape(name)
    assert PLAIN.fullmatch(text)
    assert not re.search(r"--|''|,,|[?!]`", text) or "–" in name


@settings(max_examples=40)
@given(tables)
def test_latex_rows_have_their_columns(rows: list[tuple[str, str, str | None]]) -> None:
    text = render(made(rows), "latex")
    body = text.split("\\toprule\n")[1].split("\n\\bottomrule")[0].split("\n")
    columns = len(re.search(r"\{tabular\}\{(?:@\{\})?([lc]+)(?:@\{\})?\}", text)[1])  # type: ignore[index]
    lines = [line.removesuffix("[-2pt]") for line in body if not line.startswith(("\\midrule", "\\addlines"))]
    assert all(len(re.findall(r"(?<!\\)&", line)) == columns - 1 and line.endswith(" \\\\") for line in lines)
    assert not any(line.startswith(("[", "*")) for line in lines)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex with booktabs")
def test_latex_compiles(tmp_path: Path) -> None:
    ascii_names = [
        "[x]*",
        "*",
        "a--b",
        "\\end{tabular}",
        "50%",
        "$x^2$",
        "R&D_x",
        "#tag",
        "~{}",
        '"q"',
        "<a|b>",
        "''`",
    ]
    rows = [(n, m, None) for n in ascii_names for m in ("P", "hit_rate")]
    table = render(made(rows, "100% of {x}", "…"), "latex")
    preamble = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
    (tmp_path / "t.tex").write_text(f"{preamble}{table}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-1500:]


def test_formats_load_only_what_they_need() -> None:
    code = (
        "import sys; from lydite.result import *; from lydite.reporting import render\n"
        "from lydite.reporting.report import format_names\n"
        "r = Results((Result('A', 'F1', {}, 0.5),))\n"
        "[render(r, f) for f in format_names() if f != 'text']\n"
        "print(sorted({'rich', 'polars', 'scipy', 'numba', 'vl_convert', 'pandas'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_format_has_its_file() -> None:
    assert all(render(several(), name) for name in format_names())


def test_every_row_of_a_sweep_says_where_it_stands() -> None:
    sweep = lydite.expand('reval(thesaurus="t.tsv", k=5|10|20)@1,5')
    for systems in ("A", "AB", "ABCDEFG"):
        results = Results(tuple(Result(s, str(m), m.arguments(), 0.5, n=2) for s in systems for m in sweep))
        text = render(results, "text")
        for k, r in itertools.product((5, 10, 20), (1, 5)):
            assert f"reval(thesaurus=t.tsv, k={k})@{r}" in text
    alone = Results(tuple(Result("A", str(m), m.arguments(), 0.5, n=2) for m in lydite.expand("reval@1,5")))
    assert "k=10" not in render(alone, "text")  # nothing varies: the default need not be said
