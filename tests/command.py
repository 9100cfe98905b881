"""Commands as tests call them: status, standard output and standard error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lydite.cli import main

Lydite = Callable[..., tuple[int, str, str]]


def caller(capsys: pytest.CaptureFixture[str]) -> Lydite:
    """Return what runs a command in this process."""

    def run(*args: str) -> tuple[int, str, str]:
        status = 0
        try:
            main(list(args))
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def run(*args: str | Path) -> int:
    """Run a command, and return its status."""
    try:
        main([str(a) for a in args])
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def refused(capsys: pytest.CaptureFixture[str], *args: str | Path) -> str:
    """Return the one line that a command ends with."""
    assert run(*args) == 2
    told = capsys.readouterr().err.strip()
    assert "Traceback" not in told
    assert "\n" not in told
    return told
