"""LaTeX: tables for papers, with the rules of booktabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reporting.readable import visible
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.reporting.report import Report
    from lydite.reporting.table import Table

FOR_PEOPLE = True
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
    "→": r"$\rightarrow$",
    "–": "--",
    "…": r"\dots{}",
    "∞": r"$\infty$",
}
PREAMBLE = r"% \usepackage{booktabs}"
_LIGATURES = re.compile(r"([-'!?,])(?=[-'`,])")


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return tabular environments, titles above them and notes below."""
    parts = [p for p in report.parts(digits) if not isinstance(p, Drawing)]
    if not parts and report.drawings:
        raise InputError("latex has no place for a drawing in plain letters; --format text and markdown have")
    lines = [PREAMBLE]
    apart = False  # whether something stands above that the next table must keep away from
    for part in parts:
        if isinstance(part, Notes):
            lines.append(_small(part.lines))
        elif isinstance(part, Cell):
            lines.append(_above(part.text))
        else:
            lines += [_above(part.title)] if part.title else []
            lines.append(f"\n\\medskip\n{table_text(part)}" if apart and not part.title else table_text(part))
            lines += [_small(n.text for n in part.notes)] if part.notes else []
        apart = not isinstance(part, Cell)
    return "\n".join(lines) if parts else "% no results"


def left_out(report: Report) -> tuple[str, ...]:
    """Return the drawings: their signs need more than booktabs."""
    return report.drawings


def _above(text: str) -> str:
    return f"\n\\medskip\n\\noindent {escape(text)}\n\n\\smallskip"


def escape(text: str) -> str:
    r"""Return a text that LaTeX sets as it is.

    >>> print(escape("50% of R&D_x -- {a}"))
    50\% of R\&D\_x -{}- \{a\}
    """
    parted = _LIGATURES.sub("\\1\0", visible(text))
    return "".join("{}" if c == "\0" else _SPECIAL.get(c, c) for c in parted)


def table_text(table: Table) -> str:
    """Return one table."""
    rows = [" & ".join(_shown(c) for c in row) for row in (table.head, *table.rows)]
    ended = [f"{_guarded(row)} \\\\" for row in rows]
    body = ["\\toprule", ended[0], "\\midrule", *ended[1:], "\\bottomrule"]
    return "\n".join([f"\\noindent\\begin{{tabular}}{{{'l' * len(table.head)}}}", *body, "\\end{tabular}"])


def _small(lines: Iterable[str]) -> str:
    """Return notes, one a line, in small type."""
    said = " \\\\\n".join(map(escape, lines))
    return f"\n\\smallskip\n{{\\footnotesize\\noindent {said}\\par}}"


def _guarded(row: str) -> str:
    """Keep a row that starts with [ or * from being read as an argument of what ends the one above."""
    return f"{{}}{row}" if row.startswith(("[", "*")) else row


def _shown(cell: Cell) -> str:
    text = escape(cell.text) if cell.name else _number(cell.text)
    return f"{text}\\textsuperscript{{{escape(cell.marks)}}}" if cell.marks else text


def _number(text: str) -> str:
    return escape(text.replace("-", "−") if re.match(r"[-\d\[]", text) else text)
