"""The network is touched where that is the purpose, and nothing is run because a file asks for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import lydite

SOURCE = Path(lydite.__file__).parent
NETWORK = {"asyncio", "dask", "distributed", "ftplib", "http", "huggingface_hub", "requests", "smtplib"}
NETWORK |= {"socket", "ssl", "telnetlib", "urllib", "webbrowser", "xmlrpc"}
HARMLESS = {"gethostname", "unquote", "unquote_to_bytes", "urlsplit"}
PURPOSE = {"probes/testsets/wikidata/client.py", "cluster/dask.py"}
FETCHING = {"from_pretrained", "snapshot_download", "hf_hub_download"}
RUNNING = {"eval", "exec", "compile", "__import__"}
PICKLING = {"pickle", "marshal", "shelve"}
PICKLES = {"places/processes.py"}  # its own only


def trees(words: set[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the files in which any of the words is."""
    word = re.compile(rf"\b({'|'.join(words)})\b")
    for file in sorted(SOURCE.rglob("*.py")):
        if word.search(text := file.read_text("utf-8")):
            yield file.relative_to(SOURCE).as_posix(), ast.parse(text)


def used(tree: ast.AST, of: set[str]) -> Iterator[str]:
    """Yield what is taken from some modules: names from them, and attributes of them."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {a.asname or a.name for a in node.names if a.name.split(".")[0] in of}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in of:
            yield from (alias.name for alias in node.names)
    for node in ast.walk(tree) if modules else ():
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in modules:
            yield node.attr


def called(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the names of functions that are called, and the calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            bare = isinstance(node.func, ast.Name)
            yield node.func.id if bare else f".{node.func.attr}", ast.unparse(node)


def test_who_touches_the_network() -> None:
    touching = {name for name, tree in trees(NETWORK) if set(used(tree, NETWORK)) - HARMLESS - FETCHING}
    assert touching == PURPOSE


def test_models_are_never_fetched() -> None:
    found = [c for _, tree in trees(FETCHING) for name, c in called(tree) if name.lstrip(".") in FETCHING]
    assert len(found) > 1
    assert all("local_files_only=True" in call for call in found)


def test_nothing_is_evaluated_or_unpickled() -> None:
    assert not [name for name, tree in trees(RUNNING) if {c for c, _ in called(tree)} & RUNNING]
    assert {name for name, tree in trees(PICKLING) if set(used(tree, PICKLING))} == PICKLES
