"""Commands as tests call them: status, standard output and standard error."""

from __future__ import annotations

from collections.abc import Callable

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
