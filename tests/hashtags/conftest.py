"""What tests of hashtags share: commands in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from lydite.cli import main
from tweet_files import Run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Most tests of this folder need the extra hashtags."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("extra")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for package in ("nltk", "py3langid", "sklearn"):
        pytest.importorskip(package, reason="needs the extra hashtags")
    monkeypatch.chdir(tmp_path)

    def command(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(list(args))
        said = capsys.readouterr()
        return int(stop.value.code or 0), said.out, said.err

    return command
