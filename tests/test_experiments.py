"""Scripts in experiments/ run on the smallest input each can read; all others can at least be imported."""

from __future__ import annotations

import argparse
import bz2
import io
import json
import tarfile
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import experiment
import lydite
from experiment import FOLDER
from lydite.cli import main
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.agreement import PairSet
from lydite.probes.agreement.pairs import Pair

BY_HAND = {"classical"}  # needs packages that hold back others
ALL = sorted({path.stem for path in FOLDER.glob("*.py")} - BY_HAND)
KEYPHRASES = {"1": [["cat"], ["good dog", "dog"]], "2": [["fish"]]}
HYPERLEX = "WORD1 WORD2 POS TYPE AVG_SCORE AVG_SCORE_0_10 STD SCORES..\n"
RATED = (("dog", "animal", "hyp-1", 6), ("dog", "cat", "cohyp", 3), ("animal", "dog", "r-hyp-1", 1))
MONTHS = "january february march april may june july august september october november december"


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


def write_articles(path: Path, text: str) -> None:
    """Write an archive with one article and one page that is none."""
    article = f"<html>Related subjects<!-- start content --><p>{text}</p><!-- end content --></html>"
    with tarfile.open(path, "w:xz") as archive:
        for name, content in (("a.htm", article.encode()), ("b.htm", b"<html>no article</html>")):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


@pytest.fixture
def hyperlex(tmp_path: Path) -> Path:
    """Return a folder of public data with HyperLex's two files."""
    folder = tmp_path / "substitution"
    folder.mkdir()
    lines = [f"{one} {other} N {kind} {mean} {mean} 0 {mean}\n" for one, other, kind, mean in RATED]
    for part, mine in (("training", lines[:2]), ("dev", lines[2:])):
        (folder / f"hyperlex_{part}_all_random.txt").write_text(HYPERLEX + "".join(mine))
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


def test_chance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "inspec").mkdir()
    words = ["cat", "dog", "fish", "eel", "fox", "owl"]
    gold = {str(i): [[words[i % 6]], [f"{words[i % 5]} tail"]] for i in range(12)}
    terms = {i: [*some[: 1 + int(i) % 2], ["owl"]][: 1 + int(i) // 4] for i, some in gold.items()}
    for kind, lists in (("uncontr", gold), ("contr", terms)):
        (tmp_path / f"inspec/test.{kind}.json").write_text(json.dumps(lists))
    experiment.load("chance").main([str(tmp_path), "--match", "rouge", "--draws", "2", "--items", "12"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("12 ")]
    names = [line[3:36].strip() for line in lines]
    figures = [[float(x.strip("*")) for x in line[36:].split()] for line in lines]
    first = names.index("")
    rises = dict(zip(names[:first], figures, strict=False))
    assert max(rises["entity at the end"] + rises["gold of others"]) <= 0.002
    power, *held, differ, chance, corrected = figures[first:]
    assert {*power, *differ} <= {0, 0.5, 1}
    assert held[:2] == [[1] * 6] * 2  # the sample is all there is
    assert all(0 <= share < 1 for share in (*chance, *corrected))


def test_odd_one_out(capsys: pytest.CaptureFixture[str]) -> None:
    experiment.load("odd_one_out").main([])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 3
    assert all(row[-3] == row[-1] for row in rows)  # computed again from counts, and printed


def test_articles_of_an_archive(tmp_path: Path) -> None:
    write_articles(tmp_path / "a.tar", "Cats &amp; dogs")
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
    assert "1 of 1 lines" in capsys.readouterr().out


def test_languages(hyperlex: Path, capsys: pytest.CaptureFixture[str]) -> None:
    italian = {"dog": "cane", "animal": "animale", "cat": "gatto"}
    synsets = (("02084071-n", "cane"), ("00015388-n", "animale"), ("02121620-n", "gatto"))
    pairs = [(italian[one], italian[other], mean) for one, other, _, mean in RATED]
    mixed = [(f"it_{italian[one]}", f"en_{other}", mean) for one, other, _, mean in RATED]
    mixed += [(f"en_{one}", f"it_{italian[other]}", mean) for one, other, _, mean in RATED]
    (hyperlex / "omw").mkdir()
    (hyperlex / "omw/wn-data-ita.tab").write_text(
        "# made\tita\thttps://example.org\tCC0\n" + "".join(f"{s}\tita:lemma\t{w}\n" for s, w in synsets)
    )
    for name, rows in (("it", pairs), ("enit", mixed)):
        lines = [f"{one} {other} N {mean}\n" for one, other, mean in rows]
        (hyperlex / f"substitution/hyperlex-{name}.txt").write_text("Word1 Word2 POS AVG\n" + "".join(lines))
    experiment.load("languages").main([str(hyperlex)])
    lines = [line for line in capsys.readouterr().out.splitlines() if " pairs " in line]
    assert [line.split("pairs")[1].split()[0] for line in lines] == ["1.000"] * 4


def test_substitutability(hyperlex: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = hyperlex / "substitution"
    simlex = [f"{i},{one},{other},{mean}\n" for i, (one, other, _, mean) in enumerate(RATED)]
    (folder / "simlex999.csv").write_text(",word1,word2,similarity\n" + "".join(simlex))
    bird = [f"{one}\t{other}\t{mean / 10}\n" for one, other, _, mean in RATED]
    (folder / "BiRD.txt").write_text("term1\tterm2\trelatedness score\n" + "".join(bird))
    experiment.load("substitutability").main([str(hyperlex), "--method", "random(samples=1)"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-2:] for line in lines[1:3]] == [["0.70", "0.7000"], ["0.27", "0.2655"]]
    [default] = [line.split() for line in lines if line.startswith("wordnet ")]
    assert (default[1], default[-1]) == ("1.000", "100.0%")  # HyperLex in order, its hyponym in its direction
    assert any(line.startswith("random(samples=1)") for line in lines)


def test_emoji(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("vl_convert")
    names = {
        chr(code): unicodedata.name(chr(code)).lower()
        for first in (
            0x1F345,
            0x1F400,
            0x1F600,
            0x1F697,
        )  # eight of each group: food, animals, smileys, travel
        for code in range(first, first + 8)
    }
    words = sorted({word for name in names.values() for word in name.replace("-", " ").split()})
    rows = np.random.default_rng(0).normal(size=(len(words) + len(names), 4)).astype("<f4")
    lines = [f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows, strict=False)]
    (tmp_path / "words.vec").write_text(f"{len(words)} 4\n{''.join(lines)}")
    folder = tmp_path / "embeddings/emoji2vec"
    folder.mkdir(parents=True)
    published = [e.encode() + b" " + row.tobytes() for e, row in zip(names, rows[len(words) :], strict=True)]
    (folder / "pre-trained_emoji2vec.bin").write_bytes(b"%d 4\n" % len(names) + b"".join(published))
    pairs = "".join(f"{name}\t{e}\tTrue\n" for e, name in names.items())
    (folder / "data_training_train.txt").write_text(pairs, "utf-8")
    for part in ("dev", "test"):
        (folder / f"data_training_{part}.txt").write_text(f"{pairs}tomato\t\U0001f600\tFalse\n", "utf-8")
    (tmp_path / "health-tweets").mkdir()
    (tmp_path / "health-tweets/a.txt").write_text("1|Mon|a \U0001f600\n2|Tue|nothing\n", "utf-8")
    asked = {
        "folder": str(tmp_path),
        "vectors": str(tmp_path / "words.vec"),
        "chart": str(tmp_path / "rates.svg"),
        "seeds": 1,
    }
    experiment.load("emoji").main(argparse.Namespace(**asked))
    out = capsys.readouterr().out
    assert "32 of 32 descriptions have a known word" in out
    assert "of 2 health tweets (no labels) 1 hold an emoji" in out
    [learned] = [line.split() for line in out.splitlines() if line.startswith("0.03 ")]
    assert float(learned[-1]) > 0.9  # all descriptions were seen in training; the false pair was not
    assert (tmp_path / "rates.svg").stat().st_size > 1_000


def test_scarce_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("gensim", "babel"):
        pytest.importorskip(package)
    script = experiment.load("scarce_vectors")
    monkeypatch.setattr(script, "DATA", tmp_path)
    for name in ("wikipedia", "health-tweets"):
        (tmp_path / name).mkdir()
    write_articles(tmp_path / "wikipedia/schools-2007.tar.xz", "Cats sleep. Dogs bark!")
    tweets = "1|Mon|Eat well &amp; sleep http://t.co/1\n2|Tue|caf\u00e9 www.x.com\n"
    (tmp_path / "health-tweets/a.txt").write_bytes(tweets.encode("cp1252"))
    page = f"<page><title>Reiga</title><ns>0</ns>[[Kategoreja:{script.CATEGORIES[0]}]]</page>"
    (tmp_path / script.LATGALIAN).write_bytes(bz2.compress(page.encode()))
    out = tmp_path / "out"
    asked = argparse.Namespace(what="prepare", folder=str(out), corpus="schools", seeds=1, on="here")
    script.main(asked)
    assert (out / "schools.txt").read_text("utf-8") == "Cats sleep.\nDogs bark!\n"
    assert (out / "tweets.txt").read_text("utf-8") == "Eat well & sleep\ncaf\u00e9\n"
    sets = json.loads((out / "latgalian.json").read_text("utf-8"))
    assert sets[script.CATEGORIES[0]] == ["reiga"]
    assert (len(sets["months"]), len(sets["weekdays"])) == (12, 7)

    capitals = "athens baghdad berlin london paris rome tokyo madrid"
    countries = "greece iraq germany england france italy japan spain"
    (out / "schools.txt").write_text(f"{capitals} {countries}\n" * 20)
    monkeypatch.setitem(script.TUNED, "schools", ("--samples", "2", "-p", "dim=4:5", "-p", "epochs=1:2"))
    asked.what = "tune"
    script.main(asked)
    assert json.loads((out / "tune-schools.json").read_text("utf-8"))


def test_corpus_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for package in ("gensim", "babel", "vl_convert"):
        pytest.importorskip(package)
    script = experiment.load("corpus_content")
    monkeypatch.setattr(script, "DATA", tmp_path)  # without the dump: two corpora
    for name in ("schools", "tweets"):
        (tmp_path / f"{name}.txt").write_text(f"{MONTHS}\n" * 3)
    script.main(tmp_path)
    assert "12 of 12" in capsys.readouterr().out
    assert (tmp_path / "content-bars.svg").stat().st_size > 1_000


@pytest.mark.extra
def test_reval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("nltk", "py3langid", "sklearn", "gensim", "wordllama", "vl_convert"):
        pytest.importorskip(package)
    script = experiment.load("reval")
    monkeypatch.setattr(script, "KS", "0|2")
    monkeypatch.setattr(script, "RS", (5,))
    encoders = script.encoders
    monkeypatch.setattr(script, "encoders", lambda asked: {"wordllama": encoders(asked)["wordllama"]})
    texts = (
        "eat well and sleep long #health #sleep", "run every morning before work #fitness",
        "doctors treat the virus in clinics #ebola #aging", "cook a light meal tonight #quinoa #healthy",
    )  # fmt: skip
    lines = [f"{i}|Mon Apr 06 00:38:45 +0000 2015|number {i} {texts[i % 4]}\n" for i in range(80)]
    (tmp_path / "tweets.txt").write_text("".join(lines))
    script.main([str(tmp_path / "tweets.txt"), "--out", str(tmp_path / "out")])
    out = capsys.readouterr().out
    [tagged] = [line.split() for line in out.splitlines() if line.startswith("  hashtagged tweets")]
    assert tagged[-2] == "80"
    assert {"figure3-mowe.png", "figure4.html"} <= {path.name for path in (tmp_path / "out").iterdir()}
