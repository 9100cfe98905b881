"""A table of a paper as a float that is one column wide, whatever the names."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from lydite.reporting.formats._latex_text import escape, guarded, number
from lydite.reporting.readable import escape_control

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.reporting.table import Cell, PaperTable

_COLUMN = 217.0
"""Points of the narrowest column in use (7.7 cm, ACL); that of a two-column article has 229.5."""
_SIZES = {"": 1.0, "\\small": 0.93, "\\footnotesize": 0.86}
_SCRIPT = 0.81
"""How wide letters of Computer Modern are in a size, against those of 10 points."""
_BETWEEN = 6.0
_BOLD = 1.16
_LABELS = 0.45
"""The share of the column that labels may take; longer ones are folded."""
_WIDTHS = {
    2.8: " !',.:;[]|ijl_`",
    3.9: "()-Irst",
    4.5: "ce<>?z",
    5.0: "0123456789ago/*^{}~",
    5.6: "Sbdhknpuvxyq",
    7.0: "BEFLPZ",
    7.5: "ACDHNRTUVXYJ&",
    7.9: "GKOQ=+@−→",
    8.4: "m#%",
    10.3: "MW",
}
_LETTERS = {letter: wide for wide, letters in _WIDTHS.items() for letter in letters} | {"f": 3.1, "w": 7.3}
_UNKNOWN = 9.0
_MEASURE = re.compile(r"([\w-]+)\((.*)\)(@\w+)?( [↑↓])?")
_HEAD = 105.0
"""Points of 10-point type that a line of a head may take."""
_PAGE = 46
"""Lines of tables that one float holds."""


def table_floats(table: PaperTable) -> str:
    """Return the table as a float with caption and label.

    Columns that do not fit go below the others, on a float of their own where one would fill a page.
    """
    heads = [_head(cell) for cell in table.head]
    size, share = next(
        ((s, f) for s, f in _SIZES.items() if _fits(table, heads, range(len(heads)), f)),
        list(_SIZES.items())[-1],
    )
    blocks = [_tabular(table, heads, columns, share) for columns in _blocks(table, heads, share)]
    notes = [f"% {escape_control(n.text)}" for n in table.notes]
    if sum(b.count("\n") for b in blocks) <= _PAGE:
        blocks = ["\n\n\\medskip\n".join(blocks)]
    captions = [table.caption, *(f"{table.caption} Continued." for _ in blocks[1:])]
    labels = [table.label, *(f"{table.label}-{i}" for i in range(2, len(blocks) + 1))]
    floats = [_framed(*made, size) for made in zip(blocks, captions, labels, strict=True)]
    return "\n".join([*notes, *floats])


def _framed(body: str, caption: str, label: str, size: str) -> str:
    return "\n".join([
        "\\begin{table}[t]",
        f"\\centering{size}",
        f"\\setlength{{\\tabcolsep}}{{{_BETWEEN / 2:g}pt}}",
        body,
        f"\\caption{{{escape(caption)}}}",
        f"\\label{{{label}}}",
        "\\end{table}",
    ])  # fmt: skip


def _blocks(table: PaperTable, heads: list[list[str]], share: float) -> list[list[int]]:
    """Return the columns of each block: labels, and what fits; a figure stays beside its measure."""
    labels = list(range(table.labels))
    blocks: list[list[int]] = []
    for column in range(table.labels, len(heads)):
        if blocks and _fits(table, heads, [*blocks[-1], column], share):
            blocks[-1].append(column)
            continue
        before, head = table.head[column - 1], table.head[column]
        continued = (before.name or before.raw) and not (head.name or head.raw)
        moved = [blocks[-1].pop()] if blocks and continued and len(blocks[-1]) > len(labels) + 1 else []
        blocks.append([*labels, *moved, column])
    return blocks or [labels]


def _fits(table: PaperTable, heads: list[list[str]], columns: Iterable[int], share: float) -> bool:
    chosen = list(columns)
    wide = sum(_width(table, heads, i, share) for i in chosen)
    return wide + _BETWEEN * (len(chosen) - 1) <= _COLUMN


def _width(table: PaperTable, heads: list[list[str]], column: int, share: float) -> float:
    """Return how many points a column takes: the widest of its head and cells."""
    head = max(_points(line) * (_SCRIPT if i else share) for i, line in enumerate(heads[column]))
    cells = [row[column] for row in table.rows]
    if column < table.labels:
        most = _most(table, column, share)
        lines = (line for c in cells for line in _label_lines(c, most))
        return max(head, *(_points(line) * share for line in lines))
    parts = [(c, c.text.split(" [")) for c in cells]
    values = (
        _points(lines[0]) * share * (_BOLD if c.bold else 1) + _points(c.marks) * _SCRIPT
        for c, lines in parts
    )
    ends = (_points(f"[{end}") * _SCRIPT for _, lines in parts for end in lines[1:])
    return max(head, *values, *ends)


def _most(table: PaperTable, column: int, share: float) -> float:
    """Return how many points of 10-point type a line of a label may take.

    What short labels leave goes to the longer ones.
    """
    left, most = _COLUMN * _LABELS / share, 0.0
    wanted = [max((_points(r[i].text) for r in table.rows), default=0.0) for i in range(table.labels)]
    for given, place in enumerate(sorted(range(table.labels), key=wanted.__getitem__)):
        most = left / (table.labels - given)
        if place == column:
            break
        left -= min(wanted[place], most)
    return most


def _points(text: str) -> float:
    """Return about how wide a text is in type of 10 points.

    >>> _points("0.34") < _points("0.3435") < _points("WWWW")
    True
    """
    return sum(_LETTERS.get(letter, _UNKNOWN) for letter in text)


def _head(cell: Cell) -> list[str]:
    """Return the lines of a head: a measure's name and cutoff, then its parameters; what is raw stays whole.

    >>> from lydite.reporting.table import Cell
    >>> _head(Cell("F1(match=meaning, assign=max)@10 ↑", name=True))
    ['F1@10 ↑', 'match=meaning,', 'assign=max']
    """
    if cell.raw:
        return [_typeset(cell)]
    found = _MEASURE.fullmatch(cell.text) if cell.name else None
    if found is None:
        parts = [cell.text] if cell.name else cell.text.split("\n")
        return [line for part in parts for line in _fold(part, _HEAD)]
    name, arguments, cut, arrow = found.groups(default="")
    lines = re.sub(r"(?<=,) ", "\n", arguments).split("\n")
    return [f"{name}{cut}{arrow}", *(part for line in lines for part in _fold(line, _HEAD))]


def _label_lines(cell: Cell, most: float) -> list[str]:
    """Return the lines of a label; what is raw stays whole."""
    return [_typeset(cell)] if cell.raw else _fold(cell.text, most)


def _typeset(cell: Cell) -> str:
    r"""Return about what is seen of a name in LaTeX: no commands, no signs that act.

    >>> from lydite.reporting.table import Cell
    >>> _typeset(Cell(r"\textsc{Ours}, F$_1$", raw=True))
    'Ours, F1'
    """
    return re.sub(r"\\[A-Za-z]+|[{}$^_\\]", "", f"{cell.text} {cell.marks}".strip())


def _fold(text: str, most: float) -> list[str]:
    """Fold a name into lines of so many points, after signs; words that are longer, wherever a line is full.

    >>> _fold("F1(match=meaning), corrected", 45.0)
    ['F1(', 'match=', 'meaning),', 'corrected']
    >>> _fold("preconditioning", 45.0)
    ['precon', 'ditioning']
    """
    lines = [""]
    for word in re.findall(r"[^\W_]+[\W_]?|[\W_]", text):
        whole = _points(word.rstrip()) <= most
        for part in [word] if whole else re.findall(r"[^\W_]{1,6}[\W_]?|[\W_]", word):
            if lines[-1] and _points(lines[-1] + part.rstrip()) > most:
                lines.append("")
            lines[-1] += part if lines[-1] else part.lstrip()
    return [line.rstrip() for line in lines]


def _tabular(table: PaperTable, heads: list[list[str]], columns: list[int], share: float) -> str:
    kinds = "".join("l" if i < table.labels else "c" for i in columns)
    most = [_most(table, i, share) if i < table.labels else None for i in columns]
    rows: list[str] = []
    above = ""
    for row in table.rows:
        blank = table.head[0].text == "group" and row[0].text == above
        above = row[0].text
        cells = [_cell(row[i], wide) for i, wide in zip(columns, most, strict=True)]
        cells = [[], *cells[1:]] if blank else cells
        lines = [" & ".join(line) for line in itertools.zip_longest(*cells, fillvalue="")]
        rows += [*(f"{line} \\\\[-2pt]" for line in lines[:-1]), f"{lines[-1]} \\\\"]
        rows += ["\\addlinespace[1pt]"] * (len(lines) > 1 and row is not table.rows[-1])
    head = " & ".join(_head_text(table.head[i], heads[i]) for i in columns)
    body = ["\\toprule", f"{head} \\\\", "\\midrule", *map(guarded, rows), "\\bottomrule"]
    return "\n".join([f"\\begin{{tabular}}{{@{{}}{kinds}@{{}}}}", *body, "\\end{tabular}"])


def _head_text(cell: Cell, lines: Sequence[str]) -> str:
    if cell.raw:
        return f"{cell.text} {escape(cell.marks)}".strip()
    first, *rest = (escape(line) for line in lines)
    if not rest:
        return first
    return "\\shortstack{" + "\\\\".join([first, *(f"{{\\scriptsize {line}}}" for line in rest)]) + "}"


def _cell(cell: Cell, most: float | None) -> list[str]:
    """Return the lines of a cell: a label as it is folded, a value above its intervals."""
    if cell.raw:
        return [f"{cell.text} {escape(cell.marks)}".strip()]
    if most is not None:
        return [escape(line) for line in _label_lines(cell, most)]
    value, *intervals = cell.text.split(" [")
    shown = f"\\textbf{{{number(value)}}}" if cell.bold else number(value)
    shown += f"\\textsuperscript{{{escape(cell.marks)}}}" if cell.marks else ""
    return [shown, *(f"{{\\scriptsize [{number(end)}}}" for end in intervals)]
