"""The published tables digit for digit, and the Selection for Schools."""

from __future__ import annotations

import bz2
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from experiment import load
from full_size import full_only
from lydite.cli import main
from lydite.knowledge.wikipedia.build import BuildOptions, build
from lydite.probes.hop import hop


@pytest.fixture(scope="module")
def experiment() -> ModuleType:
    return load("hop")


def test_published_tables(shared_data: Path, experiment: ModuleType) -> None:
    file = shared_data / "hop" / "hop_stats_final.csv"
    found = experiment.published(file)
    for name, (count, percent) in experiment.TABLE_1.items():
        assert (found[name].count, f"{found[name].percent:.2f}") == (count, f"{percent:.2f}")
    for name, (mean, sd, count, low, high) in experiment.TABLE_2.items():
        row = found[name]
        assert (f"{row.mean:.2f}", f"{row.sd:.2f}") == (f"{mean:.2f}", f"{sd:.2f}")
        assert (row.count, row.low, row.high) == (count, low, high)
    assert found["Random"].late == 3
    assert all(row.late == 0 for name, row in found.items() if name != "Random")
    assert "no failure is recorded" in experiment.findings(file)[0]
    assert experiment.findings(file)[1].startswith(f"{experiment.STARTED:,} different addresses of starts")
    assert experiment.findings(file)[2].startswith("1,180 different titles; 3 are recorded more than once")


@pytest.fixture(scope="module")
def schools(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("schools") / "store"
    build([shared_data / "wikipedia/schools-2007.tar.xz"], store, BuildOptions())
    return store


@full_only
def test_schools(schools: Path) -> None:
    """Shortest: at least 99%, mean near 3.75; wordnet with cycles skipped: 72% in 8.6 hops."""
    skipped = hop(schools, ["wordnet", "shortest"], skip_visited=True)
    of = {(r.system, r.measure): r.value for r in skipped.results() if r.group is None}
    assert of["shortest", "reached"] == pytest.approx(4627 / 4653)
    assert of["shortest", "hops"] == pytest.approx(3.7207, abs=5e-4)
    assert of["wordnet", "reached"] == pytest.approx(3354 / 4653)
    assert of["wordnet", "hops"] == pytest.approx(8.621, abs=1e-3)
    kept = hop(schools, ["wordnet", "first"])
    of = {(r.system, r.measure): r.value for r in kept.results() if r.group is None}
    assert of["wordnet", "reached"] == pytest.approx(1155 / 4653)
    assert of["first", "cycled"] == pytest.approx(4581 / 4653)


def test_words_with_accents_are_known(
    shared_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Vectors of all words of the Latgalian dump know its links: 75.3% where one side alone was folded."""
    dump = shared_data / "wikipedia/ltgwiki-pages-articles.xml.bz2"
    words = sorted(set(re.findall(r"\w+", bz2.decompress(dump.read_bytes()).decode("utf-8").lower())))
    drawn = np.random.default_rng(0).normal(size=(len(words), 2)).round(3)
    rows = [f"{word} {a} {b}\n" for word, (a, b) in zip(words, drawn.tolist(), strict=True)]
    (tmp_path / "w.vec").write_text(f"{len(words)} 2\n" + "".join(rows), "utf-8")
    build([dump], tmp_path / "store")
    walk = ["hop", tmp_path / "store", "--target", "Latgola", "--bootstrap", "0"]
    with pytest.raises(SystemExit) as ended:
        main([*map(str, walk), "--choose", f"vectors(file={tmp_path / 'w.vec'})"])
    assert ended.value.code == 0
    assert "knows 99.5% of the links seen" in capsys.readouterr().out
