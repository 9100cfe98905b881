"""Scripts that learn the model of ``meaning`` start: they use names of the package that others may move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("scipy")
TOOLS = Path(__file__).parents[1] / "tools"


@pytest.mark.parametrize("name", ["match", "choose"])
def test_tools_of_the_model_print_their_help(name: str) -> None:
    found = subprocess.run(
        [sys.executable, TOOLS / f"{name}.py", "--help"], capture_output=True, text=True, check=True
    )
    assert f"python tools/{name}.py DATA WORDNET" in found.stdout
