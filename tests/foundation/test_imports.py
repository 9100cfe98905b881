"""What importing lydite loads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lydite

HEAVY = {"scipy", "polars", "numba", "rich", "pandas", "pyarrow", "vl_convert"}


def modules(code: str, *arguments: str, **environment: str) -> list[str]:
    told = "import atexit, sys\natexit.register(lambda: print(*sys.modules))\n"
    done = subprocess.run(
        [sys.executable, "-c", told + code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout.splitlines()[-1].split()


def own(names: list[str]) -> list[str]:
    return [name for name in names if name.partition(".")[0] == "lydite"]


def numpys() -> set[str]:
    """Return what numpy loads by itself; before version 2 that was more."""
    return set(modules("import numpy"))


def loaded(code: str) -> set[str]:
    return {name.partition(".")[0] for name in modules(code)}


@pytest.mark.parametrize(
    "code",
    [
        "import lydite",
        "import lydite; lydite.parse('F1(match=stem)@10')",
        "import lydite; lydite.match('dogs', 'dog')",
        "import lydite; lydite.evaluate({'a': ['x']}, {'a': ['x']})",
    ],
)
def test_nothing_heavy(code: str) -> None:
    assert not loaded(code) & HEAVY


@pytest.mark.parametrize(
    ("asked", "needless"),
    [
        (["--version"], {"numpy", "json", "hashlib"}),
        (["match", "food", "cake", "--using", "wordnet"], {"numpy.ma", "numpy.random", *HEAVY}),
    ],
)
def test_short_commands_load_nothing_needless(asked: list[str], needless: set[str]) -> None:
    found = set(modules("from lydite.cli import main\nmain(sys.argv[1:])", *asked))
    assert not found & needless - (numpys() if "numpy" in found else set())


def test_a_spec_is_found_without_its_neighbours() -> None:
    found = own(modules("import lydite; lydite.parse('odd_one_out', 'probe')"))
    assert len(found) <= 45, "\n".join(found)
    assert not [name for name in found if name.startswith("lydite.sources.wikipedia")]


def test_a_store_of_wikipedia_is_opened_without_its_builder() -> None:
    found = own(modules("from lydite.sources.wikipedia import Wikipedia"))
    read = {"", ".answers", ".format", ".store", ".titles"}
    there = {name.removeprefix("lydite.sources.wikipedia") for name in found if ".wikipedia" in name}
    assert there == read


def test_probing_vectors_loads_few_modules(tmp_path: Path) -> None:
    """Vectors that were read before: their store is mapped, no reader of any format is there."""
    words = [f"w{i}" for i in range(5_000)]
    lines = (
        f"{word} {' '.join(str((i * j) % 97 + j) for j in range(1, 65))}\n" for i, word in enumerate(words)
    )
    (tmp_path / "vectors.txt").write_text("".join(lines))
    (tmp_path / "words.txt").write_text(f":one\n{' '.join(words[:9])}\n:two\n{' '.join(words[9:20])}\n")
    asked = ["probe", str(tmp_path / "vectors.txt"), "--test-set", str(tmp_path / "words.txt")]
    code = "from lydite.cli import main\nmain(sys.argv[1:])"
    for _ in range(3):  # read, checked, opened
        found = own(modules(code, *asked, LYDITE_CACHE=str(tmp_path / "cache")))
    assert len(found) <= 60, "\n".join(found)


def test_a_shard_that_maps_loads_little(tmp_path: Path) -> None:
    """Neither other measures nor what reads, draws or summarises: its start is most of what it costs."""
    code = "from lydite.runs import prepared\nprepared._WORTH = 0\n"
    code += "from lydite.cli import main\nmain(sys.argv[1:])"
    demo = Path(lydite.__file__).parent / "data" / "demo"
    asked = ["score", str(demo / "gold.jsonl"), str(demo / "speller.jsonl"), "-m", "P", "-m", "R"]
    asked += ["--shard", "1/2", "-o", str(tmp_path / "1.part")]
    for _ in range(2):
        found = set(modules(code, *asked, LYDITE_CACHE=str(tmp_path / "cache")))
    needless = {"numpy.random", "msgspec", "importlib.metadata", "lydite.inference.summary", *HEAVY}
    assert not found & needless - numpys()
    assert not [name for name in found if name.startswith("lydite.measures.labels.")]


@pytest.mark.parametrize("name", lydite.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(lydite, name)


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evalute'"):
        lydite.evalute  # type: ignore[attr-defined] # noqa: B018
