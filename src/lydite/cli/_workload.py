"""Small work of every common kind, for ``lydite compile``: kernels are compiled for the types they are given.

Commands are run as users run them, on embedded data and a few made vectors, with every kernel compiled
however little there is to do.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.compiled import PORTABLE
from lydite.installing import install

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.compiled import Kernel

MATCHERS = (
    "exact", "stem", "morph", "includes", "part_of", "r_precision", "modified_r_precision", "bleu", "rouge",
    "meteor", "ncd", "path", "lch", "wup", "hso", "wordnet", "wordnet(preset=thesis)", "meaning",
)  # fmt: skip
PROBES = ("topk", "odd_one_out", "odd_one_out(distance=cosine)", "combined", "analogy", "categorise")


def commands() -> list[list[str]]:
    """Return the commands; VEC and BIN stand for files of vectors."""
    demo = Path(__file__).parents[1] / "data" / "demo"
    gold, *systems = (str(demo / f"{name}.jsonl") for name in ("gold", "speller", "meaner"))
    scored = [["score", gold, *systems, "-m", f"F1(match={matcher})"] for matcher in MATCHERS]
    probed = [["probe", "VEC", "--test-set", "google", "-m", probe] for probe in PROBES]
    return [*scored, *probed, ["probe", "BIN", "--test-set", "google"]]


def prepare(folder: str) -> Callable[[list[str]], int]:
    """Return what runs a command and installs the kernels that it compiled, and says how many.

    A process of its own calls it: numba must not have been loaded before.
    """
    os.environ.update(PORTABLE, NUMBA_CACHE_DIR=folder, LYDITE_CACHE=folder)
    from lydite.cli._main import main

    kernels = all_kernels()
    for kernel in kernels:
        kernel.large = 0
    files = _vectors(Path(folder))

    def run(command: list[str]) -> int:
        told = io.StringIO()
        try:
            with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
                main([files.get(word, word) for word in command])
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(told.getvalue()) from None
        return sum(install(k) for k in kernels if "compiled" in k.__dict__)

    return run


def all_kernels() -> list[Kernel]:
    """Return every kernel of the package."""
    import lydite
    from lydite.compiled import Kernel

    found = []
    for module in pkgutil.walk_packages(lydite.__path__, "lydite."):
        if not module.name.endswith("__main__"):
            values = vars(importlib.import_module(module.name)).values()
            found += [v for v in values if isinstance(v, Kernel) and v.plain.__module__ == module.name]
    return found


def _vectors(folder: Path) -> dict[str, str]:
    """Write random vectors for some words of Google's test set and others, as text and binary."""
    import numpy as np

    from lydite.probes.testsets import load_test_set

    known = [word for words in load_test_set("google").categories.values() for word in sorted(words)[:12]]
    words = list(dict.fromkeys([*known, *(f"word{i}" for i in range(300))]))
    rows = np.random.default_rng(0).normal(size=(len(words), 20)).astype(np.float32)
    head = f"{len(words)} 20\n"
    lines = [f"{w} {' '.join(f'{x:.4f}' for x in row)}\n" for w, row in zip(words, rows, strict=True)]
    (folder / "words.vec").write_text(head + "".join(lines), "utf-8")
    binary = [w.encode() + b" " + row.tobytes() + b"\n" for w, row in zip(words, rows, strict=True)]
    (folder / "words.bin").write_bytes(head.encode() + b"".join(binary))
    return {"VEC": str(folder / "words.vec"), "BIN": str(folder / "words.bin")}
