"""What a command writes stands in files of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

import inputs
from lydite.cli import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")


def score(*more: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["score", "g.jsonl", "g.jsonl", "--same", "-m", "F1", "--bootstrap", "0", *more])
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    "given",
    [
        ["-o", "x.txt", "--save", "x.txt"],
        ["--save", "x.csv", "--items", "./x.csv"],
        ["-o", "x.html", "--items", "x.html"],
        ["--chart", "x.html", "--items", "link.html"],
        ["-o", "s3://bucket/x.md", "--save", "s3a://bucket/x.md"],
    ],
)
def test_two_outputs_in_one_file(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The saved run was lost under the table, with status 0."""
    from lydite.cli import keep_inputs
    from lydite.core.errors import OutputError

    Path("link.html").symlink_to("x.html")
    if "://" in given[1]:  # asked of the door, since there is no such bucket here
        with pytest.raises(OutputError, match=r"s3a?://bucket/x\.md: "):
            keep_inputs({"output": Path(given[1]), "save": Path(given[3])}, ["output", "save"])
        return
    assert score(*given) == 2
    assert capsys.readouterr().err.startswith(f"lydite: {given[3].removeprefix('./')}: ")
    assert not Path(given[1]).exists()


def test_devices_take_whatever_is_written() -> None:
    assert score("-o", "/dev/null", "--save", "/dev/null") == 0


def test_outputs_apart() -> None:
    assert score("-o", "x.txt", "--save", "x.run", "--items", "x.csv") == 0
    assert all(Path(f"x.{kind}").stat().st_size for kind in ("txt", "run", "csv"))
