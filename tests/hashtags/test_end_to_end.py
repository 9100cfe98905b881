"""From tweets to a figure: split, recommend, build, score, in several languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from lydite.core.spec import parse
from tweet_files import TWEETS, Run, lines


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
        assert "100 tweets" in err
        assert "English" in err
        assert f"--language {language} " in err
        assert "--language any" in err
    assert not list(Path().iterdir())


def test_accents_tell_tags_apart_and_stop_words_are_of_the_language(run: Run) -> None:
    Path("t.jsonl").write_text(
        '{"id": 1, "text": "feliz fiesta para todos #año"}\n{"id": 2, "text": "dolor en la noche #ano"}\n',
        "utf-8",
    )
    assert run("build", "hashtags", "t.jsonl", "--into", "s", "--language", "es", "--encoder", "lsa")[0] == 0
    from lydite.hashtags import open_store

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
    assert re.search(r"s: .*language .*\bes\b.*\bde\b", err)


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
        ("time", "n.csv:2: .*time"),
        ("user", "n.csv:2: .*user"),
    ):
        status, _, err = run("hashtags", "split", "n.csv", "--language", "any", "--by", by, "-o", "q")
        assert (status, Path("q").exists()) == (2, False)
        assert re.search(said, err)
    Path("d.csv").write_text("id,text\n1,one #a\n1,two #b\n")
    status, _, err = run("hashtags", "split", "d.csv", "--language", "any", "-o", "q")
    assert status == 2
    assert re.search(r"d\.csv:3: .*'1'.*line 2", err)


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
    assert "none.jsonl: " in err


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


def test_an_encoder_over_a_file(run: Run) -> None:
    Path("w.vec").write_text("soup 1 0\nleek 1 0.2\nnetwork 0 1\ntraining 0.1 1\n")
    Path("t.txt").write_text("1|x|soup of leek #food\n2|x|leek tart #veg\n3|x|training a network #ai\n")
    args = ["build", "hashtags", "t.txt", "--into", "s", "--language", "any"]
    assert run(*args, "--encoder", "vectors(file=w.vec)")[0] == 0
    assert run("synonyms", "s", "#veg", "-k", "1")[1].split()[2] == "#food"
    Path("x.vec").write_text("soup 1 0 0\n")
    status, _, err = run(*args, "--encoder", "vectors(file=x.vec)")
    assert status == 2
    assert "x.vec" in err
    model = parse("vectors(file=w.vec)", "encoder").fit(())
    np.testing.assert_allclose(model.encode(["soup leek unheard", ""]), [[1, 0.1], [0, 0]], rtol=1e-6)


def test_mowe_is_that_of_the_paper_counted_by_hand(run: Run) -> None:
    """Tags of the tweets with a cosine above the threshold, by how many of these have them (4.2.2)."""
    from lydite.hashtags import clean_tweet
    from lydite.reading import RawTweet

    Path("w.vec").write_text("soup 1 0\nleek 1 0.2\nnetwork 0 1\n")
    tweets = [clean_tweet(RawTweet(str(i), t)) for i, t in enumerate(
        ["soup #b", "leek soup #a #b", "leek #a", "network #c", "leek leek #z"])]  # fmt: skip
    model = parse("mowe(encoder=vectors(file=w.vec), threshold=0.5)", "recommender").fit(tweets)
    soup, network, nothing = model.recommend(["soup", "network", "unheard"], 3)
    assert soup == [("#a", 2), ("#b", 2), ("#z", 1)]
    assert network == [("#c", 1)]
    assert nothing == []


@pytest.mark.parametrize("using", ["mowe", "nearest", "popular", "random", "random(by_use=yes)"])
def test_batches_do_not_change_recommendations(using: str) -> None:
    from lydite.hashtags import Preparation, clean_tweet
    from lydite.reading import read_raw_tweets

    pytest.importorskip("nltk", reason="needs the extra hashtags")
    pytest.importorskip("sklearn", reason="needs the extra hashtags")
    if using == "mowe":
        pytest.importorskip("gensim", reason="needs the extra train")
    tweets = [clean_tweet(raw, Preparation("de")) for raw in read_raw_tweets(TWEETS / "de.txt")]
    texts = [t.text for t in tweets]
    whole = parse(using, "recommender").fit(tweets).recommend(texts, 3)
    model = parse(using, "recommender").fit(tweets)
    parts = [one for a in range(0, 100, 7) for one in model.recommend(texts[a : a + 7], 3)]
    assert [[t for t, _ in x] for x in parts] == [[t for t, _ in x] for x in whole]
    assert all(len({t for t, _ in x}) == len(x) <= 3 for x in whole)
