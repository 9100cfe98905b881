"""Tables for papers: what goes down, what is bold, names, pairs; and LaTeX finds them one column wide."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inner import name_inside
from lydite import compare, evaluate
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.reporting import Cell, Report, Table, TableLayout, as_report, lettered, read_names, render

DEMO = Path(__file__).parent.parent.parent / "src" / "lydite" / "data" / "demo"
GOLD = str(DEMO / "gold.jsonl")
TEAMS = {name: str(DEMO / "teams" / f"{name}.jsonl") for name in ("alder", "birch", "cedar", "dogwood")}
TEX = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex with booktabs")


@pytest.fixture(scope="module")
def teams() -> object:
    return compare(GOLD, TEAMS, ["F1", "F1(match=stem)", "F1(match=wordnet)"])


def rendered(
    comparison: object, layout: TableLayout | None = None, format: str = "markdown", **how: int
) -> str:
    results = comparison.results  # type: ignore[attr-defined]
    return render(results, format, comparison=comparison, layout=layout, **how)


def cells(text: str) -> list[list[str]]:
    lines = [line for line in text.split("\n") if line.startswith("| ") and ":--" not in line]
    return [[c.strip() for c in line.strip("|").split(" | ")] for line in lines]


def test_systems_go_down_and_the_best_with_its_ties_is_bold(teams: object) -> None:
    head, *rows = cells(rendered(teams))
    assert head == ["system", "F1 ↑", "F1(match=stem) ↑", "F1(match=wordnet) ↑", "corrected"]
    assert [row[0] for row in rows] == ["alder", "cedar", "dogwood", "birch"]
    bold = {row[0]: [cell.startswith("**") for cell in row[1:]] for row in rows}
    letters = teams.letters  # type: ignore[attr-defined]
    for column, measure in ((0, "F1"), (1, "F1(match=stem)"), (3, "F1(match=wordnet)")):
        tied = {s for s, marks in letters[measure].items() if "a" in marks}
        assert {s for s in bold if bold[s][column]} == tied
    assert not any(marks[2] for marks in bold.values())  # judged by what is left above chance, not by this


def test_one_system_has_its_measures_down_and_nothing_bold() -> None:
    results = evaluate(GOLD, TEAMS["alder"], ["P", "R"])
    text = as_report(results).render("markdown")
    assert [row[0] for row in cells(text)] == ["measure", "P", "R"]
    assert "**" not in text
    assert "Bold" not in text


def test_names_stand_as_they_were_given(teams: object) -> None:
    layout = TableLayout(names=["F1=F$_1$", r"alder=\textsc{Ours}"], pairwise=True)
    text = rendered(teams, layout, "latex")
    assert r"F$_1$ $\uparrow$ &" in text
    assert "\\textsc{Ours} & \\textbf{0.3435}" in text
    assert r"\textsc{Ours} & birch" in text
    with pytest.raises(InputError, match="--names: .*'adler'.*alder"):
        rendered(teams, TableLayout(names=["adler=x"]))


@pytest.mark.parametrize("pair", ["", "F1", "=x", "F1=", "F1(match=stem)", "F1(match=stem)="])
def test_names_need_both_sides(pair: str) -> None:
    with pytest.raises(InputError, match="--names .*MEASURE=NAME"):
        read_names([pair])


def test_pairs_only_when_asked_for(teams: object) -> None:
    assert "p (Holm)" not in rendered(teams)
    asked = rendered(teams, TableLayout(pairwise=True))
    assert "| measure | first | second | difference | p (Holm) |" in asked
    assert asked.partition("difference")[2].count("\n| ") == 1 + 3 * 6
    assert "p (Holm)" in rendered(teams, None, "text")  # where people look for it


def test_digits(teams: object) -> None:
    assert re.search(r"\| \*\*0\.34\*\* \[0\.25, 0\.44\] \|", rendered(teams, digits=2))


def test_what_a_page_does_not_hold_is_a_long_table() -> None:
    gold = {str(i): ["cat"] for i in range(5)}
    runs = {f"s{i}": {str(j): ["cat" if (i + j) % 2 else "dog"] for j in range(5)} for i in range(30)}
    both = compare(gold, runs, ["P"], test="none", bootstrap=20)
    assert "\\begin{longtable}" not in rendered(
        both, None, "latex"
    )  # 30 rows of one line in a page of its own
    assert "\\begin{table}" not in rendered(both, None, "latex")


def test_options_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["score", GOLD, *TEAMS.values(), "-m", "F1@5", "--format", "latex", "--digits", "2"]
    with pytest.raises(SystemExit) as ended:
        main([*args, "--names", "F1@5=F$_1$@5", "--pairwise"])
    out = capsys.readouterr().out
    assert ended.value.code == 0
    assert r"F$_1$@5 $\uparrow$" in out
    assert r"\textbf{0.34}" in out
    assert out.count("\\begin{table}") == 2
    with pytest.raises(SystemExit) as ended:
        main([*args, "--names", "F1@6=x"])
    assert ended.value.code == 2


def test_a_leaderboard_has_its_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    args = [
        "score",
        GOLD,
        "--runs",
        str(DEMO / "teams"),
        "--rank-by",
        "F1",
        "-m",
        "R",
        "--names",
        "alder=Ours",
    ]
    for kind in ("markdown", "latex"):
        with pytest.raises(SystemExit) as ended:
            main([*args, "--format", kind])
        out = capsys.readouterr().out
        assert ended.value.code == 0
        assert "elm.jsonl: line 9: " in out
        assert "4 systems, ranked by F1. n = 20." in out
        if kind == "markdown":
            rows = cells(out)
            assert rows[0] == ["rank", "system", "F1 ↑", "R ↑"]
            assert [row[:2] for row in rows[1:3]] == [["1", "Ours"], ["2 [2–3]", "cedar"]]
        else:
            assert "2 [2--3] & cedar & 0.2429" in out


def compiled(folder: Path, *tables: str, measure: bool = True) -> tuple[str, list[float]]:
    """Return what LaTeX says of tables in a two-column article, and how wide it finds each tabular."""
    measured = [
        t.replace("\\begin{tabular}", "\\setbox0=\\hbox{\\begin{tabular}").replace(
            "\\end{tabular}", "\\end{tabular}}\\typeout{WIDE \\the\\wd0}\\box0"
        )
        for t in tables
    ]
    body = "\n\\clearpage\n".join(measured if measure else tables)
    start = "\\documentclass[twocolumn]{article}\\usepackage{booktabs}\\begin{document}\n"
    (folder / "t.tex").write_text(f"{start}{body}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-1500:]
    return said, [float(w) for w in re.findall(r"WIDE ([\d.]+)pt", said)]


def test_words_of_labels_stay_whole_where_short_ones_leave_room() -> None:
    made = compare(GOLD, {"a": TEAMS["alder"], "b": TEAMS["birch"]}, ["F1(match=wordnet)"])
    text = rendered(made, TableLayout(pairwise=True), "latex").rpartition(r"\begin{table}")[2]
    firsts = [line.partition(" &")[0].strip() for line in text.splitlines() if " & " in line]
    assert set(firsts) == {"measure", "F1(match=wordnet),", "corrected"}


@TEX
def test_tables_are_one_column_wide(tmp_path: Path, teams: object) -> None:
    long = {
        "a_very_long_name-of/a.system_that_goes_on" * 2: TEAMS["alder"],
        "WWWWWWWWWWWWWWWWWWWW": TEAMS["birch"],
    }
    heads = [
        "F1(match=wordnet(preset=thesis, below=thesis), assign=max)@10",
        "R@1",
        "R@3",
        "R@5",
        "R@10",
        "P",
    ]
    wide = compare(GOLD, long, heads)
    by_topic = compare(GOLD, long, ["F1"], by="topic")
    tables = [
        rendered(made, TableLayout(pairwise=True), "latex", digits=digits)
        for made in (teams, wide, by_topic)
        for digits in (2, 4)
    ]
    said, widths = compiled(tmp_path, *tables)
    assert "Overfull" not in said
    assert "Overfull" not in compiled(tmp_path, *tables, measure=False)[0]
    assert len(widths) >= len(tables)
    assert max(widths) <= 229.5  # the column of the class
    assert max(widths) > 180  # and not for want of trying


@TEX
def test_widths_are_those_of_the_type(tmp_path: Path) -> None:
    texts = ["0.3435", "[0.2524, 0.4429]", "F1(match=meaning)@10", "astronomy", "SPELLER"]
    lines = "\n".join(f"\\setbox0=\\hbox{{{t}}}\\typeout{{WIDE \\the\\wd0}}" for t in texts)
    _, widths = compiled(tmp_path, f"{lines}\nx")
    points = name_inside("lydite.reporting.formats", "_points")
    assert [0.98 <= points(t) / w <= 1.1 for t, w in zip(texts, widths, strict=True)] == [True] * len(texts)


def test_all_that_share_a_letter_with_the_best_are_bold(teams: Any) -> None:
    """The best has two letters, and each of two others one of them; the last has neither."""
    alder, cedar, dogwood, birch = teams.ranks["F1"]
    given = replace(teams, letters={"F1": {alder: "ab", cedar: "a", dogwood: "b", birch: "c"}})
    rows = tuple((Cell(s), lettered("0.5", given, "F1", s)) for s in (alder, cedar, dogwood, birch))
    table = Table((Cell("system"), Cell("F1")), rows)
    text = Report(body=lambda _: [table], results=given.results, comparison=given).render("latex")
    assert re.findall(r"textbf\{0.5\}\\textsuperscript\{(\w+)\}", text) == ["ab", "a", "b"]


def test_intervals_stay_with_their_values(capsys: pytest.CaptureFixture[str]) -> None:
    two = DEMO / "sentiment" / "two_point"
    with pytest.raises(SystemExit):
        main(
            [
                "semeval",
                "B",
                str(two / "gold.tsv"),
                str(two / "eager.tsv"),
                "--bootstrap",
                "50",
                "-f",
                "latex",
            ]
        )
    text = capsys.readouterr().out
    heads = [line.split(" & ") for line in text.split("\n") if line.startswith("measure &")]
    assert [[re.sub(r"\\shortstack\{|\\\\.*", "", h) for h in head] for head in heads] == [
        ["measure", "over topics", "pooled"]
    ]
    assert text.count("{\\scriptsize [") >= 12
    assert "\\caption{}" not in text


def test_tables_of_pairs_have_a_caption(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["agree", "thesis", "--using", "exact", "--using", "wordnet", "--bootstrap", "0", "-f", "latex"])
    text = capsys.readouterr().out
    assert "\\caption{Differences between systems (paired randomisation test" in text
    assert "\\caption{}" not in text


@TEX
def test_tables_of_other_commands_are_one_column_wide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Semeval with classes and confusion, agreement with subsets, walks with all their pairs."""
    monkeypatch.chdir(tmp_path)
    five = DEMO / "sentiment" / "five_point"
    runs = [str(five / f"{name}.tsv") for name in ("gold", "eager", "wary")]
    with pytest.raises(SystemExit):
        main(["build", "wikipedia", str(DEMO / "hops.xml"), "-o", "hops.wikipedia"])
    chosen = [x for c in ("first", "wordnet", "shortest", "nth(n=2)") for x in ("--choose", c)]
    few = ["--bootstrap", "50", "--format", "latex"]
    tables = []
    for command in (
        ["semeval", "C", *runs, "--confusion", "--classes", *few],
        ["agree", "thesis", "--using", "exact", "--using", "wordnet", "--subsets", *few],
        ["hop", "hops.wikipedia", *chosen, *few],
    ):
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main(command)
        tables.append(capsys.readouterr().out)
    said, widths = compiled(tmp_path, *tables)
    assert "Overfull" not in said
    assert "too large" not in said
    assert "multiply" not in said
    assert max(widths) <= 229.5
    assert len(widths) > 20
    assert all("Bold: the best, and all that share its letter." in one for one in tables)
