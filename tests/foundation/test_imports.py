"""What importing lydite loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lydite

HEAVY = {"scipy", "polars", "numba", "rich", "pandas", "pyarrow", "vl_convert"}


def test_importing_lydite_loads_nothing_heavy() -> None:
    code = "import lydite, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in done.stdout.split()} & HEAVY


@pytest.mark.parametrize("name", lydite.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(lydite, name)


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evalute'"):
        lydite.evalute  # type: ignore[attr-defined] # noqa: B018
