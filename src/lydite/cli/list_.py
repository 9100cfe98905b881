"""``lydite list``: what can be named in a spec."""

from __future__ import annotations

import inspect
import textwrap
from typing import TYPE_CHECKING, Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.core.errors import SpecError, did_you_mean
from lydite.core.options import Argument
from lydite.core.spec import REGISTRIES, Declaration
from lydite.core.spec.values import spell
from lydite.reporting.formats.text import terminal_width
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Sequence


WHICH = (
    "Which matcher for what (figures: docs/meaning.md, docs/evidence/agreement.md)",
    "  is it a match? English    meaning; with terms of your own meaning(synonyms=FILE)",
    "  is it a kind of that?     meaning(ask=kind); with the extra encoders (ask=kind, vectors=wordllama)",
    "  by meaning, elsewhere     meaning(language=CODE, store=STORE) or (language=CODE, vectors=FILE)",
    "  a path that can be shown  wordnet; as published: wordnet(preset=thesis)",
    "  as others report it       exact, stem; r_precision, meteor, cosine, which pass opposites",
)


@app.command(
    examples=(
        "lydite list measures",
        "lydite list F1",
    ),
    needs_arguments=False,
)
def command(
    what: Annotated[
        str, Argument(f"{', '.join(f'{k}s' for k in REGISTRIES)}, or the name of one of them.")
    ] = "",
    *,
    writing: o.Writing,
) -> Report:
    """List all measures, matchers, probes and so on, or explain one of them."""
    kinds = {f"{kind}s": registry for kind, registry in REGISTRIES.items()}
    if what in kinds or not what:
        parts = [_table(kind) for kind in kinds if what in ("", kind)]
        named = [one for kind, r in kinds.items() if what in ("", kind) for one in r.all().values()]
        return _listed("\n\n".join(p for p in parts if p), named, writing)
    objects = [r.all()[what] for r in REGISTRIES.values() if what in r.all()]
    objects = objects or [one for r in REGISTRIES.values() if (one := r.find(what)) is not None]
    if not objects:
        known = [*kinds, *(name for r in REGISTRIES.values() for name in r.all())]
        raise SpecError(f"nothing is called {what!r}{did_you_mean(what, known)} (lydite list shows all)")
    return _listed("\n\n".join(_page(one) for one in objects), objects, writing)


def _listed(text: str, objects: Sequence[type[Declaration]], writing: o.Writing) -> Report:
    """Return the list, for programs one row each."""
    rows = [(one.kind, one.name, usage_of(one, one.name), one.summary()) for one in objects]
    head = ("kind", "name", "usage", "summary")
    table = Table(tuple(map(Cell, head)), tuple(tuple(Cell(c, name=True) for c in row) for row in rows))
    shown = _folded(text) if writing.format == "text" and writing.output is None else text.replace("``", "`")
    data = {"objects": [dict(zip(head, row, strict=True)) for row in rows]}
    return Report(drawings=(shown,), data=lambda: data, listed=table)


def _folded(text: str) -> str:
    """Return the text; in a terminal long lines go on under their own beginning."""
    lines = text.replace("``", "`").split("\n")
    if width := terminal_width():
        for i, line in enumerate(lines):
            indent = len(line) - len(line.lstrip())
            lead = " " * (6 if indent == 2 else indent)
            if len(line) > width and not line.startswith(">>>"):
                lines[i] = "\n".join(textwrap.wrap(line, width, subsequent_indent=lead))
    return "\n".join(lines)


def _table(kinds: str) -> str:
    rows = [f"{kinds}"]
    for name, one in REGISTRIES[kinds.removesuffix("s")].all().items():
        rows.append(f"  {usage_of(one, name)}")
        facts = [one.summary().rstrip("."), *facts_of(one)]
        rows.append(f"      {'; '.join(f for f in facts if f)}")
    if kinds == "matchers":
        rows += ["", *WHICH]
    return "\n".join(rows) if len(rows) > 1 else f"{kinds}\n  none yet"


def usage_of(one: type[Declaration], name: str) -> str:
    """Return how it is named in a spec, with its parameters and their defaults."""
    inner = ", ".join(n if p.required else f"{n}={spell(p.default)}" for n, p in one.parameters().items())
    cut = "[@k]" if "cut" in getattr(one, "__dataclass_fields__", {}) else ""
    return f"{name}({inner}){cut}" if inner else f"{name}{cut}"


def facts_of(one: type[Declaration]) -> list[str]:
    """Return which values are good, and the work it is from."""
    facts = []
    if hasattr(one, "better"):
        low, high = getattr(one, "low", None), getattr(one, "high", None)
        known = all(isinstance(end, int | float) for end in (low, high))  # some depend on parameters
        facts.append(f"{one.better} is better" + (f", {low:g} to {high:g}" if known else ""))
    if cited := one.cited():
        facts.append(cited)
    return facts


def _page(one: type[Declaration]) -> str:
    lines = [f"{one.kind} {usage_of(one, one.name)}", "", inspect.getdoc(one) or "", ""]
    for p in one.parameters().values():
        default = "required" if p.required else f"default {spell(p.default)}"
        lines.append(f"  {p.name}: {p.takes}; {default}")
        lines.append(f"      {p.help}")
    lines += ["", *(f"{fact[0].upper()}{fact[1:]}." for fact in facts_of(one))]
    if undefined := getattr(one, "undefined", ""):
        lines.append(f"Undefined: {undefined}.")
    return "\n".join(lines)
