"""Scripts in experiments/ run on the smallest input each can read; all others can at least be imported."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import experiment
import lydite
from experiment import FOLDER
from lydite.cli import main
from lydite.probes.agreement import PairSet
from lydite.probes.agreement.pairs.pair import Pair
from lydite.sources.wikipedia import Wikipedia

BY_HAND = {"classical"}  # needs packages that hold back others
ALL = sorted({path.stem for path in FOLDER.glob("*.py")} - BY_HAND)
KEYPHRASES = {"1": [["cat"], ["good dog", "dog"]], "2": [["fish"]]}


@pytest.fixture(autouse=True)
def _scripts_import_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder laid out as the public data, with two documents."""
    for name in ("semeval2010/train", "nus/test"):
        for side in ("author", "reader", "combined"):
            file = tmp_path / "keyphrases" / f"{name}.{side}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(KEYPHRASES if side != "reader" else {"1": [["cat"]], "2": [["eel"]]}))
    return tmp_path


@pytest.mark.parametrize("name", ALL)
def test_a_script_uses_only_what_there_is(name: str) -> None:
    try:
        script = experiment.load(name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("lydite"):
            raise
        pytest.skip(f"{error.name} is needed here")
    assert script.__doc__


def test_keyphrases(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment.load("keyphrases").main(data)
    out = capsys.readouterr().out
    assert "NUS: readers against authors" in out
    assert out.count("F1(match=stem)") == 2


def test_soft(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment.load("soft").main([str(data), "--using", "exact", "stem"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("exact")]
    want = lydite.evaluate(KEYPHRASES, {"1": ["cat"], "2": ["eel"]}, "F1")[0].value
    assert [row[1] for row in rows] == [f"{want:.4f}"] * 2


def test_odd_one_out(capsys: pytest.CaptureFixture[str]) -> None:
    experiment.load("odd_one_out").main([])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 3
    assert all(row[-3] == row[-1] for row in rows)  # computed again from counts, and printed


def test_articles_of_an_archive(tmp_path: Path) -> None:
    article = b"<html>Related subjects<!-- start content --><p>Cats &amp; dogs</p><!-- end content --></html>"
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for name, content in (("a.htm", article), ("b.htm", b"<html>no article</html>")):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    experiment.load("article_corpus").main(tmp_path / "a.tar", tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "Cats & dogs\n"


def test_a_wikipedia_of_two_tables_and_what_it_knows(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "simple-article-category.tsv").write_text("article\tcategory\nCat\tPets\nDog\tPets\n")
    (data / "simple-category-parent.tsv").write_text("category\tparent\nPets\tAnimals\n")
    experiment.load("simple_wikipedia").main(data, tmp_path / "simple.xml")
    store = tmp_path / "simple.wikipedia"
    built = ["build", "wikipedia", "--language", "simple", str(tmp_path / "simple.xml"), "-o", str(store)]
    with pytest.raises(SystemExit) as ended:
        main(built)
    assert ended.value.code == 0
    assert Wikipedia.open(store).articles == 2
    capsys.readouterr()
    experiment.load("knowledge_coverage").main([str(store), str(data)])
    rows = capsys.readouterr().out.splitlines()
    [simple] = [row for row in rows if row.startswith("NUS") and "Simple" in row]
    assert simple.split()[4:] == ["direct", "33.3%", "aspects", "0.0%", "none", "66.7%"]


def test_what_a_matcher_by_meaning_is_held_to() -> None:
    """By hand: of four pairs of what fits and what is near, three are in order and one is tied."""
    meaning = experiment.load("meaning")
    score = {"a": 0.9, "b": 0.5, "c": 0.5, "d": 0.1}
    relations = {"a": "hyp-1", "b": "syn", "c": "ant", "d": "r-hyp-1"}
    pairs = PairSet("x", tuple(Pair(w, "z", 1.0, columns={"relation": r}) for w, r in relations.items()))
    table = SimpleNamespace(pairs=lambda left, _: np.array([score.get(word, 0.3) for word in left]))
    assert meaning.near_misses(pairs, table) == 3.5 / 4
    assert meaning.direction(pairs, table) == 1
    lists = {"1": [["cat"]], "2": [["dog"]], "3": [["cat"], ["eel"]]}
    assert meaning.told_apart(lists, lists, "exact", "nearest") == 1
    assert meaning.told_apart(lists, {**lists, "2": [["cat"]]}, "exact", "random") == 0.75


def test_semeval2016(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "semeval2016"
    folder.mkdir()
    (folder / "A.gold.tsv").write_text("1\tpositive\n2\tnegative\n3\tneutral\n")
    printed = ["0.333", "0.250", "0.333"]  # recall, F1 of positive and negative, accuracy, by hand
    reference = [{"subtask": "A", "run": "all_positive", "printed": printed}]
    (folder / "reference.json").write_text(json.dumps(reference))
    experiment.load("semeval2016").main(tmp_path)
    assert "1 of 1 lines agree" in capsys.readouterr().out
