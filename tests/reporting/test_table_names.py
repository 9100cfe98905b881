"""Figures and names in tables: numbers line up, names that try to break out of a format do not."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from lydite.inference import Results
from lydite.reporting import NumberStyle, escape_control, figure, render
from lydite.reporting import escape as latex_escape
from result_rows import row


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
