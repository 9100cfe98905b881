"""Compile what most tests use, once, before the workers start: else each of them compiles it.

    python tests/kernels.py

Six small commands run with every kernel compiled, however little there is to do.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import pkgutil
import tempfile
from pathlib import Path

import lydite
from lydite.cli import main
from lydite.core.compiled import Kernel

MATCHERS = ("exact", "stem", "wordnet", "wordnet(preset=thesis)", "meaning", "meteor")


def compile_always() -> None:
    """Let every kernel of the package be compiled at its first use."""
    for module in pkgutil.walk_packages(lydite.__path__, "lydite."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Kernel):
                    value.large = 0


def commands(demo: Path) -> list[list[str]]:
    """Return the commands."""
    five, latin = demo / "sentiment" / "five_point", demo / "latin"
    soft = [f"F1(match={m})" for m in MATCHERS]
    lists = [str(demo / f"{name}.jsonl") for name in ("gold", "speller", "meaner")]
    tags = [str(demo / "tags" / f"{name}.jsonl") for name in ("gold", "nearest", "popular")]
    return [
        ["score", *lists, *(word for one in (*soft, "AP", "nDCG@5") for word in ("-m", one))],
        ["score", *tags, "-m", "reval(k=3)", "--hashtags", str(demo / "tags" / "synonyms.tsv")],
        ["semeval", "C", *(str(five / f"{name}.tsv") for name in ("gold", "eager", "wary"))],
        [
            "probe",
            *(str(latin / f"{n}.vec") for n in ("small", "large")),
            "-t",
            str(latin / "categories.csv"),
        ],
        ["match", "natural science", "organic chemistry", "--using", "joined(wn=wordnet)"],
        ["match", "--pairs", str(demo / "pairs.tsv"), "--using", "wordnet"],
    ]


if __name__ == "__main__":
    compile_always()
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stderr(io.StringIO()):
        main_folder = Path(name)
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            main(["demo", "--files", name])
        for command in commands(main_folder):
            with contextlib.redirect_stdout(io.StringIO()):
                try:
                    main(command)
                except SystemExit as end:
                    if end.code:
                        raise SystemExit(f"lydite {' '.join(command)} ended with status {end.code}") from end
