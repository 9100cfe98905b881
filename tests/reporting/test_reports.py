"""Reports with all their parts in every format, and the one place that writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lydite.cli import ReportOptions, SharedOptions
from lydite.core.errors import InputError
from lydite.inference import Result, Results
from lydite.reporting import (
    Cell,
    Notes,
    Paragraph,
    Report,
    Table,
    as_report,
    escape_control,
    for_people,
    format_names,
)

PEOPLE = [name for name in format_names() if for_people(name)]
ROW = Result("A", "F1", {}, 0.5, n=2)


def body(digits: int) -> list[Table | Paragraph | Notes]:
    head, rows = (Cell("end"), Cell("share")), ((Cell("reached", name=True), Cell(f"{0.5:.{digits}f}", "a")),)
    plain = Table(head, rows, notes=(Cell("n = 2"),))
    return [
        Table(head, rows, title="How walks end"),
        plain,
        plain,
        Paragraph("So be it."),
        Notes(("one", "two")),
    ]


def whole(**more: Any) -> Report:
    return Report("Walks", ("a\n  b",), body, **more)


def test_text() -> None:
    assert (
        whole().render("text", digits=1)
        == """\
Walks

a
  b

How walks end

end      share
──────────────
reached  0.5 a

end      share
──────────────
reached  0.5 a

n = 2

end      share
──────────────
reached  0.5 a

n = 2

So be it.

one
two"""
    )


def test_markdown() -> None:
    table = "| end | share |\n| :-- | :-- |\n| reached | 0.5 a |"
    drawing, plain = "```text\na\n  b\n```", f"{table}\n\nn = 2"
    expected = ["Walks", drawing, f"How walks end\n\n{table}", plain, plain, "So be it.", "- one\n- two"]
    assert whole().render("markdown", digits=1) == "\n\n".join(expected)


def test_latex() -> None:
    table = (
        "\\noindent\\begin{tabular}{ll}\n\\toprule\nend & share \\\\\n\\midrule\n"
        "reached & 0.5\\textsuperscript{a} \\\\\n\\bottomrule\n\\end{tabular}"
    )
    small = "\n\\smallskip\n{\\footnotesize\\noindent %s\\par}"
    above = "\n\\medskip\n\\noindent %s\\par\\nopagebreak\n\\smallskip"
    plain = f"\n\\medskip\n{table}\n{small % 'n = 2'}"
    expected = [
        "% \\usepackage{booktabs}",
        above % "Walks",
        above % "How walks end",
        table,
        plain,
        plain,
        above % "So be it.",
        small % "one \\\\\ntwo",
    ]
    assert whole().render("latex", digits=1) == "\n".join(expected)


def test_programs_get_data_instead_of_tables() -> None:
    def never(digits: int) -> list[Table]:
        raise AssertionError(digits)

    report = Report("Walks", body=never, data=lambda: {"walks": [1, float("nan")]})
    assert json.loads(report.render("json")) == {"schema": 1, "walks": [1, None]}
    both = Report(body=never, results=Results((ROW,), ("a note",)), data=lambda: {"more": 1})
    assert list(json.loads(both.render("json"))) == ["schema", "results", "notes", "more"]
    assert both.render("csv").count("\n") == 1


def test_what_a_format_has_no_place_for() -> None:
    with pytest.raises(InputError, match="csv .*--format json"):
        Report("0.5").render("csv")
    with pytest.raises(InputError, match="latex .*drawing"):
        Report(drawings=("a\nb",)).render("latex")
    report = whole(results=Results((ROW,)))
    left = {name: report.left_out(name) for name in format_names()}
    drawn = ("a\n  b",)
    shown = dict.fromkeys(("html", "markdown", "text"), ())
    assert left == {"csv": drawn, "json": drawn, "latex": drawn, **shown}
    assert whole(data=dict).left_out("json") == ()


@pytest.mark.parametrize("name", PEOPLE)
def test_names_cannot_act_wherever_they_stand(name: str) -> None:
    bad = "\x1b[2J\u202e"
    table = Table((Cell("x"),), ((Cell(bad, name=True),),), notes=(Cell(bad, name=True),), title=bad)
    report = Report(bad, (f"{bad}\n{bad}",), lambda _: [table, Paragraph(bad, name=True), Notes((bad,))])
    text = report.render(name)
    assert all(c == "\n" or c == escape_control(c) for c in text)


@settings(max_examples=60)
@given(st.lists(st.text(st.sampled_from("`~a \n"), max_size=9), min_size=1, max_size=4).map("\n".join))
def test_drawings_stay_in_their_fence(drawing: str) -> None:
    report = Report("before", (drawing,), lambda _: [Paragraph("after")])
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(report.render("markdown"))
    paragraphs = [t.content for t in tokens if t.type == "inline"]
    assert (paragraphs[0], paragraphs[-1]) == ("before", "after")
    if "\n" in drawing:
        assert [t.content for t in tokens if t.type == "fence"] == [f"{drawing}\n"]


def test_long_lines_are_folded_in_a_terminal() -> None:
    said = "word " * 20
    table = Table((Cell("x"),), ((Cell("1"),),), title=said)
    report = Report(said, body=lambda _: [table, Paragraph(said), Notes((said,))])
    assert max(map(len, report.render("text", width=30).split("\n"))) <= 30


def test_notes_are_told_where_nobody_reads_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = as_report(Results((ROW,), ("one is missing",)))
    for how, told in [
        (ReportOptions(), ""),
        (ReportOptions(format="latex"), ""),
        (ReportOptions(format="json"), "lydite: one is missing\n"),
        (ReportOptions(output=tmp_path / "out"), "lydite: one is missing\n"),
    ]:
        how.write(report)
        assert capsys.readouterr().err == told
    assert "one is missing" in (tmp_path / "out").read_text()


def test_asides_and_what_is_left_out_are_told_last(capsys: pytest.CaptureFixture[str]) -> None:
    report = whole(results=Results((ROW,)), asides=("\x07 is no article",))
    ReportOptions(format="csv").write(report)
    assert capsys.readouterr().err == "lydite: \\x07 is no article\na\n  b\n"


def test_the_first_chart_is_drawn_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = as_report(Results((ROW,)))
    SharedOptions(chart=tmp_path / "a.svg").write(report)
    assert "<svg" in (tmp_path / "a.svg").read_text()
    capsys.readouterr()
    with pytest.raises(InputError, match=r"b\.svg: "):
        SharedOptions(chart=tmp_path / "b.svg").write(Report("0.5"))
    with pytest.raises(InputError, match="csv .*--format json"):
        SharedOptions(chart=tmp_path / "b.svg", format="csv").write(Report("0.5", charts=report.charts))
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "b.svg").exists()
