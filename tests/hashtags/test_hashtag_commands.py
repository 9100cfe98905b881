"""lydite build hashtags, lydite synonyms and lydite score --hashtags, as a user types them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lydite.cli import main
from lydite.hashtags import small_store

TWEETS = """1|Mon|Ebola outbreak in Liberia worsens #ebola #liberia
2|Mon|Ebola vaccine trial begins in Liberia #ebola #vaccine
3|Tue|Flu vaccine shortage this winter #flu #vaccine
4|Wed|Healthy breakfast recipes with quinoa #recipes #quinoa
5|Wed|Ten quinoa recipes for a healthy dinner #quinoa
"""


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(args))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(small_store(tmp_path))


def files(folder: Path, **content: object) -> list[str]:
    for name, one in content.items():
        (folder / f"{name}.json").write_text(json.dumps(one))
    return [str(folder / f"{name}.json") for name in content]


def test_synonyms(capsys: pytest.CaptureFixture[str], store: str) -> None:
    status, out, _ = run(capsys, "synonyms", store, "cat", "-k", "2")
    assert status == 0
    assert out.splitlines() == ["#cat", "   1  #cats  0.9929", "   2  #dog   0.8915"]
    status, out, _ = run(capsys, "synonyms", store, "#cat", "-k", "1", "--format", "json")
    found = json.loads(out)
    assert found["synonyms"]["#cat"][0]["tag"] == "#cats"


def test_why_there_are_no_synonyms_is_said_only_where_it_is_known(
    capsys: pytest.CaptureFixture[str], store: str, tmp_path: Path
) -> None:
    assert run(capsys, "synonyms", store, "#tag", "-k", "0")[1] == "#tag: no synonyms\n"
    (tmp_path / "t.tsv").write_text("#a\t#b\n")
    assert run(capsys, "synonyms", str(tmp_path / "t.tsv"), "#b")[1] == "#b: no synonyms\n"


def test_synonyms_complaints(capsys: pytest.CaptureFixture[str], store: str, tmp_path: Path) -> None:
    status, _, err = run(capsys, "synonyms", store, "#ctas")
    assert status == 2
    assert re.search("#ctas .*7 .*#cats", err)
    assert run(capsys, "synonyms", store)[0] == 2
    status, _, err = run(capsys, "synonyms", str(tmp_path), "#x")
    assert status == 2
    assert "lydite build hashtags" in err


def test_score_gives_the_thesaurus_to_every_reval(
    capsys: pytest.CaptureFixture[str], store: str, tmp_path: Path
) -> None:
    gold, one, two = files(
        tmp_path,
        gold={"a": ["#cat"], "b": ["#dog"], "c": ["#tag"]},
        one={"a": ["#cats"], "b": ["#cat"], "c": []},
        two={"a": ["#zzz"], "b": ["#yyy"], "c": ["#xxx"]},
    )
    measures = ["-m", "reval(k=0:2)@1,5", "-m", "smallest_k(reach=0.5, most=6)", "-m", "reval(order=popular)"]
    status, out, _ = run(
        capsys,
        "score",
        gold,
        one,
        two,
        *measures,
        "--hashtags",
        store,
        "--format",
        "json",
        "--bootstrap",
        "50",
    )
    assert status == 0
    results = {(r["system"], r["measure"].replace(store, "S")): r for r in json.loads(out)["results"]}
    assert results["one", "reval(thesaurus=S, k=0)@1"]["value"] == 0
    assert results["one", "reval(thesaurus=S, k=2)@1"]["value"] == 1
    assert results["one", "reval(thesaurus=S, k=2)@1"]["unscored"] == 1
    assert results["one", "reval(thesaurus=S, k=2)@5"]["chance"] is not None
    assert results["one", "smallest_k(thesaurus=S, most=6)"]["value"] == 1
    assert results["two", "reval(thesaurus=S, k=2)@1"]["value"] == 0  # a run that names no known hashtag
    assert results["two", "reval(thesaurus=S, k=2)@1"]["coverage"] == 0.5
    assert str(tmp_path) not in results["one", "reval(thesaurus=S, k=2)@1"]["signature"]


def test_figure_3(capsys: pytest.CaptureFixture[str], store: str, tmp_path: Path) -> None:
    """Panels by cut, lines by thesaurus, whether there is one system or several."""
    import lydite
    from lydite.reporting.charts import specification

    other = tmp_path / "other.tsv"
    other.write_text("#cat\t#dog\n")
    specs = [f'reval(k=0:4, thesaurus="{path}")@1,5' for path in (store, other)]
    gold, run_ = {"a": ["#cat"], "b": ["#dog"]}, {"a": ["#cats"], "b": ["#cat"]}
    one = lydite.evaluate(gold, run_, specs, bootstrap=20)
    each = lydite.evaluate(gold, run_, specs[0], system="s", bootstrap=20)
    each += lydite.evaluate(gold, run_, specs[1], system="t", bootstrap=20)
    for results, lines in ((one, {"hashtags", "other.tsv"}), (each, {"s", "t"})):
        drawn = specification(results)
        parts = drawn.get("vconcat", [drawn])  # value above corrected
        rows = [row for part in parts for row in part["data"]["values"]]
        assert {r["series"] for r in rows} == lines
        assert len({r["panel"] for r in rows}) == 2


def test_a_thesaurus_that_nothing_asks_for(
    capsys: pytest.CaptureFixture[str], store: str, tmp_path: Path
) -> None:
    gold, one = files(tmp_path, gold={"a": ["#cat"]}, one={"a": ["#cats"]})
    status, _, err = run(capsys, "score", gold, one, "-m", "F1", "--hashtags", store)
    assert status == 2
    assert "thesaurus" in err


def test_without_a_thesaurus(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gold, one = files(tmp_path, gold={"a": ["#cat"]}, one={"a": ["#cats"]})
    status, _, err = run(capsys, "score", gold, one, "-m", "reval(k=3)")
    assert status == 2
    assert "--hashtags" in err


def test_build(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for package in ("nltk", "py3langid", "wordllama"):
        pytest.importorskip(package, reason="needs the extra hashtags")
    (tmp_path / "tweets.txt").write_text(TWEETS)
    (tmp_path / "more.txt").write_text("6|Thu|Kale and quinoa salad #kale #quinoa\n" + TWEETS)
    into = str(tmp_path / "store")
    status, out, _ = run(capsys, "build", "hashtags", str(tmp_path / "tweets.txt"), "--into", into)
    assert status == 0
    assert "built store: wordllama" in out
    status, out, _ = run(capsys, "build", "hashtags", str(tmp_path / "more.txt"), "-o", into)
    assert " 2 (tweet, hashtag) pairs" in out
    assert run(capsys, "synonyms", into, "kale", "-k", "1")[1].splitlines()[1].split()[1] == "#quinoa"
    status, _, err = run(
        capsys, "build", "hashtags", str(tmp_path / "more.txt"), "--into", into, "--keep-hashtags"
    )
    assert status == 2
    assert re.search("hashtags .*strip.*keep", err)
    (tmp_path / "plain.txt").write_text("1|x|no hashtag here\n")
    status, _, err = run(capsys, "build", "hashtags", str(tmp_path / "plain.txt"), "--into", into + "2")
    assert status == 2
    assert re.search("1 tweets? .*hashtag", err)
    assert not (tmp_path / "store2").exists()


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for package in ("nltk", "py3langid", "wordllama", "sklearn"):
        pytest.importorskip(package, reason="needs the extra hashtags")
    (tmp_path / "tweets.txt").write_text(TWEETS)
    args = ["build", "hashtags", str(tmp_path / "tweets.txt"), "--into", str(tmp_path / "s"), "--map"]
    assert run(capsys, *args, str(tmp_path / "map.html"))[0] == 0
    page = (tmp_path / "map.html").read_text()
    assert "t-SNE projection of 9 labelled tweets" in page
    assert "https://cdn" not in page
    args[4] += "2"
    status, _, err = run(capsys, *args, str(tmp_path / "map.docx"))
    assert status == 2
    assert not (tmp_path / "s2").exists()  # told before the work, not after
    assert ".docx" in err
