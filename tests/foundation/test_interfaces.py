"""Tests and scripts import packages of lydite, not their files, so that files can be moved and merged."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import lydite

IMPORT = re.compile(
    r"^\s*from (lydite[\w.]*) import (\([^)]*\)|[^\n(]*)|^\s*import (lydite[\w.]*)", re.MULTILINE
)
ROOT = Path(__file__).parents[2]
FOLDERS = ("bench", "examples", "experiments", "tests")
DOCUMENTED = "lydite.bridges.ir_measures"
LOOSE = {"lydite", "lydite.core", "lydite.core.io"}  # their files are what they offer
NEWCOMERS = "test_one_file.py"  # writes files that belong inside packages


def is_file(package: str, name: str = "") -> bool:
    """Whether this is a file inside a package, and not a name that the package exports."""
    home = importlib.import_module(package)
    inner = getattr(home, name, None) if name else home
    if inner is None:
        inner = importlib.import_module(f"{package}.{name}")
    if not inspect.ismodule(inner) or hasattr(inner, "__path__"):
        return False
    return inner.__name__.rpartition(".")[0] not in LOOSE


def test_nothing_else_imports_files_of_packages() -> None:
    wrong = []
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        text = "" if path.name == NEWCOMERS else path.read_text("utf-8")
        for package, names, module in IMPORT.findall(text):
            inner = re.findall(r"(\w+)(?: as \w+)?", re.sub(r"#.*", "", names))
            if any(is_file(package or module, name) for name in ["", *inner]) and package != DOCUMENTED:
                wrong.append((path.name, package or module, names))
    assert not wrong


def test_packages_have_what_they_export() -> None:
    names = [m.name for m in pkgutil.walk_packages(lydite.__path__, "lydite.") if m.ispkg]
    for package in map(importlib.import_module, names):
        finder = vars(package).get("__getattr__", lambda: None)
        inner = inspect.getclosurevars(finder).nonlocals.get("homes", ())
        for name in {*getattr(package, "__all__", ()), *inner}:
            assert not inspect.ismodule(getattr(package, name)), f"{package.__name__}.{name}"
