"""LaTeX: tables for papers, with the rules of booktabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lydite.reporting.layout import layout, tests
from lydite.reporting.plain import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.inference import Comparison
    from lydite.reporting.table import Cell, Table
    from lydite.result import Results

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\char34{}",
    "α": r"$\alpha$",
    "−": r"$-$",
    "–": "--",
    "…": r"\dots{}",
    "∞": r"$\infty$",
}
PREAMBLE = r"% \usepackage{booktabs}"
_LIGATURES = re.compile(r"([-'!?,])(?=[-'`,])")


def render(
    results: Results,
    comparison: Comparison | None,
    digits: int,
    width: int | None,  # noqa: ARG001
) -> str:
    """Return tabular environments, notes below them."""
    if len(results) == 0:
        return "% no results"
    main = layout(results, comparison, digits)
    parts = [PREAMBLE, table_text(main)]
    if main.notes:
        parts.append(small(n.text for n in main.notes))
    if comparison is not None and comparison.tests:
        parts.append(f"\n\\medskip\n{table_text(tests(comparison, digits))}")
    return "\n".join(parts)


def escape(text: str) -> str:
    r"""Return a text that LaTeX sets as it is.

    >>> print(escape("50% of R&D_x -- {a}"))
    50\% of R\&D\_x -{}- \{a\}
    """
    parted = _LIGATURES.sub("\\1\0", visible(text))
    return "".join("{}" if c == "\0" else _SPECIAL.get(c, c) for c in parted)


def small(lines: Iterable[str]) -> str:
    """Return notes, one a line, in small type."""
    said = " \\\\\n".join(map(escape, lines))
    return f"\n\\smallskip\n{{\\footnotesize\\noindent {said}\\par}}"


def table_text(table: Table) -> str:
    """Return one table."""
    rows = [" & ".join(_shown(c) for c in row) for row in (table.head, *table.rows)]
    ended = [f"{_guarded(row)} \\\\" for row in rows]
    body = ["\\toprule", ended[0], "\\midrule", *ended[1:], "\\bottomrule"]
    return "\n".join([f"\\noindent\\begin{{tabular}}{{{'l' * len(table.head)}}}", *body, "\\end{tabular}"])


def _guarded(row: str) -> str:
    """Keep a row that starts with [ or * from being read as an argument of what ends the one above."""
    return f"{{}}{row}" if row.startswith(("[", "*")) else row


def _shown(cell: Cell) -> str:
    text = escape(cell.text) if cell.name else _number(cell.text)
    return f"{text}\\textsuperscript{{{escape(cell.marks)}}}" if cell.marks else text


def _number(text: str) -> str:
    return escape(text.replace("-", "−") if re.match(r"[-\d\[]", text) else text)
