"""What a file of another subtask looks like is asked once, however many of its lines are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from inner import name_inside, replace_inside
from lydite.cli import main


@pytest.mark.parametrize(
    ("task", "most", "others"),
    [
        ("E", "t\t0\t0\tab\t0.5\t0.5\n", "t\t0.1\t0.2\tab\t0.3\t0.4\n"),
        ("B", "1\tt\tab\n", "2\tt\tab\n"),
        ("D", "t\t0.5\t0.5\n", "t\t1\n"),
    ],
)
def test_many_bad_lines(
    task: str,
    most: str,
    others: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """12,000 lines took over ten seconds: each looked through all of them."""
    looked: list[int] = []
    look = name_inside("lydite.measures.tasks.semeval", "_looks_like")
    replace_inside(
        monkeypatch,
        "lydite.measures.tasks.semeval",
        "_looks_like",
        lambda rows: (looked.append(len(rows)), look(rows))[1],
    )
    file = tmp_path / "g.tsv"
    file.write_text(most * 150 + others * 50, "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["semeval", task, str(file), str(file)])
    assert ended.value.code == 2
    assert "g.tsv" in capsys.readouterr().err
    assert len(looked) < 10
