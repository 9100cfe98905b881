"""Specs: ``F1(match=stem, assign=max)@10`` as text, as a declared value, and the registries behind them."""

from lydite.spec.declared import Declared, Parameter, param
from lydite.spec.registry import REGISTRIES, Registry, expand, parse
from lydite.spec.values import Resource

__all__ = ["REGISTRIES", "Declared", "Parameter", "Registry", "Resource", "expand", "param", "parse"]
