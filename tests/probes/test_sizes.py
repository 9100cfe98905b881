"""The experiment on sizes of corpora: nested subsets, and scores that rise."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

import experiment

pytest.importorskip("gensim")
sizes = experiment.load("sizes")
DEMO = Path(str(resources.files("lydite") / "data/demo"))
QUICK = ["--dim", "20", "--epochs", "5", "--rate", "0.1", "--sample", "0.1", "--smallest", "4"]


def test_subsets_are_nested_and_double() -> None:
    lines = [["a", "b", "a"], ["c", "a", "d", "e"], ["e", "f"]]
    found = {size: [w for line in text for w in line] for size, text in sizes.nested(lines, 1)}
    assert found == {2: list("aba"), 4: list("abacad"), 6: list("abacadeef")}


@pytest.mark.parametrize("more", [(), ("--fixed",)])
def test_scores_rise_with_size(
    more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    probes = ["--probe", "topk", "odd_one_out"]
    chart = ["--chart", f"{tmp_path}/sizes.svg"]
    sizes.main([f"{DEMO}/corpus.txt", f"{DEMO}/words.json", "--seeds", "1", *QUICK, *more, *probes, *chart])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split("\t") == ["words", "topk", "odd_one_out"]
    assert [row.split("\t")[0] for row in rows] == ["16", "32", "52"]
    assert rows[-1].split("\t")[1:] == ["1.000*", "1.000*"]
    assert all(abs(float(v)) < 0.5 for v in rows[0].split("\t")[1:])
    assert (tmp_path / "sizes.svg").read_text("utf-8").startswith("<svg")
