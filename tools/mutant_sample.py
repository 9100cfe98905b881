"""Small changes of code: which there are, and a seeded sample of them.

Changes are those of cosmic-ray's operators. Places are drawn by the text of their line, so that the same are
drawn after other lines were changed or files moved.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.tree import NodeOrLeaf

ASKING = ("VariableReplacer", "VariableInserter")  # operators that need arguments
BY_TYPE = ("Shift", *(f"_{a}_{b}" for a in ("Is", "IsNot") for b in ("Eq", "NotEq", "Lt", "Gt")))


@dataclass(frozen=True)
class Mutant:
    """One change of one line."""

    file: Path
    line: int
    before: str
    after: str
    code: str
    """The whole file with the change."""
    statement: tuple[str, ...]
    """The lines of the statement that is changed, as they were; a test that runs one may notice."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays the same when other lines are changed."""
        return self.file.name, self.before, self.after


def digest(*parts: object) -> str:
    """Return a short name that these parts decide."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:20]


def sample(files: Iterable[Path], seed: int, number: int) -> Iterator[Mutant]:
    """Return mutants in an order that the seed and the texts of lines decide, one at each place."""
    kinds = [n for n in operator_names() if not any(part in n for part in (*ASKING, *BY_TYPE))]
    operators = {name: get_operator(name)() for name in kinds}
    seen: Counter[tuple[object, ...]] = Counter()
    drawn = []
    for file in files:
        code = file.read_text("utf-8")
        lines, nodes = code.splitlines(), [n for n in ast_nodes(get_ast(code)) if _worth_asking(n)]
        places: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for name, operator in operators.items():
            found = (p for node in nodes for p in operator.mutation_positions(node))
            for occurrence, (start, *_) in enumerate(found):
                places.setdefault(start, []).append((name, occurrence))
        for (line, column), changes in sorted(places.items()):
            text = lines[line - 1]
            place = text.strip(), column - len(text) + len(text.lstrip())
            seen[place] += 1
            changes.sort(key=lambda change, place=place: digest(seed, *place, change[0]))
            drawn.append((digest(seed, *place, seen[place]), file, line, changes))
    return itertools.islice(_made(sorted(drawn), operators), number)


def _made(
    drawn: list[tuple[str, Path, int, list[tuple[str, int]]]], operators: dict[str, Operator]
) -> Iterator[Mutant]:
    """Make the first change of each place that changes what the code does."""
    for _, file, line, changes in drawn:
        code = file.read_text("utf-8")
        mutated = (mutate_code(code, operators[name], occurrence) for name, occurrence in changes)
        changed = next((m for m in mutated if meaning(m) not in {"", meaning(code)}), None)
        if changed is not None:
            yield _mutant(file, line, code, changed)


def _worth_asking(node: NodeOrLeaf) -> bool:
    """Return whether an operator may change a node; most are names and punctuation, which none does."""
    still = {"name", "string", "newline", "endmarker"}
    return node.type not in still and getattr(node, "value", "") not in set(",()[]{}:.=")


def meaning(code: str) -> str:
    """Return what a module does, without what the type checker holds; "" if it does not compile."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        for hint in ("annotation", "returns"):
            if getattr(node, hint, None) is not None:
                setattr(node, hint, ast.Constant(None))
        if isinstance(node, ast.arguments):  # whether they are named
            node.args = [*node.posonlyargs, *node.args, *node.kwonlyargs]
            node.defaults, node.kw_defaults = [*node.defaults, *filter(None, node.kw_defaults)], []
            node.posonlyargs, node.kwonlyargs = [], []
        if isinstance(node, ast.keyword) and node.arg in {"frozen", "slots", "strict"}:
            node.value = ast.Constant(True)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.test, node.body = ast.Constant(False), [ast.Pass()]
    return ast.dump(tree)


def _mutant(file: Path, line: int, code: str, changed: str) -> Mutant:
    before, after = code.splitlines(), changed.splitlines()
    first, last = _statement(code, line)
    statement = tuple(text.strip() for text in before[first - 1 : last])
    new = after[line - 1].strip() if len(before) == len(after) else "(removed)"
    return Mutant(file, line, before[line - 1].strip(), new, changed, statement)


def _statement(code: str, line: int) -> tuple[int, int]:
    """Return the first and last line of the innermost statement around a line.

    Of a block it is the head; of a function, whose head is run by an import, the body.
    """
    found = (line, line)
    for node in ast.walk(ast.parse(code)):  # outer statements come first
        marks = [mark.lineno for mark in getattr(node, "decorator_list", [])]
        if not isinstance(node, ast.stmt) or not min([node.lineno, *marks]) <= line <= (node.end_lineno or 0):
            continue
        body = getattr(node, "body", None)
        if isinstance(node, ast.FunctionDef):
            found = node.body[0].lineno, node.end_lineno or line
        else:
            found = node.lineno, max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or line
    return found
