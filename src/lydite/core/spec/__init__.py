"""Specs: ``F1(match=stem, assign=max)@10`` as text, as a declared value, and the registries behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.core.spec.declared import Declaration, Parameter, param
from lydite.core.spec.registry import REGISTRIES, Registry, expand, parse
from lydite.core.spec.values import Resource

if TYPE_CHECKING:
    from lydite.core.spec.grammar import Node, read
else:
    __getattr__ = lazily(
        __name__,
        {
            "grammar": "Node QuotedText quote read",
            "registry": "name_key",
            "values": "choices",
        },
    )

__all__ = [
    "REGISTRIES",
    "Declaration",
    "Node",
    "Parameter",
    "Registry",
    "Resource",
    "expand",
    "param",
    "parse",
    "read",
]
