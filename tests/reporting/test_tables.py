"""Tables: true outputs for each format, and what each needs."""

from __future__ import annotations

import json
import math
import re

import pytest

from lydite.core.errors import InputError
from lydite.inference import KEYS, Comparison, Results
from lydite.inference import PairedTest as Paired
from lydite.reporting import format_names, render
from result_rows import SIGNED, row, several, shown


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


def test_many_tests_are_left_to_programs() -> None:
    names = [f"s{i}" for i in range(40)]
    results = Results(tuple(row(n) for n in names))
    made = tuple(Paired("F1@10", a, b, 0.0, 0.0, 0.0, 1.0, 1.0) for a in names for b in names if a < b)
    comparison = Comparison(results, made, {}, "bootstrap", 0.95)
    text = render(results, "text", comparison=comparison)
    left, verdict = text.split("\n\n")[-2:]
    assert re.match("780 rows by measure, first, second .*--format json", left)
    assert verdict == "s0, s1, s2 and 37 more are level under F1@10, at 0.4322."
    assert len(json.loads(render(results, "json", comparison=comparison))["comparison"]["tests"]) == len(made)


def test_nothing() -> None:
    empty = Results(())
    assert render(empty, "text") == render(empty, "markdown") == "no results"
    assert json.loads(render(empty, "json")) == {"schema": 1, "results": []}
    assert render(empty, "csv") == ",".join(KEYS)
    assert render(empty, "latex") == "% no results"


def test_unknown_format() -> None:
    with pytest.raises(InputError, match=r"format 'jsn'.*json\? .*csv, html, json"):
        render(several(), "jsn")


def test_every_format_has_its_file() -> None:
    assert all(render(several(), name) for name in format_names())
