"""From tweets to a figure: split, recommend, build, score, in several languages, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
from lydite.cli import main
from lydite.spec import parse

TWEETS = Path(__file__).parents[1] / "data" / "tweets"
Run = Callable[..., tuple[int, str, str]]


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


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("language", "tag", "near"), [("de", "#regen", "#wetter"), ("ar", "#مطر", "#طقس"), ("ja", "#雨", "#天気")]
)
def test_every_language_goes_all_the_way(run: Run, language: str, tag: str, near: str) -> None:
    tweets = str(TWEETS / f"{language}.txt")
    status, out, err = run("hashtags", "split", tweets, "--language", language, "--seed", "1", "-o", "parts")
    assert status == 0, err
    assert len(lines("parts/test.jsonl")) == 10
    assert run("build", "hashtags", tweets, "--into", "s", "--encoder", "lsa", "--language", language)[0] == 0
    status, out, _ = run("synonyms", "s", tag, "-k", "1", "--format", "json")
    assert json.loads(out)["synonyms"][tag][0]["tag"] == near
    given = ["parts/train.jsonl", "parts/test.jsonl", "--using", "nearest(k=5)", "--language", language]
    assert run("hashtags", "recommend", *given, "-o", "run.jsonl")[0] == 0
    args = ["score", "parts/gold.jsonl", "run.jsonl", "-m", "reval(k=0|1)@1", "--hashtags", "s", "-f", "json"]
    status, out, err = run(*args, "--bootstrap", "0")
    assert status == 0, err
    exact, soft = json.loads(out)["results"]
    assert 0.3 < exact["value"] < soft["value"]  # a tag of the topic, and the other one is its synonym
    assert soft["value"] > 0.9
    assert soft["corrected"] > 0.8


@pytest.mark.parametrize("language", ["de", "ar", "ja"])
def test_all_in_another_language_is_said_with_the_option(run: Run, language: str) -> None:
    tweets = str(TWEETS / f"{language}.txt")
    for command in (["build", "hashtags", tweets, "--into", "s"], ["hashtags", "split", tweets, "-o", "p"]):
        status, _, err = run(*command)
        assert status == 2
        assert "of 100 tweets 100 have a hashtag, and all of these are left out: surely not English" in err
        assert f"--language {language} keeps" in err
        assert "--language any keeps all" in err
    assert not list(Path().iterdir())


def test_accents_tell_tags_apart_and_stop_words_are_of_the_language(run: Run) -> None:
    Path("t.jsonl").write_text(
        '{"id": 1, "text": "feliz fiesta para todos #año"}\n{"id": 2, "text": "dolor en la noche #ano"}\n',
        "utf-8",
    )
    assert run("build", "hashtags", "t.jsonl", "--into", "s", "--language", "es", "--encoder", "lsa")[0] == 0
    from lydite.sources.hashtags.store import open_store

    store = open_store("s")
    assert store.tags == ["#ano", "#año"]
    assert store.index.of_tag(store.place["#año"]) == ["1"]
    assert not {"para", "la", "en"} & set(store.model().words)  # type: ignore[attr-defined]
    Path("stop.txt").write_text("fiesta\n# a note\nNoche\n", "utf-8")
    given = ["t.jsonl", "--into", "s", "--new", "--language", "es", "--encoder", "lsa"]
    assert run("build", "hashtags", *given, "--stop-words", "stop.txt")[0] == 0
    assert {"para", "la"} < set(open_store("s").model().words)  # type: ignore[attr-defined]
    assert not {"fiesta", "noche"} & set(open_store("s").model().words)  # type: ignore[attr-defined]
    status, _, err = run("build", "hashtags", "t.jsonl", "--into", "s", "--language", "de")
    assert status == 2
    assert "built with language es, not de" in err


def test_split_by_time_and_user(run: Run) -> None:
    rows = [("a", "2026-01-03"), ("b", "2026-01-01"), ("a", "2026-01-04"), ("c", "2026-01-02")]
    Path("t.csv").write_text(
        "id,text,user,time\n" + "".join(f"{i},word{i} #t,{u},{t}\n" for i, (u, t) in enumerate(rows))
    )
    given = ["t.csv", "--language", "any", "--held-out", "0.5"]
    assert run("hashtags", "split", *given, "--by", "time", "-o", "p")[0] == 0
    assert [r["id"] for r in lines("p/train.jsonl")] == ["1", "3"]
    assert [r["id"] for r in lines("p/gold.jsonl")] == ["0", "2"]
    assert lines("p/test.jsonl")[0] == {"id": "0", "text": "word0", "created_at": "2026-01-03", "user": "a"}
    for seed in range(4):
        assert run("hashtags", "split", *given, "--by", "user", "--seed", str(seed), "-o", "p")[0] == 0
        train, test = ({r["user"] for r in lines(f"p/{name}.jsonl")} for name in ("train", "test"))
        assert train
        assert test
        assert not train & test
    Path("n.csv").write_text("id,text\n1,one #a\n2,two #b\n")
    for by, said in (
        ("time", "n.csv:2: expected the time of a tweet"),
        ("user", "n.csv:2: expected the user"),
    ):
        status, _, err = run("hashtags", "split", "n.csv", "--language", "any", "--by", by, "-o", "q")
        assert (status, Path("q").exists()) == (2, False)
        assert said in err
    Path("d.csv").write_text("id,text\n1,one #a\n1,two #b\n")
    status, _, err = run("hashtags", "split", "d.csv", "--language", "any", "-o", "q")
    assert status == 2
    assert "d.csv:3: the id '1' is that of another tweet (d.csv, line 2)" in err


def test_tweets_are_gold_themselves(run: Run) -> None:
    Path("t.jsonl").write_text(
        '{"id": "1", "text": "see http://x.org/#no #Cat #cat:"}\n{"id": "2", "text": "no tag"}\n'
        '{"id": "3", "text": "#dog"}\n'
    )
    Path("t.txt").write_text(
        "1|2026-01-01|see http://x.org/#no #Cat #cat:\n2|2026-01-01|no\n3|2026-01-01|#dog\n"
    )
    Path("run.json").write_text('{"1": ["#cat"], "3": ["#cat"]}')
    for gold in ("t.jsonl", "t.txt"):
        status, out, err = run("score", gold, "run.json", "-m", "hit_ratio", "-f", "json", "--bootstrap", "0")
        assert status == 0, err
        (result,) = json.loads(out)["results"]
        assert (result["value"], result["n"]) == (0.5, 2)
        assert "tweets, by their hashtags, 2 items" in err
    Path("none.jsonl").write_text('{"id": "1", "text": "see http://x.org/#no"}\n')
    status, _, err = run("score", "none.jsonl", "run.json", "-m", "hit_ratio", "--input-format", "tweets")
    assert status == 2
    assert "no tweet in it has a hashtag" in err


def test_describe(run: Run) -> None:
    Path("t.txt").write_text(
        "1|x|we like it #a #b\n2|x|they like it too #a\n3|x|nothing here\n1|x|we like it #a #b\n"
    )
    status, out, _ = run("hashtags", "describe", "t.txt", "--language", "any", "-f", "json")
    (found,) = json.loads(out)["sets"]
    assert status == 0
    assert found["tweets read"] == 4
    assert (found["hashtagged tweets"], found["unique hashtags"]) == (3, 2)
    assert (found["hashtags with repetitions"], found["hashtags in a tweet on average"]) == (5, 1.67)
    assert found["tweets, each text once"] == 2
    assert found["top"] == {"#a": 3, "#b": 2}


def test_tables_4_and_6(run: Run, shared_data: Path) -> None:
    status, out, _ = run("hashtags", "describe", str(shared_data / "health-tweets"), "-f", "json")
    (found,) = json.loads(out)["sets"]
    assert status == 0
    assert found["hashtagged tweets"] == pytest.approx(11_210, rel=0.02)
    published = {"#healthtalk": 873, "#nhs": 768, "#getfit": 261, "#latfit": 241, "#weightloss": 235}
    for tag, count in published.items():
        assert found["top"][tag] == pytest.approx(count, rel=0.03)


def test_drift(run: Run) -> None:
    """A tag whose words change moves; one whose words stay does not, and its synonyms stay."""
    words = {"#apple": (["pie tart baking", "phone screen battery"]), "#tea": (["cup leaf green"] * 2)}
    words |= {"#cake": ["pie tart oven"] * 2, "#gadget": ["phone screen charger"] * 2}
    rows = [
        f"{m}{i}{t}|2026-0{m + 1}-0{i + 1}|{words[t][m]} extra{i} {t}"
        for m in range(2)
        for i in range(5)
        for t in words
    ]
    Path("t.txt").write_text("\n".join(reversed(rows)) + "\n")  # the latest first, as timelines come
    args = ["hashtags", "drift", "t.txt", "--language", "any", "--encoder", "lsa", "-k", "1"]
    status, out, err = run(*args, "-f", "json", "--chart", "d.svg")
    assert status == 0, err
    found = json.loads(out)
    assert list(found["batches"]) == ["2026-01", "2026-02"]
    moved = {m["tag"]: m for m in found["movements"]}
    assert moved["#apple"]["moved"] > 10 * moved["#tea"]["moved"]
    assert moved["#apple"]["replaced"] == 1  # it was near to #cake, and is now near to #gadget
    assert "#apple" in Path("d.svg").read_text()
    assert run(*args)[1].splitlines()[4].startswith("#apple")


def test_drift_says_what_was_left_out(run: Run) -> None:
    rows = [
        f"{i}|2026-0{1 + i // 8}-0{1 + i % 8}|the clinics warn of winter number {i} #flu" for i in range(16)
    ]
    rows += ["20|2026-01-09|no tag here", rows[3].replace("3|", "21|", 1)]
    rows += [f"{i}|2026-02-09|Die Klinik warnt heute wieder vor der Grippe im Winter #flu" for i in (30, 31)]
    Path("t.txt").write_text("\n".join(rows) + "\n")
    args = ["hashtags", "drift", "t.txt", "--encoder", "lsa", "-k", "1"]
    told = (
        "2 batches, 16 tweets; left out: 1 without a hashtag, 2 surely not English (German 2), 1 seen before;"
    )
    assert run(*args)[1].startswith(told)
    found = json.loads(run(*args, "-f", "json")[1])
    assert sum(found["left_out"].values()) == 4
    assert (
        "2 batches, 17 tweets; left out: 1 without a hashtag, 2 seen before;"
        in run(*args, "--language", "any")[1]
    )


def test_files_out_of_order_are_refused(run: Run) -> None:
    Path("jan.txt").write_text("1|2026-01-05|we like it #a\n2|2026-01-09|they like it #a\n")
    Path("feb.txt").write_text("3|2026-02-05|we like it more #a\n4|2026-01-08|and late #a\n")
    args = ["hashtags", "drift", "--every", "file", "--least", "1", "--language", "any", "--encoder", "lsa"]
    status, _, err = run(*args, "jan.txt", "feb.txt")
    assert status == 2
    assert "feb.txt:2: times are out of order: 2026-01-08 is before the last tweet of jan.txt" in err
    Path("feb.txt").write_text("3|2026-02-05|we like it more #a\n")
    assert run(*args, "jan.txt", "feb.txt")[0] == 0
    status, _, err = run(*args, "feb.txt", "jan.txt")
    assert status == 2
    Path("bad.txt").write_text("1|2026-01-05|we like it #a\n2|Tuesday|they like it #a\n")
    status, _, err = run("hashtags", "drift", "bad.txt")
    assert status == 2
    assert "bad.txt:2: expected the time of a tweet, found 'Tuesday'" in err


def test_files_of_one_name_are_batches_of_their_own(run: Run) -> None:
    """They were counted as one."""
    for month, word in (("01", "soup"), ("02", "tart")):
        Path(month).mkdir()
        Path(f"{month}/t.txt").write_text(f"{month}|2026-{month}-05|leek {word} today #a ﹟b\n")
    args = ["hashtags", "drift", "--every", "file", "--least", "1", "--language", "any", "--encoder", "lsa"]
    status, out, _ = run(*args, "01/t.txt", "02/t.txt", "--format", "json")
    assert status == 0
    found = json.loads(out)
    assert found["batches"] == {"01/t.txt": 1, "02/t.txt": 1}
    assert {m["tag"] for m in found["movements"]} == {"#a", "#b"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("v.json", '{"#a": [1, 2], "#b": [1]}', "the vector of '#b' has 1 numbers, those before it 2"),
        ("v.json", '{"#a": [1, NaN]}', "v.json: not JSON"),
        ("v.vec", "#a 1 2\n#b 1 nan\n", "v.vec:2: the vector of '#b' has a number that is not finite"),
        ("v.vec", "#a 1 2\n#b 1 2\n#c 1\n", "v.vec:3"),
        (
            "v.jsonl",
            '{"tag": "#a", "vector": [1]}\n{"tag": "#b"}\n',
            "v.jsonl:2: expected a word and its vector",
        ),
        (
            "v.jsonl",
            '{"tag": "#a", "vector": [1]}\n{"tag": "#b", "vector": ["x"]}\n',
            "v.jsonl:2: the vector of",
        ),
    ],
)
def test_bad_dictionaries(run: Run, name: str, content: str, said: str) -> None:
    Path(name).write_text(content)
    status, _, err = run("build", "hashtags", "--vectors", name, "--into", "s")
    assert (status, err.count("\n")) == (2, 1), err
    assert said in err
    assert not Path("s").exists()


def test_ready_vectors_and_tags_without_a_sign(run: Run) -> None:
    vectors = {"Machine learning": [1, 0.1], "deep learning": [1, 0.2], "cooking": [0, 1]}
    Path("v.json").write_text(json.dumps(vectors))
    Path("v.vec").write_text("the 5 5\n#Cat 1 0\n#dog 1 0.1\n#tea 0 1\n")
    assert run("build", "hashtags", "--vectors", "v.json", "--into", "topics")[0] == 0
    assert run("synonyms", "topics", "machine  learning", "-k", "1")[1].split()[-3:-1] == ["deep", "learning"]
    assert run("build", "hashtags", "--vectors", "v.vec", "--into", "tags")[0] == 0
    assert run("synonyms", "tags", "cat", "-k", "1")[1].split()[2] == "#dog"
    Path("gold.json").write_text('{"d": ["deep learning"]}')
    Path("run.json").write_text('{"d": ["Machine Learning"]}')
    found = lydite.evaluate("gold.json", "run.json", "reval(thesaurus=topics, k=1)", bootstrap=0)
    assert found[0].value == 1
    status, _, err = run("score", "gold.json", "run.json", "-m", "reval(thesaurus=topics, order=popular)")
    assert status == 2
    assert "these vectors came without any" in err
    assert run("build", "hashtags", "--vectors", "v.json", "--into", "tags")[0] == 2  # --new was not said
    assert "came without tweets" in run("hashtags", "tweets", "tags", "#cat")[2]


def test_tags_from_a_column(run: Run) -> None:
    rows = [
        ("a paper on neural networks and training", ["Machine Learning", "AI"]),
        ("training of large networks", ["Deep learning", "AI"]),
        ("soup with leek and potatoes", ["cooking"]),
    ]
    Path("a.jsonl").write_text(
        "".join(json.dumps({"id": i, "text": t, "keywords": k}) + "\n" for i, (t, k) in enumerate(rows))
    )
    given = ["a.jsonl", "--tags-column", "keywords", "--encoder", "lsa", "--into", "s"]
    assert run("build", "hashtags", *given)[0] == 0
    status, out, _ = run("synonyms", "s", "ai", "-k", "1", "-f", "json")
    assert status == 0
    assert list(json.loads(out)["synonyms"]) == ["ai"]
    status, _, err = run("build", "hashtags", "a.jsonl", "--into", "s")
    assert status == 2
    assert "the store has tags from a column" in err
    status, out, _ = run("hashtags", "tweets", "s", "AI", "--texts", "a.jsonl")
    assert out.splitlines()[:2] == ["ai: 2 tweets", "  0  a paper on neural networks and training"]
    args = ["hashtags", "recommend", "a.jsonl", "a.jsonl", "--tags-column", "keywords", "--using", "popular"]
    assert run(*args, "--top", "1", "-o", "r.jsonl")[0] == 0
    assert [r["hashtags"] for r in lines("r.jsonl")] == [["ai"]] * 3


def test_beside_a_column_of_tags_hashtags_are_words(run: Run) -> None:
    """Training tweets kept them and test tweets lost them."""
    rows = [{"id": i, "text": f"{w} #{w}", "topics": [w]} for i, w in enumerate(["soup", "chess"] * 5)]
    texts = [json.dumps(r | {"text": f"{r['text']} {r['id']}"}) for r in rows]
    Path("a.jsonl").write_text("\n".join(texts))
    given = ["--tags-column", "topics", "--language", "any", "-o", "parts"]
    assert run("hashtags", "split", "a.jsonl", "--held-out", "0.2", *given)[0] == 0
    tests = lines("parts/test.jsonl")
    assert all("#" in row["text"] and "tags" not in row for row in tests)
    Path("w.vec").write_text("soup 1 0\nchess 0 1\n")
    Path("t.jsonl").write_text('{"id": 1, "text": "#soup"}\n')
    using = ["--using", "nearest(k=1, encoder=vectors(file=w.vec))", "--tags-column", "tags", "-o", "r.jsonl"]
    assert run("hashtags", "recommend", "parts/train.jsonl", "t.jsonl", "--language", "any", *using)[0] == 0
    assert [r["hashtags"] for r in lines("r.jsonl")] == [["soup"]]


@pytest.mark.parametrize(
    "option",
    [["t.txt"], ["--language", "de"], ["--keep-hashtags"], ["--update", "paper"], ["--encoder", "lsa"]],
)
def test_a_dictionary_that_is_ready_takes_no_settings(run: Run, option: list[str]) -> None:
    """They were left aside in silence."""
    Path("v.vec").write_text("#Cat 1 0\n#dog 1 0.1\n")
    Path("t.txt").write_text("1|x|soup of leek #food\n")
    status, _, err = run("build", "hashtags", *option, "--vectors", "v.vec", "--into", "s")
    assert status == 2
    assert "it takes no tweets" in err


def test_an_encoder_over_a_file(run: Run) -> None:
    Path("w.vec").write_text("soup 1 0\nleek 1 0.2\nnetwork 0 1\ntraining 0.1 1\n")
    Path("t.txt").write_text("1|x|soup of leek #food\n2|x|leek tart #veg\n3|x|training a network #ai\n")
    args = ["build", "hashtags", "t.txt", "--into", "s", "--language", "any"]
    assert run(*args, "--encoder", "vectors(file=w.vec)")[0] == 0
    assert run("synonyms", "s", "#veg", "-k", "1")[1].split()[2] == "#food"
    Path("x.vec").write_text("soup 1 0 0\n")
    status, _, err = run(*args, "--encoder", "vectors(file=x.vec)")
    assert status == 2
    assert "vectors would not mix" in err
    model = parse("vectors(file=w.vec)", "encoder").fit(())
    np.testing.assert_allclose(model.encode(["soup leek unheard", ""]), [[1, 0.1], [0, 0]], rtol=1e-6)


def test_mowe_is_that_of_the_paper_counted_by_hand(run: Run) -> None:
    """Tags of the tweets with a cosine above the threshold, by how many of these have them (4.2.2)."""
    from lydite.reading.tweets import RawTweet
    from lydite.sources.hashtags.clean import clean

    Path("w.vec").write_text("soup 1 0\nleek 1 0.2\nnetwork 0 1\n")
    tweets = [clean(RawTweet(str(i), t)) for i, t in enumerate(
        ["soup #b", "leek soup #a #b", "leek #a", "network #c", "leek leek #z"])]  # fmt: skip
    model = parse("mowe(encoder=vectors(file=w.vec), threshold=0.5)", "recommender").fit(tweets)
    soup, network, nothing = model.recommend(["soup", "network", "unheard"], 3)
    assert soup == [("#a", 2), ("#b", 2), ("#z", 1)]
    assert network == [("#c", 1)]
    assert nothing == []


@pytest.mark.parametrize("using", ["mowe", "nearest", "popular", "random", "random(by_use=yes)"])
def test_batches_do_not_change_recommendations(using: str) -> None:
    from lydite.reading.tweets import read
    from lydite.sources.hashtags.clean import Preparation, clean

    pytest.importorskip("nltk", reason="needs the extra hashtags")
    pytest.importorskip("sklearn", reason="needs the extra hashtags")
    if using == "mowe":
        pytest.importorskip("gensim", reason="needs the extra train")
    tweets = [clean(raw, Preparation("de")) for raw in read(TWEETS / "de.txt")]
    texts = [t.text for t in tweets]
    whole = parse(using, "recommender").fit(tweets).recommend(texts, 3)
    model = parse(using, "recommender").fit(tweets)
    parts = [one for a in range(0, 100, 7) for one in model.recommend(texts[a : a + 7], 3)]
    assert [[t for t, _ in x] for x in parts] == [[t for t, _ in x] for x in whole]
    assert all(len({t for t, _ in x}) == len(x) <= 3 for x in whole)


def test_censored_values_are_no_numbers(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("#a\t#b\t#c\n#x\t#y\n")
    gold = {str(i): ["#b" if i % 3 else "#z"] for i in range(30)}
    run = {str(i): ["#a"] for i in range(30)}
    spec = f'smallest_k(thesaurus="{tmp_path / "t.tsv"}", reach=REACH, most=2)'
    (there,) = lydite.evaluate(gold, run, spec.replace("REACH", "0.6"))
    assert there.value == 1
    (never,) = lydite.evaluate(gold, run, spec.replace("REACH", "0.9"))
    assert never.value != never.value
    assert (never.low, never.high) == (None, None)
    results = lydite.evaluate(gold, run, spec.replace("REACH", "0.68"))
    (thin,) = results
    assert thin.value != thin.value  # two thirds do not reach it, but many resamples do
    assert (thin.low, thin.high) == (1, None)
    assert any("which have no number; the median of all is beyond 2" in note for note in results.notes)
    both = lydite.compare(gold, {"one": run, "two": {k: ["#x"] for k in gold}}, spec.replace("REACH", "0.6"))
    assert both.tests[0].difference != both.tests[0].difference


def test_a_difference_has_no_end_where_a_system_may_not_get_there(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("#a\t#b\t#c\n#d\t#e\t#b\n")
    gold = {str(i): ["#b"] for i in range(40)}
    runs = {
        "near": {i: ["#a"] for i in gold},
        "far": {i: ["#d" if int(i) % 4 else "#x"] for i in gold},  # three in four, at k = 2
    }
    spec = f'smallest_k(thesaurus="{tmp_path / "t.tsv"}", most=2, reach='
    (test,) = lydite.compare(gold, runs, f"{spec}0.3)", judge="value").tests
    assert (test.difference, test.low, test.high) == (-1, -1, -1)  # both always get there
    (test,) = lydite.compare(gold, runs, f"{spec}0.7)", judge="value").tests
    assert (test.difference, test.high) == (-1, -1)
    assert test.low != test.low  # far does not in every fifth resample


def test_figures_beside_a_count_have_their_digits(run: Run, tmp_path: Path) -> None:
    tags = [f"#t{i}" for i in range(12)]
    rows = ("\t".join(tags[(i + j) % 12] for j in range(12)) for i in range(12))
    (tmp_path / "t.tsv").write_text("\n".join(rows) + "\n")
    gold = {str(i): [tags[i % 12]] for i in range(48)}
    for name, back in (("g", 0), ("a", 2), ("b", 3)):
        answers = {i: [tags[(int(i) - back * (int(i) % 3 > 0)) % 12]] for i in gold}
        (tmp_path / f"{name}.json").write_text(json.dumps(answers))
    measures = ("-m", "smallest_k(reach=0.5, most=11)", "--hashtags", "t.tsv")
    status, out, _ = run("score", "g.json", "a.json", "b.json", *measures)
    assert status == 0
    rows = (line for line in out.splitlines() if line.startswith("smallest_k"))
    (difference,) = (row for row in rows if "corrected" in row and " b " in row)
    assert "-0," not in difference
    assert difference.split("b ")[1].split()[0].startswith("0.")
