"""What tests of bad files share: sound files of every kind, and a command run in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from faults.cases import prepare
from lydite.cli import main


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sound files, stores and runs of every kind, for reading: what is to be damaged is copied."""
    folder = tmp_path_factory.mktemp("sound")
    prepare(folder)
    return folder


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """What runs a command in an empty folder, and returns its status and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))

    def run(*args: str) -> tuple[int, str]:
        status = 0
        try:
            main(list(args))
        except SystemExit as ended:
            status = int(ended.code or 0)
        return status, capsys.readouterr().err

    return run
