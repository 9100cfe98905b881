"""What importing lydite loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lydite

HEAVY = {"scipy", "polars", "numba", "rich", "pandas", "pyarrow", "vl_convert"}


def loaded(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {m.partition(".")[0] for m in done.stdout.splitlines()[-1].split()}


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


@pytest.mark.parametrize("name", lydite.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(lydite, name)


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evalute'"):
        lydite.evalute  # type: ignore[attr-defined] # noqa: B018
