"""Users' files are opened in ``reading/`` and nowhere else: no reader of its own, no OSError of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import lydite

ROOT = Path(lydite.__file__).parent
HOME = ("reading/", "files.py")
ALLOWED = {  # where something else is opened than what users give, and what that is
    "places/processes.py": "pipes to other processes",
    "compiled.py": "source files of kernels, whose digest says whether what was compiled is still theirs",
    "replacing.py": "the owner of a file that is written anew",
    "runs/prepared.py": "what shards of one run share; where it cannot be kept, each reads for itself",
    "runs/shared_items.py": "items that workers of one run share",
    "sources/array_files.py": "arrays of a store, written",
    "sources/corpus/prepared.py": "a prepared corpus, written",
    "cli/_main.py": "standard streams that were closed",
    "languages.py": "the embedded table",
    "locks.py": "files by which writers wait for each other",
    "matchers/statistical/ncd.py": "compressors are what this matcher measures by",
    "sources/saving.py": "a store",
    "sources/store_places.py": "a store that another may write at the same moment",
    "sources/store.py": "a store",
    "sources/vectors/writing.py": "a store",
    "sources/wikipedia/build/assembly.py": "files between the steps of a build",
    "sources/wikipedia/build/finished.py": "files between the steps of a build",
    "sources/wikipedia/build/builder.py": "files between the steps of a build",
    "sources/wikipedia/build/sorting.py": "files between the steps of a build",
    "sources/wikipedia/build/steps/": "files between the steps of a build",
    "sources/wikipedia/dumps/parts.py": "files between the steps of a build",
    "sources/wikipedia/build/nodes.py": "files between the steps of a build",
}
COMPRESSION = {"gzip", "bz2", "lzma", "zstandard", "compression"}
ERRORS = {
    "OSError",
    "IOError",
    "EnvironmentError",
    "FileNotFoundError",
    "PermissionError",
    "IsADirectoryError",
}
READING = {
    "read_text",
    "read_bytes",
    "fromfile",
    "memmap",
    "read_parquet",
    "scan_parquet",
    "read_csv",
    "scan_csv",
}


def test_no_reader_opens_files_by_itself() -> None:
    found = {name: list(_openings(name)) for name in _modules() if not name.startswith(HOME)}
    strangers = [
        f"src/lydite/{name}:{line}: {what}"
        for name, all_of in found.items()
        if not name.startswith(tuple(ALLOWED))
        for line, what in all_of
    ]
    assert not strangers, "open it with lydite.reading.opening:\n" + "\n".join(strangers)
    for allowed in ALLOWED:
        assert any(found[n] for n in found if n.startswith(allowed)), (
            f"{allowed} need not be allowed any more"
        )


def _modules() -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.rglob("*.py"))]


def _openings(name: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            if COMPRESSION & {n.partition(".")[0] for n in names}:
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.ExceptHandler) and node.type and ERRORS & _names(node.type):
            yield node.lineno, f"except {ast.unparse(node.type)}"
        elif isinstance(node, ast.Call) and _opens(node):
            yield node.lineno, ast.unparse(node)


def _opens(call: ast.Call) -> bool:
    text = ast.unparse(call.func)
    owner, _, what = text.rpartition(".")
    if what == "suppress":
        return any(ERRORS & _names(a) for a in call.args)
    if owner in ("opening", "tarfile", "os") or "resources.files" in owner:
        return False
    if what == "open":
        modes = [a.value for a in call.args if isinstance(a, ast.Constant)]
        return not owner or not call.args or any(isinstance(m, str) for m in modes)
    if what in READING:
        return owner not in ("", "text")  # read_text of vectors takes what was opened
    return text == "np.load"


def _names(node: ast.expr) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
