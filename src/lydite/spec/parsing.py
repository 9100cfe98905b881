"""From the text of a spec to the value it declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from lydite.errors import SpecError, nearest
from lydite.spec.declared import Declared, check
from lydite.spec.grammar import Node, read
from lydite.spec.registry import REGISTRIES

if TYPE_CHECKING:
    from collections.abc import Mapping


def parse(text: str | Node, kind: str = "measure", let: Mapping[str, str] | None = None) -> Any:
    """Return the declared value that a spec spells; ``let`` names resources.

    >>> parse("F1(match=stem, assign=max)@10").assign
    'max'
    >>> str(parse("F1(assign=max, match=stem)@10"))
    'F1(match=stem, assign=max)@10'
    """
    node = read(text) if isinstance(text, str) else text
    owner = REGISTRIES[kind][node.name]
    known = owner.parameters()
    given: dict[str, Any] = {}
    for position, (name, value) in enumerate(node.args):
        if name is None:
            if position >= len(known):
                raise SpecError(f"{owner.name} takes {len(known)} parameters: {', '.join(known) or 'none'}")
            name = list(known)[position]  # noqa: PLW2901
        if name not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise SpecError(f"{owner.name} has no parameter {name!r}{nearest(name, known)} ({takes})")
        if name in given:
            raise SpecError(f"{owner.name}: {name} is given twice")
        given[name] = check(owner, known[name], value, let)
    missing = [p.name for p in known.values() if p.required and p.name not in given]
    if missing:
        raise SpecError(f"{owner.name} needs {', '.join(f'{m}=…' for m in missing)}")
    if node.has_cut:
        if "cut" not in getattr(owner, "__dataclass_fields__", {}):
            raise SpecError(f"{owner.name} takes no cut (@{node.cut or 'M'})")
        if node.cut == "O" and Literal["O"] not in get_args(get_type_hints(owner)["cut"]):
            raise SpecError(f"{owner.name}@O: it is cut at a whole number, not at as many as gold has")
        given["cut"] = node.cut
    declared: Declared = owner(**given)
    return declared
